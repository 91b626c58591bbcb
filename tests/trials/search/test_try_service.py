"""The service that tries places in the background: its outcomes are those of this process, and it never waits."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design, PartSpec
from sandbox.tasks.limits import Limits
from sandbox.trials.candidate import Candidate, Placement, built
from sandbox.trials.search.try_service import Poses, TryService, run_job
from sandbox.trials.variations import PartPose, outcome_at
from tests.trials.search.puzzles import DROP, level

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children are listed from /proc")
XS = (0.3, 1.0, 1.7, 1.75, 1.8, 1.85, 1.9, 2.5, 3.4)


class Row:
    """A job that tries a ball at several places, two at a time."""

    def __init__(self, xs: tuple[float, ...] = XS, ticks: int = 960) -> None:
        self.design: Design = built(level(DROP), Candidate((Placement("bowling_ball", 1.8, 1.5),)))
        self.ticks = ticks
        self.outcomes: dict[float, str] = {}
        self.given = self.takes = 0
        self.left = [self.pose(x) for x in xs]

    def pose(self, x: float) -> Poses:
        return (PartPose(self.design.parts[-1].id, x, 1.5, 0.0, False),)

    def next_tries(self) -> tuple[Poses, ...]:
        tries, self.left = tuple(self.left[:2]), self.left[2:]
        self.given += len(tries) > 0
        return tries

    def take(self, tries: tuple[Poses, ...], outcomes: tuple[str, ...]) -> None:
        self.takes += 1
        for poses, outcome in zip(tries, outcomes, strict=True):
            self.outcomes[poses[0].x] = outcome


def wait_for(is_so: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.01)


def children() -> set[int]:
    """The processes that this one has started and that still live."""
    while True:
        tasks = Path("/proc/self/task").iterdir()
        try:
            listed = [pid for task in tasks for pid in (task / "children").read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            continue  # a thread has ended meanwhile: another one has its children now
        return {int(pid) for pid in listed if alive(int(pid))}


def alive(pid: int) -> bool:
    """Tell whether a process lives: one that has ended stays listed until its parent asks for it."""
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def expected() -> dict[float, str]:
    row = Row()
    return {x: outcome_at(row.design, row.pose(x), row.ticks) for x in XS}


def test_all_tries_come_back_with_their_outcomes() -> None:
    row = Row()
    run_job(row, 2)
    assert row.outcomes == expected() and {"won", "open"} <= set(row.outcomes.values())


def test_a_process_that_dies_loses_its_tries_and_not_the_job() -> None:
    row = Row(XS[:2], ticks=10**9)
    row.design = lively(row.design)
    run_job(row, 2, Limits(seconds=1))
    assert row.outcomes == {XS[0]: "open", XS[1]: "open"}


def lively(design: Design) -> Design:
    """Return a machine that never stands still, with a goal that no place of the ball reaches."""
    motor = PartSpec(90, "motor", 3.6, 1.8, fixed=True)
    return replace(design, parts=(*design.parts, motor), goals=level(DROP.replace("y0 = 0.1", "y0 = 0.37")).goals)


def test_it_works_in_the_background_and_ends_its_processes() -> None:
    before, service, row = children(), TryService(2), Row()
    service.start(row)
    wait_for(lambda: len(row.outcomes) == len(XS) and not service.busy)
    assert row.outcomes == expected()
    assert children() - before
    service.close()
    assert children() - before == set()
    assert not any(thread.name == "tries" for thread in threading.enumerate())


def test_a_new_job_replaces_the_one_before_which_can_be_gone_on_with() -> None:
    service, first, second = TryService(1), Row(XS * 50), Row()
    service.start(first)
    wait_for(lambda: bool(first.outcomes))
    service.start(second)
    wait_for(lambda: not service.busy)
    assert second.outcomes == expected() and first.left, "the first job is not finished"
    third = Row(XS * 50)
    service.start(third)
    wait_for(lambda: third.takes > 0)
    service.drop()
    assert not service.busy
    third.left = third.left[:4]
    service.start(third)
    wait_for(lambda: not service.busy)
    service.close()
    assert third.takes == third.given and not third.left


def test_it_can_be_closed_at_any_time() -> None:
    for pause_s in (0.0, 0.05, 0.5):
        before, service = children(), TryService(2)
        service.start(Row(XS * 100))
        time.sleep(pause_s)
        service.close()
        assert children() - before == set()
    unused = TryService()
    unused.close()


KILLED = """
import os, sys, time
sys.path[:0] = {path!r}
from tests.trials.search.test_try_service import Row, children, wait_for, XS
from sandbox.trials.search.try_service import TryService
row = Row(XS * 1000)
TryService(2).start(row)
wait_for(lambda: bool(row.outcomes))
print(*children(), flush=True)
time.sleep(600)
"""


def test_no_process_outlives_a_program_that_is_killed() -> None:
    code = KILLED.format(path=sys.path)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        pids = [int(pid) for pid in program.stdout.readline().split()]
        program.send_signal(signal.SIGKILL)
    assert pids
    wait_for(lambda: not any(map(alive, pids)))
