"""A sweep over the free numbers of a script: which places win, and which of them a level should have.

The place that is chosen is the middle of the widest one that is not the obvious one. A place is a set of winning tries
that are neighbours along the axes; its middle is the try that is the most steps away from the nearest one that does not
win (beyond the ends of a range nothing wins, as nobody has looked there). A place is obvious if it holds a try with
every free number at an end of its range, or with every one at the value that the script calls obvious: these are what
a player tries first. A place without a try that wins together with all its neighbours is left for want of another.
"""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from sandbox.authoring.runner import answer_of, script_process
from sandbox.authoring.script_run import MOST_TRIES, Free, ScriptOrder
from sandbox.errors import BadFile, Refused
from sandbox.recording import atomic_files
from sandbox.tasks import cores
from sandbox.tasks.pool import Pool

SECONDS = 1800  # of processor time for all tries of a process
_SIGNS = {"won": "#", "not won": ".", "refused": "x"}
_COLOURS = {"won": (92, 168, 104), "not won": (206, 108, 92), "refused": (176, 182, 190)}
_ROOM = 2  # steps from a middle to the nearest try that does not win
_CELL, _EDGE = 14, 30  # px
Index = tuple[int, ...]
Grid = npt.NDArray[np.bool_]


class ChosenPlace(NamedTuple):
    """The place that is chosen: its middle, by index along each free number, and its size."""

    at: Index
    steps: int  # from its middle to the nearest try that does not win
    tries: int
    obvious: bool


class Sweep(NamedTuple):
    """The outcome of every try, by index along each free number."""

    free: tuple[Free, ...]
    outcomes: dict[Index, str]

    @property
    def shape(self) -> Index:
        """The number of values of each free number."""
        return tuple(len(free.values) for free in self.free)

    def values(self, index: Index) -> tuple[float, ...]:
        """Return the free numbers at an index."""
        return tuple(free.values[i] for free, i in zip(self.free, index, strict=True))


def sweep(script: Path, free: tuple[Free, ...], jobs: int | None = None) -> Sweep:
    """Try a script at every place of its free numbers, in `jobs` processes (by default one for each core).

    Raises:
        Refused: there are too many places, or the script goes wrong at one of them.
    """
    shape = tuple(len(number.values) for number in free)
    if math.prod(shape) > MOST_TRIES:
        raise Refused(f"{script}: {math.prod(shape)} places are too many (at most {MOST_TRIES}); take larger steps")
    indices = list(itertools.product(*map(range, shape)))
    empty = Sweep(free, {})
    tries = [(number, empty.values(index)) for number, index in enumerate(indices)]
    count = max(1, min(jobs or cores.usable(), len(tries)))
    orders = [ScriptOrder(str(script), tries=tuple(tries[part::count])) for part in range(count)]
    with Pool(script_process(SECONDS, float(SECONDS)), count) as pool:
        answers = [answer_of(script, end) for end in pool.in_order(orders)]
    error = next((answer.error for answer in answers if answer.error), "")
    if error:
        raise Refused(error)
    outcomes = {indices[number]: outcome for answer in answers for number, outcome in answer.outcomes}
    return Sweep(free, {index: outcomes[index] for index in indices})


def choose(swept: Sweep) -> ChosenPlace | None:
    """Return the middle of the widest winning place that is not obvious, else of the widest; None if nothing wins."""
    won = np.zeros(swept.shape, np.bool_)
    for index, outcome in swept.outcomes.items():
        won[index] = outcome == "won"
    depth = _depths(won)
    choices = [_middle_of(place, depth, swept) for place in _places(won)]
    return min(choices, key=lambda c: (c.steps < _ROOM, c.obvious, -c.steps, -c.tries, c.at), default=None)


def _middle_of(place: list[Index], depth: npt.NDArray[np.int_], swept: Sweep) -> ChosenPlace:
    deepest = max(int(depth[index]) for index in place)
    core = [index for index in place if depth[index] == deepest]
    centre = [math.fsum(axis) / len(core) for axis in zip(*core, strict=True)]
    middle = min(core, key=lambda index: (math.dist(index, centre), index))
    return ChosenPlace(middle, deepest, len(place), any(_is_obvious(index, swept) for index in place))


