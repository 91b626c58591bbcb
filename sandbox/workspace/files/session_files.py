"""The recordings of the user's own sessions: a file for each, from its first tick, whether or not it is ever saved.

A file that is being written has a lock file beside it, locked by the process that writes it. Killing the process frees
the lock, and the recording without an `end` is then found by `Sessions.unfinished`.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import BadFile
from sandbox.reading import files
from sandbox.recording import framing, reader
from sandbox.recording.recording import SUFFIX

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, wait: bool) -> None:
        msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int, wait: bool) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


_STAMP = "%Y-%m-%d_%H-%M-%S"  # the moment that a session began, at the head of its file's name
_STAMP_LENGTH = len("2026-01-01_00-00-00")
_MOST_NOTES = 1024 * 1024  # bytes of a lock file
MOST_OFFERED = 20  # unfinished sessions
MOST_BYTES = 16 * 1024 * 1024  # of those of them that are not the newest: read in some seconds, whatever they hold
KEPT = 200  # finished sessions; older ones are deleted


def begun(path: Path) -> str:
    """Return the date and time at which a session began, in words; empty if the file is not named as a session is."""
    try:
        moment = time.strptime(path.name[:_STAMP_LENGTH], _STAMP)
    except ValueError:
        return ""
    return time.strftime("%d %B, %H:%M", moment)


class Unfinished(NamedTuple):
    """A session that was cut off: enough to ask whether to resume it."""

    path: Path
    title: str  # of the level
    when: float  # seconds since 1970 of its last byte
    seconds: float  # simulated length of the session
    commands: int
    crashed: bool = False  # it has ended the program: another process must try it before it is run here


class _Version(NamedTuple):
    """The version of a file: what was read from it holds until one of these numbers changes."""

    path: Path
    changed: int  # ns since 1970
    size: int  # bytes


class Claim:
    """Exclusive use of a recording's path: no other process takes or offers it while this one lives.

    Its lock file holds the path of the session's level file, a zero byte, and the reason why the program ended.
    """

    def __init__(self, path: Path, beside: Path | None = None) -> None:
        """Take the path; `beside` is a lock file that may exist already, for a recording that is not new.

        Raises:
            OSError: another process has it.
        """
        self.path = path
        self._beside = beside or _lock_file(path)
        self._size = self._beside.stat().st_size if beside is not None and beside.exists() else 0
        fresh = os.O_EXCL if beside is None else os.O_APPEND
        self.handle = os.open(self._beside, os.O_RDWR | os.O_CREAT | fresh, 0o644)
        try:
            _lock(self.handle, wait=beside is None)
        except OSError:
            if beside is not None:
                os.close(self.handle)
                raise  # some network file systems have no locks; for a new file that does no harm

    def note(self, level: Path | None) -> None:
        """Write the path of the session's level file beside the recording; it stays until the recording is finished."""
        text = str(files.resolved(level)) if level is not None else ""
        with contextlib.suppress(OSError):  # without the note an unfinished session merely has no level file
            os.ftruncate(self.handle, 0)
            os.lseek(self.handle, 0, os.SEEK_SET)
            os.write(self.handle, os.fsencode(text) + b"\0")

    def report(self, text: str) -> None:
        """Note why the program ends now, or may end."""
        with contextlib.suppress(OSError):
            os.write(self.handle, text.encode("utf-8", "replace"))
            os.fsync(self.handle)

    def let_go(self) -> None:
        """Release the lock; the recording and its notes stay for others."""
        os.close(self.handle)

    def withdraw(self) -> None:
        """Restore the state before this claim."""
        if not self._size:
            self.release()
            return
        with contextlib.suppress(OSError):
            os.ftruncate(self.handle, self._size)
        self.let_go()

    def release(self) -> None:
        """Release the lock and delete its file; the recording is finished."""
        self.let_go()
        self._beside.unlink(missing_ok=True)


def _lock_file(path: Path) -> Path:
    return path.with_suffix(".lock")


def note_file(path: Path) -> Path:
    """Path of the file that holds a recording's place in its tree of branches."""
    return path.with_suffix(".branch.json")


def _in_use(path: Path) -> bool:
    """Tell whether a living process is writing this recording. A lock that can't be tested counts as held."""
    try:
        handle = os.open(_lock_file(path), os.O_RDWR)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        _lock(handle, wait=False)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


