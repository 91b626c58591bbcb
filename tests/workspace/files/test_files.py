"""Levels are opened and saved; what fails leaves a sentence, and the document as it was."""

from __future__ import annotations

import pytest

from sandbox.commands import commands as c
from sandbox.levels import levels, library
from tests.timed import BALL, level_file


def test_opening_and_saving(workspace, tmp_path):
    path = level_file(tmp_path)
    assert workspace.files.open(path)
    assert (workspace.document.title, workspace.document.dirty) == ("Fall", False)
    assert (workspace.document.file.path, workspace.document.file.needs_name) == (path, False)
    workspace.gate.do(BALL)
    assert workspace.document.dirty
    assert workspace.files.save()
    assert not workspace.document.dirty
    assert len(levels.read(path).parts) == 2
    workspace.gate.do(c.Undo())
    assert workspace.document.dirty
    workspace.gate.do(c.Redo())
    assert not workspace.document.dirty, "back at what the file holds"


def test_a_new_contraption_needs_a_name(workspace):
    workspace.gate.do(BALL)
    assert not workspace.files.save()
    assert "Save as" in workspace.messages.latest.text
    path = workspace.files.suggested_path
    assert path == workspace.data / "contraptions" / "untitled.toml"
    assert workspace.files.save_as(path)
    assert workspace.files.suggested_path.name == "untitled-2.toml"
    assert library.user_levels(workspace.data).all == (path,)


def test_a_bundled_level_is_never_written_over(workspace, tmp_path, monkeypatch):
    path = level_file(tmp_path)
    monkeypatch.setattr(library, "bundled_dir", lambda: tmp_path)
    workspace.files.open(path)
    before = path.read_bytes()
    assert workspace.document.file.needs_name and not workspace.files.save()
    assert path.read_bytes() == before


@pytest.mark.parametrize("name, text", [("gone.toml", None), ("bad.toml", "format = 9"), ("bad.replay", "nothing")])
def test_a_file_that_can_not_be_opened_leaves_the_document_and_a_sentence(workspace, tmp_path, name, text):
    workspace.gate.do(BALL)
    if text is not None:
        (tmp_path / name).write_text(text)
    design, generation = workspace.document.design, workspace.document.generation
    assert not workspace.files.open(tmp_path / name)
    assert (workspace.document.design, workspace.document.generation) == (design, generation)
    assert workspace.messages.latest.kind == "bad"
    assert name in workspace.messages.latest.text


def test_what_can_not_be_written_is_said(workspace, tmp_path):
    (tmp_path / "file").write_text("")
    assert not workspace.files.save_as(tmp_path / "file" / "level.toml")
    assert workspace.messages.latest.kind == "bad"
    assert not workspace.files.save_recording_as(tmp_path / "file" / "x.replay")
    workspace.gate.do(BALL)
    assert workspace.document.dirty
