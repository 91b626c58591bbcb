"""How exactly the parts of a solution must be placed: each is moved by growing distances in eight directions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sandbox.levels.level_rules import title_of
from sandbox.levels.solutions import Solution, outcome
from sandbox.levels.solver.wins import EIGHT

DISTANCES = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 50.0)  # mm
LEAST = 3.0  # mm: a hand on a mouse is no better
DIRECTIONS = ("right", "up right", "up", "up left", "left", "down left", "down", "down right")
Progress = Callable[[float, str], object]  # 0 to 1, and what is being done


class Reach(NamedTuple):
    """The tolerance for placing parts. `mm`: the greatest distance at which the solution wins in all eight directions.

    `fails`: the next distance, a direction in which it does not win then, and the outcome there; None if it has won
    everywhere.
    """

    title: str
    parts: tuple[int, ...]
    mm: float
    fails: tuple[float, str, str] | None


def outcomes(solved: Solution, parts: Iterable[int], off: float) -> list[str]:
    """Return the outcomes with these parts moved (m) in eight directions, from the right counter-clockwise."""
    parts = tuple(parts)
    return [outcome(solved, parts, off * x, off * y) for x, y in EIGHT]


def reach(solved: Solution, title: str, parts: tuple[int, ...], progress: Callable[[float], object]) -> Reach:
    """Find the tolerance for placing these parts; `progress` is called with the share that is done, 0 to 1."""
    held = 0.0
    for index, distance in enumerate(DISTANCES):
        for turn, (x, y) in enumerate(EIGHT):
            progress((index + turn / 8) / len(DISTANCES))
            result = outcome(solved, parts, 0.001 * distance * x, 0.001 * distance * y)
            if result != "won":
                return Reach(title, parts, held, (distance, DIRECTIONS[turn], result))
        held = distance
    return Reach(title, parts, held, None)


def reaches(solved: Solution, progress: Progress) -> tuple[Reach, ...]:
    """Find the tolerance for each part that the player placed, and for all of them together if there are several."""
    part_by_id = solved.design.part_by_id
    rows: list[tuple[str, tuple[int, ...]]] = [(title_of(part_by_id[part]), (part,)) for part in solved.placed]
    if len(rows) > 1:
        rows.append(("all of them together", solved.placed))
    rows_done = []
    for number, (title, parts) in enumerate(rows):

        def share(of_row: float, number: int = number, title: str = title) -> None:
            progress((number + of_row) / len(rows), title)

        rows_done.append(reach(solved, title, parts, share))
    return tuple(rows_done)


def distance_words(mm: float) -> str:
    """Write a tolerance in words."""
    return f"{mm:g} mm" if mm else f"less than {DISTANCES[0]:g} mm"


def reach_line(row: Reach) -> str:
    """Write a tolerance as a line for people."""
    if row.fails is None:
        return f"{row.title}: {row.mm:g} mm or more"
    mm, direction, result = row.fails
    description = {"open": "not won", "refused": "it can't be started", "lost": "lost"}.get(result, result)
    return f"{row.title}: {distance_words(row.mm)} (at {mm:g} mm {direction}: {description})"
