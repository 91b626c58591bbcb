"""The workspace: one document, its time, its recording and its files; nothing is lost, and nothing raises."""

from __future__ import annotations

import json
import os
import random  # noqa: TID251  (what is done; nothing random reaches a session)
import signal
import subprocess
import sys
import textwrap
import threading
from fractions import Fraction
from pathlib import Path

import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Beyond, Design, Goal, PartSpec
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.recording import framing, reader, recording
from sandbox.recording.recorder import Recorder
from sandbox.workspace.clock import NS
from sandbox.workspace.files.journal import Tape
from sandbox.workspace.files.session_files import Sessions
from sandbox.workspace.pacing import SPEEDS
from sandbox.workspace.playback import LEAD_SECONDS
from sandbox.workspace.workspace import Workspace
from support import pile, random_command

BALL = c.Place("soccer_ball", 1.0, 1.0)


class Time:
    """A counter that goes when it is told to."""

    def __init__(self) -> None:
        self.ns = 0

    def __call__(self) -> int:
        return self.ns

    def sleep(self, seconds: float) -> None:
        self.ns += round(seconds * NS)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def workspace(tmp_path: Path, time: Time):
    workspace = Workspace(tmp_path / "data", time)
    yield workspace
    workspace.close()


def play(workspace: Workspace, time: Time, seconds: float, frame: float = 1 / 64) -> None:
    """What the loop does for so long."""
    for _ in range(round(seconds / frame)):
        time.sleep(frame)
        workspace.gate.catch_up()


def replayed(path: Path) -> tuple[recording.Recording, Session, Tape]:
    """A recording run again, each hash compared with the file's."""
    found = reader.read(path)
    tape = Tape(found.hashes)
    session = Session(found.head.design, found.head.seed, tape)
    for tick, command in found.commands:
        session.advance(tick - session.tick)
        assert session.do(command)
    session.advance(found.ticks - session.tick)
    session.flush()
    return found, session, tape


def falling(height: float = 0.5) -> Design:
    """Won when the ball has fallen below y = `height`."""
    goal = Goal("the ball falls", Beyond(1, "y", "less", height))
    return Design(title="Fall", parts=(PartSpec(1, "soccer_ball", 1.0, 1.0),), goals=(goal,), next_id=2)


def level_file(folder: Path, name: str = "fall") -> Path:
    path = folder / f"{name}.toml"
    levels.write(path, falling())
    return path


# -- time


def test_while_nothing_runs_a_command_gets_the_tick_of_its_moment(workspace, time):
    time.sleep(600)
    assert workspace.gate.do(BALL)
    time.sleep(0.5)
    workspace.gate.do(c.Move(1, 2.0, 1.0))
    workspace.close()
    found = [tick for tick, _ in workspace_recordings(workspace)[0].commands]
    assert found == [144_000, 144_120]


def workspace_recordings(workspace: Workspace) -> list[recording.Recording]:
    return [reader.read(path) for path in sorted((workspace.data / "sessions").glob("*.replay"))]


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


def test_of_many_drags_between_two_ticks_the_last_counts(workspace, time):
    workspace.gate.do(BALL)
    workspace.control.run()
    workspace.gate.do(c.Grab(1, 1.0, 1.0))
    for n in range(1000):
        assert workspace.gate.do(c.Drag(1.0 + n / 1000, 1.0))
    time.sleep(0.02)
    workspace.gate.catch_up()
    workspace.gate.do(c.Drag(0.5, 0.5))
    workspace.gate.do(c.Release())
    workspace.close()
    (found,) = workspace_recordings(workspace)
    assert [type(command).__name__ for _, command in found.commands] == [
        "Place", "Start", "Grab", "Drag", "Drag", "Release",
    ]  # fmt: skip
    assert found.commands[3][1] == c.Drag(1.999, 1.0)


# -- the one gate


def test_a_refusal_is_a_sentence_and_changes_nothing(workspace):
    before = workspace.document.design
    assert not workspace.gate.do(c.Delete(7))
    assert workspace.messages.latest.kind == "refused"
    assert workspace.messages.latest.text == "Part 7 does not exist."
    number = workspace.messages.latest.number
    assert not workspace.gate.do(c.Move(1, 1e300, 0.0)), "numbers that no command can hold are refusals too"
    assert workspace.messages.latest.number > number
    assert workspace.document.design is before
    assert not workspace.document.dirty


