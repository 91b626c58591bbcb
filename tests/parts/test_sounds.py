"""Every kind has sounds that there are, and every event that it tells has one."""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache

import pytest

from sandbox import parts
from sandbox.parts import sounds
from sandbox.parts.kind import Kind, LinkKind

KINDS = [*parts.KINDS.values(), *parts.LINKS.values()]


def told(kind: Kind | LinkKind) -> set[object]:
    """The names of the events in the source of a kind and of all that it inherits from."""
    return set().union(*map(told_by, type(kind).__mro__[:-1]))


@cache
def told_by(cls: type) -> frozenset[object]:
    """The names of the events in the source of a class alone."""
    return frozenset(
        name.value
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(cls))))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell"
        for name in ast.walk(node.args[0])
        if isinstance(name, ast.Constant)
    )


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_has_sounds_that_there_are(kind: Kind | LinkKind) -> None:
    assert sounds.knock(kind) in sounds.KNOCKS
    assert not kind.hum or (kind.hum in sounds.HUMS and kind.hums_while in kind.states)
    assert set(kind.cues.values()) <= set(sounds.CUES)
    assert told(kind) <= set(kind.cues), "an event without a sound"


def test_a_sound_follows_what_the_part_looks_like_it_is_made_of() -> None:
    heard = {name: sounds.knock(kind) for name, kind in parts.KINDS.items()}
    assert (heard["crate"], heard["i_beam"], heard["tennis_ball"], heard["wall"]) == ("wood", "metal", "felt", "stone")
    assert heard["cardboard_box"] == "card"  # which is drawn as leather is


def test_the_names_are_all_different() -> None:
    for names in (sounds.KNOCKS, sounds.HUMS, sounds.CUES):
        assert len(set(names)) == len(names)
