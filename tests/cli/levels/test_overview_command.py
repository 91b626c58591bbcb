"""`sandbox overview` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from puzzles import DROP
from sandbox.cli import app
from sandbox.errors import BadFile, Refused


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDBOX_CHECKS", str(tmp_path / "results"))


def overview(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["overview", *map(str, arguments)], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return int(done.return_value), done.stdout


def test_a_table_says_what_levels_are_about() -> None:
    code, out = overview("drop", "roll", "--quick")
    assert code == 0
    lines = out.splitlines()
    (title,) = (number for number, line in enumerate(lines) if line.strip() == "The playroom")
    assert "  Drop " in lines[title + 1] and "What hangs in the air falls" in lines[title + 1]
    assert "1 / 1.3 s" in lines[title + 1]
    assert any("  Roll " in line and "2 / 3.3 s" in line for line in lines)
    assert "shortcuts" not in out


def test_a_hunt_adds_its_column() -> None:
    code, out = overview("drop", "--quick", "--hunt", 4, "--seeds", 2)
    assert code == 0 and "shortcuts" in out and "0 in 8" in out


def test_json_has_a_line_for_each_level_and_the_exit_code_says_that_one_is_not_sound(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(DROP)
    code, out = overview(tmp_path / "mine.toml", "drop", "--quick", "--json")
    drop, mine = (json.loads(line) for line in out.splitlines())
    assert code == 1 and drop["sound"] and not mine["sound"], "nothing proves that it can be solved"
    assert (drop["chapter"], drop["placed"], drop["margin_mm"], drop["shortcuts"]) == ("The playroom", 1, None, None)
    assert (mine["file"], mine["chapter"], mine["seconds"]) == (str(tmp_path / "mine.toml"), "", None)


def test_the_sheet_is_drawn(gl_window: Any, tmp_path: Path) -> None:
    code, out = overview("drop", "--quick", "--sheet", tmp_path / "sheet.png", "--theme", "dark")
    assert code == 0 and f"drawn: {tmp_path / 'sheet.png'}" in out
    with Image.open(tmp_path / "sheet.png") as sheet:
        assert sheet.width > 1000


def test_what_does_not_go_together_is_refused_before_anything_is_checked(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="--seeds is for --hunt"):
        overview("drop", "--seeds", 3)
    with pytest.raises(Refused, match=r"ends in \.png"):
        overview("drop", "--sheet", tmp_path / "sheet.gif")
    with pytest.raises(BadFile, match="no folder"):
        overview("drop", "--sheet", tmp_path / "nowhere" / "sheet.png")
