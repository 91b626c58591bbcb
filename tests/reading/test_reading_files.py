"""Files come in by one way: regular ones only, up to a size, as text whatever program wrote them."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from sandbox.reading import files

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes and devices in folders")


def test_bytes_up_to_a_size_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 5000)
    assert files.read_bytes(path, 5000) == b"x" * 5000
    with pytest.raises(files.Unreadable, match="a: larger than 4 kB, which no level is"):
        files.read_bytes(path, 4999, "level")
    assert files.read_beginning(path, 3) == b"xxx"
    path.write_bytes(b"abcdef")
    assert files.read_ending(path, 2) == b"ef" and files.read_ending(path, 100) == b"abcdef"


def test_a_file_that_is_not_there_is_told_from_one_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(files.Missing, match="can't be read: No such file"):
        files.read_bytes(tmp_path / "missing", 10)
    (tmp_path / "file").write_text("x")
    with pytest.raises(files.Missing):
        files.read_bytes(tmp_path / "file" / "within", 10)
    with pytest.raises(files.Unreadable, match="Is a directory") as unreadable:
        files.read_bytes(tmp_path, 10)
    assert not isinstance(unreadable.value, files.Missing)
    with pytest.raises(files.Unreadable, match="can't be read"):
        files.read_bytes("a\0b", 10)


@POSIX
@pytest.mark.parametrize("kind", ["pipe", "device", "loop", "link to a pipe"])
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "loop":
        path.symlink_to(path)
    else:
        os.mkfifo(tmp_path / "pipe")
        path.symlink_to(tmp_path / "pipe")
    for read in (files.read_beginning, files.read_ending, files.read_bytes, files.read_text):
        with pytest.raises(files.Unreadable, match="x: can't be read: "):
            read(path, 10)


@POSIX
def test_a_file_that_hides_its_size_is_read_up_to_the_limit() -> None:
    """A file of the system says that it has no bytes, and has some."""
    assert os.stat("/proc/self/status").st_size == 0
    assert files.read_bytes("/proc/self/status", 100_000)
    with pytest.raises(files.Unreadable, match="larger than 10 bytes"):
        files.read_bytes("/proc/self/status", 10)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbfa = 1\n", "a = 1\n"),
        (b"a\r\nb\rc\n", "a\nb\nc\n"),
        ("gr\u00fcn".encode(), "gr\u00fcn"),
    ],
)
def test_text_is_read_as_editors_leave_it(tmp_path: Path, data: bytes, text: str) -> None:
    (tmp_path / "a").write_bytes(data)
    assert files.read_text(tmp_path / "a", 100) == text


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff\xfea\0")
    with pytest.raises(files.Unreadable, match="a: not a level: it is not text"):
        files.read_text(tmp_path / "a", 100, "level")


def test_standard_input_is_read_up_to_a_size() -> None:
    assert files.read_stream(io.BytesIO(b"abc"), 3, "-", "script") == b"abc"
    with pytest.raises(files.Unreadable, match="-: larger than 2 bytes, which no script is"):
        files.read_stream(io.BytesIO(b"abc"), 2, "-", "script")
