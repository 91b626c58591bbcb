"""The pages of the manual, their sections, and the search for words in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import Refused
from sandbox.manual import markdown
from sandbox.reading import files
from sandbox.reading.nearest import meant

# The names of all pages, in the order of reading.
TOPICS = (
    "install", "play", "keys", "together", "levels", "format", "scripts", "testing", "web", "determinism", "cluster",
    "loop", "foreign", "library", "learning", "files", "commands", "code",
)  # fmt: skip
_MAX_BYTES = 1024 * 1024
_FENCE = re.compile(r"^\s*```")
_HEADING = re.compile(r"^(#{1,6}) +(.+?)\s*$")
_WORD = re.compile(r"[^\W_]+(?:[-'.][^\W_]+)*")
_SYNTAX = re.compile(r"<!--.*?-->|</?kbd>|!?\[|\]\([^)]*\)|[`*]")  # what Markdown adds to words
_MOST_READ = 3  # columns of a table whose rows are read as a sentence; more are figures
_SENTENCE_END = re.compile(r"(?<=[.!?]) +(?=[A-Z])")
_ENDINGS = ("ing", "ed", "s")
_LEAST_STEM = 3  # letters
_IN_TITLE, _IN_TITLE_OF_ENTRY, _IN_PAGE_TITLE, _MOST_IN_TEXT = 12.0, 7.0, 5.0, 3
_BEGINS_ONE = 0.5  # the weight of a longer word, while one is being typed
_BEGINS_ANOTHER = 0.02  # the same, where the word itself occurs
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


class ManualPlace(NamedTuple):
    """What a link within the manual points to."""

    topic: str
    anchor: str = ""  # of a section; empty: the page from its top


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


def cut(topic: str, text: str) -> Iterator[Section]:
    """Cut a page at its headings."""
    depth, title, fenced = 1, "", False
    lines: list[str] = []
    for line in text.split("\n"):
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


@cache
def blocks(topic: str) -> tuple[markdown.Block, ...]:
    """Return a page as blocks. It has as many headings as sections, in the same order."""
    return markdown.parse(text(topic))


def leads_to(topic: str, target: str) -> ManualPlace | None:
    """Return the place in the manual to which a link on a page points; None if it points elsewhere."""
    page, _, anchor = target.partition("#")
    other = page.removesuffix(".md") if page else topic
    return ManualPlace(other, anchor) if other in TOPICS and page in ("", f"{other}.md") else None


def plain(text: str) -> str:
    """Return the words of Markdown without its signs."""
    return _SYNTAX.sub("", text)


def search(typed: str) -> list[SearchHit]:
    """Find the sections that hold all words that were typed, the best first.

    A word also stands for what begins with it, and for its other endings. Titles count most, and a word that few
    sections have counts more than one that all have.
    """
    wanted = tuple(dict.fromkeys(_stem(word) for word in _words(typed)))
    hits = []
    for topic in TOPICS if wanted else ():
        for index, section in enumerate(sections(topic)):
            scores = [_score(word, topic, index) for word in wanted]
            if all(scores):
                hits.append(SearchHit(section, sum(scores), _line_with(wanted, topic, index)))
    return sorted(hits, key=lambda hit: -hit.score)


def _score(word: str, topic: str, index: int) -> float:
    in_title, in_text = _stems(topic)[index]
    begun = _BEGINS_ANOTHER if _is_word(word) else _BEGINS_ONE  # "wind" is a word, and is not short for "window"

    def weight(stem: str) -> float:
        return 1.0 if stem == word else begun

    count = sum(weight(stem) for stem in in_text if stem.startswith(word))
    titled = sum(weight(stem) for stem in in_title if stem.startswith(word))
    of_page = max((weight(stem) for stem in (*_stems(topic)[0][0], topic) if stem.startswith(word)), default=0.0)
    if not (count or titled):
        return 0.0
    body = min(count, _MOST_IN_TEXT) / _rate(word)
    in_titles = _IN_TITLE_OF_ENTRY if sections(topic)[index].depth >= _OF_ENTRY else _IN_TITLE
    return in_titles * titled + _IN_PAGE_TITLE * of_page + body


@cache
def _is_word(word: str) -> bool:
    """Tell whether the manual has a word itself, and not only longer ones that begin with it."""
    return any(word in title or word in body for topic in TOPICS for title, body in _stems(topic))


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


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(plain(text))]


def _stem(word: str) -> str:
    """Return what the endings of an English word have in common: "approv" of approve, approved and approving."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            word = word.removesuffix(ending)
            break
    return word.removesuffix("e") if len(word) > _LEAST_STEM else word


def _line_with(wanted: tuple[str, ...], topic: str, index: int) -> str:
    """Return the sentence, table row or line of code of a section that has most of the words; of several, the first."""
    lines = _lines(topic, index)
    if not lines:
        return ""

    def weight(number: int) -> float:
        stems = _stems_of_lines(topic, index)[number]
        return sum(1.0 if word in stems else 0.5 * any(s.startswith(word) for s in stems) for word in wanted)

    return lines[max(range(len(lines)), key=weight)]


@cache
def _lines(topic: str, index: int) -> tuple[str, ...]:
    """Return a section as sentences, table rows and lines of code, without signs of Markdown."""
    return tuple(_cut_into_lines(markdown.parse(sections(topic)[index].text)))


@cache
def _stems_of_lines(topic: str, index: int) -> tuple[tuple[str, ...], ...]:
    """Return the stems in each of those lines: a search is made anew with each letter that is typed."""
    return tuple(tuple(map(_stem, _words(line))) for line in _lines(topic, index))


def _cut_into_lines(parts: tuple[markdown.Block, ...]) -> Iterator[str]:
    for block in parts:
        if isinstance(block, markdown.Code):
            yield from (line.strip() for line in block.text.split("\n") if line.strip())
        elif isinstance(block, markdown.Table):
            for row in block.rows:
                cells = [cell for cell in ("".join(span.text for span in spans) for spans in row) if cell]
                yield ": ".join(cells) if len(cells) <= _MOST_READ else f"{cells[0]}: {', '.join(cells[1:])}"
        elif isinstance(block, markdown.Item):
            yield from _cut_into_lines(block.blocks)
        else:
            yield from _SENTENCE_END.split("".join(span.text for span in markdown.words((block,))))
