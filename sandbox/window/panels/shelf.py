"""Everything to choose from on the first screen, as it is read from the disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import difficulty, levels, library
from sandbox.levels.difficulty import RandomShare
from sandbox.recording.plain_text import printable
from sandbox.workspace.files.session_files import Unfinished
from sandbox.workspace.messages import MOST_TITLE


class Card(NamedTuple):
    """A level in the chooser. `problem` says why it can't be opened, `share` how hard it is, if that was measured."""

    path: Path
    title: str
    key: str
    design: Design | None
    problem: str = ""
    share: RandomShare | None = None


class Shelf(NamedTuple):
    """Everything to choose from, as found on disk."""

    chapters: tuple[tuple[str, tuple[Card, ...]], ...]
    by_user: tuple[Card, ...]
    unfinished: tuple[Unfinished, ...]
    problem: str = ""


def shelf(data: Path, unfinished: list[Unfinished]) -> Shelf:
    """Read the folders of levels."""
    problem, bundled, shares = "", [], {}
    try:
        bundled = library.bundled_chapters()
        shares = difficulty.read(library.bundled_dir())
    except BadFile as error:
        problem = str(error)
    by_digest = {share.digest: share for share in shares.values()}
    chapters = tuple((chapter.title, tuple(_card(path, by_digest) for path in chapter.levels)) for chapter in bundled)
    user_paths = library.user_levels(data)
    own = tuple(_card(path, by_digest) for path in user_paths)
    titles = Counter(card.title for card in (*(card for _, cards in chapters for card in cards), *own))
    return Shelf(chapters, tuple(_told_apart(card, titles) for card in own), tuple(unfinished), problem)


def _told_apart(card: Card, titles: Counter[str]) -> Card:
    """Return the card of a user's level; one of several with the same title shows the name of its file instead."""
    return card._replace(title=printable(card.path.stem, MOST_TITLE)) if titles[card.title] > 1 else card


def _card(path: Path, shares: Mapping[str, RandomShare]) -> Card:
    try:
        design = levels.read(path)
    except BadFile as error:
        return Card(path, printable(path.stem, MOST_TITLE), library.key_of(path), None, printable(str(error)))
    title = design.title if design.title != Design().title else path.stem
    share = shares.get(levels.digest(design)) if shares and difficulty.can_be_measured(design) else None
    return Card(path, printable(title, MOST_TITLE), library.key_of(path), design, share=share)


__all__ = ["Card", "Shelf", "shelf"]
