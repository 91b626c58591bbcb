"""The whole window without a display: events in at one end, the session and the pixels out at the other.

Widgets are found by the names under which the interface registers them, world points through the camera.
"""

from __future__ import annotations

import ctypes
import gc
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from imgui_bundle import imgui
from msgspec.structs import replace
from pyglet import gl
from pyglet.window import key, mouse

from sandbox.authoring import figures
from sandbox.commands.commands import to_plain
from sandbox.design.design import Design, Goal, Inside, PartSpec
from sandbox.levels import levels
from sandbox.parts.kind import Kind, LinkKind
from sandbox.recording import reader
from sandbox.render.pictures.offscreen import Pixels, Target
from sandbox.render.pictures.thumbnails import Thumbnails
from sandbox.window.application import make
from sandbox.workspace.clock import NS
from sandbox.workspace.workspace import Workspace
from tests import kept_processes
from tests.contraptions import Builder

FRAME_NS = 16_000_000
SLOW_FRAME_NS = 48_000_000
STILL_FRAME_NS = 240_000_000  # while nothing runs; the interface counts no frame for longer
PATIENCE = 120.0  # s of a loaded machine
Spot = str | tuple[float, float]  # a widget's name, or a point of the world


class Driver:
    """A user at the window."""

    def __init__(self, window: Any, data: Path, target: Path | None = None, scale: float = 1.0) -> None:
        self.window = window
        self.time_ns = 0
        self.workspace = Workspace(data, lambda: self.time_ns)
        assert target is None or self.workspace.files.open(target)
        self.app = make(window, self.workspace, target, scale)
        self.held = 0
        self._size = window.get_size()
        self._quick = pytest.MonkeyPatch()
        self._ahead = _Ahead(self._quick)
        _fill_in_off_screen_pictures_alone(self._quick, self._ahead)
        _keep_thumbnails(self._quick)
        kept_processes.keep(self._quick)
        # A sheet of a part has all kinds measured once for a version of the code: a quarter of a minute for nobody.
        self._quick.setattr(figures.of_parts, "_measure", lambda: None)
        self.frames()

    def close(self) -> None:
        self.window._width, self.window._height = self._size
        self._quick.undo()
        gl.glDisable(gl.GL_RASTERIZER_DISCARD)
        self.window.remove_handlers(self.app.inputs)
        self.window.remove_handlers(self.app.inputs.mouse)
        self.app.host.close()
        self.workspace.close()
        gc.collect()  # what an application holds are circles, of 20 MB and more

    def resize(self, width: int, height: int) -> None:
        """Give the window another size. A headless one ignores `set_size`, and draws what fits in its buffer."""
        self.window._width, self.window._height = width, height
        self.frames(3)

    # -- time and pictures

    def frames(self, count: int = 2, each_ns: int = FRAME_NS, looked_at: bool = True) -> None:
        """Draw frames. Only the last one may be `looked_at`: of the others nothing is handed to OpenGL to draw."""
        for left in reversed(range(count)):
            self._ahead.on = left > 0 or not looked_at
            self.time_ns += each_ns
            self.window.dispatch_events()
            self.window.switch_to()
            self.workspace.gate.catch_up()
            self.app.frame(self.workspace.pacing.leftover)
            gl.glFlush()  # what a software driver is to draw would wait for a `flip`, and take some 60 MB
        self._ahead.on = False

    def seconds(self, seconds: float) -> None:
        """Let time pass, at fewer frames than one would like: what a frame costs does not depend on how long it is."""
        least = min(3, max(1, round(seconds * NS / FRAME_NS)))  # what was asked for is there after three
        longest_ns = SLOW_FRAME_NS if self.workspace.pacing.moving else STILL_FRAME_NS
        count = max(least, round(seconds * NS / longest_ns))
        self.frames(count, round(seconds * NS / count))

    def until(self, done: Callable[[], object]) -> None:
        """Draw frames until something is so that a process of its own brings about."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, "it has not come"
            self.seconds(0.02)
            time.sleep(0.05)

    def picture(self) -> npt.NDArray[np.uint8]:
        """What the window shows now: the last frame, drawn once more."""
        gl.glDisable(gl.GL_RASTERIZER_DISCARD)
        self.app.view.canvas.scenery.backdrop._key = None  # what a plain scene keeps of itself is empty so far
        self.app.frame(self.workspace.pacing.leftover)
        gl.glEnable(gl.GL_RASTERIZER_DISCARD)
        width, height = self.window.get_framebuffer_size()
        pixels = np.empty((height, width, 4), np.uint8)
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
        to = pixels.ctypes.data_as(ctypes.c_void_p)
        gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, to)
        return pixels[::-1, :, :3]

    # -- hands

    def at(self, spot: Spot) -> tuple[int, int]:
        """Window pixels, y up: the middle of what is seen of a widget."""
        if isinstance(spot, str):
            x0, y0, x1, y1 = self.app.ui.rects[spot]
            y1 = min(y1, self.window.height)
            return int((x0 + x1) / 2), int(self.window.height - (y0 + y1) / 2)
        x, y = self.app.view.camera.to_screen(*spot)
        return round(x), round(y)

    def point(self, spot: Spot, frames: int = 2) -> None:
        self._event("on_mouse_motion", *self.at(spot), 0, 0, frames=frames)

    def press(self, spot: Spot, button: int = mouse.LEFT, frames: int = 2) -> None:
        self.point(spot, 1)
        self._event("on_mouse_press", *self.at(spot), button, self.held, frames=frames)

    def drag(self, spot: Spot, button: int = mouse.LEFT, dx: int = 1, dy: int = 1) -> None:
        self._event("on_mouse_drag", *self.at(spot), dx, dy, button, self.held)

    def release(self, spot: Spot, button: int = mouse.LEFT) -> None:
        self._event("on_mouse_release", *self.at(spot), button, self.held)

    def click(self, *spots: Spot) -> None:
        for spot in spots:
            self.press(spot, frames=1)
            self.release(spot)

    def carry(self, *way: Spot) -> None:
        """Press at the first spot, drag over the others, let go at the last."""
        self.press(way[0])
        for spot in way[1:]:
            self.drag(spot)
        self.release(way[-1])

    def wheel(self, spot: Spot, notches: float) -> None:
        self._event("on_mouse_scroll", *self.at(spot), 0.0, notches)

    def scroll_to(self, widget: str) -> str:
        """Turn the wheel over the middle of the window until a widget of the chooser is in view; it is given back."""
        for _ in range(300):
            if self.app.ui.rects[widget][3] < self.window.height:
                break
            middle = self.window.width // 2, self.window.height // 2
            self._event("on_mouse_scroll", *middle, 0.0, -1.0, frames=1)
        self.frames(1)
        return widget

    def key(self, symbol: int, modifiers: int = 0) -> None:
        """As X11 tells it: a modifier key's own events carry the state from before them."""
        self.hold(modifiers)
        self._event("on_key_press", symbol, modifiers, frames=1)
        self._event("on_key_release", symbol, modifiers)
        self.hold(0)

    def hold(self, modifiers: int) -> None:
        """Which modifier keys are down from now on."""
        for bit, symbol in ((key.MOD_CTRL, key.LCTRL), (key.MOD_SHIFT, key.LSHIFT), (key.MOD_ALT, key.LALT)):
            if (self.held ^ modifiers) & bit:
                self._event("on_key_press" if modifiers & bit else "on_key_release", symbol, self.held, frames=1)
                self.held ^= bit

    def type(self, text: str) -> None:
        for character in text:
            self._event("on_text", character, frames=1)
        self.frames(1)

    def _event(self, name: str, *args: Any, frames: int = 2) -> None:
        """Let something happen. What it does shows in the second frame; what comes after it can come in the first."""
        self.window.dispatch_event(name, *args)
        self.frames(frames, looked_at=frames > 1)

    # -- eyes

    @property
    def design(self) -> Design:
        return self.workspace.document.design

    def part(self, id_: int) -> PartSpec:
        return self.design.part_by_id[id_]

    def shows(self, widget: str) -> bool:
        return widget in self.app.ui.rects

    @property
    def said(self) -> str:
        message = self.workspace.messages.latest
        return message.text if message is not None else ""

    @property
    def commands(self) -> list[str]:
        """The names of the commands recorded so far."""
        path = self.workspace.document.recording_path
        assert path is not None
        return [to_plain(command)[0] for _, command in reader.read(path).commands]


