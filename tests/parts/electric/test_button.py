from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def with_belt(**props: object) -> tuple[Rig, int, int]:
    rig = Rig()
    rig.floor()
    button = rig.add("button", 2.0, 0.036, **props)
    belt = rig.add("conveyor", 3.5, 1.0, running=False)
    rig.link("wire", button, "signal", belt, "signal")
    return rig, button, belt


def test_a_toggle_switches_over_with_each_push() -> None:
    rig, button, belt = with_belt()
    seen = []
    for _ in range(3):
        rig.machine.press(button)
        seen.append((rig.state(button, "on"), rig.state(belt, "on")))
        rig.run(0.5)
    assert seen == [(1.0, 1.0), (0.0, 0.0), (1.0, 1.0)]


def test_a_toggle_takes_two_quick_pushes_for_one() -> None:
    rig, button, _ = with_belt()
    rig.machine.press(button)
    rig.run(0.1)
    rig.machine.press(button)
    assert rig.state(button, "on") == 1.0


def test_a_hold_lets_go_after_its_time() -> None:
    rig, button, belt = with_belt(mode="hold", hold=0.5)
    rig.machine.press(button)
    rig.run(0.4)
    assert rig.state(belt, "on") == 1.0
    rig.run(0.2)
    assert (rig.state(button, "on"), rig.state(belt, "on"), rig.state(button, "timer")) == (0.0, 0.0, 0.0)


def test_pushing_a_hold_again_starts_its_time_anew() -> None:
    rig, button, _ = with_belt(mode="hold", hold=0.5)
    for _ in range(3):
        rig.machine.press(button)
        rig.run(0.4)
        assert rig.state(button, "on") == 1.0


@pytest.mark.parametrize(("kind", "y"), [("tennis_ball", 0.6), ("bowling_ball", 0.3), ("crate", 0.4), ("weight", 0.3)])
def test_something_that_falls_on_the_cap_pushes_it_once(kind: str, y: float) -> None:
    rig, button, belt = with_belt()
    rig.add(kind, 2.0, y)
    rig.run(0.45)
    assert (rig.state(button, "on"), rig.state(belt, "on")) == (1.0, 1.0)
    assert [event.what for event in rig.machine.events if event.what in ("pressed", "released")] == ["pressed"]


def test_something_that_is_laid_on_the_cap_does_not() -> None:
    rig, button, _ = with_belt()
    rig.add("tennis_ball", 2.0, 0.1005)
    rig.run(0.5)
    assert rig.state(button, "on") == 0.0


def test_hitting_the_base_does_not() -> None:
    rig, button, _ = with_belt()
    rig.add("tennis_ball", 2.106, 0.6)
    rig.run(0.45)
    assert rig.state(button, "on") == 0.0


def test_a_weight_on_a_hold_keeps_it_down_even_asleep() -> None:
    rig, _, belt = with_belt(mode="hold", hold=0.5)
    weight = rig.add("weight", 2.0, 0.3)
    rig.run(4.0)
    body = rig.machine.parts[weight].bodies[0]
    assert body.is_sleeping and rig.state(belt, "on") == 1.0
    body.position = (1.0, 1.0)
    rig.run(1.0)
    assert rig.state(belt, "on") == 0.0


def test_wires_show_their_signal_and_can_fan_out() -> None:
    rig = Rig()
    button = rig.add("button", 1.0, 0.5)
    belts = [rig.add("conveyor", 1.0 + index, 1.5, width=0.5, running=False) for index in range(3)]
    wires = [rig.link("wire", button, "signal", belt, "signal") for belt in belts]
    rig.machine.press(button)
    assert [rig.state(item, "on") for item in (*wires, *belts)] == [1.0] * 6


def test_a_button_without_a_wire_works_alone() -> None:
    rig = Rig()
    button = rig.add("button", 1.0, 0.5)
    rig.machine.press(button)
    assert rig.state(button, "on") == 1.0
