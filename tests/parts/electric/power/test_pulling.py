"""What pulls from afar: an electromagnet takes steel and lets it go, a vacuum cleaner swallows what is light."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def with_power(kind: str, x: float, y: float, on: bool = True, **props: object) -> tuple[Rig, int, int]:
    """A puller above a floor, on an outlet beside it."""
    rig = Rig()
    rig.floor()
    outlet, puller = rig.add("outlet", 0.5, 1.5, on=on), rig.add(kind, x, y, **props)
    rig.link("cable", outlet, "right", puller, "plug")
    return rig, outlet, puller


# -- electromagnet


@pytest.mark.parametrize(
    ("load", "radius", "held"),
    [("petanque_boule", 0.0375, 1.0), ("bomb", 0.09, 1.0), ("cannon_ball", 0.0705, 0.0), ("bowling_ball", 0.108, 0.0)],
)
def test_it_pulls_steel_up_if_it_is_not_too_heavy(load: str, radius: float, held: float) -> None:
    rig, _, magnet = with_power("electromagnet", 2.0, 0.45)
    thing = rig.add(load, 2.0, radius)
    rig.run(2.0)
    assert rig.state(magnet, "holding") == held
    assert rig.motion(thing)[1] == pytest.approx(0.35 - radius if held else radius, abs=0.015)


def test_it_holds_what_touches_it_until_its_power_goes() -> None:
    rig, outlet, magnet = with_power("electromagnet", 2.0, 1.0)
    weight = rig.add("weight", 2.0, 0.78)
    rig.run(3.0)
    assert rig.state(magnet, "holding") == 1.0 and rig.motion(weight)[1] > 0.75
    assert rig.machine.parts[weight].bodies[0].is_sleeping, "it costs nothing then"
    rig.machine.press(outlet)
    rig.run(1.0)
    assert rig.state(magnet, "holding") == 0.0 and rig.motion(weight)[1] < 0.1
    told = [event.what for event in rig.machine.events]
    assert [what for what in told if what in ("gripped", "dropped")] == ["gripped", "dropped"]


@pytest.mark.parametrize(("force", "held"), [(130.0, 1.0), (90.0, 0.0)])
def test_a_weight_of_ten_kilograms_asks_for_a_hundred_newtons(force: float, held: float) -> None:
    rig, _, magnet = with_power("electromagnet", 2.0, 1.0, force=force)
    rig.add("weight", 2.0, 0.78)
    rig.run(2.0)
    assert rig.state(magnet, "holding") == held


@pytest.mark.parametrize("cable", [False, True])
def test_without_power_it_pulls_nothing(cable: bool) -> None:
    rig = Rig()
    rig.floor()
    outlet, magnet = rig.add("outlet", 0.5, 1.5, on=False), rig.add("electromagnet", 2.0, 0.3)
    if cable:
        rig.link("cable", outlet, "right", magnet, "plug")
    boule = rig.add("petanque_boule", 2.0, 0.0375)
    rig.run(1.0)
    assert (rig.state(magnet, "on"), rig.state(magnet, "busy")) == (0.0, 0.0)
    assert rig.motion(boule)[1] < 0.04


def test_what_leaves_the_machine_is_not_held_any_more() -> None:
    rig, _, magnet = with_power("electromagnet", 2.0, 0.45)
    boule = rig.add("petanque_boule", 2.0, 0.0375)
    rig.run(1.0)
    assert rig.state(magnet, "holding") == 1.0
    rig.machine.remove(boule)
    rig.run(0.5)
    assert rig.state(magnet, "holding") == 0.0


def test_a_crane_carries_a_ball_along_and_drops_it_at_a_button() -> None:
    """What it is for: a magnet on a rope below a slider, power, and a wire that lets go."""
    rig = Rig()
    rig.floor()
    outlet, button = rig.add("outlet", 2.0, 2.2), rig.add("button", 0.5, 1.0)
    rail = rig.add("slider", 2.0, 1.8, width=2.4, begin=10.0, motor="one way", speed=0.4)
    magnet = rig.add("electromagnet", 1.2, 0.6, loose=True)
    rig.link("rope", rail, "bottom", magnet, "ring")
    rig.link("cable", outlet, "left", magnet, "plug")
    rig.link("wire", button, "signal", magnet, "signal")
    boule = rig.add("petanque_boule", 1.2, 0.28)
    rig.run(4.0)
    assert rig.state(magnet, "holding") == 1.0 and rig.motion(boule)[0] > 2.4 and rig.motion(boule)[1] > 0.3
    rig.machine.press(button)
    rig.run(1.0)
    assert rig.state(magnet, "holding") == 0.0 and rig.motion(boule)[1] < 0.05


# -- vacuum cleaner


@pytest.mark.parametrize(
    ("load", "radius", "swallowed"),
    [
        ("tennis_ball", 0.0335, 1.0),
        ("table_tennis_ball", 0.02, 1.0),
        ("petanque_boule", 0.0375, 1.0),
        ("soccer_ball", 0.11, 0.0),  # too big
        ("weight", 0.09, 0.0),  # too heavy
    ],
)
def test_it_swallows_what_is_light_and_fits(load: str, radius: float, swallowed: float) -> None:
    rig, _, vacuum = with_power("vacuum", 1.0, 0.148)
    thing = rig.add(load, 1.7, radius)
    rig.run(3.0)
    assert rig.state(vacuum, "swallowed") == swallowed
    assert (thing in rig.machine.parts) != bool(swallowed)


def test_it_swallows_the_grains_of_a_hopper_and_not_the_hopper() -> None:
    rig, _, vacuum = with_power("vacuum", 1.0, 0.148)
    hopper = rig.add("sand_hopper", 1.55, 0.5, number=5, open=True)
    rig.run(3.0)
    assert rig.state(vacuum, "swallowed") == 5.0
    assert hopper in rig.machine.parts and rig.state(hopper, "left") == 0.0


def test_what_is_too_big_hangs_at_its_mouth() -> None:
    rig, outlet, _ = with_power("vacuum", 1.0, 0.6)
    ball = rig.add("volleyball", 1.33, 0.6)
    rig.run(2.0)
    assert rig.motion(ball)[1] > 0.5
    rig.machine.press(outlet)
    rig.run(1.0)
    assert rig.motion(ball)[1] < 0.4


@pytest.mark.parametrize(("x", "flip"), [(1.7, True), (2.4, False)])
def test_it_leaves_alone_what_is_behind_it_and_what_is_far(x: float, flip: bool) -> None:
    rig = Rig()
    rig.floor()
    outlet, vacuum = rig.add("outlet", 0.5, 1.5), rig.add("vacuum", 1.0, 0.148, 0.0, flip)
    rig.link("cable", outlet, "right", vacuum, "plug")
    ball = rig.add("tennis_ball", x, 0.0335)
    rig.run(1.5)
    assert rig.motion(ball)[0] == pytest.approx(x, abs=0.01) and rig.state(vacuum, "swallowed") == 0.0


def test_it_sucks_in_nothing_once_its_battery_is_empty() -> None:
    """What it is for: a race of a ball against a battery, which a button begins."""
    rig = Rig()
    rig.floor()
    battery, vacuum = rig.add("battery", 0.5, 1.5, time=0.5), rig.add("vacuum", 1.0, 0.148, running=False)
    button = rig.add("button", 3.0, 0.036)
    rig.link("cable", battery, "socket", vacuum, "plug")
    rig.link("wire", button, "signal", vacuum, "signal")
    near = rig.add("tennis_ball", 1.5, 0.0335)
    rig.run(0.5)
    assert near in rig.machine.parts
    rig.machine.press(button)
    rig.run(1.0)
    assert near not in rig.machine.parts and rig.state(battery, "empty") == 1.0 and rig.state(vacuum, "on") == 0.0


def test_a_puller_with_nothing_in_its_field_looks_at_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rig, _, _ = with_power("vacuum", 1.0, 1.0)
    rig.add("tennis_ball", 3.0, 0.0335)
    rig.run(0.2)
    looks: list[int] = []
    monkeypatch.setattr("sandbox.parts.electric.power.pulling.bodies_in", lambda *_: looks.append(1) or [])
    rig.run(1.0)
    assert looks == []
