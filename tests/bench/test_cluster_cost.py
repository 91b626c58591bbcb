"""The cost of a cluster is measured beside the work that it does: what the client spends counts, too."""

from __future__ import annotations

import itertools
import sys
import time
from types import SimpleNamespace

import pytest

from sandbox.bench import cluster_cost
from sandbox.bench.local_cluster import LocalCluster
from sandbox.errors import Refused
from sandbox.trials.search.island import RUNS
from sandbox.trials.search.search_worker import Order
from tests.clusters import require_dask

BURNT_S = 4.0  # of 100 variants, which take a tenth of a second


def test_the_figure_is_of_the_right_size_and_greater_for_a_wasteful_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide bounds: a busy machine must not fail this."""
    require_dask()
    run, calls, burnt_s = cluster_cost._run, itertools.count(), 0.0

    def wasteful_at_last(cluster: LocalCluster, order: Order, variants: int) -> None:
        nonlocal burnt_s
        run(cluster, order, variants)
        burnt_s += BURNT_S * (next(calls) == 2)

    monkeypatch.setattr(cluster_cost, "_run", wasteful_at_last)
    # (Only the clock says that the client works: nobody else has to wait for that.)
    clock = SimpleNamespace(process_time=lambda: time.process_time() + burnt_s)
    monkeypatch.setattr(cluster_cost, "time", clock)
    monkeypatch.setattr(cluster_cost, "VARIANTS", 2 * RUNS)
    monkeypatch.setattr(cluster_cost, "ROUNDS", 2)
    monkeypatch.setattr(cluster_cost, "WORKERS", 1)
    notes: list[str] = []
    (figure,) = cluster_cost.measure(notes.append)
    assert (figure.key, figure.target) == ("cluster_share", 0.1) and not notes
    assert 0.0 < figure.low < figure.value < 1000.0
    assert figure.high > 2.0 * figure.low


def test_a_variant_takes_about_as_long_as_is_asked_for() -> None:
    short, long = cluster_cost.order_of(0.0005), cluster_cost.order_of(0.002)
    assert 1.5 * short.ticks < long.ticks, "four times, on a machine that has nothing else to do"
    assert 0.0002 < cluster_cost._bare_s(short) < cluster_cost._bare_s(long) < 0.02


def test_without_dask_a_sentence_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    notes: list[str] = []
    assert cluster_cost.measure(notes.append) == []
    assert len(notes) == 1 and "pip install 'distributed" in notes[0]


def test_a_cluster_that_fails_is_left_out_and_does_not_end_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program was changed while it was measured, for one."""

    def fail() -> list[float]:
        raise Refused("no worker of this cluster can be used")

    monkeypatch.setattr(cluster_cost, "require_dask", lambda: None)
    monkeypatch.setattr(cluster_cost, "_shares", fail)
    notes: list[str] = []
    assert cluster_cost.measure(notes.append) == []
    assert notes == ["what a cluster costs is left out: no worker of this cluster can be used"]
