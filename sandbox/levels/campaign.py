"""The campaign: chapters that open one after the other as their levels are solved, and levels that may be skipped."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.reading import files

OPENS_AFTER = 5  # levels of a chapter that are solved or skipped; all of them, if it has fewer
SKIPS = 3  # levels that may be skipped and not yet solved
EARLY = 1  # chapters whose levels are quick


class ChapterState(NamedTuple):
    """A chapter of the campaign with the state of its lock."""

    title: str
    puzzles: tuple[Path, ...]  # its levels that can be solved
    opener: str = ""  # the title of the chapter that opens this one; empty: it was never locked
    asked: int = 0  # levels of the opener that have to be solved or skipped
    left: int = 0  # of these, those that still have to be
    everything_open: bool = False
    open_puzzles: tuple[Path, ...] = ()  # which count neither for opening other chapters nor for the end of this one
    boss: str = ""  # the title of the level that opens the open puzzles, the last of the chapter
    boss_solved: bool = False

    @property
    def is_open(self) -> bool:
        return not self.left or self.everything_open

    @property
    def are_puzzles_open(self) -> bool:
        """Whether the open puzzles may be played."""
        return self.boss_solved or not self.boss or self.everything_open

    @property
    def words_of_puzzles(self) -> str:
        """Return the condition that opens the open puzzles, as a sentence; empty if they are open."""
        return "" if self.are_puzzles_open else f"Opens when '{self.boss}' is solved."

    @property
    def words(self) -> str:
        """Return the condition that opens the chapter, as a sentence; empty if it is open."""
        if self.is_open:
            return ""
        more = f"{self.left} more" if self.left < self.asked else f"{self.left}"
        return f"Opens when {self.asked} levels of '{self.opener}' are solved or skipped: {more} to go."


def chapter_states(
    chapters: Sequence[library.Chapter],
    settled: Collection[str],
    everything_open: bool = False,
    solved: Collection[str] | None = None,
) -> tuple[ChapterState, ...]:
    """Return all chapters with their locks.

    A chapter without puzzles neither locks nor is locked, and neither is one that the index does not name.

    Args:
        settled: the keys of the levels that are solved or skipped.
        solved: the keys of those that are solved; by default all that are settled.
    """
    solved = settled if solved is None else solved
    result, before = [], ChapterState("", ())
    for chapter in chapters:
        state = ChapterState(chapter.title, tuple(puzzles_of(chapter.levels)), everything_open=everything_open)
        state = _with_open_puzzles(state, chapter, solved) if chapter.open else state
        if state.puzzles and chapter.named:
            if before.puzzles:
                needed = min(OPENS_AFTER, len(before.puzzles))
                done = len([path for path in before.puzzles if library.key_of(path) in settled])
                state = state._replace(opener=before.title, asked=needed, left=max(0, needed - done))
            before = state
        result.append(state)
    return tuple(result)


def _with_open_puzzles(state: ChapterState, chapter: library.Chapter, solved: Collection[str]) -> ChapterState:
    boss = state.puzzles[-1] if state.puzzles else None
    return state._replace(
        open_puzzles=tuple(puzzles_of(chapter.open)),
        boss=levels.read(boss).title if boss is not None else "",
        boss_solved=boss is not None and library.key_of(boss) in solved,
    )


class CampaignEnding(NamedTuple):
    """The end of a chapter, or of the whole campaign: each of its levels is solved."""

    title: str  # of the chapter
    puzzles: tuple[Path, ...]  # of the chapter, or of all chapters
    is_whole: bool = False  # no level of any chapter is left
    following: str = ""  # the title of the next chapter with puzzles
    open_puzzles: tuple[Path, ...] = ()  # of the chapter, or of all chapters; solved or not

    @property
    def words(self) -> str:
        if self.is_whole:
            return "You have solved every level"
        return f"You have solved all of the chapter '{self.title}'"


def ending(all_states: Sequence[ChapterState], level: Path, solved: Collection[str]) -> CampaignEnding | None:
    """Return the chapter, or the whole campaign, that ended with the level just solved; None if neither. `solved` holds
    the keys of all solved levels."""

    def is_done(state: ChapterState) -> bool:
        return all(library.key_of(path) in solved for path in state.puzzles)

    with_puzzles = [state for state in all_states if state.puzzles]
    key = library.key_of(level)
    for index, state in enumerate(with_puzzles):
        if key in map(library.key_of, state.puzzles) and is_done(state):
            if all(map(is_done, with_puzzles)):
                puzzles = tuple(path for one in with_puzzles for path in one.puzzles)
                to_invent = tuple(path for one in with_puzzles for path in one.open_puzzles)
                return CampaignEnding(state.title, puzzles, True, open_puzzles=to_invent)
            following = with_puzzles[index + 1].title if index + 1 < len(with_puzzles) else ""
            return CampaignEnding(state.title, state.puzzles, following=following, open_puzzles=state.open_puzzles)
    return None


def puzzles_of(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the levels that have goals; one that can't be read has none."""
    for path in paths:
        try:
            if levels.read(path).goals:
                yield path
        except BadFile:
            continue


def is_early(level: Path) -> bool:
    """Tell whether a level belongs to the first chapters of the campaign."""
    early = [files.resolved(path) for chapter in library.bundled_chapters()[:EARLY] for path in chapter.levels]
    return files.resolved(level) in early
