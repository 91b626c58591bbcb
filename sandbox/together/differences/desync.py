"""A difference between machines, as the host deals with it: all stop and look, and it is said what has come out."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.together.differences import findings
from sandbox.together.joint_session import JointSession
from sandbox.together.messages import Conclusion, Halt
from sandbox.together.seats import Company, Seat

_LOOKING = 30.0  # seconds that a guest may take to look at a difference
_FALSE_ALARMS = 3  # digests of a guest that were changed on the way, and for which all have stopped


class Desync:
    """The halt of a session from the moment when a guest's digest differs, until all have looked.

    Args:
        remove: asks a guest to leave, with the reason.
    """

    def __init__(self, joint: JointSession, company: Company, remove: Callable[[Seat, str], None]) -> None:
        self._joint, self._company, self._remove = joint, company, remove
        self._halt: tuple[Halt, Seat, float] | None = None

    @property
    def halted(self) -> bool:
        """True while all look."""
        return self._halt is not None

    def begin(self, seat: Seat, number: int, now: float) -> None:
        """Let everybody stop and look at a turn for which a guest has another digest."""
        trace = self._joint.trace(number)
        if trace is None or self._halt is not None:
            return
        halt = Halt(number, trace.digest, trace.hashes)
        self._halt = halt, seat, now
        for one in self._company.seats:
            one.findings = None
        self._company.tell(halt)
        self._company.news.append(f"a digest of {seat.name} for turn {number} differs: everybody stops and looks")

    def conclude(self, now: float) -> int | None:
        """Say what has come out, if all have looked; return the tick from which machines differ; None if none does."""
        if self._halt is None:
            return None
        halt, blamed, since = self._halt
        others = (seat for seat in self._company.seats if not seat.edits_only or seat is blamed)
        asked = [seat for seat in others if seat.peer is not None]
        looked = [seat for seat in asked if seat.findings is not None]
        if blamed.peer is None or (blamed.findings is None and now - since > _LOOKING):
            self._conclude_without(blamed)
        elif looked == asked or (blamed in looked and now - since > _LOOKING):
            return self._conclude(halt, blamed, looked)
        return None

    def _conclude_without(self, blamed: Seat) -> None:
        """Go on without somebody who does not say what he has found."""
        self._halt = None
        self._remove(blamed, "your digest was another one, and what you have found was not heard")

    def _conclude(self, halt: Halt, blamed: Seat, looked: list[Seat]) -> int | None:
        self._halt = None
        differing = [seat for seat in looked if seat.findings is not None and not seat.findings.same]
        if not differing:
            self._blame_the_network(halt, blamed)
            return None
        seat = blamed if blamed in differing else differing[0]
        reported = seat.findings
        assert reported is not None
        host = self._company.name
        sides = {host: findings.repeats(self._joint, halt.turn, reported.tick)}
        sides.update({one.name: one.findings.repeats for one in differing if one.findings is not None})
        lines = findings.lines(reported, self._joint, (host, seat.name), sides)
        self._tell(Conclusion(True, reported.tick, tuple(lines)))
        return reported.tick

    def _blame_the_network(self, halt: Halt, blamed: Seat) -> None:
        line = (
            f"turn {halt.turn}: the digest of {blamed.name} was changed on the way, and both machines agree: it is "
            "the network's fault, not that of the physics; the session goes on"
        )
        self._tell(Conclusion(False, 0, (line,)))
        blamed.false_alarms += 1
        if blamed.false_alarms >= _FALSE_ALARMS:
            self._remove(blamed, "digests of yours were changed on the way again and again, and everybody had to stop")

    def _tell(self, conclusion: Conclusion) -> None:
        self._company.tell(conclusion)
        self._company.news.extend(conclusion.lines)
