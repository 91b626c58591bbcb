"""Heat is a touch: what a flame touches for so long catches fire, and what it does not touch stays as it is."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from sandbox.parts.fire.heat import STATES, crossing, heaters_of
from sandbox.parts.joints import blades
from sandbox.parts.ropes import reeving
from tests.parts.rig import Rig


def over_a_flame(kind: str, y: float, lit: bool = True, **props: Any) -> tuple[Rig, int, int]:
    """A thing on two pegs, so that its lower side is in the flame of a candle between them."""
    rig = Rig()
    candle = rig.add("candle", 1.0, 0.1, lit=lit)
    for x in (0.88, 1.12):
        rig.add("fixed_block", x, 0.1, width=0.05, height=0.2)
    return rig, candle, rig.add(kind, 1.0, y, **props)


@pytest.mark.parametrize(
    ("kind", "y", "seconds"),
    [("cardboard_box", 0.35, 2.0), ("styrofoam_block", 0.28, 1.5), ("styrofoam_wedge", 0.3, 1.5)],
)
def test_what_burns_is_gone_after_its_time(kind: str, y: float, seconds: float) -> None:
    rig, _, thing = over_a_flame(kind, y)
    rig.run(seconds - 0.2)
    assert thing in rig.machine.parts
    rig.run(0.6)
    assert thing not in rig.machine.parts
    assert [event.part for event in rig.events("burnt")] == [thing]


@pytest.mark.parametrize("kind", ["crate", "i_beam", "weight", "bowling_ball"])
def test_wood_and_steel_never_burn(kind: str) -> None:
    rig, candle, thing = over_a_flame(kind, 0.36)
    rig.run(4.0)
    assert thing in rig.machine.parts
    assert not any(rig.state(candle, name) for name in STATES)


def test_without_a_flame_nothing_burns() -> None:
    rig, candle, box = over_a_flame("cardboard_box", 0.35, lit=False)
    rig.run(4.0)
    assert box in rig.machine.parts and not any(rig.state(candle, name) for name in STATES)


def test_what_leaves_the_flame_in_time_begins_anew() -> None:
    rig, candle, box = over_a_flame("cardboard_box", 0.35)
    rig.run(1.5)
    run = rig.machine.parts[box]
    assert heaters_of(run, rig.machine) == [rig.machine.parts[candle]]
    x, y = run.bodies[0].position
    run.bodies[0].position = x, y + 2.0
    rig.run(0.5)
    assert not heaters_of(run, rig.machine) and rig.state(candle, STATES[0]) == 0.0
    rig.run(1.5)
    assert box in rig.machine.parts


@pytest.mark.parametrize(("kind", "burns"), [("rope", True), ("steel_cable", False)])
def test_a_rope_burns_through_and_a_steel_cable_does_not(kind: str, burns: bool) -> None:
    rig = Rig()
    rig.add("candle", 1.0, 1.0, lit=True)
    hook, weight = rig.add("anchor", 1.01, 1.5), rig.add("weight", 1.01, 0.5)
    link = rig.link(kind, hook, "hook", weight, (0.0, 0.0))
    rig.run(0.7)
    assert link in rig.machine.links
    rig.run(0.4)
    assert (link in rig.machine.links) != burns
    assert [(event.other, event.x, event.y) for event in rig.events("burnt")] == (
        [(link, pytest.approx(1.0), pytest.approx(1.133))] if burns else []
    )


def test_a_flame_pops_balloons_and_lights_dynamite() -> None:
    rig = Rig()
    for x in (1.0, 3.0):
        rig.add("candle", x, 0.1, lit=True)
        for side in (-0.1, 0.1):
            rig.add("fixed_block", x + side, 0.1, width=0.05, height=0.2)
    balloon, dynamite = rig.add("balloon", 1.0, 0.44), rig.add("dynamite", 3.0, 0.3)
    rig.run(0.2)
    assert balloon not in rig.machine.parts and rig.state(dynamite, "lit") == 0.0
    rig.run(0.4)
    assert rig.state(dynamite, "lit") == 1.0


def test_a_penguin_turns_at_a_flame_and_dies_if_it_is_held_in_it() -> None:
    rig = Rig()
    rig.floor()
    for x in (1.0, 3.0):
        rig.add("candle", x, -0.05, lit=True)
    free, held = rig.add("walker", 0.5, 0.15), rig.add("walker", 3.0, 0.15)
    for x in (2.88, 3.12):
        rig.add("fixed_block", x, 0.25, width=0.05, height=0.5)
    rig.run(2.0)
    assert rig.motion(free)[0] < 0.95 and rig.state(free, "way") == -1.0 and rig.state(free, "dead") == 0.0
    assert rig.state(held, "dead") == 1.0


def test_what_two_flames_heat_cools_when_both_are_out() -> None:
    rig = Rig()
    candles = [rig.add("candle", x, 0.1, lit=True) for x in (0.94, 1.06)]
    kettle = rig.add("kettle", 1.0, 0.33, time=1.0)
    rig.run(1.5)
    run = rig.machine.parts[kettle]
    assert [hot.id for hot in heaters_of(run, rig.machine)] == candles
    for candle, calms in zip(candles, (False, True), strict=True):
        rig.machine.parts[candle].kind.quenched(rig.machine.parts[candle], rig.machine)
        rig.run(0.1)
        assert bool(rig.state(kettle, "calms")) is calms


def test_a_flame_heats_four_things_at_once_and_the_fifth_after_one_of_them() -> None:
    rig = Rig(gravity_y=0.0)
    rig.add("candle", 1.0, 0.1, lit=True)
    boxes = [rig.add("cardboard_box", 1.0, 0.38, width=0.2 + 0.05 * k) for k in range(5)]
    rig.run(2.2)
    left = [box for box in boxes if box in rig.machine.parts]
    assert left == boxes[4:]


def test_the_way_of_a_rope_over_pulleys_is_worked_out_only_where_a_flame_may_reach_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As near or as far as a look at all its pieces says, taut and slack, and at a place far away without a look."""
    rig = Rig()
    pulleys = rig.add("pulley", 1.0, 2.0), rig.add("pulley", 1.6, 2.1)
    for slack in (0.0, 0.4):
        ends = rig.add("weight", 0.9, 1.2), rig.add("weight", 1.8, 1.5)
        rig.link("rope", ends[0], "ring", ends[1], "ring", via=pulleys, slack=slack)
    machine = rig.machine
    seen = 0
    for x, y, r in itertools.product([0.1 * k for k in range(28)], [0.1 * k for k in range(30)], (0.02, 0.15)):
        near = [
            link
            for link in machine.links.values()
            if any(
                blades._off((x, y), p, q) <= (r + blades._THICK) * (r + blades._THICK)
                for course in blades._courses(link, machine, x, y, 1e3)
                for p, q in itertools.pairwise(course)
            )
        ]
        assert crossing(x, y, r, machine) == near
        seen += len(near)
    assert seen > 100
    monkeypatch.setattr(reeving, "path", None)
    assert crossing(9.0, 1.5, 0.1, machine) == []
    with pytest.raises(TypeError):
        crossing(1.0, 1.5, 0.1, machine)
