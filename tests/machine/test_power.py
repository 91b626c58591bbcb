"""Nets of power: who runs when, who has too much on it, and what becomes of a cable that goes."""

from __future__ import annotations

import pytest

from sandbox.machine.power import POWER_DEPTH
from sandbox.parts import KINDS
from sandbox.parts.kind import Kind
from sandbox.parts.world import Running, RunningMachine
from tests.parts.rig import Rig

LOADS = {
    "motor": 60.0, "fan": 40.0, "conveyor": 40.0, "saw": 60.0, "antigravity": 50.0, "accelerator": 50.0,
    "slider": 60.0, "hinge": 60.0, "laser": 20.0, "burner": 10.0, "lamp": 10.0,
}  # fmt: skip
THAT_RUN = {"slider": {"motor": "one way"}, "hinge": {"motor": True}, "burner": {"running": True}, "lamp": {"on": True}}


def plugged(*loads: str, watts: float = 120.0) -> tuple[Rig, int, list[int]]:
    """An outlet with loads side by side, each on a cable of its own."""
    rig = Rig()
    source = rig.add("outlet", 1.0, 1.0, watts=watts)
    ids = [rig.add(load, 0.5 + 1.0 * k, 2.0, **THAT_RUN.get(load, {})) for k, load in enumerate(loads)]
    for load in ids:
        rig.link("cable", source, "left", load, "plug")
    return rig, source, ids


def run_now(rig: Rig, loads: list[int]) -> list[bool]:
    return [bool(rig.state(load, "on")) for load in loads]


@pytest.mark.parametrize("load", LOADS)
def test_what_is_plugged_in_runs_only_with_power(load: str) -> None:
    rig, outlet, loads = plugged(load)
    seen = [*run_now(rig, loads)]
    for _ in range(2):
        rig.machine.press(outlet)
        seen += run_now(rig, loads)
        rig.run(0.5)
    assert seen == [True, False, True]


@pytest.mark.parametrize("load", LOADS)
def test_what_has_no_cable_needs_no_power(load: str) -> None:
    rig = Rig()
    rig.add("outlet", 1.0, 1.0, on=False)
    lone = rig.add(load, 2.0, 2.0, **THAT_RUN.get(load, {}))
    assert rig.state(lone, "on") == 1.0


@pytest.mark.parametrize(("spare", "runs"), [(0.0, True), (-5.0, False)])
@pytest.mark.parametrize("load", LOADS)
def test_each_load_asks_for_its_rating(load: str, spare: float, runs: bool) -> None:
    rig, outlet, loads = plugged(load, watts=LOADS[load] + spare)
    assert run_now(rig, loads) == [runs]
    assert rig.state(outlet, "overloaded") == float(not runs)


def test_these_are_all_that_have_plugs_and_switches() -> None:
    rated = {name: kind.watts for name, kind in KINDS.items() if kind.watts and "signals" in kind.states}
    assert {name: rated[name] for name in LOADS} == LOADS
    for name in rated:
        assert any(port.type == "power in" for port in KINDS[name].blueprint(KINDS[name].values({})).ports)


def test_too_much_on_one_source_and_nobody_runs() -> None:
    rig, outlet, loads = plugged("motor", "motor", "fan")
    assert run_now(rig, loads) == [False] * 3 and rig.state(outlet, "overloaded") == 1.0
    assert [event.part for event in rig.events("overloaded")] == [outlet]


def test_a_wire_switches_a_load_over_and_needs_power_all_the_same() -> None:
    rig = Rig()
    outlet, button = rig.add("outlet", 1.0, 1.0), rig.add("button", 2.0, 1.0)
    fan = rig.add("fan", 2.0, 2.0, running=False)
    rig.link("cable", outlet, "left", fan, "plug")
    rig.link("wire", button, "signal", fan, "signal")
    seen = run_now(rig, [fan])
    for part in (button, outlet, button, outlet, button):
        rig.machine.press(part)
        seen += run_now(rig, [fan])
        rig.run(0.4)
    assert seen == [False, True, False, False, False, True]


