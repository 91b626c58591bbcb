"""Measures the cost of recording, hashing and replaying, as ratios within one run on one machine.

Every ratio is a median over pairs. Both sides of a pair go through the same ticks of the same scene, one side after the
other, in short turns, the garbage collector off. The measure is the processor time of this process: on a shared machine
the wall clock also measures the neighbours.
"""

from __future__ import annotations

import functools
import tempfile
import time
from pathlib import Path
from typing import Any

from sandbox.bench.bare_side import BareSide
from sandbox.bench.callback_cost import callback_ratio
from sandbox.bench.calls import Call, call_at_once
from sandbox.bench.circumstances import python_build
from sandbox.bench.figures import FULL, QUICK, BenchResults, Effort, Figure, figure_of
from sandbox.bench.scenes import MECHANICAL, active, halls, pile
from sandbox.bench.timing import (
    RERUN,
    Advance,
    Stopwatch,
    bare_steps,
    children_seconds,
    no_collector,
    pair,
    record_run,
    rerun_ratios,
)
from sandbox.commands.commands import Start
from sandbox.commands.session import Session, Snapshot
from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.recording import fingerprint
from sandbox.recording.reader import load, parse
from sandbox.recording.recorder import Recorder
from sandbox.verify.compare import Comparison
from sandbox.verify.verifier import verify_all
from sandbox.verify.verify import Verdict

SHORT_TURN = 30  # ticks that the bare side runs before it is set to the machine's poses again
MINUTE = 60  # s
RECORDED = 4  # factor by which recorded runs are longer than others: closing a recording is no part of its running cost
EIGHTFOLD = 8  # of fifty parts: 400
SUITE, LONG_SUITE = 200, 40  # recordings that are verified together: short ones, and ones of a minute


def measure(quick: bool = False) -> BenchResults:
    """Measure all figures: about half a minute, or two seconds for rough ones."""
    effort = QUICK if quick else FULL
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="sandbox-bench-") as folder, no_collector():
        for measured in (_replay, _active, _workshop, _record, _hash, _bytes):
            figures += measured(effort, Path(folder))
        figures += _suite(effort, Path(folder), 8 if quick else SUITE)
    now = fingerprint.current()
    return BenchResults(figures, effort, now.engine, now.env, python_build())


# -- the figures


def _replay(effort: Effort, folder: Path) -> list[Figure]:
    design, path = pile(200), folder / "replay.replay"
    seconds = RERUN * effort.seconds
    record_run(design, path, seconds)
    ratios, spent = rerun_ratios(design, path, seconds, effort.pairs)
    speeds = [seconds * 1e9 / rerun_ns for rerun_ns in spent]
    return [
        figure_of(
            "replay_ratio", "Re-run", ratios, 1.05, "x",
            "reading a recording of 200 bodies and running it again, every hash compared, against the bare step loop",
        ),
        figure_of(
            "replay_speed", "Re-run speed", speeds, None, "x real time",
            "how much faster than real time that re-run goes",
        ),
    ]  # fmt: skip


def _active(effort: Effort, folder: Path) -> list[Figure]:
    """Measure re-runs of halls of active parts: of the present one, and of the one that was measured before it."""
    meaning = (
        "running a recording of 50 active parts and their loads again, every hash compared, from Start on, against the "
        "bare step loop of the same bodies, joints and springs, in the same places"
    )
    before = "as Re-run, active parts, for fans, conveyors, motors, ropes, balloons and walkers alone"
    ratios = _active_ratios(active(), effort, folder)
    ratios_before = _active_ratios(active(MECHANICAL), effort, folder)
    return [
        figure_of("active_ratio", "Re-run, active parts", ratios, 3.0, "x", meaning),
        figure_of("active_ratio_mechanical", "Re-run, mechanical parts", ratios_before, 3.0, "x", before),
    ]


def _active_ratios(design: Design, effort: Effort, folder: Path) -> list[float]:
    """Return ratios of a re-run, without the building of the machine, to the engine's steps alone.

    The bare side is set to the machine's poses once a turn, or it would come to rest.
    """
    path = folder / "active.replay"
    ticks = effort.ticks(design)
    record_run(design, path, effort.seconds)
    ratios = []
    for _ in range(effort.pairs):
        rerun = _RerunFromStart(parse(load(path)))
        rerun.run(None)
        spent = time.process_time_ns() - rerun.start_ns
        if rerun.bad_tick is not None or rerun.compared != ticks:
            raise RuntimeError(f"the scene of the benchmark does not replay: {rerun.what}")
        ratios.append(spent / _bare_ns(design, ticks))
    return ratios


class _RerunFromStart(Comparison):
    """A re-run that notes when its machine has been built: a session tells of its first state then."""

    start_ns = 0

    def state(self, tick: int, snapshot: Snapshot) -> None:
        super().state(tick, snapshot)
        self.start_ns = self.start_ns or time.process_time_ns()


