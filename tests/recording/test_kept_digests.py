"""Digests that are kept from process to process: those of sources that have changed are worked out anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandbox.recording import fingerprint, kept_digests
from sandbox.recording.code_graph import CodeGraph, sources
from sandbox.recording.kept_digests import KeptDigests
from sandbox.recording.used_code import CORE, UsedCode

FILES = sources(fingerprint.PACKAGE)
NAMES = (CORE, "part:crate", "link:rope", "goal:inside", "part:nothing")
HOW = (Path(fingerprint.__file__),)  # any module that could work them out


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SANDBOX_DIGESTS", str(tmp_path / "digests"))
    return tmp_path / "digests"


def kept() -> UsedCode:
    return UsedCode(FILES, KeptDigests(FILES, HOW))


def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CodeGraph, "_module", lambda *_: pytest.fail("a source was read again"))


def test_they_are_worked_out_once_and_are_the_same(monkeypatch: pytest.MonkeyPatch, own_folder: Path) -> None:
    plain = UsedCode(FILES).digests(NAMES)
    assert kept().digests(NAMES) == plain and plain["part:nothing"] is None
    no_work(monkeypatch)
    assert kept().digests(NAMES) == plain
    assert len(list(own_folder.iterdir())) == 1


def test_what_one_process_adds_does_not_replace_what_another_has_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = kept(), kept()
    digests = {**one.digests(["part:crate"]), **other.digests(["link:rope"])}
    no_work(monkeypatch)
    assert kept().digests(["part:crate", "link:rope"]) == digests


@pytest.mark.parametrize("path", ["machine/machine.py", "parts/balls.py", "errors.py"])
def test_an_edited_source_has_other_digests_though_its_time_and_size_are_the_same(tmp_path: Path, path: str) -> None:
    """No time is looked at: an editor may restore it, and a copy of a checkout has any."""
    for name, source in FILES.items():
        copy = tmp_path / "package" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(source)
    file, before = tmp_path / "package" / path, sources(tmp_path / "package")
    UsedCode(before, KeptDigests(before, HOW)).digests(NAMES)
    about = file.stat()
    file.write_bytes(file.read_bytes().replace(b"import annotations", b"import annotationz", 1))
    os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (about.st_size, about.st_mtime_ns)
    after = sources(tmp_path / "package")
    assert before[path] != after[path]
    assert KeptDigests(after, HOW).get("core:") is None
    assert KeptDigests(before, HOW).get("core:") is not None


def test_another_way_to_work_them_out_has_other_digests(tmp_path: Path) -> None:
    module = tmp_path / "code_graph.py"
    module.write_text("DIGEST_SIZE = 8")
    KeptDigests(FILES, [module]).keep({"core:": "0123"})
    assert KeptDigests(FILES, [module]).get("core:") == "0123"
    module.write_text("DIGEST_SIZE = 9")
    assert KeptDigests(FILES, [module]).get("core:") is None


@pytest.mark.parametrize("content", [b"", b"{}", b"0" * 32 + b"\n{}"])
def test_a_damaged_file_is_not_believed(own_folder: Path, content: bytes) -> None:
    plain = kept().digests(NAMES)
    (file,) = own_folder.iterdir()
    file.write_bytes(content)
    assert KeptDigests(FILES, HOW).get("core:") is None
    assert kept().digests(NAMES) == plain


def test_a_folder_that_can_not_be_made_does_no_harm(own_folder: Path) -> None:
    own_folder.write_text("a file is in its place")
    assert kept_digests.folder() == own_folder
    assert kept().digests(NAMES) == UsedCode(FILES).digests(NAMES)
