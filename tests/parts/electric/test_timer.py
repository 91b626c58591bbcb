from __future__ import annotations

import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.parts import check
from tests.parts.rig import Rig
from tests.support import OtherProcess, Tape


def edges(rig: Rig, part: int, seconds: float) -> list[tuple[float, bool]]:
    """When the signal of a part changes in that time (s), and to what."""
    changes: list[tuple[float, bool]] = []
    state = [rig.state(part, "on")]

    def watch() -> None:
        if rig.state(part, "on") != state[0]:
            state[0] = rig.state(part, "on")
            changes.append((round((rig.machine.ticks - 1) / 240, 2), bool(state[0])))

    rig.run(seconds, watch)
    return changes


def with_button(hold: float = 0.1, **props: object) -> tuple[Rig, int, int]:
    rig = Rig()
    button = rig.add("button", 1.0, 1.0, mode="hold", hold=hold)
    timer = rig.add("timer", 2.0, 1.0, **props)
    rig.link("wire", button, "signal", timer, "signal")
    return rig, button, timer


def test_it_rings_for_a_moment_when_its_time_is_up() -> None:
    rig, button, timer = with_button(time=1.0)
    rig.machine.press(button)
    assert (rig.state(timer, "running"), rig.state(timer, "rung")) == (1.0, 0.0)
    assert edges(rig, timer, 3.0) == [(1.0, True), (1.3, False)]
    assert (rig.state(timer, "running"), rig.state(timer, "rung")) == (0.0, 1.0)
    assert [event.what for event in rig.machine.events if event.part == timer] == ["wound", "rang"]


def test_it_can_be_set_again_but_not_while_it_runs() -> None:
    rig, _, timer = with_button(time=1.0)
    for _ in range(3):
        rig.machine.press(timer)
        rig.run(0.4)
    assert edges(rig, timer, 0.6) == [(1.3, False)]
    rig.machine.press(timer)
    assert [on for _, on in edges(rig, timer, 2.0)] == [True, False]


@pytest.mark.parametrize(("height", "goes"), [(0.6, True), (0.16, False)])
def test_a_knock_sets_it_going_if_it_is_hard_enough(height: float, goes: bool) -> None:
    rig = Rig()
    timer = rig.add("timer", 1.0, 0.5)
    rig.add("tennis_ball", 1.0, 0.5 + height)
    rig.run(0.5)
    assert rig.state(timer, "running") == goes


def test_its_hammer_goes_out_and_comes_back_and_sleeps() -> None:
    rig = Rig()
    timer = rig.add("timer", 1.0, 1.0, time=0.1)
    arm = rig.machine.parts[timer].bodies[1]
    home = arm.position.x
    rig.machine.press(timer)

    far = 0.0

    def watch() -> None:
        nonlocal far
        far = max(far, arm.position.x - home)

    rig.run(0.3, watch)
    assert 0.05 < far < 0.065
    rig.run(2.0)
    assert arm.position.x == pytest.approx(home, abs=0.002) and arm.is_sleeping


@pytest.mark.parametrize("angle", [1.57, -1.57, 3.14])
def test_its_hammer_stays_in_whichever_way_it_stands(angle: float) -> None:
    rig = Rig()
    timer = rig.add("timer", 1.0, 1.0, angle)
    arm = rig.machine.parts[timer].bodies[1]
    home = arm.position
    rig.run(1.0)
    assert (arm.position - home).length < 0.002


def test_its_hand_goes_round_once_without_acting() -> None:
    rig = Rig()
    timer = rig.add("timer", 1.0, 1.0, time=2.0)
    assert rig.machine._acting == [[]]
    hand = rig.machine.parts[timer].bodies[2]
    rig.machine.press(timer)
    rig.run(1.0)
    assert hand.angle == pytest.approx(-3.1416, abs=0.03)
    rig.run(1.5)
    assert hand.angle == hand.angular_velocity == 0.0


