"""The time that a guest's parts take: told before it bites. The clock here is one of the test, and ticks cost what it
says."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.together.messages import Budgets
from sandbox.together.rules.cost import CostMeter
from tests.support import pile
from tests.together.network import Network


class Clock:
    """A clock on which a turn takes as long as it is told to."""

    def __init__(self) -> None:
        self.now, self.turn = 0.0, 0.0

    def __call__(self) -> float:
        self.now += self.turn / 2  # it is asked before a turn and after it: nothing passes in between
        return self.now


@pytest.mark.parametrize("busy", [0, 20])
def test_the_time_of_ticks_is_shared_out_by_work_and_a_busy_moment_is_nobodys_fault(busy: int) -> None:
    session = Session(pile(0))
    session.do(c.Join("Bo"))
    session.do(c.Join("Ann", player=1))
    session.do(c.Place("crate", 0.3, 5.5))
    for at in range(3):
        session.do(c.Place("crate", 0.6 + 0.4 * at, 5.5, player=1))
    session.do(c.Start())
    clock = Clock()
    meter = CostMeter(clock)
    for turn in range(60):
        clock.turn = 2.0 if turn < busy else 0.016
        meter.begin()
        before = clock.now
        session.advance(4)
        known = meter.end(session, 4)
        assert clock.now > before and known == (turn == 59)
    assert [meter.cost(session, player) for player in (0, 1, 2)] == pytest.approx([0.5, 1.5, 0.0])
    session.do(c.Stop())
    session.do(c.Delete(session.design.next_id - 1))
    assert meter.cost(session, 1) == pytest.approx(1.0), "a part less"


def test_a_guest_is_told_at_four_fifths_and_places_no_more_at_the_whole(tmp_path: Path) -> None:
    net, clock = Network(), Clock()
    host = net.open(pile(0), tmp_path / "host.replay", budgets=Budgets(milliseconds=1.0), clock=clock)
    ann = net.joined(tmp_path / "ann.replay")
    for at in range(4):
        ann.do(c.Place("crate", 0.3 + 0.4 * at, 5.5))
    net.step(0.1)
    clock.turn = 0.9 * 2 * 4 / 1000
    host.do(c.Start())
    net.step(1.05)
    assert [line for line in ann.news if " ms " in line] == [
        "your parts take 0.9 of the 1 ms of a tick that a guest's may take"
    ]
    host.do(c.Stop())
    ann.do(c.Place("crate", 1.9, 5.5))
    ann.do(c.Place("tennis_ball", 0.1, 5.5))
    net.step(0.1)
    refused = [line for line in ann.news if line.startswith("not done")]
    assert refused == ["not done: your parts take 1.1 ms of a tick, and a guest's may take 1; take some out first"]
    assert len(host.joint.session.design.parts) == 3 + 5
    ann.do(c.Delete(host.joint.session.design.next_id - 1))
    ann.do(c.Place("tennis_ball", 0.1, 5.5))
    net.step(0.1)
    assert host.joint.session.design.parts[-1].kind == "tennis_ball"
    net.close()
