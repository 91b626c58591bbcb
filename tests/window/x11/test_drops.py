"""Files dragged out of other programs on X11 and dropped on the window."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.levels import levels
from sandbox.window.x11.drops import paths_in
from tests import other_programs
from tests.contraptions import Builder
from tests.real_window import Window

PATIENCE = 30.0  # s


@pytest.fixture(scope="module")
def dropped_on(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Window, int, list[Path]]]:
    """A window, its number, and three levels to drop on it."""
    folder = tmp_path_factory.mktemp("levels")
    paths = [folder / f"{name}.toml" for name in ("first", "second one", "d\xe9j\xe0 vu")]
    for path in paths:
        design = Builder()
        design.part("floor", 2.0, 0.05, width=4.0)
        levels.write(path, replace(design.design(), title=path.stem))
    window = Window(display, tmp_path_factory.mktemp("data"), paths[0])
    search = ["xdotool", "search", "--name", "Contraption sandbox|first"]
    found = subprocess.run(search, env=window.environment, check=True, capture_output=True, text=True).stdout
    yield window, int(found.split()[-1]), paths
    window.process.kill()
    window.process.wait()


@pytest.mark.parametrize("how", ["many", "few"])
def test_a_file_is_opened_and_the_other_program_told(
    dropped_on: tuple[Window, int, list[Path]], display: str, how: str
) -> None:
    window, number, paths = dropped_on
    path = paths[2 if how == "many" else 1]
    with other_programs.source(display, number, how, path) as source:
        assert source.line() == "status 1"
        assert source.line() == "finished 1"
        window.until(lambda state: state["title"] == path.stem, PATIENCE)


def test_of_several_files_one_is_chosen(dropped_on: tuple[Window, int, list[Path]], display: str) -> None:
    window, number, paths = dropped_on
    with other_programs.source(display, number, "many", *paths) as source:
        assert source.line() == "status 1"
        window.until(lambda state: state["dialog"] == "recent", PATIENCE)
        window.key("Escape")
        window.until(lambda state: state["dialog"] is None, PATIENCE)


def test_a_program_that_does_not_hand_over_what_it_dragged_is_named(
    dropped_on: tuple[Window, int, list[Path]], display: str
) -> None:
    window, number, paths = dropped_on
    with other_programs.source(display, number, "silent", paths[0]) as source:
        assert source.line() == "status 1"
        window.until(lambda state: "hat was dropped can't be opened" in state["message"], PATIENCE)
        assert source.line() == "finished 0"


def test_what_is_no_file_of_this_computer_is_left_out() -> None:
    uris = b"# a comment\r\nfile:///tmp/a%20b.toml\r\nhttps://example.org/x.toml\r\nfile://[/bad\r\n/tmp/c\r\n\0"
    assert paths_in(uris) == ["/tmp/a b.toml", "/tmp/c"]
    assert paths_in(b"file:///tmp/%FF.toml") == ["/tmp/\udcff.toml"]
