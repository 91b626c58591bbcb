"""Checks of the open level: run by another process so that the window stays responsive, shown on a sheet."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from sandbox.commands.commands import to_json
from sandbox.commands.driver import Timed
from sandbox.design.design import Design
from sandbox.editing import picking
from sandbox.editing.document import Notice
from sandbox.errors import BadFile
from sandbox.levels import levels
from sandbox.levels.level_rules import Finding
from sandbox.levels.solution_places import places_of_solution, solution_beside
from sandbox.tasks.background import Background
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, Message, Progress, unpack
from sandbox.tasks.task_process import Setup
from sandbox.trials.checks import check
from sandbox.trials.checks.checker import CheckLevel, News, Recorded
from sandbox.trials.checks.solving import USUAL_S, span_of
from sandbox.window.author.moments import WATCHED, at_rest
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui, labelled

LIMITS = Limits(seconds=3600)
_ICONS = {"bad": Icon.FAILED, "doubt": Icon.WARNING, "note": Icon.INFO, "good": Icon.DONE}  # the gravest first
_LIST_HEIGHT = 240.0  # px, of the findings; more of them can be scrolled to


class Check:
    """One check in progress. `look` takes in the news since the last time."""

    def __init__(
        self,
        level: Design,
        solving: tuple[Timed, ...] | Path | None,
        record: Path | None = None,
        span: tuple[float, float] = USUAL_S,
    ) -> None:
        """Start the process.

        Args:
            solving: a player's commands, or a recording, or nothing.
            record: where to write the solution first.
            span: the time in s that the solution should take.

        Raises:
            BadFile, OSError: there is no place for temporary files.
        """
        self.share, self.what = 0.0, "beginning"
        self.answer: check.CheckAnswer | None = None
        self.findings: list[Finding] = []  # so far
        self.error = ""
        self.recorded = self.remark = ""
        self.ended = False
        self._folder = tempfile.TemporaryDirectory(prefix="sandbox-check-")
        folder = Path(self._folder.name)
        levels.write(folder / "level.toml", level)
        if isinstance(solving, tuple):
            lines = (json.dumps(to_json(tick, command)) for tick, command in solving)
            levels.write_text(folder / "moves.jsonl", "".join(f"{line}\n" for line in lines))
            solving = folder / "moves.jsonl"
        paths = (str(path) if path is not None else None for path in (solving, record))
        self._work = Background(Setup("sandbox.trials.checks.checker", LIMITS, gentle=True))
        self._work.begin(CheckLevel(str(folder / "level.toml"), span, *paths))

    def look(self) -> bool:
        """Take in the news; return whether the check is still in progress."""
        for message in self._work.poll():
            self._hear(message)
        return not self.ended

    def _hear(self, message: Message) -> None:
        if isinstance(message, Progress):
            self.share, self.what = message.share, message.what or self.what
            news: News | None = unpack(message.news, News) if message.news else None
            if isinstance(news, Recorded):
                self.recorded, self.remark = news.path, news.remark
            elif news is not None:
                self.findings.append(news.finding)
            return
        if isinstance(message, Answer):
            self.answer = check.CheckAnswer.from_json(unpack(message.value, dict[str, Any]))
        else:
            self.error = message.sentence("the check", optional=False)
        self.end()

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if not self.ended:
            self.ended = True
            self._work.cancel()
            self._folder.cleanup()


class CheckSheet(Dialog):
    """Shows the progress of a check, and then its findings."""

    name = "check"
    width = 640.0

    def __init__(self, checking: Check, title: str, show: Callable[[int], object]) -> None:
        super().__init__()
        self.checking, self.title, self._show = checking, title, show

    def draw(self, ui: Ui) -> None:
        checking = self.checking
        checking.look()
        ui.bold(f"Is \N{LEFT DOUBLE QUOTATION MARK}{self.title}\N{RIGHT DOUBLE QUOTATION MARK} sound?", 19.0)
        ui.space(2)
        if checking.recorded:
            ui.line_of(Icon.SAVE, Colour.GOOD, f"The solution is saved as {checking.recorded}.")
        if checking.remark:
            ui.faint(f"{checking.remark[:1].upper()}{checking.remark[1:]}.")
        if checking.error:
            ui.line_of(Icon.FAILED, Colour.BAD, checking.error)
        elif checking.answer is not None:
            self._answer(ui, checking.answer)
        else:
            ui.faint(f"Looking at {checking.what} \N{HORIZONTAL ELLIPSIS}")
            imgui.progress_bar(checking.share, (-1.0, ui.px(10)), "")
            ui.mark("check.progress")
            ui.space(4)
            self._findings(ui, tuple(checking.findings))
        ui.space(6)
        label = "Close" if checking.ended else "Stop checking"
        if ui.button("check.close", label, size=(0.0, ui.px(32)), primary=checking.ended):
            self.accept()

    def _answer(self, ui: Ui, answer: check.CheckAnswer) -> None:
        if answer.sound:
            ui.icon(Icon.DONE, Colour.GOOD, 26.0)
            ui.bold(f"It is{answer.doubt_words}.", 20.0, Colour.GOOD)
        else:
            ui.icon(Icon.FAILED, Colour.BAD, 26.0)
            ui.bold("Not yet.", 20.0, Colour.BAD)
        ui.space(2)
        self._findings(ui, answer.findings)
        if not answer.tolerances:
            return
        ui.space(2)
        ui.heading("How exactly must one build?", Icon.RULER)
        if imgui.begin_table("reaches", 3, imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_stretch_prop):
            for row in answer.tolerances:
                imgui.table_next_row()
                imgui.table_next_column()
                label = labelled(row.title[:1].upper() + row.title[1:], f"reach.{row.parts}")
                if imgui.selectable(label, False)[0] and len(row.parts) == 1:
                    self._show(row.parts[0])
                imgui.table_next_column()
                more = " or more" if row.fails is None else ""
                ui.bold(f"{row.mm:g} mm{more}" if row.mm else "less than 0.5 mm")
                imgui.table_next_column()
                if row.fails is not None:
                    mm, direction, outcome = row.fails
                    label = {"open": "not won", "refused": "can't be started"}.get(outcome, outcome)
                    ui.faint(f"{mm:g} mm {direction}: {label}")
            imgui.end_table()
        ui.faint("The level is still won with the part this far off, in each of eight directions.")

    def _findings(self, ui: Ui, findings: tuple[Finding, ...]) -> None:
        """Show findings in a list that scrolls, the gravest first."""
        colours = {"bad": Colour.BAD, "doubt": Colour.ACCENT_DEEP, "note": Colour.LINK, "good": Colour.GOOD}
        order = [*_ICONS]
        imgui.begin_child("findings", (0.0, ui.px(_LIST_HEIGHT)), imgui.ChildFlags_.nav_flattened)
        for finding in sorted(findings, key=lambda finding: order.index(finding.grade)):
            text = f"{finding.text[:1].upper()}{finding.text[1:]}."
            ui.line_of(_ICONS[finding.grade], colours[finding.grade], text)
        imgui.end_child()

    def accept(self) -> None:
        self.checking.end()
        self.done = True

    def cancel(self) -> None:
        self.accept()


class Checking:
    """Starts checks of the open level."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        shell = self.shell
        return Feature(
            actions=(
                Action("check", "Check the level", self.check,
                       "Can it be solved, does it win itself, do its goals make sense, how exactly must one build?",
                       keys("Shift+F5"), Icon.PROOF, lambda: at_rest(shell), why=lambda: WATCHED),
                Action("save_solution", "Save the solution", self.save_solution,
                       "Your last try that won, as the recording that proves the level solvable", keys("Ctrl+Shift+M"),
                       Icon.PROOF, lambda: at_rest(shell) and shell.workspace.document.solved_try is not None,
                       why=lambda: "no try of yours has won the level as it is now"),
            ),
            close=self.close,
        )  # fmt: skip

    def check(self) -> None:
        """Check whether the level is sound."""
        self._check(None)

    def save_solution(self) -> None:
        """Keep the try that has won, as the recording that proves that the level can be solved."""
        workspace = self.shell.workspace
        if workspace.document.file.path is None or workspace.document.file.needs_name:
            why = "Save the level first: its solution lies beside it, under its name."
            self.shell.toasts.tell(Notice(why, "refused", "save_as"))
        else:
            self._check(places_of_solution(workspace.document.file.path)[0])

    def _check(self, record: Path | None) -> None:
        shell, workspace = self.shell, self.shell.workspace
        shell.editor.settle()
        shell.editor.cancel()
        solved, path = workspace.document.solved_try, workspace.document.file.path
        beside = path and solution_beside(path)
        try:
            checking = Check(
                workspace.document.level,
                solved.commands if solved is not None else beside or None,
                record,
                span_of(path) if path is not None else USUAL_S,
            )
        except (BadFile, OSError) as error:
            workspace.messages.say(f"the level can't be checked: {error}", "bad")
            return
        shell.dialog = CheckSheet(checking, workspace.document.level.title, self._show_part)
        shell.watch(self._goes_on)

    def _show_part(self, part: int) -> None:
        """Select a part that the check names, and bring it into view."""
        editor = self.shell.editor
        if part in editor.design.part_by_id:
            editor.selection.ids = (part,)
            self.shell.view.bring_in(picking.box_of(editor.design.part_by_id[part]))

    def _goes_on(self) -> bool:
        sheet = self.shell.dialog
        return isinstance(sheet, CheckSheet) and sheet.checking.look()

    def close(self) -> None:
        """End a check that is under way, because the program ends."""
        if isinstance(self.shell.dialog, CheckSheet):
            self.shell.dialog.checking.end()
