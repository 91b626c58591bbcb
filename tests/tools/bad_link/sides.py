"""The two sides of a session, each in a process of its own; they print what they have seen as JSON."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandbox import loading
from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.machine import machine
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.together import certificate, program
from sandbox.together.guest import JointGuest
from sandbox.together.guest_wire import GuestWire
from sandbox.together.host import JointHost
from sandbox.together.host_wire import HostWire
from sandbox.together.invitation import Invitation, is_loopback, new_secret, parse
from sandbox.together.joint_session import TURNS_A_SECOND, JointSession
from sandbox.together.messages import TurnReport
from tests.support import pile
from tests.together.network import disturb

RATE = 240  # ticks a second
CRATE, BALL = 4, 9  # the host's and the guest's, of a pile
_CAUGHT_UP = 6  # turns that wait for somebody who is there
_AWAY = 5.0  # s, for which a guest is away whose connection was lost


def stirred(tick: int) -> c.AnyCommand:
    """Return how the host's hand moves on a tick."""
    return c.Drag(0.3 + tick % 480 / 150, 0.6 + tick % 300 / 400)


def host_commands(seconds: float) -> list[dict[str, object]]:
    """List the commands of a host who starts the machine and stirs it all the time."""
    swings = [c.to_json(tick, stirred(tick)) for tick in range(24, int(seconds * RATE) - 20, 4)]
    return [{"tick": 2, "do": "start"}, {"tick": 20, "do": "grab", "part": CRATE, "x": 0.5, "y": 0.4}, *swings]


class Guest:
    """A guest who stirs as well, and notes how long it takes until his own commands are seen."""

    def __init__(self, line: str, record: Path) -> None:
        invitation = parse(line)
        tls = certificate.for_guest() if invitation.fingerprint else None
        self.guest = JointGuest(GuestWire(invitation, "Ann", program.here(), tls), record)
        self.seen: list[float] = []
        self.lines: list[tuple[float, str]] = []  # when each was heard, and what
        self.began = 0.0
        self._asked: dict[int, float] = {}
        self._next, self._count = 0.0, 0
        self._stalled = 0.0
        self.stalls_at: list[tuple[float, float]] = []  # seconds of the run, and milliseconds

    def step(self) -> None:
        """Take part for a moment."""
        guest, now = self.guest, time.monotonic()
        guest.advance(now)
        self._hear_lines(now)
        if guest.joint is not None and guest.joint.session.running and not guest.over:
            self.began = self.began or now
            self._stir(now)
        self._note_stall(now)
        wait = guest.wait(now)
        if self._next:
            wait = min(wait, max(0.0, self._next - time.monotonic()))
        guest.hear(guest.call.wait(wait), time.monotonic())

    def _stir(self, now: float) -> None:
        waiting = {wish.number for wish in self.guest.unanswered}
        self.seen += [now - self._asked.pop(number) for number in [*self._asked] if number not in waiting]
        if now >= self._next and len(waiting) < 100:
            self._next, self._count = max(now, self._next) + 1 / TURNS_A_SECOND, self._count + 1
            count = self._count
            command = c.Drag(0.3 + count % 200 / 60, 0.5 + count % 90 / 120) if count > 1 else c.Grab(BALL, 2.0, 1.0)
            self._asked[self.guest.do(command)] = now

    def _hear_lines(self, now: float) -> None:
        self.lines += [(now, self.guest.news.popleft()) for _ in range(len(self.guest.news))]

    def _note_stall(self, now: float) -> None:
        stalled = self.guest.stalls[1]
        if stalled > self._stalled:
            self.stalls_at.append((round(now - self.began, 2), round(1000 * (stalled - self._stalled), 1)))
            self._stalled = stalled

    def until(self, happened: Callable[[], object]) -> float:
        """Take part until something has happened, or the session is over; return the seconds that this took."""
        began = time.monotonic()
        while not happened() and not self.guest.over:
            self.step()
        return time.monotonic() - began

    @property
    def is_there(self) -> bool:
        """True if he has caught up with the turns that have come."""
        return self.guest.joint is not None and self.is_connected and len(self.guest._turns) <= _CAUGHT_UP

    @property
    def is_connected(self) -> bool:
        """True while the host hears him."""
        return self.guest._here

    def lose_connection(self, seconds: float) -> None:
        """Break the connection, and try nothing for a while."""
        guest = self.guest
        guest.call._soon(lambda: guest.call._peers[0].writer.transport.abort())
        self.until(lambda: not self.is_connected)
        guest._retries._next = time.monotonic() + seconds

    def report(self) -> dict[str, Any]:
        """Return what he has seen."""
        guest = self.guest
        self._hear_lines(time.monotonic())
        stalls, stalled = guest.stalls
        seen = self.seen if len(self.seen) > 1 else [0.0, 0.0]
        return {
            "over": guest.over, "seconds": time.monotonic() - self.began if self.began else 0.0, "seen": len(self.seen),
            "median_ms": 1000 * statistics.median(seen), "p95_ms": 1000 * statistics.quantiles(seen, n=20)[18],
            "stalls": stalls, "stalled_s": stalled, "first_stalls": self.stalls_at[:8], "cpu_s": time.process_time(),
            "declined": sum(line.startswith("not done") for _, line in self.lines),
        }  # fmt: skip


