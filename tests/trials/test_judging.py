"""Trials: runs that are judged as in a session, and what they show."""

import pytest

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.errors import Refused
from sandbox.trials import judging
from sandbox.trials.candidate import Candidate, Placement, Tie, TieEnd, built, fitting
from tests.trials.search.chain_puzzles import BALL, LAMP, lamp_room
from tests.trials.search.puzzles import DROP, HOIST, INTO, PULLEY, SHORTCUT, level


@pytest.mark.parametrize(
    ("text", "candidate"),
    [(DROP, Candidate((INTO,))), (SHORTCUT, Candidate((Placement("ramp", 0.7, 1.5),))), (PULLEY, HOIST)],
)
def test_a_trial_is_decided_on_the_tick_of_a_session(text: str, candidate: Candidate) -> None:
    design = fitting(level(text), candidate)
    session = Session(design)
    session.do(Start())
    session.advance(1200)
    ran = judging.watch(design, 1200)
    assert ran.outcome == session.outcome
    if session.decided_tick is not None:
        assert ran.ticks == session.decided_tick


def test_the_end_of_a_trial_that_stands_still_is_the_same_later() -> None:
    for x in (0.3, 1.0, 1.7, 2.5, 3.4):
        design = fitting(level(DROP), Candidate((Placement("bowling_ball", x, 1.6),)))
        early, late = judging.watch(design, 2400), judging.watch(design, 2400, early=False)
        assert early.ticks < 2400
        assert (early.outcome, early.moved, early.nearness) == (late.outcome, late.moved, late.nearness)


def test_a_trial_tells_what_moved_and_where() -> None:
    ran = judging.watch(level(SHORTCUT), 1200)
    assert ran.moved == (5,)
    assert {point.part for point in ran.paths} == {5}
    assert max(point.y for point in ran.paths) == pytest.approx(2.3) and min(point.y for point in ran.paths) < 0.3


def test_a_trial_tells_in_which_order_parts_were_set_off_and_which_goals_were_not_met() -> None:
    design = lamp_room("button = 1\nwire = 1")
    assert judging.watch(design, 600).order == (BALL,)
    button = Candidate((Placement("button", 2.0221, 0.8996),))
    ran = judging.watch(fitting(design, button), 600)
    assert ran.order == (BALL, design.next_id) and ran.moved == (BALL,), "a button that is pressed has not moved"
    assert (ran.outcome, ran.unmet) == ("open", (0,))
    wired = Candidate(button.placements, (Tie("wire", TieEnd(-1, "signal"), TieEnd(LAMP, "signal")),))
    ran = judging.watch(fitting(design, wired), 600)
    assert (ran.outcome, ran.unmet) == ("won", ()) and {*ran.order} == {BALL, LAMP, design.next_id}


def test_what_comes_nearer_counts_for_more() -> None:
    design = level(DROP)
    far, near = (
        judging.watch(fitting(design, Candidate((Placement("bowling_ball", x, 1.6),))), 900) for x in (0.2, 1.5)
    )
    assert 0.0 < far.nearness < near.nearness < 1.0


def test_the_rules_of_the_game_hold_for_candidates() -> None:
    design = level(DROP)
    with pytest.raises(Refused, match="left in the stock"):
        built(design, Candidate((INTO, Placement("bowling_ball", 0.5, 1.5))))
    with pytest.raises(Refused, match="overlap"):
        fitting(design, Candidate((Placement("bowling_ball", 1.0, 1.05),)))
    assert fitting(design, Candidate((INTO,))).parts[-1].kind == "bowling_ball"
