"""The time that each player's parts take: measured on the host's machine while the machine runs, told before it bites.

A session knows no clock. The host measures from outside how long its ticks take, and shares that out by the engine's
work, which is counted: a body that is awake, a contact of it and a joint count one each (`part_work`). Ticks are
measured turn by turn, and the middle one of a second counts, so that a moment in which the host's machine was busy
with something else is nobody's fault. What sleeps costs nothing.

Parts are only placed while the machine stands, so what the last run has cost is what counts then. Whoever has taken
some of his parts out since, or added some, is taken to cost less or more in the same proportion until the next run.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator

from sandbox.commands.session import Session
from sandbox.machine.work import part_work

_SAMPLES = 4  # counts of the work in a second
_TURNS = 60  # turns that are measured before a cost is known: a second


def makers(session: Session, players: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield all that some players have made, with who has: the ids of parts and links."""
    for player in players:
        for number in range(1, session.names.last(player) + 1):
            id_ = session.names.id_of(player, number)
            if id_ is not None:
                yield id_, player


class CostMeter:
    """The milliseconds a tick that each player's parts take.

    Args:
        clock: seconds of this thread's processor time.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = 0.0
        self._turns: list[float] = []  # ms a tick
        self._shares: defaultdict[int, float] = defaultdict(float)  # of each player, of the work in all samples
        self._samples = 0
        self._costs: dict[int, float] = {}
        self._standing: dict[int, int] = {}  # when that was measured

    def begin(self) -> None:
        """Begin to measure a turn."""
        self._began = self._clock()

    def end(self, session: Session, ticks: int) -> bool:
        """End the measuring of a turn with so many ticks of a running machine; tell whether costs are known anew."""
        taken = self._clock() - self._began
        if not ticks or session.machine is None:
            self._turns.clear()
            self._shares.clear()
            self._samples = 0
            return False
        self._turns.append(1000 * taken / ticks)
        if len(self._turns) % (_TURNS // _SAMPLES) == 0:
            self._take_sample(session)
        if len(self._turns) < _TURNS:
            return False
        typical = statistics.median(self._turns)
        self._costs = {player: typical * share / self._samples for player, share in self._shares.items()}
        self._standing = {player: standing(session, player) for player in self._costs}
        self._turns.clear()
        self._shares.clear()
        self._samples = 0
        return True

    def _take_sample(self, session: Session) -> None:
        assert session.machine is not None
        work = part_work(session.machine)
        whole = sum(work.values())
        owners = dict(makers(session, tuple(session.players)))
        self._samples += 1
        for id_, count in work.items():
            if id_ in owners:
                self._shares[owners[id_]] += count / whole

    def cost(self, session: Session, player: int) -> float:
        """Return the milliseconds that a player's parts take of a tick: measured, and in proportion since then."""
        measured, then = self._costs.get(player, 0.0), self._standing.get(player, 0)
        return measured * standing(session, player) / then if then else 0.0


def standing(session: Session, player: int) -> int:
    """Count the parts and links that a player has made and that are there."""
    design = session.design
    return sum(1 for id_, _ in makers(session, (player,)) if id_ in design.part_by_id or id_ in design.link_by_id)
