"""The path of a belt round its two discs, for drawing and picking: two straight strands, and an arc on each disc."""

from __future__ import annotations

import math
from typing import Any

from sandbox.design.design import Link, PartSpec
from sandbox.design.geometry import Point, place
from sandbox.parts import KINDS, LINKS, blueprint, pose_of

_STEP = 0.3  # rad at most between two points of an arc

Loop = tuple[tuple[int, Point], ...]


def loop(a: Point, ra: float, b: Point, rb: float, crossed: bool) -> Loop:
    """The points of the way, counter-clockwise round the first disc, each with its disc (0 or 1).

    The last point is the first again. Discs that are so close that no belt could be put round them have none.
    """
    far = math.dist(a, b)
    difference = ra + rb if crossed else ra - rb
    if far <= abs(difference) + 1e-6:
        return ()
    ahead = math.atan2(b[1] - a[1], b[0] - a[0])
    lean = math.acos(difference / far)
    # From the first disc the strand leaves on the right, as one looks at the second; there it is on the same side, or
    # on the other one if the strands cross, and then it goes round the other way.
    around_b = 2 * (math.pi - lean) if crossed else 2 * lean
    around_a = 2 * (math.pi - lean)
    begin = ahead - lean + (math.pi if crossed else 0.0)
    points = [(1, point) for point in _arc(b, rb, begin, -around_b if crossed else around_b)]
    points += [(0, point) for point in _arc(a, ra, ahead + lean, around_a)]
    return (points[-1], *points)


def _arc(middle: Point, r: float, begin: float, turn: float) -> list[Point]:
    count = max(1, math.ceil(abs(turn) / _STEP))
    angles = [begin + turn * index / count for index in range(count + 1)]
    return [(middle[0] + r * math.cos(angle), middle[1] + r * math.sin(angle)) for angle in angles]


def disc_of(spec: PartSpec) -> float:
    """The radius (m) of a turning part's belt disc."""
    kind: Any = KINDS[spec.kind]
    return float(kind.disc(kind.values(spec.props)))


def loop_of(link: Link, a: PartSpec, b: PartSpec) -> Loop:
    """The way of a belt between two turning parts as placed, in the world."""
    middles = []
    for spec, end in ((a, link.a), (b, link.b)):
        port = blueprint(spec).port(end.port)
        assert port is not None  # checked with the design
        middles.append(place(pose_of(spec), (port.x, port.y)))
    crossed = bool(LINKS[link.kind].values(link.props).crossed)
    return loop(middles[0], disc_of(a), middles[1], disc_of(b), crossed)
