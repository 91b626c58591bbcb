"""The ways into a shared session: a door for guests, and a call to a host. What knows the network is imported here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.editing.document import why_closed
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.watchdog import WatchedSession

if TYPE_CHECKING:
    from sandbox.together.guest import JointGuest
    from sandbox.together.host_wire import HostWire

LOCAL = "127.0.0.1"


def why_not_shared(document: OpenDocument) -> str:
    """Say why what is open can't be shared now; empty if it can."""
    if document.unrecorded is not None:
        return "stop the machine first: a run with a variable step can't be shared"
    closed = why_closed(document, edits=False)
    if closed is not None:
        return closed.text
    if document.recording_path is None:
        return "this session is not being recorded, and guests begin with its recording"
    return ""


def door(address: str, port: int) -> HostWire:
    """Open a door to others at an address of this computer; port 0: any. The way there is encrypted, unless it is only
    this computer's own.

    Raises:
        Refused: nobody can be let in there; the sentence says why.
    """
    from sandbox.together import certificate, invitation
    from sandbox.together.host_wire import HostWire

    tls, fingerprint = (None, b"") if invitation.is_loopback(address) else certificate.for_host(address)
    return HostWire(invitation.Invitation(address, port, invitation.new_secret(), fingerprint), tls)


def call(line: str, name: str, path: Path) -> JointGuest:
    """Call the host whose line this is; the recording is written to a path.

    Raises:
        Refused, BadFile: the line is none, or what encrypts the way is not installed.
    """
    from sandbox.together import certificate, invitation, program
    from sandbox.together.guest import JointGuest
    from sandbox.together.guest_wire import GuestWire
    from sandbox.together.messages import printable_name

    invited = invitation.parse(line)
    tls = certificate.for_guest() if invited.fingerprint else None
    return JointGuest(GuestWire(invited, printable_name(name), program.here(), tls), path, WatchedSession)
