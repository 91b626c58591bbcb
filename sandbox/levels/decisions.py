"""The difficulty of a level for a person: counted by the decisions that it asks for, shown as one to five marks.

It is worked out from the level and the solution that its hints build, without running anything. The weights and bounds
are calibrated by the minutes and runs that players took who saw the levels for the first time (`tests`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

from sandbox.design.design import Design, items_of
from sandbox.errors import BadFile
from sandbox.levels import levels, library
from sandbox.parts import blueprint

MOST_MARKS = 5
# The points of a level: each piece of the solution is one decision; the others are smaller.
_KIND = 0.05  # for each kind of item in the stock but the first: which of them
_SPARE = 0.1  # for each piece of the stock that is left over, up to two: whether it is needed
_MOST_SPARE = 2
# For each kind of thing that acts: so much has to be understood. What moves until the win, counted in winning runs,
# agrees less with players' minutes, and a level of the user's own has no such run.
_ACTING = 0.2
_NEW = 0.15  # for a kind that no level before has asked for
_BOUNDS = (3.42, 4.03, 5.18, 6.08)  # points from which on a level has another mark


class Decisions(NamedTuple):
    """The decisions that a level asks for."""

    pieces: int  # parts to place and links to join in the solution
    kinds: int  # kinds of items in the stock
    spare: int  # pieces of the stock that the solution does not need
    acting: int  # kinds of things that move, or pass something on, in the whole machine
    is_new: bool = False  # a kind has to be used that no level before has asked for

    @property
    def points(self) -> float:
        choices = _KIND * max(0, self.kinds - 1) + _SPARE * min(self.spare, _MOST_SPARE)
        return self.pieces + choices + _ACTING * self.acting + (_NEW if self.is_new else 0.0)

    @property
    def marks(self) -> int:
        """The number of marks that it is shown with, from 1 to `MOST_MARKS`."""
        return 1 + sum(self.points >= bound for bound in _BOUNDS)

    @property
    def words(self) -> str:
        """The counts behind the marks, in words."""
        counted = [
            f"{_counted(self.pieces, 'piece')} to place or join",
            f"{_counted(self.kinds, 'kind')} to choose from" if self.kinds > 1 else "",
            f"{_counted(self.spare, 'piece')} too many" if self.spare else "",
            f"{_counted(self.acting, 'kind')} of things at work",
            "something new" if self.is_new else "",
        ]
        return f"difficulty {self.marks} of {MOST_MARKS}: {', '.join(filter(None, counted))}"


def decisions(level: Design, known: Collection[str] | None = None) -> Decisions | None:
    """Count the decisions that a level asks for; None if there is nothing to solve with a stock.

    Args:
        known: the kinds that the levels before it have asked for, if there are such levels.
    """
    if not level.goals or level.stock is None:
        return None
    stock = items_of(level.stock)
    given = [item.count for item in stock.values() if item.count]
    offered = _total(given)
    par = level.par.parts if level.par is not None else 0
    pieces = len(level.hints) or par or offered
    acting = {spec.kind for spec in level.parts if _acts(level, spec.id)} | kinds_asked_for(level)
    is_new = known is not None and not kinds_asked_for(level) <= set(known)
    return Decisions(pieces, len(given), max(0, offered - pieces), len(acting), is_new)


def kinds_asked_for(level: Design) -> set[str]:
    """Return the kinds of the parts and links that the solution places and joins."""
    hinted = {hint.kind for hint in level.hints}
    return hinted or {item.kind for item in items_of(level.stock or {}).values() if item.count}


def of_campaign(designs: Iterable[tuple[Path, Design]]) -> dict[Path, Decisions]:
    """Count the decisions of levels in the order in which they are played, by their paths."""
    kinds: set[str] = set()
    result = {}
    for path, level in designs:
        counted = decisions(level, kinds)
        if counted is not None:
            result[path] = counted
            kinds |= kinds_asked_for(level) if not level.open else set()  # nobody has to play those
    return result


def of_bundled(folder: Path | None = None) -> dict[Path, Decisions]:
    """Count the decisions of the levels that come with the program; those that can't be read are left out.

    Raises:
        BadFile: the index can't be read, or two levels have the same name.
    """

    def readable() -> Iterable[tuple[Path, Design]]:
        for path in library.bundled_levels(folder):
            try:
                yield path, levels.read(path)
            except BadFile:
                continue

    return of_campaign(readable())


def of_level(path: Path, level: Design) -> Decisions | None:
    """Count the decisions of a level, in its place in the campaign if it comes with the program."""
    return of_bundled().get(path) if library.is_bundled(path) else decisions(level)


def _acts(level: Design, part: int) -> bool:
    """Tell whether a part moves, or passes something on."""
    plan = blueprint(level.part_by_id[part])
    return bool(plan.ports) or any(body.kind != "static" for body in plan.bodies)


def _total(counts: Iterable[int]) -> int:
    whole = 0
    for count in counts:
        whole += count
    return whole


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"
