"""The hand on the running machine: it presses buttons, takes hold of what is loose, pulls it and lets it go."""

from __future__ import annotations

from sandbox.commands.commands import Drag, Grab, Press, Release
from sandbox.design.geometry import Point
from sandbox.editing import picking
from sandbox.editing.document import Desk, Notice, Tell, sentence, why_closed


class Hand:
    """The pointer's grip on one machine after the other."""

    def __init__(self, desk: Desk, tell: Tell) -> None:
        self.desk = desk
        self.tell = tell
        self.holding = False  # the mouse button holds a part
        self.grip: picking.Grip | None = None  # where it last took hold

    @property
    def part(self) -> int | None:
        """The part in the hand, as the machine has it."""
        machine = self.desk.document.session.machine
        return machine.held if machine is not None else None

    def touch(self, part: int | None, at: Point) -> None:
        """A press on a part, or on none: press a button, grab what is loose, or say what to do instead."""
        if self.part is not None:
            self.desk.gate.do(Release())  # a hand left over from a session that was cut off
        machine = self.desk.document.session.machine
        if part is None or machine is None:
            return
        if machine.parts[part].kind.pressable:
            self.desk.gate.do(Press(part))
            return
        grab = Grab(part, at[0], at[1])
        why = self.desk.document.session.why_not(grab)
        if why:
            self.tell(Notice(f"{sentence(why)} Stop to edit.", "refused", "stop"))
        else:
            self.grip = picking.grip_at(machine, part, at)
            self.holding = self.desk.gate.do(grab)

    def press(self, part: int) -> None:
        """Press a button or switch of the running machine."""
        if self.desk.document.watching and (why := why_closed(self.desk.document)) is not None:
            self.tell(why)
        elif not self.desk.document.session.running:
            self.tell(Notice("Only a running machine can be pressed. Run it first.", "refused", "run"))
        else:
            self.desk.gate.do(Press(part))

    def pull(self, at: Point) -> None:
        """It goes along with the pointer. What it held may be gone meanwhile: popped, burnt, fallen out."""
        if self.part is None:
            self.holding = False
        else:
            self.desk.gate.do(Drag(at[0], at[1]))

    def let_go(self, at: Point | None) -> None:
        """The button comes up at a point, or nobody knows where."""
        if at is not None:
            self.pull(at)
        if self.part is not None:
            self.desk.gate.do(Release())
        self.holding = False

    def machine_changed(self) -> None:
        """It has been started or stopped: nothing of it is held."""
        self.holding = False


__all__ = ["Hand"]
