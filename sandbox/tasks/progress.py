"""Progress of work, reported to any caller that wants to know."""

from __future__ import annotations

from typing import Protocol


class ShowProgress(Protocol):
    """Takes how much of something is done, of how much in all, and in words what is being done now."""

    def __call__(self, done: float, total: float = 1.0, what: str = "") -> object: ...


def unseen(done: float, total: float = 1.0, what: str = "") -> None:
    """Take progress that nobody wants to see."""


def of_part(progress: ShowProgress, begin: float, share: float, words: str = "") -> ShowProgress:
    """Return what takes the progress of one part of a whole.

    Args:
        begin, share: of the whole, from 0 to 1: where the part begins, and how much of it the part is.
        words: stand before those of what is being done in the part.
    """

    def show(done: float, total: float = 1.0, what: str = "") -> None:
        progress(begin + share * done / max(1e-9, total), 1.0, f"{words}{what}")

    return show
