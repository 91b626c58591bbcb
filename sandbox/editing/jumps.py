"""Jumps through the undo history: many steps undone or redone, over as many frames as it takes."""

from __future__ import annotations

from typing import NamedTuple

from sandbox.commands.commands import Redo, Undo
from sandbox.design.design import Design
from sandbox.editing.document import EditorHost

MOST_STEPS = 200  # in one frame: a tick holds no more than 256 commands


class _Jump(NamedTuple):
    """A jump in progress."""

    steps: int  # left; below 0: to be undone
    design: Design  # reached so far
    tick: int  # of the last steps


class Jumps:
    """One jump at a time. Any other command ends it, where it is."""

    def __init__(self, host: EditorHost) -> None:
        self.host = host
        self._jump: _Jump | None = None

    @property
    def under_way(self) -> bool:
        """True if there are more steps than fitted into one tick. `cancel` leaves the document where it is."""
        return self._jump is not None

    def begin(self, steps: int) -> None:
        """Undo this many steps (if negative), or redo as many, from the next `go_on` on."""
        self._jump = _Jump(steps, self.host.document.session.design, -1)

    def go_on(self) -> bool:
        """Do the next steps, once a frame; return whether there were any."""
        jump, session = self._jump, self.host.document.session
        if jump is None or jump.tick == session.tick:
            return False
        self._jump = None
        if session.running or self.host.document.in_past or session.design is not jump.design:
            return False
        command = Undo() if jump.steps < 0 else Redo()
        most = min(abs(jump.steps), MOST_STEPS)
        if all(self.host.gate.do(command) for _ in range(most)) and most < abs(jump.steps):
            left = jump.steps + most if jump.steps < 0 else jump.steps - most
            self._jump = _Jump(left, self.host.document.session.design, self.host.document.session.tick)
        return True

    def cancel(self) -> None:
        self._jump = None
