from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import pymunk
import pytest

from sandbox import parts
from sandbox.parts.ropes import rope_path
from sandbox.parts.ropes.reeving import Reeving, reeving_of
from tests.parts.rig import Rig

G = 9.81
BLOCK, LIGHT = 0.5, 0.1  # kg


class Tackle(NamedTuple):
    """A weight on the free end of a rope that holds a load."""

    rig: Rig
    ropes: list[int]
    free: int
    load: int


def one_to_one(m: float, load: float) -> Tackle:
    """Over a single wheel on the wall."""
    rig = Rig()
    wheel = rig.add("pulley", 2.0, 3.5, radius=0.15)
    free, other = rig.add("weight", 1.85, 2.0, mass=m), rig.add("weight", 2.15, 2.0, mass=load)
    return Tackle(rig, [rig.link("rope", free, "ring", other, "ring", (wheel,))], free, other)


def one_to_two(m: float, load: float) -> Tackle:
    """A loose block in the bight of the rope."""
    rig = Rig()
    anchor, wheel = rig.add("anchor", 1.9, 3.017), rig.add("pulley", 2.2, 3.0, radius=0.1)
    block = rig.add("pulley_block", 2.0, 2.0, radius=0.1, mass=BLOCK)
    free, other = rig.add("weight", 2.3, 2.0, mass=m), rig.add("weight", 2.0, 1.5, mass=load - BLOCK)
    rope = rig.link("rope", anchor, "hook", free, "ring", (block, wheel))
    return Tackle(rig, [rope, rig.link("rope", block, "axle", other, "ring")], free, other)


def one_to_three(m: float, load: float) -> Tackle:
    """The rope begins at the block itself, which it therefore pulls three times."""
    rig = Rig()
    block = rig.add("pulley_block", 2.0, 2.0, radius=0.1, mass=BLOCK)
    first, second = rig.add("pulley", 1.95, 3.0, radius=0.05), rig.add("pulley", 2.2, 3.0, radius=0.1)
    free, other = rig.add("weight", 2.3, 2.0, mass=m), rig.add("weight", 2.0, 1.5, mass=load - BLOCK)
    rope = rig.link("rope", block, "axle", free, "ring", (first, block, second))
    return Tackle(rig, [rope, rig.link("rope", block, "axle", other, "ring")], free, other)


def one_to_four(m: float, load: float) -> Tackle:
    """Two blocks in the bights of one rope carry a bar with two weights."""
    rig = Rig()
    anchor = rig.add("anchor", 1.4, 3.017)
    blocks = [rig.add("pulley_block", x, 2.0, radius=0.1, mass=BLOCK) for x in (1.5, 1.9)]
    wheels = [rig.add("pulley", x, 3.0, radius=0.1) for x in (1.7, 2.1)]
    free, bar = rig.add("weight", 2.2, 2.0, mass=m), rig.add("bar", 1.7, 1.6, width=0.45)
    ropes = [rig.link("rope", anchor, "hook", free, "ring", (blocks[0], wheels[0], blocks[1], wheels[1]))]
    rest = load - 2 * BLOCK - parts.blueprint(rig.design.part_by_id[bar]).bodies[0].mass
    for block, end, x in zip(blocks, ("left", "right"), (1.5, 1.9), strict=True):
        other = rig.add("weight", x, 1.2, mass=rest / 2)
        ropes += [rig.link("rope", block, "axle", bar, end), rig.link("rope", bar, end, other, "ring")]
    return Tackle(rig, ropes, free, bar)


def one_to_four_by_two_ropes(m: float, load: float) -> Tackle:
    """A block that hangs from a rope whose end hangs in a block: each rope doubles the pull."""
    rig = Rig()
    left, right = rig.add("anchor", 1.4, 3.017), rig.add("anchor", 1.5, 3.017)
    wheel = rig.add("pulley", 1.8, 3.0, radius=0.1)
    low = rig.add("pulley_block", 1.5, 1.5, radius=0.1, mass=BLOCK)
    high = rig.add("pulley_block", 1.6, 2.2, radius=0.1, mass=LIGHT)
    free = rig.add("weight", 1.9, 2.0, mass=m)
    other = rig.add("weight", 1.5, 1.0, mass=load - BLOCK - 2 * LIGHT)
    ropes = [
        rig.link("rope", left, "hook", high, "axle", (low,)),
        rig.link("rope", right, "hook", free, "ring", (high, wheel)),
        rig.link("rope", low, "axle", other, "ring"),
    ]
    return Tackle(rig, ropes, free, other)


