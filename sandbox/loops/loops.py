"""Main loops side by side: one contraption under every scheme of `clock.SCHEMES`, on simulated machines.

The contraption is real; the computer that runs and draws it is simulated: its clock, its screen, its timers and its
slowness are numbers here, so the figures repeat exactly, and an hour of hanging costs nothing. Real time and the clock
that the program reads are separate; a debugger stops the program, not the clock.

For each run it measures:
- speed: simulated time over real time, at the last reading of the clock;
- the drawn against the true pose: for each frame and each body in motion, the largest distance of any point of the
  body from its true place at that simulated time. The truth is the same contraption at 16 times the tick rate;
- the delay of input: from the moment of an imagined key press, one every 41 ms, to the first picture that can show
  its effect;
- the end state: after the same simulated time, the rest of it run without frames where a scheme has lost some.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from sandbox.loops.rig import Contraption, Poses, Rig, Truth, between
from sandbox.workspace.clock import MS, NS, SCHEMES, Clock, Frames, Policy, Scheme, Smoothing

SECONDS = 5.0  # of the contraption, unless asked otherwise
WAKE_NS = MS  # a sleep of the simulated machine ends on the next whole millisecond, as its timer counts them
TICK_NS = 100_000  # cost of a tick on the simulated machine
DRAW_NS = 1 * MS  # cost of a frame there, unless the profile has its own
INPUT_EVERY = 41_300_000  # ns between two imagined key presses; not in step with any screen


class Profile(msgspec.Struct, frozen=True):
    """A simulated machine."""

    name: str
    title: str
    refresh: int = 0  # frames a second of its screen, which a frame waits for; 0: it waits for none
    draw_ns: tuple[int, int] = (DRAW_NS, DRAW_NS)  # least and most that drawing a frame takes, evenly spread
    hang_ns: int = 0  # one frame in the middle takes so much longer
    stopped_ns: int = 0  # between two frames in the middle nothing runs for so long
    set_back_ns: int = 0  # in the middle the clock is set back by so much


PROFILES: tuple[Profile, ...] = (
    Profile("steady-30", "steady 30", refresh=30),
    Profile("steady-60", "steady 60", refresh=60),
    Profile("steady-144", "steady 144", refresh=144),
    Profile("steady-300", "steady 300", refresh=300),
    Profile("slow-15", "slow, 15", refresh=15, draw_ns=(50 * MS, 60 * MS)),
    Profile("jitter", "jitter", draw_ns=(2 * MS, 45 * MS)),
    Profile("hang-10s", "hangs 10 s", refresh=60, hang_ns=10 * NS),
    Profile("debugger", "debugger 60 s", refresh=60, stopped_ns=60 * NS),
    Profile("set-back", "clock set back", refresh=60, set_back_ns=3 * NS),
    Profile("slow-draw", "slow drawing", draw_ns=(22 * MS, 22 * MS)),
)
PROFILE_BY_NAME = {profile.name: profile for profile in PROFILES}


class Row(NamedTuple):
    """The figures of one scheme on one profile."""

    scheme: Scheme
    profile: Profile
    speed_error: float  # simulated over real time, less 1
    ticks: int
    dropped: int  # ticks that were due and never run
    frames: int
    pictures: float  # frames a second that differ from the one before
    input_delay_ms: float  # median
    pose_error_mm_p50: float
    pose_error_mm_max: float
    busy_share: float  # of the real time, spent in a busy loop
    end_hash: str

    def as_json(self) -> dict[str, object]:
        """The row as one line of `sandbox loops --json`."""
        return {
            "scheme": self.scheme.name,
            "profile": self.profile.name,
            "fixed": self.scheme.fixed,
            "speed_error": round(self.speed_error, 6) + 0.0,  # never -0.0
            "ticks": self.ticks,
            "dropped": self.dropped,
            "frames": self.frames,
            "input_delay_ms": round(self.input_delay_ms, 3),
            "pose_error_mm_p50": round(self.pose_error_mm_p50, 4),
            "pose_error_mm_max": round(self.pose_error_mm_max, 4),
            "busy_share": round(self.busy_share, 4),
            "end_hash": self.end_hash,
        }


def compare(
    contraption: Contraption,
    schemes: Sequence[Scheme] = SCHEMES,
    profiles: Sequence[Profile] = PROFILES,
    seconds: float = SECONDS,
) -> Iterator[Row]:
    """Run each scheme on each profile, for so many simulated seconds; yield each row when it is done."""
    ticks = max(1, round(seconds * contraption.tick_rate))
    truth = Truth(contraption, ticks)
    for scheme in schemes:
        for profile in profiles:
            yield LoopRun(contraption, scheme, profile, ticks, truth).run()


# -- one scheme on one simulated machine


class LoopRun:
    """A contraption, a scheme and a profile; `run` gives the row."""

    def __init__(self, contraption: Contraption, scheme: Scheme, profile: Profile, ticks: int, truth: Truth) -> None:
        self._scheme, self._profile, self._truth = scheme, profile, truth
        self._rig = Rig(contraption)
        self._rate = contraption.tick_rate
        self._end = ticks  # simulated time at which it is over, in ticks
        self._clock = Clock(contraption.tick_rate, scheme.policy)
        self._client = Clock(scheme.client_rate or 1, Policy(longest_gap_ns=None, most_ticks=1, keep=False))
        self._real = 0  # ns since the start
        self._shift = 0  # of the clock that the program reads, against the real time
        self._middle = ticks * NS // (2 * self._rate)  # real time of the profile's disturbance
        self._disturbed = False
        self._busy = 0
        self._frames = self._pictures = 0
        self._shown: float | None = None  # the moment that the last frame showed, in ticks
        self._before = self._last = self._rig.look()  # the last two ticks
        self._ticks = 0  # steps, whatever their length
        self._errors: list[float] = []
        self._presses: list[tuple[int, int]] = []  # (real time, ticks by then) of key presses not on screen yet
        self._next_press = INPUT_EVERY
        self._delays: list[float] = []

    def run(self) -> Row:
        length = self._end * NS // self._rate + self._profile.hang_ns + self._profile.stopped_ns
        self._clock.start(0)
        self._client.start(0)
        looked, simulated = 0, 0.0
        while self._real < length and self._rig.seconds * self._rate < self._end - 1e-9:
            looked = self._real
            self._poll()
            due = self._advance()
            simulated = self._rig.seconds + (self._clock.leftover if self._scheme.fixed else 0.0)
            if self._frame_due(due):
                self._frame()
            else:
                self._wait()
        return Row(
            self._scheme,
            self._profile,
            simulated / (looked / NS) - 1.0 if looked else 0.0,
            self._ticks,
            self._clock.lost_ns * self._rate // NS,
            self._frames,
            self._pictures * NS / self._real,
            statistics.median(self._delays) if self._delays else 0.0,
            statistics.median(self._errors) if self._errors else 0.0,
            max(self._errors, default=0.0),
            self._busy / self._real,
            self._finish(),
        )

    # -- the program

    @property
    def _reading(self) -> int:
        return self._real + self._shift

    def _advance(self) -> int:
        """Run the ticks that are due, and count them."""
        if not self._scheme.fixed:
            step = float(self._clock.take(self._reading))
            step = min(step, self._end / self._rate - self._rig.seconds)
            if step > 0:
                self._tick(lambda: self._rig.step(step))
            return int(step > 0)
        due = min(self._clock.advance(self._reading), self._end - self._ticks)
        for _ in range(due):
            self._tick(self._rig.tick)
        return due

    def _tick(self, tick: Callable[[], None]) -> None:
        tick()
        self._before, self._last = self._last, self._rig.look()
        self._ticks += 1
        self._real += TICK_NS

    def _now(self) -> float:
        """Return the simulated time of this moment, in seconds, with ticks that are due and not run yet."""
        if not self._scheme.fixed:
            return self._rig.seconds
        return self._ticks / self._rate + self._clock.owed_ns / NS

    def _frame_due(self, due: int) -> bool:
        if self._scheme.frames is Frames.TICK:
            return due > 0
        return self._scheme.frames is Frames.SCREEN or self._client.advance(self._reading) > 0

    def _drawn(self) -> tuple[float, Poses]:
        """Return the moment that a frame shows now, in ticks, and the poses in it."""
        leftover = self._clock.leftover if self._scheme.fixed else 0.0
        if self._scheme.smoothing is Smoothing.EXTRAPOLATE:
            drawn = self._last.copy()
            drawn[:, :3] += drawn[:, 3:] * leftover
            return self._ticks + leftover * self._rate, drawn
        if self._scheme.smoothing is Smoothing.INTERPOLATE and self._ticks:
            return self._ticks - 1 + leftover * self._rate, between(self._before, self._last, leftover * self._rate)
        return float(self._ticks), self._last

    # -- the machine that it runs on

    def _frame(self) -> None:
        moment, drawn = self._drawn()
        self._errors += self._truth.errors_mm(drawn, min(self._now(), self._end / self._rate))
        self._frames += 1
        self._pictures += moment != self._shown
        self._shown = moment
        self._real += self._draw_ns()
        if self._profile.hang_ns:
            self._disturb()
        if self._profile.refresh:  # wait for the next refresh of the screen
            pictures = _up(self._real * self._profile.refresh, NS)
            self._real = _up(pictures * NS, self._profile.refresh)
        self._show_presses(moment)
        self._disturb()

    def _draw_ns(self) -> int:
        low, high = self._profile.draw_ns
        return low + (self._frames * 0x9E3779B97F4A7C15) % (high - low + 1)  # uneven, and the same each time

    def _disturb(self) -> None:
        """Apply the fault of the profile, once, in the middle of the run; no key is pressed while nothing moves."""
        if self._real < self._middle or self._disturbed:
            return
        self._disturbed = True
        self._real += self._profile.hang_ns + self._profile.stopped_ns
        self._shift -= self._profile.set_back_ns
        self._next_press = max(self._next_press, self._real)

    def _wait(self) -> None:
        """Wait until the next tick (of the client, where it has its own) is due."""
        waits = self._client if self._scheme.frames is Frames.CLIENT else self._clock
        wait = max(1, waits.ns_to_next() or 0)
        spin = wait if self._scheme.spin_ns is None else min(wait, self._scheme.spin_ns)
        due = self._real + wait
        if wait > spin:
            self._real = _up(due - spin, WAKE_NS) * WAKE_NS
        self._busy += max(0, due - self._real) if spin else 0
        self._real = max(self._real, due)

    # -- input

    def _poll(self) -> None:
        while self._next_press <= self._real:
            self._presses.append((self._next_press, self._ticks))
            self._next_press += INPUT_EVERY

    def _show_presses(self, shown: float) -> None:
        """Note the presses whose effects are on the screen: they begin in the tick after a press was seen."""
        done = [(at, ticks) for at, ticks in self._presses if self._effect_shown(shown, ticks)]
        self._delays += [(self._real - at) / MS for at, _ in done]
        self._presses = self._presses[len(done) :]

    def _effect_shown(self, shown: float, ticks: int) -> bool:
        if self._scheme.smoothing is Smoothing.INTERPOLATE:
            return shown > ticks
        return int(shown) > ticks  # extrapolation by velocity does not contain the effect

    # -- the end

    def _finish(self) -> str:
        """Run the ticks that are missing to the end, without frames, and return the hash of the state."""
        rig = self._rig
        if self._scheme.fixed:
            while rig.session.tick < self._end:
                rig.tick()
        else:
            while (left := self._end / self._rate - rig.seconds) > 1e-9:
                rig.step(min(left, 1.0 / self._rate))
        return rig.session.end_hash().hex()


def _up(number: int, divisor: int) -> int:
    """Divide and round up."""
    return -(-number // divisor)
