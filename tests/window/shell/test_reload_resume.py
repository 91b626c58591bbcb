"""What the user has made is safe: from other programs, and from the end of this one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.commands.commands import Move, Place, Redo, Start, Undo
from sandbox.levels import levels
from sandbox.workspace.files.file_watch import CHANGED, GONE, SAME, Watched
from sandbox.workspace.past import jobs
from sandbox.workspace.workspace import Workspace
from tests.window.driver import Driver, shop


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    levels.write(path, shop())
    return path


@pytest.fixture(scope="module")
def shared(gl_window: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    """One window for all: to make one takes longer than the tests do."""
    driver = Driver(gl_window, tmp_path_factory.mktemp("data"))
    yield driver
    driver.close()


@pytest.fixture
def driver(shared: Driver, level: Path) -> Driver:
    """The window, with the level open and nothing done."""
    shared.app.dialog = None
    shared.frames()
    assert shared.workspace.files.open(level)
    shared.app.hide_chooser()
    shared.frames()
    return shared


def other_program(level: Path) -> None:
    """Writes another title into a level."""
    levels.write(level, replace(levels.read(level), title="Theirs"))


def come_back(driver: Driver) -> None:
    driver._event("on_deactivate")
    driver._event("on_activate")
    driver.frames()


# -- the file and what others do to it


def test_a_file_is_changed_when_its_contents_are_and_not_when_only_its_time_is(level: Path) -> None:
    watched = Watched()
    assert watched.state == SAME, "no file"
    watched.know(level)
    assert watched.state == SAME
    level.write_bytes(level.read_bytes())
    assert watched.state == SAME
    other_program(level)
    assert watched.state == CHANGED
    watched.know(level)
    assert watched.state == SAME
    level.unlink()
    assert watched.state == GONE


def test_a_change_on_disk_is_asked_about_when_the_window_is_come_back_to_and_can_be_taken(driver: Driver) -> None:
    come_back(driver)
    assert driver.app.dialog is None, "nothing has happened"
    other_program(driver.workspace.document.file.path)
    driver.frames()
    assert driver.app.dialog is None, "not while one works here"
    come_back(driver)
    driver.click("question.reload")
    assert driver.design.title == "Theirs"
    assert not driver.workspace.document.dirty
    come_back(driver)
    assert driver.app.dialog is None


def test_ones_own_can_be_kept_and_is_then_unsaved(driver: Driver, level: Path) -> None:
    other_program(level)
    come_back(driver)
    driver.click("question.keep")
    assert driver.design.title == shop().title
    assert driver.workspace.document.dirty, "the file says something else now"
    come_back(driver)
    assert driver.app.dialog is None, "it has been answered"
    driver.key(key.S, key.MOD_CTRL)
    assert levels.read(level).title == shop().title


def test_nothing_is_written_over_what_another_program_wrote_without_a_question(driver: Driver, level: Path) -> None:
    driver.workspace.gate.do(Place("crate", 2.5, 1.0))
    other_program(level)
    driver.key(key.S, key.MOD_CTRL)
    assert driver.app.dialog is not None
    assert levels.read(level).title == "Theirs"
    driver.key(key.ESCAPE)
    assert levels.read(level).title == "Theirs"
    assert driver.workspace.document.dirty
    driver.key(key.S, key.MOD_CTRL)
    driver.click("question.over")
    assert levels.read(level).title == shop().title
    assert not driver.workspace.document.dirty
    driver.workspace.gate.do(Place("crate", 2.5, 1.5))
    driver.key(key.S, key.MOD_CTRL)
    assert driver.app.dialog is None, "what this window wrote is no surprise"
    assert not driver.workspace.document.dirty


def test_a_file_that_is_gone_is_told_once_and_written_again_by_saving(driver: Driver, level: Path) -> None:
    level.unlink()
    come_back(driver)
    assert "no longer there" in driver.said
    assert driver.workspace.document.dirty
    number = driver.workspace.messages.latest.number
    come_back(driver)
    assert driver.workspace.messages.latest.number == number
    driver.key(key.S, key.MOD_CTRL)
    assert levels.read(level) == shop()


# -- unsaved changes


def test_no_way_out_loses_unsaved_changes_without_a_question(driver: Driver, level: Path) -> None:
    driver.workspace.gate.do(Move(2, 1.2, 0.25, 0.0, False))
    session = driver.workspace.document.session
    for leave in (
        lambda: driver._event("on_close"),
        lambda: driver.key(key.Q, key.MOD_CTRL),
        lambda: driver.key(key.N, key.MOD_CTRL),
        lambda: driver.key(key.O, key.MOD_CTRL),
        lambda: driver._event("on_file_drop", 10, 10, [str(level)]),
        lambda: driver.app.features.documents.resume(level.with_suffix(".replay")),
    ):
        leave()
        driver.frames()
        assert driver.app.dialog is not None
        assert driver.app.dialog.name == "question"
        driver.key(key.ESCAPE)
        assert driver.workspace.document.session is session
        assert not driver.app.closed
        assert driver.workspace.document.dirty


# -- sessions that were cut off


def cut_off(data: Path, level: Path) -> Workspace:
    """A session as a killed process leaves it: two steps after the file was opened, and no end."""
    killed = Workspace(data, lambda: 0)
    assert killed.files.open(level)
    killed.gate.do(Place("crate", 2.5, 1.0))
    killed.gate.do(Move(2, 1.2, 0.25, 0.0, False))
    claim = killed.document.journal._claim
    assert claim is not None
    os.close(claim.handle)  # what the system does: the lock is free, everything else stays
    return killed


def test_after_a_crash_one_goes_on_with_the_document_its_undo_list_and_its_file(tmp_path: Path, level: Path) -> None:
    killed = cut_off(tmp_path / "data", level)
    workspace = Workspace(tmp_path / "data", lambda: 0)
    (offered,) = workspace.recovery.unfinished()
    assert workspace.recovery.resume(offered.path)
    assert workspace.document.design == killed.document.design
    assert workspace.document.file.path == level
    assert workspace.document.dirty, "the two steps are not in the file"
    assert workspace.gate.do(Undo())
    assert workspace.document.design.part_by_id.keys() == killed.document.design.part_by_id.keys()
    assert workspace.gate.do(Undo())
    assert workspace.document.design == shop()
    assert workspace.gate.do(Redo())
    assert workspace.gate.do(Redo())
    assert workspace.files.save()
    assert levels.read(level) == killed.document.design
    assert workspace.recovery.unfinished() == []
    workspace.close()


def test_a_file_that_was_saved_before_the_crash_leaves_nothing_to_save(tmp_path: Path, level: Path) -> None:
    killed = cut_off(tmp_path / "data", level)
    levels.write(level, killed.document.design)
    workspace = Workspace(tmp_path / "data", lambda: 0)
    assert workspace.recovery.resume(workspace.recovery.unfinished()[0].path)
    assert (workspace.document.file.path, workspace.document.dirty) == (level, False)
    level.unlink()
    workspace.close()


def test_a_file_that_is_gone_since_the_crash_is_asked_for_anew(tmp_path: Path, level: Path) -> None:
    cut_off(tmp_path / "data", level)
    level.unlink()
    workspace = Workspace(tmp_path / "data", lambda: 0)
    assert workspace.recovery.resume(workspace.recovery.unfinished()[0].path)
    assert workspace.document.file.path is None
    assert workspace.document.file.needs_name
    workspace.close()


@pytest.fixture
def slow(gl_window: Any, tmp_path: Path, level: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """A window with the chooser, which offers a session that ran for a while; each frame does the least it can."""
    killed = cut_off(tmp_path / "data", level)
    killed.gate.do(Start())
    killed.gate.advance(240)
    killed.document.look()
    assert killed.document.journal.session_log.recorder is not None
    killed.document.journal.session_log.force()
    monkeypatch.setattr(jobs, "_AT_ONCE_NS", -1)
    driver = Driver(gl_window, tmp_path / "data")
    work = driver.workspace.jobs.work
    monkeypatch.setattr(driver.workspace.jobs, "work", lambda _budget: work(-1))
    yield driver
    driver.close()


def test_going_on_after_a_crash_shows_how_far_it_is_and_keeps_what_is_open_till_then(slow: Driver) -> None:
    workspace = slow.workspace
    (offered,) = workspace.recovery.unfinished()
    before = workspace.document.session
    slow.click(f"resume.{offered.path.stem}")
    slow.frames(8)
    assert slow.app.screen == "editor"
    assert slow.shows("job.progress")
    assert 0.0 < workspace.document.job.progress < 1.0
    assert workspace.document.session is before
    assert not workspace.gate.do(Place("crate", 1.0, 1.0))
    assert not workspace.control.run()
    assert not workspace.recovery.resume(offered.path)
    assert "wait until this is done" in workspace.messages.latest.text.lower()
    slow.frames(40)
    assert workspace.document.job is None
    assert workspace.document.session is not before
    assert (workspace.document.session.running, workspace.pacing.paused) == (True, True)
    assert workspace.document.session.tick == workspace.document.past.history.run.last == 240
    assert workspace.recovery.unfinished() == []


def test_cancelled_it_is_offered_again_where_it_was_offered(slow: Driver) -> None:
    workspace = slow.workspace
    (offered,) = workspace.recovery.unfinished()
    slow.click(f"resume.{offered.path.stem}")
    slow.frames(4)
    slow.click("job.cancel")
    assert workspace.document.job is None
    assert slow.app.screen == "chooser"
    assert workspace.document.design.parts == ()
    assert [session.path for session in workspace.recovery.unfinished()] == [offered.path]
    assert slow.shows(f"resume.{offered.path.stem}")
    assert "resume cancelled" in slow.said.lower()


def test_started_with_a_level_the_program_offers_to_go_on_first(gl_window: Any, tmp_path: Path, level: Path) -> None:
    killed = cut_off(tmp_path / "data", level)
    driver = Driver(gl_window, tmp_path / "data", level)
    assert driver.app.dialog is not None
    assert not driver.shows("question.cancel"), "it would be the same as 'Not now'"
    driver.click("question.later")
    assert driver.design == shop()
    assert "the list of levels offers it" in driver.said
    assert driver.app.dialog is None
    driver.app.features.documents.care.offer(driver.workspace.recovery.unfinished()[0])
    driver.frames()
    driver.key(key.ENTER)
    assert driver.design == killed.document.design
    assert driver.said.startswith("Resumed where")
    driver.close()
