"""The second halves of machines of the day: a button starts them, and a ball has to get into a basket."""

from __future__ import annotations

from sandbox.authoring.daily.half import BALLS, LIGHT_BALLS, Half, Idea, Spot, spots
from sandbox.authoring.placing import Part
from sandbox.authoring.when import when
from sandbox.design.conditions import Condition

_Goal = tuple[str, Condition]


def _in_basket(ball: Part, basket: Part) -> _Goal:
    name = ball.title.partition(" of line")[0]
    return f"The {name} lies in the basket", when.held(0.5, when.contained(ball, basket))


def _on_trap_door(half: Half, button: Part | None, ball: str) -> Part:
    """Put a ball on a trap door that the button opens."""
    assert button is not None
    door = half.put("trap_door", half.drawn(0.4, 0.7), half.drawn(1.6, 1.9), width=0.4, mass=9.0, stays=True)
    half.level.join("wire", button, door)
    return half.level.put(ball).on(door)


def _basket(half: Half, low: float = 1.6, high: float = 2.1) -> Part:
    return half.stand("basket", half.drawn(low, high))


def _chute(half: Half, spot: Spot, button: Part | None) -> _Goal:
    ball, basket = _on_trap_door(half, button, half.one_of(*BALLS)), _basket(half)
    half.give("ramp", spot, "From the trap door to the basket it should only roll.", width=0.8, height=0.4)
    return _in_basket(ball, basket)


def _leap(half: Half, spot: Spot, button: Part | None) -> _Goal:
    ball = _on_trap_door(half, button, half.one_of("tennis_ball", "soccer_ball", "basketball"))
    basket = _basket(half)
    half.give("trampoline", spot, "It throws to the side that it leans to.").turned(-15.0)
    return _in_basket(ball, basket)


def _freight(half: Half, spot: Spot, button: Part | None) -> _Goal:
    ball, basket = _on_trap_door(half, button, half.one_of(*BALLS)), _basket(half, 1.7, 2.1)
    half.give("conveyor", spot, "A belt carries what can't roll by itself.", speed=1.0)
    return _in_basket(ball, basket)


def _punch(half: Half, spot: Spot, button: Part | None) -> _Goal:
    assert button is not None
    shelf = half.put("fixed_block", 0.95, half.drawn(0.7, 1.2), width=0.6, height=0.1)
    ball = half.level.put(half.one_of(*BALLS)).on(shelf, x=shelf.x + half.drawn(-0.05, 0.15))
    basket = _basket(half)
    glove = half.give("boxing_glove", spot, "It punches what is before it.")
    half.level.join("wire", button, glove, hint="The button has to start the punch.")
    return _in_basket(ball, basket)


def _gust(half: Half, spot: Spot, button: Part | None) -> _Goal:
    assert button is not None
    shelf = half.put("fixed_block", 0.95, half.drawn(0.8, 1.3), width=0.7, height=0.1)
    ball = half.level.put(half.one_of(*LIGHT_BALLS)).on(shelf, x=shelf.x + half.drawn(-0.1, 0.1))
    basket = _basket(half)
    fan = half.give("fan", spot, "Light things go where the wind goes.", running=False)
    half.level.join("wire", button, fan, hint="The button has to switch the wind on.")
    return _in_basket(ball, basket)


def _cut(half: Half, spot: Spot, button: Part | None) -> _Goal:
    assert button is not None
    at = half.drawn(0.7, 1.8)
    anchor = half.put("anchor", at, 2.2)
    ball = half.put("weight", at, half.drawn(0.9, 1.4), mass=2.0)
    half.level.join("rope", anchor, ball)
    basket = half.stand("basket", at + half.drawn(-0.05, 0.05))
    scissors = half.give("scissors", spot, "What hangs only hangs as long as its rope is whole.")
    half.level.join("wire", button, scissors, hint="The button has to start the cut.")
    return _in_basket(ball, basket)


ENDS: tuple[Idea, ...] = (
    Idea("chute", "ramp", "the trap door on the right drops its ball beside the basket", "A drop can be led aside.",
         *spots((0.3, 0.4), (1.5, 1.4)), _chute),
    Idea("leap", "trampoline", "the ball on the right needs a leap to its basket", "What falls can be thrown on.",
         *spots((0.3, 0.3), (1.0, 1.1)), _leap),
    Idea("freight", "conveyor", "the ball on the right wants to be carried to its basket",
         "What falls can ride on.", *spots((0.5, 0.4), (1.5, 1.3)), _freight),
    Idea("punch", "boxing_glove", "the ball on the right has to be knocked off its shelf",
         "A wire makes a small push a big one.", *spots((0.2, 0.7), (0.7, 1.6)), _punch),
    Idea("gust", "fan", "the ball on the right waits for its wind", "A button can call the wind.",
         *spots((0.2, 0.8), (0.7, 1.8)), _gust),
    Idea("cut", "scissors", "the weight on the right hangs above its basket", "To cut is to let go.",
         *spots((0.5, 1.6), (2.0, 2.0), 0.04, 0.2), _cut),
)  # fmt: skip