def _bare_ns(design: Design, ticks: int) -> int:
    """Processor time (ns) of the engine's steps alone; each short turn starts from the machine's present state."""
    session, bare = Session(design), BareSide(design)
    session.do(Start())
    assert session.machine is not None
    for _ in range(ticks // SHORT_TURN):
        bare.turn(session.machine, SHORT_TURN)
        session.advance(SHORT_TURN)
    return bare.spent


def _workshop(effort: Effort, folder: Path) -> list[Figure]:
    """Measure how fast a workshop of 400 active parts runs: from Start on, every tick hashed, on one core."""
    design = halls(EIGHTFOLD)
    seconds = max(1, effort.seconds // 2)
    loads = []
    for _ in range(min(5, effort.pairs)):
        session = Session(design)
        session.do(Start())
        with Stopwatch() as running:
            session.advance(seconds * session.tick_rate)
        loads.append(running.ns / 1e9 / seconds)
    speeds = [1.0 / load for load in loads]
    ratios = [callback_ratio(design, session.tick_rate) for _ in range(min(3, effort.pairs))]
    return [
        figure_of(
            "step_in_place", "400 active parts, step", ratios, 1.15, "x",
            "the engine's step with our functions that it calls, against the same step without them, both between the "
            "ticks of that run, so that other work has taken the processor's caches before either",
        ),
        figure_of(
            "workshop_400_load", "400 active parts", loads, 1.0, "of a core",
            f"processor time for each second of a run of 400 active parts and their loads, over {seconds} s from Start",
        ),
        figure_of(
            "workshop_400", "400 active parts, speed", speeds, None, "x real time",
            "how many seconds of that run one second of processor time simulates",
        ),
    ]  # fmt: skip


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

    ratios = [pair(with_recorder, without, last) for _ in range(effort.pairs)]
    meaning = f"a run of 100 bodies and {RECORDED * effort.seconds} s with recording, against one without"
    return [figure_of("record_ratio", "Recording", ratios, 1.02, "x", meaning)]


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
        return functools.partial(bare_steps, Machine(design))

    shares = [pair(hashed, bare, effort.ticks(design)) - 1 for _ in range(effort.pairs)]
    return [
        figure_of("hash_share", "Hash", shares, None, "of a step", "hashing the whole state of 200 bodies on each tick")
    ]


def _bytes(effort: Effort, folder: Path) -> list[Figure]:
    sizes = {}
    for sleep in (True, False):
        path = folder / f"minute-{sleep}.replay"
        record_run(pile(100, sleep), path, MINUTE)
        sizes[sleep] = path.stat().st_size
    return [
        figure_of(
            "bytes_per_minute", "Recording's size", [sizes[True]], 40_000, "bytes a minute",
            "a pile of 100 that falls and comes to rest, as levels do",
        ),
        figure_of(
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
        figure_of(
            "suite_speedup", "Two cores", [walls[1] / walls[2]], None, "x one core",
            f"{count} recordings of 60 bodies and {effort.seconds} s, verified on two processes against on one, by the "
            "wall clock",
        ),
        figure_of(
            "suite_ratio", "Suite", ratios, 1.10, "x",
            f"recordings of 60 bodies and {minute} s each, verified on two processes, their start and all reading "
            "included, against the bare step loops of the same scenes on two processes",
        ),
    ]  # fmt: skip


def _copies(design: Design, stem: Path, seconds: int, count: int) -> list[Path]:
    """Write `count` files with the same run of `seconds`."""
    files = [stem.with_name(f"{stem.name}-{number}.replay") for number in range(count)]
    record_run(design, files[0], seconds)
    for file in files[1:]:
        file.write_bytes(files[0].read_bytes())
    return files


def _verified(files: list[Path], jobs: int) -> tuple[float, float]:
    """Verify files on `jobs` processes; return the seconds by the wall clock and of processor time."""
    before, began = children_seconds(), time.perf_counter()
    if any(report.verdict is not Verdict.PASS for report in verify_all(files, jobs)):
        raise RuntimeError("the scene of the benchmark does not replay")
    return time.perf_counter() - began, children_seconds() - before


def _bare_on_two(bodies: int, ticks: int, count: int) -> float:
    """Seconds of processor time for `count` bare step loops, half of them in each of two processes at the same time."""
    calls = [Call.of(step_alone, bodies, ticks, share) for share in (count - count // 2, count // 2)]
    answers = call_at_once(calls, before=Call.of(step_alone, bodies, 0, 1))
    return sum(float(answer["seconds"]) for answer in answers)


def step_alone(bodies: int, ticks: int, times: int) -> dict[str, Any]:
    """Run in a child: processor time (s) of bare loops of a pile."""
    spent = 0
    for _ in range(times):
        machine = Machine(pile(bodies))
        with Stopwatch() as stepping:
            bare_steps(machine, ticks)
        spent += stepping.ns
    return {"seconds": spent / 1e9}
