"""Reactions to a knock that a kind declares instead of writing them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sandbox.parts.kind import Hit, Kind, limit_of

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Knocked(Kind):
    """A part that a knock sets off: an impact harder than `knock_over`, not what lies on the part afterwards.

    The knock counts anywhere, or only on the shapes that `struck_on` or `knocked_at` names. It presses the part, unless
    the kind overrides `knocked`.
    """

    wants_hits: ClassVar[bool] = True
    knock_over: ClassVar[float | str]  # N s, or the name of the property that holds it
    knocked_at: ClassVar[str] = ""  # like `struck_on`, but no arrow marks the place

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        where = self.struck_on or self.knocked_at
        hard = hit.first and hit.impulse > limit_of(self.knock_over, run.p)
        if hard and (not where or run.plan.shapes[hit.shape].name == where):
            self.knocked(run, hit, machine)

    def knocked(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        """Run when a knock has set the part off."""
        self.press(run, machine)
