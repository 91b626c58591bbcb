"""The workspace: a level is won, or tried out by its author; and no window is needed for that."""

from __future__ import annotations

import json
import subprocess
import sys

from sandbox.commands import commands as c
from sandbox.design.design import Beyond, Design, Goal, PartSpec
from sandbox.levels import levels
from sandbox.workspace.workspace import Workspace
from tests.timed import level_file, play, replayed


def test_a_win_is_said_once_and_remembered(workspace, time, tmp_path):
    path = level_file(tmp_path)
    workspace.files.open(path)
    workspace.control.run()
    play(workspace, time, 1.0)
    assert [message.kind for message in workspace.messages] == ["good"]
    assert workspace.wins.solved == {str(path)}
    assert Workspace(workspace.data, time).wins.solved == {str(path)}


def test_control_a_run_that_does_not_win_solves_nothing(workspace, time, tmp_path):
    workspace.files.open(level_file(tmp_path))
    workspace.control.run()
    play(workspace, time, 0.1)
    assert (workspace.wins.solved, workspace.messages.latest) == (frozenset(), None)


def test_what_is_saved_while_a_level_is_tried_out_is_the_authors(workspace, time, tmp_path):
    level = Design(
        parts=(PartSpec(1, "crate", 1.0, 0.5, fixed=True),),
        goals=(Goal("Down", Beyond(1, "y", "less", 0.4)),),
        stock={"crate": 1},
        next_id=2,
    )
    path = tmp_path / "mine.toml"
    levels.write(path, level)
    workspace.files.open(path)
    assert workspace.gate.do(c.Author()) and not workspace.document.dirty
    assert workspace.gate.do(c.Move(1, 2.0, 0.5)) and workspace.document.dirty
    assert workspace.gate.do(c.TryOut()) and workspace.gate.do(c.Place("crate", 1.0, 1.0))
    workspace.control.run()
    play(workspace, time, 1.0)
    assert workspace.document.session.outcome == "won"
    assert workspace.wins.solved == frozenset(), "an author's own try is no player's win"
    workspace.control.stop()
    assert workspace.files.save() and not workspace.document.dirty
    saved = levels.read(path)
    assert [(part.id, part.x) for part in saved.parts] == [(1, 2.0)] and not saved.author
    assert workspace.gate.do(c.Author()) and not workspace.document.dirty
    path = workspace.document.recording_path
    workspace.close()
    found, session, session_log = replayed(path)
    assert (session_log.parted, session.end_hash()) == (None, found.end.hash)


def test_the_workspace_needs_no_window():
    script = (
        "import sys, sandbox.workspace.workspace; print([m for m in sys.modules if m in ('pyglet', 'imgui_bundle')])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == []
