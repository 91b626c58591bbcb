"""The word that a try has come to its end with a goal open: nothing can move any more, or all goes round and round."""

from __future__ import annotations

from sandbox.editing.document import Notice, sentence
from sandbox.machine.machine import Machine
from sandbox.machine.repetition import Repetition
from sandbox.machine.stillness import Stillness
from sandbox.recording.plain_text import printable
from sandbox.window.shell.feature import Feature
from sandbox.window.shell.shell import Shell
from sandbox.workspace.document import OpenDocument

_MOST = 80  # characters of a goal


class RestNotice:
    """Says once in each run that nothing moves, or nothing new happens, any more; a run that is watched, or that an
    author makes, is nobody's try."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self._machine: Machine | None = None
        self._watches: dict[str, Stillness | Repetition] = {}  # by their sentences; none once one has been said
        self._due: dict[str, int] = {}  # the ticks of their next looks

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(before_frame=self.look)

    def look(self) -> None:
        """Look whether the machine has come to rest."""
        document = self.shell.workspace.document
        session = document.session
        if session.machine is not self._machine:
            self._machine, memory = session.machine, session.goal_memory
            self._watches = {}
            if session.machine is not None and memory is not None:
                self._watches = {
                    "Nothing moves any more.": Stillness(session.machine, memory),
                    "Nothing new happens any more.": Repetition(session.machine, memory),
                }
            self._due = dict.fromkeys(self._watches, session.tick)
        if not self._watches or not _is_open_try(document):
            return
        for words, watch in self._watches.items():
            if session.tick >= self._due[words]:
                self._due[words] = session.tick + watch.every
                if watch.look():
                    self._watches = {}
                    self.shell.toasts.tell(Notice(f"{words} Still to come: {self._open}", "info", "stop", "hint"))
                    return

    @property
    def _open(self) -> str:
        """The first goal that is open, and how many more are."""
        open_goals = [goal.text for goal in self.shell.workspace.document.session.goals if not goal.met]
        others = len(open_goals) - 1
        more = f" And {others} more goal{'s' if others > 1 else ''}." if others > 0 else ""
        goal = sentence(printable(open_goals[0], _MOST)) if open_goals else "not all goals are met at the same time."
        return f"{goal}{more}"


def _is_open_try(document: OpenDocument) -> bool:
    session = document.session
    is_try = bool(session.design.goals) and not session.by_author and not document.watching and not document.in_past
    return is_try and session.outcome == "open"
