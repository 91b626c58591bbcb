"""How things touch: the world's rules for friction, bounce, overlap and the solver, against what they promise."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sandbox import parts
from sandbox.design.design import Design, PartSpec, World, check, from_plain, to_plain
from sandbox.design.geometry import Pose
from sandbox.design.values import canonical_text
from sandbox.errors import BadFile
from sandbox.machine.machine import Machine
from sandbox.parts.kind import STRUCTURE_RESTITUTION
from tests.parts.rig import Rig
from tests.support import pile, replace_world


def rebound(height: float = 1.0, kind: str = "bowling_ball", **world: Any) -> float:
    """How much of its speed a ball keeps that falls so far (m) onto the floor."""
    rig = Rig(**world)
    rig.floor()
    radius = parts.blueprint(PartSpec(1, kind, 0.0, 0.0)).bounds(Pose(0.0, 0.0, 0.0)).y1
    ball = rig.add(kind, 2.0, radius + height)
    speeds: list[float] = []
    rig.run(math.sqrt(2 * height / 9.81) + 0.03, lambda: speeds.append(rig.motion(ball)[4]))
    return max(speeds) / -min(speeds)


def test_the_greater_restitution_counts_where_the_world_says_so() -> None:
    """The floor's own is 0.95: a bowling ball bounces off it like rubber, or hardly at all."""
    assert rebound() < 0.35
    assert rebound(restitution_mixing="greater") == pytest.approx(STRUCTURE_RESTITUTION, abs=0.03)


@pytest.mark.parametrize("mixing", ["product", "greater"])
def test_what_meets_slowly_does_not_bounce(mixing: str) -> None:
    """From 4 cm a ball meets the floor at 0.89 m/s, from 6 cm at 1.08 m/s."""
    world = {"restitution_mixing": mixing, "bounce_from": 1.0}
    assert rebound(0.04, "tennis_ball", **world) < 0.05
    assert rebound(0.06, "tennis_ball", **world) > 0.5
    assert rebound(0.04, "tennis_ball", restitution_mixing=mixing) > 0.5


@pytest.mark.parametrize(("mixing", "least"), [("product", 0.5 * 0.5), ("root", 0.5)])
def test_friction_is_mixed_as_the_world_says(mixing: str, least: float) -> None:
    """A block on a slope slides from the angle whose tangent is the friction of the two."""
    for factor, slides in ((0.9, False), (1.1, True)):
        angle = math.atan(least * factor)
        gravity = {"gravity_x": 9.81 * math.sin(angle), "gravity_y": -9.81 * math.cos(angle)}
        rig = Rig(friction_mixing=mixing, **gravity)
        ground = rig.floor()
        block = rig.add("crate", 2.0, 0.15)
        for part in (ground, block):
            shape = rig.machine.parts[part].shapes[0]
            assert shape is not None
            shape.friction = math.sqrt(0.5) if mixing == "root" else 0.5
        rig.run(1.0)
        assert (rig.motion(block)[0] > 2.05) is slides


def test_each_shape_carries_the_root_of_its_friction() -> None:
    product, root = (Machine(replace_world(pile(5), friction_mixing=mixing)) for mixing in ("product", "root"))
    for one, two in zip(product.space.shapes, root.space.shapes, strict=True):
        assert two.friction == pytest.approx(math.sqrt(one.friction))


def sunk(seconds: float, **world: Any) -> float:
    """How deep a crate still is in the floor, placed 4 mm deep."""
    rig = Rig(**world)
    rig.floor()
    crate = rig.add("crate", 2.0, 0.146)
    rig.run(seconds)
    return 0.15 - rig.motion(crate)[1]


def test_overlap_is_mended_down_to_the_slop_as_fast_as_the_world_says() -> None:
    assert sunk(1 / 60) == pytest.approx(0.004 - 0.1 * 0.0035, abs=2e-4)
    assert sunk(1 / 60, recovery=0.9) < 0.0012
    assert sunk(2.0, recovery=0.9) == pytest.approx(0.0005, abs=1e-4)
    assert sunk(2.0, recovery=0.9, slop=0.002) == pytest.approx(0.002, abs=1e-4)


def test_more_iterations_hold_a_heavy_load_better() -> None:
    def height(iterations: int) -> float:
        """Of a weight on a light crate."""
        rig = Rig(iterations=iterations)
        rig.floor()
        for row in range(4):
            rig.add("styrofoam_block", 2.0, 0.1 + 0.22 * row)
        weight = rig.add("weight", 2.0, 1.2)
        rig.run(1.5)
        return rig.motion(weight)[1]

    assert height(1) < height(60)


