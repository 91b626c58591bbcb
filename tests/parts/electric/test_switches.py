from __future__ import annotations

import itertools

import pytest

from tests.parts.rig import Rig

# -- pull switch


def pulled_by(load: str, port: str = "", below: float = 0.4, slack: float = 0.0, **props: object) -> tuple[Rig, int]:
    """A switch with a load on a rope at its ring."""
    rig = Rig()
    switch, weight = rig.add("rope_switch", 1.0, 2.0, **props), rig.add(load, 1.0, 2.0 - below)
    rig.link("rope", switch, "ring", weight, port, slack=slack)
    return rig, switch


def told(rig: Rig) -> list[str]:
    return [event.what for event in rig.machine.events if event.what in ("pressed", "released")]


@pytest.mark.parametrize(
    ("load", "pull", "on"),
    [("soccer_ball", 5.0, False), ("petanque_boule", 5.0, True), ("petanque_boule", 7.0, False), ("crate", 30.0, True)],
)
def test_a_pull_switch_tells_a_strong_pull_from_a_weak_one(load: str, pull: float, on: bool) -> None:
    rig, switch = pulled_by(load, pull=pull)
    rig.run(1.5)
    assert bool(rig.state(switch, "on")) == on
    assert told(rig) == ["pressed"] * on


def test_a_pull_switch_bears_the_jerk_of_a_heavy_fall() -> None:
    rig, switch = pulled_by("cannon_ball", slack=0.8)
    (rope,) = rig.machine.links
    assert rig.worst_stretch(rope, 2.0) < 1.02
    assert told(rig) == ["pressed"] and rig.state(switch, "out") == 1.0


def test_its_own_weight_pulls_at_no_angle() -> None:
    rig = Rig()
    switches = [rig.add("rope_switch", 1.0 + k, 2.0, 0.8 * k, pull=0.5) for k in range(4)]
    rig.run(1.5)
    assert [rig.state(switch, "out") for switch in switches] == [0.0] * 4


@pytest.mark.parametrize(("mode", "seen"), [("toggle", [1.0, 1.0, 0.0]), ("hold", [1.0, 0.0, 1.0])])
def test_a_toggle_stays_and_a_hold_follows_the_pull(mode: str, seen: list[float]) -> None:
    """A balloon that a hand lets up and draws down."""
    rig = Rig()
    switch, balloon = rig.add("rope_switch", 1.0, 1.0, 3.14159265, mode=mode, pull=3.0), rig.add("balloon", 1.0, 2.0)
    rig.link("rope", switch, "ring", balloon, "knot")
    states = []
    for hand in (False, True, False):
        if hand:
            rig.machine.grab(balloon, 1.0, 2.0)
            rig.machine.drag(1.0, 1.7)
        else:
            rig.machine.release()
        rig.run(1.5)
        states.append(rig.state(switch, "on"))
    assert states == seen


@pytest.mark.parametrize("pull", [0.5, 5.0, 100.0])
def test_a_press_pulls_once_and_lets_go(pull: float) -> None:
    rig = Rig()
    switch = rig.add("rope_switch", 1.0, 1.0, pull=pull)
    for on in (1.0, 0.0, 1.0):
        rig.run(0.5)
        rig.machine.press(switch)
        rig.run(1.0)
        assert (rig.state(switch, "on"), rig.state(switch, "out")) == (on, 0.0)


def test_a_weight_that_a_hook_lets_fall_starts_a_belt() -> None:
    """What it is for: the fall of a weight pulls, and a belt carries a ball away."""
    rig = Rig()
    rig.floor()
    switch, hook = rig.add("rope_switch", 1.0, 2.0), rig.add("release_hook", 1.2, 2.2)
    weight = rig.add("weight", 1.2, 1.7)
    rig.link("rope", hook, "hook", weight, "ring")
    rig.link("rope", switch, "ring", weight, "ring", slack=0.4)
    belt = rig.add("conveyor", 3.0, 0.5, width=0.6, running=False)
    rig.link("wire", switch, "signal", belt, "signal")
    ball = rig.add("soccer_ball", 3.0, 0.75)
    rig.run(1.0)
    assert rig.state(belt, "on") == 0.0
    rig.machine.press(hook)
    rig.run(2.0)
    assert rig.state(belt, "on") == 1.0
    assert rig.motion(ball)[0] > 3.2


# -- pressure plate


def plate_under(*loads: tuple[str, float, float], **props: object) -> tuple[Rig, int]:
    rig = Rig()
    rig.floor()
    plate = rig.add("pressure_plate", 1.0, 0.01, **props)
    for load, x, y in loads:
        rig.add(load, x, y)
    return rig, plate


@pytest.mark.parametrize(
    ("load", "mass"),
    [("tennis_ball", 0.058), ("soccer_ball", 0.43), ("petanque_boule", 0.7), ("crate", 3.24), ("weight", 10.0)],
)
def test_a_plate_weighs_what_lies_on_it_also_asleep(load: str, mass: float) -> None:
    rig, plate = plate_under((load, 1.0, 0.4), mass=0.6)
    rig.run(4.0)
    assert rig.state(plate, "load") == pytest.approx(mass, rel=0.01)
    assert bool(rig.state(plate, "on")) == (mass > 0.6)
    assert all(body.is_sleeping for run in rig.machine.parts.values() for body in run.bodies if body.mass < 100)


