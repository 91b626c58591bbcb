"""Where the words of a page of the manual stand: lines, lists, tables and code for a column of some width.

Nothing here draws. All lengths are pixels; a function measures text, so a layout can be tested without a window.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from sandbox.manual.markdown import Block, Code, Heading, Item, Paragraph, PictureBlock, Spans, Style, Table, TextSpan

Measure = Callable[[Style, float, str], float]  # the width of text in a style, at a size of letters
BoxKind = Literal["code", "inline", "key", "rule", "picture"]

TEXT = 15.0  # sizes of letters at scale 1
HEADINGS = {1: 24.0, 2: 19.0, 3: 16.0}
_LINE = 1.42  # the height of a line, of its letters' size
_READABLE = 760.0  # px at scale 1: longer lines of running text are hard to follow
_INDENT = 22.0  # of the items of a list
_GAP, _ITEM_GAP, _CELL = 11.0, 5.0, 12.0  # between blocks, between items, between columns
_PAD = 4.0  # around inline code and keys
_CODE_PAD = 10.0
_SMALLER = 0.85  # the least size of letters of code, of its usual one, if its lines fit then
_LEAST_COLUMN = 60.0  # px at scale 1: a column of a table that is narrower can't be read


class TextPiece(NamedTuple):
    """Text in one style on one line."""

    x: float
    y: float  # of the top of its line
    width: float
    text: str
    style: Style
    size: float
    link: int = -1  # its number, if it is a part of one
    faint: bool = False


class DrawnBox(NamedTuple):
    """What is drawn behind text."""

    x0: float
    y0: float
    x1: float
    y1: float
    kind: BoxKind


class PageRow(NamedTuple):
    """A part of the page that is drawn or left out as a whole."""

    top: float
    bottom: float
    pieces: tuple[TextPiece, ...]
    boxes: tuple[DrawnBox, ...]


class PageLink(NamedTuple):
    """A link, with the lines that it lies on."""

    target: str
    top: float
    bottom: float


class PageLayout(NamedTuple):
    """A page, laid out from the top down."""

    rows: tuple[PageRow, ...]
    headings: tuple[float, ...]  # where each section begins
    links: tuple[PageLink, ...]
    height: float

    def visible(self, top: float, bottom: float) -> Sequence[PageRow]:
        """Return the rows between two heights."""
        first = bisect_left(self.rows, top, key=lambda row: row.bottom)
        return self.rows[first : bisect_right(self.rows, bottom, key=lambda row: row.top)]

    def section_at(self, y: float) -> int:
        """Return the number of the section that a height lies in."""
        return max(0, bisect_right(self.headings, y) - 1)


class _Atom(NamedTuple):
    """What is never parted at the end of a line, unless a line is too short for it."""

    text: str
    width: float  # with the edge of its frame
    lead: float  # how wide that is at the left
    span: int  # number of the span that it comes from
    style: Style


_Word = list[_Atom]


def lay_out(blocks: Iterable[Block], width: float, scale: float, measure: Measure) -> PageLayout:
    """Lay a page out in a column of this width."""
    setter = _Setter(scale, measure)
    for block in blocks:
        setter.block(block, 0.0, width)
    return PageLayout(tuple(setter.rows), tuple(setter.headings), tuple(setter.links), setter.y)


class _Setter:
    """Sets blocks one below the other."""

    def __init__(self, scale: float, measure: Measure) -> None:
        self.scale, self.measure = scale, measure
        self.y = 0.0
        self.rows: list[PageRow] = []
        self.headings: list[float] = []
        self.links: list[PageLink] = []
        self._after_item = False
        self._pieces: list[TextPiece] = []  # of the row that is being made
        self._boxes: list[DrawnBox] = []

    def px(self, length: float) -> float:
        return float(round(length * self.scale))

    def _end_row(self, top: float) -> None:
        self.rows.append(PageRow(top, self.y, tuple(self._pieces), tuple(self._boxes)))
        self._pieces, self._boxes = [], []

    def block(self, block: Block, x: float, width: float, gap: float = _GAP) -> None:
        """Set a block; `gap` is the space below it if it is a paragraph."""
        if self._after_item and not isinstance(block, Item):
            self.y += self.px(_GAP - _ITEM_GAP)
        self._after_item = False
        top = self.y
        if isinstance(block, Heading):
            self._heading(block, x, width)
        elif isinstance(block, Paragraph):
            self._text(block.spans, x, min(width, x + self.px(_READABLE)))
            self.y += self.px(gap)
            self._end_row(top)
        elif isinstance(block, PictureBlock):
            self._picture(block, x, width)
        elif isinstance(block, Code):
            self._code(block, x, width)
        elif isinstance(block, Table):
            self._table(block, x, width)
        else:
            self._item(block, x, width)
            self._after_item = True

    # -- blocks

    def _heading(self, heading: Heading, x: float, width: float) -> None:
        if self.rows:
            self.y += self.px(14.0 if heading.depth < 3 else 6.0)
        top = self.y
        self.headings.append(top)
        size = self.px(HEADINGS[min(heading.depth, 3)])
        bold = tuple(span if span.style == "code" else span._replace(style="bold") for span in heading.spans)
        self._text(bold, x, width, size)
        self.y += self.px(3.0)
        if heading.depth < 3:
            self._boxes.append(DrawnBox(x, self.y, width, self.y + max(1.0, self.px(1.0)), "rule"))
            self.y += self.px(8.0)
        self._end_row(top)

    def _item(self, item: Item, x: float, width: float) -> None:
        top, size = self.y, self.px(TEXT)
        inner = x + self.px(_INDENT)
        mark = self.measure("text", size, item.mark)
        self._pieces.append(TextPiece(inner - mark - self.px(7.0), top, mark, item.mark, "text", size, faint=True))
        for number, block in enumerate(item.blocks, 1):
            self.block(block, inner, width, _ITEM_GAP if number == len(item.blocks) else _GAP)

    def _picture(self, picture: PictureBlock, x: float, width: float) -> None:
        top, pad = self.y, self.px(_CODE_PAD)
        right = min(width, x + self.px(_READABLE))
        self.y += pad
        self._text((TextSpan("Picture: ", "bold"), TextSpan(f"{picture.about}.", "italic")), x + pad, right - pad)
        self.y += pad
        self._boxes.append(DrawnBox(x, top, right, self.y, "picture"))
        self.y += self.px(_GAP)
        self._end_row(top)

    def _code(self, code: Code, x: float, width: float) -> None:
        top, pad, size = self.y, self.px(_CODE_PAD), self.px(TEXT)
        letter = self.measure("code", size, "0")
        fits, longest = max(8, int((width - x - 2 * pad) / letter)), max(map(len, code.text.split("\n")))
        if fits < longest and fits / longest >= _SMALLER:
            size *= fits / longest
            letter, fits = self.measure("code", size, "0"), longest
        self.y += pad * 0.7
        for line in code.text.split("\n"):
            for part in wrapped(line, fits):
                self._pieces.append(TextPiece(x + pad, self.y, letter * len(part), part, "code", size))
                self.y += round(size * 1.3)
        self.y += pad * 0.7
        self._boxes.append(DrawnBox(x, top, width, self.y, "code"))
        self.y += self.px(_GAP)
        self._end_row(top)

    def _table(self, table: Table, x: float, width: float) -> None:
        rows = (table.head, *table.rows)
        columns = self._columns(rows, width - x)
        if columns is None:
            self._stacked(table, x, width)
            return
        for number, row in enumerate(rows):
            top, left, bottom = self.y, x, self.y
            self.y += self.px(4.0)
            start = self.y
            for cell, column in zip(row, columns, strict=False):
                self.y = start
                spans = (
                    tuple(s if s.style == "code" else s._replace(style="bold") for s in cell) if not number else cell
                )
                self._text(spans, left, left + column)
                bottom = max(bottom, self.y)
                left += column + self.px(_CELL)
            self.y = max(bottom, start + self.px(TEXT)) + self.px(4.0)
            right = min(width, left - self.px(_CELL))
            self._boxes.append(DrawnBox(x, self.y, right, self.y + max(1.0, self.px(1.0)), "rule"))
            self._end_row(top)
        self.y += self.px(_GAP)

    def _columns(self, rows: Sequence[Sequence[Spans]], width: float) -> list[float] | None:
        """Return the widths of the columns of a table; None if it is too wide for columns."""
        size, count = self.px(TEXT), len(rows[0])
        whole, least = [0.0] * count, [0.0] * count
        for number, row in enumerate(rows):
            for column, cell in enumerate(row[:count]):
                words = self._words(tuple(s._replace(style="bold") for s in cell) if not number else cell, size)
                widths = [_width(word) for word in words] or [0.0]
                blanks = self.measure("text", size, " ") * (len(words) - 1)
                whole[column] = max(whole[column], sum(widths) + blanks + self.px(_PAD))
                least[column] = max(least[column], *widths) + 1.0
        room = width - self.px(_CELL) * (count - 1)
        if sum(whole) <= room:
            return whole
        least = [min(most, max(few, self.px(_LEAST_COLUMN))) for few, most in zip(least, whole, strict=True)]
        if sum(least) > room:
            return None
        left = room - sum(least)
        narrowest_first = sorted(range(count), key=lambda column: whole[column] - least[column])
        for taken, column in enumerate(narrowest_first):
            more = min(whole[column] - least[column], left / (count - taken))
            least[column] += more
            left -= more
        return least

    def _stacked(self, table: Table, x: float, width: float) -> None:
        """Set a table without columns: each row is its first cell, and below it a line for each other one."""
        for row in table.rows:
            top = self.y
            first = tuple(s if s.style in ("code", "key") else s._replace(style="bold") for s in row[0])
            self._text(first, x, width)
            for title, cell in zip(table.head[1:], row[1:], strict=False):
                if cell:
                    named = title[-1]._replace(text=f"{title[-1].text}:") if title else TextSpan("")
                    self._text((*title[:-1], named, TextSpan(" "), *cell), x + self.px(_INDENT), width)
            self.y += self.px(4.0)
            self._boxes.append(DrawnBox(x, self.y, width, self.y + max(1.0, self.px(1.0)), "rule"))
            self.y += self.px(4.0)
            self._end_row(top)
        self.y += self.px(_GAP)

    # -- lines

    def _text(self, spans: Spans, x: float, right: float, size: float = 0.0) -> None:
        """Set running text from the present height down."""
        size = size or self.px(TEXT)
        line: list[tuple[float, _Atom]] = []
        at, links = x, self._links(spans)
        for word in self._words(spans, size):
            parts = [word] if _width(word) <= right - x else self._cut(word, right - x, size)
            for number, part in enumerate(parts):
                gap = self._blank(line[-1][1], part[0], size) if line and not number else 0.0
                if line and (number or at + gap + _width(part) > right):  # each part of a long word has a line
                    self._line(line, size, links)
                    line, at, gap = [], x, 0.0
                at += gap
                for atom in part:
                    line.append((at, atom))
                    at += atom.width
        if line:
            self._line(line, size, links)

    def _links(self, spans: Spans) -> list[int]:
        """Give each link a number, and return that of each span; neighbours with one target are one link."""
        numbers: list[int] = []
        for before, span in zip((None, *spans), spans, strict=False):
            if span.target and (before is None or before.target != span.target):
                self.links.append(PageLink(span.target, self.y, self.y))
            numbers.append(len(self.links) - 1 if span.target else -1)
        return numbers

    def _blank(self, before: _Atom, after: _Atom, size: float) -> float:
        return self.measure(before.style if before.span == after.span else "text", size, " ")

    def _words(self, spans: Spans, size: float) -> list[_Word]:
        """Cut spans at their blanks. What no blank parts stays together, of whatever styles it is."""
        words: list[_Word] = [[]]
        for number, span in enumerate(spans):
            parts = [span.text] if span.style == "key" else span.text.split(" ")
            pad = self.px(_PAD) if span.style in ("code", "key") else 0.0
            for index, part in enumerate(parts):
                if index and words[-1]:
                    words.append([])
                if part:
                    lead, trail = pad * (not index), pad * (index == len(parts) - 1)
                    width = lead + self.measure(span.style, size, part) + trail
                    words[-1].append(_Atom(part, width, lead, number, span.style))
        return [word for word in words if word]

    def _cut(self, word: _Word, room: float, size: float) -> list[_Word]:
        """Cut a word that is longer than a line into parts that are not."""
        parts: list[_Word] = []
        for atom in word:
            rest = atom.text
            while rest:
                count = len(rest)
                while count > 1 and self.measure(atom.style, size, rest[:count]) + 2 * self.px(_PAD) > room:
                    count -= 1
                width = atom.lead + self.measure(atom.style, size, rest[:count]) + atom.lead
                parts.append([atom._replace(text=rest[:count], width=width)])
                rest = rest[count:]
        return parts

    def _line(self, line: list[tuple[float, _Atom]], size: float, links: list[int]) -> None:
        """Make pieces of a line: neighbours of one span are one piece."""
        height = round(size * _LINE)
        for _, group in groupby(line, key=lambda placed: placed[1].span):
            run = list(group)
            (x, first), (last_x, last) = run[0], run[-1]
            text = " ".join(atom.text for _, atom in run)
            end = last_x + last.width
            if first.style in ("code", "key"):
                kind: BoxKind = "key" if first.style == "key" else "inline"
                self._boxes.append(DrawnBox(x, self.y, end, self.y + height - self.px(2.0), kind))
            start = x + first.lead
            width = self.measure(first.style, size, text)
            link = links[first.span]
            self._pieces.append(TextPiece(start, self.y, width, text, first.style, size, link))
            if link >= 0:
                known = self.links[link]
                top = self.y if known.top == known.bottom else known.top
                self.links[link] = known._replace(top=top, bottom=self.y + height)
        self.y += height


def _width(word: _Word) -> float:
    return sum(atom.width for atom in word)


def wrapped(line: str, fits: int) -> list[str]:
    """Cut a line of code into lines of so many letters, the later ones indented a little more than the first."""
    if len(line) <= fits:
        return [line]
    indent = len(line) - len(line.lstrip()) + 4
    indent = indent if indent < fits // 2 else 0
    parts: list[str] = []
    rest = line
    while len(rest) > fits:
        cut = rest.rfind(" ", indent + 1, fits + 1)
        cut = cut if cut > fits // 2 else fits
        parts.append(rest[:cut].rstrip())
        rest = " " * indent + rest[cut:].lstrip()
    return [*parts, rest]
