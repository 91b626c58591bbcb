"""Read a level file of The Butterfly Effect into plain values; nothing is converted here."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from sandbox.design.design import MAX_NUMBER, MAX_PARTS
from sandbox.design.geometry import Point
from sandbox.errors import BadFile
from sandbox.levels.formats import markup
from sandbox.levels.formats.markup import Element
from sandbox.levels.formats.tbe_types import TOO_SMALL, Outline

DEFAULT_SIZE = (3.0, 2.0)  # m: of a scene that names none
MAX_COUNT = 1000  # of one kind of thing in a toolbox
_NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*")
_WHOLE = re.compile(r"[-+]?[0-9]{1,9}")
_POINT = re.compile(r"\s*\(([^(),]*),([^(),]*)\)\s*")
NUMBERS = (
    "Mass", "Friction", "Bounciness", "Radius", "Thrust", "SpringConstant", "TranslationGuide", "Speed", "Torque",
    "Force",
)  # fmt: skip
POINTS = ("PivotPoint",)
T = TypeVar("T")


class Thing(NamedTuple):
    """An object element; a size or a place that it lacks is None."""

    type: str
    x: float | None
    y: float | None
    angle: float | None
    width: float | None
    height: float | None
    id: str
    properties: dict[str, str]
    line: int

    def number(self, key: str) -> float | None:
        """Return a property as a number; None without it, and if it is none: there the type's own counts then."""
        return _readable(number, self.properties.get(key, ""))

    def point(self, key: str) -> Point | None:
        """Return a property as a point, written (x,y); None without it, and if it is none."""
        return _readable(point, self.properties.get(key, ""))

    def flag(self, key: str) -> bool:
        return self.properties.get(key, "").strip().lower() in ("true", "yes")

    def misread(self) -> list[str]:
        """List the properties that say something, but not what they should: a number, or a point."""
        readers: tuple[tuple[tuple[str, ...], Callable[[str, str], object]], ...] = (
            (NUMBERS, number), (POINTS, point),
        )  # fmt: skip
        readings = [(key, self.properties.get(key, ""), read) for keys, read in readers for key in keys]
        return [key for key, text, read in readings if text.strip() and _readable(read, text) is None]


def _readable(reader: Callable[[str, str], T], text: str) -> T | None:
    try:
        return reader(text, "")
    except BadFile:
        return None


class ToolboxGroup(NamedTuple):
    """A group of the toolbox."""

    name: str  # "" where it has none of its own
    amount: int
    thing: Thing


class GoalElement(NamedTuple):
    """A goal element; `fails`: when it is true, the level is lost."""

    type: str
    fails: bool
    properties: dict[str, str]
    line: int


class Tip(NamedTuple):
    """A hint element: the object to take out of the toolbox, and its place. Values that it lacks are None."""

    type: str
    x: float | None
    y: float | None
    angle: float | None
    width: float | None
    height: float | None
    line: int


class TbeLevel(NamedTuple):
    title: str
    author: str
    licence: str
    description: str
    width: float
    height: float
    things: tuple[Thing, ...]
    toolbox: tuple[ToolboxGroup, ...]
    aims: tuple[GoalElement, ...]
    tips: tuple[Tip, ...]
    strange: tuple[tuple[str, int], ...]  # elements that no level of this format has, with their lines


def read(path: Path) -> TbeLevel:
    """Read the level in a file.

    Raises:
        BadFile: one sentence with the file, the line and the rule.
    """
    root = markup.read(path)
    try:
        return _level(root)
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


def _level(root: Element) -> TbeLevel:
    if root.tag != "tbe-level":
        raise BadFile(
            f"not a level of The Butterfly Effect: its outermost element is <{root.tag:.40}>, not <tbe-level>"
        )
    if root.find("scene/predefined") is None:
        raise BadFile("not a level of The Butterfly Effect: it has no <scene> with <predefined> objects")
    size = root.find("scene/scenesize")
    width, height = DEFAULT_SIZE
    if size is not None:
        width, height = _size(size, "width", DEFAULT_SIZE[0]), _size(size, "height", DEFAULT_SIZE[1])
    things = tuple(_thing(element) for element in root.all("scene/predefined/object"))
    if len(things) > MAX_PARTS:
        raise BadFile(f"it has {len(things)} objects; a level holds up to {MAX_PARTS}")
    for thing in things:
        if thing.x is None or thing.y is None:
            raise BadFile(f"line {thing.line}: the {thing.type} has no {'X' if thing.x is None else 'Y'}")
    return TbeLevel(
        _in_english(root, "levelinfo/title"),
        _plain(root.find("levelinfo/author")),
        _plain(root.find("levelinfo/license")),
        _in_english(root, "levelinfo/description"),
        width,
        height,
        things,
        tuple(_item(element) for element in root.all("toolbox/toolboxitem")),
        tuple(_aim(element) for element in root.all("goals/goal")),
        tuple(_tip(element) for element in root.all("hints/hint")),
        tuple(_strange(root)),
    )


def _size(element: Element, name: str, default: float) -> float:
    value = _attribute(element, name)
    if value is not None and not 0.1 <= value <= 1000:
        raise BadFile(f"line {element.line}: the scene's {name} is {value:g}; it goes from 0.1 to 1000 m")
    return default if value is None else value


