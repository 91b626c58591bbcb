"""What sinks too deeply into something else is found; what touches, or may lie in each other, is not. Metres."""

from __future__ import annotations

from pathlib import Path

import pymunk
import pytest
from msgspec.structs import replace

from sandbox import parts
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design, End, Link, PartSpec
from sandbox.engine.engine import EngineSpace
from sandbox.levels import levels, library
from sandbox.machine import overlaps
from sandbox.machine.machine import Machine
from sandbox.machine.overlaps import Watch
from sandbox.trials.search.numbers import Numbers

AT_ONCE = 12  # parts that are placed before the whole machine is looked at


def of(*specs: PartSpec, links: tuple[Link, ...] = ()) -> Design:
    return parts.check(Design(parts=specs, links=links, next_id=20))


def crates(apart: float) -> Design:
    return of(PartSpec(1, "crate", 0.0, 0.0), PartSpec(2, "crate", apart, 0.0))


@pytest.mark.parametrize("apart", [0.3, 0.299, 0.28, 0.2705])
def test_what_touches_or_hardly_overlaps_may_be(apart: float) -> None:
    assert overlaps.found(crates(apart)) == ()


@pytest.mark.parametrize("apart", [0.26, 0.2, 0.0])
def test_a_tenth_of_its_size_is_too_deep(apart: float) -> None:
    (overlap,) = overlaps.found(crates(apart))
    assert (overlap.a, overlap.b) == (1, 2)
    assert overlap.depth == pytest.approx(0.3 - apart if apart else 0.15, abs=0.01)  # 0: what one lies upon another
    assert -0.15 <= overlap.x <= 0.3


def test_too_deep_is_where_the_machine_visibly_tears_things_apart() -> None:
    """The measure itself: what is let through moves by no more than a twentieth of its size within a second."""
    for apart, moves in ((0.2705, False), (0.2, True)):
        machine = Machine(replace(crates(apart), world=replace(Design().world, gravity_y=0.0)))
        for _ in range(240):
            machine.step()
        assert (abs(machine.motion(1)[0]) > 0.05 * 0.3) is moves


def test_fixed_parts_may_lie_in_each_other_but_a_ball_not_in_them() -> None:
    floor, wall = PartSpec(1, "floor", 0.0, 0.0), PartSpec(2, "wall", 0.0, 0.0)
    assert overlaps.found(of(floor, wall)) == ()
    ball = PartSpec(3, "bowling_ball", 0.0, 0.06)
    assert {(one.a, one.b) for one in overlaps.found(of(floor, ball))} == {(1, 3)}


def test_what_is_tied_so_that_it_does_not_collide_may_overlap() -> None:
    axle = next(kind for kind in parts.LINKS.values() if kind.name == "glue")
    one, two = PartSpec(1, "crate", 0.0, 0.0), PartSpec(2, "crate", 0.2, 0.0)
    tied = Link(3, axle.name, End(1), End(2))
    assert overlaps.found(of(one, two)) != ()
    assert overlaps.found(of(one, two, links=(tied,))) == ()


@pytest.mark.parametrize("path", library.bundled_levels(), ids=lambda path: path.stem)
def test_every_level_that_comes_with_the_program_can_be_started(path: Path) -> None:
    assert overlaps.found(levels.read(path)) == ()


def test_only_what_has_changed_is_looked_at_again_and_the_answer_is_the_same() -> None:
    watch = Watch()
    design = of(*(PartSpec(n, "crate", 0.25 * n, 0.0) for n in range(1, 8)), PartSpec(9, "floor", 1.0, -0.2))
    for command in (
        c.Move(3, 3.0, 3.0),
        c.Place("crate", 1.1, 0.05),
        c.Delete(5),
        c.Connect("glue", 1, "", 2, ""),
        c.Move(3, 0.8, 0.0),
        c.Disconnect(21),
    ):
        assert watch.look(design) == overlaps.found(design)
        design = c.edit(design, command)
    assert watch.look(design) == overlaps.found(design) != ()


