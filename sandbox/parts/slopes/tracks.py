"""The track: a line that its builder draws freehand, as a strip of board that stays where it is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace

from sandbox.design.geometry import Circle, Point, Points, Polygon, total
from sandbox.errors import BadFile
from sandbox.parts.drawing import band, painted
from sandbox.parts.kind import STRUCTURE_FRICTION, STRUCTURE_RESTITUTION, Blueprint, Body, Kind, Look, Property, Shape
from sandbox.parts.properties import MAX_LINE_POINTS

BEND = 0.015  # rad: a piece of the curve whose halves turn by more is halved again
_MOST_HALVINGS = 9  # of the curve between two points
_LEAST_PIECE = 0.001  # m: shorter pieces are not halved again, however much they turn
_STRIP = 24  # pieces that are drawn as one polygon
_RIM = 0.004  # m: the dark edge, as drawn
_Span = tuple[Point, Point, Point, Point]  # the control points of a cubic
_DEFAULT = ((-0.25, 0.08), (0.0, -0.05), (0.25, 0.0))
LOOKS = {
    "wood": Look("wood", (214, 158, 92), outline=0.0),
    "steel": Look("leather", (164, 176, 190), outline=0.0),
    "rubber": Look("rubber", (92, 98, 112), outline=0.0),
    "felt": Look("felt", (86, 152, 104), outline=0.0),
    "ice": Look("leather", (196, 226, 240), outline=0.0),
    "candy": Look("leather", (226, 96, 104), outline=0.0),
}
_EDGES = {
    "wood": (112, 70, 36), "steel": (84, 94, 108), "rubber": (44, 46, 54), "felt": (42, 88, 58),
    "ice": (120, 170, 196), "candy": (150, 40, 52),
}  # fmt: skip


class Track(Kind):
    structure = True
    name = "track"
    title = "Track"
    price = 10
    synonyms = "freehand, curve, rail, marble run, roller coaster, slope, line"
    help = (
        "Draw it with the mouse: a valley, a hill, a jump. It stays where it is, and things roll along it as on one "
        "piece; drag its points to bend it."
    )
    source = (
        "A centripetal Catmull-Rom curve through its points (Yuksel, Schaefer, Keyser 2011), in straight pieces that "
        "turn by at most about a degree. Surface as of the floor, the reference surface, if nothing else is set."
    )
    properties = (
        Property("line", "Line", (_DEFAULT,), "m", -20.0, 20.0, help="Its points, from its own middle", open=True),
        Property("thickness", "Thickness", 0.03, "m", 0.01, 0.3, 0.005),
        Property("friction", "Friction", STRUCTURE_FRICTION, "", 0.0, 5.0, 0.05, help="0: as slippery as nothing is"),
        Property("restitution", "Bounce", STRUCTURE_RESTITUTION, "", 0.0, 1.0, 0.05,
                 help="The share of its speed that a ball with a bounce of 1 comes back with"),
        Property("look", "Look", "wood", choices=tuple(LOOKS), help="How it looks; its surface has figures of its own"),
        Property("most", "Points at most", MAX_LINE_POINTS, "", 3, MAX_LINE_POINTS, 1,
                 help="A level's limit to what its player may draw"),
        Property("longest", "Length at most", 100.0, "m", 0.6, 100.0, 0.1,
                 help="A level's limit to what its player may draw"),
    )  # fmt: skip
    flips = True
    bends = "line"
    sound = "wood"

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        (points,) = p.line
        if len(points) > p.most:
            raise BadFile(f"has a line of {len(points)} points, where {p.most} are allowed; draw a plainer one")
        curve = curve_through(points)
        length = total(_distance(a, b) for a, b in pairwise(curve))
        if length > p.longest:
            raise BadFile(f"is {length:.2f} m long, where {p.longest:g} m are allowed; draw a shorter one")
        half = p.thickness / 2
        pieces = []
        for index, (a, b) in enumerate(pairwise(curve)):
            beside = curve[max(0, index - 1)], curve[min(len(curve) - 1, index + 2)]
            pieces.append(
                Shape(Polygon((a, b), half), None, friction=p.friction, restitution=p.restitution, beside=beside)
            )
        edge = Look(LOOKS[p.look].material, _EDGES[p.look], outline=0.0)
        rim = min(_RIM, half / 2)
        drawn = (*_strips(curve, half, edge), *_strips(curve, half - rim, LOOKS[p.look]))
        return Blueprint((Body("static"),), (*pieces, *drawn))


def curve_through(points: Points) -> Points:
    """Return a smooth curve through points, as the corners of the straight pieces that it is built of.

    Between two points it is a cubic whose slopes at them follow from their neighbours: centripetal Catmull-Rom, which
    makes no loops and no cusps of its own. At its ends it is not curved.
    """
    curve = [points[0]]
    for span in _spans(points):
        _halve(span, _MOST_HALVINGS, curve)
    return tuple(curve)


def middles_of(points: Points) -> Points:
    """Return the middle of the curve between each two points."""
    return tuple(
        ((a[0] + 3 * (p[0] + q[0]) + b[0]) / 8, (a[1] + 3 * (p[1] + q[1]) + b[1]) / 8) for a, p, q, b in _spans(points)
    )


def _spans(points: Points) -> Iterator[_Span]:
    """Yield the cubic between each two points."""
    knots = [0.0]
    for a, b in pairwise(points):
        knots.append(knots[-1] + math.sqrt(_distance(a, b)))
    slopes = _slopes(points, knots)
    for index, (a, b) in enumerate(pairwise(points)):
        lasts = knots[index + 1] - knots[index]
        out, into = ((lasts * x, lasts * y) for x, y in (slopes[index], slopes[index + 1]))
        yield a, (a[0] + out[0] / 3, a[1] + out[1] / 3), (b[0] - into[0] / 3, b[1] - into[1] / 3), b


def _slopes(points: Points, knots: list[float]) -> list[Point]:
    """Return the direction and speed of the curve at each point, by its knots."""
    steps = [
        ((bx - ax) / (v - u), (by - ay) / (v - u))
        for ((ax, ay), (bx, by)), (u, v) in zip(pairwise(points), pairwise(knots), strict=True)
    ]
    if len(steps) == 1:
        return [steps[0], steps[0]]
    inner = []
    for index, ((ax, ay), (bx, by)) in enumerate(pairwise(steps)):
        before, after = knots[index + 1] - knots[index], knots[index + 2] - knots[index + 1]
        share = after / (before + after)
        inner.append((share * ax + (1 - share) * bx, share * ay + (1 - share) * by))
    (ax, ay), (bx, by) = steps[0], steps[-1]
    first = (1.5 * ax - 0.5 * inner[0][0], 1.5 * ay - 0.5 * inner[0][1])
    last = (1.5 * bx - 0.5 * inner[-1][0], 1.5 * by - 0.5 * inner[-1][1])
    return [first, *inner, last]


def _halve(span: _Span, left: int, curve: list[Point]) -> None:
    """Append the pieces of a cubic after its start: halved by de Casteljau's rule until they hardly turn."""
    a, p, q, b = span
    ap, pq, qb = _middle(a, p), _middle(p, q), _middle(q, b)
    apq, pqb = _middle(ap, pq), _middle(pq, qb)
    middle = _middle(apq, pqb)
    ux, uy, vx, vy = middle[0] - a[0], middle[1] - a[1], b[0] - middle[0], b[1] - middle[1]
    straight = ux * vx + uy * vy > 0.0 and abs(ux * vy - uy * vx) <= BEND * (ux * vx + uy * vy)
    if not left or _distance(a, b) < _LEAST_PIECE or (straight and left < _MOST_HALVINGS):
        curve.append(b)
        return
    _halve((a, ap, apq, middle), left - 1, curve)
    _halve((middle, pqb, qb, b), left - 1, curve)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _distance(a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return math.sqrt(dx * dx + dy * dy)


def _strips(curve: Points, half: float, look: Look) -> list[Shape]:
    """Return a curve as it is drawn, with round ends: a few strips that overlap by a piece, so that no seam shows."""
    strips = [painted(Circle(half, *end), look) for end in (curve[0], curve[-1])]
    for start in range(0, len(curve) - 1, _STRIP):
        strips.append(painted(band(curve[start : start + _STRIP + 2], 2 * half), look))
    return strips
