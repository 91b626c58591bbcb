"""The host of a session: it orders all commands, and only its turns count."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from sandbox.commands import commands
from sandbox.commands.commands import AnyCommand, Join, Release, Start, Stop
from sandbox.errors import BadFile, Refused
from sandbox.recording.plain_text import one_line
from sandbox.together import findings, program
from sandbox.together.budget import Purse
from sandbox.together.joint_session import MAX_TICKS, TURNS_A_SECOND, JointSession
from sandbox.together.messages import (
    SLICE,
    Budgets,
    Conclusion,
    Declined,
    Findings,
    Goodbye,
    Halt,
    HostRequest,
    Knock,
    PastSlice,
    Pointer,
    Sorry,
    TextLine,
    Turn,
    TurnReport,
    Welcome,
    WhoIsThere,
    Wish,
    check_shape,
    printable_name,
)
from sandbox.together.pacing import MOST_AT_ONCE, TickClock
from sandbox.together.wire import Arrived, Happening, Heard, HostWire

MOST_GUESTS = 15  # a session has 16 players
_AHEAD = 120  # turns that a guest may be behind before everybody waits for him
_CAUGHT_UP = 30  # turns that somebody new may be behind when the others begin to wait for him
_PATIENCE = 5.0  # seconds that everybody waits for somebody who is too slow
_CATCHING_UP = 60.0  # seconds that somebody new may take to run ahead
_AWAY = 60.0  # seconds that a seat is kept for somebody whose connection is lost
_LOOKING = 30.0  # seconds that a guest may take to look at a difference
_FALSE_ALARMS = 3  # digests of a guest that were changed on the way, and for which all have stopped
_MOST_WAITING = 256  # wishes of a guest
_KEPT_TURNS = 4096  # for whoever comes back


class GuestRights(NamedTuple):
    """What guests may do besides editing and playing."""

    start: bool = False  # start and stop the machine
    author: bool = False  # edit the level as its author


ToGuests = Halt | Conclusion | Goodbye | TextLine | Pointer | WhoIsThere
EDIT_AND_PLAY = GuestRights()
BUDGETS = Budgets()


class AskedFor(NamedTuple):
    """What a guest would like the host to do: start, stop, pause, go on."""

    name: str
    what: str

    @property
    def text(self) -> str:
        """The request for people."""
        of_machine = f"{self.what} the machine" if self.what in ("start", "stop") else self.what
        return f"{self.name} asks to {of_machine}"


class Seat:
    """The place of a guest: who he is, and how far he has come. `peer` is None while his connection is lost."""

    def __init__(self, player: int, budgets: Budgets) -> None:
        self.player = player
        self.name, self.ticket = "", b""
        self.peer: int | None = None
        self.purse = Purse(budgets)
        self.heard = 0  # the number of the last wish that has been looked at
        self.agreed = 0  # the turns before this one have a digest of his, and it is right
        self.since = 0.0  # when he came, or was lost
        self.ready = False  # he has caught up
        self.gone = False  # his seat is not kept any longer
        self.slow_since: float | None = None
        self.wishes: deque[Wish] = deque()
        self.findings: Findings | None = None
        self.false_alarms = 0

    @property
    def counts(self) -> bool:
        """True while the others have to wait for his digests."""
        return self.peer is not None and self.ready

    @property
    def is_kept(self) -> bool:
        """True while he is there, or may come back."""
        return not self.gone


class JointHost:
    """A session with guests. Whoever owns it calls `advance` again and again; nothing in it ever waits.

    After `advance` has returned, `news` holds lines for people, and `over` says whether and why the session has ended.
    """

    def __init__(
        self, joint: JointSession, door: HostWire, name: str = "host", *, most: int = 4,
        rights: GuestRights = EDIT_AND_PLAY, budgets: Budgets = BUDGETS,
    ) -> None:  # fmt: skip
        self.joint, self.door, self.name = joint, door, printable_name(name)
        self._own_players = max(joint.session.players, default=0)  # who played here before the first guest came
        self.most = min(most, MOST_GUESTS - self._own_players)
        self.rights, self.budgets = rights, budgets
        self.paused = True
        self.over = ""
        self.parted = False  # the session is over because machines differ
        self.news: deque[str] = deque(maxlen=1000)
        self.requests: deque[AskedFor] = deque(maxlen=16)
        self.pointers: dict[int, Pointer] = {}  # of the guests, by their players
        self._announced = WhoIsThere((0,))
        self._program = program.here()
        self._clock = TickClock(joint.session.tick_rate)
        self._seats: list[Seat] = []
        self._turns: deque[tuple[int, Turn]] = deque(maxlen=_KEPT_TURNS)
        self._digests: dict[int, bytes] = {}  # of the turns about which not all have agreed
        self._halt: tuple[Halt, Seat, float] | None = None

    # -- for the host's own player

    def do(self, command: AnyCommand) -> bool:
        """Carry out a command of the host's own now; False: it would change nothing.

        Raises:
            Refused: it can't be carried out.
        """
        if self._halt is not None or self.over:
            raise Refused("the session is halted")
        self._begin_shared()
        return self._give(replace(command, player=0))

    def _give(self, command: AnyCommand, wish: int = 0) -> bool:
        """Carry out a command in the turn that has begun, or in a new one where that would be too large to be sent."""
        if self.joint.is_full:
            self._send_turn(0)
        return self.joint.give(command, wish)

    def say(self, text: str) -> None:
        """Send a line of text to everybody."""
        self._note(f"{self.name}: {one_line(text, 200)}")

    def announce(self, text: str) -> None:
        """Tell everybody what has happened here."""
        self._note(text)

    def point(self, pointer: Pointer) -> None:
        """Show everybody where the host points."""
        self._tell(replace(pointer, player=0))

    def step(self, ticks: int) -> None:
        """Let some ticks pass at once, while the session is paused."""
        if not self.over and self._halt is None and ticks > 0:
            self._take_wishes()
            self._send_turn(min(ticks, MAX_TICKS))

    def use_speed(self, speed: float) -> None:
        """Let time pass that much faster than in the world: with more ticks in a turn, or fewer turns."""
        rate = self.joint.session.tick_rate * speed
        self.joint.ticks_a_turn = max(1, round(rate / TURNS_A_SECOND))
        self._clock.use_rate(rate)

    def _begin_shared(self) -> None:
        """Put the host's name into the session, before anything else is."""
        if 0 not in self.joint.session.players:
            self.joint.give(Join(self.name))

    @property
    def present(self) -> tuple[int, ...]:
        """The players who are connected now, the host among them."""
        return (0, *(seat.player for seat in self._seats if seat.peer is not None))

    @property
    def guests(self) -> list[Seat]:
        """The guests who are there or may come back."""
        return [seat for seat in self._seats if seat.is_kept]

    def remove(self, seat: Seat, why: str) -> None:
        """Ask a guest to leave; his seat is not kept."""
        if seat.peer is not None:
            self.door.send(seat.peer, Goodbye(why, self.joint.turn))
            self.door.drop(seat.peer, why)
        self._leave(seat, why)

    def close(self, why: str = "the host has ended the session") -> None:
        """End the session for everybody, with the turn that has begun; the recording is complete then."""
        if not self.over:
            if self.joint.has_given:
                self._send_turn(0)
            self._end(why)

    def _end(self, why: str) -> None:
        self.over = why
        self._tell(Goodbye(why, self.joint.turn))
        try:
            self.joint.close(why)
        finally:  # a full disk is told to the host; the guests hear of the end all the same
            self.door.close()

    # -- time

    def advance(self, now: float, until: int | None = None) -> None:
        """Hear the guests, and make the turns that are due, but go no further than to the tick `until`."""
        self.hear(self.door.poll(), now)
        if self.over or self._halt is not None:
            self._clock.hold()
            return
        if self.paused:
            self._clock.hold()
            if self._take_wishes() or self.joint.has_given:
                self._send_turn(0)
            return
        for _ in range(MOST_AT_ONCE):
            if self._is_waiting(now):
                self._clock.hold()
                return
            left = self.joint.ticks_a_turn if until is None else until - self.joint.session.tick
            ticks = min(left, self.joint.ticks_a_turn)
            if ticks <= 0 or self._clock.due(now) < ticks:
                return
            self._take_wishes()
            self._send_turn(ticks)
            self._clock.take(ticks)

    def wait(self, now: float) -> float:
        """Return the seconds until the next turn is due."""
        return self._clock.wait(now, self.joint.ticks_a_turn) or 0.01

    def _send_turn(self, ticks: int) -> None:
        turn = self.joint.close_turn(ticks, self._agreed())
        trace = self.joint.trace(turn.number)
        assert trace is not None
        self._digests[turn.number] = trace.digest
        self._turns.append((turn.number, turn))
        for seat in self._seats:
            if seat.peer is not None:
                self.door.send(seat.peer, turn)
        self._forget()

    def _agreed(self) -> int:
        """Return the number of the first turn about which somebody has not agreed yet."""
        return min((seat.agreed for seat in self._seats if seat.is_kept), default=self.joint.turn)

    def _forget(self) -> None:
        agreed = self._agreed()
        self.joint.forget(agreed)
        for number in [number for number in self._digests if number < agreed]:
            del self._digests[number]

    def _is_waiting(self, now: float) -> bool:
        """Tell whether somebody is so slow that everybody waits; who is so for too long is asked to leave."""
        waiting = False
        for seat in self.guests:
            if not seat.counts or self.joint.turn - seat.agreed <= _AHEAD:
                seat.slow_since = None
                continue
            if seat.slow_since is None:
                seat.slow_since = now
                self._note(f"{seat.name} is behind: everybody waits")
            if now - seat.slow_since > _PATIENCE:
                self.remove(seat, f"your machine was behind for more than {_PATIENCE:g} s, and everybody had to wait")
            else:
                waiting = True
        return waiting

    # -- what comes in

    def hear(self, happened: Iterable[Happening], now: float) -> None:
        """Take in what has come from the network."""
        for event in happened:
            if isinstance(event, Arrived):
                self._greet(event, now)
                continue
            seat = next((seat for seat in self._seats if seat.peer == event.peer), None)
            if seat is None:
                continue
            if not isinstance(event, Heard):
                self._lose(seat, event.why, now)
            else:
                self._take(seat, event.message, now)
        for seat in self.guests:
            if seat.peer is None and now - seat.since > _AWAY:
                self._leave(seat, "did not come back")
            elif seat.peer is not None and not seat.ready and now - seat.since > _CATCHING_UP:
                self.remove(seat, f"your machine has not caught up within {_CATCHING_UP:g} s")
        self._conclude_if_all_have_looked(now)

    def _take(self, seat: Seat, message: object, now: float) -> None:
        match message:
            case TurnReport():
                self._compare(seat, message, now)
                self._hold_wishes(seat, message.wishes)
            case Findings():
                seat.findings = message
            case Pointer():
                pointer = replace(message, player=seat.player)
                self.pointers[seat.player] = pointer
                self._tell(pointer, seat)
            case HostRequest():
                self._ask(seat, message.what)
            case TextLine():
                self._note(f"{seat.name}: {one_line(message.text, 200)}")
            case Goodbye():
                self.door.drop(seat.peer or 0, "left")
                self._leave(seat, f"has left ({one_line(message.why, 300)})")
            case _:
                self.remove(seat, "your program has sent what no guest sends at this time")

    # -- coming and going

    def _greet(self, arrived: Arrived, now: float) -> None:
        knock = arrived.knock
        why = program.difference(self._program, knock.program)
        seat = self._seat_of(knock)
        if not why and self.over:
            why = "the session is over"
        elif not why and (seat is None or not seat.is_kept) and len(self.guests) >= self.most:
            why = f"the session is full: it has {self.most} guests at most"
        if why:
            self._turn_away(arrived, why)
            return
        if seat is None:
            seat = Seat(self._own_players + len(self._seats) + 1, self.budgets)
            self._seats.append(seat)
        elif seat.peer is not None:  # the old connection only seems to be there
            self.door.drop(seat.peer, "came back on another connection")
        has_ticket = bool(knock.ticket) and knock.ticket == seat.ticket
        if not has_ticket:
            seat.name = self._free_name(knock.name, seat)
            seat.ticket = os.urandom(16)
        returns = self._missed(seat, knock.next_turn) if has_ticket else None
        self._seat(seat, arrived, returns, now)

    def _turn_away(self, arrived: Arrived, why: str) -> None:
        self.door.send(arrived.peer, Sorry(one_line(why, 390)))
        self.door.drop(arrived.peer, why)
        self.news.append(f"somebody was not let in: {why}")

    def _seat_of(self, knock: Knock) -> Seat | None:
        """Find the seat that somebody has had, or one that nobody needs any more; None: there are new ones.

        Whoever has lost his ticket gets the seat back that was left under his name, with his hand and his steps.
        """
        back = [seat for seat in self._seats if knock.ticket and seat.ticket == knock.ticket]
        left = [seat for seat in self._seats if not seat.is_kept]
        of_name = [seat for seat in left if seat.name == printable_name(knock.name)]
        rest = left if self._own_players + len(self._seats) >= MOST_GUESTS else []
        return next(iter((*back, *of_name, *rest)), None)

    def _missed(self, seat: Seat, first: int) -> list[Turn] | None:
        """Return the turns from one on; None if they are not kept any more, or his digests are not."""
        missed = [turn for number, turn in self._turns if number >= first]
        is_whole = first <= self.joint.turn and len(missed) == self.joint.turn - first
        return missed if is_whole and seat.is_kept else None

    def _seat(self, seat: Seat, arrived: Arrived, returns: list[Turn] | None, now: float) -> None:
        seat.peer, seat.since, seat.gone, seat.slow_since = None, now, False, None
        seat.ready = False  # nobody waits for him while he catches up
        basics = (arrived.proof, seat.player, seat.ticket, self.budgets)
        if returns is not None:
            welcome = Welcome(*basics, True, arrived.knock.next_turn, seat.heard, seat.agreed)
            self.door.send(arrived.peer, welcome, *returns)
            seat.peer = arrived.peer
            self._note(f"{seat.name} is back")
            return
        self._begin_shared()
        if self.joint.session.players.get(seat.player) != seat.name:
            self.joint.give(Join(seat.name, player=seat.player))
        if self.joint.has_given:  # the past holds whole turns
            self._send_turn(0)
        seat.agreed = self.joint.turn
        seat.wishes.clear()
        try:
            past, state = self.joint.recorded(), self.joint.session.end_hash()
        except BadFile as error:  # it is too large, or has been deleted: the session goes on for all others
            self._turn_away(arrived, f"the host's recording can't be sent: {error}")
            self._leave(seat, "was not let in")
            return
        self.door.send(
            arrived.peer,
            Welcome(*basics, False, self.joint.turn, seat.heard, seat.agreed, len(past), state),
            *(PastSlice(past[at : at + SLICE]) for at in range(0, len(past), SLICE)),
        )
        seat.peer = arrived.peer
        self._note(f"{seat.name} joins")

    def _free_name(self, wanted: str, seat: Seat) -> str:
        name = printable_name(wanted)
        others = {player: name for player, name in self.joint.session.players.items() if player != seat.player}
        taken = {self.name, *others.values(), *(other.name for other in self._seats if other is not seat)}
        names = (name if number == 1 else f"{name} {number}" for number in range(1, MOST_GUESTS + 3))
        return next(free for free in names if free not in taken)

    def _lose(self, seat: Seat, why: str, now: float) -> None:
        seat.peer, seat.since = None, now
        if seat.is_kept:
            self._let_go(seat)
            self._note(f"{seat.name} is away ({one_line(why, 100)}); the seat is kept for {_AWAY:g} s")

    def _leave(self, seat: Seat, why: str) -> None:
        seat.peer = None
        if seat.is_kept:
            seat.gone = True
            self._let_go(seat)
            self._note(f"{seat.name} {why}")

    def _let_go(self, seat: Seat) -> None:
        """Let the hand of somebody who is not there let go."""
        machine = self.joint.session.machine
        seat.wishes.clear()
        if machine is not None and machine.held_by(seat.player) is not None and not self.over and self._halt is None:
            self.joint.give(Release(player=seat.player))

    # -- wishes

    def _hold_wishes(self, seat: Seat, wishes: Iterable[Wish]) -> None:
        """Put wishes into the queue of a guest; who comes back may send some of them a second time."""
        for wish in wishes:
            last = seat.wishes[-1].number if seat.wishes else seat.heard
            if wish.number <= last:
                continue
            if len(seat.wishes) >= _MOST_WAITING:
                self._decline(seat, wish, f"more than {_MOST_WAITING} commands are waiting; let time pass first")
                return  # and with it all that follow
            seat.wishes.append(wish)

    def _take_wishes(self) -> bool:
        """Carry out the wishes that wait; tell whether there were any."""
        some = False
        for seat in self._seats:
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
        why = seat.purse.why_no_command(self.joint.turn)
        if why:
            return why
        check_shape(wish.packed, 64, 65_536)
        command = replace(commands.unpack(wish.packed), player=seat.player)
        if isinstance(command, Start | Stop) and not self.rights.start:
            self._ask(seat, command.verb)
            return f"only the host can {command.verb} the machine; you have asked for it"
        of_author = any(single.for_authors for single in command.singles)
        if isinstance(command, Join) or (of_author and not self.rights.author):
            return "only the host edits the level as its author"
        session = self.joint.session
        before = session.design
        why = seat.purse.why_no_more(before, command)
        if why:
            return why
        if not self._give(command, wish.number):
            return "it would change nothing"
        warning = seat.purse.note(command, before, session.design)
        if warning and seat.peer is not None:
            self.door.send(seat.peer, TextLine(warning))
        return ""

    def _decline(self, seat: Seat, wish: Wish, why: str) -> None:
        seat.heard = max(seat.heard, wish.number)
        if seat.peer is not None:
            self.door.send(seat.peer, Declined(wish.number, wish.number, one_line(why, 400)[:400]))

    # -- digests

    def _compare(self, seat: Seat, report: TurnReport, now: float) -> None:
        """Compare the digests of a guest with the host's own."""
        for number, digest in enumerate(report.digests, report.first_turn):
            if number < seat.agreed:
                continue
            if number > seat.agreed or number >= self.joint.turn:
                self.remove(seat, "your program has answered turns that it has not got")
                return
            if digest != self._digests.get(number, digest) and self._halt is None:
                self._begin_halt(seat, number, now)
            seat.agreed = number + 1
        if not seat.ready and self.joint.turn - seat.agreed <= _CAUGHT_UP and seat.peer is not None:
            seat.ready = True
            delay = self.door.delay(seat.peer)
            self._note(f"{seat.name} is there" + (f", {1000 * delay:.0f} ms away and back" if delay else ""))

    def _begin_halt(self, seat: Seat, number: int, now: float) -> None:
        trace = self.joint.trace(number)
        if trace is None:
            return
        halt = Halt(number, trace.digest, trace.hashes)
        self._halt = halt, seat, now
        for one in self._seats:
            one.findings = None
        self._tell(halt)
        self.news.append(f"a digest of {seat.name} for turn {number} differs: everybody stops and looks")

    def _conclude_if_all_have_looked(self, now: float) -> None:
        if self._halt is None:
            return
        halt, blamed, since = self._halt
        asked = [seat for seat in self._seats if seat.peer is not None]
        looked = [seat for seat in asked if seat.findings is not None]
        if blamed.peer is None or (blamed.findings is None and now - since > _LOOKING):
            self._conclude_without(blamed)
        elif looked == asked or (blamed in looked and now - since > _LOOKING):
            self._conclude(halt, blamed, looked)

    def _conclude_without(self, blamed: Seat) -> None:
        """Go on without somebody who does not say what he has found."""
        self._halt = None
        self.remove(blamed, "your digest was another one, and what you have found was not heard")

    def _conclude(self, halt: Halt, blamed: Seat, asked: list[Seat]) -> None:
        self._halt = None
        differing = [seat for seat in asked if seat.findings is not None and not seat.findings.same]
        if not differing:
            line = (
                f"turn {halt.turn}: the digest of {blamed.name} was changed on the way, and both machines agree: it is "
                "the network's fault, not that of the physics; the session goes on"
            )
            self._conclusion(Conclusion(False, 0, (line,)))
            blamed.false_alarms += 1
            if blamed.false_alarms >= _FALSE_ALARMS:
                self.remove(
                    blamed, "digests of yours were changed on the way again and again, and everybody had to stop"
                )
            return
        seat = blamed if blamed in differing else differing[0]
        reported = seat.findings
        assert reported is not None
        sides = {self.name: findings.repeats(self.joint, halt.turn, reported.tick)}
        sides.update({one.name: one.findings.repeats for one in differing if one.findings is not None})
        lines = findings.lines(reported, self.joint, (self.name, seat.name), sides)
        self._conclusion(Conclusion(True, reported.tick, tuple(lines)))
        self.parted = True
        self._end(f"machines differ from tick {reported.tick} on")

    def _conclusion(self, conclusion: Conclusion) -> None:
        self._tell(conclusion)
        self.news.extend(conclusion.lines)

    # -- telling

    def _ask(self, seat: Seat, what: str) -> None:
        """Take down what a guest would like the host to do."""
        asked = AskedFor(seat.name, what)
        self.news.append(asked.text)
        self.requests.append(asked)

    def _tell(self, message: ToGuests, but: Seat | None = None) -> None:
        for seat in self._seats:
            if seat.peer is not None and seat is not but:
                self.door.send(seat.peer, message)

    def _note(self, text: str) -> None:
        """Tell everybody, the host too; what is noted may be that somebody has come or gone."""
        self.news.append(text)
        present = WhoIsThere(self.present, self.paused)
        if present != self._announced:
            self._announced = present
            self._tell(present)
        self._tell(TextLine(text[:400]))
