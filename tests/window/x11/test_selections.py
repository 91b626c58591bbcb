"""The clipboard between programs on X11: whatever another program does, the window goes on, and says what it misses."""

from __future__ import annotations

import hashlib
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.levels import library
from tests import other_programs
from tests.displays import x_server
from tests.real_window import Window

PATIENCE = 30.0  # s: what has a limit of one second has come by then on any machine
HOLDER = """
import sys
import pyglet
from sandbox.window.x11.window import X11Window
window = X11Window(100, 100)
window.set_clipboard_text(sys.argv[1] * int(sys.argv[2]))
pyglet.clock.schedule_once(lambda _: print("ready", flush=True), 0)
pyglet.clock.schedule_interval(lambda _: print("alive", flush=True), 0.1)
pyglet.app.run()
"""


@pytest.fixture(scope="module")
def searching(display: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """A window of a level with an empty text field that has the keys: the search in the palette."""
    window = Window(display, tmp_path_factory.mktemp("data"), library.bundled_dir() / "workshop.toml")
    yield window
    window.process.kill()
    window.process.wait()


@pytest.fixture
def field(searching: Window) -> Window:
    searching.key("Escape")
    searching.key("ctrl+f")
    searching.until(lambda state: state["typing"])
    searching.key("ctrl+a")
    searching.key("BackSpace")
    searching.until(lambda state: state["search"] == "")
    return searching


def paste(window: Window) -> None:
    window.key("ctrl+v")


def test_another_programs_text_arrives(field: Window, display: str) -> None:
    with other_programs.owner(display, "whole", "h\xe9llo \N{CYRILLIC SMALL LETTER EF}"):
        paste(field)
        field.until(lambda state: state["search"] == "h\xe9llo \N{CYRILLIC SMALL LETTER EF}", PATIENCE)


def test_a_text_in_pieces_arrives(field: Window, display: str) -> None:
    text = " ".join(map(str, range(400)))
    with other_programs.owner(display, "pieces", text):
        paste(field)
        field.until(lambda state: state["search"] == text, PATIENCE)


def test_a_program_that_knows_no_unicode_is_asked_in_its_way(field: Window, display: str) -> None:
    with other_programs.owner(display, "latin", "caf\xe9"):
        paste(field)
        field.until(lambda state: state["search"] == "caf\xe9", PATIENCE)


@pytest.mark.parametrize(
    ("how", "text", "says"),
    [
        ("silent", "x", "the other program does not answer"),
        ("stopped", "x", "the other program does not answer"),
        ("stalls", "*1500", "the other program does not answer"),
        ("drips", "*1500", "the other program does not answer"),
        ("nothing", "x", "there is no text on it"),
        ("pieces", "*30000", "it has 30000 characters, and a field takes up to 20000"),
        ("pieces", "*9000000", "it is larger than 8 MB"),
        ("whole", "*9000000", "it is larger than 8 MB"),
    ],
)
def test_what_does_not_come_is_said_and_the_next_paste_works(
    field: Window, display: str, how: str, text: str, says: str
) -> None:
    field.type("ab")
    field.until(lambda state: state["search"] == "ab")
    with other_programs.owner(display, "whole" if how == "stopped" else how, text) as owner:
        if how == "stopped":
            owner.stop()
        before = field.state["messages"]
        paste(field)
        field.fresh()  # it goes on at once
        field.until(lambda state: state["messages"] > before and says in state["message"], PATIENCE)
        assert field.state["search"] == "ab"
    with other_programs.owner(display, "whole", "c"):
        paste(field)
        field.until(lambda state: state["search"] == "abc", PATIENCE)


def test_keys_pressed_while_the_text_is_on_its_way_come_after_it(field: Window, display: str) -> None:
    with other_programs.owner(display, "whole", "late ") as owner:
        owner.stop()
        field.do("key", "ctrl+v", "key", "a", "key", "b", "key", "BackSpace", "key", "c")
        field.fresh()
        owner.process.send_signal(signal.SIGCONT)
        field.until(lambda state: state["search"] == "late ac", PATIENCE)


def test_on_the_scene_it_is_the_same(field: Window, display: str) -> None:
    field.key("Escape")
    field.until(lambda state: not state["typing"])
    with other_programs.owner(display, "silent"):
        paste(field)
        first = field.until(lambda state: "does not answer" in state["message"], PATIENCE)["tick"]
        paste(field)
        field.until(lambda state: state["tick"] >= first)
        assert field.process.poll() is None


# -- the other way


@pytest.mark.parametrize(("text", "times"), [("h\xe9llo", 1), ("h\xe9llo", 100_000)])
def test_other_programs_get_the_whole_text(display: str, text: str, times: int) -> None:
    with holder(display, text, times):
        data = (text * times).encode()
        with other_programs.reader(display) as reader:
            assert reader.line() == f"{len(data)} {hashlib.sha256(data).hexdigest()}"
        with other_programs.reader(display, "STRING") as reader:
            assert reader.line().split()[0] == str(len(text) * times), "Latin-1"
        with other_programs.reader(display, "image/png") as reader:
            assert reader.line() == "refused"


def test_a_reader_that_stops_in_the_middle_stops_nobody(display: str) -> None:
    with holder(display, "A", 1_000_000) as program:
        with other_programs.reader(display) as reader:
            reader.stop()
            assert [program.line() for _ in range(15)]  # more than a second
        with other_programs.reader(display) as reader:
            assert reader.line().split()[0] == "1000000"


def holder(display: str, text: str, times: int) -> other_programs.Program:
    program = other_programs.Program(display, HOLDER, text, str(times))
    assert program.line() == "ready"
    return program


# -- the window manager


def test_a_window_manager_that_does_not_answer_keeps_nothing_from_starting(tmp_path: Path) -> None:
    with x_server() as display, other_programs.manager(display) as manager:
        window = Window(display, tmp_path, library.bundled_dir() / "workshop.toml", shown=False)
        try:
            assert manager.line() == "asked"
            window.fresh()
            manager.go()
            window.until(lambda state: "menu.File" in state["rects"], PATIENCE)
        finally:
            window.process.kill()
            window.process.wait()