def test_events_are_there_once_even_those_just_before_a_stop(workspace, time):
    workspace.gate.do(c.Place("button", 1.0, 0.5))
    workspace.control.run()
    play(workspace, time, 0.1)
    workspace.document.session.do(c.Press(1))  # as if it happened in the very last tick
    workspace.control.stop()
    assert [event.what for event in workspace.happenings.take_events()] == ["pressed"]
    assert workspace.happenings.take_events() == []


# -- files


def test_opening_and_saving(workspace, tmp_path):
    path = level_file(tmp_path)
    assert workspace.files.open(path)
    assert (workspace.document.title, workspace.document.dirty) == ("Fall", False)
    assert (workspace.document.file.path, workspace.document.file.needs_name) == (path, False)
    workspace.gate.do(BALL)
    assert workspace.document.dirty
    assert workspace.files.save()
    assert not workspace.document.dirty
    assert len(levels.read(path).parts) == 2
    workspace.gate.do(c.Undo())
    assert workspace.document.dirty
    workspace.gate.do(c.Redo())
    assert not workspace.document.dirty, "back at what the file holds"


def test_a_new_contraption_needs_a_name(workspace):
    workspace.gate.do(BALL)
    assert not workspace.files.save()
    assert "Save as" in workspace.messages.latest.text
    path = workspace.files.suggested_path
    assert path == workspace.data / "contraptions" / "untitled.toml"
    assert workspace.files.save_as(path)
    assert workspace.files.suggested_path.name == "untitled-2.toml"
    assert library.user_levels(workspace.data) == [path]


def test_a_bundled_level_is_never_written_over(workspace, tmp_path, monkeypatch):
    path = level_file(tmp_path)
    monkeypatch.setattr(library, "bundled_dir", lambda: tmp_path)
    workspace.files.open(path)
    before = path.read_bytes()
    assert workspace.document.file.needs_name and not workspace.files.save()
    assert path.read_bytes() == before


@pytest.mark.parametrize("name, text", [("gone.toml", None), ("bad.toml", "format = 9"), ("bad.replay", "nothing")])
def test_a_file_that_can_not_be_opened_leaves_the_document_and_a_sentence(workspace, tmp_path, name, text):
    workspace.gate.do(BALL)
    if text is not None:
        (tmp_path / name).write_text(text)
    design, generation = workspace.document.design, workspace.document.generation
    assert not workspace.files.open(tmp_path / name)
    assert (workspace.document.design, workspace.document.generation) == (design, generation)
    assert workspace.messages.latest.kind == "bad"
    assert name in workspace.messages.latest.text


def test_what_can_not_be_written_is_said(workspace, tmp_path):
    (tmp_path / "file").write_text("")
    assert not workspace.files.save_as(tmp_path / "file" / "level.toml")
    assert workspace.messages.latest.kind == "bad"
    assert not workspace.files.save_recording_as(tmp_path / "file" / "x.replay")
    workspace.gate.do(BALL)
    assert workspace.document.dirty


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


# -- the recording


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
        found, session, tape = replayed(path)
        assert (found.ticks, found.end.reason, found.hashed) == (ticks, reason, ticks)
        assert tape.parted is None
        assert session.end_hash() == found.end.hash
    assert [path.suffix for path in first.parent.iterdir()] == [".replay", ".replay"], "no lock is left"


def test_a_session_without_a_command_leaves_no_file(workspace, time):
    assert len(workspace_recordings(workspace)) == 1
    time.sleep(60)
    workspace.files.new()
    assert len(workspace_recordings(workspace)) == 1
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
                workspace.document.logbook.tape._wait()

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
    workspace.document.logbook.tape._wait()
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
    found, session, tape = replayed(tmp_path / "copy.replay")
    assert (found.end.tick, tape.parted, session.end_hash()) == (found.hashed, None, found.end.hash)
    (whole,) = workspace_recordings(workspace)
    assert whole.hashed > found.hashed


