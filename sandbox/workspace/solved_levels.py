"""The levels that the user has solved or skipped, and the way through the campaign that is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from sandbox.commands.session import Session
from sandbox.errors import BadFile
from sandbox.levels import library
from sandbox.levels.best_runs import Result
from sandbox.levels.campaign import SKIPS, ChapterState, chapter_states, puzzles_of


class SolvedLevels:
    """The wins of one user. Attributes to read: `solved` and `skipped`, by `library.key_of`, and the folder `data`."""

    def __init__(self, data: Path) -> None:
        """Read the wins; `data` is the user's folder."""
        self.data = data
        self.solved: frozenset[str] = frozenset()
        self.refresh()

    def refresh(self) -> None:
        """Read the wins again: another window may have added to them."""
        self.solved |= library.solved(self.data)
        self.skipped = library.skipped(self.data) - self.solved

    @property
    def settled(self) -> frozenset[str]:
        """The keys of all levels that are solved or skipped."""
        return self.solved | self.skipped

    def skip(self, level: Path, is_skipped: bool) -> None:
        """Note that a level is skipped, or no longer is.

        Raises:
            OSError: it can't be saved for the next start.
        """
        key = library.key_of(level)
        self.skipped = self.skipped | {key} if is_skipped else self.skipped - {key}
        library.remember_skipped(self.data, key, is_skipped)

    def won(self, level: Path) -> None:
        """Note that a player has won a level.

        Raises:
            OSError: it can't be saved for the next start.
        """
        key = library.key_of(level)
        if key not in self.solved:
            self.solved |= {key}
            self.skipped -= {key}
            library.remember_solved(self.data, key)


def result_of(session: Session) -> Result:
    """Return the result of the current winning run: parts and links of the player, and ticks."""
    design = session.design
    placed = [part.id for part in design.parts if not part.fixed]
    placed += [link.id for link in design.links if not link.fixed]
    decided = session.decided_tick if session.decided_tick is not None else session.tick
    return Result(len(placed), max(0, decided - session.start_tick))


def _is_among(path: Path, others: Iterable[Path]) -> bool:
    return library.key_of(path) in map(library.key_of, others)


class Campaign:
    """The chapters of the bundled levels, with their locks. The files are read once, and again by `refresh`."""

    def __init__(self, wins: SolvedLevels, everything_open: Callable[[], bool]) -> None:
        self._wins, self._everything_open = wins, everything_open
        self._chapters: tuple[ChapterState, ...] = ()
        self._state: tuple[frozenset[str], bool, frozenset[str]] | None = None
        self._own: dict[str, ChapterState | None] = {}  # the user's own chapters, by the keys of their levels

    def refresh(self) -> None:
        """Look at the files again: another window may have solved a level."""
        self._wins.refresh()
        self._state = None
        self._own.clear()

    @property
    def chapters(self) -> tuple[ChapterState, ...]:
        """All chapters, in the order of the chooser."""
        state = self._wins.settled, self._everything_open(), self._wins.solved
        if state != self._state:
            try:
                self._chapters = chapter_states(library.bundled_chapters(), *state)
            except BadFile:  # the chooser reports it
                self._chapters = ()
            self._state = state
        return self._chapters

    def chapter_of(self, path: Path) -> ChapterState | None:
        """Return the chapter of a level that can be solved, but for open puzzles; None if it belongs to none."""
        return next((chapter for chapter in self.chapters if _is_among(path, chapter.puzzles)), None)

    def chapter_of_open(self, path: Path) -> ChapterState | None:
        """Return the chapter that an open puzzle belongs to; None if it belongs to none."""
        return next((chapter for chapter in self.chapters if _is_among(path, chapter.open_puzzles)), None)

    def next_after(self, path: Path) -> Path | None:
        """Return the level to play after a level of the campaign, among those that are open.

        That is the next one that is not solved, else the next one; after the last one it is one that was left behind.
        After a level of a locked chapter, which was opened by its name, it is one of the same chapter, as it is after a
        level of a chapter of the user's own, or after an open puzzle.
        """
        own, of_open = self.chapter_of(path), self.chapter_of_open(path)
        if own is not None:
            chapters = [chapter for chapter in self.chapters if chapter.is_open] if own.is_open else [own]
            playable = [level for chapter in chapters for level in chapter.puzzles]
        elif of_open is not None:
            playable = [*of_open.open_puzzles]
        elif by_user := self._user_chapter_of(path):
            playable = [*by_user.puzzles]
        else:
            return None
        keys = [library.key_of(level) for level in playable]
        at = keys.index(library.key_of(path)) + 1 if library.key_of(path) in keys else len(keys)
        unsolved = [index for index, key in enumerate(keys) if key not in self._wins.solved and index + 1 != at]
        later = [index for index in unsolved if index >= at]
        order = [*later, *([at] if at < len(keys) else unsolved)]
        return playable[order[0]] if order else None

    def _user_chapter_of(self, path: Path) -> ChapterState | None:
        """Return the chapter of the user's own that has a level; None if there is none."""
        key = library.key_of(path)
        if key not in self._own:
            chapters = library.user_levels(self._wins.data).chapters
            chapter = next((one for one in chapters if _is_among(path, one.all)), None)
            self._own[key] = (
                ChapterState(chapter.title, tuple(puzzles_of(chapter.all))) if chapter is not None else None
            )
        return self._own[key]

    # -- skipping

    @property
    def skips_left(self) -> int:
        """The number of levels that may still be skipped: one that is solved after all is given back."""
        return max(0, SKIPS - len(self._wins.skipped))

    def is_skipped(self, path: Path) -> bool:
        return library.key_of(path) in self._wins.skipped

    def why_not_skipped(self, path: Path) -> str:
        """Say why a level can't be skipped, as a sentence; empty if it can."""
        chapter = self.chapter_of(path)
        if chapter is None:
            return "Only levels that come with the program, and have goals, can be skipped."
        if library.key_of(path) in self._wins.solved:
            return "It is solved already."
        if not self.skips_left and not self.is_skipped(path):
            return f"{SKIPS} levels are skipped already. Solve one of them, or take one back."
        return ""

    def skip(self, path: Path) -> None:
        """Skip a level, or take that back.

        Raises:
            OSError: it can't be saved for the next start.
        """
        if not self.why_not_skipped(path):
            self._wins.skip(path, not self.is_skipped(path))
