"""Everything that can be done, as one table: menus, toolbar, keys and the sheet of keys are all made from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox.clock import SCHEMES, Scheme, Smoothing
from sandbox.window.editor import TURN_KEY
from sandbox.window.keys import Chord, chord
from sandbox.window.theme import Icon

if TYPE_CHECKING:
    from sandbox.window.application import Application


def _always() -> bool:
    return True


@dataclass(frozen=True)
class Action:
    """Something that can be done. `checked` makes it a switch; `title` and `icon` may depend on the moment."""

    name: str
    title: str | Callable[[], str]
    run: Callable[[], object]
    tip: str
    keys: tuple[Chord, ...] = ()
    icon: str | Callable[[], str] = ""
    enabled: Callable[[], bool] = _always
    checked: Callable[[], bool] | None = None

    @property
    def label(self) -> str:
        return self.title if isinstance(self.title, str) else self.title()

    @property
    def symbol(self) -> str:
        return self.icon if isinstance(self.icon, str) else self.icon()

    @property
    def shortcut(self) -> str:
        """The first key, as it reads; empty if there is none."""
        return str(self.keys[0]) if self.keys else ""


class Actions:
    """The table. Menus are lists of action names; None is a line between groups."""

    def __init__(self, actions: tuple[Action, ...], menus: dict[str, tuple[str | None, ...]]) -> None:
        self.by_name = {action.name: action for action in actions}
        self.menus = menus
        self._by_chord: dict[Chord, Action] = {}
        for action in actions:
            for key in action.keys:
                if key in self._by_chord:
                    raise ValueError(f"{key} is the key of both {self._by_chord[key].name} and {action.name}")
                self._by_chord[key] = action

    def __getitem__(self, name: str) -> Action:
        return self.by_name[name]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.by_name.values())

    def for_key(self, pressed: Chord) -> Action | None:
        """What a key stands for, possible now or not."""
        return self._by_chord.get(pressed)

    def run(self, name: str) -> None:
        """Do it, if it is possible now."""
        action = self.by_name[name]
        if action.enabled():
            action.run()


def keys(*texts: str) -> tuple[Chord, ...]:
    return tuple(chord(text) for text in texts)


MENUS: dict[str, tuple[str | None, ...]] = {
    "File": ("new", "open", "levels", None, "save", "save_as", "save_recording", None, "quit"),
    "Edit": (
        "undo", "redo", None, "cut", "copy", "paste", "duplicate", "delete", None, "flip", "turn_left", "turn_right",
        None, "select_all", "select_none", "next_part", "previous_part",
    ),
    "View": (
        "zoom_in", "zoom_out", "fit", None, "grid", "snap", None, "smooth_none", "smooth_interpolate",
        "smooth_extrapolate", "next_smoothing",
    ),
    "Run": ("run", "step", "stop", None, "press", None, "slower", "faster", "take_over"),
    "Loop": tuple(f"loop_{scheme.name}" for scheme in SCHEMES),
    "Help": ("keys", "about_part", "about"),
}  # fmt: skip


SMOOTHINGS = {  # title, and what it does
    Smoothing.NONE: ("No smoothing", "Draw each tick as it was computed, and nothing between two"),
    Smoothing.INTERPOLATE: (
        "Interpolate", "Draw between the last two ticks: only places that were computed, one tick late",
    ),
    Smoothing.EXTRAPOLATE: ("Extrapolate", "Move what was computed last on by its velocity: no delay"),
}  # fmt: skip


def table(app: Application) -> Actions:
    """The actions of an application."""
    return Actions((*_file(app), *_edit(app), *_view(app), *_run(app), *_loop(app), *_help(app)), MENUS)


def _file(app: Application) -> tuple[Action, ...]:
    building = app.building
    return (
        Action("new", "New", app.new, "An empty contraption", keys("Ctrl+N"), Icon.NEW),
        Action("open", "Open\N{HORIZONTAL ELLIPSIS}", app.open, "A level or a recording from a file", keys("Ctrl+O"),
               Icon.OPEN),
        Action("levels", "Levels\N{HORIZONTAL ELLIPSIS}", app.show_chooser, "Choose a level", keys("Ctrl+L"),
               Icon.LEVELS),
        Action("save", "Save", app.save, "Save the level with all its parts", keys("Ctrl+S"), Icon.SAVE, building),
        Action("save_as", "Save as\N{HORIZONTAL ELLIPSIS}", app.save_as, "Save under another name",
               keys("Ctrl+Shift+S"), enabled=building),
        Action("save_recording", "Save recording as\N{HORIZONTAL ELLIPSIS}", app.save_recording,
               "Keep all that was done in this session, to be watched and verified", keys("Ctrl+Shift+R"),
               Icon.FILM, building),
        Action("quit", "Quit", app.quit, "Leave the program", keys("Ctrl+Q"), Icon.QUIT),
    )  # fmt: skip


def _edit(app: Application) -> tuple[Action, ...]:
    def selected() -> bool:
        return app.building() and bool(app.editor.selection)

    def parts_selected() -> bool:
        return app.building() and (bool(app.editor.parts) or app.editor.dragging)

    def can_undo() -> bool:
        return app.building() and app.workspace.session.can_undo

    def can_redo() -> bool:
        return app.building() and app.workspace.session.can_redo

    def has_parts() -> bool:
        return app.building() and bool(app.editor.design.parts)

    def do(name: str) -> Callable[[], object]:
        return lambda: getattr(app.editor, name)()

    return (
        Action("undo", "Undo", do("undo"), "Take back the last step", keys("Ctrl+Z"), Icon.UNDO, can_undo),
        Action("redo", "Redo", do("redo"), "Do again what was taken back", keys("Ctrl+Y", "Ctrl+Shift+Z"),
               Icon.REDO, can_redo),
        Action("cut", "Cut", do("cut"), "Copy the selection and delete it", keys("Ctrl+X"), Icon.CUT, parts_selected),
        Action("copy", "Copy", do("copy"), "Remember the selection", keys("Ctrl+C"), Icon.COPY, parts_selected),
        Action("paste", "Paste", do("paste"), "Put what was copied at the pointer", keys("Ctrl+V"), Icon.PASTE,
               lambda: app.building() and app.editor.clip is not None),
        Action("duplicate", "Duplicate", do("duplicate"), "The selection once more, beside itself", keys("Ctrl+D"),
               Icon.CLONE, parts_selected),
        Action("delete", "Delete", do("delete"), "Delete the selected part, or cut the selected link",
               keys("Del", "Backspace"), Icon.TRASH, selected),
        Action("flip", "Flip", do("flip"), "Mirror left to right", keys("F"), Icon.FLIP, parts_selected),
        Action("turn_left", "Turn left 15\N{DEGREE SIGN}", lambda: app.editor.turn(TURN_KEY),
               "Counter-clockwise; with Shift by 1\N{DEGREE SIGN}", keys("Q"), Icon.TURN_LEFT, parts_selected),
        Action("turn_right", "Turn right 15\N{DEGREE SIGN}", lambda: app.editor.turn(-TURN_KEY),
               "Clockwise; with Shift by 1\N{DEGREE SIGN}", keys("E"), Icon.TURN_RIGHT, parts_selected),
        Action("turn_left_fine", "Turn left 1\N{DEGREE SIGN}", lambda: app.editor.turn(1.0), "Counter-clockwise",
               keys("Shift+Q"), enabled=parts_selected),
        Action("turn_right_fine", "Turn right 1\N{DEGREE SIGN}", lambda: app.editor.turn(-1.0), "Clockwise",
               keys("Shift+E"), enabled=parts_selected),
        Action("select_all", "Select all", do("select_all"), "Every part", keys("Ctrl+A"), enabled=has_parts),
        Action("select_none", "Select none", do("select_none"), "Let go of the selection", keys("Ctrl+Shift+A"),
               enabled=selected),
        Action("next_part", "Next part", lambda: app.walk(1), "Select the next part", keys("Tab"), enabled=has_parts),
        Action("previous_part", "Previous part", lambda: app.walk(-1), "Select the part before", keys("Shift+Tab"),
               enabled=has_parts),
    )  # fmt: skip


def _view(app: Application) -> tuple[Action, ...]:
    building = app.building
    return (
        Action("zoom_in", "Zoom in", lambda: app.zoom(1.25), "Closer; or turn the wheel", keys("+", "Shift++"),
               Icon.ZOOM_IN, building),
        Action("zoom_out", "Zoom out", lambda: app.zoom(0.8), "Farther away; or turn the wheel", keys("-"),
               Icon.ZOOM_OUT, building),
        Action("fit", "Show everything", app.fit, "The whole level", keys("0", "Home"), Icon.FIT, building),
        Action("grid", "Grid", app.toggle_grid, "Show the grid", keys("G"), Icon.GRID, building,
               lambda: app.grid),
        Action("snap", "Snap", app.toggle_snap, "Line up with the grid and with other parts (Alt suspends it)",
               keys("S"), Icon.SNAP, building, lambda: app.editor.snap),
        *(_smoothing(app, smoothing) for smoothing in Smoothing),
        Action("next_smoothing", "Next smoothing", app.next_smoothing,
               "Another way to draw between two ticks, while it runs", keys("M"), enabled=building),
    )  # fmt: skip


def _smoothing(app: Application, smoothing: Smoothing) -> Action:
    title, tip = SMOOTHINGS[smoothing]
    return Action(
        f"smooth_{smoothing}", title, lambda: app.use_smoothing(smoothing), tip, enabled=app.building,
        checked=lambda: app.workspace.smoothing is smoothing,
    )  # fmt: skip


def _loop(app: Application) -> tuple[Action, ...]:
    """The main loops that the literature knows, to be tried out on one's own machine."""

    def action(scheme: Scheme) -> Action:
        return Action(
            f"loop_{scheme.name}", scheme.title, lambda: app.use_scheme(scheme), scheme.about, enabled=app.building,
            checked=lambda: app.workspace.scheme is scheme,
        )  # fmt: skip

    return tuple(action(scheme) for scheme in SCHEMES)


