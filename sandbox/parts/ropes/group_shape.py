"""The way in which ropes hang together, in numbers of bodies, points and ropes: what is the same for all lamps on two
ropes, whatever they weigh."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

FIXED, FREE, PIVOTED = "fixed", "free", "pivoted"  # a body that never moves, one that may, one on a fixed pivot


class PointShape(NamedTuple):
    """An end of a rope, or a wheel that it runs over: the number of its body, and whether it is `off`.

    That is, not in the middle of the body, so that it moves as that one turns; on a body that is fixed, a rounding away
    from where a look ahead takes it for.
    """

    body: int
    off: bool


class RopeShape(NamedTuple):
    """A rope: the numbers of its points, and whether it is wound up by a drum."""

    points: tuple[int, ...]  # two, or more if it runs over wheels
    winds: bool = False

    @property
    def reeved(self) -> bool:
        """True if the rope runs over wheels."""
        return len(self.points) > 2


class GroupShape(NamedTuple):
    """How ropes hang together. `spread`: which bodies join the ropes that pull them, as they can be turned."""

    bodies: tuple[str, ...]
    spread: tuple[bool, ...]
    points: tuple[PointShape, ...]
    ropes: tuple[RopeShape, ...]

    def loose(self) -> list[int]:
        """Return the bodies that may move."""
        return [b for b, kind in enumerate(self.bodies) if kind != FIXED]

    def turns(self, body: int) -> bool:
        """Tell whether a rope is tied to a body elsewhere than in its middle."""
        return self.bodies[body] != FIXED and any(self.points[p].off for p in self.on(body))

    def on(self, body: int) -> list[int]:
        """Return the points of a body."""
        return [p for p, point in enumerate(self.points) if point.body == body]

    def body_of(self, point: int) -> int:
        return self.points[point].body

    def is_fixed(self, point: int) -> bool:
        return self.bodies[self.points[point].body] == FIXED

    def stands(self, rope: int) -> bool:
        """Tell whether a rope runs over wheels that stand still, and has a length that stays."""
        of = self.ropes[rope]
        return of.reeved and not of.winds and all(self._still(p) for p in of.points[1:-1])

    def kept(self, rope: int) -> list[int]:
        """Return which of a rope's straight pieces are between two wheels that stand still."""
        points = self.ropes[rope].points
        return [k for k in range(1, len(points) - 2) if self._still(points[k]) and self._still(points[k + 1])]

    def _still(self, point: int) -> bool:
        return self.is_fixed(point) and not self.points[point].off

    @property
    def is_quick(self) -> bool:
        """True for a rope alone over wheels that stand still: it answers before anybody has asked."""
        return len(self.ropes) == 1 and self.stands(0) and PIVOTED not in self.bodies

    @property
    def ends_straight(self) -> bool:
        """True if the last look ahead of a rope alone is where it lies after the step, however its ends turn."""
        ends = (self.ropes[0].points[0], self.ropes[0].points[-1])
        return self.is_quick and not any(
            self.points[p].off or not (self.is_fixed(p) or self.spread[self.body_of(p)]) for p in ends
        )

    def each(self, text: str, joined: str) -> str:
        """Return a text once for each rope, with the number of the rope for `{r}`."""
        return joined.join(text.format(r=r) for r in range(len(self.ropes)))

    def carried_by(self, rope: int) -> list[int]:
        """Return the bodies that a rope pulls, each once, in its order."""
        return list(dict.fromkeys(self.body_of(p) for p in self.ropes[rope].points))


def eliminated(shape: GroupShape, pulling: Iterable[int]) -> list[list[int]]:
    """Return for each of some ropes that pull the later ones that it is coupled with after the elimination, in the
    order in which `rope_solver` adds them up.
    """
    on: dict[int, list[int]] = {}
    rows: dict[int, dict[int, None]] = {}
    for i in pulling:
        rows[i] = {}
        for body in shape.carried_by(i):
            for j in on.setdefault(body, []):
                rows[j][i] = None
            on[body].append(i)
    for row in rows.values():
        for j in sorted(row):
            rows[j].update(dict.fromkeys(k for k in row if k > j))
    return [list(row) for row in rows.values()]
