"""Measures the search for solutions of a level against the bare loop of the same machines, run by run in turns."""

from __future__ import annotations

import gc
import time

import numpy as np

from sandbox.bench.figures import Figure, figure_of
from sandbox.bench.timing import no_collector
from sandbox.design.design import Design
from sandbox.levels import levels, library
from sandbox.machine.machine import Machine
from sandbox.trials.candidate import Candidate
from sandbox.trials.search.archive import Entry
from sandbox.trials.search.island import Island
from sandbox.trials.search.numbers import Numbers

LEVELS = ("drop", "press", "nightshift")  # one of balls alone, one with a device, one of many parts that act
RATIO = 1.3  # the target
RUNS = 40  # of each level
_SECONDS = 12  # that a run may take in the level's world, as `sandbox solve` gives it


def measure() -> list[Figure]:
    """Measure by processor time; the machines are those that the search itself has chosen."""
    ratios = [search_ratio(levels.read(library.bundled_dir() / f"{name}.toml"), RUNS) for name in LEVELS]
    meaning = (
        f"{RUNS} runs of a search of each of {', '.join(LEVELS)}, with proposals, refusals, judging and its archive, "
        "against building the same machines and running them as long"
    )
    return [figure_of("search_ratio", "Search", ratios, RATIO, "x", meaning)]


def search_ratio(level: Design, runs: int) -> float:
    """Return the processor time of a search over that of the bare loop of its machines.

    Each side collects its own garbage: the other would pay for it otherwise.
    """
    ran: list[tuple[Design, int]] = []
    island = Island(
        level, Numbers(1), _SECONDS * level.world.tick_rate, (), lambda design, ticks: ran.append((design, ticks))
    )
    island.archive.add(Entry(Candidate(), 0.0, ()))
    searching = bare = 0
    with no_collector():
        while island.answer.runs < runs:
            begin = time.process_time_ns()
            island.step()
            gc.collect()
            middle = time.process_time_ns()
            for design, ticks in ran:
                run_bare(design, ticks)
            gc.collect()
            searching, bare = searching + middle - begin, bare + time.process_time_ns() - middle
            ran.clear()
    return searching / bare


def run_bare(design: Design, ticks: int) -> None:
    """Build a machine and run it, with all that its parts do, and nobody who judges or looks."""
    machine, memory = Machine(design), np.zeros(0)
    while machine.ticks < ticks:
        if not machine.fast_forward(ticks - machine.ticks, None, memory, None):
            machine.tick()
