"""Read XML that somebody else wrote: elements with their lines, no entities, no doctype tricks, bounded size.

The Butterfly Effect's levels are read there by a parser that lets an attribute stand twice in a tag (the last one
counts), so that is mended here too; everything else must be well-formed.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from sandbox.errors import BadFile
from sandbox.reading import files

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 50
MAX_ELEMENTS = 200_000
MAX_NAME = 200  # characters of the name of a tag
MAX_TAG = 64 * 1024  # characters of a tag with all its attributes
_ASCII = ("utf-8", "utf8", "us-ascii", "ascii")
_ENCODINGS = (
    *_ASCII, "utf-16", *(f"iso-8859-{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16)),
    "latin1", *(f"windows-{number}" for number in range(1250, 1259)),
)  # fmt: skip
_DECLARED = re.compile(rb"(?:\xef\xbb\xbf)?<\?xml[^>]{0,200}?\sencoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
# Each alternative takes all that it can and never gives anything back, so that the time is linear in the text.
_TAG = re.compile(
    rb"<!--(?:[^-]|-(?!->))*+|<!\[CDATA\[(?:[^\]]|\](?!\]>))*+|<\?(?:[^?]|\?(?!>))*+"
    rb"|<([^\s<>/!?\"'=]++)(?:[^<>\"']++|\"[^\"]*+\"?|'[^']*+'?)*+"
)
_ATTRIBUTE = re.compile(rb"([^\s=<>\"'/]++)(?:\s*+=\s*+(\"[^\"<]*+\"|'[^'<]*+'))?+")


@dataclass
class Element:
    """An element; `text` is the text directly in it, before, between and after its children."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def find(self, path: str) -> Element | None:
        """Find the first element at a path of tags below this one, such as ``scene/predefined``."""
        element: Element | None = self
        for tag in path.split("/"):
            element = (
                next((child for child in element.children if child.tag == tag), None) if element is not None else None
            )
        return element

    def all(self, path: str) -> list[Element]:
        """List the elements with the last tag of a path in the first element that the rest of the path leads to."""
        above, _, tag = path.rpartition("/")
        parent = self.find(above) if above else self
        return [child for child in parent.children if child.tag == tag] if parent is not None else []


def read(path: Path, of_svg: bool = False) -> Element:
    """Read the root element of a file.

    Args:
        of_svg: it may have what drawings have: the document type of SVG by its public name, which is not fetched, and
            a tag of any size, which holds an outline or a picture.

    Raises:
        BadFile: one sentence with the file, the line and the rule.
    """
    data = files.read_bytes(path, MAX_BYTES, "level")
    try:
        return parse(data, of_svg)
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


def parse(data: bytes, of_svg: bool = False) -> Element:
    """Parse the root element of a text; `of_svg` is as in `read`.

    Raises:
        BadFile: one sentence with the line and the rule.
    """
    data = _looked_over(_as_utf8(data), MAX_BYTES if of_svg else MAX_TAG)
    parser = expat.ParserCreate("utf-8")
    try:
        return _parse(parser, data, of_svg)
    except expat.ExpatError as error:
        reason = expat.errors.messages.get(error.code, "syntax error")
        raise BadFile(f"line {error.lineno}: not well-formed XML ({reason})") from None


def _as_utf8(data: bytes) -> bytes:
    """Return a text in UTF-8, whatever encoding its byte order mark or its first line names."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        name = "utf-16"
    else:
        declared = _DECLARED.match(data)
        name = declared[1].decode("ascii").lower() if declared else "utf-8"
    if name not in _ENCODINGS:
        raise BadFile(f"line 1: the encoding {name:.40} is not read; save it as UTF-8")
    try:
        return data if name in _ASCII else data.decode(name).encode("utf-8")
    except UnicodeError:
        raise BadFile(f"line 1: not well-formed XML (it is not in its encoding, {name})") from None


def _looked_over(data: bytes, longest: int) -> bytes:
    """Refuse tags that the parser could not bear, and leave of two attributes with one name only the last.

    Each tag is looked at once. What is no tag, or not closed, is left to the parser.
    """
    cuts: list[re.Match[bytes]] = []
    for tag in _TAG.finditer(data):
        if tag[1] is None:  # a comment, a section of text or an instruction
            continue
        if len(tag[1]) > MAX_NAME:
            raise BadFile(f"line {_line(data, tag.start())}: a tag whose name has {len(tag[1])} characters")
        if tag.end() - tag.start() > longest:
            raise BadFile(f"line {_line(data, tag.start())}: a tag of {tag.end() - tag.start()} characters")
        last: dict[bytes, re.Match[bytes]] = {}
        for attribute in _ATTRIBUTE.finditer(data, tag.end(1), tag.end()):
            if attribute[2] is not None:
                if attribute[1] in last:
                    cuts.append(last[attribute[1]])
                last[attribute[1]] = attribute
    if not cuts:
        return data
    pieces, done = [], 0
    for cut in sorted(cuts, key=re.Match.start):
        pieces += [data[done : cut.start()], b" " + b"\n" * cut[0].count(b"\n")]  # line numbers stay
        done = cut.end()
    return b"".join((*pieces, data[done:]))


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1


def _parse(parser: expat.XMLParserType, data: bytes, of_svg: bool) -> Element:
    builder = _TreeBuilder(parser, of_svg)
    try:
        parser.Parse(data, True)
    except (LookupError, ValueError) as error:  # an encoding that python does not know
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"line {parser.CurrentLineNumber}: {error}") from None
    return builder.root.children[0]


class _TreeBuilder:
    """Builds elements out of what a parser reads, within limits; document types and entities are refused."""

    def __init__(self, parser: expat.XMLParserType, of_svg: bool) -> None:
        self._may_name_type = of_svg
        self.root = Element("", {}, 0)
        self._parser = parser
        self._open: list[Element] = [self.root]
        self._count = 0
        self._pieces: dict[int, list[str]] = {}  # of the text of each open element
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = self._entity

    @property
    def _place(self) -> str:
        return f"line {self._parser.CurrentLineNumber}"

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if len(self._open) > MAX_DEPTH:
            raise BadFile(f"{self._place}: elements are nested more than {MAX_DEPTH} deep")
        if self._count > MAX_ELEMENTS:
            raise BadFile(f"{self._place}: more than {MAX_ELEMENTS} elements, which no level has")
        element = Element(tag, attributes, self._parser.CurrentLineNumber)
        self._open[-1].children.append(element)
        self._open.append(element)

    def _text(self, more: str) -> None:
        self._pieces.setdefault(id(self._open[-1]), []).append(more)

    def _end(self, tag: str) -> None:
        element = self._open.pop()
        element.text = "".join(self._pieces.pop(id(element), ()))

    def _doctype(self, name: str, system: str | None, public: str | None, has_subset: int) -> None:
        if has_subset or ((system or public) and not self._may_name_type):
            raise BadFile(
                f"{self._place}: the document type declares things of its own, which is not read from strangers"
            )

    def _entity(self, *_: object) -> None:
        raise BadFile(f"{self._place}: it declares an entity, which is not read from strangers")
