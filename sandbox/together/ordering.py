"""The order of all commands of a session: they go into turns, which are sent to everybody and kept for a while."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from sandbox.commands.commands import AnyCommand, Join
from sandbox.errors import Refused
from sandbox.together.joint_session import JointSession
from sandbox.together.messages import Back, DealtOut, TextLine, Turn
from sandbox.together.rules.cost import CostMeter
from sandbox.together.rules.deal import Deal
from sandbox.together.seats import Company

_KEPT_TURNS = 4096  # for whoever comes back


class TurnOrder:
    """The turns of a host's session: the one that has begun, and those that were sent.

    Attributes:
        now: when the turn that has begun is due, in seconds of the host's clock.
    """

    def __init__(
        self, joint: JointSession, company: Company, deals: bool = False, clock: Callable[[], float] | None = None
    ) -> None:
        """`deals`: the stock is dealt out among all who are there. `clock`: by which the time of ticks is measured."""
        self.joint = joint
        self._meter = CostMeter(clock) if clock is not None else None
        self.deal = Deal((0,)) if deals else None
        self._company = company
        self.now = 0.0
        self._turns: deque[tuple[int, Turn]] = deque(maxlen=_KEPT_TURNS)
        self._digests: dict[int, bytes] = {}  # of the turns about which not all have agreed
        self._runs: set[int] = set()  # those of them in which the machine has run

    def begin_shared(self) -> None:
        """Put the host's name into the session, before anything else is."""
        if 0 not in self.joint.session.players:
            self.joint.give(Join(self._company.name))

    def give(self, command: AnyCommand, wish: int = 0) -> bool:
        """Carry out a command in the turn that has begun, or in a new one where that would be too large to be sent.

        Raises:
            Refused: it can't be carried out, or takes a piece of the stock that is somebody else's.
        """
        why = self.deal.why_not(self.joint.session, command) if self.deal is not None else ""
        if why:
            raise Refused(why)
        if self.joint.is_full:
            self.send(0)
        return self.joint.give(command, wish)

    def send(self, ticks: int) -> None:
        """Send the turn that has begun to everybody, and let its ticks pass."""
        session = self.joint.session
        before = session.running_ticks
        turn = self.joint.closed_turn(ticks, self._agreed(), round(1000 * self.now))
        self._company.tell(turn)  # at once, as it is on its way for longer than the ticks take
        if self._meter is not None:
            self._meter.begin()
        self.joint.run(ticks)
        if self._meter is not None and self._meter.end(session, session.running_ticks - before):
            self.tell_costs()
        trace = self.joint.trace(turn.number)
        assert trace is not None
        self._digests[turn.number] = trace.digest
        if trace.hashes or session.machine is not None:
            self._runs.add(turn.number)
        self._turns.append((turn.number, turn))
        self._forget()

    def send_back(self, to: Back, session: JointSession) -> None:
        """Let everybody go back to a moment, as this machine has."""
        turn = Turn(self.joint.turn, 0, (), self.joint.turn, round(1000 * self.now), to)
        self.joint.go_on_as(session)
        trace = self.joint.trace(turn.number)
        assert trace is not None
        self._digests = {turn.number: trace.digest}
        self._runs = {turn.number} if session.session.running else set()
        self._turns.append((turn.number, turn))
        self._company.tell(turn)

    def tell_costs(self) -> None:
        """Take down what each guest's parts cost, and tell those whose budget soon ends."""
        if self._meter is None:
            return
        for seat in self._company.kept:
            warning = seat.purse.note_cost(self._meter.cost(self.joint.session, seat.player))
            if warning:
                self._company.send(seat, TextLine(warning))

    def deal_out(self) -> None:
        """Deal the stock out among all who are there or may come back, and tell them."""
        if self.deal is not None:
            self.deal = Deal((0, *sorted(seat.player for seat in self._company.kept)))
            self._company.tell(DealtOut(self.deal.players))

    def digest(self, number: int, edits_only: bool = False) -> bytes | None:
        """Return the digest that a guest should have for a turn.

        None: all have agreed about it, or he edits only, and the machine has run in that turn.
        """
        return None if edits_only and number in self._runs else self._digests.get(number)

    def missed(self, first: int) -> list[Turn] | None:
        """Return the turns from one on; None if they are not kept any more."""
        turns = [turn for number, turn in self._turns if number >= first]
        is_whole = first <= self.joint.turn and len(turns) == self.joint.turn - first
        return turns if is_whole else None

    def _agreed(self) -> int:
        """Return the number of the first turn about which somebody has not agreed yet."""
        return min((seat.agreed for seat in self._company.kept), default=self.joint.turn)

    def _forget(self) -> None:
        agreed = self._agreed()
        self.joint.forget(agreed)
        while self._digests and (number := next(iter(self._digests))) < agreed:
            del self._digests[number]
            self._runs.discard(number)
