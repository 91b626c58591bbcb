"""The places of levels and of the user's files, the order of levels, and the list of solved ones."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import chapter_index, levels
from sandbox.reading import files, json_text, near_files
from sandbox.reading.nearest import meant
from sandbox.recording import atomic_files
from sandbox.recording.plain_text import printable

INDEX = "index.toml"  # in the folder of the bundled levels: their names in the order of the chooser, in chapters
MOST_MISSING = 3  # levels of an index that are not there, to name
MAX_FIGURE = 2**53  # of a result: the window divides by others
MAX_PROGRESS = 4 * 1024 * 1024  # bytes: some 30,000 levels
PATIENCE = 10.0  # s that a change of what is kept of a level waits for that of another window
MOST_STEM = 40  # characters of up to four bytes: with number and suffix a name stays within 255 bytes


@cache
def bundled_dir() -> Path:
    """The folder of the levels that come with the program: in an installed package, or in the checkout around it."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "_bundled" / "levels"
    return installed if installed.is_dir() else package.parent / "levels"


def find(name: str) -> Path:
    """Return the file that a name means: an existing file, else a level that comes with the program.

    Raises:
        BadFile: there is neither; the sentence asks whether the nearest name is meant.
    """
    path = Path(name)
    if os.path.lexists(path):
        return path
    if path.suffix or path.name != name:
        return near_files.existing(path)
    names = bundled_names()
    if name not in names:
        near = meant(name, names) or near_files.meant_file(path) or "; `sandbox` without a command lists all levels"
        raise BadFile(f"{name}: there is no such file, and no level of this name comes with the program{near}")
    return names[name]


def workshop() -> Path:
    """The level for free building that comes with the program: every part, and nothing to solve."""
    return bundled_dir() / "workshop.toml"


class Chapter(NamedTuple):
    """Levels that belong together in the chooser."""

    title: str
    levels: tuple[Path, ...]
    named: bool = True  # by the index; the levels that it does not name are in a chapter as well
    open: tuple[Path, ...] = ()  # its open puzzles, which its last level opens

    @property
    def all(self) -> tuple[Path, ...]:
        """Its levels, then its open puzzles."""
        return *self.levels, *self.open


def bundled_levels(folder: Path | None = None) -> list[Path]:
    """The levels that come with the program, in the order of the chooser.

    Raises:
        BadFile: the index can't be read, or two levels have the same name.
    """
    return [path for chapter in bundled_chapters(folder) for path in chapter.all]


def bundled_names() -> dict[str, Path]:
    """The levels that come with the program, by the name that each is known by."""
    return {level.stem: level for level in bundled_levels()}


def bundled_chapters(folder: Path | None = None) -> list[Chapter]:
    """The chapters that the index names, and a last one with all other levels, by name, if there are any.

    Raises:
        BadFile: the index can't be read, or two levels have the same name.
    """
    folder = bundled_dir() if folder is None else folder
    chapters, unnamed, _ = _named_chapters(folder, _level_files(folder))
    if unnamed:
        chapters.append(Chapter("More levels" if chapters else "Levels", unnamed, False))
    return chapters


def _named_chapters(folder: Path, unnamed: dict[str, Path]) -> tuple[list[Chapter], tuple[Path, ...], list[str]]:
    """Return the chapters that the index of a folder names, the levels that it does not name, and the names in it of
    levels that are not there.

    Args:
        unnamed: all levels that the index may name.

    Raises:
        BadFile: the index can't be read.
    """
    chapters, there, unnamed = [], unnamed, dict(unnamed)
    missing = []
    for names in chapter_index.read(folder / INDEX) if (folder / INDEX).exists() else []:
        # A level stands where it is named first.
        closed, opened = ([unnamed.pop(name, None) for name in some] for some in (names.levels, names.open))
        missing += [name for name in (*names.levels, *names.open) if name not in there]
        chapters.append(Chapter(names.title, tuple(filter(None, closed)), open=tuple(filter(None, opened))))
    return chapters, tuple(unnamed.values()), missing


def _level_files(folder: Path) -> dict[str, Path]:
    """Find the levels in a folder and in the folders in it, by name. A level is known by its name wherever it lies."""
    files: dict[str, Path] = {}
    for path in sorted(folder.rglob("*.toml"), key=lambda path: (path.stem, path)):
        if path == folder / INDEX:
            continue
        if path.stem in files:
            raise BadFile(f"{path}: there is a level of this name already, {files[path.stem]}; rename one of them")
        files[path.stem] = path
    return files


