"""Verify a recording: run it again, compare every tick, and report where and why the re-run differs.

A recording in which nothing ran is refused, so that a pass always means that something was compared. There is no
tolerance: a tick is equal if its hash is.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from sandbox.commands.session import Snapshot
from sandbox.errors import BadFile, Refused
from sandbox.recording.reader import load, parse
from sandbox.recording.recording import Recording
from sandbox.recording.sessions import session_of
from sandbox.tasks.progress import ShowProgress
from sandbox.verify.compare import SLICE, Comparison, equal_ticks, nth_tick, rerun
from sandbox.verify.explain import difference, explain, seconds
from sandbox.verify.judgement import foreign, here, judge_difference, judge_stale
from sandbox.verify.orders import RerunOrder
from sandbox.verify.verdicts import Difference, Report, Verdict, exit_of, find, refusal, worst_exit
from sandbox.worlds import factories
from sandbox.worlds.factories import Factory

FreshRuns = Callable[[Path], tuple[bytes, bytes]]
_HASH_SEEDS = ("1", "2")  # of the two fresh processes: whatever follows the order of a set parts them


def verify(
    path: Path | str,
    allow_cut: bool = False,
    progress: ShowProgress | None = None,
    every: int = SLICE,
    worlds: Iterable[str | Factory] = (),
) -> Report:
    """Run one recording again and compare. A file that can't be used gives the verdict `refused`, never an exception.

    Args:
        allow_cut: the exit code of a recording without an end, which agrees as far as it goes, is 0.
        progress: called every so many ticks (`every`) with how many are done, and how many there are.
        worlds: the functions that make worlds of other programs, themselves or as "module:function"; no other is ever
            imported.
    """
    with factories.naming(worlds):
        try:
            comparison = compare(path, progress, every)
        except (BadFile, Refused) as error:
            return refusal(str(path), str(error))
        return judge(path, comparison, fresh_runs, allow_cut)


def compare(path: Path | str, progress: ShowProgress | None = None, every: int = SLICE) -> Comparison:
    """Run one recording again in this process, and compare every tick; the arguments are those of `verify`.

    Raises:
        BadFile: it can't be used.
    """
    comparison = Comparison(parse(load(path), worlds=True).seen_from(here().arithmetic))
    comparison.run(progress, every)
    return comparison


def judge(path: Path | str, comparison: Comparison, fresh: FreshRuns, allow_cut: bool = False) -> Report:
    """Report on a comparison.

    Args:
        fresh: runs the recording again in two fresh processes, as `fresh_runs` does; asked only if a tick differs. A
            browser has no processes, and two fresh workers in their place.
        allow_cut: as in `verify`.
    """
    recording = comparison.recording
    if comparison.bad_tick is None:
        verdict, reason = _agreed(Path(path), comparison)
        parting: Difference | None = None
        lines: tuple[str, ...] = ()
    else:
        verdict, reason = _classify(Path(path), comparison, *fresh(Path(path)))
        parting, lines = difference(comparison), tuple(explain(comparison))
    return Report(
        str(path),
        verdict,
        exit_of(verdict, allow_cut),
        recording.ticks,
        comparison.compared,
        comparison.end_hash,
        comparison.bad_tick,
        reason,
        lines,
        parting,
    )


def verify_many(paths: Iterable[Path | str], allow_cut: bool = False) -> Iterator[Report]:
    """Verify recordings one after the other in this process, in the order of `find`.

    Raises:
        BadFile: a directory without recordings; before anything is run.
    """
    return (verify(path, allow_cut) for path in find(paths))


# -- verdicts


def _agreed(path: Path, comparison: Comparison) -> tuple[Verdict, str]:
    recording, compared = comparison.recording, comparison.compared
    count = f"{compared} tick{'' if compared == 1 else 's'}"
    if recording.end is None:
        so_far = f"equal as far as it goes ({count})" if compared else "nothing could be compared"
        why = "the session did not finish, or bytes are missing"
        return Verdict.CUT, f"{so_far}, but the file {recording.cut}: {why}"
    if not compared:
        return Verdict.REFUSED, "nothing ran in this session, so there is nothing to compare; record one with a run"
    if recording.stale:
        return Verdict.STALE, f"equal on every tick, {count} in all, but {judge_stale(path, recording)}"
    differing = foreign(recording)  # other code that does the same is not worth a word
    note = f" (although another {' and '.join(differing)} made it)" if differing else ""
    return Verdict.PASS, f"equal on every tick, {count} in all{note}"


def _classify(path: Path, comparison: Comparison, first: bytes, second: bytes) -> tuple[Verdict, str]:
    """Find out why a re-run differs. Two fresh processes tell a program that can't repeat itself from a changed one."""
    recording, bad = comparison.recording, comparison.bad_tick
    assert bad is not None
    time = seconds(bad, recording.head.tick_rate)
    where = f"tick {bad} of {recording.ticks} ({time}) is the first that differs: {comparison.what}"
    if first != second:
        return Verdict.NONDETERMINISTIC, f"{disagreement(recording, first, second)}; {where}"
    if (hashlib.blake2b(first[:-8]).digest(), first[-8:].hex()) != (comparison.ran.digest(), comparison.end_hash):
        return Verdict.NONDETERMINISTIC, f"two fresh processes agree, but not with one that ran other things; {where}"
    judgement = judge_difference(path, recording)
    return judgement.verdict, f"{where}; {judgement}"


