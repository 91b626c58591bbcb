"""The panel of the author's view: its tabs, its head while the level is tried out, and the labels of goals in the
scene."""

from __future__ import annotations

from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.design.design import Goal, conditions
from sandbox.design.geometry import Point
from sandbox.editing.authoring import goal_areas, hints
from sandbox.render.colours import Rgba
from sandbox.window.author.author_view import TABS, AuthorView
from sandbox.window.author.goals import GoalsTab
from sandbox.window.author.lists import HintsTab, LevelTab, StockTab
from sandbox.window.author.puzzle import PuzzleTab
from sandbox.window.shell.shell import Shell
from sandbox.window.shell.world_panel import WorldPanel
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, labelled

LONGEST = 34  # letters of a label


class Label(NamedTuple):
    """A text in the scene, at a world point."""

    text: str
    x: float
    y: float
    ground: Rgba


class AuthorPanel:
    """Draws the author's panel."""

    def __init__(self, view: AuthorView, shell: Shell, world: WorldPanel) -> None:
        self.view, self.shell, self.ui = view, shell, view.ui
        self.goals = GoalsTab(view, shell)
        stock, hints, level = StockTab(view, shell), HintsTab(view, shell), LevelTab(view, shell, world)
        self._tabs = {
            "goals": ("Goals", self.goals.draw), "stock": ("Stock", stock.draw), "hints": ("Hints", hints.draw),
            "puzzle": ("Puzzle", PuzzleTab(view).draw), "level": ("Level", level.draw),
        }  # fmt: skip

    def draw(self, _panel: Rect) -> None:
        """Draw the panel; while the level is tried out, only its head above the level's texts."""
        if self.view.active:
            self._build()
            return
        self.shell.view.chosen_rule = None
        if self.shell.workspace.document.session.trying_out:
            self._trial()

    def _build(self) -> None:
        """Draw the title of the level, what can be done with all of it, and the tabs."""
        view, ui = self.view, self.ui
        ui.bold(view.design.title, 18.0)
        ui.action("author", 0, f"{Icon.PLAY}  Try it out", primary=True, as_="author.try")
        imgui.same_line()
        ui.action("check", 0, f"{Icon.PROOF}  Check", as_="author.check")
        imgui.same_line()
        ui.action("shortcuts", as_="author.shortcuts")
        ui.space(1)
        imgui.begin_disabled(not view.can_edit)
        tight = (ui.px(6), imgui.get_style().frame_padding.y), (ui.px(4), ui.px(4))  # in tabs, and between them
        _use(tight)
        is_shown = imgui.begin_tab_bar("author")
        imgui.pop_style_var(2)
        if is_shown:
            turning, view.turning = view.turning, ""
            for name in TABS:
                title, draw = self._tabs[name]
                flags = imgui.TabItemFlags_.set_selected if turning == name else 0
                _use(tight)
                is_open = imgui.begin_tab_item(labelled(title, name), None, flags)[0]
                imgui.pop_style_var(2)
                ui.mark(f"tab.{name}")
                if is_open:
                    view.tab = turning or name
                    ui.space(1)
                    draw()
                    imgui.end_tab_item()
            imgui.end_tab_bar()
        imgui.end_disabled()
        self.shell.view.chosen_rule = view.chosen if view.tab == "goals" else None

    def _trial(self) -> None:
        """Draw the head above the level's texts while it is tried out."""
        ui = self.ui
        ui.line_of(Icon.FLAG, Colour.ACCENT_DEEP, "You are trying your level out.", Colour.ACCENT_DEEP)
        ui.action("author", 0, f"{Icon.EDIT}  Back to building it", as_="author.back")
        if self.view.to_put_back.edits and not self.shell.editor.running:
            ui.action("put_back", 0, f"{Icon.HISTORY}  Put back what you placed", as_="author.put_back")
        if self.view.placed:
            ui.action("keep_hints", 0, f"{Icon.HINT}  Keep as hints", as_="author.keep_hints")
        if self.shell.workspace.document.solved_try is not None:
            ui.action("save_solution", 0, f"{Icon.PROOF}  Save as its solution", as_="author.save_solution")
        ui.space(2)
        imgui.separator()

    def labels(self) -> list[Label]:
        """Return the texts of the goals, or the numbers of the hints, where each belongs in the scene."""
        view = self.view
        if not view.active or self.shell.dialog is not None:
            return []
        if view.tab == "hints":
            spots = [hints.middle(view.design, index) for index in range(len(view.design.hints))]
            return [Label(f"{n}", *at, Colour.ACCENT_DEEP) for n, at in enumerate(spots, 1) if at is not None]
        labels = []
        for goals, ground in ((view.design.goals, Colour.ACCENT_DEEP), (view.design.fails, Colour.BAD)):
            for goal in goals:
                text = (
                    goal.text if len(goal.text) <= LONGEST else goal.text[:LONGEST].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
                )
                spot = self._spot(goal)
                if spot is not None:
                    labels.append(Label(text, *spot, ground))
        return labels

    def _spot(self, goal: Goal) -> Point | None:
        """Return where the label of a goal is: at the first of its conditions that has a place for one."""
        spots = (goal_areas.label_spot(self.view.design, condition) for condition in conditions(goal.when))
        return next((spot for spot in spots if spot is not None), None)


def _use(paddings: tuple[tuple[float, float], tuple[float, float]]) -> None:
    """Push the padding in widgets and the spacing in them, until two style variables are popped."""
    imgui.push_style_var(imgui.StyleVar_.frame_padding, paddings[0])
    imgui.push_style_var(imgui.StyleVar_.item_inner_spacing, paddings[1])
