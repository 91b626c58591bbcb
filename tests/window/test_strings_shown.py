"""What files say and what they are called, in the window: shown as text, and never an id, a format or a crash.

The rows of the window in the table of `test_strings_from_files`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from imgui_bundle import imgui
from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Beyond, Goal, Hint, StockItem
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.render.pictures import film
from sandbox.render.pictures.film_options import FilmOptions
from sandbox.window.frame.toolbar import document_title
from sandbox.window.ui import widgets
from sandbox.workspace import document, messages
from sandbox.workspace.files.session_files import Sessions, note_file
from sandbox.workspace.past import branches
from tests.render.pictures.test_film import level  # noqa: F401  (a fixture)
from tests.window.author.test_author_view import yard
from tests.window.driver import Driver, data, drive  # noqa: F401  (fixtures)

Open = Callable[..., Driver]
HOSTILE = "HERE \x1b[2J\x9b\u202e\n[bold]</b> %s%n%d {0.__class__} a###b##c " + "x" * 300
NAME = "HERE \x1b\n%s##a###b " + os.fsdecode(b"\xff")


@pytest.fixture
def hostile(drive: Open, data: Path, monkeypatch: pytest.MonkeyPatch) -> Driver:  # noqa: F811
    """An editor whose level says such things everywhere."""
    b = yard()
    goals = (Goal(HOSTILE, Beyond(2, "y", "less", 0.4)),)
    stock: dict[str, int | StockItem] = {name: StockItem("crate", 2, HOSTILE) for name in ("a###x", "b###x")}
    hint = Hint(HOSTILE, "crate", 1.0, 1.0, item="a###x")
    clues, aims = Clues(HOSTILE, HOSTILE, 1), (PuzzleAim(HOSTILE, without=("crate",)),)
    puzzle = replace(b, title=HOSTILE, text=HOSTILE, goals=goals, fails=goals, stock=stock, hints=(hint,))
    return drive(replace(puzzle, open=True, clues=clues, aims=aims))


def captions(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the window asks the desktop to call it, after the next frames."""
    asked: list[str] = []
    monkeypatch.setattr(driver.window, "set_caption", asked.append)
    driver.app.frames._caption = ""
    driver.frames()
    return asked


