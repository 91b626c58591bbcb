"""Sources: an outlet that is switched by what falls on it, a battery that runs down; and what a cable bears."""

from __future__ import annotations

import pytest

from sandbox import parts
from sandbox.design.design import Design, End, Link, PartSpec
from sandbox.errors import BadFile
from sandbox.parts.kind import loose_sag
from tests.parts.rig import Rig


def outlet_and_fan(**props: object) -> tuple[Rig, int, int]:
    rig = Rig()
    rig.floor()
    outlet, fan = rig.add("outlet", 1.0, 0.3, **props), rig.add("fan", 3.0, 1.5)
    rig.link("cable", outlet, "right", fan, "plug")
    return rig, outlet, fan


# -- outlet


@pytest.mark.parametrize(("kind", "above", "flips"), [("petanque_boule", 0.5, 1), ("table_tennis_ball", 0.5, 0)])
def test_what_falls_on_the_rocker_flips_it_once(kind: str, above: float, flips: int) -> None:
    rig, outlet, fan = outlet_and_fan(on=False)
    rig.add(kind, 1.01, 0.3 + above)
    rig.run(1.0)
    assert (rig.state(outlet, "on"), rig.state(fan, "on")) == (flips, flips)
    assert len(rig.events("switched_on")) == flips and rig.events("switched_off") == []


def test_a_knock_beside_the_rocker_does_nothing() -> None:
    rig, outlet, _ = outlet_and_fan()
    rig.add("petanque_boule", 1.09, 0.9)
    rig.run(0.5)
    assert rig.state(outlet, "on") == 1.0


def test_a_rocker_shows_which_way_it_is() -> None:
    rig, outlet, _ = outlet_and_fan()
    angles = []
    for _ in range(3):
        angles.append(rig.machine.parts[outlet].bodies[1].angle)
        rig.machine.press(outlet)
        rig.run(0.5)
    assert angles[0] == angles[2] and abs(angles[1] - angles[0]) > 0.3


def test_an_outlet_without_a_rocker_is_switched_by_its_wire_alone() -> None:
    rig, outlet, fan = outlet_and_fan(rocker=False)
    button = rig.add("button", 2.0, 0.036)
    rig.link("wire", button, "signal", outlet, "signal")
    rig.add("petanque_boule", 1.0, 0.9)
    rig.machine.press(outlet)
    rig.run(0.5)
    assert rig.state(fan, "on") == 1.0
    rig.machine.press(button)
    assert (rig.state(outlet, "on"), rig.state(fan, "on")) == (0.0, 0.0)


# -- battery


def on_battery(*loads: str, time: float = 2.0, **props: object) -> tuple[Rig, int, list[int]]:
    rig = Rig()
    battery = rig.add("battery", 1.0, 1.0, time=time)
    ids = [rig.add(load, 1.0 + k, 2.0, **props) for k, load in enumerate(loads)]
    for load in ids:
        rig.link("cable", battery, "socket", load, "plug")
    return rig, battery, ids


@pytest.mark.parametrize(("load", "seconds"), [("motor", 2.0), ("fan", 3.0), ("antigravity", 2.4)])
def test_a_battery_lasts_by_what_is_taken_of_it(load: str, seconds: float) -> None:
    rig, battery, (run,) = on_battery(load)
    rig.run(seconds - 0.05)
    assert (rig.state(run, "on"), rig.state(battery, "empty")) == (1.0, 0.0)
    rig.run(0.1)
    assert (rig.state(run, "on"), rig.state(battery, "empty"), rig.state(battery, "left")) == (0.0, 1.0, 0.0)
    assert [event.part for event in rig.events("flat")] == [battery]


def test_what_rests_takes_nothing() -> None:
    rig, battery, (fan,) = on_battery("fan", running=False)
    button = rig.add("button", 3.0, 1.0)
    rig.link("wire", button, "signal", fan, "signal")
    rig.run(5.0)
    assert rig.state(battery, "left") == 1.0
    rig.machine.press(button)
    rig.run(1.5)
    rig.machine.press(button)
    rig.run(5.0)
    assert rig.state(battery, "left") == pytest.approx(0.5, abs=0.01) and rig.state(battery, "empty") == 0.0


def test_a_battery_is_not_emptied_by_too_much() -> None:
    rig, battery, loads = on_battery("motor", "fan")
    rig.run(3.0)
    assert [rig.state(load, "on") for load in loads] == [0.0, 0.0]
    assert (rig.state(battery, "overloaded"), rig.state(battery, "left")) == (1.0, 1.0)


def test_a_battery_that_is_at_work_keeps_its_charge_at_any_step_length() -> None:
    rig, battery, _ = on_battery("motor", time=10.0)
    for _ in range(50):
        rig.machine.act(0.02)
        rig.machine.step()
        rig.machine.react()
        rig.machine.tidy()
    assert rig.state(battery, "left") == pytest.approx(0.9, abs=0.015)


# -- what they are for


