"""Regions of the plane out of outlines and strokes, and the few polygons that a region is made of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LinearRing, LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from sandbox.design.geometry import Point, Points, area, convex
from sandbox.errors import BadFile
from sandbox.levels.formats.drawing import Ring

MAX_CROSSINGS = 10_000  # of an outline with itself: each makes edges and areas of its own
_AT_ONCE = 100  # edges that are looked at together
MITRE = 4.0  # as SVG has it: a corner that reaches farther than this many half widths is cut off
_PRECISION = 1e-5  # m: of the corners of a region


# -- what is covered


def filled(outlines: Sequence[Ring], rule: str) -> BaseGeometry:
    """Return the region inside of outlines, which may cross themselves and each other.

    Args:
        rule: "nonzero" or "evenodd", as in SVG: which winding numbers are inside.

    Raises:
        BadFile: the outlines cross too often; the sentence names no place.
    """
    corners = [ring.points for ring in outlines if len(set(ring.points)) > 2]
    if not corners:
        return Polygon()
    _refuse_tangles(outlines)
    if len(corners) == 1 and (whole := Polygon(corners[0])).is_valid:
        return whole
    edges = shapely.unary_union([LinearRing(points) for points in corners])
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(edges)))
    if not len(faces):
        return Polygon()
    windings = _windings(shapely.get_coordinates(shapely.point_on_surface(faces)), corners)
    inside = windings % 2 != 0 if rule == "evenodd" else windings != 0
    return shapely.unary_union(faces[inside])


def _refuse_tangles(lines: Sequence[Ring]) -> None:
    """Refuse lines that cross themselves and each other so often that nobody can have meant it."""
    edges = np.concatenate([shapely.linestrings([*pairwise(line.points)]) for line in lines if len(line.points) > 1])
    tree = shapely.STRtree(edges)
    left = MAX_CROSSINGS + 2 * len(edges)  # neighbours meet
    for start in range(0, len(edges), _AT_ONCE):
        several = edges[start : start + _AT_ONCE]
        left -= (tree.query(several, predicate="intersects").shape[1] - len(several)) // 2  # each pair is met twice
        if left < 0:
            raise BadFile(f"crosses itself more than {MAX_CROSSINGS} times; simplify it")


def _windings(places: np.ndarray, corners: Sequence[tuple[Point, ...]]) -> np.ndarray:
    """Count how often outlines run around each of some places, counter-clockwise ones as 1 and others as -1."""
    starts = np.concatenate([np.array(points) for points in corners])
    ends = np.concatenate([np.roll(np.array(points), -1, axis=0) for points in corners])
    (x0, y0), (x1, y1) = starts.T, ends.T
    counts = np.zeros(len(places), int)
    for index, (x, y) in enumerate(places):
        side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
        counts[index] = np.sum((y0 <= y) & (y1 > y) & (side > 0)) - np.sum((y0 > y) & (y1 <= y) & (side < 0))
    return counts


def stroked(lines: Sequence[Ring], width: float, cap: str = "butt", join: str = "miter") -> BaseGeometry:
    """Return the region that a pen of some width covers along lines; `cap` and `join` are SVG's words.

    Raises:
        BadFile: the lines cross too often; the sentence names no place.
    """
    _refuse_tangles(lines)
    paths = [
        LineString((*line.points, line.points[0]) if line.closed and len(line.points) > 2 else line.points)
        for line in lines
        if len(set(line.points)) > 1
    ]
    cap_style = {"round": "round", "square": "square"}.get(cap, "flat")
    join_style = {"round": "round", "bevel": "bevel"}.get(join, "mitre")
    pen = {"quad_segs": 3, "cap_style": cap_style, "join_style": join_style, "mitre_limit": MITRE}
    return MultiLineString(paths).buffer(width / 2, **pen)


# -- what it is made of


def in_metres(region: BaseGeometry, scale: float, left: float, bottom: float) -> BaseGeometry:
    """Put a region of a drawing (y down) into the world (m, y up)."""
    return shapely.transform(region, lambda points: (points - (left, bottom)) * (scale, -scale))


def simplified(region: BaseGeometry, tolerance: float) -> list[Polygon]:
    """Leave out the points of a region that it hardly needs, and return its separate areas, the largest first."""
    simple = shapely.set_precision(region.simplify(tolerance, preserve_topology=True), _PRECISION)
    areas = [part for part in shapely.get_parts(simple) if part.geom_type == "Polygon" and part.area > 0.0]
    return sorted(areas, key=lambda part: part.area, reverse=True)


def pieces(region: Polygon, most_corners: int) -> list[Points]:
    """Cut a polygon, which may have holes, into few polygons of a number of corners, without a new corner."""
    corners = _corners(region)
    if not region.interiors and convex(corners):
        return _slices(corners, most_corners)
    triangles = [_corners(part) for part in shapely.get_parts(shapely.constrained_delaunay_triangles(region))]
    return min((_joined_up(triangles, most_corners, longest) for longest in (False, True)), key=len)


def _slices(corners: Points, most: int) -> list[Points]:
    """Cut a convex polygon into slices that meet in its first corner."""
    count = max(1, -((len(corners) - 2) // (2 - most)))
    ends = [1 + (len(corners) - 2) * number // count for number in range(count + 1)]
    return [(corners[0], *corners[start : end + 1]) for start, end in pairwise(ends)]


def _joined_up(triangles: list[Points], most: int, longest: bool) -> list[Points]:
    """Take cuts between triangles away, one after the other, from the shortest or from the longest on.

    At first this goes on as long as the polygons stay convex (Hertel and Mehlhorn, 1983), and then as long as they
    stay simple.
    """
    whole = dict(enumerate(triangles))
    owners = {(a, b): number for number, points in whole.items() for a, b in _edges(points)}
    cuts = [edge for edge in owners if edge[0] < edge[1] and edge[::-1] in owners]
    cuts.sort(key=_length, reverse=longest)
    for must_be_convex in (True, False):
        for a, b in cuts:
            one, two = owners[a, b], owners[b, a]
            joined = _joined(whole[one], whole[two], a, b) if one != two else None
            if joined is None or len(joined) > most or (must_be_convex and not convex(joined)):
                continue
            whole[one] = joined
            owners.update(dict.fromkeys(_edges(whole.pop(two)), one))
    return list(whole.values())


def _corners(polygon: Polygon) -> Points:
    points = tuple((float(x), float(y)) for x, y in polygon.exterior.coords[:-1])
    return points if area(points) > 0.0 else points[::-1]


def _edges(points: Points) -> list[tuple[Point, Point]]:
    return [(a, points[(index + 1) % len(points)]) for index, a in enumerate(points)]


def _length(edge: tuple[Point, Point]) -> float:
    (ax, ay), (bx, by) = edge
    return (bx - ax) * (bx - ax) + (by - ay) * (by - ay)


def _joined(one: Points, two: Points, a: Point, b: Point) -> Points | None:
    """Join two polygons along the edge from a to b of the first; None if they touch anywhere else."""
    if len(set(one) & set(two)) > 2:
        return None
    start, other = one.index(b), two.index(a)
    around = (*one[start:], *one[:start])  # from b round to a
    return (*around, *(two[(other + step) % len(two)] for step in range(1, len(two) - 1)))
