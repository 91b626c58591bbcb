"""Tolerances for placing and turning the parts of a solution: how exactly must one build?

Each part is moved by growing distances in eight directions, turned a little both ways, and put at random places within
the tolerance that was found, where nothing else should happen.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from msgspec import Struct

from sandbox import parts as catalogue
from sandbox.design.design import Id, PartSpec
from sandbox.design.geometry import Circle
from sandbox.editing.snapping import TURN as STEP
from sandbox.levels.level_rules import Finding
from sandbox.levels.run_facts import Solution
from sandbox.parts.titles import title_of
from sandbox.tasks.progress import ShowProgress, of_part
from sandbox.trials.judging import WON
from sandbox.trials.search.numbers import Numbers, mixed
from sandbox.trials.variations import DIRECTIONS, TURN, moved, outcome_of, ring

DISTANCES = (0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0, 50.0)  # mm
LEAST = 3.0  # mm: a hand on a mouse is no better
SPECKLES = 60  # random places within the tolerance
_SEED = 15
_SAME = 1e-6  # degrees: angles that differ by less are the same


class Tolerance(NamedTuple):
    """The tolerance for placing parts. `mm`: the greatest distance at which the solution wins in all eight directions.

    `fails`: the next distance, a direction in which it does not win then, and the outcome there; None if it has won
    everywhere.
    """

    title: str
    parts: tuple[int, ...]
    mm: float
    fails: tuple[float, str, str] | None


def tolerance_of(
    solved: Solution, title: str, parts: tuple[int, ...], progress: ShowProgress, most: float = DISTANCES[-1]
) -> Tolerance:
    """Find the tolerance for placing these parts, up to `most` mm; `progress` is called with the share that is done."""
    held = 0.0
    distances = [distance for distance in DISTANCES if distance <= most]
    for index, distance in enumerate(distances):
        for turn, (dx, dy) in enumerate(ring(distance)):
            progress((index + turn / 8) / len(distances))
            result = outcome_of(solved, moved(solved.design, parts, dx, dy))
            if result != WON:
                return Tolerance(title, parts, held, (distance, DIRECTIONS[turn].name, result))
        held = distance
    return Tolerance(title, parts, held, None)


def _rows(solved: Solution) -> list[tuple[str, tuple[int, ...]]]:
    """Return each part that the player placed with its title, and all of them together if there are several."""
    part_by_id = solved.design.part_by_id
    rows: list[tuple[str, tuple[int, ...]]] = [(title_of(part_by_id[part]), (part,)) for part in solved.placed]
    if len(rows) > 1:
        rows.append(("all of them together", solved.placed))
    return rows


def tolerances(solved: Solution, progress: ShowProgress) -> tuple[Tolerance, ...]:
    """Find the tolerance for each part that the player placed, and for all of them together if there are several."""
    rows, rows_done = _rows(solved), []
    for number, (title, parts) in enumerate(rows):
        of_row = of_part(progress, number / len(rows), 1 / len(rows))
        rows_done.append(tolerance_of(solved, title, parts, of_row))
    return tuple(rows_done)


def tightest(solved: Solution, progress: ShowProgress) -> tuple[Tolerance, ...]:
    """Find the least of the `tolerances` alone, in half of the runs; nothing if the player placed no part.

    All parts together come first, as they often are the tightest: nothing need be tried beyond what holds so far.
    """
    rows, least = _rows(solved)[::-1], None
    for number, (title, parts) in enumerate(rows):
        of_row = of_part(progress, number / len(rows), 1 / len(rows))
        tolerance = tolerance_of(solved, title, parts, of_row, least.mm if least is not None else DISTANCES[-1])
        if least is None or tolerance.mm < least.mm:
            least = tolerance
    return (least,) if least is not None else ()


def of_tolerances(rows: tuple[Tolerance, ...], least: float) -> list[Finding]:
    """Judge the tolerances; `least` in mm."""
    if not rows:
        return [Finding("note", "its solution places nothing, so nothing can be placed wrongly", "margin")]
    tight = min(rows, key=lambda row: row.mm)
    if tight.mm < least:
        return [
            Finding(
                "bad",
                f"{row.title} must be placed to {distance_words(row.mm)}; players need {least:g} mm",
                "margin",
                {"mm": row.mm, "parts": list(row.parts), "least": least},
            )
            for row in rows
            if row.mm < least
        ]
    more = " or more" if tight.fails is None else ""
    figures = {"mm": tight.mm, "parts": list(tight.parts), "least": least}
    sentence = f"parts may be {tight.mm:g} mm{more} off, in each of eight directions"
    return [Finding("good", sentence, "margin", figures)]


def distance_words(mm: float) -> str:
    """Write a tolerance in words."""
    return f"{mm:g} mm" if mm else f"less than {DISTANCES[0]:g} mm"


def tolerance_line(row: Tolerance) -> str:
    """Write a tolerance as a line for people."""
    if row.fails is None:
        return f"{row.title}: {row.mm:g} mm or more"
    mm, direction, result = row.fails
    description = {"open": "not won", "refused": "it can't be started", "lost": "lost"}.get(result, result)
    return f"{row.title}: {distance_words(row.mm)} (at {mm:g} mm {direction}: {description})"


# -- turned a little


class TurnTrial(Struct, frozen=True):
    """A part of a solution turned by 2 degrees either way: does it still win? `exempt`: why it was not turned."""

    part: Id
    wins: bool = True
    exempt: str = ""


def turns(solved: Solution) -> tuple[TurnTrial, ...]:
    """Turn each part of a solution that a player may turn to any angle."""
    trials, angle = [], math.radians(TURN)
    for part in solved.placed:
        exempt = _exempt(solved, solved.design.part_by_id[part])
        wins = bool(exempt) or all(
            outcome_of(solved, moved(solved.design, (part,), 0.0, 0.0, way)) == WON for way in (angle, -angle)
        )
        trials.append(TurnTrial(part, wins, exempt))
    return tuple(trials)


def _exempt(solved: Solution, spec: PartSpec) -> str:
    """Say why a part need not stand being turned a little; an empty text if it need."""
    item = solved.design.stock_items.get(spec.item or spec.kind)
    if not catalogue.KINDS[spec.kind].turns or (item is not None and not item.turns):
        return "can't be turned"
    solid = [shape.outline for shape in catalogue.blueprint(spec).shapes if shape.collides]
    if len(solid) == 1 and isinstance(solid[0], Circle):
        return "is round"
    degrees = math.degrees(spec.angle)
    return f"stands at a step of {STEP:g} degrees" if abs(math.remainder(degrees, STEP)) < _SAME else ""


def of_turns(solved: Solution, trials: tuple[TurnTrial, ...]) -> list[Finding]:
    """Judge whether parts may be turned a little."""
    if not trials:
        return []
    titles = {trial.part: title_of(solved.design.part_by_id[trial.part]) for trial in trials}
    figures = {
        "degrees": TURN,
        "parts": [{"part": trial.part, "wins": trial.wins, "exempt": trial.exempt or None} for trial in trials],
    }
    failing = [titles[trial.part] for trial in trials if not trial.wins]
    if failing:
        sentence = f"turned by {TURN:g} degrees it no longer wins: {', '.join(failing)}"
        return [Finding("doubt", sentence, "turning", figures)]
    turned = [titles[trial.part] for trial in trials if not trial.exempt]
    words = [f"parts may be turned by {TURN:g} degrees: {', '.join(turned)}"] if turned else []
    words += [f"{titles[trial.part]} {trial.exempt}" for trial in trials if trial.exempt]
    return [Finding("good", "; ".join(words), "turning", figures)]


# -- speckles


class Speckle(Struct, frozen=True):
    """A place within the tolerance (m from the solution's) at which a part does not win."""

    part: Id
    dx: float
    dy: float
    outcome: str


class Speckled(Struct, frozen=True):
    """The number of random places that were tried, and those that did not win."""

    tried: int = 0
    failed: tuple[Speckle, ...] = ()


def speckles(solved: Solution, rows: tuple[Tolerance, ...], progress: ShowProgress) -> Speckled:
    """Put each part in turn at a random place within its tolerance."""
    loose = [(row.parts[0], 0.001 * row.mm) for row in rows if len(row.parts) == 1 and row.mm]
    if not loose:
        return Speckled()
    numbers, failed = Numbers(mixed(_SEED)), []
    for number in range(SPECKLES):
        progress(number / SPECKLES)
        part, radius = loose[number % len(loose)]
        dx, dy = _within(numbers, radius)
        result = outcome_of(solved, moved(solved.design, (part,), dx, dy))
        if result != WON:
            failed.append(Speckle(part, dx, dy, result))
    return Speckled(SPECKLES, tuple(failed))


def _within(numbers: Numbers, radius: float) -> tuple[float, float]:
    """Return a random point in a disc."""
    while True:
        x, y = numbers.between(-1.0, 1.0), numbers.between(-1.0, 1.0)
        if x * x + y * y <= 1.0:
            return radius * x, radius * y


def of_speckles(solved: Solution, speckled: Speckled) -> list[Finding]:
    """Judge the random places: that one fails amid others that win is chaos, or a fault of the engine."""
    if not speckled.tried:
        return []
    figures = {
        "tried": speckled.tried,
        "failed": [
            {"part": spot.part, "dx_mm": 1000 * spot.dx, "dy_mm": 1000 * spot.dy, "outcome": spot.outcome}
            for spot in speckled.failed
        ],
    }
    if not speckled.failed:
        sentence = f"all of {speckled.tried} random places within these distances win"
        return [Finding("good", sentence, "speckle", figures)]
    spot = speckled.failed[0]
    sentence = (
        f"{len(speckled.failed)} of {speckled.tried} random places within these distances do not win, the first with "
        f"{title_of(solved.design.part_by_id[spot.part])} {1000 * spot.dx:+.2f}, {1000 * spot.dy:+.2f} mm off"
    )
    return [Finding("doubt", sentence, "speckle", figures)]
