"""The path of a ray: where it ends, what it falls on, and when it is followed."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sandbox.parts.light import ray_sources
from sandbox.parts.light.rays import LEGS, WHITE, Illumination, RayPath, falling_on, path_of
from tests.parts.rig import Rig


def path(rig: Rig, source: int, name: str = "ray") -> RayPath | None:
    return path_of(rig.machine.parts[source], name)


def torch(rig: Rig, x: float = 0.5, y: float = 1.0, angle: float = 0.0, **props: object) -> int:
    return rig.add("flashlight", x, y, angle, **{"on": True, **props})


def test_a_ray_ends_at_the_first_solid_thing_or_at_its_reach() -> None:
    rig = Rig()
    blocked, free = torch(rig), torch(rig, y=3.0, reach=2.0)
    rig.add("wall", 1.5, 1.0, width=0.2, height=1.0)
    rig.run(0.05)
    (start, end), there = path(rig, blocked).points, path(rig, free)
    assert start == pytest.approx((0.668, 1.0)) and end == pytest.approx((1.4, 1.0))
    assert there is not None and there.points[-1] == pytest.approx((2.668, 3.0)) and not there.met


def test_it_follows_what_moves_and_what_leaves() -> None:
    rig = Rig()
    rig.floor()
    source = torch(rig, y=0.11)
    ball = rig.add("soccer_ball", 1.5, 0.8)
    rig.run(0.05)
    assert not path(rig, source).met, "the ball is above it"
    rig.run(1.5)
    assert path(rig, source).met and path(rig, source).points[-1][0] == pytest.approx(1.39, abs=0.01)
    rig.machine.remove(ball)
    rig.run(0.05)
    assert not path(rig, source).met


def test_between_two_mirrors_it_has_six_legs() -> None:
    rig = Rig()
    source = torch(rig, 0.4, 1.0, 1.4, reach=8.0)
    rig.add("mirror", 1.0, 2.0, math.pi, width=1.0)
    rig.add("mirror", 1.0, 1.0, width=1.0)
    rig.run(0.05)
    assert len(path(rig, source).points) == LEGS + 1


def test_the_light_that_falls_on_a_part_is_that_of_all_rays_that_do() -> None:
    rig = Rig()
    wall = rig.add("wall", 2.0, 1.0, width=0.2, height=2.0)
    first, _ = torch(rig, y=1.5), torch(rig, y=0.5)
    rig.run(0.05)
    part = rig.machine.parts[wall]
    assert falling_on(part, rig.machine) == Illumination(WHITE, white=True)
    rig.machine.press(first)
    assert falling_on(part, rig.machine) == Illumination(WHITE, white=True), "the other is still on"
    rig.machine.press(first + 1)
    assert falling_on(part, rig.machine) == Illumination()


@pytest.mark.parametrize(
    ("kind", "y", "followed"),
    [
        ("soccer_ball", 1.6, True),
        pytest.param("motor", 1.0, False, id="it falls on the motor's case, which stands still"),
        ("motor", 3.5, False),
    ],
)
def test_only_what_moves_in_its_way_lets_a_ray_be_followed(
    kind: str, y: float, followed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig()
    torch(rig)
    rig.add(kind, 2.0, y)
    rig.run(0.2)
    asked = []
    first_met = rig.machine.sight.first_met
    monkeypatch.setattr(rig.machine.sight, "first_met", lambda *about: asked.append(about) or first_met(*about))
    rig.run(0.5)
    assert bool(asked) == followed


def test_what_ended_it_and_is_shot_away_ends_it_no_more() -> None:
    rig = Rig()
    rig.floor()
    source = torch(rig, y=0.11)
    ball = rig.add("soccer_ball", 2.0, 0.11)
    rig.run(2.0)
    assert path(rig, source).met
    body = rig.machine.parts[ball].bodies[0]
    body.activate()
    body.velocity = (0.0, 25.0)
    rig.run(0.05)
    assert not path(rig, source).met


def test_in_a_machine_at_rest_no_ray_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig()
    rig.floor()
    torch(rig)
    rig.add("crate", 2.0, 0.15)
    rig.run(3.0)
    asked = []
    first_met = rig.machine.sight.first_met
    monkeypatch.setattr(rig.machine.sight, "first_met", lambda *about: asked.append(about) or first_met(*about))
    rig.run(0.5)
    assert not asked
    rig.machine.grab(3, 2.0, 0.15)
    rig.machine.drag(2.0, 0.5)
    rig.run(0.3)
    assert not asked, "it stirs, but what it meets is fixed, and it is in no ray's way yet"
    rig.machine.drag(2.0, 1.0)
    rig.run(0.5)
    assert asked, "it is in its way"


def test_a_ray_that_is_not_followed_is_where_it_would_be_if_it_were(monkeypatch: pytest.MonkeyPatch) -> None:
    def hashes() -> list[bytes]:
        rig = Rig()
        rig.floor()
        torch(rig, 0.4, 0.6, 0.3)
        torch(rig, 3.9, 0.05, math.pi)
        rig.add("laser", 0.4, 1.4, running=True)
        rig.add("mirror", 1.6, 1.1, -2.2)
        rig.add("mirror", 2.4, 0.4, 2.4, loose=True)
        rig.add("mirror", 3.4, 1.4, 2.0)
        rig.add("saw", 1.2, 0.3)
        rig.add("photocell", 3.7, 0.5, math.pi)
        rig.add("prism", 2.9, 1.4)
        for k, kind in enumerate(("soccer_ball", "crate", "balloon", "tennis_ball", "cardboard_box", "volleyball")):
            rig.add(kind, 0.8 + 0.45 * k, 0.5 + 0.37 * k)
        seen: list[bytes] = []
        rig.run(4.0, lambda: seen.append(rig.machine.digest()))
        return seen

    asked: list[bool] = []
    holds = ray_sources._Course.holds

    def counted(*about: Any) -> bool:
        asked.append(holds(*about))
        return asked[-1]

    monkeypatch.setattr(ray_sources._Course, "holds", counted)
    special = hashes()
    assert asked.count(True) > 100 and asked.count(False) > 100, "now the one, now the other"
    monkeypatch.setattr(ray_sources._Course, "holds", lambda *about: False)
    assert hashes() == special


def test_the_path_depends_on_nothing_but_the_design() -> None:
    def hashes() -> list[bytes]:
        rig = Rig()
        rig.floor()
        torch(rig, y=0.3, angle=0.05, reach=8.0)
        rig.add("mirror", 2.0, 0.4, 2.4, loose=True)
        for k in range(5):
            rig.add("soccer_ball", 1.0 + 0.3 * k, 1.0 + 0.2 * k)
        seen: list[bytes] = []
        rig.run(2.0, lambda: seen.append(rig.machine.digest()))
        return seen

    assert hashes() == hashes()
