"""Wins: reduced to what they need, and shaken, to see how exactly they must be built."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.trials.search import trial
from sandbox.trials.search.candidate import Candidate, fitting

EIGHT = tuple((math.cos(k * math.pi / 4), math.sin(k * math.pi / 4)) for k in range(8))  # directions
DISTANCES = (3.0, 5.0, 10.0)  # mm
TURN = 2.0  # degrees


class Margin(Struct, frozen=True, array_like=True):
    """The tolerance of a win. `mm`: of the distances, the greatest by which each part may be off, each way; else 0.
    Places that the window refuses to start are left out.

    `turns`: whether each part that can be turned may be turned by 2 degrees either way; None if none can be.
    """

    mm: float
    turns: bool | None


def time_for(level: Design, ticks: int) -> int:
    """Return how many ticks a win gets when it is changed a little: as much as `sandbox check` gives it."""
    return 2 * ticks + 5 * level.world.tick_rate


def reduced(
    level: Design,
    candidate: Candidate,
    ticks: int,
    watch: Callable[[Design, int], object] = lambda design, ticks: None,
) -> tuple[Candidate, int]:
    """Return a win without what it does not need, and the ticks that it takes then. Links are left out first.

    Args:
        watch: called with each design that was run, and its ticks.
    """
    index = 0
    while index < candidate.size:
        links = len(candidate.ties)
        at = links - 1 - index if index < links else candidate.size - 1 - index
        less = candidate.without_tie(at) if index < links else candidate.without_put(at)
        try:
            design = fitting(level, less)
        except Refused:
            index += 1
            continue
        ran = trial.run(design, time_for(level, ticks))
        watch(design, ran.ticks)
        if ran.outcome == "won":
            candidate, ticks, index = less, ran.ticks, 0
        else:
            index += 1
    return candidate, ticks


def margin(level: Design, candidate: Candidate, ticks: int) -> Margin:
    """Move each part of a win by growing distances in eight directions, and turn each one that can be turned."""
    limit, placed = time_for(level, ticks), range(len(candidate.puts))

    def wins(index: int, moves: Iterable[tuple[float, float, float]]) -> bool:
        put = candidate.puts[index]
        moved = (replace(put, x=put.x + dx, y=put.y + dy, angle=put.angle + angle) for dx, dy, angle in moves)
        return _wins_wherever_it_starts(level, [candidate.with_put(index, put) for put in moved], limit)

    reach = 0.0
    for mm in DISTANCES:
        ring = [(0.001 * mm * ux, 0.001 * mm * uy, 0.0) for ux, uy in EIGHT]
        if not all(wins(index, ring) for index in placed):
            break
        reach = mm
    turning = [
        index
        for index, put in enumerate(candidate.puts)
        if level.stock_items[put.item].turns and catalogue.KINDS[level.stock_items[put.item].kind].turns
    ]
    angle = math.radians(TURN)
    turned = [(0.0, 0.0, angle), (0.0, 0.0, -angle)]
    turns = all(wins(index, turned) for index in turning) if turning else None
    return Margin(reach if placed else DISTANCES[-1], turns)


def _wins_wherever_it_starts(level: Design, candidates: Iterable[Candidate], limit: int) -> bool:
    """Tell whether all those candidates win that the window would start, and that there is one.

    What it refuses, as a part that pushes another one at the start, says nothing about a win: the player is told which
    part it is, and moves it off.
    """
    started = False
    for candidate in candidates:
        try:
            design = fitting(level, candidate)
        except Refused:
            continue
        started = True
        if trial.outcome(design, limit) != "won":
            return False
    return started
