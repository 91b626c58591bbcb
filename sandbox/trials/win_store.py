"""Wins that a search has found: the record of a win, its proof, and the store for those of an author's searches.

A win counts only with its proof: a recording, verified like any other, of a run that wins the level.

In the store each level, known by its digest, has a folder of its own, with the level as it was searched, the recordings
of its wins, and the list of them, which is written last.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design.design import Design
from sandbox.design.geometry import Box
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, solutions
from sandbox.parts.kind import pose_of
from sandbox.parts.titles import title_of
from sandbox.reading import files, json_text
from sandbox.recording import reader, user_folders
from sandbox.recording.plain_text import SUFFIX
from sandbox.recording.user_seal import UserSeal, user_seal
from sandbox.trials.candidate import Candidate, built, commands_of
from sandbox.verify.verdicts import Verdict
from sandbox.verify.verifier import Verifier

LIST, LEVEL = "found.json", "level.toml"
MAX_LIST = 1024 * 1024  # bytes
MOST_KEPT = 20  # folders, the newest ones
_STEM = "win"  # of the names of the recordings


class Margin(Struct, frozen=True, array_like=True):
    """The tolerance of a win. `mm`: of the distances, the greatest by which each part may be off, each way; else 0.
    Places that the window refuses to start are left out.

    `turns`: whether each part that can be turned may be turned by 2 degrees either way; None if none can be.
    """

    mm: float
    turns: bool | None


class Win(Struct, frozen=True, array_like=True):
    """A win that a search has found: a candidate with nothing in it that is not needed."""

    candidate: Candidate
    run: int  # the number of the run that found it, in its part of the search or in all of it
    ticks: int  # from the start to the win
    margin: Margin | None = None  # None: it was not measured
    alike: int = 1  # the number of wins with the same parts
    recording: str = ""  # the name of the file that proves it; empty: it was not proven yet
    problem: str = ""  # why its recording proves nothing

    @property
    def size(self) -> int:
        """The number of parts and links."""
        return self.candidate.size

    @property
    def mm(self) -> float:
        """The margin, in mm; 0 if none was measured."""
        return self.margin.mm if self.margin is not None else 0.0

    @property
    def turns(self) -> bool | None:
        """As in `Margin`."""
        return self.margin.turns if self.margin is not None else None

    @property
    def words(self) -> str:
        """The parts and links that it uses, in words."""
        used = (f"{count} \N{MULTIPLICATION SIGN} {name}" for name, count in self.candidate.used.items())
        return ", ".join(used) or "nothing"


# -- proof


def proven(level: Design, stem: str, wins: Iterable[Win], folder: Path) -> tuple[Win, ...]:
    """Record each win in a folder, and verify the recording; `stem` begins the names of the files.

    Raises:
        OSError: it can't be written.
    """
    verifier, tested = Verifier(), []
    try:
        for number, win in enumerate(wins, 1):
            name = f"{stem}.solve{number}{SUFFIX}"
            problem = recorded(level, win.candidate, folder / name, verifier)
            tested.append(replace(win, recording=name, problem=problem))
    finally:
        verifier.close()
    return tuple(tested)


def recorded(level: Design, candidate: Candidate, path: Path, verifier: Verifier) -> str:
    """Record a candidate that wins, and prove the recording; return why it does not count, or an empty text.

    Raises:
        OSError: it can't be written.
    """
    try:
        solutions.record_solution(path, level, commands_of(level, candidate))
    except (Refused, BadFile) as error:
        return str(error)
    return disproof(level, path, verifier)


def disproof(level: Design, path: Path, verifier: Verifier) -> str:
    """Say why a recording does not prove that a level can be won; an empty text if it does."""
    report = verifier.verify(path)
    if report.verdict is not Verdict.PASS:
        return f"its recording does not verify: {report.reason}"
    try:
        read = reader.read(path)
        if levels.digest(read.head.design) != levels.digest(level):
            return "its recording is of another level"
        solutions.solve(level, read.commands, solutions.end_of(level, read.commands, read.ticks))
    except (Refused, BadFile) as error:
        return str(error)
    return ""


# -- the store


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


class KeptWin(Struct, frozen=True):
    """A proven win in the store, with all facts that its author is shown."""

    recording: str  # the name of its file in the folder
    parts: int  # and links
    uses: dict[str, int]  # of each item of the stock
    seconds: float  # from the start to the win
    run: int  # of the search
    margin_mm: float | None  # None: it was not measured
    placed: tuple[PlacedPart, ...] = ()


class KeptWins(Struct, frozen=True):
    """The list of a level in the store: the proven wins of its last search, those with the fewest pieces first."""

    digest: str  # of the level, see `levels.digest`
    meant: int  # parts and links that the level's author uses
    runs: int
    seed: int
    complete: bool  # not stopped early
    wins: tuple[KeptWin, ...] = ()
    problems: tuple[str, ...] = ()  # sentences about what came to nothing

    @property
    def shortcuts(self) -> tuple[KeptWin, ...]:
        """The wins with fewer parts than the author uses."""
        return tuple(win for win in self.wins if win.parts < self.meant)


def meant_parts(level: Design, solution: Path | None) -> int:
    """Return how many parts and links the author of a level uses: in its solution, else in its hints, else the stock.

    Raises:
        BadFile: the solution can't be read.
    """
    if solution is not None:
        with contextlib.suppress(Refused):  # the solution is no player's
            used = sum(solutions.used_of_stock(solutions.built(reader.read(solution))).values())
            if used:
                return used
    return len(level.hints) or sum(item.count for item in level.stock_items.values())


def keep(
    folder: Path, level: Design, meant: int, seed: int, runs: int, complete: bool, wins: Iterable[Win],
    problems: tuple[str, ...],
) -> KeptWins:  # fmt: skip
    """Record and verify the wins of a search in a folder of the store, and write the list of them there.

    The other arguments are as in `KeptWins`; `problems`: of the search alone.

    Raises:
        BadFile, OSError: it can't be written.
    """
    tested = proven(level, _STEM, wins, folder)
    problems += tuple(f"the win of run {win.run} does not count: {win.problem}" for win in tested if win.problem)
    good = tuple(_kept(level, win) for win in tested if not win.problem)
    listed = KeptWins(levels.digest(level), meant, runs, seed, complete, good, problems)
    sealed = _seal().sealed(_name_of(folder), msgspec.json.encode(listed))
    levels.write_text(folder / LIST, sealed.decode() + "\n")
    return listed


def _kept(level: Design, win: Win) -> KeptWin:
    placed = built(level, win.candidate).parts[len(level.parts) :]
    boxes = (catalogue.blueprint(spec).bounds(pose_of(spec)) for spec in placed)
    return KeptWin(
        win.recording, win.size, win.candidate.used, win.ticks / level.world.tick_rate, win.run,
        win.margin.mm if win.margin is not None else None,
        tuple(PlacedPart(title_of(spec), *box) for spec, box in zip(placed, boxes, strict=True)),
    )  # fmt: skip


def folder_of(data: Path, level: Design) -> Path:
    """Return the folder for the wins of a level in the user's data folder; it need not exist yet."""
    return data / "shortcuts" / levels.digest(level)


def read(folder: Path) -> KeptWins | None:
    """Read the list in a folder; None if there is none that this program has written there for this user.

    A win without its recording is left out.
    """
    try:
        content = _seal().unsealed(_name_of(folder), files.read_bytes(folder / LIST, MAX_LIST).removesuffix(b"\n"))
        listed = json_text.decode(content or b"", KeptWins)
    except BadFile:
        return None
    wins = tuple(win for win in listed.wins if Path(win.recording).name == win.recording)
    return replace(listed, wins=tuple(win for win in wins if (folder / win.recording).is_file()))


def _seal() -> UserSeal:
    return user_seal(user_folders.data_dir())


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
