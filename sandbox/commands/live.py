"""Commands for the running machine: press a part; grab one with the hand, drag it and let it go."""

from __future__ import annotations

from sandbox.commands.command import Command, Coordinate, Live, Named, SessionState
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.machine.machine import Machine


class Press(Live, frozen=True, tag="press"):
    """Press a pressable part of the running machine."""

    part: Named
    id_fields = ("part",)
    mark = "press"
    permission = "press"

    def refuse(self, machine: Machine, design: Design) -> None:
        run = machine.parts.get(self.part)
        if run is None:
            raise Refused(f"part {self.part} is not there")
        if not run.kind.pressable:
            raise Refused(f"part {self.part} ({run.kind.title}) can't be pressed")
        if machine.is_gone(self.part):
            raise Refused(f"part {self.part} ({run.kind.title}) is gone")

    def apply(self, machine: Machine) -> None:
        machine.press(self.part)


class Grab(Live, frozen=True, tag="grab"):
    """The player's hand takes hold of a part of the running machine at a world point."""

    part: Named
    x: Coordinate
    y: Coordinate
    id_fields = ("part",)
    mark = "hand"
    of_hand = True
    permission = "grab"

    def refuse(self, machine: Machine, design: Design) -> None:
        if machine.held_by(self.player) is not None:
            raise Refused("the hand already holds something; release it first")
        if self.part not in machine.parts:
            raise Refused(f"part {self.part} is not there")
        if not machine.grabbable(self.part):
            why = "is gone" if machine.is_gone(self.part) else "is fixed in place"
            raise Refused(f"part {self.part} ({machine.parts[self.part].kind.title}) {why}")

    def apply(self, machine: Machine) -> None:
        machine.grab(self.part, self.x, self.y, self.player)


class Drag(Live, frozen=True, tag="drag"):
    """The player's hand moves to a world point."""

    x: Coordinate
    y: Coordinate
    of_hand = True
    is_touch = False

    def refuse(self, machine: Machine, design: Design) -> None:
        _refuse_empty_hand(machine, self.player)

    def is_idle(self, session: SessionState, after: Design) -> bool:
        return session.machine is not None and session.machine.hand_of(self.player) == (self.x, self.y)

    def apply(self, machine: Machine) -> None:
        machine.drag(self.x, self.y, self.player)


class Release(Live, frozen=True, tag="release"):
    """The player's hand lets go."""

    mark = "hand"
    of_hand = True
    is_touch = False

    def refuse(self, machine: Machine, design: Design) -> None:
        _refuse_empty_hand(machine, self.player)

    def apply(self, machine: Machine) -> None:
        machine.release(self.player)


def _refuse_empty_hand(machine: Machine, player: int) -> None:
    if machine.held_by(player) is None:
        raise Refused("the hand holds nothing")


COMMANDS: tuple[type[Command], ...] = (Press, Grab, Drag, Release)
