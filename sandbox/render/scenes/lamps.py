"""The lamps of a scene: parts that glow now, and how far and in which colour each lights its surroundings.

A lamp is an instance of the material "glow": lit while the running state that its look shows is on, or always if its
tint is nearly white, as that of a table lamp is. Everything comes from the rows that are drawn, so a lamp that
moves, falls or goes out takes its light along.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sandbox.render.instances.pieces import Pieces
from sandbox.render.instances.shape_records import MATERIALS
from sandbox.render.scenes.lamp_light import ALONG, ALWAYS, BRIGHT, DIMMEST, FARTHEST, LEAST, MOST, REACH

Floats = npt.NDArray[np.floating[Any]]


def brightness(pieces: Pieces, states: Floats) -> Floats:
    """Return how brightly each instance glows, 0 to 1; `states` are the running states that the looks show."""
    static = pieces.bodies
    glows = static["form"][:, 3] == MATERIALS["glow"]
    always = static["tint"][:, :3].min(axis=1, initial=255) >= ALWAYS
    level: Floats = np.where(glows, np.where(always, 1.0, np.clip(states, 0.0, 1.0)), 0.0)
    return level


def shining(pieces: Pieces, moving: Floats, leftover: float) -> tuple[Floats, Floats]:
    """Return the lamps that are lit, brightest first: x, y, reach (m) and brightness; and their colours, 0 to 1.

    `moving` are the drawn rows: pose, motion and state of each instance.
    """
    level = brightness(pieces, moving[:, 6])
    indices = np.flatnonzero(level > 0.0)
    rows, static = moving[indices], pieces.bodies[indices]
    angle = rows[:, 2] + rows[:, 5] * leftover
    c, s = np.cos(angle), np.sin(angle)
    px, py = static["place"][:, 0], static["place"][:, 1]
    half = static["size"][:, :2].max(axis=1, initial=0.0)
    lamps = np.zeros((len(indices), 4), np.float32)
    lamps[:, 0] = rows[:, 0] + rows[:, 3] * leftover + c * px - s * py
    lamps[:, 1] = rows[:, 1] + rows[:, 4] * leftover + s * px + c * py
    lamps[:, 2] = np.clip(REACH * half, LEAST, FARTHEST)
    lamps[:, 3] = ALONG * level[indices] * np.clip(half / BRIGHT, DIMMEST, 1.0)
    order = np.argsort(-lamps[:, 3] * lamps[:, 2], kind="stable")[:MOST]
    return lamps[order], (static["tint"][order, :3] / 255.0).astype(np.float32)
