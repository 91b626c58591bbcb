"""When the next turns are due: for the host by its clock, and for a guest by the turns that have come."""

from __future__ import annotations

MOST_AT_ONCE = 30  # turns; then others are heard
_WATCHED = 45  # turns over which a guest looks whether he waits longer than he needs to
_FAR_BEHIND = 30  # turns; a guest who has more of them waiting runs as fast as he can


class TickClock:
    """The clock of a host: ticks are due at a steady pace, and none is left out. Times are in seconds."""

    def __init__(self, tick_rate: int) -> None:
        self._rate = tick_rate
        self._began: float | None = None
        self._taken = 0  # ticks since then

    def due(self, now: float) -> int:
        """Return how many ticks are due and have not been taken."""
        if self._began is None:
            self._began, self._taken = now, -1  # one is due at once
        return int((now - self._began) * self._rate) - self._taken

    def take(self, ticks: int) -> None:
        """Count ticks as passed."""
        self._taken += ticks

    def hold(self) -> None:
        """Stop the clock; it goes on with the next question, and what passed meanwhile is not made up for."""
        self._began = None

    def wait(self, now: float, ticks: int) -> float:
        """Return the seconds until so many ticks are due."""
        return max(0.0, (ticks - self.due(now)) / self._rate) if self._began is not None else 0.0


class Playout:
    """The clock of a guest, who lets turns wait a little, so that one that comes late does not stop his machine.

    A turn that comes too late makes all later ones wait as much longer. When there were turns to spare for a while,
    half of them are made up for. So the wait follows the delays of the network. Times are in seconds.
    """

    def __init__(self, turn_seconds: float) -> None:
        self.turn_seconds = turn_seconds
        self.stalls = 0  # times that a turn was due and had not come
        self.stalled = 0.0  # s, of all of them together
        self._next: float | None = None
        self._stall_began: float | None = None
        self._spare = self._seen = 0

    def due(self, now: float, waiting: int) -> int:
        """Return how many of the turns that have come are to be played now; they count as played."""
        if waiting > _FAR_BEHIND:
            self._next = now
            return min(MOST_AT_ONCE, waiting)
        if self._next is None:
            self._next = now + self.turn_seconds  # one turn in store to begin with
        count = 0
        while self._next <= now and count < min(waiting, MOST_AT_ONCE):
            self._end_stall(now)
            self._next += self.turn_seconds
            count += 1
            count += self._made_up_for(waiting - count)
        if count == waiting and self._next <= now and self._stall_began is None:
            self._stall_began = now
            self.stalls += 1
        return count

    def _end_stall(self, now: float) -> None:
        if self._stall_began is not None:
            self.stalled += now - self._stall_began
            self._stall_began = None
            self._next = now  # all later turns wait as much longer
            self._spare = self._seen = 0

    def _made_up_for(self, left: int) -> int:
        """Return how many turns more are to be played, because they were in store for long enough."""
        self._spare = left if not self._seen else min(self._spare, left)
        self._seen += 1
        if self._seen < _WATCHED:
            return 0
        self._seen = 0
        return self._spare // 2

    def wait(self, now: float) -> float:
        """Return the seconds until a turn is due; a turn that is late may come at any time."""
        return max(0.0, self._next - now) if self._next is not None else 0.0
