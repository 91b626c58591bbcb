"""`sandbox host` and `sandbox join`: one session on several machines, without a window."""

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
from typing import TYPE_CHECKING, Any

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import LEVEL, RECORDING, RECORDING_SUFFIX
from sandbox.cli.options import as_json, guarded, read_level, seconds
from sandbox.cli.output import print_detail, print_line, print_note, print_written, progress
from sandbox.cli.run import print_ending, read_script
from sandbox.errors import BadFile, Refused

if TYPE_CHECKING:
    from sandbox.commands.commands import AnyCommand
    from sandbox.together.guest import JointGuest
    from sandbox.together.host import JointHost

_MEGABYTES = 2048
_MOST_LINE = 256 * 1024  # characters
_LIVE = "-"
_SCRIPT = click.option(
    "--commands",
    "script",
    metavar="FILE.jsonl",
    default=_LIVE,
    help="Carry these commands out, one JSON object a line; - reads standard input; default: -.",
)
_RECORD = click.option("--record", type=RECORDING, metavar="OUT.replay", help="Write a recording.")
_NAME = click.option("--name", default="", metavar="NAME", help="What the others call you; default: your user name.")


@click.command(cls=CliCommand)
@click.argument("level", type=LEVEL)
@click.option(
    "--listen",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Listen for other computers on this address of yours, encrypted; default: for this computer only.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="Listen there; default: any port.")
