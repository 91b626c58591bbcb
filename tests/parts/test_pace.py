"""By today's rules some parts look less often: they do about what they did by old ones, in fewer calls."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from sandbox.machine.machine import Machine
from sandbox.parts import KINDS
from sandbox.parts.pace import RARER_SINCE, act_interval, ticks_of, turn
from tests.parts.rig import Rig

OLD, NEW = RARER_SINCE - 1, RARER_SINCE


def by_rules(rules: int) -> Rig:
    rig = Rig()
    rig.design = msgspec.structs.replace(rig.design, rules=rules)
    rig.floor()
    return rig


def place_of(rig: Rig, id_: int) -> tuple[float, float]:
    x, y = rig.machine.parts[id_].place
    return x, y


def on_a_pad(rules: int) -> tuple[float, float]:
    rig = by_rules(rules)
    rig.add("antigravity", 2.0, 0.5, gravity="none")
    ball = rig.add("tennis_ball", 2.0, 0.6)
    rig.run(1.0)
    return place_of(rig, ball)


def penguin(rules: int) -> tuple[float, float]:
    rig = by_rules(rules)
    id_ = rig.add("classic_walker", 1.0, 0.14)
    rig.run(3.0)
    return place_of(rig, id_)


def butterfly(rules: int) -> tuple[float, float]:
    rig = by_rules(rules)
    id_ = rig.add("butterfly", 1.0, 0.8)
    rig.add("flower", 3.0, 0.3)
    rig.run(2.0)
    return place_of(rig, id_)


def rocket(rules: int) -> tuple[float, float]:
    rig = by_rules(rules)
    id_ = rig.add("rocket_bottle", 2.0, 0.25)
    rig.machine.press(id_)
    rig.run(1.2)
    return place_of(rig, id_)


def cola(rules: int) -> tuple[float, float]:
    rig = by_rules(rules)
    id_ = rig.add("cola_bottle", 2.0, 0.25)
    rig.machine.press(id_)
    rig.run(1.5)
    return place_of(rig, id_)


@pytest.mark.parametrize("run", [on_a_pad, penguin, butterfly, rocket, cola])
def test_it_gets_about_where_it_got_by_the_old_rules(run: Callable[[int], tuple[float, float]]) -> None:
    assert run(NEW) == pytest.approx(run(OLD), abs=0.06)


def test_a_pad_that_is_switched_off_lets_go_of_what_it_held() -> None:
    rig = by_rules(NEW)
    button, pad = rig.add("button", 0.5, 0.1), rig.add("antigravity", 2.0, 0.5, gravity="none")
    ball = rig.add("tennis_ball", 2.0, 0.6)
    rig.link("wire", button, "signal", pad, "signal")
    rig.run(0.5)
    assert place_of(rig, ball)[1] == pytest.approx(0.6, abs=0.01)
    rig.machine.press(button)
    rig.run(0.5)
    assert place_of(rig, ball)[1] < 0.5 and not rig.machine.parts[pad].joints


def test_a_glove_thrusts_to_the_bit_as_by_the_old_rules_only_its_bars_are_drawn_less_often() -> None:
    def thrust(rules: int) -> tuple[list[float], list[float]]:
        rig = by_rules(rules)
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

    (old_rams, old_bars), (new_rams, new_bars) = thrust(OLD), thrust(NEW)
    assert new_rams == old_rams
    assert new_bars[-1] == old_bars[-1], "at home"
    assert len(set(new_bars)) < len(set(old_bars)) / 4


def test_fragments_of_classic_dynamite_are_gone_at_the_same_time() -> None:
    def gone_after(rules: int) -> float:
        rig = by_rules(rules)
        id_ = rig.add("classic_dynamite", 2.0, 3.0)
        rig.machine.press(id_)
        while id_ in rig.machine.parts:
            rig.run(1 / 60)
        return rig.machine.seconds

    assert gone_after(NEW) == pytest.approx(gone_after(OLD), abs=0.15)


def test_a_turn_comes_as_often_as_it_counts_for_and_by_old_rules_on_each_tick() -> None:
    def turns(rules: int) -> list[float]:
        rig = by_rules(rules)
        rig.add("crate", 2.0, 1.0)
        machine, counted = rig.machine, []
        for _ in range(240):
            counted.append(turn(machine.parts[2], machine, 1 / 30))
            machine.act()
            machine.step()
        return counted

    assert turns(OLD) == [1 / 240] * 240
    new = turns(NEW)
    assert sum(new) == pytest.approx(1.0) and [index % 8 for index, lapse in enumerate(new) if lapse] == [2] * 30


def test_in_steps_of_any_length_each_step_is_a_turn() -> None:
    rig = by_rules(NEW)
    rig.add("crate", 2.0, 1.0)
    machine: Machine = rig.machine
    machine.act(0.01)
    machine.step()
    assert turn(machine.parts[2], machine, 1 / 30) == 0.01


def test_a_kind_acts_no_oftener_by_new_rules_than_by_old_ones() -> None:
    for kind in KINDS.values():
        assert act_interval(kind, NEW) >= act_interval(kind, OLD) == kind.act_interval
    assert [ticks_of(seconds, 240) for seconds in (0.0, 1 / 120, 1 / 60, 1 / 30)] == [1, 2, 4, 8]
