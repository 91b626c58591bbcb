"""The forecast of a design: the paths of its bodies in the first seconds of a run, and the process that computes them.

`forecaster` starts this module as a child process. A request holds a design in its written form; an answer holds the
poses of the bodies that move, as float64 and so as exact as the run itself. A forecast that takes long is answered in
growing parts. A request that arrives meanwhile ends it where it is.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from sandbox import parts
from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.machine.machine import Machine
from sandbox.machine.rows import NOWHERE
from sandbox.tasks.serving import Teller, serve

SECONDS = 3.0
POSES_A_SECOND = 40
LEAST_SHIFT = 0.005  # m: a body that moves less, and turns less than the next, has no path
LEAST_TURN = 0.05  # rad
GROW_S = 0.06  # between two answers to the same request
MOST_PATHS = 400  # of a crowd, the bodies that move farthest

Poses = npt.NDArray[np.float64]  # a row of x, y and angle for each moment (m, m, rad)


class BodyPath(NamedTuple):
    """The path of one body: its pose at regular times, from its first one in the machine to its last."""

    part: int
    body: int  # index in the part's blueprint
    poses: Poses


class Forecast(NamedTuple):
    """The paths of all bodies that move when a design is run."""

    design: Design
    paths: tuple[BodyPath, ...]


class Request(msgspec.Struct, array_like=True):
    """An order for a forecast; without a design only an end of the one in progress."""

    seed: int = 0
    design: Any = None  # in its written form


class ForecastAnswer(msgspec.Struct, array_like=True):
    """The paths for a request: part, body and number of poses of each, and the poses of all in one piece."""

    bodies: list[tuple[int, int, int]] = []
    poses: bytes = b""

    def forecast(self, design: Design) -> Forecast:
        """Return the paths with the design that they belong to."""
        poses = np.frombuffer(self.poses, "<f8").reshape(-1, 3)
        paths, first = [], 0
        for part, body, count in self.bodies:
            paths.append(BodyPath(part, body, poses[first : first + count]))
            first += count
        return Forecast(design, tuple(paths))


# -- computing it


class Lookahead:
    """A run of a design in a session of its own, pose by pose.

    Raises:
        Refused: the design can't be run.
    """

    def __init__(self, design: Design, seed: int = 0) -> None:
        self._session = Session(design, seed)
        self._session.do(Start())
        assert self._session.machine is not None
        self._machine = self._session.machine
        self._every = max(1, self._session.tick_rate // POSES_A_SECOND)
        self._left = round(SECONDS * self._session.tick_rate) // self._every
        self._moments = [_poses(self._machine)]

    def step(self) -> bool:
        """Run to the next pose; False if `SECONDS` are over."""
        if not self._left:
            return False
        self._left -= 1
        self._session.advance(self._every)
        self._moments.append(_poses(self._machine))
        return True

    def paths(self) -> tuple[BodyPath, ...]:
        """Return the paths of all bodies that have moved so far."""
        rows = np.stack(self._moments)
        moving = _moving(rows)
        return tuple(
            BodyPath(*part_and_body, path[~np.isnan(path[:, 0])])
            for row, (part_and_body, path) in enumerate(zip(self._machine.row_of, rows.transpose(1, 0, 2), strict=True))
            if row in moving
        )


def _poses(machine: Machine) -> Poses:
    """Return the poses of all bodies now; nan for those that are not in the machine."""
    poses = machine.read_rows()[:-1, :3].copy()  # the last row is the hand's
    absent = ~np.isin(machine.row_part[:-1], np.array([*machine.parts]))
    poses[absent | (poses[:, 1] <= NOWHERE[1])] = np.nan
    return poses


def _moving(rows: Poses) -> set[int]:
    """Return the rows of the bodies that move visibly: of too many, those that move farthest."""
    spread = np.fmax.reduce(rows) - np.fmin.reduce(rows)  # nan for a body that is never there
    shift = np.hypot(spread[:, 0], spread[:, 1])
    moving = np.flatnonzero((shift >= LEAST_SHIFT) | (spread[:, 2] >= LEAST_TURN))
    farthest = np.argsort(-shift[moving], kind="stable")[:MOST_PATHS]
    return set(moving[farthest].tolist())


# -- the child process


def carry_out(request: Request, teller: Teller) -> ForecastAnswer | None:
    """Compute a forecast, with growing parts of it as progress; None if a newer request has taken its place at once."""
    if request.design is None or teller.superseded:
        return None
    try:
        run = Lookahead(parts.check(document.from_plain(request.design)), request.seed)
    except (BadFile, Refused):
        return ForecastAnswer()  # what can't be run has no paths; the editor says why
    shown_s = time.monotonic()
    while not teller.superseded and run.step():
        if time.monotonic() - shown_s > GROW_S:
            teller.progress(0.0, news=_answer(run.paths()))
            shown_s = time.monotonic()
    return _answer(run.paths())


def _answer(paths: tuple[BodyPath, ...]) -> ForecastAnswer:
    bodies = [(path.part, path.body, len(path.poses)) for path in paths]
    return ForecastAnswer(bodies, b"".join(path.poses.tobytes() for path in paths))


if __name__ == "__main__":
    serve(carry_out, Request)
