"""The hand on the running machine, which presses buttons, and grabs, pulls and drops loose parts."""

from __future__ import annotations

import math

from sandbox.commands.commands import Drag, Grab, Press, Release
from sandbox.design.geometry import Point
from sandbox.editing.document import EditorHost, Notice, Tell, sentence, why_closed


class Hand:
    """The pointer's hold on one machine after the other."""

    def __init__(self, host: EditorHost, tell: Tell) -> None:
        self.host = host
        self.tell = tell
        self.holding = False  # the mouse button holds a part
        self._refused: tuple[Point, str] | None = None  # the press that took no hold, and why

    @property
    def part(self) -> int | None:
        """The part in the hand, as the machine has it."""
        machine = self.host.document.session.machine
        return machine.held_by(self.host.gate.player) if machine is not None else None

    def touch(self, part: int | None, at: Point) -> None:
        """Press a part that is a button, or grab one that is loose. If it can't be grabbed, the press may
        be a click that selects: only a drag is told what to do instead."""
        self._refused = None
        if self.part is not None:
            self.host.gate.do(Release())  # a hand left over from a session that was cut off
        machine = self.host.document.session.machine
        if part is None or machine is None:
            return
        if machine.parts[part].kind.pressable:
            self.host.gate.do(Press(part))
            return
        grab = Grab(part, at[0], at[1], player=self.host.gate.player)
        why = self.host.document.session.why_not(grab)
        if why:
            self._refused = (at, f"{sentence(why)} Stop to edit.")
        else:
            self.holding = self.host.gate.do(grab)

    def may_grab(self, part: int) -> bool:
        """Tell whether a part of the running machine could be grabbed now."""
        return self._may(Grab(part, 0.0, 0.0, player=self.host.gate.player))

    def may_press(self, part: int) -> bool:
        """Tell whether a part of the running machine could be pressed now."""
        return self._may(Press(part))

    def _may(self, command: Grab | Press) -> bool:
        document = self.host.document
        return not document.in_past and not document.watching and document.session.why_not(command) is None

    def follow(self, at: Point, reach: float) -> None:
        """The pointer moves; `reach` is how far a click may move it."""
        if self.holding:
            self.pull(at)
        elif self._refused is not None and math.dist(at, self._refused[0]) > reach:
            (_, why), self._refused = self._refused, None
            self.tell(Notice(why, "refused", "stop"))

    def press(self, part: int) -> None:
        """Press a button or switch of the running machine."""
        if self.host.document.watching and (why := why_closed(self.host.document)) is not None:
            self.tell(why)
        elif not self.host.document.session.running:
            self.tell(Notice("Only a running machine can be pressed. Run it first.", "refused", "run"))
        else:
            self.host.gate.do(Press(part))

    def pull(self, at: Point) -> None:
        """Let the hand go along with the pointer. The part that it held may be gone meanwhile: popped, burnt, fallen
        out."""
        if self.part is None and not self.host.gate.reaching:
            self.holding = False
        else:
            self.host.gate.do(Drag(at[0], at[1]))

    def let_go(self, at: Point | None) -> None:
        """The button comes up at a point, or nobody knows where."""
        if at is not None:
            self.pull(at)
        if self.part is not None or self.host.gate.reaching:
            self.host.gate.do(Release())
        self.holding = False

    def forget_refusal(self) -> None:
        """The button comes up before a refused press became a drag: it was a click."""
        self._refused = None

    def machine_changed(self) -> None:
        """Take note that the machine has been started or stopped: nothing in it is held."""
        self.holding, self._refused = False, None
