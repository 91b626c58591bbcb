"""The Butterfly Effect's actors against what its figures say they must do."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from sandbox import parts
from sandbox.commands import commands as c
from sandbox.design.design import PartSpec
from sandbox.errors import BadFile
from sandbox.parts.classics.classic_actors import ClassicWalker
from sandbox.parts.classics.classic_explosives import ColaBottle
from sandbox.parts.kind import Hit
from tests.parts.rig import Rig
from tests.support import replay

SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
ITS_WORLD: dict[str, Any] = {
    "friction_mixing": "root", "restitution_mixing": "greater", "bounce_from": 1.0, "slop": 0.001, "recovery": 0.9375,
    "iterations": 40,
}  # fmt: skip


def bench(**world: Any) -> Rig:
    """With a floor, which bounces well: where that matters, the product of two restitutions is asked for."""
    rig = Rig(**(ITS_WORLD | world))
    rig.floor()
    return rig


# -- the balloon


def test_a_balloon_rises_at_what_its_lift_leaves_over_its_drag() -> None:
    """(0.8 N - 0.0735 kg g) / 0.0735 kg / 2.1 a second: 0.51 m/s."""
    rig = bench()
    balloon = rig.add("classic_balloon", 1.0, 1.0)
    rig.run(4.0)
    assert rig.motion(balloon)[4] == pytest.approx((0.8 / 0.0735 - 9.81) / 2.1, rel=0.005)
    heavy = bench()
    balloon = heavy.add("classic_balloon", 1.0, 3.0, mass=0.1)
    heavy.run(3.0)
    assert heavy.motion(balloon)[4] == pytest.approx((0.8 / 0.1 - 9.81) / 2.1, rel=0.005)


def test_a_balloons_spin_fades_by_its_own_damping() -> None:
    rig = bench()
    balloon = rig.add("classic_balloon", 1.0, 1.0, lift=0.0)
    rig.machine.parts[balloon].bodies[0].angular_velocity = 3.0
    rig.run(0.3)
    assert rig.motion(balloon)[5] == pytest.approx(3.0 * math.exp(-0.4 * 0.3), rel=0.002)


def test_a_balloon_hangs_upright_under_its_lift() -> None:
    """Its lift takes hold 0.1 m above its middle: tilted, it swings back."""
    rig = bench()
    balloon = rig.add("classic_balloon", 1.0, 2.0, 0.5)
    angles: list[float] = []
    rig.run(2.0, lambda: angles.append(rig.motion(balloon)[2]))
    assert min(angles) < -0.1 and max(angles[-120:]) < 0.5


@pytest.mark.parametrize(("load", "pops"), [(20.0, 1.0), (0.1, 0.0)])
def test_a_hard_blow_pops_a_balloon(load: float, pops: float) -> None:
    rig = bench()
    balloon = rig.add("classic_balloon", 1.0, 0.3)
    rig.add("custom_ball", 1.0, 1.0, mass=load)
    rig.run(1.0)
    assert rig.state(balloon, "popped") == pops


# -- what pricks


@pytest.mark.parametrize("kind", ["classic_balloon", "balloon"])
@pytest.mark.parametrize(("gap", "popped"), [(0.02, 1.0), (0.06, 0.0)])
def test_a_cactus_pricks_what_comes_near_its_spines(kind: str, gap: float, popped: float) -> None:
    """Its trunk is 92 mm from its middle at that height, its spines 125 mm."""
    rig = bench(gravity_y=0.0)
    rig.add("classic_cactus", 1.0, 1.0)
    balloon = rig.add(kind, 1.092 + gap + 0.13, 1.05, lift=0.1)
    rig.run(0.1)
    assert rig.state(balloon, "popped") == popped


def test_what_pricks_does_not_push() -> None:
    """A ball between the trunk and the tips of the spines stays where it is."""
    rig = bench(gravity_y=0.0)
    cactus = rig.add("classic_cactus", 1.0, 1.0)
    ball = rig.add("custom_ball", 1.092 + 0.005 + 0.02, 1.06, radius=0.02)
    rig.run(0.5)
    assert rig.motion(ball)[:2] == (1.117, 1.06)
    assert rig.machine.touching(cactus, ball) is False


def test_a_cactus_can_be_knocked_over_and_its_pot_is_blunt() -> None:
    rig = bench(gravity_y=0.0)
    cactus = rig.add("classic_cactus", 1.0, 1.0)
    balloon = rig.add("classic_balloon", 1.3, 0.9, mass=1.0, lift=0.0)
    rig.add("custom_ball", 1.6, 0.9)
    rig.run(0.1)
    assert rig.state(balloon, "popped") == 0.0
    assert parts.blueprint(PartSpec(1, "classic_cactus", 0.0, 0.0)).bodies[0].kind == "dynamic"
    assert cactus in rig.machine.parts


@pytest.mark.parametrize(("x", "popped"), [(1.0, 1.0), (1.42, 0.0)])
def test_nails_prick_from_above_but_not_beside_the_board(x: float, popped: float) -> None:
    rig = bench()
    rig.add("classic_nails", 1.0, 0.5)
    balloon = rig.add("classic_balloon", x + (0.13 if popped == 0 else 0.0), 0.9, lift=0.0, drag=0.0)
    rig.run(0.6)
    assert rig.state(balloon, "popped") == popped


def test_a_loose_saw_blade_rolls_and_cuts() -> None:
    rig = bench()
    saw = rig.add("saw_blade", 1.0, 0.19)
    penguin = rig.add("classic_walker", 1.8, 0.14, gait="sleeping")
    other = rig.add("saw_blade", 3.0, 0.19)
    balloon = rig.add("classic_balloon", 3.6, 0.18, lift=0.72)
    for blade in (saw, other):
        rig.machine.parts[blade].bodies[0].velocity = (2.0, 0.0)
    rig.run(1.0)
    assert rig.state(balloon, "popped") == 1.0 and rig.state(penguin, "dead") == 1.0
    assert penguin not in rig.machine.parts and rig.motion(saw)[5] < -0.5


def test_the_rag_of_a_popped_balloon_goes_on_as_it_did_and_is_gone_in_the_end() -> None:
    rig = bench()
    balloon = rig.add("classic_balloon", 1.0, 2.0, pops_at=0.05)
    machine = rig.machine
    machine.parts[balloon].bodies[0].velocity = (1.0, 0.0)
    rig.run(0.1)
    vx = rig.motion(balloon)[3]
    machine.parts[balloon].kind.struck(
        machine.parts[balloon], Hit(balloon, 0, 0, 0, True, 1.0, 1.0, 0.0, 1.0, 1.0, 2.0, 1.0), machine
    )
    assert rig.state(balloon, "popped") == 1.0
    rig.run(0.02)
    assert rig.motion(balloon)[3] == pytest.approx(vx, rel=0.1), "what is left of it"
    rig.run(1.0)
    assert rig.motion(balloon)[1] < 1.0, "and nothing lifts it any more"
    rig.run(1.4)
    assert balloon not in machine.parts


def test_a_balloon_of_another_outline_is_solid_to_its_corners() -> None:
    rig = bench()
    square = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
    balloon = rig.add("classic_balloon", 1.0, 0.5, width=0.4, height=0.4, outline=square, lift=0.0, mass=0.2)
    rig.run(2.0)
    assert rig.motion(balloon)[1] == pytest.approx(0.2, abs=0.002)


def test_a_pushed_spring_swings_as_its_stiffness_says() -> None:
    """320 N/m between 0.2 kg and 0.1 kg swing with sqrt(k / (m M / (m + M))) = 69 rad/s: a quarter in 22.7 ms."""
    rig = Rig(gravity_y=0.0)
    part = rig.add("classic_spring", 2.0, 1.0)
    left, right = rig.machine.parts[part].bodies
    right.position = (right.position.x - 0.05, right.position.y)
    start = right.position.x - left.position.x
    widest = 0.0

    def watch() -> None:
        nonlocal widest
        widest = max(widest, right.position.x - left.position.x)

    rig.run(0.046, watch)  # half a swing
    assert widest == pytest.approx(start + 0.1, abs=0.004)
    rig.run(1.0, watch)
    assert widest < start + 0.11, "it gains nothing"
    assert abs(right.angle - left.angle) < 1e-3 and abs(right.position.y - left.position.y) < 1e-3


def test_a_ball_jumps_off_a_spring_and_not_off_one_without_a_coil() -> None:
    def height(stiffness: float) -> float:
        rig = bench()
        rig.add("classic_spring", 2.0, 0.2, 1.5707963, stiffness=stiffness)
        rig.add("wall", 1.85, 0.5)
        rig.add("wall", 2.15, 0.5)
        ball = rig.add("custom_ball", 2.0, 1.2, radius=0.08, mass=1.0, restitution=0.0)
        rig.run(0.35)
        best = 0.0

        def watch() -> None:
            nonlocal best
            best = max(best, rig.motion(ball)[1])

        rig.run(1.5, watch)
        return best

    assert height(640.0) > height(0.0) + 0.15


# -- the butterfly


def test_a_butterfly_hovers_at_its_aim_and_drifts_to_the_right() -> None:
    rig = bench()
    butterfly, higher = rig.add("classic_butterfly", 1.0, 1.5), rig.add("classic_butterfly", 3.0, 1.5, aim=0.4)
    rig.run(6.0)
    heights: list[tuple[float, float]] = []
    rig.run(2.0, lambda: heights.append((rig.motion(butterfly)[1], rig.motion(higher)[1])))
    assert np.mean(heights, 0) == pytest.approx([1.5, 1.9], abs=0.05)
    assert 0.09 < rig.motion(butterfly)[3] < 0.13
    # Each beat at hover makes good for 0.1 s of falling; the impulses come ten times a second.
    beats = [i for i, ((a, _), (b, _)) in enumerate(itertools.pairwise(heights)) if b > a]
    assert beats


@pytest.mark.parametrize(("speed", "dead"), [(1.5, 1.0), (0.2, 0.0)])
def test_a_knock_of_a_hundredth_of_a_newton_second_kills_a_butterfly(speed: float, dead: float) -> None:
    rig = bench(gravity_y=0.0)
    butterfly = rig.add("classic_butterfly", 1.0, 1.5)
    ball = rig.add("custom_ball", 0.8, 1.5, radius=0.05, mass=0.01)
    rig.machine.parts[ball].bodies[0].velocity = (speed, 0.0)
    rig.run(0.5)
    assert rig.state(butterfly, "dead") == dead


def test_a_butterfly_dies_of_a_prick_and_falls() -> None:
    rig = bench()
    rig.add("classic_cactus", 1.3, 1.5)
    butterfly = rig.add("classic_butterfly", 1.0, 1.5)
    rig.run(2.5)
    assert rig.state(butterfly, "dead") == 1.0 and rig.motion(butterfly)[1] < 1.3


# -- the bottle


def bottle(**props: Any) -> tuple[Rig, int]:
    """Floating in space, pressed."""
    rig = Rig(gravity_y=0.0, width=100.0, height=100.0)
    part = rig.add("cola_bottle", 50.0, 50.0, **props)
    rig.machine.press(part)
    return rig, part


def test_a_bottle_spouts_after_its_delay_two_jets_each_56_ms_until_it_is_empty() -> None:
    rig, part = bottle()
    rig.run(0.38)
    assert rig.state(part, "shaken") == 1.0 and rig.state(part, "fired") == 0.0 == rig.state(part, "jets")
    rig.run(0.03)
    assert (rig.state(part, "fired"), rig.state(part, "jets")) == (1.0, 2.0)
    rig.run(0.028 * 99)
    assert rig.state(part, "jets") == pytest.approx(100, abs=2) and rig.state(part, "empty") == 0.0
    rig.run(1.0)
    assert rig.state(part, "jets") == 114 and rig.state(part, "empty") == 1.0
    assert rig.machine.parts[part].bodies[0].mass == pytest.approx(0.2)


def test_each_pair_of_jets_pushes_the_bottle_by_its_thrust() -> None:
    """Thrust x 0.03 kg x sqrt(2 g h), h = 1.5 m and 0.2 m more each time; on its cola, less each jet, and 0.2 kg."""
    for thrust in (2.0, 5.0):
        rig, part = bottle(thrust=thrust)
        for _ in range(round((0.4 + 2.5 * 0.028) * 240)):
            rig.machine.parts[part].bodies[0].angular_velocity = 0.0
            rig.run(1 / 240)
        wanted = 0.0
        for jet in (0, 2):
            mass = 1.7 - 0.015 * (jet + 2) + 0.2
            wanted -= thrust * 0.03 * math.sqrt(2 * 9.81 * (1.5 + 0.1 * jet)) / mass
        assert rig.state(part, "jets") == 4
        assert rig.motion(part)[4] == pytest.approx(wanted, rel=1e-6)


def test_a_bottle_that_leans_on_a_wall_stands_still_while_it_spouts() -> None:
    """A jet is a blow of up to 0.3 N s each 28 ms: the contacts take it up before the bottle has moved."""
    rig = Rig(**(ITS_WORLD | {"slop": 0.0005, "recovery": 0.99}))
    surface = {"surface": "own", "friction": 0.2, "restitution": 0.0, "body": "fixed"}
    for x, y, size in ((0.0, -0.5, {"width": 6.0, "height": 1.0}), (-0.19, 0.5, {"width": 0.2, "height": 1.0})):
        rig.add("polygon", x, y, outline=SQUARE, **size, **surface)
    part = rig.add("cola_bottle", 0.0, 0.25)
    rig.run(0.5)
    x, _, angle, *_ = rig.motion(part)
    rig.machine.press(part)
    rig.run(2.0)
    assert rig.state(part, "jets") > 50
    assert rig.motion(part)[2] == pytest.approx(angle, abs=1e-3) and rig.motion(part)[0] == pytest.approx(x, abs=5e-4)


def test_a_bottle_keeps_its_moment_of_inertia_as_it_empties() -> None:
    rig, part = bottle()
    body, plan = rig.machine.parts[part].bodies[0], rig.machine.parts[part].plan.bodies[0]
    rig.run(2.0)
    off = plan.x * plan.x + plan.y * plan.y
    assert body.mass < plan.mass
    assert body.moment + body.mass * off == pytest.approx(plan.moment + plan.mass * off, rel=1e-9)


def test_a_bottle_of_a_sip_of_cola_spouts_once_and_keeps_the_moment_of_its_glass() -> None:
    """What it has lost would leave it less than nothing, as it is heavier than what was in it."""
    rig, part = bottle(mass=0.001)
    body, plan = rig.machine.parts[part].bodies[0], rig.machine.parts[part].plan.bodies[0]
    rig.run(1.0)
    assert (rig.state(part, "empty"), rig.state(part, "jets")) == (1.0, 2.0)
    assert body.mass == pytest.approx(0.2) and body.moment == pytest.approx(plan.moment * 0.2 / plan.mass)


def test_out_of_the_level_a_bottle_is_pulled_back() -> None:
    rig = Rig(gravity_y=0.0, width=4.0, height=2.0)
    part = rig.add("cola_bottle", 2.0, 5.0)
    rig.machine.press(part)
    rig.run(0.5)
    assert rig.motion(part)[4] > 0.0


def test_drops_are_real_and_gone_a_tenth_of_a_second_after_their_first_touch() -> None:
    rig = Rig(width=6.0, height=6.0)
    rig.floor(4.0, 6.0)
    part = rig.add("cola_bottle", 1.0, 5.0, -math.pi / 2)
    wall = rig.add("styrofoam_block", 2.2, 5.3)
    rig.machine.press(part)
    rig.machine.parts[part].bodies[0].moment = math.inf
    before = len(rig.machine.space.bodies)
    rig.run(0.41)
    drop = rig.machine.parts[part].bodies[1]
    assert len(rig.machine.space.bodies) == before + 1
    assert drop.velocity.x == pytest.approx(math.sqrt(2 * 9.81 * 1.5), rel=1e-6) and abs(drop.velocity.y) < 0.2
    rig.run(0.17)
    assert rig.motion(wall)[3] > 0.05  # they push
    assert 0.0 < rig.state(part, "drop 0") < 0.1 and drop.space is not None
    rig.run(0.1)
    assert rig.state(part, "drop 0") == 0.0 and drop.space is None


def test_the_oldest_drop_comes_out_again_when_all_are_out() -> None:
    rig, part = bottle(mass=3.0)
    rig.run(0.4 + 0.028 * 150)
    assert rig.state(part, "jets") >= 150
    assert len(rig.machine.space.bodies) == 1 + ColaBottle.drops


@pytest.mark.parametrize(("mass", "shaken"), [(5.0, 1.0), (0.05, 0.0)])
def test_a_hard_blow_shakes_a_bottle(mass: float, shaken: float) -> None:
    rig = bench()
    part = rig.add("cola_bottle", 1.0, 0.25)
    rig.add("custom_ball", 1.0, 1.0, radius=0.05, mass=mass)
    rig.run(0.6)
    assert rig.state(part, "shaken") == shaken


def test_a_bottle_spouts_the_same_in_every_run() -> None:
    rig = bench()
    rig.add("cola_bottle", 1.0, 0.8, 2.8)
    rig.add("domino", 1.2, 0.25)
    design = parts.check(rig.design)
    log = [(0, c.pack(c.Start())), (5, c.pack(c.Press(2)))]
    one, two = (replay(design, log, 900)[0].digests for _ in range(2))
    assert one == two and len(one) == 8 * 900


# -- spare bodies, as the machine keeps them


def test_a_spare_body_is_nowhere_until_it_is_let_out() -> None:
    rig, part = bottle()
    machine, run = rig.machine, rig.machine.parts[part]
    row = machine.row_of[part, 1]
    assert run.bodies[1].space is None and machine.read_rows()[row, 1] < -1000
    machine.let_out(run, 1, (50.0, 60.0), (1.0, 0.0))
    rig.run(0.1)
    assert machine.read_rows()[row, :2] == pytest.approx([50.1, 60.0])
    digest = machine.digest()
    machine.take_back(run, 1)
    assert machine.read_rows()[row, 1] < -1000 and machine.digest() != digest


def test_a_spare_body_that_leaves_the_world_is_taken_back_and_its_part_stays() -> None:
    rig, part = bottle()
    rig.machine.let_out(rig.machine.parts[part], 1, (50.0, 105.0), (0.0, 50.0))
    rig.run(0.3)
    assert part in rig.machine.parts and rig.machine.parts[part].bodies[1].space is None


def test_a_part_goes_with_the_bodies_that_are_out_and_without_those_that_wait() -> None:
    rig, part = bottle()
    rig.machine.let_out(rig.machine.parts[part], 1, (50.0, 60.0))
    rig.machine.remove(part)
    rig.run(0.1)
    assert len(rig.machine.space.bodies) == 0 == len(rig.machine.space.shapes)


def test_the_hand_and_links_let_go_of_a_body_that_is_taken_back() -> None:
    rig, part = bottle()
    hook = rig.add("anchor", 50.0, 53.0) if rig._machine is None else None
    machine, run = rig.machine, rig.machine.parts[part]
    machine.grab(part, 50.0, 50.0)
    assert machine.held_by() == part and hook is None
    machine.take_back(run, 0)
    assert machine.held_by() is None
    rig.run(0.1)


# -- the penguin


@pytest.mark.parametrize(("gait", "way"), [("right", 1.0), ("left", -1.0), ("sleeping", 0.0)])
def test_a_penguin_walks_half_a_metre_a_second_its_own_way(gait: str, way: float) -> None:
    rig = bench()
    penguin = rig.add("classic_walker", 10.0, 0.14, gait=gait)
    rig.run(4.0)
    assert rig.motion(penguin)[3] == pytest.approx(0.5 * way, abs=0.01)


def test_a_penguin_that_waits_is_off_some_time() -> None:
    rig = bench()
    penguin = rig.add("classic_walker", 10.0, 0.14, gait="waiting")
    rig.run(2.0)
    assert abs(rig.motion(penguin)[3]) > 0.3


def test_a_penguin_turns_at_a_wall() -> None:
    rig = bench()
    rig.add("wall", 1.6, 0.5)
    penguin = rig.add("classic_walker", 1.0, 0.14)
    rig.run(4.0)
    assert rig.motion(penguin)[3] == pytest.approx(-0.5, abs=0.02)


@pytest.mark.parametrize(("gait", "way"), [("right", 1.0), ("left", -1.0)])
def test_a_penguin_that_stands_looks_ahead_first_and_then_back(
    gait: str, way: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frame 3 of six pushes it on, frame 0 back; 91 x and 91 y, cut to whole numbers, are added to the frame."""
    monkeypatch.setattr(ClassicWalker, "act_interval", 0.0)  # so that each tick shows its frame
    rig = bench()
    penguin = rig.add("classic_walker", 10.001, 0.14, gait=gait)
    run = rig.machine.parts[penguin]
    run["since"], run["gait"], run["footing"] = 1.0, 6.0, 0.06
    frame = (math.floor(91 * 10.001) + math.floor(91 * 0.14)) % 6
    body, forces = run.bodies[0], []
    for tick in range(90):
        body.velocity, run["footing"] = (0.0, 0.0), 0.06
        run.kind.act(run, rig.machine)
        look = (frame + math.floor((tick / 240) / 0.06 + 1e-9)) % 6
        forces.append((body.force.x, {3: 5.0 * way, 0: -5.0 * way}.get(look, 0.0)))
        body.force = (0.0, 0.0)
    assert [force for force, _ in forces] == [wanted for _, wanted in forces]


