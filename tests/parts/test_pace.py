"""Some parts look rarely: they do about what they would if they looked on each tick, in fewer calls."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandbox.machine.machine import Machine
from sandbox.parts import KINDS
from sandbox.parts.launchers import launchers
from sandbox.parts.pace import ticks_of, turn
from sandbox.parts.world import Running, RunningMachine
from tests.parts.rig import Rig


def with_floor() -> Rig:
    rig = Rig()
    rig.floor()
    return rig


def place_of(rig: Rig, id_: int) -> tuple[float, float]:
    x, y = rig.machine.parts[id_].place
    return x, y


def on_a_pad() -> tuple[float, float]:
    rig = with_floor()
    rig.add("antigravity", 2.0, 0.5, gravity="none")
    ball = rig.add("tennis_ball", 2.0, 0.6)
    rig.run(1.0)
    return place_of(rig, ball)


def penguin() -> tuple[float, float]:
    rig = with_floor()
    id_ = rig.add("classic_walker", 1.0, 0.14)
    rig.run(3.0)
    return place_of(rig, id_)


def butterfly() -> tuple[float, float]:
    rig = with_floor()
    id_ = rig.add("butterfly", 1.0, 0.8)
    rig.add("flower", 3.0, 0.3)
    rig.run(2.0)
    return place_of(rig, id_)


def rocket() -> tuple[float, float]:
    rig = with_floor()
    id_ = rig.add("rocket_bottle", 2.0, 0.25)
    rig.machine.press(id_)
    rig.run(1.2)
    return place_of(rig, id_)


def cola() -> tuple[float, float]:
    rig = with_floor()
    id_ = rig.add("cola_bottle", 2.0, 0.25)
    rig.machine.press(id_)
    rig.run(1.5)
    return place_of(rig, id_)


@pytest.mark.parametrize(
    ("kind", "run"),
    [
        ("antigravity", on_a_pad),
        ("classic_walker", penguin),
        ("butterfly", butterfly),
        ("rocket_bottle", rocket),
        ("cola_bottle", cola),
    ],
)
def test_it_gets_about_where_it_would_if_it_looked_on_each_tick(
    kind: str, run: Callable[[], tuple[float, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    rarely = run()
    assert KINDS[kind].act_interval >= 1 / 120
    monkeypatch.setattr(type(KINDS[kind]), "act_interval", 0.0)
    assert rarely == pytest.approx(run(), abs=0.07)


def test_a_pad_that_is_switched_off_lets_go_of_what_it_held() -> None:
    rig = with_floor()
    button, pad = rig.add("button", 0.5, 0.1), rig.add("antigravity", 2.0, 0.5, gravity="none")
    ball = rig.add("tennis_ball", 2.0, 0.6)
    rig.link("wire", button, "signal", pad, "signal")
    rig.run(0.5)
    assert place_of(rig, ball)[1] == pytest.approx(0.6, abs=0.01)
    rig.machine.press(button)
    rig.run(0.5)
    assert place_of(rig, ball)[1] < 0.5 and not rig.machine.parts[pad].joints


def test_the_bars_of_a_glove_are_drawn_rarely_and_its_thrust_is_the_same_to_the_bit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def thrust() -> tuple[list[float], list[float]]:
        rig = with_floor()
        glove = rig.add("boxing_glove", 1.0, 0.2)
        rig.add("tennis_ball", 1.4, 0.2)
        rig.machine.parts[glove].kind.signal(rig.machine.parts[glove], True, rig.machine)
        rams, bars = [], []

        def note() -> None:
            _, ram, bar, *_ = rig.machine.parts[glove].bodies
            rams.append(ram.position.x)
            bars.append(bar.position.x)

        rig.run(2.0, note)
        return rams, bars

    def on_each_tick(run: Running, machine: RunningMachine, seconds: float) -> float:
        return machine.dt

    rams, bars = thrust()
    monkeypatch.setattr(launchers, "turn", on_each_tick)
    always_rams, always_bars = thrust()
    assert rams == always_rams
    assert bars[-1] == always_bars[-1], "at home"
    assert len(set(bars)) < len(set(always_bars)) / 4


def test_fragments_of_classic_dynamite_are_gone_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone_after() -> float:
        rig = with_floor()
        id_ = rig.add("classic_dynamite", 2.0, 3.0)
        rig.machine.press(id_)
        while id_ in rig.machine.parts:
            rig.run(1 / 60)
        return rig.machine.seconds

    rarely = gone_after()
    monkeypatch.setattr(type(KINDS["classic_dynamite"]), "act_interval", 0.0)
    assert rarely == pytest.approx(gone_after(), abs=0.15)


def test_a_turn_comes_as_often_as_it_counts_for() -> None:
    rig = with_floor()
    rig.add("crate", 2.0, 1.0)
    machine, counted = rig.machine, []
    for _ in range(240):
        counted.append(turn(machine.parts[2], machine, 1 / 30))
        machine.act()
        machine.step()
    assert sum(counted) == pytest.approx(1.0)
    assert [index % 8 for index, lapse in enumerate(counted) if lapse] == [2] * 30


def test_in_steps_of_any_length_each_step_is_a_turn() -> None:
    rig = with_floor()
    rig.add("crate", 2.0, 1.0)
    machine: Machine = rig.machine
    machine.act(0.01)
    machine.step()
    assert turn(machine.parts[2], machine, 1 / 30) == 0.01


def test_looks_are_a_power_of_two_of_ticks_apart() -> None:
    assert [ticks_of(seconds, 240) for seconds in (0.0, 1 / 120, 1 / 60, 1 / 30)] == [1, 2, 4, 8]