class _Ahead:
    """A switch: while it is on, frames are made but for the last step, in which OpenGL draws what it was given."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.on = False
        module = sys.modules["pyglet.gl"]  # its name in pyglet may stand for a proxy, which can't be set back
        for of, name in ((module, "glDrawArraysInstanced"), (imgui.backends, "opengl3_render_draw_data")):
            patch.setattr(of, name, self._unless_on(getattr(of, name)))

    def _unless_on(self, draw: Callable[..., None]) -> Callable[..., None]:
        def drawn(*args: Any) -> None:
            if not self.on:
                draw(*args)

        return drawn


def _fill_in_off_screen_pictures_alone(patch: pytest.MonkeyPatch, ahead: _Ahead) -> None:
    """Let the window's frames be drawn up to where pixels are filled in, which takes half of their time."""
    enter, leave = Target.__enter__, Target.__exit__
    before: list[tuple[bool, bool]] = []

    def filled_in(target: Target) -> Target:
        before.append((bool(gl.glIsEnabled(gl.GL_RASTERIZER_DISCARD)), ahead.on))
        gl.glDisable(gl.GL_RASTERIZER_DISCARD)
        ahead.on = False
        return enter(target)

    def as_before(target: Target, *error: Any) -> None:
        leave(target, *error)
        discards, ahead.on = before.pop()
        if discards:
            gl.glEnable(gl.GL_RASTERIZER_DISCARD)

    patch.setattr(Target, "__enter__", filled_in)
    patch.setattr(Target, "__exit__", as_before)
    gl.glEnable(gl.GL_RASTERIZER_DISCARD)


