"""Read XML that somebody else wrote: elements with their lines, no entities, no doctype tricks, bounded size.

The Butterfly Effect's levels are read there by a parser that lets an attribute stand twice in a tag (the last one
counts), so that is mended here too; everything else must be well-formed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from sandbox.errors import BadFile

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 50
MAX_ELEMENTS = 200_000

MAX_MENDED = 100  # attributes that stand twice
_ATTRIBUTE = re.compile(rb"([^\s=<>\"'/]+)\s*=\s*(?:\"[^\"<]*\"|'[^'<]*')")


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


def read(path: Path) -> Element:
    """Read the root element of a file.

    Raises:
        BadFile: one sentence with the file, the line and the rule.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadFile(f"{path}: larger than {MAX_BYTES // 2**20} MB, which no level is")
        data = path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path}: can't be read: {error.strerror or error}") from None
    try:
        return parse(data)
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


def parse(data: bytes) -> Element:
    """Parse the root element of a text.

    Raises:
        BadFile: one sentence with the line and the rule.
    """
    for _ in range(MAX_MENDED):
        parser = expat.ParserCreate()
        try:
            return _parse(parser, data)
        except expat.ExpatError as error:
            twice = error.code == expat.errors.codes[expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE]
            mended = _last_counts(data, parser.ErrorByteIndex) if twice else data
            if mended == data:
                reason = expat.errors.messages.get(error.code, "syntax error")
                raise BadFile(f"line {error.lineno}: not well-formed XML ({reason})") from None
            data = mended
    raise BadFile(f"more than {MAX_MENDED} attributes stand twice in a tag")


def _last_counts(data: bytes, second: int) -> bytes:
    """Remove the first of two attributes of one tag, given the first byte of the second; line numbers stay."""
    again = _ATTRIBUTE.match(data, second)
    tag = data.rfind(b"<", 0, second)
    for attribute in _ATTRIBUTE.finditer(data, tag, second) if again and tag >= 0 else ():
        if again is not None and attribute[1] == again[1]:
            blank = b" " + b"\n" * attribute[0].count(b"\n")
            return data[: attribute.start()] + blank + data[attribute.end() :]
    return data


def _parse(parser: expat.XMLParserType, data: bytes) -> Element:
    builder = _TreeBuilder(parser)
    try:
        parser.Parse(data, True)
    except (LookupError, ValueError) as error:  # an encoding that python does not know
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"line {parser.CurrentLineNumber}: {error}") from None
    return builder.root.children[0]


class _TreeBuilder:
    """Builds elements out of what a parser reads, within limits; document types and entities are refused."""

    def __init__(self, parser: expat.XMLParserType) -> None:
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
        if has_subset or system or public:
            raise BadFile(
                f"{self._place}: the document type declares things of its own, which is not read from strangers"
            )

    def _entity(self, *_: object) -> None:
        raise BadFile(f"{self._place}: it declares an entity, which is not read from strangers")


__all__ = ["Element", "parse", "read"]
