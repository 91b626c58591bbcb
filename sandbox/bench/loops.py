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
import numpy as np
import numpy.typing as npt

from sandbox.bench.chart import Cell, CellGrid, Chart
from sandbox.commands.commands import AnyCommand, Edit, Redo, Start, Undo
from sandbox.commands.driver import Driver, ignore_refusal, runs
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.machine.machine import Machine
from sandbox.workspace.clock import MS, NS, SCHEMES, Clock, Frames, Policy, Scheme, Smoothing

Poses = npt.NDArray[np.float64]  # (bodies, 6): x, y, angle, vx, vy, w, as `Machine.rows`

FINER = 16  # times the tick rate: the resolution of the truth
SECONDS = 5.0  # of the contraption, unless asked otherwise
WAKE_NS = MS  # a sleep of the simulated machine ends on the next whole millisecond, as its timer counts them
TICK_NS = 100_000  # cost of a tick on the simulated machine
DRAW_NS = 1 * MS  # cost of a frame there, unless the profile has its own
INPUT_EVERY = 41_300_000  # ns between two imagined key presses; not in step with any screen
MOVING = 1e-3  # m/s of any point of a body: slower ones look right under every scheme


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


class Contraption(NamedTuple):
    """A design, and the commands of its run, with ticks counted from the Start."""

    design: Design
    commands: tuple[tuple[int, AnyCommand], ...] = ()
    seed: int = 0

    @property
    def tick_rate(self) -> int:
        return self.design.world.tick_rate


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
            yield Trial(contraption, scheme, profile, ticks, truth).run()


def last_run(design: Design, seed: int, commands: Sequence[tuple[int, AnyCommand]]) -> Contraption:
    """Take the contraption of the last run in a recording: the design at its Start, and the commands during the run.

    Raises:
        Refused: the machine is never started in it, or an edit no longer applies.
    """
    spans = runs(commands, commands[-1][0] if commands else 0)
    if not spans:
        raise Refused("nothing is ever run in this recording; give one in which the machine is started, or a level")
    begin, end = spans[-1]
    # Edits do not depend on what runs between them, so nothing need run here.
    edits = [(tick, command) for tick, command in commands[: begin.commands] if isinstance(command, Edit | Undo | Redo)]
    session = Session(design, seed)
    Driver(session, edits).to(begin.tick)
    during = tuple((tick - begin.tick, command) for tick, command in commands[begin.commands : end.commands])
    return Contraption(session.design, during, seed)


# -- running the contraption: by ticks, by steps of any length, or 16 times as finely


