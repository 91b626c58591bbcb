"""Ways to solve a level: by which pieces, and by which chain of causes. Two solutions may be one way, or two.

A way that differs from all known ones is kept with its recording, in a folder for each version of a level, beside the
best runs (see `best_runs`) and as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from filelock import FileLock
from msgspec import Struct

from sandbox.causes.cause_tree import CauseStep
from sandbox.causes.traced_run import TracedSession, causes_until
from sandbox.commands.commands import Start
from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import kept_files, levels, library
from sandbox.levels.run_facts import RunFacts, Solution
from sandbox.levels.solutions import WinningRun, winning_run
from sandbox.reading import files, json_text
from sandbox.recording.plain_text import SUFFIX
from sandbox.recording.recording import Recording

MOST_WAYS = 24  # kept of one level; whoever finds more still hears that they are new
DIFFERENT_KINDS = 2  # that one of two ways has and the other has not
_INDEX = "index.json"
_MAX_INDEX = 1024 * 1024  # bytes


class Way(Struct, frozen=True, forbid_unknown_fields=True):
    """How a level is solved.

    Attributes:
        pieces: the names of the pieces of the stock that are used, links among them, each once, sorted.
        chain: the kinds of parts on the longest chain of causes up to the win, each once, in the order in which they
            are set off.
    """

    pieces: tuple[str, ...]
    chain: tuple[str, ...]

    def differs(self, other: Way) -> bool:
        """Tell whether this is another way: at least two kinds of pieces are used by one of them alone, or as many
        kinds stand in the chain of one alone, or what stands in both chains comes in another order."""
        return (
            _apart(self.pieces, other.pieces)
            or _apart(self.chain, other.chain)
            or [kind for kind in self.chain if kind in other.chain]
            != [kind for kind in other.chain if kind in self.chain]
        )


def _apart(these: Iterable[str], those: Iterable[str]) -> bool:
    return len({*these} ^ {*those}) >= DIFFERENT_KINDS


def way_of(solved: Solution) -> Way:
    """Run a solution again, and return its way."""
    return way_along(solved.design, chain_of(solved))


def chain_of(solved: Solution) -> list[CauseStep]:
    """Run a solution again, and return the longest chain of causes up to the win."""
    commands = [(0, Start()), *solved.live]
    _, _, causes = causes_until(solved.design, 0, commands, solved.ticks, len(commands))
    return causes.chain()


class TracedWin(NamedTuple):
    """The last winning run of a recording, and its longest chain of causes up to the win."""

    run: WinningRun
    chain: Sequence[CauseStep]

    @property
    def way(self) -> Way:
        """The way of its solution."""
        return way_along(self.run.solved.design, self.chain)


def traced_win(read: Recording, level: Design) -> TracedWin:
    """Find the last run in a recording that wins a level here, and read its causes in the same run.

    Raises: as `solutions.winning_run`.
    """
    sessions: list[TracedSession] = []

    def begin(design: Design) -> TracedSession:
        sessions[:] = [TracedSession(design)]
        return sessions[-1]

    run = winning_run(read, level, begin)
    return TracedWin(run, sessions[-1].winning_chain)


def way_along(design: Design, chain: Sequence[CauseStep]) -> Way:
    """Return the way of a solution whose chain is known."""
    kinds = [design.part_by_id[step.part].kind for step in chain]
    return Way(pieces_of(design), tuple(dict.fromkeys(kinds)))


def pieces_of(design: Design) -> tuple[str, ...]:
    """Return the names of the pieces that a player has placed, each once, sorted."""
    parts = {part.item or part.kind for part in design.parts if not part.fixed}
    return tuple(sorted(parts | {link.kind for link in design.links if not link.fixed}))


def numbers(ways: Sequence[Way]) -> list[int]:
    """Number ways from 1 in their order; one that differs from no earlier way has that one's number."""
    result: list[int] = []
    first: list[Way] = []
    for way in ways:
        alike = next((number for number, known in enumerate(first, 1) if not way.differs(known)), 0)
        if not alike:
            first.append(way)
        result.append(alike or len(first))
    return result


class KeptWay(Struct, frozen=True, forbid_unknown_fields=True):
    """A way that was found: its recording, by the digest of its bytes, its facts, and the way itself.

    `is_own` is False if it was known already, from a recording that came with the level.
    """

    file: str
    facts: RunFacts
    way: Way
    is_own: bool = True


class _Index(Struct, forbid_unknown_fields=True):
    ways: list[KeptWay] = []
    format: int = 1


class LevelWays(NamedTuple):
    """The kept ways of one version of a level."""

    folder: Path
    ways: tuple[KeptWay, ...]

    def path(self, way: KeptWay) -> Path:
        """Return the place of a way's recording."""
        return self.folder / f"{way.file}{SUFFIX}"


class KnownWays:
    """The store in the user's data folder."""

    def __init__(self, data: Path) -> None:
        self._folder = data / "ways"

    def of(self, level: Design) -> LevelWays:
        """Return the ways of a level as it is now. One whose recording is gone or was changed is left out."""
        folder = self._folder / levels.digest(level)
        return LevelWays(folder, tuple(_intact(folder)))

    def add(self, level: Design, recording: Path, facts: RunFacts, way: Way, known: Sequence[Way] = ()) -> bool:
        """Keep a proven run if its way is new; return whether it is. Of an open puzzle also a way is kept that others
        have found before, as its builder's.

        Args:
            known: ways that are known besides those that are kept.

        Raises:
            OSError: it can't be written, or another process holds the lock for too long.
        """
        folder = self._folder / levels.digest(level)
        folder.mkdir(parents=True, exist_ok=True)
        data = files.read_bytes(recording, kept_files.MAX_RUN, "run that is kept")
        with FileLock(folder / f"{_INDEX}.lock", timeout=library.PATIENCE):
            before = _intact(folder)
            if not all(way.differs(kept.way) for kept in before):
                return False
            is_new = all(way.differs(other) for other in known)
            if not is_new and not level.open:
                return False
            if len(before) < MOST_WAYS:
                kept = KeptWay(kept_files.name_of(data), facts, way, is_new)
                kept_files.write(folder / f"{kept.file}{SUFFIX}", data)
                index = _Index([*before, kept])
                kept_files.write(folder / _INDEX, msgspec.json.format(msgspec.json.encode(index), indent=1))
                kept_files.tidy(folder, {one.file for one in index.ways})
        return is_new


def _intact(folder: Path) -> list[KeptWay]:
    """Read an index, without the ways whose recordings are not there as they were; none if it can't be read."""
    try:
        index = json_text.decode(files.read_bytes(folder / _INDEX, _MAX_INDEX), _Index)
    except BadFile:
        return []
    if index.format != 1 or len(index.ways) > MOST_WAYS:  # each recording is read
        return []
    return [way for way in index.ways if kept_files.is_intact(folder, way.file)]
