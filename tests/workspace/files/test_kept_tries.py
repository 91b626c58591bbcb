"""A player's unsolved try is kept when its puzzle is left, and is there again when the puzzle is opened. Metres."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.commands.commands import Delete, Place
from sandbox.design.design import Beyond, Design, Goal
from sandbox.levels import levels, library
from sandbox.workspace.workspace import Workspace
from tests.contraptions import Builder


def puzzle() -> Design:
    b = Builder()
    ball = b.part("tennis_ball", 1.0, 1.0)  # 1
    world, parts = b.design().world, b.design().parts
    return Design(
        title="Over there",
        world=world,
        parts=parts,
        stock={"crate": 2},
        goals=(Goal("It", Beyond(ball, "x", "more", 3.0)),),
    )


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A puzzle among those that come with the program."""
    folder = tmp_path / "levels"
    folder.mkdir()
    monkeypatch.setattr(library, "bundled_dir", lambda: folder)
    levels.write(folder / "over.toml", puzzle())
    return folder / "over.toml"


def test_a_try_is_there_again_in_one_step_that_undo_takes_back(workspace: Workspace, bundled: Path) -> None:
    assert workspace.files.open(bundled) and not workspace.tries.bring_back(), "there is none yet"
    assert workspace.gate.do(Place("crate", 1.5, 0.5)) and workspace.gate.do(Place("crate", 2.0, 0.5))
    assert workspace.tries.keep()
    built = workspace.document.design
    assert workspace.files.new() and workspace.files.open(bundled)
    assert workspace.document.design.parts == puzzle().parts, "negative control: opening alone brings nothing back"
    assert workspace.tries.bring_back()
    assert workspace.document.design.parts == built.parts
    assert len(workspace.document.session.past) == 1
    assert workspace.messages.latest is not None and "last try" in workspace.messages.latest.text


def test_a_try_that_was_cleared_away_is_forgotten(workspace: Workspace, bundled: Path) -> None:
    workspace.files.open(bundled)
    workspace.gate.do(Place("crate", 1.5, 0.5))
    workspace.tries.keep()
    workspace.gate.do(Delete(2))
    workspace.tries.keep()
    workspace.files.open(bundled)
    assert not workspace.tries.bring_back()


def test_a_level_that_has_changed_is_opened_as_it_is(workspace: Workspace, bundled: Path) -> None:
    workspace.files.open(bundled)
    workspace.gate.do(Place("crate", 1.5, 0.5))
    workspace.tries.keep()
    text = bundled.read_text()
    bundled.write_text(text.replace("x = 1.0", "x = 1.1"))
    assert bundled.read_text() != text
    workspace.files.open(bundled)
    assert not workspace.tries.bring_back()


def test_of_a_level_of_ones_own_no_try_is_kept(workspace: Workspace, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    levels.write(own, puzzle())
    workspace.files.open(own)
    workspace.gate.do(Place("crate", 1.5, 0.5))
    assert not workspace.tries.keep() and workspace.document.dirty


def test_a_kept_try_that_can_not_be_read_is_passed_over(workspace: Workspace, bundled: Path) -> None:
    workspace.files.open(bundled)
    workspace.gate.do(Place("crate", 1.5, 0.5))
    workspace.tries.keep()
    (kept,) = (workspace.data / "tries").iterdir()
    kept.write_text("no level")
    workspace.files.open(bundled)
    assert not workspace.tries.bring_back()
    assert workspace.document.design.parts == puzzle().parts
