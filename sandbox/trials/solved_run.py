"""A child process that proves a winning run: it runs the last win of a recording again, and reports its feats.

The run is taken out of its session, recorded anew from its level, and compared with the recording tick by tick up to
the win. What is said about it comes from the new run alone. It is then kept if it is best in anything, and if its way
is new.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from sandbox.causes.cause_tree import CauseStep, families
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solutions
from sandbox.levels.best_runs import BestRuns
from sandbox.levels.open_figures import with_figures
from sandbox.levels.prices import price_of
from sandbox.levels.run_facts import RunFacts, Solution, facts_of
from sandbox.levels.solution_places import recordings_beside
from sandbox.levels.ways import KnownWays, Way, chain_of, numbers, traced_win, way_along
from sandbox.recording import reader
from sandbox.recording.recording import Recording
from sandbox.tasks.serving import Teller, serve
from sandbox.tasks.task_process import Setup
from sandbox.trials.variations import wins

SESSION, RUN = "session.replay", "run.replay"  # in the folder: the recording to be proven, and its run alone
SETUP = Setup("sandbox.trials.solved_run", outlives=True)


def prove(source: Path, level: Design, out: Path) -> RunFacts:
    """Prove the last win of a recording; write its run alone to another recording, and return the facts about it.

    Raises: as `proven_solution`.
    """
    return facts_and_way(proven_solution(source, level, out), level)[0]


def facts_and_way(solved: Solution, level: Design, chain: Sequence[CauseStep] | None = None) -> tuple[RunFacts, Way]:
    """Return the facts about a solution and its way; without its longest `chain` of causes it is run again for that."""
    facts = facts_of(solved, level, wins)
    if chain is None:
        chain = chain_of(solved)
    figures = price_of(solved.design), len(chain), len(families(solved.design, chain))
    return with_figures(facts, solved.design, level, *figures), way_along(solved.design, chain)


def proven_solution(source: Path, level: Design, out: Path) -> Solution:
    """Prove the last win of a recording; write its run alone to another recording, and return that solution.

    Raises:
        Refused: it is no win of this level, or it does not run now as it was recorded.
        BadFile, OSError: the recording can't be read, or the other one not written.
    """
    read = reader.read(source)
    if levels.digest(read.head.design) != levels.digest(level):
        raise Refused("it is a run of another level, or of the level before it was changed")
    run = solutions.winning_run(read, level)
    solved = solutions.record_solution(out, level, run.commands).solved
    recorded = (read, run.start), (reader.read(out), solutions.start_of(run.commands))
    before, now = (_digests(of, start, solved.ticks) for of, start in recorded)
    if before != now:
        raise Refused("it does not run now as it was recorded")
    return solved


def _digests(read: Recording, start: int, ticks: int) -> bytes:
    """Return the hashes of the first ticks of a run."""
    for first, digests in read.hashes.items():
        at = 8 * (start + 1 - first)
        if 0 <= at < len(digests):
            return bytes(digests[at : at + 8 * ticks])
    return b""


class Proven(NamedTuple):
    """A proof that has come out well.

    `better` is in what the run is better than all before (see `best_runs.feats_of`), `prices` are those of one machine
    of each way that is known now, `way` is the number of this run's way among them, from 1, and `is_new_way` tells
    whether it was not known before. A run by hand is no way: its number is 0.
    """

    facts: RunFacts
    better: tuple[str, ...]
    prices: tuple[int, ...]
    way: int
    is_new_way: bool


class KnownWay(NamedTuple):
    """A way that is known, and the price of its machine."""

    way: Way
    price: int


def known_ways(level: Design, path: Path) -> list[KnownWay]:
    """Return the ways that came with a level: of the recordings beside its file that win it here."""
    known = []
    for recording in recordings_beside(path):
        try:
            win = traced_win(reader.read(recording), level)
        except (BadFile, Refused):
            continue
        known.append(KnownWay(win.way, price_of(win.run.solved.design)))
    return known


class Prove(Struct, frozen=True):
    """An order to prove the recording in a folder, and to keep its run in the store of the best ones.

    `folder` holds the recording under the name `SESSION`, and nothing else that matters: it is removed in the end.
    `data` is the user's folder, and `key` that of the level, see `library.key_of`.
    """

    folder: str
    level: str
    data: str
    key: str


def carry_out(order: Prove, teller: Teller) -> Proven:
    """Prove a run, and keep it.

    Raises:
        Refused, BadFile, OSError: the run is not proven; the sentence says why.
    """
    folder, path, data = map(Path, (order.folder, order.level, order.data))
    try:
        level = levels.read(path)
        solved = proven_solution(folder / SESSION, level, folder / RUN)
        facts, way = facts_and_way(solved, level)
        better = BestRuns(data).add(level, order.key, folder / RUN, facts)
        known, store = known_ways(level, path), KnownWays(data)
        ways = [each.way for each in known]
        is_new = not facts.by_hand and store.add(level, folder / RUN, facts, way, ways)
        known += [KnownWay(kept.way, kept.facts.price) for kept in store.of(level).ways]
        if not facts.by_hand:
            known.append(KnownWay(way, facts.price))
        return Proven(facts, better, *_numbered(known, facts), is_new)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _numbered(known: list[KnownWay], facts: RunFacts) -> tuple[tuple[int, ...], int]:
    """Return the price of each way, and the number of the way of a run, which is the last one unless it is by hand.
    Of its own way it is that run's price."""
    order = numbers([each.way for each in known])
    prices = {number: each.price for number, each in reversed([*zip(order, known, strict=True)])}  # the first counts
    own = 0 if facts.by_hand else order[-1]
    if own:
        prices[own] = facts.price
    return tuple(prices[number] for number in sorted(prices)), own


if __name__ == "__main__":
    serve(carry_out, Prove, stays=True)
