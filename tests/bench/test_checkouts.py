"""The other program of a comparison: a folder as it is, or a revision that is unpacked and gone afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.bench.checkouts import checkout_of
from sandbox.errors import Refused
from sandbox.verify import old_code
from tests.bench.test_against import checkout

pytestmark = pytest.mark.skipif(old_code.git("rev-parse", "HEAD") is None, reason="there is no history here")


def test_a_folder_is_used_as_it_is(tmp_path: Path) -> None:
    other = checkout(tmp_path / "other", "print('here')")
    with checkout_of(other) as folder:
        assert folder == other
    assert (other / "sandbox" / "__main__.py").is_file()


def test_a_revision_is_unpacked_with_its_levels_and_taken_away_again() -> None:
    with checkout_of(Path("HEAD")) as folder:
        shown = old_code.git("show", "HEAD:sandbox/__main__.py")
        assert (folder / "sandbox" / "__main__.py").read_bytes() == shown
        assert any((folder / "levels").iterdir())
    assert not folder.exists()


@pytest.mark.parametrize("named", ["no-such-revision", "--output=/tmp/x", "-o"])
def test_what_is_neither_is_refused_with_what_to_do(named: str) -> None:
    refused = pytest.raises(Refused, match=f"{named} is neither a folder nor a revision .*; name a folder")
    with refused, checkout_of(Path(named)):
        pass
