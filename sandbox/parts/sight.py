"""What wind and blasts reach: the bodies in a box, in id order, and which side of them is open to a point."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.parts.base import Point

if TYPE_CHECKING:
    from sandbox.machine import Machine, Running


class Target(NamedTuple):
    """A body of a part, and its shapes that are in the box."""

    run: Running
    body: pymunk.Body
    shapes: tuple[tuple[int, pymunk.Shape], ...]  # index in the part's blueprint, shape

    def across(self, nx: float, ny: float) -> tuple[float, float]:
        """From where to where it reaches along a direction, in m from its centre of mass. Boxes stand for shapes."""
        x, y = self.body.position
        at = nx * x + ny * y
        low, high = 1e300, -1e300
        for _, shape in self.shapes:
            box = shape.bb
            middle = (nx * (box.left + box.right) + ny * (box.bottom + box.top)) / 2 - at
            half = (abs(nx) * (box.right - box.left) + abs(ny) * (box.top - box.bottom)) / 2
            if isinstance(shape, pymunk.Circle):
                half = shape.radius
            low, high = min(low, middle - half), max(high, middle + half)
        return low, high


def bodies_in(machine: Machine, corners: tuple[Point, ...], seer: Running, fixed: bool = False) -> list[Target]:
    """Bodies of other parts with a shape in the box around some points: loose ones, and with `fixed` all that listen.

    Sorted by our ids: the engine's order is its own affair, and waking sleepers is an order that it remembers.
    """
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    box = pymunk.BB(min(xs), min(ys), max(xs), max(ys))
    found: dict[tuple[int, int], dict[int, pymunk.Shape]] = {}
    for shape in machine.space.bb_query(box, pymunk.ShapeFilter(group=seer.id)):
        body = shape.body
        owner = machine.owner(shape)
        if body is None or owner is None or shape.sensor:
            continue
        run, index = owner
        if run is not seer and (body.body_type == body.DYNAMIC or (fixed and run.kind.listens)):
            found.setdefault((run.id, run.plan.shapes[index].body), {})[index] = shape
    targets = []
    for id_, body_index in sorted(found):
        run = machine.parts[id_]
        shapes = found[id_, body_index]
        targets.append(Target(run, run.bodies[body_index], tuple((index, shapes[index]) for index in sorted(shapes))))
    return targets


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


__all__ = ["Target", "bodies_in", "keep_up", "open_to"]
