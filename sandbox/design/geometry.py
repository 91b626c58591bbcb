"""Vectors and outlines in plain numbers: only what pymunk's Vec2d and numpy lack.

Metres, radians, y up, counter-clockwise positive. Nothing here calls the C library's sin or cos: those differ
by processor and system (FMA or not, glibc or musl) and a design must build to the same bits everywhere. (sqrt is
safe: IEEE 754 defines it exactly.) Nor Python's own `sum`, which has made up for its rounding errors since 3.12.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import nan, sqrt
from typing import NamedTuple

import msgspec

Point = tuple[float, float]
Points = tuple[Point, ...]


class Pose(NamedTuple):
    """The place of a frame: m, m, rad."""

    x: float
    y: float
    angle: float


# pi/2 in two doubles (Cody-Waite): the first holds 33 bits, so n * HALF_PI_HIGH is exact for |n| < 2^20.
HALF_PI_HIGH = 1.57079632673412561417
HALF_PI_LOW = 6.07710050650619224932e-11
HALF_PI = HALF_PI_HIGH + HALF_PI_LOW
# Minimax coefficients of fdlibm's k_sin.c and k_cos.c (Sun Microsystems, 1993; error < 2^-58 on |x| < pi/4).
_S1, _S2, _S3, _S4, _S5, _S6 = SINE = (
    -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
    2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10,
)  # fmt: skip
_C1, _C2, _C3, _C4, _C5, _C6 = COSINE = (
    4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
    -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11,
)  # fmt: skip


def total(numbers: Iterable[float]) -> float:
    """Add numbers one after the other, rounding each time: the same bits under every Python."""
    added = 0.0
    for number in numbers:
        added += number
    return added


def kept_after_a_second(share: float, ticks: int) -> float:
    """Return `share` to the power of `ticks`, by multiplication: pow is the C library's."""
    power = 1.0
    for _ in range(ticks):
        power *= share
    return power


def cos_sin(angle: float) -> Point:
    """Return cosine and sine of an angle in rad (|angle| up to 1e6), the same bits on every IEEE machine.

    Uses only +, -, * and round, each of which IEEE 754 defines exactly; within 1e-9 for the largest angles and
    2e-16 for |angle| < 100. What is not finite has none: not a number, like all that is worked out from it.
    """
    if -0.785 < angle < 0.785:  # in the first quarter, as most angles are: what follows, without turning it there
        z = angle * angle
        s = angle + angle * z * (((((_S6 * z + _S5) * z + _S4) * z + _S3) * z + _S2) * z + _S1)
        return 1.0 - 0.5 * z + z * z * (((((_C6 * z + _C5) * z + _C4) * z + _C3) * z + _C2) * z + _C1), s
    try:
        quarter = round(angle / HALF_PI)
    except (OverflowError, ValueError):
        return nan, nan
    x = (angle - quarter * HALF_PI_HIGH) - quarter * HALF_PI_LOW
    z = x * x
    s = x + x * z * (((((_S6 * z + _S5) * z + _S4) * z + _S3) * z + _S2) * z + _S1)
    c = 1.0 - 0.5 * z + z * z * (((((_C6 * z + _C5) * z + _C4) * z + _C3) * z + _C2) * z + _C1)
    quarter %= 4
    if not quarter:
        return c, s
    if quarter == 1:
        return -s, c
    return (-c, -s) if quarter == 2 else (s, -c)


# atan at 1/2, 1, 3/2 and infinity, and the minimax coefficients of fdlibm's s_atan.c (error < 2^-57 on |x| < 7/16).
ATAN_AT = (4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01, 1.57079632679489655800)
_A1, _A2, _A3, _A4, _A5, _A6, _A7, _A8, _A9, _A10, _A11 = ARCTANGENT = (
    3.33333333333329318027e-01, -1.99999999998764832476e-01, 1.42857142725034663711e-01, -1.11111104054623557880e-01,
    9.09088713343650656196e-02, -7.69187620504482999495e-02, 6.66107313738753120669e-02, -5.83357013379057348645e-02,
    4.97687799461593236017e-02, -3.65315727442169155270e-02, 1.62858201153657823623e-02,
)  # fmt: skip
PI = 3.141592653589793


