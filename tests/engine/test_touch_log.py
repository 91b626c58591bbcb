"""Touches are the points of contact of each tick, and their memory is given back."""

from __future__ import annotations

import mmap
import sys
from pathlib import Path

import numpy as np
import pytest

from sandbox.engine.touch_log import TouchLog, touch_rows, touches
from sandbox.machine.machine import Machine
from tests.support import pile


def test_where_nothing_touches_there_are_no_touches_and_then_there_are() -> None:
    machine = Machine(pile(4))
    assert touches(machine.space) == []
    found = 0
    for _ in range(240):
        machine.step()
        found += len(touches(machine.space))
    assert found


def test_touches_of_several_ticks_are_gathered_until_they_are_taken() -> None:
    machine, log = Machine(pile(6)), TouchLog()
    each, ends = [], []
    for _ in range(150):
        machine.step()
        each.append(touch_rows(machine.space))
        ends.append(log.note(machine.space))
    counts, numbers = log.take()
    assert ends == sorted(ends) and ends[-1] == len(counts) > 0
    assert int(counts.sum()) == sum(map(len, each))
    for rows, begin, end in zip(each, [0, *ends], ends, strict=False):
        points, of = numbers[begin:end], counts[begin:end]
        assert np.vstack((points[of > 0, 2:4], points[of > 1, 4:6])).tolist() == rows[:, :2].tolist()
    assert log.note(machine.space) == len(counts) - ends[-2]
    assert len(log.take().counts) == len(counts) - ends[-2], "it began anew"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells in /proc how much memory is in use")
def test_the_memory_of_what_was_read_is_given_back() -> None:
    machine = Machine(pile(40))
    for _ in range(200):
        machine.step()
    assert len(touch_rows(machine.space)) > 40

    def resident() -> float:
        return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE / 1e6

    before = resident()
    for _ in range(5000):
        touch_rows(machine.space)
    assert resident() - before < 5.0, "MB; it was 5 kB each time"
