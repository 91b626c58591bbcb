"""Wins are reduced to what they need, and shaken."""

import pytest

from sandbox.machine import overlaps
from sandbox.trials.candidate import Candidate, Placement, Tie, TieEnd
from sandbox.trials.search.simplify import margin, reduced
from tests.trials.search.puzzles import BESIDE, DROP, HOIST, INTO, PULLEY, SHORTCUT, level


def test_a_useless_part_is_left_out() -> None:
    won = Candidate((Placement("ramp", 3.0, 2.0), Placement("ramp", 0.55, 1.5)))
    design = level(SHORTCUT.replace("x0 = 3.2", "x0 = 0.2"))  # a ramp under the ball is enough
    least, ticks = reduced(design, won, 600)
    assert least.size < won.size and ticks > 0


def test_what_is_needed_stays_and_references_are_renamed() -> None:
    design = level(PULLEY.replace("pulley = 1", "pulley = 1\ncrate = 1"))
    won = Candidate(
        (Placement("crate", 3.5, 0.25), *HOIST.placements),
        (Tie("rope", TieEnd(4, "middle"), TieEnd(5, "left"), via=(-2,)),),
    )
    least, _ = reduced(design, won, 600)
    assert least == HOIST


def test_the_margin_of_a_ball_that_falls_into_a_basket_is_wide_and_on_its_edge_it_is_not() -> None:
    design = level(DROP)
    assert margin(design, Candidate((INTO,)), 400).mm == 10.0
    outermost = max(
        x
        for x in (1.80, 1.84, 1.88, 1.92, 1.96)
        if margin(design, Candidate((Placement("bowling_ball", x, 1.5),)), 400).mm
    )
    beyond = Candidate((Placement("bowling_ball", outermost + 0.04, 1.5),))
    assert margin(design, beyond, 400).mm == 0.0


def test_a_place_where_a_part_would_push_another_at_the_start_is_left_out_of_the_margin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    beside = Candidate((Placement("fixed_block", 1.7395, 0.25),))  # half a millimetre from the ball
    assert margin(level(BESIDE), beside, 240).mm == 10.0
    monkeypatch.setattr(overlaps, "_pushed", lambda design, one, other: 0)  # then it may push, and the ball rolls off
    assert margin(level(BESIDE), beside, 240).mm < 10.0


def test_a_win_at_a_place_of_its_own_has_no_margin() -> None:
    fenced = BESIDE.replace("rules = 3", "rules = 3\nno_build = [{ x0 = 1.0, y0 = 0.401, x1 = 3.0, y1 = 2.0 }]")
    assert margin(level(fenced), Candidate((Placement("fixed_block", 1.7395, 0.25),)), 240).mm == 10.0  # up is left out
    fences = "{ x0 = 1.0, y0 = 0.401, x1 = 3.0, y1 = 2.0 }, { x0 = 1.0, y0 = 0.0, x1 = 3.0, y1 = 0.099 }"
    both = BESIDE.replace(
        "rules = 3", f"rules = 3\nno_build = [{fences}, {{ x0 = 1.0, y0 = 0.2, x1 = 1.589, y1 = 0.3 }}]"
    )
    assert margin(level(both), Candidate((Placement("fixed_block", 1.7395, 0.25),)), 240).mm == 0.0
