"""A race without a window: each side plays its own session of the level, and its own commands come from its source."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sandbox.cli.output import print_json, print_line, print_note, print_written
from sandbox.cli.run import print_ending
from sandbox.cli.together.sides import CommandSource, Entry, GoBack, LetIn, SendAway, print_news
from sandbox.errors import Refused

if TYPE_CHECKING:
    from sandbox.commands.session import Session
    from sandbox.design.design import Design
    from sandbox.together.guest import JointGuest
    from sandbox.together.race.race_host import RaceHost
    from sandbox.together.race.run import RaceRun


def check_level(design: Design, name: str) -> None:
    """Refuse a level that nobody can win."""
    if not design.goals:
        raise Refused(f"{name} has no goals, so nobody can win it; choose another level for a race")


class _Side(Protocol):
    """One side of a race: the host or a guest."""

    def hear(self, seconds: float) -> None:
        """Hear the others for so long, or until something has come, and print what is for people."""

    def say(self, text: str) -> None: ...
    def decide(self, entry: SendAway | LetIn) -> None:
        """Carry out what only a host decides."""

    def tell(self, run: RaceRun) -> None:
        """Tell the others how far the player is, and that he has won, if so."""

    @property
    def is_over(self) -> bool: ...


class _HostSide:
    def __init__(self, host: RaceHost) -> None:
        self._host = host
        self._claimed = False

    def hear(self, seconds: float) -> None:
        host = self._host
        host.hear(host.door.wait(seconds), time.monotonic())
        host.advance(time.monotonic())
        print_news(host.news)

    def say(self, text: str) -> None:
        self._host.say(text)

    def decide(self, entry: SendAway | LetIn) -> None:
        entry.carry_out(self._host)

    def tell(self, run: RaceRun) -> None:
        self._host.report(run.progress, time.monotonic())
        if run.session.won and not self._claimed:
            self._claimed = True
            self._host.claim(run.recorded())

    @property
    def is_over(self) -> bool:
        return bool(self._host.over) or self._host.winner is not None


class _GuestSide:
    def __init__(self, guest: JointGuest) -> None:
        self._guest = guest
        self._claimed = False

    def hear(self, seconds: float) -> None:
        guest = self._guest
        guest.hear(guest.call.wait(seconds), time.monotonic())
        guest.advance(time.monotonic())
        print_news(guest.news)

    def say(self, text: str) -> None:
        self._guest.say(text)

    def decide(self, entry: SendAway | LetIn) -> None:
        entry.carry_out(self._guest)

    def tell(self, run: RaceRun) -> None:
        assert self._guest.race is not None
        self._guest.race.report(run.progress, time.monotonic())
        if run.session.won and not self._claimed:
            self._claimed = True
            self._guest.race.claim(run.recorded())

    @property
    def is_over(self) -> bool:
        race = self._guest.race
        return bool(self._guest.over) or race is None or race.winner is not None


def host_race(
    host: RaceHost, source: CommandSource, seconds: float | None, wait: int, path: Path, winning: Path, as_json: bool
) -> None:
    """Wait for the others, then race them, until somebody has won, or the time is over.

    Args:
        path: of the recording of the host's own player.
        winning: of the recording of a guest who has won.
    """
    from sandbox.recording.recorder import replace_file
    from sandbox.together.race.run import RaceRun

    side = _HostSide(host)
    try:
        while not side.is_over and sum(1 for seat in host.guests if seat.peer is not None) < wait:
            side.hear(0.1)
        run = RaceRun(host.level, host.seed, path)  # takes a while, so before the others begin
        host.begin()
        session = _race(side, run, source, seconds)
    finally:
        host.close()
    if host.winner:
        replace_file(winning, [host.winning])
        print_written(winning)
    _print_result(host.verdict, session, as_json)


def join_race(guest: JointGuest, source: CommandSource, seconds: float | None, path: Path, as_json: bool) -> None:
    """Wait until the race begins, then take part, until somebody has won, or the time is over."""
    from sandbox.together.race.run import RaceRun

    side = _GuestSide(guest)
    assert guest.race is not None
    while not side.is_over and not guest.race.begun:
        side.hear(0.1)
    if guest.race.level is None:
        raise Refused(guest.over or "somebody has won the race before it began here")
    session = _race(side, RaceRun(guest.race.level, guest.race.seed, path), source, seconds)
    _print_result(guest.race.verdict, session, as_json)


def _race(side: _Side, run: RaceRun, source: CommandSource, seconds: float | None) -> Session:
    """Play the level of a race to the end of it."""
    session = run.session
    end = None if seconds is None else round(seconds * session.tick_rate)
    reason = "the race is over"
    try:
        while not side.is_over and (end is None or session.tick < end):
            for entry in source.due(session.tick):
                _give(side, run, entry)
            stops = [tick for tick in (source.next_tick, end) if tick is not None]
            run.advance(time.monotonic(), min(stops, default=None))
            side.tell(run)
            side.hear(0.0 if session.tick == source.next_tick else run.wait)
    except KeyboardInterrupt:
        reason = "left the race"
    finally:
        run.close(reason)
    return session


def _give(side: _Side, run: RaceRun, entry: Entry) -> None:
    try:
        if isinstance(entry, str):
            side.say(entry)
        elif isinstance(entry, SendAway | LetIn):
            side.decide(entry)
        elif isinstance(entry, GoBack):
            raise Refused("nobody goes back in a race; stop the machine, and start it again")
        else:
            run.do(entry)
    except Refused as refused:
        print_note(f"not done: {refused}")


def _print_result(verdict: str, session: Session, as_json: bool) -> None:
    result = verdict or "nobody has won the race"
    if as_json:
        print_json({"result": result})
    else:
        print_line(result)
    print_ending(session, as_json)
