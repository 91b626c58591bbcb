"""The file browser's state, on real folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandbox.window.ui.file_list import Browser


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    for name in ("b.toml", "A.toml", "c.replay", "notes.txt", ".hidden.toml", "index.toml"):
        (tmp_path / name).write_text("x" * 1500)
    (tmp_path / "dangling.toml").symlink_to(tmp_path / "nowhere")
    return tmp_path


def test_folders_come_first_then_files_of_the_kinds_that_are_meant(folder: Path) -> None:
    browser = Browser(folder, (".toml", ".replay"), saving=False)
    assert [entry.path.name for entry in browser.entries] == ["sub", "A.toml", "b.toml", "c.replay"]
    assert browser.entries[0].about == ""
    assert browser.entries[1].about.startswith("2 kB")


def test_a_folder_is_entered_and_a_file_is_named(folder: Path) -> None:
    browser = Browser(folder, (".toml",), saving=False)
    browser.choose(browser.entries[1])
    assert browser.accept() == folder / "A.toml"
    browser.choose(browser.entries[0])
    assert browser.folder == folder / "sub"
    assert browser.accept() is None  # there is no A.toml here
    assert str(folder / "sub" / "A.toml") in browser.message


def test_a_whole_path_or_a_folder_may_be_typed(folder: Path) -> None:
    browser = Browser(folder / "sub", (".toml",), saving=False)
    browser.name = str(folder / "b.toml")
    assert browser.accept() == folder / "b.toml"
    browser.name = ".."
    assert browser.accept() is None
    assert browser.folder.resolve() == folder


def test_a_new_name_gets_its_ending_and_an_old_one_is_noticed(folder: Path) -> None:
    browser = Browser(folder / "new.toml", (".toml",), saving=True)
    assert browser.accept() == folder / "new.toml"
    assert not browser.replaces
    browser.name = "tower"
    assert browser.accept() == folder / "tower.toml"
    browser.name = "b"
    assert browser.replaces


@pytest.mark.parametrize("name", ["/", "//", ".", "..", "~", "~nobody-of-this-name", "a/b/c", "x" * 5000, "sub/", " "])
@pytest.mark.parametrize("saving", [True, False])
def test_nothing_that_can_be_typed_breaks_it(folder: Path, name: str, saving: bool) -> None:
    browser = Browser(folder / "new.toml" if saving else folder, (".toml",), saving)
    browser.name = name
    assert browser.replaces in (True, False)
    browser.accept()


def test_a_folder_that_is_not_there_shows_the_nearest_above_it(folder: Path) -> None:
    assert Browser(folder / "no" / "such" / "new.toml", (".toml",), saving=True).folder == folder


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_can_not_be_read_says_so(folder: Path) -> None:
    (folder / "sub").chmod(0)
    browser = Browser(folder, (".toml",), saving=False)
    browser.choose(browser.entries[0])
    assert "Permission denied" in browser.message
    assert browser.folder == folder