def _run(app: Application) -> tuple[Action, ...]:
    building, workspace = app.building, app.workspace

    def title() -> str:
        if workspace.moving:
            return "Pause"
        return "Go on" if workspace.session.running or workspace.watching else "Run"

    def under_way() -> bool:
        return building() and (workspace.session.running or workspace.watching)

    def can_press() -> bool:
        return under_way() and not workspace.watching and app.pressable() is not None

    return (
        Action("run", title, app.run_or_pause, "Run the machine, or let it rest", keys("Space"),
               lambda: Icon.PAUSE if workspace.moving else Icon.PLAY, building),
        Action("step", "Single step", app.step, "Exactly one tick, 1/240 of a second", keys("."), Icon.STEP, building),
        Action("stop", "Stop", app.stop, "Back to the start; all parts stand as built", keys("R"), Icon.STOP,
               under_way),
        Action("press", "Press", app.press_selected, "Press the button under the pointer, or the selected one",
               keys("B"), Icon.PRESS, can_press),
        Action("slower", "Slower", lambda: app.change_speed(-1), "Half the speed", keys("["), Icon.SLOWER, building),
        Action("faster", "Faster", lambda: app.change_speed(1), "Twice the speed", keys("]"), Icon.FASTER, building),
        Action("take_over", "Take over", app.take_over, "Stop watching the recording and go on from here yourself",
               keys("T"), Icon.EDIT, lambda: building() and workspace.watching),
    )  # fmt: skip


def _help(app: Application) -> tuple[Action, ...]:
    return (
        Action("keys", "Keys and mouse", app.show_keys, "All keys on one page", keys("F1", "Shift+/"), Icon.KEYS),
        Action("about_part", "About this part", app.about_part, "What the selected part does, and its figures",
               keys("F2"), Icon.INFO, lambda: app.building() and app.part_in_question() is not None),
        Action("about", "About", app.about, "This program, its version and its folders", icon=Icon.INFO),
    )  # fmt: skip