def bearing(x: float, y: float) -> float:
    """The angle of a direction in radians, from -pi to pi, the same bits on every IEEE machine; 0 for no direction.

    Uses only +, -, * and /; within 1e-15.
    """
    rise, run = abs(y), abs(x)
    if rise >= 2.4375 * run and rise:  # the usual case where a rope turns at a wheel
        base, t = ATAN_AT[3], -run / rise
    elif rise < 0.4375 * run:
        base, t = 0.0, rise / run
    elif rise < 0.6875 * run:
        base, t = ATAN_AT[0], (2 * rise - run) / (2 * run + rise)
    elif rise < 1.1875 * run:
        base, t = ATAN_AT[1], (rise - run) / (rise + run)
    elif rise < 2.4375 * run:
        base, t = ATAN_AT[2], (2 * rise - 3 * run) / (2 * run + 3 * rise)
    elif rise == 0:  # and run as well, or it is not a number
        return 0.0
    else:
        base, t = ATAN_AT[3], -run / rise
    z = t * t
    poly = ((((_A11 * z + _A10) * z + _A9) * z + _A8) * z + _A7) * z + _A6
    poly = ((((poly * z + _A5) * z + _A4) * z + _A3) * z + _A2) * z + _A1
    angle = base + (t - t * z * poly)
    if x < 0:
        angle = PI - angle
    return -angle if y < 0 else angle


def place(pose: Pose, point: Point) -> Point:
    """A point given in a frame, in the coordinates that the frame itself is given in."""
    c, s = cos_sin(pose.angle)
    return pose.x + c * point[0] - s * point[1], pose.y + s * point[0] + c * point[1]


def place_all(pose: Pose, points: Iterable[Point]) -> list[Point]:
    """Return points as `place` does, in half of the time for each."""
    c, s = cos_sin(pose.angle)
    return [(pose.x + c * x - s * y, pose.y + s * x + c * y) for x, y in points]


def localise(pose: Pose, point: Point) -> Point:
    """The inverse of `place`: a world point in the frame's own coordinates."""
    c, s = cos_sin(pose.angle)
    dx, dy = point[0] - pose.x, point[1] - pose.y
    return c * dx + s * dy, c * dy - s * dx


class Box(NamedTuple):
    """An axis-aligned rectangle, its low and its high corner."""

    x0: float
    y0: float
    x1: float
    y1: float

    def union(self, other: Box) -> Box:
        return Box(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))

    def overlaps(self, other: Box) -> bool:
        return self.x0 <= other.x1 and other.x0 <= self.x1 and self.y0 <= other.y1 and other.y0 <= self.y1

    def contains(self, x: float, y: float) -> bool:
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


class Circle(msgspec.Struct, frozen=True):
    """A disc: centre and radius in metres."""

    r: float
    x: float = 0.0
    y: float = 0.0

    def moved(self, dx: float, dy: float) -> Circle:
        return Circle(self.r, self.x + dx, self.y + dy)

    def mirrored(self) -> Circle:
        return Circle(self.r, -self.x, self.y)

    def bounds(self, pose: Pose) -> Box:
        x, y = place(pose, (self.x, self.y))
        return Box(x - self.r, y - self.r, x + self.r, y + self.r)

    def meets(self, pose: Pose, box: Box) -> bool:
        """Tell whether the placed outline and a box have more than their edges in common."""
        x, y = place(pose, (self.x, self.y))
        dx, dy = x - min(max(x, box.x0), box.x1), y - min(max(y, box.y0), box.y1)
        return dx * dx + dy * dy < self.r * self.r

    def distance(self, x: float, y: float) -> float:
        """Return the signed distance of a point (same frame) to the edge: negative inside."""
        dx, dy = x - self.x, y - self.y
        return sqrt(dx * dx + dy * dy) - self.r

    def reach(self, x: float, y: float) -> float:
        """Return the distance of the farthest point from (x, y) in the same frame."""
        dx, dy = self.x - x, self.y - y
        return sqrt(dx * dx + dy * dy) + self.r

    def mass_properties(self) -> tuple[float, float, float, float]:
        """Return area, centroid x and y, and second moment of area about that centroid."""
        area = 3.141592653589793 * self.r * self.r
        return area, self.x, self.y, area * self.r * self.r / 2