TACKLES = [
    (1.0, one_to_one), (2.0, one_to_two), (3.0, one_to_three), (4.0, one_to_four), (4.0, one_to_four_by_two_ropes),
]  # fmt: skip


@pytest.mark.parametrize(("ratio", "tackle"), TACKLES, ids=lambda case: getattr(case, "__name__", ""))
@pytest.mark.parametrize("m", [2.0, 5.0])
def test_a_weight_holds_as_much_as_its_tackle_says(
    ratio: float, tackle: Callable[[float, float], Tackle], m: float
) -> None:
    """3 % more sinks, 3 % less rises, and between the two it hangs: and each moves as much less as it is heavier."""
    for share in (0.97, 1.03):
        rig, _, free, load = tackle(m, ratio * m * share)
        before = rig.motion(load)[1], rig.motion(free)[1]
        rig.run(0.8)
        gone, drawn = rig.motion(load)[1] - before[0], rig.motion(free)[1] - before[1]
        assert (gone > 0.008) == (share < 1) and (gone < -0.008) == (share > 1)
        assert drawn == pytest.approx(-ratio * gone, rel=0.05)


def test_three_per_cent_more_than_the_ratio_says_would_be_seen() -> None:
    """What the test above relies on: a load for 1:2 is no load for 1:3."""
    rig, _, _, load = one_to_three(2.0, 2.0 * 2.0)
    before = rig.motion(load)[1]
    rig.run(0.8)
    assert rig.motion(load)[1] - before > 0.2


@pytest.mark.parametrize(("ratio", "tackle"), TACKLES, ids=lambda case: getattr(case, "__name__", ""))
def test_in_balance_it_hangs_still_for_a_minute(ratio: float, tackle: Callable[[float, float], Tackle]) -> None:
    rig, _, free, load = tackle(2.0, ratio * 2.0)
    rig.run(1.0)
    before = rig.motion(load)[1], rig.motion(free)[1]
    rig.run(60.0)
    assert rig.motion(load)[1] == pytest.approx(before[0], abs=0.001)
    assert rig.motion(free)[1] == pytest.approx(before[1], abs=0.001)
    assert rig.machine.parts[load].bodies[0].is_sleeping


@pytest.mark.parametrize(("m", "other"), [(6.0, 5.0), (2.0, 1.0), (30.0, 20.0), (30.0, 1.0)])
def test_an_atwood_machine_is_as_slow_as_it_should_be(m: float, other: float) -> None:
    """Atwood 1784; the wheel turns with the rope, and half its mass counts."""
    rig, (rope,), heavy, _ = one_to_one(m, other)
    rig.run(0.1)
    before = rig.motion(heavy)[4]
    assert rig.worst_stretch(rope, 0.3) < 1.0005
    told = -G * (m - other) / (m + other) * 0.3
    assert rig.motion(heavy)[4] - before == pytest.approx(told, rel=0.03)
    wheel = rig.motion(rig.machine.links[rope].via[0].id)[5]
    assert wheel * 0.15 == pytest.approx(-rig.motion(heavy)[4], rel=0.02)


def test_a_heavy_wheel_takes_its_share() -> None:
    rig = Rig()
    wheel = rig.add("pulley", 2.0, 3.0, radius=0.15, mass=20.0)
    heavy, light = rig.add("weight", 1.85, 2.0, mass=6.0), rig.add("weight", 2.15, 2.0, mass=5.0)
    rig.link("rope", heavy, "ring", light, "ring", (wheel,))
    rig.run(0.5)
    assert rig.motion(heavy)[4] == pytest.approx(-G * 1.0 / (6.0 + 5.0 + 10.0) * 0.5, rel=0.1)


def test_a_bearing_that_is_stiff_holds_what_an_easy_one_lets_go() -> None:
    fallen = []
    for friction in (0.0, 2.0):
        rig = Rig()
        wheel = rig.add("pulley", 2.0, 3.0, radius=0.1, friction=friction)
        heavy, light = rig.add("weight", 1.9, 2.0, mass=6.0), rig.add("weight", 2.1, 2.0, mass=5.0)
        rig.link("rope", heavy, "ring", light, "ring", (wheel,))
        rig.run(1.0)
        fallen.append(2.0 - rig.motion(heavy)[1])
    assert fallen[0] > 0.4 and abs(fallen[1]) < 0.02  # 10 N at 0.1 m are 1 N m


# -- jerks


