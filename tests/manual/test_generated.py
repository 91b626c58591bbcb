"""The pages that are made from the program are as it would make them now."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import msgspec
import pytest

from sandbox.commands import commands
from sandbox.design.conditions import CONDITIONS, AnyCondition
from sandbox.design.design import Design
from sandbox.design.values import PartSpec
from sandbox.errors import Mistakes
from sandbox.levels import levels
from sandbox.manual import manual
from sandbox.reading import quantities, toml_text
from tests.manual import fences
from tests.tools import manual_pages

AGAIN = "write it again with: python -m tests.tools.manual_pages"


@pytest.mark.parametrize("topic", manual_pages.PAGES)
def test_a_page_is_as_the_program_makes_it(topic: str) -> None:
    assert manual.text(topic) == manual_pages.PAGES[topic](), AGAIN


def test_the_keys_are_those_of_the_window(gl_window: Any) -> None:
    with manual_pages.headless_actions() as actions:
        assert manual.text("keys") == manual_pages.keys_page(actions), AGAIN


def test_every_spelling_of_a_unit_is_read() -> None:
    page = manual.text("format")
    example = page.partition("## Units")[2].partition("```toml\n")[2].partition("```")[0]
    bar, weight = levels.loads(f"format = 1\nrules = 3\n{example}").parts
    assert (bar.x, bar.y, bar.props["width"]) == (0.7, 1.5, pytest.approx(0.3048))
    assert bar.angle == pytest.approx(math.pi / 6)
    assert (weight.x, weight.props["mass"]) == (1.25, 1.5)
    rows = re.findall(r"^\| [\w ,`]+ \| (\S+) \| (`.+`) \|$", page.partition("## Units")[2].partition("\n## ")[0], re.M)
    assert {unit: (unit, *re.findall("`([^`]+)`", others)) for unit, others in rows} == manual_pages.spellings()
    for unit, names in manual_pages.spellings().items():
        assert all(quantities.parse(f"1.5 {name}", unit) is not None for name in names)


def mistakes_in(example: str) -> list[str]:
    """What is wrong with a piece of a level, but for parts of the level that the piece does not show."""
    other = "" if example.startswith("parts") else 'parts = [{ id = 40, kind = "crate", x = 1.0, y = 1.0 }]'
    try:
        levels.loads(f"format = 1\nrules = 3\n{other}\n{example}")
    except Mistakes as error:
        return [said for said in error.sentences if not re.search(r"does not exist|there is no part \d|no id", said)]
    return []


def test_every_piece_of_a_level_in_the_format_page_is_right() -> None:
    pieces = [block.text for block in fences.blocks(manual.text("format")) if block.language == "toml"]
    assert len(pieces) > 20
    whole = [piece for piece in pieces if not piece.startswith("when")]
    assert [(piece, why) for piece in whole for why in mistakes_in(piece)] == []
    assert mistakes_in('parts = [{ kind = "plank", x = 1.0, y = 1.0 }]'), "a kind that there is not is seen"


def test_every_example_of_a_condition_is_one() -> None:
    examples = manual_pages.condition_examples()
    assert set(examples) == set(CONDITIONS)
    for tag, line in examples.items():
        condition: Any = msgspec.convert(toml_text.loads(line)["when"], AnyCondition, strict=True)
        assert condition.__struct_config__.tag == tag and condition.refusal() == ""


def test_every_example_of_a_command_is_one() -> None:
    examples = manual_pages.command_examples()
    assert set(examples) == set(commands.COMMANDS)
    for tag, line in examples.items():
        tick, command = commands.from_json(json.loads(line), tag)
        assert (tick, command.verb) == (0, tag)


def test_a_field_without_words_is_caught() -> None:
    class Dangling(PartSpec, frozen=True):
        dangles: float = 0.0  # how far it hangs down, in m
        swings: bool = False

    assert manual_pages.words(Dangling, "dangles") == "how far it hangs down, in m"
    with pytest.raises(KeyError):
        manual_pages.words(Dangling, "swings")


def test_every_key_of_a_level_is_in_the_page() -> None:
    page = manual.text("format")
    assert [field for field in Design.__struct_fields__ if f"| `{field}` |" not in page] == ["author"]
