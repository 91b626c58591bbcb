"""No file is seen half written, and what killed processes leave of one is taken away; what living ones write is not."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.recording import atomic_files
from sandbox.recording.atomic_files import YOUNG
from sandbox.workspace.workspace import Workspace


@pytest.fixture(scope="module")
def dead() -> int:
    """The number of a process that has ended."""
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


@pytest.fixture
def alive() -> Iterator[int]:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    yield child.pid
    child.communicate()


def left(path: Path, process: int, age: float = 2 * YOUNG) -> Path:
    """What a process has left of a file, so many seconds ago."""
    found = atomic_files.place(path, process)
    found.write_text("half of i")
    then = time.time() - age
    os.utime(found, (then, then))
    return found


def test_the_next_who_writes_a_file_takes_away_what_the_dead_have_left_of_it(tmp_path: Path, dead: int) -> None:
    path = tmp_path / "mine.toml"
    leftover, other = left(path, dead), left(tmp_path / "other.toml", dead)
    levels.write(path, Design())
    assert sorted(tmp_path.iterdir()) == sorted([path, other])
    assert not leftover.exists()


def test_what_a_living_process_writes_stays(tmp_path: Path, alive: int) -> None:
    path = tmp_path / "mine.toml"
    kept = left(path, alive)
    levels.write(path, Design())
    atomic_files.tidy_folder(tmp_path, time.time())
    assert kept.read_text() == "half of i"


def test_what_is_young_stays_as_another_machine_may_be_writing_it(tmp_path: Path, dead: int) -> None:
    path = tmp_path / "mine.toml"
    kept = left(path, dead, age=0.5 * YOUNG)
    levels.write(path, Design())
    assert kept.exists()


def test_a_start_of_the_window_tidies_the_users_folders(tmp_path: Path, dead: int, alive: int) -> None:
    mine = library.user_dir(tmp_path)
    mine.mkdir(parents=True)
    gone = [left(folder / "any.toml", dead) for folder in (mine, tmp_path)]
    kept = [left(mine / "any.toml", alive), mine / ".notes.12.newer", mine / ".new", mine / ".any.0.new"]
    for path in kept[1:]:
        path.touch()
        os.utime(path, (1.0, 1.0))
    (mine / f".a-folder.{dead}.new").mkdir()
    (mine / f".a-link.{dead}.new").symlink_to(kept[1])
    Workspace(tmp_path, lambda: 0).close()
    assert not any(path.exists() for path in gone)
    assert all(path.exists() for path in kept)
    assert len(list(mine.iterdir())) == len(kept) + 2


def test_what_goes_wrong_leaves_the_file_as_it_was_and_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("whole")
    with pytest.raises(ZeroDivisionError), atomic_files.replacing(path) as new:
        new.write_text("half")
        raise ZeroDivisionError
    assert [found.read_text() for found in tmp_path.iterdir()] == ["whole"]
    with atomic_files.replacing(path) as new:
        new.write_text("another")
    assert [found.read_text() for found in tmp_path.iterdir()] == ["another"]


def test_numbers_that_no_process_can_have_are_left_alone(tmp_path: Path) -> None:
    kept = left(tmp_path / "mine.toml", 4294967295)
    atomic_files.tidy_folder(tmp_path, time.time())
    atomic_files.tidy_folder(tmp_path / "nowhere", time.time())
    assert kept.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are none on this system")
def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    device = tmp_path / "device"
    os.mkfifo(device)
    with pytest.raises(BadFile, match="a device or the like"):
        levels.write(device, Design())
    with pytest.raises(BadFile, match="a device or the like"):
        atomic_files.write(device, b"")
    assert device.is_fifo() and [*tmp_path.iterdir()] == [device]


@pytest.mark.parametrize("name", ["", ".", "a\0b"])
def test_what_is_no_name_of_a_file_is_refused(name: str) -> None:
    with pytest.raises(BadFile, match="not the name of a file"):
        levels.write(Path(name), Design())
