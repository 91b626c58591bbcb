"""The user's best runs as the window knows them: a win is proven in another process, then kept and counted.

The window goes on meanwhile. A win that does not come out of its proof never counts.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from sandbox.commands.commands import Start
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, library, solutions
from sandbox.levels.best_runs import FEATS, INDEX, BestRun, BestRuns, LevelRuns, Result, feats_of
from sandbox.levels.campaign import CampaignEnding, ChapterState, ending
from sandbox.levels.prices import price_of
from sandbox.levels.run_facts import RunFacts, Solution, Stars, digest_of, stars
from sandbox.levels.solution_places import recordings_beside
from sandbox.levels.ways import KnownWays, pieces_of
from sandbox.recording import reader
from sandbox.tasks.background import Background
from sandbox.tasks.messages import End, Failure, Progress, unpack
from sandbox.trials import solved_run
from sandbox.trials.solved_run import Prove, Proven
from sandbox.workspace.workspace import Workspace

WinKey = tuple[int, int]  # the document's generation, and the tick on which the run was started


class WayCount(NamedTuple):
    """How many ways to solve an open puzzle its player has found, and how many are known, those among them."""

    own: int = 0
    known: int = 0

    def __str__(self) -> str:
        return f"{self.own} way{'s' if self.own != 1 else ''} of at least {self.known}"


class LevelRecord(NamedTuple):
    """The best runs of a level as it is now, their stars, and whether there are runs of the level before it changed."""

    runs: LevelRuns
    result: Result | None  # the best, see `BestRuns.result`
    stars: Stars
    older: bool
    built: Design  # the level with the solution of the fewest pieces in it; without one as it is
    ways: WayCount = WayCount()  # of an open puzzle


class KeptRun(NamedTuple):
    """A kept run of a level as the user may choose it."""

    path: Path  # of its recording
    facts: RunFacts
    seconds: float  # from the start to the win
    feats: tuple[str, ...]  # what it is best in, see `best_runs.feats_of`
    older: bool = False  # it was won in the level before its file was changed
    pieces: tuple[str, ...] = ()  # the stock's names of what is used, if it is kept as a way of its own
    came_with_it: bool = False  # it is the solution that came with the level


class WinReport(NamedTuple):
    """The gains of a win, once it is proven. `problem`: why it does not count."""

    facts: RunFacts | None = None
    better: tuple[str, ...] = ()  # see `best_runs.feats_of`
    stars: Stars | None = None
    new_stars: int = 0
    ending: CampaignEnding | None = None  # of a chapter, or of all levels, if the level was the last to be solved
    is_new_way: bool = False  # its way was not known before
    prices: tuple[int, ...] = ()  # of one machine of each way that is known now
    way: int = 0  # the number of this run's way among them, from 1; 0: it was won by hand
    earlier: tuple[RunFacts, ...] = ()  # of the runs that were kept before
    opened: int = 0  # open puzzles that may be played from now on
    problem: str = ""

    @property
    def ways(self) -> int:
        """The number of ways that are known now, this one among them."""
        return len(self.prices)


class _Proof(NamedTuple):
    work: Background
    path: Path
    level: Design
    before: Stars
    earlier: tuple[RunFacts, ...]


class Records:
    """The store of best runs, with the proofs that are under way."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._store, self._ways = BestRuns(data), KnownWays(data)
        with contextlib.suppress(OSError):  # then they stay where they are until the next start
            self._store.take_over()
        self._records: dict[Path, tuple[Design, LevelRecord]] = {}
        self._proofs: dict[WinKey, _Proof] = {}
        self._wins: dict[WinKey, WinReport] = {}
        self._last: WinKey | None = None  # the last win that was handed to a proof
        self._before: dict[WinKey, Result | None] = {}  # the best results before a win

    # -- what is kept

    def of(self, path: Path, level: Design, solved: bool) -> LevelRecord:
        """Return what the user has reached in a level; `solved` is what the list of solved levels says."""
        cached = self._records.get(path)
        if cached is not None and cached[0] is level:
            return cached[1]
        runs, result = self._store.of(level), self._store.result(level, library.key_of(path))
        older = not runs.runs and bool(self._store.of_older(level, library.key_of(path)))
        built, ways = _built(level, runs), self._count_of_ways(path, level) if level.open else WayCount()
        record = LevelRecord(runs, result, stars(level, runs.facts, solved), older, built, ways)
        self._records[path] = level, record
        return record

    def _count_of_ways(self, path: Path, level: Design) -> WayCount:
        """Count the ways of an open puzzle. Nothing is run: each of the recordings that came with it shows another."""
        own = self._ways.of(level).ways
        known = len(recordings_beside(path)) + sum(1 for way in own if way.is_own)
        return WayCount(len(own), max(known, len(own)))

    def refresh(self) -> None:
        """Read the store again when it is next asked: another window may have added to it."""
        self._records.clear()

    def best_of(self, path: Path) -> LevelRuns | None:
        """Return the runs of the level in a file; None if there are none, or it can't be read."""
        try:
            runs = self._store.of(levels.read(path))
        except BadFile:
            return None
        return runs if runs.runs else None

    def best_run(self, path: Path, feat: str) -> tuple[Path, BestRun] | None:
        """Return the recording of the best run of the level in a file, with its facts."""
        runs = self.best_of(path)
        run = runs.best(feat) if runs is not None else None
        return (runs.path(run), run) if runs is not None and run is not None else None

    def kept(self, path: Path) -> tuple[KeptRun, ...]:
        """List the kept runs of the level in a file: the best ones, one of each other way, that of the solution which
        came with the level, and then those of older versions of it, the newest first. A level that was never solved has
        none."""
        try:
            level = levels.read(path)
        except BadFile:
            return ()
        older = sorted(self._store.of_older(level, library.key_of(path)), key=_age)
        best = _choices(self._store.of(level), level)
        others = self._other_ways(level, path, {run.path.stem for run in best}) if best else []
        return (*best, *others, *(run for runs in older for run in _choices(runs, None)))

    def _other_ways(self, level: Design, path: Path, shown: Container[str]) -> Iterator[KeptRun]:
        """Yield the runs that are kept for their ways alone, and the solution that came with the level."""
        ways = self._ways.of(level)
        for way in ways.ways:
            if way.file not in shown:
                seconds = way.facts.ticks / level.world.tick_rate
                yield KeptRun(ways.path(way), way.facts, seconds, (), pieces=way.way.pieces)
        for recording in recordings_beside(path):
            with contextlib.suppress(BadFile, Refused):
                yield from _that_came_with(level, recording)

    # -- wins

    def win(self, workspace: Workspace) -> WinReport | None:
        """Return what the present win has brought; None while it is being proven, or if it is not to be."""
        return self._wins.get(_key_of(workspace))

    def is_compared(self, workspace: Workspace) -> bool:
        """Tell whether the present win is one that may be compared with what was reached before."""
        return _key_of(workspace) in self._before

    def before(self, workspace: Workspace) -> Result | None:
        """Return the best results in the level before the present win; None if it was the first one."""
        return self._before.get(_key_of(workspace))

    def proving(self, workspace: Workspace) -> bool:
        """Tell whether the present win is being proven."""
        return _key_of(workspace) in self._proofs

    def look(self, workspace: Workspace) -> bool:
        """Hand a new win to a proof, and take in the answers that have come; return whether more are to come."""
        key = _key_of(workspace)
        if key != self._last and _counts(workspace):
            self._last = key
            self._begin(key, workspace)
        for proven, proof in [*self._proofs.items()]:
            for message in proof.work.poll():
                if not isinstance(message, Progress):
                    del self._proofs[proven]
                    self._wins[proven] = self._taken_in(proof, message, workspace)
        return bool(self._proofs)

    def _begin(self, key: WinKey, workspace: Workspace) -> None:
        path = workspace.document.file.path
        assert path is not None
        try:
            level = levels.read(path)
            folder = Path(tempfile.mkdtemp(prefix="sandbox-win-"))
            if workspace.recording.copy(folder / solved_run.SESSION) is None:
                raise Refused("this session is not being recorded")
            self._before[key] = self._store.result(level, library.key_of(path))
            earlier = self._store.of(level).facts
            work = Background(solved_run.SETUP)
            work.begin(Prove(str(folder), str(path), str(self._data), library.key_of(path)))
        except (BadFile, Refused, OSError) as error:
            self._wins[key] = WinReport(problem=str(error))
        else:
            self._proofs[key] = _Proof(work, path, level, stars(level, earlier), earlier)

    def _taken_in(self, proof: _Proof, end: End, workspace: Workspace) -> WinReport:
        if isinstance(end, Failure):
            return WinReport(problem=end.sentence("running it again", optional=False))
        facts, better, prices, way, is_new_way = unpack(end.value, Proven)
        self.refresh()
        now = stars(proof.level, self._store.of(proof.level).facts)
        chapters, solved = workspace.campaign.chapters, workspace.wins.solved
        reached = ending(chapters, proof.path, solved) if not proof.before.solved else None
        opened = _opened_by(chapters, proof.path) if not proof.before.solved else 0
        new_stars = now.earned - proof.before.earned
        return WinReport(facts, better, now, new_stars, reached, is_new_way, prices, way, proof.earlier, opened)


