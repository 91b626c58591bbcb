"""The end of a chapter in the whole window: one's own machines, what comes next, and the parade."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Count, Design, Goal, Par
from sandbox.levels import levels, library
from sandbox.levels.campaign import CampaignEnding
from sandbox.window.film import filming
from sandbox.window.levels.daily_sheet import DailySheet
from sandbox.window.levels.ending_sheet import EndingSheet
from sandbox.window.run.solved_level import SolvedLevel
from sandbox.window.ui.file_dialog import FileDialog
from tests.window.author.test_author_view import solvable
from tests.window.driver import Driver, data, drive  # noqa: F401  (fixtures)
from tests.window.open_level import open_level

Open = Callable[..., Driver]


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Levels of a program that has only two, in a chapter each."""
    folder = tmp_path / "bundled"
    folder.mkdir()
    goal = Goal("A crate lies at the left", Count("crate", 0.2, 0.0, 1.0, 0.5))
    for crates, name in ((2, "one"), (3, "two")):  # else the runs of the one would be those of the other as well
        level = replace(solvable(), title=name.title(), stock={"crate": crates}, goals=(goal,))
        levels.write(folder / f"{name}.toml", level)
    titled = (("A", "one"), ("B", "two"))
    chapters = [f'[[chapters]]\ntitle = "{title}"\nlevels = ["{name}"]\n' for title, name in titled]
    (folder / library.INDEX).write_text("".join(chapters))
    monkeypatch.setattr(library, "bundled_dir", lambda: folder)
    return folder


def solve(driver: Driver) -> None:
    driver.click("part.crate", (0.6, 0.3))
    driver.key(key.SPACE)
    driver.seconds(0.6)
    assert driver.app.outcome.word == "won"
    driver.until(lambda: driver.app.features.records.win(driver.workspace) is not None)
    driver.seconds(1.2)  # the win is enjoyed for a second before the card comes


def sheet(driver: Driver) -> EndingSheet:
    assert isinstance(driver.app.dialog, EndingSheet)
    driver.frames()
    return driver.app.dialog


def test_the_end_of_a_chapter_shows_its_machines_and_leads_on(drive: Open, bundled: Path) -> None:  # noqa: F811
    driver = drive(bundled / "one.toml")
    solve(driver)
    driver.click("card.next")
    ending = sheet(driver)
    assert not ending.ending.is_whole and ending._what_now == "The chapter 'B' is next.", "with all its stars"
    assert ending.totals.startswith("1 machine with 1 part of your own;") and ending.totals.endswith("1 of 1 star.")
    assert driver.shows("ending.one") and driver.shows("ending.next")
    driver.key(key.RETURN)
    driver.frames(4)
    assert driver.workspace.document.file.path == bundled / "two.toml" and driver.app.dialog is None


def test_the_end_of_all_lets_the_machines_parade_and_comes_back(drive: Open, bundled: Path) -> None:  # noqa: F811
    for name in ("one", "two"):
        driver = drive(bundled / f"{name}.toml")
        solve(driver)
    assert driver.shows("card.ending")
    driver.click("card.ending")
    ending = sheet(driver)
    assert ending.ending.is_whole and len(ending.machines) == 2 and not driver.shows("ending.next")
    driver.click("ending.watch")
    watched: list[str] = []

    def is_over() -> bool:
        document = driver.workspace.document
        title = document.design.title if document.watching else ""
        if title and title not in watched:
            watched.append(title)
        return driver.app.dialog is not None

    for _ in range(60):  # each machine runs for half a second, and the next one comes after a second and a half
        if is_over():
            break
        driver.seconds(0.2)
    assert watched == ["One", "Two"] and sheet(driver).ending.is_whole
    driver.click("ending.build")
    assert driver.workspace.document.file.path is None and not driver.app.features.campaign.parade.under_way


def test_the_end_of_all_leads_to_no_solved_level_that_happens_to_come_next(
    drive: Open,  # noqa: F811
    bundled: Path,
) -> None:
    (bundled / library.INDEX).write_text('[[chapters]]\ntitle = "A"\nlevels = ["one", "two"]\n')
    for name in ("two", "one"):
        driver = drive(bundled / f"{name}.toml")
        solve(driver)
    assert driver.app.features.documents.next_level == bundled / "two.toml"
    driver.click("card.ending" if driver.shows("card.ending") else "card.next")
    assert sheet(driver).ending.is_whole and not driver.shows("ending.next")


@pytest.mark.parametrize("whole", [False, True])
def test_an_end_names_the_open_puzzles_that_wait_and_leads_to_the_first(
    drive: Open,  # noqa: F811
    bundled: Path,
    whole: bool,
) -> None:
    levels.write(bundled / "riddle.toml", replace(open_level(), title="Riddle"))
    index = (bundled / library.INDEX).read_text().replace('levels = ["one"]', 'levels = ["one"]\nopen = ["riddle"]')
    (bundled / library.INDEX).write_text(index)
    for name in ("two", "one") if whole else ("one",):
        driver = drive(bundled / f"{name}.toml")
        solve(driver)
    driver.click("card.ending")
    ending = sheet(driver)
    assert ending.ending.is_whole == whole and "1 open puzzle waits for a machine of your invention" in ending._what_now
    assert "nothing left to solve" not in ending._what_now
    driver.click("ending.invent")
    driver.frames(4)
    assert driver.workspace.document.file.path == bundled / "riddle.toml" and driver.app.dialog is None


