"""Several parts put in order: in line, with equal gaps, in front of others, locked; each in one step. Metres."""

from __future__ import annotations

import itertools
import math

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design, PartSpec
from sandbox.editing import arranging, picking
from sandbox.editing.arranging import ACROSS, BOTTOM, LEFT, RIGHT, TOP, UP
from sandbox.editing.keys import Modifiers
from sandbox.editing.picking import box_of
from sandbox.editing.snapping import NO_SNAPS, Snaps
from tests.contraptions import Builder
from tests.hands import ALT, FREE, Hands, hands

__all__ = ["hands"]  # a fixture


def three() -> Builder:
    """Crates of three sizes, one above the other and to the right."""
    b = Builder()
    for x, y, size in ((0.5, 0.5, 0.2), (1.0, 1.0, 0.4), (2.5, 1.3, 0.3)):
        b.part("crate", x, y, width=size, height=size)
    return b


@pytest.mark.parametrize("edge", [LEFT, BOTTOM, RIGHT, TOP])
def test_edges_come_into_line_where_the_outermost_was(edge: int) -> None:
    specs = three().design().parts
    outermost = picking.box_around(specs)[edge]
    after = arranging.aligned(specs, edge)
    assert [box_of(spec)[edge] for spec in after] == pytest.approx([outermost] * 3)
    other = "y" if edge % 2 == 0 else "x"
    assert [getattr(spec, other) for spec in after] == [getattr(spec, other) for spec in specs]


def test_middles_come_into_line_and_what_is_there_keeps_every_bit() -> None:
    specs = three().design().parts
    assert {spec.x for spec in arranging.centred(specs, ACROSS)} == {1.525}
    assert {spec.y for spec in arranging.centred(specs, UP)} == {0.925}
    once = arranging.centred(specs, UP)
    assert arranging.centred(once, UP) == once


@pytest.mark.parametrize("axis", [ACROSS, UP])
def test_gaps_become_equal_between_the_outer_two(axis: int) -> None:
    b = three()
    b.part("crate", 1.1, 0.2, width=0.1, height=0.1)
    specs = b.design().parts
    after = arranging.distributed(specs, axis)
    boxes = sorted((box_of(spec) for spec in after), key=lambda box: box[axis])
    gaps = [there[axis] - here[2 + axis] for here, there in itertools.pairwise(boxes)]
    assert gaps == pytest.approx([gaps[0]] * 3)
    assert picking.box_around(after)[axis] == pytest.approx(picking.box_around(specs)[axis])
    assert sum(old != new for old, new in zip(specs, after, strict=True)) == 2


def test_a_group_is_aligned_in_one_step_that_undo_takes_back(hands: Hands) -> None:
    before = three().design()
    hands.open(before)
    hands.operations.select_all()
    hands.operations.arrange(arranging.aligned, BOTTOM)
    assert hands.commands_in_file() == ["together"]
    hands.operations.undo()
    assert hands.design == before
    hands.editor.selection.ids = (1,)
    hands.operations.arrange(arranging.aligned, BOTTOM)  # one part is where it is
    assert hands.commands_in_file() == ["together", "undo"]


def test_three_hundred_parts_move_in_one_step(hands: Hands) -> None:
    b = Builder()
    for number in range(300):
        b.part("domino", 0.5 + 0.01 * number, 1.0)
    hands.open(b.design())
    hands.operations.select_all()
    hands.operations.turn(15.0)
    assert hands.commands_in_file() == ["together"]
    assert all(spec.angle for spec in hands.design.parts)


