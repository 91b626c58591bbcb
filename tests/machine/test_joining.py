"""Boards side by side are one floor: by today's rules, fixed outlines of one surface that lie flush are joined."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pymunk
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandbox import parts
from sandbox.design.design import Design, End, Link, PartSpec, World
from sandbox.design.geometry import Polygon, Pose, area, localise, place
from sandbox.errors import BadFile
from sandbox.machine.joining import BELOW, FLUSH, joining_of
from sandbox.machine.machine import Machine
from sandbox.parts.classics.classic_actors import ClassicWalker
from sandbox.parts.kind import Hit, Kind

BALL, WORLD = 50, World(width=8.0, height=6.0)
SQUARE = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)),)
SLOPE = PartSpec(1, "inclined_plane", 0.4, 1.2, props={"width": 0.8, "height": 0.4})
ROLLING = PartSpec(BALL, "custom_ball", 0.11, 1.48, props={"radius": 0.06})
TOP = 1.0  # m: of all boards


def board(id_: int, left: float, width: float, height: float = 0.1, kind: str = "floor") -> PartSpec:
    props = {"width": width, "height": height} | ({"outline": SQUARE} if kind == "polygon" else {})
    return PartSpec(id_, kind, left + width / 2, TOP - height / 2, props=props)


def row(kinds: Sequence[str] = ("floor",), heights: Sequence[float] = (0.1,), width: float = 0.3) -> list[PartSpec]:
    """Sixteen boards, each 0.3 m after the other, from x = 0.8 m to 5.6 m."""
    return [board(2 + k, 0.8 + 0.3 * k, width, heights[k % len(heights)], kinds[k % len(kinds)]) for k in range(16)]


def turned(specs: Sequence[PartSpec], angle: float) -> list[PartSpec]:
    """The same about (3, 2), to what the editor keeps of a place and an angle."""
    about, specs_turned = Pose(3.0, 2.0, angle), []
    for spec in specs:
        x, y = place(about, (spec.x - 3.0, spec.y - 2.0))
        specs_turned.append(replace(spec, x=round(x, 9), y=round(y, 9), angle=spec.angle + angle))
    return specs_turned


def design(specs: Sequence[PartSpec], rules: int = 3) -> Design:
    return parts.check(Design(parts=tuple(specs), rules=rules, next_id=99, world=WORLD))


def run(specs: Sequence[PartSpec], seconds: float, rules: int = 3) -> list[tuple[float, ...]]:
    """The motion of the ball, or of what is in its place, on each tick."""
    machine = Machine(design(specs, rules))
    motion = []
    for _ in range(round(seconds * 240)):
        machine.tick()
        motion.append(machine.motion(BALL))
    return motion


ONE = [board(2, 0.8, 4.8)]
ROWS = {
    "boards": row(),
    "blocks, walls and floors": row(("fixed_block", "wall", "floor"), (0.3,)),
    "of several thicknesses": row(heights=(0.1, 0.3, 0.06, 0.2)),
    "that overlap": row(heights=(0.1, 0.3), width=0.35),
    "drawn ones": row(("polygon",)),
    "drawn ones beside rounded ones": row(("polygon", "floor"), (0.2, 0.1)),
    "a tenth of a millimetre apart": [replace(spec, x=spec.x + 0.00009 * (k % 2)) for k, spec in enumerate(row())],
}


@pytest.mark.parametrize("boards", ROWS.values(), ids=list(ROWS))
def test_a_ball_rolls_over_boards_in_a_row_as_over_one(boards: list[PartSpec]) -> None:
    on_the_way = [motion for motion in run([SLOPE, *boards, ROLLING], 3.0) if 1.3 <= motion[0] <= 5.0]
    speeds = [motion[3] for motion in on_the_way]
    assert len(speeds) > 400 and max(speeds) / min(speeds) < 1.001
    assert max(abs(motion[4]) for motion in on_the_way) < 0.01
    as_on_one = run([SLOPE, *ONE, ROLLING], 3.0)[-1]
    assert run([SLOPE, *boards, ROLLING], 3.0)[-1] == pytest.approx(as_on_one, abs=1e-4)


def ice(candle: bool = False) -> list[PartSpec]:
    blocks = [PartSpec(2 + k, "ice_block", 1.0 + 0.4 * k, 0.9, props={"width": 0.4, "height": 0.2}) for k in range(10)]
    return [*blocks, PartSpec(40, "candle", 7.0, 3.0)] if candle else blocks


def test_ice_is_one_sheet_where_nothing_can_melt_it() -> None:
    def hop(specs: list[PartSpec]) -> float:
        return max(abs(motion[4]) for motion in run([SLOPE, *specs, ROLLING], 2.5) if 1.3 <= motion[0] <= 4.0)

    assert hop(ice()) < 0.01 < 0.1 < hop(ice(candle=True))
    assert len(Machine(design(ice())).space.shapes) == 1
    machine = Machine(design([*ice(), replace(ROLLING, x=2.6, y=1.06)]))
    for _ in range(30):
        machine.act()
        machine.step()
    assert [spec.id for spec in ice() if machine.touching(BALL, spec.id)] == [6], "and each block is still itself"


def test_by_older_rules_it_hops_as_it_did() -> None:
    on_the_way = [motion for motion in run([SLOPE, *row(), ROLLING], 3.0, rules=2) if 1.3 <= motion[0] <= 5.0]
    assert max(abs(motion[4]) for motion in on_the_way) > 0.2


@pytest.mark.parametrize("name", ["boards", "of several thicknesses"])
@pytest.mark.parametrize("angle", [math.radians(-15.0), math.radians(-23.4567)])
def test_a_rough_block_slides_down_a_slope_of_boards_as_down_one(name: str, angle: float) -> None:
    props = {"width": 0.2, "height": 0.2, "body": "loose", "surface": "own", "friction": 0.2, "restitution": 0.0}
    block = PartSpec(BALL, "polygon", 0.95, 1.1, props={**props, "outline": SQUARE})
    one, several = (run(turned([*boards, block], angle), 1.5)[-1] for boards in (ONE, ROWS[name]))
    assert several == pytest.approx(one, abs=1e-3)
    by_older = run(turned([*ROWS[name], block], angle), 1.5, rules=2)[-1]
    assert abs(by_older[3] - one[3]) > 0.02, "m/s: there it lost some at each seam"


def test_a_ball_goes_on_from_a_ramp_onto_boards_that_lie_flush_with_its_lip() -> None:
    ramp = PartSpec(1, "ramp", 0.3, 1.23, props={"width": 1.0, "height": 0.54})
    ball = PartSpec(BALL, "custom_ball", -0.11, 1.58, props={"radius": 0.06})
    motion = run([ramp, *row(), ball], 2.0)
    assert max(each[3] for each in motion) < 1.001 * motion[-1][3]
    assert max(abs(each[4]) for each in motion if each[0] > 0.9) < 0.01


def test_a_field_of_blocks_is_one_shape_and_boards_of_one_thickness_are() -> None:
    field = [board(2 + 10 * k + n, 1.0 + 0.3 * k, 0.3, 0.3, "fixed_block") for k in range(4) for n in range(3)]
    stacked = [replace(spec, y=spec.y - 0.3 * (spec.id % 10)) for spec in field]
    for specs, area_of_all in ((stacked, 12 * 0.09), (row(), 4.8 * 0.1)):
        machine = Machine(design(specs))
        (shape,) = machine.space.shapes
        assert isinstance(shape, pymunk.Poly)
        assert shape.area == pytest.approx(area_of_all, rel=1e-3)


def test_what_lies_below_a_slab_keeps_the_rest_of_its_outline() -> None:
    low, high = board(2, 1.0, 0.5, 0.1), board(3, 1.5, 0.5, 0.6)
    joining = joining_of(design([low, high]))
    (slab,) = joining.shared[2, 0]
    assert slab.members == ((2, 0), (3, 0)) and slab.rounding == 0.004
    assert max(y for _, y in slab.points) + 0.004 == pytest.approx(TOP)
    for key, spec in (((2, 0), low), ((3, 0), high)):
        core = joining.cores[key]
        assert core is not None
        assert max(y for _, y in core.points) == pytest.approx(TOP - 0.004 - BELOW)
        assert min(y for _, y in core.points) == pytest.approx(TOP + 0.004 - float(spec.props["height"]))  # type: ignore[arg-type]


NOT_JOINED = {
    "a step": [board(2, 1.0, 0.5), replace(board(3, 1.5, 0.5), y=0.95 - 3 * FLUSH)],
    "a gap": [board(2, 1.0, 0.5), board(3, 1.5 + 3 * FLUSH, 0.5)],
    "a bend": [board(2, 1.0, 0.5), replace(board(3, 1.5, 0.5), angle=0.01)],
    "another surface": [
        board(2, 1.0, 0.5),
        replace(board(3, 1.5, 0.5, kind="polygon"), props={
            "width": 0.5, "height": 0.1, "outline": SQUARE, "surface": "own", "friction": 0.1, "restitution": 0.95,
        }),
    ],
    "one that is loose": [
        board(2, 1.0, 0.5),
        replace(board(3, 1.5, 0.5, kind="polygon"), props={
            "width": 0.5, "height": 0.1, "outline": SQUARE, "body": "loose", "surface": "own", "friction": 0.9,
            "restitution": 0.95,
        }),
    ],
    "one that may go": [board(2, 1.0, 0.5), PartSpec(3, "brittle_wall", 1.6, 0.6)],
    "one that is driven": [board(2, 1.0, 0.5), PartSpec(3, "conveyor", 2.0, 0.94)],
}  # fmt: skip


@pytest.mark.parametrize("specs", NOT_JOINED.values(), ids=list(NOT_JOINED))
def test_what_is_no_flush_neighbour_is_built_as_it_is(specs: list[PartSpec]) -> None:
    assert not joining_of(design(specs)).shared
    kinds = [len(Machine(design(specs, rules)).space.shapes) for rules in (2, 3)]
    assert kinds[0] == kinds[1]


@pytest.mark.parametrize("kind", sorted(parts.LINKS))
def test_what_a_link_lets_pass_through_a_board_passes_through_its_neighbours_as_it_did(kind: str) -> None:
    """The engine leaves out the contacts of two bodies, so a board that is joined to others would stop it."""
    block = PartSpec(60, "i_beam", 1.25, 1.3, 1.2)
    for bump in (False, True):
        link_kind = parts.LINKS[kind]
        props = {"bump": bump} if link_kind.property("bump") is not None else {}
        link = Link(70, kind, End(60, at=(0.45, 0.0)), End(2, at=(0.0, 0.0)), props)
        specs = [board(2, 1.0, 0.5), board(3, 1.5, 0.5), block]
        try:
            machine = Machine(parts.check(replace(design(specs), links=(link,))))
        except BadFile:  # it has other ends
            assert set(link_kind.ends) != {"rope"}
            return
        apart = any(not joint.collide_bodies for joint in machine.links[70].joints)
        assert apart == link_kind.lets_pass(link_kind.values(props))
        assert bool(joining_of(machine.design).shared) is not apart


def test_how_the_parts_were_placed_in_turn_decides_nothing() -> None:
    specs = ROWS["of several thicknesses"]
    there, back = joining_of(design(specs)), joining_of(design(specs[::-1]))
    assert there == back and there.shared


@pytest.mark.parametrize("kind", [kind for kind in parts.KINDS.values() if kind.structure], ids=lambda kind: kind.name)
def test_structure_stays_and_does_nothing(kind: Kind) -> None:
    """What may leave or change must not be part of another's outline."""
    assert not (kind.states or kind.wants_hits or kind.pressable or kind.needs_power or kind.sharp)
    assert all(getattr(type(kind), name) is getattr(Kind, name) for name in ("act", "on_ray", "heated", "signal"))
    fixed = parts.blueprint(PartSpec(1, kind.name, 1.0, 1.0))
    assert [body.kind for body in fixed.bodies] == ["static"]
    assert {type(shape.outline) for shape in fixed.shapes if shape.collides} == {Polygon}


