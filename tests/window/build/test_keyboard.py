"""The keyboard alone: its pointer, ports that are walked through, panels that are stepped into. Metres."""

from __future__ import annotations

import math

from msgspec.structs import replace
from pyglet.window import key

from sandbox.design.design import Design
from tests.contraptions import Builder
from tests.window.driver import Driver, Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures
SHIFT, CTRL, ALT = key.MOD_SHIFT, key.MOD_CTRL, key.MOD_ALT


def keys(driver: Driver, *pressed: int | tuple[int, int]) -> None:
    for one in pressed:
        driver.key(*(one if isinstance(one, tuple) else (one, 0)))


def test_the_pointer_begins_at_the_selection_and_goes_in_steps(drive: Open) -> None:
    driver = drive(shop())
    driver.click((1.0, 0.25))
    keys(driver, key.C)
    pointer = driver.app.features.keyboard
    assert pointer.at == (1.0, 0.25)
    keys(driver, key.RIGHT, (key.UP, SHIFT), (key.LEFT, ALT))
    assert pointer.at == (1.049, 0.26)
    assert driver.part(2).x == 1.0  # it is the pointer that moves, not the part
    driver.point((2.0, 1.5))
    assert pointer.at is None  # the mouse takes over
    keys(driver, key.RIGHT)
    assert driver.part(2).x == 1.001


def test_enter_clicks_and_ctrl_enter_drags(drive: Open) -> None:
    driver = drive(shop())
    keys(driver, key.TAB, key.TAB, key.C)  # on the crate
    keys(driver, (key.RETURN, CTRL), *[key.UP] * 6, *[key.RIGHT] * 2, (key.RETURN, CTRL))
    assert (driver.part(2).x, driver.part(2).y) == (1.1, 0.55)
    keys(driver, *[key.RIGHT] * 18, *[key.UP] * 9)
    assert driver.app.editor.hover.id == 3
    keys(driver, (key.RETURN, SHIFT))
    assert driver.app.editor.selection.ids == (2, 3)
    keys(driver, key.RETURN)
    assert driver.app.editor.selection.ids == (3,)
    keys(driver, key.ESCAPE)
    assert driver.app.features.keyboard.at is None


def test_a_loose_part_of_the_running_machine_is_pulled_by_keys(drive: Open) -> None:
    driver = drive(shop())
    keys(driver, key.TAB, key.TAB, key.SPACE, key.C, (key.RETURN, CTRL))
    assert driver.app.editor.hand.part == 2
    keys(driver, *[key.UP] * 8)
    driver.seconds(0.5)
    assert driver.workspace.document.session.machine is not None
    assert driver.workspace.document.session.machine.motion(2)[1] > 0.5
    keys(driver, (key.RETURN, CTRL))
    assert driver.app.editor.hand.part is None


def roped() -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("crate", 1.0, 1.0)  # 2
    b.part("anchor", 3.0, 1.0)  # 3
    b.part("anchor", 3.6, 1.0)  # 4
    b.part("pulley", 2.0, 2.0)  # 5
    b.part("bar", 2.5, 0.5)  # 6: with a port at each end
    return b.design()


def test_a_link_is_joined_by_keys_over_a_pulley(drive: Open) -> None:
    driver = drive(roped())
    keys(driver, key.TAB, key.TAB, key.L)
    preview = driver.app.editor.preview
    assert preview.wire is not None and preview.chosen == preview.wire.b
    ends = [preview.chosen]
    for _ in range(3):
        keys(driver, key.TAB)
        ends.append(driver.app.editor.preview.chosen)
    places = [end for end in ends if end is not None]
    assert len(places) == len(ends)
    near_to_far = [math.dist(place, (1.0, 1.0)) for place in places]
    assert near_to_far == sorted(near_to_far)
    keys(driver, (key.TAB, SHIFT), key.DOWN, key.RETURN)
    (link,) = driver.design.links
    assert (link.kind, link.a.part, link.via) == ("rope", 2, (5,))
    assert driver.commands == ["connect"]


def test_of_several_ports_one_is_chosen_first_and_escape_gives_up(drive: Open) -> None:
    driver = drive(roped())
    driver.click((2.5, 0.5))
    keys(driver, key.L)
    assert driver.app.editor.preview.wire is None and driver.app.editor.preview.chosen is not None
    left = driver.app.editor.preview.chosen
    keys(driver, key.RIGHT)
    assert driver.app.editor.preview.chosen != left
    keys(driver, key.RETURN)
    assert driver.app.editor.preview.wire is not None
    keys(driver, key.ESCAPE)
    assert driver.app.editor.gesture is None and driver.commands == []


def test_what_has_no_port_or_nowhere_to_go_says_so(drive: Open) -> None:
    driver = drive(shop())
    driver.click((2.0, 0.05))
    keys(driver, key.L)
    assert driver.said == "Floor 1 has no ports to join."
    driver = drive(replace(roped(), parts=roped().parts[:2]))
    driver.click((1.0, 1.0))
    keys(driver, key.L)
    assert driver.said == "There is no port for a rope from here. No other part has a port."


def test_panels_are_gone_through_by_keys_and_give_them_back(drive: Open) -> None:
    driver = drive(shop())
    app = driver.app
    keys(driver, key.F6)
    assert app.features.keyboard.panel == "toolbar"
    keys(driver, key.RIGHT, key.RETURN)  # the second button: a single step
    assert driver.workspace.document.session.running and driver.workspace.pacing.paused
    keys(driver, (key.F6, SHIFT), key.R)
    assert app.features.keyboard.panel == "" and not driver.workspace.document.session.running
    keys(driver, key.F6, key.F6, key.R)
    assert app.features.keyboard.panel == "palette"  # where letters do nothing
    keys(driver, key.DOWN, key.DOWN, key.DOWN, key.RETURN)  # past the folding, the search and the family's name
    assert app.editor.armed is not None and app.features.keyboard.panel == ""
    keys(driver, key.UP, key.RETURN)
    assert driver.commands[-1] == "place"
    keys(driver, key.F6)
    driver.click((1.0, 0.25))
    assert app.features.keyboard.panel == ""  # the mouse takes over


def test_arrow_keys_move_the_view_while_nothing_is_selected(drive: Open) -> None:
    driver = drive(shop())
    camera = driver.app.view.camera
    x, y = camera.x, camera.y
    keys(driver, key.RIGHT, key.UP)
    assert camera.x > x and camera.y > y
    assert driver.commands == []
