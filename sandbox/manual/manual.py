"""The pages of the manual, their sections, and the search for words in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.reading import files
from sandbox.reading.nearest import meant

# The names of all pages, in the order of reading.
TOPICS = (
    "install", "play", "keys", "levels", "format", "scripts", "testing", "determinism", "cluster", "loop", "foreign",
    "library", "files", "commands", "code",
)  # fmt: skip
_MAX_BYTES = 1024 * 1024
_FENCE = re.compile(r"^\s*```")
_HEADING = re.compile(r"^(#{1,6}) +(.+?)\s*$")
_WORD = re.compile(r"[^\W_]+(?:[-'.][^\W_]+)*")
_SYNTAX = re.compile(r"<!--.*?-->|</?kbd>|!?\[|\]\([^)]*\)|[`*]")  # what Markdown adds to words
_ENDINGS = ("ing", "ed", "s")
_LEAST_STEM = 3  # letters
_IN_TITLE, _IN_TITLE_OF_ENTRY, _IN_PAGE_TITLE, _MOST_IN_TEXT = 12.0, 7.0, 5.0, 3
_OF_ENTRY = 3  # the depth of headings from which on a section is one entry of a list, as a command is


class Section(NamedTuple):
    """A heading and the Markdown below it, up to the next heading of whatever depth."""

    topic: str  # the name of its page
    depth: int  # 1: the title of the page
    title: str
    text: str

    @property
    def anchor(self) -> str:
        """The name by which links point to this section, as GitHub makes it."""
        return re.sub(r"[^\w\- ]", "", self.title.lower()).replace(" ", "-")


class SearchHit(NamedTuple):
    """A section that a search has found, with a line of it."""

    section: Section
    score: float
    line: str


@cache
def text(topic: str) -> str:
    """Return the Markdown of a page.

    Raises:
        Refused: there is no such page; the sentence names the nearest one, or a section that has the word.
    """
    if topic not in TOPICS:
        raise Refused(f"the manual has no page '{topic}'{meant(topic, TOPICS) or _instead(topic)}")
    return files.read_text(Path(__file__).with_name(f"{topic}.md"), _MAX_BYTES, "page of the manual")


def _instead(word: str) -> str:
    hits = search(word)
    if not hits:
        return "; `sandbox help` lists them"
    section = hits[0].section
    return f"; '{section.title}' in `sandbox help {section.topic}` is about that"


@cache
def sections(topic: str) -> tuple[Section, ...]:
    """Return the sections of a page, the first of which begins with its title."""
    return tuple(cut(topic, text(topic)))


def cut(topic: str, markdown: str) -> Iterator[Section]:
    """Cut a page at its headings."""
    depth, title, fenced = 1, "", False
    lines: list[str] = []
    for line in markdown.split("\n"):
        fenced ^= _FENCE.match(line) is not None
        heading = None if fenced else _HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        if title:
            yield Section(topic, depth, title, "\n".join(lines).strip())
        depth, title, lines = len(heading[1]), plain(heading[2]), []
    yield Section(topic, depth, title, "\n".join(lines).strip())


def title(topic: str) -> str:
    """Return the title of a page."""
    return sections(topic)[0].title


def plain(markdown: str) -> str:
    """Return the words of Markdown without its signs."""
    return _SYNTAX.sub("", markdown)


def search(typed: str) -> list[SearchHit]:
    """Find the sections that hold all words that were typed, the best first.

    A word also stands for what begins with it, and for its other endings. Titles count most, and a word that few
    sections have counts more than one that all have.
    """
    wanted = tuple(dict.fromkeys(_stem(word) for word in _words(typed)))
    found = []
    for topic in TOPICS:
        for index, section in enumerate(sections(topic)):
            score = sum(_score(word, topic, index) for word in wanted) if wanted else 0.0
            if score and all(_score(word, topic, index) for word in wanted):
                found.append(SearchHit(section, score, _line_with(wanted, section)))
    return sorted(found, key=lambda hit: -hit.score)


def _score(word: str, topic: str, index: int) -> float:
    in_title, in_text = _stems(topic)[index]
    count = sum(stem.startswith(word) for stem in in_text)
    titled = sum((1.0 if stem == word else 0.5) for stem in in_title if stem.startswith(word))
    of_page = any(stem.startswith(word) for stem in _stems(topic)[0][0]) or topic == word
    if not (count or titled):
        return 0.0
    body = min(count, _MOST_IN_TEXT) / _rate(word)
    weight = _IN_TITLE_OF_ENTRY if sections(topic)[index].depth >= _OF_ENTRY else _IN_TITLE
    return weight * titled + _IN_PAGE_TITLE * of_page + body


@cache
def _rate(word: str) -> float:
    """Return in how many sections a word occurs, as a number that grows slowly with it."""
    return (
        float(sum(any(s.startswith(word) for s in body) for topic in TOPICS for _, body in _stems(topic)) ** 0.5) or 1.0
    )


@cache
def _stems(topic: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Return the stems in the title and in the text of each section of a page."""
    return tuple(
        (tuple(map(_stem, _words(section.title))), tuple(map(_stem, _words(section.text))))
        for section in sections(topic)
    )


def _words(markdown: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(plain(markdown))]


def _stem(word: str) -> str:
    """Return what the endings of an English word have in common: "approv" of approve, approved and approving."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            word = word.removesuffix(ending)
            break
    return word.removesuffix("e") if len(word) > _LEAST_STEM else word


def _line_with(wanted: tuple[str, ...], section: Section) -> str:
    """Return the line of a section that has most of the words; of several, the first."""
    lines = [line.strip() for line in section.text.split("\n") if line.strip() and not line.startswith(("```", "|--"))]
    if not lines:
        return ""
    return plain(
        max(lines, key=lambda line: sum(any(s.startswith(w) for s in map(_stem, _words(line))) for w in wanted))
    )