STRUCTURE = tuple(kind for kind in parts.KINDS.values() if kind.structure)
OUTLINES = (SQUARE, (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5)),),
            (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.0), (0.0, 0.0), (0.0, 0.5), (-0.5, 0.5)),))  # fmt: skip
ANGLES = (0.0, 0.0, 0.0, math.pi / 2, math.pi, math.radians(15.0), 1.234)


@st.composite
def heaps(draw: st.DrawFn) -> list[PartSpec]:
    """Structure of all kinds on a coarse grid, so that much of it lies flush, in and on each other."""
    specs = []
    for id_ in range(1, draw(st.integers(2, 12)) + 1):
        kind = draw(st.sampled_from([*STRUCTURE, *4 * [parts.KINDS["floor"], parts.KINDS["fixed_block"]]]))
        props = {
            p.name: draw(st.sampled_from([size for size in (0.1, 0.2, 0.3, 0.5, 1.0) if p.low <= size <= p.high]))
            for p in kind.properties
            if p.name in kind.resizes
        }
        if kind.name == "polygon":
            props["outline"] = draw(st.sampled_from(OUTLINES))
        x, y = (draw(st.integers(0, most)) * 0.05 + draw(st.sampled_from((0.0, 0.0, 0.00005))) for most in (40, 24))
        flip = kind.flips and draw(st.booleans())
        specs.append(PartSpec(id_, kind.name, x, y, draw(st.sampled_from(ANGLES)), flip, props))
    return specs