@pytest.mark.parametrize(("speed", "way"), [(-0.3, -1.0), (0.0, 1.0), (0.3, 1.0)])
def test_a_penguin_sets_out_its_own_way_unless_it_is_moved(speed: float, way: float) -> None:
    rig = bench()
    penguin = rig.add("classic_walker", 10.0, 0.14)
    body = rig.machine.parts[penguin].bodies[0]
    body.velocity, body.angular_velocity = (speed, 0.0), -speed / 0.14
    rig.run(2.0)
    assert rig.motion(penguin)[3] == pytest.approx(0.5 * way, abs=0.02)


def test_a_penguin_that_sleeps_is_awake_once_it_was_moved() -> None:
    rig = bench()
    asleep, moved = (rig.add("classic_walker", x, 0.14, gait="sleeping") for x in (9.5, 10.0))
    rig.machine.parts[moved].bodies[0].velocity = (0.05, 0.0)
    rig.run(3.0)
    assert rig.state(asleep, "gait") == 10.0 and rig.motion(asleep)[3] == 0.0
    assert rig.motion(moved)[3] == pytest.approx(0.5, abs=0.02)


def test_a_penguin_on_its_way_out_no_longer_pushes() -> None:
    rig = bench()
    penguin = rig.add("classic_walker", 10.0, 0.14)
    rig.run(0.1)
    run = rig.machine.parts[penguin]
    run["leaving"] = 0.18
    before = rig.motion(penguin)[3]
    rig.run(0.1)
    assert rig.motion(penguin)[3] == pytest.approx(before, abs=1e-6)


