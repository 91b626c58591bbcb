"""Two ropes that hang together by one body go as the equations of all ropes say, to the bit."""

from __future__ import annotations

import itertools
import random  # noqa: TID251  (lays out the pairs)
from typing import Any

import pytest

from sandbox.machine.machine import Machine
from sandbox.parts.ropes import rope_pair, rope_solver
from sandbox.parts.ropes.swing import LoneJerk
from sandbox.parts.world import RunningLink, RunningMachine
from tests.parts.rig import Rig
from tests.parts.ropes.test_lone_rope import SEEDS, dice_gravity, digests


def pairs(seed: int) -> Machine:
    """Balloons that hold up loads on ropes to the ground, things that hang by two ropes or one below another, ropes
    between three loose bodies; tight and slack, from end to end and back; and balls that fall among them.
    """
    dice, rig = random.Random(seed), Rig(gravity_y=dice_gravity(seed), width=16.0, height=4.0)
    rig.floor()

    def tie(a: int, port_a: str, b: int, port_b: str) -> None:
        ends = [(a, port_a), (b, port_b)]
        dice.shuffle(ends)
        rig.link("rope", *ends[0], *ends[1], slack=dice.choice((0.0, 0.0, 0.05, 0.3)))

    for k in range(8):
        x = 1.0 + 1.7 * k
        kind, *ports = dice.choice(
            (("bar", "left", "right"), ("crate", "middle", "middle"), ("weight", "ring", "ring"))
        )
        dice.shuffle(ports)
        middle = rig.add(kind, x + dice.uniform(-0.3, 0.3), dice.uniform(1.2, 1.8), dice.uniform(-1.0, 1.0))
        for side, port in zip((-1, 1), ports, strict=True):
            at, other = (x + side * dice.uniform(0.1, 0.6), dice.uniform(1.9, 3.2)), dice.randrange(4)
            if other < 2:
                tie(middle, port, rig.add("anchor", *at, dice.uniform(-3.0, 3.0)), "hook")
            elif other == 2:
                tie(middle, port, rig.add("balloon", *at, lift=dice.uniform(0.5, 3.0)), "knot")
            else:
                tie(middle, port, rig.add("weight", at[0], at[1] - 1.4, mass=dice.uniform(1.0, 4.0)), "ring")
        rig.add("bowling_ball", x + dice.uniform(-0.3, 0.3), 3.7)
    return rig.machine


def others() -> Machine:
    """What no pair of ropes is, though two of each hang together: on a seesaw, between the same two bodies, over a
    pulley, and three in a row; and a pair of a cage, which never turns.
    """
    rig = Rig(width=14.0, height=4.0)
    rig.floor()
    seesaw = rig.add("seesaw", 1.0, 0.8)
    for port, x in (("left", 0.5), ("right", 1.5)):
        rig.link("rope", seesaw, port, rig.add("weight", x, 0.5), "ring")
    basket, bar = rig.add("basket", 3.0, 1.0), rig.add("bar", 3.0, 1.6)
    for port in ("left", "right"):
        rig.link("rope", basket, port, bar, port)
    rig.add("bowling_ball", 3.2, 3.0)
    load, low = rig.add("weight", 5.0, 1.4), rig.add("weight", 5.0, 0.8)
    rig.link("rope", load, "ring", rig.add("weight", 5.8, 1.2), "ring", (rig.add("pulley", 5.4, 2.4),))
    rig.link("rope", load, "ring", low, "ring")
    row = [rig.add("weight", 7.0 + 0.6 * k, 2.4) for k in range(3)]
    rig.link("rope", rig.add("anchor", 7.0, 2.8), "hook", row[0], "ring")
    for left, right in itertools.pairwise(row):
        rig.link("rope", left, "ring", right, "ring")
    cage = rig.add("cage", 11.0, 1.6)
    for x in (10.5, 11.5):
        rig.link("rope", rig.add("anchor", x, 2.6), "hook", cage, "ring", slack=0.2)
    rig.add("bowling_ball", 11.1, 3.5)
    return rig.machine


def answered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ids of the ropes whose jerks are worked out as those of a pair from now on, one for each."""
    jerked: list[int] = []
    pair = rope_pair.pair_jerk

    def counting(*of: Any) -> LoneJerk | None:
        jerk = pair(*of)
        if jerk is None:
            return None

        def count(run: RunningLink, machine: RunningMachine, asked: bool = True) -> bool | None:
            answer = jerk(run, machine, asked)
            if answer is not None:
                jerked.append(run.id)
            return answer

        return count

    monkeypatch.setattr(rope_solver, "pair_jerk", counting)
    return jerked


def in_general(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rope_solver, "pair_jerk", lambda *_: None)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pair_goes_as_all_ropes_together_do(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as watched:
        jerked = answered(watched)
        machine = pairs(seed)
        fast, caught = digests(machine), [event for event in machine.events if event.what == "caught"]
    assert len(jerked) > 50 and len(set(jerked)) > 6
    in_general(monkeypatch)
    machine = pairs(seed)
    assert digests(machine) == fast
    assert [event for event in machine.events if event.what == "caught"] == caught


def test_what_is_no_pair_is_left_to_the_general_way(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as watched:
        jerked = answered(watched)
        fast = digests(others())
    assert not jerked
    in_general(monkeypatch)
    assert digests(others()) == fast


@pytest.mark.parametrize("name", ["HARD", "SOFT", "TOLERANCE", "HELD"])
def test_another_number_in_it_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    before = digests(pairs(0))
    monkeypatch.setattr(rope_pair, name, 1.05 * getattr(rope_pair, name))
    assert digests(pairs(0)) != before


def test_when_one_of_three_ropes_leaves_the_others_are_a_pair_and_then_one_is_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def thinned() -> list[bytes]:
        rig = Rig(width=4.0, height=4.0)
        bar = rig.add("bar", 2.0, 1.6)
        ropes = [
            rig.link("rope", rig.add("anchor", x, 2.8), "hook", bar, port)
            for x, port in ((1.4, "left"), (2.0, "right"), (2.6, "right"))
        ]
        digests_of_all = []
        for rope in ropes:
            rig.machine.parts[bar].bodies[0].velocity = (2.0, 1.0)
            digests_of_all += digests(rig.machine)
            rig.machine.remove(rope)
        return digests_of_all

    with monkeypatch.context() as watched:
        jerked = answered(watched)
        fast = thinned()
    assert len(set(jerked)) == 2
    in_general(monkeypatch)
    monkeypatch.setattr(rope_solver, "lone_ends", lambda *_: None)
    assert thinned() == fast


def test_rounds_that_make_it_worse_are_taken_back_as_in_general(monkeypatch: pytest.MonkeyPatch) -> None:
    """With numbers by which each second round takes back what the first has pulled."""
    for module in (rope_solver, rope_pair):
        monkeypatch.setattr(module, "HARD", -3.0)
        monkeypatch.setattr(module, "TOLERANCE", 1e-9)
    with monkeypatch.context() as watched:
        jerked = answered(watched)
        fast = digests(pairs(1))
    assert len(jerked) > 50
    in_general(monkeypatch)
    assert digests(pairs(1)) == fast


def test_what_is_fixed_may_have_a_velocity_in_a_machine_that_blows_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def blown_up() -> list[bytes]:
        machine = pairs(0)
        before = digests(machine)
        for run in machine.parts.values():
            if run.kind.name == "anchor":
                run.bodies[0].velocity = (0.0, 20.0)
        after = digests(machine)
        assert after != before
        return after

    fast = blown_up()
    in_general(monkeypatch)
    assert blown_up() == fast
