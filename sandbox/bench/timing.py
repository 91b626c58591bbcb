"""Measure processor time: of runs and re-runs, and of two sides that take turns."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.verify.verify import Verdict, verify

TURN = 60  # ticks of one side before the other has its turn
LONG_TURN = 240  # the same, of a re-run, which in real use is not interrupted each quarter of a second
RERUN = 3  # factor by which re-runs are longer than others: reading a level takes as long as some of its ticks
Advance = Callable[[int], object]


class Stopwatch:
    """Processor time of this process within a `with` block, in ns."""

    ns = 0

    def __enter__(self) -> Stopwatch:
        self._begun = time.process_time_ns()
        return self

    def __exit__(self, *_: object) -> None:
        self.ns = time.process_time_ns() - self._begun


@contextmanager
def no_collector() -> Iterator[None]:
    """Let garbage be collected on demand only, and then no more than has come since.

    What a process spares its collector for good, as one that runs tests does with the tests, stays spared.
    """
    was_on, spares = gc.isenabled(), gc.get_freeze_count() > 0
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        if not spares:
            gc.unfreeze()
        if was_on:
            gc.enable()


def record_run(design: Design, path: Path, seconds: int) -> None:
    recorder = Recorder(path, design, 0, fingerprint.current())
    session = Session(design, log=recorder)
    session.do(Start())
    session.advance(seconds * design.world.tick_rate)
    recorder.close(session, "end of the benchmark")


def bare_steps(machine: Machine, ticks: int) -> None:
    """Run the engine's step alone, with nothing of ours around it."""
    step, dt = machine.space.step, machine.dt
    for _ in range(ticks):
        step(dt)


def pair(tested: Callable[[], Advance], base: Callable[[], Advance], ticks: int) -> float:
    """Return the time of `tested` over that of `base`; both are built afresh and take turns until each has run `ticks`.

    The machine that is built first lies better in memory, which is worth a few per cent, so each is first once.
    """
    spent = {tested: 0, base: 0}
    for makers in ((tested, base), (base, tested)):
        sides = [(make, make()) for make in makers]
        for _ in range(ticks // TURN):
            for make, advance in sides:
                with Stopwatch() as turn:
                    advance(TURN)
                spent[make] += turn.ns
            sides.reverse()
    return spent[tested] / spent[base]


def rerun_ratios(design: Design, path: Path, seconds: int, pairs: int) -> tuple[list[float], list[int]]:
    """Return for each of some pairs the time of verifying a recording over the time of as many bare steps of its scene,
    and the former in ns.

    The machine that is built first lies better in memory, which is worth a few per cent, so each is first in turn.
    """
    measured = [rerun_ratio(design, path, seconds, bare_first=nth % 2 == 0) for nth in range(pairs)]
    return [ratio for ratio, _ in measured], [rerun_ns for _, rerun_ns in measured]


def rerun_ratio(design: Design, path: Path, seconds: int, *, bare_first: bool) -> tuple[float, int]:
    """Return the same for one pair. The two take turns from tick to tick; `bare_first` says whose machine is built
    first.
    """
    ticks = seconds * design.world.tick_rate
    building = Stopwatch()
    machine: Machine | None = None
    bare_ns = aside_ns = 0

    def build() -> Machine:
        with building:
            return Machine(design)

    def turn(done: float, total: float = 1.0, what: str = "") -> None:
        nonlocal machine, bare_ns, aside_ns
        turn_start_ns = time.process_time_ns()
        machine = machine or build()
        with Stopwatch() as stepping:
            bare_steps(machine, int(done) - machine.ticks)
        machine.ticks = int(done)
        bare_ns += stepping.ns
        aside_ns += time.process_time_ns() - turn_start_ns

    if bare_first:
        machine = build()
    with Stopwatch() as whole:
        report = verify(path, progress=turn, every=LONG_TURN)
    stepped = machine.ticks if machine is not None else 0
    if report.verdict is not Verdict.PASS or report.compared != ticks or stepped != ticks:
        raise RuntimeError(f"the scene of the benchmark does not replay: {report.verdict}, {report.reason}")
    rerun_ns = whole.ns - aside_ns
    return rerun_ns / (building.ns + bare_ns), rerun_ns


def verify_once(path: Path) -> None:
    report = verify(path)
    if report.verdict is not Verdict.PASS:
        raise RuntimeError(f"the scene of the benchmark does not replay: {report.verdict}, {report.reason}")


def thread_ns(done: Callable[[], object], times: int) -> float:
    spent = []
    for _ in range(times):
        start_ns = time.thread_time_ns()
        done()
        spent.append(time.thread_time_ns() - start_ns)
    return statistics.median(spent)


def children_seconds() -> float:
    """Processor time (s) of all children that have ended; the wall clock where the system does not provide it."""
    try:
        import resource
    except ImportError:
        return time.perf_counter()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
