"""The gas burner, and what is put over a flame: the kettle and the ice."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig

# -- burner


def test_a_wire_switches_it_over() -> None:
    rig = Rig()
    burners = [rig.add("burner", x, 0.1, running=running) for x, running in ((1.0, False), (2.0, True))]
    button = rig.add("button", 3.0, 0.1)
    for burner in burners:
        rig.link("wire", button, "signal", burner, "signal")
    rig.run(0.1)
    assert [rig.state(burner, "lit") for burner in burners] == [0.0, 1.0]
    rig.machine.press(button)
    rig.run(0.1)
    assert [rig.state(burner, "lit") for burner in burners] == [1.0, 0.0]


@pytest.mark.parametrize("on", [True, False])
def test_plugged_in_it_burns_only_with_power(on: bool) -> None:
    rig = Rig()
    outlet, burner = rig.add("outlet", 1.0, 0.5, on=on), rig.add("burner", 1.5, 0.5, running=True)
    rig.link("cable", outlet, "left", burner, "plug")
    rig.run(0.2)
    assert rig.state(burner, "lit") == on
    assert (rig.machine.parts[burner].bodies[1].space is not None) == on, "no flame without heat"
    rig.machine.press(outlet)
    rig.run(0.2)
    assert rig.state(burner, "lit") != on


def test_no_wind_blows_it_out_and_no_flame_lights_it_while_it_is_off() -> None:
    rig = Rig()
    rig.add("fan", 0.3, 0.2)
    on, off = rig.add("burner", 1.0, 0.1, running=True), rig.add("burner", 1.0, 0.3)
    rig.run(1.0)
    assert (rig.state(on, "lit"), rig.state(off, "lit")) == (1.0, 0.0)


# -- kettle


def kettle_over_a_flame(lit: bool = True) -> tuple[Rig, int, int]:
    rig = Rig()
    return rig, rig.add("candle", 1.0, 0.1, lit=lit), rig.add("kettle", 1.0, 0.33)


def test_it_boils_after_its_time_and_goes_on_for_a_while() -> None:
    rig, candle, kettle = kettle_over_a_flame()
    rig.run(2.4)
    assert rig.state(kettle, "boiling") == 0.0
    rig.run(0.3)
    assert rig.state(kettle, "boiling") == 1.0
    rig.machine.parts[candle].kind.quenched(rig.machine.parts[candle], rig.machine)
    rig.run(2.8)
    assert rig.state(kettle, "boiling") == 1.0
    rig.run(0.4)
    assert rig.state(kettle, "boiling") == 0.0 and not rig.machine.alarms


def test_it_stays_cold_without_a_flame_and_begins_anew_after_a_pause() -> None:
    rig, _, kettle = kettle_over_a_flame(lit=False)
    rig.run(4.0)
    assert rig.state(kettle, "boiling") == 0.0
    rig, candle, kettle = kettle_over_a_flame()
    rig.run(2.0)
    run = rig.machine.parts[candle]
    run.kind.quenched(run, rig.machine)
    rig.machine.press(candle)
    rig.run(1.5)
    assert rig.state(kettle, "boiling") == 0.0
    rig.run(1.5)
    assert rig.state(kettle, "boiling") == 1.0


@pytest.mark.parametrize("boiling", [False, True])
def test_a_flame_that_is_taken_away_heats_no_more(boiling: bool) -> None:
    rig, candle, kettle = kettle_over_a_flame()
    rig.run(3.0 if boiling else 1.0)
    rig.machine.remove(candle)
    rig.run(3.5)
    assert rig.state(kettle, "boiling") == 0.0 and not rig.machine.alarms


@pytest.mark.parametrize("flip", [False, True])
def test_its_steam_turns_a_windmill_and_blows_a_candle_out(flip: bool) -> None:
    """What it is for: fire becomes wind, and that puts another fire out and turns a shaft."""
    side = -1.0 if flip else 1.0
    rig = Rig()
    burner, kettle = rig.add("burner", 2.0, 0.1), rig.add("kettle", 2.0, 0.3, flip=flip)
    candle = rig.add("candle", 2.0 + side * 0.35, 0.22, lit=True)
    mill = rig.add("windmill", 2.0 + side * 0.85, 0.3)
    button = rig.add("button", 3.5, 0.1)
    rig.link("wire", button, "signal", burner, "signal")
    rig.run(3.0)
    assert (rig.state(candle, "lit"), rig.state(mill, "turning")) == (1.0, 0.0)
    rig.machine.press(button)
    rig.run(4.0)
    assert (rig.state(kettle, "boiling"), rig.state(candle, "lit"), rig.state(mill, "turning")) == (1.0, 0.0, 1.0)


# -- ice


def test_it_melts_in_its_time_and_what_stands_on_it_sinks() -> None:
    rig = Rig()
    rig.add("burner", 1.0, 0.1, running=True)
    ice, crate = rig.add("ice_block", 1.0, 0.33), rig.add("crate", 1.0, 0.57)
    for x in (0.75, 1.25):
        rig.add("wall", x, 0.4, height=0.8)
    rig.run(3.2)
    assert rig.state(ice, "melted") == pytest.approx(0.5)
    assert rig.motion(crate)[1] == pytest.approx(0.48, abs=0.01)
    rig.run(3.2)
    assert ice not in rig.machine.parts and rig.state(ice, "melted") == 1.0
    assert rig.motion(crate)[1] < 0.35


def test_without_a_flame_it_stays() -> None:
    rig = Rig()
    ice = rig.add("ice_block", 1.0, 0.3)
    rig.run(8.0)
    assert rig.state(ice, "melted") == 0.0 and not rig.machine.alarms


@pytest.mark.parametrize(("floor", "slides"), [("ice_block", True), ("fixed_block", False)])
def test_a_crate_slides_off_it_at_a_lean_at_which_it_stands_on_stone(floor: str, slides: bool) -> None:
    rig = Rig()
    rig.add(floor, 1.0, 0.5, 0.1, width=2.0, height=0.12)
    crate = rig.add("crate", 1.5, 0.768, 0.1)
    rig.run(1.5)
    assert (rig.motion(crate)[0] < 1.0) == slides


def test_ice_that_melts_lets_a_ball_down_onto_a_plate() -> None:
    """What it is for: a floor that gives way a while after a switch has lit a fire under it."""
    rig = Rig()
    burner, plate = rig.add("burner", 0.8, 0.5), rig.add("pressure_plate", 1.2, 0.2)
    ice, ball = rig.add("ice_block", 1.0, 0.73, width=0.6), rig.add("bowling_ball", 1.2, 0.929)
    button = rig.add("button", 3.0, 0.5)
    rig.link("wire", button, "signal", burner, "signal")
    rig.run(2.0)
    assert rig.motion(ball)[1] == pytest.approx(0.928, abs=0.005)
    rig.machine.press(button)
    rig.run(5.0)
    assert ice in rig.machine.parts and rig.state(plate, "on") == 0.0
    rig.run(3.0)
    assert ice not in rig.machine.parts and rig.state(plate, "on") == 1.0