def user_dir(data: Path) -> Path:
    """The folder of the user's own contraptions; it need not exist yet."""
    return data / "contraptions"


class UserLevels(NamedTuple):
    """The user's own contraptions as the chooser shows them."""

    chapters: tuple[Chapter, ...]  # named by an index, or by the folder in which they lie
    loose: tuple[Path, ...]  # in no chapter
    problems: tuple[str, ...] = ()  # sentences about each index that can't be read or names what is not there

    @property
    def all(self) -> tuple[Path, ...]:
        """The levels of all chapters, and those in none."""
        return *(path for chapter in self.chapters for path in chapter.all), *self.loose


def user_levels(data: Path) -> UserLevels:
    """Find the user's own contraptions, by name. Each folder among them is a chapter, or as many as its index says."""
    root, problems = user_dir(data), []
    folders = [path for path in root.glob("*") if path.suffix != ".toml" and os.path.isdir(path)]
    chapters: list[Chapter] = []
    loose: tuple[Path, ...] = ()
    for folder in (root, *sorted(folders, key=_by_name)):
        index = folder / INDEX
        paths = {path.stem: path for path in sorted(folder.glob("*.toml"), key=_by_name) if path != index}
        unnamed = tuple(paths.values())
        try:
            named, unnamed, missing = _named_chapters(folder, paths)
            chapters += [chapter for chapter in named if chapter.all]
            problems += [
                f"{index}: there is no level '{printable(name)}' beside it{meant(name, paths)}"
                for name in missing[:MOST_MISSING]
            ]
        except BadFile as error:
            if _is_level(index):
                unnamed = (*unnamed, index)
            else:
                problems.append(printable(str(error)))
        if folder == root:
            loose = unnamed
        elif unnamed:
            chapters.append(Chapter(title_of(folder), unnamed, False))
    return UserLevels(tuple(chapters), loose, tuple(problems))


def _is_level(path: Path) -> bool:
    try:
        return bool(levels.read(path))
    except BadFile:
        return False


def _by_name(path: Path) -> tuple[str, str]:
    return path.stem.casefold(), path.stem


@contextmanager
def folder_for(folder: Path) -> Iterator[None]:
    """Make a folder for files that are written meanwhile. If that fails, folders that were made and are empty go again.

    Raises:
        OSError: no folder can be made there.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for path in missing:
            with suppress(OSError):
                path.rmdir()
        raise


def free_path(folder: Path, title: str, suffix: str = ".toml", is_it: Callable[[Path], bool] = lambda _: False) -> Path:
    """Return the path of a new file in a folder, named after a title: its letters and digits, shortened, and a number
    if needed.

    Args:
        is_it: tells whether a file of such a name is the very one that is to be written; it gets no second name.
    """
    stem = re.sub(r"[^\w]+", "-", title.lower())[:MOST_STEM].strip("-") or "contraption"
    number = 1
    while (path := folder / (f"{stem}-{number}{suffix}" if number > 1 else f"{stem}{suffix}")).exists() and not is_it(
        path
    ):
        number += 1
    return path


def title_of(path: Path) -> str:
    """Return a title after the name of a file or folder: "my-tower_2.toml" is "My tower 2"."""
    words = re.sub(r"[-_\s]+", " ", path.stem).strip()
    return printable(words[:1].upper() + words[1:])


def is_bundled(path: Path) -> bool:
    """Tell whether a level lies in the folder of the levels that come with the program, or in a folder in it."""
    return _is_within(_resolved(path), bundled_dir())


def key_of(path: Path) -> str:
    """Return the key of a level in the list of solved ones: its name if it is bundled, else its path."""
    return path.stem if is_bundled(path) else str(_resolved(path))


def _resolved(path: Path) -> Path:
    """Resolve a path. The window asks for the keys of all levels on each frame, and the disk would be asked each time;
    a relative path may mean another file tomorrow.
    """
    return _resolved_once(path) if path.is_absolute() else files.resolved(path)


@lru_cache(maxsize=1024)
def _resolved_once(path: Path) -> Path:
    return files.resolved(path)


@lru_cache(maxsize=1024)
def _is_within(path: Path, folder: Path) -> bool:
    return folder in path.parents


def level_of(design: Design) -> Path | None:
    """Find the bundled level that a recording started from; None if today's levels do not have it."""
    as_run = levels.as_run(design)
    for path in bundled_levels():
        try:
            if levels.as_run(levels.read(path)) == as_run:
                return path
        except BadFile:
            continue
    return None


