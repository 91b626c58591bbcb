"""A JSON schema of level files, made from the classes and the kinds, so that editors complete and check what is typed.

It says what can be said of a key by itself or by the kind beside it. What keys mean for each other (ids, ports, names
of states) is only seen when the level is read.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import inspect

from sandbox import parts
from sandbox.design.conditions import CONDITIONS, Condition
from sandbox.design.design import MAX_PARTS, OLDEST_RULES, RULES, Design, Hint, Link, PartSpec, StockItem, World
from sandbox.design.values import MAX_NUMBER, MAX_TEXT
from sandbox.design.world import RANGES
from sandbox.levels.format_fields import KEYS, NOUNS, KeyWords
from sandbox.levels.handwriting import structs
from sandbox.parts.kind import Kind, LinkKind
from sandbox.parts.properties import MAX_CORNERS, MAX_LINE_POINTS, MAX_PIECES, Property
from sandbox.reading import quantities

Schema = dict[str, Any]
_PART, _LINK, _EITHER, _BY_KIND = "kind of part", "kind of link", "kind of part or link", "props by kind"
_KINDS: dict[type, str] = {PartSpec: _PART, Link: _LINK, Hint: _EITHER, StockItem: _EITHER}
_NUMBER = r"^\s*[-+\u2212]?[0-9]*[.,]?[0-9]+[.,]?([eE][-+]?[0-9]+)?(\s*/\s*[0-9.,]+)?\s*"


def schema(format_: int) -> Schema:
    """Return the schema of the levels of a format."""
    level = _struct(Design)
    level["properties"] = {
        "format": {"const": format_, "description": "The format of the file; its first line"},
        **level["properties"],
    }
    level["required"] = ["format", "rules"]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **level,
        "title": "A level of the contraption sandbox",
        "description": 'Metres, seconds and radians, y up; other units stand in quotes, as in "30 deg" or "70 cm".',
        "definitions": {
            **{cls.__name__: _struct(cls) for cls in KEYS if cls is not Design},
            "Condition": {
                "description": "A condition, by its name and its keys",
                "type": "object",
                "required": ["is"],
                "properties": {"is": _names({tag: _first(cls) for tag, cls in CONDITIONS.items()})},
                "allOf": [_if("is", tag, _ref(cls.__name__)) for tag, cls in CONDITIONS.items()],
            },
            _PART: _names({name: kind.help for name, kind in parts.KINDS.items()}),
            _LINK: _names({name: kind.help for name, kind in parts.LINKS.items()}),
            _EITHER: {"anyOf": [_ref(_PART), _ref(_LINK)]},
            _BY_KIND: {
                "allOf": [
                    _if("kind", name, {"properties": {"props": _ref(f"props of {name}")}})
                    for name in (*parts.KINDS, *parts.LINKS)
                ]
            },
            **{f"props of {name}": _props(kind) for name, kind in parts.KINDS.items()},
            **{f"props of {name}": _props(kind) for name, kind in parts.LINKS.items()},
        },
    }


def _struct(cls: Any) -> Schema:
    info, words = structs()[cls], KEYS[cls]
    shown: Schema = {} if info.tag_field is None else {"is": {"const": info.tag}}
    for field in info.fields:
        name = field.encode_name
        if (cls, name) != (Design, "author"):
            shown[name] = {**_described(words[name], field.default), **_of(field.type, cls, name, words[name])}
    required = [field.encode_name for field in info.fields if field.required]
    if cls in (PartSpec, Link):
        required.remove("id")  # what nothing names needs none
    schema: Schema = {"type": "object", "description": _capital(NOUNS[cls]), "properties": shown,
                    "additionalProperties": False}  # fmt: skip
    if cls in _KINDS:
        shown["kind"] = {"description": words["kind"].about, "allOf": [_ref(_KINDS[cls])]}
        schema["allOf"] = [_ref(_BY_KIND)]
    return {**schema, "required": required} if required else schema


def _ref(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


def _if(key: str, value: str, then: Schema) -> Schema:
    return {"if": {"required": [key], "properties": {key: {"const": value}}}, "then": then}


def _of(type_: inspect.Type, cls: Any, name: str, words: KeyWords) -> Schema:
    """Return the schema of the values of a key."""
    if isinstance(type_, inspect.UnionType):
        choices = [choice for choice in type_.types if not isinstance(choice, inspect.NoneType)]
        if len(choices) == 1:
            return _of(choices[0], cls, name, words)
        return _ref("Condition")
    if isinstance(type_, inspect.StructType):
        return _ref(type_.cls.__name__)
    if isinstance(type_, inspect.VarTupleType):
        return {"type": "array", "items": _of(type_.item_type, cls, name, words)}
    if isinstance(type_, inspect.TupleType):
        return {"type": "array", "items": _number(-MAX_NUMBER, MAX_NUMBER, "m"), "minItems": 2, "maxItems": 2}
    if isinstance(type_, inspect.DictType):
        return {"type": "object"} if name == "props" else _stock()
    if isinstance(type_, inspect.BoolType):
        return {"type": "boolean"}
    if isinstance(type_, inspect.StrType):
        if name == "kind" and issubclass(cls, Condition):
            return {"allOf": [_ref(_PART)]}
        if words.choices:
            return {"type": "string", "enum": list(words.choices)}
        pattern = {"pattern": type_.pattern} if type_.pattern else {}
        return {**_text(type_.max_length or MAX_TEXT), **pattern}
    assert isinstance(type_, inspect.IntType | inspect.FloatType)
    low, high = _range(type_, cls, name)
    if isinstance(type_, inspect.FloatType):
        return _number(low, high, words.unit)
    return {"type": "integer", "minimum": low, "maximum": high}


def _range(type_: inspect.IntType | inspect.FloatType, cls: Any, name: str) -> tuple[float, float]:
    if cls is World:
        low, high, _ = RANGES[name]
        return low, high
    if issubclass(cls, Condition) and name in cls.ranges:
        return cls.ranges[name].low, cls.ranges[name].high
    if (cls, name) == (Design, "rules"):
        return OLDEST_RULES, RULES
    if (cls, name) == (StockItem, "count"):
        return 0, MAX_PARTS
    return (
        type_.ge if type_.ge is not None else -MAX_NUMBER,
        type_.le if type_.le is not None else MAX_NUMBER,
    )


def _number(low: float, high: float, unit: str) -> Schema:
    """Return the schema of a number, or of a text with a number and its unit."""
    number = {"type": "number", "minimum": low, "maximum": high}
    if not unit:
        return number
    units = "|".join(re.escape(name).replace(r"\ ", r"\s*") for name in quantities.units(unit))
    return {"anyOf": [number, {"type": "string", "pattern": f"{_NUMBER}({units})\\s*$"}]}


def _text(most: float) -> Schema:
    return {"type": "string", "maxLength": int(most)}


def _stock() -> Schema:
    """Return the schema of the stock: kinds with their numbers, and items that have names of their own."""
    item = _ref("StockItem")
    count = {"type": "integer", "minimum": 0, "maximum": MAX_PARTS}
    kinds = {**parts.KINDS, **parts.LINKS}
    return {
        "type": "object",
        "properties": {name: {"anyOf": [count, item]} for name in kinds},
        "additionalProperties": item,
    }


def _props(kind: Kind | LinkKind) -> Schema:
    shown = {prop.name: _prop(prop) for prop in kind.properties}
    return {"type": "object", "description": kind.help, "properties": shown, "additionalProperties": False}


def _prop(prop: Property) -> Schema:
    about = ": ".join(filter(None, (prop.title, prop.help or prop.allowed)))
    schema: Schema = {"description": about}
    if prop.type not in ("outline", "line"):
        schema["default"] = prop.default
    if prop.type == "switch":
        return schema | {"type": "boolean"}
    if prop.type == "choice":
        return schema | {"type": "string", "enum": list(prop.choices)}
    if prop.type == "text":
        return schema | _text(prop.high)
    if prop.type == "whole":
        return schema | {"type": "integer", "minimum": prop.low, "maximum": prop.high}
    if prop.type == "number":
        return schema | _number(prop.low, prop.high, prop.unit)
    point = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    if prop.type == "line":
        line = {"type": "array", "items": point, "minItems": 2, "maxItems": MAX_LINE_POINTS}
        return schema | {"type": "array", "items": line, "minItems": 1, "maxItems": 1}
    outline = {"type": "array", "items": point, "minItems": 3, "maxItems": MAX_CORNERS}
    return schema | {"type": "array", "items": outline, "minItems": 1, "maxItems": MAX_PIECES}


def _described(words: KeyWords, default: Any) -> Schema:
    about = f"{words.about} ({words.unit})" if words.unit else words.about
    plain = isinstance(default, bool | int | float | str) and default != ""
    return {"description": about, "default": default} if plain else {"description": about}


def _names(helps: dict[str, str]) -> Schema:
    """Return the schema of a text that is one of several names, each with its help (as Taplo shows it)."""
    return {"type": "string", "enum": list(helps), "x-taplo": {"docs": {"enumValues": list(helps.values())}}}


def _first(cls: type[Condition]) -> str:
    """Return what a condition says, in a sentence."""
    return (cls.__doc__ or "").strip().split("\n")[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
