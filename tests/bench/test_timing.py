"""The circumstances in which figures are taken leave the process as it was."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sandbox.bench import timing
from sandbox.bench.scenes import pile
from sandbox.bench.timing import no_collector
from sandbox.design.design import Design
from sandbox.machine.machine import Machine


@pytest.fixture(autouse=True)
def frozen_again() -> Iterator[None]:
    """Spare the collector again what it was spared before the test: a run of tests is slow without."""
    before = gc.get_freeze_count()
    yield
    if before:
        gc.freeze()
    else:
        gc.unfreeze()


def test_the_collector_is_off_inside_and_on_again_afterwards() -> None:
    with no_collector():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_spared_for_good_stays_so() -> None:
    """A collection took 0.25 s between all tests that came after one of the benchmark."""
    gc.freeze()
    before = gc.get_freeze_count()
    with no_collector():
        pass
    assert gc.get_freeze_count() >= before


def test_what_was_spared_inside_alone_is_collected_again() -> None:
    gc.unfreeze()
    with no_collector():
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0


@pytest.mark.parametrize("times", [1, 2, 5])
def test_a_pair_of_sides_is_compared_by_the_time_of_each(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock that counts the ticks, and grows slow, as a computer does for a while that is used by others."""
    spent_ns = 0.0
    monkeypatch.setattr(time, "process_time_ns", lambda: int(spent_ns))

    def side(ticks_each: int) -> Callable[[], timing.Advance]:
        def advance(ticks: int) -> None:
            nonlocal spent_ns
            spent_ns += 1e6 * ticks * ticks_each * (1.0 + 2e-10 * spent_ns)

        return lambda: advance

    assert timing.pair(side(times), side(1), 240) == pytest.approx(times, rel=0.03)
    assert timing.pair(side(1), side(times), 240) == pytest.approx(1 / times, rel=0.03)


def test_each_side_of_a_re_run_is_built_first_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    design, path = pile(2), tmp_path / "a.replay"
    timing.record_run(design, path, 1)
    built: list[str] = []
    own = Machine.__init__

    def note(machine: Machine, design: Design, seed: int = 0) -> None:
        built.append("bare" if sys._getframe(1).f_code.co_name == "build" else "re-run")
        own(machine, design, seed)

    monkeypatch.setattr(Machine, "__init__", note)
    ratios, spent = timing.rerun_ratios(design, path, 1, 3)
    assert len(ratios) == len(spent) == 3 and min(*ratios, *spent) > 0
    assert built == ["bare", "re-run", "re-run", "bare", "bare", "re-run"]