def test_a_penguin_in_the_air_has_nothing_to_push_against() -> None:
    rig = bench()
    penguin = rig.add("classic_walker", 1.0, 2.0)
    rig.run(0.5)
    assert rig.motion(penguin)[3] == 0.0


def test_a_penguin_that_slides_brakes() -> None:
    """0.8 N on 1.5 kg that rolls: 0.36 m/s^2, from the first moment until it walks."""
    rig = bench()
    penguin = rig.add("classic_walker", 1.0, 0.14)
    body = rig.machine.parts[penguin].bodies[0]
    body.velocity, body.angular_velocity = (2.0, 0.0), -2.0 / 0.14
    rig.run(1.5)
    assert rig.motion(penguin)[3] == pytest.approx(2.0 - 0.8 / 1.5 / 1.5 * 1.5, abs=0.02)


@pytest.mark.parametrize(("fall", "dies"), [(0.8, False), (1.4, True)])
def test_a_penguin_dies_of_seven_newton_seconds(fall: float, dies: bool) -> None:
    """1.5 kg from 1.1 m."""
    rig = bench(restitution_mixing="product")
    penguin = rig.add("classic_walker", 1.0, 0.14 + fall)
    rig.run(1.2)
    assert bool(rig.state(penguin, "dead")) is dies and (penguin not in rig.machine.parts) is dies


