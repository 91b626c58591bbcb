"""When the next turns are due: for the host by its clock, and for a guest by the turns that have come."""

from __future__ import annotations

MOST_AT_ONCE = 30  # turns; then others are heard
_WATCHED = 300  # turns over which a guest looks whether he waits longer than he needs to
_SHORT = 2  # turns; what is late by more was lost on the way, and is rare
# Shares of the time in which a turn may be due and not there, for what is late by little and for the rest.
_ALLOWED_SHORT, _ALLOWED_LONG = 0.006, 0.06
_FAR_BEHIND = 30  # turns; a guest who has more of them waiting runs as fast as he can


class TickClock:
    """The clock of a host: ticks are due at a steady pace, and none is left out. Times are in seconds."""

    def __init__(self, tick_rate: float) -> None:
        self._rate = tick_rate
        self._began: float | None = None
        self._taken = 0  # ticks since then

    def due(self, now: float) -> int:
        """Return how many ticks are due and have not been taken."""
        if self._began is None:
            self._began, self._taken = now, -1  # one is due at once
        return int((now - self._began) * self._rate) - self._taken

    def use_rate(self, ticks_a_second: float) -> None:
        """Go on at another pace."""
        if ticks_a_second != self._rate:
            self._rate = ticks_a_second
            self.hold()

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

    What came too late is made up for at once, as a packet that is lost now and then is no reason to let all others
    wait. Where that happens too often all later turns wait longer, and when there were turns to spare for a while they
    wait less. So the wait follows the delays of the network. Times are in seconds.
    """

    def __init__(self, turn_seconds: float) -> None:
        self.turn_seconds = turn_seconds
        self.stalls = 0  # times that a turn was due and had not come
        self.stalled = 0.0  # s, of all of them together
        self._next: float | None = None
        self._stall_began: float | None = None
        self._spare = self._seen = 0
        self._late = [0.0, 0.0]  # s, of short and long stalls since the last look

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
            stall = now - self._stall_began
            self._stall_began = None
            self.stalled += stall
            is_long = stall > _SHORT * self.turn_seconds
            self._late[is_long] += stall
            allowed = _ALLOWED_LONG if is_long else _ALLOWED_SHORT
            if self._late[is_long] > allowed * _WATCHED * self.turn_seconds:
                self._next = now  # all later turns wait as much longer
                self._spare = self._seen = 0
                self._late = [0.0, 0.0]

    def _made_up_for(self, left: int) -> int:
        """Return how many turns more are to be played, because they were in store for long enough."""
        self._spare = left if not self._seen else min(self._spare, left)
        self._seen += 1
        if self._seen < _WATCHED:
            return 0
        self._seen = 0
        self._late = [0.0, 0.0]
        return self._spare // 2

    def wait(self, now: float) -> float:
        """Return the seconds until a turn is due; a turn that is late may come at any time."""
        return max(0.0, self._next - now) if self._next is not None else 0.0
