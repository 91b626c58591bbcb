"""The program that made a recording comes from the checkout's own history, and from nowhere that a file names."""

import io
import os
import re
import tarfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from sandbox import cli
from sandbox.recording import fingerprint, reader, user_folders
from sandbox.verify import old_code, page
from tests import frames

EVIL = "import pathlib; pathlib.Path({mark!r}).touch()\n"


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    """A recording that differs when it is run again, beside a package that leaves a mark when it is imported."""
    (tmp_path / "evil" / "sandbox").mkdir(parents=True)
    (tmp_path / "evil" / "sandbox" / "__init__.py").write_text(EVIL.format(mark=str(tmp_path / "ran")), "utf-8")
    return forge(tmp_path, str(tmp_path / "evil"))


def forge(folder: Path, code: str) -> Path:
    """A well-sealed recording that says it was made by this code, and whose first hash is wrong."""
    path = folder / "forged.replay"
    frames.small_session(path)
    told = frames.split(path.read_bytes())
    told[0][4][0] = told[-1][8][0] = code
    told[frames.first(told, "hash")][2] = bytes(8) + told[frames.first(told, "hash")][2][8:]
    path.write_bytes(frames.seal(told))
    return path


def test_a_package_that_a_recording_names_is_never_run(forged: Path, tmp_path: Path) -> None:
    given = ["verify", str(forged), "--report", str(tmp_path / "out.html")]
    done = CliRunner().invoke(cli.app, given, standalone_mode=False)
    assert not (tmp_path / "ran").exists()
    assert done.return_value == 2 and "a fingerprint whose code is" in done.output


# -- package_of trusts nobody: not the reader either, nor what lies in its folder


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """A code of which git says that it has it, a cache of its own; returns that code."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    code = fingerprint.code()
    monkeypatch.setattr(fingerprint, "code", lambda root=None: code if root is not None else "f" * 32)
    monkeypatch.setattr(old_code, "commit_of", lambda wanted: "HEAD" if wanted == code else None)
    monkeypatch.setattr(old_code, "git", lambda *arguments: archive(("sandbox/__init__.py", b"")))
    old_code.package_of.cache_clear()
    return code


def archive(*files: tuple[str, bytes], link: str = "") -> bytes:
    """What `git archive` would say."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        for name, text in files:
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text))
        if link:
            entry = tarfile.TarInfo("sandbox/link")
            entry.type, entry.linkname = tarfile.SYMTYPE, link
            tar.addfile(entry)
    return data.getvalue()


@pytest.mark.parametrize("code", ["/tmp", "../x", "..", "", "a" * 31, "A" * 32, "a" * 32 + "\n", "a/" * 16, "\0" * 32])
def test_what_is_no_digest_is_not_looked_for(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(old_code, "cache_dir", lambda: pytest.fail("it came to a path"))
    assert old_code.package_of(code) is None


def test_negative_control_without_all_checks_the_package_would_run(
    forged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the mark is really left by whoever imports it, and `package_of` by itself is enough to prevent that."""
    evil = str(tmp_path / "evil")
    anything = re.compile(".*", re.DOTALL)
    monkeypatch.setattr(reader, "DIGEST", anything)
    assert old_code.package_of(evil) is None
    monkeypatch.setattr(old_code, "DIGEST", anything)
    monkeypatch.setattr(old_code, "_holds", lambda folder, code: True)
    monkeypatch.setattr(old_code, "_is_ours", lambda folder: True)
    old_code.package_of.cache_clear()
    package = old_code.package_of(evil)
    assert package == Path(evil)
    page._shoot(str(forged), package, [0, 10])
    assert (tmp_path / "ran").exists()


def test_what_git_gives_is_kept_for_this_user_alone(known: str, tmp_path: Path) -> None:
    folder = old_code.package_of(known)
    assert folder is not None and (folder / "sandbox" / "__init__.py").is_file()
    assert folder.parent.stat().st_mode & 0o077 == 0
    assert os.listdir(folder.parent) == [known]  # nothing half done is left


@pytest.mark.skipif(os.name == "nt", reason="its modes say nothing")
@pytest.mark.parametrize("place", ["folder", "parent"])
def test_a_cache_that_others_can_write_to_is_not_run(known: str, place: str) -> None:
    folder = old_code.package_of(known)
    assert folder is not None
    (folder if place == "folder" else folder.parent).chmod(0o777)
    old_code.package_of.cache_clear()
    assert old_code.package_of(known) is None
    (folder if place == "folder" else folder.parent).chmod(0o755)
    old_code.package_of.cache_clear()
    assert old_code.package_of(known) == folder


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners here")
def test_a_cache_of_another_user_and_a_link_are_not_run(
    known: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = old_code.package_of(known)
    assert folder is not None
    old_code.package_of.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: 4242)
        assert old_code.package_of(known) is None
    old_code.package_of.cache_clear()
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert old_code.package_of(known) is None


def test_a_package_that_somebody_has_changed_is_unpacked_again(known: str, tmp_path: Path) -> None:
    """Its digest is that of the modules that decide how a session goes on; others are run as well."""
    folder = old_code.package_of(known)
    assert folder is not None
    planted = folder / "sandbox" / "cli.py"
    planted.write_text(EVIL.format(mark=str(tmp_path / "ran")), "utf-8")
    old_code.package_of.cache_clear()
    assert old_code.package_of(known) == folder and not planted.exists()


def test_a_folder_with_other_code_in_it_is_not_run(known: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert old_code.package_of(known) is not None
    monkeypatch.setattr(fingerprint, "code", lambda root=None: "e" * 32)
    old_code.package_of.cache_clear()
    assert old_code.package_of(known) is None


@pytest.mark.parametrize(
    "packed",
    [
        archive(("../escaped", b"")), archive(("/tmp/escaped", b""), ("sandbox/../../escaped", b"")),
        archive(link="/etc/passwd"), archive(link="../../.."), b"no archive at all",
    ],
)  # fmt: skip
def test_an_archive_that_reaches_elsewhere_is_not_unpacked(
    known: str, packed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(old_code, "git", lambda *arguments: packed)
    assert old_code.package_of(known) is None
    assert not list(tmp_path.rglob("escaped")) and not list(user_folders.cache_dir().glob("code/*"))


def test_two_that_unpack_at_once_get_the_same(known: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have unpacked before either renames."""
    both = threading.Barrier(2, timeout=10)
    rename = Path.rename

    def late(self: Path, target: Path) -> Path:
        both.wait()
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", late)
    with ThreadPoolExecutor(2) as pool:
        folders = list(pool.map(old_code.package_of.__wrapped__, [known, known]))
    assert folders[0] == folders[1] is not None and os.listdir(folders[0].parent) == [known]


def test_without_a_place_for_a_cache_nothing_is_shown(known: str, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file", "utf-8")
    assert old_code.package_of(known) is None
