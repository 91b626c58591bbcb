"""A long command gives signs of life also where no terminal shows a bar, and a quick one none."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from sandbox import cli
from sandbox.cli.output import Pulse, progress


def test_a_quick_command_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("drawing a.gif") as shown:
        shown(0.5, "")
    assert capsys.readouterr().err == ""


def test_a_long_one_speaks_soon_and_again(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pulse, "FIRST_S", 0.0)
    monkeypatch.setattr(Pulse, "EVERY_S", 0.01)
    said = ""
    with progress("drawing a{b}[c].gif") as shown:
        shown(0.25, "")
        while said.count("still") < 2:
            time.sleep(0.01)
            said += capsys.readouterr().err
    lines = said.splitlines()
    assert lines[0] == "note: drawing a{b}[c].gif ..."
    assert lines[1].startswith("note: still drawing a{b}[c].gif (25% after ")


def test_it_ends_with_what_fails() -> None:
    with pytest.raises(ValueError, match="for a reason"), progress("drawing"):
        raise ValueError("for a reason")


def test_the_bar_of_a_terminal_shows_the_name_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with progress("drawing a{b}[c].gif") as shown:
        shown(1.0, "")


def test_what_was_drawn_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "drop.png"
    with pytest.raises(SystemExit):
        cli.main(["render", "drop", "-o", str(out), "--size", "64x36"])
    assert capsys.readouterr().out == f"drawn: {out}\n"
