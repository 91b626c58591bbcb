"""Conditions of goals as an author makes and edits them: the list to choose from, and conditions within conditions.

Pure, and it knows no condition by name. A condition inside others is named by its path: the index at each level, from
the goal's own condition down.
"""

from __future__ import annotations

from typing import Any

from sandbox.design.conditions import SIMPLE, Condition, ConditionGroup, Wrapper, new
from sandbox.design.conditions.condition import Form, Pointed
from sandbox.design.design import Design
from sandbox.parts import KINDS, LINKS, LevelFacts, hollow

Path = tuple[int, ...]
FORMS: tuple[Form, ...] = tuple(cls.form for cls in SIMPLE if cls.form is not None)


def text_of(design: Design, condition: Condition) -> str:
    """Return the sentence of a condition without its full stop, as a first text for a goal."""
    text = condition.sentence(LevelFacts(design))
    return text[:1].upper() + text[1:]


# -- making them


def unfit(design: Design, form: Form, part: int, point: str) -> str:
    """Say why a part or link can't be pointed at for one of the points of a form; empty if it can."""
    if point == "link":
        link = LINKS[design.link_by_id[part].kind]
        return "" if link.goal_states else f"a {link.title.lower()} has no states that a goal could ask for"
    kind = KINDS[design.part_by_id[part].kind]
    if point == "container" and hollow(design.part_by_id[part]) is None:
        return f"a {kind.title.lower()} is no container; click a basket, a box, a funnel ..."
    if form.stateful and not kind.goal_states:
        return f"a {kind.title.lower()} has no states that a goal could ask for"
    if form.stateful and point == "part":
        facts = LevelFacts(design)
        if not any(facts.can_become(part, state) for state in kind.goal_states):
            able = " or ".join(kind.goal_states)
            return f"this {kind.title.lower()} can't become {able} with its properties as they are; change them first"
    return ""


def lacking(design: Design, form: Form) -> str:
    """Say why nothing in a level can be pointed at for a form; empty if something can."""
    if not design.parts:
        return "A goal is about parts, and there are none yet. Place some first."
    if "link" in form.points and not any(LINKS[link.kind].goal_states for link in design.links):
        titles = " or ".join(f"a {kind.title.lower()}" for kind in LINKS.values() if kind.goal_states)
        return f"This goal is about {titles}, and there is none yet. Join two parts by one first."
    return ""


def made(form: Form, design: Design, pointed_at: dict[str, Any]) -> Condition:
    """Return the condition about the things that were pointed at: `part`, `other`, `link`, `kind`; `box`; `axis`,
    `side`, `value`."""
    if "box" in pointed_at:
        pointed_at = pointed_at | pointed_at["box"]._asdict()
    fields = {name: value for name, value in pointed_at.items() if name in Pointed._fields}
    if "part" in fields:
        fields["kind"] = design.part_by_id[fields["part"]].kind
    return new(form.name, Pointed(**fields), LevelFacts(design))


# -- conditions within conditions


def at(condition: Condition, path: Path) -> Condition:
    """Return the condition at a path."""
    for index in path:
        condition = condition.inner[index]
    return condition


def put(condition: Condition, path: Path, other: Condition) -> Condition:
    """Return the condition with another one at a path."""
    if not path:
        return other
    inner = [*condition.inner]
    inner[path[0]] = put(inner[path[0]], path[1:], other)
    return condition.around(inner)


def without(condition: Condition, path: Path) -> Condition | None:
    """Return the condition without the one at a path: what held it alone goes too; None if nothing is left."""
    if not path:
        return None
    inner = without(condition.inner[path[0]], path[1:])
    left = [*condition.inner]
    left[path[0] : path[0] + 1] = [] if inner is None else [inner]
    if not left:
        return None
    return left[0] if len(left) == 1 and isinstance(condition, ConditionGroup) else condition.around(left)


def joined(condition: Condition, path: Path, more: Condition, way: type[ConditionGroup]) -> Condition:
    """Return the condition with another one beside that at a path, in a group of a kind."""
    old = at(condition, path)
    both = old.around((*old.inner, more)) if isinstance(old, way) else way((old, more))
    return put(condition, path, both)


def simple_paths(condition: Condition, path: Path = ()) -> list[Path]:
    """List the paths of all conditions that are not made of others, in order."""
    inner = enumerate(condition.inner)
    return [deep for index, within in inner for deep in simple_paths(within, (*path, index))] or [path]


def unwrapped(condition: Condition) -> tuple[list[Wrapper], Condition]:
    """Return the modifiers around a condition, from outside in, and the condition itself."""
    wrappers: list[Wrapper] = []
    while isinstance(condition, Wrapper):
        wrappers.append(condition)
        condition = condition.of
    return wrappers, condition


def wrapped(wrappers: list[Wrapper], core: Condition) -> Condition:
    """Return a condition with modifiers around it, each once, in the order in which they make sense."""
    once = {type(wrapper): wrapper for wrapper in reversed(wrappers)}
    for wrapper in sorted(once.values(), key=lambda wrapper: wrapper.level):
        core = wrapper.around((core,))
    return core


def switched(wrappers: list[Wrapper], kind: type[Wrapper], core: Condition) -> Condition:
    """Return a condition with a modifier added, or taken away if the condition has it already."""
    others = [wrapper for wrapper in wrappers if type(wrapper) is not kind]
    return wrapped(others if len(others) < len(wrappers) else [*others, kind.wrap(core)], core)