def play(line: str, record: Path) -> dict[str, Any]:
    """Stir to the end."""
    guest = Guest(line, record)
    guest.until(lambda: False)
    return guest.report()


class EngineTime:
    """The processor time that the engine's own steps take, and how many these are; all else is the program's.

    Each 17th step is measured: looking at the clock before and after each takes a tenth of all else. Commands come on
    each fourth tick, so steps after a command count as much as the others.
    """

    _EACH = 17

    def __init__(self) -> None:
        self.steps = 0
        self._measured = 0.0
        step = machine.lib.cpSpaceStep
        library = machine.lib

        def measured(space: Any, dt: float) -> None:
            self.steps += 1
            if self.steps % self._EACH:
                step(space, dt)
                return
            began = time.thread_time()
            step(space, dt)
            self._measured += time.thread_time() - began

        class Library:
            cpSpaceStep = staticmethod(measured)

            def __getattr__(self, name: str) -> Any:
                return getattr(library, name)

        machine.lib = Library()  # type: ignore[assignment]

    @property
    def seconds(self) -> float:
        """The time of all steps."""
        return self._EACH * self._measured


def join_late(line: str, record: Path) -> dict[str, Any]:
    """Join a session that has gone on for long, and come back after the connection was lost; report what took time.

    The past comes (`came_s`, from the greeting on), and is run ahead meanwhile and after that (`ran_ahead_s`); then
    what has happened since is made up for, up to `joined_s`. Of the processor time until then, `engine_cpu_s` went
    into the engine's own steps, and nothing can make that shorter; `rest_cpu_s` is all else.
    """
    engine, guest = EngineTime(), Guest(line, record)
    began = time.process_time()
    guest.until(lambda: guest.guest._ticket)
    came = guest.until(lambda: guest.guest._arrival.has_all or guest.guest.joint is not None)
    ran = came + guest.until(lambda: guest.guest.joint is not None)
    joined = ran + guest.until(lambda: guest.is_there)
    cpu = time.process_time() - began
    ticks = guest.guest.joint.session.tick if guest.guest.joint is not None else 0
    parts = {
        "came_s": came, "ran_ahead_s": ran, "joined_s": joined, "joined_at_tick": ticks, "engine_steps": engine.steps,
        "engine_cpu_s": engine.seconds, "rest_cpu_s": cpu - engine.seconds,
    }  # fmt: skip
    here = time.monotonic()
    guest.until(lambda: time.monotonic() > here + 3)
    guest.lose_connection(_AWAY)
    away = guest.until(lambda: guest.is_connected) - _AWAY
    back = guest.until(lambda: guest.is_there)
    here = time.monotonic()
    guest.until(lambda: time.monotonic() > here + 2)
    guest.guest.leave()
    return {
        **guest.report(),
        **parts,
        "reconnected_s": away,
        "caught_up_again_s": back,
    }


