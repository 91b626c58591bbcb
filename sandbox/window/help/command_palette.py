"""The command palette: type a few letters, choose with Up and Down, run with Enter. It reaches actions without keys,
too."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.window.ui.action import Action, Actions
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.text_field import OpeningField
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui, labelled


class ActionEntry(NamedTuple):
    """An action as it was when the list was opened, with its menu."""

    action: Action
    title: str
    menu: str
    enabled: bool


def entries(actions: Actions) -> list[ActionEntry]:
    """List all actions, those of the menus first, in the order of the menus."""
    menu_of = {name: menu for menu, names in actions.menus.items() for name in names if name is not None}
    ordered = [actions[name] for name in menu_of]
    ordered += [action for action in actions if action.name not in menu_of]
    return [ActionEntry(row, row.label, menu_of.get(row.name, ""), row.enabled()) for row in ordered]


def matching(candidates: list[ActionEntry], typed: str) -> list[ActionEntry]:
    """Filter entries: every typed word occurs in title, menu or help; matches in titles come first."""
    words = typed.casefold().split()

    def fits(entry: ActionEntry) -> bool:
        text = f"{entry.menu} {entry.title} {entry.action.tip}".casefold()
        return all(word in text for word in words)

    matches = [entry for entry in candidates if fits(entry)]
    matches.sort(key=lambda entry: not all(word in entry.title.casefold() for word in words))
    return matches


class CommandPalette(Dialog):
    """The list; `run` gets the name of the chosen action after the list has closed."""

    name = "commander"
    width = 560.0
    height = 480.0
    walked = False  # the arrow keys go through the list

    def __init__(self, actions: Actions, run: Callable[[str], object]) -> None:
        super().__init__()
        self.typed = ""
        self.chosen = 0
        self._known = entries(actions)
        self._run = run
        self._field = OpeningField("##do")
        self._field.take_keys()

    def draw(self, ui: Ui) -> None:
        imgui.set_next_item_width(-1.0)
        before = self.typed
        _, self.typed = self._field.draw(f"{Icon.SEARCH}  Search all actions", self.typed)
        ui.mark("commander.typed")
        matches = matching(self._known, self.typed)
        if self.typed != before:
            self.chosen = 0
        down, up = imgui.is_key_pressed(imgui.Key.down_arrow), imgui.is_key_pressed(imgui.Key.up_arrow)
        self.chosen = max(0, min(len(matches) - 1, self.chosen + down - up))
        imgui.begin_child("actions")
        for index, entry in enumerate(matches):
            self._row(ui, entry, index == self.chosen, moved=down != up)
        if not matches:
            ui.faint(f"No action matches '{self.typed}'.")
        imgui.end_child()

    def _row(self, ui: Ui, entry: ActionEntry, chosen: bool, moved: bool) -> None:
        imgui.push_style_color(imgui.Col_.text, Colour.TEXT if entry.enabled else Colour.FAINT)
        title = f"{entry.menu}: {entry.title}" if entry.menu else entry.title
        flags = 0 if entry.enabled else imgui.SelectableFlags_.disabled
        label = labelled(f"{entry.action.symbol or ' '}  {title}", entry.action.name)
        clicked = imgui.selectable(label, chosen, flags)[0]
        imgui.pop_style_color()
        ui.mark(f"commander.{entry.action.name}")
        ui.tip(entry.action.tip)
        if chosen and moved:
            imgui.set_scroll_here_y()
        width = imgui.calc_text_size(entry.action.shortcut).x
        imgui.same_line(imgui.get_window_width() - width - ui.px(20))
        imgui.text_disabled(entry.action.shortcut)
        if clicked:
            self._do(entry)

    def accept(self) -> None:
        matches = matching(self._known, self.typed)
        if matches and matches[self.chosen].enabled:
            self._do(matches[self.chosen])

    def _do(self, entry: ActionEntry) -> None:
        self.done = True
        self._run(entry.action.name)
