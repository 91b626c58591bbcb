"""A document's level file: what it holds, whether the document or another program has changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.workspace.files.file_watch import CHANGED, GONE, SAME
from sandbox.workspace.files.level_file import LevelFile
from sandbox.workspace.workspace import Workspace
from tests.hands import workshop


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "own" / "level.toml"
    path.parent.mkdir()
    levels.write(path, workshop().design())
    return path


def test_a_document_differs_from_its_file_until_it_is_back_or_written(path: Path) -> None:
    design = levels.read(path)
    file = LevelFile(design, path)
    other = replace(design, title="Another")
    assert not file.differs(design)
    assert file.differs(other)
    assert not file.differs(levels.read(path)), "equal is enough"
    file.write(other, path)
    assert not file.differs(other)
    assert file.differs(design)
    assert levels.read(path) == other
    assert file.state == SAME


def test_it_is_written_under_a_name_that_says_what_it_is_in_a_folder_that_is_made(tmp_path: Path) -> None:
    file = LevelFile(Design())
    assert file.needs_name
    file.write(Design(title="New"), tmp_path / "deep" / "new")
    assert file.path == tmp_path / "deep" / "new.toml"
    assert not file.needs_name
    assert levels.read(file.path).title == "New"


def test_what_can_not_be_written_changes_nothing(path: Path) -> None:
    design = levels.read(path)
    file = LevelFile(design, path)
    with pytest.raises(OSError):
        file.write(replace(design, title="Another"), path / "below" / "x.toml")
    assert file.path == path
    assert not file.differs(design)
    assert file.state == SAME


def test_what_came_with_the_program_needs_a_name_of_its_own(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = LevelFile(levels.read(path), path)
    assert not file.needs_name
    for folder in (path.parent, path.parent.parent):
        monkeypatch.setattr(library, "bundled_dir", lambda folder=folder: folder)
        assert file.needs_name


def test_another_programs_change_is_noticed_and_then_known(path: Path) -> None:
    design = levels.read(path)
    file = LevelFile(design, path)
    levels.write(path, replace(design, title="Theirs"))
    assert file.state == CHANGED
    assert not file.differs(design), "compared is with what the file was known to hold"
    file.look(design)
    assert file.state == SAME
    assert file.differs(design)
    path.write_text("nonsense")
    with pytest.raises(BadFile):
        levels.read(path)
    file.look(design)
    assert file.differs(design), "from what can't be read, everything does"
    path.unlink()
    assert file.state == GONE


def test_it_is_still_watched_after_the_tick_rate_was_changed(path: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "data", lambda: 0)
    assert workspace.files.open(path)
    assert workspace.control.use_tick_rate(120)
    assert workspace.document.dirty, "the file says another rate"
    assert workspace.document.file.state == SAME
    levels.write(path, Design(title="Theirs"))
    assert workspace.document.file.state == CHANGED
    workspace.close()