class Sessions:
    """The folder of recordings in the user's data folder.

    Attributes to read: `left_out`, a sentence for each unfinished session that `unfinished` could not offer.
    """

    def __init__(self, data: Path) -> None:
        self.folder = data / "sessions"
        self.left_out: tuple[str, ...] = ()
        self._facts: dict[_Version, Unfinished | None] = {}

    def new(self) -> Claim:
        """Claim a path that no recording has had.

        Raises:
            OSError: the folder can't be made or written to.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        stamp = f"{time.strftime(_STAMP)}_{os.getpid()}"
        number = 1
        while True:
            path = self.folder / (f"{stamp}_{number}{SUFFIX}" if number > 1 else f"{stamp}{SUFFIX}")
            number += 1
            if not path.exists():
                with contextlib.suppress(FileExistsError):
                    return Claim(path)

    def unfinished(self) -> list[Unfinished]:
        """Return the sessions without an end that no living process is using, the newest first.

        Those without a single command are deleted: they hold nothing to resume. The window asks for them before it is
        seen: so the newest is read whatever its size, and of the others as many as take a moment.
        """
        offers, left_out, before, size = [], [], self._facts, 0
        self._facts = {}
        for version in sorted(self._versions(), key=lambda version: version.changed, reverse=True):
            size += version.size if self._facts else 0
            if len(self._facts) == MOST_OFFERED or size > MOST_BYTES:
                left_out.append(f"{version.path}: an older session that was cut off; open it to go on with it")
                continue
            try:
                facts = before[version] if version in before else _facts_of(version)
            except (BadFile, OSError) as error:
                left_out.append(f"a session that was cut off can't be gone on with: {error}")
                facts = None
            self._facts[version] = facts
            if facts is not None and facts.commands:
                offers.append(facts._replace(crashed=bool(_noted(_lock_file(version.path)))))
            elif facts is not None:
                _delete(version.path)
        self.left_out = tuple(left_out)
        return offers

    def _versions(self) -> Iterator[_Version]:
        for path in self._not_in_use(finished=False):
            with contextlib.suppress(OSError):  # deleted meanwhile
                stat = path.stat()
                yield _Version(path, stat.st_mtime_ns, stat.st_size)

    def origin(self, path: Path) -> Path | None:
        """Path of the level file of an unfinished session, if it is known and still exists."""
        try:
            level = Path(os.fsdecode(files.read_bytes(_lock_file(path), _MOST_NOTES).partition(b"\0")[0]))
            return level if level.suffix == ".toml" and level.is_absolute() and level.is_file() else None
        except (OSError, ValueError):  # a ValueError: the note can't be read, or holds no path
            return None

    def attempt(self, path: Path, mark: str = "") -> Claim | None:
        """Claim a recording that is to be run here, so that the next start knows if it ends the program.

        `mark` is written at once, for ends that leave no time to note them. None: another process has the recording, or
        the disk fails.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            claim = Claim(path, self._notes_of(path))
            claim.report(mark if self._notes_of(path).stat().st_size else f"\0{mark}")
        except OSError:
            return None
        return claim

    def crashed(self, path: Path) -> bool:
        """Tell whether running this recording has ended the program, as far as is known."""
        return bool(_noted(self._notes_of(path)))

    def forgive(self, path: Path) -> None:
        """Forget that a recording has ended the program; for a session that was cut off, this is never forgotten."""
        if self._notes_of(path) != _lock_file(path):
            with contextlib.suppress(OSError):
                self._notes_of(path).unlink(missing_ok=True)

    def _notes_of(self, path: Path) -> Path:
        """Path of the lock file of a recording in any folder."""
        path = files.resolved(path)
        if path.parent == files.resolved(self.folder):
            return _lock_file(path)
        digest = hashlib.blake2b(str(path).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
        return self.folder / f"elsewhere-{digest}.lock"

    def set_aside(self, path: Path) -> None:
        """Move an unfinished session into the folder `set-aside`, so that it is no longer offered. Files that lie
        elsewhere, and sessions in use, stay where they are.

        Raises:
            OSError: it can't be moved.
        """
        if files.resolved(path).parent != files.resolved(self.folder) or _in_use(path):
            return
        aside = self.folder / "set-aside"
        aside.mkdir(exist_ok=True)
        path.replace(aside / path.name)
        _lock_file(path).unlink(missing_ok=True)

    def prune(self, keep: int = KEPT) -> None:
        """Delete the oldest finished sessions beyond `keep`; unfinished ones are never deleted."""
        if len(list(self.folder.glob(f"*{SUFFIX}"))) > keep:
            for path in sorted(self._not_in_use(finished=True), key=_age)[keep:]:
                _delete(path)

    def _not_in_use(self, finished: bool) -> list[Path]:
        free = []
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            with contextlib.suppress(OSError, BadFile):  # deleted meanwhile, another user's, or no file
                if not _in_use(path) and framing.finished(path) is finished:
                    free.append(path)
        return free


def _facts_of(version: _Version) -> Unfinished:
    """Read a session without an end.

    Raises:
        BadFile: it is no recording, or damaged.
    """
    cut = reader.read(version.path)
    seconds = cut.ticks / cut.head.design.world.tick_rate
    return Unfinished(version.path, cut.head.design.title, version.changed / 1e9, seconds, len(cut.commands))


def _noted(lock: Path) -> bytes:
    """Read from a lock file why the program ended."""
    try:
        return files.read_bytes(lock, _MOST_NOTES).partition(b"\0")[2].strip()
    except BadFile:
        return b""


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # another window has just deleted it
        return 0.0


def _delete(path: Path) -> None:
    with contextlib.suppress(OSError):  # another window may have been faster, and nothing depends on it
        path.unlink(missing_ok=True)
        _lock_file(path).unlink(missing_ok=True)
        note_file(path).unlink(missing_ok=True)
