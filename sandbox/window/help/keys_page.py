"""All keys on one page, by the menus in which their actions are, with what the mouse does."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.window.ui.action import Action, Actions
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.keymap import Keymap
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui

_COLUMN = 300.0  # px: the narrowest column of keys
_MARGIN = 8.0  # px: between the keys and the scroll bar

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


class KeysPage:
    """The page of keys, made from the actions as they are now."""

    def __init__(self, keymap: Keymap) -> None:
        self.keymap = keymap

    def draw(self, ui: Ui) -> None:
        """Draw the page in the current window."""
        ui.bold("Keys and mouse", 19.0)
        for problem in self.keymap.problems:
            ui.line_of(Icon.WARNING, Colour.BAD, problem)
        groups = keyed(ui.actions)
        columns = _columns(groups, min(3, max(1, int(imgui.get_content_region_avail().x / ui.px(_COLUMN)))))
        width = imgui.get_content_region_avail().x - ui.px(_MARGIN)
        if imgui.begin_table("columns", len(columns), imgui.TableFlags_.sizing_stretch_same, (width, 0.0)):
            for column in columns:
                imgui.table_next_column()
                for title in column:
                    self._group(ui, title, groups[title])
            imgui.end_table()
        ui.space(4)
        ui.faint(f"Keys can be changed in {self.keymap.path}; the Help menu makes that file.")
        ui.heading("Mouse, and keys that go with it", Icon.POINTER)
        self._table("mouse", MOUSE, 190)

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
