"""What of another run is left out of the picture, as it is just where this one has it: that, and no more."""

from __future__ import annotations

import math

import numpy as np
import pytest
from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.render.instances import pieces
from sandbox.render.instances.instance_diff import PairedBodies, PairedCords
from sandbox.render.instances.pieces import Pieces
from tests.contraptions import Builder, everything

NEAR = 0.001  # m


def filled(shown: Pieces) -> np.ndarray:
    """Rows of BODY_DYNAMIC at rest."""
    rows = np.zeros((len(shown.bodies), 7), np.float32)
    rows[:, :6] = shown.rows[shown.body_rows]
    return rows


def alike(mine: Pieces, other: Pieces, near: float = NEAR) -> set[int]:
    """The parts that are left out whole."""
    found = PairedBodies(mine, other).alike(filled(mine), filled(other), near)
    rest = set(np.delete(mine.owners, found).tolist())
    return set(mine.owners.tolist()) - rest


def moved(design: Design, part: int, **changes: object) -> Design:
    return replace(design, parts=tuple(replace(spec, **changes) if spec.id == part else spec for spec in design.parts))


@pytest.fixture(scope="module")
def design() -> Design:
    return everything()


def test_of_the_same_all_is_left_out(design: Design) -> None:
    mine = pieces.of_design(design)
    assert alike(mine, pieces.of_design(design), 0.0) == set(mine.owners.tolist())
    assert len(PairedBodies(mine, mine).alike(filled(mine), filled(mine), 0.0)) == len(mine.owners)


def test_what_is_elsewhere_by_more_than_that_stays(design: Design) -> None:
    every = set(pieces.of_design(design).owners.tolist())
    crate = next(spec for spec in design.parts if spec.kind == "crate")
    for off, left in ((0.9 * NEAR, every), (1.1 * NEAR, every - {crate.id})):
        other = moved(design, crate.id, x=crate.x + off)
        assert alike(pieces.of_design(other), pieces.of_design(design)) == left


def test_a_turn_counts_by_what_it_moves_the_outermost_point_and_a_whole_one_not_at_all(design: Design) -> None:
    every = set(pieces.of_design(design).owners.tolist())
    crate = next(spec for spec in design.parts if spec.kind == "crate" and spec.props["width"] == 0.2)
    corner = 0.1 * math.sqrt(2.0)
    # The reach of a shape is rounded up: not every shape has a point that is as far out.
    for turn, left in ((0.6 * NEAR / corner, every), (1.2 * NEAR / corner, every - {crate.id}), (math.tau, every)):
        other = moved(design, crate.id, angle=crate.angle + turn)
        assert alike(pieces.of_design(other), pieces.of_design(design)) == left


def test_another_part_in_the_same_place_is_no_like(design: Design) -> None:
    crate = next(spec for spec in design.parts if spec.kind == "crate")
    domino = next(spec for spec in design.parts if spec.kind == "domino")
    every = set(pieces.of_design(design).owners.tolist())
    for part, changes in (
        (crate.id, {"kind": "tennis_ball", "props": {}}),
        (crate.id, {"props": crate.props | {"width": 0.21}}),
        (domino.id, {"props": domino.props | {"colour": "green"}}),
    ):
        assert part not in alike(pieces.of_design(moved(design, part, **changes)), pieces.of_design(design))
        gone = replace(design, parts=tuple(spec for spec in design.parts if spec.id != part))
        assert alike(pieces.of_design(design), pieces.of_design(gone)) == every - {part}


def test_an_outline_of_its_own_is_looked_at_point_by_point() -> None:
    def drawn(corner: float) -> Pieces:
        b = Builder()
        outline = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (corner, 0.4), (-0.5, 0.5))
        b.part("ramp", 3.0, 1.0, width=0.9, height=0.4)
        b.part("polygon", 1.0, 1.0, outline=(outline,))
        return pieces.of_design(b.design())

    assert alike(drawn(0.1), drawn(0.1)) == {1, 2}
    assert alike(drawn(0.1), drawn(0.11)) == {1}
    alone = Builder()
    alone.part("crate", 2.0, 2.0)
    assert alike(drawn(0.1), pieces.of_design(alone.design())) == set()


def test_another_state_that_is_shown_is_no_like(design: Design) -> None:
    mine = pieces.of_design(design)
    rows, others = filled(mine), filled(mine)
    rows[3, 6] = 1.0
    left = PairedBodies(mine, mine).alike(rows, others, NEAR)
    assert np.setdiff1d(np.arange(len(rows)), left).tolist() == [3]


# -- cords


def hanging(length: float = 0.0, via: bool = False) -> Pieces:
    b = Builder()
    b.part("anchor", 0.5, 2.0)
    b.part("pulley", 1.0, 2.2)
    b.part("weight", 1.5, 0.5)
    b.link("rope", 1, "hook", 3, "ring", slack=length)
    design = b.design()
    links = tuple(replace(link, via=(2,) if via else ()) for link in design.links)
    return pieces.of_design(replace(design, links=links))


def strands(shown: Pieces, lower: float = 0.0, turned: float = 0.0) -> np.ndarray:
    rows = np.zeros((len(shown.behind.static), 14), np.float32)
    motions = shown.rows.copy()
    motions[-1, 1] -= lower
    motions[-1, 2] += turned
    shown.behind.fill(rows, motions, np.zeros(0))
    return rows


@pytest.mark.parametrize("via", [False, True])
def test_a_rope_is_left_out_piece_by_piece_where_it_hangs_alike(via: bool) -> None:
    mine = hanging(via=via)
    pairs, count = PairedCords(mine.behind, hanging(via=via).behind), len(mine.behind.static)
    assert count == (3 if via else 1)
    assert len(pairs.alike(strands(mine), strands(mine))) == count
    lowered = pairs.alike(strands(mine, lower=1e-4), strands(mine))
    assert count - 1 not in lowered, "what its end has moved by a tenth of a millimetre sags elsewhere"
    assert len(pairs.alike(strands(mine, turned=0.01), strands(mine))) < count


def test_a_longer_rope_or_one_another_way_is_no_like() -> None:
    mine = hanging()
    for other in (hanging(length=0.1), hanging(via=True)):
        assert len(PairedCords(mine.behind, other.behind).alike(strands(mine), strands(other))) == 0
