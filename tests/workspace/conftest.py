"""A workspace with a counter that goes when it is told to, and a recording to watch."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.commands import commands as c
from sandbox.workspace.workspace import Workspace
from tests.timed import BALL, Time, play


@pytest.fixture(autouse=True)
def started_by_forks(forked_starts: None) -> None:
    """Have the processes that a workspace starts copied, where that makes no difference but time."""


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def workspace(tmp_path: Path, time: Time):
    workspace = Workspace(tmp_path / "data", time)
    yield workspace
    workspace.close()


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
