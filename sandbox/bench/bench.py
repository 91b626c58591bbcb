"""Measures the cost of recording, hashing and replaying, as ratios within one run on one machine.

Every ratio is a median over pairs. Both sides of a pair go through the same ticks of the same scene, one side after the
other, in short turns, the garbage collector off. The measure is the processor time of this process: on a shared machine
the wall clock also measures the neighbours.

The scene is a pile of crates and balls from the catalogue that falls into a walled box and settles. Its bodies may not
fall asleep: a sleeping pile costs the engine next to nothing, and a ratio to next to nothing is meaningless.
"""

from __future__ import annotations

import functools
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pymunk
from pymunk import batch

from sandbox import parts
from sandbox.bench.chart import Measurement
from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design, End, Link, PartSpec, Value, Values, World
from sandbox.machine.machine import Machine
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.verify.pool import verify_all
from sandbox.verify.verify import Verdict, verify

KINDS = ("crate", "soccer_ball", "crate", "tennis_ball", "crate", "bowling_ball")
CRATE = 0.2  # m
SPACING = 0.25  # m between neighbours of the pile: the widest of them, and some air
HEADROOM = 2.0  # m of the box above the pile
TURN = 60  # ticks of one side before the other has its turn
LONG_TURN = 240  # the same, of a re-run, which in real use is not interrupted each quarter of a second
SHORT_TURN = 30  # ticks that the bare side runs before it is set to the machine's poses again
MINUTE = 60  # s
# Factors by which recorded runs and re-runs are longer than others: closing a recording is no part of its running
# cost, and reading a level takes as long as some of its ticks.
RECORDED, RERUN = 4, 3
MOTION = (
    batch.BodyFields.POSITION | batch.BodyFields.ANGLE | batch.BodyFields.VELOCITY | batch.BodyFields.ANGULAR_VELOCITY
)
SUITE, LONG_SUITE = 200, 40  # recordings that are verified together: short ones, and ones of a minute
Advance = Callable[[int], object]


class Effort(NamedTuple):
    """Length of a measurement: number of pairs, and simulated seconds of each."""

    pairs: int
    seconds: int  # simulated, on each side of a pair

    def ticks(self, design: Design) -> int:
        return self.seconds * design.world.tick_rate


FULL = Effort(pairs=9, seconds=8)
QUICK = Effort(pairs=5, seconds=1)


class Figure(NamedTuple):
    """One row of the table: the median, the least and the greatest measured value."""

    key: str
    title: str
    value: float
    low: float
    high: float
    target: float | None  # upper bound of the median
    unit: str
    meaning: str


class Results(NamedTuple):
    """All figures, and the circumstances of the measurement."""

    figures: list[Figure]
    effort: Effort
    engine: str
    env: str


