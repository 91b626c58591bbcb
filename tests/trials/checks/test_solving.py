"""The solution of a level: how long it takes, and whether each part and link in it is needed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.conditions.around import Held, Latched
from sandbox.design.design import Design, End, Link, PartSpec
from sandbox.parts import check as fit
from sandbox.trials.checks.solving import EARLY_S
from sandbox.trials.variations import without_part
from tests.trials.checks.small_level import DROP, LEVEL, answer_of, finding_of


@pytest.mark.parametrize(
    ("span", "grade", "says"),
    [((0.1, 1.0), "good", "0.25 s, of 0.1 to 1 s"), ((3.0, 40.0), "doubt", "too short"), ((0.0, 0.2), "doubt", "long")],
)
def test_the_time_of_a_solution_is_judged(span: tuple[float, float], grade: str, says: str) -> None:
    found = finding_of(answer_of(margins=False, seconds=span), "time")
    assert found.grade == grade and says in found.text
    assert found.figures == {"seconds": 0.25, "least": span[0], "most": span[1]}


def lasting(seconds: float) -> Design:
    """The small level, where it takes so long after the ball has got there."""
    goal = LEVEL.goals[0]
    return fit(replace(LEVEL, goals=(replace(goal, when=Held(seconds, Latched(goal.when))),)))


@pytest.mark.parametrize(("lasts", "grade"), [(5.7, "doubt"), (5.8, "good")])
def test_a_machine_has_to_run_for_six_seconds_unless_its_chapter_is_the_first(lasts: float, grade: str) -> None:
    found = finding_of(answer_of(lasting(lasts), margins=False), "time")
    assert found.grade == grade and found.figures["seconds"] == pytest.approx(lasts + 0.25, abs=0.02)
    assert finding_of(answer_of(lasting(lasts), margins=False, seconds=EARLY_S), "time").grade == "good"


def test_a_part_that_is_not_needed_is_a_fault() -> None:
    answer = answer_of(commands=((0, c.Place("crate", 3.0, 1.2)), *DROP), margins=False)
    found = finding_of(answer, "needed")
    assert (found.grade, found.text) == ("bad", "the solution wins without Crate 3") and not answer.sound
    assert found.figures == {"used": 2, "parts": [3], "links": []}
    found = finding_of(answer_of(margins=False), "needed")
    assert found.grade == "good" and found.figures["parts"] == []


def test_a_link_that_is_not_needed_is_a_fault() -> None:
    hooks = (PartSpec(3, "anchor", 1.0, 2.0, fixed=True), PartSpec(4, "anchor", 2.0, 2.0, fixed=True))
    level = fit(replace(LEVEL, parts=(*LEVEL.parts, *hooks), stock={"tennis_ball": 1, "rope": 1}, next_id=5))
    answer = answer_of(level, ((0, c.Connect("rope", 3, "hook", 4, "hook")), *DROP), margins=False)
    found = finding_of(answer, "needed")
    assert found.text == "the solution wins without Rope 5" and found.figures["links"] == [5]


def test_without_a_pulley_its_rope_runs_straight_on_and_without_an_end_it_is_gone() -> None:
    specs = (PartSpec(1, "weight", 1.0, 1.0), PartSpec(2, "pulley", 1.5, 2.0), PartSpec(3, "weight", 2.0, 1.0))
    rope = Link(4, "rope", End(1, "ring"), End(3, "ring"), via=(2,))
    design = fit(Design(parts=specs, links=(rope,), next_id=5))
    assert [link.via for link in without_part(design, 2).links] == [()]
    assert without_part(design, 1).links == () and len(without_part(design, 1).parts) == 2