def falls_with_its_end_tied(tick_rate: int = 240) -> Tackle:
    rig = Rig(tick_rate=tick_rate)
    anchor, wheels = rig.add("anchor", 1.0, 2.017), (rig.add("pulley", 1.2, 3.0), rig.add("pulley", 2.0, 3.0))
    weight = rig.add("weight", 2.06, 2.0, mass=30.0)
    return Tackle(rig, [rig.link("rope", anchor, "hook", weight, "ring", wheels, slack=1.0)], anchor, weight)


def falls_and_lifts_another(tick_rate: int = 240) -> Tackle:
    rig = Rig(tick_rate=tick_rate)
    rig.floor()
    wheels = rig.add("pulley", 1.2, 2.0), rig.add("pulley", 2.0, 2.0)
    lifted, weight = rig.add("weight", 1.14, 0.101, mass=10.0), rig.add("weight", 2.06, 1.9, mass=9.0)
    return Tackle(rig, [rig.link("rope", lifted, "ring", weight, "ring", wheels, slack=1.0)], lifted, weight)


def ball_into_a_basket(tick_rate: int = 240) -> Tackle:
    """6 kg fall 1 m into a basket of half a kilogram, which hangs in balance with a counterweight of 7 kg."""
    rig = Rig(tick_rate=tick_rate)
    rig.floor(-3.0)
    wheels = rig.add("pulley", 1.2, 3.0), rig.add("pulley", 1.9, 3.0), rig.add("pulley", 2.3, 3.0)
    basket = rig.add("basket", 2.1, 1.5)
    left, right = rig.add("weight", 1.14, 1.5, mass=6.0), rig.add("weight", 2.36, 1.5, mass=1.0)
    ropes = [
        rig.link("rope", left, "ring", basket, "left", wheels[:2]),
        rig.link("rope", right, "ring", basket, "right", wheels[2:]),
    ]
    rig.add("bowling_ball", 2.1, 2.4)
    return Tackle(rig, ropes, left, basket)


def swings_over_a_wheel(tick_rate: int = 240) -> Tackle:
    rig = Rig(tick_rate=tick_rate)
    anchor, wheel, weight = rig.add("anchor", 1.5, 2.5), rig.add("pulley", 2.0, 3.0), rig.add("weight", 3.0, 2.9)
    return Tackle(rig, [rig.link("rope", anchor, "hook", weight, "ring", (wheel,))], anchor, weight)


JERKS = [falls_with_its_end_tied, falls_and_lifts_another, ball_into_a_basket, swings_over_a_wheel]


def energy(rig: Rig) -> float:
    """J, of all that can move, as it is between two ticks: a step's velocities are those of its middle."""
    total = 0.0
    for run in rig.machine.parts.values():
        for body in run.bodies:
            if body.body_type == body.DYNAMIC:
                vy = body.velocity.y + (G * rig.machine.dt / 2 if body.velocity.y < -0.1 else 0.0)
                total += body.mass * (body.velocity.x**2 + vy**2) / 2 + body.moment * body.angular_velocity**2 / 2
                total += body.mass * G * body.position.y
    return total


@pytest.mark.parametrize("tick_rate", [60, 240, 1000])
@pytest.mark.parametrize("jerk", JERKS, ids=lambda jerk: jerk.__name__)
def test_a_jerk_stretches_nothing_and_makes_no_energy(jerk: Callable[[int], Tackle], tick_rate: int) -> None:
    rig, ropes, _, _ = jerk(tick_rate)
    longest, most, begun = 0.0, -math.inf, energy(rig)

    def watch() -> None:
        nonlocal longest, most
        longest = max(longest, *(rig.stretch(rope) for rope in ropes))
        most = max(most, energy(rig))

    rig.run(0.9 if jerk is ball_into_a_basket else 3.0, watch)
    assert 0.99 < longest < 1.01
    assert most < begun + 0.3 * 240 / tick_rate  # a hanging load is drawn up by a ten-thousandth of the rope


def test_a_jerk_lifts_what_lies_on_the_other_side() -> None:
    rig, (rope,), lifted, weight = falls_and_lifts_another()
    rig.run(0.4)
    assert rig.state(rope, "taut") == 0.0 and rig.motion(weight)[4] < -3.0
    assert rig.highest(lifted, 1.0) > 0.3
    assert len(rig.events("caught")) >= 1


def test_with_the_engines_joints_alone_it_would_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.parts.ropes.reeved_rope.jerk", lambda run, machine: True)
    rig, (rope,), _, _ = falls_with_its_end_tied()
    assert rig.worst_stretch(rope, 2.0) > 1.01


