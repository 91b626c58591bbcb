"""Ways in with a fault, which the attack must report: ``python -m tests.tools.attack --plant raises``."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable
from pathlib import Path

from sandbox.errors import BadFile
from tests.tools.attack.doors import DOORS, Door


def _is_changed(folder: Path) -> bool:
    """Tell of every few files that they are."""
    return b'theme = "dark"\nscale = 125\n' not in (folder / "settings.toml").read_bytes()


def raises(folder: Path) -> None:
    if _is_changed(folder):
        raise KeyError("theme")


def eats(folder: Path) -> None:
    if _is_changed(folder):
        bytearray(2**31)


def loops(folder: Path) -> None:
    while _is_changed(folder):
        pass


def dies(folder: Path) -> None:
    if _is_changed(folder):
        os.kill(os.getpid(), signal.SIGSEGV)


def mumbles(folder: Path) -> None:
    raise BadFile(" ")


def waits(folder: Path) -> None:
    """It opens a pipe that nobody writes to."""
    os.mkfifo(folder / "pipe")
    (folder / "pipe").read_bytes()


FAULTS: dict[str, Callable[[Path], object]] = {
    fault.__name__: fault for fault in (raises, eats, loops, dies, mumbles, waits)
}


def plant(names: Iterable[str]) -> None:
    """Add ways in with these faults."""
    for name in names:
        DOORS[name] = Door(name, "settings", "settings.toml", FAULTS[name])
