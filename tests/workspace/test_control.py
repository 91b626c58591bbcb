"""A recording is played, paused, stepped and run again, and taken over to go on live."""

from __future__ import annotations

from fractions import Fraction

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.recording import reader
from sandbox.workspace.files.journal import SessionLog
from sandbox.workspace.playback import LEAD_SECONDS
from tests.timed import BALL, play, replayed


def test_a_recording_plays_in_real_time_with_idle_stretches_cut(workspace, time, watched):
    assert workspace.files.open(watched)
    assert (workspace.document.watching, workspace.document.title) == (True, "Untitled (recording)")
    assert len(workspace.document.design.parts) == 1, "the first command was on tick 0"
    play(workspace, time, LEAD_SECONDS + 0.1)
    assert len(workspace.document.design.parts) == 2, "a minute passed at once"
    assert not workspace.document.session.running
    play(workspace, time, 1.0)
    assert workspace.document.session.running, "a second is not idle"
    play(workspace, time, 2.0)
    assert not workspace.document.session.running
    assert workspace.pacing.moving
    play(workspace, time, 1.0)
    assert (workspace.document.playback.finished, workspace.pacing.moving) == (True, False)
    assert workspace.document.session.tick == reader.read(watched).ticks
    assert workspace.messages.latest.text.startswith("The recording ends here")
    assert workspace.document.recording_path is None


def test_watching_refuses_commands_until_taken_over(workspace, time, watched):
    workspace.files.open(watched)
    play(workspace, time, 2.5)
    design = workspace.document.design
    assert not workspace.gate.do(c.Delete(1))
    assert "Take over" in workspace.messages.latest.text
    assert (workspace.document.design, workspace.document.dirty) == (design, False)


def test_taking_over_goes_on_live_with_a_complete_recording(workspace, time, watched):
    workspace.files.open(watched)
    play(workspace, time, 2.5)
    tick = workspace.document.session.tick
    assert workspace.document.session.running
    assert workspace.travel.take_over()
    assert workspace.document.session.tick == tick
    play(workspace, time, 0.5)
    assert workspace.gate.do(c.Grab(1, 1.0, 0.4))
    play(workspace, time, 0.5)
    path = workspace.document.recording_path
    workspace.close()
    found, session, session_log = replayed(path)
    assert [type(command).__name__ for _, command in found.commands] == ["Place", "Place", "Start", "Grab"]
    assert (found.end.tick, session_log.parted, session.end_hash()) == (tick + 240, None, found.end.hash)
    assert reader.read(watched).end.reason != "quit", "the file that was watched is as it was"


def test_taking_over_at_the_end_waits_for_the_user(workspace, time, watched):
    workspace.files.open(watched)
    play(workspace, time, 6.0)
    assert workspace.document.playback.finished
    workspace.travel.take_over()
    assert not workspace.document.watching
    assert workspace.gate.do(BALL)
    assert len(workspace.document.design.parts) == 2


def test_a_recording_can_be_paused_stepped_sped_up_and_run_again(workspace, time, watched):
    workspace.files.open(watched)
    assert workspace.gate.pause()
    play(workspace, time, 5.0)
    assert workspace.document.session.tick == 0
    assert workspace.control.step()
    workspace.gate.catch_up()
    skipped = 60 * 240 - int(LEAD_SECONDS * 240)
    assert workspace.document.session.tick == skipped + 1
    workspace.pacing.speed = Fraction(16)
    workspace.control.run()
    play(workspace, time, 0.4)
    assert workspace.document.playback.finished
    workspace.control.run()
    assert (workspace.document.session.tick, workspace.pacing.moving) == (0, True)
    workspace.control.stop()
    play(workspace, time, 1.0)
    assert (workspace.document.session.tick, workspace.pacing.moving) == (0, False)


def test_a_recording_that_runs_differently_here_is_said(workspace, time, watched, tmp_path):
    found = reader.read(watched)
    ((first, digests),) = found.hashes.items()
    wrong = SessionLog({first: digests[:800] + bytes(8) + digests[808:]})
    session = Session(found.head.design, 0, wrong)
    for tick, command in found.commands:
        session.advance(tick - session.tick)
        session.do(command)
    assert wrong.parted == first + 100
    assert replayed(watched)[2].parted is None, "control: the right hashes"
    workspace.files.open(watched)
    workspace.document.journal.session_log._expected[first] = b"x" + digests[1:]
    play(workspace, time, 6.0)
    assert workspace.messages.latest.kind == "bad"
    assert f"from tick {first} on" in workspace.messages.latest.text
