"""The layout of the instance buffers.

A *row* is the motion of one body (x, y, angle, vx, vy, w); an instance refers to its body by that row's index.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

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
Rows = npt.NDArray[np.float64]
Motions = npt.NDArray[np.floating[Any]]
Indices = npt.NDArray[np.intp]


def index_pairs(pairs: list[tuple[int, int]]) -> Indices:
    return np.array(pairs, np.intp).reshape(-1, 2)
