"""A session that was cut off is offered and gone on with."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from sandbox.recording import reader
from tests.timed import BALL, play, recordings_of, replayed

CHILD = textwrap.dedent(
    """
    import os, sys, time
    from pathlib import Path
    from sandbox.commands import commands as c
    from sandbox.workspace.workspace import Workspace
    workspace = Workspace(Path(sys.argv[1]), lambda: 0)
    workspace.gate.do(c.Place("soccer_ball", 1.0, 1.0))
    workspace.gate.do(c.Place("floor", 1.0, 0.5))
    workspace.control.run()
    workspace.gate.advance(500)
    workspace.gate.do(c.Grab(1, 1.0, 0.7))
    workspace.gate.advance(130)
    print(workspace.document.recording_path, flush=True)
    sys.stdin.read()
    """
)


@pytest.fixture
def child(tmp_path):
    """Another process with a session in the same data folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path / "data")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    process.path = Path(process.stdout.readline().strip())
    yield process
    process.kill()
    process.communicate()


def kill(child) -> Path:
    child.send_signal(signal.SIGKILL)
    child.wait()
    return child.path


def test_a_killed_session_is_offered_and_gone_on_with(workspace, time, child):
    assert workspace.recovery.unfinished() == [], "it is still being played"
    path = kill(child)
    (offered,) = workspace.recovery.unfinished()
    assert (offered.path, offered.title, offered.commands) == (path, "Untitled", 4)
    assert offered.seconds == pytest.approx(600 / 240, abs=0.2)
    assert workspace.recovery.resume(path)
    workspace.jobs.finish()
    assert workspace.document.session.running and workspace.pacing.paused
    assert workspace.messages.latest.kind == "good"
    assert workspace.document.session.running_ticks == 600, "the hashes of the last 30 ticks had not been written yet"
    assert workspace.recovery.unfinished() == []
    assert (path.parent / "set-aside" / path.name).exists(), "and yet it is kept"
    workspace.control.run()
    play(workspace, time, 0.5)
    workspace.control.stop()
    new = workspace.document.recording_path
    workspace.close()
    found, session, session_log = replayed(new)
    assert [type(command).__name__ for _, command in found.commands] == ["Place", "Place", "Start", "Grab", "Stop"]
    assert (found.end.reason, session_log.parted, session.end_hash()) == ("quit", None, found.end.hash)


def test_an_unfinished_session_can_be_set_aside(workspace, child):
    path = kill(child)
    assert workspace.recovery.set_aside(path)
    assert workspace.recovery.unfinished() == []
    assert (path.parent / "set-aside" / path.name).exists()
    assert not workspace.recovery.set_aside(path)
    assert workspace.messages.latest.kind == "bad"


EMPTY_CHILD = textwrap.dedent(
    """
    import os, sys
    from pathlib import Path
    from sandbox.workspace.workspace import Workspace
    Workspace(Path(sys.argv[1]))
    os.kill(os.getpid(), 9)
    """
)


def test_a_killed_session_without_a_command_is_not_offered(workspace):
    child = subprocess.run([sys.executable, "-c", EMPTY_CHILD, str(workspace.data)], check=False)
    assert child.returncode == -signal.SIGKILL
    assert len(recordings_of(workspace)) == 2
    assert workspace.recovery.unfinished() == []
    assert len(recordings_of(workspace)) == 1, "its own is all that is left"


def test_a_cut_file_without_a_lock_beside_it_is_offered_too(workspace, watched):
    cut = workspace.data / "sessions" / "from-elsewhere.replay"
    cut.write_bytes(watched.read_bytes()[:-40])
    assert [session.path for session in workspace.recovery.unfinished()] == [cut]
    assert workspace.recovery.resume(cut)
    assert workspace.document.session.tick == reader.read(watched).ticks


def test_resuming_from_nothing_useful_leaves_the_document(workspace, tmp_path):
    workspace.gate.do(BALL)
    assert not workspace.recovery.resume(tmp_path / "gone.replay")
    assert len(workspace.document.design.parts) == 1