def test_a_ball_that_lands_on_an_outlet_lets_a_belt_carry_a_crate() -> None:
    rig = Rig()
    rig.floor()
    outlet, belt = rig.add("outlet", 1.0, 0.3, on=False), rig.add("conveyor", 2.5, 0.5)
    rig.link("cable", outlet, "right", belt, "plug")
    crate = rig.add("crate", 2.3, 0.68)
    rig.add("petanque_boule", 1.01, 1.5)
    rig.run(0.4)
    assert rig.motion(crate)[0] == pytest.approx(2.3, abs=0.005)
    rig.run(1.0)
    assert rig.motion(crate)[0] > 2.5


def test_a_battery_lifts_a_weight_as_long_as_it_lasts() -> None:
    """A branch with an end: the slider goes on for a second, and then holds where it is."""
    rig = Rig()
    battery = rig.add("battery", 1.0, 1.0, time=1.0)
    rail = rig.add("slider", 2.0, 1.5, 1.5707963, width=2.0, begin=0.0, motor="one way", speed=0.5)
    rig.link("cable", battery, "socket", rail, "plug")
    weight = rig.add("crate", 2.0, 0.3)
    rig.link("rope", rail, "carriage", weight, "middle")
    start = rig.motion(rail)[1]
    rig.run(1.2)
    lifted = rig.motion(rail)[1] - start
    rig.run(1.0)
    assert lifted == pytest.approx(0.5, abs=0.08)
    assert rig.motion(rail)[1] - start == pytest.approx(lifted, abs=0.01)


# -- cables


def cabled(x: float, kind: str = "fan", port: str = "plug") -> Design:
    specs = (PartSpec(1, "outlet", 0.0, 1.0), PartSpec(2, kind, x, 1.0))
    return Design(parts=specs, links=(Link(3, "cable", End(1, "right"), End(2, port)),), next_id=4)


def test_a_cable_reaches_three_metres() -> None:
    assert parts.check(cabled(3.1)).links
    with pytest.raises(BadFile, match=r"a power cable reaches 3 m, and from outlet 1 to fan 2 it is 3\.08 m"):
        parts.check(cabled(3.2))


@pytest.mark.parametrize(
    ("kind", "port", "why"),
    [
        ("fan", "signal", "joins a power out and a power in port, not a power out and a signal in port"),
        (
            "battery",
            "socket",
            "joins a power out and a power in port, not a power out and a power out port",
        ),
        ("gear", "plug", "has no port 'plug'"),
    ],
)
def test_a_cable_joins_a_source_and_a_plug(kind: str, port: str, why: str) -> None:
    with pytest.raises(BadFile, match=why):
        parts.check(cabled(1.0, kind, port))


def cut_cable(source: str, port: str, **props: object) -> tuple[Rig, int, int, int]:
    """Scissors about the middle of a cable, as it hangs."""
    rig = Rig()
    give, fan = rig.add(source, 1.0, 2.0, **props), rig.add("fan", 2.6, 2.0)
    plan = [parts.blueprint(rig.design.part_by_id[id_]).port(name) for id_, name in ((give, port), (fan, "plug"))]
    (ax, ay), (bx, by) = ((x + end.x, 2.0 + end.y) for x, end in zip((1.0, 2.6), plan, strict=True) if end)
    cable = rig.link("cable", give, port, fan, "plug")
    sag = loose_sag(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    scissors = rig.add("scissors", (ax + bx) / 2 - 0.1, (ay + by) / 2 - sag)
    return rig, give, cable, scissors


def snip(rig: Rig, scissors: int) -> None:
    rig.machine.press(scissors)
    rig.run(0.7)


def test_a_blade_in_a_live_cable_blows_the_fuse_and_cuts_it_the_next_time() -> None:
    rig, outlet, cable, scissors = cut_cable("outlet", "right")
    snip(rig, scissors)
    assert rig.state(outlet, "on") == 0.0 and cable in rig.machine.links and rig.state(scissors, "cut") == 0.0
    snip(rig, scissors)
    assert cable not in rig.machine.links and rig.state(scissors, "cut") == 1.0


def test_a_dead_cable_is_cut_at_once() -> None:
    rig, _, cable, scissors = cut_cable("outlet", "right", on=False)
    snip(rig, scissors)
    assert cable not in rig.machine.links and rig.events("overloaded") == []


def test_a_blade_in_the_cable_of_a_battery_empties_it() -> None:
    rig, battery, cable, scissors = cut_cable("battery", "socket")
    snip(rig, scissors)
    assert (rig.state(battery, "empty"), rig.state(battery, "left")) == (1.0, 0.0) and cable in rig.machine.links


def test_a_wire_is_not_cut() -> None:
    rig = Rig()
    button, fan = rig.add("button", 1.0, 2.0), rig.add("fan", 2.6, 2.0)
    wire = rig.link("wire", button, "signal", fan, "signal")
    scissors = [rig.add("scissors", 1.7, 1.9 - 0.04 * k) for k in range(6)]
    for each in scissors:
        rig.machine.press(each)
    rig.run(0.5)
    assert wire in rig.machine.links