def test_a_group_is_flipped_over_with_its_links(hands: Hands) -> None:
    b = Builder()
    ramp = b.part("ramp", 1.0, 1.0)
    bar, balloon = b.part("bar", 2.0, 1.0), b.part("balloon", 2.0, 1.6)
    b.link("rope", balloon, "knot", bar, "left")
    hands.open(b.design())
    hands.editor.selection.ids = (ramp, bar, balloon)
    boxes = {spec.id: box_of(spec) for spec in hands.design.parts}
    middle = (picking.box_around(hands.design.parts).y0 + picking.box_around(hands.design.parts).y1) / 2
    hands.operations.flip_over()
    for spec in hands.design.parts:
        old, new = boxes[spec.id], box_of(spec)
        assert (new.x0, new.x1) == pytest.approx((old.x0, old.x1), abs=1e-3)
        assert (new.y0, new.y1) == pytest.approx((2 * middle - old.y1, 2 * middle - old.y0), abs=1e-3)
    assert len(hands.design.links) == 1
    hands.operations.flip_over()
    assert [box_of(spec) for spec in hands.design.parts] == [pytest.approx(box, abs=2e-3) for box in boxes.values()]


# -- in front and behind


def stacked(hands: Hands) -> Hands:
    b = Builder()
    for _ in range(3):
        b.part("crate", 1.0, 1.0)
    return hands.open(b.design())


def test_the_part_in_front_is_the_one_that_is_clicked(hands: Hands) -> None:
    stacked(hands)
    assert picking.part_at(hands.design, (1.0, 1.0), 0.0) == 3
    hands.editor.selection.ids = (1,)
    hands.operations.raise_(True)
    assert picking.part_at(hands.design, (1.0, 1.0), 0.0) == 1
    hands.operations.raise_(True)
    assert hands.commands_in_file() == ["layer"]  # it is there already
    hands.operations.raise_(False)
    assert picking.part_at(hands.design, (1.0, 1.0), 0.0) == 3
    hands.operations.undo()
    hands.operations.undo()
    assert [spec.layer for spec in hands.design.parts] == [0, 0, 0]


def test_a_player_clicks_through_what_is_only_looked_at(hands: Hands) -> None:
    b = Builder()
    b.part("wall", 1.0, 1.0)
    b.part("scenery", 1.0, 1.0)
    b.part("scenery", 2.0, 1.0)
    free = b.design()
    assert picking.part_at(free, (1.0, 1.0), 0.0) == 2, "its author can take hold of it"
    puzzle = replace(free, stock={"crate": 1})
    assert picking.part_at(puzzle, (1.0, 1.0), 0.0) == 1
    assert picking.part_at(puzzle, (2.0, 1.0), 0.0) == 3, "where there is nothing else, it is meant"


def test_a_player_takes_a_small_part_before_scenery_as_easily_as_one_before_nothing(hands: Hands) -> None:
    b = Builder()
    b.part("domino", 1.0, 1.0)
    b.part("scenery", 1.0, 1.0)
    puzzle = replace(b.design(), stock={"domino": 1})
    beside = picking.box_of(puzzle.part_by_id[1]).x1 + 0.01
    assert picking.part_at(puzzle, (beside, 1.0), 0.0) == 2
    assert picking.part_at(puzzle, (beside, 1.0), 0.02) == 1
    assert picking.part_at(puzzle, (beside, 1.0), 0.02, prefer=(2,)) == 2, "it is selected"
    assert picking.part_at(b.design(), (beside, 1.0), 0.02) == 2, "its author can take hold of it"


