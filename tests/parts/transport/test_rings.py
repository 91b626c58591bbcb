"""Rings: an accelerator gives speed to what is in it, a teleporter takes what enters to its twin."""

from __future__ import annotations

import math

import pytest

from tests.parts.rig import Rig


def rolling(x: float = 0.4, **world: float) -> tuple[Rig, int]:
    """A floor at y = 0, and a ball that rolls on it to the right."""
    rig = Rig(**world)
    rig.floor()
    ball = rig.add("tennis_ball", x, 0.0335)
    return rig, ball


def push(rig: Rig, part: int, vx: float, vy: float = 0.0) -> None:
    rig.machine.parts[part].bodies[0].velocity = (vx, vy)


# -- accelerator


@pytest.mark.parametrize(("flip", "way"), [(False, 1.0), (True, -1.0)])
def test_a_ball_leaves_an_accelerator_at_its_speed_along_its_arrows(flip: bool, way: float) -> None:
    rig, ball = rolling(1.0, gravity_y=0.0)
    rig.add("accelerator", 1.0, 0.1, flip=flip, speed=3.0)
    rig.run(0.4)
    x, _, _, vx, _, _ = rig.motion(ball)
    assert way * vx == pytest.approx(3.0, abs=0.05) and way * (x - 1.0) > 0.3
    assert len(rig.events("hurried")) == 1


def test_an_accelerator_lifts_a_ball_against_its_weight_and_never_past_its_speed() -> None:
    rig = Rig()
    ball = rig.add("tennis_ball", 1.0, 1.0)
    rig.add("accelerator", 1.0, 1.0, math.pi / 2, speed=4.0)
    fastest = 0.0

    def watch() -> None:
        nonlocal fastest
        fastest = max(fastest, rig.motion(ball)[4])

    rig.run(0.5, watch)
    assert 3.9 < fastest <= 4.0 + 1e-9


def test_a_heavy_ball_gets_as_much_as_the_force_does_and_no_more() -> None:
    """30 N over 0.3 m are 9 J: 6 kg leave at up to sqrt(2 * 9 / 6) = 1.7 m/s."""
    rig = Rig(gravity_y=0.0)
    ball = rig.add("bowling_ball", 0.9, 1.0)
    rig.add("accelerator", 1.0, 1.0, bore=0.3)
    rig.run(1.0)
    assert 1.2 < rig.motion(ball)[3] < 2.2


def test_an_accelerator_that_is_off_does_nothing_until_a_wire_switches_it_over() -> None:
    rig, ball = rolling(1.0)
    ring = rig.add("accelerator", 1.0, 0.15, running=False)
    button = rig.add("button", 2.5, 1.0)
    rig.link("wire", button, "signal", ring, "signal")
    rig.run(1.5)
    assert abs(rig.motion(ball)[0] - 1.0) < 1e-3
    rig.machine.press(button)
    rig.run(0.3)
    assert rig.motion(ball)[3] > 3.0, "also what had fallen asleep in it"


# -- teleporter


def twins(rig: Rig, angle: float = 0.0, **props: object) -> tuple[int, int]:
    return rig.add("teleporter", 1.0, 0.2, **props), rig.add("teleporter", 3.0, 1.2, angle, **props)


def test_a_ball_comes_out_of_the_twin_beyond_it_just_as_fast() -> None:
    rig, ball = rolling(gravity_y=0.0)
    here, there = twins(rig)
    push(rig, ball, 2.0)
    rig.run(0.35)
    x, y, _, vx, vy, _ = rig.motion(ball)
    assert 3.05 < x < 3.4 and y == pytest.approx(1.0335, abs=2e-3)
    assert (vx, vy) == pytest.approx((2.0, 0.0), abs=0.05)
    assert rig.state(here, "passed") == rig.state(there, "passed") == 1.0


def test_it_comes_out_turned_as_the_twin_is() -> None:
    rig, ball = rolling(gravity_y=0.0)
    twins(rig, math.pi / 2)
    push(rig, ball, 2.0)
    rig.run(0.4)
    x, y, _, vx, vy, _ = rig.motion(ball)
    assert (vx, vy) == pytest.approx((0.0, 2.0), abs=0.05) and y > 1.27 and 2.7 < x < 3.3


def test_another_letter_leads_elsewhere_and_an_only_one_nowhere() -> None:
    rig, ball = rolling(gravity_y=0.0)
    rig.add("teleporter", 1.0, 0.2, letter="B")
    rig.add("teleporter", 3.0, 1.2, letter="C")
    push(rig, ball, 2.0)
    rig.run(0.5)
    assert rig.motion(ball)[0] == pytest.approx(1.4, abs=0.02)


def test_what_is_tied_or_too_big_does_not_pass() -> None:
    rig = Rig(gravity_y=0.0)
    twins(rig)
    crate = rig.add("crate", 0.5, 0.25, width=0.5, height=0.2)
    tied, post = rig.add("bowling_ball", 1.0, 0.6), rig.add("anchor", 0.5, 1.2)
    rig.link("rope", post, "hook", tied, "middle")
    push(rig, crate, 1.0)
    push(rig, tied, 0.0, -1.0)
    rig.run(0.5)
    assert rig.motion(crate)[0] < 2.0 and rig.motion(tied)[0] < 2.0


def test_one_whose_way_out_is_blocked_waits_until_it_is_free() -> None:
    rig, ball = rolling(0.98, gravity_y=0.0)
    here, _ = twins(rig)
    blocker = rig.add("petanque_boule", 3.08, 1.03)
    rig.run(0.5)
    assert rig.state(here, "passed") == 0.0 and rig.motion(ball)[0] < 1.2, "something is in the way there"
    push(rig, blocker, 3.0)
    rig.run(0.3)
    assert rig.state(here, "passed") == 1.0 and rig.motion(ball)[0] > 2.9


def test_both_rest_for_half_a_second_after_a_passage() -> None:
    rig, ball = rolling(gravity_y=0.0)
    here, _ = twins(rig)
    second = rig.add("tennis_ball", 0.2, 0.0335)
    push(rig, ball, 2.0)
    push(rig, second, 2.0)
    rig.run(0.6)
    assert rig.state(here, "passed") == 1.0 and rig.motion(second)[0] < 2.0 < rig.motion(ball)[0]


def test_a_wire_shuts_both_ways() -> None:
    rig, ball = rolling(gravity_y=0.0)
    _, there = twins(rig)
    button = rig.add("button", 2.0, 2.0)
    rig.link("wire", button, "signal", there, "signal")
    rig.machine.press(button)
    push(rig, ball, 2.0)
    rig.run(0.4)
    assert rig.motion(ball)[0] < 1.5


def test_a_ball_that_was_handed_out_passes_as_any_other_and_its_dispenser_stays() -> None:
    """The wire ends at the dispenser, not at its balls: they are tied to nothing."""
    rig = Rig()
    here, there = rig.add("teleporter", 1.0, 1.0, math.pi / 2), rig.add("teleporter", 3.0, 2.0, math.pi / 2)
    dispenser, button = rig.add("dispenser", 1.0, 1.6, ball="steel ball"), rig.add("button", 2.0, 0.5)
    rig.link("wire", button, "signal", dispenser, "signal")
    rig.machine.press(button)
    rig.run(0.4)
    x, y = rig.machine.parts[dispenser].bodies[1].position
    assert (rig.state(here, "passed"), rig.state(there, "passed")) == (1.0, 1.0)
    assert abs(x - 3.0) < 0.05 and 1.0 < y < 2.0
