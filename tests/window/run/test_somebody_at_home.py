"""Somebody at home looks on, minds how a run goes, and can be sent away; the run never knows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from pyglet.window import key

from sandbox.commands.commands import Press
from sandbox.design.design import Beyond, Design, Goal, PartSpec
from sandbox.levels import levels
from sandbox.render.marks.resident_marks import place
from tests.contraptions import Builder
from tests.window.driver import Driver, Open, data, drive

__all__ = ["data", "drive"]

LOW, LOST = Goal("The crate is low", Beyond(2, "y", "less", 0.4)), Goal("The crate is low", Beyond(2, "y", "less", 0.5))


def falls(goals: tuple[Goal, ...] = (), fails: tuple[Goal, ...] = ()) -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("crate", 2.0, 1.0)
    return replace(b.design(), goals=goals, fails=fails, scene="rink")


def mood(driver: Driver) -> str:
    return driver.app.features.home.mood


def test_a_win_is_cheered_and_a_loss_is_regretted(drive: Open) -> None:
    for design, ends_in in ((falls((LOW,)), "cheering"), (falls((LOW,), (LOST,)), "sad")):
        driver = drive(design)
        assert mood(driver) == "looking"
        driver.key(key.SPACE)
        driver.seconds(1.5)
        assert mood(driver) == ends_in
        driver.key(key.R)
        driver.frames()
        assert mood(driver) == "looking"


def test_a_bang_startles_for_a_moment(drive: Open) -> None:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("balloon", 1.0, 1.0)
    b.part("dynamite", 1.0, 0.3, fuse=0.2)
    driver = drive(b.design())
    driver.key(key.SPACE)
    driver.seconds(0.1)
    assert driver.workspace.gate.do(Press(3))
    moods = []
    for _ in range(30):
        driver.seconds(0.1)
        moods.append(mood(driver))
    assert "startled" in moods and moods[-1] == "looking"


def test_its_eyes_follow_the_fastest_thing_and_otherwise_the_pointer(drive: Open) -> None:
    driver = drive(falls((LOW,)))
    home = driver.app.features.home
    driver.point((1.0, 1.0))
    assert home._gaze() is not None and abs(home._gaze()[0] - 1.0) < 0.02
    driver.key(key.SPACE)
    driver.seconds(0.3)
    gaze = home._gaze()
    assert gaze is not None and abs(gaze[0] - 2.0) < 0.01 and 0.2 < gaze[1] < 1.0


def test_pointed_at_it_is_introduced_and_a_key_sends_it_away(drive: Open) -> None:
    driver = drive(falls())
    view = driver.app.features.home.shell.view
    driver.point(place(view.camera, view.scale))
    assert driver.app.features.home._introduced().startswith("Pip, the penguin, wants")
    driver.key(key.R, key.MOD_ALT)
    driver.frames()
    assert view.company is None and driver.app.features.home._introduced() == ""
    assert driver.workspace.settings.now.resident is False
    driver.key(key.R, key.MOD_ALT)
    driver.frames()
    assert view.company is not None


def test_it_makes_room_for_what_is_put_where_it_stands(drive: Open) -> None:
    driver = drive(replace(falls(), stock={"crate": 2}))
    view = driver.app.features.home.shell.view
    home = place(view.camera, view.scale)
    driver.click("part.crate")
    driver.point((2.0, 1.8))
    assert view.company is not None, "far away nothing is in its way"
    driver.point(home)
    assert view.company is None
    driver.key(key.ESCAPE)
    driver.frames()
    assert view.company is not None


def test_it_stands_where_it_hides_nothing_of_the_machine(drive: Open) -> None:
    design = falls()
    chest = PartSpec(3, "toy_chest", 0.3, 0.2)
    driver = drive(replace(design, parts=(*design.parts, chest), next_id=4))
    home = driver.app.features.home
    view = home.shell.view
    assert home._at_right
    driver.point(place(view.camera, view.scale, home._foot, at_right=True))
    assert home._introduced().startswith("Pip, the penguin, wants")
    both = (*design.parts, chest, replace(chest, id=4, x=3.7))
    levels.write(driver.workspace.data / "both.toml", replace(design, parts=both, next_id=5))
    assert driver.workspace.files.open(driver.workspace.data / "both.toml")
    driver.frames(3)
    assert not home._at_right, "in its usual corner where neither is free"


def test_it_stands_above_what_covers_the_lower_edge(drive: Open) -> None:
    driver = drive(falls())
    home = driver.app.features.home
    before = home._foot
    driver.app.hooks.foot = (*driver.app.hooks.foot, lambda: 50.0)
    assert home._foot == before + 50.0
    view = home.shell.view
    low, high = (place(view.camera, view.scale, foot) for foot in (before, home._foot))
    assert high[1] - low[1] == pytest.approx(50.0 * view.camera.pixel)


def test_the_run_is_the_same_with_and_without_it(drive: Open) -> None:
    digests = []
    for shown in (True, False):
        driver = drive(falls((LOW,)))
        driver.workspace.settings.remember(resident=shown)
        driver.key(key.SPACE)
        driver.seconds(1.0)
        machine = driver.workspace.document.session.machine
        assert machine is not None
        digests.append((machine.ticks, machine.digest()))
    assert digests[0] == digests[1]