class Rig:
    """A session with a running machine that gets the commands of the contraption when they are due."""

    def __init__(self, contraption: Contraption, finer: int = 1) -> None:
        world = contraption.design.world
        # The bound of the tick rate is one of level files; a world that is made here may be finer.
        world = msgspec.structs.replace(world, tick_rate=world.tick_rate * finer)
        self.session = Session(msgspec.structs.replace(contraption.design, world=world), contraption.seed)
        self.session.do(Start())
        self.seconds = 0.0
        # Under another step length the thing to be grabbed may be gone, so commands may be refused.
        self._driver = Driver(self.session, contraption.commands, ignore_refusal)
        self._finer = finer
        self._rate = contraption.tick_rate
        self._version = -1
        self._driver.give_until(0)
        self.look()

    @property
    def machine(self) -> Machine:
        assert self.session.machine is not None
        return self.session.machine

    def tick(self) -> None:
        """Run one tick, after the commands that are due before it."""
        self._driver.give_until(self.session.tick // self._finer)
        self.session.advance()
        self.seconds = self.session.tick / self.session.tick_rate

    def step(self, seconds: float) -> None:
        """Run one step of any length, which no recording can hold; all that depends on its length follows it."""
        self._driver.give_until(int(self.seconds * self._rate + 1e-9))
        self.session.advance(1, seconds)
        self.seconds += seconds

    def look(self) -> Poses:
        """Copy the poses of all bodies; NaN for those that are gone."""
        machine = self.machine
        rows = machine.read_rows()[:-1].copy()  # the last one is the hand's
        if machine.version != self._version:
            self._version = machine.version
            self._gone = np.array([part not in machine.parts for part in machine.row_part[:-1]], bool)
        rows[self._gone] = np.nan
        return rows


class Truth:
    """The true pose of every body at any simulated time."""

    def __init__(self, contraption: Contraption, ticks: int) -> None:
        rig = Rig(contraption, FINER)
        self.rate = rig.session.tick_rate
        self.reach = _reach(rig.machine)
        poses = [rig.look()]
        for _ in range(ticks * FINER):
            rig.tick()
            poses.append(rig.look())
        self._poses = np.array([pose.astype(np.float32) for pose in poses])

    def at(self, seconds: float) -> Poses:
        """Interpolate between two of its ticks in a straight line, at most half a micrometre from an arc."""
        at = seconds * self.rate
        index = min(int(at), len(self._poses) - 2)
        before: Poses = self._poses[index].astype(np.float64)
        after: Poses = self._poses[index + 1].astype(np.float64)
        return before + (after - before) * (at - index)

    def errors_mm(self, drawn: Poses, seconds: float) -> list[float]:
        """Bound, for each body that moves, how far any of its points is drawn from its true place."""
        true = self.at(seconds)
        speed = np.hypot(true[:, 3], true[:, 4]) + np.abs(true[:, 5]) * self.reach
        away = np.hypot(*(drawn[:, :2] - true[:, :2]).T)
        away += 2.0 * np.abs(np.sin((drawn[:, 2] - true[:, 2]) / 2.0)) * self.reach
        errors: list[float] = (1000.0 * away[(speed > MOVING) & np.isfinite(away)]).tolist()
        return errors


def _reach(machine: Machine) -> Poses:
    """Return the distance of the farthest point of each body from its middle, in metres, in the order of the rows."""
    reach = np.zeros(len(machine.row_part) - 1)
    for run in machine.parts.values():
        for shape in run.plan.shapes:
            body = run.plan.bodies[shape.body]
            row = machine.row_of[run.id, shape.body]
            reach[row] = max(reach[row], shape.outline.reach(body.x, body.y))
    return reach


# -- one scheme on one simulated machine


class Trial:
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


def between(before: Poses, after: Poses, share: float) -> Poses:
    """Interpolate poses between two ticks; angles go the shorter way round."""
    drawn = before + (after - before) * share
    turn = after[:, 2] - before[:, 2]
    drawn[:, 2] = before[:, 2] + (turn - 2.0 * np.pi * np.round(turn / (2.0 * np.pi))) * share
    return drawn


# -- reports


def show(rows: Sequence[Row]) -> None:
    """Print a table: a line for each scheme on each profile, and a description of each scheme."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)  # fits into 80 columns
    table.add_column("", no_wrap=True)
    for heading in ("speed", "ticks", "dropped", "frames", "new/s", "input", "off", "most", "busy", "end"):
        table.add_column(heading, justify="right", no_wrap=True)
    ends = letters(rows)
    for scheme in dict.fromkeys(row.scheme for row in rows):
        table.add_row(f"[bold]{scheme.name}[/]")
        for row in rows:
            if row.scheme is scheme:
                table.add_row(f"  {row.profile.name}", *_figures(row), ends[row.end_hash])
    console = Console(highlight=False)
    console.print(table)
    console.print()
    for scheme in dict.fromkeys(row.scheme for row in rows):
        console.print(f"[bold]{scheme.name}[/]: {scheme.about}")
    console.print(
        "\n[bold]speed[/] of the game, against real time. [bold]new/s[/]: frames that differ from the one before. "
        "[bold]input[/]: ms from a key press to the first picture that can show it (median). [bold]off[/], "
        f"[bold]most[/]: mm that a moving body is drawn from where it is in the same contraption at {FINER} times the "
        "tick rate (median, and the most). [bold]busy[/]: of the time, spent in a busy loop. [bold]end[/]: the same "
        "letter is the same state to the last bit."
    )


def _figures(row: Row) -> list[str]:
    return [
        f"{row.speed_error:+.1%}" if abs(row.speed_error) >= 0.0005 else "exact",
        f"{row.ticks}",
        f"{row.dropped}" if row.dropped else "",
        f"{row.frames}",
        f"{row.pictures:.1f}",
        f"{row.input_delay_ms:.1f}",
        f"{row.pose_error_mm_p50:.2f}",
        f"{row.pose_error_mm_max:.0f}",
        f"{row.busy_share:.0%}" if row.busy_share >= 0.005 else "",
    ]


def letters(rows: Sequence[Row]) -> dict[str, str]:
    """Give each end state a letter, in the order in which they come; those of fixed steps first."""
    hashes = dict.fromkeys(row.end_hash for row in sorted(rows, key=lambda row: not row.scheme.fixed))
    return {end_hash: chr(ord("A") + index % 26) + "'" * (index // 26) for index, end_hash in enumerate(hashes)}


def draw(rows: Sequence[Row], title: str) -> Chart:
    """Draw the comparison: for each figure a sheet of schemes by profiles."""
    schemes = list(dict.fromkeys(row.scheme for row in rows))
    profiles = list(dict.fromkeys(row.profile for row in rows))
    row_of = {(row.scheme, row.profile): row for row in rows}
    ends = letters(rows)

    def sheet(
        heading: str, subtitle: str, text: Callable[[Row], str], bad: Callable[[Row], float], colour_by: str = "bad"
    ) -> CellGrid:
        cells = [
            [Cell(text(row), bad(row)) if (row := row_of.get((scheme, profile))) else Cell("", 0.0)
             for profile in profiles]
            for scheme in schemes
        ]  # fmt: skip
        return CellGrid(heading, subtitle, [s.title for s in schemes], [p.title for p in profiles], cells, colour_by)

    return Chart(
        f"Main loops side by side: {title}",
        "Rows are schemes, columns simulated machines (frames a second of their screen, or what is wrong with them).",
        [
            sheet("Speed of the game", "% of real time; 100 is right. Where the program itself stood still, all lose.",
                  lambda row: f"{100 + 100 * row.speed_error:.0f}", lambda row: min(1.0, abs(row.speed_error) * 1.6)),
            sheet("New pictures a second", "frames that differ from the one before",
                  lambda row: f"{row.pictures:.0f}", lambda row: max(0.0, 1.0 - row.pictures / 60.0)),
            sheet("Delay of input", "ms from a key press to the first picture that can show it, median",
                  lambda row: f"{row.input_delay_ms:.0f}", lambda row: min(1.0, row.input_delay_ms / 100.0)),
            sheet("Drawn off the truth", f"mm, median over moving bodies; truth: {FINER} times the tick rate",
                  lambda row: _short(row.pose_error_mm_p50), lambda row: _steps(row.pose_error_mm_p50, rows)),
            sheet("Waiting in a busy loop", "% of the time of a core",
                  lambda row: f"{100 * row.busy_share:.0f}", lambda row: min(1.0, row.busy_share * 2.5)),
            sheet("State at the end", "the same letter and colour: the same state to the last bit",
                  lambda row: ends[row.end_hash], lambda row: float(list(ends).index(row.end_hash)), "kind"),
        ],
    )  # fmt: skip


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 0.1 else f"{value:.2f}"


def _steps(value: float, rows: Sequence[Row]) -> float:
    """Rate an error against the best one, on a scale of doublings: 0 as good, 1 sixteen times as bad."""
    best = max(1e-3, min(row.pose_error_mm_p50 for row in rows if row.ticks))
    return min(1.0, max(0.0, float(np.log2(max(value, 1e-3) / best)) / 4.0))
