"""The one place where the session of a recording is made, whichever world it is in."""

from __future__ import annotations

from sandbox.commands.session import Log, Session
from sandbox.recording.recording import Recording
from sandbox.worlds.program import WorldDesign


def session_of(recording: Recording, log: Log | None = None) -> Session:
    """Begin the session of a recording anew, from its tick 0.

    Raises:
        BadFile: it is in a world of another program, and nobody has named the function that makes it.
        Refused: that world can't be run twice alike.
    """
    head = recording.head
    if not isinstance(head.design, WorldDesign):
        return Session(head.design, head.seed, log, is_read=True)  # to check a thousand parts again takes 20 ms
    from sandbox.worlds.world_session import WorldSession, world_of  # most have no need of it

    return WorldSession(world_of(head.design), head.design, log)


def failure_of(session: Session) -> str:
    """Say what a world of another program has raised, so that it runs no longer; empty if nothing."""
    from sandbox.worlds.world_session import WorldSession

    return session.failure if isinstance(session, WorldSession) else ""
