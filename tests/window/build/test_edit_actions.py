"""Editing on the canvas and by the Edit menu: parts are moved, turned, resized, copied, placed and joined."""

from __future__ import annotations

import math

import numpy as np
import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.editing import picking
from sandbox.window.frame.status_line import advice
from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def test_a_key_turns_by_a_quarter_of_a_turn(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    angle = driver.part(2).angle
    driver.key(key.Q, key.MOD_ALT)
    assert driver.part(2).angle == pytest.approx(angle + math.pi / 2)
    driver.key(key.E, key.MOD_ALT)
    assert driver.part(2).angle == pytest.approx(angle)
    assert driver.commands == ["move", "move"]


def test_copy_cut_and_paste(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    driver.key(key.C, key.MOD_CTRL)
    driver.point((1.0, 1.25))
    driver.key(key.V, key.MOD_CTRL)
    assert (driver.design.parts[-1].kind, driver.design.parts[-1].y) == ("crate", 1.25)
    driver.key(key.X, key.MOD_CTRL)
    assert driver.commands == ["paste", "delete"]


def test_tab_walks_and_escape_lets_go(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.TAB)
    driver.key(key.TAB)
    assert driver.app.editor.selection.ids == (2,)
    driver.key(key.TAB, key.MOD_SHIFT)
    assert driver.app.editor.selection.ids == (1,)
    driver.key(key.ESCAPE)
    assert driver.app.editor.selection.ids == ()


def test_a_part_is_moved_turned_and_resized_by_its_handles(drive: Open) -> None:
    driver = drive(shop())
    driver.carry((1.0, 0.25), (1.2, 0.5), (1.5, 0.8))
    assert (driver.part(2).x, driver.part(2).y) == (1.5, 0.8)
    handles = {h.target: (h.x, h.y) for h in driver.app.editor.handles(driver.app.view.stand_off)}
    turn = next(at for target, at in handles.items() if target.what == "turn")
    driver.carry(turn, (1.7, 1.0), (1.9, 0.8))
    assert driver.part(2).angle == pytest.approx(-np.pi / 2)
    size = next((h.x, h.y) for h in driver.app.editor.handles(driver.app.view.stand_off) if h.target.name == "width")
    driver.carry(size, (size[0], size[1] - 0.1), (size[0], size[1] - 0.2))
    assert driver.part(2).props["width"] == 0.5
    assert driver.commands == ["move", "move", "resize"]


def test_a_locked_part_has_a_sign_where_it_matters(drive: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    level = shop()
    driver = drive(replace(level, parts=tuple(replace(spec, locked=spec.id in (1, 2)) for spec in level.parts)))
    overlay, signs = driver.app.view.canvas.overlay, []
    monkeypatch.setattr(overlay, "lock", lambda x, y: signs.append((round(x, 3), round(y, 3))))

    def seen() -> list[tuple[float, float]]:
        signs.clear()
        driver.frames(1)
        return [*signs]

    driver.point((1.5, 1.5))
    assert seen() == []
    driver.point((1.0, 0.25))
    assert seen() == [(0.85, 0.4)]
    assert "is locked" in advice(driver.app) and "Ctrl+K" in advice(driver.app)
    driver.point((2.0, 1.0))
    assert seen() == [], "it is not locked"
    driver.click((2.0, 0.05))
    driver.point((1.5, 1.5))
    ((x, y),) = seen()
    assert 0.0 <= x < 0.05 and y == 0.1, "at the floor's upper left corner, and whole"
    driver.wheel((3.0, 0.05), 12.0)
    inside = driver.app.view.camera.bounds
    ((x, y),) = seen()
    assert inside.x0 < x < inside.x1 and inside.y0 < y < inside.y1, "though the floor begins outside"
    driver.key(key.HOME)
    driver.key(key.ESCAPE)
    driver.key(key.F5)
    assert len(seen()) == 2, "an author sees all of them"
    driver.key(key.SPACE)
    assert seen() == [], "in a running machine nothing is locked"


def test_ports_are_joined_and_a_link_is_cut_from_the_inspector(drive: Open) -> None:
    driver = drive(shop())
    driver.click((3.0, 0.13))
    tap = picking.taps(driver.part(4), driver.app.view.stand_off * 0.55)[0]
    end = next(iter(picking.sockets(driver.part(5))))
    driver.carry((tap.x, tap.y), (3.0, 0.8), (end.x, end.y))
    (link,) = driver.design.links
    assert link.kind == "wire"
    driver.click((3.0, 0.13), f"cut.{link.id}")
    assert driver.commands == ["together", "disconnect"], "the conveyor rests until the wire is on"


def test_a_part_about_to_be_placed_is_turned_and_mirrored_by_key_with_nothing_selected(drive: Open) -> None:
    driver = drive(shop())
    driver.app.features.palette.search = "ramp"
    driver.frames()
    driver.click("part.ramp")
    driver.point((1.5, 1.5))
    assert driver.app.editor.selection.ids == ()
    (before,) = driver.app.editor.preview.parts
    driver.key(key.Q)
    driver.key(key.F, key.MOD_SHIFT)
    (after,) = driver.app.editor.preview.parts
    assert after.flip != before.flip
    driver.key(key.F)
    (mirrored,) = driver.app.editor.preview.parts
    assert mirrored.flip == before.flip and mirrored.angle != before.angle
    assert driver.commands == []