def test_what_is_drawn_up_to_a_wheel_stops_there() -> None:
    rig = Rig()
    wheel = rig.add("pulley", 2.0, 3.0)
    light, heavy = rig.add("weight", 1.94, 2.0, mass=5.0), rig.add("weight", 2.06, 2.0, mass=6.0)
    rope = rig.link("rope", light, "ring", heavy, "ring", (wheel,))
    worst = rig.worst_stretch(rope, 4.0)
    assert worst < 1.01 and rig.state(rope, "taut") == 1.0
    assert rig.motion(light)[1] < 2.9 and rig.motion(heavy)[1] > 1.0
    assert rig.state(rope, "turn 1") < -math.pi / 2  # it has not been whirled round the wheel
    assert any(isinstance(joint, pymunk.GrooveJoint) for joint in joints(rig, rope))
    rig.machine.remove(heavy)
    rig.run(0.5)
    assert rope not in rig.machine.links and rig.motion(light)[1] < 2.0


# -- slack and taut, cut and gone


def test_it_goes_slack_and_taut_again() -> None:
    rig = Rig()
    rig.floor()
    wheel = rig.add("pulley", 2.0, 2.0)
    weight, balloon = rig.add("weight", 1.94, 1.5, mass=1.0), rig.add("weight", 2.06, 0.101, mass=2.0)
    rope = rig.link("rope", weight, "ring", balloon, "ring", (wheel,), slack=0.2)
    rig.run(0.1)
    assert rig.state(rope, "taut") == 0.0
    reeving = reeving_of(rig.machine.links[rope])
    assert reeving is not None and all(joint.max > 1e3 for joint in reeving.joints)
    rig.run(1.0)
    assert rig.state(rope, "taut") == 1.0
    assert 1.2 < rig.motion(weight)[1] < 1.4  # as low as its slack allows: the other is heavier, and stays


def joints(rig: Rig, rope: int) -> list[pymunk.Constraint]:
    reeving = reeving_of(rig.machine.links[rope])
    assert isinstance(reeving, Reeving)
    return reeving.constraints()


def test_joined_only_as_it_must_be() -> None:
    rig, (rope,), _, _ = one_to_one(5.0, 5.0)
    assert len(joints(rig, rope)) == 2 + 2  # a joint for each piece, a stop for each end
    fixed = Rig()
    a, b, wheel = fixed.add("anchor", 1.0, 2.0), fixed.add("anchor", 2.0, 2.0), fixed.add("pulley", 1.5, 2.5)
    assert joints(fixed, fixed.link("rope", a, "hook", b, "hook", (wheel,))) == []


@pytest.mark.parametrize("x", [0.0, 1.14, 1.6, 2.06])
def test_scissors_cut_it_on_any_of_its_pieces(x: float) -> None:
    """Between the anchor's side, over the wheels (where it runs level), and down to the load; not beside it."""
    rig = Rig()
    wheels = rig.add("pulley", 1.2, 3.0), rig.add("pulley", 2.0, 3.0)
    left, right = rig.add("weight", 1.14, 1.5), rig.add("weight", 2.06, 1.5)
    rope = rig.link("rope", left, "ring", right, "ring", wheels)
    level = x == 1.6
    scissors = rig.add("scissors", x - (0.0 if level else 0.1), 2.95 if level else 2.2, math.pi / 2 if level else 0.0)
    rig.run(0.1)
    held = joints(rig, rope)
    rig.machine.press(scissors)
    rig.run(0.5)
    assert (rope not in rig.machine.links) == (x != 0.0)
    assert (rig.motion(left)[1] < 1.0) == (x != 0.0)
    assert all((joint in rig.machine.space.constraints) == (x == 0.0) for joint in held)


def test_a_pulley_that_is_gone_takes_the_rope_along() -> None:
    rig, (rope, tied), _, load = one_to_two(2.0, 4.0)
    rig.run(0.2)
    held = joints(rig, rope)
    rig.machine.remove(rig.machine.links[rope].via[1].id)
    rig.run(0.5)
    assert rope not in rig.machine.links and tied in rig.machine.links
    assert not any(joint in rig.machine.space.constraints for joint in held)
    assert rig.motion(load)[1] < 1.0


def test_dynamite_beside_a_loose_block_throws_it_about_and_the_rope_holds() -> None:
    rig, ropes, _, load = one_to_two(2.0, 4.0)
    rig.add("dynamite", 2.4, 1.9)
    worst = max(rig.worst_stretch(rope, 3.0) for rope in ropes)
    assert worst < 1.05
    assert all(math.isfinite(value) for value in rig.motion(load))


# -- the way of the rope


