"""Count the frames drawn in the last second."""

from __future__ import annotations

from collections import deque

from sandbox.workspace.clock import NS

OVER_NS = NS  # the stretch of time that is counted over


class FrameRate:
    """Counts frames by the times of any steady nanosecond counter."""

    def __init__(self) -> None:
        self._frames: deque[int] = deque()

    def count(self, now_ns: int) -> None:
        """Count a frame drawn now."""
        if self._frames and now_ns < self._frames[-1]:
            self._frames.clear()  # the counter was set back
        self._frames.append(now_ns)
        while now_ns - self._frames[0] > OVER_NS:
            self._frames.popleft()

    @property
    def a_second(self) -> float | None:
        """Frames a second; None while there are too few to tell."""
        if len(self._frames) < 2 or self._frames[-1] == self._frames[0]:
            return None
        return (len(self._frames) - 1) * NS / (self._frames[-1] - self._frames[0])


__all__ = ["FrameRate"]
