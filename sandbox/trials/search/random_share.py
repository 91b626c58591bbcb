"""The share of random tries that win a level, measured by worker processes with the same answer on any number."""

from __future__ import annotations

from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.levels import levels
from sandbox.levels.difficulty import RandomShare
from sandbox.tasks.progress import ShowProgress, unseen
from sandbox.trials.judging import run_ticks
from sandbox.trials.search.random_tries import BATCH, ENOUGH, TriedBatch
from sandbox.trials.search.search import Plan, refuse
from sandbox.trials.search.search_worker import Order, TryAtRandom
from sandbox.trials.search.workers import SearchWorkers


def measure(level: Design, plan: Plan, progress: ShowProgress = unseen) -> RandomShare:
    """Try a level at random: `plan.runs` times, or until the batch that has brought `ENOUGH` wins.

    Raises:
        Refused: it has no goals or no stock, or a process has died.
    """
    refuse(level)
    sizes = [min(BATCH, plan.runs - first) for first in range(0, plan.runs, BATCH)]
    limit = run_ticks(level, plan.seconds)
    batches: dict[int, TriedBatch] = {}
    orders = iter(range(len(sizes)))

    def next_order() -> tuple[int, Order] | None:
        number = next(orders, None)
        return None if number is None else (number, TryAtRandom(plan.seed, number, sizes[number], limit))

    workers = SearchWorkers(level, plan.jobs, plan.limits)
    try:
        for number, batch in workers.answers(next_order, TriedBatch):
            if not isinstance(batch, TriedBatch):
                raise Refused(f"the level can't be tried at random: {batch.sentence(optional=False)}")
            batches[number] = batch
            tries, _, is_enough = _counted(batches)
            progress(tries, plan.runs)
            if is_enough:
                break
    finally:
        workers.close()
    tries, wins, _ = _counted(batches)
    return RandomShare(levels.digest(level), tries, wins)


def _counted(batches: dict[int, TriedBatch]) -> tuple[int, int, bool]:
    """Count the tries and wins of the first batches, as far as there is no gap, and tell whether they are enough.

    Batches after the one that brought enough don't count, so the number of processes makes no difference.
    """
    tries = wins = 0
    for number in range(len(batches)):
        if number not in batches or wins >= ENOUGH:
            break
        tries += batches[number].tries
        wins += batches[number].wins
    return tries, wins, wins >= ENOUGH