def test_the_way_is_tangents_and_arcs() -> None:
    """Straight up, half round a wheel, straight down."""
    way = rope_path.lay([(-0.1, 0.0), (0.0, 1.0), (0.1, 0.0)], [0.1])
    assert way.span == pytest.approx(2.0 + 0.1 * math.pi)
    assert way.turns == (pytest.approx(-math.pi),)
    assert way.ways == (pytest.approx((0.0, 1.0)), pytest.approx((0.0, -1.0)))


def test_a_rope_straight_past_a_wheel_goes_by_its_axle() -> None:
    way = rope_path.lay([(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)], [0.1])
    assert way.span == pytest.approx(2.0) and way.offs == (0.0,)


def test_its_length_grows_as_its_directions_say() -> None:
    """The pull on each point, which the solver takes from the directions, is how the length depends on it."""
    points, radii = [(0.0, 2.0), (0.3, 1.0), (0.6, 2.1), (0.9, 1.0)], [0.1, 0.07]
    way = rope_path.lay(points, radii)
    ways = ((0.0, 0.0), *way.ways, (0.0, 0.0))
    for index, (x, y) in enumerate(points):
        for axis, (dx, dy) in enumerate(((1e-6, 0.0), (0.0, 1e-6))):
            moved = [*points[:index], (x + dx, y + dy), *points[index + 1 :]]
            grown = (rope_path.path(moved, radii, way.turns).span - way.span) / 1e-6
            assert grown == pytest.approx(ways[index][axis] - ways[index + 1][axis], abs=1e-4)


def test_it_can_be_wound_up() -> None:
    """Whole turns are kept, as long as it is asked often enough."""
    way = rope_path.lay([(-0.5, 0.0), (0.0, 0.0), (0.5, 0.1)], [0.1])
    for step in range(1, 41):
        angle = 0.2 + step * math.pi / 10
        end = (0.5 * math.cos(angle), 0.5 * math.sin(angle))
        way = rope_path.path([(-0.5, 0.0), (0.0, 0.0), end], [0.1], way.turns)
    assert way.turns[0] == pytest.approx(4 * math.pi + 0.4, abs=0.3)


def test_a_loose_rope_over_pulleys_lets_its_joints_go_and_wakes_nobody() -> None:
    rig = Rig()
    rig.floor()
    wheel, one, two = rig.add("pulley", 2.0, 2.0), rig.add("weight", 1.5, 0.101), rig.add("weight", 2.5, 0.101)
    rig.link("rope", one, "ring", two, "ring", (wheel,), slack=1.0)
    rig.run(2.0)
    assert rig.machine.parts[one].bodies[0].is_sleeping and rig.machine.parts[two].bodies[0].is_sleeping


def test_a_rope_between_fixed_things_over_a_fixed_pulley_just_hangs_there() -> None:
    """The saw's blade is driven, so it gives way to nothing: there is nothing for the engine to hold."""
    rig = Rig()
    hammer, saw = rig.add("hammer", 1.5, 0.8), rig.add("saw", 1.4, 0.8)
    wheels = rig.add("pulley_block", 4.0, 0.5), rig.add("pulley_block", 7.8, 0.4), rig.add("pulley", 4.0, 0.5)
    rope = rig.link("rope", hammer, "head", saw, "", wheels)
    idle = rig.link("rope", saw, "", rig.add("anchor", 2.0, 2.0), "hook", (rig.add("pulley", 1.0, 2.0),))
    rig.run(2.0)
    run, still = reeving_of(rig.machine.links[rope]), reeving_of(rig.machine.links[idle])
    assert run is not None and still is not None
    assert len(run.stops) == 1, "of its two ends the hammer's alone is kept out of its wheel"
    assert still.constraints() == []
    assert rig.stretch(idle) == pytest.approx(1.0)
    assert rig.stretch(rope) < 1.01


def test_a_rope_that_jams_holds_until_what_it_is_tied_to_is_gone() -> None:
    rig = Rig()
    rig.add("saw_blade", 2.01, 1.26)
    balloon = rig.add("classic_balloon", 2.23, 1.79, height=1.2)
    block, hamster = rig.add("pulley_block", 2.0, 1.25), rig.add("hamster_wheel", 1.99, 1.25)
    rope = rig.link("rope", hamster, "", balloon, "knot", (block,))
    run = reeving_of(rig.machine.links[rope])
    assert run is not None
    rig.run(2.0)
    assert rig.state(balloon, "popped") == 1.0 and rope not in rig.machine.links
    assert all(joint not in rig.machine.space.constraints for joint in run.constraints())
