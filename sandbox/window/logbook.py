"""The recording of a session as it is written: what the tape is told goes to a file of its own, from the first tick on.

Where the disk fails the session goes on, and the tape says why nothing is written any more.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from sandbox import fingerprint
from sandbox.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.recording import Recorder
from sandbox.session import Session
from sandbox.window.sessions import Claim, Sessions, Tape


class Logbook:
    """Of one session. Until it is begun its tape keeps what it is told; when a recording is watched it never is."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self._claim: Claim | None = None

    @property
    def claimed(self) -> Path | None:
        """The path that is this session's, whether or not the disk has failed since; None before `begin`."""
        return self._claim.path if self._claim is not None else None

    @property
    def claim(self) -> Claim | None:
        """What holds that path."""
        return self._claim

    @property
    def path(self) -> Path | None:
        """The file that is being written to."""
        return self.claimed if self.tape.recorder is not None else None

    def begin(self, sessions: Sessions, first: Design, seed: int, level: Path | None) -> None:
        """Write all that was told and all that comes to a file in the folder of sessions.

        `first` is the design that the session began with, `level` the file that it is about.
        """
        try:
            self._claim = sessions.new()
            self._claim.note(level)
            self.tape.connect(Recorder(self._claim.path, first, seed, fingerprint.current()))
            sessions.prune()
        except (BadFile, OSError, Refused) as error:
            self.tape.break_off(error)

    def note(self, level: Path | None) -> None:
        """The level file that it is about, for whoever goes on with this session after the program was killed."""
        if self._claim is not None:
            self._claim.note(level)

    def save_copy(self, path: Path, session: Session) -> bool:
        """Write a complete recording of the session up to now to a file; False: it is not being recorded.

        Raises:
            BadFile, Refused, OSError: it can't be written.
        """
        if self.tape.recorder is None:
            return False
        self.tape.recorder.save_copy(path, session)
        return True

    def abandon(self, session: Session, why: str) -> Path | None:
        """Leave the recording without an end, with all that the session can tell; returns where it lies.

        `why` is noted beside it, so that nobody runs it again unasked.
        """
        claim, self._claim = self._claim, None
        with contextlib.suppress(Exception):  # the session may be broken
            session.flush(state=False)
        self.tape.abandon()
        if claim is None:
            return None
        claim.report(why)
        claim.let_go()
        return claim.path

    def end(self, session: Session, reason: str) -> None:
        """End the recording; one without a command is not worth keeping. What was not begun needs no end."""
        claim, self._claim = self._claim, None
        if claim is None:
            return
        self.tape.close(session, reason)
        if not self.tape.commands:
            claim.path.unlink(missing_ok=True)
        claim.release()


__all__ = ["Logbook"]
