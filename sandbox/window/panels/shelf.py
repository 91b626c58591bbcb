"""Everything to choose from on the first screen, as it is read from the disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import difficulty, levels, library
from sandbox.levels.difficulty import RandomShare
from sandbox.recording.plain_text import printable
from sandbox.workspace.files.session_files import Unfinished
from sandbox.workspace.messages import MOST_TITLE

MOST_OWN = 500  # cards of the user's own contraptions
MOST_BYTES = 8 * 1024 * 1024  # of their files: read in a few seconds


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
    problems: tuple[str, ...] = ()  # what was left out, and why


def shelf(data: Path, unfinished: list[Unfinished], left_out: tuple[str, ...] = ()) -> Shelf:
    """Read the folders of levels; `left_out` says which sessions are not among the unfinished ones."""
    bundled: list[library.Chapter] = []
    shares: dict[str, RandomShare] = {}
    problems = list(left_out)
    try:
        bundled = library.bundled_chapters()
        shares = difficulty.read(library.bundled_dir())
    except BadFile as error:
        problems.append(printable(str(error)))
    by_digest = {share.digest: share for share in shares.values()}
    chapters = tuple((chapter.title, tuple(_card(path, by_digest) for path in chapter.levels)) for chapter in bundled)
    own = tuple(_own_cards(library.user_levels(data), by_digest, problems))
    titles = Counter(card.title for card in (*(card for _, cards in chapters for card in cards), *own))
    return Shelf(chapters, tuple(_told_apart(card, titles) for card in own), tuple(unfinished), tuple(problems))


def _own_cards(paths: list[Path], shares: Mapping[str, RandomShare], problems: list[str]) -> Iterator[Card]:
    """Read the user's own levels, as many as take a moment; the first screen waits for them."""
    if len(paths) > MOST_OWN:
        problems.append(f"{len(paths) - MOST_OWN} of your contraptions are not shown, from {paths[MOST_OWN].name} on")
    left = MOST_BYTES
    for path in paths[:MOST_OWN]:
        try:
            size = path.stat().st_size
        except OSError:
            size = 0  # its reader says why
        if left < size <= levels.MAX_BYTES:
            why = f"not looked at: it and your contraptions before it have over {MOST_BYTES >> 20} MB; Open shows it"
            yield Card(path, printable(path.stem, MOST_TITLE), library.key_of(path), None, why)
            continue
        left -= min(left, size)
        yield _card(path, shares)


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
