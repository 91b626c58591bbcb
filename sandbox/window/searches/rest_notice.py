"""The word that a try has come to its end: nothing can move any more, and a goal is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.editing.document import Notice, sentence
from sandbox.machine.machine import Machine
from sandbox.machine.stillness import Stillness
from sandbox.recording.plain_text import printable
from sandbox.workspace.document import OpenDocument

if TYPE_CHECKING:
    from sandbox.window.shell import Shell

_MOST = 80  # characters of a goal


class RestNotice:
    """Says it once in each run; a run that is watched, or that an author makes, is nobody's try."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self._machine: Machine | None = None
        self._still: Stillness | None = None  # None: nothing runs, or it has been said
        self._due = 0  # the tick of the next look

    def look(self) -> None:
        """Look whether the machine has come to rest. Call it before each frame."""
        document = self.shell.workspace.document
        session = document.session
        if session.machine is not self._machine:
            self._machine, self._due, memory = session.machine, session.tick, session.goal_memory
            self._still = (
                Stillness(session.machine, memory) if session.machine is not None and memory is not None else None
            )
        if self._still is None or session.tick < self._due or not _is_open_try(document):
            return
        self._due = session.tick + self._still.every
        if self._still.look():
            self._still = None
            self.shell.toasts.tell(Notice(self._words, "info", "stop", "hint"))

    @property
    def _words(self) -> str:
        open_goals = [goal.text for goal in self.shell.workspace.document.session.goals if not goal.met]
        more = f" It is one of {len(open_goals)}." if len(open_goals) > 1 else ""
        goal = sentence(printable(open_goals[0], _MOST)) if open_goals else "not all goals are met at the same time."
        return f"Nothing moves any more. Still to come: {goal}{more}"


def _is_open_try(document: OpenDocument) -> bool:
    session = document.session
    is_try = bool(session.design.goals) and not session.by_author and not document.watching and not document.in_past
    return is_try and session.outcome == "open"


__all__ = ["RestNotice"]
