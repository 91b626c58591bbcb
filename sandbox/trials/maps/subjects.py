"""The subject of a map: the machine that solves a level, and the part in it that is to be put elsewhere."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design.design import Design, Id, PartSpec
from sandbox.errors import Refused
from sandbox.levels.run_facts import Solution
from sandbox.levels.solution_files import Attempt
from sandbox.levels.solutions import solve
from sandbox.parts.titles import title_of
from sandbox.reading.nearest import meant
from sandbox.trials.judging import patience, time_for

_HINT = "hint"


class MapSubject(NamedTuple):
    """A machine, the part of it that is moved, and the most ticks that a run may take."""

    design: Design
    part: Id
    ticks: int

    @property
    def title(self) -> str:
        return title_of(self.design.part_by_id[self.part])


def chosen(level: Design, solving: Attempt | None, name: str) -> MapSubject:
    """Return the subject that a user names: "hint2", the id of a part in the solution, or its kind.

    A part of the solution is moved in the machine that the recording builds, or without one in that of all hints.

    Raises:
        Refused: there is no such part, or no machine that wins.
    """
    if not level.goals:
        raise Refused("the level has no goals, so there is nothing to map: every place is as good as any other")
    hint = name.removeprefix(_HINT)
    if name.startswith(_HINT) and hint.isdecimal():
        return _of_hint(level, int(hint))
    if solving is None:
        design, ticks = catalogue.hinted(level), patience(level)
    else:
        solved = solve(level, solving.commands, solving.end)
        _refuse_touched(solved)
        design, ticks = solved.design, time_for(level, solved.ticks)
    spec = _named(design, name)
    if spec.fixed:
        design = replace(design, author=True)  # the level's own parts are moved as their author moves them
    return MapSubject(design, spec.id, ticks)


def _refuse_touched(solved: Solution) -> None:
    if solved.live:
        raise Refused("the solution touches the running machine; a map shows machines that win by themselves")


def _of_hint(level: Design, number: int) -> MapSubject:
    if not 1 <= number <= len(level.hints):
        raise Refused(f"there is no hint {number}: the level has {len(level.hints)}")
    if level.hints[number - 1].ends:
        raise Refused(f"hint {number} is about a link, which has no place of its own; name the hint of a part")
    return MapSubject(catalogue.hinted(level), level.next_id + number - 1, patience(level))


def _named(design: Design, name: str) -> PartSpec:
    """Return the part with an id, or the only one of a kind; among several of a kind, the only placed one."""
    if name.isdecimal():
        specs = [spec for spec in design.parts if spec.id == int(name)]
    else:
        specs = [spec for spec in design.parts if spec.kind == name]
        specs = [spec for spec in specs if not spec.fixed] or specs
    if len(specs) == 1:
        return specs[0]
    placed = ", ".join(f"{spec.id} ({spec.kind})" for spec in design.parts if not spec.fixed) or "no part"
    near = "" if name.isdecimal() else meant(name, {spec.kind: None for spec in design.parts})
    several = (
        f"{len(specs)} parts are a {name}: say which by its number" if specs else f"there is no part '{name:.40}'{near}"
    )
    raise Refused(f"{several}; the solution places {placed}, and hint1 is the part of the first hint")
