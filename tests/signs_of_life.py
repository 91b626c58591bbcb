"""Signs of life, which a command gives that takes long: on a busy machine each of them does, and tests count lines."""

from __future__ import annotations

import re

from sandbox.cli.output import Pulse

FIRST_S = Pulse.FIRST_S  # after which a user gets the first one
_NEVER_S = 86_400.0  # longer than any test takes


def put_off() -> None:
    """Let commands that run in this process, or in its copies, give none by themselves from now on."""
    Pulse.FIRST_S = _NEVER_S


def without_notes(text: str) -> str:
    """Return what a process has written that was started, and not copied, but for its signs of life."""
    return re.sub(r"note: (?:.* \.\.\.|still .*)\n", "", text)