def _thing(element: Element) -> Thing:
    type_ = element.attributes.get("type", "").strip()
    if not type_:
        raise BadFile(f"line {element.line}: an object without a type")
    return Thing(
        type_,
        _attribute(element, "X"),
        _attribute(element, "Y"),
        _readable(number, element.attributes.get("angle", "")),
        _extent(element, "width"),
        _extent(element, "height"),
        element.attributes.get("ID", ""),
        _properties(element),
        element.line,
    )


def _item(element: Element) -> ToolboxGroup:
    first = element.find("object")  # more of them are not looked at there either
    if first is None:
        raise BadFile(f"line {element.line}: a toolbox item that holds no object")
    thing = _thing(first)
    if thing.x is None or thing.y is None:  # without a place there is no angle there either
        thing = thing._replace(angle=None)
    return ToolboxGroup(element.attributes.get("name", "").strip(), _count(element), thing)


def _count(element: Element) -> int:
    """Return how many a toolbox item holds; there what is not a whole number, and 0, means one."""
    text = element.attributes.get("count", "").strip()
    count = int(text) if _WHOLE.fullmatch(text) else 0
    if count > MAX_COUNT:
        raise BadFile(f"line {element.line}: the count {text:.20} is more than {MAX_COUNT}")
    return max(0, count or 1)


def _aim(element: Element) -> GoalElement:
    type_ = element.attributes.get("type", "")
    fails = element.attributes.get("isFail", "false").strip().lower() == "true"
    return GoalElement(type_, fails, _properties(element), element.line)


def _tip(element: Element) -> Tip:
    type_ = element.attributes.get("object", "").strip()
    if not type_:
        raise BadFile(f"line {element.line}: a hint that names no object")
    x, y, angle, width, height = (
        _readable(number, element.attributes.get(name, "")) for name in ("X", "Y", "angle", "width", "height")
    )
    return Tip(type_, x, y, angle, _large_enough(width), _large_enough(height), element.line)


def _properties(element: Element) -> dict[str, str]:
    properties = {}
    for child in element.children:
        if child.tag == "property":
            # The first attribute counts there, whatever its name.
            key = child.attributes.get("key", next(iter(child.attributes.values()), "")).strip()
            if not key:
                raise BadFile(f"line {child.line}: a property without a key")
            properties[key] = child.text
    return properties


# What may stand in the elements of which TBE reads all. In others it looks for what it knows, and passes by the rest:
# that has no effect there, and so none here.
_ALL_READ = {
    "predefined": ("object",),
    "toolbox": ("toolboxitem",),
    "object": ("property", "tooltip"),
    "goals": ("goal",),
    "goal": ("property",),
    "hints": ("hint",),
}


def _strange(element: Element) -> list[tuple[str, int]]:
    """List the elements inside an element that TBE would stumble over there."""
    names = []
    for child in element.children:
        if child.tag not in _ALL_READ.get(element.tag, (child.tag,)):
            names.append((f"<{child.tag}> in <{element.tag}>", child.line))
        else:
            names += _strange(child)
    return names


def _attribute(element: Element, name: str) -> float | None:
    value = element.attributes.get(name)
    return number(value, f"line {element.line}: {name}") if value is not None and value.strip() else None


def _extent(element: Element, name: str) -> float | None:
    return _large_enough(_attribute(element, name))


def _large_enough(value: float | None) -> float | None:
    return value if value is not None and value > TOO_SMALL else None


def _plain(element: Element | None) -> str:
    return plain_text(element.text) if element is not None else ""


def _in_english(root: Element, path: str) -> str:
    """Return a text that may stand in several languages: the one that names none, or else English, or the first.

    Of several texts that name none the last one counts, as there.
    """
    texts = root.all(path)
    without = [element for element in texts if not element.attributes.get("lang", "")]
    english = [element for element in texts if element.attributes.get("lang", "").lower().startswith("en")]
    return _plain(next(iter((*without[::-1], *english, *texts)), None))


def number(text: str, where: str) -> float:
    """Read a number as it is written in a level.

    Raises:
        BadFile: it is none, or too large.
    """
    if not _NUMBER.fullmatch(text):
        raise BadFile(f"{where} is {text.strip()!r:.40}, which is not a number")
    value = float(text)
    if not abs(value) <= MAX_NUMBER:
        raise BadFile(f"{where} is {text.strip():.40}; numbers go from {-MAX_NUMBER:g} to {MAX_NUMBER:g}")
    return value


def point(text: str, where: str) -> Point:
    """Read a point as it is written in a level: ``(0.1,-0.2)``.

    Raises:
        BadFile: it is none.
    """
    match = _POINT.fullmatch(text)
    if match is None:
        raise BadFile(f"{where} is {text.strip()!r:.40}; a point is written (x,y)")
    return number(match[1], where), number(match[2], where)


def outlines(text: str, where: str) -> tuple[Outline, ...]:
    """Read polygons as they are written in a level: points joined by "=", polygons by ";"; there may be too many.

    Raises:
        BadFile: something in it is not a point.
    """
    return tuple(
        tuple(point(corner, where) for corner in polygon.split("=") if corner.strip())
        for polygon in text.split(";")
        if polygon.strip()
    )


def plain_text(text: str) -> str:
    """Turn a text that may hold HTML into plain text: line breaks are kept, other tags are left out."""
    text = re.sub(r"\s*<br\s*/?>\s*|\s*</?p>\s*", "\n", " ".join(text.split()), flags=re.IGNORECASE)
    text = html.unescape(re.sub(r"</?[a-zA-Z][^<>]*>", "", text))
    return re.sub(r"\n{3,}", "\n\n", text).strip()