@click.option("--most", type=click.IntRange(1, 15), default=4, metavar="N", help="Guests at a time; default: 4.")
@click.option("--wait", type=click.IntRange(0, 15), default=0, metavar="N", help="Begin when so many guests are there.")
@click.option("--guests-start", is_flag=True, help="Let guests start and stop the machine, too.")
@_NAME
@_SCRIPT
@seconds("until Ctrl+C")
@_RECORD
@as_json()
@guarded(_MEGABYTES)
def host(
    level: str, listen: str, port: int, most: int, wait: int, guests_start: bool, name: str, script: str,
    seconds: float | None, record: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Open LEVEL to guests: one session, run on all their machines to the same bits.

    Prints the line that guests give to `sandbox join`. Who has it can join, and nobody else. Everybody edits and plays;
    the host starts and stops the machine, and guests ask for it. It runs at the speed of the world.

    Without --commands each line of standard input is a command that is given at once, such as {"do": "start"}, or a
    text for all, {"say": "Now!"}. A file says when: {"tick": 480, "do": "press", "part": 7}.

    \b
    Example:
      sandbox host drop --wait 1 --commands moves.jsonl --seconds 20 --record host.replay
      sandbox host workshop --listen 192.0.2.7 --port 7777 --guests-start
    """
    from sandbox.commands.session import Session
    from sandbox.recording import fingerprint
    from sandbox.recording.recorder import Recorder
    from sandbox.together.host import JointHost
    from sandbox.together.invitation import Invitation, is_loopback, new_secret
    from sandbox.together.joint_session import JointSession
    from sandbox.together.seats import GuestRights
    from sandbox.together.wire import HostWire

    if wait > most:
        raise Refused(f"--wait {wait}: there are {most} guests at most; raise --most")
    design = read_level(level)
    source = _Source(script)
    with _recording(record, "host") as path:
        tls, print_ = None, b""
        if not is_loopback(listen):
            from sandbox.together import certificate

            tls, print_ = certificate.for_host(listen)
        door = HostWire(Invitation(listen, port, new_secret(), print_), tls)
        door.begin()
        recorder = Recorder(path, design, 0, fingerprint.current())
        joint = JointSession(Session(design), recorder)
        served = JointHost(joint, door, name or _user(), most=most, rights=GuestRights(start=guests_start))
        print_line(door.invitation.line)
        sys.stdout.flush()
        try:
            _serve(served, source, None if seconds is None else round(seconds * design.world.tick_rate), wait)
        except KeyboardInterrupt:
            pass
        finally:
            served.close()
        _print_news(served.news)
        print_ending(joint.session, as_json)
        _keep_evidence(path, record, served.parted, "host")
    return 1 if served.parted else 0


@click.command(cls=CliCommand)
@click.argument("line")
@_NAME
@_SCRIPT
@seconds("until the host ends the session, or Ctrl+C")
@_RECORD
@as_json()
@guarded(_MEGABYTES)
def join(line: str, name: str, script: str, seconds: float | None, record: Path | None, as_json: bool) -> int:
    """Join the session of LINE, which `sandbox host` has printed there.

    This machine runs every tick of the session, and records it: the file is the same session as the host's, and
    verifies alone. A lost connection is taken up again without losing a command.

    Without --commands each line of standard input is a command that is asked for at once, such as {"do": "press",
    "part": 7}; a file says from which tick on.

    \b
    Example:
      sandbox join 'sandbox://127.0.0.1:7777/#GAvSYQO2kP039r0e6OVKRQ' --record guest.replay
    """
    from sandbox.together import program
    from sandbox.together.guest import JointGuest
    from sandbox.together.invitation import parse
    from sandbox.together.wire import GuestWire

    invitation = parse(line)
    source = _Source(script)
    with _recording(record, "guest") as path:
        tls = None
        if invitation.fingerprint:
            from sandbox.together import certificate

            tls = certificate.for_guest()
        guest = JointGuest(GuestWire(invitation, name or _user(), program.here(), tls), path)
        try:
            _take_part(guest, source, seconds)
        except KeyboardInterrupt:
            pass
        finally:
            guest.leave()
        _print_news(guest.news)
        if guest.refused or guest.joint is None:
            raise Refused(guest.over)
        print_note(guest.over)
        late, seconds_late = guest.stalls
        print_detail(f"{late} times a turn was late, {seconds_late:.2f} s in all")
        print_ending(guest.joint.session, as_json)
        _keep_evidence(path, record, guest.parted, "guest")
    return 1 if guest.parted else 0


def _serve(host: JointHost, source: _Source, end: int | None, wait: int) -> None:
    """Let the session go on to its end tick."""
    session = host.joint.session
    while not host.over:
        if host.paused and sum(1 for seat in host.guests if seat.counts) >= wait:
            host.paused = False
        if not host.paused:
            for entry in source.due(session.tick):
                _give(host, entry)
        stops = [tick for tick in (source.next_tick, end) if tick is not None]
        host.advance(time.monotonic(), min(stops, default=None))
        _print_news(host.news)
        if end is not None and session.tick >= end:
            return
        if session.tick != source.next_tick:
            host.hear(host.door.wait(host.wait(time.monotonic())), time.monotonic())


def _take_part(guest: JointGuest, source: _Source, seconds: float | None) -> None:
    """Take part in the session until it is over."""
    end: int | None = None
    with progress("joining") as show:
        while guest.joint is None and not guest.over:
            guest.advance(time.monotonic())
            show(guest.share, 1.0)
            guest.hear(guest.call.wait(guest.wait(time.monotonic())), time.monotonic())
    while not guest.over:
        guest.advance(time.monotonic())
        _print_news(guest.news)
        if guest.joint is not None:
            session = guest.joint.session
            end = end if end is not None or seconds is None else session.tick + round(seconds * session.tick_rate)
            for entry in source.due(session.tick):
                _give(guest, entry)
            if end is not None and session.tick >= end:
                return
        guest.hear(guest.call.wait(guest.wait(time.monotonic())), time.monotonic())


def _give(side: JointHost | JointGuest, entry: AnyCommand | str) -> None:
    """Give a command, or send a line of text to everybody."""
    try:
        if isinstance(entry, str):
            side.say(entry)
        else:
            side.do(entry)
    except Refused as refused:
        print_note(f"not done: {refused}")


class _Source:
    """The commands of a player: of a file, each with its tick, or the lines of standard input as they come."""

    def __init__(self, script: str) -> None:
        self._steps = list(read_script(script).steps) if script != _LIVE else []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        if script == _LIVE:
            threading.Thread(target=self._read_lines, daemon=True).start()

    @property
    def next_tick(self) -> int | None:
        """The tick of the next command of a file."""
        return self._steps[0][0] if self._steps else None

    def due(self, tick: int) -> Iterator[AnyCommand | str]:
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


def _entry(line: str) -> AnyCommand | str:
    """Read a command that is given now, whose tick may be left out; or {"say": "a line of text"}."""
    from sandbox.commands import commands
    from sandbox.reading import json_text

    plain = json_text.loads(line)
    if isinstance(plain, dict) and [*plain] == ["say"] and isinstance(plain["say"], str):
        return plain["say"]
    return commands.from_json({"tick": 0, **plain} if isinstance(plain, dict) else plain, "standard input")[1]


@contextlib.contextmanager
def _recording(record: Path | None, side: str) -> Iterator[Path]:
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


def _keep_evidence(path: Path, record: Path | None, parted: bool, side: str) -> None:
    """Keep the recording of a session that has ended because machines differ, also if nobody has asked for it."""
    if not parted or record is not None:
        return
    from sandbox.recording.user_folders import data_dir

    folder = data_dir() / "together"
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{side}{RECORDING_SUFFIX}"
    shutil.copyfile(path, kept)
    print_written(kept)


def _print_news(news: Any) -> None:
    while news:
        print_note(news.popleft())


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""
