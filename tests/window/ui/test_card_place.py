"""The corner in which the card of an outcome hides least. Pixels, y down."""

from __future__ import annotations

import pytest

from sandbox.window.ui.card_place import CardPlace, Weighed, best_place, hides_less_at_top

CANVAS = (200.0, 70.0, 1000.0, 670.0)
WIDE, NARROW = (620.0, 200.0), (300.0, 350.0)
MARGIN = 10.0


def ball(x: float, y: float, weight: float = 1.0) -> Weighed:
    return Weighed((x - 10, y - 10, x + 10, y + 10), weight)


@pytest.mark.parametrize(
    ("x", "y"), [(300, 120), (600, 120), (900, 120), (300, 600), (900, 600), (300, 350), (600, 350), (900, 350)]
)
def test_what_a_goal_is_about_stays_in_view_wherever_it_is(x: float, y: float) -> None:
    sizes = (WIDE, NARROW)
    place = best_place(sizes, CANVAS, 80.0, MARGIN, [ball(x, y, 8.0), ball(1200 - x, y)])
    left, top = place.corner(sizes[place.size], CANVAS, 80.0, MARGIN)
    width, height = sizes[place.size]
    assert not (left < x + 10 and x - 10 < left + width and top < y + 10 and y - 10 < top + height)


def test_in_an_empty_scene_the_wide_card_is_at_the_upper_right() -> None:
    assert best_place((WIDE, NARROW), CANVAS, 80.0, MARGIN, []) == CardPlace(0, 1.0, low=False)


def test_a_card_at_the_bottom_keeps_room_for_all_it_may_say_above_the_timeline() -> None:
    _, top = CardPlace(0, 1.0, low=True).corner(WIDE, CANVAS, 80.0, MARGIN)
    assert top + WIDE[1] == CANVAS[3] - MARGIN
    _, top = CardPlace(0, 1.0, low=True).corner((620.0, 900.0), CANVAS, 80.0, MARGIN)
    assert top == 80.0, "nor does it leave the canvas at the top"


@pytest.mark.parametrize(
    ("scene", "at_top"),
    [
        ([], False),
        ([ball(600, 640)], True),
        ([ball(220, 640)], False),  # beside it
        ([ball(600, 400)], False),
        ([ball(600, 640), ball(600, 100, 8.0)], False),
        ([ball(600, 640, 8.0), ball(600, 100)], True),
    ],
)
def test_a_message_is_at_the_bottom_unless_it_hides_less_at_the_top(scene: list[Weighed], at_top: bool) -> None:
    assert hides_less_at_top((400.0, 54.0), CANVAS, 84.0, 656.0, scene) == at_top
