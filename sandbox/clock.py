"""The fixed-step clock: wall time in, due ticks and leftover out. Pure: integer nanoseconds, no wall clock of its own.

One mechanism for every scheme of pacing: time that has passed is added to an account, whole ticks are paid out of
it, and a `Policy` says what becomes of time that can't be paid out at once. All amounts are whole numbers of
1/(tick rate x 720720) nanoseconds, so nothing is ever rounded away: however the frames fall,

    time passed x speed = ticks handed out + time lost + leftover        (exactly)
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

NS = 1_000_000_000
SLOWEST, FASTEST = Fraction(1, 16), Fraction(16)
_SCALE = 720_720  # a multiple of every whole number up to 16: a speed n/d with d <= 16 keeps the account whole


class Policy(msgspec.Struct, frozen=True):
    """What becomes of time that can't all be turned into ticks at once; None means without bound."""

    longest_gap_ns: int | None  # of the time between two calls, so much counts; the rest is lost
    most_ticks: int | None  # that one call hands out; at a speed above 1, as many times more
    keep: bool  # ticks beyond `most_ticks` stay due (up to `longest_gap_ns` of them) or are lost

    def __post_init__(self) -> None:
        if self.longest_gap_ns is not None and self.longest_gap_ns < 0:
            raise ValueError(f"longest_gap_ns is {self.longest_gap_ns}; time does not count backwards")
        if self.most_ticks is not None and self.most_ticks < 1:
            raise ValueError(f"most_ticks is {self.most_ticks}; with less than 1 the clock would stand still")


# A tenth of a second (at 240 ticks a second) at once: ten frames a second are enough for full speed, a hiccup of
# up to 250 ms is made good over the next frames, and a machine too slow for its ticks shows slow motion.
RUNNING = Policy(longest_gap_ns=NS // 4, most_ticks=24, keep=True)
# Nothing runs: ticks cost one addition, whatever their number, so the tick counter is wall time.
FREE = Policy(longest_gap_ns=None, most_ticks=None, keep=True)


class Clock:
    """Turns moments of any steady nanosecond counter into due ticks; paused when made.

    `policy` and `speed` may be changed at any time and hold from the last `advance` on.
    """

    def __init__(self, tick_rate: int, policy: Policy = RUNNING) -> None:
        if tick_rate < 1:
            raise ValueError(f"tick_rate is {tick_rate}; it starts at 1 tick a second")
        self.tick_rate = tick_rate
        self.policy = policy
        self._speed = Fraction(1)
        self._tick = NS * _SCALE  # one tick in units of the account
        self._owed = 0  # the account: time that passed and was neither handed out nor lost
        self._lost = 0
        self._last: int | None = None  # None: paused
        self._steps = 0

    @property
    def going(self) -> bool:
        return self._last is not None

    @property
    def speed(self) -> Fraction:
        """Simulated seconds for each second that passes."""
        return self._speed

    @speed.setter
    def speed(self, speed: Fraction | int) -> None:
        speed = Fraction(speed)
        if not SLOWEST <= speed <= FASTEST or speed.denominator > 16:
            raise ValueError(f"speed is {speed}; it is a ratio from 1/16 to 16 with a denominator up to 16")
        self._speed = speed

    def start(self, now_ns: int) -> None:
        """Time counts from now on; a leftover from before a pause is still there."""
        if self._last is None:
            self._last = now_ns

    def pause(self) -> None:
        """No time counts, from the last `advance` on."""
        self._last = None

    def step(self, ticks: int = 1) -> None:
        """So many ticks are due at the next `advance`, though the clock is paused."""
        self._steps += ticks

    def advance(self, now_ns: int) -> int:
        """How many ticks are due now. A counter that went backwards gives none and counts from its new value."""
        steps, self._steps = self._steps, 0
        if self._last is None:
            return steps
        gap = max(0, now_ns - self._last)
        self._last = now_ns
        counted = gap if self.policy.longest_gap_ns is None else min(gap, self.policy.longest_gap_ns)
        self._lost += self._units(gap - counted)
        self._owed += self._units(counted)
        return steps + self._pay_out()

    def _pay_out(self) -> int:
        due = self._owed // self._tick
        if self.policy.most_ticks is not None:
            due = min(due, int(self.policy.most_ticks * max(Fraction(1), self._speed)))
        self._owed -= due * self._tick
        surplus = max(0, self._owed // self._tick - self._most_kept()) * self._tick
        self._owed -= surplus
        self._lost += surplus
        return due

    def _most_kept(self) -> int:
        """Whole ticks that may stay due."""
        if not self.policy.keep:
            return 0
        if self.policy.longest_gap_ns is None:
            return self._owed // self._tick
        return self._units(self.policy.longest_gap_ns) // self._tick

    def _units(self, ns: int) -> int:
        speed = self._speed
        return ns * self.tick_rate * speed.numerator * (_SCALE // speed.denominator)

    @property
    def leftover_ns(self) -> int:
        """Simulated time since the last tick handed out, rounded down, less than a tick; 0 while paused.

        Paused the picture shows a tick as it was computed, not an extrapolation from it.
        """
        return 0 if self._last is None else self._owed % self._tick // (self.tick_rate * _SCALE)

    @property
    def leftover(self) -> float:
        """`leftover_ns` in seconds."""
        return self.leftover_ns / NS

    @property
    def lost_ns(self) -> int:
        """Simulated time that passed and will never be handed out (at speed 1: wall time)."""
        return self._lost // (self.tick_rate * _SCALE)

    def ns_to_next(self) -> int | None:
        """Wall time from the last `advance` until a tick is due; 0: one is due already; None: paused."""
        if self._steps:
            return 0
        if self._last is None:
            return None
        return max(0, -((self._owed - self._tick) // self._units(1)))
