"""An airship flies level, turns where it bumps into something, and burns or bursts."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


@pytest.mark.parametrize("flip", [False, True])
def test_it_flies_level_at_its_speed_and_turns_between_two_walls(flip: bool) -> None:
    rig = Rig()
    ship, way = rig.add("blimp", 2.0, 1.5, flip=flip), -1.0 if flip else 1.0
    for x in (0.8, 3.2):
        rig.add("wall", x, 1.5)
    rig.run(1.0)
    assert rig.motion(ship)[3] == pytest.approx(0.4 * way, abs=0.02)
    rig.run(9.0)
    assert 2 <= len(rig.events("turned")) <= 6
    assert rig.motion(ship)[1] == pytest.approx(1.5, abs=0.05) and abs(rig.motion(ship)[2]) < 0.1


def test_it_turns_when_what_it_pushes_along_comes_to_a_wall() -> None:
    rig = Rig()
    rig.add("floor", 2.0, 1.0, width=2.0)
    ship, ball = rig.add("blimp", 1.2, 1.24), rig.add("soccer_ball", 1.8, 1.16)
    rig.add("wall", 2.6, 1.6)
    rig.run(2.0)
    assert rig.motion(ball)[0] > 2.0 and rig.events("turned") == []
    rig.run(4.0)
    assert rig.events("turned") and rig.motion(ship)[3] < 0.0


def test_it_pushes_a_ball_off_a_shelf_onto_a_button_and_not_a_heavy_one() -> None:
    """What it is for: a slow, steady push high up, that sets off what is wired."""
    for kind, pushed in (("soccer_ball", True), ("cannon_ball", False)):
        rig = Rig()
        rig.add("floor", 2.0, 1.0, width=0.4)
        rig.add("blimp", 1.2, 1.24)
        rig.add(kind, 2.0, 1.16 if pushed else 1.12)
        button, display = rig.add("button", 2.3, 0.3), rig.add("display", 1.0, 0.3)
        rig.add("wall", 2.55, 0.6, height=0.9)
        rig.link("wire", button, "signal", display, "signal")
        rig.run(4.0)
        assert (rig.state(display, "shown") == 1.0) is pushed


def test_a_load_at_its_keel_makes_it_fly_lower_and_goes_along() -> None:
    rig = Rig()
    ship, load = rig.add("blimp", 1.0, 2.0), rig.add("tennis_ball", 1.0, 1.5)
    rig.link("rope", ship, "keel", load, (0.0, 0.0))
    rig.run(3.0)
    assert 1.85 < rig.motion(ship)[1] < 1.99
    assert rig.motion(load)[0] > 1.8


def test_spines_pop_it_and_a_blast_makes_it_go_off() -> None:
    rig = Rig()
    ship, cactus = rig.add("blimp", 1.0, 1.0), rig.add("cactus", 1.8, 0.95)
    rig.add("floor", 1.8, 0.7, width=0.4)
    rig.run(3.0)
    assert rig.state(ship, "popped") == 1.0 and rig.state(ship, "exploded") == 0.0 and cactus in rig.machine.parts
    rig = Rig()
    ship, other, far = (rig.add("blimp", 1.0, y) for y in (1.0, 1.5, 3.5))
    dynamite = rig.add("dynamite", 1.0, 0.3, fuse=0.0)
    rig.machine.press(dynamite)
    rig.run(0.2)
    assert [rig.state(part, "exploded") for part in (ship, other, far)] == [1.0, 1.0, 0.0]


def test_a_flame_sets_its_gas_on_fire_in_its_turn() -> None:
    for lit in (True, False):
        rig = Rig()
        rig.add("floor", 1.6, 0.6, width=0.3)
        rig.add("candle", 1.6, 0.74, lit=lit)
        ship = rig.add("blimp", 1.0, 1.0)
        rig.run(4.0)
        assert (rig.state(ship, "exploded") == 1.0) is lit
