"""The user's best runs of each level: proven recordings, the feats in which each is best, and the stars they earn.

Each version of a level has a folder, named by the level's digest. It holds a recording for each run and an index. A
recording is named by the digest of its bytes, so one that was changed afterwards no longer counts. Only the holder of
the folder's lock changes it; every file is written beside its place and renamed, the index last. A process that is
killed therefore leaves at most recordings that no index names, and the next change removes them.

Who can write into the user's folder can write what was never won. So what stands here counts for the user's own eyes
alone, as stars and figures: whatever is shared of it is run again before, and run again by whoever gets it.

Older versions of this program noted results without any run. These are taken over once, into a file of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import msgspec
from filelock import FileLock
from msgspec import Struct

from sandbox.design.design import Design
from sandbox.design.open_puzzle import MOST_AIMS
from sandbox.errors import BadFile
from sandbox.levels import kept_files, levels, library
from sandbox.levels.open_figures import digest_of
from sandbox.levels.run_facts import Figure, RunFacts
from sandbox.reading import files, json_text
from sandbox.recording.plain_text import SUFFIX

INDEX = "index.json"
_MOST_RUNS = 2 * (7 + MOST_AIMS)  # twice what is kept: one for each feat
EARLIER = "earlier.json"  # results of which no run was kept, by the keys of their levels
MAX_INDEX = 1024 * 1024  # bytes


class Result(NamedTuple):
    """The best results in a level: each is the fewest of all runs that won it, so they need not be of one run."""

    parts: Figure  # and links that the player placed
    ticks: Figure  # from the start to the win

    def or_better(self, other: Result) -> Result:
        """Take the fewer of both, for each figure."""
        return Result(min(self.parts, other.parts), min(self.ticks, other.ticks))


class BestRun(Struct, frozen=True, forbid_unknown_fields=True):
    """A kept run: its recording, by the digest of its bytes, and its facts."""

    file: str
    facts: RunFacts


class _Index(Struct, forbid_unknown_fields=True):
    key: str  # of the level, see `library.key_of`
    title: str
    rate: Figure  # ticks a second
    runs: list[BestRun] = []
    format: int = 1


Rank = Callable[[RunFacts], tuple[int, ...]]
# What a run may be best in; a run by hand comes after all others.
FEATS: dict[str, Rank] = {
    "parts": lambda facts: (facts.by_hand, facts.parts, facts.ticks, facts.touches),
    "time": lambda facts: (facts.by_hand, facts.ticks, facts.parts, facts.touches),
    "touches": lambda facts: (facts.by_hand, facts.touches, facts.ticks, facts.parts),
    "challenge": lambda facts: (not facts.challenge, facts.by_hand, facts.parts, facts.ticks),
}
# What a run of an open puzzle may be best in besides.
OPEN_FEATS: dict[str, Rank] = {
    "price": lambda facts: (facts.by_hand, facts.price, facts.parts, facts.ticks),
    "chain": lambda facts: (facts.by_hand, -facts.chain, -facts.families, facts.ticks),
    "families": lambda facts: (facts.by_hand, -facts.families, -facts.chain, facts.ticks),
}
AIM = "aim "  # a run may also be the fastest one that reaches an aim: the feat is this and the aim's digest


def feats_of(level: Design) -> dict[str, Rank]:
    """Return what a run of a level may be best in."""
    if not level.open:
        return FEATS
    return {**FEATS, **OPEN_FEATS, **{f"{AIM}{digest_of(aim)}": FEATS["time"] for aim in level.aims}}


def _rank(feat: str) -> Rank:
    return FEATS["time"] if feat.startswith(AIM) else {**FEATS, **OPEN_FEATS}[feat]


class LevelRuns(NamedTuple):
    """The kept runs of one version of a level."""

    folder: Path
    title: str
    rate: int  # ticks a second
    runs: tuple[BestRun, ...]

    @property
    def facts(self) -> tuple[RunFacts, ...]:
        """The facts about each run."""
        return tuple(run.facts for run in self.runs)

    def best(self, feat: str) -> BestRun | None:
        """Return the run that is best in something (see `feats_of`); None if there is none."""
        return _best(self.runs, feat)

    @property
    def result(self) -> Result | None:
        """The best results of all kept runs; None if there are none."""
        fewest, fastest = self.best("parts"), self.best("time")
        if fewest is None or fastest is None:
            return None
        return Result(fewest.facts.parts, fastest.facts.ticks)

    def path(self, run: BestRun) -> Path:
        """Return the place of a run's recording."""
        return self.folder / f"{run.file}{SUFFIX}"


