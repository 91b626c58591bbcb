"""The circumstances in which figures are taken leave the process as it was."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from sandbox.bench.timing import no_collector


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
