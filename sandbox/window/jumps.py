"""Jumps through the steps of a document: many taken back, or done again, over as many frames as it takes."""

from __future__ import annotations

from typing import NamedTuple

from sandbox.commands import Redo, Undo
from sandbox.design import Design
from sandbox.window.desk import Desk

MOST_STEPS = 200  # in one frame: a tick holds no more than 256 commands


class _Jump(NamedTuple):
    """A jump that is on its way."""

    steps: int  # that are left; below 0: to be taken back
    design: Design  # where it has come to
    tick: int  # on which it came there


class Jumps:
    """One at a time. What else is done meanwhile ends it, where it has come to."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._jump: _Jump | None = None

    @property
    def under_way(self) -> bool:
        """Whether there are more steps than fitted into one tick. `cancel` leaves it where it is."""
        return self._jump is not None

    def begin(self, steps: int) -> None:
        """Take back so many steps (if negative), or do so many again, from the next `go_on` on."""
        self._jump = _Jump(steps, self.desk.session.design, -1)

    def go_on(self) -> bool:
        """The next steps, once for each frame. Whether any were asked for."""
        jump, session = self._jump, self.desk.session
        if jump is None or jump.tick == session.tick:
            return False
        self._jump = None
        if session.running or self.desk.in_past or session.design is not jump.design:
            return False
        command = Undo() if jump.steps < 0 else Redo()
        most = min(abs(jump.steps), MOST_STEPS)
        if all(self.desk.do(command) for _ in range(most)) and most < abs(jump.steps):
            left = jump.steps + most if jump.steps < 0 else jump.steps - most
            self._jump = _Jump(left, self.desk.session.design, self.desk.session.tick)
        return True

    def cancel(self) -> None:
        self._jump = None


__all__ = ["MOST_STEPS", "Jumps"]
