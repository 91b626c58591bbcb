"""The fixed-step clock: it turns wall time into due ticks and a leftover. It reads no clock: time is passed in, in ns.

One mechanism serves every scheme of pacing: time that has passed is added to an account, whole ticks are paid out of
it, and a `Policy` decides about time that can't be paid out at once. All amounts are whole numbers of 1/(tick rate x
720720) nanoseconds, so nothing is ever rounded away: however the frames fall,

    time passed x speed = ticks handed out + time taken as it came + time lost + leftover        (exactly)

A `Scheme` is a policy with what belongs around it: when a frame is drawn, how the wait for a tick is spent, what is
drawn between two ticks. `SCHEMES` holds the loops that the literature describes, each as such a value.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec

NS = 1_000_000_000
MS = 1_000_000
SLOWEST, FASTEST = Fraction(1, 16), Fraction(16)
FLAT_OUT = None  # a speed: as fast as possible, whatever the time
_SCALE = 720_720  # a multiple of every whole number up to 16: a speed n/d with d <= 16 keeps the account whole


class Policy(msgspec.Struct, frozen=True):
    """A rule for time that can't all be turned into ticks at once; None means without bound."""

    longest_gap_ns: int | None  # most time between two calls that counts; the rest is lost
    most_ticks: int | None  # most ticks that one call hands out, times the speed if that is above 1
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


class Smoothing(StrEnum):
    """The poses that are drawn between two ticks."""

    NONE = "none"  # the last tick as it was computed
    INTERPOLATE = "interpolate"  # between the last two ticks: always a place that was computed, one tick late
    EXTRAPOLATE = "extrapolate"  # the last tick, moved on by velocity x leftover: now, as far as can be known


class Frames(StrEnum):
    """The event that a frame waits for."""

    SCREEN = "screen"  # the screen alone, however many ticks have passed
    TICK = "tick"  # a tick: each is drawn, and none is carried out that is not
    CLIENT = "client"  # the tick of a separate clock, which counts client ticks


class Scheme(msgspec.Struct, frozen=True):
    """A way to run a main loop."""

    name: str
    title: str
    about: str  # where it is described, and what it trades
    policy: Policy
    smoothing: Smoothing
    frames: Frames = Frames.SCREEN
    spin_ns: int | None = 0  # length of the busy loop at the end of each wait for a tick; None: all of the wait
    client_rate: int = 0  # client ticks a second
    fixed: bool = True  # False: a step is as long as the frame before it was


