"""Connections over real sockets of this computer, and strangers who mean harm."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sandbox.together import certificate, wire
from sandbox.together.guest_wire import GuestWire
from sandbox.together.host_wire import HostWire
from sandbox.together.invitation import Invitation, new_secret
from sandbox.together.messages import (
    LENGTH,
    MAX_NAME,
    Budgets,
    Challenge,
    Knock,
    Program,
    TextLine,
    TurnReport,
    Welcome,
    decoded,
    framed,
)
from sandbox.together.wire import Arrived, Heard, Lost, send_at_once

PROGRAM = Program("c" * 32, "pymunk", "a" * 32)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PULSE", 0.03)


@pytest.fixture
def host() -> Iterator[HostWire]:
    host = HostWire(Invitation("127.0.0.1", 0, new_secret()))
    host.begin()
    yield host
    host.close(0.2)


@contextlib.contextmanager
def calling(invitation: Invitation, **more: Any) -> Iterator[GuestWire]:
    call = GuestWire(invitation, "Ann", PROGRAM, **more)
    call.begin()
    try:
        yield call
    finally:
        call.close(0.2)


_left: weakref.WeakKeyDictionary[wire.EventThread, list[Any]] = weakref.WeakKeyDictionary()


def await_(events: wire.EventThread, wanted: Callable[[Any], Any], seconds: float = 15.0) -> Any:
    """The first event that is wanted; those after it wait for the next question."""
    end = time.monotonic() + seconds
    left = _left.setdefault(events, [])
    while time.monotonic() < end:
        left += events.poll() or ([] if left else events.wait(0.2))
        while left:
            if wanted(event := left.pop(0)):
                return event
    raise AssertionError("it has not happened")


def let_in(host: HostWire) -> Arrived:
    """Let the next guest in who knows the secret."""
    arrived: Arrived = await_(host, lambda event: isinstance(event, Arrived))
    host.send(arrived.peer, Welcome(arrived.proof, 1, b"t" * 16, Budgets(), False, 0, 0, 0))
    return arrived


def test_both_sides_hear_each_other_and_know_the_delay(host: HostWire) -> None:
    with calling(host.invitation) as call:
        arrived = let_in(host)
        assert arrived.knock.name == "Ann" and arrived.knock.program == PROGRAM
        assert isinstance(await_(call, lambda event: isinstance(event, Heard)).message, Welcome)
        call.send(0, TextLine("to the host"), TextLine("and more"))
        assert await_(host, lambda event: isinstance(event, Heard)).message == TextLine("to the host")
        host.send(arrived.peer, TextLine("to the guest"))
        assert await_(call, lambda event: isinstance(event, Heard)).message == TextLine("to the guest")
        end = time.monotonic() + 15
        while not host.delay(arrived.peer) and time.monotonic() < end:
            time.sleep(0.02)
        assert 0 < host.delay(arrived.peer) < 5
        host.drop(arrived.peer)
        assert isinstance(await_(call, lambda event: isinstance(event, Lost)), Lost)
        assert await_(host, lambda event: isinstance(event, Lost)).peer == arrived.peer


def test_the_first_words_to_a_guest_are_the_answer_to_his_greeting_however_late(host: HostWire) -> None:
    with calling(host.invitation) as call:
        arrived = await_(host, lambda event: isinstance(event, Arrived))
        time.sleep(0.2)  # several signs of life are due, and the host is busy
        host.send(arrived.peer, Welcome(arrived.proof, 1, b"t" * 16, Budgets(), False, 0, 0, 0))
        assert isinstance(await_(call, lambda event: True).message, Welcome)


@pytest.mark.parametrize("name", ["a_user_name_of_thirty_letters_", "n" * 4096, "two\nlines", ""])
def test_a_guest_with_any_name_gets_to_the_host(host: HostWire, name: str) -> None:
    call = GuestWire(host.invitation, name, PROGRAM)
    call.begin()
    try:
        arrived = await_(host, lambda event: isinstance(event, Arrived))
    finally:
        call.close(0.2)
    assert 0 < len(arrived.knock.name) <= MAX_NAME and arrived.knock.name.isprintable()


def test_a_connection_that_cannot_be_taken_does_not_end_the_listening(monkeypatch: pytest.MonkeyPatch) -> None:
    host = HostWire(Invitation("127.0.0.1", 0, new_secret()))
    accept, failing = host._loop.sock_accept, [errno.EMFILE, errno.ECONNABORTED]

    async def sock_accept(listening: socket.socket) -> Any:
        if failing:
            raise OSError(failing.pop(), "no")
        return await accept(listening)

    monkeypatch.setattr(host._loop, "sock_accept", sock_accept)
    host.begin()
    try:
        with calling(host.invitation):
            assert isinstance(await_(host, lambda event: True), Arrived)
    finally:
        host.close(0.2)


def test_who_does_not_know_the_secret_is_not_heard(host: HostWire) -> None:
    with calling(host.invitation._replace(secret=new_secret())) as call:
        assert "an old one" in await_(call, lambda event: isinstance(event, Lost)).why
    assert host.turned_away == 1
    assert host.poll() == []


def test_after_a_new_line_the_old_one_is_told_apart_and_answered_with_its_own_proof(host: HostWire) -> None:
    old = host.invitation
    host.renew_line()
    assert host.invitation.line != old.line and host.invitation._replace(secret=old.secret) == old
    for invitation, is_old in ((old, True), (host.invitation, False)):
        with calling(invitation) as call:
            assert let_in(host).line_is_old is is_old
            assert isinstance(await_(call, lambda event: isinstance(event, Heard)).message, Welcome)


def test_a_host_who_does_not_know_the_secret_is_no_host() -> None:
    def pretend(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection:
            connection.sendall(framed(Challenge(b"n" * 16)))
            connection.sendall(framed(Welcome(b"p" * 32, 1, b"t" * 16, Budgets(), False, 0, 0, 0)))
            connection.recv(4096)
            time.sleep(0.1)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=pretend, args=(listening,), daemon=True).start()
        with calling(Invitation("127.0.0.1", listening.getsockname()[1], new_secret())) as call:
            assert "does not know the secret" in await_(call, lambda event: isinstance(event, Lost)).why


def test_nobody_is_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with calling(Invitation("127.0.0.1", port, new_secret())) as call:
        assert f"port {port}: Connection refused" in await_(call, lambda event: isinstance(event, Lost)).why


# -- strangers, and guests who mean harm


def connected(host: HostWire, knows_secret: bool) -> socket.socket:
    """A connection by hand; with the secret, the greeting is over."""
    connection = socket.create_connection(("127.0.0.1", host.invitation.port), timeout=15)
    if knows_secret:
        head = connection.recv(LENGTH, socket.MSG_WAITALL)
        challenge = decoded(connection.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL), Challenge)
        nonce = os.urandom(16)
        proof = host.invitation.proof("guest", challenge.nonce, nonce)
        connection.sendall(framed(Knock(nonce, proof, "Eve", PROGRAM)))
        let_in(host)
    return connection


def ended(connection: socket.socket) -> bool:
    """Whether the other side has closed a connection."""
    with contextlib.suppress(ConnectionError):
        while connection.recv(65536):
            pass
    return True


def in_frame(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


HARM = {
    "noise": os.urandom(4000),
    "a message of 2 GB": (2**31 - 1).to_bytes(4, "big") + b"x" * 1000,
    "deep nesting": in_frame(b"\x91" * 4000),
    "a message of the host's": framed(TextLine("x")).replace(b"line", b"turn"),
    "silence": b"",
}


@pytest.mark.parametrize("knows_secret", [False, True])
@pytest.mark.parametrize("harm", HARM)
def test_who_does_harm_is_not_heard_any_longer_and_others_are(
    harm: str, knows_secret: bool, host: HostWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    with calling(host.invitation) as call:
        ann = let_in(host)
        await_(call, lambda event: isinstance(event, Heard))  # that she is let in; she can't speak before
        if harm == "silence":
            monkeypatch.setattr(wire, "GREETING", 0.2)
            if knows_secret:
                monkeypatch.setattr(wire, "SILENCE", 0.5)
        with connected(host, knows_secret) as connection:
            connection.sendall(HARM[harm])
            if harm == "silence" and not knows_secret:
                assert ended(connection)
            elif knows_secret:
                lost = await_(host, lambda event: isinstance(event, Lost))
                assert lost.peer != ann.peer
            else:
                assert ended(connection)
        call.send(0, TextLine("still here"))
        assert await_(host, lambda event: isinstance(event, Heard)).message == TextLine("still here")


def test_a_flood_of_messages_waits_on_the_side_of_who_sends_them(host: HostWire) -> None:
    report = framed(TurnReport(0, ()))
    with connected(host, True) as connection:
        connection.settimeout(0.05)
        end, sent, heard = time.monotonic() + 1.0, 0, 0
        while time.monotonic() < end:
            with contextlib.suppress(TimeoutError):
                sent += connection.send(report * 2000) // len(report)
            heard += sum(isinstance(event, Heard) for event in host.poll())
        assert sent > 3000
        passed = time.monotonic() - end + 1.0
        assert 100 < heard <= 256 + 128 * (passed + 0.5)


def test_a_flood_of_a_host_waits_on_his_side_until_the_guest_has_time(
    host: HostWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "_MOST_OF_HOST", 50)
    with calling(host.invitation) as call:
        arrived = let_in(host)
        assert isinstance(await_(call, lambda event: True).message, Welcome)
        host.send(arrived.peer, *(TextLine(str(number)) for number in range(500)))
        time.sleep(0.3)
        lines = call.poll()
        assert 50 <= len(lines) <= 55
        while len(lines) < 500:
            lines += call.wait(5.0)
        assert [line.message.text for line in lines if isinstance(line, Heard)] == [
            str(number) for number in range(500)
        ], "none is lost"


def test_somebody_with_the_secret_gets_in_through_a_crowd_without(
    host: HostWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = threading.Event()

    def crowd() -> None:
        wrong = framed(Knock(b"n" * 16, b"p" * 32, "Eve", PROGRAM))
        while not stop.is_set():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", host.invitation.port), 1) as one:
                one.sendall(wrong)
                time.sleep(0.002)

    threads = [threading.Thread(target=crowd, daemon=True) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        began = time.process_time()
        while host.turned_away < 12:
            time.sleep(0.01)
        with calling(host.invitation):
            let_in(host)
        assert time.process_time() - began < 5
    finally:
        stop.set()
        for thread in threads:
            thread.join(5)


# -- encryption


def test_the_way_to_another_computer_is_encrypted_for_one_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    tls, fingerprint = certificate.for_host("127.0.0.1")
    host = HostWire(Invitation("127.0.0.1", 0, new_secret(), fingerprint), tls)
    invitation = host.begin()
    try:
        with calling(invitation, tls=certificate.for_guest()) as call:
            let_in(host)
            assert isinstance(await_(call, lambda event: isinstance(event, Heard)).message, Welcome)
        with calling(invitation._replace(fingerprint=b"f" * 32), tls=certificate.for_guest()) as call:
            why = await_(call, lambda event: isinstance(event, Lost)).why
            assert ": its certificate is not the one of the line; copy the whole line once more" in why
            assert "does not speak" not in why
        monkeypatch.setattr(wire, "GREETING", 0.5)
        with calling(invitation._replace(fingerprint=b"")) as call:  # which does not encrypt
            assert isinstance(await_(call, lambda event: isinstance(event, Lost)), Lost)
    finally:
        host.close(0.2)


@pytest.mark.skipif(not hasattr(socket, "TCP_CONGESTION"), reason="of Linux")
@pytest.mark.parametrize(
    ("now", "there", "then"),
    [
        (b"bbr", (b"cubic", b"reno"), b"cubic"),
        (b"bbr", (b"reno",), b"reno"),
        (b"bbr", (), b"bbr"),
        (b"dctcp", (), b"dctcp"),
    ],
)
def test_turns_are_not_held_up_by_a_rule_that_lets_few_packets_be_under_way(
    now: bytes, there: tuple[bytes, ...], then: bytes
) -> None:
    class Connection:
        rule = now

        def getsockopt(self, level: int, option: int, size: int) -> bytes:
            return self.rule.ljust(size, b"\0")

        def setsockopt(self, level: int, option: int, value: Any) -> None:
            if option == socket.TCP_CONGESTION and value not in there:
                raise FileNotFoundError(value)
            self.rule = value if option == socket.TCP_CONGESTION else self.rule

    connection = Connection()
    send_at_once(connection)
    assert connection.rule == then
