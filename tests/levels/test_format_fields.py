"""Each key of each class of a level file has its words, and the unit that its range is in."""

from __future__ import annotations

import pytest

from sandbox.design.conditions import Condition
from sandbox.design.values import Document
from sandbox.levels.format_fields import KEYS, NOUNS
from sandbox.reading import quantities


@pytest.mark.parametrize("cls", KEYS, ids=lambda cls: cls.__name__)
def test_the_keys_are_those_of_the_class(cls: type[Document]) -> None:
    assert set(KEYS[cls]) == set(cls.__struct_encode_fields__)
    assert NOUNS[cls] and all(words.about for words in KEYS[cls].values())
    if issubclass(cls, Condition):
        for name, bounds in cls.ranges.items():
            assert KEYS[cls][name].unit == bounds.unit


def test_a_number_with_each_unit_is_understood() -> None:
    for words in (words for keys in KEYS.values() for words in keys.values() if words.unit):
        assert all(quantities.parse(f"1 {unit}", words.unit) is not None for unit in quantities.units(words.unit))
