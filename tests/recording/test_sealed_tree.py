"""Folders of programs: run as they were kept, and not at all if anybody has changed anything in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.recording.sealed_tree import SEAL_FILE, is_sealed, seal_tree
from sandbox.recording.user_seal import UserSeal

OURS = UserSeal(b"o" * 32)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "program"
    (folder / "inner").mkdir(parents=True)
    (folder / "a.py").write_text("A = 1\n")
    (folder / "inner" / "b.py").write_text("B = 1\n")
    seal_tree(folder, "program", OURS)
    return folder


def test_a_folder_is_known_again_also_after_it_was_run(tree: Path) -> None:
    assert is_sealed(tree, OURS)
    compiled = tree / "inner" / "__pycache__"
    compiled.mkdir()
    (compiled / "b.cpython-311.pyc").write_bytes(b"anything")
    assert is_sealed(tree, OURS) and not compiled.exists(), "what nobody has sealed is not run either"


CHANGES: dict[str, Callable[[Path], object]] = {
    "a file": lambda tree: (tree / "a.py").write_text("A = 2\n"),
    "one more": lambda tree: (tree / "inner" / "c.py").write_text(""),
    "one less": lambda tree: (tree / "a.py").unlink(),
    "its name": lambda tree: (tree / "a.py").rename(tree / "z.py"),
    "a link": lambda tree: (tree / "inner" / "l.py").symlink_to(tree / "a.py"),
    "a linked folder": lambda tree: (tree / "more").symlink_to(tree / "inner"),
    "no seal": lambda tree: (tree / SEAL_FILE).unlink(),
    "another's seal": lambda tree: seal_tree(tree, "program", UserSeal(b"t" * 32)),
    "the seal of another folder": lambda tree: seal_tree(tree, "another", OURS),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_by_somebody_else_is_noticed(tree: Path, change: str) -> None:
    CHANGES[change](tree)
    assert not is_sealed(tree, OURS)
