"""The film of a win: plays the way to the goal of a run that was won, in the scene, with sound and its own camera.

The run is the last one of the open document, or that of any recording.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sandbox.errors import BadFile, Refused
from sandbox.render.past_scene import PastScene
from sandbox.render.pictures import film_plan, soundtrack, title_card, watch_plan
from sandbox.render.pictures.film_plan import Script, TitleCard
from sandbox.render.pictures.soundtrack import Volumes
from sandbox.render.pictures.watch_plan import WatchPlan
from sandbox.sound.controls import SoundControls
from sandbox.sound.cue_sheet import CuePlayer
from sandbox.window.film.film_screen import FilmScreen
from sandbox.window.film.filming import Filming
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.widgets import Rect
from sandbox.workspace.clock import NS
from sandbox.workspace.past.history import Moment
from sandbox.workspace.past.runs import PastRun

FPS = 60


class Watching:
    """The film that is planned or played now, if any. Call `frame` before each frame."""

    def __init__(self, shell: Shell, filming: Filming, sound: SoundControls) -> None:
        self.shell, self.filming, self.sound = shell, filming, sound
        self._run: PastRun | None = None
        self._number = 0
        self._planner: threading.Thread | None = None
        self._plan: WatchPlan | None = None
        self._sound: CuePlayer | None = None
        self._why_not = ""
        self._began = 0  # ns
        self._camera = replace(shell.view.camera)
        # Of a run that is not the document's: drawn in place of the document's own moment.
        self.scene: PastScene | None = None
        self._after: Callable[[], object] | None = None

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        watch = Action("watch_it", "Film of the win", self.begin,
                       "The way to the goal as a film: the camera follows what has led to it", keys("Shift+W"),
                       Icon.FILM, lambda: self.shell.building() and self.possible,
                       why=lambda: "there is no win of this session yet to make a film of")  # fmt: skip
        return Feature(actions=(watch,), before_frame=self.frame, scene=lambda: self.scene)

    @property
    def possible(self) -> bool:
        """True if a run of this session was won and is kept from its first tick on."""
        document = self.shell.workspace.document
        return document.unrecorded is None and self._last_won() is not None

    def _last_won(self) -> PastRun | None:
        runs = self.shell.workspace.document.past.history.runs
        return next((run for run in reversed(runs) if run.won is not None), None)

    def begin(self) -> None:
        """Plan the film in a thread, and play it when it is planned."""
        workspace = self.shell.workspace
        run = self._last_won()
        if run is None or workspace.document.working:
            return
        workspace.gate.pause()
        self._run, self._number = run, workspace.document.past.history.runs.index(run) + 1
        with tempfile.TemporaryDirectory(prefix="sandbox-watch-") as folder:
            try:
                recorded = workspace.recording.copy(Path(folder) / "session.replay")
                if recorded is None:
                    raise Refused("this session is not recorded, so its run can't be watched")
                script = film_plan.read(recorded)._replace(name="the session")
            except (BadFile, Refused, OSError) as error:
                workspace.messages.say(str(error), "refused")
                return
        self._begin(script)

    def play(self, recording: Path, after: Callable[[], object]) -> None:
        """Plan and play the film of the last run of a recording, beside the open document; call `after` at its end."""
        try:
            script = film_plan.read(recording)
        except BadFile as error:
            self.shell.workspace.messages.say(str(error), "refused")
            after()
            return
        self._run, self._number = None, len(film_plan.runs(script))
        self._begin(script)
        self._after = after

    def _begin(self, script: Script) -> None:
        """Plan a film in a thread; the screen that shows it is there at once."""
        shell = self.shell
        camera = shell.view.camera
        self._camera, self._plan, self._sound, self._why_not = replace(camera), None, None, ""
        self.scene, self._after = None, None
        size = (camera.width, camera.height)
        self._planner = threading.Thread(target=self._make, args=(script, size), name="watch", daemon=True)
        self._planner.start()
        shell.dialog = FilmScreen(self)
        shell.stir()

    def _make(self, script: Script, size: tuple[int, int]) -> None:
        """Plan the film and its sound for a canvas of this size (px), in the thread."""
        try:
            plan = watch_plan.plan(script, FPS, self._number, size[0] / size[1])
            # The scene's own sound and music go on in the window, so the film has none.
            sheet = soundtrack.cue_sheet(plan.film, Volumes(ambience=0), size)
            self._plan, self._sound = plan, CuePlayer(sheet, self.sound.speaker)
        except (BadFile, Refused) as error:
            self._why_not = str(error)

    def frame(self) -> None:
        """Show the moment of the film that is due."""
        shell = self.shell
        screen = shell.dialog
        if not isinstance(screen, FilmScreen):
            return
        shell.stir()
        if self._planner is not None:
            if self._planner.is_alive():
                return
            self._planner.join()
            self._planner, self._began = None, shell.workspace.now()
            if self._plan is None:
                shell.workspace.messages.say(self._why_not or "this run can't be watched", "refused")
                screen.done = True
        if self._plan is not None:
            self._show(self._plan)

    def _show(self, plan: WatchPlan) -> None:
        shell, film = self.shell, plan.film
        shot, view = film.moments[self.index], film.views[self.index]
        run = self._run
        if run is not None:
            shell.workspace.travel.look_at(run.place + min(shot.tick, run.last) - run.start)
        else:
            other, tick = plan.run, min(shot.tick, plan.run.last)
            self.scene = PastScene(Moment(other.place + tick - other.start, tick, shot.commands, other.design, other))
        camera = shell.view.camera
        camera.x, camera.y, camera.zoom = view.x, view.y, camera.width / view.width
        if self._sound is not None:
            self._sound.go_on(self._passed / NS, self.sound.heard_volume)

    # -- what the screen shows and asks

    @property
    def can_save(self) -> bool:
        """True for a run of the document: a film is drawn from its own recording."""
        return self.planned and self._run is not None

    @property
    def index(self) -> int:
        """The frame of the film that is due; the last one stays."""
        if self._plan is None:
            return 0
        return max(0, min(len(self._plan.film.moments) - 1, self._passed * FPS // NS))

    @property
    def _passed(self) -> int:
        """The time since the film has begun (ns)."""
        return self.shell.workspace.now() - self._began

    @property
    def sound_on(self) -> bool:
        return self.sound.on

    @property
    def sound_state(self) -> str:
        """The state of the sound in a sentence for the user: the volume, that sound is off, or the reason why there is
        none."""
        return self.sound.state

    def toggle_sound(self) -> None:
        """Turn the sound of the program off or on."""
        self.sound.toggle()

    @property
    def progress(self) -> float:
        """The share of the film that has been shown, 0 to 1."""
        return self.index / max(1, len(self._plan.film.moments) - 1) if self._plan is not None and self.planned else 0.0

    @property
    def title_opacity(self) -> float:
        """Opacity of the title, 0 to 1."""
        card = self.card
        return (
            title_card.opacity(self.index, card.frames, FPS) if card is not None and self.index < card.frames else 0.0
        )

    @property
    def canvas(self) -> Rect:
        """The rectangle of the scene in the window (px, y down)."""
        camera, height = self.shell.view.camera, self.shell.window.get_framebuffer_size()[1]
        bottom = height - camera.bottom
        return camera.left, bottom - camera.height, camera.left + camera.width, bottom

    @property
    def planned(self) -> bool:
        return self._plan is not None and self._planner is None

    @property
    def card(self) -> TitleCard | None:
        """The title of the film."""
        return self._plan.film.card if self._plan is not None else None

    def again(self) -> None:
        """Play the film from its beginning."""
        self._began = self.shell.workspace.now()
        if self._sound is not None:
            self._sound.rewind()

    def save(self) -> None:
        """Leave, and ask where the film is to be written."""
        self.leave()
        self.filming.save_watched(self._number)

    def leave(self) -> None:
        """Go back to the present, seen as before."""
        shell = self.shell
        shell.workspace.document.past.leave()
        camera = shell.view.camera
        camera.x, camera.y, camera.zoom = self._camera.x, self._camera.y, self._camera.zoom
        self._plan = self.scene = None
        if self._sound is not None:
            self._sound.stop()
        after, self._after = self._after, None
        if after is not None:
            after()
