"""The user's own key: made once, for nobody else to read, and replaced before it is no longer valid."""

from __future__ import annotations

import os
import ssl
import sys
from pathlib import Path

import pytest

from sandbox.cluster import keys
from sandbox.cluster.address import ClusterAddress, security, with_own_key
from sandbox.errors import Refused
from tests.clusters import require_dask

require_dask()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the key of a user who has none yet."""
    monkeypatch.setenv("SANDBOX_CONFIG", str(tmp_path / "config"))
    return keys.own_folder()


def test_it_is_made_once_and_nobody_else_may_read_it(folder: Path) -> None:
    assert keys.own() is None
    pair = keys.own_or_new()
    assert pair == keys.own() == keys.own_or_new() and pair.key.parent == folder
    assert [path.name for path in folder.parent.iterdir()] == ["cluster"], "nothing is left beside it"
    if sys.platform != "win32":
        assert [path.stat().st_mode & 0o777 for path in (folder, *pair)] == [0o700, 0o600, 0o600]
    ssl.create_default_context(cafile=pair.certificate).load_cert_chain(pair.certificate, pair.key)


def test_a_cluster_without_named_files_gets_it(folder: Path) -> None:
    place = ClusterAddress("tls://127.0.0.1:8786")
    with pytest.raises(Refused, match=r"there is no key of yours yet.*`sandbox cluster scheduler` makes one"):
        security(place)
    assert with_own_key(place).key == folder / "key.pem"
    assert security(place) is not None
    named = ClusterAddress("tls://127.0.0.1:8786", Path("a"), Path("b"), Path("c"))
    assert with_own_key(named) == named


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes")
@pytest.mark.parametrize("name", ["", "cert.pem", "key.pem"])
def test_one_that_others_may_read_or_replace_is_not_used(folder: Path, name: str) -> None:
    keys.own_or_new()
    (folder / name).chmod(0o755)
    with pytest.raises(Refused, match=r"is not yours alone.*remove the folder"):
        keys.own()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such owners")
def test_one_that_another_user_has_put_there_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys.own_or_new()
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(Refused, match="is not yours alone"):
        keys.own_or_new()


def test_a_new_one_takes_the_place_of_one_that_soon_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = keys.own_or_new().key.read_bytes()
    monkeypatch.setattr(keys, "_RENEW", 400 * 86400.0)
    assert keys.own_or_new().key.read_bytes() != first
    monkeypatch.undo()


def test_a_file_in_its_place_is_told(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("mine")
    with pytest.raises(Refused, match="no key can be put there"):
        keys.own_or_new()
    assert folder.read_text() == "mine" and os.listdir(folder.parent) == ["cluster"]
