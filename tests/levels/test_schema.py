"""The schema that editors check levels by: it takes every level there is, and sees what a schema can see."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandbox import cli
from sandbox.levels import levels, library
from sandbox.levels.schema import schema
from tests.levels.test_mistakes import LEVEL, NEW, OF_THE_TRIAL, TAKEN, changed

SCHEMA = json.loads(json.dumps(schema(levels.FORMAT)))
TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float),
}  # fmt: skip
KNOWN = {
    "$ref", "$schema", "additionalProperties", "allOf", "anyOf", "const", "default", "definitions", "description",
    "enum", "if", "items", "maxItems", "maxLength", "maximum", "minItems", "minimum", "pattern", "properties",
    "required", "then", "title", "type", "x-taplo",
}  # fmt: skip


def fits(value: Any, rule: dict[str, Any]) -> bool:
    """Tell whether a value fits a schema, of those words of draft 7 that ours has."""
    assert rule.keys() <= KNOWN
    if "$ref" in rule:
        return fits(value, SCHEMA["definitions"][rule["$ref"].removeprefix("#/definitions/")])
    if "type" in rule:
        right = isinstance(value, TYPES[rule["type"]])
        if not right or (isinstance(value, bool) and rule["type"] in ("integer", "number")):
            return False
    if "const" in rule and (value != rule["const"] or isinstance(value, bool) != isinstance(rule["const"], bool)):
        return False
    if "enum" in rule and value not in rule["enum"]:
        return False
    if isinstance(value, int | float) and not rule.get("minimum", value) <= value <= rule.get("maximum", value):
        return False
    if isinstance(value, str):
        long = len(value) > rule.get("maxLength", len(value))
        if long or ("pattern" in rule and not re.search(rule["pattern"], value)):
            return False
    if isinstance(value, list):
        if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value)):
            return False
        if "items" in rule and not all(fits(item, rule["items"]) for item in value):
            return False
    if isinstance(value, dict):
        known, others = rule.get("properties", {}), rule.get("additionalProperties", True)
        if not all(name in value for name in rule.get("required", ())):
            return False
        for name in value if others is not True else known:  # a kind's rule asks for one word of many
            below = known.get(name, others)
            if name in value and (below is False or (isinstance(below, dict) and not fits(value[name], below))):
                return False
    if "if" in rule and fits(value, rule["if"]) and not fits(value, rule["then"]):
        return False
    if "anyOf" in rule and not any(fits(value, choice) for choice in rule["anyOf"]):
        return False
    return all(fits(value, part) for part in rule.get("allOf", ()))


def test_every_level_that_comes_with_the_program_fits() -> None:
    assert not [path for path in library.bundled_levels() if not fits(tomllib.loads(path.read_text("utf-8")), SCHEMA)]


@pytest.mark.parametrize("row", TAKEN.values(), ids=TAKEN)
def test_what_is_taken_fits(row: tuple[str, str, str]) -> None:
    text, _ = changed(*row[:2])
    assert fits(tomllib.loads(LEVEL), SCHEMA) and fits(tomllib.loads(text.removeprefix("\ufeff")), SCHEMA)


# What only shows when parts, links, goals and hints are held against each other.
UNSEEN = {
    "an angle in degrees", "an id twice", "a goal about nothing", "a floor as a container", "a link to nothing",
    "a port", "a port of others", "corners swapped", "a rope on a shaft", "a belt to itself", "no pulley",
    "a link as a subject", "a hint without a place", "a hint about a later one", "a handle", "a flipped floor",
}  # fmt: skip


@pytest.mark.parametrize("name", [*OF_THE_TRIAL, *NEW])
def test_a_mistake_is_seen_unless_it_is_between_two_things(name: str) -> None:
    old, new, *_ = {**OF_THE_TRIAL, **NEW}[name]
    try:
        plain = tomllib.loads(changed(old, new)[0])
    except tomllib.TOMLDecodeError:
        return  # the editor sees it without a schema
    assert fits(plain, SCHEMA) == (name in UNSEEN)


def test_it_is_printed_with_the_help_of_each_kind(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["schema"])
    assert left.value.code == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == SCHEMA
    kinds = printed["definitions"]["kind of part"]
    assert "basket" in kinds["enum"] and len(kinds["enum"]) == len(kinds["x-taplo"]["docs"]["enumValues"])
    assert printed["definitions"]["props of basket"]["properties"]["width"]["anyOf"][0]["maximum"] == 1.5
