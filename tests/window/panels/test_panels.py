"""The whole window without a display: events in at one end, the session and the pixels out at the other.

Widgets are found by the names under which the interface registers them, world points through the camera.
"""

from __future__ import annotations

import ctypes
import gc
import math
import shutil
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from imgui_bundle import imgui
from msgspec.structs import replace
from PIL import Image
from pyglet import gl
from pyglet.window import key, mouse

from sandbox.commands.commands import Move, Place, to_plain
from sandbox.design.design import Beyond, Design, Goal, Hint, HintEnd, Inside, PartSpec, StockItem, new_design
from sandbox.editing import picking
from sandbox.editing.authoring import hints
from sandbox.editing.jumps import MOST_STEPS
from sandbox.editing.keys import chord
from sandbox.editing.snapping import Snaps
from sandbox.levels import levels, library
from sandbox.recording import reader
from sandbox.window import app as program
from sandbox.window.application import make
from sandbox.window.frame.status_line import advice
from sandbox.window.ui.action import Action, Actions
from sandbox.window.ui.file_dialog import FileDialog
from sandbox.window.ui.keymap import FILE
from sandbox.workspace.clock import FLAT_OUT, NS, SCHEMES, Smoothing
from sandbox.workspace.workspace import Workspace
from tests.contraptions import Builder, everything

