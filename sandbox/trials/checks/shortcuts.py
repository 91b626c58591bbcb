"""Shortcuts of a level: the wins that a search has found, kept for its author in a folder.

Each level, known by its digest, has a folder of its own, with the level as it was searched, a recording for each win,
and the list of them, which is written last.
"""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

import msgspec
from msgspec import Struct

from sandbox.design.design import Design
from sandbox.design.geometry import Box
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, library, solutions
from sandbox.levels.level_rules import title_of
from sandbox.reading import files, json_text
from sandbox.recording import reader
from sandbox.recording.user_seal import UserSeal, user_seal
from sandbox.trials.candidate import built
from sandbox.trials.search.proof import ProvenWin, proven
from sandbox.trials.search.scene import box_of
from sandbox.trials.search.search import SearchResult

LIST, LEVEL = "found.json", "level.toml"
MAX_LIST = 1024 * 1024  # bytes
MOST_KEPT = 20  # folders, the newest ones
_STEM = "win"  # of the names of the recordings


class PlacedPart(Struct, frozen=True, array_like=True):
    """A part of the stock that a win places: its name, and the box around it (m)."""

    title: str
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def box(self) -> Box:
        return Box(self.x0, self.y0, self.x1, self.y1)


class FoundWin(Struct, frozen=True):
    """A win that a search has found and that a recording proves."""

    recording: str  # the name of its file in the folder
    parts: int  # and links
    uses: dict[str, int]  # of each item of the stock
    seconds: float  # from the start to the win
    run: int  # of the search
    margin_mm: float | None  # None: it was not measured
    placed: tuple[PlacedPart, ...] = ()


class FoundWins(Struct, frozen=True):
    """The result of a search: its wins, those with the fewest parts first."""

    digest: str  # of the level, see `levels.digest`
    meant: int  # parts and links that the level's author uses
    runs: int
    seed: int
    complete: bool  # not stopped early
    wins: tuple[FoundWin, ...] = ()
    problems: tuple[str, ...] = ()  # sentences about what came to nothing

    @property
    def shortcuts(self) -> tuple[FoundWin, ...]:
        """The wins with fewer parts than the author uses."""
        return tuple(win for win in self.wins if win.parts < self.meant)


def meant_parts(level: Design, solution: Path | None) -> int:
    """Return how many parts and links the author of a level uses: in its solution, else in its hints, else the stock.

    Raises:
        BadFile: the solution can't be read.
    """
    if solution is not None:
        with contextlib.suppress(Refused):  # it is no player's
            used = sum(solutions.used_of_stock(solutions.built(reader.read(solution))).values())
            if used:
                return used
    return len(level.hints) or sum(item.count for item in level.stock_items.values())


def gathered(level: Design, meant: int, seed: int, result: SearchResult, complete: bool, folder: Path) -> FoundWins:
    """Record and verify the wins of a search in a folder, and write the list of them there.

    Raises:
        BadFile, OSError: it can't be written.
    """
    wins = proven(level, _STEM, result, folder)
    good = tuple(_found_win(level, win) for win in wins if not win.why_not)
    problems = (
        *result.lost,
        *(f"the win of run {win.win.run} does not count: {win.why_not}" for win in wins if win.why_not),
    )
    wins_list = FoundWins(levels.digest(level), meant, result.runs, seed, complete, good, problems)
    sealed = _seal().sealed(_name_of(folder), msgspec.json.encode(wins_list))
    levels.write_text(folder / LIST, sealed.decode() + "\n")
    return wins_list


def _found_win(level: Design, proven_win: ProvenWin) -> FoundWin:
    win = proven_win.win
    placed = built(level, win.candidate).parts[len(level.parts) :]
    return FoundWin(
        proven_win.name, win.candidate.size, win.candidate.used, win.ticks / level.world.tick_rate, win.run,
        win.margin.mm if win.margin is not None else None,
        tuple(PlacedPart(title_of(spec), *box_of(spec)) for spec in placed),
    )  # fmt: skip


# -- kept


def folder_of(data: Path, level: Design) -> Path:
    """Return the folder for the wins of a level in the user's data folder; it need not exist yet."""
    return data / "shortcuts" / levels.digest(level)


def read(folder: Path) -> FoundWins | None:
    """Read the list in a folder; None if there is none that this program has written there for this user.

    A win without its recording is left out.
    """
    try:
        content = _seal().unsealed(_name_of(folder), files.read_bytes(folder / LIST, MAX_LIST).removesuffix(b"\n"))
        listed = json_text.decode(content or b"", FoundWins)
    except BadFile:
        return None
    wins = tuple(win for win in listed.wins if Path(win.recording).name == win.recording)
    return msgspec.structs.replace(listed, wins=tuple(win for win in wins if (folder / win.recording).is_file()))


def _seal() -> UserSeal:
    return user_seal(library.data_dir())


def _name_of(folder: Path) -> str:
    """Return the name that a list is sealed under: it counts for the level that its folder is named after."""
    return f"{folder.name}/{LIST}"


def begin(data: Path, level: Design) -> Path:
    """Make the folder of a level empty for a new search, and delete the oldest ones of many; return it.

    Raises:
        BadFile, OSError: it can't be written.
    """
    folder = folder_of(data, level)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise BadFile(f"{folder}: can't be written: {error.strerror or error}") from None
    levels.write(folder / LEVEL, level)
    older = sorted(folder.parent.iterdir(), key=lambda path: (path.lstat().st_mtime_ns, path.name))
    for path in older[:-MOST_KEPT]:
        shutil.rmtree(path, ignore_errors=True)
    return folder
