"""The signs of goals: where badges and flags stand, which are left out, and which one is pointed at."""

from __future__ import annotations

import math
from typing import cast

import pytest
from msgspec.structs import replace

from sandbox.design.design import Beyond, Goal, Inside, LinkState, State
from sandbox.design.geometry import Box
from sandbox.editing import picking
from sandbox.machine.machine import Machine
from sandbox.render.marks import goal_figures, goal_marks, goal_signs
from sandbox.render.overlay import Overlay
from tests.contraptions import Builder
from tests.render.marks.noted import Notes, two_crates


def test_the_sign_of_a_goal_stays_in_the_view() -> None:
    view = Box(0.0, 0.0, 2.0, 2.0)
    goals = [Goal("", Inside(1, 1.0, 1.0, x1, 1.5)) for x1 in (1.5, 3.0)] + [Goal("", Beyond(1, "y", "more", 9.0))]
    notes = Notes()
    rules = [goal_marks.Rule(goal, goal_figures.OPEN) for goal in goals]
    goal_signs.show_flags(cast(Overlay, notes), two_crates(), rules, within=view)
    assert notes.figures == [(1.5, 1.5), (2.0, 1.5), (2.0, 2.0)], "in its place, or in the edge if that is outside"


def test_the_sign_of_a_goal_about_a_fuse_hangs_at_its_middle_also_where_it_was() -> None:
    b = Builder()
    near, far = b.part("candle", 1.0, 1.0, lit=True), b.part("candle", 2.0, 1.0)
    fuse = b.link("fuse", near, "fuse", far, "fuse", speed=2.0)
    design = replace(b.design(), goals=(Goal("", LinkState(fuse, "burnt out")),))
    x, y = goal_signs.link_middle(design, None, fuse)
    middle = picking.cord(design, design.link_by_id[fuse])[8]
    assert (x, y) == pytest.approx(middle), "where the fuse is drawn"
    machine = Machine(design)
    for _ in range(240):
        machine.act()
        machine.step()
        machine.tidy()
    machine.read_rows()
    assert fuse not in machine.links
    for stage, met in ((None, False), (machine, True)):
        notes = Notes()
        goal_signs.show_over(cast(Overlay, notes), design, goal_marks.rules_of(design, [met]), stage)
        assert len(notes.figures) == 2, "a circle, and a diamond or a check in it"
        assert all(abs(fx - x) < 0.01 and 0.0 < fy - y < 0.1 for fx, fy in notes.figures)
    notes = Notes()
    goal_marks.show_subjects(cast(Overlay, notes), design, design.goals[0])
    assert len(notes.frames) == 2, "the parts at its ends"


def test_a_part_with_the_badge_of_a_goal_is_not_crossed_out_as_well() -> None:
    b = Builder()
    candle, other = b.part("candle", 1.0, 1.0), b.part("candle", 2.0, 1.0)
    goal, early = Goal("", State(candle, "lit")), Goal("", State(candle, "lit"))
    rules = [
        goal_marks.Rule(goal, goal_figures.OPEN),
        goal_marks.Rule(early, goal_figures.FORBIDDEN),
        goal_marks.Rule(Goal("", State(other, "lit")), goal_figures.FORBIDDEN),
    ]

    def badges(*shown: goal_marks.Rule) -> list[bool]:
        notes = Notes()
        goal_signs.show_over(cast(Overlay, notes), b.design(), shown)
        return [x < 1.5 for x, _ in notes.figures]

    assert badges(*rules) == [True, True, False, False, False], (
        "a circle and a diamond; a circle, a diamond and a cross"
    )
    assert badges(rules[1]) == [True, True, True], "alone it is crossed out"
    in_hand = goal_marks.Rule(early, goal_figures.FORBIDDEN._replace(bold=True))
    assert len(badges(rules[0], in_hand)) == 5, "and so it is while its author has it in hand"


@pytest.mark.parametrize("kind", ["table_tennis_ball", "tennis_ball", "bowling_ball"])
@pytest.mark.parametrize("pixels", [90.0, 120.0, 170.0, 400.0])
def test_the_badge_of_a_ball_hides_nothing_of_it_unless_it_is_large(kind: str, pixels: float) -> None:
    b = Builder()
    ball = b.part(kind, 1.0, 1.0)
    rules = [goal_marks.Rule(Goal("", State(ball, "on")), goal_figures.OPEN)]
    notes = Notes()
    goal_signs.show_over(cast(Overlay, notes), b.design(), rules, pixel=1 / pixels)
    (x, y), radius = notes.figures[0], notes.radii[0]
    box = picking.box_of(b.design().parts[0])
    r = (box.x1 - box.x0) / 2 * pixels
    gap = math.dist((x, y), (1.0, 1.0)) * pixels - radius - r
    assert gap >= 0.0 or r > 20.0
    assert gap <= 30.0, "it stands by its ball"
    assert radius >= 7.0


def test_the_goal_is_known_whose_sign_is_pointed_at_the_nearest_of_several() -> None:
    b = Builder()
    lamp, bell = b.part("lamp", 1.0, 1.0), b.part("bell", 3.0, 1.0)
    goals = [
        Goal("lamp", State(lamp, "on")),
        Goal("bell", State(bell, "rung")),
        Goal("in", Inside(bell, 0, 0, 2, 2)),
    ]
    rules = [goal_marks.Rule(goal, goal_figures.OPEN) for goal in goals]
    view, pixel = Box(-1.0, -1.0, 9.0, 9.0), 1 / 120
    signs = [*goal_signs.badges(b.design(), rules, None, pixel, view), *goal_signs.flags(b.design(), rules, None, view)]
    assert len(signs) == 3
    for sign in signs:
        x, y = sign.at
        for at, meant in (((x + 0.05, y), sign.rule), ((x + 0.3, y + 0.3), None)):
            assert goal_signs.rule_at(at, b.design(), rules, None, pixel, view) == meant
