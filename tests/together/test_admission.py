"""Who is let in: whom the host has asked to leave comes back only when the host says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.together.guest import JointGuest
from sandbox.together.host import JointHost
from tests.support import pile
from tests.together.network import Network

SAID = "the host has asked Ann to leave this session, and only the host can let Ann in again"


@pytest.fixture
def net() -> Network:
    return Network(0.02)


def sent_away(net: Network, tmp_path: Path) -> tuple[JointHost, JointGuest]:
    """A host who has asked Ann to leave, and Ann."""
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    (seat,) = host.guests
    host.admission.bar(seat)
    host.remove(seat, "enough")
    net.until(lambda: ann.over)
    assert ann.over == "enough"
    return host, ann


def test_who_was_sent_away_is_not_let_in_under_his_name(net: Network, tmp_path: Path) -> None:
    host, _ = sent_away(net, tmp_path)
    again = net.join(tmp_path / "again.replay")
    net.until(lambda: again.over)
    assert again.refused and SAID in again.over and any(SAID in line for line in host.news)
    assert not net.joined(tmp_path / "bob.replay", "Bob").over, "and everybody else is"
    net.close()


def test_a_ticket_does_not_help_either(net: Network, tmp_path: Path) -> None:
    _, ann = sent_away(net, tmp_path)
    other = net.join(tmp_path / "other.replay", "Another")
    other.call.begin(ann._ticket)  # before the first call is answered
    net.until(lambda: any(SAID in line for line in net.host.news))
    net.close()


def test_the_host_can_let_him_in_again(net: Network, tmp_path: Path) -> None:
    host, _ = sent_away(net, tmp_path)
    host.admission.allow("Ann")
    assert not host.admission.barred and "Ann may join again" in host.news
    assert net.joined(tmp_path / "again.replay").player == 1, "with the seat that was his"
    net.close()


def test_who_was_too_slow_may_try_again(net: Network, tmp_path: Path) -> None:
    """It is the host who sends somebody away for good, and no rule."""
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.remove(host.guests[0], "your machine was behind")
    net.until(lambda: ann.over)
    assert not net.joined(tmp_path / "again.replay").over
    net.close()


def test_of_two_of_one_name_the_other_stays(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    first, second = net.joined(tmp_path / "a.replay"), net.joined(tmp_path / "b.replay")
    assert [seat.name for seat in host.guests] == ["Ann", "Ann 2"]
    host.admission.bar(host.guests[1])
    host.remove(host.guests[1], "enough")
    net.until(lambda: second.over)
    first.call.cut()
    net.step(3.0)
    assert not first.over and host.present == (0, 1), "a lost connection is taken up again all the same"
    net.close()
