"""Variants of levels: the halves of machines of the day, each a level of its own, drawn from a number.

A template is an idea of the daily maker, with the part that is missing. A variant has other balls, and everything
stands elsewhere. In a second half the button is hit by a ball that falls on it.
"""

from __future__ import annotations

import itertools
from functools import partial
from typing import NamedTuple

from sandbox.authoring.daily.ends import ENDS
from sandbox.authoring.daily.half import HEIGHT, WIDTH, Half, Idea, Spot
from sandbox.authoring.daily.starts import STARTS
from sandbox.authoring.placing import Part
from sandbox.authoring.saving import try_out
from sandbox.authoring.script_level import ScriptLevel
from sandbox.authoring.when import when
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.trials.search.numbers import Numbers, mixed

TEMPLATES = (*STARTS, *ENDS)
_STRIDE = 3  # steps of the maker's sweep between two spots that are looked at
_PATIENCE = 5.0  # s that a run of a spot gets to win
MOST_DRAWS = 40
_STREAM = 0xA6E27  # keeps these random numbers apart from those of machines of the day


class HeldOutVariant(NamedTuple):
    """A level, and the number that it was drawn from."""

    design: Design
    number: int


def template(name: str) -> Idea:
    """Return a template by its name.

    Raises:
        Refused: there is none.
    """
    for idea in TEMPLATES:
        if idea.name == name:
            return idea
    raise Refused(f"there is no template '{name:.40}'; known are {', '.join(idea.name for idea in TEMPLATES)}")


def drawn(idea: Idea, number: int, spot: Spot | None = None) -> ScriptLevel:
    """Build a variant; `spot` is where its hint puts the missing part, which no agent is shown."""
    spot = spot if spot is not None else (idea.across.values[0], idea.up.values[0])
    level = ScriptLevel(f"{idea.name} {number}", text=f"{idea.text}.", width=WIDTH, height=HEIGHT)
    ground = level.room()
    half = Half(level, Numbers(mixed(_STREAM, number, *idea.name.encode())), 0.0, ground)
    if idea in STARTS:
        button = idea.build(half, spot, None)
        assert isinstance(button, Part)
        level.goal("The button is hit", when.state(button, "on"))
        return level
    button = level.put("button").on(level.put("fixed_block", width=0.3, height=0.1).at(0.2, 2.0))
    level.put("bowling_ball").at(button.x, 2.3)
    goal = idea.build(half, spot, button)
    assert isinstance(goal, tuple)
    level.goal(*goal)
    return level


def held_out(name: str, number: int) -> HeldOutVariant:
    """Return the first variant from a number on that some spot of a coarse sweep wins, as the daily maker asks.

    Raises:
        Refused: none of many is won by any.
    """
    idea = template(name)
    for draw in range(number, number + MOST_DRAWS):
        if is_solvable(idea, draw):
            return HeldOutVariant(drawn(idea, draw).design(), draw)
    raise Refused(f"none of {MOST_DRAWS} variants of {name} from {number} on can be won")


def is_solvable(idea: Idea, number: int) -> bool:
    """Tell whether the missing part wins at one of a few spots."""
    across, up = idea.across.values[1::_STRIDE], idea.up.values[1::_STRIDE]
    levels = (partial(drawn, idea, number, spot) for spot in itertools.product(across, up))
    return any(try_out(make, _PATIENCE) == "won" for make in levels)
