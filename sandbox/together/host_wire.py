"""The host's end of all connections: it listens, and lets those in who know the secret."""

from __future__ import annotations

import asyncio
import os
import socket
import ssl

from sandbox.errors import Refused
from sandbox.together.invitation import Invitation, is_any, new_secret
from sandbox.together.messages import MAX_GREETING, MAX_MESSAGE, Challenge, FromGuest, Knock, framed
from sandbox.together.shape import BadMessage
from sandbox.together.wire import GREETING, Arrived, EventThread, Peer, RateBucket, send_at_once

_MOST_UNKNOWN = 16  # connections that have not yet shown that they know the secret
_MOST_LINES = 64  # by which those who are in can come back
_ACCEPTED = 20.0  # connections a second that are looked at, in the long run


class HostWire(EventThread):
    """The host's end: it listens, and lets those in who know the secret."""

    def __init__(self, invitation: Invitation, tls: ssl.SSLContext | None = None) -> None:
        super().__init__()
        self._invitations: tuple[Invitation, ...] = (invitation,)  # the last one is that of the present line
        self.turned_away = 0  # connections of those who don't know the secret
        self._tls = tls
        self._number = 0
        self._unknown: dict[int, asyncio.StreamWriter] = {}
        self._socket: socket.socket | None = None

    @property
    def invitation(self) -> Invitation:
        """The invitation whose line lets guests in now."""
        return self._invitations[-1]

    def renew_line(self) -> None:
        """Put another secret in the place of the one that is known; who comes by an old line is said to (`Arrived`)."""
        renewed = self.invitation._replace(secret=new_secret())
        self._invitations = (*self._invitations, renewed)[-_MOST_LINES:]

    def begin(self) -> Invitation:
        """Listen; return the invitation with the port that was found, if it names none.

        Raises:
            Refused: nobody can listen there.
        """
        host, port = self.invitation.host, self.invitation.port
        if is_any(host):
            raise Refused(f"guests can't call {host}; name the address of this computer by which they reach it")
        try:
            family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            self._socket = socket.create_server(address[:2], family=family, backlog=_MOST_UNKNOWN)
        except UnicodeError:
            raise Refused(f"{host!r} is no address of a computer; name this one's, such as 192.0.2.7") from None
        except OSError as error:
            raise Refused(f"can't listen on {host} port {port}: {error.strerror or error}; choose another") from None
        self._socket.setblocking(False)
        self._invitations = (self.invitation._replace(port=self._socket.getsockname()[1]),)
        self._thread.start()
        self._soon(lambda: self._start(self._accept_all()))
        self._soon(lambda: self._start(self._pulse()))
        return self.invitation

    def close(self, seconds: float = 2.0) -> None:
        super().close(seconds)
        if self._socket is not None:
            self._socket.close()

    async def _accept_all(self) -> None:
        """Look at one connection after the other, at a limited rate: others wait in the system's queue."""
        assert self._socket is not None
        bucket = RateBucket(_ACCEPTED, _MOST_UNKNOWN)
        while True:
            try:
                connection, _ = await self._loop.sock_accept(self._socket)
            except OSError:  # it was gone already, or this process has no file left for it: others may have more luck
                await asyncio.sleep(0.1)
                continue
            if len(self._unknown) >= _MOST_UNKNOWN:  # the one that has had the longest time makes room
                self._unknown.pop(next(iter(self._unknown))).transport.abort()
            self._start(self._serve(connection))
            await asyncio.sleep(bucket.wait(self._loop.time()))

    async def _serve(self, connection: socket.socket) -> None:
        self._number += 1
        number = self._number
        try:
            send_at_once(connection)
            reader = asyncio.StreamReader(limit=MAX_MESSAGE)
            protocol = asyncio.StreamReaderProtocol(reader)
            within = GREETING if self._tls is not None else None
            transport, _ = await self._loop.connect_accepted_socket(
                lambda: protocol, connection, ssl=self._tls, ssl_handshake_timeout=within
            )
        except (OSError, TimeoutError):
            self.turned_away += 1
            connection.close()
            return
        peer = Peer(number, reader, asyncio.StreamWriter(transport, protocol, reader, self._loop))
        self._unknown[number] = peer.writer
        try:
            arrived = await asyncio.wait_for(self._greet(peer), GREETING)
        except (BadMessage, OSError, EOFError, TimeoutError):
            arrived = None
        self._unknown.pop(number, None)
        if arrived is None:
            self.turned_away += 1
            peer.writer.transport.abort()
            return
        self._peers[number] = peer
        self._happened.put(arrived)
        await self._listen_to(peer, FromGuest)

    async def _greet(self, peer: Peer) -> Arrived | None:
        """Ask for the secret; None: he does not know it."""
        nonce = os.urandom(16)
        peer.writer.write(framed(Challenge(nonce)))
        await peer.writer.drain()
        knock, _ = await peer.read(Knock, MAX_GREETING)
        invitations = self._invitations
        known = next((one for one in invitations if one.is_proof(knock.proof, "guest", nonce, knock.nonce)), None)
        if known is None:
            return None
        return Arrived(peer.number, knock, known.proof("host", nonce, knock.nonce), known is not invitations[-1])
