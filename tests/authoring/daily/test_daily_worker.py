"""The process that makes a machine for the window says how far it is."""

from __future__ import annotations

from pathlib import Path

from sandbox.authoring.daily.daily_worker import MakeDaily
from sandbox.tasks.messages import Progress
from sandbox.tasks.task_process import Setup, TaskProcess


def test_it_says_how_far_it_is_and_leaves_nothing_when_it_is_ended(tmp_path: Path) -> None:
    out = tmp_path / "day.toml"
    process = TaskProcess(Setup("sandbox.authoring.daily.daily_worker"))
    process.give(0, MakeDaily("2026-11-25", str(out)))
    first = process.hear()[0]
    process.end()
    assert isinstance(first, Progress) and 0.0 <= first.share < 1.0
    assert first.what.startswith("machine 1: its first half") and not out.exists()
