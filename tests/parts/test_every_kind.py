"""What holds for each part kind and link kind: complete as data, and sound at both ends of every property."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandbox import parts
from sandbox.design.design import PartSpec
from sandbox.design.geometry import Polygon
from sandbox.errors import BadFile
from sandbox.parts.drawing import MAX_POINTS
from sandbox.parts.kind import LEAST_MASS, LEAST_SOLID, Kind, LinkKind, Property
from sandbox.parts.properties import MAX_LINE_POINTS
from tests.for_each import for_each
from tests.parts.rig import Rig

KINDS = list(parts.KINDS.values())
LINKS = list(parts.LINKS.values())
MATERIALS = ("wood", "metal", "rubber", "stone", "felt", "leather", "cloth", "glow")

GO_BY_THEMSELVES = (
    "balloon",
    "hot_air_balloon",
    "classic_balloon",
    "classic_walker",
    "nitro",
)  # popped, flown away, dead, gone off

# What the sources give: kg at default properties.
MASSES = {
    "windmill": 0.565,
    "bellows": 0.8, "cactus": 1.0, "dynamite": 0.8, "detonator": 0.3, "rocket_bottle": 1.7, "butterfly": 0.01,
    "walker": 1.2, "mouse": 0.3, "cheese": 0.15, "cat": 3.0, "dog": 8.0, "bone": 0.25, "fish_bowl": 2.0 + 0.1 + 3 * 0.1,
    "hinge": 0.69, "slider": 2.0,
    "pulley": 50.0, "pulley_block": 0.5,  # the first's wheel weighs for the engine what holds it; see the class
    "motor": 0.319, "gear": 1.276, "wheel": 0.817, "crank_rod": 1.872, "hand_crank": 0.319, "hamster_wheel": 1.276,
    "driven_conveyor": 0.6,
    "bowling_ball": 6.0, "tennis_ball": 0.058, "soccer_ball": 0.43, "bar": 3.25, "domino": 1.296, "crate": 3.24,
    "weight": 10.0, "bowling_pin": 1.53, "basket": 0.95, "seesaw": 3.12, "balloon": 0.08,
    "volleyball": 0.27, "basketball": 0.6, "baseball": 0.145, "petanque_boule": 0.7, "table_tennis_ball": 0.0027,
    "cannon_ball": 10.9, "pool_ball": 0.163, "super_ball": 0.064, "custom_ball": 1.0, "styrofoam_block": 0.09,
    "i_beam": 8.1, "flat_crate": 1.5, "bottle_crate": 19.1, "cardboard_box": 0.495, "birch_wedge": 2.6,
    "styrofoam_wedge": 0.08,
    "rotating_bar": 3.25, "hammer": 2.0, "spring_board": 0.48, "flipper": 0.312, "boxing_glove": 0.6,
    "catapult": 0.884, "classic_spring": 0.3, "timer": 0.25, "bucket": 0.7, "rope_switch": 0.2,
    "lamp": 0.1, "ray_gun": 0.1 + 3 * 0.05,
    "trap_door": 0.52, "bell": 1.2, "tacho": 0.2, "cage": 1.5, "diverter": 0.12, "dispenser": 5 * 0.058,
    "spring_match": 0.2, "hot_air_balloon": 0.3, "cannon": 2.4, "firework": 0.15,
    "classic_balloon": 0.0735, "classic_cactus": 0.549, "saw_blade": 0.4, "classic_butterfly": 0.01,
    "winch": 0.5, "generator": 0.319,
    "blimp": 0.25, "sandbag": 8.3, "sand_hopper": 0.8, "pillow": 0.6, "pool_cue": 0.54, "jack_in_the_box": 0.55,
    "bomb": 1.5, "nitro": 0.3, "brittle_wall": 12.8,  # all its bricks, which are spare
    "cola_bottle": 1.338 + 64 * 0.01, "classic_walker": 1.5, "classic_detonator": 4.1, "classic_dynamite": 0.6515 + 0.8,
}  # fmt: skip

ARROW = (((0.0, -0.5), (0.5, 0.1), (0.1, 0.0), (0.0, 0.5), (-0.1, 0.0), (-0.5, 0.1)),)  # concave
PIECES = (((-0.5, -0.5), (0.0, -0.5), (0.0, 0.5)), ((0.1, -0.5), (0.5, -0.5), (0.3, 0.5)))


def name_of(kind: object) -> str:
    assert isinstance(kind, Kind | LinkKind)
    return kind.name


def ends(prop: Property) -> list[Any]:
    if prop.type == "outline":
        return [ARROW, PIECES]
    if prop.type == "line":
        return [(((-1.0, 0.0), (1.0, 0.0)),), (tuple((k / 10, (k % 3) / 20) for k in range(MAX_LINE_POINTS)),)]
    if prop.type == "text":
        return ["", "One page\n---\nand another"[: int(prop.high)]]
    return [False, True] if prop.type == "switch" else list(prop.choices) or [prop.low, prop.high]


def convex(points: tuple[tuple[float, float], ...]) -> bool:
    """Counter-clockwise, and never turning right."""
    around = list(zip(points, points[1:] + points[:1], points[2:] + points[:2], strict=True))
    return all((bx - ax) * (cy - by) - (by - ay) * (cx - bx) > -1e-12 for (ax, ay), (bx, by), (cx, cy) in around)


@for_each(KINDS + LINKS, name_of)
def test_says_its_own_price(kind: Kind | LinkKind) -> None:
    price = vars(type(kind)).get("price")
    assert type(price) is int and 1 <= price <= 100


@for_each(KINDS + LINKS, name_of)
def test_tells_what_it_is_and_where_its_numbers_come_from(kind: Kind | LinkKind) -> None:
    assert kind.title and kind.help.endswith(".") and len(kind.help) >= 20 and len(kind.source) > 10
    for prop in kind.properties:
        assert prop.title and prop.refuse(prop.default) is None, prop.name
        assert not prop.choices or prop.default in prop.choices, prop.name
        if prop.type in ("whole", "number"):
            assert prop.low < prop.high and prop.step > 0
    assert set(getattr(kind, "resizes", ())) <= {prop.name for prop in kind.properties}


@for_each(
    [(kind, flip) for kind in KINDS for flip in sorted({False, kind.flips})], lambda case: f"{case[0].name}, {case[1]}"
)
def test_blueprint_settles_and_can_be_drawn(kind: Kind, flip: bool) -> None:
    plan = parts.blueprint(PartSpec(1, kind.name, 0.0, 0.0, flip=flip))
    drawn = [shape for shape in plan.shapes if shape.look is not None]
    assert drawn and plan.shapes
    for shape in plan.shapes:
        assert shape.look is None or shape.look.material in MATERIALS
        assert shape.look is None or not shape.look.slot or shape.look.slot in kind.states
        assert shape.collides or shape.senses or shape.look is not None, "neither seen nor felt"
        if isinstance(shape.outline, Polygon):
            is_segment = len(shape.outline.points) == 2  # a piece of a line, as thick as it is rounded
            assert is_segment or 3 <= len(shape.outline.points) <= MAX_POINTS
            assert is_segment or shape.outline.mass_properties()[0] > 0, "clockwise"
            assert is_segment or not shape.collides or convex(shape.outline.points)
    for body in plan.bodies:
        assert (body.mass > 0 and body.moment > 0) == (body.kind == "dynamic")
    names = [port.name for port in plan.ports]
    assert len(names) == len(dict.fromkeys(names))


@for_each(KINDS, name_of)
def test_weighs_what_its_source_says(kind: Kind) -> None:
    plan = parts.blueprint(PartSpec(1, kind.name, 0.0, 0.0))
    assert sum(body.mass for body in plan.bodies) == pytest.approx(MASSES.get(kind.name, 0.0), abs=0.005)


@for_each(KINDS, name_of)
def test_centre_of_mass_is_within_its_bounds(kind: Kind) -> None:
    spec = PartSpec(1, kind.name, 1.0, 2.0)
    plan = parts.blueprint(spec)
    box = plan.bounds(parts.pose_of(spec))
    assert 0 < box.x1 - box.x0 < 2.0 and 0 < box.y1 - box.y0 < 1.5, "too big for a level of 4 m x 2.5 m"
    assert all(box.contains(1.0 + body.x, 2.0 + body.y) for body in plan.bodies)


@pytest.mark.parametrize("kind", KINDS, ids=name_of)
def test_runs_as_it_is_and_at_both_ends_of_every_property(kind: Kind) -> None:
    @for_each([{}, *({prop.name: end} for prop in kind.properties for end in ends(prop))])
    def runs(props: dict[str, Any]) -> None:
        rig = Rig()
        rig.floor()
        part = rig.add(kind.name, 1.3, 1.2, 0.3 if kind.turns else 0.0, kind.flips, **props)
        rig.add("soccer_ball", 1.35, 2.4)
        rig.run(1.0)
        assert np.isfinite(rig.machine.read_rows()).all() and np.isfinite(rig.machine.states).all()
        assert part in rig.machine.parts or kind.name in GO_BY_THEMSELVES

    runs()


@for_each(KINDS, name_of)
def test_refuses_what_is_beyond_its_properties(kind: Kind) -> None:
    for prop in kind.properties:
        no_text = "x" * 2001 if prop.type == "text" else "no such choice"
        for value in (math.nan, prop.high + max(1.0, prop.high), no_text, None):
            assert prop.refuse(value) is not None


@for_each(LINKS, name_of)
def test_link_kind_can_be_tied_to_something(link: LinkKind) -> None:
    types = [port.type for kind in KINDS for port in parts.blueprint(PartSpec(1, kind.name, 0.0, 0.0)).ports]
    assert all(end in types for end in link.ends)


@for_each([kind for kind in KINDS if kind.flips], name_of)
def test_flipping_mirrors(kind: Kind) -> None:
    plan, flipped = (parts.blueprint(PartSpec(1, kind.name, 0.0, 0.0, flip=flip)) for flip in (False, True))
    for x, y in ((0.3, 0.1), (-0.2, 0.05), (0.45, -0.2)):
        assert flipped.distance(-x, y) == pytest.approx(plan.distance(x, y))


def near(prop: Property) -> st.SearchStrategy[Any]:
    """Values of a property at its bounds, next to them, and between them; outlines down to specks and slivers."""
    if prop.type == "outline":
        coordinate = st.floats(prop.low, prop.high) | st.floats(0.5, 0.503)
        piece = st.lists(st.tuples(coordinate, coordinate), min_size=3, max_size=6).map(tuple)
        return st.lists(piece, min_size=1, max_size=2).map(tuple).filter(lambda value: prop.refuse(value) is None)
    if prop.type == "line":
        coordinate = st.floats(prop.low, prop.high) | st.floats(0.5, 0.52)
        line = st.lists(st.tuples(coordinate, coordinate), min_size=2, max_size=6).map(lambda points: (tuple(points),))
        return line.filter(lambda value: prop.refuse(value) is None)
    if prop.type not in ("whole", "number"):
        return st.sampled_from(ends(prop))
    if prop.type == "whole":
        return st.integers(int(prop.low), int(prop.high))
    close = [prop.low, math.nextafter(prop.low, math.inf), math.nextafter(prop.high, -math.inf), prop.high]
    return st.sampled_from(close) | st.floats(prop.low, prop.high)


@cache
def props_near(kind: Kind) -> st.SearchStrategy[dict[str, Any]]:
    """Values of all properties of a kind together, each its default or near its bounds."""
    return st.fixed_dictionaries({prop.name: st.just(prop.default) | near(prop) for prop in kind.properties})


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.properties], ids=name_of)
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_its_properties_allow_together_is_refused_or_can_be_built(kind: Kind, data: st.DataObject) -> None:
    props = data.draw(props_near(kind))
    try:
        spec = parts.fit_part(PartSpec(1, kind.name, 1.0, 1.0, props=props))
    except BadFile as refused:
        limit = "draw a" in str(refused) and "line" in props
        assert limit or ("too small or too thin" in str(refused) and "outline" in props), (
            "only what is drawn can be that"
        )
        return
    plan = parts.blueprint(spec)
    for index, body in enumerate(plan.bodies):
        assert all(map(math.isfinite, (body.x, body.y)))
        if body.kind == "dynamic":
            areas = [s.outline.mass_properties()[0] for s in plan.shapes if s.body == index and s.collides]
            assert LEAST_SOLID <= sum(areas) * (1 + 1e-9) < math.inf and LEAST_MASS <= body.mass < math.inf
            assert 0.0 < body.moment < math.inf or (body.upright and body.moment == math.inf)
    assert all(map(math.isfinite, (*plan.bounds(parts.pose_of(spec)),)))


def test_what_a_property_counts_with_is_a_value_that_another_one_may_have() -> None:
    for kind in (*KINDS, *LINKS):
        for prop in kind.properties:
            if prop.counts_with is not None:
                other = kind.property(prop.counts_with[0])
                assert other is not None and other.refuse(prop.counts_with[1]) is None