class BestRuns:
    """The store in the user's data folder."""

    def __init__(self, data: Path) -> None:
        self._data, self._folder = data, data / "best"

    def take_over(self) -> None:
        """Take the results into the store that older versions of this program kept among the progress.

        Raises:
            OSError: they can't be written, or another process holds the lock for too long.
        """
        library.take_results(self._data, self._take)

    def _take(self, rows: dict[str, tuple[int, int]]) -> None:
        results = self._earlier()
        for key, row in rows.items():
            results[key] = results[key].or_better(Result(*row)) if key in results else Result(*row)
        self._folder.mkdir(parents=True, exist_ok=True)
        kept_files.write(self._folder / EARLIER, msgspec.json.format(msgspec.json.encode(results), indent=1))

    def _earlier(self) -> dict[str, Result]:
        """Read the results that were taken over; a file that can't be read counts as empty."""
        try:
            return json_text.decode(files.read_bytes(self._folder / EARLIER, library.MAX_PROGRESS), dict[str, Result])
        except BadFile:
            return {}

    def result(self, level: Design, key: str) -> Result | None:
        """Return the best results in a level: of its kept runs, or if there are none, those that were taken over."""
        return self.of(level).result or self._earlier().get(key)

    def of(self, level: Design) -> LevelRuns:
        """Return the runs of a level as it is now. A run whose recording is gone or was changed is left out."""
        return self._read(self._folder / levels.digest(level)) or LevelRuns(self._folder, level.title, 0, ())

    def of_older(self, level: Design, key: str) -> tuple[LevelRuns, ...]:
        """Return the runs of other versions of a level, which its file has held before."""
        now = levels.digest(level)
        folders = sorted(self._folder.iterdir()) if self._folder.is_dir() else []
        others = [folder for folder in folders if folder.name != now and _index(folder).key == key]
        return tuple(runs for folder in others if (runs := self._read(folder)) is not None and runs.runs)

    def add(self, level: Design, key: str, recording: Path, facts: RunFacts) -> tuple[str, ...]:
        """Keep a proven run if it is best in anything; return in what it is better than all before.

        Raises:
            OSError: it can't be written, or another process holds the lock for too long.
        """
        folder = self._folder / levels.digest(level)
        folder.mkdir(parents=True, exist_ok=True)
        data = files.read_bytes(recording, kept_files.MAX_RUN, "run that is kept")
        run = BestRun(kept_files.name_of(data), facts)
        with FileLock(folder / f"{INDEX}.lock", timeout=library.PATIENCE):
            before = [kept for kept in _index(folder).runs if kept_files.is_intact(folder, kept.file)]
            others = [kept for kept in before if kept.file != run.file]
            feats = feats_of(level)
            better = tuple(feat for feat in feats if _is_better(run, _best(before, feat), feat))
            runs = _worth_keeping([*others, run], feats)
            if run in runs:
                kept_files.write(folder / f"{run.file}{SUFFIX}", data)
            index = _Index(key, level.title, level.world.tick_rate, runs)
            kept_files.write(folder / INDEX, msgspec.json.format(msgspec.json.encode(index), indent=1))
            kept_files.tidy(folder, {kept.file for kept in runs})
        return better

    def forget(self, level: Design) -> None:
        """Delete all runs of a level as it is now.

        Raises:
            OSError: it can't be deleted, or another process holds the lock for too long.
        """
        folder = self._folder / levels.digest(level)
        if folder.is_dir():
            with FileLock(folder / f"{INDEX}.lock", timeout=library.PATIENCE):
                (folder / INDEX).unlink(missing_ok=True)
                kept_files.tidy(folder, set())

    def _read(self, folder: Path) -> LevelRuns | None:
        runs: tuple[BestRun, ...] = ()
        for _ in range(2):  # another window may replace both between two looks
            index = _index(folder)
            runs = tuple(run for run in index.runs if kept_files.is_intact(folder, run.file))
            if len(runs) == len(index.runs):
                break
        return LevelRuns(folder, index.title, index.rate, runs) if runs else None


# -- which runs are kept


def _best(runs: list[BestRun] | tuple[BestRun, ...], feat: str) -> BestRun | None:
    fit = [run for run in runs if _is_fit(run.facts, feat)]
    return min(fit, key=lambda run: _rank(feat)(run.facts), default=None)


def _is_fit(facts: RunFacts, feat: str) -> bool:
    """Tell whether a run can be best in something at all."""
    if feat.startswith(AIM):
        return feat.removeprefix(AIM) in facts.aims
    return feat != "challenge" or bool(facts.challenge)


def _is_better(run: BestRun, before: BestRun | None, feat: str) -> bool:
    if not _is_fit(run.facts, feat):
        return False
    return before is None or _rank(feat)(run.facts) < _rank(feat)(before.facts)


def _worth_keeping(runs: list[BestRun], feats: Iterable[str]) -> list[BestRun]:
    """Return the runs that are best in anything; of equal runs the older one."""
    best = [_best(runs, feat) for feat in feats]
    return [run for run in runs if run in best]


# -- files


def _index(folder: Path) -> _Index:
    """Read an index; one that can't be read counts as empty."""
    empty = _Index("", "", 0)
    try:
        index = json_text.decode(files.read_bytes(folder / INDEX, MAX_INDEX), _Index)
    except BadFile:
        return empty
    if index.format != 1 or len(index.runs) > _MOST_RUNS:  # one for each feat is kept, and each is read again
        return empty
    return index
