"""Check whether the goals, hints and stock of a level make sense, without running anything."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from sandbox.commands.commands import edit, of_hints
from sandbox.design.design import PULLING, AnyCondition, Design, Goal, PartSpec, conditions, items_of
from sandbox.errors import Refused
from sandbox.levels.levels import as_player
from sandbox.parts import KINDS, LINKS, LevelFacts, blueprint
from sandbox.parts.titles import title_of


class Finding(NamedTuple):
    """The result of one check, in a sentence.

    `grade`: good, note (worth knowing), doubt (a matter of taste) or bad (the level is not sound). `bar` names the
    check, and `figures` holds what it has measured, as plain values.
    """

    grade: str
    text: str
    bar: str = "sense"
    figures: dict[str, Any] = {}


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
    if level.par is not None and level.par.challenge is not None:
        challenge = level.par.challenge
        problems = _of_goal(level, challenge)
        findings += [Finding(grade, f"its challenge ('{challenge.text}'): {text}") for grade, text in problems]
    if level.goals and level.stock is None:
        findings.append(Finding("note", "it has no stock: the player may use every part, and change the level itself"))
    elif level.goals and not level.allow and not any(item.count for item in items_of(level.stock or {}).values()):
        findings.append(
            Finding("bad", "the player can do nothing: the stock is empty, and nothing may be pressed or pulled")
        )
    elif level.stock is not None and not level.goals:
        findings.append(Finding("bad", "it has a stock but no goals: add a goal, or take the stock away"))
    return findings + _of_owners(level) + _of_pulling(level) + _of_hints(level)


def _of_owners(level: Design) -> list[Finding]:
    """Report parts of a level that belong to the player: whoever writes a level by hand forgets `fixed` easily."""
    loose = [title_of(spec) for spec in level.parts if not spec.fixed]
    loose += [title_of(link) for link in level.links if not link.fixed]
    if level.stock is None or not level.goals or not loose:
        return []
    more = f" and {len(loose) - 1} more" if len(loose) > 1 else ""
    sentence = (
        f"the player may move and delete {loose[0]}{more}, and all of that counts as placed by the player: with "
        "fixed = true a part is the level's own, and moves all the same once the machine runs"
    )
    return [Finding("note", sentence)]


def _of_pulling(level: Design) -> list[Finding]:
    """Report a level about building in which a hand may carry things to where the goals want them."""
    if PULLING not in level.allow or not any(item.count for item in items_of(level.stock or {}).values()):
        return []
    remedy = "don't allow 'pull things by hand', or take the stock away if it is about the hand"
    facts = LevelFacts(level)
    for number, goal in enumerate(level.goals, 1):
        for condition in conditions(goal.when):
            pulled = _pulled(level, condition)
            if pulled is not None:
                what = facts.title(pulled) if isinstance(pulled, int) else f"a {facts.kind_title(pulled).lower()}"
                sentence = f"goal {number} ('{goal.text}') can be reached by hand, by pulling {what}: {remedy}"
                return [Finding("bad", sentence, "hand")]
    if level.goals and any(_is_loose(spec) for spec in level.parts):
        return [Finding("doubt", f"things may be pulled by hand, so nothing need be built: {remedy}", "hand")]
    return []


def _pulled(level: Design, condition: AnyCondition) -> int | str | None:
    """Return the loose part that a condition names, or the kind of the loose parts that it counts; None if it names
    none."""
    named = (part for part in condition.subjects(level) if part in level.part_by_id)
    part = next((part for part in named if _is_loose(level.part_by_id[part])), None)
    if part is not None:
        return part
    kind = str(getattr(condition, "kind", ""))
    stock = [item for item in items_of(level.stock or {}).values() if item.kind == kind and item.kind in KINDS]
    counted = [spec for spec in level.parts if spec.kind == kind]
    counted += [PartSpec(1, kind, 0.0, 0.0, props=item.props) for item in stock if item.count]
    return kind if any(map(_is_loose, counted)) else None


def _is_loose(spec: PartSpec) -> bool:
    """Tell whether a hand can move a part, or something of it."""
    plan = blueprint(spec)  # whose spare bodies, as the shards of glass, are not there before it breaks
    return any(body.kind == "dynamic" for index, body in enumerate(plan.bodies) if index not in plan.spare)


def _of_goal(level: Design, goal: Goal) -> list[tuple[str, str]]:
    facts = LevelFacts(level)
    problems = [] if goal.text.strip() else [("bad", "it has no text for the player to read")]
    for condition in conditions(goal.when):
        problems += [doubt for doubt in condition.doubts(facts) if doubt not in problems]
    return problems


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
            last = max(at for at, hint in enumerate(level.hints, 1) if (hint.item or hint.kind) == name)
            sentence = f"hints place {number} of '{name}' ({title}), and the stock holds {has}; the last is hint {last}"
            findings.append(Finding("bad", sentence))
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
