"""The wishes of guests: the commands that they ask for, each checked before the host carries it out for everybody."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandbox.commands import commands
from sandbox.commands.commands import Join, Start, Stop
from sandbox.errors import BadFile, Refused
from sandbox.recording.plain_text import one_line
from sandbox.together.messages import Declined, TextLine, Wish
from sandbox.together.ordering import TurnOrder
from sandbox.together.seats import Company, GuestRights, Seat
from sandbox.together.shape import check_shape

_MOST_WAITING = 256  # wishes of a guest


class Wishes:
    """The wishes that wait, and the rules by which they are carried out: `rights` are those of all guests now."""

    def __init__(self, order: TurnOrder, company: Company, rights: GuestRights) -> None:
        self._order, self._company, self.rights = order, company, rights

    def hold(self, seat: Seat, wishes: Iterable[Wish]) -> None:
        """Put wishes into the queue of a guest; who comes back may send some of them a second time."""
        for wish in wishes:
            last = seat.wishes[-1].number if seat.wishes else seat.heard
            if wish.number <= last:
                continue
            if len(seat.wishes) >= _MOST_WAITING:
                self._decline(seat, wish, f"more than {_MOST_WAITING} commands are waiting; let time pass first")
                return  # and with it all that follow
            seat.wishes.append(wish)

    def take(self) -> bool:
        """Carry out the wishes that wait; tell whether there were any."""
        some = False
        for seat in self._company.seats:
            while seat.wishes and seat.counts:
                wish = seat.wishes.popleft()
                seat.heard = wish.number
                some = True
                try:
                    why = self._fulfil(seat, wish)
                except (Refused, BadFile) as error:
                    why = str(error)
                if why:
                    self._decline(seat, wish, why)
        return some

    def _fulfil(self, seat: Seat, wish: Wish) -> str:
        """Carry out a wish; return why not, if so."""
        joint = self._order.joint
        why = seat.purse.why_no_command(joint.turn)
        if why:
            return why
        check_shape(wish.packed, 64, 65_536)
        command = replace(commands.unpack(wish.packed), player=seat.player)
        if seat.edits_only and command.live:
            return "you are here to edit only: your machine computes other bits than the host's"
        if isinstance(command, Start | Stop) and (seat.edits_only or not self.rights.start):
            self._company.ask(seat, command.verb)
            return f"only the host can {command.verb} the machine; you have asked for it"
        of_author = any(single.for_authors for single in command.singles)
        if isinstance(command, Join) or (of_author and not self.rights.author):
            return "only the host edits the level as its author"
        before = joint.session.design
        if command.makes:
            self._order.tell_costs()
        why = seat.purse.why_no_more(before, command)
        if why:
            return why
        if not self._order.give(command, wish.number):
            return "it would change nothing"
        warning = seat.purse.note(command, before, joint.session.design)
        if warning:
            self._company.send(seat, TextLine(warning))
        return ""

    def _decline(self, seat: Seat, wish: Wish, why: str) -> None:
        seat.heard = max(seat.heard, wish.number)
        self._company.send(seat, Declined(wish.number, wish.number, one_line(why, 400)[:400]))
