"""What the keys of a level file mean: their words and units, for editors and for what is said about mistakes.

The types, the ranges and the defaults are those of the classes; a test holds that each of their keys is here.
"""

from __future__ import annotations

from typing import NamedTuple

from sandbox.design.conditions import CONDITIONS
from sandbox.design.conditions.condition import Condition
from sandbox.design.design import Design, End, Goal, Hint, HintEnd, Link, Par, PartSpec, StockItem, World
from sandbox.design.no_build import NoBuildArea
from sandbox.design.open_puzzle import Clues, PuzzleAim
from sandbox.design.scenes import SCENES
from sandbox.design.values import Document
from sandbox.design.world import FRICTION_MIXING, RESTITUTION_MIXING


class KeyWords(NamedTuple):
    """What a key of a level file means."""

    about: str
    unit: str = ""
    choices: tuple[str, ...] = ()  # the texts that it may be; none: any


_X = KeyWords("Its middle, to the right of the world's left edge", "m")
_Y = KeyWords("Its middle, above the world's lower edge", "m")
_ANGLE = KeyWords('Turned counter-clockwise by so much: a number is in radians, or write "30 deg"', "rad")
_PROPS = KeyWords("Its properties, where they differ from the usual ones: `sandbox parts` lists them")
_PORT = KeyWords("The name of the port where it ends: `sandbox parts` lists those of each kind")
_AT = KeyWords("In the place of a port: a point [x, y] of the part, from its middle as if not turned", "m")
_SENTENCE = KeyWords("The sentence that the player reads")
_SIDE = KeyWords("On which side", choices=("more", "less"))
_LOW_X, _LOW_Y = KeyWords("Its left edge", "m"), KeyWords("Its lower edge", "m")
_HIGH_X, _HIGH_Y = KeyWords("Its right edge", "m"), KeyWords("Its upper edge", "m")
_AREA = {"x0": _LOW_X, "y0": _LOW_Y, "x1": _HIGH_X, "y1": _HIGH_Y}

# The keys of all conditions: those of one name mean the same in each, unless `_OF_ONE` has them.
_CONDITION = {
    "part": KeyWords("The part that it is about, by its id"),
    "other": KeyWords("The second part, by its id"),
    "container": KeyWords("The part that something is to be in, by its id"),
    "link": KeyWords("The link that it is about, by its id"),
    "kind": KeyWords("The kind of the parts that count"),
    "at_least": KeyWords("How many of them there must be"),
    "state": KeyWords("The name of the state: `sandbox parts` lists those of each kind"),
    "on": KeyWords("Whether the state is on, or off"),
    "side": _SIDE,
    "axis": KeyWords("Across which direction", choices=("x", "y")),
    "value": KeyWords("The place of the line, or the distance", "m"),
    "origin": KeyWords("Measured from where the part was placed by, and not from its centre of mass"),
    "by": KeyWords("Farther than this from its place at the start", "m"),
    "angle": KeyWords('Turned by so much, either way round: in radians, or write "90 deg"', "rad"),
    "speed": KeyWords("Faster than this", "m/s"),
    "seconds": KeyWords("For so long without a gap", "s"),
    "of": KeyWords("The condition around which this one is, or a list of several for 'all' and 'any'"),
    **_AREA,
}
_OF_ONE = {("moved", "axis"): KeyWords("Along which direction", choices=("any", "x", "y"))}


def _words_of(tag: str, cls: type[Condition], name: str) -> KeyWords:
    """Return what a key of a condition means; of a key that is new, its name and the unit of its range."""
    unit = cls.ranges[name][2] if name in cls.ranges else ""
    return _OF_ONE.get((tag, name)) or _CONDITION.get(name) or KeyWords(name.replace("_", " ").capitalize(), unit)


