"""Find the commit from which on a recording goes otherwise: by the old programs, several at once.

Each program runs the recording again, and its hashes are compared with the file's. Commits between one that agrees and
one that differs are tried until two neighbours are left. Commits that have the same code run it once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.recording.reader import read
from sandbox.recording.recording import Recording
from sandbox.verify.compare import equal_ticks, nth_tick
from sandbox.verify.judgement import here
from sandbox.verify.narrowing import history
from sandbox.verify.narrowing.history import Commit
from sandbox.verify.narrowing.old_program import OldProgram, OldRun
from sandbox.verify.old_code import commit_of

ShowSearch = Callable[[int, int], None]  # gets how many commits are tried, and how many are left


class CommitTrial(NamedTuple):
    """What became of the recording at a commit.

    `equal`: whether every tick is as recorded; None where that program can't run it, for which `reason` says why.
    `first_bad_tick`: the first that differs; None if none does.
    """

    commit: str
    equal: bool | None
    first_bad_tick: int | None = None
    reason: str = ""


class Culprit(NamedTuple):
    """The answer of a search.

    `commits` are those among which the change is, newest last: one, or more where programs between can't run the
    recording. `first_bad_tick` is that at the newest of them. `good` is the last commit that agrees; `files` what of
    the package the commit changes, if there is one only. `trials` are all that were made.
    """

    commits: tuple[Commit, ...]
    good: Commit
    first_bad_tick: int | None
    files: tuple[str, ...]
    trials: tuple[CommitTrial, ...]


def bisect(
    path: Path, good: str | None = None, bad: str | None = None, jobs: int = 1, progress: ShowSearch | None = None,
) -> Culprit:  # fmt: skip
    """Search for the commit that changed what a recording ends in.

    Args:
        good: a revision at which it agrees; by default the commit with the code that the recording was made with, or
            blessed with last.
        bad: a revision at which it differs; by default the newest commit.
        jobs: how many programs run at once.

    Raises:
        BadFile: the recording can't be read.
        Refused: there is nothing to search, or nothing to search in.
    """
    recording = read(path).seen_from(here().arithmetic)
    if not history.is_there():
        raise Refused("this program does not run from a git checkout, so it has no history to search; run it from one")
    if recording.end is None or not recording.hashed:
        raise Refused(
            f"{path}: nothing to compare: {'it has no end' if recording.end is None else 'nothing ran in it'}"
        )
    search = _Search(path, recording, jobs, progress or (lambda tried, left: None))
    first = history.named(good) if good is not None else _made_at(path, recording)
    last = history.named(bad if bad is not None else "HEAD")
    search.try_all([first, last])
    _check_good(path, search.trials[first])
    _check_bad(path, search.trials[last], is_head=bad is None)
    return search.narrow(first, last)


def _made_at(path: Path, recording: Recording) -> str:
    assert recording.end is not None
    commit = commit_of(recording.end.fingerprint.code)
    if commit is None:
        raise Refused(
            f"{path}: the program that it was made with is not among the last commits; name one at which it passes, "
            "with --good REV"
        )
    return commit


def _check_good(path: Path, trial: CommitTrial) -> None:
    commit = history.commit(trial.commit)
    if trial.equal is None:
        raise Refused(
            f"{path}: can't be run at {commit}, where it should pass ({trial.reason}); name another --good REV"
        )
    if not trial.equal:
        raise Refused(
            f"{path}: differs at {commit} already, from tick {trial.first_bad_tick} on: name an older --good REV, or "
            "look at the engine and the arithmetic (`sandbox verify` names what is another)"
        )


def _check_bad(path: Path, trial: CommitTrial, is_head: bool) -> None:
    commit = history.commit(trial.commit)
    if trial.equal is None:
        raise Refused(f"{path}: can't be run at {commit} ({trial.reason}); name another --bad REV")
    if trial.equal:
        uncommitted = "; if `sandbox verify` says otherwise, the change is not committed yet" if is_head else ""
        raise Refused(f"{path}: agrees at {commit}: there is no change to find{uncommitted}")


class _Search:
    """Narrows the commits down. `trials` holds the outcome for each that was tried, by its full name."""

    def __init__(self, path: Path, recording: Recording, jobs: int, progress: ShowSearch) -> None:
        self.trials: dict[str, CommitTrial] = {}
        self._path, self._recording, self._jobs = path, recording, jobs
        self._progress = progress
        self._expected = b"".join(bytes(digests) for digests in recording.hashes.values())
        self._by_code: dict[str, CommitTrial] = {}

    def narrow(self, good: str, bad: str) -> Culprit:
        goods = {good}
        left = history.between(goods, bad)
        while tries := _spread([name for name in left[:-1] if name not in self.trials], self._jobs):
            self._progress(len(self.trials), len(left))
            self.try_all(tries)
            goods.update(name for name in tries if self.trials[name].equal)
            left = history.between(goods, bad)
            differing = [name for name in left[:-1] if name in self.trials and self.trials[name].equal is False]
            for name in differing:
                inside = history.between(goods, name)
                if len(inside) < len(left):
                    bad, left = name, inside
        commits = tuple(history.commit(name) for name in left)
        parent = min(sorted(goods), key=lambda name: len(history.between({name}, bad)))
        files = tuple(history.changed_files(bad)) if len(left) == 1 else ()
        trials = tuple(self.trials.values())
        return Culprit(commits, history.commit(parent), self.trials[bad].first_bad_tick, files, trials)

    def try_all(self, names: Sequence[str]) -> None:
        """Run the recording at some commits, as many at once as there may be."""
        for at in range(0, len(names), self._jobs):
            self._try_at_once(names[at : at + self._jobs])

    def _try_at_once(self, names: Sequence[str]) -> None:
        with ExitStack() as running:
            asked: dict[str, OldProgram] = {}
            for name in names:
                code = history.code(name) or ""
                folder = None if code in self._by_code or code in asked else history.package(name)
                if folder is not None:
                    program = asked[code] = running.enter_context(OldProgram(folder))
                    program.ask(self._path, self._recording.ticks)
                elif code not in self._by_code and code not in asked:
                    self._by_code[code] = CommitTrial(name, None, None, "its program takes no fingerprints yet")
            for code, program in asked.items():
                self._by_code[code] = self._trial(program.answer())
        for name in names:
            self.trials[name] = self._by_code[history.code(name) or ""]._replace(commit=name)

    def _trial(self, run: OldRun) -> CommitTrial:
        if run.failure:
            return CommitTrial("", None, None, run.failure)
        assert self._recording.end is not None
        if run.digests == self._expected and run.end_hash == self._recording.end.hash.hex():
            return CommitTrial("", True)
        equal = equal_ticks(self._expected, run.digests)
        return CommitTrial("", False, nth_tick(self._recording, equal))


def _spread(names: Sequence[str], count: int) -> list[str]:
    """Choose so many of the names, evenly spread: one is the middle, two are the thirds."""
    places = {len(names) * place // (count + 1) for place in range(1, count + 1)}
    return [names[place] for place in sorted(places)] if names else []
