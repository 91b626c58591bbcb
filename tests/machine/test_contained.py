"""Goals about what lies in a container: the hollow goes wherever the container goes, however it is turned."""

from __future__ import annotations

import math

import pytest

from sandbox import parts
from sandbox.design.design import AnyCondition, Contained, CountContained, Design, Goal, PartSpec, from_plain, to_plain
from sandbox.errors import BadFile
from sandbox.machine.goals import Judge
from sandbox.machine.machine import Machine
from sandbox.parts import KINDS

FLOOR = PartSpec(1, "floor", 2.0, -0.05, props={"width": 6.0})


def design(*specs: PartSpec, goal: AnyCondition) -> Design:
    return parts.check(Design(parts=(FLOOR, *specs), goals=(Goal("in", goal),), next_id=90))


def met_after(seconds: float, of: Design) -> bool:
    machine = Machine(of)
    judge = Judge(of, machine)
    for _ in range(round(seconds * 240)):
        machine.tick()
        judge.update()
    return judge.progress()[0].met


def test_a_ball_that_falls_into_a_basket_is_in_it_and_one_beside_it_is_not() -> None:
    basket = PartSpec(2, "basket", 1.0, 0.15)
    for x, is_in in ((1.0, True), (1.5, False)):
        ball = PartSpec(3, "tennis_ball", x, 0.8)
        assert met_after(1.0, design(basket, ball, goal=Contained(3, 2))) == is_in


def test_the_hollow_goes_with_a_basket_that_is_carried_off() -> None:
    """The basket stands on a conveyor, and the ball in it goes along."""
    moving = (
        PartSpec(2, "basket", 1.0, 0.4),
        PartSpec(3, "tennis_ball", 1.0, 0.5),
        PartSpec(4, "conveyor", 1.5, 0.1, props={"width": 3.0, "speed": 0.5}),
    )
    of = design(*moving, goal=Contained(3, 2))
    machine = Machine(of)
    judge = Judge(of, machine)
    for _ in range(480):
        machine.act()
        machine.step()
        machine.react()
        judge.update()
    assert abs(machine.motion(2)[0] - 1.0) > 0.2, "it was carried"
    assert judge.progress()[0].met


@pytest.mark.parametrize("angle", [0.0, 0.6, math.pi / 2, math.pi])
@pytest.mark.parametrize("flip", [False, True])
def test_the_middle_of_its_hollow_is_in_every_container_however_it_is_turned(angle: float, flip: bool) -> None:
    kinds = [kind for kind in KINDS.values() if kind.hollow(kind.values({})) is not None]
    names = {"basket", "bucket", "cage", "cardboard_box", "toy_chest", "goal", "funnel", "water_tank"}
    assert {kind.name for kind in kinds} == names
    for kind in kinds:
        spec = PartSpec(2, kind.name, 1.0, 5.0, angle if kind.turns else 0.0, flip and kind.flips)
        corners = parts.hollow_at(spec)
        x, y = (sum(value) / len(corners) for value in zip(*corners, strict=True))
        ball = PartSpec(3, "table_tennis_ball", x, y)
        machine = Machine(design(spec, ball, goal=Contained(3, 2)))
        assert machine.contains(2, 3), (kind.name, angle, flip)
        away = PartSpec(3, "table_tennis_ball", x + 1.5, y)
        assert not Machine(design(spec, away, goal=Contained(3, 2))).contains(2, 3)


def test_so_many_of_a_kind_are_counted_and_the_container_itself_is_not() -> None:
    basket = PartSpec(2, "basket", 1.0, 0.25, props={"width": 0.8, "height": 0.5})
    balls = [PartSpec(id_, "tennis_ball", 0.8 + 0.1 * id_, 0.7) for id_ in (3, 4)]
    assert met_after(1.0, design(basket, *balls, goal=CountContained("tennis_ball", 2, 2)))
    assert not met_after(1.0, design(basket, *balls, goal=CountContained("tennis_ball", 2, 3)))
    assert not met_after(0.1, design(basket, *balls, goal=CountContained("basket", 2)))


def test_what_is_gone_is_in_nothing() -> None:
    basket = PartSpec(2, "basket", 1.0, 1.5, 0.0)
    balloon = PartSpec(3, "balloon", 1.0, 1.5)
    machine = Machine(design(basket, balloon, goal=Contained(3, 2)))
    assert machine.contains(2, 3)
    machine.remove(3)
    machine.tidy()
    assert not machine.contains(2, 3)


def test_a_part_without_a_hollow_is_refused_as_a_container() -> None:
    crate, ball = PartSpec(2, "crate", 1.0, 0.15), PartSpec(3, "tennis_ball", 1.0, 0.8)
    with pytest.raises(BadFile, match="goal 'in': Crate 2 is no container: nothing can be inside it"):
        design(crate, ball, goal=Contained(3, 2))
    with pytest.raises(BadFile, match="counts the unknown kind 'ball'"):
        design(PartSpec(2, "basket", 1.0, 0.15), goal=CountContained("ball", 2))


def test_it_is_written_and_read_back() -> None:
    of = design(PartSpec(2, "basket", 1.0, 0.15), PartSpec(3, "crate", 1.0, 0.8), goal=Contained(3, 2))
    assert to_plain(of)["goals"][0]["when"] == {"is": "contained", "part": 3, "container": 2}
    assert from_plain(to_plain(of)) == of
