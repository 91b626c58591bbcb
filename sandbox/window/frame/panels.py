"""The interface of a window: the chooser, or the editor with the panels of all features in their places; the dialog."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.window.frame.cards import Cards
from sandbox.window.frame.features import Features
from sandbox.window.frame.layout import Layout, edge
from sandbox.window.frame.status_line import StatusLine
from sandbox.window.frame.toolbar import Toolbar
from sandbox.window.shell.feature import Feature, Panel, Place
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.widgets import Rect


class Panels:
    """Draws the panels that features have registered, and what stands around them."""

    def __init__(self, shell: Shell, features: Features) -> None:
        self.shell = shell
        self.toolbar = Toolbar(shell.ui, shell)
        self.status = StatusLine(shell.ui, shell)
        self.cards = Cards(shell, features.documents, features.campaign, features.records)
        self._side: Rect = (0.0, 0.0, 0.0, 0.0)  # of the right panel
        self._from_top = False  # the right panel is to be scrolled up

    def feature(self) -> Feature:
        """Return what the frame itself gives to the window."""
        return Feature(
            panels=(Panel("scene", self._draw_cards, 30),),
            before_frame=self.status.count_frame,
            document_changed=self._show_outcomes,
            forget=self._forget,
        )

    def _show_outcomes(self) -> None:
        self.shell.outcome.begin_anew()
        self.cards.leave_place()

    def _draw_cards(self, canvas: Rect) -> None:
        self.cards.draw(canvas, None if "side" in self.shell.folded else self._side)

    def _forget(self) -> None:
        """Forget what was about another document: what was being typed, and how far the right panel was scrolled."""
        self.shell.host.forget_typing()
        self._from_top = True

    def shown(self, place: Place) -> list[Panel]:
        """List the panels that are shown in a place now, in their order."""
        panels = (panel for feature in self.shell.registered for panel in feature.panels)
        return sorted((panel for panel in panels if panel.place == place and panel.is_shown()), key=_order)

    def draw(self, layout: Layout, width: int, height: int) -> None:
        """Draw everything for a window of this size in pixels."""
        shell = self.shell
        shell.ui.begin()
        shell.view.pointed_goal = None
        for hook in shell.hooks.before_panels:
            hook()
        self.toolbar.menu_bar()
        if shell.screen == "chooser":
            self._draw("chooser", (0.0, layout.toolbar[1], width, height))
        else:
            self._editor(layout)
        if shell.dialog is not None:
            dialog = shell.dialog
            dialog.show(shell.ui, width, height)
            if dialog.done and shell.dialog is dialog:
                shell.dialog = None
        shell.ui.end()

    def _draw(self, place: Place, rect: Rect) -> None:
        for panel in self.shown(place):
            panel.draw(rect)

    def _editor(self, layout: Layout) -> None:
        self.toolbar.draw(layout.toolbar)
        if "palette" in self.shell.folded:
            self._strip("palette", layout.palette)
        else:
            self._draw("left", layout.palette)
        edge(layout.palette)
        self._right(layout.side)
        self.status.draw(layout.status)
        self._draw("below", layout.timeline)
        self._draw("scene", layout.canvas)

    def _right(self, rect: Rect) -> None:
        self._side = rect
        if "side" in self.shell.folded:
            self._strip("side", rect)
            return
        with self.shell.ui.panel("side", rect):
            if self._from_top:
                imgui.set_scroll_y(0.0)
                self._from_top = False
            self.shell.ui.corner_action("fold_side")
            self._draw("right", rect)

    def _strip(self, name: str, rect: Rect) -> None:
        """Draw the strip of a folded panel, with the button that unfolds it."""
        ui = self.shell.ui
        with ui.panel(name, rect, imgui.WindowFlags_.no_scrollbar):
            imgui.set_cursor_pos((ui.px(4), ui.px(8)))
            ui.action(f"fold_{name}", 26)


def _order(panel: Panel) -> int:
    return panel.order
