from __future__ import annotations

import pytest

from rig import Rig


def test_a_balloon_rises_at_a_gentle_speed_whatever_its_lift() -> None:
    for lift in (1.0, 6.0, 60.0):
        rig = Rig()
        balloon = rig.add("balloon", 2.0, 0.5, lift=lift)
        rig.run(1.0)
        assert rig.motion(balloon)[4] == pytest.approx(1.0, rel=0.03)


def tugged(lift: float, mass: float) -> float:
    """How high a weight on the floor has come after two seconds below a balloon."""
    rig = Rig()
    rig.floor()
    weight = rig.add("weight", 2.0, 0.091, mass=mass)
    balloon = rig.add("balloon", 2.0, 0.6, lift=lift)
    rig.link("rope", weight, "ring", balloon, "knot")
    rig.run(2.0)
    return rig.motion(weight)[1] - 0.091


@pytest.mark.parametrize("mass", [1.0, 4.5])
def test_lifts_what_is_lighter_than_its_lift_and_nothing_heavier(mass: float) -> None:
    weight = mass * 9.81
    assert tugged(1.2 * weight, mass) > 0.3
    assert tugged(0.95 * weight, mass) < 0.01


def test_carries_a_basket() -> None:
    rig = Rig()
    basket, balloon = rig.add("basket", 2.0, 0.5), rig.add("balloon", 2.0, 1.1, lift=12.0)
    for rim in ("left", "right"):
        rig.link("rope", basket, rim, balloon, "knot")
    ball = rig.add("tennis_ball", 2.0, 0.5)
    rig.run(2.0)
    assert rig.motion(basket)[1] > 1.0 and rig.motion(ball)[1] > 0.9


def test_comes_to_rest_under_a_ceiling() -> None:
    rig = Rig()
    rig.floor(top=1.6)
    balloon = rig.add("balloon", 2.0, 0.8)
    rig.run(4.0)
    assert rig.machine.parts[balloon].bodies[0].is_sleeping


def test_turns_its_knot_down() -> None:
    rig = Rig()
    balloon = rig.add("balloon", 2.0, 0.5, 1.2)
    rig.run(3.0)
    assert abs(rig.motion(balloon)[2]) < 0.1


def test_without_gravity_nothing_lifts_it() -> None:
    rig = Rig(gravity_y=0.0)
    balloon = rig.add("balloon", 2.0, 0.5)
    start = rig.motion(balloon)[1]
    rig.run(1.0)
    assert rig.motion(balloon)[1] == pytest.approx(start, abs=1e-6)


def squeezed(kind: str, **props: float) -> tuple[Rig, int, int]:
    """A balloon below a ceiling of lift 6 N, and something that falls on it while it is tied to the floor."""
    rig = Rig()
    rig.floor()
    balloon = rig.add("balloon", 2.0, 0.25, **props)
    anchor = rig.add("anchor", 2.0, 0.03)
    rope = rig.link("rope", anchor, "hook", balloon, "knot")
    rig.add(kind, 2.0, 1.6)
    return rig, balloon, rope


def test_pops_when_something_heavy_falls_on_it_and_its_rope_goes_with_it() -> None:
    rig, balloon, rope = squeezed("bowling_ball")
    rig.run(1.5)
    assert balloon not in rig.machine.parts and rope not in rig.machine.links
    assert rig.state(balloon, "popped") == 1.0, "a goal may still ask"
    assert len(rig.events("popped")) == 1
    rig.run(1.0)


def test_does_not_pop_when_something_light_falls_on_it() -> None:
    rig, balloon, _ = squeezed("tennis_ball")
    rig.run(1.5)
    assert balloon in rig.machine.parts and rig.state(balloon, "popped") == 0.0


def test_the_threshold_is_its_property() -> None:
    rig, balloon, _ = squeezed("tennis_ball", pops_at=0.05)
    rig.run(1.5)
    assert rig.state(balloon, "popped") == 1.0


def test_does_not_pop_at_a_ceiling() -> None:
    for lift in (6.0, 60.0):
        rig = Rig()
        rig.floor(top=2.0)
        balloon = rig.add("balloon", 2.0, 0.5, lift=lift)
        rig.run(2.0)
        assert balloon in rig.machine.parts


def test_rights_itself_to_the_nearest_upright_angle() -> None:
    rig = Rig()
    balloon = rig.add("balloon", 2.0, 0.5, 2 * 6.283185307179586 + 0.4)
    rig.run(3.0)
    assert rig.motion(balloon)[2] == pytest.approx(2 * 6.283185307179586, abs=0.1)