@pytest.mark.parametrize("way", ["workshop", "stars", "daily"])
def test_the_end_of_all_leads_on_to_what_there_always_is(drive: Open, bundled: Path, way: str) -> None:  # noqa: F811
    (bundled / "workshop.toml").write_text((bundled / "one.toml").read_text())
    levels.write(bundled / "workshop.toml", Design("Workshop"))
    levels.write(bundled / "one.toml", replace(levels.read(bundled / "one.toml"), par=Par(parts=1, seconds=0.002)))
    for name in ("one", "two"):
        driver = drive(bundled / f"{name}.toml")
        solve(driver)
    driver.click("card.ending")
    assert sheet(driver).ending.is_whole
    shown = {name for name in ("build", "workshop", "daily", "stars", "watch") if driver.shows(f"ending.{name}")}
    assert shown == {"build", "workshop", "daily", "stars", "watch"}
    driver.click(f"ending.{way}")
    driver.frames(4)
    if way == "daily":
        assert isinstance(driver.app.dialog, DailySheet)
        driver.app.features.daily.close()
    elif way == "stars":  # it is solved, so it asks what to begin with
        assert isinstance(driver.app.dialog, SolvedLevel)
    else:
        assert driver.workspace.document.file.path == bundled / "workshop.toml" and driver.app.dialog is None


def test_after_the_last_level_one_that_is_still_open_is_named(drive: Open, bundled: Path) -> None:  # noqa: F811
    (bundled / library.INDEX).write_text('[[chapters]]\ntitle = "A"\nlevels = ["one", "two"]\n')
    driver = drive(bundled / "two.toml")
    assert driver.app.features.campaign.next_words[0] == "Still open: One"
    driver = drive(bundled / "one.toml")
    assert driver.app.features.campaign.next_words[0] == "Next level"


def test_a_parade_ends_with_whatever_else_is_opened(drive: Open, bundled: Path) -> None:  # noqa: F811
    driver = drive(bundled / "one.toml")
    solve(driver)
    driver.click("card.ending")
    driver.click("ending.watch")
    assert driver.app.features.campaign.parade.under_way
    assert driver.workspace.files.open(bundled / "two.toml")
    driver.seconds(0.1)
    assert not driver.app.features.campaign.parade.under_way and driver.app.dialog is None


def test_a_level_in_the_middle_of_a_chapter_ends_nothing(drive: Open, bundled: Path) -> None:  # noqa: F811
    (bundled / library.INDEX).write_text('[[chapters]]\ntitle = "A"\nlevels = ["one", "two"]\n')
    driver = drive(bundled / "one.toml")
    solve(driver)
    assert not driver.shows("card.ending")
    driver.click("card.next")
    driver.frames(4)
    assert driver.workspace.document.file.path == bundled / "two.toml"


def test_the_end_of_a_hundred_levels_fits_the_window(drive: Open) -> None:  # noqa: F811
    driver = drive(library.workshop())
    puzzles = tuple(path for path in library.bundled_levels() if (level := levels.read(path)).goals and not level.open)
    driver.app.features.campaign._show(CampaignEnding("The quarry", puzzles, is_whole=True), None)
    driver.frames(3)
    assert len(sheet(driver).machines) == len(puzzles) > 90
    for name in ("ending.totals", "ending.build", "ending.workshop", "ending.stars", "ending.close"):
        x0, y0, x1, y1 = driver.app.ui.rects[name]
        assert 0 <= x0 < x1 <= driver.window.width and 0 <= y0 < y1 <= driver.window.height, name


def test_the_end_of_all_is_drawn_as_one_film_of_both_chapters(
    drive: Open,  # noqa: F811
    bundled: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("one", "two"):
        driver = drive(bundled / f"{name}.toml")
        solve(driver)
    driver.click("card.ending")
    drawn: list[tuple[Path, list[tuple[str, int]]]] = []
    export = driver.app.features.filming.export
    monkeypatch.setattr(filming, "why_no_mp4", lambda: "")
    monkeypatch.setattr(
        export, "begin_reel",
        lambda out, chapters, options: drawn.append((out, [(each.title, len(each.recordings)) for each in chapters])),
    )  # fmt: skip
    driver.click("ending.film")
    assert isinstance(driver.app.dialog, FileDialog), "where to, is asked first"
    driver.frames(2)
    driver.key(key.ENTER)
    driver.frames(2)
    assert [(out.name, chapters) for out, chapters in drawn] == [("All chapters.mp4", [("A", 1), ("B", 1)])]
