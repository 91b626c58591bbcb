"""What the learning agent knows: episodes as numbers, and what one that is like them should be worth.

Places are measured from the goal and from the ball, so what was learnt in one variant says something about others.
The worth of a sequence of actions is the mean reward of known episodes with the same pieces, weighted by a Gaussian of
their distance (E. A. Nadaraya, G. S. Watson, 1964): few numbers, and nothing that has to be trained.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from sandbox import parts as catalogue
from sandbox.design.geometry import Point
from sandbox.environment.contraption import ContraptionEnv
from sandbox.environment.task import KIND_NUMBERS

_NEAR, _WIDE = 0.2, 0.6  # m: the widths of the Gaussian for places of parts, and for the points of links
_TURN = 0.15  # of half a turn
_PRIOR = 0.3  # weight of knowing nothing, which is worth 0
_BALLS = (*(kind.name for kind in catalogue.FAMILIES["Balls"].KINDS), "weight")
_BALL_NUMBERS = [KIND_NUMBERS[name] for name in _BALLS if name in KIND_NUMBERS]


class Experience(Struct, frozen=True):
    """An episode: the kinds of its pieces, its numbers (none, if it was not built to its end), and its reward."""

    pieces: str
    numbers: list[float]
    reward: float


Memory: TypeAlias = list[Experience]


class Landmarks(NamedTuple):
    """The places (m) of the goal and of the ball, as an observation shows them."""

    goal: Point
    ball: Point


def landmarks(env: ContraptionEnv, observation: Mapping[str, npt.NDArray[Any]]) -> Landmarks:
    """Find the goal and the ball in an observation: the ball that the goal is about, else the middle of all balls."""
    width, height = env.task.level.size
    x0, y0, x1, y1 = observation["goals"][0][2:6].tolist()
    goal = (x0 + x1) / 2 * width, (y0 + y1) / 2 * height
    balls = np.flatnonzero(np.isin(observation["kinds"], _BALL_NUMBERS))
    named = [row - 1 for row in observation["goal_parts"][0].tolist() if row and row - 1 in balls]
    rows = named or balls.tolist()
    if not rows:
        return Landmarks(goal, goal)
    x, y = observation["parts"][rows, :2].mean(axis=0).tolist()
    return Landmarks(goal, (x * width, y * height))


def features(env: ContraptionEnv, seen: Landmarks, actions: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return the numbers of a sequence of actions, in widths of the Gaussian."""
    (gx, gy), (bx, by) = seen.goal, seen.ball
    numbers = [(gx - bx) / _WIDE, (gy - by) / _WIDE]
    width, height = env.task.level.size

    def point(field: npt.NDArray[np.float32]) -> Point:
        return (0.5 + 0.5 * float(field[0])) * width, (0.5 + 0.5 * float(field[1])) * height

    for action in actions:
        x, y = point(action["at"])
        if env.task.items[int(action["choice"]) - 1] in catalogue.LINKS:
            tx, ty = point(action["to"])
            numbers += [x / _WIDE, y / _WIDE, tx / _WIDE, ty / _WIDE]
        else:
            numbers += [(x - gx) / _NEAR, (y - gy) / _NEAR, (x - bx) / _NEAR, (y - by) / _NEAR]
            numbers += [float(action["angle"][0]) / _TURN, 2.0 * float(action["flip"])]
    return numbers


def worth(candidates: Sequence[Sequence[float]], known: Sequence[Experience], pieces: str) -> npt.NDArray[np.float64]:
    """Return what sequences of actions should be worth; 0 where nothing like them is known."""
    same = [experience for experience in known if experience.pieces == pieces and experience.numbers]
    if not same:
        return np.zeros(len(candidates))
    points, rewards = np.array([each.numbers for each in same]), np.array([each.reward for each in same])
    asked = np.array(candidates)
    squares = (
        np.square(asked).sum(axis=1)[:, None]
        + np.square(points).sum(axis=1)[None, :]
        - 2.0 * np.einsum("ij,kj->ik", asked, points)
    )
    weights = np.exp(-0.5 * np.maximum(squares, 0.0) / points.shape[1] * 2.0)
    values: npt.NDArray[np.float64] = (weights * rewards).sum(axis=1) / (weights.sum(axis=1) + _PRIOR)
    return values
