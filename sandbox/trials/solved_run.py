"""A child process that proves a winning run: it runs the last win of a recording again, and says what that is worth.

The run is taken out of its session, recorded anew from its level, and compared with the recording tick by tick up to
the win. What is said about it comes from the new run alone. It is then kept if it is best in anything, and the answer
is one line of JSON.

python -m sandbox.trials.solved_run FOLDER LEVEL DATA KEY
"""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from sandbox.commands.commands import Start
from sandbox.commands.driver import Driver
from sandbox.commands.session import Session
from sandbox.design.design import Design, Goal
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solutions
from sandbox.levels.best_runs import BestRuns, RunFacts, digest_of
from sandbox.levels.solutions import Solution
from sandbox.machine.goals import Judge
from sandbox.recording import reader
from sandbox.recording.recording import Recording
from sandbox.tasks import child
from sandbox.tasks.limits import USUAL
from sandbox.trials.variations import by_hand

SESSION, RUN = "session.replay", "run.replay"  # in the folder: the recording to be proven, and its run alone


def prove(source: Path, level: Design, out: Path) -> RunFacts:
    """Prove the last win of a recording; write its run alone to another recording, and return the facts about it.

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
    return facts_of(solved, level)


def facts_of(solved: Solution, level: Design) -> RunFacts:
    """Find out what a solution of a level is worth, by running it."""
    challenge = level.par.challenge if level.par is not None else None
    met = challenge is not None and meets(challenge, solved)
    hand = by_hand(solved)
    return RunFacts(solved.ticks, solved.used, solved.touches, hand, digest_of(challenge) if challenge and met else "")


def meets(challenge: Goal, solved: Solution) -> bool:
    """Tell whether a challenge's condition holds on the tick of the win. It is tested on every tick up to there."""
    session = Session(solved.design)
    session.do(Start())
    assert session.machine is not None
    judge = Judge(replace(solved.design, goals=(challenge,), fails=()), session.machine)
    for ticks in Driver(session, solved.live).steps(solved.ticks, most=1):
        if ticks:
            judge.update()
    return judge.progress()[0].met


def _digests(read: Recording, start: int, ticks: int) -> bytes:
    """Return the hashes of the first ticks of a run."""
    for first, digests in read.hashes.items():
        at = 8 * (start + 1 - first)
        if 0 <= at < len(digests):
            return bytes(digests[at : at + 8 * ticks])
    return b""


class Proven(NamedTuple):
    """A proof that has come out well: the facts, and in what the run is better than all before (see `FEATS`)."""

    facts: RunFacts
    better: tuple[str, ...]


def begin(folder: Path, level: Path, data: Path, key: str) -> subprocess.Popen[bytes]:
    """Start a process that proves the recording in a folder, and keeps its run in the store of the best ones.

    It goes on when this process ends, and removes the folder in the end.

    Args:
        folder: holds the recording under the name `SESSION`, and nothing else that matters.
        data: the user's folder.
        key: of the level, see `library.key_of`.

    Raises:
        OSError: no process can be started.
    """
    return child.start(
        "sandbox.trials.solved_run", str(folder), str(level), str(data), key,
        megabytes=USUAL.megabytes,
        seconds=USUAL.seconds,
        outlives=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )  # fmt: skip


def answer_of(output: bytes) -> Proven:
    """Read the answer of a process.

    Raises:
        Refused: the run is not proven; the sentence says why.
    """
    try:
        plain = msgspec.json.decode(output)
    except ValueError:
        raise Refused("the process that ran it again has failed") from None
    if "refused" in plain:
        raise Refused(plain["refused"])
    return msgspec.convert(plain["proven"], Proven)


def main(arguments: list[str]) -> int:
    """Prove a run, keep it, and print the answer."""
    folder, path, data = map(Path, arguments[:3])
    answer: dict[str, Any]
    try:
        level = levels.read(path)
        facts = prove(folder / SESSION, level, folder / RUN)
        better = BestRuns(data).add(level, arguments[3], folder / RUN, facts)
        answer = {"proven": msgspec.to_builtins(Proven(facts, better))}
    except (BadFile, Refused, OSError) as error:
        answer = {"refused": str(error)}
    shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(BrokenPipeError):  # the window was closed meanwhile
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    return 2 if "refused" in answer else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
