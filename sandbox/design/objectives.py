"""The objectives of a level: its goals, and the par that its author wrote for parts, for time or as a challenge."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sandbox.design.conditions import AnyCondition
from sandbox.design.conditions.condition import conditions
from sandbox.design.values import MAX_NUMBER, Document

LONG_S = 1.0  # nobody takes what must last for less than this as lasting
MAX_PAR_PARTS = 20_000  # as many as a level can hold
Seconds = Annotated[float, Meta(ge=0.0, le=MAX_NUMBER)]


class Goal(Document, frozen=True):
    """A condition with the sentence that the player reads."""

    canonical_name = "Goal"
    text: str
    when: AnyCondition

    @property
    def must_last(self) -> float:
        """The seconds for which it must stay so without a gap, if its text does not say so; 0 if a moment is enough, or
        what feels like one."""
        seconds = max(condition.lasts for condition in conditions(self.when))
        return seconds if seconds >= LONG_S and "second" not in self.text else 0.0

    @property
    def brief(self) -> str:
        """Its text for a list that has a line for each goal: "The lamp shines (for 2 s)"."""
        return f"{self.text} (for {self.must_last:g} s)" if self.must_last else self.text


class Par(Document, frozen=True):
    """The result that a good run of a level reaches, in the opinion of its author. Zero or None: not asked for.

    A challenge is a condition that holds on the tick of the win, as "without the bowling ball". It does not decide
    whether the level is solved, and a session does not evaluate it.
    """

    canonical_name = "Par"
    later = ("parts", "seconds", "challenge")

    parts: Annotated[int, Meta(ge=0, le=MAX_PAR_PARTS)] = 0  # and links that the player places
    seconds: Seconds = 0.0  # from the start to the win
    challenge: Goal | None = None

    @property
    def stars(self) -> int:
        """The number of stars that can be earned, with the one for solving the level."""
        return 1 + bool(self.parts) + bool(self.seconds or self.challenge is not None)

    def __bool__(self) -> bool:
        """Tell whether the objectives ask for anything."""
        return bool(self.parts or self.seconds or self.challenge is not None)
