"""A network that is not good: a TCP proxy that delays, varies the delay, and holds up what a lost packet would.

The kernel here can't do that itself. A packet that TCP has lost comes again once the three after it have been
acknowledged, which takes a round trip more, and all that follows it waits; so loss is a longer delay of one piece, and
of all after it.
"""

from __future__ import annotations

import asyncio
import contextlib
import random  # noqa: TID251  (of the network)
import threading
from collections.abc import Iterator
from typing import NamedTuple

_THREE_MORE = 0.05  # s until three more packets have come, of 60 in a second


class Way(NamedTuple):
    """How bad it is, one way: seconds of delay, up to so many more or less, and the share of pieces that are lost."""

    delay: float
    jitter: float = 0.0
    loss: float = 0.0


class Proxy:
    """A proxy on a port of its own; `bytes` counts what went through, to the host and back."""

    def __init__(self, port: int, way: Way) -> None:
        self._to, self._way = port, way
        self._chance = random.Random(1)
        self.port = 0
        self.bytes = [0, 0]
        self._writers: set[asyncio.StreamWriter] = set()
        self.loop = asyncio.new_event_loop()

    async def begin(self) -> None:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, far_writer}
        await asyncio.gather(self._carry(reader, far_writer, 0), self._carry(far_reader, writer, 1))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, side: int) -> None:
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivery = asyncio.ensure_future(self._deliver(under_way, writer))
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                self.bytes[side] += len(data)
                late = self._way.delay + self._chance.uniform(-1, 1) * self._way.jitter
                late += 2 * self._way.delay + _THREE_MORE if self._chance.random() < self._way.loss else 0.0
                under_way.put_nowait((self.loop.time() + late, data))
        under_way.put_nowait((self.loop.time(), b""))
        await delivery

    async def _deliver(self, under_way: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while True:
                due, data = await under_way.get()
                await asyncio.sleep(max(0.0, due - self.loop.time()))
                if not data:
                    break
                writer.write(data)
                await writer.drain()
        writer.close()
        self._writers.discard(writer)

    def cut(self) -> None:
        """Break all connections."""
        self.loop.call_soon_threadsafe(lambda: [writer.transport.abort() for writer in list(self._writers)])


@contextlib.contextmanager
def bad_network(port: int, way: Way) -> Iterator[Proxy]:
    """Run a proxy to a port of this computer."""
    proxy = Proxy(port, way)
    thread = threading.Thread(target=proxy.loop.run_forever, daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(proxy.begin(), proxy.loop).result(5)
    try:
        yield proxy
    finally:
        proxy.loop.call_soon_threadsafe(proxy.loop.stop)
        thread.join(5)