def test_spines_do_not_kill_a_penguin() -> None:
    rig = bench()
    rig.add("classic_cactus", 1.3, 0.2)
    penguin = rig.add("classic_walker", 1.0, 0.14)
    rig.run(2.0)
    assert rig.state(penguin, "dead") == 0.0


def test_a_penguin_gets_out_at_its_exit_and_is_counted() -> None:
    rig = bench()
    out = rig.add("classic_exit", 1.6, 0.15)
    first, second = rig.add("classic_walker", 1.0, 0.14), rig.add("classic_walker", 2.4, 0.14)
    rig.run(2.0)
    assert first not in rig.machine.parts and rig.state(first, "saved") == 1.0 == rig.state(out, "saved")
    assert second in rig.machine.parts and rig.state(second, "saved") == 0.0


def test_a_penguin_is_drawn_upright_however_it_rolls() -> None:
    rig = bench()
    penguin = rig.add("classic_walker", 1.0, 0.14)
    rig.run(3.0)
    row = rig.machine.read_rows()[rig.machine.row_of[penguin, 1]]
    assert abs(rig.motion(penguin)[2]) > 2.0 and abs(row[2]) < 1e-9


# -- detonator and dynamite


def detonated(mass: float) -> tuple[Rig, int, int]:
    """A ball of that mass falls on the handle of a box that is wired to dynamite 4 m away."""
    rig = bench(restitution_mixing="product")
    box, dynamite = rig.add("classic_detonator", 1.0, 0.175), rig.add("classic_dynamite", 5.0, 0.16)
    rig.link("wire", box, "signal", dynamite, "signal")
    if mass:
        rig.add("custom_ball", 1.0, 0.9, mass=mass)
    return rig, box, dynamite


