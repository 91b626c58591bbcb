"""Lasers burn what they end at and the ropes that cross them."""

from __future__ import annotations

import math

import pytest

from sandbox.parts.light.rays import COLOURS, path_of
from tests.parts.rig import Rig


def test_its_ray_has_its_colour_and_a_wire_switches_it_over() -> None:
    rig = Rig()
    button = rig.add("button", 5.0, 1.0)
    lasers = [rig.add("laser", 1.0, 1.0 + k, colour=colour) for k, colour in enumerate(("red", "green", "blue"))]
    rig.link("wire", button, "signal", lasers[2], "signal")
    rig.run(0.05)
    seen = [path_of(rig.machine.parts[laser], "ray").colours for laser in lasers]
    assert seen == [COLOURS["red"], COLOURS["green"], COLOURS["blue"]]
    rig.machine.press(button)
    rig.run(0.05)
    assert path_of(rig.machine.parts[lasers[2]], "ray") is None and not rig.state(lasers[2], "on")


def hung(light: str, **props: object) -> tuple[Rig, int, int]:
    """A crate on a rope that crosses the ray of something."""
    rig = Rig()
    rig.floor()
    peg, crate = rig.add("wall", 2.0, 3.2, width=0.2, height=0.2), rig.add("crate", 2.0, 1.0)
    rope = rig.link("rope", peg, "", crate, "")
    rig.add(light, 0.5, 2.0, **props)
    return rig, crate, rope


def test_it_burns_through_a_rope_in_half_a_second_and_what_hung_on_it_falls() -> None:
    rig, crate, rope = hung("laser")
    burnt: list[float] = []
    rig.run(1.5, lambda: burnt.append(rig.machine.seconds) if rope not in rig.machine.links else None)
    assert burnt and burnt[0] == pytest.approx(0.6, abs=0.15)
    assert rig.motion(crate)[1] < 0.3
    assert [round(event.y, 1) for event in rig.events("burnt")] == [2.0], "where the ray crosses it"


def test_a_rope_that_swings_into_its_ray_burns_though_what_hangs_on_it_is_far_away() -> None:
    rig = Rig()
    top, crate = rig.add("wall", 2.6, 5.0, width=0.2, height=0.2), rig.add("crate", 1.3, 1.3)
    rope = rig.link("rope", top, "", crate, "")
    rig.add("laser", 3.3, 3.4, 3.14159265, reach=1.0)
    assert rope in rig.machine.links
    rig.run(4.0)
    assert rope not in rig.machine.links


@pytest.mark.parametrize(("light", "props"), [("flashlight", {"on": True}), ("laser", {"running": False})])
def test_other_light_burns_no_rope(light: str, props: dict[str, object]) -> None:
    rig, crate, rope = hung(light, **props)
    rig.run(1.5)
    assert rope in rig.machine.links and rig.motion(crate)[1] > 0.9


def test_it_pops_a_balloon_and_kills_a_butterfly_at_once_and_not_behind_a_wall() -> None:
    def left(shield: bool) -> list[bool]:
        rig = Rig()
        rig.floor()
        balloon = rig.add("balloon", 2.5, 1.0)
        weight = rig.add("crate", 2.5, 0.15)
        rig.link("rope", balloon, "", weight, "", slack=0.0)
        butterfly = rig.add("butterfly", 2.5, 3.0)
        for y in (1.0, 3.0):
            rig.add("laser", 0.5, y)
            if shield:
                rig.add("wall", 1.5, y, width=0.2, height=0.6)
        rig.run(0.2)
        return [balloon in rig.machine.parts, not rig.state(butterfly, "dead")]

    assert left(shield=True) == [True, True]
    assert left(shield=False) == [False, False]


def test_round_a_mirror_it_lights_a_candle() -> None:
    def lit(tilt: float) -> float:
        rig = Rig()
        rig.floor()
        candle = rig.add("candle", 2.0, 0.2)
        rig.add("laser", 0.5, 2.0)
        rig.add("mirror", 2.0, 2.0, 3 * math.pi / 4 + tilt)
        rig.run(0.6)
        return rig.state(candle, "lit")

    assert lit(0.0) == 1.0
    assert lit(0.1) == 0.0


@pytest.mark.parametrize(("colour", "x"), [("red", 2.0), ("green", 2.1)])
def test_it_lights_a_fuse_where_it_crosses_it(colour: str, x: float) -> None:
    rig = Rig()
    rig.floor()
    bomb, candle = rig.add("dynamite", 1.6, 0.2), rig.add("candle", 2.4, 0.2)
    fuse = rig.link("fuse", bomb, "fuse", candle, "fuse", speed=0.02)
    rig.add("laser", x, 1.5, -math.pi / 2, colour=colour)
    rig.run(0.6)
    run = rig.machine.links[fuse]
    assert run["burning"]
    (left, _), (right, _), _ = run.ends()
    assert run["start"] / run["length"] == pytest.approx((x - left) / (right - left), abs=0.02)


def test_it_goes_through_a_fish_bowl_as_long_as_that_is_whole() -> None:
    rig = Rig()
    rig.floor()
    rig.add("laser", 0.5, 0.1)
    bowl, cell = rig.add("fish_bowl", 1.5, 0.09), rig.add("photocell", 3.0, 0.1, 0.0, True)
    rig.run(0.3)
    assert bowl in rig.machine.parts and rig.state(cell, "on")


def test_a_machine_with_a_laser_comes_to_rest() -> None:
    rig = Rig()
    rig.floor()
    rig.add("laser", 0.5, 1.0)
    rig.add("crate", 3.0, 0.15)
    rig.run(3.0)
    assert not rig.machine.alarms
