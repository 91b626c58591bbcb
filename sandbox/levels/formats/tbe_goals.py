"""Goals of The Butterfly Effect as conditions and sentences.

There a goal is asked about origins (the point that an object was placed by), a thing that is gone counts as where it
stood at the start, and nothing is remembered from one step to the next; `Beyond` with `origin` and its like mean the
same here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandbox.design.design import (
    All,
    AnyCondition,
    AnyOf,
    Beyond,
    Distance,
    Goal,
    Gone,
    Held,
    Moved,
    Not,
    State,
    Tally,
    Turned,
)
from sandbox.levels.formats.tbe_read import GoalElement, Thing, number
from sandbox.levels.formats.tbe_types import title

_MOVED, _TURNED = 0.01, 0.01  # m, rad: more than this is a change
_ANYTHING_MOVED, _ANYTHING_TURNED = 0.001, 0.017453292519943295  # m; one degree
_DYING = 0.32  # s that a penguin takes to die
_LINES = {"xbelow": ("x", "less"), "xover": ("x", "more"), "ybelow": ("y", "less"), "yover": ("y", "more")}
_SIDES = {("x", "less"): "left of", ("x", "more"): "right of", ("y", "less"): "below", ("y", "more"): "above"}
_CHANGES = ("xchanged", "ychanged", "anglechanged", "anythingchanged")


class GoalSubject(NamedTuple):
    """An object that goals can be about, and the part that it has become."""

    thing: Thing
    part: int
    kind: str

    @property
    def name(self) -> str:
        words, id_ = title(self.thing.type), " ".join(self.thing.id.split())
        same = "".join(words.split()).casefold() == "".join(id_.split()).casefold()
        return words if same or not id_ else f"{words} '{id_}'"


class Strange(Exception):
    """A goal that has no counterpart; its text says what of it. `never`: it can't be met there either."""

    def __init__(self, text: str, never: bool = False) -> None:
        super().__init__(text)
        self.never = never


Find = Callable[[str], GoalSubject | None]


def goal(aim: GoalElement, find: Find) -> Goal:
    """Convert an element into a goal or fail condition.

    Raises:
        Strange: it has no counterpart.
        BadFile: a number in it is none.
    """
    makers = {
        "distance": _distance,
        "positionchange": _position,
        "statechange": _state,
        "escapedPingusCount": _birds,
    }
    if aim.type not in makers:
        raise Strange(f"goal {aim.type or 'without a type'}")
    return makers[aim.type](aim, find)


def died(butterfly: GoalSubject) -> Goal:
    """Make the fail condition of every level that has this butterfly in it."""
    return Goal(f"{butterfly.name} is hurt", State(butterfly.part, "dead"))


def _value(aim: GoalElement, key: str) -> float:
    return number(aim.properties[key], f"line {aim.line}: {key}")


def _always(part: int) -> AnyCondition:
    return AnyOf((Gone(part), Not(Gone(part))))


def _subject(aim: GoalElement, key: str, find: Find) -> GoalSubject:
    if key not in aim.properties:
        raise Strange(f"goal {aim.type} without {key}")
    subject = find(aim.properties[key].strip())
    if subject is None:
        raise Strange(f"goal {aim.type} about '{aim.properties[key].strip():.40}', which is not there")
    return subject


def _only(aim: GoalElement, *keys: tuple[str, ...]) -> list[str]:
    """Return the keys that an element has, which must be one of each group and no others."""
    present = [[key for key in group if key in aim.properties] for group in keys]
    chosen = [keys_present[0] for keys_present in present if len(keys_present) == 1]
    if len(chosen) != len(keys) or len(aim.properties) != len(keys):
        raise Strange(f"goal {aim.type} with {', '.join(aim.properties) or 'nothing'}")
    return chosen


def _distance(aim: GoalElement, find: Find) -> Goal:
    *_, key = _only(aim, ("object1",), ("object2",), ("lessthan", "morethan"))
    first, second, value = _subject(aim, "object1", find), _subject(aim, "object2", find), _value(aim, key)
    if first.part == second.part:
        if key == "lessthan" and value > 0:
            return Goal(f"{first.name} is where it is", _always(first.part))
        raise Strange("goal distance between an object and itself, which is 0", never=key == "morethan" or value <= 0)
    side, words = ("less", "less than") if key == "lessthan" else ("more", "more than")
    return Goal(
        f"{first.name} is {words} {value:g} m from {second.name}", Distance(first.part, second.part, side, value)
    )


