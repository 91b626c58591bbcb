"""Going back as the host lets everybody do it: once all agree about what was, he goes back himself, and they follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sandbox.errors import BadFile, Refused
from sandbox.recording import reader
from sandbox.together.ordering import TurnOrder
from sandbox.together.past import going_back
from sandbox.together.past.going_back import GoingBack
from sandbox.together.seats import Company, Seat
from sandbox.together.wire import Arrived, Happening

_PATIENCE = 5.0  # seconds that everybody waits for digests of what was before


class BackForAll:
    """The host's way back to an earlier moment, with everybody.

    Args:
        join: puts a guest into the session again, where he came later than that moment.
        remove: asks a guest to leave, with the reason.
    """

    def __init__(
        self, order: TurnOrder, company: Company, join: Callable[[Seat], None], remove: Callable[[Seat, str], None]
    ) -> None:
        self._order, self._company, self._join, self._remove = order, company, join, remove
        self._way: GoingBack | None = None
        self._since: float | None = None
        self.came: list[Arrived] = []  # who wants to come in meanwhile; he has to wait

    @property
    def busy(self) -> bool:
        """True from the beginning until everybody else follows."""
        return self._way is not None

    @property
    def share(self) -> float | None:
        """The share of the way that this machine has gone; None if it does not go back."""
        return self._way.share if self._way is not None else None

    def begin(self, tick: int, commands: int | None) -> None:
        """Begin to go back to a moment of the recording.

        Raises:
            Refused: there is no such moment.
        """
        joint = self._order.joint
        self._order.begin_shared()
        if joint.has_given:
            self._order.send(0)
        try:
            to = going_back.moment(reader.parse(joint.recorded()), tick, commands)
        except BadFile as error:
            raise Refused(str(error)) from None
        self._way, self._since = GoingBack(joint, to), None
        self._company.paused = True
        self._company.note(f"{self._company.name} goes back to tick {to.tick}")

    def held_up(self, happened: Iterable[Happening]) -> Iterator[Happening]:
        """Yield what has happened, without those who want to come in on the way: they have to wait."""
        for event in happened:
            if self.busy and isinstance(event, Arrived):
                self.came.append(event)
            else:
                yield event

    def go_on(self, now: float) -> bool:
        """Go one step; tell whether everybody else follows now.

        Raises:
            BadFile: the session can't be run again.
        """
        way = self._way
        assert way is not None
        if not way.begun and self._is_waiting(now):
            return False
        try:
            if not way.step():
                return False
        except BadFile:
            self._way = None
            raise
        self._arrive(way, now)
        return True

    def finish(self) -> None:
        """Go the rest of the way at once."""
        while self._way is not None and not self._way.step():
            pass
        if self._way is not None:
            self._arrive(self._way, 0.0)

    def _is_waiting(self, now: float) -> bool:
        """Tell whether somebody has not agreed yet about what was before; who does not is asked to leave."""
        late = [seat for seat in self._company.kept if seat.counts and seat.agreed < self._order.joint.turn]
        self._since = self._since if self._since is not None else now
        if now - self._since > _PATIENCE:
            for seat in late:
                self._remove(seat, f"your machine was behind for more than {_PATIENCE:g} s, and everybody had to wait")
            return False
        return bool(late)

    def _arrive(self, way: GoingBack, now: float) -> None:
        assert way.session is not None
        self._way = None
        self._order.send_back(way.to, way.session)
        self._order.begin_shared()
        for seat in self._company.kept:
            seat.ready, seat.since = False, now  # nobody waits for him until he is there, too
            seat.agreed, seat.ready_from = self._order.joint.turn - 1, self._order.joint.turn
            self._join(seat)
        self._order.deal_out()
        self._company.note(f"{self._company.name} has gone back to tick {way.to.tick}; the session goes on from there")