GOLDEN = Path(__file__).parent / "golden"
FRAME_NS = 16_000_000
SLOW_FRAME_NS = 48_000_000
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
        self._shown = gl.GLint()
        gl.glGetIntegerv(gl.GL_DRAW_BUFFER, self._shown)
        gl.glDrawBuffer(gl.GL_NONE)  # everything is done but to fill in pixels, which takes most of a frame's time
        self.frames()

    def close(self) -> None:
        self.window._width, self.window._height = self._size
        gl.glDrawBuffer(self._shown.value)
        self.window.remove_handlers(self.app.inputs)
        self.app.host.close()
        self.workspace.close()
        gc.collect()  # what an application holds are circles, of 20 MB and more

    def resize(self, width: int, height: int) -> None:
        """Give the window another size. A headless one ignores `set_size`, and draws what fits in its buffer."""
        self.window._width, self.window._height = width, height
        self.frames(3)

    # -- time and pictures

    def frames(self, count: int = 2, each_ns: int = FRAME_NS) -> None:
        for _ in range(count):
            self.time_ns += each_ns
            self.window.dispatch_events()
            self.window.switch_to()
            self.workspace.gate.catch_up()
            self.app.frame(self.workspace.pacing.leftover)
            gl.glFlush()  # what a software driver is to draw would wait for a `flip`, and take some 60 MB

    def seconds(self, seconds: float) -> None:
        """Let time pass, at fewer frames than one would like: what a frame costs does not depend on how long it is."""
        least = min(3, max(1, round(seconds * NS / FRAME_NS)))  # what was asked for is there after three
        count = max(least, round(seconds * NS / SLOW_FRAME_NS))
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
        gl.glDrawBuffer(self._shown.value)
        self.app.frame(self.workspace.pacing.leftover)
        gl.glDrawBuffer(gl.GL_NONE)
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

    def point(self, spot: Spot) -> None:
        self._event("on_mouse_motion", *self.at(spot), 0, 0)

    def press(self, spot: Spot, button: int = mouse.LEFT) -> None:
        self.point(spot)
        self._event("on_mouse_press", *self.at(spot), button, self.held)

    def drag(self, spot: Spot, button: int = mouse.LEFT, dx: int = 1, dy: int = 1) -> None:
        self._event("on_mouse_drag", *self.at(spot), dx, dy, button, self.held)

    def release(self, spot: Spot, button: int = mouse.LEFT) -> None:
        self._event("on_mouse_release", *self.at(spot), button, self.held)

    def click(self, *spots: Spot) -> None:
        for spot in spots:
            self.press(spot)
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
        for _ in range(100):
            if self.app.ui.rects[widget][3] < self.window.height:
                break
            self._event("on_mouse_scroll", self.window.width // 2, self.window.height // 2, 0.0, -1.0)
        return widget

    def key(self, symbol: int, modifiers: int = 0) -> None:
        """As X11 tells it: a modifier key's own events carry the state from before them."""
        self.hold(modifiers)
        self._event("on_key_press", symbol, modifiers)
        self._event("on_key_release", symbol, modifiers)
        self.hold(0)

    def hold(self, modifiers: int) -> None:
        """Which modifier keys are down from now on."""
        for bit, symbol in ((key.MOD_CTRL, key.LCTRL), (key.MOD_SHIFT, key.LSHIFT), (key.MOD_ALT, key.LALT)):
            if (self.held ^ modifiers) & bit:
                self._event("on_key_press" if modifiers & bit else "on_key_release", symbol, self.held)
                self.held ^= bit

    def type(self, text: str) -> None:
        for character in text:
            self._event("on_text", character)

    def _event(self, name: str, *args: Any) -> None:
        self.window.dispatch_event(name, *args)
        self.frames()

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


def shop() -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("crate", 1.0, 0.25)  # 2
    b.part("bowling_ball", 2.0, 1.0)  # 3
    b.part("button", 3.0, 0.136)  # 4
    b.part("conveyor", 3.0, 1.5)  # 5
    return b.design()


# -- palette


def test_a_part_is_placed_by_dragging_it_in(drive: Open) -> None:
    driver = drive(shop())
    driver.carry("part.domino", "part.crate", (1.5, 1.5), (1.5, 0.9))
    placed = driver.design.parts[-1]
    assert (placed.kind, placed.x, placed.y) == ("domino", 1.5, 0.9)
    assert driver.commands == ["place"]


def test_a_part_is_placed_by_two_clicks(drive: Open) -> None:
    driver = drive(shop())
    driver.click("part.tennis_ball")
    driver.point((1.5, 1.9))
    assert driver.app.editor.armed == "tennis_ball"
    assert driver.commands == []
    driver.click((1.5, 1.9))
    assert driver.design.parts[-1].kind == "tennis_ball"
    driver.click((1.7, 1.9))
    assert driver.commands == ["place"]


def test_a_part_dragged_in_and_back_is_not_placed(drive: Open) -> None:
    driver = drive(shop())
    driver.carry("part.domino", (1.5, 0.9), "part.domino")
    assert driver.commands == []
    assert driver.app.editor.armed is None


def test_a_part_dropped_on_the_palette_is_deleted(drive: Open) -> None:
    driver = drive(shop())
    driver.carry((2.0, 1.0), (1.0, 1.0), "part.domino")
    assert driver.commands == ["delete"]


def test_search_leaves_what_fits(drive: Open) -> None:
    driver = drive(shop())
    driver.click("search")
    driver.type("soccer")
    assert driver.shows("part.soccer_ball")
    assert not driver.shows("part.crate")
    driver.key(key.SPACE)  # goes to the field, not to the machine
    assert not driver.workspace.document.session.running


def test_the_search_is_gone_to_by_key_and_gives_what_was_found(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.F, key.MOD_CTRL)
    driver.type("ball")
    driver.key(key.DOWN)
    assert [offer.name for offer in driver.app.panels.palette.found][:2] == ["bowling_ball", "tennis_ball"]
    driver.key(key.RETURN)
    assert driver.app.editor.armed == "tennis_ball"
    assert driver.app.features.keyboard.at is not None  # where it would go: the arrow keys move it
    driver.key(key.RETURN)
    assert driver.design.parts[-1].kind == "tennis_ball"


def test_favourites_come_first_and_are_remembered(drive: Open, data: Path) -> None:
    driver = drive(shop())
    spot = driver.at("part.wall")
    for name in ("on_mouse_motion", "on_mouse_press", "on_mouse_release"):
        driver._event(name, *spot, *((0, 0) if name == "on_mouse_motion" else (mouse.RIGHT, 0)))
    assert "now one of your favourites" in driver.said
    driver.click((1.0, 0.25))
    driver.key(key.B, key.MOD_CTRL)
    assert driver.app.preferences.favourites == ("wall", "crate")
    driver = drive(shop())
    driver.click("favourite.crate", (3.5, 2.0))
    assert driver.design.parts[-1].kind == "crate"
    driver.key(key.B, key.MOD_CTRL)
    assert not driver.shows("favourite.crate") and driver.shows("favourite.wall")


def test_what_the_palette_keeps_is_drawn_anew_for_another_document_or_theme(drive: Open) -> None:
    driver = drive(shop())
    assert driver.shows("part.crate")
    driver.app.features.appearance.next_theme()
    driver.frames()
    kept = driver.app.panels.palette._pictures
    assert kept and kept == {name: driver.app.pictures.kind(name) for name in kept}, "the old pictures are gone"
    levels.write(driver.workspace.data / "bare.toml", replace(shop(), stock={"domino": 2}))
    assert driver.workspace.files.open(driver.workspace.data / "bare.toml")
    driver.frames(3)
    assert driver.shows("part.domino") and not driver.shows("part.crate")


def test_a_puzzle_offers_its_stock_only_and_says_when_it_is_used_up(drive: Open) -> None:
    driver = drive(replace(shop(), stock={"domino": 1}))
    assert driver.shows("part.domino")
    assert not driver.shows("part.crate")
    driver.click("part.domino", (1.5, 1.0), "part.domino")
    assert driver.said == "No domino is left in the stock of this level."
    assert driver.commands == ["place"]


def test_the_palette_shows_each_item_of_the_stock(drive: Open) -> None:
    bars = {f"{n}-bar": StockItem("bar", n, f"Bar {n}", {"width": 0.5 * n}) for n in (1, 2)}
    driver = drive(replace(shop(), stock=bars))
    assert driver.shows("part.1-bar") and driver.shows("part.2-bar") and not driver.shows("part.bar")
    driver.click("part.2-bar", (1.5, 1.0))
    placed = driver.workspace.document.session.design.parts[-1]
    assert (placed.item, placed.props) == ("2-bar", {}) or placed.props == {"width": 1.0}


# -- toolbar, menus, keys


def gaps(actions: Actions) -> list[str]:
    """What is missing of the table: keys, tooltips, places in menus; what menus name and is not there."""
    in_menus = [name for names in actions.menus.values() for name in names if name is not None]
    return [
        *(f"{action.name}: no key" for action in actions if not action.keys),
        *(f"{action.name}: no tooltip" for action in actions if not action.tip.strip()),
        *(f"{action.name}: {in_menus.count(action.name)} menus" for action in actions
          if in_menus.count(action.name) != 1),
        *(f"{name}: no action" for name in in_menus if name not in actions.by_name),
    ]  # fmt: skip


def test_every_action_has_a_key_a_tooltip_and_a_place_in_a_menu(drive: Open) -> None:
    assert gaps(drive(shop()).app.actions) == []


@pytest.mark.parametrize("widget", ["zoom_in", "world.height"])
def test_a_button_or_number_that_was_used_shows_no_tooltip_until_the_pointer_comes_back(
    drive: Open, monkeypatch: pytest.MonkeyPatch, widget: str
) -> None:
    """A hint appears where the tooltip of its button would lie, and the next number under that of one."""
    driver, texts = drive(shop()), list[str]()
    begin = imgui.begin_tooltip
    monkeypatch.setattr(imgui, "begin_tooltip", lambda: texts.append("open") or begin())

    def opens() -> bool:
        texts.clear()
        driver.seconds(1.5)
        return bool(texts)

    driver.point(widget)
    assert opens()
    driver.click(widget)
    if widget == "world.height":
        driver.type("2.6")
        driver.key(key.RETURN)
    assert not opens()
    driver.point((1.0, 1.0))
    driver.frames()
    driver.point(widget)
    assert opens()


@pytest.mark.parametrize("pressed", [(key.M, 0), (key._2, key.MOD_CTRL), (key._1, key.MOD_ALT)])
def test_a_key_for_testers_does_nothing_for_a_player_but_say_so(drive: Open, pressed: tuple[int, int]) -> None:
    driver = drive(shop())
    pacing = driver.workspace.pacing
    before = (pacing.scheme, pacing.smoothing)
    driver.key(*pressed)
    assert (pacing.scheme, pacing.smoothing) == before
    assert "is for testers" in driver.said
    driver.click("toast.tester_view")
    assert driver.workspace.settings.now.tester
    driver.key(*pressed)
    assert (pacing.scheme, pacing.smoothing) != before


def test_a_key_that_the_user_has_given_to_a_tester_s_action_acts_without_the_tester_s_view(drive: Open) -> None:
    """It isn't pressed by mistake; the other actions of testers keep their keys, which do nothing."""
    first = drive(shop())
    other = next(scheme for scheme in SCHEMES if scheme is not first.workspace.pacing.scheme)
    folder = first.workspace.settings.path.parent
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_text(f'loop_{other.name} = ["Ctrl+F9"]\n')
    driver = drive(shop())
    pacing = driver.workspace.pacing
    assert pacing.scheme is not other and not driver.workspace.settings.now.tester
    driver.key(key.F9, key.MOD_CTRL)
    assert pacing.scheme is other and "is for testers" not in driver.said
    before = pacing.smoothing
    driver.key(key.M)
    assert pacing.smoothing is before and "is for testers" in driver.said


def test_an_action_without_key_tooltip_or_menu_would_be_noticed() -> None:
    rows = (
        Action("good", "Good", lambda: None, "Does good", (chord("F3"),)),
        Action("keyless", "Keyless", lambda: None, "Has no key"),
        Action("mute", "Mute", lambda: None, " ", (chord("F4"),)),
        Action("stray", "Stray", lambda: None, "Is in no menu", (chord("F5"),)),
    )
    menus = {"File": ("good", None, "keyless", "mute", "gone")}
    expected = ["keyless: no key", "mute: no tooltip", "stray: 0 menus", "gone: no action"]
    assert gaps(Actions(rows, menus)) == expected


def test_loops_and_smoothings_are_chosen_in_menus_and_by_key_while_a_machine_runs(drive: Open) -> None:
    driver = drive(shop())
    workspace = driver.workspace
    driver.key(key.SPACE)
    driver.click("menu.Advanced", "menu.smooth_interpolate")
    assert workspace.pacing.smoothing is Smoothing.INTERPOLATE
    assert workspace.pacing.moving and workspace.pacing.rows_before is not None
    driver.key(key.F12)
    driver.key(key.M)
    assert workspace.pacing.smoothing is Smoothing.EXTRAPOLATE and workspace.pacing.rows_before is None
    assert driver.said == "Between two ticks: extrapolate"
    driver.key(key._1, key.MOD_CTRL)
    assert (workspace.pacing.smoothing, driver.said) == (Smoothing.NONE, "Between two ticks: no smoothing")
    driver.key(key._7, key.MOD_ALT)
    assert (workspace.pacing.scheme.name, workspace.pacing.smoothing) == ("client", Smoothing.INTERPOLATE)
    assert driver.said.startswith("Main loop: ")
    driver.click("menu.Advanced", "menu.loop_variable")
    assert workspace.pacing.scheme.name == "client"
    assert "stop the machine first" in driver.said.lower()
    for _ in range(5):
        driver.key(key.BRACKETRIGHT)
    assert workspace.pacing.speed is FLAT_OUT
    driver.frames()
    assert workspace.pacing.clock.speed is FLAT_OUT
    driver.key(key.BRACKETLEFT)
    assert workspace.pacing.speed == 16


def test_time_that_is_lost_is_shown_to_testers(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.F12)
    driver.key(key.SPACE)
    driver.seconds(0.1)
    assert "lost" not in driver.app.panels.status._figures()
    driver.time_ns += 3 * NS
    driver.frames()
    assert "2.8 s lost" in driver.app.panels.status._figures()


def test_a_menu_carries_out_what_it_names(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25), "menu.Edit", "menu.duplicate")
    assert driver.commands == ["paste"]
    driver.click("menu.Edit")
    assert driver.shows("menu.undo")
    driver.key(key.ESCAPE)
    assert not driver.shows("menu.undo")
    assert driver.app.editor.selection.ids  # the key closed the menu and did nothing else


