"""Buffers a session's events and the user's commands until drawing and sound read them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from sandbox.commands.commands import AnyCommand
from sandbox.machine.machine import Event

SEEN = 256  # events kept for drawing, which reads them at every frame
KEPT = 4096  # events kept until sound takes them; a hidden window takes none
ACTS_KEPT = 100


class Events:
    """Event buffer with two readers: drawing reads events and leaves them; sound takes events and commands away."""

    def __init__(self) -> None:
        self._events: deque[Event] = deque(maxlen=KEPT)
        self._latest: deque[Event] = deque(maxlen=SEEN)
        self._count = 0
        self._acts: deque[AnyCommand] = deque(maxlen=ACTS_KEPT)

    def add(self, events: Iterable[Event]) -> None:
        """Add events."""
        for event in events:
            self._events.append(event)
            self._latest.append(event)
            self._count += 1

    def add_act(self, command: AnyCommand) -> None:
        """Add a command of the user that was carried out."""
        self._acts.append(command)

    def after(self, number: int) -> tuple[int, list[Event]]:
        """Return the number of events so far, and those after the first `number`, as far as they are kept; none is
        removed.
        """
        new = min(len(self._latest), self._count - number)
        return self._count, list(self._latest)[len(self._latest) - new :] if new > 0 else []

    def take_events(self) -> list[Event]:
        """Return and remove the events since the last call, for sounds."""
        events = list(self._events)
        self._events.clear()
        return events

    def take_acts(self) -> list[AnyCommand]:
        """Return and remove the user's commands since the last call, for sounds."""
        acts = list(self._acts)
        self._acts.clear()
        return acts

    def forget_events(self) -> None:
        """Drop the events that were not taken yet; another session begins."""
        self._events.clear()
