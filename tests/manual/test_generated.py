"""The pages that are made from the program are as it would make them now."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from sandbox.commands import commands
from sandbox.design.conditions import CONDITIONS, AnyCondition
from sandbox.design.design import Design
from sandbox.design.values import PartSpec
from sandbox.manual import manual
from sandbox.reading import toml_text
from tests.tools import manual_pages

AGAIN = "write it again with: python -m tests.tools.manual_pages"


@pytest.mark.parametrize("topic", manual_pages.PAGES)
def test_a_page_is_as_the_program_makes_it(topic: str) -> None:
    assert manual.text(topic) == manual_pages.PAGES[topic](), AGAIN


def test_the_keys_are_those_of_the_window(gl_window: Any) -> None:
    with manual_pages.headless_actions() as actions:
        assert manual.text("keys") == manual_pages.keys_page(actions), AGAIN


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
