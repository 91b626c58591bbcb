"""Time of a document: ticks while nothing runs, paced ones while something does, pauses and speeds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandbox.commands import commands as c
from tests.timed import BALL, play, recordings_of


def test_while_nothing_runs_a_command_gets_the_tick_of_its_moment(workspace, time):
    time.sleep(600)
    assert workspace.gate.do(BALL)
    time.sleep(0.5)
    workspace.gate.do(c.Move(1, 2.0, 1.0))
    workspace.close()
    found = [tick for tick, _ in recordings_of(workspace)[0].commands]
    assert found == [144_000, 144_120]


def test_a_running_machine_is_paced_and_a_stall_is_cut(workspace, time):
    workspace.gate.do(BALL)
    assert workspace.control.run()
    play(workspace, time, 1.0)
    assert workspace.document.session.tick == workspace.document.session.running_ticks == 240
    time.sleep(2.0)
    play(workspace, time, 0.5)
    assert workspace.document.session.tick == 240 + 60 + 116
    assert workspace.pacing.clock.lost_ns == 1_765_625_000  # all but a quarter second of a frame of 2 s and 1/64


def test_control_while_editing_the_same_stall_is_not_cut(workspace, time):
    play(workspace, time, 1.0)
    time.sleep(2.0)
    play(workspace, time, 0.5)
    assert workspace.document.session.tick == 840
    assert workspace.pacing.clock.lost_ns == 0


def test_while_running_a_command_does_not_run_ticks_of_its_own(workspace, time):
    """On a machine too slow for its ticks every move of the mouse would cost another batch of them."""
    workspace.gate.do(BALL)
    workspace.control.run()
    time.sleep(0.1)
    workspace.gate.do(c.Grab(1, 1.0, 1.0))
    assert workspace.document.session.running_ticks == 0


def test_a_pause_passes_no_ticks_and_a_step_passes_one(workspace, time):
    workspace.gate.do(BALL)
    workspace.control.run()
    play(workspace, time, 0.25)
    assert workspace.gate.pause()
    play(workspace, time, 5.0)
    assert (workspace.document.session.tick, workspace.pacing.moving, workspace.pacing.leftover) == (60, False, 0.0)
    assert workspace.control.step()
    play(workspace, time, 1.0)
    assert workspace.document.session.tick == 61
    workspace.control.run()
    play(workspace, time, 0.25)
    assert workspace.document.session.tick == 121
    assert workspace.control.stop()
    play(workspace, time, 1.0)
    assert workspace.document.session.tick == 361, "stopped and editing, time passes"


def test_a_step_from_standstill_starts_the_machine_and_stops_after_one_tick(workspace, time):
    workspace.gate.do(BALL)
    assert workspace.control.step()
    play(workspace, time, 1.0)
    assert (workspace.document.session.running_ticks, workspace.pacing.paused) == (1, True)


def test_stopping_while_paused_lets_time_pass_again(workspace, time):
    workspace.gate.do(BALL)
    workspace.control.step()
    play(workspace, time, 1.0)
    workspace.control.stop()
    play(workspace, time, 1.0)
    assert (workspace.pacing.paused, workspace.document.session.tick) == (False, 241)
    assert not workspace.gate.pause(), "there is nothing to pause"


def test_speed_holds_for_running_machines_and_not_for_editing(workspace, time):
    workspace.pacing.speed = Fraction(1, 4)
    play(workspace, time, 1.0)
    assert workspace.document.session.tick == 240
    workspace.gate.do(BALL)
    workspace.control.run()
    play(workspace, time, 1.0)
    assert workspace.document.session.running_ticks == 60
    with pytest.raises(ValueError):
        workspace.pacing.speed = Fraction(100)
    assert workspace.pacing.speed == Fraction(1, 4)
