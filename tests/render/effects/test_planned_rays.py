"""What would be: the rays that a design shows while nothing runs are those that its machine will send out."""

from __future__ import annotations

import functools
import itertools
import math
import operator
from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.levels import levels, library
from sandbox.parts import KINDS
from sandbox.parts.kind import Kind
from sandbox.parts.light.ray_sources import RaySource
from sandbox.parts.light.rays import BLUE, COLD, COLOURS, RED, WHITE, RayPath
from sandbox.render.effects.light_rays import of_run
from sandbox.render.effects.planned_rays import PlannedRay, of_design
from tests.contraptions import Builder
from tests.render.effects.test_light_rays import run, torch_at_wall

ON = ("on", "running")  # properties of what is on from the start


def legs(paths: list[RayPath]) -> list[PlannedRay]:
    """The lit legs of a run, in the form of planned ones."""
    return [PlannedRay(a, b, path.colours) for path in paths for a, b in pairwise(path.points)]


def assert_alike(planned: list[PlannedRay], seen: list[PlannedRay]) -> None:
    assert [leg.colours for leg in planned] == [leg.colours for leg in seen]
    assert np.allclose([(*a, *b) for a, b, *_ in planned], [(*a, *b) for a, b, *_ in seen], atol=0.003)


def test_what_is_selected_shows_its_ray_up_to_what_it_meets_before_anything_runs() -> None:
    design = torch_at_wall()
    ((start, end, colours, *_),) = of_design(design, (1, 2))
    assert colours == WHITE, "a lamp's"
    assert start == pytest.approx((1.168, 1.0)) and end == pytest.approx((2.4, 1.0), abs=0.001)
    ((_, end, *_),) = of_design(replace(design, parts=design.parts[:1]), (1,))
    assert end == pytest.approx((3.668, 1.0)), "its full reach"
    turned = replace(design.parts[0], angle=0.6)
    ((_, end, *_),) = of_design(replace(design, parts=(turned, design.parts[1])), (1,))
    assert math.dist(end, (1.0, 1.0)) == pytest.approx(2.668), "over the wall"
    b = Builder()
    b.part("laser", 1.0, 1.0)
    b.part("mirror", 2.0, 1.0, 0.7)
    b.part("scenery", 1.5, 1.0)
    (_, end, *_), _ = of_design(b.design(), (1,))
    assert end[0] == pytest.approx(2.0, abs=0.05), "a picture stops nothing, a mirror does"


@pytest.mark.parametrize(
    ("kind", "angle", "props", "felt"),
    [
        ("photocell", 0.0, {}, True),  # its eye looks to the right
        ("photocell", math.pi, {}, False),
        ("photocell", 0.0, {"colour": "red"}, None),  # a torch's light is white
        ("crate", 0.0, {}, None),
    ],
)
def test_it_is_said_whether_the_light_falls_on_an_eye_as_in_the_run(
    kind: str, angle: float, props: dict[str, str], felt: bool | None
) -> None:
    b = Builder()
    torch = b.part("flashlight", 3.0, 1.0, math.pi, on=True)
    cell = b.part(kind, 1.5, 1.0, angle, **props)
    (ray,) = of_design(b.design(), (torch,))
    assert ray.felt is felt
    if kind == "photocell":
        machine = run(b.design(), 60)
        assert bool(machine.parts[cell]["lit"]) == bool(felt)
    elsewhere = replace(b.design(), parts=b.design().parts[:1])
    assert of_design(elsewhere, (torch,))[0].felt is None, "it ends in the air"


@pytest.mark.parametrize(("angle", "legs"), [(math.radians(135), 3), (math.radians(140), 3), (math.radians(-45), 1)])
def test_it_goes_on_from_mirror_to_mirror_as_it_will_in_the_run(angle: float, legs: int) -> None:
    b = Builder()
    laser, mirror = b.part("laser", 0.5, 1.8), b.part("mirror", 2.0, 1.8, angle)
    low = b.part("mirror", 2.0, 0.6, math.radians(45), width=1.0)
    b.part("wall", 3.5, 1.0, width=0.2, height=2.0)
    design = b.design()
    planned = of_design(design, (laser,))
    (path,) = of_run(run(design))
    assert len(planned) == legs
    assert np.allclose([leg.start for leg in planned] + [planned[-1].end], path.points, atol=0.002)
    assert all(before.end == after.start for before, after in pairwise(planned))
    assert of_design(design, (low,)) == of_design(design, (mirror,)) == planned, "of what light does something to"
    assert of_design(design, (4,)) == [], "a wall"


def mixed(left: str, above: str, below: str) -> Design:
    """Up to three lasers into the three windows of a beam mixer, and a prism behind its nose."""
    b = Builder()
    b.part("mixer", 1.5, 1.0)
    b.part("prism", 2.5, 1.0)
    places = ((left, 0.8, 1.0, 0.0), (above, 1.5, 1.7, -math.pi / 2), (below, 1.5, 0.3, math.pi / 2))
    for colour, x, y, angle in places:
        if colour:
            b.part("laser", x, y, angle, colour=colour)
    return b.design()


