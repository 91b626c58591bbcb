"""Everything to choose from on the first screen, as it is read from the disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.levels.decisions import Decisions, decisions, of_campaign
from sandbox.recording.plain_text import one_line, printable
from sandbox.workspace.files.session_files import Unfinished
from sandbox.workspace.messages import MOST_TITLE

MOST_OWN = 500  # cards of the user's own contraptions
MOST_BYTES = 8 * 1024 * 1024  # of their files: read in a few seconds


class Card(NamedTuple):
    """A level in the chooser. `problem` says why it can't be opened, `decisions` how hard it is if it can be solved,
    and `name` is its own among all cards."""

    path: Path
    title: str
    key: str
    design: Design | None
    problem: str = ""
    decisions: Decisions | None = None
    name: str = ""

    @property
    def is_open(self) -> bool:
        """True for an open puzzle: one that is solved in many ways."""
        return self.design is not None and self.design.open


class CardChapter(NamedTuple):
    """The cards of levels that belong together."""

    title: str
    cards: tuple[Card, ...]


class Shelf(NamedTuple):
    """Everything to choose from, as found on disk."""

    chapters: tuple[CardChapter, ...]  # of the levels that come with the program
    user_chapters: tuple[CardChapter, ...]
    by_user: tuple[Card, ...]  # the user's own levels that are in no chapter
    unfinished: tuple[Unfinished, ...]
    problems: tuple[str, ...] = ()  # the files that were left out, with the reasons
    open_puzzles: Mapping[str, tuple[Card, ...]] = {}  # of the chapters, by their titles


def shelf(data: Path, unfinished: list[Unfinished], left_out: tuple[str, ...] = ()) -> Shelf:
    """Read the folders of levels; `left_out` says which sessions are not among the unfinished ones."""
    bundled: list[library.Chapter] = []
    problems = list(left_out)
    try:
        bundled = library.bundled_chapters()
    except BadFile as error:
        problems.append(printable(str(error)))
    read = {path: _card(path) for chapter in bundled for path in chapter.levels}
    counted = of_campaign((path, card.design) for path, card in read.items() if card.design is not None)
    read |= {path: _card(path) for chapter in bundled for path in chapter.open}  # how hard, no count of decisions says
    read = {path: card._replace(decisions=counted.get(path)) for path, card in read.items()}
    own = library.user_levels(data)
    problems += own.problems
    read_own = {card.path: card for card in _own_cards(own.all, problems)}
    titles = Counter(card.title for card in (*read.values(), *read_own.values()))
    read |= {path: _told_apart(card, titles) for path, card in read_own.items()}
    _name(read)

    def of(chapters: Iterable[library.Chapter]) -> tuple[CardChapter, ...]:
        cards = ((one.title, tuple(read[path] for path in one.levels if path in read)) for one in chapters)
        return tuple(CardChapter(title, those) for title, those in cards if those)

    loose = tuple(read[path] for path in own.loose if path in read)
    puzzles = {
        one.title: tuple(read[path] for path in one.open if path in read)
        for one in (*own.chapters, *bundled)  # of two with one title the program's is meant
    }
    return Shelf(of(bundled), of(own.chapters), loose, tuple(unfinished), tuple(problems), puzzles)


def _name(cards: dict[Path, Card]) -> None:
    """Name each card after its file, or after its place where another one has that name."""
    names: set[str] = set()
    for path, card in cards.items():
        name = path.stem if path.stem not in names else card.key
        names.add(name)
        cards[path] = card._replace(name=f"level.{name}")


def _own_cards(paths: tuple[Path, ...], problems: list[str]) -> Iterator[Card]:
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
        card = _card(path)
        yield card._replace(decisions=decisions(card.design) if card.design is not None else None)


def _told_apart(card: Card, titles: Counter[str]) -> Card:
    """Return the card of a user's level; one of several with the same title shows the name of its file instead."""
    return card._replace(title=printable(card.path.stem, MOST_TITLE)) if titles[card.title] > 1 else card


def _card(path: Path) -> Card:
    try:
        design = levels.read(path)
    except BadFile as error:
        return Card(path, printable(path.stem, MOST_TITLE), library.key_of(path), None, one_line(str(error), 400))
    title = design.title if design.title != Design().title else path.stem
    return Card(path, printable(title, MOST_TITLE), library.key_of(path), design)