def test_a_heavy_load_pushes_the_handle_down_and_the_dynamite_goes_off_1_4_s_later() -> None:
    rig, box, dynamite = detonated(20.0)
    rig.run(0.6)
    assert rig.state(box, "pushed") == 1.0 and rig.state(dynamite, "called") == 0.0
    pushed = rig.events("pressed")[0].tick
    rig.run(1.6)
    assert rig.events("exploded")[0].tick - pushed == pytest.approx(1.4 * 240, abs=3)


def test_a_call_goes_to_all_dynamite_with_its_number_and_to_no_other() -> None:
    rig = bench(restitution_mixing="product")
    box = rig.add("classic_detonator", 1.0, 0.175, number="555-0000", delay=0.1)
    numbers = ("555-0000", "555-0000", "555-0001", "")
    called = [rig.add("classic_dynamite", 4.0 + 2 * k, 0.16, number=number) for k, number in enumerate(numbers)]
    silent = rig.add("classic_detonator", 2.0, 0.175, delay=0.1)  # has no number: calls nobody, not even the last
    for one in (box, silent):
        rig.machine.press(one)
    rig.run(0.3)
    assert [rig.state(part, "called") for part in called] == [1.0, 1.0, 0.0, 0.0]
    assert rig.state(box, "done") == 1.0 == rig.state(silent, "done")


