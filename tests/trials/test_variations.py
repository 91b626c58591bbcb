"""Variations: a part put elsewhere gives the outcome that the window would give, or is refused as there."""

from msgspec.structs import replace

from sandbox.commands.commands import Move, Start
from sandbox.commands.session import Session
from sandbox.design.design import Design, End, Link, PartSpec
from sandbox.design.no_build import NoBuildArea
from sandbox.design.objectives import Par
from sandbox.trials.candidate import Candidate, Placement, built
from sandbox.trials.judging import patience, run_ticks
from sandbox.trials.variations import PartPose, outcome_at, posed
from tests.trials.search.puzzles import DROP, level

INTO, BESIDE, INSIDE_THE_SHELF = (1.8, 1.5), (3.2, 1.5), (0.8, 1.05)


def machine() -> tuple[Design, int]:
    design = built(level(DROP), Candidate((Placement("bowling_ball", *INTO),)))
    return design, design.parts[-1].id


def test_it_ends_as_a_session_does() -> None:
    design, ball = machine()
    for x, y in (INTO, BESIDE):
        session = Session(design)
        session.do(Move(ball, x, y))
        session.do(Start())
        session.advance(patience(design))
        assert outcome_at(design, (PartPose(ball, x, y, 0.0, False),), patience(design)) == session.outcome
    assert outcome_at(design, (), patience(design)) == "won"
    assert outcome_at(design, (PartPose(ball, *BESIDE, 0.0, False),), patience(design)) == "open"


def test_what_the_window_refuses_is_refused() -> None:
    design, ball = machine()
    assert outcome_at(design, (PartPose(ball, *INSIDE_THE_SHELF, 0.0, False),), 240) == "refused"
    forbidden = replace(design, no_build=(NoBuildArea(1.0, 0.0, 2.5, 2.5),))
    assert outcome_at(forbidden, (PartPose(ball, *INTO, 0.0, False),), 2880) == "refused"
    belongs_to_the_level = design.parts[0].id
    assert outcome_at(design, (PartPose(belongs_to_the_level, 2.0, 0.06, 0.0, False),), 240) == "refused"


def test_a_shifted_pose_keeps_the_rest() -> None:
    design, ball = machine()
    spec = posed(design, (PartPose.shifted(design.part_by_id[ball], 0.01, -0.02),)).part_by_id[ball]
    assert spec == replace(design.part_by_id[ball], x=INTO[0] + 0.01, y=INTO[1] - 0.02)


def test_a_level_with_a_long_par_gets_more_time() -> None:
    design, _ = machine()
    assert patience(design) == run_ticks(design) == 12 * 240
    slow = replace(design, par=Par(1, 20.0))
    assert (patience(slow), run_ticks(slow), run_ticks(slow, 3.0)) == (45 * 240, 25 * 240, 3 * 240)


def test_a_place_beyond_the_reach_of_a_cable_is_refused() -> None:
    specs = (PartSpec(1, "outlet", 1.0, 1.0), PartSpec(2, "fan", 2.0, 1.0))
    design = Design(parts=specs, links=(Link(3, "cable", End(1, "right"), End(2, "plug")),), next_id=4)
    outcomes = [outcome_at(design, (PartPose(2, x, 1.0, 0.0, False),), 10) for x in (3.5, 4.5)]
    assert outcomes == ["open", "refused"]
