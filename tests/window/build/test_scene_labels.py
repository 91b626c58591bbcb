"""Texts over the scene: what the sign of a goal says that is pointed at."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Goal, Inside, State
from sandbox.design.geometry import Box
from sandbox.editing.ropes_against import AGAINST, wheels_held
from sandbox.render.marks import goal_signs
from tests.contraptions import Builder
from tests.editing.hoists import hoist
from tests.window.driver import Open, data, drive

__all__ = ["data", "drive"]  # fixtures


def test_the_sign_of_a_goal_that_is_pointed_at_says_what_is_asked_for(
    drive: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    lamp, bell = b.part("lamp", 1.0, 1.0), b.part("bell", 3.0, 1.0)
    goals, fails = (Goal("The lamp shines", State(lamp, "on")),), (Goal("The bell rang", State(bell, "rung")),)
    there = Goal("A ball is here", Inside(lamp, 2.0, 1.5, 2.4, 1.9))
    driver = drive(replace(b.design(), goals=(*goals, there), fails=fails))
    labels, said = driver.app.features.labels, list[str]()
    monkeypatch.setattr(labels, "_label", lambda _canvas, text, *_: said.append(text))
    view = driver.app.view
    rules, pixel = view.run_scene._rules, view.scale * view.camera.pixel
    signs = (*goal_signs.badges(driver.design, rules, None, pixel), *goal_signs.flags(driver.design, rules))
    for sign, says in zip(
        signs, ("Goal: The lamp shines", "Lost if: The bell rang", "Goal: A ball is here"), strict=True
    ):
        said.clear()
        driver.point((2.9, 0.6), frames=2)
        assert said == []
        driver.point(sign.at, frames=3)
        assert set(said) == {says}
    driver.key(key.SPACE)
    said.clear()
    driver.point(signs[0].at, frames=3)
    assert set(said) == {"Goal: The lamp shines"}, "also while it runs"
    assert Box(0.0, 0.0, 4.0, 3.0).contains(*signs[0].at)


def test_the_sign_of_a_goal_that_has_no_text_yet_says_nothing(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    b = Builder()
    lamp = b.part("lamp", 1.0, 1.0)
    driver = drive(replace(b.design(), goals=(Goal("", State(lamp, "on")),)))
    labels, said = driver.app.features.labels, list[str]()
    monkeypatch.setattr(labels, "_label", lambda _canvas, text, *_: said.append(text))
    view = driver.app.view
    (sign,) = goal_signs.badges(driver.design, view.run_scene._rules, None, view.scale * view.camera.pixel)
    driver.point(sign.at, frames=3)
    assert view.rule_at(sign.at) is not None and said == []


def test_a_pulley_that_two_ropes_turn_against_each_other_says_so_where_it_is_pointed_at(
    drive: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig, _ = hoist(under=True)
    driver = drive(rig.design)
    said = list[str]()
    monkeypatch.setattr(driver.app.features.labels, "_label", lambda _canvas, text, *_: said.append(text))
    ((wheel, at),) = wheels_held(driver.design).items()
    assert driver.part(wheel).kind == "pulley"
    driver.point(at, frames=3)
    assert set(said) == {f"{AGAINST[:1].upper()}{AGAINST[1:]}"}