def test_the_desktop_gets_one_printable_line_for_a_title(hostile: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    (asked,) = captions(hostile, monkeypatch)
    assert asked.startswith("HERE ?[2J") and asked.isprintable() and len(asked) < 300
    monkeypatch.setattr(document, "printable", lambda text, most: text)  # the negative control
    (asked,) = captions(hostile, monkeypatch)
    assert not asked.isprintable()


def test_text_is_drawn_as_it_is(hostile: Driver) -> None:
    """No % is read as a format: it takes as much room as its letters do."""
    hostile.frames()
    imgui.new_frame()
    imgui.set_next_window_size((800.0, 200.0))
    imgui.begin("text")
    text = "%s%n%d{0}"
    for draw in (hostile.app.ui.text, imgui.text_disabled, imgui.text_wrapped):
        draw(text)
        assert imgui.get_item_rect_size().x == pytest.approx(imgui.calc_text_size(text).x, abs=1.0)
    imgui.end()
    imgui.end_frame()


def counts_after_more_and_less(driver: Driver) -> list[int]:
    """Of the two items, after a click on the first one's + and one on the second one's \N{MINUS SIGN}."""
    driver.key(key.F5)
    driver.key(key.F7)
    driver.click("stock.more.a###x", "stock.less.b###x")
    stock = driver.design.stock or {}
    return [item.count for item in stock.values() if isinstance(item, StockItem)]


def test_buttons_of_stock_items_are_told_apart_whatever_these_are_called(hostile: Driver) -> None:
    assert counts_after_more_and_less(hostile) == [3, 1]


def test_negative_control_three_hashes_take_the_place_of_a_name(hostile: Driver) -> None:
    imgui.new_frame()
    imgui.begin("ids")
    assert imgui.get_id("less###x") == imgui.get_id("more###x")
    assert imgui.get_id(widgets.labelled("-", "less###x")) != imgui.get_id(widgets.labelled("-", "more###x"))
    assert widgets.labelled("a##b\nc", "d") == "a# #b c##d"
    imgui.end()
    imgui.end_frame()


@pytest.mark.parametrize("tab", ["goals", "stock", "hints", "puzzle", "level"])
def test_the_author_s_lists_show_any_text(hostile: Driver, tab: str) -> None:
    hostile.key(key.F5)
    hostile.app.features.author.turn_to(tab)
    hostile.frames(3)
    assert hostile.app.features.author.tab == tab


def named(folder: Path, name: str) -> Path:
    """Files of a name that is hardly one: a level, a level that can't be read, a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    levels.write(folder / f"{name}.toml", yard())
    (folder / f"broken {name}.toml").write_text("HERE \x1b[2J", "utf-8")
    (folder / f"folder {name}").mkdir()
    return folder


@pytest.mark.parametrize("name", [NAME, HOSTILE[:80].replace("/", "")])
def test_the_chooser_and_the_file_dialog_show_any_name(drive: Open, data: Path, name: str) -> None:  # noqa: F811
    folder = named(library.user_dir(data), name)
    driver = drive(None)
    cards = driver.app.features.chooser.shelf.by_user
    assert len(cards) == 2 and all(card.title.isprintable() and card.problem.isprintable() for card in cards)
    driver.key(key.O, key.MOD_CTRL)
    driver.app.features.documents.open()
    driver.app.dialog.browser.go(folder)  # type: ignore[union-attr]
    driver.frames(3)
    driver.app.dialog = None
    driver.app.features.documents.open_path(folder / f"broken {name}.toml")
    assert driver.said.isprintable() and "HERE" in driver.said
    driver.app.features.documents.open_path(folder / f"{name}.toml")
    driver.frames()
    assert driver.app.screen == "editor" and document_title(driver.workspace.document).isprintable()
    library.remember_solved(data, library.key_of(folder / f"{name}.toml"))
    assert str(folder / f"{name}.toml") in library.solved(data)


def test_negative_control_imgui_takes_no_half_characters(
    drive: Open,  # noqa: F811
    data: Path,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver = drive(None)
    named(library.user_dir(data), NAME)
    driver.app.show_chooser()
    driver.frames()
    monkeypatch.setattr(widgets, "shown", lambda text: text)
    widgets.labelled.cache_clear()
    with pytest.raises(TypeError):
        driver.frames()
    widgets.labelled.cache_clear()


def test_a_message_is_one_printable_line() -> None:
    said = messages.Messages()
    said.fail(BadFile(HOSTILE * 9))
    said.say(HOSTILE)
    assert all(message.text.isprintable() and len(message.text) < 1010 for message in said)


# -- paths


def test_the_note_of_a_session_names_a_level_or_nothing(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path)
    claim = sessions.new()
    levels.write(tmp_path / "a.toml", yard())
    (tmp_path / "private").write_text("no level", "utf-8")
    claim.note(tmp_path / "a.toml")
    assert sessions.origin(claim.path) == tmp_path / "a.toml"  # the negative control
    for other in ("private", "missing.toml", "\0.toml", "x" * 5000 + ".toml"):
        note = claim.path.with_suffix(".lock")
        note.write_text(f"{tmp_path}/{other}", "utf-8")
        assert sessions.origin(claim.path) is None
    claim.release()


@pytest.mark.parametrize("file", ["x" * 3000 + ".replay", "\0", "/etc/passwd", "../a.replay"])
def test_the_note_of_a_branch_names_a_recording_or_nothing(tmp_path: Path, file: str) -> None:
    (tmp_path / "a.replay").touch()
    branches._write(note_file(tmp_path / "a.replay"), branches.BranchNote("tree", HOSTILE[:40]))
    branches._write(note_file(tmp_path / "b.replay"), branches.BranchNote("tree", "Other", file=file))
    (only,) = branches.of_tree(tmp_path, "tree")
    assert only.path == tmp_path / "a.replay" and only.note.name.isprintable()


@pytest.mark.parametrize("folder", ["-f", "pipe:1", "http:", "concat:a|b", "%d {0}"])
def test_a_film_of_any_name_is_no_option_and_no_address_for_ffmpeg(
    level: Path,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    folder: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(folder).mkdir()
    film.render(level, Path(folder) / "run.mp4", FilmOptions((64, 36), end=0.1, fps=10))
    assert (tmp_path / folder / "run.mp4").read_bytes()[4:8] == b"ftyp"
