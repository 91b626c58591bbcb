"""The connections between machines: an event loop in a thread of its own, behind queues.

Whoever runs the session asks with `poll` what has come, and hands out messages with `send`; neither ever waits. A peer
is heard only after he has proved that he knows the secret. Then he is heard at a limited rate: what he sends faster
waits on his side.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, NamedTuple

from sandbox.together.messages import (
    LENGTH,
    MAX_MESSAGE,
    FromGuest,
    Knock,
    Letter,
    Ping,
    Pong,
    decoded,
    framed,
    length_of,
)
from sandbox.together.shape import BadMessage

SILENCE = 10.0  # seconds without a word, after which a peer is lost
PULSE = 1.0  # seconds between two signs of life
GREETING = 10.0  # seconds that a greeting may take
_FRAMES = 128.0  # messages a second that are heard of a peer, in the long run
_BURST = 256.0  # messages
_SIZE = 4096  # bytes of a message that count as one message more
_MOST_UNHEARD = 256  # messages of a peer that nobody has asked for yet
_MOST_OF_HOST = 1024  # messages of the host that a guest, who is busy, has not asked for yet
_MOST_UNSENT = 20_000  # messages to a peer who does not take them


class Arrived(NamedTuple):
    """Somebody who knows the secret; `proof` shows him that the host does, too.

    `line_is_old`: it is the secret of a line in whose place the host has put another one.
    """

    peer: int
    knock: Knock
    proof: bytes
    line_is_old: bool = False


class Heard(NamedTuple):
    """A message from a peer."""

    peer: int
    message: Any


class Lost(NamedTuple):
    """The end of a connection, in words."""

    peer: int
    why: str


Happening = Arrived | Heard | Lost


def send_at_once(connection: Any) -> None:
    """Let a connection send each message as soon as it can.

    Where BBR says how much may be under way, that is four packets for a while every ten seconds, which is less than the
    turns on a way of a tenth of a second. So another rule is taken there.
    """
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    option = getattr(socket, "TCP_CONGESTION", None)  # of Linux
    if option is None or not connection.getsockopt(socket.IPPROTO_TCP, option, 16).startswith(b"bbr"):
        return
    for rule in (b"cubic", b"reno"):
        with contextlib.suppress(OSError):  # this system does not have it, or not for everybody
            connection.setsockopt(socket.IPPROTO_TCP, option, rule)
            return


class RateBucket:
    """A rate that something may have in the long run, with a stock for bursts."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._at = most, 0.0

    def wait(self, now: float, cost: float = 1.0) -> float:
        """Take something out; return the seconds to wait before that is allowed."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate) if self._at else self._most
        self._at = now
        self._left -= cost
        return max(0.0, -self._left / self._rate)


class Peer:
    """A connection, and the messages that it is still to take."""

    def __init__(self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.number, self.reader, self.writer = number, reader, writer
        self.outgoing: asyncio.Queue[bytes | Iterator[Letter] | None] = asyncio.Queue()
        self.received = self.heard = 0  # messages: each is counted by one thread only
        self.pinged: dict[int, float] = {}
        self.delay = 0.0
        self.is_answered = False  # the first message to him has been sent, which is the answer to his greeting
        self.why = ""  # it is closed from this side

    @property
    def unheard(self) -> int:
        """The number of messages that nobody has asked for yet."""
        return self.received - self.heard

    async def read(self, type_: Any, most: int = MAX_MESSAGE) -> tuple[Any, int]:
        """Read a message of a type; return its length, too."""
        length = length_of(await self.reader.readexactly(LENGTH), most)
        return decoded(await self.reader.readexactly(length), type_), length

    async def write_all(self) -> None:
        """Send what is to be sent, up to the end."""
        with contextlib.suppress(ConnectionError, OSError, RuntimeError):
            while (data := await self.outgoing.get()) is not None:
                for piece in (data,) if isinstance(data, bytes) else map(framed, data):
                    self.writer.write(piece)
                    await self.writer.drain()
                    if piece is not data:
                        await asyncio.sleep(0)  # others are heard in between
        self.writer.close()


class EventThread:
    """The event loop in its thread, and the queue of what has happened. One of its two kinds is a host's or guest's."""

    def __init__(self) -> None:
        self._happened: queue.SimpleQueue[Happening] = queue.SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="together", daemon=True)
        self._peers: dict[int, Peer] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        for task in list(self._tasks):
            task.cancel()
        with contextlib.suppress(Exception):
            self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
            self._loop.run_until_complete(asyncio.sleep(0))  # transports close with the next round
        self._loop.close()

    def poll(self) -> list[Happening]:
        """Return what has happened since the last call."""
        happened: list[Happening] = []
        with contextlib.suppress(queue.Empty):
            while True:
                event = self._happened.get_nowait()
                happened.append(self._heard(event))
        return happened

    def _heard(self, event: Happening) -> Happening:
        peer = self._peers.get(event.peer)
        if peer is not None and isinstance(event, Heard):
            peer.heard += 1
        return event

    def wait(self, seconds: float) -> list[Happening]:
        """Return what happens within some seconds, as soon as there is anything."""
        try:
            event = self._happened.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return []
        return [self._heard(event), *self.poll()]

    def send(self, peer: int, *messages: Letter) -> None:
        """Send messages to a peer, in their order; nothing if he is gone."""
        data = b"".join(map(framed, messages))
        self._soon(lambda: self._put(peer, data))

    def send_each(self, peer: int, messages: Iterator[Letter]) -> None:
        """Send messages that are made in this thread, one by one, as the peer takes them; nothing if he is gone."""
        self._soon(lambda: self._put(peer, messages))

    def drop(self, peer: int, why: str = "") -> None:
        """Close a connection once all has been sent."""
        self._soon(lambda: self._end(peer, why))

    def delay(self, peer: int) -> float:
        """Return how many seconds a message takes to a peer and back; 0 if that is not known."""
        known = self._peers.get(peer)
        return known.delay if known is not None else 0.0

    def close(self, seconds: float = 2.0) -> None:
        """Close all connections, once all has been sent or the time is over."""

        async def end() -> None:
            for number in list(self._peers):
                self._end(number, "closed")
            for _ in range(int(seconds / 0.02)):
                if not self._peers:
                    break
                await asyncio.sleep(0.02)

        if self._thread.is_alive():
            with contextlib.suppress(Exception):
                asyncio.run_coroutine_threadsafe(end(), self._loop).result(seconds + 1)
            self._soon(self._loop.stop)
            self._thread.join(seconds)

    # -- inside the thread

    def _soon(self, function: Callable[[], object]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(function)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _put(self, number: int, data: bytes | Iterator[Letter]) -> None:
        peer = self._peers.get(number)
        if peer is None:
            return
        if peer.outgoing.qsize() > _MOST_UNSENT:
            peer.why = "took nothing that was sent"
            peer.writer.transport.abort()
            return
        peer.is_answered = True
        peer.outgoing.put_nowait(data)

    def _end(self, number: int, why: str) -> None:
        peer = self._peers.get(number)
        if peer is not None:
            peer.why = peer.why or why or "closed"
            peer.outgoing.put_nowait(None)
            self._loop.call_later(3.0, peer.writer.transport.abort)  # whoever takes nothing

    async def _listen_to(self, peer: Peer, type_: Any) -> None:
        """Hear a peer until the connection ends, and report that."""
        why = "the connection was lost"
        bucket = RateBucket(_FRAMES, _BURST)
        self._start(peer.write_all())
        try:
            while True:
                message, length = await asyncio.wait_for(peer.read(type_), SILENCE)
                if isinstance(message, Ping):
                    peer.outgoing.put_nowait(framed(Pong(message.number)))
                    continue
                if isinstance(message, Pong):
                    sent = peer.pinged.pop(message.number, None)
                    peer.delay = self._loop.time() - sent if sent is not None else peer.delay
                else:
                    peer.received += 1
                    self._happened.put(Heard(peer.number, message))
                await self._keep_to_rate(peer, bucket, length, type_)
        except BadMessage as error:
            why = str(error)
        except TimeoutError:
            why = f"nothing was heard for {SILENCE:g} s"
        except (OSError, EOFError):
            pass
        finally:
            self._peers.pop(peer.number, None)
            peer.outgoing.put_nowait(None)
            peer.writer.close()
            self._happened.put(Lost(peer.number, peer.why or why))

    async def _keep_to_rate(self, peer: Peer, bucket: RateBucket, length: int, type_: Any) -> None:
        """Let a peer wait who sends too much: what he sends stays with him until it is heard."""
        most = _MOST_UNHEARD if type_ is FromGuest else _MOST_OF_HOST
        while peer.unheard > most and not self._loop.is_closed():
            await asyncio.sleep(0.02)
        if type_ is not FromGuest:
            return
        wait = bucket.wait(self._loop.time(), 1 + length // _SIZE)
        if wait:
            await asyncio.sleep(wait)

    async def _pulse(self) -> None:
        number = 0
        while True:
            await asyncio.sleep(PULSE)
            number += 1
            for peer in self._peers.values():
                if not peer.is_answered:
                    continue
                peer.pinged = {number: self._loop.time(), **dict(list(peer.pinged.items())[:4])}
                peer.outgoing.put_nowait(framed(Ping(number)))
