"""Running a machine: start, pause, step, speed and stop; what the hand may do in it."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from pyglet.window import key

from tests.window.driver import Open, data, drive, puzzle, shop

__all__ = ["data", "drive"]  # fixtures


def test_run_pause_step_and_stop(drive: Open) -> None:
    driver = drive(shop())
    driver.click("run")
    driver.seconds(0.2)
    session = driver.workspace.document.session
    driver.key(key.SPACE)
    tick = session.tick
    driver.seconds(0.2)
    assert session.tick == tick
    driver.key(key.PERIOD)
    driver.click("step")
    assert session.tick == tick + 2
    driver.click("stop")
    assert not session.running
    assert driver.commands == ["start", "stop"]
    driver.key(key.SPACE)
    driver.key(key.ESCAPE)
    assert not session.running


def test_overlaps_are_marked_refuse_the_start_and_are_gone_to(drive: Open) -> None:
    driver = drive(shop())
    driver.press((1.0, 0.25))
    driver.drag((1.0, 0.15))
    driver.drag((1.0, 0.16))
    assert [(one.a, one.b) for one in driver.app.features.view.overlaps] == [(1, 2)]  # at once, before it is put down
    driver.release((1.0, 0.16))
    driver.key(key.SPACE)
    driver.key(key.PERIOD)
    assert not driver.workspace.document.session.running and "start" not in driver.commands
    assert driver.said == "Floor 1 and crate 2 overlap by 100 mm and would be torn apart. Move one of them away."
    driver.click("toast.show_overlap")
    assert driver.app.editor.selection.ids == (1, 2)
    camera = driver.app.view.camera
    assert abs(camera.x - 1.0) < 0.2 and abs(camera.y - 0.1) < 0.2
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.app.features.view.overlaps == ()
    driver.key(key.SPACE)
    assert driver.workspace.document.session.running


def test_an_overlap_of_what_is_in_the_hand_is_not_gone_to(drive: Open) -> None:
    driver = drive(replace(shop(), stock={"crate": 2, "domino": 1}))
    driver.click("part.domino")
    driver.point((1.0, 0.05))
    view = driver.app.features.view
    assert view.overlaps
    view.show_overlap()
    assert driver.app.editor.gesture is not None, "it stays in hand"
    assert "overlap" not in driver.said


def test_speed_is_changed_in_steps(drive: Open) -> None:
    driver = drive(shop())
    driver.click("slower", "run")
    session = driver.workspace.document.session
    start = session.tick
    driver.seconds(1.0)
    assert session.tick - start == pytest.approx(120, abs=5)
    driver.key(key.BRACKETRIGHT)
    driver.click("faster")
    assert driver.workspace.pacing.speed == 2


def test_a_button_is_pressed_and_a_ball_pulled(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    driver.click((3.0, 0.14))
    driver.key(key.B)  # what the pointer is on
    machine = driver.workspace.document.session.machine
    assert machine is not None
    driver.press(machine.motion(3)[:2])
    assert driver.app.editor.hand.part == 3
    for x in np.linspace(2.0, 1.0, 8):
        driver.drag((x, 1.8))
    assert machine.motion(3)[1] > 1.0
    driver.release((1.0, 1.8))
    assert driver.app.editor.hand.part is None
    *start, grab = driver.commands[:4]
    assert (start, grab) == (["start", "press", "press"], "grab")
    assert set(driver.commands[4:-1]) == {"drag"}
    assert driver.commands[-1] == "release"


def test_editing_while_it_runs_offers_a_stop_button(drive: Open) -> None:
    driver = drive(shop())
    driver.key(key.SPACE)
    driver.click("part.soccer_ball")
    assert driver.said == "The machine is running; stop it to edit."
    driver.click("toast.stop")
    assert not driver.workspace.document.session.running
    assert not driver.shows("toast.stop")
    driver.key(key.SPACE)
    driver.click((1.0, 0.25))
    driver.key(key.DELETE)
    assert driver.shows("toast.stop")
    assert driver.commands == ["start", "stop", "start", "grab", "release"]


def test_keep_building_stops_the_machine(drive: Open) -> None:
    driver = drive(puzzle())
    driver.key(key.SPACE)
    driver.seconds(2.0)
    driver.click("card.build")
    assert not driver.workspace.document.session.running
    assert not driver.shows("card.build")
