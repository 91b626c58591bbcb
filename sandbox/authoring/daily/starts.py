"""The first halves of machines of the day: something has to hit a button, and a part is missing on its way."""

from __future__ import annotations

from sandbox.authoring.daily.half import BALLS, LIGHT_BALLS, Half, Idea, Spot, spots
from sandbox.authoring.placing import Part


def _button(half: Half, x: float) -> Part:
    """Put a button on a block, as high as is drawn, or on the ground."""
    if half.one_of("on the ground", "on a block") == "on the ground":
        return half.stand("button", x)
    block = half.stand("fixed_block", x, width=0.4, height=half.drawn(0.1, 0.4))
    return half.level.put("button").on(block)


def _slope(half: Half, spot: Spot, _: Part | None) -> Part:
    half.put(half.one_of(*BALLS), half.drawn(0.3, 0.6), half.drawn(1.6, 2.1))
    button = _button(half, half.drawn(1.7, 2.15))
    half.give("ramp", spot, "What falls here could roll there.", width=0.8, height=0.4)
    return button


def _bounce(half: Half, spot: Spot, _: Part | None) -> Part:
    half.put(half.one_of("tennis_ball", "soccer_ball", "basketball"), half.drawn(0.3, 0.6), half.drawn(1.9, 2.2))
    block = half.stand("fixed_block", half.drawn(1.7, 2.1), width=0.4, height=half.drawn(0.4, 0.9))
    button = half.level.put("button").on(block)
    half.give("trampoline", spot, "It throws to the side that it leans to.").turned(-15.0)
    return button


def _breeze(half: Half, spot: Spot, _: Part | None) -> Part:
    shelf = half.put("fixed_block", 0.95, half.drawn(0.8, 1.3), width=0.7, height=0.1)
    half.level.put(half.one_of(*LIGHT_BALLS)).on(shelf, x=shelf.x + half.drawn(-0.1, 0.1))
    button = _button(half, half.drawn(1.6, 2.1))
    half.give("fan", spot, "Light things go where the wind goes.")
    return button


def _carrier(half: Half, spot: Spot, _: Part | None) -> Part:
    half.put(half.one_of(*BALLS), half.drawn(0.4, 0.7), half.drawn(1.5, 2.0))
    button = _button(half, half.drawn(1.7, 2.15))
    half.give("conveyor", spot, "A belt carries what can't roll by itself.", speed=1.0)
    return button


STARTS: tuple[Idea, ...] = (
    Idea("slope", "ramp", "What falls in the left room has to hit the button there", "A fall becomes a roll.",
         *spots((0.3, 0.3), (1.6, 1.3)), _slope),
    Idea("bounce", "trampoline", "The button in the left room is too high for what only falls",
         "A leaning trampoline throws to the side.", *spots((0.25, 0.3), (0.9, 1.3)), _bounce),
    Idea("breeze", "fan", "The ball on the left would rather stay on its shelf than hit the button",
         "A breath moves what is light.", *spots((0.2, 0.8), (0.8, 1.8)), _breeze),
    Idea("carrier", "conveyor", "The ball on the left falls far from the button that it should hit",
         "A belt goes where nothing rolls.", *spots((0.6, 0.3), (1.5, 1.2)), _carrier),
)  # fmt: skip
