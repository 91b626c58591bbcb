"""The playhead in a session's history: at the present, or at a place that was scrubbed to or plays on from.

The session itself rests meanwhile: nothing here changes it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from sandbox.workspace.clock import FLAT_OUT, Clock
from sandbox.workspace.past.history import History, Moment, StripMark

MOST_BOOKMARKS = 100


class Bookmark(NamedTuple):
    """A place on the strip with a name."""

    place: int
    name: str


class Past:
    """The playhead of a history. `at` is the place that is shown; None: the present.

    `present` returns the place of the session if the history extends beyond it (a recording that is being watched is
    simulated ahead). The end of the history is then a place like any other; otherwise reaching it returns to the
    present.
    """

    def __init__(self, history: History, present: Callable[[], int] | None = None) -> None:
        self.history = history
        self._present = present
        self.at: int | None = None
        self.playing = False
        self.loop: tuple[int, int] | None = None
        self.loop_from: int | None = None  # start of a loop whose end has not been set yet
        self.bookmarks: list[Bookmark] = []
        self._clock = Clock(history.rate)

    @property
    def moment(self) -> Moment | None:
        """The past moment that is shown; None in the present."""
        return self.history.at(self.at) if self.at is not None else None

    @property
    def place(self) -> int:
        """Place of the playhead, in the past or in the present."""
        return self.at if self.at is not None else self.present

    @property
    def present(self) -> int:
        """Place of the session."""
        return self._present() if self._present is not None else self.history.last

    @property
    def leftover(self) -> float:
        """Seconds since the shown tick, while playing."""
        return self._clock.leftover if self.playing else 0.0

    # -- moving

    def scrub(self, place: int) -> None:
        """Move the playhead to a place and pause there. The last place is the present."""
        self.pause()
        self._go(place)

    def _go(self, place: int) -> None:
        last = self.history.last
        place = max(0, min(place, last))
        self.at = None if place >= last and self._present is None else place

    def leave(self) -> bool:
        """Return to the present; False if the playhead was there already."""
        was_there = self.at is None
        self.pause()
        self.at = None
        return not was_there

    def play(self, now_ns: int, speed: Fraction | None) -> None:
        """Play the history from the playhead on."""
        if self.at is None:
            return
        if self.loop is not None and not self.loop[0] <= self.at < self.loop[1]:
            self.at = self.loop[0]
        self.playing = True
        self._clock = Clock(self.history.rate)
        self._clock.speed = speed
        self._clock.start(now_ns)

    def pause(self) -> None:
        self.playing = False
        self._clock.pause()

    def advance(self, now_ns: int, speed: Fraction | None) -> None:
        """Move the playhead by the time that has passed: round the loop, or to the end."""
        if not self.playing or self.at is None:
            return
        if self._clock.speed != speed:
            self._clock.speed = speed
        ticks = self._clock.advance(now_ns)
        if speed is FLAT_OUT:
            ticks *= 10
        place = self.at + ticks
        if self.loop is not None:
            low, high = self.loop
            if place > high:
                place = low + (place - low) % (high - low + 1)
        if place >= self.history.last:
            self.pause()
        self._go(place)

    # -- marks

    def next_mark(self, step: int, marks: list[StripMark] | None = None) -> int | None:
        """The place of the next mark (step 1) or the one before (-1), bookmarks included."""
        playhead = self.place
        places = [mark.place for mark in (self.history.marks if marks is None else marks)]
        places += [bookmark.place for bookmark in self.bookmarks]
        if step > 0:
            return min((place for place in places if place > playhead), default=None)
        return max((place for place in places if place < playhead), default=None)

    def set_bookmark(self, name: str = "") -> Bookmark | None:
        """Bookmark the shown place, or remove its bookmark if it has one and no name is given.

        None if the bookmark was removed, or if there are too many.
        """
        playhead = self.place
        old = next((bookmark for bookmark in self.bookmarks if bookmark.place == playhead), None)
        if old is not None:
            self.bookmarks.remove(old)
            if not name:
                return None
        if len(self.bookmarks) >= MOST_BOOKMARKS:
            return None
        bookmark_here = Bookmark(playhead, name or self._free_name())
        self.bookmarks = sorted([*self.bookmarks, bookmark_here])
        return bookmark_here

    def _free_name(self) -> str:
        taken = {bookmark.name for bookmark in self.bookmarks}
        return next(name for n in range(1, MOST_BOOKMARKS + 2) if (name := f"Bookmark {n}") not in taken)

    def rename(self, bookmark: Bookmark, name: str) -> None:
        if bookmark in self.bookmarks and name.strip():
            self.bookmarks[self.bookmarks.index(bookmark)] = bookmark._replace(name=name.strip())

    def begin_loop(self) -> None:
        """Set the start of a loop to the playhead; an end that is set already is kept if it lies later."""
        self.loop_from = self.place
        if self.loop is not None:
            self.loop = (self.loop_from, self.loop[1]) if self.loop_from < self.loop[1] else None

    def end_loop(self) -> bool:
        """Set the end of the loop to the playhead; False if the loop would be empty.

        The loop starts where `begin_loop` was called, or else at the previous mark.
        """
        begin = self.loop_from
        if begin is None or begin >= self.place:
            before = self.next_mark(-1)
            begin = before if before is not None else 0
        if begin >= self.place:
            return False
        self.loop = (begin, self.place)
        self.loop_from = begin
        return True

    def drop_loop(self) -> None:
        self.loop = self.loop_from = None

    def up_to(self, moment: Moment) -> Past:
        """Playhead for a session that continues from a moment, which is now the end of its history and the present."""
        past = Past(self.history)
        past.bookmarks = [bookmark for bookmark in self.bookmarks if bookmark.place <= moment.place]
        if self.loop is not None and self.loop[1] <= moment.place:
            past.loop = self.loop
        return past
