"""A session's recording as it is written: begun from its first tick, ended whole, and gone if nothing was done."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.recording import reader
from sandbox.recording.recorder import Recorder
from sandbox.workspace.files import journal as module
from sandbox.workspace.files.journal import Journal, SessionLog
from sandbox.workspace.files.session_files import Sessions

BALL = c.Place("soccer_ball", 1.0, 1.0)


def begun(folder: Path, act: bool = True) -> tuple[Journal, Session, Sessions]:
    """A journal that is begun only after something was done."""
    sessions, journal = Sessions(folder), Journal(SessionLog())
    session = Session(Design(), 0, journal.session_log)
    if act:
        session.do(BALL)
    assert (journal.path, journal.claimed) == (None, None)
    journal.begin(sessions, Design(), 0, None)
    return journal, session, sessions


def test_what_was_told_before_it_was_begun_is_in_it(tmp_path: Path) -> None:
    journal, session, sessions = begun(tmp_path)
    path = journal.path
    assert path is not None
    assert path.parent == sessions.folder
    session.advance(10)
    session.do(c.Undo())
    journal.end(session, "quit")
    found = reader.read(path)
    assert [type(command) for _, command in found.commands] == [c.Place, c.Undo]
    assert found.end is not None
    assert (journal.path, journal.claimed) == (None, None)
    journal.end(session, "again")  # changes nothing


def test_one_without_a_command_is_not_kept(tmp_path: Path) -> None:
    journal, session, sessions = begun(tmp_path, act=False)
    assert journal.path is not None
    journal.end(session, "quit")
    assert list(sessions.folder.iterdir()) == []


def test_what_is_not_kept_gets_no_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The digests of an end take half a second in a process that has none yet: as a window opens, for one."""
    ends: list[str] = []
    monkeypatch.setattr(Recorder, "close", lambda recorder, session, reason, *_: ends.append(reason))
    for act in (False, True):
        journal, session, _ = begun(tmp_path, act)
        journal.end(session, f"acted: {act}")
    assert ends == ["acted: True"]


def test_a_copy_is_whole_and_the_session_goes_on(tmp_path: Path) -> None:
    journal, session, _ = begun(tmp_path)
    assert journal.save_copy(tmp_path / "copy.replay", session)
    assert reader.read(tmp_path / "copy.replay").end is not None
    assert journal.path is not None
    assert reader.read(journal.path).end is None
    journal.end(session, "quit")
    assert not journal.save_copy(tmp_path / "late.replay", session)


def test_who_goes_on_after_a_crash_finds_the_level_file(tmp_path: Path) -> None:
    journal, session, sessions = begun(tmp_path)
    level = tmp_path / "level.toml"
    level.touch()
    journal.note(level)
    assert journal.path is not None
    assert sessions.origin(journal.path) == level
    journal.end(session, "quit")


def test_a_disk_that_fails_is_told_by_the_tape(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "the disk is full")

    monkeypatch.setattr(module, "Recorder", full)
    journal, session, _ = begun(tmp_path)
    assert journal.session_log.broken is not None
    assert "the disk is full" in journal.session_log.broken
    assert journal.path is None
    assert journal.claimed is not None, "the place is this session's all the same"
    journal.end(session, "quit")
