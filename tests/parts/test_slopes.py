from __future__ import annotations

import pytest

from rig import Rig


def off_the_lip(flip: bool = False, **props: float) -> tuple[float, float]:
    """vx, vy of a ball 2 cm after the end of a ramp's lip, let go at its top."""
    rig = Rig()
    width, height = props.get("width", 1.0), props.get("height", 0.5)
    side = -1.0 if flip else 1.0
    rig.add("ramp", 2.0, 1.0, flip=flip, **props)
    ball = rig.add("bowling_ball", 2.0 - side * (width / 2 - 0.05), 1.0 + height / 2 + 0.12)
    found: list[tuple[float, float]] = []

    def watch() -> None:
        x, _, _, vx, vy, _ = rig.motion(ball)
        if not found and side * (x - 2.0) > width / 2 - 0.02:
            found.append((vx, vy))

    rig.run(4.0, watch)
    assert found, "it never came off"
    return found[0]


@pytest.mark.parametrize("props", [{}, {"width": 2.0, "height": 0.3}, {"width": 1.0, "height": 1.0}])
def test_rolls_things_down_and_off_level(props: dict[str, float]) -> None:
    vx, vy = off_the_lip(**props)
    assert vx > 0.8 and abs(vy) < 0.08 * vx


def test_flipped_it_rolls_them_the_other_way_just_as_fast() -> None:
    (vx, _), (wx, _) = off_the_lip(), off_the_lip(flip=True)
    assert wx == pytest.approx(-vx, rel=0.01)


def test_a_higher_ramp_gives_more_speed() -> None:
    assert off_the_lip(height=1.0)[0] > 1.3 * off_the_lip(height=0.5)[0]


def test_rolling_loses_no_energy_on_the_curve() -> None:
    """A disc that rolls down h reaches v = sqrt(4/3 g h)."""
    vx, _ = off_the_lip(width=2.0, height=0.5)
    fall = 0.46 * (1 - 0.05 / 1.6)  # of the ball's middle, let go 5 cm from the upper end
    assert vx == pytest.approx((4 / 3 * 9.81 * fall) ** 0.5, rel=0.04)


def test_things_pass_under_it() -> None:
    rig = Rig()
    rig.floor()
    rig.add("ramp", 2.0, 0.5, height=0.8)
    ball = rig.add("tennis_ball", 1.7, 0.3)
    rig.run(2.0)
    assert rig.motion(ball)[1] < 0.1
