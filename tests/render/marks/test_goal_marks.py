"""Signs and frames of goals: where they stand."""

from __future__ import annotations

from typing import cast

import pytest
from msgspec.structs import replace

from sandbox.design.conditions.condition import Hollow
from sandbox.design.design import Beyond, Contained, Count, Goal, Inside, Not, State
from sandbox.design.geometry import Pose, place
from sandbox.design.no_build import NoBuildArea
from sandbox.editing import picking
from sandbox.machine.machine import Machine
from sandbox.parts import hollow
from sandbox.render.marks import goal_figures, goal_marks
from sandbox.render.overlay import Overlay
from tests.contraptions import Builder
from tests.render.marks.noted import Notes, two_crates


def test_the_parts_of_a_goal_are_framed_also_those_that_it_names_by_their_kind() -> None:
    for condition, centres in ((Inside(3, 0.0, 0.0, 1.0, 1.0), [2.0]), (Count("crate", 0, 0, 1, 1), [1.0, 3.0])):
        notes = Notes()
        goal_marks.show_subjects(cast(Overlay, notes), two_crates(), Goal("", condition))
        assert [round((x0 + x1) / 2, 6) for x0, _, x1, _ in notes.frames] == centres


def test_the_areas_without_building_are_hatched_while_building_only() -> None:
    design = replace(two_crates(), no_build=(NoBuildArea(0.5, 1.0, 1.5, 2.0),))
    building, running = Notes(), Notes()
    goal_marks.show_under(cast(Overlay, building), design, ())
    goal_marks.show_under(cast(Overlay, running), design, (), Machine(design))
    assert building.frames == [(0.5, 1.0, 1.5, 2.0)] and running.frames == []


def test_the_hollow_of_a_container_is_drawn_where_it_is_in_play() -> None:
    b = Builder()
    ball, basket = b.part("tennis_ball", 1.0, 3.0), b.part("basket", 1.0, 2.0, angle=0.5)
    design, goal = b.design(), Goal("", Contained(ball, basket))
    outline = hollow(design.part_by_id[basket])
    assert outline is not None
    (placed,) = goal_marks.areas(design, (goal,))
    assert placed == Hollow(tuple(place(Pose(1.0, 2.0, 0.5), point) for point in outline.points))
    machine = Machine(design)
    for _ in range(48):
        machine.act()
        machine.step()
    machine.read_rows()
    (fallen,) = goal_marks.areas(design, (goal,), machine)
    assert isinstance(fallen, Hollow)
    drops = [before[1] - after[1] for before, after in zip(placed.points, fallen.points, strict=True)]
    assert min(drops) > 0.15 and max(drops) - min(drops) < 1e-6, "it has fallen, without turning"
    machine.remove(basket)
    machine.tidy()
    assert goal_marks.areas(design, (goal,), machine) == ()


def test_its_hatching_stays_within_it() -> None:
    notes = Notes()
    corners = ((0.0, 0.0), (0.3, 0.0), (0.4, 0.3), (-0.1, 0.3))
    goal_figures.hollow(cast(Overlay, notes), corners, goal_figures.OPEN)
    assert len(notes.strokes) > 5
    for x0, y0, x1, y1 in notes.strokes:
        assert abs((x1 - x0) - (y1 - y0)) < 1e-9 and -0.1 <= x0 <= x1 <= 0.4 and -1e-9 <= y0 <= y1 <= 0.3 + 1e-9


def test_an_area_that_a_goal_asks_for_is_not_crossed_out_by_a_fail_condition_that_names_it_too() -> None:
    there = Inside(1, 1.0, 1.0, 1.5, 1.5)
    elsewhere = Inside(1, 3.0, 1.0, 3.5, 1.5)
    rules = [
        goal_marks.Rule(Goal("", there), goal_figures.OPEN),
        goal_marks.Rule(Goal("", Not(there)), goal_figures.FORBIDDEN),
        goal_marks.Rule(Goal("", elsewhere), goal_figures.FORBIDDEN),
    ]
    notes = Notes()
    goal_marks.show_under(cast(Overlay, notes), two_crates(), rules)
    assert [(frame[0], frame[1]) for frame in notes.frames] == [(1.0, 1.0), (3.0, 1.0)]


def test_an_area_to_keep_out_of_is_not_hatched_as_one_without_building_is() -> None:
    for tone, strokes in ((goal_figures.OPEN, True), (goal_figures.FORBIDDEN, False)):
        notes = Notes()
        goal_figures.hollow(cast(Overlay, notes), ((0.0, 0.0), (0.3, 0.0), (0.3, 0.3), (0.0, 0.3)), tone)
        assert bool(notes.strokes) == strokes


def test_what_has_to_get_somewhere_has_a_ring_unless_it_is_large_or_one_of_many() -> None:
    b = Builder()
    ball, other, basket = b.part("soccer_ball", 1.0, 1.0), b.part("soccer_ball", 2.0, 1.0), b.part("basket", 3.0, 0.5)
    lamp = b.part("lamp", 3.5, 1.5)
    design = b.design()
    goals = (Goal("In the basket", Contained(ball, basket)), Goal("The lamp shines", State(lamp, "on")))
    (ring,) = goal_marks.travellers(design, goals, None, 1 / 130)
    assert (ring.x, ring.y) == pytest.approx((1.0, 1.0)), "neither the other ball nor what is to change where it is"
    assert ring.r > picking.box_of(design.part_by_id[ball]).x1 - 1.0
    assert goal_marks.travellers(design, goals, None, 1 / 1000) == [], "nobody has to look for it"
    both = (*goals, Goal("Far", Beyond(other, "x", "more", 3.0)))
    assert len(goal_marks.travellers(design, both, None, 1 / 130)) == 2
    machine = Machine(design)
    machine.remove(ball)
    machine.tick()
    assert goal_marks.travellers(design, goals, machine, 1 / 130) == []
