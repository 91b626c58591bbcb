"""Everything to choose from on the first screen, as it is read from the disk."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.recording.plain_text import printable
from sandbox.workspace.files.session_files import Unfinished
from sandbox.workspace.messages import MOST_TITLE


class Card(NamedTuple):
    """A level in the chooser. `problem` says why it can't be opened."""

    path: Path
    title: str
    key: str
    design: Design | None
    problem: str = ""


class Shelf(NamedTuple):
    """Everything to choose from, as found on disk."""

    chapters: tuple[tuple[str, tuple[Card, ...]], ...]
    by_user: tuple[Card, ...]
    unfinished: tuple[Unfinished, ...]
    problem: str = ""


def shelf(data: Path, unfinished: list[Unfinished]) -> Shelf:
    """Read the folders of levels."""
    problem = ""
    try:
        bundled = library.bundled_chapters()
    except BadFile as error:
        bundled, problem = [], str(error)
    chapters = tuple((chapter.title, tuple(map(_card, chapter.levels))) for chapter in bundled)
    user_paths = library.user_levels(data)
    own = tuple(map(_card, user_paths))
    titles = Counter(card.title for card in (*(card for _, cards in chapters for card in cards), *own))
    return Shelf(chapters, tuple(_told_apart(card, titles) for card in own), tuple(unfinished), problem)


def _told_apart(card: Card, titles: Counter[str]) -> Card:
    """Return the card of a user's level; one of several with the same title shows the name of its file instead."""
    return card._replace(title=printable(card.path.stem, MOST_TITLE)) if titles[card.title] > 1 else card


def _card(path: Path) -> Card:
    try:
        design = levels.read(path)
    except BadFile as error:
        return Card(path, printable(path.stem, MOST_TITLE), library.key_of(path), None, printable(str(error)))
    title = design.title if design.title != Design().title else path.stem
    return Card(path, printable(title, MOST_TITLE), library.key_of(path), design)


__all__ = ["Card", "Shelf", "shelf"]
