"""Each piece of the runtime is fetched once, and used only if it is the one that the list means."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from sandbox.errors import Refused
from sandbox.verify.engine_build import pinned as pinned_engine
from sandbox.web.runtime import pieces
from sandbox.web.runtime.pieces import RuntimePiece

CONTENT = b"what was published"
PIECE = RuntimePiece("thing", "1.0", "wheel", "thing-1.0.whl", hashlib.sha256(CONTENT).hexdigest())


@pytest.fixture
def fetches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what is fetched; it is what was published."""
    names: list[str] = []

    def fetch(piece: RuntimePiece, folder: Path) -> None:
        names.append(piece.name)
        (folder / piece.file).write_bytes(CONTENT)

    monkeypatch.setattr(pieces, "_fetch", fetch)
    return names


def test_a_piece_is_fetched_once(fetches: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        assert pieces.fetched(PIECE, tmp_path / "new").read_bytes() == CONTENT
    assert fetches == ["thing"]


def test_one_that_has_changed_on_the_disk_is_fetched_again(fetches: list[str], tmp_path: Path) -> None:
    (tmp_path / PIECE.file).write_bytes(b"something else")
    assert pieces.fetched(PIECE, tmp_path).read_bytes() == CONTENT
    assert fetches == ["thing"]


@pytest.mark.usefixtures("fetches")
def test_another_file_under_its_name_is_refused_and_not_kept(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is not the one that this program means"):
        pieces.fetched(PIECE._replace(sha256="0" * 64), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_engine_in_the_list_is_the_one_that_this_program_runs_with() -> None:
    listed = pieces.pinned()
    assert f"pymunk=={listed['pymunk'].version}" == pinned_engine()
    assert all(len(piece.sha256) == 64 and piece.version in piece.file for piece in listed.values())
