"""The empty run of a level: it must not win, and something should move soon."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.design.design import PartSpec
from sandbox.parts import check as fit
from sandbox.trials.checks.empty_run import FIRST_MOTION_S, measure
from tests.trials.checks.small_level import LEVEL, answer_of, finding_of

FALLING = fit(replace(LEVEL, parts=(*LEVEL.parts, PartSpec(3, "crate", 3.0, 1.6, fixed=True)), next_id=4))


def test_the_first_motion_is_named() -> None:
    run = measure(FALLING, lambda _: None)
    assert run.mover == 3 and 5 < run.motion < 20, "1 cm takes 0.045 s"
    found = finding_of(answer_of(FALLING, None), "motion")
    assert found.grade == "good" and found.text.startswith("left alone, Crate 3 moves first, after 0.0")
    assert found.figures["part"] == 3


def test_a_level_in_which_nothing_moves_is_doubted() -> None:
    answer = answer_of(commands=None)
    found = finding_of(answer, "motion")
    assert (found.grade, found.figures) == ("doubt", {"seconds": None, "part": None})
    assert "nothing moves or turns in the first 3 s" in found.text


def test_what_moves_too_late_is_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.trials.checks.empty_run.FIRST_MOTION_S", 0.01)
    assert FIRST_MOTION_S == 3.0 and measure(FALLING, lambda _: None).motion == 0


def test_what_turns_moves() -> None:
    level = fit(replace(LEVEL, parts=(*LEVEL.parts, PartSpec(3, "motor", 3.0, 1.5, fixed=True)), next_id=4))
    assert measure(level, lambda _: None).mover == 3
