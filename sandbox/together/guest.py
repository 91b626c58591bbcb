"""A guest of a session: he asks for commands, plays the host's turns, and answers with their digests."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from sandbox.commands import commands
from sandbox.commands.commands import AnyCommand
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.recording.plain_text import one_line
from sandbox.together.differences import findings
from sandbox.together.guest_wire import GuestWire
from sandbox.together.joint_session import TURNS_A_SECOND, JointSession
from sandbox.together.messages import (
    Budgets,
    Conclusion,
    DealtOut,
    Declined,
    Goodbye,
    Halt,
    HostRequest,
    PastCommands,
    PastSlice,
    Pointer,
    Sorry,
    TextLine,
    Turn,
    TurnReport,
    Welcome,
    WhoIsThere,
    Wish,
)
from sandbox.together.own_wishes import OwnWishes
from sandbox.together.pacing import MOST_AT_ONCE, Playout, Retries
from sandbox.together.past.arrival import GuestArrival
from sandbox.together.past.going_back import GoingBack
from sandbox.together.race.race_guest import RaceGuest
from sandbox.together.rules.deal import Deal
from sandbox.together.waiting_turns import WaitingTurns
from sandbox.together.wire import Happening, Heard

_WISHES = 0.5 / TURNS_A_SECOND  # seconds between two messages with wishes
_DIGESTS = 3 / TURNS_A_SECOND  # seconds between two messages with digests only
_NOTHING = 2**53  # the next turn of somebody who has nothing of the session yet


class JointGuest:
    """A session on a host's machine, of which this machine runs every tick, too.

    Whoever owns it calls `advance` again and again; nothing in it ever waits. `joint` is None until the past of the
    session has been run ahead; in a race it stays None, and `race` is there in its place. `news` holds lines for
    people, and `over` says whether and why the session has ended.
    """

    def __init__(self, call: GuestWire, path: Path, make: Callable[[Design, int], Session] = Session) -> None:
        """`make` makes the session, for a design and a seed."""
        self.call = call
        self._make = make
        self.path = path  # of the recording
        self.joint: JointSession | None = None
        self.race: RaceGuest | None = None
        self.player = 0
        self.budgets = Budgets()
        self.over = ""
        self.refused = False  # it has never begun
        self.parted = False  # the session is over because machines differ
        self.news: deque[str] = deque(maxlen=1000)
        self.present: tuple[int, ...] = (0,)  # the players who are connected now
        self.paused = False  # by the host
        self.speed = 1.0  # that the host has chosen
        self.deal: Deal | None = None  # of the stock, if it is dealt out
        self.edits_only = False  # this machine computes other bits than the host's: it does not run
        self.pointers: dict[int, Pointer] = {}  # of the others, by their players
        self._wishes = OwnWishes()
        self._ticket = b""
        self._arrival = GuestArrival(make)
        self._way_back: GoingBack | None = None
        self._turns = WaitingTurns()
        self._answered = 0  # the digests of the turns before this one have been sent
        self._reported = self._now = 0.0
        self._halted: Halt | None = None  # until the host has said what has come out
        self._looked = False
        self._last: int | None = None  # the host's last turn is the one before
        self._why_last = ""
        self._playout = Playout(1 / TURNS_A_SECOND)
        self._is_behind = False  # more turns are due than are played at once
        self._here = False
        self._announced = False  # that he has caught up
        self._retries = Retries()
        call.begin()

    # -- what the guest does

    def do(self, command: AnyCommand) -> int:
        """Ask the host for a command; return the number of the wish. It is carried out in one of the next turns.

        Raises:
            Refused: it can't be done now, as far as is known here.
        """
        if self.joint is None or self.over:
            raise Refused("you are not in the session yet" if not self.over else "the session is over")
        command = replace(command, player=self.player)
        why = self.deal.why_not(self.joint.session, command) if self.deal is not None else ""
        if why:
            raise Refused(why)
        if self.edits_only and command.live:
            raise Refused("you are here to edit only: this machine computes other bits than the host's")
        number = self._wishes.add(commands.pack(command))
        self._report(self.joint, self._now)
        return number

    @property
    def unanswered(self) -> deque[Wish]:
        """The wishes that the host has not answered yet."""
        return self._wishes.unanswered

    def say(self, text: str) -> None:
        """Send a line of text to everybody."""
        self.call.send(0, TextLine(one_line(text, 200)))

    def point(self, pointer: Pointer) -> None:
        """Show everybody where the guest points."""
        self.call.send(0, pointer)

    def ask(self, what: Literal["pause", "go on"]) -> None:
        """Ask the host for what is no command."""
        self.call.send(0, HostRequest(what))

    def leave(self, why: str = "left") -> None:
        """Leave the session; the recording is complete up to here."""
        if not self.over:
            self.call.send(0, Goodbye(why))
            while self.joint is not None and self._way_back is not None and not self.over:
                self._go_on_back(self.joint, self._way_back)
            self._end(why)

    @property
    def share(self) -> float:
        """The share of the past of the session that has been run ahead."""
        return self._arrival.share

    # -- time

    def advance(self, now: float) -> None:
        """Hear the host, and play the turns that are due."""
        self._now = now
        self.hear(self.call.poll(), now)
        if self._arrival.runs:
            self._run_ahead()
        elif self.joint is not None and self._way_back is not None and not self.over:
            self._go_on_back(self.joint, self._way_back)
        elif self.joint is not None and not self.over:
            self._play(self.joint, now)
            self._look(self.joint)
            self._report(self.joint, now)
        self._try_to_come_back(now)

    def wait(self, now: float) -> float:
        """Return the seconds until a turn is due."""
        if self._arrival.is_busy or self._way_back is not None:
            return 0.0
        turn = self._turns.first
        return min(0.05, self._wait_for(turn, now)) if turn is not None else 0.05

    @property
    def stalls(self) -> tuple[int, float]:
        """The number of times that a turn was overdue when it came, and the seconds that this took in all."""
        return self._playout.stalls, self._playout.stalled

    def _play(self, joint: JointSession, now: float) -> None:
        self._is_behind = False
        for _ in range(MOST_AT_ONCE):
            first = self._turns.first
            if first is None or self._stands_before(first, now):
                break
            turn, ran = self._turns.take(), self.others_run
            try:
                if turn.back is not None:
                    joint.expect(turn)
                    self._way_back = GoingBack(joint, turn.back, self._make)
                    return
                joint.play(turn)
            except BadFile as error:
                self._part(str(error))
                return
            self._playout.played()
            joint.forget(min(turn.agreed, self._answered))
            self._wishes.note_answers(turn, self.player)
            self._tell_run(ran)
        else:
            self._is_behind = True
        if self._last is not None and joint.turn >= self._last:
            self._end(self._why_last)

    def _part(self, why: str) -> None:
        """End the session here: what the host has done can't be done on this machine."""
        self.parted = True
        self.call.send(0, Goodbye(one_line(why, 400)[:400]))
        self._end(why)

    def _go_on_back(self, joint: JointSession, way: GoingBack) -> None:
        """Go on going back to where the host has gone."""
        ran = self.others_run
        try:
            if not way.step():
                return
        except BadFile as error:
            self._part(f"can't go back with the host: {error}")
            return
        assert way.session is not None
        self._way_back = None
        self._answered = joint.turn
        joint.go_on_as(way.session)
        self._tell_run(ran)

    @property
    def going_back(self) -> float | None:
        """The share of the way back that this machine has gone; None if it does not go back."""
        return self._way_back.share if self._way_back is not None else None

    @property
    def others_run(self) -> bool:
        """True while the machine runs for the others, and this guest edits only: what he sees is its start."""
        return self.joint is not None and self.joint.others_run

    def _tell_run(self, ran: bool) -> None:
        if self.others_run != ran:
            self.news.append("the others have stopped" if ran else "the others run; you see it when they stop")

    def _stands_before(self, turn: Turn, now: float) -> bool:
        """Tell whether a turn is not to be played yet. After the host's last one has come, none waits."""
        if self._halted is not None:
            return turn.number > self._halted.turn
        return self._last is None and self._wait_for(turn, now) > 0

    def _wait_for(self, turn: Turn, now: float) -> float:
        """Return the seconds until a turn is due; one that takes no time, as those of a host who pauses, is at once."""
        return self._playout.wait(now, turn.at / 1000) if turn.ticks else 0.0

    def _report(self, joint: JointSession, now: float) -> None:
        """Send wishes, not more often than turns come, and digests with them or a while later."""
        wishes = self._wishes.unsent()
        if not self._here or now - self._reported < (_WISHES if wishes else _DIGESTS):
            return
        first, digests = joint.digests(self._answered)
        if digests or wishes or not self._announced:
            self._announced = True
            self._reported = now
            digests = digests[:2048]
            self.call.send(0, TurnReport(first, digests, wishes))
            self._answered = first + len(digests)
            self._wishes.note_sent(wishes)

    def _look(self, joint: JointSession) -> None:
        """Look at the turn about which the host has another opinion."""
        if self._halted is not None and not self._looked and self._halted.turn < joint.turn:
            self._looked = True
            self.call.send(0, findings.of_turn(joint, self._halted))

    def _run_ahead(self) -> None:
        with self._refusing():
            self.joint = self._arrival.step()
        if self.joint is None:
            return
        self._playout = Playout(self.joint.turn_seconds)
        if self.edits_only:
            self.news.append("your machine computes other bits than the host's: you edit, and the others run")
            self._tell_run(False)

    @contextlib.contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except BadFile as error:
            self._refuse(str(error))

    def _refuse(self, why: str) -> None:
        """End a session that has never begun here."""
        self.refused = True
        self._end(f"can't join: {why}")

    # -- what comes in

    def hear(self, happened: Iterable[Happening], now: float) -> None:
        """Take in what has come from the host."""
        for event in happened:
            if self.over:
                return
            if isinstance(event, Heard):
                self._take(event.message, now)
            else:
                self._lose(getattr(event, "why", ""), now)

    def _take(self, message: object, now: float) -> None:
        if self.race is not None and self.race.take(message):
            if self.race.fault:
                self.leave(self.race.fault)
            return
        match message:
            case Welcome():
                self._be_welcome(message)
            case Sorry():
                self.refused = True
                self._end(f"the host does not let you in: {one_line(message.why, 400)}")
            case PastSlice() | PastCommands():
                with self._refusing():
                    self._arrival.take(message)
            case Turn():
                self._take_turn(message, now)
            case Declined():
                self._wishes.answer_until(message.last)
                self.news.append(f"not done: {one_line(message.why, 400)}")
            case WhoIsThere():
                self.present, self.paused, self.speed = message.players, message.paused, message.speed
            case DealtOut():
                self.deal = Deal(message.players)
            case Pointer():
                self.pointers[message.player] = message
            case TextLine():
                self.news.append(one_line(message.text, 400))
            case Halt():
                self._halted, self._looked = message, False
                self.news.append(f"digests of turn {message.turn} differ: everybody stops and looks")
            case Conclusion():
                self.parted, self._halted = message.parted, None
                self.news.extend(one_line(line, 400) for line in message.lines)
            case Goodbye():
                self._last, self._why_last = message.next_turn, one_line(message.why, 400)
                if self.joint is None or self.parted or self._halted is not None:
                    self._end(self._why_last)

    def _take_turn(self, turn: Turn, now: float) -> None:
        with self._refusing():
            self._arrival.expect_all()
        if turn.ticks and not self._is_behind:  # who is behind himself can measure nothing
            self._playout.arrived(now, turn.at / 1000)
        try:
            self._turns.add(turn)
        except BadFile as error:
            self._end(str(error))

    def _be_welcome(self, welcome: Welcome) -> None:
        self._here, self._announced = True, False
        self._retries.end()
        self._ticket, self.player, self.budgets = welcome.ticket, welcome.player, welcome.budgets
        self._wishes.begin_connection(welcome.heard)
        self._answered = welcome.agreed
        self.edits_only = welcome.kind == "editing"
        if welcome.kind == "race" and self.race is None:
            self.race = RaceGuest(lambda message: self.call.send(0, message), self.player, self.news)
            return
        if self.race is not None:
            self.race.come_back()
        if self.race is not None or welcome.resumed:
            self.news.append("you are back")
            return
        with self._refusing():
            self._arrival.begin(welcome, self.path)
        if self.over:
            return
        if self.joint is not None:  # too long away: the session begins anew here, from its recording
            self.joint.close("was away for too long")
            self.joint = None
        self._turns.begin(welcome.next_turn)

    # -- the end, and coming back

    def _lose(self, why: str, now: float) -> None:
        self._here = False
        if self._last is not None:  # the host has said goodbye; what it has sent is still played
            return
        if not self._ticket:
            self._refuse(one_line(why, 300))
            return
        if self._retries.lose(now):
            self.news.append(f"the connection is lost ({one_line(why, 100)}); trying to come back")

    def _try_to_come_back(self, now: float) -> None:
        if self.over or not self._retries.take(now):
            return
        if self._retries.are_over(now):
            self._end(f"the connection was lost, and the host can't be reached for {Retries.LONGEST:g} s")
            return
        has_past = self.joint is not None or self._arrival.has_all
        self.call.begin(self._ticket, self._turns.following if has_past else _NOTHING)

    def _end(self, why: str) -> None:
        self.over = why
        self._arrival.stop()
        try:
            if self.joint is not None:
                self.joint.close(why)
        finally:
            self.call.close()
