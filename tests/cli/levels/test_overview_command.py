"""`sandbox overview` on the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from sandbox.cli import app
from sandbox.cli.options import find
from sandbox.errors import BadFile, Refused
from sandbox.levels import library, solution_places
from sandbox.trials.checks import hunt, measured
from tests.trials.search.puzzles import DROP


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDBOX_CHECKS", str(tmp_path / "results"))


def overview(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["overview", *map(str, arguments)], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return int(done.return_value), done.stdout


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be known of the levels that come with the program but what a test measures."""
    monkeypatch.setattr(measured, "TABLE", measured.TABLE._replace(file="nothing.json"))


@pytest.mark.usefixtures("nothing_kept")
def test_a_table_says_what_levels_are_about() -> None:
    code, out = overview("drop", "roll", "--quick")
    assert code == 0
    lines = out.splitlines()
    (title,) = (number for number, line in enumerate(lines) if line.strip() == "The playroom")
    assert "  Drop " in lines[title + 1] and "What hangs in the air falls" in lines[title + 1]
    assert "1 / 1.3 s" in lines[title + 1]
    assert any("  Roll " in line and "2 / 3.3 s" in line for line in lines)
    assert "shortcuts" not in out


@pytest.fixture
def only_drop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let a copy of one level and its solution be all that comes with the program; return the folder of the level."""
    drop, folder = find("drop"), tmp_path / "levels"
    folder.mkdir()
    (tmp_path / "replays").mkdir()
    solution = solution_places.solution_beside(drop)
    assert solution is not None
    shutil.copy(drop, folder)
    shutil.copy(solution, tmp_path / "replays")
    monkeypatch.setattr(library, "bundled_dir", lambda: folder)
    return folder


@pytest.mark.usefixtures("nothing_kept")
def test_a_hunt_adds_its_column() -> None:
    code, out = overview("drop", "--quick", "--hunt", 4, "--seeds", 2, "--jobs", 1)
    assert code == 0 and "shortcuts" in out and "0 in 8" in out


@pytest.mark.usefixtures("nothing_kept")
def test_json_has_a_line_for_each_level_and_the_exit_code_says_that_one_is_not_sound(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(DROP)
    code, out = overview(tmp_path / "mine.toml", "drop", "--quick", "--json")
    drop, mine = (json.loads(line) for line in out.splitlines())
    assert code == 1 and drop["sound"] and not mine["sound"], "nothing proves that it can be solved"
    assert (drop["chapter"], drop["placed"], drop["margin_mm"], drop["shortcuts"]) == ("The playroom", 1, None, None)
    assert (mine["file"], mine["chapter"], mine["seconds"]) == (str(tmp_path / "mine.toml"), "", None)
    assert (mine["margin_mm"], mine["shortcuts"]) == (None, None)


def test_what_is_kept_is_in_every_later_table_and_not_measured_again(
    only_drop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out = overview("--hunt", 4, "--jobs", 1, "--keep", "--json")
    row = json.loads(out)
    assert code == 0 and row["margin_mm"] > 3 and (row["hunted"], row["shortcuts"]) == (4, 0)
    assert row["fastest_s"] is None, "four runs win nothing"
    monkeypatch.setattr(hunt, "measure", None)  # calling it fails
    for arguments in (("--quick", "--json"), ("--quick", "--hunt", 4, "--keep", "--json")):
        assert json.loads(overview(*arguments)[1]) == row


def test_what_is_kept_of_a_level_that_has_changed_is_not_shown(only_drop: Path) -> None:
    overview("--hunt", 4, "--jobs", 1, "--keep", "--json")
    drop = only_drop / "drop.toml"
    drop.write_text(drop.read_text().replace("bowling_ball = 1", "bowling_ball = 2"))
    row = json.loads(overview("--quick", "--json")[1])
    assert (row["margin_mm"], row["hunted"], row["shortcuts"]) == (None, None, None)


def test_only_bundled_levels_are_kept(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(DROP)
    with pytest.raises(Refused, match="--keep is for the levels in"):
        overview(tmp_path / "mine.toml", "--keep")


def test_the_sheet_is_drawn(gl_window: Any, tmp_path: Path) -> None:
    code, out = overview("drop", "--quick", "--picture", tmp_path / "sheet.png", "--theme", "dark")
    assert code == 0 and "Drop" in out
    with Image.open(tmp_path / "sheet.png") as sheet:
        assert sheet.width > 1000


def test_what_does_not_go_together_is_refused_before_anything_is_checked(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="--seeds is for --hunt"):
        overview("drop", "--seeds", 3)
    with pytest.raises(Refused, match=r"ends in \.png"):
        overview("drop", "--picture", tmp_path / "sheet.gif")
    with pytest.raises(BadFile, match="no folder"):
        overview("drop", "--picture", tmp_path / "nowhere" / "sheet.png")
