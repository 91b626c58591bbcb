"""The level that is open is checked by another process, and told on a sheet."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from pyglet.window import key

from sandbox.levels import levels, solutions
from sandbox.recording import reader
from sandbox.verify.verify import Verdict, verify
from sandbox.window.author.level_check import CheckSheet
from tests import kept_processes
from tests.tasks.working import runs
from tests.window.author.test_author_view import solvable
from tests.window.driver import Driver, data, drive

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]
SECONDS = 240.0  # that a check may take on a busy machine


def checked(driver: Driver) -> CheckSheet:
    sheet = driver.app.dialog
    assert isinstance(sheet, CheckSheet)
    assert sheet.checking.answer is None, "the window has not waited for it"
    end = time.monotonic() + SECONDS
    while sheet.checking.look() and time.monotonic() < end:
        driver.frames(1)
        time.sleep(0.02)
    driver.frames()
    return sheet


def test_a_level_that_is_won_by_hand_is_not_sound(drive: Open) -> None:
    driver = drive(solvable())
    driver.key(key.F5, key.MOD_SHIFT)
    answer = checked(driver).checking.answer
    assert answer is not None and not answer.sound
    (hand,) = [finding for finding in answer.findings if finding.bar == "hand"]
    assert hand.grade == "bad" and "can be reached by hand, by pulling a crate" in hand.text


def test_a_level_is_checked_and_its_solution_saved(drive: Open, tmp_path: Path) -> None:
    path = tmp_path / "levels" / "down.toml"
    path.parent.mkdir()
    levels.write(path, replace(solvable(), allow=("press",)))
    driver = drive(path)
    driver.key(key.F5, key.MOD_SHIFT)
    checking = checked(driver).checking
    answer = checking.answer
    assert answer is not None and not answer.sound
    assert tuple(checking.findings) == answer.findings, "they were shown as they came"
    assert any("nothing proves" in finding.text for finding in answer.findings)
    driver.key(key.RETURN)
    assert driver.app.dialog is None
    driver.key(key.F5)
    driver.key(key.F5)
    driver.click("part.crate", (0.6, 0.5))
    driver.key(key.SPACE)
    driver.seconds(1.0)
    driver.click("author.save_solution")
    sheet = checked(driver)
    assert sheet.checking.error == "" and sheet.checking.answer is not None
    assert sheet.checking.answer.sound and sheet.checking.answer.placed == 1
    saved = tmp_path / "replays" / "down.replay"
    assert sheet.checking.recorded == str(saved)
    assert verify(saved).verdict is Verdict.PASS
    assert reader.read(saved).head.design == levels.read(path)
    assert solutions.author_in(reader.read(saved).commands) is None


def test_closing_the_sheet_ends_the_check(drive: Open) -> None:
    kept_processes.end_all()  # one that begins with its start is under way for long enough
    driver = drive(solvable())
    driver.key(key.F5, key.MOD_SHIFT)
    sheet = driver.app.dialog
    assert isinstance(sheet, CheckSheet)
    pid = sheet.checking._work.pid
    driver.key(key.ESCAPE)
    assert driver.app.dialog is None and sheet.checking.ended
    assert pid is not None and not runs(pid)