OURS = Scheme(
    "canonical", "Accumulator, extrapolated",
    "Palmer's canonical loop: time is added to an account, whole ticks are paid out of it, and what is left over "
    "moves the picture on by velocity. What this program uses.",
    RUNNING, Smoothing.EXTRAPOLATE,
)  # fmt: skip
_CAPPED = Policy(longest_gap_ns=None, most_ticks=10, keep=False)
_ONE_A_FRAME = Policy(longest_gap_ns=None, most_ticks=1, keep=False)
SCHEMES: tuple[Scheme, ...] = (
    Scheme(
        "tied", "Frame-tied, with sleep",
        "Witters' first loop: a tick, a frame, sleep until the next tick is due. A machine that can't draw as often "
        "as the ticks come runs in slow motion.",
        _ONE_A_FRAME, Smoothing.NONE, Frames.TICK,
    ),
    Scheme(
        "variable", "Variable step",
        "Witters' second loop: one step for each frame, as long as the frame before was. How it ends depends on the "
        "frames, so it can't be recorded.",
        Policy(longest_gap_ns=NS // 4, most_ticks=None, keep=True), Smoothing.NONE, fixed=False,
    ),
    Scheme(
        "capped", "Fixed step, capped",
        "Arevalo's loop and Witters' third: as many fixed ticks as are due, ten at most in one frame, and the rest "
        "is dropped. The picture stands still between two ticks.",
        _CAPPED, Smoothing.NONE,
    ),
    Scheme(
        "predicted", "Fixed step, predicted",
        "Witters' fourth loop: the same, and the picture is moved on by velocity x leftover.",
        _CAPPED, Smoothing.EXTRAPOLATE,
    ),
    Scheme(
        "stall", "Busy stall loop",
        "A tick, a frame, and a busy loop until the next tick is due: it takes a whole core to wait.",
        _ONE_A_FRAME, Smoothing.NONE, Frames.TICK, None,
    ),
    Scheme(
        "stall-sleep", "Stall with sleep",
        "The stall loop with two thresholds: it sleeps while more than 2 ms are left and spins for the rest, makes "
        "up for what is late, and forgets what is more than a quarter of a second late.",
        Policy(longest_gap_ns=NS // 4, most_ticks=1, keep=True), Smoothing.NONE, Frames.TICK, 2 * MS,
    ),
    Scheme(
        "client", "Game and client ticks",
        "Persson's two kinds of ticks: game ticks move the machine, client ticks, 60 a second, draw it between its "
        "last two game ticks. Smooth, and one tick late.",
        RUNNING, Smoothing.INTERPOLATE, Frames.CLIENT, client_rate=60,
    ),
    OURS,
)  # fmt: skip
SCHEME_BY_NAME = {scheme.name: scheme for scheme in SCHEMES}


class Clock:
    """Turn moments of any steady nanosecond counter into due ticks. A new clock is paused.

    `policy` and `speed` may be changed at any time and take effect from the last `advance` on.
    """

    def __init__(self, tick_rate: int, policy: Policy = RUNNING) -> None:
        if tick_rate < 1:
            raise ValueError(f"tick_rate is {tick_rate}; it starts at 1 tick a second")
        self.tick_rate = tick_rate
        self.policy = policy
        self._speed: Fraction | None = Fraction(1)
        self._scaled_speed = _SCALE  # the speed as a whole number, as fractions take long; flat out 0
        self._tick = NS * _SCALE  # one tick in units of the account
        self._owed = 0  # the account: time that passed and was neither handed out nor lost
        self._lost = 0
        self._last: int | None = None  # None: paused
        self._steps = 0

    @property
    def going(self) -> bool:
        return self._last is not None

    @property
    def speed(self) -> Fraction | None:
        """Simulated seconds for each second that passes; `FLAT_OUT`: each `advance` gives as many ticks as it may.

        Flat out no time counts: none is owed, and none lost. A policy without `most_ticks` then gives one tick.
        """
        return self._speed

    @speed.setter
    def speed(self, speed: Fraction | int | None) -> None:
        if speed is FLAT_OUT:
            self._speed, self._scaled_speed = FLAT_OUT, 0
            return
        speed = Fraction(speed)
        if not SLOWEST <= speed <= FASTEST or speed.denominator > 16:
            raise ValueError(f"speed is {speed}; it is a ratio from 1/16 to 16 with a denominator up to 16")
        self._speed, self._scaled_speed = speed, speed.numerator * (_SCALE // speed.denominator)

    def start(self, now_ns: int) -> None:
        """Count time from now on; a leftover from before a pause is kept."""
        if self._last is None:
            self._last = now_ns

    def pause(self) -> None:
        """Count no time, from the last `advance` on."""
        self._last = None

    def step(self, ticks: int = 1) -> None:
        """Make ticks due at the next `advance`, though the clock is paused."""
        self._steps += ticks

    def advance(self, now_ns: int) -> int:
        """Hand out the ticks that are due now. A counter that went back gives none and counts from its new value."""
        steps, self._steps = self._steps, 0
        if self._last is None:
            return steps
        self._count(now_ns)
        if self._speed is FLAT_OUT:
            return steps + (self.policy.most_ticks or 1)
        return steps + self._pay_out(self._speed)

    def take(self, now_ns: int) -> Fraction:
        """Hand out all that is owed now as the length of one step, in seconds: for a loop without fixed ticks.

        It ignores single steps and the policy's `most_ticks`; flat out, no time is added to the account.
        """
        if self._last is not None:
            self._count(now_ns)
        owed, self._owed = self._owed, 0
        return Fraction(owed, NS * self.tick_rate * _SCALE)

    def _count(self, now_ns: int) -> None:
        """Add the time since the last call to the account, as far as it counts."""
        assert self._last is not None
        gap = max(0, now_ns - self._last)
        self._last = now_ns
        counted = gap if self.policy.longest_gap_ns is None else min(gap, self.policy.longest_gap_ns)
        self._lost += self._units(gap - counted)
        self._owed += self._units(counted)

    def _pay_out(self, speed: Fraction) -> int:
        due = self._owed // self._tick
        most = self.policy.most_ticks
        if most is not None and due > most:
            due = min(due, int(most * max(Fraction(1), speed)))
        self._owed -= due * self._tick
        surplus = max(0, self._owed // self._tick - self._most_kept()) * self._tick
        self._owed -= surplus
        self._lost += surplus
        return due

    def _most_kept(self) -> int:
        """Count the ticks that may stay due."""
        if not self.policy.keep:
            return 0
        if self.policy.longest_gap_ns is None:
            return self._owed // self._tick
        return self._units(self.policy.longest_gap_ns) // self._tick

    def _units(self, ns: int) -> int:
        return ns * self.tick_rate * self._scaled_speed

    @property
    def leftover_ns(self) -> int:
        """Simulated time since the last tick handed out, rounded down, less than a tick; 0 while paused or flat out.

        While ticks stay due it is held just short of a tick: the picture waits for them at the edge of the next. While
        paused the picture shows a tick as it was computed, not an extrapolation from it.
        """
        if self._last is None or self._speed is FLAT_OUT:
            return 0
        return min(self._owed, self._tick - 1) // (self.tick_rate * _SCALE)

    @property
    def leftover(self) -> float:
        """`leftover_ns` in seconds."""
        return self.leftover_ns / NS

    @property
    def owed_ns(self) -> int:
        """Simulated time that is neither handed out nor lost: the leftover, and ticks that are kept due."""
        return self._owed // (self.tick_rate * _SCALE)

    @property
    def lost_ns(self) -> int:
        """Simulated time that passed and will never be handed out (at speed 1: wall time)."""
        return self._lost // (self.tick_rate * _SCALE)

    def ns_to_next(self) -> int | None:
        """Wall time from the last `advance` until a tick is due; 0 if one is due already, None while paused."""
        if self._steps:
            return 0
        if self._last is None:
            return None
        if self._speed is FLAT_OUT:
            return 0
        return max(0, -((self._owed - self._tick) // self._units(1)))