# -- progress


# These are the user's own notes, and nobody else believes them: they say which cards have a mark and a figure, and
# which levels come next. A file that somebody else has written there can say no more than that.


def _progress(data: Path) -> Path:
    return data / "progress.json"


def _kept(data: Path) -> dict[str, Any]:
    """Read the file of progress; a file that can't be read counts as empty."""
    try:
        progress = json_text.loads(files.read_text(_progress(data), MAX_PROGRESS))
    except BadFile:
        return {}
    return progress if isinstance(progress, dict) else {}


def solved(data: Path) -> frozenset[str]:
    """Read the keys of the solved levels. A file that can't be read counts as empty, and is left alone."""
    names = _kept(data).get("solved")
    return frozenset(name for name in names if isinstance(name, str)) if isinstance(names, list) else frozenset()


def skipped(data: Path) -> frozenset[str]:
    """Read the keys of the levels that were skipped; one that was solved later may be among them."""
    names = _kept(data).get("skipped")
    return frozenset(name for name in names if isinstance(name, str)) if isinstance(names, list) else frozenset()


def remember_solved(data: Path, key: str) -> None:
    """Add a level to the solved ones; the progress of another window is kept.

    Raises:
        OSError: it can't be written, or another process holds the lock for too long.
    """
    with _locked(data):
        _write(data, solved(data) | {key}, skipped(data) - {key}, _earlier_results(data))


def remember_skipped(data: Path, key: str, is_skipped: bool) -> None:
    """Add a level to the skipped ones, or take it out; the progress of another window is kept.

    Raises:
        OSError: it can't be written, or another process holds the lock for too long.
    """
    with _locked(data):
        skips = skipped(data) | {key} if is_skipped else skipped(data) - {key}
        _write(data, solved(data), skips, _earlier_results(data))


def take_results(data: Path, take: Callable[[dict[str, tuple[int, int]]], object]) -> None:
    """Hand over the best results that older versions of this program kept among the progress, and delete them there.

    Args:
        take: gets the parts and ticks by the keys of the levels; if it fails, nothing is deleted.

    Raises:
        OSError: it can't be written, or another process holds the lock for too long.
    """
    if _earlier_results(data):
        with _locked(data):
            take(_earlier_results(data))
            _write(data, solved(data), skipped(data), {})


def _earlier_results(data: Path) -> dict[str, tuple[int, int]]:
    """Read the best results that an older version of this program has kept among the progress."""
    results = {}
    rows = _kept(data).get("best")
    for key, row in rows.items() if isinstance(rows, dict) else ():
        parts, ticks = (row.get("parts"), row.get("ticks")) if isinstance(row, dict) else (None, None)
        if type(parts) is int and type(ticks) is int and min(parts, ticks) >= 0 and max(parts, ticks) <= MAX_FIGURE:
            results[key] = parts, ticks
    return results


def _locked(data: Path) -> FileLock:
    """Return the lock that whoever changes the progress holds."""
    data.mkdir(parents=True, exist_ok=True)
    return FileLock(data / f"{_progress(data).name}.lock", timeout=PATIENCE)


def _write(
    data: Path, solved_keys: frozenset[str], skipped_keys: frozenset[str], results: dict[str, tuple[int, int]]
) -> None:
    path = _progress(data)
    progress: dict[str, Any] = {"solved": sorted(solved_keys)}
    if results:  # not taken over yet
        rows = sorted(results.items())
        progress["best"] = {key: {"parts": parts, "ticks": ticks} for key, (parts, ticks) in rows}
    if skipped_keys:
        progress["skipped"] = sorted(skipped_keys)
    with atomic_files.replacing(path) as new:
        with new.open("w", encoding="utf-8") as file:
            json.dump(progress, file, indent=1)  # in ASCII: the name of a file need not be letters
            file.flush()
            os.fsync(file.fileno())
        is_ours = isinstance(_kept(data).get("solved"), list)
        if path.exists() and not is_ours:  # not ours to throw away: nothing in it could be read
            path.replace(path.with_name(f"{path.name}.unreadable"))
