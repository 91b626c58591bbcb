"""A child process that proves a winning run: it runs the last win of a recording again, and reports its feats.

The run is taken out of its session, recorded anew from its level, and compared with the recording tick by tick up to
the win. What is said about it comes from the new run alone. It is then kept if it is best in anything, and if its way
is new.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solutions
from sandbox.levels.best_runs import BestRuns
from sandbox.levels.run_facts import RunFacts, Solution, facts_of
from sandbox.levels.solution_places import solution_beside
from sandbox.levels.ways import KnownWays, Way, numbers, way_of
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
    return facts_of(proven_solution(source, level, out), level, wins)


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

    `better` is in what the run is better than all before (see `FEATS`), `ways` the number of ways that are known now,
    and `is_new_way` tells whether this one was not known before. A run by hand is no way.
    """

    facts: RunFacts
    better: tuple[str, ...]
    ways: int
    is_new_way: bool


def known_ways(level: Design, path: Path) -> list[Way]:
    """Return the ways that came with a level: of the recording beside its file, if that wins it here."""
    recording = solution_beside(path)
    if recording is None:
        return []
    try:
        return [way_of(solutions.winning_run(reader.read(recording), level).solved)]
    except (BadFile, Refused):
        return []


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
        facts = facts_of(solved, level, wins)
        better = BestRuns(data).add(level, order.key, folder / RUN, facts)
        ways, store = known_ways(level, path), KnownWays(data)
        is_new = not facts.by_hand and store.add(level, folder / RUN, facts, way_of(solved), ways)
        ways += [kept.way for kept in store.of(level).ways]
        return Proven(facts, better, max(numbers(ways), default=0), is_new)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    serve(carry_out, Prove, stays=True)
