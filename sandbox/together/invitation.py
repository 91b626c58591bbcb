"""The line that invites to a session, and the secret in it: who has the line can join, and nobody else.

It looks like ``sandbox://192.0.2.7:7777/#secret.fingerprint``. The secret has 128 bits. It is never sent: both sides
prove that they know it. The fingerprint is that of the host's certificate; on one computer there need not be one.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import ipaddress
import os
from typing import NamedTuple
from urllib.parse import urlsplit

from sandbox.errors import Refused

_SECRET, _FINGERPRINT = 16, 32  # bytes
_FORM = "sandbox://ADDRESS:PORT/#SECRET, as `sandbox host` prints it"


class Invitation(NamedTuple):
    """An address, the secret, and the SHA-256 of the host's certificate; empty: the way is not encrypted."""

    host: str
    port: int
    secret: bytes
    fingerprint: bytes = b""

    @property
    def line(self) -> str:
        """The line to copy."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        print_ = f".{_text(self.fingerprint)}" if self.fingerprint else ""
        return f"sandbox://{host}:{self.port}/#{_text(self.secret)}{print_}"

    def proof(self, side: str, *nonces: bytes) -> bytes:
        """Prove to the other side that this one knows the secret.

        Args:
            side: "host" or "guest", so that nobody can send back what he has got.
            nonces: the random bytes of both sides, in the same order on both.
        """
        return hmac.digest(self.secret, b"\0".join((side.encode(), *nonces, self.fingerprint)), hashlib.sha256)

    def is_proof(self, proof: bytes, side: str, *nonces: bytes) -> bool:
        """Tell whether the other side knows the secret."""
        return hmac.compare_digest(proof, self.proof(side, *nonces))


def new_secret() -> bytes:
    """Return a secret for a session."""
    return os.urandom(_SECRET)


def parse(line: str) -> Invitation:
    """Read the line that invites to a session.

    Raises:
        Refused: it is none, or it is one for another computer without encryption.
    """
    try:
        parts = urlsplit(line.strip())
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")  # as is done with it when it is called
        secret, _, fingerprint = (parts.fragment or "").partition(".")
        invitation = Invitation(host or "", port or 0, _bytes(secret, _SECRET), _bytes(fingerprint, _FINGERPRINT))
    except (ValueError, binascii.Error):
        raise Refused(f"this is no invitation; copy the whole line: {_FORM}") from None
    if parts.scheme != "sandbox" or not invitation.host or not invitation.port or not invitation.secret:
        raise Refused(f"this is no invitation; copy the whole line: {_FORM}")
    if not invitation.fingerprint and not is_loopback(invitation.host):
        raise Refused(
            f"{invitation.host} is another computer, and the line has no fingerprint of a certificate, so the way "
            "there is not encrypted; let the host use --listen, or go through a tunnel (ssh -L) to 127.0.0.1"
        )
    return invitation


def is_loopback(host: str) -> bool:
    """Tell whether an address can be reached from this computer only."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_any(host: str) -> bool:
    """Tell whether an address stands for all addresses of a computer, so that nobody can call it."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return not host


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str, size: int) -> bytes:
    data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    if data and len(data) != size:
        raise ValueError
    return data
