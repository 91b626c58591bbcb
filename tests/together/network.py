"""A network in memory with a clock of its own: a host and guests who never sleep, and whose messages take a while."""

from __future__ import annotations

import heapq
import random  # noqa: TID251  (of the network)
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pymunk import Vec2d

from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.together import program
from sandbox.together.guest import JointGuest
from sandbox.together.host import JointHost
from sandbox.together.invitation import Invitation
from sandbox.together.joint_session import JointSession
from sandbox.together.messages import LENGTH, FromGuest, FromHost, Knock, decoded, framed, length_of
from sandbox.together.wire import Arrived, Heard, Lost

STEP = 1 / 120  # s


def carried(message: Any, type_: Any) -> Any:
    """A message as the other side decodes it."""
    data = framed(message)
    length_of(data[:LENGTH])
    return decoded(data[LENGTH:], type_)


class Network:
    """All that is under way, and the time."""

    def __init__(self, delay: float = 0.0) -> None:
        self.now = 100.0
        self.delay = delay  # s, one way
        self.jitter = 0.0  # s, by which that varies
        self._chance = random.Random(3)
        self.tamper: Callable[[Any], Any] = lambda message: message  # with what a guest sends
        self._under_way: list[tuple[float, int, list[Any], Any]] = []
        self._count = 0
        self._last: dict[int, float] = {}  # when the last message to somebody arrives: none overtakes another
        self.guests: list[JointGuest] = []
        self.host: JointHost

    def put(self, inbox: list[Any], event: Any) -> None:
        way = self.delay + self._chance.uniform(-1, 1) * self.jitter
        at = max(self.now + way, self._last.get(id(inbox), 0.0))
        self._last[id(inbox)] = at
        self._count += 1
        heapq.heappush(self._under_way, (at, self._count, inbox, event))

    def step(self, seconds: float = STEP) -> None:
        """Let time pass for everybody."""
        for _ in range(max(1, round(seconds / STEP))):
            self.now += STEP
            while self._under_way and self._under_way[0][0] <= self.now:
                _, _, inbox, event = heapq.heappop(self._under_way)
                inbox.append(event)
            self.host.advance(self.now)
            for guest in self.guests:
                guest.advance(self.now)

    def until(self, happened: Callable[[], object], seconds: float = 20.0) -> None:
        """Let time pass until something has happened."""
        end = self.now + seconds
        while not happened():
            assert self.now < end, (list(self.host.news), [(g.over, list(g.news)) for g in self.guests])
            self.step()

    # -- who is in it

    def open(self, design: Design, path: Path, **more: Any) -> JointHost:
        """Let a host open a session."""
        recorder = Recorder(path, design, 0, fingerprint.current())
        self.host = JointHost(JointSession(Session(design), recorder), MemoryHostWire(self), "Bo", **more)
        self.host.paused = False
        return self.host

    def join(self, path: Path, name: str = "Ann", **program_: str) -> JointGuest:
        """Let a guest call; he is in the session a while later."""
        guest = JointGuest(MemoryGuestWire(self, name, program_), path)
        self.guests.append(guest)
        return guest

    def joined(self, path: Path, name: str = "Ann") -> JointGuest:
        guest = self.join(path, name)
        self.until(lambda: guest.joint is not None or guest.over)
        assert not guest.over, guest.over
        return guest

    def close(self) -> None:
        """End the session, and let everybody hear of it."""
        self.host.close()
        self.until(lambda: all(guest.over for guest in self.guests))


class MemoryHostWire:
    """The host's end of all connections in memory."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.invitation = Invitation("127.0.0.1", 1, b"s" * 16)
        self.lines = 1  # that there have been
        self.inbox: list[Any] = []
        self.calls: dict[int, MemoryGuestWire] = {}
        self.sent: list[Any] = []

    def poll(self) -> list[Any]:
        events, self.inbox[:] = self.inbox[:], []
        return events

    def send(self, peer: int, *messages: Any) -> None:
        call = self.calls.get(peer)
        for message in messages:
            self.sent.append(message)
            if call is not None:
                self.network.put(call.inbox, Heard(0, carried(message, FromHost)))

    def renew_line(self) -> None:
        self.lines += 1

    def send_each(self, peer: int, messages: Iterator[Any]) -> None:
        self.send(peer, *messages)

    def drop(self, peer: int, why: str = "") -> None:
        call = self.calls.pop(peer, None)
        if call is not None:
            call.peer = None
            self.network.put(call.inbox, Lost(0, "the connection was lost"))

    def delay(self, peer: int) -> float:
        return 2 * self.network.delay

    def close(self) -> None:
        for peer in list(self.calls):
            self.drop(peer)


class MemoryGuestWire:
    """A guest's end of a connection in memory."""

    count = 0

    def __init__(self, network: Network, name: str, program_: dict[str, str]) -> None:
        here = program.here()
        self.network, self.name = network, name
        self.line = network.host.door.lines  # by which he calls
        self.program = program.Program(*(program_.get(field, getattr(here, field)) for field in here.__struct_fields__))
        self.inbox: list[Any] = []
        self.peer: int | None = None
        self.reachable = True

    def begin(self, ticket: bytes = b"", next_turn: int = 0) -> None:
        wire = self.network.host.door
        if not self.reachable:
            self.network.put(self.inbox, Lost(0, "no way"))
            return
        MemoryGuestWire.count += 1
        self.peer = MemoryGuestWire.count
        wire.calls[self.peer] = self
        knock = Knock(b"n" * 16, b"p" * 32, self.name, self.program, ticket, next_turn)
        self.network.put(wire.inbox, Arrived(self.peer, carried(knock, Knock), b"h" * 32, self.line < wire.lines))

    def poll(self) -> list[Any]:
        events, self.inbox[:] = self.inbox[:], []
        return events

    def send(self, peer: int, *messages: Any) -> None:
        wire = self.network.host.door
        for message in messages:
            if self.peer is not None:
                heard = carried(self.network.tamper(message), FromGuest)
                self.network.put(wire.inbox, Heard(self.peer, heard))

    def cut(self) -> None:
        """Lose the connection, and what is under way to the guest and from him."""
        peer, self.peer = self.peer, None
        wire = self.network.host.door
        wire.calls.pop(peer, None)
        under_way = self.network._under_way
        under_way[:] = [
            entry
            for entry in under_way
            if entry[2] is not self.inbox and not (entry[2] is wire.inbox and entry[3].peer == peer)
        ]
        heapq.heapify(under_way)
        self.network.put(wire.inbox, Lost(peer, "the connection was lost"))
        self.network.put(self.inbox, Lost(0, "the connection was lost"))

    def close(self) -> None:
        if self.peer is not None:
            peer, self.peer = self.peer, None
            self.network.host.door.calls.pop(peer, None)
            self.network.put(self.network.host.door.inbox, Lost(peer, "closed"))


def disturb(session: Any, tick: int, part: int) -> None:
    """Let a part get 1e-12 m/s faster when a session reaches a tick."""
    inner = session.advance

    def advance(ticks: int = 1, seconds: float | None = None) -> None:
        if session.tick == tick:
            body = session.machine.parts[part].bodies[0]
            body.velocity += Vec2d(1e-12, 0.0)
        inner(ticks, seconds)

    session.advance = advance
    session.disturbed = tick
