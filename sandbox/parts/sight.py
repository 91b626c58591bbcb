"""What wind and blasts reach: the bodies in a box, in id order, and which side of them is open to a point."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.parts.base import FIXED, Point

if TYPE_CHECKING:
    from sandbox.machine import Machine, Running


_Box = tuple[float, float, float, float]  # left, bottom, right, top
_ANYTHING = pymunk.ShapeFilter.ALL_MASKS()


class Target(NamedTuple):
    """A body of a part, and its shapes that are in the box."""

    run: Running
    body: pymunk.Body
    shapes: tuple[tuple[int, pymunk.Shape], ...]  # index in the part's blueprint, shape
    x: float  # of its centre of mass
    y: float
    disc: float  # its radius if it is one disc about its centre, else 0
    boxes: tuple[_Box, ...]

    def across(self, nx: float, ny: float) -> tuple[float, float]:
        """From where to where it reaches along a direction, in m from its centre of mass. Boxes stand for shapes."""
        if self.disc:
            return -self.disc, self.disc
        at = nx * self.x + ny * self.y
        low, high = 1e300, -1e300
        for (_, shape), (left, bottom, right, top) in zip(self.shapes, self.boxes, strict=True):
            middle = (nx * (left + right) + ny * (bottom + top)) / 2 - at
            half = (abs(nx) * (right - left) + abs(ny) * (top - bottom)) / 2
            if isinstance(shape, pymunk.Circle):
                half = shape.radius
            low, high = min(low, middle - half), max(high, middle + half)
        return low, high


class Scene(NamedTuple):
    """What there is in a box: the targets, sorted by our ids, and the boxes of all that may stand in the way."""

    targets: list[Target]
    fixed: list[_Box]

    def clear(self, target: Target, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether it is plain, without asking the engine, that nothing else is within a box on the way to a target."""
        if x1 < x0:
            x0, x1 = x1, x0
        if y1 < y0:
            y0, y1 = y1, y0
        for left, bottom, right, top in self.fixed:
            if left <= x1 and x0 <= right and bottom <= y1 and y0 <= top:
                return False
        for other in self.targets:
            if other is not target:
                for left, bottom, right, top in other.boxes:
                    if left <= x1 and x0 <= right and bottom <= y1 and y0 <= top:
                        return False
        return True


def look(machine: Machine, corners: tuple[Point, ...], seer: Running, fixed: bool = False) -> Scene:
    """The bodies of other parts with a shape in the box around some points: loose ones, and with `fixed` all that
    listen.

    Sorted by our ids: the engine's order is its own affair, and waking sleepers is an order that it remembers.
    """
    return _scene(machine, corners, seer, fixed, _ANYTHING)


def bodies_in(machine: Machine, corners: tuple[Point, ...], seer: Running) -> list[Target]:
    """As `look`, for who only wants the loose bodies."""
    return _scene(machine, corners, seer, False, _ANYTHING ^ FIXED).targets


def _scene(machine: Machine, corners: tuple[Point, ...], seer: Running, fixed: bool, mask: int) -> Scene:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    box = pymunk.BB(min(xs), min(ys), max(xs), max(ys))
    found: dict[tuple[int, int], dict[int, pymunk.Shape]] = {}
    structure: list[_Box] = []
    for shape in machine.space.bb_query(box, pymunk.ShapeFilter(seer.id, mask=mask)):
        owner = machine.owner(shape)
        if owner is None or shape.sensor:
            continue
        run, index = owner
        body = run.plan.shapes[index].body
        loose = run.plan.bodies[body].kind == "dynamic"
        if run is not seer and (loose or (fixed and run.kind.listens)):
            found.setdefault((run.id, body), {})[index] = shape
        if not loose:
            structure.append(_box(shape))
    targets = []
    for key in sorted(found):
        run = machine.parts[key[0]]
        body_, disc = run.bodies[key[1]], run.discs[key[1]]
        shapes = tuple(sorted(found[key].items()))
        x, y = body_.position
        boxes = ((x - disc, y - disc, x + disc, y + disc),) if disc else tuple(_box(shape) for _, shape in shapes)
        targets.append(Target(run, body_, shapes, x, y, disc, boxes))
    return Scene(targets, structure)


def _box(shape: pymunk.Shape) -> _Box:
    box = shape.bb
    return box.left, box.bottom, box.right, box.top


def open_to(machine: Machine, seer: Running, start: Point, end: Point, body: pymunk.Body) -> pymunk.Shape | bool:
    """Whether nothing stands between `start` and a point of `body`; if a shape of its own is met first, that shape.

    The seer's own shapes are in no way if they are of the group of its id.
    """
    met = machine.space.segment_query_first(start, end, 0.0, pymunk.ShapeFilter(group=seer.id))
    if met is None or met.shape is None:
        return True
    return met.shape if met.shape.body is body else False


def keep_up(body: pymunk.Body, follower: pymunk.Body, at: Point, angle: float) -> None:
    """Put a kinematic follower, which is only looked at, at a point of a body's own frame, turned by `angle` to it."""
    place = body.local_to_world(at)
    follower.position = place
    follower.angle = body.angle + angle
    follower.velocity = body.velocity_at_world_point(place)
    follower.angular_velocity = body.angular_velocity


__all__ = ["Scene", "Target", "bodies_in", "keep_up", "look", "open_to"]
