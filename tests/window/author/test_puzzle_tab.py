"""The author's tab for an open puzzle, in the whole window: clues, aims, and what a player then sees of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Count, Design, Goal, Hint
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.levels import levels
from tests.contraptions import Builder
from tests.window.driver import Driver, data, drive  # noqa: F401  (fixtures)

Open = Callable[..., Driver]


def yard() -> Design:
    """Floor 1; a crate or a ball of the stock can lie at the left."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    goals = (Goal("A crate lies at the left", Count("crate", 0.2, 0.0, 1.0, 0.5)),)
    hints = (Hint("", "crate", 0.5, 0.25), Hint("", "domino", 1.5, 0.25))
    floor = replace(b.design().parts[0], fixed=True)
    stock = {"crate": 1, "domino": 2}
    return replace(b.design(), parts=(floor,), goals=goals, stock=stock, hints=hints, title="Down")


@pytest.fixture
def author(drive: Open) -> Driver:  # noqa: F811
    driver = drive(yard())
    driver.key(key.F5)
    driver.app.features.author.turn_to("puzzle")
    driver.frames(3)
    return driver


def pick(driver: Driver, combo: str, entry: str) -> None:
    driver.click(combo)
    driver.click(f"{combo}.{entry}")


def test_a_level_is_made_an_open_puzzle_with_clues_and_taken_back_step_by_step(author: Driver) -> None:
    assert not author.shows("clue.goal"), "an ordinary level has hints"
    author.click("puzzle.open")
    assert author.design.open
    author.click("clue.goal")
    author.type("The crate first")
    author.click("clue.family")
    author.type("Boxes")
    pick(author, "clue.piece", "2")
    assert author.design.clues == Clues("The crate first", "Boxes", 2)
    assert author.commands[1:] == ["set_puzzle"] * 4
    for _ in range(3):
        author.key(key.Z, key.MOD_CTRL)
    assert author.design.open and author.design.clues is None
    author.click("puzzle.open")
    assert not author.design.open


def test_aims_are_added_edited_and_taken_out(author: Driver) -> None:
    author.click("puzzle.open")
    pick(author, "aim.add", "0")
    assert author.design.aims == (PuzzleAim("With 2 pieces or fewer", pieces=2),)
    assert not author.shows("aim.without.0"), "only what the aim asks for, until the rest is unfolded"
    author.click("aim.more.0", "aim.without.0", "aim.without.0.domino")
    author.key(key.ESCAPE)
    assert author.design.aims == (PuzzleAim("Without the domino, with 2 pieces or fewer", ("domino",), 2),)
    author.click("aim.text.0")
    author.key(key.A, key.MOD_CTRL)
    author.type("All alone")
    author.click("puzzle.open", (2.0, 1.0))  # leaves the field; the level is an ordinary one for a moment
    assert not author.design.open and author.design.aims == ()
    author.key(key.Z, key.MOD_CTRL)
    assert author.design.aims == (PuzzleAim("All alone", ("domino",), 2),)
    author.click("aim.delete.0")
    assert author.design.aims == ()


def test_what_a_clue_shows_stays_the_same_piece_when_hints_are_deleted(author: Driver) -> None:
    author.click("puzzle.open")
    pick(author, "clue.piece", "2")
    author.app.features.author.turn_to("hints")
    author.frames(3)
    author.click("hint.delete.0")
    assert author.design.clues == Clues(piece=1) and [hint.kind for hint in author.design.hints] == ["domino"]
    author.key(key.Z, key.MOD_CTRL)
    assert author.design.clues == Clues(piece=2) and len(author.design.hints) == 2, "one step"


def test_a_level_says_why_its_stock_keeps_what_an_aim_is_about(author: Driver) -> None:
    author.click("puzzle.open")
    pick(author, "aim.add", "6")
    assert author.design.aims[0].without == ("domino",)
    author.app.features.author.set_item("domino", None)
    author.frames()
    assert "asks to do without 'domino', which is not in the stock" in author.said
    assert levels.as_run(author.design) == levels.as_run(replace(author.design, open=False, clues=None, aims=()))
