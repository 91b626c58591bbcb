"""Floors, ceilings and walls stay at the border of a level that becomes wider, narrower or higher. Metres."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.design import Design, World
from sandbox.design.geometry import Box
from sandbox.editing.authoring.border import following
from sandbox.editing.picking import box_of
from tests.contraptions import Builder


def room() -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.2)  # 1
    b.part("wall", -0.05, 1.3, height=2.6)  # 2
    b.part("wall", 4.05, 1.3, height=2.6)  # 3
    b.part("floor", 2.0, 2.55, width=4.0)  # 4: the ceiling
    b.part("floor", 3.5, 1.0, width=1.0)  # 5: a shelf at the right wall
    b.part("bar", 2.0, 0.125, width=4.0)  # 6: loose, however long
    return replace(b.design(), world=World(width=4.0, height=2.5))


def boxes(design: Design) -> dict[int, tuple[float, ...]]:
    return {spec.id: tuple(round(edge, 6) for edge in box_of(spec)) for spec in design.parts}


def resized(width: float, height: float) -> dict[int, tuple[float, ...]]:
    design = room()
    for edit in following(design, width, height):
        design = c.edit(design, edit)
    return boxes(design)


def test_the_border_follows_a_level_that_becomes_wider() -> None:
    before, after = boxes(room()), resized(6.0, 2.5)
    assert after[1] == (-0.1, 0.0, 6.1, 0.1)
    assert after[2] == before[2]
    assert after[3] == (6.0, 0.0, 6.1, 2.6)
    assert after[4] == (0.0, 2.5, 6.0, 2.6)
    assert (after[5], after[6]) == (before[5], before[6]), "what only lies at the border, or is loose, stays"


def test_the_border_follows_a_level_that_becomes_higher_or_lower() -> None:
    before = boxes(room())
    for height in (3.0, 2.0):
        after = resized(4.0, height)
        assert after[1] == before[1]
        assert after[2] == Box(-0.1, 0.0, 0.0, height + 0.1) and after[3] == Box(4.0, 0.0, 4.1, height + 0.1)
        assert after[4] == Box(0.0, height, 4.0, height + 0.1)


@pytest.mark.parametrize("change", [{"locked": True}, {"angle": 0.3}])
def test_what_is_locked_or_askew_stays(change: dict[str, float]) -> None:
    design = room()
    changed = replace(design, parts=tuple(replace(spec, **change) for spec in design.parts))
    assert following(changed, 6.0, 3.0) == ()


def test_nothing_changes_with_the_same_size() -> None:
    assert following(room(), 4.0, 2.5) == ()
