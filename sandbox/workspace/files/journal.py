"""The journal: records a session as it goes, from the first tick on, in its own file.

When the disk fails the session continues, and the tape holds the reason.
"""

from __future__ import annotations

import bisect
import contextlib
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from sandbox.commands.session import Session, Snapshot
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.recording import fingerprint
from sandbox.recording.filebytes import Digests
from sandbox.recording.recorder import Recorder
from sandbox.workspace.clock import NS
from sandbox.workspace.files.session_files import Claim, Sessions

SYNC_EVERY_NS = NS


class SessionLog:
    """The journal's buffer between a session and its recorder; implements `session.Log`.

    Until a recorder is connected it buffers everything, so that watching a recording writes no file and taking over
    writes a complete one. When the disk fails it drops the recorder, stores the reason in `broken`, and the session
    continues. It also compares the hashes with those of a recording.
    """

    def __init__(self, expected: Mapping[int, Digests | bytes | bytearray] | None = None, keep: bool = True) -> None:
        """`expected`: the hashes of a recording, by the first tick of each stretch. `keep`: whether a recorder may
        still be connected.
        """
        self.commands = 0
        self.digests: dict[int, bytearray] = {}  # all hashes so far, in the same form
        self._keep = keep
        self._last_hashed = -1
        self.broken: str | None = None  # reason why writing has stopped
        self.parted: int | None = None  # the first tick whose hash is not the expected one
        self.recorder: Recorder | None = None
        self._closed = False
        self._expected = expected or {}
        self._stretches = sorted(self._expected)
        self._kept: list[tuple[str, tuple[object, ...]]] = []
        self._unsynced = False
        self._synced_ns = 0
        self._syncing: Future[None] | None = None
        self._thread = ThreadPoolExecutor(1, "fsync")

    # -- session.Log

    def command(self, tick: int, packed: bytes) -> None:
        self.commands += 1
        self._hand_on("command", tick, packed)

    def hashes(self, first: int, digests: bytes) -> None:
        self._compare(first, digests)
        self._remember(first, digests)
        self._hand_on("hashes", first, digests)

    def state(self, tick: int, snapshot: Snapshot) -> None:
        self._hand_on("state", tick, snapshot)

    def mark(self, tick: int, what: str, text: str) -> None:
        self._hand_on("mark", tick, what, text)

    def _hand_on(self, what: str, *said: object) -> None:
        if self._closed or self.broken is not None:
            return
        if self.recorder is None:
            if self._keep:
                self._kept.append((what, said))
            return
        try:
            getattr(self.recorder, what)(*said)
            self._unsynced = True
        except (OSError, BadFile) as error:
            self.break_off(error)

    def _remember(self, first: int, digests: bytes) -> None:
        if first != self._last_hashed + 1 or not self.digests:
            self.digests[first] = bytearray()
            self._stretch = self.digests[first]
        self._stretch += digests
        self._last_hashed = first + len(digests) // 8 - 1

    def _compare(self, first: int, digests: bytes) -> None:
        nth = bisect.bisect_right(self._stretches, first) - 1
        if nth < 0 or self.parted is not None:
            return
        begin = self._stretches[nth]
        at = 8 * (first - begin)
        expected = self._expected[begin][at : at + len(digests)]
        if not digests.startswith(expected):
            same = (expected[n : n + 8] == digests[n : n + 8] for n in range(0, len(expected), 8))
            self.parted = first + list(same).index(False)

    # -- the recorder

    def connect(self, recorder: Recorder) -> None:
        """Write everything buffered until now, and everything that follows, to a recorder."""
        self.recorder = recorder
        entries, self._kept = self._kept, []
        for method, arguments in entries:
            self._hand_on(method, *arguments)

    def break_off(self, error: Exception) -> None:
        """Stop writing because of an error; `broken` holds the reason as a sentence."""
        self.broken = f"this session is no longer being recorded: {error}"
        self._kept.clear()
        if self.recorder is not None:
            self.recorder.abandon()
            self.recorder = None

    def sync_due_ns(self, now_ns: int) -> int | None:
        """Nanoseconds until `sync` has something to do; None if everything written is on the disk."""
        if self._syncing is not None:
            return 0 if self._syncing.done() else SYNC_EVERY_NS // 10
        if not self._unsynced:
            return None
        since = now_ns - self._synced_ns
        return max(0, SYNC_EVERY_NS - since) if since >= 0 else 0

    def sync(self, now_ns: int) -> None:
        """Flush the file to the disk in a thread: a slow disk must not stop the picture."""
        if self.sync_due_ns(now_ns) != 0:
            return
        self._wait()
        self._synced_ns = now_ns
        self._begin_sync()

    def detach(self) -> None:
        """Write nothing more: the recording is complete."""
        self._wait()
        self.recorder, self._closed = None, True

    def force(self) -> None:
        """Flush the file to the disk and wait for it; on failure `broken` holds the reason."""
        self._wait()
        self._begin_sync()
        self._wait()

    def _begin_sync(self) -> None:
        if self._unsynced and self.recorder is not None:
            self._syncing = self._thread.submit(self.recorder.sync)
        self._unsynced = False

    def _wait(self) -> None:
        syncing, self._syncing = self._syncing, None
        try:
            if syncing is not None:
                syncing.result()
        except (OSError, BadFile) as error:
            self.break_off(error)

    def abandon(self) -> None:
        """Stop writing; the recording has no end."""
        self.force()
        self._thread.shutdown()
        if self.recorder is not None:
            self.recorder.abandon()
        self.recorder, self._closed = None, True

    def close(self, session: Session, reason: str) -> None:
        """End the recording, if there is one; nothing is written after that."""
        self._wait()
        self._thread.shutdown()
        if self.recorder is None:
            return
        try:
            self.recorder.close(session, reason, fingerprint.current())
        except (OSError, BadFile) as error:
            self.break_off(error)
        self.recorder, self._closed = None, True


