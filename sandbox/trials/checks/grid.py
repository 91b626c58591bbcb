"""The grid around a solution: which of the places that a hand finds by snapping win.

Of the nine nearest most should win: below that, placing is a hunt for a pixel. Of all in sight some should, but not
most: above that, it does not matter where the part is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from sandbox.design.design import Id, PartSpec
from sandbox.editing.gestures.gestures import rim_of
from sandbox.editing.picking import box_of
from sandbox.editing.snapping import GRID, NEIGHBOUR, gap, middle, to_grid
from sandbox.errors import Refused
from sandbox.levels.level_rules import Finding
from sandbox.levels.run_facts import Solution
from sandbox.parts.titles import title_of
from sandbox.parts.turning.gearing import MESH
from sandbox.tasks.progress import ShowProgress
from sandbox.trials.judging import WON
from sandbox.trials.variations import PartPose, outcome_of, posed

NEAR, FAR = 1, 8  # steps of the grid from the solution to each side: 3 x 3 and 17 x 17 places
LEAST_NEAR = 5  # of the nine
LEAST_SHARE, MOST_SHARE = 0.02, 0.8
WINS, FAILS, CLOSED = "w", "-", "x"  # a place that wins, that does not, at which it can't be built
_SAME = 2e-4  # m: coordinates that differ by less are the same; free ones are stored to a tenth of a millimetre


class GridPlaces(Struct, frozen=True):
    """The places on the grid around a part: a row of letters for each height, from the top; the middle is `x, y`.

    `snap`: what holds the part where it is: the grid, an edge, a mesh, or nothing.
    """

    part: Id
    snap: str
    x: float
    y: float
    rows: tuple[str, ...] = ()

    def count(self, letter: str) -> int:
        """Return the number of places of a sort."""
        return "".join(self.rows).count(letter)

    @property
    def places(self) -> int:
        return len("".join(self.rows))


def measure(solved: Solution, steps: int, progress: ShowProgress) -> tuple[GridPlaces, ...]:
    """Try each part at all places of the grid up to `steps` steps away; what is in mesh has no such places."""
    answers = []
    for number, part in enumerate(solved.placed):
        spec = solved.design.part_by_id[part]
        others = [neighbour for neighbour in solved.design.parts if neighbour.id != part]
        snap = _snap(spec, others)
        x, y = (spec.x, spec.y) if snap != "nothing" else (to_grid(spec.x), to_grid(spec.y))
        rows: list[str] = []
        for row in range(steps, -steps - 1, -1) if snap != "mesh" else ():
            progress((number + len(rows) / (2 * steps + 1)) / len(solved.placed))
            columns = range(-steps, steps + 1)
            rows.append("".join(_letter(solved, spec, x + GRID * column, y + GRID * row) for column in columns))
        answers.append(GridPlaces(part, snap, x, y, tuple(rows)))
    return tuple(answers)


def _letter(solved: Solution, spec: PartSpec, x: float, y: float) -> str:
    try:
        design = posed(solved.design, (PartPose(spec.id, x, y, spec.angle, spec.flip),))
    except Refused:
        return CLOSED
    return WINS if outcome_of(solved, design) == WON else FAILS


def _snap(spec: PartSpec, others: Iterable[PartSpec]) -> str:
    """Return what holds a part at its place."""
    others = tuple(others)
    rim = rim_of(spec)
    for neighbour in others if rim is not None else ():
        far = rim_of(neighbour)
        if far is not None and rim is not None:
            apart = math.hypot(far.x - rim.x, far.y - rim.y) - far.radius - rim.radius
            if abs(apart) <= MESH:
                return "mesh"
    box = box_of(spec)
    near = [around for around in map(box_of, others) if gap(box, around) <= NEIGHBOUR]
    held = []
    for axis, value in enumerate((spec.x, spec.y)):
        edges = [(side, edge) for around in near for side in (box[axis], box[2 + axis])
                 for edge in (around[axis], around[2 + axis])]  # fmt: skip
        edges += [(middle(box, axis), middle(around, axis)) for around in near]
        if abs(value - to_grid(value)) < _SAME:
            held.append("grid")
        elif any(abs(side - edge) < _SAME for side, edge in edges):
            held.append("edge")
        else:
            return "nothing"
    return "edge" if "edge" in held else "grid"


# -- judged


def of_near(solved: Solution, answers: tuple[GridPlaces, ...]) -> list[Finding]:
    """Judge the nine nearest places of each part. Of fewer that can be built on, more than half have to win."""
    tight = []
    for places in answers:
        wins, able = places.count(WINS), places.places - places.count(CLOSED)
        if wins < min(LEAST_NEAR, able // 2 + 1) and places.rows:
            tight.append(f"{_title(solved, places)}, {wins} of {places.places} ({able} can be built on)")
    result = [_of_snap(solved, answers)] if answers else []
    figures = {"parts": [_figures(places) for places in answers], "least": LEAST_NEAR}
    measured = [places for places in answers if places.rows]
    if tight:
        sentence = f"too few places on the grid nearby win: {'; '.join(tight)}"
        return [*result, Finding("doubt", sentence, "grid", figures)]
    if measured:
        rows = (f"{_title(solved, p)}, {p.count(WINS)} of {p.places}" for p in measured)
        result.append(Finding("good", f"places on the grid nearby that win: {'; '.join(rows)}", "grid", figures))
    return result


def _of_snap(solved: Solution, answers: tuple[GridPlaces, ...]) -> Finding:
    """Judge whether a hand finds the very places of the solution."""
    figures = {"parts": [{"part": places.part, "snap": places.snap} for places in answers]}
    free = [_title(solved, places) for places in answers if places.snap == "nothing"]
    if free:
        sentence = f"neither on the grid, nor at an edge, nor in mesh: {', '.join(free)}"
        return Finding("doubt", sentence, "snap", figures)
    words = {"grid": "on the grid", "edge": "at an edge", "mesh": "in mesh"}
    held = (f"{_title(solved, places)} {words[places.snap]}" for places in answers)
    return Finding("good", f"its parts snap: {', '.join(held)}", "snap", figures)


def of_far(solved: Solution, answers: tuple[GridPlaces, ...]) -> list[Finding]:
    """Judge all places of each part."""
    measured = [places for places in answers if places.rows]
    if not measured:
        return []
    shares = {places.part: places.count(WINS) / places.places for places in measured}
    figures = {
        "parts": [_figures(places) | {"share": shares[places.part]} for places in measured],
        "least": LEAST_SHARE,
        "most": MOST_SHARE,
    }
    odd = [
        f"{_title(solved, places)} {100 * shares[places.part]:.0f} %"
        f" ({'a hunt for a pixel' if shares[places.part] < LEAST_SHARE else 'its place says nothing'})"
        for places in measured
        if not LEAST_SHARE <= shares[places.part] <= MOST_SHARE
    ]
    size = len(measured[0].rows)
    if odd:
        return [Finding("doubt", f"of {size} x {size} places on the grid win: {', '.join(odd)}", "around", figures)]
    rows = (f"{_title(solved, places)} {100 * shares[places.part]:.0f} %" for places in measured)
    return [Finding("good", f"of {size} x {size} places on the grid win: {', '.join(rows)}", "around", figures)]


def _figures(places: GridPlaces) -> dict[str, Any]:
    return {
        "part": places.part,
        "wins": places.count(WINS),
        "closed": places.count(CLOSED),
        "of": places.places,
        "x": places.x,
        "y": places.y,
        "rows": list(places.rows),
    }


def _title(solved: Solution, places: GridPlaces) -> str:
    return title_of(solved.design.part_by_id[places.part])
