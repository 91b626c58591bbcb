"""Guests who know the secret and mean harm: the host, which has a clock here, keeps its ticks, memory and recording."""

from __future__ import annotations

import contextlib
import itertools
import os
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.together import program
from sandbox.together.host import JointHost
from sandbox.together.host_wire import HostWire
from sandbox.together.invitation import Invitation, new_secret
from sandbox.together.joint_session import JointSession
from sandbox.together.messages import LENGTH, Challenge, Knock, TurnReport, Wish, decoded, framed
from tests.support import pile
from tests.together.test_host_and_guests import CRATE, verified

SECONDS = 1.2


@pytest.fixture
def host(tmp_path: Path) -> Iterator[JointHost]:
    design = pile(8)
    wire = HostWire(Invitation("127.0.0.1", 0, new_secret()))
    wire.begin()
    recorder = Recorder(tmp_path / "host.replay", design, 0, fingerprint.current())
    host = JointHost(JointSession(Session(design), recorder), wire, "Bo")
    host.paused = False
    yield host
    host.close()


def eve(host: JointHost, wishes: Callable[[int], c.AnyCommand], stop: threading.Event) -> None:
    """A guest who answers nothing, hears nothing, and asks for one thing after the other as fast as she can."""
    invitation = host.door.invitation
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", invitation.port), 10) as connection:
        head = connection.recv(LENGTH, socket.MSG_WAITALL)
        challenge = decoded(connection.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL), Challenge)
        nonce = os.urandom(16)
        proof = invitation.proof("guest", challenge.nonce, nonce)
        connection.sendall(framed(Knock(nonce, proof, "Eve", program.here())))
        numbers = itertools.count(1)
        while not stop.is_set():
            some = tuple(Wish(number, c.pack(wishes(number))) for number in itertools.islice(numbers, 64))
            connection.sendall(framed(TurnReport(0, (), some)))


def harassed(host: JointHost, wishes: Callable[[int], c.AnyCommand]) -> tuple[float, int]:
    """How far the host is behind after a while with Eve, and what she has cost in memory, in MB."""
    stop = threading.Event()
    thread = threading.Thread(target=eve, args=(host, wishes, stop), daemon=True)
    thread.start()
    while not any(seat.counts for seat in host.guests):
        host.advance(time.monotonic())
        time.sleep(0.005)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began, tick = time.monotonic(), host.joint.session.tick
    while (now := time.monotonic()) < began + SECONDS:
        host.advance(now)
        host.hear(host.door.wait(host.wait(time.monotonic())), time.monotonic())
    host.advance(time.monotonic())
    behind = time.monotonic() - began - (host.joint.session.tick - tick) / 240
    stop.set()
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    host.close()
    thread.join(5)
    return behind, grown


def test_a_flood_of_valid_commands_does_not_hold_up_the_host(host: JointHost, tmp_path: Path) -> None:
    host.do(c.Start())
    commands: dict[int, Any] = {1: c.Grab(CRATE, 0.3, 0.5)}
    behind, grown = harassed(host, lambda number: commands.get(number) or c.Drag(0.3 + number % 90 / 100, 0.8))
    assert behind < 0.5 and grown < 30
    drags = [command for _, command in verified(tmp_path / "host.replay").commands if command.verb == "drag"]
    assert 50 < len(drags) < 240 + 120 * (SECONDS + 3)


def test_twenty_thousand_parts_are_not_taken(host: JointHost, tmp_path: Path) -> None:
    behind, grown = harassed(host, lambda number: c.Place("crate", number % 40 * 0.5, 5.0 + number // 40))
    assert behind < 0.5 and grown < 60
    placed = [command for _, command in verified(tmp_path / "host.replay").commands if command.verb == "place"]
    assert 50 < len(placed) <= 500
