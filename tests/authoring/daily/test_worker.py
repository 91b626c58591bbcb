"""The process that makes a machine for the window: it ends with the window, and says what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.authoring.daily import maker, worker
from sandbox.errors import Refused

COMMAND = [sys.executable, "-m", "sandbox.authoring.daily.worker", "2026-11-25"]


def test_it_says_how_far_it_is_and_ends_when_the_window_is_gone(tmp_path: Path) -> None:
    out = tmp_path / "day.toml"
    process = subprocess.Popen([*COMMAND, str(out)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None and process.stdout is not None
    line = json.loads(process.stdout.readline())
    assert 0.0 <= line["done"] < 1.0 and line["what"].startswith("machine 1: its first half")
    process.stdin.close()
    process.stdout.read()
    assert process.wait(60.0) == 1 and not out.exists()


def test_it_says_why_there_is_no_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(day: object, progress: object) -> None:
        raise Refused("no machine is sound")

    monkeypatch.setattr(maker, "make", refuse)
    monkeypatch.setattr(worker, "_end_with_caller", lambda: None)
    assert worker.main(["2026-11-25", str(tmp_path / "day.toml")]) == 2
    assert json.loads(capsys.readouterr().out) == {"error": "no machine is sound"}