def be_wrong(line: str, record: Path) -> dict[str, Any]:
    """Add 1e-12 m/s to one body after three seconds, and hear how long it takes until that is named."""
    guest = Guest(line, record)
    guest.until(lambda: guest.began and time.monotonic() > guest.began + 3)
    joint = guest.guest.joint
    assert joint is not None
    disturb(joint.session, joint.session.tick + 8, BALL)
    tick = joint.session.tick + 8
    guest.until(lambda: joint.session.tick >= tick)
    named = guest.until(lambda: False)  # the session is over then
    report = guest.report()
    return {**report, "disturbed_tick": tick, "named_s": named, "said": [text for _, text in guest.lines[-8:]]}


def be_lied_about(line: str, record: Path) -> dict[str, Any]:
    """Let one bit of one digest be another one on the way, after three seconds."""
    guest = Guest(line, record)
    guest.until(lambda: guest.began and time.monotonic() > guest.began + 3)
    send, flipped = guest.guest.call.send, []

    def tampering(peer: int, *messages: Any) -> None:
        for message in messages:
            if isinstance(message, TurnReport) and message.digests and not flipped:
                first, *rest = message.digests
                flipped.append(time.monotonic())
                message = TurnReport(message.first_turn, (bytes([first[0] ^ 1]) + first[1:], *rest), message.wishes)
            send(peer, message)

    guest.guest.call.send = tampering  # type: ignore[method-assign]
    named = guest.until(lambda: any("network's fault" in text for _, text in guest.lines))
    guest.until(lambda: False)
    said = [text for _, text in guest.lines if "digest" in text]
    return {**guest.report(), "named_s": named, "said": said}


GUESTS = {"play": play, "late": join_late, "wrong": be_wrong, "lied": be_lied_about}


def host_long(address: str, bodies: int, minutes: float, runs: int, record: Path) -> dict[str, Any]:
    """Host a session that has gone on for some minutes already, and note how evenly its turns come then.

    Args:
        runs: so many times the machine was started in those minutes, and it goes on running.

    The host's clock is a parameter: for those minutes it goes as fast as the machine can, and from then on by itself.
    """
    tls, print_ = (None, b"") if is_loopback(address) else certificate.for_host(address)
    wire = HostWire(Invitation(address, 0, new_secret(), print_), tls)
    wire.begin()
    design = pile(bodies, 4.0)
    joint = JointSession(Session(design), Recorder(record, design, 0, fingerprint.current()))
    host = JointHost(joint, wire, "Bo")
    host.paused = False
    began, now, starts = time.monotonic(), 0.0, 0
    while joint.session.tick < (end := minutes * 60 * RATE):
        now += 1 / TURNS_A_SECOND
        if joint.session.tick >= starts * end / runs:
            starts += 1
            host.do(c.Stop() if starts > 1 else c.Join("Bo"))
            host.do(c.Start())
            host.do(c.Grab(CRATE, 0.5, 0.4))
        host.do(stirred(joint.session.tick))
        host.advance(now)
    built = time.monotonic() - began
    host.paused = True
    host.advance(time.monotonic())  # the clock stops, and makes up for nothing
    host.paused = False
    print(wire.invitation.line, flush=True)
    gap, last, turn, came = 0.0, time.monotonic(), joint.turn, False
    while not came or host.guests:
        now = time.monotonic()
        came = came or bool(host.guests)
        host.advance(now)
        if joint.turn != turn:
            gap, last, turn = max(gap, time.monotonic() - last), time.monotonic(), joint.turn
            if not host.over:
                host.do(stirred(joint.session.tick))
        host.hear(wire.wait(host.wait(time.monotonic())), time.monotonic())
        host.news.clear()
    host.close()
    return {"built_s": built, "recording_MB": record.stat().st_size / 1e6, "host_largest_gap_ms": 1000 * gap}


def main() -> None:
    loading.collect_seldom()  # as the command line does
    what, *rest = sys.argv[1:]
    if what == "host":
        address, bodies, minutes, runs, record = rest
        print(json.dumps(host_long(address, int(bodies), float(minutes), int(runs), Path(record))))
    else:
        print(json.dumps(GUESTS[what](rest[0], Path(rest[1]))))


if __name__ == "__main__":
    main()
