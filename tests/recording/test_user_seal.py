"""The seal of the user: what this program has kept for this user is known again, and nothing else is."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.recording import user_seal
from sandbox.recording.user_seal import KEY_FILE, UserSeal


def seal_of(data: Path) -> UserSeal:
    """The seal as another process finds it."""
    user_seal.user_seal.cache_clear()
    return user_seal.user_seal(data)


def test_what_was_sealed_is_known_again_by_a_later_process(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    sealed = seal_of(data).sealed("a.json", b"one\ntwo")
    assert seal_of(data).unsealed("a.json", sealed) == b"one\ntwo"
    if sys.platform != "win32":
        assert stat.S_IMODE((data / KEY_FILE).stat().st_mode) == 0o600
    assert [path.name for path in data.iterdir()] == [KEY_FILE], "nothing is left beside it"


@pytest.mark.parametrize("content", [b"", b"x", b"\n", bytes(1000)])
def test_what_was_changed_renamed_or_sealed_by_another_is_not(tmp_path: Path, content: bytes) -> None:
    seal = seal_of(tmp_path / "mine")
    sealed = seal.sealed("a.json", content)
    others = [
        seal_of(tmp_path / "theirs").sealed("a.json", content),
        seal.sealed("b.json", content),
        UserSeal(bytes(32)).sealed("a.json", content),
        sealed + b"!",
        sealed[:-1] if content else sealed[1:],
        sealed.replace(b"\n", b"", 1),
        content,
        b"",
    ]
    assert [seal.unsealed("a.json", data) for data in others] == [None] * len(others)
    assert seal.unsealed("a.json", sealed) == content


@pytest.mark.skipif(sys.platform == "win32", reason="there the folder of a user is the user's alone")
@pytest.mark.parametrize("fault", ["readable", "short", "link", "pipe", "folder"])
def test_a_key_that_another_may_know_is_none(tmp_path: Path, fault: str) -> None:
    """It is replaced where that can be done, and what it has sealed is not believed."""
    key = tmp_path / KEY_FILE
    known = bytes(range(32))
    if fault == "pipe":
        os.mkfifo(key)
    elif fault == "folder":
        (key / "inside").mkdir(parents=True)
    elif fault == "link":
        (tmp_path / "elsewhere").write_bytes(known)
        (tmp_path / "elsewhere").chmod(0o600)
        key.symlink_to(tmp_path / "elsewhere")
    else:
        key.write_bytes(known[:7] if fault == "short" else known)
        key.chmod(0o644 if fault == "readable" else 0o600)
    seal = seal_of(tmp_path)
    assert seal.unsealed("a", UserSeal(known).sealed("a", b"lie")) is None
    assert seal.unsealed("a", UserSeal(known[:7]).sealed("a", b"lie")) is None
    kept = seal_of(tmp_path).unsealed("a", seal.sealed("a", b"truth"))
    assert kept == (None if fault == "folder" else b"truth")
    if fault == "link":
        assert (tmp_path / "elsewhere").read_bytes() == known and not key.is_symlink()


def test_without_a_place_for_a_key_nothing_old_is_believed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    sealed = seal_of(tmp_path / "file" / "data").sealed("a", b"one")
    assert seal_of(tmp_path / "file" / "data").unsealed("a", sealed) is None


def test_processes_that_begin_at_once_agree_on_a_key(tmp_path: Path) -> None:
    source = (
        "import sys; from pathlib import Path; from sandbox.recording.user_seal import user_seal; "
        "print(user_seal(Path(sys.argv[1])).of('a', b'one').decode())"
    )
    starting = [
        subprocess.Popen([sys.executable, "-P", "-c", source, str(tmp_path)], stdout=subprocess.PIPE) for _ in range(4)
    ]
    said = {process.communicate()[0] for process in starting}
    assert len(said) == 1 and said != {b""}
