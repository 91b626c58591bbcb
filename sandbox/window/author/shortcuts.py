"""Shortcuts for authors: the search for wins of the open level in another process, and what is done about those."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandbox.commands.commands import SetNoBuild
from sandbox.design.design import Design
from sandbox.design.no_build import NoBuildArea
from sandbox.editing.document import Notice
from sandbox.editing.snapping import fine
from sandbox.errors import BadFile, Refused
from sandbox.levels import level_rules, levels
from sandbox.levels.solution_places import solution_beside
from sandbox.tasks import cores
from sandbox.tasks.background import Background
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Failure, Progress
from sandbox.tasks.task_process import Setup
from sandbox.trials import win_store
from sandbox.trials.checks.search_process import SearchLevel
from sandbox.trials.search.search import Plan, refuse
from sandbox.trials.win_store import KeptWin, KeptWins, PlacedPart
from sandbox.window.author.moments import WATCHED, at_rest, unless_author
from sandbox.window.author.shortcut_sheet import ShortcutSheet
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon

SEED = 1  # that of `sandbox solve`
ROOM = 0.05  # m around the place of a part that is forbidden: the same a little further off is no other idea


class Shortcuts:
    """The search for shortcuts of the open level, and the list of wins that it has found; one search at a time."""

    def __init__(self, shell: Shell, play: Callable[[Path, Callable[[], object]], object]) -> None:
        """Keep the tools of the search; `play` shows a recording as a film, and calls a function when the film is
        over."""
        self.shell, self._play = shell, play
        self.runs = 1000  # that the next search makes
        self.done = 0
        self.problem = ""
        self.found: KeptWins | None = None
        self.folder = Path()
        self._of_another = True  # the list, if there is one, is about a document that was open before
        self._work = Background(Setup("sandbox.trials.checks.search_process", Limits(seconds=0), gentle=True))
        self._stopping = False

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        shell = self.shell
        return Feature(
            actions=(
                Action("shortcuts", "Look for shortcuts\N{HORIZONTAL ELLIPSIS}", self.show,
                       "The program plays the level itself: can it be won with fewer parts than you meant?",
                       keys("Ctrl+F5"), Icon.SEARCH, lambda: at_rest(shell) and shell.workspace.document.design.author,
                       why=unless_author(shell, WATCHED)),
            ),
            document_changed=self._leave_document,
            close=self.close,
        )  # fmt: skip

    # -- what the sheet shows

    @property
    def level(self) -> Design:
        """The level as a player would have it."""
        return levels.as_player(self.shell.workspace.document.level)

    @property
    def under_way(self) -> bool:
        return self._work.busy

    @property
    def stopping(self) -> bool:
        return self._stopping

    @property
    def is_old(self) -> bool:
        """True if the level has changed since it was searched."""
        return self.found is not None and self.found.digest != levels.digest(self.level)

    @property
    def may_forbid(self) -> bool:
        """True while the level can be changed."""
        document = self.shell.workspace.document
        return document.design.author and not document.session.running

    # -- the search

    def show(self) -> None:
        """Show the sheet, with what was found before for the level as it is."""
        shell = self.shell
        shell.editor.settle()
        shell.editor.cancel()
        if not self.under_way:
            folder = win_store.folder_of(shell.workspace.data, self.level)
            listed = win_store.read(folder)
            if listed is not None:
                self.found, self.folder = listed, folder
            elif self._of_another:
                self.found = None
            self._of_another, self.problem = False, ""
        shell.dialog = ShortcutSheet(self)

    def begin(self) -> None:
        """Begin to search the level as it is now."""
        level, path = self.level, self.shell.workspace.document.file.path
        jobs = max(1, cores.usable() - 1)
        self.done, self.problem = 0, ""
        try:
            refuse(level)
            self.folder = win_store.begin(self.shell.workspace.data, level)
            solution = solution_beside(path) if path is not None else None
            plan = Plan(self.runs, SEED, jobs=jobs)
            self._work.begin(SearchLevel(str(self.folder), plan, str(solution) if solution else None))
        except (Refused, BadFile, OSError) as error:
            self.problem = str(error)
            return
        self.found, self._stopping = None, False
        self._of_another = False
        self.shell.watch(self.look)

    def _leave_document(self) -> None:
        self._of_another = True

    def stop(self) -> None:
        """End the search early; what it has found by then is kept."""
        if self.under_way:
            self._stopping = True
            self._work.stop()

    def look(self) -> bool:
        """Take in the news of the search; return whether it is still under way. It never waits."""
        for message in self._work.poll():
            if isinstance(message, Progress):
                self.done = int(message.done)
                continue
            if isinstance(message, Failure):
                self.problem = message.sentence("the search", optional=False)
            self._finish()
        return self.under_way

    def _finish(self) -> None:
        self.found = win_store.read(self.folder)
        if not isinstance(self.shell.dialog, ShortcutSheet):
            self.shell.toasts.tell(Notice(self._summary(), "info", "shortcuts"))

    def _summary(self) -> str:
        if self.found is None:
            return f"The search for shortcuts: {self.problem}."
        count = len(self.found.shortcuts)
        return f"The search for shortcuts has found {count or 'none'}{'' if self.found.complete else ' so far'}."

    # -- what can be done about a win

    def watch(self, win: KeptWin) -> None:
        """Show a win as a film, and then the list again."""
        self._play(self.folder / win.recording, lambda: setattr(self.shell, "dialog", ShortcutSheet(self)))

    def forbid(self, part: PlacedPart) -> None:
        """Draw a no-build area around the place of a part, in one step that can be undone; say what hint it breaks."""
        workspace = self.shell.workspace
        world, areas, box = workspace.document.design.world, workspace.document.design.no_build, part.box
        area = NoBuildArea(
            fine(max(0.0, box.x0 - ROOM)), fine(max(0.0, box.y0 - ROOM)),
            fine(min(world.width, box.x1 + ROOM)), fine(min(world.height, box.y1 + ROOM)),
        )  # fmt: skip
        faults = _faults(self.level)
        if not workspace.gate.do(SetNoBuild((*areas, area))):
            return
        new = next((fault for fault in _faults(self.level) if fault not in faults), None)
        if new is not None:
            workspace.messages.say(f"now {new} Undo takes the area away, or drag its edges off there", "refused")
        else:
            workspace.messages.say(f"no part may be put where {part.title.lower()} was; Undo takes the area away")

    def close(self) -> None:
        """End a search that is under way, with its processes, because the program ends."""
        self._work.cancel()


def _faults(level: Design) -> list[str]:
    """Return the faults that make a level unsound, as far as they are seen without running it."""
    return [finding.text for finding in level_rules.sense(level) if finding.grade == "bad"]
