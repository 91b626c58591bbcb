"""Every session is recorded as it goes, whatever is done in it, and whatever the disk does."""

from __future__ import annotations

import random  # noqa: TID251  (what is done; nothing random reaches a session)
import threading

import pytest

from sandbox.commands import commands as c
from sandbox.errors import BadFile
from sandbox.levels import levels
from sandbox.recording import reader
from sandbox.recording.recorder import Recorder
from sandbox.workspace.clock import NS
from sandbox.workspace.pacing import SPEEDS
from sandbox.workspace.workspace import Workspace
from tests.support import pile, random_command
from tests.timed import BALL, level_file, play, recordings_of, replayed


def test_every_session_is_recorded_from_its_first_tick_and_ends_with_an_end(workspace, time, tmp_path):
    workspace.gate.do(BALL)
    workspace.control.run()
    play(workspace, time, 1.0)
    first = workspace.document.recording_path
    workspace.files.open(level_file(tmp_path))
    second = workspace.document.recording_path
    workspace.control.run()
    play(workspace, time, 0.25)
    workspace.close()
    for path, ticks, reason in ((first, 240, "replaced"), (second, 60, "quit")):
        found, session, session_log = replayed(path)
        assert (found.ticks, found.end.reason, found.hashed) == (ticks, reason, ticks)
        assert session_log.parted is None
        assert session.end_hash() == found.end.hash
    assert [path.suffix for path in first.parent.iterdir()] == [".replay", ".replay"], "no lock is left"


def test_a_session_without_a_command_leaves_no_file(workspace, time):
    assert len(recordings_of(workspace)) == 1
    time.sleep(60)
    workspace.files.new()
    assert len(recordings_of(workspace)) == 1
    workspace.close()
    assert list((workspace.data / "sessions").iterdir()) == []


def test_what_is_written_is_forced_to_disk_once_a_second(workspace, time, monkeypatch):
    synced = []
    monkeypatch.setattr(Recorder, "sync", lambda recorder: synced.append(time.ns // NS))

    def seconds(count: int) -> None:
        for _ in range(50 * count):
            time.sleep(0.02)
            workspace.gate.catch_up()
            if workspace.recording.sync_due_ns(time.ns) == 0:
                workspace.recording.sync(time.ns)
                workspace.document.journal.session_log._wait()

    seconds(5)
    assert synced == [], "nothing was written"
    workspace.gate.do(BALL)
    seconds(5)
    assert synced == [5], "once, and at once"
    workspace.control.run()
    seconds(4)
    assert len(synced) == 1 + 4, "hashes are written four times a second"


def test_a_slow_disk_does_not_stop_the_picture(workspace, time, monkeypatch):
    disk = threading.Event()
    monkeypatch.setattr(Recorder, "sync", lambda recorder: disk.wait(10))
    time.sleep(5)
    workspace.gate.do(BALL)
    workspace.recording.sync(time.ns)
    workspace.gate.do(c.Move(1, 2.0, 2.0))
    assert workspace.recording.sync_due_ns(time.ns) > 0, "it still waits for the disk, and nothing else does"
    disk.set()
    workspace.document.journal.session_log._wait()
    assert workspace.recording.sync_due_ns(time.ns) == NS


def test_a_disk_that_fails_is_said_once_and_the_session_goes_on(workspace, time, monkeypatch):
    workspace.gate.do(BALL)
    path = workspace.document.recording_path

    def full(*_: object) -> None:
        raise BadFile("the disk is full")

    monkeypatch.setattr(Recorder, "_write", full)
    assert workspace.gate.do(c.Move(1, 2.0, 2.0))
    assert workspace.gate.do(c.Move(1, 1.5, 1.5))
    assert [message.kind for message in workspace.messages] == ["bad"]
    assert "the disk is full" in workspace.messages.latest.text
    assert workspace.document.recording_path is None
    assert not workspace.files.save_recording_as(path.with_name("copy.replay"))
    monkeypatch.undo()
    assert workspace.files.new()
    assert len(reader.read(path).commands) == 1, "what was written before is still there"
    assert workspace.document.recording_path is not None


def test_a_data_folder_that_can_not_be_made_does_not_stop_anybody(tmp_path, time):
    (tmp_path / "data").write_text("a file where the folder should be")
    workspace = Workspace(tmp_path / "data", time)
    assert "no longer being recorded" in workspace.messages.latest.text
    assert workspace.gate.do(BALL)
    assert workspace.control.run()
    play(workspace, time, 0.1)
    workspace.close()


def test_a_copy_of_the_recording_is_complete_and_the_session_goes_on(workspace, time, tmp_path):
    workspace.gate.do(BALL)
    workspace.control.run()
    play(workspace, time, 0.55)
    assert workspace.files.save_recording_as(tmp_path / "copy")
    play(workspace, time, 0.5)
    workspace.close()
    found, session, session_log = replayed(tmp_path / "copy.replay")
    assert (found.end.tick, session_log.parted, session.end_hash()) == (found.hashed, None, found.end.hash)
    (whole,) = recordings_of(workspace)
    assert whole.hashed > found.hashed


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_in_a_session_its_recording_replays_to_the_same_bits(workspace, time, tmp_path, seed):
    chance = random.Random(seed)
    levels.write(tmp_path / "pile.toml", pile(6))
    workspace.files.open(tmp_path / "pile.toml")
    for _ in range(150):
        roll = chance.random()
        if roll < 0.6:
            workspace.gate.do(random_command(chance, workspace.document.session))
        elif roll < 0.8:
            play(workspace, time, chance.choice((0.02, 0.1, 0.5)))
        elif roll < 0.85:
            time.sleep(chance.choice((0.3, 30.0, -5.0)))
        elif roll < 0.9:
            workspace.pacing.speed = chance.choice(SPEEDS)
        else:
            control = workspace.control
            chance.choice((control.run, workspace.gate.pause, control.step, control.stop))()
    workspace.control.stop()
    workspace.pacing.speed = 1.0
    workspace.control.run()
    play(workspace, time, 1.0)
    path = workspace.document.recording_path
    workspace.close()
    found, session, session_log = replayed(path)
    assert found.hashed > 100
    assert (found.ticks, session_log.parted, session.end_hash()) == (
        workspace.document.session.tick,
        None,
        found.end.hash,
    )
