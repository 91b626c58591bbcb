"""Going back with everybody: to a moment of the recording, from which all go on; the later part is kept."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox.cli.together.sides import CommandSource, give
from sandbox.commands import commands as c
from sandbox.errors import Refused
from sandbox.recording import reader
from sandbox.recording.arithmetic_classes import PORTABLE
from sandbox.together.guest import JointGuest
from sandbox.together.host import JointHost
from sandbox.together.messages import Back, Turn, TurnReport
from sandbox.together.past.going_back import back
from sandbox.together.seats import GuestRights
from sandbox.together.wire import Heard
from tests.support import pile
from tests.together.network import STEP, Network, disturb
from tests.together.test_host_and_guests import BALL, CRATE, essence, verified


@pytest.fixture
def net() -> Network:
    return Network(0.02)


def arrived(net: Network, host: JointHost, *guests: JointGuest) -> None:
    """All sides are where the host has gone back to."""
    net.until(lambda: host.going_back is None and all(seat.ready for seat in host.guests))
    assert all(guest.going_back is None for guest in guests)


def played(net: Network, tmp_path: Path, **more: Any) -> tuple[JointHost, JointGuest]:
    """A session in which a run is over, and another one goes on, with two hands in it."""
    host = net.open(pile(4), tmp_path / "host.replay", **more)
    ann = net.joined(tmp_path / "ann.replay")
    for command in (c.Start(), c.Stop(), c.Place("crate", 1.0, 2.5), c.Start()):
        host.do(command)
        net.step(0.3)
    ann.do(c.Grab(CRATE, 0.3, 0.5))
    host.do(c.Grab(BALL, 0.7, 0.5))
    for at in range(20):
        ann.do(c.Drag(0.3 + at / 50, 0.8))
        net.step(1 / 60)
    return host, ann


def test_all_go_back_to_the_middle_of_a_run_and_on_from_there(net: Network, tmp_path: Path) -> None:
    host, ann = played(net, tmp_path)
    to = host.joint.session.tick - 40
    bob = net.joined(tmp_path / "bob.replay", "Bob")
    tick = host.joint.session.tick
    host.go_back(to)
    with pytest.raises(Refused, match="halted"):
        host.do(c.Stop())
    arrived(net, host, ann, bob)
    assert host.paused and host.joint.session.tick == to
    assert host.joint.session.machine.held_by(1) == CRATE
    assert any("Bo has gone back to tick" in line for line in bob.news)
    host.paused = False
    net.until(lambda: all(seat.ready for seat in host.guests))
    ann.do(c.Release())
    net.step(0.5)
    bob.do(c.Grab(BALL, 0.9, 0.5))
    net.step(0.3)
    net.close()
    recordings = [verified(tmp_path / f"{name}.replay") for name in ("host", "ann", "bob")]
    assert essence(recordings[0]) == essence(recordings[1]) == essence(recordings[2])
    assert [mark.what for mark in recordings[0].marks] == []
    assert host.joint.session.players == {0: "Bo", 1: "Ann", 2: "Bob"}, "he came later than that moment"
    before = verified(tmp_path / "host-2.replay")
    assert before.ticks >= tick > to and essence(before) == essence(verified(tmp_path / "ann-2.replay"))


@pytest.mark.parametrize("commands", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("late", [False, True])
def test_a_moment_is_a_tick_and_a_number_of_commands(net: Network, tmp_path: Path, commands: int, late: bool) -> None:
    """Between two runs and around the commands there: join, join, start, stop, place, start, grab."""
    host, ann = played(net, tmp_path)
    given = reader.parse(host.joint.recorded()).commands
    last = given[commands - 1][1]
    tick = given[commands - 1 + late][0]
    host.go_back(tick, commands)
    arrived(net, host, ann)
    session = host.joint.session
    assert session.tick == tick and session.running == (last.verb == "start")
    assert len(session.design.parts) == 7 + (commands >= 5)
    if session.running:
        host.do(c.Stop())
    host.do(c.Place("crate", 1.5, 2.5))
    host.do(c.Start())  # on the same tick, and from another state than before
    host.paused = False
    net.step(0.5)
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))


def test_all_agree_about_what_was_before(net: Network, tmp_path: Path) -> None:
    """A digest that is changed on the way, and comes after the host has begun to go back, is looked at all the same."""
    host, ann = played(net, tmp_path)
    net.delay = 0.3
    net.step(0.2)
    flipped = []

    def flip(message: Any) -> Any:
        if flipped or not isinstance(message, TurnReport) or not message.digests:
            return message
        flipped.append(message)
        return replace(message, digests=(b"x" * 8, *message.digests[1:]))

    net.tamper = flip
    host.go_back(host.joint.session.tick - 200)
    net.until(lambda: any("the digest of Ann was changed on the way" in line for line in host.news))
    net.delay = 0.02
    arrived(net, host, ann)
    host.paused = False
    net.step(0.2)
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))


def test_nobody_waits_for_who_is_still_on_his_way(net: Network, tmp_path: Path) -> None:
    host, ann = played(net, tmp_path)
    joint = ann.joint

    def slowly(to: Back) -> Iterator[Any]:
        for _ in range(int(10 / STEP)):  # longer than everybody waits for somebody who is behind
            yield 0.5
        yield from back(joint, to)

    joint.run_again = slowly
    host.go_back(host.joint.session.tick - 40)
    net.until(lambda: host.going_back is None)
    host.paused = False
    ann.do(c.Release())  # what he wants is heard, but does not make him one who is there
    tick = host.joint.session.tick
    net.step(9)
    assert host.joint.session.tick >= tick + 8.9 * 240 and ann.going_back == 0.5
    net.until(lambda: ann.going_back is None)
    net.until(lambda: ann.joint.session.tick > host.joint.session.tick - 60)
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))


def test_there_is_no_moment_outside_of_the_session(net: Network, tmp_path: Path) -> None:
    host, ann = played(net, tmp_path)
    for tick, commands in ((10**9, None), (host.joint.session.tick, 0), (0, 5), (0, 10**6)):
        with pytest.raises(Refused, match=r"there is no tick|does not come after"):
            host.go_back(tick, commands)
    assert host.going_back is None
    # Nor does a guest go where the host says that there is one.
    host.paused = True
    net.step(0.3)
    ann.hear([Heard(0, Turn(ann.joint.turn, 0, (), 0, back=Back(10**9, 0)))], net.now)
    net.until(lambda: ann.over)
    assert ann.parted and "there is no tick 1000000000" in ann.over
    net.close()


def test_who_comes_meanwhile_waits_and_who_was_away_follows(net: Network, tmp_path: Path) -> None:
    host, ann = played(net, tmp_path)
    ann.call.cut()
    ann.call.reachable = False
    net.step(0.1)
    host.go_back(host.joint.session.tick - 30)
    bob = net.join(tmp_path / "bob.replay", "Bob")
    ann.call.reachable = True
    net.until(lambda: bob.joint is not None and any("you are back" in line for line in ann.news))
    host.paused = False
    net.step(0.5)
    net.until(lambda: all(seat.ready for seat in host.guests))
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "bob.replay"))


def test_a_machine_that_comes_elsewhere_is_found(net: Network, tmp_path: Path) -> None:
    host, ann = played(net, tmp_path)

    start = host.joint.session.start_tick

    def wrong(design: Any, seed: int) -> Any:
        from sandbox.commands.session import Session

        session = Session(design, seed)
        disturb(session, start, BALL)
        return session

    ann._make = wrong
    host.go_back(host.joint.session.tick - 20)
    net.until(lambda: host.over and ann.over)
    assert host.parted and ann.parted


def test_who_edits_only_goes_back_too(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(3), tmp_path / "host.replay", rights=GuestRights(editors=True))
    eve = net.join(tmp_path / "eve.replay", "Eve", arithmetic=PORTABLE.digest)
    net.until(lambda: eve.joint is not None)
    host.do(c.Place("crate", 1.0, 2.5))
    net.step(0.2)
    between = host.joint.session.tick
    host.do(c.Place("crate", 1.5, 2.5))
    host.do(c.Start())
    net.step(0.2)
    host.go_back(between)
    arrived(net, host, eve)
    assert not eve.others_run and eve.joint.session.tick == between
    eve.do(c.Place("tennis_ball", 1.5, 2.5))
    net.step(0.3)
    assert host.joint.session.design == eve.joint.session.design and len(host.joint.session.design.parts) == 6 + 2
    net.close()
    assert not host.parted


def test_a_line_on_the_command_line_goes_back(
    net: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    host, ann = played(net, tmp_path)
    to = host.joint.session.tick - 20
    monkeypatch.setattr("sys.stdin", io.StringIO(f'{{"back_to": {to}}}\n'))
    source = CommandSource("-")
    while not (entries := list(source.due(0))):
        pass
    give(ann, entries[0])  # type: ignore[arg-type]
    assert "only the host goes back in time" in capsys.readouterr().err and host.going_back is None
    give(host, entries[0])
    arrived(net, host, ann)
    assert host.joint.session.tick == to == ann.joint.session.tick
    net.close()


def test_a_host_who_ends_the_session_on_the_way_back_ends_it_there(net: Network, tmp_path: Path) -> None:
    host, _ = played(net, tmp_path)
    to = host.joint.session.tick - 20
    host.go_back(to)
    net.close()
    assert verified(tmp_path / "host.replay").ticks == verified(tmp_path / "ann.replay").ticks == to