def _position(aim: GoalElement, find: Find) -> Goal:
    _, key = _only(aim, ("object",), (*_LINES, *_CHANGES))
    subject = _subject(aim, "object", find)
    if key in _LINES:
        axis, side = _LINES[key]
        value = _value(aim, key)
        text = f"{subject.name} is {_SIDES[axis, side]} {axis} = {value:g} m"
        return Goal(text, Beyond(subject.part, axis, side, value, origin=True))
    # What is gone is said to be as it was at the start, which is not turned.
    if key == "anglechanged":
        turned = All((Turned(subject.part, _TURNED), Not(Gone(subject.part))))
        return Goal(f"{subject.name} has turned", turned)
    if key == "anythingchanged":
        turned = All((Turned(subject.part, _ANYTHING_TURNED), Not(Gone(subject.part))))
        return Goal(f"{subject.name} has moved or turned", AnyOf((Moved(subject.part, _ANYTHING_MOVED), turned)))
    axis = key[0]
    way = "sideways" if axis == "x" else "up or down"
    return Goal(f"{subject.name} has moved {way}", Moved(subject.part, _MOVED, axis))


def _birds(aim: GoalElement, find: Find) -> Goal:
    (key,) = _only(aim, ("equalmore", "lessthan"))
    value = _value(aim, key)
    count = max(0, -int(-value // 1))  # the least whole number that is not below it
    if key == "equalmore":
        return Goal(f"{count} or more penguins have come home", Tally("classic_walker", "saved", at_least=count))
    alive = Tally("classic_walker", "dead", on=False, at_least=count)
    return Goal(f"fewer than {count} penguins are alive", Not(alive))


def _state(aim: GoalElement, find: Find) -> Goal:
    _, key = _only(aim, ("object",), ("statechanged", "morethan"))
    subject = _subject(aim, "object", find)
    reached = 1 if key == "statechanged" else int(_value(aim, key)) + 1  # the lowest state that is beyond it
    words, condition = _reached(subject, reached)
    return Goal(f"{subject.name} {words}", condition)


def _reached(subject: GoalSubject, state: int) -> tuple[str, AnyCondition]:
    """Make the condition that an object has at least this state, counted as in TBE: 0 at rest, 1 set off, ..."""
    if state <= 0:
        return "is there", _always(subject.part)
    steps = _steps(subject.part).get(subject.thing.type, ())
    step = steps[state - 1] if state <= len(steps) else None
    if step is None:
        raise Strange(f"goal statechange of a {subject.thing.type} to {state} or more", never=state > len(steps))
    return step


Step = tuple[str, AnyCondition]  # words, and what they say


def _steps(part: int) -> dict[str, tuple[Step | None, ...]]:
    """List, for each type, the conditions of being in state 1, 2, ... or beyond; None: there is no such condition."""

    def is_(state: str) -> AnyCondition:
        return State(part, state)

    def for_(seconds: float, state: str) -> AnyCondition:
        return Held(seconds, State(part, state))

    # A penguin's lower states are those of its gait. 7 to 9 are its way out, 10 that it sleeps, 11 that it is dead.
    dead = "has died", for_(_DYING, "dead")
    out = "has come home or died", AnyOf((is_("saved"), for_(_DYING, "dead")))
    walker = (None,) * 6 + (out, out, out, dead, dead)
    flies = "is there", AnyOf((is_("dead"), Not(is_("dead"))))  # a butterfly has a state from the start
    return {
        "Balloon": (
            ("is popped", is_("popped")),
            ("has been popped for a moment", for_(0.3, "popped")),
            ("has been popped for a while", for_(2.3, "popped")),
        ),
        "Butterfly": (flies, flies, ("is hurt", is_("dead"))),
        "ColaMintBottle": (("is shaken", is_("shaken")), ("spouts", is_("fired")), ("is empty", is_("empty"))),
        "DetonatorBox": (
            ("is pushed", is_("pushed")),
            ("rings", for_(0.5, "pushed")),
            ("has made its call", is_("done")),
        ),
        "Dynamite": (
            ("gets its call", is_("called")),
            ("rings", for_(0.2, "called")),
            ("blows up", is_("exploded")),
            ("has blown up", for_(0.2, "exploded")),
        ),
        "PingusSleeping": (None,) * 10 + (dead,),
        "PingusWalkLeft": walker,
        "PingusWalkRight": walker,
    }