def pile(bodies: int, sleep: bool = False) -> Design:
    """Return a design with this many loose bodies, row upon row, above the floor of a walled box."""
    columns = max(4, round((bodies * 1.6) ** 0.5))
    rows = -(-bodies // columns)
    width, height = columns * SPACING + 0.3, rows * SPACING + HEADROOM
    specs = [
        PartSpec(1, "floor", width / 2, 0.05, props={"width": min(20.0, width)}),
        PartSpec(2, "wall", 0.05, height / 2 + 0.1, props={"height": min(20.0, height)}),
        PartSpec(3, "wall", width - 0.05, height / 2 + 0.1, props={"height": min(20.0, height)}),
    ]
    for index in range(bodies):
        row, column = divmod(index, columns)
        kind = KINDS[index % len(KINDS)]
        # Every other row is shifted a little, so that the pile does not stand as columns.
        x, y = 0.15 + (column + 0.4 + 0.2 * (row % 2)) * SPACING, 0.25 + row * SPACING
        props: Values = {"width": CRATE, "height": CRATE} if kind == "crate" else {}
        specs.append(PartSpec(len(specs) + 1, kind, x, y, props=props))
    world = World(width=width, height=height, sleep=sleep)
    return parts.check(Design(title=f"Pile of {bodies}", world=world, parts=tuple(specs), next_id=len(specs) + 1))


class _Site:
    """Builds a design of stalls of one size, side by side and row above row, each with a floor and two walls."""

    width, height, columns, wall = 2.0, 1.5, 10, 0.1  # m; stalls in a row; m

    def __init__(self) -> None:
        self.parts: list[PartSpec] = []
        self.links: list[Link] = []
        self.stalls = 0
        self._x = self._y = 0.0

    def stall(self, slope: float = 0.0) -> None:
        """Begin the next stall; its floor rises to the right by `slope` radians."""
        row, column = divmod(self.stalls, self.columns)
        self.stalls += 1
        self._x, self._y = column * self.width, row * self.height
        w, t = self.width, self.wall
        self.put("floor", w / 2, t / 2 + slope * w / 2, slope, width=w)
        for x in (t / 2, w - t / 2):
            self.put("wall", x, t + self.height / 2, width=t, height=self.height - t)

    def put(self, kind: str, x: float, y: float, angle: float = 0.0, flip: bool = False, **props: Value) -> int:
        """Add a part at a place of the present stall; return its id."""
        spec = PartSpec(self._next, kind, self._x + x, self._y + y, angle, flip, props)
        self.parts.append(spec)
        return spec.id

    def link(self, kind: str, a: int, a_port: str, b: int, b_port: str, via: tuple[int, ...] = ()) -> None:
        self.links.append(Link(self._next, kind, End(a, a_port), End(b, b_port), via=via))

    @property
    def _next(self) -> int:
        return len(self.parts) + len(self.links) + 1

    def design(self, title: str) -> Design:
        rows = -(-self.stalls // self.columns)
        world = World(width=self.columns * self.width, height=rows * self.height, sleep=False)
        design = Design(title=title, world=world, parts=tuple(self.parts), links=tuple(self.links), next_id=self._next)
        return parts.check(design)


def _fan(site: _Site) -> None:
    """Balls roll down to the fan and are blown up again."""
    site.stall(slope=0.12)
    site.put("fan", 0.4, 0.45, 0.12)
    for x, kind in ((0.9, "volleyball"), (1.2, "soccer_ball"), (1.5, "basketball")):
        site.put(kind, x, 0.5)


def _conveyor(site: _Site) -> None:
    """Crates and a ball are carried to the wall, and the belt goes on running under them."""
    site.stall()
    site.put("conveyor", 1.0, 0.4, width=1.7)
    for x, y in ((0.4, 0.57), (0.75, 0.57), (0.4, 0.78), (0.75, 0.78)):
        site.put("crate", x, y, width=0.2, height=0.2)
    site.put("basketball", 1.1, 0.6)


def _motor(site: _Site) -> None:
    """A motor turns a gear, a belt takes that to a conveyor with a load."""
    site.stall()
    site.put("motor", 1.0, 1.2, speed=-60.0)
    gear = site.put("gear", 1.18, 1.2)
    driven = site.put("driven_conveyor", 1.0, 0.4, width=1.7, flip=True)
    site.link("belt", gear, "shaft", driven, "shaft")
    for x in (0.5, 0.9, 1.3):
        site.put("crate", x, 0.57, width=0.2, height=0.2)


def _rope(site: _Site) -> None:
    """Two ropes over two pulleys each, with a weight at each end that swings."""
    site.stall()
    for left, right, y in ((0.4, 0.9, 1.35), (1.1, 1.6, 1.35)):
        pulleys = site.put("pulley", left, y), site.put("pulley", right, y)
        loads = site.put("weight", left - 0.1, 0.6, mass=2.0), site.put("weight", right + 0.1, 0.8, mass=2.0)
        site.link("rope", loads[0], "ring", loads[1], "ring", via=pulleys)


def _balloon(site: _Site) -> None:
    """A balloon takes up a crate as far as its rope lets it, and sways there."""
    site.stall()
    balloon = site.put("balloon", 1.0, 1.1)
    crate = site.put("crate", 0.8, 0.5, width=0.1, height=0.1)
    anchor = site.put("anchor", 1.2, 0.2, 3.14)
    site.link("rope", balloon, "knot", crate, "middle")
    site.link("rope", crate, "middle", anchor, "hook")


def _walker(site: _Site) -> None:
    """A penguin walks to and fro and shoves what is in its way."""
    site.stall()
    site.put("walker", 0.5, 0.3)
    site.put("tennis_ball", 1.2, 0.2)
    site.put("soccer_ball", 1.6, 0.3)
    site.put("cardboard_box", 0.9, 0.25, width=0.2, height=0.2, open=False)


# Builders of stalls, and how many of each: fifty parts and ropes that are active throughout.
ACTIVE: tuple[tuple[Callable[[_Site], None], int], ...] = (
    (_fan, 9), (_conveyor, 9), (_motor, 8), (_rope, 4), (_balloon, 8), (_walker, 8),
)  # fmt: skip


def active(kinds: tuple[tuple[Callable[[_Site], None], int], ...] = ACTIVE) -> Design:
    """Return a design of fifty active parts, each in a stall with its own loads. Nothing may fall asleep."""
    site = _Site()
    for build, count in kinds:
        for _ in range(count):
            build(site)
    return site.design("Fifty active parts")


def measure(quick: bool = False, told: Callable[[str], object] = lambda what: None) -> Results:
    """Measure all figures: about half a minute, or two seconds for rough ones. `told` is called with each name."""
    effort = QUICK if quick else FULL
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="sandbox-bench-") as folder, _no_collector():
        for measured in (_replay, _active, _record, _hash, _bytes):
            told(measured.__name__.strip("_"))
            figures += measured(effort, Path(folder))
        told("suite")
        figures += _suite(effort, Path(folder), 8 if quick else SUITE)
    now = fingerprint.current()
    return Results(figures, effort, now.engine, now.env)


@contextmanager
def _no_collector() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


# -- the figures


def _replay(effort: Effort, folder: Path) -> list[Figure]:
    design, path = pile(200), folder / "replay.replay"
    seconds = RERUN * effort.seconds
    _record_run(design, path, seconds)
    ratios, speeds = [], []
    for _ in range(effort.pairs):
        ratio, rerun_ns = rerun_ratio(design, path, seconds)
        ratios.append(ratio)
        speeds.append(seconds * 1e9 / rerun_ns)
    return [
        _figure(
            "replay_ratio", "Re-run", ratios, 1.05, "x",
            "reading a recording of 200 bodies and running it again, every hash compared, against the bare step loop",
        ),
        _figure(
            "replay_speed", "Re-run speed", speeds, None, "x real time",
            "how much faster than real time that re-run goes",
        ),
    ]  # fmt: skip


def rerun_ratio(design: Design, path: Path, seconds: int) -> tuple[float, int]:
    """Return the time of verifying a recording over the time of as many bare steps of its scene, and the former in ns.

    The two take turns.
    """
    ticks = seconds * design.world.tick_rate
    with _Stopwatch() as building:
        machine = Machine(design)
    bare_ns = aside_ns = 0

    def turn(done: int, total: int) -> None:
        nonlocal bare_ns, aside_ns
        turn_start_ns = time.process_time_ns()
        with _Stopwatch() as stepping:
            _bare_steps(machine, done - machine.ticks)
        machine.ticks = done
        bare_ns += stepping.ns
        aside_ns += time.process_time_ns() - turn_start_ns

    with _Stopwatch() as whole:
        report = verify(path, progress=turn, every=LONG_TURN)
    if report.verdict is not Verdict.PASS or report.compared != ticks or machine.ticks != ticks:
        raise RuntimeError(f"the scene of the benchmark does not replay: {report.verdict}, {report.reason}")
    rerun_ns = whole.ns - aside_ns
    return rerun_ns / (building.ns + bare_ns), rerun_ns


def _active(effort: Effort, folder: Path) -> list[Figure]:
    """Measure a re-run of active parts. The bare side has the same bodies and joints, and is set to the machine's poses
    once a turn, or it would come to rest.

    It runs no Python: no velocity function of a balloon's own, no collision callbacks.
    """
    design, path = active(), folder / "active.replay"
    ticks = effort.ticks(design)
    _record_run(design, path, effort.seconds)
    ratios = []
    for _ in range(effort.pairs):
        with _Stopwatch() as rerun:
            report = verify(path)
        if report.verdict is not Verdict.PASS or report.compared != ticks:
            raise RuntimeError(f"the scene of the benchmark does not replay: {report.verdict}, {report.reason}")
        ratios.append(rerun.ns / _bare_turns(design, ticks))
    meaning = (
        "reading a recording of 50 active parts and their loads and running it again, every hash compared, against the "
        "bare step loop of the same bodies and joints, in the same places"
    )
    return [_figure("active_ratio", "Re-run, active parts", ratios, 1.25, "x", meaning)]


def _bare_turns(design: Design, ticks: int) -> int:
    """Processor time (ns) of the engine's steps alone; each short turn starts from the machine's present state."""
    session, bare, motion = Session(design), Machine(design), batch.Buffer()
    session.do(Start())
    assert session.machine is not None
    for shape in bare.space.shapes:
        shape.collision_type = 0  # no collision callbacks
    for body in bare.space.bodies:
        body.velocity_func = pymunk.Body.update_velocity
    spent = 0
    for _ in range(ticks // SHORT_TURN):
        motion.clear()
        batch.get_space_bodies(session.machine.space, MOTION, motion)
        batch.set_space_bodies(bare.space, MOTION, motion)
        _follow(session.machine, bare)
        with _Stopwatch() as turn:
            _bare_steps(bare, SHORT_TURN)
        spent += turn.ns
        session.advance(SHORT_TURN)
    return spent


def _follow(machine: Machine, bare: Machine) -> None:
    """Copy the present surface velocities, of driven conveyors and of walkers, to the bare machine."""
    for run, bare_run in zip(machine.parts.values(), bare.parts.values(), strict=True):
        for shape, its in zip(run.shapes, bare_run.shapes, strict=True):
            if shape is not None and its is not None and its.surface_velocity != shape.surface_velocity:
                its.surface_velocity = shape.surface_velocity


def _record(effort: Effort, folder: Path) -> list[Figure]:
    design = pile(100)
    last = RECORDED * effort.ticks(design)

    def with_recorder() -> Advance:
        recorder = Recorder(folder / "record.replay", design, 0, fingerprint.current())
        session = Session(design, log=recorder)
        session.do(Start())

        def advance(ticks: int) -> None:
            session.advance(ticks)
            if session.tick % session.tick_rate == 0:
                recorder.sync()  # as the window does each second
            if session.tick == last:
                recorder.close(session, "end of the benchmark")

        return advance

    def without() -> Advance:
        session = Session(design)
        session.do(Start())
        return session.advance

    ratios = [_pair(with_recorder, without, last) for _ in range(effort.pairs)]
    meaning = f"a run of 100 bodies and {RECORDED * effort.seconds} s with recording, against one without"
    return [_figure("record_ratio", "Recording", ratios, 1.02, "x", meaning)]


def _hash(effort: Effort, folder: Path) -> list[Figure]:
    design = pile(200)

    def hashed() -> Advance:
        machine = Machine(design)

        def advance(ticks: int) -> None:
            for _ in range(ticks):
                machine.space.step(machine.dt)
                machine.digest()

        return advance

    def bare() -> Advance:
        return functools.partial(_bare_steps, Machine(design))

    shares = [_pair(hashed, bare, effort.ticks(design)) - 1 for _ in range(effort.pairs)]
    return [
        _figure("hash_share", "Hash", shares, None, "of a step", "hashing the whole state of 200 bodies on each tick")
    ]


def _bytes(effort: Effort, folder: Path) -> list[Figure]:
    sizes = {}
    for sleep in (True, False):
        path = folder / f"minute-{sleep}.replay"
        _record_run(pile(100, sleep), path, MINUTE)
        sizes[sleep] = path.stat().st_size
    return [
        _figure(
            "bytes_per_minute", "Recording's size", [sizes[True]], 130_000, "bytes a minute",
            "a pile of 100 that falls and comes to rest, as levels do",
        ),
        _figure(
            "bytes_per_minute_moving", "Size, never at rest", [sizes[False]], None, "bytes a minute",
            "the same pile, if nothing may fall asleep: every state in it is new",
        ),
    ]  # fmt: skip


def _suite(effort: Effort, folder: Path, count: int) -> list[Figure]:
    """Measure many short recordings on one process and on two, by the wall clock, and longer ones by processor time.

    In a short recording the building of its machine weighs as much as all the work on its ticks. The bare loops run on
    two processes at once, too: two cores that share memory and heat are slower than one alone.
    """
    bodies = 60
    design = pile(bodies)
    files = _copies(design, folder / "suite", effort.seconds, count)
    walls = {jobs: _verified(files, jobs)[0] for jobs in (1, 2)}
    minute = MINUTE if effort.seconds > 1 else effort.seconds
    long = _copies(design, folder / "minute", minute, min(count, LONG_SUITE))
    ratios = []
    for _ in range(min(3, effort.pairs)):
        cost = _verified(long, 2)[1]
        ratios.append(cost / _bare_on_two(bodies, minute * design.world.tick_rate, len(long)))
    return [
        _figure(
            "suite_speedup", "Two cores", [walls[1] / walls[2]], None, "x one core",
            f"{count} recordings of 60 bodies and {effort.seconds} s, verified on two processes against on one, by the "
            "wall clock",
        ),
        _figure(
            "suite_ratio", "Suite", ratios, 1.10, "x",
            f"recordings of 60 bodies and {minute} s each, verified on two processes, their start and all reading "
            "included, against the bare step loops of the same scenes on two processes",
        ),
    ]  # fmt: skip


def _copies(design: Design, stem: Path, seconds: int, count: int) -> list[Path]:
    """Write `count` files with the same run of `seconds`."""
    files = [stem.with_name(f"{stem.name}-{number}.replay") for number in range(count)]
    _record_run(design, files[0], seconds)
    for file in files[1:]:
        file.write_bytes(files[0].read_bytes())
    return files


def _verified(files: list[Path], jobs: int) -> tuple[float, float]:
    """Verify files on `jobs` processes; return the seconds by the wall clock and of processor time."""
    before, began = _children(), time.perf_counter()
    if any(report.verdict is not Verdict.PASS for report in verify_all(files, jobs)):
        raise RuntimeError("the scene of the benchmark does not replay")
    return time.perf_counter() - began, _children() - before


def _bare_on_two(bodies: int, ticks: int, count: int) -> float:
    """Seconds of processor time for `count` bare step loops, half of them in each of two processes at the same time."""
    code = "import sys; from sandbox.bench import bench; bench.step_alone(*map(int, sys.argv[1:]))"
    shares = [count - count // 2, count // 2]
    children = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(bodies), str(ticks), str(share)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for share in shares
    ]  # fmt: skip
    for child in children:
        assert child.stdout is not None
        child.stdout.readline()  # it has loaded everything
    for child in children:
        assert child.stdin is not None
        child.stdin.write("now\n")
        child.stdin.flush()
    return sum(float(child.communicate()[0]) for child in children)


def step_alone(bodies: int, ticks: int, times: int) -> None:
    """Run in a child: wait for a line on standard input, then print the processor time (s) of bare loops of a pile."""
    print("ready", flush=True)
    sys.stdin.readline()
    spent = 0
    for _ in range(times):
        machine = Machine(pile(bodies))
        with _Stopwatch() as stepping:
            _bare_steps(machine, ticks)
        spent += stepping.ns
    print(spent / 1e9)


def _children() -> float:
    """Processor time of all child processes that have ended, in seconds."""
    times = os.times()
    return times.children_user + times.children_system


def _figure(key: str, title: str, values: list[float], target: float | None, unit: str, meaning: str) -> Figure:
    return Figure(key, title, statistics.median(values), min(values), max(values), target, unit, meaning)


# -- running


def _record_run(design: Design, path: Path, seconds: int) -> None:
    recorder = Recorder(path, design, 0, fingerprint.current())
    session = Session(design, log=recorder)
    session.do(Start())
    session.advance(seconds * design.world.tick_rate)
    recorder.close(session, "end of the benchmark")


def _bare_steps(machine: Machine, ticks: int) -> None:
    """Run the engine's step alone, with nothing of ours around it."""
    step, dt = machine.space.step, machine.dt
    for _ in range(ticks):
        step(dt)


def _pair(tested: Callable[[], Advance], base: Callable[[], Advance], ticks: int) -> float:
    """Return the time of `tested` over that of `base`; both are built afresh and take turns until each has run `ticks`.

    The machine that is built first lies better in memory, which is worth a few per cent, so each is first once.
    """
    spent = {tested: 0, base: 0}
    for makers in ((tested, base), (base, tested)):
        sides = [(make, make()) for make in makers]
        for _ in range(ticks // TURN):
            for make, advance in sides:
                with _Stopwatch() as turn:
                    advance(TURN)
                spent[make] += turn.ns
            sides.reverse()
    return spent[tested] / spent[base]


class _Stopwatch:
    """Processor time of this process within a `with` block, in ns."""

    ns = 0

    def __enter__(self) -> _Stopwatch:
        self._begun = time.process_time_ns()
        return self

    def __exit__(self, *_: object) -> None:
        self.ns = time.process_time_ns() - self._begun


# -- reports


def as_json(results: Results) -> dict[str, Any]:
    """One flat object: each figure by its key, and beside them the spread, the targets and the circumstances."""
    figures = results.figures
    return {
        **{figure.key: _rounded(figure.value) for figure in figures},
        "spread": {figure.key: [_rounded(figure.low), _rounded(figure.high)] for figure in figures},
        "targets": {figure.key: figure.target for figure in figures if figure.target is not None},
        "pairs": results.effort.pairs,
        "seconds": results.effort.seconds,
        "engine": results.engine,
        "env": results.env,
    }


def _rounded(value: float) -> float:
    return round(value) if value >= 1000 else round(value, 4)


def show(results: Results) -> None:
    """Print the figures as a table, and the meaning of each."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    effort = results.effort
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("", "median", "", "range", "at most"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for figure in results.figures:
        met = figure.target is None or figure.value <= figure.target
        table.add_row(
            figure.title,
            f"[{'green' if met else 'red'}]{_shown(figure.value)}[/]",
            figure.unit,
            "" if figure.low == figure.high else f"{_shown(figure.low)} to {_shown(figure.high)}",
            "" if figure.target is None else _shown(figure.target),
        )
    console = Console(highlight=False)
    console.print(table)
    for figure in results.figures:
        console.print(f"[bold]{figure.title}[/]: {figure.meaning}.")
    console.print(f"{effort.pairs} pairs of {effort.seconds} simulated seconds each, in processor time.")
    console.print(f"{results.env}; {results.engine}")


def bars(results: Results) -> list[Measurement]:
    """Bars of the figures, for a picture."""
    return [
        Measurement(
            figure.title, figure.value, figure.low, figure.high, figure.target, f"{_shown(figure.value)} {figure.unit}"
        )
        for figure in results.figures
    ]


def _shown(value: float) -> str:
    if abs(value) >= 10:
        return f"{value:,.0f}"
    return f"{value:.3f}" if abs(value) >= 0.01 else f"{value:.5f}"
