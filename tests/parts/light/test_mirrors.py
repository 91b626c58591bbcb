"""Mirrors throw rays back from their silver side, and loose ones turn."""

from __future__ import annotations

import math

import pytest

from sandbox.parts.light.rays import path_of
from tests.parts.rig import Rig


def thrown_by(angle: float, **props: object) -> tuple[Rig, int, int]:
    rig = Rig()
    torch = rig.add("flashlight", 0.5, 2.0, on=True, reach=4.0)
    mirror = rig.add("mirror", 2.0, 2.0, angle, **props)
    rig.run(0.05)
    return rig, torch, mirror


@pytest.mark.parametrize("turn", [0.1, math.pi / 8, math.pi / 4, 1.0])
def test_it_throws_a_ray_back_at_the_angle_at_which_it_comes(turn: float) -> None:
    rig, torch, _ = thrown_by(math.pi / 2 + turn)
    _, corner, end = path_of(rig.machine.parts[torch], "ray").points
    assert math.atan2(end[1] - corner[1], end[0] - corner[0]) == pytest.approx(-math.pi + 2 * turn, abs=1e-9)
    legs = math.dist((0.668, 2.0), corner) + math.dist(corner, end)
    assert legs == pytest.approx(4.0), "it goes on for the rest of its reach"


def test_its_back_and_its_narrow_ends_throw_nothing_back() -> None:
    for angle in (-math.pi / 4, 0.0):
        rig, torch, _ = thrown_by(angle)
        assert len(path_of(rig.machine.parts[torch], "ray").points) == 2


def test_a_ball_tips_a_loose_one_and_the_ray_with_it() -> None:
    rig = Rig()
    torch = rig.add("flashlight", 0.5, 2.0, on=True, reach=4.0)
    mirror = rig.add("mirror", 2.0, 2.0, 3 * math.pi / 4, loose=True)
    rig.run(0.5)
    below = path_of(rig.machine.parts[torch], "ray").points[-1]
    assert below[0] == pytest.approx(2.0, abs=0.1) and below[1] < 1.0, "its brake holds it"
    rig2 = Rig()
    torch = rig2.add("flashlight", 0.5, 2.0, on=True, reach=4.0)
    mirror = rig2.add("mirror", 2.0, 2.0, 3 * math.pi / 4, loose=True)
    rig2.add("petanque_boule", 1.93, 2.9)
    rig2.run(2.0)
    assert abs(rig2.motion(mirror)[2] - 3 * math.pi / 4) > 0.2
    assert math.dist(path_of(rig2.machine.parts[torch], "ray").points[-1], below) > 0.3
