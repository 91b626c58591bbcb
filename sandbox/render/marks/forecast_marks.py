"""The forecast in the scene: a faint dotted line along the path of each body, and its outline where the path ends."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sandbox.design.geometry import Circle, Outline
from sandbox.parts import blueprint
from sandbox.render.mark_list import FORECAST
from sandbox.render.overlay import Overlay
from sandbox.workspace.forecast.forecast import BodyPath, Forecast

SPACING_PX = 8.0  # from dot to dot
DOT_PX = 1.7
OUTLINE_PX = 1.5
MOST_DOTS = 8000  # beyond, they are farther apart
_SIDES = 24  # of a circle

Floats = npt.NDArray[np.float64]


class ForecastMarks:
    """Draws forecasts; marks stay as they are until there is another forecast, or the view is zoomed."""

    def __init__(self) -> None:
        self._shown: tuple[Forecast, float] | None = None

    def show(self, overlay: Overlay, forecast: Forecast | None, pixel: float) -> None:
        """Fill an overlay of its own with a forecast; `pixel` is the length of an interface pixel in metres."""
        spacing = 2.0 ** round(math.log2(SPACING_PX * pixel))  # in steps, so that zooming seldom moves the dots
        if forecast is None:
            self._shown = None
            overlay.clear()
        elif self._shown is None or self._shown[0] is not forecast or self._shown[1] != spacing:
            self._shown = forecast, spacing
            overlay.clear()
            dots = dots_along(forecast.paths, spacing)
            overlay.dots(dots[:, 0], dots[:, 1], DOT_PX, FORECAST)
            overlay.strokes(final_outlines(forecast), FORECAST, OUTLINE_PX)


def dots_along(paths: tuple[BodyPath, ...], spacing: float) -> Floats:
    """Return points along paths, `spacing` metres apart."""
    lengths = [np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(path.poses[:, :2], axis=0).T)))) for path in paths]
    spacing = max(spacing, float(sum(length[-1] for length in lengths)) / MOST_DOTS)
    points = [np.zeros((0, 2))]
    for path, length in zip(paths, lengths, strict=True):
        places = np.arange(spacing, length[-1], spacing)
        points.append(np.stack([np.interp(places, length, path.poses[:, axis]) for axis in (0, 1)], axis=1))
    return np.concatenate(points)


def final_outlines(forecast: Forecast) -> Floats:
    """Return the outlines of bodies in the last poses of their paths, as strokes (x0, y0, x1, y1)."""
    strokes = [np.zeros((0, 4))]
    for path in forecast.paths:
        spec = forecast.design.part_by_id.get(path.part)
        if spec is None:
            continue
        plan = blueprint(spec)
        body = plan.bodies[path.body]
        for shape in plan.shapes:
            if shape.body == path.body and shape.collides:
                ends = np.array([*_edges(shape.outline.moved(-body.x, -body.y))]).reshape(-1, 2, 2)
                strokes.append(_placed(ends, path.poses[-1]).reshape(-1, 4))
    return np.concatenate(strokes)


def _edges(outline: Outline) -> Iterator[tuple[float, float, float, float]]:
    """Yield the straight edges of an outline; of a circle a polygon and a radius, which shows how far it turns."""
    if isinstance(outline, Circle):
        angles = [2.0 * math.pi * side / _SIDES for side in range(_SIDES + 1)]
        points = [(outline.x + outline.r * math.cos(a), outline.y + outline.r * math.sin(a)) for a in angles]
        yield outline.x, outline.y, *points[0]
        yield from ((*start, *end) for start, end in pairwise(points))
        return
    for (x0, y0), (x1, y1) in zip(outline.points, (*outline.points[1:], outline.points[0]), strict=True):
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        out = ((y1 - y0) / length * outline.rounding, (x0 - x1) / length * outline.rounding)
        yield x0 + out[0], y0 + out[1], x1 + out[0], y1 + out[1]


def _placed(ends: Floats, pose: Floats) -> Floats:
    """Turn and move points of a body to where it is."""
    x, y, angle = pose.tolist()
    cos, sin = math.cos(angle), math.sin(angle)
    placed: Floats = ends @ np.array(((cos, sin), (-sin, cos))) + np.array((x, y))
    return placed
