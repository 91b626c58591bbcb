"""Makes a page: plays the recording once, takes its pictures as numbers, and puts them into one HTML file.

Nothing is drawn here, and no OpenGL is needed: what the canvas of the window would be given is written down instead.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from sandbox import __version__
from sandbox.commands.driver import OnRefusal
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.design.geometry import Box
from sandbox.errors import BadFile, Refused
from sandbox.machine.machine import Event
from sandbox.recording import atomic_files
from sandbox.render.camera import Camera
from sandbox.render.colours import LIGHT, PALETTES
from sandbox.render.effects.confetti import Confetti
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film import terminating_tidily
from sandbox.render.pictures.film_plan import Script
from sandbox.render.pictures.film_player import FilmPlayer
from sandbox.render.run_scene import RunScene, SceneMoment, show_hands
from sandbox.render.scenes.scenery import FULL, MODES
from sandbox.tasks.progress import ShowProgress
from sandbox.tasks.serving import Teller, serve
from sandbox.web.page import ghosts, looks
from sandbox.web.page.chapters import FPS, Cut, PageChapter, plan
from sandbox.web.page.filling import document, hash_of, script_of, text_of
from sandbox.web.page.ghosts import OtherRun
from sandbox.web.page.pack import Pack
from sandbox.web.page.page_canvas import PageCanvas
from sandbox.web.page.sounds import SoundTake, Waves
from sandbox.web.page.tables import Tables
from sandbox.web.page.takes import FINE, STATE, TURN, RunTake, StillTake, names_of
from sandbox.web.runtime.shared import SharedPlace
from sandbox.web.tab.verifier import SCRIPT_SOURCES, VerifierPart, verifier_part
from sandbox.workspace.past.history import History

USUAL = (1280, 720)  # px of a picture in which marks have the size that they have in the window
MARGIN = 0.02  # of the view around a level, as of a film
MOST_UNPACKED = 400_000_000  # bytes that a browser needs for the numbers of a page
_MOST_MARKS = 4000  # of commands and events on the time line
SCRIPTS = (
    "tracks.mjs", "gl.mjs", "camera.mjs", "scene.mjs", "air.mjs", "sound.mjs", "timeline.mjs", "player.mjs",
    "player_input.mjs",
)  # fmt: skip


class PageOptions(NamedTuple):
    """Options of a page."""

    fps: int = FPS
    cut: Cut = Cut()
    theme: str = LIGHT.name
    scenes: str = FULL
    verifier: Path | None = None  # the runtime of a browser, if the page is to verify its recording
    shared: SharedPlace | None = None  # where the page finds that runtime, if it is not to be in the page
    home: str = ""  # the address of the page of a site that leads here
    beside: Path | None = None  # another recording, whose run is drawn through this one
    sound: bool = True


def write(source: Path, out: Path, options: PageOptions, progress: ShowProgress) -> int:
    """Make a page of a recording, or of a level's run that nobody touches; return its bytes.

    Raises:
        BadFile: `source` can't be used, or `out` can't be written.
        Refused: options that do not go together, or too much for a page.
    """
    if not out.parent.is_dir():
        raise BadFile(f"{out}: there is no folder '{out.parent}' to write it to")
    verifier = verifier_part(source, options.verifier, options.shared) if options.verifier is not None else None
    ghost = ghosts.read(source, options.beside) if options.beside is not None else None
    text = page(film_plan.read(source), options, progress, verifier, ghost).encode("utf-8")
    try:
        atomic_files.write(out, text)
    except OSError as error:
        raise BadFile(f"{out}: can't be written: {error.strerror or error}") from None
    return len(text)


def page(
    script: Script, options: PageOptions, progress: ShowProgress, verifier: VerifierPart | None = None,
    ghost: OtherRun | None = None,
) -> str:  # fmt: skip
    """Make the text of a page, with another run drawn through its last one.

    Raises:
        BadFile: a command of the recording is refused here.
        Refused: options that do not go together, or too much for a page.
    """
    if options.theme not in PALETTES:
        raise Refused(f"'{options.theme:.40}' is no theme: it is one of {', '.join(PALETTES)}")
    if options.scenes not in MODES:
        raise Refused(f"'{options.scenes:.40}' is no way to draw scenes: it is one of {', '.join(MODES)}")
    pack = Pack()
    maker = PageMaker(script, options, pack)
    head = maker.whole(plan(script, options.fps, options.cut), progress)
    if ghost is not None:
        maker.add_ghost(head, ghost)
    head["tables"] = maker.tables.described()
    if pack.unpacked > MOST_UNPACKED:
        raise Refused(
            f"{script.name}: a browser would need {pack.unpacked / 1e6:.0f} MB for this page, more than "
            f"{MOST_UNPACKED / 1e6:.0f}; choose a piece with --run, --from and --to, or fewer pictures with --fps"
        )
    return _filled(script.design.title, pack.text(head), verifier, options.home)


class MakePage(Struct, frozen=True):
    """An order to make a page of a level or a recording."""

    source: str
    out: str
    theme: str
    scenes: str


def carry_out(order: MakePage, teller: Teller) -> None:
    """Make a page for a caller that must not wait."""
    options = PageOptions(theme=order.theme, scenes=order.scenes)
    with terminating_tidily():
        write(Path(order.source), Path(order.out), options, teller.progress)


class PageMaker:
    """Plays a script and takes its pictures."""

    def __init__(self, script: Script, options: PageOptions, pack: Pack, complaint: OnRefusal | None = None) -> None:
        """`complaint` takes a command that is refused here, or changes nothing; without it that is a `BadFile`."""
        self._script, self._options, self._pack, self._complaint = script, options, pack, complaint
        self.tables, self._waves = Tables(pack), Waves()
        self._canvas = PageCanvas(options.scenes)
        self._scene = RunScene(self._canvas)
        self._looks: dict[tuple[Any, ...], int] = {}
        self._described_looks: list[dict[str, Any]] = []
        self._names: dict[int, str] = {}
        self._events: list[Event] = []  # since the last picture
        self._sound: SoundTake | None = None
        self._history = History(script.design)

    def whole(self, chapters: Sequence[PageChapter], progress: ShowProgress) -> dict[str, Any]:
        """Take all chapters; return what the page is told in words."""
        described = list(self._taken(chapters, progress))
        return {
            "version": __version__,
            "rate": self._script.rate,
            "text": self._script.design.text,
            "title": self._script.design.title,
            "theme": self._options.theme,
            "ofSite": bool(self._options.home),
            "themes": [looks.theme_of(palette) for palette in PALETTES.values()],
            "steps": {"fine": FINE, "turn": TURN, "state": STATE, "margin": MARGIN},
            "air": looks.air(self._pack),
            "programs": looks.programs(self._described_looks),
            "looks": self._described_looks,
            "names": self._names,
            "waves": self._waves.described(self._pack),
            "chapters": described,
        }  # fmt: skip

    def add_ghost(self, head: dict[str, Any], ghost: OtherRun) -> None:
        """Add a run of another recording to the last run of a page, and a mark where the two part."""
        chapter = next((one for one in reversed(head["chapters"]) if one["number"]), None)
        if chapter is None:
            raise Refused(f"{self._script.name}: nothing runs in it, so there is no run to draw another one through")
        count = len(film_plan.runs(ghost.script))
        cut = self._options.cut._replace(run=min(chapter["number"], count))
        (planned,) = plan(ghost.script, self._options.fps, cut)
        chapter["ghost"] = {
            "name": ghost.name,
            **ghosts.take(ghost.script, planned, self._pack, self.tables, chapter, self._options.scenes),
        }
        tick = chapter["ghost"]["partsAt"] = ghost.parts_at(chapter["number"], planned)
        if tick is not None:
            chapter["happened"].append((tick, "parted", f"from here on {ghost.name} is another run", 0))

    def _taken(self, chapters: Sequence[PageChapter], progress: ShowProgress) -> Iterator[dict[str, Any]]:
        shots = [(chapter, shot) for chapter in chapters for shot in chapter.shots]
        player = FilmPlayer(self._script, self._history, self._complaint)
        moments = player.play([shot for _, shot in shots], self._watch, Confetti.life)
        take: RunTake | None = None
        chapter: PageChapter | None = None
        for number, ((its, shot), (session, _)) in enumerate(zip(shots, moments, strict=True)):
            if chapter is not None and its is not chapter and take is not None:
                yield self._run(chapter, take)
                take = None
            chapter = its
            self._names.update(names_of(session.design))
            camera = _camera(session.design)
            self._draw(session, camera)
            if its.number == 0:
                still = StillTake(self._canvas, camera.pixel).described(self._pack, self.tables)
                yield {"number": 0, "text": its.text, "tick": shot.tick, **still, **self._view(session.design, camera)}
            else:
                if take is None:
                    take = RunTake(self._canvas, camera.pixel)
                    if self._options.sound:
                        self._sound = SoundTake(session, self._options.scenes, camera.bounds)
                take.add(self._canvas, session)
                if self._sound is not None:
                    self._sound.hear(self._events, (shot.tick - its.shots[0].tick) / self._script.rate)
                self._design, self._last_camera = session.design, camera
            self._events = []
            progress(number + 1, len(shots))
        if chapter is not None and take is not None:
            yield self._run(chapter, take)

    def _run(self, chapter: PageChapter, take: RunTake) -> dict[str, Any]:
        ticks = np.array([shot.tick for shot in chapter.shots], np.float64)
        goals = [goal.brief for goal in self._design.goals]
        return {
            "number": chapter.number,
            "text": chapter.text,
            "begin": chapter.begin,
            "ticks": self._pack.array((ticks - ticks[0]).astype(np.uint32)),
            "tick": int(ticks[0]),
            "goalTexts": goals,
            "failTexts": [goal.text for goal in self._design.fails],
            "cues": None if self._sound is None else self._sound.described(self._pack, self._waves),
            "happened": self._happened(int(ticks[0]), int(ticks[-1])),
            **take.described(self._pack, self.tables),
            **self._view(self._design, self._last_camera),
        }

    def _happened(self, first: int, last: int) -> list[tuple[int, str, str, int]]:
        marks = [mark for mark in self._history.marks if first <= mark.tick <= last]
        return [(mark.tick, mark.what, mark.text, mark.part) for mark in marks[:_MOST_MARKS]]

    def _watch(self, session: Session, events: Sequence[Event]) -> None:
        self._events += events
        self._scene.watch(session, events)
        self._scene.show(session)

    def _draw(self, session: Session, camera: Camera) -> None:
        goals_met = tuple(goal.met for goal in session.goals)
        moment = SceneMoment(session.design, session.machine, session.tick, goals_met)
        self._scene.draw(moment, camera, lambda overlay: show_hands(overlay, session.machine))

    def _view(self, design: Design, camera: Camera) -> dict[str, Any]:
        """Return which look a chapter has, and the metres of a pixel in a picture of usual size."""
        world = design.world
        key = (world.width, world.height, world.gravity_x, world.gravity_y, design.scene, design.title)
        if key not in self._looks:
            self._looks[key] = len(self._looks)
            self._described_looks.append(looks.look_of(design, self._options.scenes, self._pack))
        return {"look": self._looks[key], "pixel": camera.pixel}


def _camera(design: Design) -> Camera:
    camera = Camera(*USUAL)
    camera.fit(Box(0.0, 0.0, design.world.width, design.world.height), MARGIN)
    return camera


# -- the file


def _filled(title: str, data: str, verifier: VerifierPart | None, home: str) -> str:
    """Put everything into the page. Its rule against foreign content names its own script and style by their hashes."""
    style, script = text_of("page.css"), script_of(SCRIPTS)
    scripts, more = f"'{hash_of(script)}'", ""
    if verifier is not None:
        scripts, more = f"{scripts} '{hash_of(verifier.script)}' {SCRIPT_SOURCES}", f"; {verifier.more_rules}"
    policy = (
        f"default-src 'none'; script-src {scripts}; style-src '{hash_of(style)}'; base-uri 'none'; "
        f"form-action 'none'{more}"
    )
    parts = {"KIND": "", "SCRIPT": script, "DATA": data}
    parts["HOME"] = f'<a id="home" href="{html.escape(home)}">Back</a>' if home else ""
    parts["VERIFIER"] = verifier.markup if verifier is not None else ""
    parts["BLOCKS"] = f"{verifier.blocks}<script>{verifier.script}</script>" if verifier is not None else ""
    return document("page.html", title, policy, style, parts)


if __name__ == "__main__":
    serve(carry_out, MakePage)
