"""What is selected shows how far it acts before anything runs."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sandbox.design.geometry import Circle
from sandbox.editing import picking
from sandbox.parts import KINDS
from sandbox.parts.animals.dog import Dog
from sandbox.parts.fire.flames import Burning, Candle
from sandbox.parts.light.burning import FOCUS
from sandbox.render.effects.range_marks import FloorSpan, of_design
from tests.contraptions import Builder
from tests.parts.rig import Rig


def near(circle: Circle) -> Any:
    return pytest.approx((circle.r, circle.x, circle.y))


def test_a_lens_shows_both_points_in_which_it_burns() -> None:
    b = Builder()
    lens = b.part("magnifier", 2.0, 1.0, math.pi / 2, focus=0.5)
    low, high = of_design(b.design(), (lens,))
    assert (low.r, low.x, low.y) == near(Circle(FOCUS, 2.0, 0.5))
    assert (high.r, high.x, high.y) == near(Circle(FOCUS, 2.0, 1.5))


@pytest.mark.parametrize("kind", ["dynamite", "bomb", "nitro"])
def test_an_explosive_shows_how_far_its_blast_goes(kind: str) -> None:
    b = Builder()
    charge = b.part(kind, 1.0, 1.0, reach=0.7)
    (circle,) = of_design(b.design(), (charge,))
    assert (circle.r, circle.x, circle.y) == (0.7, 1.0, 1.0)


def test_a_lamp_shows_its_light_around_its_bulb() -> None:
    b = Builder()
    lamp = b.part("lamp", 1.0, 1.0, math.pi / 2, reach=0.7)
    (circle,) = of_design(b.design(), (lamp,))
    assert (circle.r, circle.x, circle.y) == near(Circle(0.7, 1.055, 1.0))


def test_a_bell_shows_who_would_hear_it_and_a_dog_how_far_it_hears() -> None:
    b = Builder()
    dog, bell, crate = b.part("dog", 1.0, 0.3), b.part("bell", 2.0, 1.0), b.part("crate", 3.0, 0.3)
    design = b.design()
    heard = Circle(Dog.hears, 1.0, 0.3)
    assert of_design(design, (bell,)) == of_design(design, (dog,)) == of_design(design, (dog, bell)) == [heard]
    assert of_design(design, (crate,)) == of_design(design, ()) == []


@pytest.mark.parametrize(("beyond", "eaten"), [(-0.05, True), (0.05, False)])
def test_a_dog_and_its_bone_show_how_far_along_the_floor_it_sees(beyond: float, eaten: bool) -> None:
    b = Builder()
    dog, bone, mouse = b.part("dog", 3.0, 0.3), b.part("bone", 2.6, 0.14), b.part("mouse", 1.0, 0.2)
    design = b.design(8.0)
    left, right = spans = [mark for mark in of_design(design, (bone,)) if isinstance(mark, FloorSpan)]
    assert spans == [mark for mark in of_design(design, (dog,)) if isinstance(mark, FloorSpan)]
    assert (left.far + 2.0, right.far - 2.0) == pytest.approx((left.near, right.near)), "from both ends of it"
    assert not [mark for mark in of_design(design, (mouse,)) if isinstance(mark, FloorSpan)], (
        "there is nothing it wants"
    )
    assert of_design(design, (99,)) == [], "a link, which may be selected, has no range"
    rig = Rig()
    rig.floor()
    dog = rig.add("dog", 3.0, 0.3)
    half = 2.6 - picking.box_of(design.part_by_id[bone]).x0
    rig.add("bone", right.far + beyond + half, 0.14)
    rig.run(6.0)
    assert (rig.state(dog, "fed") > 0) is eaten


def test_what_has_a_wick_shows_what_its_flame_heats_above_it_however_it_is_turned() -> None:
    b = Builder()
    upright, turned = b.part("candle", 1.0, 1.0), b.part("candle", 2.0, 1.0, math.pi / 2)
    (x, y), _ = Candle().wick
    (shown,) = of_design(b.design(), (upright,))
    assert (shown.x, shown.y - 0.045) == pytest.approx((1.0 + x, 1.0 + y))
    (shown,) = of_design(b.design(), (turned,))
    assert (shown.x, shown.y - 0.045) == pytest.approx((2.0 - y, 1.0 + x))


def test_all_that_burns_at_a_wick_shows_what_it_heats() -> None:
    for kind in (kind for kind in KINDS.values() if isinstance(kind, Burning)):
        b = Builder()
        part = b.part(kind.name, 1.0, 1.0)
        assert of_design(b.design(), (part,)), kind.name


def test_every_circle_of_every_kind_is_one() -> None:
    for kind in KINDS.values():
        for circle in kind.ranges(kind.values({})):
            assert circle.r > 0, kind.name
