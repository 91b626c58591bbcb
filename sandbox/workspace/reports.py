"""Reports of errors in the program itself: a text file for each, for developers."""

from __future__ import annotations

import contextlib
import os
import time
import traceback
from pathlib import Path

from sandbox import __version__
from sandbox.recording import fingerprint


def write(data: Path, error: Exception, recording: Path | None) -> Path | None:
    """Write a report of an error, its cause and the recording that shows it; None if the disk refuses it."""
    folder = data / "reports"
    path = folder / f"{time.strftime('%Y-%m-%d_%H-%M-%S')}_{os.getpid()}.txt"
    head = [
        f"{error}",
        f"Contraption sandbox {__version__}",
        *(f"{name}: {value}" for name, value in fingerprint.current()._asdict().items()),
        f"recording: {recording or 'none'}",
    ]
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", errors="replace") as file:  # there may be one of this very second
            file.write("\n".join([*head, "", *traceback.format_exception(error)]))
        return path
    return None


__all__ = ["write"]