@pytest.mark.parametrize("mass", [0.0, 2.0])
def test_a_light_load_is_held_up(mass: float) -> None:
    """120 N hold 12 kg at rest; 2 kg from 0.4 m come down with 8 J, of 12 J that it takes."""
    rig, box, dynamite = detonated(mass)
    rig.run(2.0)
    assert rig.state(box, "pushed") == 0.0 == rig.state(dynamite, "called")
    handle = rig.machine.parts[box].bodies[1].position
    assert handle.y - rig.motion(box)[1] == pytest.approx(0.28, abs=0.003)


def exploding(**world: Any) -> tuple[Rig, int]:
    rig = Rig(gravity_y=0.0, width=60.0, height=60.0, **world)
    dynamite = rig.add("classic_dynamite", 30.0, 30.0, 0.3)
    rig.machine.press(dynamite)
    rig.run(0.41)
    return rig, dynamite


def test_dynamite_bursts_into_thirteen_fragments_at_20_m_s_all_round() -> None:
    rig, dynamite = exploding()
    run = rig.machine.parts[dynamite]
    assert run.bodies[0].space is None and len(rig.machine.space.bodies) == 13
    speeds = [math.hypot(*body.velocity) for body in run.bodies[1:]]
    assert speeds == pytest.approx([20.0] * 13)
    angles = sorted(math.atan2(body.velocity.y, body.velocity.x) % (2 * math.pi) for body in run.bodies[1:])
    assert [b - a for a, b in itertools.pairwise(angles)] == pytest.approx([2 * math.pi / 13] * 12)
    assert 0.3 % (2 * math.pi / 13) == pytest.approx(angles[0])


