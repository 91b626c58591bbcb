"""The journal: records a session as it goes, from the first tick on, in its own file.

When the disk fails the session continues, and the tape holds the reason.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.recording import fingerprint
from sandbox.recording.recording import Recorder
from sandbox.workspace.session_files import Claim, Sessions, Tape


class Logbook:
    """The journal of one session. Until `begin` its tape buffers everything; for a watched recording `begin` is never
    called.
    """

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self._claim: Claim | None = None

    @property
    def claimed(self) -> Path | None:
        """Path reserved for this session, even if the disk has failed since; None before `begin`."""
        return self._claim.path if self._claim is not None else None

    @property
    def claim(self) -> Claim | None:
        """The claim on that path."""
        return self._claim

    @property
    def path(self) -> Path | None:
        """Path of the file that is being written; None if nothing is."""
        return self.claimed if self.tape.recorder is not None else None

    def begin(self, sessions: Sessions, first: Design, seed: int, level: Path | None) -> None:
        """Write everything buffered so far, and everything that follows, to a file in the folder of sessions.

        `first` is the design at the session's start, `level` its level file.
        """
        try:
            self._claim = sessions.new()
            self._claim.note(level)
            self.tape.connect(Recorder(self._claim.path, first, seed, fingerprint.current()))
            sessions.prune()
        except (BadFile, OSError, Refused) as error:
            self.tape.break_off(error)

    def note(self, level: Path | None) -> None:
        """Note the session's level file, for resuming this session after the program was killed."""
        if self._claim is not None:
            self._claim.note(level)

    def save_copy(self, path: Path, session: Session) -> bool:
        """Write a complete recording of the session up to now to a file; False if it is not being recorded.

        Raises:
            BadFile, Refused, OSError: it can't be written.
        """
        if self.tape.recorder is None:
            return False
        self.tape.recorder.save_copy(path, session)
        return True

    def abandon(self, session: Session, why: str) -> Path | None:
        """Leave the recording without an end, with everything that the session can still provide; return its path.

        `why` is noted beside it, so that no later start runs it again without asking.
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
        """End the recording, and delete it if it holds no command. Does nothing if `begin` was not called."""
        claim, self._claim = self._claim, None
        if claim is None:
            return
        self.tape.close(session, reason)
        if not self.tape.commands:
            claim.path.unlink(missing_ok=True)
        claim.release()


__all__ = ["Logbook"]