_THUMBNAILS: dict[tuple[str, int, bytes], Pixels] = {}


def _keep_thumbnails(patch: pytest.MonkeyPatch) -> None:
    """Let a process draw the picture of a kind once for all windows of one scale and theme."""
    draw = Thumbnails._draw

    def kept(thumbnails: Thumbnails, kind: Kind | LinkKind) -> Pixels:
        theme = np.array(thumbnails._canvas._frame.values[3:14]).tobytes()
        of = kind.name, thumbnails._cell, theme
        if of not in _THUMBNAILS:
            _THUMBNAILS[of] = draw(thumbnails, kind)
        return _THUMBNAILS[of]

    patch.setattr(Thumbnails, "_draw", kept)


Open = Callable[[Design], Driver]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def drive(gl_window: Any, data: Path, tmp_path: Path) -> Iterator[Callable[..., Driver]]:
    """Opens the window with a design, a file, or (with neither) the chooser."""
    drivers = []

    def open_(what: Design | Path | None = None) -> Driver:
        path = what if isinstance(what, Path) else None
        if isinstance(what, Design):
            path = tmp_path / "level.toml"
            levels.write(path, what)
        while drivers:
            drivers.pop().close()
        drivers.append(Driver(gl_window, data, path))
        return drivers[-1]

    yield open_
    for driver in drivers:
        driver.close()


@pytest.fixture(scope="module")
def shared(
    gl_window: Any, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Driver]:
    """One window for all tests of a module: to make one takes longer than most of them.

    It shows the design that the module's `SHARED` makes, or the shop.
    """
    folder = tmp_path_factory.mktemp("data")
    levels.write(folder / "level.toml", getattr(request.module, "SHARED", shop)())
    driver = Driver(gl_window, folder, folder / "level.toml")
    yield driver
    driver.close()


def shop() -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("crate", 1.0, 0.25)  # 2
    b.part("bowling_ball", 2.0, 1.0)  # 3
    b.part("button", 3.0, 0.136)  # 4
    b.part("conveyor", 3.0, 1.5)  # 5
    return b.design()


def puzzle() -> Design:
    goal = Goal("The ball lies on the floor", Inside(3, 0.0, 0.0, 4.0, 0.3))
    return replace(shop(), goals=(goal,), stock={"domino": 1})
