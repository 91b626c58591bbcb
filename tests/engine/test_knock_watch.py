"""Hard knocks are seen, gravity and rest are not, and no recording grows without end by them."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.engine.knock_watch import KnockWatch

TICK, GRAVITY = 1 / 240, (0.0, -9.81)


def rows(*speeds: tuple[float, float]) -> np.ndarray:
    return np.array([[0.0, 0.0, 0.0, vx, vy, 0.0] for vx, vy in speeds])


def test_a_jump_of_a_velocity_is_a_knock() -> None:
    watch = KnockWatch(TICK, GRAVITY)
    assert not watch.sees(rows((0, -4), (0, 0))), "there is nothing to compare the first look with"
    assert watch.sees(rows((0, 3), (0, 0)))
    assert not watch.sees(rows((0, 3), (0, 0)))


def test_a_fall_is_none_in_metres_as_in_pixels() -> None:
    for gravity in (9.81, 900.0):
        watch = KnockWatch(TICK, (0.0, -gravity))
        looks = [rows((0, -gravity * TICK * watch.every * nth)) for nth in range(20)]
        assert not any(map(watch.sees, looks))
        assert watch.sees(rows((0, gravity * 0.5)))


def test_bodies_that_come_are_none() -> None:
    watch = KnockWatch(TICK, GRAVITY)
    watch.sees(rows((0, 0)))
    assert not watch.sees(rows((5, 0), (0, 0)))


@pytest.mark.parametrize("bodies", [1, 100])
def test_many_knocks_are_told_only_as_often_as_a_recording_has_room(bodies: int) -> None:
    watch = KnockWatch(TICK, GRAVITY)
    knocks = sum(watch.sees(rows(*[(9.0 * (look % 2), 0)] * bodies)) for look in range(60 * 40))
    assert 0 < knocks * bodies <= 100 + 60 * 25


def test_more_bodies_than_a_recording_has_room_for_have_no_states_of_knocks() -> None:
    watch = KnockWatch(TICK, GRAVITY)
    assert not any(watch.sees(rows(*[(9.0 * (look % 2), 0)] * 101)) for look in range(400))
