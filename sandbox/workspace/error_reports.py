"""Reports of errors in the program itself: a text file for each, for developers, and a message for the user."""

from __future__ import annotations

import contextlib
import os
import time
import traceback
from pathlib import Path

from sandbox import __version__
from sandbox.recording import fingerprint
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.watchdog import Broken


def say_broken(document: OpenDocument, error: Broken, then: str) -> None:
    """Report an error of the program in a step of a session.

    `then` is the consequence for the user, as the end of a sentence: what was ended, and what is kept.
    """
    report = write(document.data, error, document.journal.claimed)
    more = f" ({report} tells more)" if report is not None else ""
    document.messages.say(f"{error}, which is a bug; {then}{more}", "bad")


def write(data: Path, error: Exception, recording: Path | None) -> Path | None:
    """Write a report of an error, its cause and the recording that shows it, into a folder of the user's data.

    Returns its path; None if the disk refuses it, because the error itself is what the user has to know.
    """
    folder = data / "reports"
    path = folder / f"{time.strftime('%Y-%m-%d_%H-%M-%S')}_{os.getpid()}.txt"
    head = [
        f"{error}",
        f"Contraption sandbox {__version__}",
        *(
            f"{name}: {value}"
            for name, value in zip(("code", "engine", "arithmetic", "env"), fingerprint.current(), strict=False)
        ),
        f"recording: {recording or 'none'}",
    ]
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="replace") as file:  # there may be one of this very second
            file.write("\n".join([*head, "", *traceback.format_exception(error)]))
        return path
    return None
