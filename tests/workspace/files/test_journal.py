"""A session's recording as it is written: begun from its first tick, ended whole, and gone if nothing was done."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.recording import reader
from sandbox.workspace.files import journal as module
from sandbox.workspace.files.journal import Logbook, Tape
from sandbox.workspace.files.session_files import Sessions

BALL = c.Place("soccer_ball", 1.0, 1.0)


def begun(folder: Path, act: bool = True) -> tuple[Logbook, Session, Sessions]:
    """A logbook that is begun only after something was done."""
    sessions, logbook = Sessions(folder), Logbook(Tape())
    session = Session(Design(), 0, logbook.tape)
    if act:
        session.do(BALL)
    assert (logbook.path, logbook.claimed) == (None, None)
    logbook.begin(sessions, Design(), 0, None)
    return logbook, session, sessions


def test_what_was_told_before_it_was_begun_is_in_it(tmp_path: Path) -> None:
    logbook, session, sessions = begun(tmp_path)
    path = logbook.path
    assert path is not None
    assert path.parent == sessions.folder
    session.advance(10)
    session.do(c.Undo())
    logbook.end(session, "quit")
    found = reader.read(path)
    assert [type(command) for _, command in found.commands] == [c.Place, c.Undo]
    assert found.end is not None
    assert (logbook.path, logbook.claimed) == (None, None)
    logbook.end(session, "again")  # changes nothing


def test_one_without_a_command_is_not_kept(tmp_path: Path) -> None:
    logbook, session, sessions = begun(tmp_path, act=False)
    assert logbook.path is not None
    logbook.end(session, "quit")
    assert list(sessions.folder.iterdir()) == []


def test_a_copy_is_whole_and_the_session_goes_on(tmp_path: Path) -> None:
    logbook, session, _ = begun(tmp_path)
    assert logbook.save_copy(tmp_path / "copy.replay", session)
    assert reader.read(tmp_path / "copy.replay").end is not None
    assert logbook.path is not None
    assert reader.read(logbook.path).end is None
    logbook.end(session, "quit")
    assert not logbook.save_copy(tmp_path / "late.replay", session)


def test_who_goes_on_after_a_crash_finds_the_level_file(tmp_path: Path) -> None:
    logbook, session, sessions = begun(tmp_path)
    level = tmp_path / "level.toml"
    level.touch()
    logbook.note(level)
    assert logbook.path is not None
    assert sessions.origin(logbook.path) == level
    logbook.end(session, "quit")


def test_a_disk_that_fails_is_told_by_the_tape(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "the disk is full")

    monkeypatch.setattr(module, "Recorder", full)
    logbook, session, _ = begun(tmp_path)
    assert logbook.tape.broken is not None
    assert "the disk is full" in logbook.tape.broken
    assert logbook.path is None
    assert logbook.claimed is not None, "the place is this session's all the same"
    logbook.end(session, "quit")
