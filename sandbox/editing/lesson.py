"""The first lesson: what the level "Hello" teaches by doing, step by step, and how far a player has got in it.

A step is data: what is pointed at, the sentence beside it, and the test that tells when it is done. Nothing in it is a
place in pixels or metres: steps point at widgets by name, and at parts by kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandbox.design.design import Design, PartSpec

LEVEL = "hello"  # the name of its file among the bundled levels
_ABOVE = 0.9  # m: from the button up to where the ball belongs
_BESIDE = 0.12  # m that the ball may be off to either side
_LONG_ENOUGH = 1.2  # s of running until the ball lies on the button


class Widget(NamedTuple):
    """A widget of the window, by the name under which it is drawn."""

    name: str


class OfKind(NamedTuple):
    """A part of the level by its kind, and a point at a height (m) above its origin."""

    kind: str
    up: float = 0.0


LessonTarget = Widget | OfKind


class LessonMoment(NamedTuple):
    """All that a step asks about the session and the window."""

    design: Design
    running: bool = False
    seconds: float = 0.0  # since the machine was started
    in_past: bool = False
    won: bool = False

    def part(self, kind: str) -> PartSpec | None:
        return next((spec for spec in self.design.parts if spec.kind == kind), None)


class LessonStep(NamedTuple):
    """One thing to do. `lasts`: it is done as long as its test holds; else once is enough."""

    name: str
    sentence: str
    targets: tuple[LessonTarget, ...]
    done: Callable[[LessonMoment], bool]
    lasts: bool = False


def _is_placed(now: LessonMoment) -> bool:
    return now.part("bowling_ball") is not None


def _is_above(now: LessonMoment) -> bool:
    ball, button = now.part("bowling_ball"), now.part("button")
    return ball is not None and button is not None and abs(ball.x - button.x) <= _BESIDE and ball.y > button.y


def _is_joined(now: LessonMoment) -> bool:
    return any(link.kind == "wire" for link in now.design.links)


STEPS = (
    LessonStep("place", "Drag the bowling ball out of the stock, and let go of it above the button.",
         (Widget("part.bowling_ball"), OfKind("button", _ABOVE)), _is_placed, lasts=True),
    LessonStep("move", "Drag the ball until it hangs straight above the button.",
         (OfKind("bowling_ball"), OfKind("button", _ABOVE)), _is_above, lasts=True),
    LessonStep("run", "Now run the machine: click here, or press Space.", (Widget("run"),),
         lambda now: now.running and now.seconds > _LONG_ENOUGH),
    LessonStep("rewind", "The button is down, and nothing else moves. Drag time back along this strip, and look again.",
         (Widget("timeline.track"),), lambda now: now.in_past),
    LessonStep("stop", "Stop the machine, and everything stands as you built it.", (Widget("stop"),),
         lambda now: not now.running and not now.in_past),
    LessonStep("join", "The conveyor does not know of the button. Click the wire, then the button, then the conveyor.",
         (Widget("part.wire"), OfKind("button"), OfKind("conveyor")), _is_joined, lasts=True),
    LessonStep("solve", "Run it again: the button starts the conveyor now.", (Widget("run"),), lambda now: now.won),
)  # fmt: skip


class Lesson:
    """One way through the steps. Attributes to read: `at` (the index of the step to do next)."""

    def __init__(self) -> None:
        self.at = 0
        self._once: set[str] = set()  # the names of the steps that were done once, where that is enough

    @property
    def step(self) -> LessonStep | None:
        """The step to do next; None after the last one."""
        return STEPS[self.at] if self.at < len(STEPS) else None

    def look(self, now: LessonMoment) -> None:
        """Find the first step that is not done. Whoever wins early has learned it all."""
        if now.won:
            self.at = len(STEPS)
            return
        for index, step in enumerate(STEPS):
            if not step.lasts and step.name not in self._once and step.done(now):
                self._once.add(step.name)
            if not (step.done(now) if step.lasts else step.name in self._once):
                self.at = index
                return