def fragment_share(since: float) -> float:
    """Return what a fragment weighs (kg) so many seconds after the explosion, within a metre of it."""
    return 0.8 * (1 - since / 1.5) / 13


def test_fragments_fade_and_are_gone_after_a_second_and_a_half() -> None:
    rig, dynamite = exploding()
    fragment = rig.machine.parts[dynamite].bodies[1]
    since = rig.state(dynamite, "since")
    assert fragment.mass == pytest.approx(fragment_share(since), rel=1e-3)
    rig.run(0.5)
    since = rig.state(dynamite, "since")  # of the last look, which may have come at once after the explosion
    nearest, farthest = (0.052 + 20.0 * (since + late) for late in (-2 / 15, 1 / 240))
    assert farthest > fragment_share(since) / fragment.mass > nearest
    rig.run(1.0)
    assert dynamite not in rig.machine.parts and rig.state(dynamite, "exploded") == 1.0


def test_a_fragment_that_is_thrown_back_ends() -> None:
    rig, dynamite = exploding()
    body = rig.machine.parts[dynamite].bodies[1]
    body.velocity = -body.velocity
    rig.run(0.3)
    assert body.space is None and rig.state(dynamite, "fragment 0") == 0.0
    assert rig.state(dynamite, "fragment 1") == -1.0


