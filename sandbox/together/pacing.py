"""When the next turns are due: for the host by its clock, and for a guest by the turns that have come; and when a guest
tries to come back."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST_AT_ONCE = 30  # turns; then others are heard
_WATCHED = 1800  # turns, half a minute of them, whose delays are known
_RECENT = 120  # turns; if most of them come late then that is usual now
_AVERAGED = 10.0  # s; late turns are averaged over at least as much, also while fewer have come
_LOOKS_EVERY = 15  # turns
_TO_BEGIN_WITH = 0.1  # s, that turns wait until the delays of some are known
_MARGIN = 1.0  # turns
_ALLOWED = 0.02  # share of the time in which a turn that was lost on the way may be due and not there
_SLOWER = 0.1  # share by which turns come slower or faster while the wait changes
_LONGEST = 0.5  # s; nobody waits for what comes even later


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

    def when(self, ticks: int) -> float:
        """Return when so many ticks are due, or have been."""
        return self._began + (self._taken + ticks) / self._rate if self._began is not None else 0.0

    def hold(self) -> None:
        """Stop the clock; it goes on with the next question, and what passed meanwhile is not made up for."""
        self._began = None

    def wait(self, now: float, ticks: int) -> float:
        """Return the seconds until so many ticks are due."""
        return max(0.0, (ticks - self.due(now)) / self._rate) if self._began is not None else 0.0


class Arrival(NamedTuple):
    """When a turn has come, and how much later that is than when it was due on the host's machine.

    The second is of use for comparing only, as the clocks of two machines have nothing to do with each other.
    """

    when: float
    late: float


class Playout:
    """The clock of a guest, who lets turns wait a little, so that one that comes late does not stop his machine.

    A turn says when it was due on the host's machine; here it is due a constant time after that, so they follow each
    other as evenly as there. What comes too late is made up for at once, and nobody else waits for it. The time that
    turns wait changes by a pace that is slightly slower or faster than usual. Times are in seconds.
    """

    def __init__(self, turn_seconds: float) -> None:
        self.turn_seconds = turn_seconds
        self.stalls = 0  # times that a turn has come when it was overdue
        self.stalled = 0.0  # s, of all of them together
        self._arrivals: deque[Arrival] = deque(maxlen=_WATCHED)
        self._count = 0
        self._after: float | None = None  # s, from when a turn is due on the host's clock to when it is due on this one
        self._wanted = 0.0  # s, the same as it should be

    def arrived(self, now: float, at: float) -> None:
        """Note that a turn has come, which was due at some time of the host's clock."""
        arrival = Arrival(now, now - at)
        if self._after is None:
            self._after = self._wanted = arrival.late + _TO_BEGIN_WITH
        if self._arrivals:
            stall = now - max(at + self._after, self._arrivals[-1].when)
            if stall > 0:
                self.stalls += 1
                self.stalled += stall
                self._after = max(self._after, min(self._wanted, arrival.late))  # it has stood, so no pace need change
        self._arrivals.append(arrival)
        self._count += 1
        if self._count % _LOOKS_EVERY == 0 and self._count >= 2 * _LOOKS_EVERY:
            self._wanted = shortest(self._arrivals, self.turn_seconds)

    def wait(self, now: float, at: float) -> float:
        """Return the seconds until a turn is due; 0 if it is."""
        return max(0.0, at + self._after - now) if self._after is not None else 0.0

    def played(self) -> None:
        """Note that a turn was played, and with it some time has passed; the pace changes with the next one."""
        if self._after is not None:
            most = _SLOWER * self.turn_seconds
            after = min(self._after, self._wanted + _LONGEST)  # the first ones lie about it if they waited unheard
            self._after = after + min(most, max(-most, self._wanted - after))


def shortest(arrivals: deque[Arrival], turn_seconds: float) -> float:
    """Return the shortest time after which turns can be due by two rules, from what has come of late.

    All that have come on their usual ways are there in time, with a margin. Those that were lost and sent again come
    far later, and are rare: so many of them may come too late that the machine stands for a small share of the time.
    """
    when, late = np.array(arrivals).T
    since = np.diff(when, prepend=-np.inf)
    alone = late[since > turn_seconds / 4]  # what has waited behind a lost one comes with it
    shortest_ = max(_latest_usual(some, turn_seconds) for some in (alone, alone[-_RECENT:])) + _MARGIN * turn_seconds
    longest = max(float(late.min()) + _LONGEST, shortest_)
    may_be_late = late <= longest
    allowed = _ALLOWED * max(float(when[-1] - when[0]), _AVERAGED)
    while longest - shortest_ > 0.001:
        middle = (shortest_ + longest) / 2
        if _stalled(late[may_be_late], since[may_be_late], middle) <= allowed:
            longest = middle
        else:
            shortest_ = middle
    return shortest_


def _latest_usual(late: NDArray[np.float64], turn_seconds: float) -> float:
    """Return how late the last of those comes that were not lost on the way: hardly twice as much as most of them."""
    low = late.min()
    return float(late[late <= low + 2 * (np.median(late) - low) + turn_seconds].max())


def _stalled(late: NDArray[np.float64], since: NDArray[np.float64], after: float) -> float:
    """Return for how long a machine stands, if turns are due so much after; `since` is the time after the last one."""
    return float(np.clip(np.minimum(late - after, since), 0.0, None).sum())


class Retries:
    """The tries of somebody whose connection is lost to come back, one after the other, for a while. In seconds."""

    LONGEST = 30.0
    _BETWEEN = 0.5
    _ONE = 15.0  # of one try: what comes of it is heard long before

    def __init__(self) -> None:
        self._lost_at: float | None = None
        self._next = 0.0

    def lose(self, now: float) -> bool:
        """Take note that the connection, or a try, is lost; return whether it is the connection."""
        is_new = self._lost_at is None
        self._lost_at = now if self._lost_at is None else self._lost_at
        self._next = now + self._BETWEEN
        return is_new

    def end(self) -> None:
        """Take note that there is a connection."""
        self._lost_at = None

    def are_over(self, now: float) -> bool:
        """Tell whether there were tries for long enough."""
        return self._lost_at is not None and now - self._lost_at > self.LONGEST

    def take(self, now: float) -> bool:
        """Tell whether a try is due, which counts as made."""
        if self._lost_at is None or now < self._next:
            return False
        self._next = now + self._ONE
        return True