def test_a_plate_weighs_a_stack_and_half_of_a_beam() -> None:
    rig, plate = plate_under(("crate", 1.0, 0.2), ("crate", 1.0, 0.5))
    rig.run(3.0)
    assert rig.state(plate, "load") == pytest.approx(2 * 3.24, rel=0.01)
    rig, plate = plate_under(mass=2.0)
    rig.add("floor", 1.85, -0.04 + 0.01, width=0.2)
    rig.add("bar", 1.4, 0.06)
    rig.run(3.0)
    assert 1.0 < rig.state(plate, "load") < 2.3, "the rest of its 3.25 kg presses on the other end"


def test_a_plate_takes_no_knock_for_a_weight() -> None:
    rig, plate = plate_under(("soccer_ball", 1.0, 1.5), mass=0.6)
    rig.run(5.0)
    assert told(rig) == [] and rig.state(plate, "on") == 0.0


@pytest.mark.parametrize("delay", [0.0, 0.5])
def test_a_plate_lets_go_when_its_load_is_taken(delay: float) -> None:
    rig, plate = plate_under(("weight", 1.0, 0.2), delay=delay)
    rig.run(2.0)
    assert rig.state(plate, "on") == 1.0
    rig.machine.remove(3)
    rig.run(delay)
    assert rig.state(plate, "on") == 1.0 or not delay
    rig.run(0.2)
    assert rig.state(plate, "on") == 0.0 and told(rig) == ["pressed", "released"]


def test_a_plate_without_gravity_weighs_nothing() -> None:
    rig = Rig(gravity_y=0.0)
    plate, _ = rig.add("pressure_plate", 1.0, 0.01), rig.add("weight", 1.0, 0.09)
    rig.run(1.0)
    assert rig.state(plate, "load") == 0.0


def test_a_penguin_walks_over_a_plate_and_a_mass_of_balls_in_a_bucket_holds_it() -> None:
    """What it is for: a penguin presses it in passing, and a bucket only with what is in it."""
    rig, plate = plate_under(mass=1.1)
    penguin = rig.add("walker", 0.4, 0.17)
    rig.run(4.0)
    assert told(rig) == ["pressed", "released"]
    assert rig.motion(penguin)[0] > 1.3

    loads = [("baseball", 0.95 + 0.1 * (k % 2), 0.5 + 0.1 * k) for k in range(4)]
    for balls in (loads[:2], loads):
        rig, plate = plate_under(("bucket", 1.0, 0.25), *balls, mass=1.1)
        fan = rig.add("fan", 3.0, 1.0, running=False)
        rig.link("wire", plate, "signal", fan, "signal")
        rig.run(3.0)
        assert bool(rig.state(fan, "on")) == (len(balls) == 4)


# -- light gate


@pytest.mark.parametrize("ball", ["table_tennis_ball", "tennis_ball", "cannon_ball"])
@pytest.mark.parametrize(("mode", "least", "most"), [("while", 2, 20), ("pulse", 24, 30)])
def test_a_gate_notices_what_falls_through(ball: str, mode: str, least: int, most: int) -> None:
    rig = Rig()
    gate, belt = rig.add("light_gate", 1.0, 1.0, mode=mode), rig.add("conveyor", 3.0, 1.0, running=False)
    rig.link("wire", gate, "signal", belt, "signal")
    rig.add(ball, 1.0, 2.0)
    on: list[float] = []
    rig.run(1.0, lambda: on.append(rig.state(belt, "on")))
    assert least <= on.count(1.0) <= most, "ticks"
    assert [rig.state(gate, name) for name in ("count", "broken", "on", "beam")] == [1.0, 0.0, 0.0, 1.0]


def test_a_gate_stays_broken_by_what_sleeps_in_it_and_not_by_what_is_fixed() -> None:
    rig = Rig()
    rig.floor()
    gates = [rig.add("light_gate", x, 0.1) for x in (1.0, 2.5)]
    rig.add("crate", 1.0, 0.2)
    rig.add("wall", 2.5, 0.5)
    rig.run(3.0)
    assert [rig.state(gate, "broken") for gate in gates] == [1.0, 0.0]
    assert [rig.state(gate, "count") for gate in gates] == [1.0, 0.0]
    rig.machine.remove(4)
    rig.run(0.1)
    assert rig.state(gates[0], "broken") == 0.0


def test_a_gate_under_a_funnel_counts_balls_one_by_one() -> None:
    """What it is for: each ball that falls through is counted, and starts a fan for a moment."""
    rig = Rig()
    rig.add("funnel", 1.0, 1.2)
    gate, fan = rig.add("light_gate", 1.0, 0.5, mode="pulse"), rig.add("fan", 3.0, 0.5, running=False)
    rig.link("wire", gate, "signal", fan, "signal")
    for k in range(3):
        rig.add("tennis_ball", 1.0, 1.5 + 0.8 * k)
    running: list[float] = []
    rig.run(3.0, lambda: running.append(rig.state(fan, "on")))
    assert rig.state(gate, "count") == 3.0
    assert sum(after > before for before, after in itertools.pairwise(running)) == 3
