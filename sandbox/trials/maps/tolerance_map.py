"""A tolerance map: for each place of one part of a built machine, whether the machine wins then.

It is a pure function of its plan, whatever number of processes makes the runs and in whatever order they end.
"""

from __future__ import annotations

import math
from collections import deque
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.design.design import Design, Id, PartSpec
from sandbox.design.geometry import Box
from sandbox.trials.judging import OUTCOMES, REFUSED, WON
from sandbox.trials.maps.refinement import LatticePoint, Refinement
from sandbox.trials.search.try_service import Poses
from sandbox.trials.variations import PartPose

_ROUNDING = 1e-6  # blocks: a map that fits exactly gets no further ones
UNKNOWN = -1  # in a raster: nothing is known about this place yet; else the index of one of `OUTCOMES`
FINEST = 0.0125  # m
_ROOT = 16  # steps of the lattice along the first blocks
_AT_ONCE = 4  # runs of one order: few enough that a process is soon free for something else
_CODES = {outcome: code for code, outcome in enumerate(OUTCOMES)}

Raster = npt.NDArray[np.int8]


class MapPlan(NamedTuple):
    """All that a map depends on. The lattice is laid so that the part's own place is one of its points."""

    design: Design  # the machine, with the part in it
    part: Id
    ticks: int  # that a run may take
    left: int  # first blocks to the left of the part's own place, and so on
    right: int
    below: int
    above: int
    finest: float = FINEST  # m: the distance of neighbouring points
    root: int = _ROOT
    whole: int = _ROOT  # see `Refinement`
    seed: int = 1

    @property
    def spec(self) -> PartSpec:
        return self.design.part_by_id[self.part]

    @property
    def home(self) -> LatticePoint:
        """The part's own place."""
        return self.left * self.root, self.below * self.root

    @property
    def columns(self) -> int:
        return (self.left + self.right) * self.root

    @property
    def rows(self) -> int:
        return (self.below + self.above) * self.root

    @property
    def box(self) -> Box:
        """All places of the map (m)."""
        x0, y0 = self.spec.x - self.home[0] * self.finest, self.spec.y - self.home[1] * self.finest
        return Box(x0, y0, x0 + self.columns * self.finest, y0 + self.rows * self.finest)

    def poses(self, point: LatticePoint) -> Poses:
        """Return the part at a point of the lattice."""
        dx, dy = (self.finest * (at - home) for at, home in zip(point, self.home, strict=True))
        return (PartPose.shifted(self.spec, dx, dy),)


def around(
    design: Design, part: Id, ticks: int, size: float, finest: float = FINEST, root: int = _ROOT, seed: int = 1
) -> MapPlan:
    """Plan a square map with the part's own place in the middle, at least so large (m)."""
    blocks = math.ceil(size / 2.0 / (root * finest) - _ROUNDING)
    return MapPlan(design, part, ticks, blocks, blocks, blocks, blocks, finest, root, root, seed)


def over_world(design: Design, part: Id, ticks: int, finest: float, root: int, whole: int, seed: int = 1) -> MapPlan:
    """Plan a map of the whole level."""
    spec, world, block = design.part_by_id[part], design.world, root * finest

    def blocks(distance: float) -> int:
        return max(1, math.ceil(distance / block))

    return MapPlan(
        design, part, ticks, blocks(spec.x), blocks(world.width - spec.x), blocks(spec.y),
        blocks(world.height - spec.y), finest, root, whole, seed,
    )  # fmt: skip


class ToleranceMap:
    """A map that is being made: a job for `try_service`.

    Attributes to read, from any thread: `raster`, the outcome at each point of the lattice by row and column as far as
    it is known or taken for that of its neighbours; `runs`, how many there have been; `done`.
    """

    def __init__(self, plan: MapPlan, probing: bool = True) -> None:
        self.plan, self.design, self.ticks = plan, plan.design, plan.ticks
        self.raster: Raster = np.full((plan.rows + 1, plan.columns + 1), UNKNOWN, np.int8)
        self.runs = 0
        self.done = False
        self._spreads = np.full(self.raster.shape, plan.root, np.int16)  # of the answers that are in the raster
        self._refinement: Refinement[int] = Refinement(
            plan.columns, plan.rows, plan.root, plan.whole, plan.seed, probing
        )
        self._answers: dict[LatticePoint, int] = {}  # of this round
        self._waiting: deque[LatticePoint] = deque()
        self._out: dict[Poses, LatticePoint] = {}
        self._begin_round()

    @property
    def outcomes(self) -> dict[LatticePoint, str]:
        """The outcome at each point that was tried in the rounds that have ended."""
        return {point: OUTCOMES[code] for point, code in self._refinement.answers.items()}

    @property
    def share(self) -> float:
        """The share that is done, roughly: 0 to 1."""
        return self._refinement.progress

    @property
    def wins(self) -> bool:
        """Tell whether any place that is known wins."""
        return bool((self.raster == _CODES[WON]).any())

    @property
    def shares(self) -> dict[str, float]:
        """The shares of the places that win, that do not, and that are refused."""
        won, refused = (float(np.mean(self.raster == _CODES[outcome])) for outcome in (WON, REFUSED))
        return {"won": won, "not_won": 1.0 - won - refused, "refused": refused}

    # -- for the service

    def next_tries(self) -> tuple[Poses, ...]:
        """Return the next few places of the part."""
        points = [self._waiting.popleft() for _ in range(min(_AT_ONCE, len(self._waiting)))]
        tries = tuple(self.plan.poses(point) for point in points)
        self._out.update(zip(tries, points, strict=True))
        return tries

    def take(self, tries: tuple[Poses, ...], outcomes: tuple[str, ...]) -> None:
        """Take the outcomes at places."""
        for poses, outcome in zip(tries, outcomes, strict=True):
            point, code = self._out.pop(poses), _CODES[outcome]
            self._answers[point] = code
            self._paint(point, code)
        self.runs += len(tries)
        if len(self._answers) == len(self._refinement.wanted):
            self._refinement.end_round(self._answers)
            self._answers = {}
            self._begin_round()

    def _begin_round(self) -> None:
        """Let the points of the next round wait, those near the part's own place first."""
        i, j = self.plan.home
        wanted = self._refinement.wanted
        self._waiting.extend(sorted(wanted, key=lambda point: (point[0] - i) ** 2 + (point[1] - j) ** 2))
        self.done = not wanted

    def _paint(self, point: LatticePoint, code: int) -> None:
        """Show an outcome at its point, and about it where nothing nearer is known."""
        (i, j), spread = point, self._refinement.spread
        window = np.s_[max(0, j - spread) : j + spread + 1, max(0, i - spread) : i + spread + 1]
        coarse = self._spreads[window] > spread
        self.raster[window][coarse] = code
        self._spreads[window][coarse] = spread
        self.raster[j, i], self._spreads[j, i] = code, 0
