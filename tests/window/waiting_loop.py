"""A loop of the window for tests: it keeps what is scheduled, and draws nothing by itself."""

from __future__ import annotations

from collections.abc import Callable


class Clock:
    """A clock that keeps what is scheduled."""

    def __init__(self) -> None:
        self.scheduled: list[Callable[[float], object]] = []

    def schedule_interval(self, call: Callable[[float], object], interval: float) -> None:
        self.scheduled.append(call)

    def schedule_once(self, call: Callable[[float], object], delay: float) -> None:
        pass

    def unschedule(self, call: Callable[[float], object]) -> None:
        self.scheduled = [other for other in self.scheduled if other != call]


class Loop:
    """A loop that draws nothing by itself."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.stirred = 0

    def stir(self, ns: int = 0) -> None:
        self.stirred += 1
