"""Areas in which the player may put no part: drawn, moved, sized and taken away by hand and by keys."""

from __future__ import annotations

import pytest

from sandbox.commands import commands as c
from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Point
from sandbox.design.no_build import NoBuildArea
from sandbox.editing.authoring.goal_gestures import ruled
from sandbox.editing.authoring.no_build_gestures import DrawNoBuild, ReshapeNoBuild, handles
from sandbox.editing.gestures.gesture import GestureContext
from sandbox.editing.keys import Modifiers
from sandbox.errors import Refused

FREE = Modifiers(alt=True)


def level(*areas: NoBuildArea) -> Design:
    crate = PartSpec(1, "crate", 0.5, 0.5, fixed=True)
    return Design(parts=(crate,), stock={"crate": 1}, author=True, next_id=2, no_build=areas)


def drag(gesture: DrawNoBuild | ReshapeNoBuild, design: Design, *way: Point) -> Design:
    """Press at the first point, go through the others, let go at the last; return the design after it."""
    scene = GestureContext(design)
    gesture.follow(way[0], FREE, scene)
    gesture.press(way[0], FREE, scene)
    for point in way[1:]:
        gesture.follow(point, FREE, scene)
    gesture.release(way[-1], FREE, scene)
    for edit in gesture.edits():
        design = c.edit(design, edit)
    return design


def test_an_area_is_drawn_from_any_corner_to_the_opposite_one() -> None:
    after = drag(DrawNoBuild(level()), level(), (2.0, 1.5), (1.5, 1.2), (1.0, 0.5))
    assert after.no_build == (NoBuildArea(1.0, 0.5, 2.0, 1.5),)
    second = drag(DrawNoBuild(after), after, (3.0, 0.0), (3.5, 0.5))
    assert second.no_build == (*after.no_build, NoBuildArea(3.0, 0.0, 3.5, 0.5))


def test_a_click_that_slips_draws_nothing() -> None:
    assert drag(DrawNoBuild(level()), level(), (2.0, 1.5), (2.01, 1.51)).no_build == ()


def test_it_is_drawn_by_arrows_and_enter_alone() -> None:
    design = level()
    gesture, scene = DrawNoBuild(design), GestureContext(design)
    assert gesture.advice(lambda name: name).startswith("No-build area: Draw the region")
    for key in ("enter", "right", "right", "up", "enter"):
        outcome = gesture.key(key, Modifiers(), scene)
    assert outcome is not None and outcome.ends
    (edit,) = gesture.edits()
    (area,) = c.edit(design, edit).no_build
    assert (area.x1 - area.x0, area.y1 - area.y0) == pytest.approx((0.1, 0.05))


def test_its_middle_moves_it_and_a_corner_sizes_it() -> None:
    first, second = NoBuildArea(1.0, 0.0, 2.0, 1.0), NoBuildArea(2.5, 0.0, 3.0, 1.0)
    design = level(first, second)
    spots = {(spot.target.id, spot.target.name): (spot.x, spot.y) for spot in handles(design, 1)}
    assert spots[1, "all"] == (1.5, 0.5) and spots[2, "x1y1"] == (3.0, 1.0)
    assert len(spots) == 1 + 5, "only the selected one shows its corners"
    moved = drag(ReshapeNoBuild(design.no_build, 0, "all", (1.5, 0.5)), design, (1.5, 0.5), (1.75, 1.0))
    assert moved.no_build == (NoBuildArea(1.25, 0.5, 2.25, 1.5), second)
    sized = drag(ReshapeNoBuild(design.no_build, 1, "x1y1", (3.0, 1.0)), design, (3.0, 1.0), (3.5, 2.0))
    assert sized.no_build == (first, NoBuildArea(2.5, 0.0, 3.5, 2.0))


def test_it_is_shown_where_it_is_dragged_and_unchanged_where_it_is_put_back() -> None:
    design = level(NoBuildArea(1.0, 0.0, 2.0, 1.0))
    gesture = ReshapeNoBuild(design.no_build, 0, "x1y1", (2.0, 1.0))
    gesture.follow((2.5, 1.0), FREE, GestureContext(design))
    assert ruled(design, gesture).no_build == (NoBuildArea(1.0, 0.0, 2.5, 1.0),)
    gesture.follow((2.0, 1.0), FREE, GestureContext(design))
    assert gesture.edits() == ()


def test_a_player_can_change_no_area() -> None:
    player = c.edit(level(NoBuildArea(1.0, 0.0, 2.0, 1.0)), c.TryOut())
    with pytest.raises(Refused, match="only its author"):
        c.edit(player, c.SetNoBuild(()))
