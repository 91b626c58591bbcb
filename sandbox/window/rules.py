"""Conditions of goals as an author sees them: what each kind is called, what it says, what one points at to make it.

Pure. A condition inside others is named by its path: the index at each level, from the goal's own condition down.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandbox.design import (
    All,
    AnyCondition,
    AnyOf,
    Beyond,
    Count,
    Design,
    Distance,
    Faster,
    Gone,
    Held,
    Inside,
    Latched,
    Moved,
    Not,
    State,
    Tally,
    Touches,
    Turned,
    conditions,
)
from sandbox.parts import KINDS
from sandbox.window.icons import Icon

Path = tuple[int, ...]
HELD = 0.5  # s: usual


class Form(NamedTuple):
    """A kind of condition. `points`: what is pointed at, in order: part, other, kind, region, line or reach."""

    name: str
    title: str
    about: str
    icon: str
    points: tuple[str, ...]


FORMS: tuple[Form, ...] = (
    Form("inside", "Is in a region", "A part gets into a rectangle that you draw", Icon.REGION, ("part", "region")),
    Form("count", "So many are in a region", "A number of parts of one kind, whichever they are", Icon.PARTS,
         ("kind", "region")),
    Form("beyond", "Is past a line", "A part gets to the other side of a line", Icon.NEXT, ("part", "line")),
    Form("touches", "Touches", "Two parts touch each other", Icon.LINK, ("part", "other")),
    Form("distance", "Is near to another, or far", "The distance of two parts", Icon.RULER, ("part", "other", "reach")),
    Form("moved", "Has moved", "A part is farther from its place than so much", Icon.MOVED, ("part", "reach")),
    Form("turned", "Has turned", "A part has turned by an angle, either way round", Icon.REPEAT, ("part",)),
    Form("faster", "Is faster", "A part moves faster than so much", Icon.FASTER, ("part",)),
    Form("state", "Is in a state", "A part is lit, popped, home, ...", Icon.HINT, ("part",)),
    Form("tally", "So many are in a state", "A number of parts of one kind are lit, popped, ...", Icon.DONE,
         ("kind",)),
    Form("gone", "Is gone", "A part is no longer there: popped, blown up, out of the world", Icon.FAILED, ("part",)),
)  # fmt: skip
FORM: dict[str, Form] = {form.name: form for form in FORMS}
_WRAPPED = {Held: "held", Latched: "latched", Not: "not", All: "all", AnyOf: "any"}


def name_of(condition: AnyCondition) -> str:
    """Its name in a level file."""
    return str(condition.__struct_config__.tag)


def form_of(condition: AnyCondition) -> Form | None:
    """The form of a simple condition; None for those that are made of others."""
    return FORM.get(name_of(condition))


def icon_of(condition: AnyCondition) -> str:
    simple = [form for inner in conditions(condition) if (form := form_of(inner)) is not None]
    return simple[0].icon if simple else Icon.GOALS


# -- in words


def told(design: Design, condition: AnyCondition) -> str:
    """What it says, as a sentence without its full stop: a goal's text to begin with."""
    text = _told(design, condition)
    return text[:1].upper() + text[1:]


def _told(design: Design, condition: AnyCondition) -> str:
    if isinstance(condition, Held):
        return f"{_told(design, condition.of)}, for {condition.seconds:g} s"
    if isinstance(condition, Latched):
        return f"{_told(design, condition.of)} (once is enough)"
    if isinstance(condition, Not):
        return f"not so: {_told(design, condition.of)}"
    if isinstance(condition, All | AnyOf):
        word = " and " if isinstance(condition, All) else " or "
        return word.join(_told(design, inner) for inner in condition.of)
    if isinstance(condition, Count):
        return f"{_number(condition.at_least, condition.kind)} in the region"
    if isinstance(condition, Tally):
        negated = "" if condition.on else "not "
        return f"{_number(condition.at_least, condition.kind)} {negated}{condition.state}"
    who = part_title(design, condition.part)
    if isinstance(condition, Inside):
        return f"{who} is in the region"
    if isinstance(condition, Touches):
        return f"{who} touches {part_title(design, condition.other)}"
    if isinstance(condition, Beyond):
        ways = {("x", "more"): "to the right of", ("x", "less"): "to the left of",
                ("y", "more"): "above", ("y", "less"): "below"}  # fmt: skip
        return f"{who} is {ways.get((condition.axis, condition.side), 'past')} {condition.value:.2f} m"
    if isinstance(condition, Distance):
        near = "nearer than" if condition.side == "less" else "farther than"
        return f"{who} is {near} {condition.value:.2f} m from {part_title(design, condition.other)}"
    if isinstance(condition, Moved):
        along = {"x": " to the side", "y": " up or down"}.get(condition.axis, "")
        return f"{who} has moved by {condition.by:.2f} m{along}"
    if isinstance(condition, Gone):
        return f"{who} is gone"
    if isinstance(condition, State):
        return f"{who} is {'' if condition.on else 'not '}{condition.state}"
    if isinstance(condition, Turned):
        return f"{who} has turned by {math.degrees(condition.angle):.0f}\N{DEGREE SIGN}"
    return f"{who} is faster than {condition.speed:g} m/s"


