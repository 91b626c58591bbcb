"""Running to the next event: the events that count, and the longest search."""

from __future__ import annotations

from sandbox.commands.session import Session
from sandbox.workspace.past.history import EVENT_MARKS, Chronicle

NOTHING_HAPPENS = 60  # s of the machine's time: the longest search
_NOTABLE = frozenset(EVENT_MARKS.values()) | {"won", "lost", "struck"}


class Seeking:
    """A search for the next event in the current run, from now on."""

    def __init__(self, history: Chronicle, session: Session) -> None:
        self._history = history
        self._session = session
        self._known = len(history.marks)  # marks before the search, or looked at already
        self._until = session.tick + NOTHING_HAPPENS * session.tick_rate

    def look(self) -> str | None:
        """Look at each tick, once the history has noted it; return a sentence if the run is to stop here."""
        new, self._known = self._history.marks[self._known :], len(self._history.marks)
        if any(mark.what in _NOTABLE for mark in new):
            return "stopped at the next event"
        if self._session.tick >= self._until or not self._session.running:
            return f"nothing has happened for {NOTHING_HAPPENS} s"
        return None


__all__ = ["Seeking"]
