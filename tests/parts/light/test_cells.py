"""Photocells tell what light falls on them: together with balls, mirrors, fans and counters."""

from __future__ import annotations

import math

import pytest

from sandbox.design.design import PartSpec
from sandbox.design.geometry import Polygon
from sandbox.parts import blueprint
from tests.parts.rig import Rig


def facing(mode: str = "lit", colour: str = "any", on: bool = True) -> tuple[Rig, int]:
    rig = Rig()
    rig.floor()
    rig.add("flashlight", 0.5, 1.0, on=on)
    return rig, rig.add("photocell", 2.0, 1.0, 0.0, True, mode=mode, colour=colour)


@pytest.mark.parametrize(
    ("mode", "on", "closed"), [("lit", True, 1), ("lit", False, 0), ("dark", True, 0), ("dark", False, 1)]
)
def test_it_is_on_while_lit_or_while_dark(mode: str, on: bool, closed: int) -> None:
    rig, cell = facing(mode, on=on)
    rig.run(0.1)
    assert rig.state(cell, "on") == closed
    assert len(rig.events("pressed")) == closed and not rig.events("released"), "it does not flicker at the start"


@pytest.mark.parametrize(("colour", "lit"), [("any", 1.0), ("white", 1.0), ("red", 0.0)])
def test_with_a_colour_set_only_just_that_counts(colour: str, lit: float) -> None:
    rig, cell = facing(colour=colour)
    rig.run(0.1)
    assert rig.state(cell, "lit") == lit


def test_light_on_its_case_does_not_count() -> None:
    rig = Rig()
    rig.add("flashlight", 0.5, 1.0, on=True)
    cell = rig.add("photocell", 2.0, 1.0)
    rig.run(0.1)
    assert not rig.state(cell, "lit")


def test_balls_that_fall_through_the_ray_are_counted() -> None:
    rig, cell = facing("dark")
    counter = rig.add("counter", 3.0, 1.0)
    rig.link("wire", cell, "signal", counter, "signal")
    for k in range(3):
        rig.add("petanque_boule", 1.0 + 0.2 * k, 1.5 + 0.5 * k)
    rig.run(2.0)
    assert rig.state(counter, "count") == 3.0 and not rig.state(cell, "on")


def test_a_ray_round_a_corner_starts_a_fan_that_blows_a_ball_away() -> None:
    def rolled(tilt: float) -> float:
        rig = Rig()
        rig.floor()
        rig.add("flashlight", 0.5, 2.0, on=True)
        rig.add("mirror", 1.5, 2.0, 3 * math.pi / 4 + tilt)
        cell = rig.add("photocell", 1.474, 1.0, math.pi / 2)
        fan, ball = rig.add("fan", 2.0, 0.23, running=False), rig.add("soccer_ball", 2.6, 0.11)
        rig.link("wire", cell, "signal", fan, "signal")
        rig.run(1.5)
        return rig.motion(ball)[0]

    assert rolled(0.0) > 3.0
    assert rolled(0.2) == pytest.approx(2.6, abs=0.01), "past the eye"


def test_what_leaves_the_machine_shines_no_more() -> None:
    rig, cell = facing()
    rig.run(0.1)
    assert rig.state(cell, "on")
    rig.machine.remove(2)
    rig.run(0.05)
    assert not rig.state(cell, "on")


def test_one_for_darkness_bears_a_moon_that_changes_nothing_else() -> None:
    lit, dark = (
        blueprint(PartSpec(1, "photocell", 0.0, 0.0, props={"colour": "red", "mode": mode})) for mode in ("lit", "dark")
    )
    (moon,) = dark.shapes[len(lit.shapes) :]
    assert isinstance(moon.outline, Polygon) and len(moon.outline.points) == 28 and not moon.collides
    assert [shape for shape in dark.shapes if shape.collides] == [shape for shape in lit.shapes if shape.collides]
