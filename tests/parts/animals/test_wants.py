"""The rule of wants: an animal looks along its floor, and runs to what it likes and from what it fears."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig

MOUSE = 0.046  # m: height of a mouse's middle above its floor
CHEESE = 0.037


def bench(x: float = 1.0, flip: bool = False) -> tuple[Rig, int]:
    rig = Rig()
    rig.floor()
    return rig, rig.add("mouse", x, MOUSE, flip=flip)


def gone(rig: Rig, mouse: int, start: float) -> float:
    """Return how far a mouse has got from where it was, in m to the right."""
    return rig.motion(mouse)[0] - start


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("way", [1.0, -1.0])
def test_it_runs_to_what_it_wants_whichever_way_it_faces(flip: bool, way: float) -> None:
    rig, mouse = bench(2.5, flip)
    rig.add("cheese", 2.5 + way, CHEESE)
    rig.run(1.0)
    assert way * gone(rig, mouse, 2.5) > 0.4 and rig.state(mouse, "way") == way


def test_without_anything_to_want_it_stands_still_and_sleeps() -> None:
    rig, mouse = bench()
    rig.run(3.0)
    assert abs(gone(rig, mouse, 1.0)) < 0.005 and rig.machine.parts[mouse].bodies[0].is_sleeping
    assert not rig.machine.alarms, "it does not even look"


@pytest.mark.parametrize(("x", "y", "sees"), [(2.9, CHEESE, True), (3.4, CHEESE, False), (2.0, 0.3 + CHEESE, False)])
def test_it_sees_only_so_far_and_only_on_its_floor(x: float, y: float, sees: bool) -> None:
    rig, mouse = bench()
    rig.add("floor", 2.6, 0.25, width=1.6)
    rig.add("cheese", x, y)
    rig.run(1.0)
    assert (gone(rig, mouse, 1.0) > 0.3) is sees


def test_what_stands_between_hides_it_until_it_is_taken_away() -> None:
    rig, mouse = bench()
    crate = rig.add("crate", 1.6, 0.151)
    rig.add("cheese", 2.2, CHEESE)
    rig.run(1.0)
    assert abs(gone(rig, mouse, 1.0)) < 0.005
    rig.machine.remove(crate)
    rig.run(1.0)
    assert gone(rig, mouse, 1.0) > 0.3


def test_it_runs_to_the_nearest_and_of_two_to_the_one_with_the_lower_id() -> None:
    for left, right, way in ((1.8, 3.4, -1.0), (1.6, 3.2, 1.0), (1.5, 3.5, -1.0)):
        rig, mouse = bench(2.5)
        rig.add("cheese", left, CHEESE)
        rig.add("cheese", right, CHEESE)
        rig.run(0.8)
        assert rig.state(mouse, "way") == way and way * gone(rig, mouse, 2.5) > 0.2


def test_what_it_reaches_it_eats_and_then_it_stands_still() -> None:
    rig, mouse = bench()
    cheese = rig.add("cheese", 1.5, CHEESE)
    rig.run(1.2)
    assert rig.state(mouse, "fed") == 0.0 and rig.state(mouse, "goes") == 0.0, "it takes its time"
    rig.run(1.0)
    assert rig.state(mouse, "fed") == 1.0 and cheese not in rig.machine.parts
    x = rig.motion(mouse)[0]
    rig.run(1.5)
    assert abs(gone(rig, mouse, x)) < 0.02


def test_bait_that_is_taken_away_is_not_eaten() -> None:
    rig, mouse = bench()
    cheese = rig.add("cheese", 1.3, CHEESE)
    rig.run(0.8)
    assert rig.state(mouse, "meal") == cheese
    rig.machine.remove(cheese)
    rig.run(1.5)
    assert rig.state(mouse, "fed") == rig.state(mouse, "meal") == 0.0


def test_it_goes_on_a_little_when_what_it_wants_is_gone_from_its_sight() -> None:
    rig, mouse = bench()
    cheese = rig.add("cheese", 2.5, CHEESE)
    rig.run(1.0)
    rig.machine.remove(cheese)
    x = rig.motion(mouse)[0]
    rig.run(0.4)
    assert gone(rig, mouse, x) > 0.15
    rig.run(1.0)
    x = rig.motion(mouse)[0]
    rig.run(1.0)
    assert abs(gone(rig, mouse, x)) < 0.01


@pytest.mark.parametrize(("height", "climbs"), [(0.015, True), (0.05, False)])
def test_it_gets_over_a_low_edge_but_not_over_a_high_one(height: float, climbs: bool) -> None:
    rig, mouse = bench()
    rig.add("floor", 2.5, height - 0.05, width=2.0)
    rig.add("cheese", 2.4, height + CHEESE)
    rig.run(2.0)
    assert (gone(rig, mouse, 1.0) > 0.8) is climbs


def test_one_of_its_pictures_is_seen_and_goes_with_it() -> None:
    rig, mouse = bench(2.5)
    rig.add("cheese", 1.5, CHEESE)
    rig.run(0.6)
    run = rig.machine.parts[mouse]
    right, left = run.bodies[1:3]
    assert right.space is None and left.space is not None
    assert left.position.x == pytest.approx(run.bodies[0].position.x, abs=0.01)


def test_a_dead_animal_lies_on_its_back_and_wants_nothing() -> None:
    rig = Rig()
    rig.floor()
    mouse = rig.add("mouse", 1.0, 2.8)
    rig.add("cheese", 1.6, CHEESE)
    rig.run(3.0)
    assert rig.state(mouse, "dead") == 1.0 and rig.state(mouse, "fed") == rig.state(mouse, "goes") == 0.0
    body, picture = rig.machine.parts[mouse].bodies[:2]
    assert abs(picture.angle - body.angle) == pytest.approx(3.1416, abs=0.01)


@pytest.mark.parametrize(("wall", "dead"), [(False, 0.0), (True, 1.0)])
def test_it_flees_from_a_flame_and_dies_if_it_cannot(wall: bool, dead: float) -> None:
    rig, mouse = bench(2.0)
    rig.add("candle", 2.06, -0.083, lit=True)  # its flame just above the floor
    if wall:
        rig.add("wall", 1.86, 0.5)
    rig.run(0.5)
    assert rig.state(mouse, "way") == -1.0 and rig.state(mouse, "dead") == 0.0
    rig.run(1.5)
    assert rig.state(mouse, "dead") == dead


def test_once_frightened_it_runs_farther_than_where_it_began_to_fear() -> None:
    """So it does not turn to and fro at that border."""
    rig, mouse = bench(2.5)
    cat = rig.add("cat", 1.0, 0.121, speed=0.1)
    rig.run(4.0)
    gap = rig.motion(mouse)[0] - rig.motion(cat)[0] - 0.078 - 0.125
    assert rig.state(mouse, "goes") == 0.0 and gap > 2.05
