"""A run watched again is the same run, tick by tick; whatever the user does meanwhile ends the repetition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.commands.commands import Drag, Grab, Press, Release, to_plain
from sandbox.levels import levels
from sandbox.recording import reader
from sandbox.workspace.clock import OURS, SCHEME_BY_NAME
from sandbox.workspace.workspace import Workspace
from tests.contraptions import Builder

BALL, BUTTON = 2, 3


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("bowling_ball", 2.0, 1.0)
    b.part("button", 3.0, 0.136)
    levels.write(tmp_path / "level.toml", b.design())
    workspace = Workspace(tmp_path / "data", lambda: 0)
    assert workspace.files.open(tmp_path / "level.toml")
    yield workspace
    workspace.close()


def play(workspace: Workspace) -> None:
    """240 ticks with a press and a pull on the way."""
    workspace.control.run()
    workspace.gate.advance(20)
    workspace.gate.do(Press(BUTTON))
    workspace.gate.advance(10)
    workspace.gate.do(Grab(BALL, 2.0, 0.95))
    for x in (2.1, 2.3, 2.6):
        workspace.gate.do(Drag(x, 1.5))
        workspace.gate.advance(15)
    workspace.gate.do(Release())
    workspace.gate.advance(165)


def runs(workspace: Workspace) -> tuple[list[bytes], list[list[str]]]:
    """Of each run so far: its hashes, and the names of its commands."""
    workspace.control.stop()
    path = workspace.document.recording_path
    assert path is not None
    recording = reader.read(path)
    names = [to_plain(command)[0] for _, command in recording.commands]
    starts = [index for index, name in enumerate(names) if name == "start"]
    digests = b"".join(bytes(recording.hashes[first]) for first in sorted(recording.hashes))
    ends = [tick for tick, command in recording.commands if to_plain(command)[0] == "stop"]
    begins = [recording.commands[index][0] for index in starts]
    lengths = [end - begin for begin, end in zip(begins, ends, strict=True)]
    split, at = [], 0
    for length in lengths:
        split.append(digests[8 * at : 8 * (at + length)])
        at += length
    return split, [names[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]


def test_the_same_presses_and_pulls_on_the_same_ticks_give_the_same_hashes(workspace: Workspace) -> None:
    play(workspace)
    assert workspace.control.watch_again()
    workspace.gate.advance(7)
    workspace.gate.advance(233)  # however the ticks are handed out
    hashes, commands = runs(workspace)
    assert commands[0] == commands[1] == ["start", "press", "grab", "drag", "drag", "drag", "release", "stop"]
    assert len(hashes[0]) == 240 * 8
    assert hashes[0] == hashes[1]


def test_it_can_be_watched_any_number_of_times(workspace: Workspace) -> None:
    play(workspace)
    for _ in range(2):
        workspace.control.watch_again()
        workspace.gate.advance(240)
    hashes, _ = runs(workspace)
    assert hashes[0] == hashes[1] == hashes[2]


def test_an_act_of_the_user_ends_the_repetition(workspace: Workspace) -> None:
    play(workspace)
    workspace.control.watch_again()
    workspace.gate.advance(5)
    workspace.gate.do(Press(BUTTON))
    workspace.gate.advance(235)
    hashes, commands = runs(workspace)
    assert commands[1] == ["start", "press", "stop"]
    assert hashes[0] != hashes[1]


def test_a_session_that_is_gone_on_with_knows_what_was_done_to_its_run(workspace: Workspace, tmp_path: Path) -> None:
    play(workspace)
    workspace.files.save_recording_as(tmp_path / "half.replay")
    assert workspace.recovery.resume(tmp_path / "half.replay")
    workspace.control.watch_again()
    workspace.gate.advance(240)
    hashes, commands = runs(workspace)
    assert commands[0] == commands[1]
    assert hashes[0] == hashes[1]


def test_of_several_runs_it_is_the_last_one(workspace: Workspace) -> None:
    play(workspace)
    workspace.control.stop()
    workspace.control.run()
    workspace.gate.advance(30)
    workspace.gate.do(Press(BUTTON))
    workspace.gate.advance(30)
    workspace.control.watch_again()
    workspace.gate.advance(60)
    hashes, commands = runs(workspace)
    assert commands[1] == commands[2] == ["start", "press", "stop"]
    assert hashes[1] == hashes[2]


def test_a_run_with_a_variable_step_is_repeated_too_though_no_recording_has_it(workspace: Workspace) -> None:
    play(workspace)
    workspace.control.stop()
    assert workspace.pacing.use_scheme(SCHEME_BY_NAME["variable"])
    workspace.control.run()
    workspace.gate.advance(5)
    workspace.gate.do(Grab(BALL, 2.0, 0.95))
    workspace.gate.advance(5)
    assert workspace.control.watch_again() and workspace.document.unrecorded is not None
    workspace.gate.advance(5)
    machine = workspace.document.session.machine
    assert machine is not None and machine.held_by() == BALL
    workspace.control.stop()
    workspace.pacing.use_scheme(OURS)
    workspace.control.watch_again()
    workspace.gate.advance(5)
    assert runs(workspace)[1][1] == ["start", "grab", "stop"]
