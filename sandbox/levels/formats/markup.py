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
    root = Element("", {}, 0)
    open_: list[Element] = [root]
    counted = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal counted
        counted += 1
        if len(open_) > MAX_DEPTH:
            raise BadFile(f"line {parser.CurrentLineNumber}: elements are nested more than {MAX_DEPTH} deep")
        if counted > MAX_ELEMENTS:
            raise BadFile(f"line {parser.CurrentLineNumber}: more than {MAX_ELEMENTS} elements, which no level has")
        element = Element(tag, attributes, parser.CurrentLineNumber)
        open_[-1].children.append(element)
        open_.append(element)

    def text(more: str) -> None:
        pieces.setdefault(id(open_[-1]), []).append(more)

    def end(tag: str) -> None:
        element = open_.pop()
        element.text = "".join(pieces.pop(id(element), ()))

    def doctype(name: str, system: str | None, public: str | None, has_subset: int) -> None:
        if has_subset or system or public:
            where = f"line {parser.CurrentLineNumber}"
            raise BadFile(f"{where}: the document type declares things of its own, which is not read from strangers")

    def entity(*_: object) -> None:
        raise BadFile(f"line {parser.CurrentLineNumber}: it declares an entity, which is not read from strangers")

    pieces: dict[int, list[str]] = {}
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data, True)
    except (LookupError, ValueError) as error:  # an encoding that python does not know
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"line {parser.CurrentLineNumber}: {error}") from None
    return root.children[0]


__all__ = ["Element", "parse", "read"]