@pytest.mark.parametrize("path", library.bundled_levels(), ids=lambda path: path.stem)
def test_what_is_near_a_part_gives_the_same_answer_as_the_whole_machine(path: Path) -> None:
    level, numbers, overlapping = levels.read(path), Numbers(1), 0
    kinds = [item.kind for item in level.stock_items.values() if item.kind in parts.KINDS]
    solid = tuple(spec for spec in level.parts if any(shape.collides for shape in parts.blueprint(spec).shapes))
    beside = (3 * solid)[:60] if kinds else ()  # thrice: few of small kinds overlap anything
    for first in range(0, len(beside), AT_ONCE):
        placed = []
        for id_, spec in enumerate(beside[first : first + AT_ONCE], level.next_id):
            x, y = (at + 0.4 * numbers.fraction() - 0.2 for at in (spec.x, spec.y))
            placed.append(PartSpec(id_, numbers.one_of(kinds), x, y))
        design = replace(level, parts=(*level.parts, *placed))
        everywhere = overlaps.found(design)
        for spec in placed:
            overlap = overlaps.found(design, (spec.id,))
            assert overlap == tuple(each for each in everywhere if spec.id in (each.a, each.b))
            overlapping += bool(overlap)
    assert overlapping or not kinds  # else this would show nothing


def with_ball_of_level(gap: float, fixed: bool = False, stocked: bool = True) -> Design:
    """A wall of the player beside a ball of the level, which is 110 mm in radius."""
    ball = PartSpec(1, "soccer_ball", 0.0, 0.0, fixed=True)
    wall = PartSpec(2, "wall", 0.11 + 0.1 + gap, 0.0, props={"width": 0.2, "height": 0.2}, fixed=fixed)
    stock = {"wall": 1} if stocked else None
    return parts.check(Design(parts=(ball, wall), next_id=3, stock=stock))


def test_a_placed_part_may_touch_a_loose_part_of_the_level_but_not_push_it() -> None:
    for gap in (0.05, 0.0, -0.0005):
        assert overlaps.found(with_ball_of_level(gap)) == ()
        assert overlaps.pushes(with_ball_of_level(gap)) == ()
    (overlap,) = overlaps.found(with_ball_of_level(-0.002))
    assert (overlap.a, overlap.b, overlap.pushed) == (1, 2, 1)
    assert overlaps.pushes(with_ball_of_level(-0.002)) == (overlap,)
    said = overlaps.push_sentence(with_ball_of_level(-0.002), overlap)
    assert said.startswith("the wall 2 would push the soccer ball 1, which belongs to the level, by 2.0 mm")


def test_what_is_left_alone_as_touching_does_not_move_the_ball_and_what_is_refused_does() -> None:
    """The measure itself, without gravity."""
    for gap, moves in ((-0.0005, False), (-0.002, True)):
        design = with_ball_of_level(gap)
        machine = Machine(replace(design, world=replace(design.world, gravity_y=0.0)))
        for _ in range(240):
            machine.step()
        assert (abs(machine.motion(1)[0]) > 0.0005) is moves


def test_a_push_is_let_pass_by_the_author_and_in_free_building() -> None:
    for design in (
        with_ball_of_level(-0.002, fixed=True),
        with_ball_of_level(-0.002, stocked=False),
        replace(with_ball_of_level(-0.002), author=True),
    ):
        assert overlaps.found(design) == ()
        assert overlaps.pushes(design) == ()


def test_the_gate_starts_no_machine_in_which_a_placed_part_pushes_one_of_the_level() -> None:
    start = c.Start()
    why = Session(with_ball_of_level(-0.002)).why_not(start)
    assert why is not None and "would push the soccer ball 1" in why
    assert Session(with_ball_of_level(0.0)).why_not(start) is None


def test_of_a_heap_in_one_place_not_all_pairs_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file can hold millions of them; what is found of them is enough to say that they overlap."""
    heap = tuple(PartSpec(number, "crate", 1.0, 1.0) for number in range(1, 61))
    design = Design(parts=heap, next_id=61)
    queried: list[pymunk.Shape] = []
    query = EngineSpace.shape_query

    def counted(space: EngineSpace, shape: pymunk.Shape) -> list[pymunk.ShapeQueryInfo]:
        queried.append(shape)
        return query(space, shape)

    monkeypatch.setattr(EngineSpace, "shape_query", counted)
    assert len(overlaps.found(design)) == 60 * 59 // 2
    assert len(queried) == 60
    queried.clear()
    monkeypatch.setattr(overlaps, "MOST_MET", 600)
    assert overlaps.found(design)
    assert len(queried) == 11, "it went on after 600 pairs"


def test_what_is_near_is_not_searched_for_when_nearly_all_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    heap = tuple(PartSpec(number, "crate", 1.0 + 0.1 * number, 1.0) for number in range(1, 21))
    design = Design(parts=heap, next_id=21)
    by_boxes = overlaps.found(design, design.part_by_id)
    monkeypatch.setattr(overlaps, "_MOST_COMPARED", 0)
    monkeypatch.setattr(overlaps, "_near", lambda *boxes: pytest.fail("compared"))
    assert overlaps.found(design, design.part_by_id) == by_boxes != ()