def _opened_by(chapters: Iterable[ChapterState], level: Path) -> int:
    """Count the open puzzles that a level opens: it is the last one of their chapter."""
    key = library.key_of(level)
    bosses = (chapter for chapter in chapters if chapter.puzzles and library.key_of(chapter.puzzles[-1]) == key)
    return sum(len(chapter.open_puzzles) for chapter in bosses)


def _choices(runs: LevelRuns, level: Design | None) -> list[KeptRun]:
    """List runs in the order of the feats in which they are best; `level` is None for those of an older version."""
    par = level.par if level is not None else None
    challenge = digest_of(par.challenge) if par is not None and par.challenge is not None else ""
    best: dict[BestRun, list[str]] = {}
    for feat in feats_of(level) if level is not None else FEATS:
        run = runs.best(feat)
        if run is not None and (feat != "challenge" or level is None or run.facts.challenge == challenge):
            best.setdefault(run, []).append(feat)
    seconds = 1.0 / max(1, runs.rate)
    return [
        KeptRun(runs.path(run), run.facts, run.facts.ticks * seconds, tuple(feats), level is None)
        for run, feats in best.items()
    ]


def _that_came_with(level: Design, path: Path) -> Iterator[KeptRun]:
    """Yield the run of the solution that came with a level, by what its recording says of it; nothing is run."""
    read = reader.read(path)
    won = [mark.tick for mark in read.marks if mark.what == "won"]
    starts = [tick for tick, command in read.commands if isinstance(command, Start) and won and tick < won[-1]]
    if starts and levels.as_run(read.head.design) == levels.as_run(level):
        design, ticks = solutions.built(read), won[-1] - starts[-1]
        used = Solution(design, (), ticks).used
        seconds = ticks / read.head.tick_rate
        facts = RunFacts(ticks, used, 0, price=price_of(design) if level.open else 0)
        yield KeptRun(path, facts, seconds, (), pieces=pieces_of(design), came_with_it=True)


def _age(runs: LevelRuns) -> tuple[int, str]:
    """Return a key that sorts versions of a level by when a run of them was kept last, the newest first."""
    try:
        written = (runs.folder / INDEX).stat().st_mtime_ns
    except OSError:
        written = 0
    return -written, runs.folder.name


def _built(level: Design, runs: LevelRuns) -> Design:
    run = runs.best("parts")
    with contextlib.suppress(BadFile, Refused):
        return solutions.built(reader.read(runs.path(run))) if run is not None else level
    return level


def _key_of(workspace: Workspace) -> WinKey:
    return workspace.document.generation, workspace.document.session.start_tick


def _counts(workspace: Workspace) -> bool:
    """Tell whether a player has won an open level in a run that is recorded."""
    document, session = workspace.document, workspace.document.session
    recorded = document.playback is None and document.unrecorded is None
    is_own = recorded and not session.by_author and document.file.path is not None
    return is_own and session.running and session.outcome == "won"
