"""Arrows at the piece of a part that a knock has to meet. Metres."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sandbox.design.design import PartSpec
from sandbox.parts import KINDS
from sandbox.render.canvas import Canvas
from sandbox.render.marks import strike_marks
from sandbox.render.marks.strike_marks import arrow_of


def spec(kind: str, flip: bool = False, angle: float = 0.0) -> PartSpec:
    return PartSpec(1, kind, 1.0, 2.0, angle, flip)


def test_it_points_at_the_back_of_a_glove_however_that_stands() -> None:
    left, right, above = (
        arrow_of(spec("boxing_glove", **how)) for how in ({}, {"flip": True}, {"angle": -math.pi / 2})
    )
    assert left is not None and right is not None and above is not None
    (tail, head), (other_tail, other_head) = left.points, right.points
    assert tail[0] < head[0] < 1.0 and tail[1] == head[1] == pytest.approx(2.0)
    assert other_tail[0] > other_head[0] > 1.0, "it is flipped"
    assert above.points[0][1] > above.points[1][1] > 2.0, "it punches downwards"


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS.values() if kind.struck_on])
def test_each_kind_that_names_a_piece_has_one(kind: str) -> None:
    assert arrow_of(spec(kind)) is not None


def test_what_any_knock_sets_off_or_none_has_no_arrow() -> None:
    for kind in ("trampoline", "crate", "button"):
        assert arrow_of(spec(kind)) is None, kind


def test_only_what_has_one_draws_one(gl_window: Any) -> None:
    overlay = Canvas().overlay
    strike_marks.show(overlay, [spec("crate"), spec("button")])
    assert overlay._marks == []
    strike_marks.show(overlay, [spec("catapult")])
    assert len(overlay._marks) == 4, "a shaft and a head, each light under dark"
