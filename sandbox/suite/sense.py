"""Check whether the goals, hints and stock of a level make sense, without running anything."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from sandbox.commands import edit, of_hints
from sandbox.design import (
    AnyCondition,
    Count,
    Design,
    Distance,
    Faster,
    Goal,
    Inside,
    Moved,
    PartSpec,
    Tally,
    Touches,
    Turned,
    conditions,
    items_of,
)
from sandbox.errors import Refused
from sandbox.levels import as_player
from sandbox.parts import KINDS, LINKS, blueprint


class Finding(NamedTuple):
    """The result of one check. `grade`: good, note (worth knowing) or bad (the level is not sound)."""

    grade: str
    text: str


def title_of(spec: PartSpec) -> str:
    """Name a part as players know it: "Bowling ball 3"."""
    return f"{KINDS[spec.kind].title} {spec.id}"


def sense(level: Design) -> list[Finding]:
    """Check a level without running anything."""
    findings = []
    for number, goal in enumerate(level.goals, 1):
        findings += [Finding(grade, f"goal {number} ('{goal.text}'): {text}") for grade, text in _of_goal(level, goal)]
        if goal in level.fails:
            findings.append(Finding("bad", f"goal {number} ('{goal.text}') is a fail condition as well"))
        if goal in level.goals[: number - 1]:
            findings.append(Finding("note", f"goal {number} ('{goal.text}') is there twice"))
    for number, goal in enumerate(level.fails, 1):
        named = f"fail condition {number} ('{goal.text}')"
        findings += [Finding(grade, f"{named}: {text}") for grade, text in _of_goal(level, goal)]
    if level.goals and level.stock is None:
        findings.append(Finding("note", "it has no stock: the player may use every part, and change the level itself"))
    elif level.goals and not level.allow and not any(item.count for item in items_of(level.stock or {}).values()):
        findings.append(
            Finding("bad", "the player can do nothing: the stock is empty, and nothing may be pressed or pulled")
        )
    elif level.stock is not None and not level.goals:
        findings.append(Finding("bad", "it has a stock but no goals: add a goal, or take the stock away"))
    return findings + _of_hints(level)


def _of_goal(level: Design, goal: Goal) -> list[tuple[str, str]]:
    problems = [] if goal.text.strip() else [("bad", "it has no text for the player to read")]
    for condition in conditions(goal.when):
        problems += [(grade, text) for grade, text in _of_condition(level, condition) if (grade, text) not in problems]
    return problems


def _of_condition(level: Design, condition: AnyCondition) -> list[tuple[str, str]]:
    problems = []
    if isinstance(condition, Inside | Count):
        world = level.world
        if condition.x1 <= condition.x0 or condition.y1 <= condition.y0:
            problems.append(("bad", "its region is empty; draw it anew"))
        elif condition.x1 < 0 or condition.y1 < 0 or condition.x0 > world.width or condition.y0 > world.height:
            problems.append(("note", "its region lies wholly outside the marked ground"))
    if isinstance(condition, Inside | Moved | Turned | Faster):
        spec = level.part_by_id[condition.part]
        if all(body.kind == "static" for body in blueprint(spec).bodies):
            problems.append(("bad", f"{title_of(spec)} never moves"))
    if isinstance(condition, Touches | Distance) and condition.part == condition.other:
        problems.append(("bad", f"it compares {title_of(level.part_by_id[condition.part])} with itself"))
    if isinstance(condition, Count | Tally):
        available = _available(level, condition.kind)
        title = KINDS[condition.kind].title.lower()
        if available is not None and condition.at_least > available:
            problems.append(
                ("bad", f"it wants {condition.at_least} of the kind {title}, and there are {available} with the stock")
            )
        if condition.at_least < 1:
            problems.append(("note", f"it wants {condition.at_least} of the kind {title}, which is always so"))
    return problems


def _available(level: Design, kind: str) -> int | None:
    """Count the parts of a kind that there can be; None: any number."""
    if level.stock is None:
        return None
    placed = [spec for spec in level.parts if spec.kind == kind]
    return len(placed) + sum(
        max(0, level.left_in_stock(name) or 0) for name, item in items_of(level.stock).items() if item.kind == kind
    )


def _of_hints(level: Design) -> list[Finding]:
    if level.stock is None:
        return []
    findings, items = [], items_of(level.stock)
    needed = Counter(hint.item or hint.kind for hint in level.hints)
    for name, number in needed.items():
        has = items[name].count if name in items else 0
        if number > has:
            kind = items[name].kind if name in items else name
            title = (KINDS.get(kind) or LINKS.get(kind) or KINDS["crate"]).title.lower()
            findings.append(Finding("bad", f"hints place {number} of '{name}' ({title}), and the stock holds {has}"))
    return findings or _follow_hints(level)


def _follow_hints(level: Design) -> list[Finding]:
    """Follow the hints one after the other, and report the first that can't be followed."""
    design = as_player(level)
    for number, command in enumerate(of_hints(design), 1):
        try:
            design = edit(design, command)
        except Refused as refused:
            return [Finding("bad", f"hint {number} can't be followed: {refused}")]
    return []
