"""What sinks too deeply into something else is found; what touches, or may lie in each other, is not. Metres."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox import parts
from sandbox.commands import commands as c
from sandbox.design.design import Design, End, Link, PartSpec
from sandbox.levels import levels, library
from sandbox.machine import overlaps
from sandbox.machine.machine import Machine
from sandbox.machine.overlaps import Watch


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