class Journal:
    """The journal of one session. Until `begin` its tape buffers everything; for a watched recording `begin` is never
    called.
    """

    def __init__(self, session_log: SessionLog) -> None:
        self.session_log = session_log
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
        return self.claimed if self.session_log.recorder is not None else None

    def begin(self, sessions: Sessions, first: Design, seed: int, level: Path | None) -> None:
        """Write everything buffered so far, and everything that follows, to a file in the folder of sessions.

        `first` is the design at the session's start, `level` its level file.
        """
        try:
            self._claim = sessions.new()
            self._claim.note(level)
            self.session_log.connect(Recorder(self._claim.path, first, seed, fingerprint.current()))
            sessions.prune()
        except (BadFile, OSError, Refused) as error:
            self.session_log.break_off(error)

    def go_on_with(self, claim: Claim, recorder: Recorder) -> None:
        """Write all that follows to a recording that was begun elsewhere."""
        self._claim = claim
        self.session_log.connect(recorder)

    def note(self, level: Path | None) -> None:
        """Note the session's level file, for resuming this session after the program was killed."""
        if self._claim is not None:
            self._claim.note(level)

    def save_copy(self, path: Path, session: Session) -> bool:
        """Write a complete recording of the session up to now to a file; False if it is not being recorded.

        Raises:
            BadFile, Refused, OSError: it can't be written.
        """
        if self.session_log.recorder is None:
            return False
        self.session_log.recorder.save_copy(path, session)
        return True

    def abandon(self, session: Session, why: str) -> Path | None:
        """Leave the recording without an end, with everything that the session can still provide; return its path.

        `why` is noted beside it, so that no later start runs it again without asking.
        """
        claim, self._claim = self._claim, None
        with contextlib.suppress(Exception):  # the session may be broken
            session.flush(state=False)
        self.session_log.abandon()
        if claim is None:
            return None
        claim.report(why)
        claim.let_go()
        return claim.path

    def end(self, session: Session, reason: str) -> None:
        """End the recording, or delete it if it holds no command. Does nothing if `begin` was not called."""
        claim, self._claim = self._claim, None
        if claim is None:
            return
        if self.session_log.commands:
            self.session_log.close(session, reason)
        else:  # what is deleted needs no end: the first one of a process takes half a second
            self.session_log.abandon()
            claim.path.unlink(missing_ok=True)
        claim.release()
