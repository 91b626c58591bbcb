"""Pages to read: all keys, one kind of part, the program itself."""

from __future__ import annotations

from pathlib import Path

from imgui_bundle import imgui

import sandbox
from sandbox.authoring import figures
from sandbox.parts import KINDS, LINKS
from sandbox.parts.kind import Kind, LinkKind
from sandbox.window.ui.action import Action, Actions
from sandbox.window.ui.dialog import Sheet
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.keymap import Keymap
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui

MOUSE = (
    ("Left button", "Select, drag parts, handles and ports; on empty ground: select all in a rectangle"),
    ("Left button, running", "Press a button; take hold of a loose part and pull it"),
    ("Right button", "Click: a menu of what can be done with the part or link under the pointer"),
    ("Right or middle button", "Drag to move the view, also in the middle of another drag"),
    ("Wheel", "Zoom about the pointer; while dragging a part: turn it"),
    ("Shift + wheel", "Turn the selection by 15\N{DEGREE SIGN}; with Alt too by 1\N{DEGREE SIGN}"),
    ("Arrow keys", "Move the selection by 1 mm; with Shift by 1 cm"),
    ("Shift + click", "Add to the selection; when placing: place several"),
    ("Alt while dragging", "No snapping; Shift keeps to one axis"),
    ("Esc", "Drop what is in hand; then stop the machine; then select nothing"),
)


def keyed(actions: Actions) -> dict[str, list[Action]]:
    """Group the actions that have keys by menu, then those in no menu."""
    listed = {name for names in actions.menus.values() for name in names}
    groups = {title: [actions[name] for name in names if name is not None] for title, names in actions.menus.items()}
    groups["Without a menu"] = [action for action in actions if action.name not in listed]
    with_keys = {title: [action for action in group if action.keys] for title, group in groups.items()}
    return {title: group for title, group in with_keys.items() if group}


def _columns(groups: dict[str, list[Action]], count: int) -> list[list[str]]:
    """Spread the titles over this many columns of about the same height: each goes to the shortest column so far."""
    columns: list[list[str]] = [[] for _ in range(count)]
    heights = [0] * count
    for title, group in groups.items():
        shortest = heights.index(min(heights))
        columns[shortest].append(title)
        heights[shortest] += 3 + len(group)
    return columns


class KeysSheet(Sheet):
    """All keys on one page, made from the actions."""

    name = "keys"
    width = 1280.0
    height = 836.0

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self.keymap = keymap

    def body(self, ui: Ui) -> None:
        ui.bold("Keys and mouse", 19.0)
        imgui.begin_child("keys", (0.0, -ui.px(58)))
        for problem in self.keymap.problems:
            ui.line_of(Icon.WARNING, Colour.BAD, problem)
        groups = keyed(ui.actions)
        columns = _columns(groups, 3 if imgui.get_content_region_avail().x >= ui.px(1000) else 2)
        if imgui.begin_table("columns", len(columns), imgui.TableFlags_.sizing_stretch_same):
            for column in columns:
                imgui.table_next_column()
                for title in column:
                    self._group(ui, title, groups[title])
            imgui.end_table()
        ui.space(4)
        ui.faint(f"Keys can be changed in {self.keymap.path}; the Help menu makes that file.")
        ui.heading("Mouse, and keys that go with it", Icon.POINTER)
        self._table("mouse", MOUSE, 190)
        imgui.end_child()

    def _group(self, ui: Ui, title: str, group: list[Action]) -> None:
        ui.heading(title)
        rows = []
        for action in group:
            label = "Run or pause" if action.name == "run" else action.label
            rows.append((" or ".join(str(key) for key in action.keys), label))
        self._table(title, tuple(rows), 150)
        ui.space(4)

    def _table(self, name: str, rows: tuple[tuple[str, str], ...], width: float) -> None:
        if imgui.begin_table(name, 2, imgui.TableFlags_.sizing_fixed_fit):
            imgui.table_setup_column("key", imgui.TableColumnFlags_.width_fixed, width * imgui.get_font_size() / 15)
            imgui.table_setup_column("what", imgui.TableColumnFlags_.width_stretch)
            for key, meaning in rows:
                imgui.table_next_row()
                imgui.table_next_column()
                imgui.push_style_color(imgui.Col_.text, Colour.ACCENT_DEEP)
                imgui.text_unformatted(key)
                imgui.pop_style_color()
                imgui.table_next_column()
                imgui.text_wrapped(meaning)
            imgui.end_table()


class PartSheet(Sheet):
    """Everything about a kind of part."""

    name = "part"
    width = 620.0

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind: Kind | LinkKind = KINDS.get(kind) or LINKS[kind]

    def body(self, ui: Ui) -> None:
        kind = self.kind
        ui.bold(kind.title, 19.0)
        ui.text(kind.help)
        if isinstance(kind, Kind):
            ui.line_of(Icon.RULER, Colour.GOOD, figures.of_parts.sentence(kind, measure=True))
        for line in self._abilities():
            ui.line_of(Icon.CHECK, Colour.GOOD, line)
        if kind.properties:
            ui.space(2)
            ui.heading("What can be changed", Icon.SLIDERS)
            for prop in kind.properties:
                ui.text(f"{prop.title}: {prop.allowed}." + (f" {prop.help}." if prop.help else ""))
        if kind.source:
            ui.space(2)
            ui.heading("Where its figures come from", Icon.INFO)
            ui.faint(kind.source)

    def _abilities(self) -> list[str]:
        kind = self.kind
        can = []
        if isinstance(kind, LinkKind):
            can.append(f"Joins {kind.ends[0]} and {kind.ends[1]}.")
        elif kind.flips:
            can.append("It can be flipped.")
        if isinstance(kind, Kind) and kind.pressable:
            can.append("It can be pressed while the machine runs: click it.")
        if kind.goal_states:
            can.append(f"A goal can ask whether it is {' or '.join(kind.goal_states)}.")
        return can


class About(Sheet):
    """The program, its version and its folders."""

    name = "about"
    width = 560.0

    def __init__(self, folders: tuple[tuple[str, Path | None], ...], sound: str = "") -> None:
        super().__init__()
        self.folders = folders
        self.sound = sound

    def body(self, ui: Ui) -> None:
        ui.bold("Contraption sandbox", 19.0)
        ui.faint(f"Version {sandbox.__version__}")
        ui.text(
            "Build contraptions, run them, play with them while they run. Every session is recorded from its first "
            "moment, and a recording always ends in exactly the same state."
        )
        ui.space(2)
        for title, path in self.folders:
            ui.faint(title)
            ui.text(str(path) if path is not None else "nothing is being written")
        if self.sound:
            ui.faint("Sound")
            ui.text(self.sound)
        ui.space(2)
        ui.faint("Fonts: Roboto (Apache License 2.0), Font Awesome 6 Free (SIL Open Font License 1.1).")
