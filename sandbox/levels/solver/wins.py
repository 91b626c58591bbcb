"""Wins: reduced to what they need, and shaken, to see how exactly they must be built."""

from __future__ import annotations

import math

from msgspec import Struct
from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design.design import Design, Id
from sandbox.errors import Refused
from sandbox.levels.solver import trial
from sandbox.levels.solver.candidate import Candidate, built, fitting

EIGHT = tuple((math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8))  # directions
DISTANCES = (3.0, 5.0, 10.0)  # mm
TURN = 2.0  # degrees


class Margin(Struct, frozen=True, array_like=True):
    """The tolerance of a win. `mm`: of the distances, the greatest by which each part may be off, each way; else 0.

    `turns`: whether each part that can be turned may be turned by 2 degrees either way; None if none can be.
    """

    mm: float
    turns: bool | None


def time_for(level: Design, ticks: int) -> int:
    """Return how many ticks a win gets when it is changed a little: as much as `sandbox check` gives it."""
    return 2 * ticks + 5 * level.world.tick_rate


def reduced(level: Design, candidate: Candidate, ticks: int) -> tuple[Candidate, int]:
    """Return a win without what it does not need, and the ticks that it takes then. Links are left out first."""
    index = 0
    while index < candidate.size:
        links = len(candidate.ties)
        at = links - 1 - index if index < links else candidate.size - 1 - index
        less = candidate.without_tie(at) if index < links else candidate.without_put(at)
        try:
            ran = trial.run(fitting(level, less), time_for(level, ticks))
        except Refused:
            ran = trial.TrialResult("refused", 0, 0.0)
        if ran.outcome == "won":
            candidate, ticks, index = less, ran.ticks, 0
        else:
            index += 1
    return candidate, ticks


def margin(level: Design, candidate: Candidate, ticks: int) -> Margin:
    """Move each part of a win by growing distances in eight directions, and turn each one that can be turned."""
    design, limit = built(level, candidate), time_for(level, ticks)
    placed = range(level.next_id, level.next_id + len(candidate.puts))

    def wins(part: Id, dx: float, dy: float, angle: float = 0.0) -> bool:
        parts = tuple(
            replace(spec, x=spec.x + dx, y=spec.y + dy, angle=spec.angle + angle) if spec.id == part else spec
            for spec in design.parts
        )
        return trial.outcome(replace(design, parts=parts), limit) == "won"

    reach = 0.0
    for mm in DISTANCES:
        if not all(wins(part, 0.001 * mm * ux, 0.001 * mm * uy) for part in placed for ux, uy in EIGHT):
            break
        reach = mm
    turning = [
        part
        for part, put in zip(placed, candidate.puts, strict=True)
        if level.stock_items[put.item].turns and catalogue.KINDS[level.stock_items[put.item].kind].turns
    ]
    angle = math.radians(TURN)
    turns = all(wins(part, 0.0, 0.0, way) for part in turning for way in (angle, -angle)) if turning else None
    return Margin(reach if placed else DISTANCES[-1], turns)
