"""A moment of a run is drawn by one path: a frame of a film is the window's canvas at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox.commands.commands import Press, Start
from sandbox.commands.session import Session
from sandbox.design.design import Design, Goal, Inside
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.render.marks import goal_marks
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film_plan import Script, Shot
from sandbox.render.pictures.film_player import FilmPlayer
from tests.contraptions import Builder

DEMOLITION = Path(__file__).parents[2] / "replays" / "demolition.replay"
SIZE = 320, 180
FRAME = 4  # ticks

Pixels = np.ndarray[Any, np.dtype[np.uint8]]


@pytest.fixture(scope="module")
def exploded() -> int:
    """The tick on which the dynamite of the recording explodes."""
    script = film_plan.read(DEMOLITION)
    events: list[Any] = []
    end = film_plan.still(script)
    for _ in FilmPlayer(script).play([end], lambda _, new: events.extend(new), lead=1e3):
        pass
    (tick,) = [event.tick for event in events if event.what == "exploded"]
    return int(tick)


@pytest.fixture(autouse=True)
def no_rings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who plays looks for what a goal is about, so the rings around what is small are the window's alone."""
    monkeypatch.setattr(goal_marks, "ring_subjects", lambda *_: None)


@cache
def filmed(path: Path, tick: int, still: bool = False) -> Pixels:
    from sandbox.render.pictures.studio import Studio, StudioLook

    studio = Studio(*SIZE, look=StudioLook(still=still))
    pixels = studio.picture(film_plan.read(path), film_plan.moment_at(film_plan.read(path), tick)).copy()
    studio.close()
    return pixels


def on_canvas(path: Path, folder: Path, *ticks: int, still: bool = False) -> list[Pixels]:
    """The canvas of the window that watches a recording, on some ticks; it is drawn on every fourth up to them."""
    from sandbox.editing.editor import Editor
    from sandbox.render.pictures.film_camera import FilmCamera
    from sandbox.render.pictures.offscreen import Target
    from sandbox.window.shell.view import View
    from sandbox.workspace.workspace import Workspace

    workspace = Workspace(folder, lambda: 0)
    assert workspace.files.open(path)
    view, target = View(SIZE[0] / 1280 if SIZE[0] > 768 else 0.6), Target(*SIZE)
    view.camera = FilmCamera(*SIZE).look(workspace.document.session, 0.0)
    view.run_scene.still = still
    view.canvas.scenery.adapts = False  # a slow test machine would show it plainer
    editor, pictures = Editor(workspace, lambda note: None), []
    for tick in ticks:
        while workspace.document.session.tick < tick:
            workspace.gate.advance(min(FRAME, tick - workspace.document.session.tick))
            view.happened(workspace)
            seen = workspace.document.session.tick in (FRAME, tick)  # a backdrop that rests is drawn by the first frame
            with target, nullcontext() if seen else _without_pixels():
                view.draw(editor, workspace.pacing.leftover, workspace.pacing.rows_before)
        with target:
            pictures.append(target.read().copy())
    target.delete()
    workspace.close()
    return pictures


@contextmanager
def _without_pixels() -> Iterator[None]:
    """Let the graphics card fill no pixels of a frame that nobody looks at; what it leaves to the next one stays."""
    from pyglet import gl

    gl.glEnable(gl.GL_RASTERIZER_DISCARD)
    yield
    gl.glDisable(gl.GL_RASTERIZER_DISCARD)


def differing(one: Pixels, other: Pixels) -> int:
    return int((one != other).any(axis=2).sum())


def test_an_explosion_is_filmed_as_the_window_shows_it(gl_window: Any, exploded: int, tmp_path: Path) -> None:
    ticks = exploded + 2, exploded + 30
    canvas, film = on_canvas(DEMOLITION, tmp_path, *ticks), [filmed(DEMOLITION, tick) for tick in ticks]
    assert [differing(*pair) for pair in zip(film, canvas, strict=True)] == [0, 0]
    assert differing(film[0], canvas[1]) > 500, "another tick shows something else"


def test_the_flash_is_in_the_film_and_not_with_reduced_motion(gl_window: Any, exploded: int, tmp_path: Path) -> None:
    flash = filmed(DEMOLITION, exploded + 2).astype(int)
    calm = filmed(DEMOLITION, exploded + 2, still=True).astype(int)
    assert (flash - calm).max() > 60, "it is brighter"
    (canvas,) = on_canvas(DEMOLITION, tmp_path, exploded + 2, still=True)
    assert differing(calm, canvas) == 0


def recorded(path: Path, design: Design, press: int | None = None) -> Script:
    recorder = Recorder(path, design, 0, fingerprint.current())
    session = Session(design, 0, recorder)
    session.do(Start())
    session.advance(40)
    if press is not None:
        session.do(Press(press))
    session.advance(440)
    recorder.close(session, "quit")
    return film_plan.read(path)


def cut_rope() -> tuple[Design, int]:
    b = Builder()
    anchor, weight = b.part("anchor", 0.8, 0.8), b.part("weight", 0.8, 0.3)
    b.link("rope", anchor, "hook", weight, "ring")
    scissors = b.part("scissors", 0.65, 0.55)
    return b.design(1.6, 0.9), scissors


def solved() -> tuple[Design, None]:
    b = Builder()
    crate = b.part("crate", 0.8, 0.7)
    b.goals.append(Goal("It falls", Inside(crate, 0.0, 0.0, 1.6, 0.6)))
    return b.design(1.6, 0.9), None


@pytest.mark.parametrize("scene", [cut_rope, solved])
def test_what_began_before_a_picture_is_in_it(
    scene: Callable[[], tuple[Design, int | None]], gl_window: Any, tmp_path: Path
) -> None:
    path = tmp_path / "scene.replay"
    recorded(path, *scene())
    later = 160
    (canvas,) = on_canvas(path, tmp_path / "data", later)
    assert differing(filmed(path, later), canvas) == 0
    without = picture_of_nothing_before(path, later)
    assert differing(filmed(path, later), without) > 20, "the rope that falls, or the confetti"


def picture_of_nothing_before(path: Path, tick: int) -> Pixels:
    """The same moment for someone who has not seen what came before it."""
    from sandbox.render.pictures.film_camera import FilmCamera
    from sandbox.render.pictures.studio import Studio

    studio, player = Studio(*SIZE), FilmPlayer(film_plan.read(path))
    player.to(tick)
    studio._scene.watch(Session(player.session.design), ())
    studio._scene.show(player.session)
    pixels = studio._draw(player.session, 0.0, FilmCamera(*SIZE).look(player.session, 0.0)).copy()
    studio.close()
    return pixels


def test_trails_are_drawn_where_they_are_asked_for(gl_window: Any, tmp_path: Path) -> None:
    from sandbox.render.pictures.studio import Studio, StudioLook

    script = recorded(tmp_path / "scene.replay", *solved())
    pictures = []
    for trails in ((), (1,), (9,)):
        studio = Studio(*SIZE, look=StudioLook(trails=trails))
        pictures.append(studio.picture(script, Shot(60, 1)).copy())
        studio.close()
    none, falling, absent = pictures
    assert differing(none, falling) > 10
    assert differing(none, absent) == 0
