"""Measures the cost of each kind's behaviour in a tick: at rest and alone, and at work in its demonstration.

Each run goes to the same bits, so a tick of one run is the same work as that tick of another: of several runs the
median is taken tick by tick, and so it matters little that a busy machine interrupts some of them.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import NamedTuple

from sandbox.authoring.demonstrations.demonstration import PRESSED, SECONDS, Demonstration, at_rest, of_kind
from sandbox.bench.kind_meter import CallCounter, Clock, Meter
from sandbox.bench.timing import no_collector
from sandbox.machine.machine import Machine
from sandbox.parts import KINDS, LINKS
from sandbox.parts.air.wind import Blower
from sandbox.parts.kind import Kind, LinkKind
from sandbox.tasks.progress import ShowProgress, unseen

MOST, MOST_OF_MANY = 3.0, 8.0  # us a tick at work; the second for what blows wind, and for ropes over pulleys
RUNS, QUICK_RUNS = 7, 3
# Ticks: of what acts less often than on every tick, each has its turn in as many. Of several such rounds the median is
# taken, or something that is done but once would count as if it went on.
ROUND, ROUNDS = 32, 3
_WHEEL = "pulley"  # a rope runs over it in its demonstration
OVER_PULLEY = "rope_over_pulley"


class Subject(NamedTuple):
    """A row of the table: a kind, or a part of it in the demonstration of another kind."""

    key: str
    title: str
    rest: Demonstration
    work: Demonstration
    most: float  # us a tick at work


class KindCost(NamedTuple):
    """The cost of a kind's own behaviour, in us of a tick. `calls`: of functions, in a tick at work."""

    key: str
    title: str
    rest: float
    work: float
    low: float  # the same with the least that each tick has taken
    high: float  # the same of the slowest run
    once: float  # the costliest single tick
    calls: float
    most: float

    @property
    def met(self) -> bool:
        """Tell whether the kind costs no more than its bound."""
        return self.work <= self.most


def subjects() -> tuple[Subject, ...]:
    """Return the rows of the table, in the order of the catalogue."""
    wheel = of_kind(KINDS[_WHEEL])
    over = next(link.id for link in wheel.design.links if wheel.subject in link.via)
    kinds: list[Kind | LinkKind] = [*KINDS.values(), *LINKS.values()]
    rows = [
        Subject(kind.name, kind.title, at_rest(kind), of_kind(kind), MOST_OF_MANY if isinstance(kind, Blower) else MOST)
        for kind in kinds
    ]
    over_pulley = wheel._replace(subject=over)
    return (*rows, Subject(OVER_PULLEY, "Rope over a pulley", at_rest(LINKS["rope"]), over_pulley, MOST_OF_MANY))


def measure(runs: int, progress: ShowProgress = unseen) -> Iterator[KindCost]:
    """Measure row by row. `progress` takes how many rows are done, and the title of the next one."""
    rows = subjects()
    for index, subject in enumerate(rows):
        progress(index, len(rows), subject.title)
        yield cost_of(subject, runs)
    progress(1.0)


def cost_of(subject: Subject, runs: int) -> KindCost:
    """Measure one row."""
    with no_collector():
        traces = [trace(subject.work, time.perf_counter_ns) for _ in range(runs)]
        resting = [trace(subject.rest, time.perf_counter_ns) for _ in range(max(1, runs // 2))]
    quiet = rounds([statistics.median(tick) / 1000 for tick in zip(*resting, strict=True)])
    ticks = [statistics.median(tick) / 1000 for tick in zip(*traces, strict=True)]
    work = at_its_busiest(ticks)
    low = at_its_busiest([min(tick) / 1000 for tick in zip(*traces, strict=True)])
    high = max(at_its_busiest(ticks_of_one) / 1000 for ticks_of_one in traces)
    return KindCost(
        subject.key, subject.title, max(0.0, statistics.median(quiet[-ROUNDS:])), max(0.0, work), max(0.0, low),
        max(work, high), max(ticks), calls_of(subject.work), subject.most,
    )  # fmt: skip


def calls_of(scene: Demonstration) -> float:
    """Return how many functions are called in a tick at work: the same on each run, and on each machine."""
    trace(scene, time.perf_counter_ns)  # what is kept from the first run is no work of the second
    with no_collector(), CallCounter() as counter:  # nor is it any to free what the first has left
        counted = trace(scene, counter.read)
    return at_its_busiest(counted)


def trace(scene: Demonstration, clock: Clock) -> list[float]:
    """Run a demonstration and return what its subject takes of each tick, by a clock."""
    machine, meter = Machine(scene.design), Meter(clock)
    meter.watch(machine)
    rate, spent = scene.design.world.tick_rate, []
    for tick in range(round(SECONDS * rate)):
        if scene.pressed and tick == round(PRESSED * rate):
            machine.press(scene.pressed)
        machine.tick()
        spent.append(meter.take(scene.subject))
    return spent


def rounds(ticks: list[float]) -> list[float]:
    """Return the mean of each whole round of ticks."""
    return [sum(ticks[at : at + ROUND]) / ROUND for at in range(0, len(ticks) - ROUND + 1, ROUND)]


def at_its_busiest(ticks: list[float]) -> float:
    """Return the median of a few rounds in a row, where it is greatest."""
    means = rounds(ticks)
    return max(statistics.median(means[at : at + ROUNDS]) for at in range(len(means) - ROUNDS + 1))