def test_an_arm_without_a_motor_asks_for_nothing() -> None:
    rig = Rig()
    outlet = rig.add("outlet", 1.0, 1.0, watts=10.0)
    arm, rail = rig.add("hinge", 1.0, 2.0), rig.add("slider", 2.0, 2.0)
    for load in (arm, rail):
        rig.link("cable", outlet, "left", load, "plug")
    rig.run(0.5)
    assert run_now(rig, [arm, rail]) == [False, False] and rig.state(outlet, "overloaded") == 0.0


def test_two_sources_on_one_load_give_together() -> None:
    rig = Rig()
    sources = [rig.add("outlet", 1.0 + k, 1.0, watts=30.0) for k in range(2)]
    loads = [rig.add("motor", 1.5, 2.0)]
    for source in sources:
        rig.link("cable", source, "right", loads[0], "plug")
    assert run_now(rig, loads) == [True]
    rig.machine.press(sources[1])
    assert run_now(rig, loads) == [False]
    assert [rig.state(source, "overloaded") for source in sources] == [1.0, 0.0]


def test_a_load_that_leaves_relieves_the_others() -> None:
    rig, outlet, (fan, *motors) = plugged("fan", "motor", "motor")
    assert run_now(rig, motors) == [False, False]
    rig.machine.remove(fan)
    rig.run(0.1)
    assert run_now(rig, motors) == [True, True] and rig.state(outlet, "overloaded") == 0.0


def test_a_load_whose_cable_is_gone_stands_still() -> None:
    """It was built with a cable: without power it does not go back to running by itself."""
    rig, outlet, loads = plugged("fan", "motor")
    (cable, _) = rig.machine.links
    rig.machine.remove(cable)
    rig.run(0.1)
    assert run_now(rig, loads) == [False, True]
    rig.machine.press(outlet)
    rig.machine.press(outlet)
    rig.run(0.1)
    assert run_now(rig, loads)[0] is False


def test_a_source_that_leaves_takes_its_power_along() -> None:
    rig, outlet, loads = plugged("fan")
    rig.machine.remove(outlet)
    rig.run(0.1)
    assert run_now(rig, loads) == [False]


def test_a_flame_that_goes_out_at_start_leaves_power_to_wait_for_all_parts() -> None:
    """The burner starts first and takes its flame back, while the motor is not there to be given power."""
    rig = Rig()
    outlet, burner = rig.add("outlet", 1.0, 1.0), rig.add("burner", 3.0, 2.0)
    motor = rig.add("motor", 2.0, 2.0)
    rig.link("cable", outlet, "left", motor, "plug")
    assert rig.state(burner, "lit") == 0.0 and rig.state(motor, "on") == 1.0


def test_a_load_that_switches_its_own_source_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power that takes itself away and brings itself back: the round is cut short, and the run goes on."""
    rig, outlet, _ = plugged("fan")
    calls: list[bool] = []

    def powered(self: Kind, run: Running, on: bool, machine: RunningMachine) -> None:
        calls.append(on)
        source = machine.parts[outlet]
        source["on"] = float(not on)
        machine.repower(source)

    monkeypatch.setattr(type(KINDS["fan"]), "powered", powered)
    rig.machine.press(outlet)
    assert 1 < len(calls) <= POWER_DEPTH and calls[:2] == [True, False]
    rig.run(0.1)


def test_only_a_change_asks_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    rig, outlet, _ = plugged("fan", "motor")
    asked: list[int] = []
    gives = type(KINDS["outlet"]).gives

    def count(self: Kind, run: Running, machine: RunningMachine) -> float:
        asked.append(run.id)
        return gives(self, run, machine)

    rig.run(0.1)
    monkeypatch.setattr(type(KINDS["outlet"]), "gives", count)
    rig.run(1.0)
    assert asked == []
    rig.machine.press(outlet)
    assert asked == [outlet]