def test_fragments_push_and_pop_what_they_hit() -> None:
    rig = Rig(gravity_y=0.0)
    dynamite = rig.add("classic_dynamite", 1.0, 1.0)
    crate, balloon = rig.add("crate", 1.6, 1.0), rig.add("classic_balloon", 1.0, 1.6, lift=0.0)
    rig.machine.press(dynamite)
    rig.run(0.39)
    assert rig.motion(crate)[3] == 0.0 and rig.state(balloon, "popped") == 0.0
    rig.run(0.2)
    assert rig.motion(crate)[3] > 0.2 and rig.state(balloon, "popped") == 1.0


def test_what_hung_on_dynamite_falls_when_it_goes_off() -> None:
    rig = bench()
    dynamite, ball = rig.add("classic_dynamite", 1.0, 2.0), rig.add("tennis_ball", 1.0, 1.0)
    hook = rig.add("anchor", 1.0, 3.0)
    rig.link("rope", hook, "hook", dynamite, "")
    rig.link("rope", dynamite, "", ball, "")
    rig.machine.press(dynamite)
    rig.run(0.2)
    assert len(rig.machine.links) == 2
    rig.run(0.4)
    assert rig.machine.links == {}


@pytest.mark.parametrize("link", ["rope", "spring"])
def test_what_was_tied_to_a_balloon_that_pops_is_free_at_once(link: str) -> None:
    """Its rag lies about for a while; nothing pulls at where the balloon was."""
    rig = Rig()
    balloon, ball = rig.add("classic_balloon", 1.0, 2.0, pops_at=50.0), rig.add("tennis_ball", 1.0, 1.0)
    rig.link(link, balloon, "knot", ball, "")
    machine = rig.machine
    run = machine.parts[balloon]
    run.kind.struck(run, Hit(balloon, 1, ball, 0, True, 51.0, 0.0, 0.0, 1.0, 1.0, 2.0, 51.0), machine)
    y, vy = rig.motion(ball)[1], rig.motion(ball)[4]
    assert machine.links == {} and balloon in machine.parts
    rig.run(0.2)
    assert rig.motion(ball)[4] == pytest.approx(vy - 9.81 * 0.2, abs=1e-9)
    assert rig.motion(ball)[1] < y - 0.15


def test_an_outline_of_which_its_engine_would_keep_no_corners_is_refused() -> None:
    """It drops a corner that is nearer than 22 mm to another one."""
    speck = (((0.5, 0.5), (0.502, 0.5), (0.502, 0.502), (0.5, 0.502)),)
    with pytest.raises(BadFile, match=r"part 1 \(Classic balloon\) would be too small or too thin to be built"):
        parts.fit_part(PartSpec(1, "classic_balloon", 1.0, 1.0, props={"outline": speck, "width": 0.27}))
    small = tuple((50 * x - 25, 50 * y - 25) for x, y in speck[0])
    assert parts.fit_part(PartSpec(1, "classic_balloon", 1.0, 1.0, props={"outline": (small,), "width": 0.5}))
