"""What both sides of a session have on the command line: commands as they come, a recording, and lines for people."""

from __future__ import annotations

import contextlib
import queue
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from sandbox.cli.names import RECORDING_SUFFIX
from sandbox.cli.output import print_note, print_written
from sandbox.cli.run import read_script
from sandbox.errors import BadFile, Refused

if TYPE_CHECKING:
    from sandbox.commands.commands import AnyCommand
    from sandbox.together.guest import JointGuest
    from sandbox.together.host import JointHost

_MOST_LINE = 256 * 1024  # characters
LIVE = "-"


class GoBack(NamedTuple):
    """An entry by which the host goes back to a tick, with everybody."""

    tick: int


Entry: TypeAlias = "AnyCommand | str | GoBack"


def give(side: JointHost | JointGuest, entry: Entry) -> None:
    """Give a command, send a line of text to everybody, or go back in time."""
    from sandbox.together.host import JointHost

    try:
        if isinstance(entry, str):
            side.say(entry)
        elif isinstance(entry, GoBack):
            if not isinstance(side, JointHost):
                raise Refused("only the host goes back in time, with everybody")
            side.go_back(entry.tick)
        else:
            side.do(entry)
    except Refused as refused:
        print_note(f"not done: {refused}")


class CommandSource:
    """The commands of a player: of a file, each with its tick, or the lines of standard input as they come."""

    def __init__(self, script: str) -> None:
        self._steps = list(read_script(script).steps) if script != LIVE else []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        if script == LIVE:
            threading.Thread(target=self._read_lines, daemon=True).start()

    @property
    def next_tick(self) -> int | None:
        """The tick of the next command of a file."""
        return self._steps[0][0] if self._steps else None

    def due(self, tick: int) -> Iterator[Entry]:
        """Yield the commands that are to be given by now, and the lines of text that were typed."""
        while self._steps and self._steps[0][0] <= tick:
            yield self._steps.pop(0)[1]
        with contextlib.suppress(queue.Empty):
            while True:
                try:
                    yield _entry(self._lines.get_nowait())
                except BadFile as error:
                    print_note(str(error))

    def _read_lines(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # it has been closed
            while line := sys.stdin.readline(_MOST_LINE):
                if line.strip():
                    self._lines.put(line)


def _entry(line: str) -> Entry:
    """Read a command that is given now, whose tick may be left out; or {"say": "a line"}, or {"back_to": 480}."""
    from sandbox.commands import commands
    from sandbox.reading import json_text

    plain = json_text.loads(line)
    if isinstance(plain, dict) and [*plain] == ["say"] and isinstance(plain["say"], str):
        return plain["say"]
    if isinstance(plain, dict) and [*plain] == ["back_to"] and type(plain["back_to"]) is int:
        return GoBack(plain["back_to"])
    return commands.from_json({"tick": 0, **plain} if isinstance(plain, dict) else plain, "standard input")[1]


@contextlib.contextmanager
def recording(record: Path | None, side: str) -> Iterator[Path]:
    """Give the path of a recording: the one that is asked for, or one that is thrown away."""
    from sandbox.levels import library
    from sandbox.recording.plain_text import check_suffix

    if record is not None:
        check_suffix(record)
        with library.folder_for(record.parent):
            yield record
        if record.exists():
            print_written(record)
        return
    with tempfile.TemporaryDirectory(prefix="sandbox-") as folder:
        yield Path(folder, side + RECORDING_SUFFIX)


def keep_evidence(path: Path, record: Path | None, parted: bool, side: str) -> None:
    """Keep the recording of a session that has ended because machines differ, also if nobody has asked for it."""
    if not parted or record is not None:
        return
    kept = evidence_path(side)
    shutil.copyfile(path, kept)
    print_written(kept)


def evidence_path(side: str) -> Path:
    """Return the path of a recording that is kept though nobody has named a file for it."""
    from sandbox.recording.user_folders import data_dir

    folder = data_dir() / "together"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{side}{RECORDING_SUFFIX}"


def print_news(news: Any) -> None:
    while news:
        print_note(news.popleft())


def user_name() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""
