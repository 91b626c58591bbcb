"""`sandbox play`, and `sandbox` alone: what the window is opened with. That a first start teaches is for the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from sandbox.cli import app as command_line
from sandbox.levels import library
from sandbox.window import desktop as window


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path | None]:
    """What the window is opened with from now on, in place of opening it."""
    targets: list[Path | None] = []

    def note(target: Path | None) -> int:
        targets.append(target)
        return 0

    monkeypatch.setattr(window, "main", note)
    return targets


@pytest.mark.parametrize("words", [[], ["play"]])
def test_without_a_level_nothing_is_asked_for_so_that_a_first_start_teaches(
    opened: list[Path | None], words: list[str]
) -> None:
    result = CliRunner().invoke(command_line, words)
    assert (result.exit_code, opened) == (0, [None]), result.output


def test_a_level_is_opened_by_its_name(opened: list[Path | None]) -> None:
    assert CliRunner().invoke(command_line, ["play", "drop"]).exit_code == 0
    assert opened == [library.bundled_dir() / "drop.toml"]
