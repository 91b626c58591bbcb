"""The air that fans, bellows, rockets and anti-gravity pads move: streaks that run with it, as long as it is fast.

They are drawn from the very jet that pushes things (`Kind.jet`), and end where something stands in it. Each streak is
a function of the time of the moment shown, so nothing is stored and a film shows the same as the window.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from sandbox.render.effects.air_streams import AirStream, outline
from sandbox.render.effects.effect import spread
from sandbox.render.instances.pieces import Pieces
from sandbox.render.overlay import Floats, Overlay

STREAKS = 56  # of one jet
LASTS = 2.3  # times reach / speed: after so long a streak has used up nine tenths of the reach
SHUTTER = 0.045  # s: a streak is as long as the air goes in this time
INK = (96, 142, 204)
BRIGHT = 235  # of 255: alpha of the fastest streak
_SLIGHT = 0.02  # m: a shape that is smaller shields nothing


class AirFlow:
    """The air on a canvas. Attribute to set: `streams`, those that are seen now."""

    def __init__(self, overlay: Overlay) -> None:
        self.overlay = overlay
        self.streams: list[AirStream] = []

    def show(self, pieces: Pieces, moving: npt.NDArray[Any], time: float, pixels: float) -> None:
        """Put the streaks of a moment on the overlay; `pixels` is the number of interface pixels in a metre."""
        self.overlay.clear()
        for stream in self.streams:
            ends, share = streaks(stream, pieces, moving, time)
            inks = np.zeros((len(ends), 4), np.uint8)
            inks[:, :3], inks[:, 3] = INK, BRIGHT * share
            self.overlay.segments(ends, np.clip(0.012 * pixels, 1.4, 3.2) * (0.5 + 0.5 * share), inks)
            if stream.planned:
                outline(self.overlay, stream)


def streaks(stream: AirStream, pieces: Pieces, moving: npt.NDArray[Any], time: float) -> tuple[Floats, Floats]:
    """Return the streaks of a jet at a time (s): both ends of each (m), and its strength, 0 to 1.

    A jet's wind falls off in a straight line to nothing at its reach, so what it carries goes
    reach (1 - exp(-speed t / reach)) in the time t; an even one carries everything at one speed.
    """
    jet = stream.jet
    start, across = spreads()
    lasts = jet.reach / jet.speed * (1.0 if jet.even else LASTS)
    age = (time + lasts * start) % lasts

    def along(seconds: Floats) -> Floats:
        if jet.even:
            travelled: Floats = np.clip(jet.speed * seconds, 0.0, jet.reach)
        else:
            travelled = jet.reach * (1.0 - np.exp(-jet.speed * np.maximum(0.0, seconds) / jet.reach))
        return travelled

    free = free_ways(stream, across, pieces, moving)
    head = np.minimum(along(age), free)
    tail = np.minimum(along(age - (0.05 * lasts if jet.even else SHUTTER)), free)
    strength = np.minimum(1.0, 6.0 * age / lasts) * (1.0 - (0.3 if jet.even else 0.8) * head / jet.reach)
    strength[tail >= free - 1e-9] = 0.0  # it has met something
    if jet.even:
        strength *= np.minimum(1.0, 5.0 * (1.0 - age / lasts))
    points = [_at(stream, x, across) for x in (tail, head)]
    return np.concatenate(points, axis=1), strength


@cache
def spreads() -> tuple[Floats, Floats]:
    """Return when each streak of a jet begins (share of the time that it lasts), and where, -1 to 1 across the jet."""
    start, across = (np.array([spread(number, seed) for number in range(STREAKS)]) for seed in (31, 37))
    return start, 2.0 * across - 1.0


def _at(stream: AirStream, along: Floats, across: Floats) -> Floats:
    """Return world points, by how far they are along the jet (m) and beside its axis (share of its half width)."""
    jet, (x, y, angle) = stream.jet, stream.pose
    (ox, oy), (ax, ay) = jet.mouth, jet.axis
    off = across * (jet.half + jet.spread * along)
    px, py = ox + along * ax - off * ay, oy + along * ay + off * ax
    c, s = math.cos(angle), math.sin(angle)
    return np.stack((x + c * px - s * py, y + s * px + c * py), axis=1)


def free_ways(stream: AirStream, across: Floats, pieces: Pieces, moving: npt.NDArray[Any]) -> Floats:
    """Return how far the jet goes at each share of its width before a shape of another part stands in its way (m)."""
    reach = stream.jet.reach
    start = _at(stream, np.zeros_like(across), across)
    way = _at(stream, np.full_like(across, reach), across) - start
    sizes = pieces.bodies["size"][:, :2]
    mouth = np.abs(moving[:, :2] - start.mean(axis=0)).max(axis=1)
    round_ = np.abs(pieces.bodies["place"][:, :2]).sum(axis=1) + sizes.sum(axis=1)  # m around its body
    near = mouth < np.hypot(*way.T).max() + 2.0 * stream.jet.half + round_
    boxes = np.flatnonzero((pieces.owners != stream.part) & (sizes.min(axis=1) > _SLIGHT) & near)
    static, rows = pieces.bodies[boxes], moving[boxes].astype(np.float64)
    c, s = np.cos(rows[:, 2]), np.sin(rows[:, 2])
    px, py, tx, ty = static["place"].T.astype(np.float64)
    middle = np.stack((rows[:, 0] + c * px - s * py, rows[:, 1] + s * px + c * py), axis=1)
    axes = np.stack((c * tx - s * ty, s * tx + c * ty), axis=1)
    normals = np.stack((-axes[:, 1], axes[:, 0]), axis=1)
    enter, leave = np.zeros((len(across), len(boxes))), np.ones((len(across), len(boxes)))
    for direction, half in ((axes, static["size"][:, 0]), (normals, static["size"][:, 1])):
        at = start @ direction.T - (middle * direction).sum(axis=1)
        speed = way @ direction.T
        speed = np.where(np.abs(speed) < 1e-9, 1e-9, speed)
        one, other = (-half - at) / speed, (half - at) / speed
        enter = np.maximum(enter, np.minimum(one, other))
        leave = np.minimum(leave, np.maximum(one, other))
    first = np.where((enter < leave) & (leave > 0.0), enter, 1.0).min(axis=1, initial=1.0)
    free: Floats = reach * first
    return free
