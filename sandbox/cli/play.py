"""`sandbox play`: open the window."""

from __future__ import annotations

from pathlib import Path

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import LEVEL_OR_RECORDING, find
from sandbox.cli.output import progress


@click.command(cls=CliCommand)
@click.argument("file", type=LEVEL_OR_RECORDING, metavar="[LEVEL|REPLAY]", required=False)
def play(file: str | None) -> int:
    """Open the window with a level, or with the level and the commands of a recording.

    LEVEL is a file or the name of a level that comes with the program.

    \b
    Example:
      sandbox play drop
      sandbox play levels/drop.toml
      sandbox play replays/drop.replay
    """
    if file is None:
        return open_window(None)
    path = find(file)
    _check(path)
    return open_window(path)


def _check(path: Path) -> None:
    """Refuse a bad file on the terminal, before a window opens."""
    from sandbox.levels import levels
    from sandbox.recording import reader

    with progress(f"reading {path.name}"):
        if reader.is_recording(path):
            reader.read(path)
        else:
            levels.read(path)


def open_window(path: Path | None) -> int:
    """Open the window with a file, or with the level chooser; return its exit code when it is closed.

    A machine without a display gets one sentence from the window itself.
    """
    from sandbox.window import desktop as window

    return window.main(path)
