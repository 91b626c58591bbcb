"""The machine of the day in the window: made by another process while a sheet shows how far it is, then opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pyglet.window import key

from sandbox.authoring.daily.maker import MakeDaily
from sandbox.levels import levels
from sandbox.tasks.messages import Answer, Failure, Message, Progress
from sandbox.tasks.task_process import Setup
from sandbox.window.levels import daily_sheet
from sandbox.window.levels.daily_sheet import DailySheet
from tests.window.author.test_author_view import solvable
from tests.window.driver import Driver, data, drive

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]


class Maker:
    """Stands for the process: it says what the test lets it say, a message a frame."""

    messages: list[Message]
    latest: Maker

    def __init__(self, setup: Setup) -> None:
        assert setup.module == "sandbox.authoring.daily.maker"
        Maker.latest, self.killed = self, False

    def begin(self, order: MakeDaily) -> None:
        self.day, self.path = order.day, Path(order.path)

    def poll(self) -> list[Message]:
        messages, self.messages[:1] = self.messages[:1], []
        if messages and isinstance(messages[0], Answer):
            self.path.parent.mkdir()
            levels.write(self.path, solvable())
        return messages

    def cancel(self) -> None:
        self.killed = True


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> type[Maker]:
    monkeypatch.setattr(daily_sheet, "Background", Maker)
    Maker.messages = [Progress(0, 0.25, what="machine 1: its first half")] * 3
    return Maker


def test_it_is_made_once_and_opened(drive: Open, data: Path, maker: type[Maker]) -> None:
    driver = drive(solvable())
    driver.app.show_chooser()
    driver.frames()
    driver.click("chooser.daily")
    sheet = driver.app.dialog
    assert isinstance(sheet, DailySheet) and (sheet.making.share, sheet.making.what[:9]) == (0.25, "machine 1")
    maker.messages.append(Answer(0, b""))
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
    ("failure", "words"),
    [
        (Failure(0, "refused", "none of 60 machines is sound"), "none of 60 machines"),
        (Failure(0, "died", "left with exit code 3"), "making it left with exit code 3"),
    ],
)
def test_a_machine_that_can_not_be_made_is_explained(
    drive: Open, maker: type[Maker], failure: Failure, words: str
) -> None:
    maker.messages.append(failure)
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
    assert driver.app.outcome.word == "won" and driver.app.features.daily.is_solved
