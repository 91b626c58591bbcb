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
from sandbox.cli.output import print_line, print_note, print_written
from sandbox.cli.run import read_script
from sandbox.errors import BadFile, Refused

if TYPE_CHECKING:
    from sandbox.commands.commands import AnyCommand
    from sandbox.together.guest import JointGuest
    from sandbox.together.host import JointHost
    from sandbox.together.race.race_host import RaceHost

_MOST_LINE = 256 * 1024  # characters
LIVE = "-"


class GoBack(NamedTuple):
    """An entry by which the host goes back to a tick, with everybody."""

    tick: int


class SendAway(NamedTuple):
    """An entry by which the host asks a guest to leave for good, and gets a new line for others."""

    name: str

    def carry_out(self, side: JointHost | RaceHost | object) -> None:
        """Do it, and print the new line.

        Raises:
            Refused: there is nobody of that name, or this is no host.
        """
        host = _host(side, "asks somebody to leave")
        seat = next((seat for seat in host.guests if seat.name == self.name), None)
        if seat is None:
            names = ", ".join(seat.name for seat in host.guests) or "nobody"
            raise Refused(f"no guest is called {self.name!r:.40}; here is: {names}")
        host.send_away(seat)
        print_line(host.door.invitation.line)
        sys.stdout.flush()


class LetIn(NamedTuple):
    """An entry by which the host lets somebody join again who was sent away."""

    name: str

    def carry_out(self, side: JointHost | RaceHost | object) -> None:
        """Do it.

        Raises:
            Refused: nobody of that name was sent away, or this is no host.
        """
        host = _host(side, "lets somebody in again")
        if self.name not in host.admission.barred:
            names = ", ".join(host.admission.barred) or "nobody"
            raise Refused(f"{self.name!r:.40} was not asked to leave; who was: {names}")
        host.admission.allow(self.name)


Entry: TypeAlias = "AnyCommand | str | GoBack | SendAway | LetIn"
_OF_HOSTS: dict[str, tuple[type, Any]] = {"back_to": (int, GoBack), "remove": (str, SendAway), "allow": (str, LetIn)}


def _host(side: object, what: str) -> JointHost | RaceHost:
    from sandbox.together.host import JointHost
    from sandbox.together.race.race_host import RaceHost

    if not isinstance(side, JointHost | RaceHost):
        raise Refused(f"only the host {what}")
    return side


def give(side: JointHost | JointGuest, entry: Entry) -> None:
    """Give a command, send a line of text to everybody, go back in time, or decide who may be here."""
    from sandbox.together.host import JointHost

    try:
        if isinstance(entry, str):
            side.say(entry)
        elif isinstance(entry, SendAway | LetIn):
            entry.carry_out(side)
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
    """Read a command that is given now, whose tick may be left out; or {"say": "a line"}, or what a host decides, as
    {"back_to": 480}, {"remove": "Ann"} and {"allow": "Ann"}."""
    from sandbox.commands import commands
    from sandbox.reading import json_text

    plain = json_text.loads(line)
    if isinstance(plain, dict) and [*plain] == ["say"] and isinstance(plain["say"], str):
        return plain["say"]
    for name, (type_, entry) in _OF_HOSTS.items():
        if isinstance(plain, dict) and [*plain] == [name] and type(plain[name]) is type_:
            decided: Entry = entry(plain[name])
            return decided
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
