"""Labels find a place inside the canvas, beside what they are about."""

from __future__ import annotations

import pytest

from sandbox.window.ui.label_layout import Rect, beside, settle

ROOM: Rect = (100.0, 50.0, 500.0, 350.0)
SIZE = (120.0, 24.0)


def test_where_there_is_room_the_first_spot_is_taken() -> None:
    assert settle([(200.0, 100.0), (300.0, 100.0)], SIZE, ROOM, 8.0) == (200.0, 100.0, 320.0, 124.0)


@pytest.mark.parametrize(
    ("spot", "corner"),
    [
        ((450.0, 100.0), (380.0, 100.0)),
        ((20.0, 100.0), (108.0, 100.0)),
        ((200.0, 340.0), (200.0, 326.0)),
        ((200.0, 0.0), (200.0, 58.0)),
    ],
)
def test_it_is_moved_so_that_all_of_it_is_seen(spot: tuple[float, float], corner: tuple[float, float]) -> None:
    assert settle([spot], SIZE, ROOM, 8.0)[:2] == corner


def test_what_is_wider_than_the_canvas_begins_at_its_left() -> None:
    assert settle([(450.0, 100.0)], (900.0, 24.0), ROOM, 8.0)[0] == 108.0


def test_it_does_not_cover_what_is_dragged_if_another_spot_is_free() -> None:
    ball: Rect = (400.0, 90.0, 440.0, 130.0)
    spots = [(450.0, 100.0), (250.0, 100.0)]
    assert settle(spots, SIZE, ROOM, 8.0, [ball])[0] == 250.0, "the first one would be moved over it"
    assert settle(spots, SIZE, ROOM, 8.0, [(100.0, 50.0, 500.0, 350.0)])[0] == 380.0, "nowhere is free"


@pytest.mark.parametrize(
    ("start", "end", "first"),
    [
        ((200.0, 100.0), (200.0, 180.0), (208.0, 184.0)),  # upright: under its lower end
        ((200.0, 180.0), (200.0, 100.0), (208.0, 184.0)),
        ((200.0, 100.0), (300.0, 100.0), (308.0, 76.0)),  # level: over its right end
        ((300.0, 100.0), (200.0, 150.0), (208.0, 126.0)),  # an arm: at its tip
    ],
)
def test_a_guide_has_its_name_at_its_end(
    start: tuple[float, float], end: tuple[float, float], first: tuple[float, float]
) -> None:
    spots = beside(start, end, 100.0, 1.0)
    assert spots[0] == first
    assert any(x + 100.0 <= min(start[0], end[0]) for x, _ in spots), "or on the left"
