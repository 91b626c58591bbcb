"""All panels of a window, and one interface made of them."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.window.author import author_actions
from sandbox.window.author.author_view import AuthorView
from sandbox.window.author.panel import AuthorPanel
from sandbox.window.build import arrange_actions, edit_actions
from sandbox.window.build.context_menu import ContextMenu
from sandbox.window.build.inspector import Inspector
from sandbox.window.build.palette import PalettePanel
from sandbox.window.build.scene_labels import SceneLabels
from sandbox.window.build.steps import StepsPanel
from sandbox.window.frame.cards import Cards
from sandbox.window.frame.features import Features
from sandbox.window.frame.layout import Layout, edge
from sandbox.window.frame.status_line import StatusLine
from sandbox.window.frame.toolbar import Toolbar
from sandbox.window.levels.chooser import Chooser
from sandbox.window.levels.level_text import LevelText
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.time.time_cards import TimeCards
from sandbox.window.time.timeline import Timeline
from sandbox.window.ui.widgets import Rect


class Panels:
    """Draws the interface: the chooser, or the panels of the editor with the cards over its canvas; and the dialog."""

    def __init__(self, shell: Shell, features: Features) -> None:
        ui = shell.ui
        self.shell, self.features = shell, features
        self.chooser = Chooser(ui, shell, features.documents, features.campaign, features.daily)
        self.toolbar = Toolbar(ui, shell)
        self.author = AuthorView(ui, shell)
        self.inspector = Inspector(ui, shell, features.time)
        self.author_panel = AuthorPanel(self.author, shell, self.inspector.world)
        self.palette = PalettePanel(ui, shell, self.author, features.keyboard)
        self.level = LevelText(ui, shell)
        self.status = StatusLine(ui, shell, features.time, features.keyboard)
        self.steps = StepsPanel(ui, shell)
        self.timeline = Timeline(ui, shell, features.time)
        self.time_cards = TimeCards(ui, shell, features.time)
        self.cards = Cards(ui, shell, features.documents, features.campaign)
        self.context_menu = ContextMenu(ui, shell)
        self.labels = SceneLabels(ui, shell, features.keyboard, self.author_panel.labels)
        self._from_top = False  # the right panel is to be scrolled up

    @property
    def rows(self) -> tuple[Feature, ...]:
        """The panels' rows in the list of features."""
        shell, features = self.shell, self.features
        paste = features.sharing.paste_or(shell.operations.paste)
        return (
            self.cards.feature(), author_actions.feature(shell, self.author, self.author_panel),
            edit_actions.feature(shell, features.view, self.palette, self.steps, paste),
            arrange_actions.feature(shell),
        )  # fmt: skip

    def forget(self) -> None:
        """Forget all that was about another document: searches, filters, scrolled lists, what was in hand."""
        self.shell.host.forget_typing()
        self.palette.show_all()
        self.timeline.show_whole()
        self.steps.forget()
        self.context_menu.close()
        self._from_top = True

    def draw(self, layout: Layout, width: int, height: int) -> None:
        """Draw everything for a window of this size in pixels."""
        shell = self.shell
        shell.ui.begin()
        shell.view.pointed_goal = None
        self.features.keyboard.frame()
        self.toolbar.menu_bar()
        if shell.screen == "chooser":
            self.chooser.draw((0.0, layout.toolbar[1], width, height))
        else:
            self._editor(layout)
        if shell.dialog is not None:
            dialog = shell.dialog
            dialog.show(shell.ui, width, height)
            if dialog.done and shell.dialog is dialog:
                shell.dialog = None
        shell.ui.end()

    def _editor(self, layout: Layout) -> None:
        self.toolbar.draw(layout.toolbar)
        self._palette(layout.palette)
        edge(layout.palette)
        self._side(layout.side)
        self.status.draw(layout.status)
        self.steps.draw(layout.canvas)
        if self.features.time.shown:
            self.timeline.draw(layout.timeline)
        self.time_cards.draw(layout.canvas)
        self.cards.draw(layout.canvas, None if "side" in self.shell.folded else layout.side)
        self.labels.draw(layout.canvas)
        for feature in self.shell.registered:
            feature.over_scene(layout.canvas)
        self.context_menu.draw()

    def _palette(self, rect: Rect) -> None:
        if "palette" in self.shell.folded:
            self.palette.hide()
            self._strip("palette", rect)
        else:
            self.palette.draw(rect)

    def _side(self, rect: Rect) -> None:
        if "side" in self.shell.folded:
            self._strip("side", rect)
            return
        with self.shell.ui.panel("side", rect):
            if self._from_top:
                imgui.set_scroll_y(0.0)
                self._from_top = False
            self.shell.ui.corner_action("fold_side")
            if not self.author_panel.draw():
                self.level.draw()
            self.inspector.draw()

    def _strip(self, name: str, rect: Rect) -> None:
        """Draw the strip of a folded panel, with the button that unfolds it."""
        ui = self.shell.ui
        with ui.panel(name, rect, imgui.WindowFlags_.no_scrollbar):
            imgui.set_cursor_pos((ui.px(4), ui.px(8)))
            ui.action(f"fold_{name}", 26)
