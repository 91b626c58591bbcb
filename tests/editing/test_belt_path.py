"""Belts lie round their discs as they are drawn and pointed at, open and crossed, and show how far they have run."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from sandbox import parts
from sandbox.design.design import Design, End, Link, PartSpec
from sandbox.editing import picking
from sandbox.editing.belt_path import loop
from sandbox.machine.machine import Machine
from sandbox.render.instances import pieces

A, B = (0.0, 0.0), (0.6, 0.8)  # a metre apart


def crossings(points: list[tuple[float, float]]) -> int:
    """How many pairs of the straight lines between points cut each other."""
    lines = list(pairwise(points))

    def side(p: tuple[float, float], q: tuple[float, float], at: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0])

    return sum(
        side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0
        for index, (p, q) in enumerate(lines)
        for r, s in lines[index + 2 :]
    )


@pytest.mark.parametrize(("ra", "rb"), [(0.1, 0.1), (0.3, 0.05), (0.05, 0.3)])
@pytest.mark.parametrize("crossed", [False, True])
def test_a_belt_lies_on_both_discs_and_closes(ra: float, rb: float, crossed: bool) -> None:
    way = loop(A, ra, B, rb, crossed)
    assert way[0] == way[-1]
    for disc, point in way:
        assert math.dist(point, (A, B)[disc]) == pytest.approx((ra, rb)[disc])
    strands = [(p, q) for (one, p), (other, q) in pairwise(way) if one != other]
    assert len(strands) == 2
    for (_, p), (other, q) in pairwise(way):  # each strand leaves and meets its discs at a right angle to the radius
        if (p, q) in strands:
            centre = (A, B)[other]
            along = (q[0] - p[0]) * (q[0] - centre[0]) + (q[1] - p[1]) * (q[1] - centre[1])
            assert along == pytest.approx(0.0, abs=1e-12)
    assert crossings([point for _, point in way]) == crossed


def test_there_is_no_way_round_discs_that_lie_in_one_another() -> None:
    assert loop(A, 1.5, B, 0.2, False) == ()
    assert loop(A, 0.6, B, 0.5, True) == ()
    assert loop(A, 0.6, B, 0.5, False)


def belted(crossed: bool = False) -> Design:
    motor, wheel = PartSpec(1, "motor", 0.5, 0.5), PartSpec(2, "wheel", 1.5, 0.5, props={"radius": 0.2})
    belt = Link(3, "belt", End(1, "shaft"), End(2, "shaft"), {"crossed": crossed})
    return parts.check(Design(parts=(motor, wheel), links=(belt,), next_id=4))


def test_a_strand_can_be_pointed_at_and_the_middle_between_them_not() -> None:
    assert picking.link_at(belted(), (1.5, 0.7), 0.01) == 3
    assert picking.link_at(belted(), (1.2, 0.5), 0.01) is None  # where a rope from shaft to shaft would be


def test_the_marks_run_with_the_rim() -> None:
    machine = Machine(belted())
    cords = pieces.of_machine(machine).front
    rows = np.unique(cords.running[:, 1])
    assert list(rows) == [machine.row_of[1, 1]]  # the motor's wheel
    radius = 0.04  # of its belt disc
    assert np.allclose(cords.travels[:, 0], -radius)
    lengths = -cords.static["cord"][:, 2]
    assert np.allclose(np.diff(cords.travels[:, 1]), lengths[:-1], atol=1e-6), "the marks go on from piece to piece"
