"""A fish bowl: it breaks, the fish hops, a cat comes, a bucket saves it."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig

CAT, BOWL = 0.121, 0.087  # m: heights of their middles above the floor


@pytest.mark.parametrize(("height", "broken"), [(0.004, 0.0), (0.3, 1.0)])
def test_it_breaks_when_it_falls_far_enough(height: float, broken: float) -> None:
    rig = Rig()
    rig.floor()
    bowl = rig.add("fish_bowl", 1.0, BOWL + height)
    rig.run(0.5)
    run = rig.machine.parts[bowl]
    assert rig.state(bowl, "broken") == broken and (run.bodies[0].space is None) is bool(broken)


def test_out_of_water_the_fish_hops_to_and_fro_and_dies_in_its_time() -> None:
    rig = Rig()
    rig.floor()
    bowl = rig.add("fish_bowl", 1.0, BOWL + 0.3, time=3.0)
    assert rig.highest(bowl, 1.5) > 0.1 and rig.state(bowl, "hops") >= 2.0
    assert rig.state(bowl, "dead") == 0.0
    rig.run(2.5)
    hops = rig.state(bowl, "hops")
    rig.run(2.0)
    assert rig.state(bowl, "dead") == 1.0 and rig.state(bowl, "hops") == hops
    assert abs(rig.motion(bowl)[0] - 1.0) < 0.4


@pytest.mark.parametrize(("vessel", "saved"), [("bucket", 1.0), ("water_tank", 1.0), ("basket", 0.0)])
def test_in_water_it_is_saved_but_not_in_a_dry_basket(vessel: str, saved: float) -> None:
    """What it is for: a heavy ball breaks the glass above, and what stands below decides."""
    rig = Rig()
    rig.floor()
    if vessel == "bucket":
        rig.add("bucket", 1.0, 0.45, width=0.6)
    else:
        rig.add(vessel, 1.0, 0.251 if vessel == "water_tank" else 0.15)
    bowl, ball = rig.add("fish_bowl", 1.0, 1.2), rig.add("bowling_ball", 1.0, 1.5)
    rig.machine.parts[ball].bodies[0].velocity = (0.0, -3.0)
    rig.run(0.4)
    rig.machine.remove(ball)
    rig.run(8.0)
    assert rig.state(bowl, "broken") == 1.0
    assert (rig.state(bowl, "saved"), rig.state(bowl, "dead")) == (saved, 1.0 - saved)


@pytest.mark.parametrize(("above", "saved"), [(0.015, 1.0), (0.05, 0.0)])
def test_a_fish_that_floats_is_in_the_water(above: float, saved: float) -> None:
    rig = Rig()
    rig.floor()
    tank, bowl = rig.add("water_tank", 1.0, 0.251), rig.add("fish_bowl", 2.0, BOWL, time=2.0)
    rig.add("bowling_ball", 2.0, 1.5)
    rig.run(1.0)
    held, fish = rig.machine.parts[tank], rig.machine.parts[bowl].bodies[1]
    hollow = held.kind.hollow(held.p)
    assert hollow is not None and rig.state(bowl, "broken") == 1.0
    for _ in range(480):
        fish.position, fish.velocity = (1.0, 0.251 + max(y for _, y in hollow.points) + above), (0.0, 0.0)
        rig.run(1 / 240)
    assert (rig.state(bowl, "saved"), rig.state(bowl, "dead")) == (saved, 1.0 - saved)


def test_a_cat_comes_for_the_fish_only_when_the_bowl_is_broken() -> None:
    """What it is for: a ball on a slope breaks the glass, and the cat runs over a plate that lets go of a weight."""
    rig = Rig()
    rig.floor()
    cat, bowl = rig.add("cat", 3.4, CAT, flip=True), rig.add("fish_bowl", 1.2, BOWL)
    plate, hook = rig.add("pressure_plate", 2.3, 0.01, mass=2.0), rig.add("release_hook", 2.3, 1.6)
    weight = rig.add("weight", 2.3, 1.1)
    rope = rig.link("rope", hook, "hook", weight, "ring")
    rig.link("wire", plate, "signal", hook, "signal")
    rig.run(2.0)
    assert rig.state(cat, "goes") == 0.0 and rope in rig.machine.links
    rig.machine.parts[bowl].bodies[0].velocity = (0.0, 2.0)
    rig.run(5.0)
    assert rig.state(bowl, "broken") == 1.0
    assert rig.state(cat, "fed") == rig.state(bowl, "eaten") == 1.0 and rope not in rig.machine.links


def test_a_fish_that_is_out_of_the_world_does_nothing_more() -> None:
    rig = Rig()
    rig.add("wall", 1.0, 0.4)
    bowl = rig.add("fish_bowl", 1.0, 1.3)
    rig.run(6.0)
    assert rig.state(bowl, "broken") == 1.0 and rig.state(bowl, "dead") == 0.0