@pytest.mark.parametrize("seed", range(1, 7))
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
    path = workspace.document.recording_path
    workspace.close()
    found, session, tape = replayed(path)
    assert found.hashed > 100
    assert (found.ticks, tape.parted, session.end_hash()) == (workspace.document.session.tick, None, found.end.hash)


# -- an author at work


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
    found, session, tape = replayed(path)
    assert (tape.parted, session.end_hash()) == (None, found.end.hash)


# -- watching


@pytest.fixture
def watched(tmp_path) -> Path:
    """An edit after a minute of thought, a run of two seconds, and ten idle seconds."""
    path, time = tmp_path / "watched.replay", Time()
    workspace = Workspace(tmp_path / "author", time)
    workspace.gate.do(BALL)
    time.sleep(60)
    workspace.gate.do(c.Place("floor", 1.0, 0.2))
    time.sleep(1)
    workspace.control.run()
    play(workspace, time, 2.0)
    workspace.control.stop()
    time.sleep(10)
    workspace.gate.do(c.Delete(1))
    workspace.files.save_recording_as(path)
    workspace.close()
    return path


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
    found, session, tape = replayed(path)
    assert [type(command).__name__ for _, command in found.commands] == ["Place", "Place", "Start", "Grab"]
    assert (found.end.tick, tape.parted, session.end_hash()) == (tick + 240, None, found.end.hash)
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
    wrong = Tape({first: digests[:800] + bytes(8) + digests[808:]})
    session = Session(found.head.design, 0, wrong)
    for tick, command in found.commands:
        session.advance(tick - session.tick)
        session.do(command)
    assert wrong.parted == first + 100
    assert replayed(watched)[2].parted is None, "control: the right hashes"
    workspace.files.open(watched)
    workspace.document.logbook.tape._expected[first] = b"x" + digests[1:]
    play(workspace, time, 6.0)
    assert workspace.messages.latest.kind == "bad"
    assert f"from tick {first} on" in workspace.messages.latest.text


# -- crashes

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
    found, session, tape = replayed(new)
    assert [type(command).__name__ for _, command in found.commands] == ["Place", "Place", "Start", "Grab", "Stop"]
    assert (found.end.reason, tape.parted, session.end_hash()) == ("quit", None, found.end.hash)


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
    assert len(workspace_recordings(workspace)) == 2
    assert workspace.recovery.unfinished() == []
    assert len(workspace_recordings(workspace)) == 1, "its own is all that is left"


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


# -- the folder of sessions


def test_only_so_many_finished_sessions_are_kept_and_every_unfinished_one(tmp_path, watched):
    sessions = Sessions(tmp_path)
    sessions.folder.mkdir()
    for age in range(6):
        for name, data in ((f"whole{age}", watched.read_bytes()), (f"cut{age}", watched.read_bytes()[:-40])):
            path = sessions.folder / f"{name}.replay"
            path.write_bytes(data)
            os.utime(path, (1e9 - age, 1e9 - age))
    sessions.prune(keep=2)
    left = {path.stem for path in sessions.folder.iterdir()}
    assert left == {"whole0", "whole1", *(f"cut{age}" for age in range(6))}


def test_two_sessions_in_one_second_have_two_names(tmp_path):
    sessions = Sessions(tmp_path)
    claims = [sessions.new() for _ in range(5)]
    assert len({claim.path for claim in claims}) == 5
    for claim in claims:
        claim.release()
    assert list(sessions.folder.iterdir()) == []


def test_finished_is_told_from_the_last_bytes(watched, tmp_path):
    assert framing.finished(watched)
    data = watched.read_bytes()
    for cut in range(1, 200):
        (tmp_path / "cut.replay").write_bytes(data[:-cut])
        assert not framing.finished(tmp_path / "cut.replay"), cut
    (tmp_path / "cut.replay").write_bytes(b"")
    assert not framing.finished(tmp_path / "cut.replay")


def test_the_workspace_needs_no_window():
    script = (
        "import sys, sandbox.workspace.workspace; print([m for m in sys.modules if m in ('pyglet', 'imgui_bundle')])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == []
