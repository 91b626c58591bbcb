"""A level as a person types it: quantities with units, parts without ids, and keys and values of a wrong type.

What does not fit is noted as a `Mistake` with its place and left out; the rest goes on, so that all mistakes of a file
are found together. What the values mean for each other is for `mistakes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from sandbox import parts
from sandbox.design.conditions import CONDITIONS
from sandbox.design.design import Design, Hint, Link, PartSpec, StockItem, Value, World
from sandbox.design.values import MAX_ID, check_plain
from sandbox.errors import BadFile
from sandbox.levels.format_fields import KEYS, NOUNS, KeyWords
from sandbox.parts.kind import Kind, LinkKind
from sandbox.parts.properties import Property
from sandbox.reading import quantities
from sandbox.reading.nearest import meant, meant_or_all, nearest
from sandbox.reading.toml_lines import Path

MOST_TOLD = 100  # mistakes; whoever has made more of them mends these first
MOST_RADIANS = 6  # a whole number above it is an angle in degrees: so much is nearly a full turn
_BARE_NUMBER = re.compile(r"\s*[+-]?[\d.,]+(?:[eE][+-]?\d+)?\s*")
NAMES = ("part", "other", "container", "link")  # the keys that name a part or a link by its id


class Mistake(NamedTuple):
    """A sentence about what is wrong at a place of a level."""

    path: Path
    text: str


class Enough(Exception):
    """So many mistakes are noted that no more are looked for."""


class Notes:
    """The mistakes that have been found; finding the nearest name for a hundred thousand would take minutes."""

    def __init__(self, found: Iterable[Mistake] = ()) -> None:
        self.mistakes = [*found]

    def note(self, path: Path, text: str) -> None:
        """Note a mistake.

        Raises:
            Enough: there are too many.
        """
        self.mistakes.append(Mistake(path, text))
        if len(self.mistakes) > MOST_TOLD:
            raise Enough


class _Wrong:
    """Stands for a value that does not fit."""


_WRONG = _Wrong()


@cache
def structs() -> dict[type, inspect.StructType]:
    """Return what msgspec knows about each class of a level file."""
    return {cls: _struct(cls) for cls in KEYS}


def _struct(cls: type) -> inspect.StructType:
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    return info


def in_degrees(plain: dict[str, Any]) -> bool:
    """Tell whether a part or a hint is turned by a whole number that can only be meant as degrees.

    The program itself never writes an angle as a whole number.
    """
    placed = (item for name in ("parts", "hints") if isinstance(plain.get(name), list) for item in plain[name])
    return any(isinstance(item, dict) and _is_in_degrees(item.get("angle")) for item in placed)


def _is_in_degrees(angle: Any) -> bool:
    return type(angle) is int and abs(angle) > MOST_RADIANS


def shown(value: Any) -> str:
    """Write a value as people write it in a level, if it is short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value!r:.40}"
    if isinstance(value, str):
        return f"'{value:.40}'"
    return "a list" if isinstance(value, list) else "a table" if isinstance(value, dict) else "a date or a time"


def _fits(value: str, type_: inspect.StrType) -> bool:
    """Tell whether a text is as short as its type asks for, and of one line."""
    return len(value) <= (type_.max_length or len(value)) and re.search(type_.pattern or "", value) is not None


class Handwriting:
    """The plain values of a level, one by one: `fitted` has those that fit; what is wrong with others is noted.

    `kept` has, for each list of the level, the numbers (from 0) of its elements in `fitted`.
    """

    def __init__(self, plain: dict[str, Any], notes: Notes) -> None:
        """Read the values of a level.

        Raises:
            Enough: there are too many mistakes.
        """
        self.note = notes.note
        self.kept: dict[str, list[int]] = {}
        self.without_id = False
        self._ids = _free_ids(plain)
        self._plain = plain
        fitted = self._fields(plain, structs()[Design], ())
        self.fitted: dict[str, Any] = fitted if isinstance(fitted, dict) else {}

    # -- tables

    def _table(self, value: Any, info: inspect.StructType, path: Path) -> Any:
        cls: Any = info.cls
        noun = NOUNS[cls]
        if not isinstance(value, dict):
            first = next(field.encode_name for field in info.fields)
            self.note(path, f"{noun} is a table with keys, as in {{ {first} = ... }}, and not {shown(value)}")
            return _WRONG
        return self._fields(value, info, path)

    def _fields(self, value: dict[str, Any], info: inspect.StructType, path: Path) -> Any:
        cls: Any = info.cls
        words = KEYS[cls]
        meant_by_others = set()
        for key in value:
            if key not in words and key != info.tag_field:
                sentence, near = self._unknown_key(cls, key, value)
                self.note((*path, key), sentence + (f"; is '{near}' meant?" if near else ""))
                meant_by_others.add(near)
        fitted: dict[str, Any] = {} if info.tag_field is None else {info.tag_field: info.tag}
        whole = True
        missing = []
        for field in info.fields:
            name = field.encode_name
            if name not in value:
                if name == "id" and cls in (PartSpec, Link):
                    fitted["id"], self.without_id = next(self._ids), True
                elif field.required and name in meant_by_others:
                    whole = False
                elif field.required:
                    missing.append(f"{name} ({_lower(words[name].about)}{_in(words[name].unit)})")
                continue
            if name == "props":
                item = self._props(value, cls, path)
            else:
                item = self._value(value[name], field.type, (*path, name), words[name])
            if item is not _WRONG:
                fitted[name] = item
            elif field.required:
                whole = False
        if missing:
            self.note(path, f"{NOUNS[cls]} needs {' and '.join(missing)}")
        if "kind" in words and cls in (PartSpec, Link, Hint, StockItem) and whole and not missing:
            whole = self._knows_kind(cls, value, path)
        return fitted if whole and not missing else _WRONG

    def _unknown_key(self, cls: Any, key: str, table: dict[str, Any]) -> tuple[str, str]:
        """Say that a table has no such key, and where it belongs; return that, and the key that may be meant."""
        words = KEYS[cls]
        sentence = f"{NOUNS[cls]} has no key '{key:.40}'"
        kind = _kind_of(table)
        if kind is not None and "props" in words and kind.property(key) is not None:
            return f"{sentence}; it is a property: write props = {{ {key} = ... }}", ""
        if cls is Design and key in KEYS[World]:
            return f"{sentence}; it belongs below [world]", ""
        near = nearest(key, [name for name in words if name not in table])
        if not near and cls is not Design and key in KEYS[Design]:
            return f"{sentence}; it belongs to the level: write it above the first line with a [table]", ""
        names = ", ".join(name for name in words if name != "author")
        return f"{sentence} (it has: {names})", near

    def _knows_kind(self, cls: type, table: dict[str, Any], path: Path) -> bool:
        name = table["kind"]
        if cls is Link or (cls is Hint and ("a" in table or "b" in table)):
            among: list[str] = [*parts.LINKS]
            noun = "link"
        elif cls is PartSpec:
            among, noun = [*parts.KINDS], "part"
        else:
            among, noun = [*parts.KINDS, *parts.LINKS], "part or link"
        if name in among:
            return True
        why = f"there is no kind of {noun} '{name:.40}'"
        if cls is PartSpec and name in parts.LINKS:
            why += "; it is a kind of link: write it into links, with its ends a and b"
        elif cls is Link and name in parts.KINDS:
            why += "; it is a kind of part: write it into parts"
        else:
            why += meant_or_all(name, among) if cls is Link else meant(name, among) or "; `sandbox parts` lists all"
        self.note((*path, "kind"), why)
        return False

    # -- properties

    def _props(self, table: dict[str, Any], cls: type, path: Path) -> Any:
        props, path = table["props"], (*path, "props")
        if not isinstance(props, dict):
            self.note(path, f"props is a table of properties, as in props = {{ width = 0.7 }}, and not {shown(props)}")
            return _WRONG
        kind = _kind_of(table)
        if kind is None:
            return {}  # nobody knows what it may have
        fitted = {}
        name = _name_of(cls, table, path, kind)
        for key, value in props.items():
            item = self._prop(kind, key, value, (*path, key), name, KEYS[cls])
            if item is not _WRONG:
                fitted[key] = item
        return fitted

    def _prop(
        self, kind: Kind | LinkKind, key: str, value: Any, path: Path, name: str, words: dict[str, KeyWords]
    ) -> Any:
        prop = kind.property(key)
        if prop is None and key in words and key != "props":
            self.note(path, f"{name}: '{key}' is no property; write it beside props, and not into it")
            return _WRONG
        if prop is not None and isinstance(value, str) and prop.type == "number":
            number = self._quantity(value, path, f"{name}: {key}", prop.unit)
            if number is _WRONG:
                return _WRONG
            value = number
        try:
            check_plain(value, f"{name}: {key}")
            parts.fit_props(kind, {key: msgspec.convert(value, Value)}, name)
        except msgspec.ValidationError:
            self.note(path, f"{name}: {key} can't be {shown(value)}; {_allowed(prop)}")
        except BadFile as error:
            self.note(path, f"{error}")
        else:
            return value
        return _WRONG

    # -- values

    def _value(self, value: Any, type_: inspect.Type, path: Path, words: KeyWords) -> Any:
        if isinstance(type_, inspect.UnionType):
            return self._one_of(value, type_, path, words)
        if isinstance(type_, inspect.StructType):
            return self._table(value, type_, path)
        if isinstance(type_, inspect.VarTupleType):
            return self._list(value, type_.item_type, path, words)
        if isinstance(type_, inspect.TupleType):
            return self._point(value, path, words)
        if isinstance(type_, inspect.DictType):
            return self._stock(value, type_.value_type, path)
        name = str(path[-1]) if isinstance(path[-1], str) else f"{path[-2]}"
        if isinstance(type_, inspect.BoolType):
            if isinstance(value, bool):
                return value
            self.note(path, f"{name} is {shown(value)}; it is true or false, without quotes")
        elif isinstance(type_, inspect.IntType):
            return self._whole(value, type_, path, name)
        elif isinstance(type_, inspect.FloatType):
            return self._number(value, type_, path, name, words.unit)
        else:
            return self._text(value, type_, path, name, words)
        return _WRONG

    def _one_of(self, value: Any, type_: inspect.UnionType, path: Path, words: KeyWords) -> Any:
        choices = [choice for choice in type_.types if not isinstance(choice, inspect.NoneType)]
        if len(choices) == 1:
            return self._value(value, choices[0], path, words)
        if all(isinstance(choice, inspect.StructType) and choice.tag_field for choice in choices):
            return self._condition(value, path)
        number, item = choices if isinstance(choices[0], inspect.IntType) else choices[::-1]
        return self._value(value, item if isinstance(value, dict) else number, path, words)  # of the stock

    def _condition(self, value: Any, path: Path) -> Any:
        if not isinstance(value, dict):
            example = '{ is = "touches", part = 1, other = 2 }'
            self.note(path, f"a condition is a table, as in {example}, and not {shown(value)}")
            return _WRONG
        tag = value.get("is")
        cls = CONDITIONS.get(tag) if isinstance(tag, str) else None
        if cls is not None:
            return self._fields(value, structs()[cls], path)
        known = ", ".join(sorted(CONDITIONS))
        if tag is None:
            self.note(path, f"a condition needs is = with its name: one of {known}")
        else:
            near = meant(str(tag), CONDITIONS)
            self.note((*path, "is"), f"there is no condition {shown(tag)}" + (near or f"; known are {known}"))
        return _WRONG

    def _list(self, value: Any, type_: inspect.Type, path: Path, words: KeyWords) -> Any:
        if not isinstance(value, list):
            self.note(path, f"{path[-1]} is a list, as in {path[-1]} = [...], and not {shown(value)}")
            return _WRONG
        items = [self._value(item, type_, (*path, number), words) for number, item in enumerate(value)]
        kept = [number for number, item in enumerate(items) if item is not _WRONG]
        if len(path) == 1:
            self.kept[str(path[0])] = kept
        elif len(kept) < len(items):
            return _WRONG  # a condition or a link without one of its own is another one
        return [items[number] for number in kept]

    def _point(self, value: Any, path: Path, words: KeyWords) -> Any:
        if not isinstance(value, list) or len(value) != 2:
            self.note(path, f"{path[-1]} is a point, as in {path[-1]} = [0.1, 0.2], and not {shown(value)}")
            return _WRONG
        free = inspect.FloatType()
        point = [self._number(item, free, (*path, n), f"{path[-1]}", words.unit) for n, item in enumerate(value)]
        return _WRONG if _WRONG in point else point

    def _stock(self, value: Any, type_: inspect.Type, path: Path) -> Any:
        if not isinstance(value, dict):
            self.note(path, f"the stock is a table of kinds with their numbers, below [stock], and not {shown(value)}")
            return _WRONG
        fitted = {}
        for name, item in value.items():
            place = (*path, name)
            if not isinstance(item, dict) and name not in parts.KINDS and name not in parts.LINKS:
                near = meant(name, [*parts.KINDS, *parts.LINKS]) or "; `sandbox parts` lists all"
                self.note(place, f"there is no kind of part or link '{name:.40}' for the stock{near}")
                continue
            item = self._value(item, type_, place, KEYS[StockItem]["count"])
            if item is not _WRONG:
                fitted[name] = item
        return fitted

    def _text(self, value: Any, type_: inspect.Type, path: Path, name: str, words: KeyWords) -> Any:
        if isinstance(value, str):
            if isinstance(type_, inspect.StrType) and type_.max_length is not None and not _fits(value, type_):
                most = type_.max_length
                self.note(path, f"{name} is {shown(value)}; it is a text of one line, of up to {most} characters")
                return _WRONG
            return value if self._is_plain(value, path, name) else _WRONG
        choices = f": one of {', '.join(words.choices)}" if words.choices else ""
        self.note(path, f"{name} is {shown(value)}; it is a text in quotes{choices}")
        return _WRONG

    def _whole(self, value: Any, type_: inspect.IntType, path: Path, name: str) -> Any:
        by_id = name in NAMES or name == "via"
        if isinstance(value, bool) or not isinstance(value, int):
            if by_id and isinstance(value, str):
                noun = "links" if name == "link" else "parts"
                self.note(path, f"{name} is {shown(value)}; {noun} are named by their ids{self._id_of(value, noun)}")
            else:
                self.note(path, f"{name} is {shown(value)}; it is a whole number, without quotes and without a point")
            return _WRONG
        low, high = type_.ge, type_.le
        if (low is not None and value < low) or (high is not None and value > high):
            self.note(path, f"{name} is {shown(value)}; it goes from {low:g} to {high:.0f}")
            return _WRONG
        return value if self._is_plain(value, path, name) else _WRONG

    def _id_of(self, kind: str, noun: str) -> str:
        """Say which id the part of a kind has, if there is one such part with an id."""
        items = self._plain.get(noun)
        same = (
            [item for item in items if isinstance(item, dict) and item.get("kind") == kind]
            if isinstance(items, list)
            else []
        )
        if len(same) == 1 and isinstance(same[0].get("id"), int):
            return f"; the {kind:.40} has the id {same[0]['id']}"
        return ", as in part = 3"

    def _number(self, value: Any, type_: inspect.FloatType, path: Path, name: str, unit: str) -> Any:
        if isinstance(value, str):
            value = self._quantity(value, path, name, unit)
            if value is _WRONG:
                return _WRONG
        elif isinstance(value, bool) or not isinstance(value, int | float):
            self.note(path, f"{name} is {shown(value)}; it is a number{_in(unit)}")
            return _WRONG
        elif len(path) == 3 and name == "angle" and unit == "rad" and _is_in_degrees(value):
            turns = abs(value) / 6.283185307179586
            self.note(
                path,
                f'angle is {value} rad, some {turns:.0f} turns; write "{value} deg" for degrees, {value}.0 for radians',
            )
            return _WRONG
        if not self._is_plain(value, path, name):
            return _WRONG
        low, high = type_.ge, type_.le
        if (low is not None and value < low) or (high is not None and value > high):
            self.note(path, f"{name} is {shown(value)}; it goes from {low:g} to {high:.0f} {unit}".rstrip())
            return _WRONG
        return value

    def _quantity(self, value: str, path: Path, name: str, unit: str) -> Any:
        """Return the number that a text with a unit means."""
        number = quantities.parse(value, unit) if unit else None
        if number is None or _BARE_NUMBER.fullmatch(value):
            way = (
                f"; write it without quotes, or with its unit, as in {_examples(unit)}"
                if unit
                else "; write it without quotes"
            )
            self.note(path, f"{name} is {shown(value)}; it is a number{_in(unit)}{way}")
            return _WRONG
        return number

    def _is_plain(self, value: Any, path: Path, name: str) -> bool:
        try:
            check_plain(value, name)
        except BadFile as error:
            self.note(path, f"{error}")
            return False
        return True


def _kind_of(table: dict[str, Any]) -> Kind | LinkKind | None:
    name = table.get("kind")
    return (parts.KINDS.get(name) or parts.LINKS.get(name)) if isinstance(name, str) else None


def _name_of(cls: type, table: dict[str, Any], path: Path, kind: Kind | LinkKind) -> str:
    """Name a part, a link, a hint or an item of the stock in a sentence."""
    if cls in (PartSpec, Link):
        id_ = table.get("id")
        return f"{'part' if cls is PartSpec else 'link'} {f'{id_} ' if isinstance(id_, int) else ''}({kind.title})"
    if cls is Hint:
        return f"hint {int(path[1]) + 1} ({kind.title})"
    return f"stock: item '{path[1]!s:.40}'"


def _allowed(prop: Property | None) -> str:
    return f"it may be {prop.allowed}" if prop is not None else "there is no such property"


def _examples(unit: str) -> str:
    return " or ".join(f'"{number} {name}"' for number, name in zip(("1.5", "15"), quantities.units(unit)))


def _in(unit: str) -> str:
    return f" in {unit}" if unit else ""


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _free_ids(plain: dict[str, Any]) -> Iterator[int]:
    """Yield ids for what has none: higher than those that are there, and none that something refers to.

    What names a part by a number that no part has is a mistake, and must not come to name another part.
    """
    referred = set(_references(plain))
    own = [item.get("id") for name in ("parts", "links") for item in _tables(plain.get(name))]
    next_id = plain.get("next_id")
    high = [id_ for id_ in (*own, next_id - 1 if isinstance(next_id, int) else 0) if isinstance(id_, int)]
    id_ = max((id_ for id_ in high if 0 <= id_ < MAX_ID // 2), default=0)
    while True:
        id_ += 1
        if id_ not in referred:
            yield id_


def _tables(value: Any) -> Iterator[dict[str, Any]]:
    return (item for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())


def _references(value: Any) -> Iterator[int]:
    """Find all ids that anything in a level names."""
    if isinstance(value, dict):
        for name, item in value.items():
            if name in NAMES and isinstance(item, int):
                yield item
            elif name == "via" and isinstance(item, list):
                yield from (id_ for id_ in item if isinstance(id_, int))
                yield from _references(item)
            else:
                yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)
