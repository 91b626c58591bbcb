"""Pulleys that two ropes turn against each other: as foretold, the machine then stands still."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.editing.ropes_against import wheels_held
from sandbox.recording import reader
from tests.editing.hoists import hoist
from tests.for_each import for_each
from tests.hands import Hands, hands
from tests.parts.rig import Rig

__all__ = ["hands"]  # a fixture

REPLAYS = sorted((Path(__file__).parents[2] / "replays").rglob("*.replay"))


@pytest.mark.parametrize("under", [False, True])
def test_what_is_foretold_to_stand_still_does(under: bool) -> None:
    rig, basket = hoist(under)
    held = wheels_held(rig.design)
    assert bool(held) == under
    before = rig.motion(basket)[1]
    rig.run(0.5)
    assert (rig.motion(basket)[1] > before + 0.05) == (not under)


def test_ropes_to_different_parts_are_not_judged() -> None:
    rig = Rig()
    wheel = rig.add("pulley", 2.0, 2.0)
    for y in (1.0, 3.0):
        ends = rig.add("weight", 1.0, y), rig.add("weight", 3.0, y)
        rig.link("rope", ends[0], "ring", ends[1], "ring", via=(wheel,))
    assert wheels_held(rig.design) == {}


@for_each(REPLAYS[::7])
def test_no_machine_that_wins_is_taken_for_one_that_stands_still(path: Path) -> None:
    read = reader.read(path)
    session = Session(read.head.design)
    for _, command in read.commands:
        if isinstance(command, Start):
            break
        session.do(command)
    assert wheels_held(session.design) == {}


def test_who_lays_such_a_rope_is_told(hands: Hands) -> None:
    rig, basket = hoist(under=True)
    left, right, last = (spec.id for spec in rig.design.parts if spec.kind == "pulley")
    (weight,) = (spec.id for spec in rig.design.parts if spec.kind == "weight")
    hands.open(replace(rig.design, links=rig.design.links[:1]))
    assert hands.toolbox.draw_link("rope")
    hands.click(hands.port(basket, "right"))
    for wheel in (right, last):
        spec = hands.part(wheel)
        hands.click((spec.x + 0.03, spec.y))
    hands.click(hands.port(weight, "ring"))
    assert [link.via for link in hands.design.links] == [(left, right, last), (right, last)]
    assert "against each other" in hands.notes[-1].text
