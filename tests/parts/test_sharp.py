from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def dropped(kind: str, **props: object) -> float:
    """Where a tennis ball is that fell on the thing's right side, half a second ago, from the thing's middle."""
    rig = Rig()
    rig.add(kind, 2.0, 1.0, **props)
    ball = rig.add("tennis_ball", 2.0, 1.5)
    rig.run(0.6)
    return rig.motion(ball)[0] - 2.0


def test_a_running_saw_throws_what_falls_on_it_the_way_its_teeth_run() -> None:
    assert dropped("saw") < -0.05
    assert dropped("saw", speed=-12.0) > 0.05
    assert abs(dropped("saw", running=False)) < 0.001


def test_a_saw_turns_and_stands_by_wire() -> None:
    rig = Rig()
    saw, button = rig.add("saw", 2.0, 1.0), rig.add("button", 3.0, 1.0)
    rig.link("wire", button, "signal", saw, "signal")
    rig.run(1.0)
    assert rig.machine.parts[saw].bodies[1].angle == pytest.approx(12.0, rel=0.01)
    rig.machine.press(button)
    rig.run(1.0)
    assert rig.machine.parts[saw].bodies[1].angle == pytest.approx(12.0, rel=0.01)


def test_a_cactus_stands_until_it_is_pushed_over() -> None:
    for push, falls in ((0.1, False), (3.0, True)):
        rig = Rig()
        rig.floor()
        cactus = rig.add("cactus", 2.0, 0.204)
        rig.run(0.5)
        rig.machine.parts[cactus].bodies[0].apply_impulse_at_local_point((push, 0.0), (0.0, 0.1))
        rig.run(1.5)
        assert (abs(rig.motion(cactus)[2]) > 1.0) is falls


def test_the_nails_carry_what_does_not_pop() -> None:
    rig = Rig()
    rig.add("nail_board", 2.0, 0.5)
    crate = rig.add("crate", 2.0, 0.8)
    rig.run(1.0)
    assert rig.motion(crate)[1] == pytest.approx(0.5 + 0.0625 + 0.15, abs=0.01)
