"""A guest whose machine computes other bits than the host's: he edits while the machine stands, and does not run it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.commands import commands as c
from sandbox.errors import Refused
from sandbox.recording import reader
from sandbox.recording.arithmetic_classes import PORTABLE
from sandbox.together.guest import JointGuest
from sandbox.together.host import JointHost
from sandbox.together.past.editing_only import NOTE
from sandbox.together.seats import GuestRights
from tests.support import pile
from tests.together.network import Network
from tests.together.test_host_and_guests import BALL, CRATE, essence, verified


def editing(net: Network, tmp_path: Path) -> JointGuest:
    """A guest with another class of arithmetic, once he is in the session."""
    eve = net.join(tmp_path / "eve.replay", "Eve", arithmetic=PORTABLE.digest)
    net.until(lambda: eve.joint is not None or eve.over)
    assert not eve.over, eve.over
    return eve


def opened(net: Network, tmp_path: Path) -> JointHost:
    return net.open(pile(3), tmp_path / "host.replay", rights=GuestRights(editors=True))


def test_he_edits_while_nothing_runs_and_sees_the_design_while_the_others_run(tmp_path: Path) -> None:
    net = Network(0.02)
    host = opened(net, tmp_path)
    eve, bob = editing(net, tmp_path), net.joined(tmp_path / "bob.replay", "Bob")
    assert "Eve joins, to edit only" in host.news
    eve.do(c.Place("crate", 1.0, 2.5))
    net.step(0.2)
    host.do(c.Start())
    net.step(0.3)
    assert eve.others_run and eve.joint.session.machine is None
    assert eve.news[-1] == "the others run; you see it when they stop"
    with pytest.raises(Refused, match="edit only"):
        eve.do(c.Grab(BALL, 0.7, 0.5))
    bob.do(c.Grab(BALL, 0.7, 0.5))
    net.step(0.5)
    eve.do(c.Start())  # asks the host, as everybody else's
    host.do(c.Stop())
    net.step(0.2)
    assert not eve.others_run and "the others have stopped" in eve.news
    eve.do(c.Move(CRATE, 0.4, 2.0))
    net.step(0.2)
    sessions = [side.joint.session for side in (host, eve, bob)]
    assert sessions[0].design == sessions[1].design == sessions[2].design
    assert sessions[0].tick - sessions[1].tick < 24
    net.close()
    assert not host.parted
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "bob.replay"))
    recording = reader.read(tmp_path / "eve.replay")
    assert recording.marks[0].text == NOTE and recording.hashed == 0
    assert [command.verb for _, command in recording.commands if command.player == 1] == ["join", "place", "move"]


def test_who_comes_while_the_others_run_edits_after_that(tmp_path: Path) -> None:
    net = Network(0.02)
    host = opened(net, tmp_path)
    host.do(c.Start())
    net.step(0.5)
    eve = editing(net, tmp_path)
    assert eve.others_run
    net.step(0.3)
    eve.call.cut()
    net.until(lambda: any("you are back" in line for line in eve.news))
    host.do(c.Stop())
    net.until(lambda: not eve.others_run)
    eve.do(c.Place("crate", 1.0, 2.5))
    net.step(0.2)
    assert host.joint.session.design == eve.joint.session.design
    net.close()
    assert not host.parted


def test_a_design_that_differs_is_found_with_the_next_edit(tmp_path: Path) -> None:
    net = Network(0.02)
    host = opened(net, tmp_path)
    eve = editing(net, tmp_path)
    eve.joint.session.do(c.Move(CRATE, 1.234, 2.0))
    host.do(c.Start())
    net.step(0.3)
    assert not host.over, "what is not run there can't differ"
    host.do(c.Stop())
    host.do(c.Place("crate", 1.0, 2.5))
    net.until(lambda: host.over and eve.over)
    assert host.parted and any("their designs differ" in line for line in host.news)


def test_he_is_not_asked_where_the_machines_of_others_differ(tmp_path: Path) -> None:
    net = Network(0.02)
    host = opened(net, tmp_path)
    editing(net, tmp_path)
    bob = net.joined(tmp_path / "bob.replay", "Bob")
    host.do(c.Start())
    net.step(0.2)
    turn = host.joint.turn
    host._desync.begin(host.guests[1], turn - 1, net.now)  # as if a digest of Bob's had been changed on the way
    net.step(0.5)
    assert any("the digest of Bob was changed on the way" in line for line in host.news)
    assert not host.over and not bob.over
    net.close()


def test_the_host_decides_at_any_time_whether_others_edit_only(tmp_path: Path) -> None:
    """Switched off again, nobody else is let in; who is in stays, and comes back after a lost connection."""
    net = Network()
    host = opened(net, tmp_path)
    inside = []
    for may in (False, True, False):
        host.rights = GuestRights(editors=may)
        eve = net.join(tmp_path / f"eve{may}.replay", "Eve", arithmetic=PORTABLE.digest)
        net.until(lambda: eve.joint is not None or eve.over)  # noqa: B023
        assert eve.refused is not may and (may or "the host lets you in to edit only" in eve.over)
        inside += [eve] if may else []
    (eve,) = inside
    eve.call.cut()
    net.until(lambda: any("you are back" in line for line in eve.news) or eve.over)
    assert not eve.over and len(host.guests) == 1
    net.close()


def test_other_code_is_refused_all_the_same(tmp_path: Path) -> None:
    net = Network()
    opened(net, tmp_path)
    eve = net.join(tmp_path / "eve.replay", "Eve", code="0" * 32)
    net.until(lambda: eve.over)
    assert eve.refused and "same version" in eve.over