@settings(max_examples=60)
@given(heaps())
def test_joined_outlines_are_convex_stick_out_nowhere_and_leave_nothing_bare(specs: list[PartSpec]) -> None:
    joining = joining_of(design(specs))
    pieces = [piece for row in joining.shared.values() for piece in row]
    pieces += [core for core in joining.cores.values() if core is not None]
    own = {
        (spec.id, index): (shape.outline, Pose(spec.x, spec.y, spec.angle))
        for spec in specs
        for index, shape in enumerate(parts.blueprint(spec).shapes)
        if shape.collides
    }
    for piece in pieces:
        assert area(piece.points) > 0.0
        for k, (x, y) in enumerate(piece.points):
            (px, py), (qx, qy) = piece.points[k - 1], piece.points[(k + 1) % len(piece.points)]
            assert (x - px) * (qy - y) - (y - py) * (qx - x) > -1e-8, "it is convex"
            assert min(outline.distance(*localise(pose, (x, y))) for outline, pose in own.values()) < 1e-8
    built = [(Polygon(piece.points, piece.rounding), Pose(0.0, 0.0, 0.0)) for piece in pieces]
    built += [whole for key, whole in own.items() if key not in joining.cores]
    for outline, pose in (own[key] for key in joining.cores):
        assert isinstance(outline, Polygon)
        for k, (x, y) in enumerate(outline.points):
            fx, fy = outline.points[k - 1]
            for share in (0.0, 0.13, 0.5, 0.8):
                at = place(pose, (x + share * (fx - x), y + share * (fy - y)))
                assert min(piece.distance(*localise(around, at)) for piece, around in built) < BELOW + 2 * FLUSH


