"""Measures what a Dask cluster costs beside its work: for variants of a machine whose run takes a millisecond.

The bare runs are measured in turns with the cluster, so that the ratio is one of the same minute on the same machine.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sandbox import parts
from sandbox.bench.figures import Figure, figure_of
from sandbox.bench.local_cluster import LocalCluster
from sandbox.bench.timing import Stopwatch
from sandbox.cluster.address import require_dask
from sandbox.cluster.searching import ClusterWorkers
from sandbox.design.design import Design, PartSpec
from sandbox.errors import Refused
from sandbox.tasks.limits import USUAL
from sandbox.trials.judging import OPEN
from sandbox.trials.search.island import RUNS
from sandbox.trials.search.search import BEHIND
from sandbox.trials.search.search_worker import Order, TryPoses
from sandbox.trials.variations import PartPose

VARIANTS, ROUNDS, WORKERS = 10_000, 3, 2
SHARE = 0.1  # the target
_BARE = 10  # orders that are run in this process, before a round and after it
_BALL = PartSpec(2, "soccer_ball", 1.0, 2.0)  # so high that it still moves when a run ends
_DESIGN = Design(title="Variants", parts=(PartSpec(1, "floor", 2.0, 0.05, props={"width": 4.0}), _BALL), next_id=3)
_POSES = tuple((PartPose.shifted(_BALL, 0.001 * number, 0.0),) for number in range(RUNS))  # of a search's order
_VARIANT_S = 0.001
_SAMPLES = 20, 120  # ticks of the runs that tell how many make a variant as long as that


def measure(note: Callable[[str], object]) -> list[Figure]:
    """Measure by processor time; `note` is called with a sentence if there is nothing to measure with, or the cluster
    fails: this comes after minutes of other measurements, which must not be lost with it.
    """
    try:
        require_dask()
        shares = _shares()
    except Refused as refusal:
        note(f"what a cluster costs is left out: {refusal}")
        return []
    meaning = (
        f"processor time of client, scheduler, nannies and {WORKERS} workers beside the runs of {VARIANTS:,} variants "
        "of a millisecond, against that of the runs; they are asked for as `sandbox solve --cluster` asks"
    )
    return [figure_of("cluster_share", "Cluster", shares, SHARE, "of the work", meaning)]


def _shares() -> list[float]:
    with tempfile.TemporaryDirectory(prefix="sandbox-bench-") as folder, LocalCluster(Path(folder)) as cluster:
        for _ in range(WORKERS):
            cluster.add_worker()
        cluster.wait_for_workers()
        order = order_of(_VARIANT_S)
        _run(cluster, order, RUNS)  # with its first job a worker loads the program
        return [overhead_share(cluster, order, VARIANTS) for _ in range(ROUNDS)]


def order_of(variant_s: float) -> TryPoses:
    """Return an order whose variants take `variant_s` seconds of this machine's processor time each."""
    short, long = (TryPoses(_POSES, ticks) for ticks in _SAMPLES)
    _bare_s(short)  # the first runs are slower
    short_s, long_s = _bare_s(short), _bare_s(long)
    tick_s = max(1e-9, (long_s - short_s) / (long.ticks - short.ticks))  # to build the machine takes longest
    return TryPoses(_POSES, max(1, short.ticks + round((variant_s - short_s) / tick_s)))


def overhead_share(cluster: LocalCluster, order: TryPoses, variants: int) -> float:
    """Let a cluster run variants; return the processor time that it takes beside the runs, over that of the runs."""
    bare_s = _bare_s(order)
    before, client_s = cluster.processor_seconds(), time.process_time()
    _run(cluster, order, variants)
    spent_s = time.process_time() - client_s + cluster.processor_seconds() - before
    bare_s = 0.5 * (bare_s + _bare_s(order))
    return spent_s / variants / bare_s


def _bare_s(order: TryPoses) -> float:
    """Return the processor time (s) that a variant takes in this process."""
    design = parts.check(_DESIGN)
    with Stopwatch() as running:
        for _ in range(_BARE):
            _check(order.obeyed(design))
    return running.ns / 1e9 / (_BARE * RUNS)


def _run(cluster: LocalCluster, order: Order, variants: int) -> None:
    """Let a cluster run variants, with as many orders under way at a time as a search has."""
    started = ended = 0

    def next_order() -> tuple[int, Order] | None:
        nonlocal started
        if started * RUNS >= variants or started - ended >= BEHIND:
            return None
        started += 1
        return started, order

    workers = ClusterWorkers(cluster.place, _DESIGN, USUAL, lambda sentence: None)
    try:
        for _, outcomes in workers.answers(next_order, tuple[str, ...]):
            _check(outcomes)
            ended += 1
    finally:
        workers.close()


def _check(outcomes: tuple[str, ...]) -> None:
    if outcomes != RUNS * (OPEN,):
        raise RuntimeError(f"the variants of the benchmark do not run: {outcomes}")
