"""The consequences of a win: its proof beside the window, and the solved level opened again with a kept run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.commands.commands import Together
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solutions
from sandbox.recording import reader
from sandbox.recording.plain_text import printable
from sandbox.window.actions.icons import Icon
from sandbox.window.dialogs.base import Choice, Question
from sandbox.window.dialogs.reload_resume import quoted
from sandbox.workspace.messages import MOST_TITLE
from sandbox.workspace.tryout import Before, put_back

if TYPE_CHECKING:
    from sandbox.window.controls.documents import Documents
    from sandbox.window.controls.time_controls import TimeControls
    from sandbox.window.shell import Shell

LOOK_S = 0.1  # between two looks for the answer of a proof


class WinControls:
    """Has wins proven, and opens solved levels empty, with the user's solution, or with its ghost."""

    def __init__(self, shell: Shell, documents: Documents, time: TimeControls) -> None:
        self.shell, self.documents, self.time = shell, documents, time
        self._waiting = False
        documents.before_opening = self.offer

    def look(self) -> None:
        """Have a new win proven, and look for the answer now and then; nothing else may ask for a frame meanwhile."""
        loop = self.shell.loop
        if self.shell.records.look(self.shell.workspace) and loop is not None and not self._waiting:
            self._waiting = True
            loop.clock.schedule_once(self._due, LOOK_S)

    def _due(self, _seconds: float) -> None:
        self._waiting = False
        self.shell.host.stir()
        self.shell.stir()

    def offer(self, path: Path, open_now: Callable[[], object]) -> bool:
        """Ask what a solved level is to be opened with; False: there is no kept run of it, and nothing to ask."""
        records = self.shell.records
        mine, fastest = (records.best_run(path, feat) if path.suffix == ".toml" else None for feat in ("parts", "time"))
        if mine is None or fastest is None:
            return False
        level = levels.read(path)
        parts, seconds = mine[1].facts.parts, fastest[1].facts.ticks / level.world.tick_rate
        self.shell.dialog = Question(
            f"Open {quoted(printable(level.title, MOST_TITLE))}",
            f"You have solved it: with {parts} part{'s' if parts != 1 else ''} at best, in {seconds:.2f} s at best. "
            "Your fastest run can go along as a ghost.",
            (
                Choice("empty", f"{Icon.NEW}  Empty", open_now, primary=True),
                Choice("mine", f"{Icon.EDIT}  My solution", lambda: self._open_with(mine[0], open_now)),
                Choice("race", f"{Icon.GHOST}  Race the ghost", lambda: self._race(fastest[0], seconds, open_now)),
            ),
        )
        return True

    def _open_with(self, run: Path, open_now: Callable[[], object]) -> None:
        """Open a level with the parts of a recorded run."""
        open_now()
        workspace = self.shell.workspace
        try:
            built = solutions.built(reader.read(run))
        except (BadFile, Refused) as error:
            workspace.messages.say(str(error), "bad")
            return
        back = put_back(Before(workspace.document.design, built), workspace.document.design)
        if back.edits and workspace.gate.do(Together(back.edits)):
            workspace.messages.say("this is your solution with the fewest parts; Undo takes it away")

    def _race(self, run: Path, seconds: float, open_now: Callable[[], object]) -> None:
        """Open a level as it is, with a recorded run as a ghost."""
        open_now()
        self.time.race(run, f"your fastest run ({seconds:.2f} s)")


__all__ = ["WinControls"]