def test_a_player_takes_his_own_thin_part_before_what_is_given_as_easily_as_one_before_nothing(hands: Hands) -> None:
    b = Builder()
    b.part("floor", 2.0, 1.0)
    b.part("wall", 3.0, 1.5)
    b.part("pressure_plate", 2.0, 1.06)  # 3: the player's, on the floor, from 1.05 to 1.07 m
    b.part("bowling_ball", 1.0, 1.1)
    b.part("bowling_ball", 2.8, 1.1)
    rope = b.link("rope", 4, "middle", 5, "middle")
    design = b.design()
    given = [replace(spec, fixed=spec.id != 3) for spec in design.parts]
    puzzle = replace(design, parts=tuple(given), stock={"pressure_plate": 1, "rope": 1})
    box = picking.box_of(puzzle.part_by_id[3])

    def taken(level: Design, y: float, prefer: tuple[int, ...] = ()) -> tuple[str, int]:
        return picking.target_at(level, (2.0, y), 0.02, prefer, (), 0.05)[:2]

    assert taken(puzzle, box.y0 - 0.01) == ("part", 3), "a little below it, in the floor"
    assert taken(puzzle, box.y0 - 0.018) == ("part", 1), "too far below it"
    assert taken(puzzle, box.y0 - 0.01, prefer=(1,)) == ("part", 1), "the floor is selected"
    assert taken(design, box.y0 - 0.01) == ("part", 1), "its author takes what is there"
    assert taken(puzzle, 1.083) == ("part", 3), "between it and the rope"
    assert taken(puzzle, 1.11) == ("link", rope)


def test_a_player_takes_his_own_part_before_scenery_from_farther_away(hands: Hands) -> None:
    b = Builder()
    b.part("scenery", 1.0, 1.0)
    b.part("domino", 1.0, 1.0)
    design = b.design()
    given = tuple(replace(spec, fixed=spec.id == 1) for spec in design.parts)
    puzzle = replace(design, parts=given, stock={"domino": 1})
    edge = picking.box_of(puzzle.part_by_id[2]).x1

    def taken(level: Design, beside: float) -> int:
        return picking.target_at(level, (edge + beside, 1.0), 0.02, (), (), 0.05).id

    assert [taken(puzzle, beside) for beside in (0.01, 0.03, 0.035)] == [2, 2, 1]
    assert taken(design, 0.03) == 1, "its author takes what is there"


def test_a_player_takes_his_own_link_before_what_is_given_but_not_at_its_ends() -> None:
    b = Builder()
    for x in (2.0, 2.5):
        b.part("wall", x, 1.5)
    ball = b.part("bowling_ball", 1.0, 1.5)
    b.part("bowling_ball", 3.5, 1.5)
    rope = b.link("rope", ball, "middle", 4, "middle")
    design = replace(b.design(), links=tuple(replace(link, fixed=False) for link in b.design().links))
    given = tuple(replace(spec, fixed=spec.id != 2) for spec in design.parts)  # 2: a wall of the player's
    puzzle = replace(design, parts=given, stock={"wall": 1, "rope": 1})

    def taken(level: Design, x: float, y: float) -> tuple[str, int]:
        return picking.target_at(level, (x, y), 0.02, (), (), 0.05)[:2]

    assert taken(puzzle, 2.0, 1.51) == ("link", rope), "before a wall that is given"
    assert taken(puzzle, 2.0, 1.518) == ("part", 1), "too far beside it"
    assert taken(puzzle, 2.5, 1.5) == ("part", 2), "before a wall of his own, that is meant"
    assert taken(puzzle, 1.0, 1.5) == ("part", ball), "at its end"
    assert taken(design, 2.0, 1.5) == ("part", 1), "its author takes what is there"
    fixed = replace(puzzle, links=tuple(replace(link, fixed=True) for link in puzzle.links))
    assert taken(fixed, 2.0, 1.5) == ("part", 1), "a rope that is given as well"


def test_a_thin_part_is_taken_by_its_middle_though_its_port_is_there() -> None:
    b = Builder()
    plate = b.part("pressure_plate", 2.0, 1.0)
    button = b.part("button", 3.0, 1.0)
    b.link("wire", button, "signal", b.part("lamp", 3.5, 1.5), "signal")
    design = b.design()
    (spec,) = (spec for spec in design.parts if spec.id == plate)
    ((_, edge, x, y),) = picking.taps(spec, 0.05)
    for share, what in ((0.2, "part"), (0.75, "port"), (1.0, "port")):
        at = edge[0] + share * (x - edge[0]), edge[1] + share * (y - edge[1])
        assert picking.target_at(design, at, 0.02, (), (spec,), 0.05).what == what, share


