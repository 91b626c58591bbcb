"""A session in plain data, and the ways to make it smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from sandbox import parts
from sandbox.commands import commands
from sandbox.commands.session import Session
from sandbox.design.design import from_plain, to_plain
from sandbox.levels import levels
from sandbox.recording.recording import Recording

Plain = dict[str, Any]
_ONLY_WHILE_RUNNING = ("start", "stop", "press", "grab", "drag", "release")
_NEEDED = ("id", "kind", "x", "y", "a", "b")  # fields of a part or a link that it can't be without


class Case(NamedTuple):
    """A session as a level (plain data), steps in the language of `sandbox run --commands`, and its last tick."""

    level: Plain
    steps: list[Plain]
    end: int
    seed: int = 0

    @property
    def size(self) -> tuple[int, int, int, int]:
        """The numbers of parts, links and steps, and of ticks."""
        return len(self.level.get("parts", [])), len(self.level.get("links", [])), len(self.steps), self.end

    def with_parts(self, left: list[Plain]) -> Case:
        """Keep only these of the parts, without the links, goals and steps that are about others."""
        ids = {part["id"] for part in left}
        level = {**self.level, "parts": left}
        level["links"] = [
            link
            for link in level.get("links", [])
            if {link["a"]["part"], link["b"]["part"], *link.get("via", ())} <= ids
        ]
        for name in ("goals", "fails"):
            if name in level:
                level[name] = [goal for goal in level[name] if _about(goal["when"]) <= ids]
        there = {part["id"] for part in self.level.get("parts", [])}
        steps = [step for step in self.steps if step.get("part") in ids or step.get("part") not in there]
        return self._replace(level=level, steps=steps)

    def with_links(self, left: list[Plain]) -> Case:
        """Keep only these of the links."""
        return self._replace(level={**self.level, "links": left})

    def bare(self) -> Case:
        """Leave out all of the level but its parts and links."""
        level = {name: value for name, value in self.level.items() if name in ("parts", "links", "next_id")}
        return self._replace(level=level)

    def from_start(self, start: int) -> Case | None:
        """Put what the steps before a Start build into the level; None if they can't be carried out.

        Args:
            start: the number of that step.
        """
        try:
            session = Session(parts.check(from_plain(self.level)), self.seed)
            for number, step in enumerate(self.steps[:start]):
                if step.get("do") in _ONLY_WHILE_RUNNING or "line" in step:
                    continue
                session.advance(1)
                session.do(commands.from_json(step, f"step {number}")[1])
            level = to_plain(levels.as_player(session.design))
        except Exception:  # whatever it is, it is the failure that is searched for, or hinders nobody
            return None
        tick = self.steps[start]["tick"]
        steps = [{**step, "tick": step["tick"] - tick} for step in self.steps[start:]]
        return self._replace(level=level, steps=steps, end=self.end - tick)


def case_of(recording: Recording) -> Case:
    """Return the session of a recording."""
    steps = [commands.to_json(tick, command) for tick, command in recording.commands]
    return Case(_with_lists(to_plain(recording.head.design)), steps, recording.ticks, recording.head.seed)


def _with_lists(value: Any) -> Any:
    """Put lists in the place of tuples, as JSON has them."""
    if isinstance(value, dict):
        return {key: _with_lists(item) for key, item in value.items()}
    return [_with_lists(item) for item in value] if isinstance(value, list | tuple) else value


def less(plain: Plain, name: str) -> Plain:
    """Return plain data without one of its fields."""
    return {key: value for key, value in plain.items() if key != name}


def ways_to_simplify(item: Plain) -> Iterator[Callable[[Plain], Plain]]:
    """Yield ways to make a part or a link simpler; each is tried on what the one before has left."""
    yield _needed
    for name in item:
        if name not in _NEEDED:
            yield partial(less, name=name)
    for name in item.get("props", {}):
        yield partial(_without_property, name=name)
    for end in ("a", "b"):
        if end in item and len(item[end]) > 1:
            yield partial(_at_the_middle, end=end)
    for wheel in item.get("via", ()):
        yield partial(_past, wheel=wheel)
    for digits in range(4):
        yield partial(_rounded, digits=digits)


def _needed(plain: Plain) -> Plain:
    return {name: plain[name] for name in _NEEDED if name in plain}


def _without_property(plain: Plain, name: str) -> Plain:
    return {**plain, "props": less(plain.get("props", {}), name)}


def _at_the_middle(plain: Plain, end: str) -> Plain:
    """Tie one end of a link to the middle of its part."""
    return {**plain, end: {"part": plain[end]["part"]}}


def _past(plain: Plain, wheel: int) -> Plain:
    """Lead a rope past one of its wheels."""
    return {**plain, "via": [part for part in plain.get("via", ()) if part != wheel]}


def _rounded(value: Any, digits: int) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(item, digits) for key, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item, digits) for item in value]
    return round(value, digits) if isinstance(value, float) else value


def _about(when: Any) -> set[int]:
    """Return the ids of the parts that a goal's condition is about."""
    if isinstance(when, list):
        return set().union(*map(_about, when))
    if not isinstance(when, dict):
        return set()
    here = {when[name] for name in ("part", "other") if name in when}
    return here | _about(when.get("of"))