def disagreement(recording: Recording, first: bytes, second: bytes) -> str:
    """Name the tick from which on two `fresh_runs` differ."""
    return f"two fresh processes disagree from tick {nth_tick(recording, equal_ticks(first, second))} on"


def fresh_runs(path: Path) -> tuple[bytes, bytes]:
    """Run a recording again in two new processes with different hash seeds; of each, all digests and the end hash."""
    from sandbox.tasks.limits import Limits
    from sandbox.tasks.messages import Answer, Failure, unpack
    from sandbox.tasks.task_process import TaskProcess
    from sandbox.verify.verifier import worker

    ends = []
    with contextlib.ExitStack() as started:
        runs = []
        for seed in _HASH_SEEDS:
            run = TaskProcess(worker(Limits(0, 0), more={"PYTHONHASHSEED": seed}))
            started.callback(run.end)
            run.give(0, RerunOrder(str(path)))
            runs.append(run)
        ends = [run.end_of_task() for run in runs]
    failure = next((end for end in ends if isinstance(end, Failure)), None)
    if failure is not None and failure.reason in ("died", "memory"):
        raise MemoryError("a fresh process that re-ran it was ended by the system")
    if failure is not None:
        raise RuntimeError(f"{path}: a fresh process that re-ran it failed: {failure.sentence(optional=False)}")
    first, second = (unpack(end.value, bytes) for end in ends if isinstance(end, Answer))
    return first, second


class _Digests:
    """Collect the hashes of a re-run, and nothing else."""

    def __init__(self) -> None:
        self.data = bytearray()

    def command(self, tick: int, packed: bytes) -> None:
        pass

    def hashes(self, first: int, digests: bytes) -> None:
        self.data += digests

    def state(self, tick: int, snapshot: Snapshot) -> None:
        pass

    def mark(self, tick: int, what: str, text: str) -> None:
        pass


def rerun_here(path: str) -> bytes:
    """Run a recording again in this process; return all digests and the end hash."""
    recording, digests = parse(load(path), worlds=True), _Digests()
    session = session_of(recording, digests)
    rerun(recording, session, lambda tick, why: None)
    return bytes(digests.data) + session.end_hash()


__all__ = ["Report", "Verdict", "exit_of", "find", "fresh_runs", "rerun", "verify", "verify_many", "worst_exit"]
