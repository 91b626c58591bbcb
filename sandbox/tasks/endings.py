"""Sentences about the end of a process that works within limits, and about the remedy."""

from __future__ import annotations

from sandbox.tasks.limits import Limits

_REPORT = "please report this as a bug"


def too_slow(subject: str, seconds: int, optional: bool = True) -> str:
    """Say that something has used up its processor time.

    Args:
        subject: what has: a command with its file, or `it` behind the name of a file.
        optional: the user can give it more, by the option --max-seconds.
    """
    advice = "; --max-seconds allows more" if optional else ""
    return f"{subject} took more than {seconds} s of processor time and was stopped{advice}"


def too_large(subject: str, megabytes: int, optional: bool = True) -> str:
    """Say that something has asked for more memory than it may have; the arguments are as in `too_slow`.

    Args:
        optional: the user can give it more, by the option --max-memory.
    """
    advice = "; --max-memory allows more" if optional else ""
    return f"{subject} needed more than {megabytes} MB of memory and was stopped{advice}"


def why_ended(subject: str, limits: Limits, late: bool, cause: str, optional: bool = True) -> str:
    """Say why a process ended that should have given an answer.

    A process that gets no more memory may end by any of several signals, and so may one with a bug in its engine.

    Args:
        subject: what it did: a command with its file, or `it` behind the name of a file.
        limits: those of the process; 0 megabytes mean that it had no limit.
        late: whether it has used up its processor time.
        cause: see `child.ending`.
        optional: the user can raise the limits, by the options --max-seconds and --max-memory.
    """
    if late:
        return too_slow(subject, limits.seconds, optional)
    if not limits.megabytes:
        return f"{subject} {cause}: either no memory was left, or it is broken; if there was memory, {_REPORT}"
    likely = f"{subject} {cause}: it probably needed more than {limits.megabytes} MB of memory"
    if optional:
        return f"{likely}; allow more by --max-memory, and if that does not help, {_REPORT}"
    return f"{likely}; if it needs little, {_REPORT}"
