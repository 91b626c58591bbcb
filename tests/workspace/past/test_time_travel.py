"""Going back in time and on from there: to the same bits, and nothing that was is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.commands import commands as c
from sandbox.recording import reader
from sandbox.verify.verify import Verdict, verify
from sandbox.workspace.past import branches, jobs
from sandbox.workspace.workspace import Workspace
from tests import lively

BALL = c.Place("soccer_ball", 1.0, 2.0)
FLOOR = c.Place("floor", 1.0, 0.1, props={"width": 2.0})


@pytest.fixture
def workspace(tmp_path: Path):
    workspace = Workspace(tmp_path / "data", lambda: 0)
    yield workspace
    workspace.close()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lively.record(tmp_path_factory.mktemp("lively"))


def bounce(workspace: Workspace, ticks: int = 300) -> None:
    workspace.gate.do(FLOOR)
    workspace.gate.do(BALL)
    workspace.gate.do(c.Start())
    workspace.gate.advance(ticks)


def height(workspace: Workspace) -> float:
    return workspace.document.session.machine.motion(2)[1]


# -- to the same bits


def test_after_20_ticks_that_were_resumed_at_follows_what_followed_before(path: Path, tmp_path: Path) -> None:
    found = reader.read(path)
    digests = lively.hashes(found)
    assert len(found.commands) > 20
    workspace = lively.watching(tmp_path, path)
    for tick in lively.some_ticks(found, 20, seed=1):
        lively.resume(workspace, tick)
        assert lively.go_on(workspace, found) == digests
    workspace.close()


def test_so_in_another_process_with_another_order_of_its_sets(path: Path, tmp_path: Path) -> None:
    ticks = lively.some_ticks(reader.read(path), 20, seed=2)
    ran = subprocess.run(
        [sys.executable, "-m", "tests.lively", tmp_path, path, json.dumps(ticks)],
        env={**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert ran.stdout.strip() == "20", ran.stderr


def test_control_one_command_left_out_and_other_hashes_follow(path: Path, tmp_path: Path) -> None:
    found = reader.read(path)
    tick = next(tick for tick, command in found.commands if isinstance(command, c.Grab))
    workspace = lively.watching(tmp_path, path)
    lively.resume(workspace, tick)
    digests, wanted = lively.go_on(workspace, found, leave_out=1), lively.hashes(found)
    assert {when: digest for when, digest in digests.items() if when <= tick} == {
        when: digest for when, digest in wanted.items() if when <= tick
    }
    assert digests != wanted
    workspace.close()


def test_the_recording_of_a_session_that_went_back_verifies(workspace: Workspace, tmp_path: Path) -> None:
    bounce(workspace)
    workspace.travel.look_by(-120)
    assert workspace.travel.resume_here()
    workspace.jobs.finish()
    assert workspace.pacing.paused
    assert workspace.document.session.machine.ticks == 180
    workspace.gate.do(c.Grab(2, 1.0, height(workspace)))
    workspace.gate.advance(100)
    kept = workspace.document.tree.branches()
    assert [branch.note.name for branch in kept] == [branches.FIRST, "From 0.750 s"]
    workspace.close()
    for branch in kept:
        assert verify(branch.path).verdict is Verdict.PASS
    assert [type(command).__name__ for _, command in reader.read(kept[0].path).commands] == [
        "Place",
        "Place",
        "Start",
    ]
    assert reader.read(kept[0].path).ticks == 300
    assert reader.read(kept[1].path).ticks == 280


# -- branches


def test_branches_are_returned_to_and_what_was_left_is_kept(workspace: Workspace) -> None:
    bounce(workspace)
    end = height(workspace)
    workspace.travel.look_by(-120)
    workspace.travel.resume_here()
    workspace.jobs.finish()
    workspace.gate.do(c.Grab(2, 1.0, height(workspace)))
    workspace.gate.advance(60)
    first, second = workspace.document.tree.branches()
    assert workspace.travel.enter(first)
    workspace.jobs.finish()
    assert (workspace.document.session.machine.ticks, height(workspace)) == (300, end)
    assert [branch.note.name for branch in workspace.document.tree.branches()] == [branches.FIRST, second.note.name]
    assert workspace.travel.look_by(-30)  # its past is there as well
    workspace.document.past.leave()
    assert workspace.travel.enter(workspace.document.tree.branches()[1])
    workspace.jobs.finish()
    assert workspace.document.session.machine.ticks == 240
    assert workspace.document.session.machine.held_by() == 2


def test_comparing_names_the_first_command_and_the_first_tick_that_differ(workspace: Workspace) -> None:
    bounce(workspace)
    workspace.travel.look_by(-120)
    workspace.travel.resume_here()
    workspace.jobs.finish()
    workspace.gate.do(c.Grab(2, 1.0, height(workspace)))
    workspace.gate.advance(120)
    workspace.document.flush()
    first, second = workspace.document.tree.branches()
    command, tick = branches.compared(second.path, first.path)
    assert "number 4: here grab 2" in command
    assert "there no more (3 in all)" in command
    assert "0.754 s into the run" in tick


def test_going_back_while_building_and_from_the_middle_of_an_earlier_run(workspace: Workspace) -> None:
    bounce(workspace, 100)
    workspace.gate.do(c.Stop())
    workspace.gate.do(c.Place("crate", 0.5, 1.0))
    workspace.gate.do(c.Start())
    workspace.gate.advance(50)
    chronicle = workspace.document.past.history
    run = chronicle.runs[0]
    workspace.travel.look_at(run.place + 40)
    workspace.travel.resume_here()
    workspace.jobs.finish()
    assert workspace.document.session.machine.ticks == 40
    assert len(workspace.document.design.parts) == 2
    assert len(chronicle.runs) == 1
    workspace.travel.look_at(0)  # before anything was placed
    workspace.travel.resume_here()
    workspace.jobs.finish()
    assert workspace.document.design.parts == ()
    assert not workspace.document.session.running
    assert workspace.gate.do(BALL)
    assert len(workspace.document.tree.branches()) == 3


def test_in_the_past_nothing_can_be_done_but_looking(workspace: Workspace) -> None:
    bounce(workspace)
    workspace.travel.look_by(-10)
    for command in (BALL, c.Stop(), c.Grab(2, 1.0, 1.0), c.Undo()):
        assert not workspace.gate.do(command)
        assert "Resume here, or go back to now" in workspace.messages.latest.text
    workspace.control.stop()
    assert not workspace.document.session.running  # the one way out that is always there


def test_a_note_that_is_no_note_is_none(workspace: Workspace, tmp_path: Path) -> None:
    bounce(workspace)
    workspace.travel.look_by(-10)
    workspace.travel.resume_here()
    workspace.jobs.finish()
    folder = workspace.document.recording_path.parent
    for name, content in (("a", b"\x00\xff"), ("b", b"[]"), ("c", b'{"tree": 1}'), ("d", b"{" * 100_000)):
        (folder / f"{name}.branch.json").write_bytes(content)
    assert len(workspace.document.tree.branches()) == 2


# -- what a kill leaves

_DIES = """
import os, signal, sys
from pathlib import Path
sys.path[:0] = {path!r}
from sandbox.commands import commands as c
from sandbox.workspace.workspace import Workspace
from tests.workspace.past.test_time_travel import BALL, FLOOR, bounce

