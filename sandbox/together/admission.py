"""The coming and going of guests: who is let in, under which name, and how long the seat of somebody lost is kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from sandbox.recording.plain_text import one_line
from sandbox.together import program
from sandbox.together.messages import Budgets, Goodbye, Knock, Sorry, printable_name
from sandbox.together.seats import MOST_GUESTS, Company, Seat
from sandbox.together.wire import Arrived, Happening, Heard

_OLD_LINE = "this line is an old one, and lets nobody in any more; ask the host for the new one"
_AWAY = 60.0  # seconds that a seat is kept for somebody whose connection is lost


class Admission:
    """The seats of a company, as guests come, are lost, come back and leave.

    Args:
        welcome: lets somebody in who has got a seat; its third argument says whether he had it before.
        let_go: ends what a guest who is not there any more has begun.
        names: all names in the session, by player.
        editors: tells whether somebody is let in to edit only whose machine computes other bits.
    """

    def __init__(
        self, company: Company, budgets: Budgets, welcome: Callable[[Seat, Arrived, bool, float], None],
        let_go: Callable[[Seat], None], names: Callable[[], dict[int, str]],
        editors: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        self._company, self._budgets = company, budgets
        self._welcome, self._let_go, self._names, self._editors = welcome, let_go, names, editors
        self.barred: list[str] = []  # the names of those whom the host has sent away

    def messages(
        self, happened: Iterable[Happening], is_over: Callable[[], bool], now: float
    ) -> Iterator[tuple[Seat, object]]:
        """Take in who comes and who is lost; yield what comes from those who are here, each with his seat."""
        for event in happened:
            if isinstance(event, Arrived):
                self.greet(event, is_over(), now)
                continue
            seat = self._company.seat_at(event.peer)
            if seat is None:
                continue
            if isinstance(event, Heard):
                yield seat, event.message
            else:
                self.lose(seat, event.why, now)

    # -- coming

    def greet(self, arrived: Arrived, is_over: bool, now: float) -> None:
        """Let somebody in who knows the secret, or say why not."""
        company, knock = self._company, arrived.knock
        if arrived.line_is_old and not any(seat.ticket == knock.ticket for seat in company.kept):
            self._say_sorry(arrived, _OLD_LINE)  # which is no news: whoever was sent away may try that for long
            return
        why, seat = program.difference(company.program, knock.program), self._seat_of(knock)
        is_editor = seat is not None and seat.is_kept and seat.edits_only  # and stays one
        editors = is_editor or self._editors()
        edits_only = bool(why) and editors and program.edits_alike(company.program, knock.program)
        if edits_only:
            why = ""
        name = self._barred_name(knock, seat)
        if not why and name:
            why = f"the host has asked {name} to leave this session, and only the host can let {name} in again"
        if not why and is_over:
            why = "the session is over"
        elif not why and (seat is None or not seat.is_kept) and len(company.kept) >= company.most:
            why = f"the session is full: it has {company.most} guests at most"
        if why:
            self.turn_away(arrived, why)
            return
        if seat is None:
            seat = Seat(company.own_players + len(company.seats) + 1, self._budgets)
            company.seats.append(seat)
        elif seat.peer is not None:  # the old connection only seems to be there
            company.door.drop(seat.peer, "came back on another connection")
        seat.edits_only = edits_only
        has_ticket = bool(knock.ticket) and knock.ticket == seat.ticket
        if not has_ticket:
            seat.wanted = printable_name(knock.name)
            seat.name = self._free_name(knock.name, seat)
            seat.ticket = os.urandom(16)
        self._welcome(seat, arrived, has_ticket and seat.is_kept, now)

    def turn_away(self, arrived: Arrived, why: str) -> None:
        """Say to somebody why he is not let in, and to the host's people as well."""
        self._say_sorry(arrived, why)
        self._company.news.append(f"somebody was not let in: {why}")

    def _say_sorry(self, arrived: Arrived, why: str) -> None:
        self._company.door.send(arrived.peer, Sorry(one_line(why, 390)))
        self._company.door.drop(arrived.peer, why)

    def _seat_of(self, knock: Knock) -> Seat | None:
        """Find the seat that somebody has had, or one that nobody needs any more; None: there are new ones.

        Whoever has lost his ticket gets the seat back that was left under his name, with his hand and his steps.
        """
        seats = self._company.seats
        back = [seat for seat in seats if knock.ticket and seat.ticket == knock.ticket]
        left = [seat for seat in seats if not seat.is_kept]
        of_name = [seat for seat in left if seat.name == printable_name(knock.name)]
        rest = left if self._company.own_players + len(seats) >= MOST_GUESTS else []
        return next(iter((*back, *of_name, *rest)), None)

    def _free_name(self, wanted: str, seat: Seat) -> str:
        name = printable_name(wanted)
        others = {player: name for player, name in self._names().items() if player != seat.player}
        of_seats = (other.name for other in self._company.seats if other is not seat)
        taken = {self._company.name, *others.values(), *of_seats}
        names = (name if number == 1 else f"{name} {number}" for number in range(1, MOST_GUESTS + 3))
        return next(free for free in names if free not in taken)

    def _barred_name(self, knock: Knock, seat: Seat | None) -> str:
        """Return the name under which somebody has been sent away; empty for everybody else.

        Whoever has the present line can take another name: it is a word among people, and the line is the lock.
        """
        had = seat if seat is not None and knock.ticket and seat.ticket == knock.ticket else None
        if had is not None and had.is_kept:
            return ""
        names = (printable_name(knock.name), *((had.wanted,) if had is not None else ()))
        return next((name for name in names if name in self.barred), "")

    def send_away(self, seat: Seat, why: str, next_turn: int = 0) -> None:
        """Ask a guest to leave for good: nobody is let in under his name any more, nor by the line that he knows."""
        if seat.wanted not in self.barred:
            self.barred.append(seat.wanted)
        self._company.door.renew_line()
        self.remove(seat, why, next_turn)
        self._company.news.append("there is a new line for whoever joins from now on; the old one lets nobody in")

    def allow(self, name: str) -> None:
        """Let somebody in again."""
        if name in self.barred:
            self.barred.remove(name)
            self._company.note(f"{name} may join again")

    # -- going

    def lose(self, seat: Seat, why: str, now: float) -> None:
        """Keep the seat of somebody whose connection is lost."""
        seat.peer, seat.since = None, now
        if seat.is_kept:
            self._let_go(seat)
            self._company.note(f"{seat.name} is away ({one_line(why, 100)}); the seat is kept for {_AWAY:g} s")

    def leave(self, seat: Seat, why: str) -> None:
        """Give up the seat of somebody who does not come back."""
        seat.peer = None
        if seat.is_kept:
            seat.gone = True
            self._let_go(seat)
            self._company.note(f"{seat.name} {why}")

    def remove(self, seat: Seat, why: str, next_turn: int = 0) -> None:
        """Ask a guest to leave; his seat is not kept."""
        if seat.peer is not None:
            self._company.door.send(seat.peer, Goodbye(why, next_turn))
            self._company.door.drop(seat.peer, why)
        self.leave(seat, f'was asked to leave ("{why}")')

    def look_after(self, now: float) -> Iterable[tuple[Seat, str]]:
        """Give up the seats of those who are away for too long; yield who is to be asked to leave, and why."""
        for seat in self._company.kept:
            if seat.peer is None and now - seat.since > _AWAY:
                self.leave(seat, "did not come back")
            elif seat.peer is not None and not seat.ready and now - seat.since > seat.may_catch_up:
                yield seat, f"your machine has not caught up within {seat.may_catch_up:.0f} s"
