"""The Markdown of the manual, as blocks without signs: what a reader that draws its own letters needs.

Only what the pages use is known. Anything else would be left over as signs in the text, which a test looks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

Style = Literal["text", "bold", "italic", "code", "key"]

_INLINE = re.compile(
    r"\\(?P<escaped>[\\`*_{}\[\]()#+.!|<>-])"
    r"|`(?P<code>[^`]+)`"
    r"|<kbd>(?P<key>.*?)</kbd>"
    r"|!\[(?P<alt>[^\]]*)\]\((?P<picture>[^)\s]+)\)"
    r"|\[(?P<label>(?:[^\[\]\\]|\\.)+)\]\((?P<target>[^)\s]+)\)"
    r"|\*\*(?P<bold>.+?)\*\*"
    r"|\*(?P<italic>[^*\s](?:[^*]*[^*\s])?)\*"
)
_COMMENT = re.compile(r"^ *<!--.*?-->[ ]*$")
_FENCE = re.compile(r"^( *)```(\w*)\s*$")
_HEADING = re.compile(r"^(#{1,6}) +(.+?)\s*$")
_ITEM = re.compile(r"^( *)([-*]|\d+\.)( +)")
_PICTURE = re.compile(r"^!\[([^\]]*)\]\(([^)\s]+)\)$", re.DOTALL)
_RULER = re.compile(r"^ *\|(?: *:?-+:? *\|)+ *$")
_BETWEEN_CELLS = re.compile(r"(?<!\\)\|")


class TextSpan(NamedTuple):
    """Text in one style; with a target it is a link."""

    text: str
    style: Style = "text"
    target: str = ""


Spans = tuple[TextSpan, ...]


class Heading(NamedTuple):
    """The title of a section."""

    depth: int  # 1: of the page
    spans: Spans


class Paragraph(NamedTuple):
    """Text that wraps."""

    spans: Spans


class PictureBlock(NamedTuple):
    """A picture, of which a page holds the name and what is to be seen on it."""

    about: str
    target: str


class Code(NamedTuple):
    """Lines in a font of fixed width."""

    text: str


class Table(NamedTuple):
    """A row of headings over rows of cells."""

    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]


class Item(NamedTuple):
    """An item of a list: its number or dot, and what it consists of."""

    mark: str
    blocks: tuple[Block, ...]


Block = Heading | Paragraph | PictureBlock | Code | Table | Item


def parse(markdown: str) -> tuple[Block, ...]:
    """Return the blocks of a page."""
    return tuple(_blocks(markdown.split("\n")))


def _blocks(lines: list[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip() or _COMMENT.match(line):
            at += 1
        elif fence := _FENCE.match(line):
            end = next((i for i in range(at + 1, len(lines)) if lines[i].strip() == "```"), len(lines))
            yield Code("\n".join(_without_indent(lines[at + 1 : end], len(fence[1]))))
            at = end + 1
        elif heading := _HEADING.match(line):
            yield Heading(len(heading[1]), spans(heading[2]))
            at += 1
        elif at + 1 < len(lines) and _RULER.match(lines[at + 1]):
            end = next((i for i in range(at, len(lines)) if not lines[i].lstrip().startswith("|")), len(lines))
            yield Table(_cells(line), tuple(map(_cells, lines[at + 2 : end])))
            at = end
        elif item := _ITEM.match(line):
            end = _end_of_item(lines, at, len(item[0]))
            inner = [line[len(item[0]) :], *_without_indent(lines[at + 1 : end], len(item[0]))]
            yield Item("\N{BULLET}" if item[2] in "-*" else item[2], tuple(_blocks(inner)))
            at = end
        else:
            end = at + 1
            while end < len(lines) and not _begins_block(lines[end]):
                end += 1
            text = "\n".join(line.strip() for line in lines[at:end])
            picture = _PICTURE.match(text)
            yield PictureBlock(" ".join(picture[1].split()), picture[2]) if picture else Paragraph(spans(text))
            at = end


def _begins_block(line: str) -> bool:
    return not line.strip() or any(sign.match(line) for sign in (_COMMENT, _FENCE, _HEADING, _ITEM))


def _end_of_item(lines: list[str], at: int, indent: int) -> int:
    """Return the line after an item: the first that is not indented as its text is, unless it is empty."""
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or lines[end][:indent].isspace()):
        end += 1
    return end


def _without_indent(lines: list[str], indent: int) -> list[str]:
    return [line.lstrip() if line[:indent].strip() else line[indent:] for line in lines]


def _cells(line: str) -> tuple[Spans, ...]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return tuple(spans(cell.strip().replace(r"\|", "|")) for cell in _BETWEEN_CELLS.split(inner))


def spans(markdown: str, style: Style = "text", target: str = "") -> Spans:
    """Return text as spans; `style` and `target` are of what it stands in."""
    return tuple(_joined(_spans(" ".join(markdown.split()), style, target)))


def _spans(markdown: str, style: Style, target: str) -> Iterator[TextSpan]:
    at = 0
    for match in _INLINE.finditer(markdown):
        if match.start() > at:
            yield TextSpan(markdown[at : match.start()], style, target)
        at = match.end()
        name, text = match.lastgroup or "", match[match.lastgroup or 0]
        if name == "escaped":
            yield TextSpan(text, style, target)
        elif name == "code":
            yield TextSpan(text, "code", target)
        elif name == "key":
            yield from (TextSpan(part.text, "key", target) for part in spans(text))
        elif name == "picture":
            yield TextSpan(match["alt"], style, target)
        elif name == "target":
            yield from spans(match["label"], style, text)
        elif name == "bold":
            yield from spans(text, "bold", target)
        else:
            yield from spans(text, "italic", target)
    if at < len(markdown):
        yield TextSpan(markdown[at:], style, target)


def _joined(parts: Iterator[TextSpan]) -> Iterator[TextSpan]:
    """Join neighbours in one style, as text around an escaped sign is."""
    last: TextSpan | None = None
    for part in parts:
        if last is not None and part[1:] == last[1:] and part.style in ("text", "bold", "italic", "key"):
            last = last._replace(text=last.text + part.text)
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last


def words(blocks: tuple[Block, ...]) -> Iterator[TextSpan]:
    """Yield all text of blocks but that of code blocks, in the order of reading."""
    for block in blocks:
        if isinstance(block, Heading | Paragraph):
            yield from block.spans
        elif isinstance(block, PictureBlock):
            yield TextSpan(block.about)
        elif isinstance(block, Table):
            for row in (block.head, *block.rows):
                for cell in row:
                    yield from cell
        elif isinstance(block, Item):
            yield from words(block.blocks)
