"""Magazines: a dispenser hands out its balls one by one, a pocket swallows and counts them."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def test_each_press_lets_one_ball_drop_and_no_more_than_there_are() -> None:
    rig = Rig()
    dispenser = rig.add("dispenser", 1.0, 2.0, number=2)
    for left in (1.0, 0.0, 0.0):
        rig.machine.press(dispenser)
        rig.run(0.5)
        assert rig.state(dispenser, "left") == left
    assert [rig.state(dispenser, f"light{k}") for k in (1, 2, 3)] == [0.0, 0.0, 0.0]
    assert len(rig.events("dispensed")) == 2


@pytest.mark.parametrize(("ball", "mass"), [("tennis ball", 0.058), ("baseball", 0.145), ("soccer ball", 0.43)])
def test_the_balls_are_those_of_the_same_names(ball: str, mass: float) -> None:
    rig = Rig()
    dispenser = rig.add("dispenser", 1.0, 2.0, ball=ball)
    rig.machine.press(dispenser)
    rig.run(0.1)
    assert rig.machine.parts[dispenser].bodies[1].mass == pytest.approx(mass)


def test_a_pulse_waits_until_the_way_out_is_free() -> None:
    rig = Rig()
    rig.floor()
    dispenser = rig.add("dispenser", 1.0, 0.17, number=3)
    rig.machine.press(dispenser)
    rig.machine.press(dispenser)
    rig.run(0.5)
    assert (rig.state(dispenser, "left"), rig.state(dispenser, "owed")) == (2.0, 1.0)
    rig.machine.parts[dispenser].bodies[1].velocity = (2.0, 0.0)
    rig.run(1.0)
    assert (rig.state(dispenser, "left"), rig.state(dispenser, "owed")) == (1.0, 0.0)


def test_a_pocket_swallows_a_ball_and_its_pulse_hands_out_the_next() -> None:
    """What it is for: a loop of balls, with a light gate that counts them on their way."""
    rig = Rig()
    pocket, dispenser = rig.add("pocket", 1.0, 0.3), rig.add("dispenser", 1.0, 1.6, number=3)
    gate = rig.add("light_gate", 1.0, 0.9)
    rig.link("wire", pocket, "signal", dispenser, "signal")
    ball = rig.add("tennis_ball", 1.0, 1.2)
    rig.run(0.8)
    assert ball not in rig.machine.parts
    assert (rig.state(pocket, "count"), rig.state(dispenser, "left"), rig.state(gate, "count")) == (1.0, 2.0, 2.0)
    rig.run(3.0)
    assert (rig.state(pocket, "count"), rig.state(dispenser, "left"), rig.state(gate, "count")) == (4.0, 0.0, 4.0)
    assert dispenser in rig.machine.parts, "only its balls are swallowed"


def test_what_is_big_or_tied_or_no_ball_lies_in_a_pocket_as_in_a_basket() -> None:
    rig = Rig()
    pocket = rig.add("pocket", 1.0, 0.3, width=0.15)
    things = [rig.add("soccer_ball", 1.0, 0.6), rig.add("crate", 1.0, 1.0, width=0.1, height=0.1)]
    hook, tied = rig.add("anchor", 1.0, 2.0), rig.add("bowling_ball", 1.0, 1.4)
    rig.link("rope", hook, "hook", tied, "middle")
    rig.run(1.5)
    assert rig.state(pocket, "count") == 0.0
    assert all(thing in rig.machine.parts for thing in (*things, tied))