# -- whose it is


def test_a_goal_knows_which_of_joined_boards_is_touched() -> None:
    for boards in (ROWS["boards"], ROWS["of several thicknesses"]):
        ball = replace(ROLLING, x=2.45, y=1.06)  # in the middle of the sixth board, which is part 7
        machine = Machine(design([*boards, ball]))
        for _ in range(60):
            machine.act()
            machine.step()
        assert [spec.id for spec in boards if machine.touching(BALL, spec.id)] == [7]
        assert machine.touching(7, BALL) and not machine.touching(8, BALL)


def test_a_crate_across_a_seam_touches_the_boards_on_both_sides() -> None:
    crate = PartSpec(BALL, "crate", 2.6, 1.3, props={})
    machine = Machine(design([*ROWS["boards"], crate]))
    for _ in range(240):
        machine.act()
        machine.step()
    (box,) = [shape.bb for shape in machine.parts[BALL].solid]
    below = [spec.id for spec in ROWS["boards"] if spec.x - 0.15 < box.right and spec.x + 0.15 > box.left]
    assert len(below) > 1
    assert [spec.id for spec in ROWS["boards"] if machine.touching(BALL, spec.id)] == below


def test_a_hit_names_the_board_that_was_struck(monkeypatch: pytest.MonkeyPatch) -> None:
    penguin = PartSpec(BALL, "classic_walker", 3.05, 1.5)
    machine = Machine(design([*ROWS["of several thicknesses"], penguin]))
    struck: list[Hit] = []
    monkeypatch.setattr(ClassicWalker, "struck", lambda self, run, hit, machine: struck.append(hit))
    for _ in range(120):
        machine.act()
        machine.step()
        machine.react()
    assert {hit.other for hit in struck} == {9}


def test_a_ray_ends_at_the_board_that_it_meets() -> None:
    machine = Machine(design([*ROWS["boards"], PartSpec(60, "peg_metal", 0.2, 3.0)]))
    met = machine.sight.first_met((3.05, 2.0), (3.05, 0.0), machine.parts[60], 0)
    assert met is not None and (met.run.id, met.y) == (9, pytest.approx(TOP))
    assert machine.beside(60, 0, 0.0, -1.0, 0.1) is None