def test_a_bar_that_tips_slowly_is_at_rest_for_box2d_and_a_ball_that_rolls_as_slowly_is_not() -> None:
    """At 8 mm/s both; the ball turns at 0.07 rad/s."""
    rig = Rig(rest_speed=0.01, rest_turn=0.035)
    rig.floor()
    ball, bar = rig.add("bowling_ball", 2.0, 0.11), rig.add("bar", 4.0, 0.05)
    rig.run(0.1)
    for part, spin in ((ball, -0.008 / 0.11), (bar, 0.0)):
        body = rig.machine.parts[part].bodies[0]
        body.velocity, body.angular_velocity = (0.008, 0.0), spin
    rig.run(1.5)
    assert rig.motion(ball)[0] == pytest.approx(2.012, abs=0.001) and not rig.machine.parts[ball].bodies[0].is_sleeping
    assert rig.machine.parts[bar].bodies[0].is_sleeping


@pytest.mark.parametrize(("rest_speed", "rolls"), [(0.0, False), (0.003, True)])
def test_what_rolls_slowly_falls_asleep_only_where_the_world_takes_that_for_rest(
    rest_speed: float, rolls: bool
) -> None:
    rig = Rig(rest_speed=rest_speed)
    rig.floor()
    ball = rig.add("bowling_ball", 2.0, 0.11)
    rig.run(0.1)
    body = rig.machine.parts[ball].bodies[0]
    body.velocity, body.angular_velocity = (0.02, 0.0), -0.02 / 0.11
    rig.run(2.0)
    assert (rig.motion(ball)[0] > 2.03) is rolls
    assert body.is_sleeping is not rolls


def test_the_rules_as_they_were_are_the_engines_own_to_the_last_bit() -> None:
    plain, named = Machine(pile(20)), Machine(replace_world(pile(20), restitution_mixing="product", recovery=0.1))
    for _ in range(240):
        for machine in (plain, named):
            machine.tick()
        assert plain.digest() == named.digest()
    assert all(not shape.collision_type & 2 for shape in plain.space.shapes)


def test_listeners_hear_of_what_bounces_too() -> None:
    """A balloon that is hit hard pops, whether or not its contacts are seen to by the world's rule."""
    for mixing in ("product", "greater"):
        rig = Rig(restitution_mixing=mixing)
        rig.floor()
        balloon = rig.add("balloon", 2.0, 0.2)
        rig.add("weight", 2.0, 0.9)
        rig.run(0.6)
        assert rig.state(balloon, "popped") == 1.0


@pytest.mark.parametrize(
    ("world", "said"),
    [
        (World(friction_mixing="sum"), "friction_mixing is 'sum'; it is one of product, root"),
        (World(restitution_mixing="root"), "restitution_mixing is 'root'; it is one of product, greater"),
        (World(bounce_from=-0.1), "bounce_from is -0.1; it goes from 0 to 10 m/s"),
        (World(slop=0.0), "slop is 0; it goes from 1e-05 to 0.01 m"),
        (World(recovery=1.0), "recovery is 1; it goes from 0.01 to 0.9999"),
        (World(rest_speed=2.0), "rest_speed is 2; it goes from 0 to 1 m/s"),
        (World(iterations=0), "iterations is 0; it goes from 1 to 100"),
    ],
)
def test_rules_that_do_not_exist_are_refused(world: World, said: str) -> None:
    with pytest.raises(BadFile, match=r"^world / ") as error:
        check(Design(world=world))
    assert said in str(error.value)


def test_the_rules_are_in_the_file_only_where_they_differ() -> None:
    assert to_plain(Design(world=World()))["world"] == {}
    level = Design(world=World(friction_mixing="root", bounce_from=1.0, iterations=40))
    assert to_plain(level) == {"rules": 3, "world": {"friction_mixing": "root", "bounce_from": 1.0, "iterations": 40}}
    assert from_plain(to_plain(level)) == level
    # End hashes of recordings are made of this text: what was recorded before the rules were in it still holds.
    usual = canonical_text(World())
    assert "slop" not in usual and "gravity_x=0.0" in usual and "slop=0.001" in canonical_text(World(slop=0.001))


def test_a_hit_tells_its_push_at_one_point_beside_the_whole_impulse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dynamite of 0.65 kg stands on two corners; drawn along the floor, its friction is in the impulse alone."""
    rig = Rig(sleep=False)
    rig.floor()
    dynamite = rig.add("classic_dynamite", 2.0, 0.16)
    hits: list[Any] = []
    monkeypatch.setattr(
        type(parts.KINDS["classic_dynamite"]), "struck", lambda kind, run, hit, machine: hits.append(hit)
    )
    rig.run(1.0)
    assert hits[-1].impulse == pytest.approx(0.6515 * 9.81 / 240, rel=0.02)
    assert hits[-1].push == pytest.approx(hits[-1].impulse / 2, rel=0.02)
    rig.machine.parts[dynamite].bodies[0].velocity = (2.0, 0.0)
    rig.run(0.05)
    assert hits[-1].impulse > 1.01 * 0.6515 * 9.81 / 240
    assert hits[-1].push == pytest.approx(0.6515 * 9.81 / 240 / 2, rel=0.1)
