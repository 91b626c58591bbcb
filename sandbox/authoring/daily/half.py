"""Half of a machine of the day: one of its two rooms, with what an idea builds in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sandbox.authoring.placing import Part
from sandbox.authoring.script_level import ScriptLevel
from sandbox.authoring.script_run import Free
from sandbox.design.conditions import Condition
from sandbox.trials.search.numbers import Numbers

WIDTH, HEIGHT = 2.5, 2.4  # m, of a room
FLOOR = 0.1  # m: the height of the ground
_STEP = 0.05  # m between two numbers that may be drawn
BALLS = ("tennis_ball", "soccer_ball", "bowling_ball", "basketball", "baseball")
LIGHT_BALLS = ("volleyball", "soccer_ball", "basketball")  # which wind blows away

Spot = tuple[float, ...]  # m in the room, x and y: where the part is that the player places


class Half:
    """A room of a level: lengths in it count from its left wall and from the ground below the floor."""

    def __init__(self, level: ScriptLevel, numbers: Numbers, left: float, ground: Part) -> None:
        self.level, self.ground = level, ground
        self._numbers, self._left = numbers, left

    def put(self, kind: str, x: float, y: float, **props: float | bool | str) -> Part:
        """Add a part of the level at a place of the room."""
        return self.level.put(kind, **props).at(self._left + x, y)

    def give(self, kind: str, spot: Spot, hint: str, **props: Any) -> Part:
        """Add a part that the player places."""
        return self.level.give(kind, hint, **props).at(self._left + spot[0], spot[1])

    def stand(self, kind: str, x: float, **props: float | bool | str) -> Part:
        """Put a part of the level on the ground."""
        return self.level.put(kind, **props).on(self.ground, x=self._left + x)

    def drawn(self, low: float, high: float) -> float:
        """Draw a length from `low` to `high` (m), in steps of a hand's breadth."""
        return round(low + _STEP * self._numbers.below(round((high - low) / _STEP) + 1), 3)

    def one_of(self, *names: str) -> str:
        """Draw one of some names."""
        return self._numbers.one_of(names)


class Idea(NamedTuple):
    """An idea of a half: what is to be seen, the part that is missing, and where it may be looked for.

    `text` ends the sentence of the level; `insight` is shown after the win. `build` gets the room, the spot of the
    missing part, and, in the second half, the button that starts it; it returns the button that is hit in the end,
    or the goal with its condition.
    """

    name: str
    part: str
    text: str
    insight: str
    across: Free
    up: Free
    build: Callable[[Half, Spot, Part | None], Part | tuple[str, Condition]]


def spots(low: Spot, high: Spot, across: float = 0.1, up: float = 0.1) -> tuple[Free, Free]:
    """Return the numbers of a sweep over a rectangle of a room, with its steps (m)."""
    return Free(low[0], high[0], across, None, 0), Free(low[1], high[1], up, None, 0)
