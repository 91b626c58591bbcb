"""The open puzzles of a chapter in the chooser: a row of their own, what opens them, and the ways that were found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.commands.commands import Place, Start
from sandbox.levels import levels, library, solutions
from sandbox.levels.run_facts import RunFacts
from sandbox.levels.ways import KnownWays, Way
from sandbox.window.levels.level_cards import tip_of
from sandbox.window.levels.shelf import Card
from tests.window.author.test_author_view import solvable
from tests.window.driver import Driver, data, drive
from tests.window.open_level import LEFT, open_level
from tests.window.run.test_open_win import win

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]
INDEX = """
[[chapters]]
title = "The yard"
levels = ["first", "boss"]
open = ["left", "other"]
"""


@pytest.fixture
def yard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign of one chapter with two levels and two open puzzles, one with recordings of two ways."""
    folder = tmp_path / "levels"
    folder.mkdir()
    for name in ("first", "boss"):
        levels.write(folder / f"{name}.toml", replace(solvable(), title=name.title()))
    for name in ("left", "other"):
        stock = {"crate": len(name), "trampoline": 1, "domino": 4}  # not the same puzzle twice
        levels.write(folder / f"{name}.toml", replace(open_level(), title=name.title(), stock=stock))
    (folder / "index.toml").write_text(INDEX)
    replays = tmp_path / "replays"
    replays.mkdir()
    for name in ("left", "left.way2"):
        commands = ((0, Place("crate", *LEFT)), (0, Start()))
        solutions.record_solution(replays / f"{name}.replay", levels.read(folder / "left.toml"), commands)
    monkeypatch.setattr(library, "bundled_dir", lambda: folder)
    return folder


def card_of(driver: Driver, name: str) -> Card:
    cards = driver.app.features.chooser.shelf.open_puzzles["The yard"]
    return next(card for card in cards if card.path.stem == name)


def tip(driver: Driver, name: str) -> str:
    card = card_of(driver, name)
    assert card.design is not None
    return tip_of(card, driver.app.features.campaign.record_of(card.path, card.design))


def caption(driver: Driver, name: str) -> str:
    return driver.app.features.chooser.level_cards.solved_caption(card_of(driver, name))


def test_they_stand_in_a_row_below_their_chapter_and_say_which_level_opens_them(
    drive: Open, data: Path, yard: Path
) -> None:
    driver = drive(None)
    rects = driver.app.ui.rects
    assert rects["level.left"][1] == rects["level.other"][1] > rects["level.boss"][3]
    assert driver.shows("open.left") and driver.shows("lock.open.The yard") and not driver.shows("open.boss")
    driver.click(driver.scroll_to("level.left"))
    assert driver.app.screen == "chooser" and driver.said == "Opens when 'Boss' is solved."
    library.remember_solved(data, "boss")
    driver = drive(None)
    assert not driver.shows("lock.open.The yard")
    following = driver.app.features.chooser.next
    assert following is not None and following.path.stem == "first", "they are not the next level to solve"
    driver.click(driver.scroll_to("level.left"))
    assert driver.workspace.document.file.path == yard / "left.toml"


def test_the_ways_of_ones_own_are_counted_among_those_that_are_known(drive: Open, data: Path, yard: Path) -> None:
    library.remember_solved(data, "left")
    level, store = levels.read(yard / "left.toml"), KnownWays(data)
    known = Way(("crate",), ("crate",))
    recording = yard.parent / "replays" / "left.replay"
    assert not store.add(level, recording, RunFacts(9, 1, 0), known, [known]), "it came with the level"
    driver = drive(None)
    assert caption(driver, "left").endswith("1 way of at least 2")
    assert store.add(level, recording, RunFacts(9, 3, 0), Way(("domino", "rope", "trampoline"), ()), [known])
    driver = drive(None)
    assert caption(driver, "left").endswith("2 ways of at least 3")
    assert "You have found 2 ways of at least 3." in tip(driver, "left")
    assert "You have found" not in tip(driver, "other"), "none is no number to be told"


def test_the_card_of_the_level_that_opens_them_says_so_once(drive: Open, yard: Path) -> None:
    driver = drive(yard / "boss.toml")
    driver.click("part.crate", (0.6, 0.5))
    reports = [win(driver)]
    assert driver.shows("card.opened")
    driver.key(key.R)
    reports.append(win(driver))
    assert [report.opened for report in reports] == [2, 0] and not driver.shows("card.opened")
    driver = drive(yard / "first.toml")
    driver.click("part.crate", (0.6, 0.5))
    assert win(driver).opened == 0, "a level before the last one opens none"
