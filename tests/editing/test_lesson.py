"""The steps of the first lesson: each is done by its deed, whatever else a player does before or after."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandbox.commands.commands import Connect, Move, edit
from sandbox.design.design import Design, PartSpec
from sandbox.editing.lesson import LEVEL, STEPS, Lesson, LessonMoment, OfKind
from sandbox.levels import levels, library

BALL = 20  # its id


@pytest.fixture(scope="module")
def level() -> Design:
    return levels.as_player(levels.read(library.bundled_dir() / f"{LEVEL}.toml"))


def with_ball(level: Design, off: float) -> Design:
    """The level with the ball so far beside the button's middle."""
    button = next(spec for spec in level.parts if spec.kind == "button")
    ball = PartSpec(BALL, "bowling_ball", button.x + off, button.y + 0.9)
    return replace(level, parts=(*level.parts, ball), next_id=BALL + 1)


def joined(design: Design) -> Design:
    button, conveyor = (next(s.id for s in design.parts if s.kind == kind) for kind in ("button", "conveyor"))
    return edit(design, Connect("wire", button, "signal", conveyor, "signal"))


def names(lesson: Lesson, *moments: LessonMoment) -> list[str]:
    """The step to do next after each moment."""
    seen = []
    for moment in moments:
        lesson.look(moment)
        seen.append(lesson.step.name if lesson.step is not None else "over")
    return seen


def test_each_step_follows_the_deed_of_the_one_before(level: Design) -> None:
    ball = with_ball(level, 0.0)
    assert names(
        Lesson(),
        LessonMoment(level),
        LessonMoment(with_ball(level, 0.5)),
        LessonMoment(ball),
        LessonMoment(ball, True, 0.5),
        LessonMoment(ball, True, 1.5),
        LessonMoment(ball, True, 1.5, True),
        LessonMoment(ball, True, 1.5),
        LessonMoment(ball),
        LessonMoment(joined(ball)),
        LessonMoment(joined(ball), True, 4.0),
        LessonMoment(joined(ball), True, 5.0, won=True),
    ) == ["place", "move", "run", "run", "rewind", "stop", "stop", "join", "solve", "solve", "over"]


def test_what_is_undone_is_asked_for_again_and_what_was_seen_once_is_not(level: Design) -> None:
    lesson, ball = Lesson(), with_ball(level, 0.0)
    names(lesson, LessonMoment(ball), LessonMoment(ball, True, 2.0), LessonMoment(ball, True, 2.0, True))
    assert names(lesson, LessonMoment(level)) == ["place"]
    assert names(lesson, LessonMoment(edit(ball, Move(BALL, 1.2, 1.5)))) == ["move"]
    assert names(lesson, LessonMoment(ball)) == ["join"]


def test_who_wins_early_is_through(level: Design) -> None:
    assert names(Lesson(), LessonMoment(joined(with_ball(level, 0.0)), True, 5.0, won=True)) == ["over"]


def test_steps_point_at_parts_that_the_level_has_or_gives(level: Design) -> None:
    kinds = {spec.kind for spec in level.parts} | set(level.stock_items)
    pointed_at = {target.kind for step in STEPS for target in step.targets if isinstance(target, OfKind)}
    assert pointed_at <= kinds
    assert all(step.targets and step.sentence.endswith(".") and len(step.sentence) < 110 for step in STEPS)
