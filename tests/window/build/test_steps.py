"""The steps that can be undone, each by a name that says what was done."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pyglet.window import key

from sandbox.commands.commands import (
    Author,
    Configure,
    Connect,
    Delete,
    Disconnect,
    Edit,
    Group,
    Layer,
    Lock,
    Move,
    Name,
    Paste,
    Place,
    Resize,
    SetFixed,
    SetGoals,
    SetHints,
    SetInsight,
    SetNoBuild,
    SetPuzzle,
    SetScene,
    SetStock,
    SetTexts,
    SetWorld,
    Together,
    edit,
)
from sandbox.design.design import Design, Goal, Gone, Hint, PartSpec
from sandbox.design.no_build import NoBuildArea
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.editing.jumps import MOST_STEPS
from sandbox.window.build.steps import step_name
from tests.contraptions import Builder
from tests.window.driver import Driver, Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def scene() -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("crate", 1.0, 0.25)  # 2
    b.part("ramp", 2.0, 1.0)  # 3
    b.part("anchor", 2.0, 2.0)  # 4
    b.link("rope", 2, "middle", 4, "hook")  # 5
    return b.design()


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (Place("crate", 3.0, 1.0), "Place crate 6"),
        (Paste((PartSpec(2, "crate", 0.0, 0.0), PartSpec(3, "crate", 1.0, 0.0))), "Place 2 parts"),
        (Delete(2), "Delete crate 2"),
        (Together((Delete(1), Delete(2))), "Delete 2 parts"),
        (Move(2, 1.5, 0.25), "Move crate 2"),
        (Move(2, 1.0, 0.25, 0.5), "Turn crate 2"),
        (Move(3, 2.0, 1.0, 0.0, True), "Flip ramp 3"),
        (Together((Move(2, 1.5, 0.25), Move(3, 2.5, 1.0))), "Move 2 parts"),
        (Together((Move(2, 1.5, 0.25), Move(3, 2.0, 1.0, 0.5))), "Arrange 2 parts"),
        (Resize(1, 2.0, 0.05, {"width": 3.0}), "Resize floor 1"),
        (Configure(5, "slack", 0.2), "Set slack of rope 5"),
        (Disconnect(5), "Take away rope 5"),
        (SetWorld.of(scene().world, gravity_y=-1.62), "Set the world's gravity y"),
        (Layer(2, 1), "Bring forward crate 2"),
        (Lock(2), "Lock crate 2"),
        (Name(2, "the keg"), "Name the keg"),
        (Group((2, 3)), "Group 2 parts"),
        (Author(), "Take the level in hand"),
        (SetFixed(2, True), "Keep crate 2"),
        (SetStock({"crate": 1}), "Give a stock"),
        (
            SetGoals((Goal("Down", Gone(2)),)),
            "Add the goal \N{LEFT DOUBLE QUOTATION MARK}Down\N{RIGHT DOUBLE QUOTATION MARK}",
        ),
        (SetHints((Hint("", "crate", 1.0, 1.0),)), "Add a hint"),
        (SetTexts("Mine"), "Change the title"),
        (SetInsight("Down is down"), "Change the insight"),
        (SetPuzzle(True), "Make it an open puzzle"),
        (SetScene("mill"), "Set the scene: mill"),
        (SetNoBuild((NoBuildArea(1.0, 0.0, 2.0, 1.0),)), "Add a no-build area"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_step_is_named_by_what_it_changed(command: Edit, name: str) -> None:
    assert step_name(scene(), edit(scene(), command)) == name


def test_what_an_open_puzzle_has_is_named() -> None:
    puzzle = edit(scene(), SetPuzzle(True))
    cheap = PuzzleAim("Cheap", price=20)
    aimed = edit(puzzle, SetPuzzle(True, None, (cheap,)))
    quoted = "\N{LEFT DOUBLE QUOTATION MARK}Cheap\N{RIGHT DOUBLE QUOTATION MARK}"
    assert step_name(puzzle, aimed) == f"Add the aim {quoted}"
    assert step_name(aimed, puzzle) == "Delete an aim"
    assert step_name(puzzle, edit(puzzle, SetPuzzle(True, Clues("Up first.")))) == "Change the clues"
    assert step_name(puzzle, scene()) == "Make it an ordinary level"


def test_a_link_names_its_ends() -> None:
    before = edit(scene(), Disconnect(5))
    assert step_name(before, edit(before, Connect("rope", 2, "middle", 4, "hook"))) == "Rope from crate 2 to anchor 4"
    assert step_name(before, before) == "Nothing"


def test_a_stock_is_told_by_what_has_changed_in_it() -> None:
    first = edit(edit(scene(), Author()), SetStock({"crate": 1}))
    assert step_name(first, edit(first, SetStock({"crate": 2}))) == "Change the stock: crate"
    assert step_name(first, edit(first, SetStock(None))) == "Take the stock away"
    goal = edit(first, SetGoals((Goal("Down", Gone(2)),)))
    assert step_name(goal, first) == "Delete a goal"
    named = "\N{LEFT DOUBLE QUOTATION MARK}Down\N{RIGHT DOUBLE QUOTATION MARK}"
    assert step_name(first, goal) == f"Add the goal {named}"


def test_escape_closes_the_list(drive: Callable[..., Driver]) -> None:
    driver = drive(shop())
    driver.key(key.H, key.MOD_CTRL)
    assert driver.shows("steps.close")
    driver.key(key.ESCAPE)
    assert not driver.shows("steps.close")


def test_the_present_step_of_another_document_is_in_view(drive: Callable[..., Driver], tmp_path: Path) -> None:
    """Also where it is as many steps from its beginning as that of the document before, whose list was scrolled."""

    def many_steps(driver: Driver) -> None:
        for number in range(60):
            driver.workspace.gate.do(Move(2, 1.01 + 0.01 * number, 0.25))

    crashed = drive(shop())
    many_steps(crashed)
    written = crashed.workspace.document.recording_path
    assert written is not None
    crashed.workspace.document.journal.session_log.force()
    shutil.copy(written, tmp_path / "cut off.replay")  # as if its process had been killed
    driver = drive(shop())
    many_steps(driver)
    driver.key(key.H, key.MOD_CTRL)
    driver.frames()
    assert driver.shows("step.60")
    driver.wheel("step.59", 100.0)
    driver.frames()
    assert not driver.shows("step.60")
    driver.workspace.recovery.resume(tmp_path / "cut off.replay")
    driver.frames(5)
    assert len(driver.workspace.document.session.past) == 60 and driver.workspace.document.job is None
    assert driver.shows("step.60")


def test_no_design_of_the_document_before_is_kept_for_the_names_of_its_steps(drive: Callable[..., Driver]) -> None:
    def mine() -> int:
        gc.collect()
        return sum(type(each) is Design and each.title == "A title of this test alone" for each in gc.get_objects())

    driver = drive(shop())
    driver.workspace.gate.do(SetTexts("A title of this test alone"))
    driver.key(key.H, key.MOD_CTRL)
    assert driver.shows("step.1") and mine()
    driver.workspace.files.new()
    driver.frames(5)
    assert driver.design.title != "A title of this test alone"
    assert not mine()


def test_steps_are_listed_and_jumped_to(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    for symbol in (key.LEFT, key.Q, key.UP):
        driver.key(symbol)
    driver.key(key.H, key.MOD_CTRL)
    driver.click("step.1")
    assert driver.commands == ["move", "move", "move", "undo", "undo"]
    assert (driver.part(2).x, driver.part(2).angle) == (0.999, 0.0)
    driver.click("step.3")
    assert (driver.part(2).y, driver.commands[-2:]) == (0.251, ["redo", "redo"])
    driver.click("step.0")
    driver.click("steps.close")
    assert not driver.workspace.document.dirty and not driver.shows("step.0")


def test_a_jump_goes_over_any_number_of_steps_in_slices(drive: Open) -> None:
    driver = drive(shop())
    workspace, editor = driver.workspace, driver.app.editor
    first = workspace.document.design
    for number in range(3 * MOST_STEPS):
        if number % MOST_STEPS == 0:
            workspace.gate.advance(1)
        assert workspace.gate.do(Move(2, 1.0 + 1e-3 * (number + 1), 0.25, 0.0, False))
    workspace.gate.advance(1)
    editor.jump(-3 * MOST_STEPS)
    assert editor.jumps.under_way, "a tick holds no more than 256 commands"
    driver.frames(6)
    assert not editor.jumps.under_way
    assert workspace.document.design is first
    workspace.gate.advance(1)
    editor.jump(3 * MOST_STEPS)
    driver.frames(1)
    driver.key(key.ESCAPE)
    assert not editor.jumps.under_way, "Esc leaves it where it has come to"
    assert len(workspace.document.session.past) in (MOST_STEPS, 2 * MOST_STEPS)
    workspace.gate.advance(1)
    editor.jump(MOST_STEPS + 1)
    workspace.gate.do(Move(2, 0.5, 0.25, 0.0, False))
    here = workspace.document.design
    driver.frames(3)
    assert workspace.document.design is here, "who does something else meanwhile has ended it"
    assert not editor.jumps.under_way
