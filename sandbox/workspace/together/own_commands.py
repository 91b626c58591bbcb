"""The commands of this user in a shared session: carried out now by a host, asked for by a guest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandbox.commands.commands import AnyCommand, Drag, Grab, Release
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.together.design_ahead import STAND_IN, DesignAhead, by_number, id_of

if TYPE_CHECKING:
    from sandbox.together.guest import JointGuest
    from sandbox.together.host import JointHost


class OwnCommands:
    """Gives commands to a host or guest, the last drag of several once a turn, and numbers what a guest makes."""

    def __init__(self, document: OpenDocument) -> None:
        self._document = document
        self._drag: Drag | None = None  # the last one since the last turn
        self._numbered = 0  # the number of the last thing that this guest has asked for
        self._grabs_until = 0  # the wish with which this guest's hand takes hold, while it has no answer
        self._ahead = DesignAhead()

    def begin(self, session: Session, player: int) -> None:
        """Begin to count for a session that is shared from now on."""
        self._drag, self._numbered, self._grabs_until = None, session.names.last(player), 0
        self._ahead.clear()

    # -- giving them

    def give_as_host(self, host: JointHost, command: AnyCommand) -> bool:
        """Carry out a command on this very tick.

        Raises:
            Refused: it can't be carried out.
        """
        if isinstance(command, Drag):
            self._drag = command
            return True
        self.give_drag(host, None)
        return host.do(command)

    def give_as_guest(self, guest: JointGuest, command: AnyCommand) -> bool:
        """Ask the host for a command.

        Raises:
            Refused: it can't be carried out, as far as is known here.
        """
        session = self._document.session
        machine = session.machine
        holds = machine is not None and machine.held_by(guest.player) is not None
        if isinstance(command, Drag | Release) and (holds or self._grabs_until):
            if isinstance(command, Drag):
                self._drag = command
                return True
            self.give_drag(None, guest)
            guest.do(command)
            return True
        command = replace(by_number(command), player=guest.player)
        if command.makes and not command.number:
            command = replace(command, number=self._next_number(session, guest.player))
        self._refuse(command, session, guest.player)
        wish = guest.do(command)
        self._ahead.ask(wish, command)
        self._numbered = max(self._numbered, command.number + command.makes - 1)
        if isinstance(command, Grab):
            self._grabs_until = wish
        return True

    def _next_number(self, session: Session, player: int) -> int:
        return max(self._numbered, session.names.last(player)) + 1

    def _refuse(self, command: AnyCommand, session: Session, player: int) -> None:
        """Raise `Refused` if a command can't be carried out even after all that this guest has asked for."""
        why: str | None = ""
        if command.changes_design and hasattr(command, "edited"):
            why = self._ahead.why_not(command, session, player, self._next_number(session, player))
        if not why and not command.has_names:
            why = session.why_not(command)
        if why:
            raise Refused(why)

    def give_drag(self, host: JointHost | None, guest: JointGuest | None) -> None:
        """Give the last drag, unless what was held has been let go."""
        drag, self._drag = self._drag, None
        machine = self._document.session.machine
        if drag is None or machine is None:
            return
        if host is not None and machine.held_by(0) is not None:
            host.do(drag)
        elif guest is not None:
            guest.do(drag)

    # -- what has no answer yet

    def hear(self, guest: JointGuest) -> None:
        """Take note of what the host has answered."""
        waiting = {wish.number for wish in guest.unanswered}
        self._ahead.answered(waiting)
        if self._grabs_until and all(number > self._grabs_until for number in waiting):
            self._grabs_until = 0

    @property
    def reaching(self) -> bool:
        """True while the hand of this user is to take hold, and the host has not ordered it yet."""
        return self._grabs_until > 0

    def design_ahead(self, player: int, kept: tuple[int, ...]) -> Design:
        """Return the design as it will be once the host has answered; see `DesignAhead.design`."""
        session = self._document.session
        if session.running:
            return session.design
        return self._ahead.design(session, player, self._next_number(session, player), kept)

    def id_of(self, player: int, id_: int) -> int:
        """Return the id that a stand-in for one has got by now."""
        return id_of(self._document.session, player, id_) if id_ >= STAND_IN else id_
