"""Carry out the rest of a command within limits, in a copy of this process, so that this one can tell why the copy
died.

The copy (a fork) has the terminal, the standard streams and all that is loaded, and takes a millisecond or two. This
process then only waits. Where a copy may not go on without trouble, which is anywhere but on Linux, the process itself
has the limits, as far as the system knows any.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from typing import NoReturn

from sandbox.errors import Refused
from sandbox.tasks import child, lifeline
from sandbox.tasks.endings import too_large, too_slow, why_ended
from sandbox.tasks.limits import Limits, limit_memory, limit_seconds

if sys.platform != "win32":
    import resource

SUBJECT = "this command"
INTERRUPTED = 130  # the exit code
_GRACE = 1.0  # s
CAN_FORK = sys.platform == "linux"
_is_watched = False


def set_watched() -> None:
    """Note that another process of this program has started this one, and will report its end."""
    global _is_watched
    _is_watched = True


def may_fork() -> bool:
    """Tell whether a copy of this process can go on, and is needed so that its end is told."""
    return CAN_FORK and not _is_watched


def fork(limits: Limits, subject: str = SUBJECT, optional: bool = True) -> int | None:
    """Go on in a copy of this process that has these limits: return None there, and here its exit code when it ends.

    To be called before there is any other thread, by a process that is the program's own.

    Args:
        limits: 0 of either means that it may take what it takes.
        subject: what the copy does, as the subject of a sentence: the command with its file.
        optional: the user can raise the limits by options.

    Raises:
        Refused: the copy has died, by a signal or over a limit; the sentence says so.
        OSError: there can be no copy.
    """
    if sys.platform == "win32":
        raise OSError("no process can be copied here")
    sys.stdout.flush()
    sys.stderr.flush()
    line = lifeline.of_this_process()
    watched = {signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    pid = os.fork()
    if pid == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        line.end_with_starter()
        _apply(limits)
        return None
    code, asked = _outcome(pid, watched)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if code < 0 and asked == signal.SIGINT:
        return INTERRUPTED  # wherever that has met it
    if code < 0 and -code == asked:
        _die_by(asked)
    if code < 0:
        raise Refused(why_ended(subject, limits, child.is_over_time(code), child.ending(code), optional))
    return code


def _apply(limits: Limits) -> None:
    if limits.megabytes:
        limit_memory(limits.megabytes)
    if limits.seconds:
        limit_seconds(limits.seconds)


def _outcome(pid: int, watched: set[signal.Signals]) -> tuple[int, int]:
    """Wait for the end of the copy, and hand on what asks this process to end; return its exit code and that signal."""
    asked = 0
    while sys.platform != "win32":
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status), asked
        info = signal.sigwaitinfo(watched)
        if info.si_signo != signal.SIGCHLD:
            asked = info.si_signo
            # One from the terminal's keys, which no process has sent, has reached the copy as well; so has one that was
            # sent to the group of both, of which the copy ends.
            if info.si_pid and signal.sigtimedwait({signal.SIGCHLD}, _GRACE) is None:
                os.kill(pid, asked)
    return 1, asked


def _die_by(number: int) -> NoReturn:
    """End this process by the signal that it was asked to end by, as if there were no copy."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)


@contextlib.contextmanager
def within(limits: Limits, subject: str = SUBJECT, optional: bool = True) -> Iterator[None]:
    """Keep this very process within limits meanwhile; afterwards it has its old ones.

    Args:
        subject, optional: see `fork`.

    Raises:
        Refused: it needs more memory. If it takes more time it ends at once, with a sentence and exit code 2.
    """
    if sys.platform == "win32":
        yield
        return
    resources = (resource.RLIMIT_DATA, resource.RLIMIT_CPU)
    before = [resource.getrlimit(kind) for kind in resources]

    def leave(signum: int, frame: object) -> None:
        # Nothing is raised: that might be within a callback of the engine, which swallows it.
        os.write(2, f"sandbox: {too_slow(subject, limits.seconds, optional)}\n".encode())
        os._exit(2)

    handler = signal.signal(signal.SIGXCPU, leave)
    try:
        _apply(limits)
        with memory_is_reported(limits, subject, optional):
            yield
    finally:
        for kind, were in zip(resources, before, strict=True):
            resource.setrlimit(kind, were)
        signal.signal(signal.SIGXCPU, handler)


@contextlib.contextmanager
def memory_is_reported(limits: Limits, subject: str = SUBJECT, optional: bool = True) -> Iterator[None]:
    """Turn the error of a process that may have no more memory into a sentence; the arguments are as in `fork`.

    Raises:
        Refused: there was no more memory.
    """
    try:
        yield
    except MemoryError:
        raise Refused(too_large(subject, limits.megabytes, optional)) from None
