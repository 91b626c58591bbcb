"""What has happened in a session and what was done to it, kept for eyes and ears until they look."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from sandbox.commands import AnyCommand
from sandbox.machine import Event

SEEN = 256  # events for eyes, which look at every frame
KEPT = 4096  # events until ears take them; a hidden window takes none
ACTS_KEPT = 100


class Happenings:
    """Eyes look at events and leave them there; ears take events and acts away."""

    def __init__(self) -> None:
        self._events: deque[Event] = deque(maxlen=KEPT)
        self._latest: deque[Event] = deque(maxlen=SEEN)
        self._count = 0
        self._acts: deque[AnyCommand] = deque(maxlen=ACTS_KEPT)

    def add(self, events: Iterable[Event]) -> None:
        """This has happened."""
        for event in events:
            self._events.append(event)
            self._latest.append(event)
            self._count += 1

    def add_act(self, command: AnyCommand) -> None:
        """A command of the user was carried out."""
        self._acts.append(command)

    def after(self, number: int) -> tuple[int, list[Event]]:
        """Those after the first so many, as far as they are still kept, and how many there have been; none is taken."""
        new = min(len(self._latest), self._count - number)
        return self._count, list(self._latest)[len(self._latest) - new :] if new > 0 else []

    def take_events(self) -> list[Event]:
        """What has happened since the last call, for sounds and flashes."""
        events = list(self._events)
        self._events.clear()
        return events

    def take_acts(self) -> list[AnyCommand]:
        """The user's commands that were carried out since the last call, for sounds."""
        acts = list(self._acts)
        self._acts.clear()
        return acts

    def forget_events(self) -> None:
        """Another session begins: what nobody has heard yet is heard no more."""
        self._events.clear()


__all__ = ["Happenings"]
