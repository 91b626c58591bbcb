"""The recording of the open session, which is written as the session goes on, whether or not it is ever saved.

A recording that is run here, in place of the session or to become it, is claimed too: a crash is noted beside it.
"""

from __future__ import annotations

from pathlib import Path

from sandbox.workspace.document import OpenDocument
from sandbox.workspace.files.session_files import Claim, Sessions
from sandbox.workspace.gate import Gate
from sandbox.workspace.watchdog import Watchdog


class LiveRecording:
    """Writes the recording of the open session. `sessions` is the folder that holds those of all sessions."""

    def __init__(self, document: OpenDocument, gate: Gate, watchdog: Watchdog | None) -> None:
        """`watchdog` notes what ends the process."""
        self.sessions = Sessions(document.data)
        self._document = document
        self._gate = gate
        self._watchdog = watchdog
        self._attempt: Claim | None = None  # on a recording of another session that is run here

    def begin(self) -> None:
        """Write this session, from its first tick on, to a file of its own."""
        document = self._document
        document.journal.begin(self.sessions, document.first, document.session.seed, document.file.path)
        self._mind(document.journal.claim)
        document.look()

    def go_on(self) -> None:
        """Mind the recording of a session that has come from elsewhere."""
        self._mind(self._document.journal.claim)

    def end(self, reason: str) -> None:
        """End the recording of the current session."""
        document = self._document
        self.end_attempt()
        if document.journal.claimed is not None:
            self._mind(None)
            self._gate.settle()
            document.journal.end(document.recorded, reason)
            document.look()

    def abandon(self, why: str = "") -> Path | None:
        """Leave the recording without an end, so that the next start offers to resume it; return its path.

        `why` is noted beside it, so that no later start runs it again without asking.
        """
        self._mind(None)
        return self._document.journal.abandon(self._document.recorded, why)

    # -- while it goes on

    def sync(self, now_ns: int) -> None:
        """Force to disk what was written, once a second; to be called when `sync_due_ns` is 0."""
        self._document.journal.session_log.sync(now_ns)
        self._document.look()

    def sync_due_ns(self, now_ns: int) -> int | None:
        """Return nanoseconds until `sync` is due; None if nothing is to be written."""
        return self._document.journal.session_log.sync_due_ns(now_ns)

    def force(self) -> None:
        """Force the written part of the recording to disk, and wait until it is there."""
        self._document.journal.session_log.force()
        self._document.look()

    def copy(self, path: Path) -> Path | None:
        """Return a file with all of this session so far, for another program to read; None if it is not being recorded.

        Raises:
            BadFile, Refused, OSError: it can't be written.
        """
        document = self._document
        if document.playback is not None:
            return document.playback.path
        if document.journal.path is None:
            return None
        self._gate.bring_up_to_date()
        return path if document.journal.save_copy(path, document.recorded) else None

    # -- recordings that are run here

    def begin_attempt(self, path: Path, mark: str = "") -> None:
        """Claim a recording that is run from now on, so that a crash is noted beside it.

        `mark` is written at once, for ends that leave no time to note them.
        """
        self.end_attempt()
        self._attempt = self.sessions.attempt(path, mark)
        self._mind(self._attempt or self._document.journal.claim)

    def end_attempt(self, failed: bool = False) -> None:
        """Release the claim on a recording that is no longer run; if it has failed, its mark stays."""
        attempt, self._attempt = self._attempt, None
        self._mind(self._document.journal.claim)
        if attempt is not None:
            attempt.let_go() if failed else attempt.withdraw()

    def _mind(self, claim: Claim | None) -> None:
        """Note a crash from now on in this claim."""
        if self._watchdog is not None:
            self._watchdog.mind(claim)
