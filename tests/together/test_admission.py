"""Who is let in: whom the host has asked to leave comes back only when the host says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandbox.together import program
from sandbox.together.guest import JointGuest
from sandbox.together.host import JointHost
from sandbox.together.messages import Knock
from sandbox.together.wire import Arrived
from tests.support import pile
from tests.together.network import MemoryGuestWire, Network

SAID = "the host has asked Ann to leave this session, and only the host can let Ann in again"


@pytest.fixture
def net() -> Network:
    return Network(0.02)


def sent_away(net: Network, tmp_path: Path) -> tuple[JointHost, JointGuest]:
    """A host who has asked Ann to leave, and Ann."""
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    (seat,) = host.guests
    host.send_away(seat)
    net.until(lambda: ann.over)
    assert ann.over == "the host has asked you to leave"
    return host, ann


def caller(net: Network, path: Path, name: str, line: int) -> JointGuest:
    """Somebody who calls by the first, the second, ... line that there was."""
    door: Any = net.host.door
    now, door.lines = door.lines, line
    call: Any = MemoryGuestWire(net, name, {})
    door.lines = now
    net.guests.append(guest := JointGuest(call, path))
    return guest


def test_who_was_sent_away_does_not_come_back_under_another_name_by_the_same_line(net: Network, tmp_path: Path) -> None:
    host, _ = sent_away(net, tmp_path)
    assert host.news[-1] == "there is a new line for whoever joins from now on; the old one lets nobody in"
    news = len(host.news)
    for name in ("Zoe", "Ann"):
        again = caller(net, tmp_path / "again.replay", name, 1)
        net.until(lambda: again.over)  # noqa: B023
        assert again.refused and "this line is an old one, and lets nobody in any more" in again.over
    assert len(host.news) == news, "which is no news, however often"
    zoe = caller(net, tmp_path / "zoe.replay", "Zoe", 2)
    net.until(lambda: zoe.joint is not None or zoe.over)
    assert not zoe.over, "she has got the new one"
    net.close()


def test_the_line_stays_when_nobody_was_sent_away(net: Network, tmp_path: Path) -> None:
    """The control: asked to leave by a rule, a guest comes back by the same line, under any name."""
    host = net.open(pile(2), tmp_path / "host.replay")
    ann = net.joined(tmp_path / "ann.replay")
    host.remove(host.guests[0], "your machine was behind")
    net.until(lambda: ann.over)
    zoe = caller(net, tmp_path / "zoe.replay", "Zoe", 1)
    net.until(lambda: zoe.joint is not None or zoe.over)
    assert not zoe.over
    net.close()


def test_who_is_in_stays_in_and_comes_back_by_the_line_that_he_knows(net: Network, tmp_path: Path) -> None:
    host = net.open(pile(2), tmp_path / "host.replay")
    ann, bob = net.joined(tmp_path / "ann.replay"), net.joined(tmp_path / "bob.replay", "Bob")
    host.send_away(host.guests[0])
    net.until(lambda: ann.over)
    bob.call.cut()
    net.until(lambda: any("you are back" in line for line in bob.news) or bob.over)
    assert not bob.over and host.present == (0, 2)
    bob.leave()
    net.until(lambda: not host.guests)
    door: Any = host.door
    host.hear([Arrived(99, Knock(b"n" * 16, b"p" * 32, "Bob", program.here(), bob._ticket), b"h" * 32, True)], net.now)
    assert door.calls.get(99) is None and host.present == (0,), "a seat that was given up is none"
    net.close()


def test_who_was_sent_away_is_not_let_in_under_his_name(net: Network, tmp_path: Path) -> None:
    host, _ = sent_away(net, tmp_path)
    again = net.join(tmp_path / "again.replay")
    net.until(lambda: again.over)
    assert again.refused and SAID in again.over and any(SAID in line for line in host.news)
    assert not net.joined(tmp_path / "bob.replay", "Bob").over, "and everybody else is"
    net.close()


def test_a_ticket_does_not_help_with_the_new_line_either(net: Network, tmp_path: Path) -> None:
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
    host.send_away(host.guests[1])
    net.until(lambda: second.over)
    first.call.cut()
    net.step(3.0)
    assert not first.over and host.present == (0, 1), "a lost connection is taken up again all the same"
    net.close()