@pytest.mark.parametrize("into", [*itertools.product(("", "red", "blue"), ("", "green", "red"), ("", "blue", "green"))])
def test_a_mixed_ray_has_the_colour_that_it_will_have(into: tuple[str, str, str]) -> None:
    design = mixed(*into)
    seen = legs(of_run(run(design, 60)))
    assert_alike([leg for leg in of_design(design, (1,)) if leg.colours], seen)
    mixture = functools.reduce(operator.or_, (COLOURS.get(colour, 0) for colour in into))
    assert {leg.colours for leg in of_design(design, (1,)) if leg.start[0] == pytest.approx(1.642)} == {mixture}


@pytest.mark.parametrize("on", [True, False])
def test_the_ray_of_what_is_off_at_start_is_known_to_wait_for_something(on: bool) -> None:
    b = Builder()
    torch, laser = b.part("flashlight", 1.0, 1.0, on=on), b.part("laser", 1.0, 1.5, running=on)
    assert [ray.waits for ray in of_design(b.design(), (torch, laser))] == [not on] * 2
    machine = run(b.design(), 60)
    assert bool(of_run(machine)) == on


def test_what_no_light_falls_on_shows_which_way_its_ray_would_go_only_while_it_is_chosen() -> None:
    design = mixed("", "", "")
    (ray,) = of_design(design, (1,))
    assert ray.colours == 0 and ray.end[0] > 2.3
    assert len(of_design(design, (2,))) == 3, "the prism's own"


@pytest.mark.parametrize("kind", sorted(name for name, kind in KINDS.items() if type(kind).on_ray is not Kind.on_ray))
@pytest.mark.parametrize("angle", [0.0, 0.1, 0.7, 2.4, -1.9])
@pytest.mark.parametrize("source", ["laser", "flashlight"])
def test_every_kind_that_hands_light_on_is_planned_as_it_will_be(kind: str, angle: float, source: str) -> None:
    b = Builder()
    lamp = b.part(source, 0.6, 1.0, **{"running": True} if source == "laser" else {"on": True})
    b.part(kind, 1.6, 1.02, angle)
    b.part("wall", 3.0, 1.0, width=0.2, height=2.0)
    design = b.design()
    assert_alike(of_design(design, (lamp,)), legs(of_run(run(design))))


def test_the_kinds_of_the_last_test_are_all_that_there_are() -> None:
    assert {"mirror", "magnifier"} <= {name for name, kind in KINDS.items() if type(kind).on_ray is not Kind.on_ray}
    assert {name for name, kind in KINDS.items() if kind.rays} == {
        name for name, kind in KINDS.items() if isinstance(kind, RaySource) and kind.rays
    }, "only these are planned"


def test_the_rays_of_every_level_are_planned_in_the_colours_that_they_will_have() -> None:
    """With all sources on, as they are planned, and nothing moved yet."""
    compared = 0
    for path in library.bundled_levels():
        design = levels.read(path)
        parts = tuple(
            replace(
                spec,
                props={**spec.props, **{name: True for name in ("on", "running") if KINDS[spec.kind].property(name)}},
            )
            for spec in design.parts
            if KINDS[spec.kind].rays or type(KINDS[spec.kind]).on_ray is not Kind.on_ray
        )
        design = replace(design, parts=parts, links=(), goals=(), fails=(), hints=(), stock=())
        sources = [spec.id for spec in parts if KINDS[spec.kind].rays]
        if not sources:
            continue
        seen = legs(of_run(run(design, 24)))
        assert_alike([leg for leg in of_design(design, sources) if leg.colours], seen)
        compared += len(seen)
    assert compared > 10


def test_a_torch_that_is_selected_shows_also_what_a_prism_makes_of_its_light() -> None:
    b = Builder()
    torch, prism = b.part("flashlight", 1.0, 1.0, on=True), b.part("prism", 2.0, 1.0)
    laser, _ = b.part("laser", 1.0, 2.0, colour="green"), b.part("prism", 2.0, 2.0)
    design = b.design()

    def colours(*chosen: int) -> list[int]:
        return [leg.colours for leg in of_design(design, chosen)]

    assert colours(torch) == [WHITE, COLOURS["red"], COLOURS["green"], COLOURS["blue"]], "and none of the other prism"
    assert colours(laser) == [COLOURS["green"]] * 2
    assert [colour for colour in colours(prism) if colour] == colours(torch) + colours(laser), "all there are"


def test_a_mixer_that_made_white_of_everything_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    mixer = type(KINDS["mixer"])
    monkeypatch.setattr(mixer, "planned", lambda *_: (WHITE, COLD))
    assert RED | BLUE not in {leg.colours for leg in of_design(mixed("red", "", "blue"), (1,))}
