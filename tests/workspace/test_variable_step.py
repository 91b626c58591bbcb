"""A run by steps of any length goes on in a copy; for the session that is recorded only time passes."""

from __future__ import annotations

import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.workspace.clock import MS, RUNNING, Clock
from sandbox.workspace.variable_step import Unrecorded
from tests.contraptions import Builder


@pytest.fixture
def recorded() -> Session:
    b = Builder()
    b.part("bowling_ball", 2.0, 1.5)
    session = Session(b.design())
    session.advance(100)
    return session


def started(recorded: Session) -> tuple[Unrecorded, Clock]:
    run, clock = Unrecorded(recorded), Clock(240, RUNNING)
    assert run.session.tick == recorded.tick
    run.session.do(c.Start())
    clock.start(0)
    return run, clock


def test_each_step_is_as_long_as_what_has_passed(recorded: Session) -> None:
    run, clock = started(recorded)
    for now, step in ((10 * MS, 0.010), (33 * MS, 0.023)):
        assert run.due(clock, now, paused=False) == 1
        assert run.length == pytest.approx(step)
        run.session.advance(1, run.length)
    assert run.due(clock, 33 * MS, paused=False) == 0, "no time, no tick"
    assert run.seconds == pytest.approx(0.033)


def test_a_single_step_in_a_pause_is_a_tick(recorded: Session) -> None:
    run, clock = started(recorded)
    clock.pause()
    assert run.due(clock, 500 * MS, paused=True) == 0
    clock.step()
    assert run.due(clock, 600 * MS, paused=True) == 1
    run.session.advance(1, run.length)
    assert run.seconds == pytest.approx(1 / 240)


def test_for_the_recorded_session_nothing_has_happened_but_time(recorded: Session) -> None:
    run, _ = started(recorded)
    run.session.advance(7)
    run.session.do(c.Stop())
    assert not recorded.running
    assert run.end() is recorded
    assert recorded.tick == 107
    assert not recorded.can_undo()
