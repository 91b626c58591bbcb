"""The course of a rope over wheels that stand still, in plain numbers: `rope_path.path`, to the bit, in half its time.

It makes no objects, and keeps what depends on the fixed wheels alone. How far the rope turned at each wheel a little
earlier says on which side of the axle it lies there; this is the same for all courses of one tick.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING

from sandbox.design.geometry import bearing
from sandbox.parts.ropes.rope_path import HALF_TURN, SLIPS, TINY_SQUARE, WHOLE_TURN, drawn_in, straight_piece

if TYPE_CHECKING:
    from sandbox.parts.ropes.reeving import Reeving


class FixedCourse:
    """The course that was worked out last: lists by straight piece or by wheel."""

    __slots__ = ("laid", "offs", "span", "tick", "turns")

    def __init__(self, wheels: int) -> None:
        self.tick = -1  # on which it was worked out to stay, after a jerk; then
        self.span = 0.0  # m
        self.laid = [(0.0, 0.0, 0.0)] * (wheels + 1)  # of each straight piece its length (m) and its direction
        self.offs = [0.0] * wheels  # m: see `rope_path.Path`
        self.turns = [0.0] * wheels  # rad


def inner_layer(reeving: Reeving) -> Callable[[], None]:
    """Return a function that lays the pieces between two wheels, which lie as they did as long as they touch their rims
    on the same sides.
    """
    laid, offs, middles = reeving.course.laid, reeving.course.offs, reeving.still[1:-1]
    ways = [(k, k + 1, qx - px, qy - py) for k, ((px, py), (qx, qy)) in enumerate(itertools.pairwise(middles))]

    def lay() -> None:
        for k, after, dx, dy in ways:
            laid[after] = straight_piece(dx, dy, offs[after] - offs[k])

    return lay


def bender(reeving: Reeving) -> Callable[[], None]:
    """Return a function that finds out on which side of each axle the rope lies in this tick, and lays the pieces
    between two wheels.
    """
    turned, offs, lay_between = reeving.turned, reeving.course.offs, inner_layer(reeving)
    wheels = list(enumerate(reeving.radii))

    def bend() -> None:
        moved = False
        for k, r in wheels:
            bent = turned[k] / SLIPS
            off = r if bent >= 1.0 else -r if bent <= -1.0 else r * bent
            if off != offs[k] or not off:  # (what slips across an axle is laid anew because of the sign of 0)
                offs[k], moved = off, True
        if moved:
            lay_between()

    return bend


def span_finder(reeving: Reeving, nearest: float) -> Callable[[float, float, float, float], float]:
    """Return a function that works out the course from one point to another after `bend`, and returns how long it is.

    The function returns not a number where an end is nearer to its wheel than `nearest` times as near as it can come:
    there its knot has to be looked after.
    """
    turned, last = reeving.turned, len(reeving.wheels)
    laid, offs, turns = reeving.course.laid, reeving.course.offs, reeving.course.turns
    wheels = [(k, k + 1) for k in range(last)]
    (first_x, first_y), (last_x, last_y) = reeving.still[1], reeving.still[-2]
    least_first, least_last = ((nearest * least) * (nearest * least) for _, _, least in reeving.least)

    def find_span(x: float, y: float, end_x: float, end_y: float) -> float:
        dx, dy = end_x - last_x, end_y - last_y
        square, across = dx * dx + dy * dy, 0.0 - offs[-1]
        if not square >= least_last:
            return math.nan
        left = square - across * across
        if left > TINY_SQUARE:
            length = sqrt(left)
            laid[last] = length, (length * dx + across * dy) / square, (length * dy - across * dx) / square
        else:
            laid[last] = drawn_in(dx, dy, square, across)
        dx, dy = first_x - x, first_y - y
        square, across = dx * dx + dy * dy, offs[0]
        if not square >= least_first:
            return math.nan
        left = square - across * across
        if left > TINY_SQUARE:
            total = sqrt(left)
            bx, by = (total * dx + across * dy) / square, (total * dy - across * dx) / square
        else:
            total, bx, by = drawn_in(dx, dy, square, across)
        laid[0] = total, bx, by
        for k, after in wheels:
            length, wx, wy = laid[after]
            turn = bearing(bx * wx + by * wy, bx * wy - by * wx)
            was = turned[k] - turn
            if was > HALF_TURN or was < -HALF_TURN:
                turn += WHOLE_TURN * round(was / WHOLE_TURN)
            turns[k] = turn
            total += offs[k] * turn + length
            bx, by = wx, wy
        return total

    return find_span
