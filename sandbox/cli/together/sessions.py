"""`sandbox host` and `sandbox join`: one session on several machines, without a window."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sandbox.cli.command import CliCommand
from sandbox.cli.names import LEVEL, RECORDING, RECORDING_SUFFIX
from sandbox.cli.options import as_json, guarded, read_level, seconds
from sandbox.cli.output import print_detail, print_line, print_note, progress
from sandbox.cli.run import print_ending
from sandbox.cli.together.race import check_level, host_race, join_race
from sandbox.cli.together.sides import (
    LIVE,
    CommandSource,
    evidence_path,
    give,
    keep_evidence,
    print_news,
    recording,
    user_name,
)
from sandbox.errors import Refused

if TYPE_CHECKING:
    from sandbox.design.design import Design
    from sandbox.together.guest import JointGuest
    from sandbox.together.host import JointHost
    from sandbox.together.host_wire import HostWire
    from sandbox.together.joint_session import JointSession

_MEGABYTES = 2048
_SCRIPT = click.option(
    "--commands",
    "script",
    metavar="FILE.jsonl",
    default=LIVE,
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
@click.option("--deal", is_flag=True, help="Deal the stock out: everybody places from his share only.")
@click.option("--editors", is_flag=True, help="Let machines in to edit only that compute other bits than this one.")
@click.option("--race", is_flag=True, help="Let everybody play LEVEL on his own; the first win that verifies wins.")
@_NAME
@_SCRIPT
@seconds("until Ctrl+C")
@_RECORD
@as_json()
@guarded(_MEGABYTES)
def host(
    level: str, listen: str, port: int, most: int, wait: int, guests_start: bool, deal: bool, editors: bool, race: bool,
    name: str, script: str, seconds: float | None, record: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """Open LEVEL to guests: one session, run on all their machines to the same bits.

    Prints the line that guests give to `sandbox join`. Who has it can join, and nobody else. Everybody edits and plays;
    the host starts and stops the machine, and guests ask for it. It runs at the speed of the world. In a race everybody
    plays alone, sees how far the others are, and keeps a recording of his own.

    Without --commands each line of standard input is a command that is given at once, such as {"do": "start"}, or a
    text for all, {"say": "Now!"}; {"back_to": 480} goes back to a tick, with everybody. {"remove": "Ann"} asks Ann to
    leave for good and prints a new line, the old one lets nobody in; {"allow": "Ann"} takes it back. A file says when:
    {"tick": 480, "do": "press", "part": 7}.

    \b
    Example:
      sandbox host drop --wait 1 --commands moves.jsonl --seconds 20 --record host.replay
      sandbox host workshop --listen 192.0.2.7 --port 7777 --guests-start
      sandbox host drop --race --wait 2
    """
    from sandbox.together.host import JointHost
    from sandbox.together.race.race_host import RaceHost
    from sandbox.together.seats import GuestRights

    name = name or user_name()
    _check_choices(wait, most, race and (deal or guests_start or editors))
    design = _read_level(level, race)
    source, parted = CommandSource(script), False
    with recording(record, "host") as path:
        door = _listening(listen, port)
        if race:
            racing = RaceHost(door, design, 0, name, most=most)
            host_race(racing, source, seconds, wait, path, _path_of_winner(record), as_json)
        else:
            joint, rights = _joint(design, path), GuestRights(start=guests_start, editors=editors)
            served = JointHost(joint, door, name, most=most, rights=rights, deals=deal, clock=time.thread_time)
            parted = _serve_to_the_end(served, source, seconds, wait, as_json)
        keep_evidence(path, record, parted or race, "host")
    return 1 if parted else 0


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
    verifies alone. A lost connection is taken up again without losing a command. In a race this machine plays the level
    by itself.

    Without --commands each line of standard input is a command that is asked for at once, such as {"do": "press",
    "part": 7}; a file says from which tick on.

    \b
    Example:
      sandbox join 'sandbox://127.0.0.1:7777/#GAvSYQO2kP039r0e6OVKRQ' --record guest.replay
    """
    from sandbox.together import program
    from sandbox.together.guest import JointGuest
    from sandbox.together.guest_wire import GuestWire
    from sandbox.together.invitation import parse

    invitation, source = parse(line), CommandSource(script)
    with recording(record, "guest") as path:
        tls = None
        if invitation.fingerprint:
            from sandbox.together import certificate

            tls = certificate.for_guest()
        guest = JointGuest(GuestWire(invitation, name or user_name(), program.here(), tls), path)
        _take_part_to_the_end(guest, source, seconds, as_json)
        if guest.race is None and (guest.refused or guest.joint is None):
            raise Refused(guest.over)
        keep_evidence(path, record, guest.parted or guest.race is not None, "guest")
    return 1 if guest.parted else 0


