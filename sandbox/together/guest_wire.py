"""A guest's end of the connection: it calls the host, and shows that it knows the secret."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import ssl

from sandbox.recording.plain_text import one_line
from sandbox.together.invitation import Invitation
from sandbox.together.messages import (
    MAX_GREETING,
    MAX_MESSAGE,
    PROTOCOL,
    Challenge,
    FromHost,
    Knock,
    Program,
    Sorry,
    Welcome,
    framed,
    printable_name,
)
from sandbox.together.shape import BadMessage
from sandbox.together.wire import GREETING, EventThread, Heard, Lost, Peer, send_at_once


class _WrongCertificate(BadMessage):
    """The host's certificate is another one than that of the invitation."""


class GuestWire(EventThread):
    """A guest's end: it calls the host, and shows that it knows the secret. The host is peer 0."""

    def __init__(
        self, invitation: Invitation, name: str, program: Program, tls: ssl.SSLContext | None = None
    ) -> None:  # fmt: skip
        super().__init__()
        self.invitation = invitation
        self._name, self._program, self._tls = printable_name(name), program, tls

    def begin(self, ticket: bytes = b"", next_turn: int = 0) -> None:
        """Call the host; `poll` then tells of a `Welcome` or `Sorry`, or that the connection is lost."""
        if not self._thread.is_alive():
            self._thread.start()
        self._soon(lambda: self._start(self._call(ticket, next_turn)))

    async def _call(self, ticket: bytes, next_turn: int) -> None:
        peer, why = None, ""
        try:
            async with asyncio.timeout(GREETING):
                peer = await self._connect()
                welcome = await self._knock(peer, ticket, next_turn)
        except _WrongCertificate as error:
            why = str(error)
        except BadMessage as error:
            why = f"it does not speak as a host does: {error}"
        except TimeoutError:
            why = "it does not answer"
        except EOFError:
            why = "it has hung up: the line may be an old one, or was not copied as a whole"
        except OSError as error:
            why = one_line(os.strerror(error.errno) if error.errno else str(error), 200)
        if why or peer is None:
            if peer is not None:
                peer.writer.transport.abort()
            self._happened.put(Lost(0, f"{self.invitation.host} port {self.invitation.port}: {why}"))
            return
        self._peers[0] = peer
        self._happened.put(Heard(0, welcome))
        await self._listen_to(peer, FromHost)

    async def _connect(self) -> Peer:
        host, port = self.invitation.host, self.invitation.port
        reader, writer = await asyncio.open_connection(
            host, port, limit=MAX_MESSAGE, ssl=self._tls, server_hostname="sandbox" if self._tls else None
        )
        peer = Peer(0, reader, writer)
        connection = writer.get_extra_info("socket")
        send_at_once(connection)
        if self.invitation.fingerprint and self._tls is not None:
            certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
            if not hmac.compare_digest(hashlib.sha256(certificate).digest(), self.invitation.fingerprint):
                writer.transport.abort()
                raise _WrongCertificate("its certificate is not the one of the line; copy the whole line once more, "
                                        "and if that does not help, somebody may be in between")  # fmt: skip
        return peer

    async def _knock(self, peer: Peer, ticket: bytes, next_turn: int) -> Welcome | Sorry:
        challenge, _ = await peer.read(Challenge, MAX_GREETING)
        if challenge.protocol != PROTOCOL:
            raise BadMessage(f"it speaks version {challenge.protocol}, and this program version {PROTOCOL}")
        nonce = os.urandom(16)
        proof = self.invitation.proof("guest", challenge.nonce, nonce)
        peer.writer.write(framed(Knock(nonce, proof, self._name, self._program, ticket, next_turn)))
        answer, _ = await peer.read(Welcome | Sorry, MAX_GREETING)
        if isinstance(answer, Welcome) and not self.invitation.is_proof(answer.proof, "host", challenge.nonce, nonce):
            raise BadMessage("it does not know the secret of the line")
        assert isinstance(answer, Welcome | Sorry)
        return answer
