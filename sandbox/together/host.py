"""The host of a session: it orders all commands, and only its turns count."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from sandbox.commands.commands import AnyCommand, Join, Release
from sandbox.errors import BadFile, Refused
from sandbox.recording.plain_text import one_line
from sandbox.together import program
from sandbox.together.admission import Admission
from sandbox.together.back_for_all import BackForAll
from sandbox.together.differences.desync import Desync
from sandbox.together.host_wire import HostWire
from sandbox.together.joint_session import MAX_TICKS, JointSession
from sandbox.together.messages import (
    Budgets,
    Findings,
    Goodbye,
    HostRequest,
    Pointer,
    TextLine,
    Turn,
    TurnReport,
    Welcome,
)
from sandbox.together.ordering import TurnOrder
from sandbox.together.pacing import MOST_AT_ONCE, TickClock
from sandbox.together.rules.deal import Deal
from sandbox.together.rules.wishes import Wishes
from sandbox.together.seats import CATCHING_UP, EDIT_AND_PLAY, SENT_AWAY, AskedFor, Company, GuestRights, Seat
from sandbox.together.wire import Arrived, Happening

_AHEAD = 120  # turns that a guest may be behind before everybody waits for him
# Turns that somebody new may be behind when the others begin to wait for him: half a second that turns wait where the
# network is bad (`pacing`), the way there and back, and a second for a computer that is busy.
_CAUGHT_UP = 100
_PATIENCE = 5.0  # seconds that everybody waits for somebody who is too slow
BUDGETS = Budgets()


class JointHost:
    """A session with guests. Whoever owns it calls `advance` again and again; nothing in it ever waits.

    After `advance` has returned, `news` holds lines for people, and `over` says whether and why the session has ended.
    """

    def __init__(
        self, joint: JointSession, door: HostWire, name: str = "host", *, most: int = 4,
        rights: GuestRights = EDIT_AND_PLAY, budgets: Budgets = BUDGETS, deals: bool = False,
        clock: Callable[[], float] | None = None,
    ) -> None:  # fmt: skip
        """`deals`: the stock is dealt out, and everybody places from his share only. `clock`: seconds of this thread's
        processor time, by which the time that guests' parts take is measured."""
        self.joint, self.door, self.budgets = joint, door, budgets
        own_players = max(joint.session.players, default=0)  # who played here before the first guest came
        self._company = Company(door, name, program.here(), own_players, most)
        self.over = ""
        self.parted = False  # the session is over because machines differ
        self._clock = TickClock(joint.session.tick_rate)
        self._order = TurnOrder(joint, self._company, deals, clock)
        self._wishes = Wishes(self._order, self._company, rights)
        self._desync = Desync(joint, self._company, self.remove)
        self._back = BackForAll(self._order, self._company, self._join, self.remove)
        self.admission = Admission(
            self._company, budgets, self._welcome, self._let_go, lambda: self.joint.session.players,
            lambda: self.rights.editors,
        )  # fmt: skip

    # -- the company

    @property
    def name(self) -> str:
        """The name of the host's own player."""
        return self._company.name

    @property
    def paused(self) -> bool:
        """True while the host lets no time pass."""
        return self._company.paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        self._company.paused = paused
        self._company.show()

    @property
    def rights(self) -> GuestRights:
        """What guests may do besides editing and playing."""
        return self._wishes.rights

    @rights.setter
    def rights(self, rights: GuestRights) -> None:
        self._wishes.rights = rights

    @property
    def speed(self) -> float:
        """The speed that is shown to all: how many times as fast as in the world the host lets time pass."""
        return self._company.speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._company.speed = speed
        self._company.show()

    @property
    def news(self) -> deque[str]:
        """Lines for people; who reads them takes them out."""
        return self._company.news

    @property
    def requests(self) -> deque[AskedFor]:
        """What guests would like the host to do; who reads that takes it out."""
        return self._company.requests

    @property
    def pointers(self) -> dict[int, Pointer]:
        """Where the guests point, by their players."""
        return self._company.pointers

    @property
    def present(self) -> tuple[int, ...]:
        """The players who are connected now, the host among them."""
        return self._company.present

    @property
    def guests(self) -> list[Seat]:
        """The guests who are there or may come back."""
        return self._company.kept

    @property
    def deal(self) -> Deal | None:
        """The deal of the stock; None if everybody has the whole of it."""
        return self._order.deal

    def delay(self, seat: Seat) -> float:
        """Return how many seconds a message takes to a guest and back; 0 if that is not known."""
        return self._company.door.delay(seat.peer) if seat.peer is not None else 0.0

    @property
    def _stands(self) -> bool:
        """True while nothing is carried out: at a difference, on the way back, and once it is over."""
        return bool(self.over) or self._desync.halted or self._back.busy

    # -- for the host's own player

    def do(self, command: AnyCommand) -> bool:
        """Carry out a command of the host's own now; False: it would change nothing.

        Raises:
            Refused: it can't be carried out.
        """
        if self._stands:
            raise Refused("the session is halted")
        self._order.begin_shared()
        return self._order.give(replace(command, player=0))

    def say(self, text: str) -> None:
        """Send a line of text to everybody."""
        self._company.note(f"{self.name}: {one_line(text, 200)}")

    def announce(self, text: str) -> None:
        """Tell everybody what has happened here."""
        self._company.note(text)

    def point(self, pointer: Pointer) -> None:
        """Show everybody where the host points."""
        self._company.tell(replace(pointer, player=0))

    def step(self, ticks: int) -> None:
        """Let some ticks pass at once, while the session is paused."""
        if not self._stands and ticks > 0:
            self._wishes.take()
            self._order.send(min(ticks, MAX_TICKS))

    def go_back(self, tick: int, commands: int | None = None) -> None:
        """Go back to an earlier moment of this session, with everybody; it goes on there, paused.

        Args:
            commands: how many of the session's commands are before the moment; by default all before the tick.

        Raises:
            Refused: there is no such moment, or everybody waits for something else.
        """
        if self._stands:
            raise Refused("the session is halted")
        self._back.begin(tick, commands)

    @property
    def going_back(self) -> float | None:
        """The share of the way back that this machine has gone; None if it does not go back."""
        return self._back.share

    def _go_on_back(self, now: float) -> None:
        try:
            if self._back.go_on(now):
                messages, self._back.came = self._back.came, []
                self.hear(messages, now)
        except BadFile as error:
            self._end(f"can't go back: {error}")

    def use_speed(self, speed: float) -> None:
        """Let time pass that much faster than in the world: with more ticks in a turn, or fewer turns."""
        self.joint.use_speed(speed)
        self._clock.use_rate(self.joint.session.tick_rate * speed)

    def remove(self, seat: Seat, why: str) -> None:
        """Ask a guest to leave; his seat is not kept."""
        self.admission.remove(seat, why, self.joint.turn)

    def send_away(self, seat: Seat) -> None:
        """Ask a guest to leave for good; the door has a new line then, for those who join later."""
        self.admission.send_away(seat, SENT_AWAY, self.joint.turn)

    def close(self, why: str = "the host has ended the session") -> None:
        """End the session for everybody, with the turn that has begun; the recording is complete then."""
        if not self.over:
            if self._back.busy:
                self._back.finish()
            elif self.joint.has_given:
                self._order.send(0)
            self._end(why)

    def _end(self, why: str) -> None:
        self.over = why
        self._company.tell(Goodbye(why, self.joint.turn))
        try:
            self.joint.close(why)
        finally:  # a full disk is told to the host; the guests hear of the end all the same
            self.door.close()

    # -- time

    def advance(self, now: float, until: int | None = None) -> None:
        """Hear the guests, and make the turns that are due, but go no further than to the tick `until`."""
        self._order.now = now
        self.hear(self.door.poll(), now)
        if self._back.busy and not self.over and not self._desync.halted:
            self._go_on_back(now)
        if self._stands:
            self._clock.hold()
            return
        if self.paused:
            self._clock.hold()
            if self._wishes.take() or self.joint.has_given:
                self._order.send(0)
            return
        for _ in range(MOST_AT_ONCE):
            if self._is_waiting(now):
                self._clock.hold()
                return
            left = self.joint.ticks_a_turn if until is None else until - self.joint.session.tick
            ticks = min(left, self.joint.ticks_a_turn)
            if ticks <= 0 or self._clock.due(now) < ticks:
                return
            self._order.now = self._clock.when(ticks)
            self._wishes.take()
            self._order.send(ticks)
            self._clock.take(ticks)

    def wait(self, now: float) -> float:
        """Return the seconds until the next turn is due."""
        return self._clock.wait(now, self.joint.ticks_a_turn) or 0.01

    def _is_waiting(self, now: float) -> bool:
        """Tell whether somebody is so slow that everybody waits; who is so for too long is asked to leave."""
        waiting = False
        for seat in self.guests:
            if not seat.counts or self.joint.turn - seat.agreed <= _AHEAD:
                seat.slow_since = None
                continue
            if seat.slow_since is None:
                seat.slow_since = now
                self._company.note(f"{seat.name} is behind: everybody waits")
            if now - seat.slow_since > _PATIENCE:
                self.remove(seat, f"your machine was behind for more than {_PATIENCE:g} s, and everybody had to wait")
            else:
                waiting = True
        return waiting

    # -- what comes in

    def hear(self, happened: Iterable[Happening], now: float) -> None:
        """Take in what has come from the network."""
        heard = self._back.held_up(happened)
        for seat, message in self.admission.messages(heard, lambda: bool(self.over), now):
            self._take(seat, message, now)
        for seat, why in self.admission.look_after(now):
            self.remove(seat, why)
        tick = self._desync.conclude(now)
        if tick is not None:
            self.parted = True
            self._end(f"machines differ from tick {tick} on")

    def _take(self, seat: Seat, message: object, now: float) -> None:
        match message:
            case TurnReport():
                self._compare(seat, message, now)
                self._wishes.hold(seat, message.wishes)
            case Findings():
                seat.findings = message
            case Pointer():
                self._company.take_pointer(seat, replace(message, player=seat.player))
            case HostRequest():
                self._company.ask(seat, message.what)
            case TextLine():
                self._company.take_line(seat, message.text)
            case Goodbye():
                self.door.drop(seat.peer or 0, "left")
                self.admission.leave(seat, f"has left ({one_line(message.why, 300)})")
            case _:
                self.remove(seat, "your program has sent what no guest sends at this time")

    def _compare(self, seat: Seat, report: TurnReport, now: float) -> None:
        """Compare the digests of a guest with the host's own."""
        for number, digest in enumerate(report.digests, report.first_turn):
            if number < seat.agreed:
                continue
            if number > seat.agreed or number >= self.joint.turn:
                self.remove(seat, "your program has answered turns that it has not got")
                return
            if self._order.digest(number, seat.edits_only) not in (None, digest):
                self._desync.begin(seat, number, now)
            seat.agreed = number + 1
        near = seat.agreed >= max(seat.ready_from, self.joint.turn - _CAUGHT_UP)
        if near and not seat.ready and seat.peer is not None:
            seat.ready = True
            delay = self.door.delay(seat.peer)
            away = f", {1000 * delay:.0f} ms away and back" if delay else ""
            self._company.note(f"{seat.name} is there{away}")

    # -- who comes and goes

    def _welcome(self, seat: Seat, arrived: Arrived, had_it: bool, now: float) -> None:
        """Send somebody who has got a seat what he needs: the turns that he has missed, or the whole past."""
        turns = self._order.missed(arrived.knock.next_turn) if had_it else None
        seat.peer, seat.since, seat.gone, seat.slow_since = None, now, False, None
        seat.ready = False  # nobody waits for him while he catches up
        if turns is not None:
            self._send_missed(seat, arrived, turns)
        else:
            self._send_past(seat, arrived)

    def _send_missed(self, seat: Seat, arrived: Arrived, turns: list[Turn]) -> None:
        basics = (arrived.proof, seat.player, seat.ticket, self.budgets)
        welcome = Welcome(*basics, True, arrived.knock.next_turn, seat.heard, seat.agreed, kind=seat.kind)
        self.door.send(arrived.peer, welcome, *turns)
        seat.peer = arrived.peer
        self._company.note(f"{seat.name} is back")
        self._order.deal_out()

    def _send_past(self, seat: Seat, arrived: Arrived) -> None:
        joint = self.joint
        self._order.begin_shared()
        self._join(seat)
        if joint.has_given:  # the past holds whole turns
            self._order.send(0)
        seat.agreed = joint.turn
        seat.may_catch_up = CATCHING_UP + (joint.session.tick - joint.session.start_tick) / joint.session.tick_rate / 5
        seat.wishes.clear()
        try:
            past, state = joint.past(), joint.session.end_hash()
        except BadFile as error:  # it is too large, or has been deleted: the session goes on for all others
            self.admission.turn_away(arrived, f"the host's recording can't be sent: {error}")
            self.admission.leave(seat, "was not let in")
            return
        basics = (arrived.proof, seat.player, seat.ticket, self.budgets)
        sizes = (len(past.recording), past.commands, joint.session.tick)
        welcome = Welcome(*basics, False, joint.turn, seat.heard, seat.agreed, *sizes, state, seat.kind)
        self.door.send(arrived.peer, welcome)
        self.door.send_each(arrived.peer, past.letters())
        seat.peer = arrived.peer
        self._company.note(f"{seat.name} joins{', to edit only' if seat.edits_only else ''}")
        self._order.deal_out()

    def _join(self, seat: Seat) -> None:
        if self.joint.session.players.get(seat.player) != seat.name:
            self.joint.give(Join(seat.name, player=seat.player))

    def _let_go(self, seat: Seat) -> None:
        """Let the hand of somebody who is not there let go; who is gone for good leaves his pieces to the others."""
        machine = self.joint.session.machine
        seat.wishes.clear()
        holds = machine is not None and machine.held_by(seat.player) is not None
        if holds and not self._stands:
            self.joint.give(Release(player=seat.player))
        if seat.gone:
            self._order.deal_out()
