"""Things by their place in the plane: what is asked for those near a place goes through a few of them, not through all.

A grid only narrows a search. What it returns has to be looked at as all things would be, so that the answer has the
same bits with and without it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from sandbox.parts.world import RunningMachine

T = TypeVar("T")
Box = tuple[float, float, float, float]  # left, bottom, right, top (m)
EVERYWHERE: Box = (-math.inf, -math.inf, math.inf, math.inf)

CELL = 1.0  # m: a little more than most parts are wide
_WIDE_CELL = 4.0  # m: about as wide as the boxes around ropes
_WIDE = 8.0  # m: what is wider or higher lies in too many cells, and is returned for each place
FEW, _FEW_TIMES = 24, 4  # things, and questions in a tick
_IN_A_TICK = 0.25  # m: more than what any thing is moved within a tick but by the step, or it is a jump


class PlaceGrid(Generic[T]):
    """Things in square cells of the plane, each in all cells that its box meets."""

    def __init__(self, cell: float = CELL) -> None:
        """Begin without things; `cell` is how wide a cell is (m)."""
        self._cell = cell
        self._things: list[T] = []  # in the order in which they were put in
        self._cells: dict[tuple[int, int], list[int]] = {}  # numbers of things
        self._everywhere: list[int] = []

    def put(self, thing: T, left: float, bottom: float, right: float, top: float) -> None:
        """Put a thing in, with a box (m) around it; one without bounds is near each place."""
        number = len(self._things)
        self._things.append(thing)
        if not (right - left <= _WIDE and top - bottom <= _WIDE):  # also where they are no numbers
            self._everywhere.append(number)
            return
        cell = self._cell
        for column in range(math.floor(left / cell), math.floor(right / cell) + 1):
            for row in range(math.floor(bottom / cell), math.floor(top / cell) + 1):
                self._cells.setdefault((column, row), []).append(number)

    def near(self, left: float, bottom: float, right: float, top: float) -> list[T]:
        """Return at least the things whose boxes meet a box, each once and in the order in which they were put in."""
        cell = self._cell
        if not ((right - left + cell) * (top - bottom + cell) < len(self._cells) * cell * cell):
            return self._things  # there are no more cells than in this box
        numbers = set(self._everywhere)
        for column in range(math.floor(left / cell), math.floor(right / cell) + 1):
            for row in range(math.floor(bottom / cell), math.floor(top / cell) + 1):
                numbers.update(self._cells.get((column, row), ()))
        return [self._things[number] for number in sorted(numbers)]


class Roaming(Generic[T]):
    """Things that move about, in a grid that is made anew in each tick in which it pays.

    To go through all things a few times costs less than a grid, and so it does for a few things.
    """

    def __init__(self, things: list[T], bounds: Callable[[T], Box]) -> None:
        """Take things, and a function that returns a box (m) around each of them now."""
        self.all, self._bounds = things, bounds
        self._moment = (-1, -1)  # of the last question, and how often something has been asked then
        self._asked = 0
        self._grid: PlaceGrid[T] = PlaceGrid()

    def near(self, left: float, bottom: float, right: float, top: float, machine: RunningMachine) -> list[T]:
        """Return at least the things whose boxes meet a box now, each once and in the order of `all`."""
        if len(self.all) <= FEW:
            return self.all
        moment = machine.ticks, machine.jumps
        if moment != self._moment:
            self._moment, self._asked = moment, 0
        self._asked += 1
        if self._asked <= _FEW_TIMES:
            return self.all
        if self._asked == _FEW_TIMES + 1:
            self._grid = PlaceGrid(_WIDE_CELL)
            for thing in self.all:
                x0, y0, x1, y1 = self._bounds(thing)
                self._grid.put(thing, x0 - _IN_A_TICK, y0 - _IN_A_TICK, x1 + _IN_A_TICK, y1 + _IN_A_TICK)
        return self._grid.near(left, bottom, right, top)
