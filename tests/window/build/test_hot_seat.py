"""Several players at one window: who has the mouse edits, undoes and pulls as himself."""

from __future__ import annotations

from pyglet.window import key

from sandbox.commands import commands as c
from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures

CTRL_ALT = key.MOD_CTRL | key.MOD_ALT


def test_each_takes_back_what_he_did_himself(drive: Open) -> None:
    driver = drive(shop())
    driver.carry((1.0, 0.25), (1.5, 0.25))
    driver.key(key.J, CTRL_ALT)
    session, gate = driver.workspace.document.session, driver.workspace.gate
    assert (gate.player, session.players) == (1, {0: "Player 1", 1: "Player 2"})
    assert driver.said == "Player 2 has the mouse now"
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.part(2).x == 1.5, "there is nothing that this player could take back"
    driver.point((0.5, 1.2))
    driver.key(key.C, key.MOD_CTRL)
    driver.key(key.V, key.MOD_CTRL)
    assert [command.player for _, command in driver.workspace.document.past.history.commands] == [0, 0, 1, 1]
    marks = driver.workspace.document.past.history.marks
    assert [mark.text for mark in marks] == ["Move 2", "Paste by Player 2"]
    driver.key(key.N, CTRL_ALT)
    assert gate.player == 0
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.part(2).x == 1.0 and len(driver.design.parts) == len(shop().parts) + 1
    driver.key(key.H, key.MOD_CTRL)
    driver.frames()
    driver.click("step.0")
    assert len(driver.design.parts) == len(shop().parts) + 1, "the step that is left is the other's"
    driver.key(key.N, CTRL_ALT)
    driver.click("step.0")
    driver.frames()
    assert driver.design.parts == shop().parts


def test_several_hold_at_once_and_keep_what_they_hold(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.J, CTRL_ALT)
    driver.key(key.SPACE)
    driver.press((1.0, 0.25))
    driver.drag((1.0, 0.8))
    driver.frames()
    machine = driver.workspace.document.session.machine
    assert machine is not None and [(held.player, held.part) for held in machine.held] == [(1, 2)]
    driver.key(key.N, CTRL_ALT)
    driver.release((1.0, 0.8))
    driver.seconds(0.5)
    assert machine.held_by(1) == 2 and machine.held_by(0) is None
    assert machine.read_rows()[machine.row_of[2, 0], 1] > 0.5
    assert driver.workspace.gate.do(c.Grab(2, *machine.origin(2)))
    driver.key(key.N, CTRL_ALT)
    driver.click((2.5, 1.5))
    assert [(held.player, held.part) for held in machine.held] == [(0, 2)], "a press lets go of what is left in a hand"


def test_a_level_that_is_opened_has_one_player(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.J, CTRL_ALT)
    driver.workspace.files.new()
    assert driver.workspace.gate.player == 0 and driver.workspace.document.session.players == {}
