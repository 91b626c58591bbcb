"""The values that a design consists of: their base with its written form, the checks common to all, and a part."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import cache
from numbers import Integral, Real
from typing import Annotated, Any, ClassVar, get_type_hints

import msgspec
from msgspec import Meta, Struct

from sandbox.errors import BadFile

MAX_ID = 2**31 - 1
MAX_NUMBER = 1e6
MAX_TEXT = 4096
MAX_LAYER = 1000
MAX_PLAYERS = 16  # of one session; the first is player 0
Id = Annotated[int, Meta(ge=1, le=MAX_ID)]
GroupNumber = Annotated[int, Meta(ge=0, le=MAX_ID)]
Layers = Annotated[int, Meta(ge=-MAX_LAYER, le=MAX_LAYER)]
MAX_NAME = 40  # characters
PartName = Annotated[str, Meta(max_length=MAX_NAME, pattern=r"^[^\x00-\x1f\x7f]*$")]  # one line
Outlines = tuple[tuple[tuple[float, float], ...], ...]  # polygons, each a tuple of points
Value = bool | int | float | str | Outlines
Values = dict[str, Value]
_PLAIN = (bool, int, float, str)


class Document(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A value in a design.

    End hashes are taken over its `canonical_text`, so that text is a part of the file format. In it a class has its
    `canonical_name`, whatever it is called in the code, and fields have the names and the order of files. Fields that
    the format got after its first recordings are listed in `later`: the text has them only where they differ from
    their defaults, so that older recordings keep their end hashes.
    """

    canonical_name: ClassVar[str]
    later: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        """Bring numbers into the type of their fields, as a file gives them back: 1 and numpy's 1.0 become 1.0.

        They are equal, but the canonical text tells them apart.
        """
        for name, cast in _casts(type(self)):
            value = getattr(self, name)
            fitted = cast(value)
            if fitted is not value:
                msgspec.structs.force_setattr(self, name, fitted)


def _as_float(value: Any) -> Any:
    if type(value) is float or isinstance(value, bool) or not isinstance(value, Real):
        return value
    return float(value)


def _as_int(value: Any) -> Any:
    if type(value) is int or isinstance(value, bool) or not isinstance(value, Integral):
        return value
    return operator.index(value)


def _as_point(value: Any) -> Any:
    if not isinstance(value, tuple | list) or (type(value) is tuple and all(type(number) is float for number in value)):
        return value
    return tuple(map(_as_float, value))


_CASTS: dict[Any, Callable[[Any], Any]] = {float: _as_float, int: _as_int, tuple[float, float] | None: _as_point}


@cache
def _casts(cls: type[Document]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """List a class's fields that hold numbers, each with the function that brings a value into its type."""
    types = get_type_hints(cls)
    return tuple((name, _CASTS[types[name]]) for name in cls.__struct_fields__ if types[name] in _CASTS)


class PartSpec(Document, frozen=True):
    """One part as placed: `props` holds only values that differ from the kind's defaults."""

    canonical_name = "PartSpec"
    later = ("item", "layer", "locked", "group", "name")

    id: Id
    kind: str
    x: float
    y: float
    angle: float = 0.0
    flip: bool = False
    props: Values = {}
    fixed: bool = False  # belongs to the level: a player may not move, change or delete it
    item: str = ""  # the stock item that the player took it from; empty: the one that is named as its kind
    layer: Layers = 0  # for the eye alone: a part on a higher one is drawn over those on lower ones
    locked: bool = False  # against editing, until it is unlocked
    group: GroupNumber = 0  # parts with the same number are selected together; 0: no group
    name: PartName = ""  # what sentences call it, as in "the keg"; empty: the title of its kind, with its id

    def __hash__(self) -> int:
        return hash((self.id, self.kind, self.x, self.y))


def check_plain(value: Any, where: str) -> None:
    """Refuse numbers that are not finite or beyond +-1e6 (ids: 2^31), and texts over 4 KB, anywhere in plain data.

    Raises:
        BadFile: naming the place, as in ``part 3 / x``.
    """
    if not _is_plain(value):
        _blame(value, where)


def _is_plain(value: Any) -> bool:
    """Return True if a value holds nothing to refuse. This is the quick path for nearly all values."""
    kind = type(value)
    if kind is float:
        return bool(-MAX_NUMBER <= value <= MAX_NUMBER)  # False for nan
    if kind is int:
        return bool(-MAX_ID <= value <= MAX_ID)
    if kind is str:
        return value.isascii() and len(value) <= MAX_TEXT
    if kind is dict:
        return all(map(_is_plain, value)) and all(map(_is_plain, value.values()))
    if kind is list or kind is tuple:
        return all(map(_is_plain, value))
    return value is None or kind is bool


def _blame(value: Any, where: str) -> None:
    """Refuse the first value within a value that no file can hold, by the name of its place."""
    if isinstance(value, float):
        if not math.isfinite(value):
            raise BadFile(f"{where} is not a finite number")
        if abs(value) > MAX_NUMBER:
            raise BadFile(f"{where} is {value:g}; numbers go from {-MAX_NUMBER:g} to {MAX_NUMBER:g}")
    elif isinstance(value, int):  # bool too
        if abs(value) > MAX_ID:
            raise BadFile(f"{where} is {value}; whole numbers go up to {MAX_ID}")
    elif isinstance(value, str):
        if len(value.encode("utf-8", "surrogatepass")) > MAX_TEXT:
            raise BadFile(f"{where} is longer than {MAX_TEXT} bytes")
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise BadFile(f"{where} holds half a character (a lone surrogate), which no file can keep")
    elif isinstance(value, dict):
        for key, item in value.items():
            _blame(key, f"{where}: a key")
            _blame(item, f"{where} / {key}")
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value, 1):
            name = item.get("id", index) if isinstance(item, dict) else index
            _blame(item, f"{where} {name}")
    elif value is not None:
        raise BadFile(f"{where} has the type {type(value).__name__}, which no level uses")


def canonical_text(value: Any) -> str:
    """Write a value of a design as the text that end hashes are taken over, which names in the code can't change."""
    if isinstance(value, Document):
        fields = []
        for field, name, default in _fields(type(value)):
            item = getattr(value, field)
            if item != default:
                fields.append(f"{name}={item!r}" if type(item) in _PLAIN else f"{name}={canonical_text(item)}")
        return f"{value.canonical_name}({', '.join(fields)})"
    if isinstance(value, tuple):
        inner = ", ".join(map(canonical_text, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, dict):  # a dict of properties or stock items: there are no documents within outlines
        pairs = [f"{key!r}: {canonical_text(v) if isinstance(v, Document) else repr(v)}" for key, v in value.items()]
        return f"{{{', '.join(pairs)}}}"
    return repr(value)  # a number, a text or None: Python's own form


@cache
def _fields(cls: type[Document]) -> tuple[tuple[str, str, Any], ...]:
    """List a class's attributes, each with its name in files and the value at which `canonical_text` leaves it out."""
    required = len(cls.__struct_fields__) - len(cls.__struct_defaults__)
    defaults = (msgspec.NODEFAULT,) * required + cls.__struct_defaults__
    named = zip(cls.__struct_fields__, cls.__struct_encode_fields__, defaults, strict=True)
    return tuple((field, name, default if name in cls.later else msgspec.NODEFAULT) for field, name, default in named)