def _is_obvious(index: Index, swept: Sweep) -> bool:
    at_ends = all(i in (0, count - 1) for i, count in zip(index, swept.shape, strict=True))
    named = [free.obvious for free in swept.free]
    values = swept.values(index)
    nearest = all(
        obvious is not None and abs(value - obvious) <= free.step / 2 + 1e-9
        for obvious, value, free in zip(named, values, swept.free, strict=True)
    )
    return at_ends or nearest


def _depths(won: Grid) -> npt.NDArray[np.int_]:
    """Return for each try how many steps it is from the nearest that does not win."""
    depth, left = np.zeros(won.shape, np.int_), won
    while left.any():
        depth += left
        padded = np.pad(left, 1)
        inner = tuple(slice(1, -1) for _ in won.shape)
        for axis in range(won.ndim):
            for shift in (1, -1):
                left = left & np.roll(padded, shift, axis)[inner]
    return depth


def _places(won: Grid) -> list[list[Index]]:
    """Return the sets of winning tries that are neighbours along the axes."""
    waiting = {tuple(map(int, index)) for index in np.argwhere(won)}
    places = []
    while waiting:
        place, front = [], [min(waiting)]
        waiting.discard(front[0])
        while front:
            index = front.pop()
            place.append(index)
            for axis, step in itertools.product(range(len(index)), (1, -1)):
                near = (*index[:axis], index[axis] + step, *index[axis + 1 :])
                if near in waiting:
                    waiting.discard(near)
                    front.append(near)
        places.append(sorted(place))
    return places


# -- the map


def lines(swept: Sweep, choice: ChosenPlace | None) -> list[str]:
    """Draw the map as text: # wins, . does not, x can't be built, @ is chosen. The third number's middle is shown."""
    rows = []
    for row in _rows(swept, choice):
        signs = ["@" if choice and index == choice.at else _SIGNS[swept.outcomes[index]] for index in row]
        label = f"{swept.values(row[0])[1]:>9.3f} " if len(swept.free) > 1 else " " * 10
        rows.append(label + "".join(signs))
    first = swept.free[0]
    return [*rows, f"{' ' * 10}{first.low:g} to {first.values[-1]:g} in steps of {first.step:g} (line {first.line})"]


def draw(swept: Sweep, choice: ChosenPlace | None, out: Path) -> None:
    """Draw the map as a PNG picture: green wins, red does not, grey can't be built, a ring is chosen.

    Raises:
        BadFile: it can't be written.
    """
    rows = _rows(swept, choice)
    picture = Image.new("RGB", (2 * _EDGE + _CELL * len(rows[0]), 2 * _EDGE + _CELL * len(rows)), (244, 246, 248))
    pen = ImageDraw.Draw(picture)
    for r, row in enumerate(rows):
        for c, index in enumerate(row):
            x, y = _EDGE + _CELL * c, _EDGE + _CELL * r
            pen.rectangle((x, y, x + _CELL - 2, y + _CELL - 2), _COLOURS[swept.outcomes[index]])
            if choice is not None and index == choice.at:
                pen.ellipse((x + 1, y + 1, x + _CELL - 3, y + _CELL - 3), outline=(24, 30, 40), width=2)
    first = swept.free[0]
    pen.text((_EDGE, 8), f"line {first.line}: {first.low:g} to {first.values[-1]:g}", (40, 46, 58))
    if len(swept.free) > 1:
        second = swept.free[1]
        words = f"up, line {second.line}: {second.low:g} to {second.values[-1]:g}"
        pen.text((_EDGE, picture.height - 20), words, (40, 46, 58))
    try:
        with atomic_files.replacing(out) as new:
            picture.save(new, "PNG")
    except OSError as error:
        raise BadFile(f"{out}: can't be written: {error.strerror or error}") from None


def _rows(swept: Sweep, choice: ChosenPlace | None) -> list[list[Index]]:
    """Return the tries that are shown, the highest value of the second number first."""
    shape = (*swept.shape, 1, 1)[:3]
    third = choice.at[2] if choice is not None and len(choice.at) > 2 else shape[2] // 2
    count = len(swept.free)
    return [[(c, r, third)[:count] for c in range(shape[0])] for r in reversed(range(shape[1]))]