def test_a_group_keeps_its_own_order(hands: Hands) -> None:
    stacked(hands)
    for id_ in (2, 1):
        hands.editor.selection.ids = (id_,)
        hands.operations.raise_(True)
    assert [spec.layer for spec in hands.design.parts] == [2, 1, 0]
    hands.editor.selection.ids = (1, 2)
    hands.operations.raise_(False)
    assert [spec.layer for spec in hands.design.parts] == [-1, -2, 0]


def test_what_is_in_front_is_drawn_last() -> None:
    from sandbox.render.instances import pieces

    specs = [PartSpec(1, "crate", 0.0, 0.0), PartSpec(2, "crate", 0.0, 0.0), PartSpec(3, "floor", 0.0, 0.0, layer=1)]
    assert list(dict.fromkeys(pieces.of_parts(specs).owners)) == [1, 2, 3]
    assert list(dict.fromkeys(pieces.of_parts([*specs[:2], PartSpec(3, "floor", 0.0, 0.0)]).owners)) == [3, 1, 2]


# -- locked


def test_a_locked_part_does_not_move_is_not_banded_and_says_why(hands: Hands) -> None:
    hands.open(three().design())
    hands.editor.selection.ids = (1,)
    hands.operations.lock()
    assert hands.editor.handles(0.1) == []
    hands.drag((0.5, 0.5), (0.9, 0.5))
    assert hands.part(1).x == 0.5
    assert hands.notes[-1].text == "Part 1 (Crate) is locked; unlock it first."
    hands.operations.select_all()
    assert hands.editor.selection.ids == (2, 3)
    hands.drag((3.5, 2.0), (0.0, 0.0))
    assert hands.editor.selection.ids == (2, 3)
    hands.click((0.5, 0.5))
    hands.operations.lock()
    hands.drag((0.5, 0.5), (0.9, 0.5))
    assert hands.part(1).x == 0.9


# -- what snaps


def test_each_kind_of_snapping_is_switched_for_itself_and_alt_suspends_all(hands: Hands) -> None:
    hands.open(three().design())

    def carried(snaps: Snaps, held: Modifiers = FREE) -> tuple[float, float]:
        """Crate 1, carried to the left of crate 2; and back."""
        hands.editor.snap = snaps
        hands.drag((0.5, 0.5), (0.712, 0.913), held=held)
        at = hands.part(1).x, hands.part(1).y
        hands.operations.undo()
        return at

    assert carried(Snaps()) == pytest.approx((0.7, 0.9))  # its right edge on a left one, its lower on a lower
    assert carried(Snaps(edges=False)) == pytest.approx((0.7, 0.9))
    assert carried(Snaps(grid=False)) == pytest.approx((0.7, 0.9))
    assert carried(NO_SNAPS) == pytest.approx((0.712, 0.913))
    assert carried(Snaps(), ALT) == pytest.approx((0.712, 0.913))
    hands.editor.selection.ids = (1,)
    for snaps, degrees in ((Snaps(), 45.0), (Snaps(angles=False), 42.4)):
        hands.editor.snap = snaps
        hands.drag(hands.handle("turn"), (0.5 - math.sin(0.74), 0.5 + math.cos(0.74)))
        assert math.degrees(hands.part(1).angle) == pytest.approx(degrees)
        hands.operations.undo()


def test_an_edge_that_is_resized_is_drawn_to_the_edges_of_others(hands: Hands) -> None:
    hands.open(three().design())
    hands.editor.selection.ids = (1,)
    start = hands.handle("size", "width", 1)
    hands.point(start)
    hands.press(start)
    hands.point((0.79, 0.5))
    assert [line.text for line in hands.editor.preview.guides] == ["left of crate 2"]
    hands.release((0.79, 0.5))
    assert box_of(hands.part(1)).x1 == pytest.approx(0.8)
    assert box_of(hands.part(1)).x0 == pytest.approx(0.4)
