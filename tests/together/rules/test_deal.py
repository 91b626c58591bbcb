"""The stock dealt out: everybody places from his own share, and is told whose piece it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.together.rules.deal import Deal
from tests.support import pile
from tests.together.network import Network
from tests.together.test_host_and_guests import essence, verified


def stocked(**stock: int) -> Design:
    """A level with a floor and two walls, which belong to it."""
    level = pile(0)
    return replace(level, parts=tuple(replace(part, fixed=True) for part in level.parts), stock=stock)


def test_pieces_go_round_through_the_stock_in_the_order_of_joining() -> None:
    session = Session(stocked(crate=3, domino=2, spring=4))
    shares = [Deal((0, 2, 5)).share(session, player) for player in (0, 2, 5, 7)]
    assert [list(share.values()) for share in shares] == [[1, 1, 1], [1, 1, 1], [1, 0, 2], [0, 0, 0]]
    assert Deal((0,)).share(session, 0) == {"crate": 3, "domino": 2, "spring": 4}
    assert Deal((0, 1)).left(Session(pile(1)), 0, "crate") is None, "building is free there"


def crate(x: float) -> c.Place:
    return c.Place("crate", x, 1.0)


def test_each_places_from_his_share_and_is_told_whose_the_rest_is(tmp_path: Path) -> None:
    net = Network()
    host = net.open(stocked(crate=3, domino=2), tmp_path / "host.replay", deals=True)
    ann = net.joined(tmp_path / "ann.replay")
    net.until(lambda: ann.deal == host.deal)
    assert host.do(crate(0.4)) and host.do(crate(0.8))
    with pytest.raises(Refused, match=r"your share of the stock: you have placed your 2; .* that of Ann \(1\)"):
        host.do(crate(1.2))
    net.step(0.3)
    ann.do(crate(1.2))
    net.step(0.3)
    own = host.joint.session.design.parts[-1].id
    # The host decides, also where a program does not ask before.
    ann.deal = None
    ann.do(c.Delete(own))
    ann.do(c.Place("domino", 1.2, 1.0))
    ann.do(c.Place("domino", 1.6, 1.0))
    net.step(0.3)
    assert ann.news[-1] == (
        "not done: no domino is left in your share of the stock: you have placed your 1; what is left is that of Bo (1)"
    )
    assert host.do(c.Place("domino", 1.6, 1.0))
    net.step(0.3)
    net.close()
    assert essence(verified(tmp_path / "host.replay")) == essence(verified(tmp_path / "ann.replay"))


def test_a_step_of_another_brings_nobody_more_than_his_share(tmp_path: Path) -> None:
    net = Network()
    host = net.open(stocked(crate=4), tmp_path / "host.replay", deals=True)
    ann = net.joined(tmp_path / "ann.replay")
    ann.do(crate(0.4))
    ann.do(crate(0.8))
    net.step(0.3)
    host.do(c.Delete(host.joint.session.design.parts[-1].id))
    net.step(0.3)
    ann.do(crate(1.2))
    net.step(0.3)
    with pytest.raises(Refused, match="one crate more than the 2 of Ann"):
        host.do(c.Undo())
    net.close()


def test_who_has_left_leaves_his_pieces_to_the_others(tmp_path: Path) -> None:
    net = Network()
    host = net.open(stocked(crate=5), tmp_path / "host.replay", deals=True)
    ann, bob = net.joined(tmp_path / "ann.replay"), net.joined(tmp_path / "bob.replay", "Bob")
    session = host.joint.session
    assert [host.deal.share(session, player)["crate"] for player in (0, 1, 2)] == [2, 2, 1]
    ann.do(crate(0.4))
    net.step(0.3)
    ann.leave()
    net.step(0.3)
    assert bob.deal == host.deal == Deal((0, 2))
    assert [host.deal.left(session, player, "crate") for player in (0, 2)] == [2, 2]
    net.close()
