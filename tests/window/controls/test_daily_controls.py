"""The machine of the day in the window: made by another process while a sheet shows how far it is, then opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pyglet.window import key

from sandbox.levels import levels
from sandbox.window.dialogs import daily_sheet
from sandbox.window.dialogs.daily_sheet import DailySheet
from tests.window.panels.author.test_author_state import solvable
from tests.window.panels.test_panels import Driver, data, drive

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]


class Maker:
    """Stands for the process: it says what the test lets it say, a line a frame."""

    lines: list[dict[str, Any]]
    latest: Maker

    def __init__(self, module: str, day: str, path: str) -> None:
        assert module == "sandbox.authoring.daily.worker"
        Maker.latest, self.day, self.path = self, day, Path(path)
        self.finished = self.killed = False
        self.exit_code: int | None = None

    def messages(self) -> Iterator[dict[str, Any]]:
        if not self.lines:
            self.finished, self.exit_code = True, 2
            return
        line = self.lines.pop(0)
        if "level" in line:
            self.path.parent.mkdir()
            levels.write(self.path, solvable())
            line = {"level": str(self.path)}
        yield line

    def end(self) -> None:
        self.killed = True


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> type[Maker]:
    monkeypatch.setattr(daily_sheet, "LineProcess", Maker)
    Maker.lines = [{"done": 0.25, "what": "machine 1: its first half"}] * 3
    return Maker


def test_it_is_made_once_and_opened(drive: Open, data: Path, maker: type[Maker]) -> None:
    driver = drive(solvable())
    driver.app.show_chooser()
    driver.frames()
    driver.click("chooser.daily")
    sheet = driver.app.dialog
    assert isinstance(sheet, DailySheet) and (sheet.making.share, sheet.making.what[:9]) == (0.25, "machine 1")
    maker.lines.append({"level": ""})
    driver.frames(6)
    path = driver.app.features.daily.today.level_in(data)
    assert driver.app.dialog is None and driver.workspace.document.file.path == path == maker.latest.path
    assert driver.app.screen == "editor" and path.stem == maker.latest.day
    first = maker.latest
    driver.key(key.T, key.MOD_CTRL | key.MOD_SHIFT)
    driver.frames()
    assert maker.latest is first and driver.workspace.document.file.path == path, "it is there already"


def test_it_can_be_stopped_and_leaves_nothing(drive: Open, data: Path, maker: type[Maker]) -> None:
    driver = drive(solvable())
    driver.key(key.T, key.MOD_CTRL | key.MOD_SHIFT)
    driver.key(key.ESCAPE)
    driver.frames()
    assert driver.app.dialog is None and maker.latest.killed and not (data / "daily").exists()


@pytest.mark.parametrize(
    ("line", "words"),
    [({"error": "none of 60 machines is sound"}, "none of 60 machines"), (None, "the process ended unexpectedly")],
)
def test_a_machine_that_can_not_be_made_is_explained(
    drive: Open, maker: type[Maker], line: dict[str, Any] | None, words: str
) -> None:
    maker.lines += [line] if line is not None else []
    driver = drive(solvable())
    driver.key(key.T, key.MOD_CTRL | key.MOD_SHIFT)
    driver.frames(6)
    sheet = driver.app.dialog
    assert isinstance(sheet, DailySheet) and words in sheet.making.error and sheet.making.ended
    driver.key(key.RETURN)
    assert driver.app.dialog is None


def test_a_solved_one_is_marked(drive: Open, data: Path, maker: type[Maker]) -> None:
    driver = drive(solvable())
    path = driver.app.features.daily.today.level_in(data)
    path.parent.mkdir()
    levels.write(path, solvable())
    assert not driver.app.features.daily.is_solved
    driver.key(key.T, key.MOD_CTRL | key.MOD_SHIFT)
    driver.frames()
    driver.click("part.crate", (0.6, 0.5))
    driver.key(key.SPACE)
    driver.seconds(1.0)
    assert driver.app.outcome == "won" and driver.app.features.daily.is_solved
