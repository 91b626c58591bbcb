"""The filter of the palette: only the parts that take, or hand on, some stimulus."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.editing import offers
from sandbox.editing.offers import Filter
from sandbox.editing.stimuli import STIMULI
from sandbox.parts import KINDS, LINKS
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui

_POPUP = "filter by stimulus"
_TIP = "Filter: only parts that take something, or hand something on, such as a knock or a signal"


class FilterMenu:
    """Draws the button beside the search, its menu, and above the parts the filter that is on; a click ends that."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui = ui
        self.shell = shell
        self.chosen: Filter | None = None

    def draw(self) -> None:
        """Draw the button beside the last widget, and the chosen filter below."""
        ui = self.ui
        imgui.same_line(0.0, ui.px(6))
        if ui.button("filter", Icon.FILTER, _TIP, "", (ui.px(34), 0.0), self.chosen is not None):
            imgui.open_popup(_POPUP)
        self._menu()
        if self.chosen is not None:
            label = f"{Icon.CLOSE}  {self.chosen.title}"
            if ui.button("filter.end", label, "Show all parts again", "", (-1.0, 0.0)):
                self.chosen = None

    def _menu(self) -> None:
        if not imgui.begin_popup(_POPUP):
            return
        self.ui.cover()
        imgui.push_style_color(imgui.Col_.text, Colour.TEXT)
        for heading, mark, make in (
            ("Set off by", "takes", offers.taking),
            ("Hands on", "gives", offers.giving),
        ):
            imgui.separator_text(heading)
            for name, stimulus in STIMULI.items():
                choice = make(name)
                if imgui.menu_item_simple(stimulus.title, selected=self.chosen == choice):
                    self.chosen = None if self.chosen == choice else choice
                self.ui.mark(f"filter.{mark}.{name}")
                self.ui.tip(f"{stimulus.help}.")
        imgui.pop_style_color()
        imgui.end_popup()

    # -- for a part

    def before(self, kind: str) -> None:
        """Show the kinds that set off a kind, or all parts again."""
        self._switch(offers.before(KINDS.get(kind) or LINKS[kind]))

    def behind(self, kind: str) -> None:
        """Show the kinds that a kind sets off, or all parts again."""
        self._switch(offers.behind(KINDS.get(kind) or LINKS[kind]))

    def _switch(self, choice: Filter) -> None:
        self.chosen = None if self.chosen == choice else choice
        self.shell.unfold("palette")