def _take_part_to_the_end(guest: JointGuest, source: CommandSource, seconds: float | None, as_json: bool) -> None:
    """Take part until the session or race is over, and print how it has ended."""
    try:
        _take_part(guest, source, seconds)
        if guest.race is not None:
            join_race(guest, source, seconds, guest.path, as_json)
    except KeyboardInterrupt:
        pass
    finally:
        guest.leave()
    print_news(guest.news)
    if guest.race is not None or guest.refused or guest.joint is None:
        return
    print_note(guest.over)
    late, seconds_late = guest.stalls
    print_detail(f"{late} times a turn was late, {seconds_late:.2f} s in all")
    print_ending(guest.joint.session, as_json)


def _check_choices(wait: int, most: int, shares_in_race: bool) -> None:
    """Refuse choices that contradict each other."""
    if wait > most:
        raise Refused(f"--wait {wait}: there are {most} guests at most; raise --most")
    if shares_in_race:
        raise Refused("in a race everybody has a machine and the whole stock to himself: leave out --deal and the like")


def _read_level(level: str, race: bool) -> Design:
    """Read the level that is played together, or in a race."""
    design = read_level(level)
    if race:
        check_level(design, level)
    return design


def _path_of_winner(record: Path | None) -> Path:
    """Return the path of the recording of a guest who wins a race."""
    return record.with_name(f"{record.stem}-winner{RECORDING_SUFFIX}") if record else evidence_path("winner")


def _joint(design: Design, path: Path) -> JointSession:
    """Begin a session, and its recording."""
    from sandbox.commands.session import Session
    from sandbox.recording import fingerprint
    from sandbox.recording.recorder import Recorder
    from sandbox.together.joint_session import JointSession

    recorder = Recorder(path, design, 0, fingerprint.current())
    return JointSession(Session(design), recorder)


def _listening(address: str, port: int) -> HostWire:
    """Listen for guests, and print the line that they need."""
    from sandbox.together.host_wire import HostWire
    from sandbox.together.invitation import Invitation, is_loopback, new_secret

    tls, print_ = None, b""
    if not is_loopback(address):
        from sandbox.together import certificate

        tls, print_ = certificate.for_host(address)
    door = HostWire(Invitation(address, port, new_secret(), print_), tls)
    print_line(door.begin().line)
    sys.stdout.flush()
    return door


def _serve_to_the_end(host: JointHost, source: CommandSource, seconds: float | None, wait: int, as_json: bool) -> bool:
    """Let a session go on until its time is over; return whether machines have parted."""
    session = host.joint.session
    try:
        _serve(host, source, None if seconds is None else round(seconds * session.tick_rate), wait)
    except KeyboardInterrupt:
        pass
    finally:
        host.close()
    print_news(host.news)
    print_ending(host.joint.session, as_json)
    return host.parted


def _serve(host: JointHost, source: CommandSource, end: int | None, wait: int) -> None:
    """Let the session go on to its end tick."""
    while not host.over:
        session = host.joint.session  # another one after going back
        if host.paused and sum(1 for seat in host.guests if seat.counts) >= wait:
            host.paused = False
        if not host.paused:
            for entry in source.due(session.tick):
                give(host, entry)
        stops = [tick for tick in (source.next_tick, end) if tick is not None]
        host.advance(time.monotonic(), min(stops, default=None))
        print_news(host.news)
        if end is not None and session.tick >= end:
            return
        if session.tick != source.next_tick:
            host.hear(host.door.wait(host.wait(time.monotonic())), time.monotonic())


def _take_part(guest: JointGuest, source: CommandSource, seconds: float | None) -> None:
    """Take part in the session until it is over."""
    end: int | None = None
    with progress("joining") as show:
        while guest.joint is None and guest.race is None and not guest.over:
            guest.advance(time.monotonic())
            show(guest.share, 1.0)
            guest.hear(guest.call.wait(guest.wait(time.monotonic())), time.monotonic())
    while not guest.over and guest.race is None:
        guest.advance(time.monotonic())
        print_news(guest.news)
        if guest.joint is not None:
            session = guest.joint.session
            end = end if end is not None or seconds is None else session.tick + round(seconds * session.tick_rate)
            for entry in source.due(session.tick):
                give(guest, entry)
            if end is not None and session.tick >= end:
                return
        guest.hear(guest.call.wait(guest.wait(time.monotonic())), time.monotonic())
