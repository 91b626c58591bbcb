"""The layout of the instance buffers, and the constants that their columns hold.

A *row* is the motion of one body (x, y, angle, vx, vy, w); an instance refers to its body by that row's index.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.parts.kind import Blueprint

MAX_POINTS = 64
CIRCLE, BOX, POLYGON = 0, 1, 2
BODY_DYNAMIC = np.dtype([("pose", "f4", 3), ("motion", "f4", 3), ("slot", "f4")])
BODY_STATIC = np.dtype(
    [("place", "f4", 4), ("size", "f4", 4), ("form", "f4", 4), ("look", "f4", 4), ("ball", "f4", 3), ("tint", "u1", 4)]
)
CORD_DYNAMIC = np.dtype(
    [
        ("pose_a", "f4", 3), ("motion_a", "f4", 3), ("pose_b", "f4", 3), ("motion_b", "f4", 3), ("reach", "f4"),
        ("slot", "f4"),
    ]
)  # fmt: skip
CORD_STATIC = np.dtype([("anchors", "f4", 4), ("cord", "f4", 4), ("mark", "f4", 3), ("tint", "u1", 4)])
AWAY = (0.0, -1e4)  # m: far out of sight; spare bodies wait here until they are let out, hidden instances are put here
WHOLE, FIRST, LAST, BETWEEN, ARC = range(5)  # column 2 of a cord's "mark": which piece of a rope it is
SEED, OUTLINE, MARK, STYLE = 0, 1, 2, 3  # columns of "look"; of a cord's "mark", 0 is the mark
POLYGON_ROW = 1  # column of "form"
HOVERED, SELECTED = 1.0, 2.0
SOLID, GHOST, REFUSED, ECHO = 0.0, 1.0, 2.0, 3.0
Rows = npt.NDArray[np.float64]
Motions = npt.NDArray[np.floating[Any]]
Indices = npt.NDArray[np.intp]


class Placed(NamedTuple):
    """A part to draw: its blueprint, the row of its first body, and the state slots that its looks may show."""

    id: int
    plan: Blueprint
    row: int
    slots: Mapping[str, int] = {}
    flip: bool = False
    layer: int = 0


def grain_seed(id_: int) -> float:
    """Number from 0 to 10, well spread over neighbouring ids, so that each part has its own grain."""
    return (id_ * 0.6180339887498949) % 1.0 * 10.0


def index_pairs(pairs: list[tuple[int, int]]) -> Indices:
    return np.array(pairs, np.intp).reshape(-1, 2)
