"""The upper part of the right panel: the text of the level, its goals with their state, what features add to that."""

from __future__ import annotations

from collections.abc import Sequence

from imgui_bundle import imgui

from sandbox.design.design import Design
from sandbox.levels.open_figures import reached_by
from sandbox.levels.run_facts import Stars, missing
from sandbox.machine.goals import GoalProgress
from sandbox.window.levels.ending_sheet import RecordOf
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.ui import badges
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui, shown


def _state(text: str, is_reached: bool) -> str:
    return f"{text} (reached)" if is_reached else text


class LevelText:
    """Draws a level's texts for its player."""

    def __init__(self, ui: Ui, shell: Shell, record_of: RecordOf) -> None:
        self.ui, self.shell, self.record_of = ui, shell, record_of

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(panels=(Panel("right", self.draw, 20, lambda: not self.shell.editor.design.author),))

    def draw(self, _panel: Rect) -> None:
        ui, shell = self.ui, self.shell
        moment = shell.workspace.document.past.moment
        design = moment.design if moment is not None else shell.editor.design
        with ui.theme.font(ui.theme.bold, 18.0):
            imgui.push_text_wrap_pos(imgui.get_window_width() - ui.px(36))  # beside the button that folds the panel
            imgui.text_unformatted(shown(design.title))
            imgui.pop_text_wrap_pos()
        if design.text:
            ui.text(design.text)
        if design.goals:
            ui.space(2)
            ui.heading("Goals", Icon.GOALS)
            for index, (goal, of) in enumerate(zip(self.goals, design.goals, strict=False)):
                self._goal_mark(goal.met)
                ui.text(goal.text, Colour.GOOD if goal.met else Colour.TEXT)
                ui.mark(f"goal.{index}")
                if imgui.is_item_hovered():
                    shell.view.pointed_goal = (False, index)
                if not goal.met and of.must_last:
                    ui.text(f"It must stay so for {of.must_last:g} s.", Colour.FAINT)
                    ui.mark(f"lasting.{index}")
                if 0.0 < goal.share < 1.0:
                    imgui.progress_bar(goal.share, (-1.0, ui.px(6)), "")
        self._fails(design)
        self._stars()
        for feature in shell.registered:
            feature.level_text()

    def _fails(self, design: Design) -> None:
        """Say what loses the run, and which of that has just done so."""
        document = self.shell.workspace.document
        broken = document.session.broken if document.past.moment is None else None
        texts = [fail.text for fail in design.fails]
        for index, text in enumerate(texts):
            if text in texts[:index]:
                continue  # the goal is about another of several parts, and says the same
            if broken is not None and broken.text == text:
                self.ui.line_of(Icon.FAILED, Colour.BAD, f"Lost: {text}", Colour.BAD)
                self.ui.mark(f"lost.{index}")
            else:
                self.ui.line_of(Icon.WARNING, Colour.BAD, f"Lost if: {text}", Colour.FAINT)
                self.ui.mark(f"fail.{index}")
            if imgui.is_item_hovered():
                self.shell.view.pointed_goal = (True, index)

    @property
    def goals(self) -> Sequence[GoalProgress]:
        """The goals with their state at the moment shown."""
        moment = self.shell.workspace.document.past.moment
        if moment is None:
            return self.shell.workspace.document.session.goals
        goals, run = moment.design.goals, moment.run
        met = run.goals_met(moment.tick) if run is not None else ()
        met = met or (False,) * len(goals)  # while building, and if the run is no longer kept
        return [GoalProgress(goal.text, is_met, float(is_met)) for goal, is_met in zip(goals, met, strict=False)]

    def _stars(self) -> None:
        """Say what earns stars besides the one for solving the level; those that are earned are bright. In an open
        puzzle its aims are such."""
        document = self.shell.workspace.document
        level, path = document.level, document.file.path
        if level.aims:
            runs = self.record_of(path, level).runs.facts if path is not None else ()
            for number, (odd, is_reached) in enumerate(zip(level.aims, reached_by(level, runs), strict=True)):
                self.ui.line_of(Icon.STAR, badges.star_ink(is_reached), _state(odd.text, is_reached))
                self.ui.mark(f"odd.{number}")
        if not level.par:
            return
        earned = self.record_of(path, level).stars if path is not None else Stars(False)
        for number, (is_earned, aim) in enumerate(zip(earned.of_par(level), missing(level, Stars(True)), strict=True)):
            self.ui.line_of(Icon.STAR, badges.star_ink(is_earned), _state(f"{aim[:1].upper()}{aim[1:]}", is_earned))
            self.ui.mark(f"aim.{number}")

    def _goal_mark(self, met: bool) -> None:
        """Draw a tick in a disc, or an empty ring."""
        ui = self.ui
        if met:
            ui.icon(Icon.DONE, Colour.GOOD)
        else:
            at, size = imgui.get_cursor_screen_pos(), imgui.get_font_size()
            ring = imgui.color_convert_float4_to_u32(Colour.FAINT)
            middle = (at.x + ui.px(8), at.y + size / 2 + ui.px(1))
            imgui.get_window_draw_list().add_circle(middle, ui.px(6), ring, 0, ui.px(2))
            imgui.dummy((ui.px(16), size))
            imgui.same_line(0.0, ui.px(8))
