"""Lines out of curves: the outline of a path as points that are no farther from it than a tolerance."""

from __future__ import annotations

from math import acos, ceil, hypot, pi, sqrt
from typing import TYPE_CHECKING

from sandbox.design.geometry import Point
from sandbox.errors import BadFile
from sandbox.levels.formats.drawing import MAX_COORDINATE, MAX_POINTS, Ring

if TYPE_CHECKING:
    from svgelements import Arc, CubicBezier, Path, PathSegment, QuadraticBezier


def rings(path: Path, tolerance: float, most: int = MAX_POINTS) -> list[Ring]:
    """Flatten a path into lines, one for each of its subpaths.

    Args:
        tolerance: how far a point of a curve may be from its line, in the units of the path.
        most: points that the lines may have together.

    Raises:
        BadFile: a coordinate is out of bounds, or there would be too many points; the sentence names no place.
    """
    from svgelements import Close, Move

    done: list[Ring] = []
    points: list[Point] = []
    left = most

    def end(closed: bool) -> None:
        if len(points) > 1:
            done.append(Ring(tuple(points), closed))
        points.clear()

    for segment in path:
        if isinstance(segment, Close):
            end(closed=True)
            continue
        if isinstance(segment, Move):
            end(closed=False)
        elif not points and segment.start is not None:  # after an outline has been closed, its start goes on
            points.append(_point(segment.start.x, segment.start.y))
        more = _points(segment, tolerance, left)
        left -= len(more)
        for point in more:
            if point not in points[-1:]:  # a line of no length
                points.append(point)
    end(closed=False)
    return done


def _points(segment: PathSegment, tolerance: float, left: int) -> list[Point]:
    """Return the points of a segment after its start."""
    from svgelements import Arc, CubicBezier, QuadraticBezier

    if isinstance(segment, CubicBezier):
        places = _even(_of_cubic(segment, tolerance), left)
        return [_point(*_on_cubic(segment, t)) for t in places]
    if isinstance(segment, QuadraticBezier):
        places = _even(_of_quadratic(segment, tolerance), left)
        return [_point(*_on_quadratic(segment, t)) for t in places]
    if isinstance(segment, Arc) and segment.sweep:
        start = segment.get_start_t()
        on_arc = (segment.point_at_t(start + segment.sweep * t) for t in _even(_of_arc(segment, tolerance), left))
        inner = [_point(place.x, place.y) for place in on_arc][:-1]
        return [*inner, _point(segment.end.x, segment.end.y)]
    if left < 1:
        raise BadFile(_TOO_MANY)
    return [_point(segment.end.x, segment.end.y)]


_TOO_MANY = f"has more than {MAX_POINTS} points; simplify it, or be less accurate"


def _even(count: float, left: int) -> list[float]:
    """Return the ends of equal steps from 0 to 1."""
    if not count <= left:  # also for what is not a number
        raise BadFile(_TOO_MANY)
    steps = max(1, ceil(count))
    return [number / steps for number in range(1, steps + 1)]


def _point(x: float, y: float) -> Point:
    if not max(abs(x), abs(y)) <= MAX_COORDINATE:
        far = x if not abs(x) <= MAX_COORDINATE else y
        raise BadFile(f"has the coordinate {far:g}; they go from {-MAX_COORDINATE:g} to {MAX_COORDINATE:g}")
    return float(x), float(y)


# A chord over the n-th part of a curve is at most |B''| / (8 n^2) from it.


def _of_cubic(curve: CubicBezier, tolerance: float) -> float:
    bend = max(
        hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y)
        for a, b, c in ((curve.start, curve.control1, curve.control2), (curve.control1, curve.control2, curve.end))
    )
    return sqrt(6 * bend / (8 * tolerance))


def _of_quadratic(curve: QuadraticBezier, tolerance: float) -> float:
    a, b, c = curve.start, curve.control, curve.end
    return sqrt(2 * hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y) / (8 * tolerance))


def _of_arc(arc: Arc, tolerance: float) -> float:
    """Count the chords of an arc: a chord over an angle w is r (1 - cos(w / 2)) from a circle."""
    radius = max(arc.rx, arc.ry)
    if not 0.0 < radius < MAX_COORDINATE * 1e3:
        return 1.0
    angle = 2 * acos(max(-1.0, 1 - tolerance / radius)) if tolerance < 2 * radius else pi
    return float(abs(arc.sweep)) / min(angle, pi / 2)


def _on_cubic(curve: CubicBezier, t: float) -> Point:
    a, b, c, d = curve.start, curve.control1, curve.control2, curve.end
    u = 1 - t
    one, two, three, four = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return one * a.x + two * b.x + three * c.x + four * d.x, one * a.y + two * b.y + three * c.y + four * d.y


def _on_quadratic(curve: QuadraticBezier, t: float) -> Point:
    a, b, c = curve.start, curve.control, curve.end
    u = 1 - t
    one, two, three = u * u, 2 * u * t, t * t
    return one * a.x + two * b.x + three * c.x, one * a.y + two * b.y + three * c.y
