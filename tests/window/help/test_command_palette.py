"""Actions found by their names."""

from __future__ import annotations

from pyglet.window import key

from sandbox.window.help.command_palette import entries, matching
from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def test_every_action_is_found_and_titles_come_before_help(drive: Open) -> None:
    driver = drive(shop())
    known = entries(driver.app.actions)
    assert {entry.action.name for entry in known} == set(driver.app.actions.by_name)
    assert all(entry in matching(known, entry.title) for entry in known)
    assert matching(known, "sele none")[0].action.name == "select_none"
    assert matching(known, "no such thing at all") == []


def test_one_is_chosen_by_keys_and_done(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.P, key.MOD_CTRL)
    driver.type("select")
    driver.key(key.RETURN)
    assert driver.app.dialog is None
    assert len(driver.app.editor.selection.ids) == 5


def test_what_is_not_possible_now_is_not_done(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.F10)
    driver.type("duplicate")
    driver.key(key.RETURN)
    assert driver.app.dialog is not None and driver.commands == []
    driver.key(key.ESCAPE)
    driver.click((1.0, 0.25))
    driver.key(key.F10)
    driver.type("select all")
    driver.click("commander.select_all")
    assert len(driver.app.editor.selection.ids) == 5


def test_the_buttons_of_a_question_are_gone_through_by_keys(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    driver.key(key.LEFT)
    driver.key(key.N, key.MOD_CTRL)
    assert driver.app.dialog is not None
    driver.key(key.TAB)
    driver.key(key.TAB)
    assert driver.app.ui.focused == "question.discard"
    driver.key(key.RETURN)
    assert driver.app.dialog is None and [spec.kind for spec in driver.design.parts] == ["floor"]
