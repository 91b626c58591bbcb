"""Commands that go from one state of a session to another: undo, redo, start and stop."""

from __future__ import annotations

from sandbox.commands.command import Command, SessionState, refuse_while_running, running_machine
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.machine import overlaps


class Undo(Command, frozen=True, tag="undo"):
    """Back to the design before the last edit."""

    changes_design = True
    mark = "edit"
    sound = "undone"

    def check(self, session: SessionState) -> Design:
        refuse_while_running(session)
        if not session.history.past:
            raise Refused("there is nothing to undo")
        return session.history.past[-1]

    def carry_out(self, session: SessionState, after: Design) -> None:
        session.history.undo()


class Redo(Command, frozen=True, tag="redo"):
    """On to the design before the last undo."""

    changes_design = True
    mark = "edit"
    sound = "redone"

    def check(self, session: SessionState) -> Design:
        refuse_while_running(session)
        if not session.history.future:
            raise Refused("there is nothing to redo")
        return session.history.future[-1]

    def carry_out(self, session: SessionState, after: Design) -> None:
        session.history.redo()


class Start(Command, frozen=True, tag="start"):
    """Build a machine from the design and let it run."""

    mark = "start"
    sound = "started"

    def check(self, session: SessionState) -> Design:
        if session.machine is not None:
            raise Refused("the machine is already running")
        if not session.may_run_longer:
            raise Refused("this session has run for too long; save the level and open it again")
        for overlap in overlaps.pushes(session.history.present):
            raise Refused(overlaps.push_sentence(session.history.present, overlap))
        return session.history.present

    def carry_out(self, session: SessionState, after: Design) -> None:
        session.start_machine()


class Stop(Command, frozen=True, tag="stop"):
    """Throw the machine away; the design is as it was."""

    mark = "stop"
    sound = "stopped"

    def check(self, session: SessionState) -> Design:
        running_machine(session)
        return session.history.present

    def carry_out(self, session: SessionState, after: Design) -> None:
        session.stop_machine()


COMMANDS: tuple[type[Command], ...] = (Undo, Redo, Start, Stop)