def test_a_click_that_closes_a_menu_does_nothing_on_the_canvas(drive: Open) -> None:
    driver = drive(shop())
    driver.click("menu.Edit", (1.0, 0.25))
    assert driver.app.editor.selection.ids == ()
    driver.click((1.0, 0.25))
    assert driver.app.editor.selection.ids == (2,)


def test_buttons_and_keys_do_the_same(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25), "turn_left")
    driver.key(key.E)
    driver.key(key.Q, key.MOD_SHIFT)
    driver.click("undo")
    driver.key(key.Z, key.MOD_CTRL)
    driver.click("redo")
    assert driver.commands == ["move", "move", "move", "undo", "undo", "redo"]
    driver.key(key.D, key.MOD_CTRL)
    driver.key(key.DELETE)
    driver.click("snap")
    assert not driver.app.editor.snap
    driver.key(key.G)
    assert not driver.app.features.view.grid
    assert driver.commands[6:] == ["paste", "delete"]


def test_a_key_turns_by_a_quarter_of_a_turn(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    angle = driver.part(2).angle
    driver.key(key.Q, key.MOD_ALT)
    assert driver.part(2).angle == pytest.approx(angle + math.pi / 2)
    driver.key(key.E, key.MOD_ALT)
    assert driver.part(2).angle == pytest.approx(angle)
    assert driver.commands == ["move", "move"]


def test_steps_are_listed_and_jumped_to(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    for symbol in (key.LEFT, key.Q, key.UP):
        driver.key(symbol)
    driver.key(key.H, key.MOD_CTRL)
    driver.click("step.1")
    assert driver.commands == ["move", "move", "move", "undo", "undo"]
    assert (driver.part(2).x, driver.part(2).angle) == (0.999, 0.0)
    driver.click("step.3")
    assert (driver.part(2).y, driver.commands[-2:]) == (0.251, ["redo", "redo"])
    driver.click("step.0")
    driver.click("steps.close")
    assert not driver.workspace.document.dirty and not driver.shows("step.0")


def test_a_jump_goes_over_any_number_of_steps_in_slices(drive: Open) -> None:
    driver = drive(shop())
    workspace, editor = driver.workspace, driver.app.editor
    first = workspace.document.design
    for number in range(3 * MOST_STEPS):
        if number % MOST_STEPS == 0:
            workspace.gate.advance(1)
        assert workspace.gate.do(Move(2, 1.0 + 1e-3 * (number + 1), 0.25, 0.0, False))
    workspace.gate.advance(1)
    editor.jump(-3 * MOST_STEPS)
    assert editor.jumps.under_way, "a tick holds no more than 256 commands"
    driver.frames(6)
    assert not editor.jumps.under_way
    assert workspace.document.design is first
    workspace.gate.advance(1)
    editor.jump(3 * MOST_STEPS)
    driver.frames(1)
    driver.key(key.ESCAPE)
    assert not editor.jumps.under_way, "Esc leaves it where it has come to"
    assert len(workspace.document.session.past) in (MOST_STEPS, 2 * MOST_STEPS)
    workspace.gate.advance(1)
    editor.jump(MOST_STEPS + 1)
    workspace.gate.do(Move(2, 0.5, 0.25, 0.0, False))
    here = workspace.document.design
    driver.frames(3)
    assert workspace.document.design is here, "who does something else meanwhile has ended it"
    assert not editor.jumps.under_way


def test_what_snaps_is_chosen_in_the_menu_and_remembered(drive: Open) -> None:
    driver = drive(shop())
    driver.click("menu.View", "menu.snap_grid")
    driver.key(key.A, key.MOD_SHIFT)
    assert driver.app.editor.snap == Snaps(grid=False, angles=False)
    assert driver.said == "Snapping to edges"
    driver.key(key.S)
    driver.key(key.S)
    assert driver.app.editor.snap == Snaps(grid=False, angles=False)  # as it was before
    driver = drive(shop())
    assert driver.app.editor.snap == Snaps(grid=False, angles=False)
    assert driver.workspace.settings.now.snap == ("edges",)


def test_a_group_is_aligned_from_the_menu(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    driver.hold(key.MOD_SHIFT)
    driver.click((2.0, 1.0))
    driver.hold(0)
    driver.click("menu.Arrange", "menu.align_bottom")
    assert driver.part(3).y == pytest.approx(0.1 + 0.109)
    driver.key(key.LEFT, key.MOD_CTRL)
    assert driver.part(3).x == pytest.approx(0.85 + 0.109)
    assert driver.commands == ["move", "move"]


def test_copy_cut_and_paste(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    driver.key(key.C, key.MOD_CTRL)
    driver.point((1.0, 1.25))
    driver.key(key.V, key.MOD_CTRL)
    assert (driver.design.parts[-1].kind, driver.design.parts[-1].y) == ("crate", 1.25)
    driver.key(key.X, key.MOD_CTRL)
    assert driver.commands == ["paste", "delete"]


def test_arrow_keys_move_and_a_held_key_is_one_step(drive: Open) -> None:
    driver = drive(shop())
    driver.click((2.0, 1.0))
    driver.key(key.RIGHT)
    driver.key(key.UP, key.MOD_SHIFT)
    assert (driver.part(3).x, driver.part(3).y) == (2.001, 1.01)
    driver.window.dispatch_event("on_key_press", key.LEFT, 0)
    for _ in range(11):  # the first comes with the press, the others repeat it
        driver.window.dispatch_event("on_text_motion", key.MOTION_LEFT)
    driver.window.dispatch_event("on_key_release", key.LEFT, 0)
    driver.frames()
    assert driver.part(3).x == 1.99
    assert driver.commands == ["move"] * 3


def test_tab_walks_and_escape_lets_go(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.TAB)
    driver.key(key.TAB)
    assert driver.app.editor.selection.ids == (2,)
    driver.key(key.TAB, key.MOD_SHIFT)
    assert driver.app.editor.selection.ids == (1,)
    driver.key(key.ESCAPE)
    assert driver.app.editor.selection.ids == ()


def test_the_sheet_of_keys_lists_them_and_closes(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.F1)
    assert driver.shows("sheet.close")
    driver.key(key.SPACE)
    assert not driver.workspace.document.session.running  # nothing under a sheet can be used
    driver.click("sheet.close")
    assert driver.app.dialog is None
    driver.click((1.0, 0.25))
    driver.key(key.F2)
    assert driver.shows("sheet.close")
    driver.key(key.ESCAPE)
    assert driver.app.editor.selection.ids == (2,)
    driver.key(key.F1, key.MOD_SHIFT)
    assert driver.app.dialog is not None and driver.app.dialog.name == "about"


# -- the canvas


def test_a_part_is_moved_turned_and_resized_by_its_handles(drive: Open) -> None:
    driver = drive(shop())
    driver.carry((1.0, 0.25), (1.2, 0.5), (1.5, 0.8))
    assert (driver.part(2).x, driver.part(2).y) == (1.5, 0.8)
    handles = {h.target: (h.x, h.y) for h in driver.app.editor.handles(driver.app.view.stand_off)}
    turn = next(at for target, at in handles.items() if target.what == "turn")
    driver.carry(turn, (1.7, 1.0), (1.9, 0.8))
    assert driver.part(2).angle == pytest.approx(-np.pi / 2)
    size = next((h.x, h.y) for h in driver.app.editor.handles(driver.app.view.stand_off) if h.target.name == "width")
    driver.carry(size, (size[0], size[1] - 0.1), (size[0], size[1] - 0.2))
    assert driver.part(2).props["width"] == 0.5
    assert driver.commands == ["move", "move", "resize"]


def test_a_locked_part_has_a_sign_where_it_matters(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    level = shop()
    driver = drive(replace(level, parts=tuple(replace(spec, locked=spec.id in (1, 2)) for spec in level.parts)))
    overlay, signs = driver.app.view.canvas.overlay, []
    monkeypatch.setattr(overlay, "lock", lambda x, y: signs.append((round(x, 3), round(y, 3))))

    def seen() -> list[tuple[float, float]]:
        signs.clear()
        driver.frames(1)
        return [*signs]

    driver.point((1.5, 1.5))
    assert seen() == []
    driver.point((1.0, 0.25))
    assert seen() == [(0.85, 0.4)]
    assert "is locked" in advice(driver.app, driver.app.features.keyboard) and "Ctrl+K" in advice(
        driver.app, driver.app.features.keyboard
    )
    driver.point((2.0, 1.0))
    assert seen() == [], "it is not locked"
    driver.click((2.0, 0.05))
    driver.point((1.5, 1.5))
    ((x, y),) = seen()
    assert 0.0 <= x < 0.05 and y == 0.1, "at the floor's upper left corner, and whole"
    driver.wheel((3.0, 0.05), 12.0)
    inside = driver.app.view.camera.bounds
    ((x, y),) = seen()
    assert inside.x0 < x < inside.x1 and inside.y0 < y < inside.y1, "though the floor begins outside"
    driver.key(key.HOME)
    driver.key(key.ESCAPE)
    driver.key(key.F5)
    assert len(seen()) == 2, "an author sees all of them"
    driver.key(key.SPACE)
    assert seen() == [], "in a running machine nothing is locked"


def test_the_wheel_zooms_about_the_pointer_and_turns_what_is_dragged(drive: Open) -> None:
    driver = drive(shop())
    camera = driver.app.view.camera
    zoom, x, y = camera.zoom, *driver.at((1.0, 0.25))
    driver.wheel((1.0, 0.25), 2)
    assert camera.zoom > 1.3 * zoom
    assert camera.to_screen(1.0, 0.25) == pytest.approx((x, y), abs=1.0)
    driver.key(key._0)
    assert camera.zoom == pytest.approx(zoom)
    driver.press((1.0, 0.25))
    driver.drag((1.0, 1.25))
    driver.wheel((1.0, 1.25), 1)
    driver.release((1.0, 1.25))
    assert driver.part(2).angle == pytest.approx(np.radians(15))
    assert driver.commands == ["move"]
    assert camera.zoom == pytest.approx(zoom)


def test_the_right_button_moves_the_view_also_in_the_middle_of_a_drag(drive: Open) -> None:
    driver = drive(shop())
    x = driver.app.view.camera.x
    driver.press((1.0, 0.25))
    driver.drag((1.1, 0.6))
    driver.press((1.1, 0.6), mouse.RIGHT)
    driver.drag((1.1, 0.6), mouse.LEFT | mouse.RIGHT, dx=80, dy=0)
    driver.release((1.1, 0.6), mouse.RIGHT)
    assert driver.app.view.camera.x < x
    driver.drag((1.5, 0.9))
    driver.release((1.5, 0.9))
    assert (driver.part(2).x, driver.part(2).y) == (1.5, 0.9)


def test_ports_are_joined_and_a_link_is_cut_from_the_inspector(drive: Open) -> None:
    driver = drive(shop())
    driver.click((3.0, 0.13))
    tap = picking.taps(driver.part(4), driver.app.view.stand_off * 0.55)[0]
    end = next(iter(picking.sockets(driver.part(5))))
    driver.carry((tap.x, tap.y), (3.0, 0.8), (end.x, end.y))
    (link,) = driver.design.links
    assert link.kind == "wire"
    driver.click((3.0, 0.13), f"cut.{link.id}")
    assert driver.commands == ["together", "disconnect"], "the conveyor rests until the wire is on"


# -- the inspector


def test_a_dragged_number_is_previewed_and_set_once(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.5, 0.05))
    x0, y0, x1, y1 = driver.app.ui.rects["prop.height"]
    middle = int(driver.window.height - (y0 + y1) / 2)
    events = (("on_mouse_motion", x0 + 20, 0, 0), ("on_mouse_press", x0 + 20, mouse.LEFT, 0))
    for name, x, *rest in events:
        driver._event(name, int(x), middle, *rest)
    for x in np.linspace(x0 + 20, x1 - 20, 6):
        driver._event("on_mouse_drag", int(x), middle, 5, 0, mouse.LEFT, 0)
    assert driver.part(1).props.get("height") is None  # so far it is only shown
    assert driver.app.editor.preview.parts[0].props["height"] > 0.5
    driver._event("on_mouse_release", int(x1 - 20), middle, mouse.LEFT, 0)
    assert driver.part(1).props["height"] > 0.5
    driver.click("reset.height")
    assert "height" not in driver.part(1).props
    assert driver.commands == ["configure", "configure"]


def test_position_and_angle_can_be_typed(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    for field, text in (("x", "1.234"), ("angle", "30")):
        driver.click(f"value.{field}")
        driver.key(key.A, key.MOD_CTRL)
        driver.type(text)
        driver.key(key.RETURN)
    assert driver.part(2).x == 1.234
    assert driver.part(2).angle == pytest.approx(np.radians(30))
    assert driver.commands == ["move", "move"]


def test_a_number_being_typed_is_kept_when_one_clicks_elsewhere(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25), "value.y")
    driver.key(key.A, key.MOD_CTRL)
    driver.type("0.9")
    driver.click((2.0, 1.0))
    assert driver.part(2).y == 0.9
    assert driver.app.editor.selection.ids == (3,)


def test_a_number_is_typed_with_a_unit_and_what_is_none_is_refused(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    for widget, text in (("value.x", "1234 mm"), ("value.angle", "0,5 turns")):
        driver.click(widget)
        driver.type(text)
        driver.key(key.RETURN)
    assert driver.part(2).x == 1.234
    assert driver.part(2).angle == pytest.approx(np.pi)
    driver.click("prop.width")
    driver.type("25cm")
    driver.key(key.RETURN)
    assert driver.part(2).props == {"width": 0.25}
    commands = driver.commands
    driver.click("value.y")
    driver.type("12 kg")
    driver.key(key.RETURN)
    assert driver.said.startswith("'12 kg' is no number that fits here; type for example 1.5 m, 15 mm or")
    driver.click("value.y")
    driver.type("0.9")
    driver.key(key.ESCAPE)
    assert driver.commands == commands and driver.part(2).y == 0.25


def test_several_parts_are_set_at_once_and_reset(drive: Open) -> None:
    b = Builder()
    one, two = b.part("crate", 1.0, 0.5), b.part("crate", 3.0, 0.7, height=0.5)
    driver = drive(b.design())
    driver.key(key.A, key.MOD_CTRL)
    driver.click("prop.height")
    driver.type("40 cm")
    driver.key(key.RETURN)
    assert [driver.part(id_).props["height"] for id_ in (one, two)] == [0.4, 0.4]
    assert driver.commands == ["together"]
    driver.click("reset.height")
    assert "height" not in driver.part(one).props and "height" not in driver.part(two).props
    driver.click("group.align_bottom")
    assert picking.box_of(driver.part(one)).y0 == pytest.approx(picking.box_of(driver.part(two)).y0)
    driver.click((1.0, 2.0), (1.0, picking.box_of(driver.part(one)).y0 + 0.01), "inspector.help")
    assert driver.app.dialog is not None and driver.app.dialog.name == "part"


def test_a_choice_a_switch_and_the_world_are_set(drive: Open) -> None:
    driver = drive(shop())
    driver.click((3.0, 1.5), "prop.running")
    driver.click((3.0, 0.13), "prop.mode")
    x0, y0, x1, y1 = driver.app.ui.rects["prop.mode"]  # its list hangs below it, the second entry one line down
    line = (y1 - y0) * 0.9
    spot = (int((x0 + x1) / 2), int(driver.window.height - y1 - 1.7 * line))
    driver._event("on_mouse_motion", *spot, 0, 0)
    driver._event("on_mouse_press", *spot, mouse.LEFT, 0)
    driver._event("on_mouse_release", *spot, mouse.LEFT, 0)
    assert driver.part(4).props == {"mode": "hold"}
    driver.click((0.5, 2.0), "world.air")
    driver.type("0.4")
    driver.key(key.RETURN)
    assert driver.design.world.air == 0.4
    assert driver.commands == ["configure", "configure", "set_world"]


def test_a_note_is_written_in_the_inspector_and_drawn_shapes_are_drawn_anew(drive: Open) -> None:
    driver = drive(Design(parts=(PartSpec(1, "note", 1.0, 1.0), PartSpec(2, "polygon", 2.0, 1.0)), next_id=3))
    driver.click((1.0, 1.0), "prop.text")
    driver.type("Mind the gap")
    driver.click((3.0, 1.8))
    assert driver.part(1).props["text"] == "Mind the gap"
    driver.click((2.0, 1.0), "prop.outline", (2.5, 1.0), (3.0, 1.0), (2.5, 2.0))
    driver.key(key.ENTER)
    assert driver.part(2).props["outline"] == (((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5)),)
    assert driver.commands == ["configure", "together"]


def test_a_short_text_has_a_field_of_one_line(drive: Open) -> None:
    driver = drive(Design(parts=(PartSpec(1, "dynamite", 1.0, 1.0), PartSpec(2, "note", 2.0, 1.0)), next_id=3))
    driver.click((1.0, 1.0))
    low, high = driver.app.ui.rects["prop.number"][1::2]
    driver.click("prop.number")
    driver.type("7")
    driver.click((2.0, 1.0))
    assert driver.part(1).props == {"number": "7"}
    top, bottom = driver.app.ui.rects["prop.text"][1::2]
    assert bottom - top > 3 * (high - low)


def test_properties_are_locked_in_a_puzzle_and_while_it_runs(drive: Open) -> None:
    driver = drive(replace(shop(), stock={}))
    driver.click((1.5, 0.05), "prop.height")
    assert driver.commands == []
    driver.workspace.files.open(library.bundled_dir() / "workshop.toml")
    driver.frames()
    driver.click((1.5, 0.05), "run", "prop.height")
    assert driver.commands == ["start"]


# -- running


def test_run_pause_step_and_stop(drive: Open) -> None:
    driver = drive(shop())
    driver.click("run")
    driver.seconds(0.2)
    session = driver.workspace.document.session
    driver.key(key.SPACE)
    tick = session.tick
    driver.seconds(0.2)
    assert session.tick == tick
    driver.key(key.PERIOD)
    driver.click("step")
    assert session.tick == tick + 2
    driver.click("stop")
    assert not session.running
    assert driver.commands == ["start", "stop"]
    driver.key(key.SPACE)
    driver.key(key.ESCAPE)
    assert not session.running


def test_overlaps_are_marked_refuse_the_start_and_are_gone_to(drive: Open) -> None:
    driver = drive(shop())
    driver.press((1.0, 0.25))
    driver.drag((1.0, 0.15))
    driver.drag((1.0, 0.16))
    assert [(one.a, one.b) for one in driver.app.features.view.overlaps] == [(1, 2)]  # at once, before it is put down
    driver.release((1.0, 0.16))
    driver.key(key.SPACE)
    driver.key(key.PERIOD)
    assert not driver.workspace.document.session.running and "start" not in driver.commands
    assert driver.said == "Floor 1 and crate 2 overlap by 100 mm and would be torn apart. Move one of them away."
    driver.click("toast.show_overlap")
    assert driver.app.editor.selection.ids == (1, 2)
    camera = driver.app.view.camera
    assert abs(camera.x - 1.0) < 0.2 and abs(camera.y - 0.1) < 0.2
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.app.features.view.overlaps == ()
    driver.key(key.SPACE)
    assert driver.workspace.document.session.running


def test_speed_is_changed_in_steps(drive: Open) -> None:
    driver = drive(shop())
    driver.click("slower", "run")
    session = driver.workspace.document.session
    start = session.tick
    driver.seconds(1.0)
    assert session.tick - start == pytest.approx(120, abs=5)
    driver.key(key.BRACKETRIGHT)
    driver.click("faster")
    assert driver.workspace.pacing.speed == 2


def test_a_button_is_pressed_and_a_ball_pulled(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    driver.click((3.0, 0.14))
    driver.key(key.B)  # what the pointer is on
    machine = driver.workspace.document.session.machine
    assert machine is not None
    driver.press(machine.motion(3)[:2])
    assert driver.app.editor.hand.part == 3
    for x in np.linspace(2.0, 1.0, 8):
        driver.drag((x, 1.8))
    assert machine.motion(3)[1] > 1.0
    driver.release((1.0, 1.8))
    assert driver.app.editor.hand.part is None
    *start, grab = driver.commands[:4]
    assert (start, grab) == (["start", "press", "press"], "grab")
    assert set(driver.commands[4:-1]) == {"drag"}
    assert driver.commands[-1] == "release"


def test_losing_the_keyboard_lets_go_of_what_is_held(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    machine = driver.workspace.document.session.machine
    assert machine is not None
    driver.press(machine.motion(3)[:2])
    driver._event("on_deactivate")
    assert driver.commands[-1] == "release"


def test_editing_while_it_runs_offers_a_stop_button(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    driver.click("part.soccer_ball")
    assert driver.said == "The machine is running; stop it to edit."
    driver.click("toast.stop")
    assert not driver.workspace.document.session.running
    assert not driver.shows("toast.stop")
    driver.key(key.SPACE)
    driver.click((1.0, 0.25))
    driver.key(key.DELETE)
    assert driver.shows("toast.stop")
    assert driver.commands == ["start", "stop", "start", "grab", "release"]


# -- outcomes


def puzzle() -> Design:
    goal = Goal("The ball lies on the floor", Inside(3, 0.0, 0.0, 4.0, 0.3))
    return replace(shop(), goals=(goal,), stock={"domino": 1})


def test_a_solved_level_shows_a_card_that_can_be_closed(drive: Open) -> None:
    driver = drive(puzzle())
    driver.key(key.SPACE)
    assert not driver.shows("card.close")
    driver.seconds(2.0)
    assert driver.workspace.document.session.outcome == "won"
    assert driver.shows("card.again")
    assert not driver.shows("card.next")  # a level of one's own has no successor
    driver.click("card.close")
    assert not driver.shows("card.again")
    assert driver.workspace.document.session.running


def test_watch_again_repeats_presses_and_pulls_tick_for_tick(drive: Open) -> None:
    driver = drive(puzzle())
    session = driver.workspace.document.session
    driver.key(key.SPACE)
    driver.click((3.0, 0.14))
    assert session.machine is not None
    driver.press(session.machine.motion(3)[:2])
    driver.drag((1.5, 1.2))
    driver.release((1.5, 1.2))
    driver.seconds(2.0)
    first = session.won_tick
    assert first is not None
    ticks = first - session.start_tick
    driver.click("card.again")
    driver.seconds(0.2)
    assert session.outcome == "open"
    driver.seconds(1.5)
    assert session.outcome == "won"
    path = driver.workspace.document.recording_path
    assert path is not None
    driver.workspace.document.journal.session_log.force()
    told = reader.read(path)
    won = [tick for tick, what, _ in told.marks if what == "won"]
    assert won[1] - session.start_tick == ticks
    starts = [tick for tick, command in told.commands if to_plain(command)[0] == "start"]
    runs = [
        [(tick - start, command) for tick, command in told.commands if start < tick <= start + ticks]
        for start in starts
    ]
    assert runs[0] == runs[1]


def test_what_has_solved_a_level_is_kept_from_its_card(drive: Open, tmp_path: Path) -> None:
    driver = drive(puzzle())
    driver.key(key.SPACE)
    driver.seconds(2.0)
    driver.click("card.save")
    assert isinstance(driver.app.dialog, FileDialog)
    driver.key(key.A, key.MOD_CTRL)
    driver.type(str(tmp_path / "solved.replay"))
    driver.key(key.ENTER)
    assert [what for _, what, _ in reader.read(tmp_path / "solved.replay").marks] == ["won"]


def test_keep_building_stops_the_machine(drive: Open) -> None:
    driver = drive(puzzle())
    driver.key(key.SPACE)
    driver.seconds(2.0)
    driver.click("card.build")
    assert not driver.workspace.document.session.running
    assert not driver.shows("card.build")


def test_a_lost_level_says_so(drive: Open) -> None:
    fail, other = (Goal(text, Beyond(3, "y", "less", y)) for text, y in (("The ball falls", 0.5), ("It is gone", -2.0)))
    driver = drive(replace(shop(), fails=(other, fail)))
    assert driver.shows("fail.0") and driver.shows("fail.1")
    driver.key(key.SPACE)
    driver.seconds(1.6)
    assert driver.workspace.document.session.outcome == "lost"
    assert driver.shows("card.build")
    assert not driver.shows("card.again")
    assert driver.shows("fail.0") and driver.shows("lost.1"), "which of them it was"
    driver.app.actions.run("to_start")
    driver.frames()
    assert driver.shows("fail.1"), "it had not happened then"


def test_what_must_not_happen_to_several_parts_is_said_once(drive: Open) -> None:
    fails = tuple(Goal("A thing has come to grief", Beyond(part, "y", "less", 0.1)) for part in (2, 3))
    driver = drive(replace(shop(), fails=(*fails, Goal("The ball is too high", Beyond(3, "y", "more", 1.9)))))
    assert [driver.shows(f"fail.{index}") for index in range(3)] == [True, False, True]


# -- hints


def test_marks_of_hints_are_out_of_the_way_while_the_machine_moves(drive: Open) -> None:
    driver = drive(library.bundled_dir() / "bounce.toml")
    driver.key(key.H)
    driver.key(key.H)

    def drawn() -> int:
        driver.frames()
        return driver.app.features.hints.in_scene

    assert drawn() == 2
    driver.key(key.SPACE)
    assert drawn() == 0
    driver.key(key.H)
    assert drawn() == 3, "asked for in this run"
    driver.key(key.R)
    driver.key(key.SPACE)
    assert drawn() == 0
    driver.key(key.SPACE)
    assert drawn() == 3, "it rests"


def test_h_shows_a_hint_and_says_it_where_the_panel_is_folded_away(drive: Open) -> None:
    driver = drive(library.bundled_dir() / "bounce.toml")
    (hint,) = driver.design.hints
    assert driver.app.actions["hint"].label == "Show a hint (what to do; 3 small steps left)"
    driver.key(key.H)
    assert driver.app.features.hints.shown == 1
    driver.key(key.F4)
    driver.key(key.H)
    assert (driver.app.features.hints.shown, driver.said) == (2, hint.text)
    driver.key(key.H)
    driver.key(key.H)
    assert driver.app.features.hints.shown == 3
    assert driver.said == "All hints of this level are shown, or built by you"


def test_a_hint_says_which_part_and_then_where_about_and_then_exactly_where(drive: Open) -> None:
    driver = drive(library.bundled_dir() / "bounce.toml")
    (hint,) = driver.design.hints
    pixels = []
    for steps in (1, 2, 3):
        driver.click("hint")
        assert driver.app.features.hints.shown == steps
        driver.point((2.3, 2.5))  # away from the button and from the place
        x, y = driver.app.view.camera.to_screen(hint.x, hint.y)
        reach = round(0.45 * driver.app.view.camera.zoom)
        top = driver.window.height - round(y)
        pixels.append(driver.picture()[top - reach : top + reach, round(x) - reach : round(x) + reach].copy())
    assert not driver.shows("hint"), "there are no more"
    which, about, exactly = pixels
    assert (which != about).any()
    assert (about != exactly).any()
    driver.click("run")
    assert driver.workspace.document.session.running


def test_a_hint_about_a_link_names_it_then_its_two_parts_then_its_ports(drive: Open) -> None:
    b = Builder()
    b.part("anchor", 1.0, 2.0)
    b.part("weight", 3.0, 0.5)
    tie = Hint("", "rope", a=HintEnd(1, port="hook"), b=HintEnd(2, port="ring"))
    driver = drive(replace(b.design(), stock={"rope": 1}, hints=(tie,)))
    seen = []
    for says in ("A rope helps here.", "A rope joins the anchor and the weight.", "A rope joins"):
        driver.click("hint")
        assert says in hints.in_words(driver.design, tie) or seen == []
        driver.point((0.2, 1.2))
        left, top = driver.at((0.5, 2.4))[0], driver.window.height - driver.at((0.5, 2.4))[1]
        right, bottom = driver.at((3.6, 0.1))[0], driver.window.height - driver.at((3.6, 0.1))[1]
        seen.append(driver.picture()[top:bottom, left:right].astype(int))
    assert not driver.shows("hint"), "there are no more"
    which, about, exactly = seen
    half = which.shape[1] // 2
    middle = slice(half - 40, half + 40)
    assert (which != about).any(), "the two parts are framed"
    assert (which[:, middle] == about[:, middle]).all(), "and nothing in between"
    assert (about[:, middle] != exactly[:, middle]).any(), "then it is seen from port to port"
    assert driver.design.links == ()


def test_the_panel_of_another_document_is_shown_from_its_top(drive: Open, tmp_path: Path) -> None:
    long_text = "There is much to be said about this level. " * 60
    driver, other = drive(replace(shop(), text=long_text)), tmp_path / "other.toml"
    levels.write(other, replace(shop(), title="Other", text=long_text))
    driver.resize(860, 560)
    (side,) = [window for window in imgui.get_current_context().windows if window.name == "side"]
    x0, y0, x1, y1 = driver.app.frames.layout.side
    middle = int((x0 + x1) / 2), int(driver.window.height - (y0 + y1) / 2)
    driver._event("on_mouse_motion", *middle, 0, 0)
    driver._event("on_mouse_scroll", *middle, 0.0, -100.0)
    assert side.scroll.y > 0.0
    assert driver.workspace.files.open(other)
    driver.frames(4)
    assert driver.design.title == "Other"
    assert side.scroll_max.y > 0.0 and side.scroll.y == 0.0


def test_what_was_sought_looked_at_or_asked_about_a_document_is_over_with_it(drive: Open, tmp_path: Path) -> None:
    driver, other = drive(shop()), tmp_path / "other.toml"
    levels.write(other, replace(shop(), title="Other"))
    panels = driver.app.panels
    panels.palette.search = "ramp"
    panels.timeline.zoomed = (2.0, 40.0)
    driver.press((1.0, 0.25), mouse.RIGHT)
    driver.release((1.0, 0.25), mouse.RIGHT)
    driver.frames()
    assert driver.shows("context.duplicate") and not driver.shows("part.domino")
    assert driver.workspace.files.open(other)
    driver.frames(4)
    assert driver.design.title == "Other"
    assert panels.palette.search == "" and driver.shows("part.domino")
    assert panels.timeline.zoomed is None
    assert not driver.shows("context.duplicate")


def test_a_part_about_to_be_placed_is_turned_and_mirrored_by_key_with_nothing_selected(drive: Open) -> None:
    driver = drive(shop())
    driver.app.panels.palette.search = "ramp"
    driver.frames()
    driver.click("part.ramp")
    driver.point((1.5, 1.5))
    assert driver.app.editor.selection.ids == ()
    (before,) = driver.app.editor.preview.parts
    driver.key(key.Q)
    driver.key(key.F, key.MOD_SHIFT)
    (after,) = driver.app.editor.preview.parts
    assert after.flip != before.flip
    driver.key(key.F)
    (mirrored,) = driver.app.editor.preview.parts
    assert mirrored.flip == before.flip and mirrored.angle != before.angle
    assert driver.commands == []


# -- the chooser


def test_the_chooser_shows_levels_and_opens_one(drive: Open) -> None:
    driver = drive(None)
    assert driver.app.screen == "chooser"
    names = [path.stem for path in library.bundled_levels()]
    assert all(driver.shows(f"level.{name}") for name in names)
    driver.key(key.SPACE)
    assert not driver.workspace.document.session.running
    driver.click(f"level.{names[0]}")
    assert driver.app.screen == "editor"
    assert driver.workspace.document.file.path == library.bundled_levels()[0]
    driver.click("levels")
    assert driver.app.screen == "chooser"
    driver.key(key.ESCAPE)
    assert driver.app.screen == "editor"
    driver.click("levels")
    driver.click(driver.scroll_to("level.new"))
    assert driver.design == new_design()


def test_a_session_that_was_cut_off_is_offered_and_gone_on_with(drive: Open, data: Path) -> None:
    crashed = drive(shop())
    crashed.click("part.domino", (0.5, 1.0))
    written = crashed.workspace.document.recording_path
    assert written is not None
    crashed.workspace.document.journal.session_log.force()
    shutil.copy(written, data / "sessions" / "crashed.replay")  # as if its process had been killed
    driver = drive(None)
    driver.click("resume.crashed")
    assert [spec.kind for spec in driver.design.parts][-1] == "domino"
    assert driver.app.screen == "editor"
    driver.click("levels")
    assert not driver.shows("resume.crashed")


def test_a_bad_level_is_on_the_shelf_with_its_reason(drive: Open, data: Path) -> None:
    library.user_dir(data).mkdir(parents=True)
    (library.user_dir(data) / "broken.toml").write_text("format = 99")
    driver = drive(None)
    driver.click(driver.scroll_to("level.broken"))
    assert driver.app.screen == "chooser"
    assert "format 99" in driver.said


# -- pictures


def test_everything_fits_into_a_small_window_and_at_double_scale(data: Path, gl_window: Any) -> None:
    import pyglet

    from sandbox.render.pictures import offscreen

    for scale, size in ((1.0, (1024, 700)), (1.0, program.SMALLEST), (2.0, (2048, 1400))):
        window = pyglet.window.Window(*size, config=offscreen.config())
        driver = Driver(window, data, library.bundled_dir() / "press.toml", scale)
        driver.workspace.gate.do(Place("button", 0.7, 0.136))
        driver.app.editor.selection.ids = (10,)
        driver.frames()
        toolbar = [rect for name, rect in driver.app.ui.rects.items() if rect[3] < 90 * scale and "menu" not in name]
        assert len(toolbar) > 15
        for index, (x0, y0, x1, y1) in enumerate(toolbar):
            assert 0 <= x0 < x1 <= size[0]
            assert 0 <= y0 < y1 <= size[1]
            for u0, v0, u1, v1 in toolbar[index + 1 :]:
                assert x1 <= u0 or u1 <= x0 or y1 <= v0 or v1 <= y0  # no two overlap
        driver.close()
        window.close()
    gl_window.switch_to()


def test_in_a_narrow_window_no_words_lie_over_others(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = drive(replace(shop(), title="A level with a rather long title that there is hardly room for"))
    driver._event("on_scale", 2.0, 192)  # 1280 pixels are narrow now
    text, ends = imgui.text_unformatted, {}

    def noted(what: str) -> None:
        at = imgui.get_cursor_screen_pos()
        ends[at.y < 30.0] = (at.x, at.x + imgui.calc_text_size(what).x)
        text(what)

    with monkeypatch.context() as patched:
        patched.setattr(imgui, "text_unformatted", noted)
        driver.frames(1)
    begins, ended = ends[True]  # what is highest: the title of the document
    assert begins >= driver.app.ui.rects["menu.Help"][2], "it begins after the menus"
    assert ended <= driver.window.width
    no_buttons = ("timeline.track", "timeline.time")
    names = [name for name in driver.app.ui.rects if name.startswith("timeline.") and name not in no_buttons]
    on_timeline = sorted(driver.app.ui.rects[name] for name in names)
    assert len(on_timeline) >= 4
    assert all(a[2] <= b[0] for a, b in pairwise(on_timeline)), "no two buttons overlap"
    assert driver.app.ui.rects["timeline.time"][2] <= driver.app.ui.rects["timeline.bookmark"][0]


def test_another_screen_changes_the_scale_and_back(drive: Open) -> None:
    driver = drive(shop())
    before = dict(driver.app.ui.rects)
    driver._event("on_scale", 1.5, 144)
    assert driver.app.ui.rects["run"][2] > 1.4 * before["run"][2]
    driver._event("on_scale", 1.0, 96)
    after = driver.app.ui.rects
    assert {name: after[name] for name in before if name != "figures"} == {  # the tick number has grown
        name: rect for name, rect in before.items() if name != "figures"
    }


def gallery() -> Design:
    """What the golden picture shows: many parts, a rope and a wire, goals, a title and a text."""
    return replace(everything(), title="Everything", text="One of each, for the picture.", stock=None)


def test_the_editor_looks_as_it_did(drive: Open, update_golden: bool) -> None:
    driver = drive(gallery())
    driver.click((2.0, 0.1))
    driver.point((0.2, 2.3))
    driver.frames(3)
    picture = driver.picture()
    path = GOLDEN / "editor.png"
    if update_golden:
        Image.fromarray(picture).save(path)
    golden = np.asarray(Image.open(path).convert("RGB")).astype(np.int16)
    difference = np.abs(picture.astype(np.int16) - golden).max(axis=2)
    bad = float((difference > 16).mean())
    if bad >= 0.002:
        Image.fromarray(picture).save(Path(str(path).replace(".png", ".now.png")))
    assert bad < 0.002, f"{bad:.2%} of the pixels differ; compare {path} with editor.now.png beside it"


def test_a_missing_panel_would_be_noticed(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = drive(gallery())
    driver.click((2.0, 0.1))
    driver.point((0.2, 2.3))
    monkeypatch.setattr(driver.app.panels.palette, "draw", lambda rect: None)
    driver.frames(3)
    golden = np.asarray(Image.open(GOLDEN / "editor.png").convert("RGB")).astype(np.int16)
    assert float((np.abs(driver.picture().astype(np.int16) - golden).max(axis=2) > 16).mean()) > 0.02