workspace = Workspace(Path(sys.argv[1]), lambda: 0)
bounce(workspace)
workspace.recording.sync(10**12)
workspace.travel.look_by(-150)
at = sys.argv[2]
if at == "scrubbing":
    os.kill(os.getpid(), signal.SIGKILL)
workspace.travel.resume_here()
workspace.jobs.work(-1)
if at == "re-running":
    os.kill(os.getpid(), signal.SIGKILL)
if at == "switching":
    workspace.document.tree.leave = lambda *some: os.kill(os.getpid(), signal.SIGKILL)
workspace.jobs.finish()
workspace.gate.do(c.Grab(2, 1.0, 1.0))
workspace.gate.advance(10)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("at", ["scrubbing", "re-running", "switching", "gone on"])
def test_killed_on_the_way_back_nothing_is_lost(tmp_path: Path, at: str) -> None:
    program = _DIES.format(path=[p for p in sys.path if p])
    ran = subprocess.run([sys.executable, "-c", program, tmp_path, at], capture_output=True, text=True, timeout=60)
    assert ran.returncode == -9, ran.stderr
    lengths = []
    for path in sorted((tmp_path / "sessions").glob("*.replay")):
        report = verify(path, allow_cut=True)
        assert report.verdict in (Verdict.PASS, Verdict.CUT), report
        found = reader.read(path)
        assert [type(command) for _, command in found.commands[:3]] == [c.Place, c.Place, c.Start]
        lengths.append(found.ticks)
    whole = [300] if at in ("scrubbing", "re-running") else [300, 150]
    assert sorted(lengths, reverse=True) == whole  # what there was, and the old future to its last tick
    workspace = Workspace(tmp_path, lambda: 0)
    offered = workspace.recovery.unfinished()
    assert offered
    assert workspace.recovery.resume(offered[0].path)
    assert workspace.document.session.running
    if at == "gone on":
        assert workspace.document.session.machine.held_by() == 2
        assert [branch.note.name for branch in workspace.document.tree.branches()] == [branches.FIRST, "From 0.625 s"]
    workspace.close()


def test_taking_over_far_ahead_of_what_is_known_of_the_past_is_done_in_slices(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_AT_ONCE_NS", -1)
    workspace = Workspace(tmp_path, lambda: 0)
    assert workspace.files.open_recording(path)
    workspace.gate.advance(reader.read(path).ticks)
    tick, last = workspace.document.session.tick, workspace.document.session.end_hash()
    assert workspace.travel.take_over()
    assert workspace.document.watching
    assert workspace.document.job is not None and workspace.document.job.progress < 1.0
    assert not workspace.travel.take_over()
    assert workspace.jobs.cancel()
    assert workspace.document.watching
    assert workspace.travel.take_over()
    workspace.jobs.finish()
    assert not workspace.document.watching
    assert (workspace.document.session.tick, workspace.document.session.end_hash()) == (tick, last)
    assert workspace.document.past.history.at(workspace.document.past.history.last).tick == tick
    workspace.close()