class Polygon(msgspec.Struct, frozen=True):
    """A simple polygon, counter-clockwise, grown on all sides by `rounding` metres.

    Collision needs it convex; a polygon that is only drawn (`Shape.collides = False`) need not be.
    """

    points: tuple[Point, ...]
    rounding: float = 0.0

    def moved(self, dx: float, dy: float) -> Polygon:
        return Polygon(tuple((x + dx, y + dy) for x, y in self.points), self.rounding)

    def mirrored(self) -> Polygon:
        return Polygon(tuple((-x, y) for x, y in reversed(self.points)), self.rounding)

    def bounds(self, pose: Pose) -> Box:
        placed = place_all(pose, self.points)
        xs, ys = [p[0] for p in placed], [p[1] for p in placed]
        r = self.rounding
        return Box(min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r)

    def meets(self, pose: Pose, box: Box) -> bool:
        """Tell whether the placed outline and a box have more than their edges in common.

        The rounding counts as if the box were grown by it, corners and all.
        """
        points = place_all(pose, self.points)
        r = self.rounding
        for axis, sign, limit in ((0, 1, box.x0 - r), (0, -1, -box.x1 - r), (1, 1, box.y0 - r), (1, -1, -box.y1 - r)):
            points = clipped(points, axis, sign, limit)
        return len(points) > 0

    def distance(self, x: float, y: float) -> float:
        """Return the signed distance of a point (same frame) to the edge: negative inside."""
        best, inside = 1e300, False
        px, py = self.points[-1]
        for qx, qy in self.points:
            ex, ey, wx, wy = px - qx, py - qy, x - qx, y - qy
            length = ex * ex + ey * ey
            t = min(1.0, max(0.0, (wx * ex + wy * ey) / length)) if length else 0.0
            dx, dy = wx - t * ex, wy - t * ey
            best = min(best, dx * dx + dy * dy)
            if (qy <= y) != (py <= y) and x < qx + (y - qy) * ex / ey:
                inside = not inside
            px, py = qx, qy
        return (-sqrt(best) if inside else sqrt(best)) - self.rounding

    def reach(self, x: float, y: float) -> float:
        """Return the distance of the farthest point from (x, y) in the same frame."""
        return max(sqrt((px - x) * (px - x) + (py - y) * (py - y)) for px, py in self.points) + self.rounding

    def mass_properties(self) -> tuple[float, float, float, float]:
        """Return area, centroid x and y, and second moment of area about that centroid (rounding left out)."""
        area = cx = cy = moment = 0.0
        px, py = self.points[-1]
        for qx, qy in self.points:
            cross = px * qy - qx * py
            area += cross
            cx += (px + qx) * cross
            cy += (py + qy) * cross
            moment += cross * (px * px + px * qx + qx * qx + py * py + py * qy + qy * qy)
            px, py = qx, qy
        area /= 2
        if not area:  # all in one line
            return 0.0, px, py, 0.0
        cx, cy = cx / (6 * area), cy / (6 * area)
        return area, cx, cy, moment / 12 - area * (cx * cx + cy * cy)


Outline = Circle | Polygon


def clipped(points: list[Point], axis: int, sign: int, limit: float) -> list[Point]:
    """Return the piece of a polygon on which sign times a coordinate is more than a limit; empty if none is."""
    piece: list[Point] = []
    if not any(sign * point[axis] > limit for point in points):
        return piece
    for index, b in enumerate(points):
        a = points[index - 1]
        before, after = sign * a[axis] - limit, sign * b[axis] - limit
        if (before > 0.0) != (after > 0.0):
            t = before / (before - after)
            piece.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
        if after > 0.0:
            piece.append(b)
    return piece


def rectangle(
    width: float, height: float, x: float = 0.0, y: float = 0.0, rounding: float = 0.0, angle: float = 0.0
) -> Polygon:
    """A rectangle of the given outer size about (x, y), its corners rounded inside that size, turned by `angle`."""
    w, h = width / 2 - rounding, height / 2 - rounding
    corners = ((-w, -h), (w, -h), (w, h), (-w, h))
    return Polygon(tuple(place_all(Pose(x, y, angle), corners)), rounding)


# -- polygons that people draw


def area(points: Points) -> float:
    """Return the signed area of a polygon: positive if its points run counter-clockwise."""
    x0, y0 = points[0]
    double = 0.0
    for (px, py), (qx, qy) in pairwise(points[1:]):
        double += (px - x0) * (qy - y0) - (qx - x0) * (py - y0)
    return double / 2


def crossing(points: Points) -> bool:
    """Tell whether a polygon's edges cross or touch each other anywhere but at the corner that neighbours share."""
    count = len(points)
    for i in range(count):
        a, b, c = points[i], points[(i + 1) % count], points[(i + 2) % count]
        if a == b or (_turn(a, b, c) == 0.0 and _between(b, c, a)):
            return True  # no edge, or one that goes back over the edge before it
        for j in range(i + 2, count - (i == 0)):
            if _meet(a, b, points[j], points[(j + 1) % count]):
                return True
    return False


def convex_pieces(points: Points) -> tuple[Points, ...]:
    """Cut a simple counter-clockwise polygon along diagonals into convex ones: itself, if it is convex.

    Ears are clipped, and what is then convex together is joined again (Hertel and Mehlhorn, 1983: at most four times
    as many pieces as there need be). No new points, so neighbours share whole edges.
    """
    pieces = _ears(points)
    index = 0
    while index < len(pieces):
        for later in range(index + 1, len(pieces)):
            joined = _joined(pieces[index], pieces[later])
            if joined is not None:
                pieces[index] = joined
                del pieces[later]
                break
        else:
            index += 1
    return tuple(pieces)


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the signed area of a triangle: positive if a, b, c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Point, b: Point, c: Point) -> bool:
    """Tell whether c lies on the side of a on which b is, all three being in one line."""
    return (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1]) > 0.0


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether two segments have a point in common."""
    abc, abd = _turn(a, b, c), _turn(a, b, d)
    cda, cdb = _turn(c, d, a), _turn(c, d, b)
    if ((abc > 0) != (abd > 0) or abc == 0 or abd == 0) and ((cda > 0) != (cdb > 0) or cda == 0 or cdb == 0):
        spans = zip(a, b, c, d, strict=True)
        return all(min(p, q) <= max(r, s) and min(r, s) <= max(p, q) for p, q, r, s in spans)
    return False


def _ears(points: Points) -> list[Points]:
    """Cut a polygon into triangles, by clipping the first corner in turn that no other point lies in."""
    left = list(points)
    ears: list[Points] = []
    while len(left) > 3:
        for index in range(len(left)):
            a, b, c = left[index - 1], left[index], left[(index + 1) % len(left)]
            others = (p for p in left if p not in (a, b, c))
            if _turn(a, b, c) > 0.0 and not any(_within(p, a, b, c) for p in others):
                ears.append((a, b, c))
                del left[index]
                break
            if _turn(a, b, c) == 0.0:  # a corner that is none
                del left[index]
                break
        else:
            break  # rounding has left no ear: what is left is a sliver
    if len(left) > 2 and area(tuple(left)) > 0.0:
        ears.append(tuple(left))
    return ears


def _within(p: Point, a: Point, b: Point, c: Point) -> bool:
    return _turn(a, b, p) >= 0.0 and _turn(b, c, p) >= 0.0 and _turn(c, a, p) >= 0.0


def _joined(one: Points, two: Points) -> Points | None:
    """Join two pieces along an edge that they share, if the result is convex; else return None."""
    for i, a in enumerate(one):
        b = one[(i + 1) % len(one)]
        for j, c in enumerate(two):
            if c == b and two[(j + 1) % len(two)] == a:
                rest = tuple(two[(j + k) % len(two)] for k in range(2, len(two)))
                whole = one[: i + 1] + rest + one[i + 1 :]
                return whole if convex(whole) else None
    return None


def convex(points: Points) -> bool:
    """Tell whether a counter-clockwise polygon has no corner that points inwards."""
    return all(_turn(points[index - 2], points[index - 1], points[index]) >= 0.0 for index in range(len(points)))