def test_a_clock_rings_again_and_again_until_it_is_stopped() -> None:
    rig, button, timer = with_button(mode="clock", time=0.5)
    assert edges(rig, timer, 1.4) == [(0.5, True), (0.75, False), (1.0, True), (1.25, False)]
    rig.machine.press(button)
    assert (rig.state(timer, "running"), edges(rig, timer, 2.0)) == (0.0, [])
    rig.machine.press(button)
    assert edges(rig, timer, 0.6)[0] == (3.9, True)


def test_a_delay_passes_on_signals_of_any_length() -> None:
    rig, button, timer = with_button(mode="delay", time=1.0, hold=0.3)
    rig.machine.press(button)
    rig.run(0.5)
    rig.machine.press(button)
    assert rig.state(timer, "running") == 1.0
    assert edges(rig, timer, 3.0) == [(1.0, True), (1.3, False), (1.5, True), (1.8, False)]
    assert rig.state(timer, "running") == 0.0


def test_a_delay_that_is_pressed_gives_a_short_signal() -> None:
    rig, _, timer = with_button(mode="delay", time=1.0)
    rig.machine.press(timer)
    assert edges(rig, timer, 3.0) == [(1.0, True), (1.3, False)]


def test_a_delay_loses_what_it_has_no_place_for_and_never_stays_on() -> None:
    rig, button, timer = with_button(mode="delay", time=4.0, hold=0.1)
    for _ in range(9):
        rig.machine.press(button)
        rig.run(0.3)
    changes = edges(rig, timer, 8.0)
    assert [on for _, on in changes] == [True, False] * 4
    assert rig.state(timer, "on") == rig.state(timer, "running") == 0.0


# -- what it is for: to do one thing after another, and to give a push


def test_a_ball_a_hammer_and_a_glove_work_one_after_the_other() -> None:
    """It is knocked by a ball, kicks another, which rolls against a glove's back; its signal starts a belt."""
    rig = Rig()
    rig.floor()
    timer = rig.add("timer", 1.0, 0.103, time=0.5)
    rig.add("bowling_ball", 1.0, 1.0)
    ball = rig.add("petanque_boule", 1.17, 0.04)
    glove = rig.add("boxing_glove", 1.75, 0.135)
    pin = rig.add("bowling_pin", 2.1, 0.19)
    belt = rig.add("conveyor", 3.5, 1.0, running=False)
    rig.link("wire", timer, "out", belt, "signal")
    rig.run(0.7)
    assert rig.state(timer, "running") == 1.0 and rig.state(glove, "fired") == rig.state(belt, "on") == 0.0
    assert rig.motion(ball)[0] == pytest.approx(1.17, abs=0.01)
    rig.run(0.4)
    assert rig.state(timer, "rung") == rig.state(belt, "on") == 1.0
    rig.run(2.0)
    assert rig.state(glove, "fired") == 1.0 and rig.motion(pin)[0] > 2.2


def test_its_chain_is_the_same_in_a_process_with_another_hash_seed() -> None:
    rig, _, timer = with_button(mode="clock", time=0.3)
    counter, gate = rig.add("counter", 3.0, 1.0), rig.add("gate", 3.5, 1.0, rule="not")
    delay = rig.add("timer", 3.0, 2.0, mode="delay", time=0.7, flip=True)
    rig.link("wire", timer, "out", counter, "signal")
    rig.link("wire", timer, "out", delay, "signal")
    rig.link("wire", delay, "out", gate, "a")
    design, tape = check(rig.design), Tape()
    session = Session(design, log=tape)
    session.do(c.Start())
    session.advance(400)
    session.do(c.Press(timer))
    session.advance(200)
    session.do(c.Press(timer))
    session.advance(400)
    session.flush()
    answers = []
    for seed in ("1", "77"):
        process = OtherProcess(seed)
        answers.append(process.replay(design, tape.commands, session.tick)[:2])
        process.close()
    assert answers == [(tape.digests.hex(), session.end_hash().hex())] * 2