KEYS: dict[type[Document], dict[str, KeyWords]] = {
    Design: {
        "title": KeyWords("The title in the list of levels"),
        "text": KeyWords("What the player reads above the level"),
        "world": KeyWords("The size of the world and what holds all over it"),
        "parts": KeyWords("The parts of the level"),
        "links": KeyWords("The ropes, belts, wires and other links of the level"),
        "goals": KeyWords("What the player is to reach: the level is won when all of them hold"),
        "fails": KeyWords("By what the level is lost"),
        "stock": KeyWords("What the player has: kinds with their numbers, or items; without it, all there is"),
        "allow": KeyWords("What the player may do while it runs", choices=("press", "grab")),
        "hints": KeyWords("The solution of the author, part by part and link by link"),
        "next_id": KeyWords("The id of the next part or link; higher than all that are used"),
        "author": KeyWords("Not for files: whether everything may be edited"),
        "par": KeyWords("What a good run reaches"),
        "scene": KeyWords("What it looks and sounds like", choices=tuple(SCENES)),
        "forecast": KeyWords("Whether the player sees while building where things will move"),
        "rules": KeyWords("The rules of the game that it was made for; for a new level the highest"),
        "no_build": KeyWords("Where the player may put no part"),
        "insight": KeyWords("The one idea that it is about; the player reads it after the win"),
        "open": KeyWords("Whether it is an open puzzle: many ways win, and its hints are never shown as a whole"),
        "clues": KeyWords("What helps the player of an open puzzle, layer by layer"),
        "aims": KeyWords("What the player of an open puzzle may try beyond the win"),
    },
    World: {
        "gravity_x": KeyWords("Gravity to the right", "m/s\N{SUPERSCRIPT TWO}"),
        "gravity_y": KeyWords("Gravity upwards", "m/s\N{SUPERSCRIPT TWO}"),
        "air": KeyWords("The share of its speed that still air takes from everything, each second", "1/s"),
        "width": KeyWords("How wide it is", "m"),
        "height": KeyWords("How high it is", "m"),
        "tick_rate": KeyWords("Steps of the simulation in a second"),
        "sleep": KeyWords("Whether things at rest are left out until something touches them"),
        "friction_mixing": KeyWords("How two surfaces share their friction", choices=FRICTION_MIXING),
        "restitution_mixing": KeyWords("How two surfaces share their bounce", choices=RESTITUTION_MIXING),
        "bounce_from": KeyWords("What closes in more slowly than this does not bounce", "m/s"),
        "slop": KeyWords("An overlap that is left alone, so that contacts stay", "m"),
        "recovery": KeyWords("The share of a deeper overlap that is mended in 1/60 s"),
        "rest_speed": KeyWords("What moves more slowly is at rest", "m/s"),
        "rest_turn": KeyWords("What turns more slowly is at rest", "rad/s"),
        "iterations": KeyWords("How often the solver goes over all contacts in a step"),
    },
    PartSpec: {
        "id": KeyWords("Its number, by which goals and links name it; may be left out where none does"),
        "kind": KeyWords("What it is: `sandbox parts` lists the kinds"),
        "x": _X,
        "y": _Y,
        "angle": _ANGLE,
        "flip": KeyWords("Whether it is mirrored"),
        "props": _PROPS,
        "fixed": KeyWords("Whether it belongs to the level; without it the player may move and delete it"),
        "item": KeyWords("The item of the stock that the player took it from"),
        "layer": KeyWords("For the eye alone: higher ones are drawn over lower ones"),
        "locked": KeyWords("Whether it can't be edited until it is unlocked"),
        "group": KeyWords("Parts with the same number are selected together; 0: none"),
        "name": KeyWords("What sentences call it, as in 'the keg'; without it the title of its kind and its number"),
    },
    Link: {
        "id": KeyWords("Its number, by which goals name it; may be left out where none does"),
        "kind": KeyWords("What it is: `sandbox parts` lists the kinds of links"),
        "a": KeyWords("Where it begins"),
        "b": KeyWords("Where it ends"),
        "props": _PROPS,
        "fixed": KeyWords("Whether it belongs to the level; without it the player may change and delete it"),
        "via": KeyWords("The ids of the pulleys that it runs over from a to b"),
    },
    End: {"part": KeyWords("The part where it ends, by its id"), "port": _PORT, "at": _AT},
    Goal: {"text": _SENTENCE, "when": KeyWords("The condition that has to hold")},
    Hint: {
        "text": _SENTENCE,
        "kind": KeyWords("What to place, or which link to draw"),
        "x": _X,
        "y": _Y,
        "angle": _ANGLE,
        "flip": KeyWords("Whether it is mirrored"),
        "props": _PROPS,
        "item": KeyWords("The item of the stock that it is; without it the one that is named as its kind"),
        "a": KeyWords("For a link: where it begins"),
        "b": KeyWords("For a link: where it ends"),
        "via": KeyWords("For a link: the pulleys that it runs over"),
    },
    HintEnd: {
        "part": KeyWords("A part of the level, by its id"),
        "hint": KeyWords("In its place: the part of an earlier hint, by that hint's number, from 1"),
        "port": _PORT,
        "at": _AT,
    },
    StockItem: {
        "kind": KeyWords("What it is: `sandbox parts` lists the kinds"),
        "count": KeyWords("How many of it the player has"),
        "title": KeyWords("What the player calls it"),
        "props": _PROPS,
        "angle": KeyWords('As it comes out of the stock: in radians, or write "30 deg"', "rad"),
        "resizes": KeyWords("Which of its sizes the player may change"),
        "turns": KeyWords("Whether the player may turn it"),
    },
    Par: {
        "parts": KeyWords("With so many parts and links of the player's"),
        "seconds": KeyWords("From the start to the win", "s"),
        "challenge": KeyWords("A condition that holds at the win, with its sentence"),
    },
    NoBuildArea: _AREA,
    Clues: {
        "goal": KeyWords("Which goal to begin with, in a sentence"),
        "family": KeyWords("Which family of parts helps, in a sentence"),
        "piece": KeyWords("The number of the hint, from 1, whose part is shown where it belongs; 0: none"),
    },
    PuzzleAim: {
        "text": _SENTENCE,
        "without": KeyWords("Kinds of the stock that the winning machine does not use"),
        "pieces": KeyWords("With so many parts and links of the player's at most"),
        "price": KeyWords("For so many coins at most: `sandbox parts` lists the prices"),
        "seconds": KeyWords("In so much time at most, from the start to the win", "s"),
        "chain": KeyWords("With a chain of so many parts or more, each set off by the one before"),
        "families": KeyWords("With parts of so many families or more in that chain"),
    },
    **{
        cls: {name: _words_of(tag, cls, name) for name in cls.__struct_encode_fields__}
        for tag, cls in CONDITIONS.items()
    },
}  # fmt: skip
NOUNS: dict[type[Document], str] = {
    Design: "a level", World: "the world", PartSpec: "a part", Link: "a link", End: "an end of a link", Goal: "a goal",
    Hint: "a hint", HintEnd: "an end of a hint", StockItem: "an item of the stock", Par: "the par",
    NoBuildArea: "a no-build area", Clues: "the clues", PuzzleAim: "an aim",
    **{cls: f"the condition '{tag}'" for tag, cls in CONDITIONS.items()},
}  # fmt: skip