def part_title(design: Design, part: int) -> str:
    """A part in a sentence: "the bowling ball", with its number where there are several of its kind."""
    spec = design.part_by_id.get(part)
    if spec is None:
        return f"part {part}"
    alone = sum(1 for other in design.parts if other.kind == spec.kind) == 1
    title = KINDS[spec.kind].title.lower()
    return f"the {title}" if alone else f"{title} {part}"


def _number(count: int, kind: str) -> str:
    title = KINDS[kind].title.lower()
    return f"{'an' if title[0] in 'aeiou' else 'a'} {title} is" if count == 1 else f"{count} of the kind {title} are"


# -- parts that conditions are about


def parts_of(condition: AnyCondition) -> tuple[int, ...]:
    """The ids of all parts that it names, each once."""
    found: dict[int, None] = {}
    for inner in conditions(condition):
        for name in ("part", "other"):
            if hasattr(inner, name):
                found[getattr(inner, name)] = None
    return tuple(found)


def unfit(design: Design, form: Form, what: str, part: int) -> str:
    """Why a part can't be pointed at for this, as a sentence; empty if it can."""
    kind = KINDS[design.part_by_id[part].kind]
    if form.name in ("state", "tally") and not kind.goal_states:
        return f"a {kind.title.lower()} has no states that a goal could ask for"
    return ""


# -- conditions within conditions


def at(condition: AnyCondition, path: Path) -> AnyCondition:
    """The condition at a path."""
    for index in path:
        condition = inner_of(condition)[index]
    return condition


def inner_of(condition: AnyCondition) -> tuple[AnyCondition, ...]:
    """The conditions that one is made of."""
    if isinstance(condition, All | AnyOf):
        return condition.of
    return (condition.of,) if isinstance(condition, Not | Held | Latched) else ()


def put(condition: AnyCondition, path: Path, new: AnyCondition) -> AnyCondition:
    """The condition with another one at a path."""
    if not path:
        return new
    inner = put(inner_of(condition)[path[0]], path[1:], new)
    if isinstance(condition, All | AnyOf):
        return replace(condition, of=(*condition.of[: path[0]], inner, *condition.of[path[0] + 1 :]))
    return replace(condition, of=inner)


def without(condition: AnyCondition, path: Path) -> AnyCondition | None:
    """The condition without the one at a path: what held it alone goes too; None if nothing is left."""
    if not path:
        return None
    inner = without(inner_of(condition)[path[0]], path[1:])
    if not isinstance(condition, All | AnyOf):
        return None if inner is None else replace(condition, of=inner)
    left = [*condition.of]
    left[path[0] : path[0] + 1] = [] if inner is None else [inner]
    return None if not left else left[0] if len(left) == 1 else replace(condition, of=tuple(left))


def joined(condition: AnyCondition, path: Path, more: AnyCondition, way: type[All] | type[AnyOf]) -> AnyCondition:
    """The condition with another one beside that at a path: both of them (All), or one of them (AnyOf)."""
    here = at(condition, path)
    both = replace(here, of=(*here.of, more)) if isinstance(here, way) else way((here, more))
    return put(condition, path, both)


def simple_paths(condition: AnyCondition, path: Path = ()) -> list[Path]:
    """The paths of all conditions that are not made of others, in order."""
    inner = inner_of(condition)
    return [deep for index, one in enumerate(inner) for deep in simple_paths(one, (*path, index))] if inner else [path]


# -- making them


def first_state(design: Design, kind: str) -> str:
    states = KINDS[kind].goal_states
    return states[0] if states else ""


def made(form: Form, design: Design, told_: dict[str, Any]) -> AnyCondition:
    """The condition from what was pointed at: `part`, `other`, `kind`; `box`; `axis`, `side`, `value`."""
    part, box = told_.get("part", 0), told_.get("box")
    kind = told_.get("kind") or design.part_by_id[part].kind
    value = told_.get("value", 0.0)
    if form.name == "inside":
        assert box is not None
        return Held(HELD, Inside(part, *box))
    if form.name == "count":
        assert box is not None
        return Held(HELD, Count(kind, *box))
    if form.name == "beyond":
        return Beyond(part, told_["axis"], told_["side"], value)
    if form.name == "touches":
        return Touches(part, told_["other"])
    if form.name == "distance":
        return Distance(part, told_["other"], told_["side"], value)
    return _made_of_part(form, design, part, kind, value)


def _made_of_part(form: Form, design: Design, part: int, kind: str, value: float) -> AnyCondition:
    if form.name == "moved":
        return Moved(part, value)
    if form.name == "turned":
        return Turned(part, math.pi / 4)
    if form.name == "faster":
        return Faster(part, 1.0)
    if form.name == "state":
        return State(part, first_state(design, kind))
    if form.name == "tally":
        return Tally(kind, first_state(design, kind))
    return Gone(part)
