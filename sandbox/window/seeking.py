"""Running to the next event: what a run is watched for, and how long at most."""

from __future__ import annotations

from sandbox.session import Session
from sandbox.window.chronicle import EVENT_MARKS, Chronicle

NOTHING_HAPPENS = 60  # s of the machine's time: so long it goes on at most
_NOTABLE = frozenset(EVENT_MARKS.values()) | {"won", "lost", "struck"}


class Seeking:
    """From now on, in the run that goes on."""

    def __init__(self, history: Chronicle, session: Session) -> None:
        self._history = history
        self._session = session
        self._known = len(history.marks)  # that are not the next event
        self._until = session.tick + NOTHING_HAPPENS * session.tick_rate

    def look(self) -> str | None:
        """For each tick, when the history has noted it: a sentence if this is where to stop."""
        new, self._known = self._history.marks[self._known :], len(self._history.marks)
        if any(mark.what in _NOTABLE for mark in new):
            return "here it is"
        if self._session.tick >= self._until or not self._session.running:
            return f"nothing has happened for {NOTHING_HAPPENS} s"
        return None


__all__ = ["Seeking"]
