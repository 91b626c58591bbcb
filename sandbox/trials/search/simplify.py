"""Simplification of wins: needless parts are left away, and the rest is varied, to see how exactly one must build."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.trials import judging
from sandbox.trials.candidate import Candidate, fitting
from sandbox.trials.judging import time_for
from sandbox.trials.variations import TURN, ring
from sandbox.trials.win_store import Margin

DISTANCES = (3.0, 5.0, 10.0)  # mm


def reduced(
    level: Design,
    candidate: Candidate,
    ticks: int,
    watch: Callable[[Design, int], object] = lambda design, ticks: None,
) -> tuple[Candidate, int]:
    """Return a win without its needless parts, and the ticks that it takes then. Links are left out first.

    Args:
        watch: called with each design that was run, and its ticks.
    """
    index = 0
    while index < candidate.size:
        links = len(candidate.ties)
        at = links - 1 - index if index < links else candidate.size - 1 - index
        less = candidate.without_tie(at) if index < links else candidate.without_placement(at)
        try:
            design = fitting(level, less)
        except Refused:
            index += 1
            continue
        ran = judging.watch(design, time_for(level, ticks))
        watch(design, ran.ticks)
        if ran.outcome == "won":
            candidate, ticks, index = less, ran.ticks, 0
        else:
            index += 1
    return candidate, ticks


def margin(level: Design, candidate: Candidate, ticks: int) -> Margin:
    """Move each part of a win by growing distances in eight directions, and turn each one that can be turned."""
    limit, placed = time_for(level, ticks), range(len(candidate.placements))

    def wins(index: int, moves: Iterable[tuple[float, float, float]]) -> bool:
        placement = candidate.placements[index]
        moved = (
            replace(placement, x=placement.x + dx, y=placement.y + dy, angle=placement.angle + angle)
            for dx, dy, angle in moves
        )
        return _wins_wherever_it_starts(
            level, [candidate.with_placement(index, placement) for placement in moved], limit
        )

    widest = 0.0
    for mm in DISTANCES:
        moves = [(dx, dy, 0.0) for dx, dy in ring(mm)]
        if not all(wins(index, moves) for index in placed):
            break
        widest = mm
    turning = [
        index
        for index, placement in enumerate(candidate.placements)
        if level.stock_items[placement.item].turns and catalogue.KINDS[level.stock_items[placement.item].kind].turns
    ]
    angle = math.radians(TURN)
    turned = [(0.0, 0.0, angle), (0.0, 0.0, -angle)]
    turns = all(wins(index, turned) for index in turning) if turning else None
    return Margin(widest if placed else DISTANCES[-1], turns)


def _wins_wherever_it_starts(level: Design, candidates: Iterable[Candidate], limit: int) -> bool:
    """Tell whether all candidates that the window would start win, and whether there is one at all.

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
        if judging.outcome(design, limit) != "won":
            return False
    return started
