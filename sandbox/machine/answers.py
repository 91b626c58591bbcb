"""What goals and views ask of a machine: it looks, and never touches."""

from __future__ import annotations

from typing import NamedTuple

import pymunk

from sandbox import parts as catalogue
from sandbox.design.design import Design
from sandbox.design.geometry import Point, Polygon, Pose, place
from sandbox.engine.readout import MOTION
from sandbox.machine.assembly import Assembly
from sandbox.machine.hand import HeldPart, can_hold
from sandbox.machine.joining import NOTHING, Joining
from sandbox.machine.removals import in_world
from sandbox.parts.world import Rows, Running, main_body

_ROUNDING = 1e-6  # m: more than what is lost in computing where something is in a container


class _Hollow(NamedTuple):
    """The space in a container, in the part's frame, and the square of the farthest that it reaches (m^2)."""

    outline: Polygon
    reach_squared: float  # from the middle of the body that carries it, and a little more, for rounding errors


def _hollow_of(run: Running) -> _Hollow | None:
    outline, body = catalogue.hollow(run.spec), run.plan.bodies[run.main]
    if outline is None or run.main != main_body(run.plan):  # a piece of a broken one holds nothing
        return None
    reach = outline.reach(body.x, body.y) + _ROUNDING
    return _Hollow(outline, reach * reach)


class AskedAssembly(Assembly):
    """A machine that stands still, and answers what goals and views ask."""

    def __init__(self, design: Design, joining: Joining = NOTHING) -> None:
        super().__init__(design, joining)
        self._hollows: dict[tuple[int, int], _Hollow | None] = {}  # by container and the body that carries it

    @property
    def flowing_slots(self) -> list[int]:
        """The slots in `states` that grow at a constant rate now."""
        return sorted(self._flows)

    def read_rows(self) -> Rows:
        """Fill `rows` with x, y, angle, vx, vy, w of every body (m, rad, m/s, rad/s); those of absent ones stay."""
        return self._body_rows.read()

    def motion(self, part: int) -> tuple[float, float, float, float, float, float]:
        """Return x, y, angle, vx, vy, w of a part's main body; those read last if the part is gone."""
        run = self.parts.get(part)
        if run is None:
            row = self.rows[self._last_row(part)]
            return tuple(row.tolist())
        x, y, vx, vy, _, _, angle, spin, _, _, _ = run.numbers[run.main][MOTION]
        return x, y, angle, vx, vy, spin

    def origin(self, part: int) -> Point:
        """Return where a part's own origin is (m); of a part that is gone, where it was at the start.

        What has left the world is not gone in this sense: its origin is where it was seen last.
        """
        run = self.parts.get(part)
        if run is not None:
            return run.world(0.0, 0.0, run.main)
        x, y, angle, *_ = self.rows[self._last_row(part)].tolist()
        spec = self.design.part_by_id[part]
        if in_world(self.world, x, y):
            return spec.x, spec.y
        plan = catalogue.blueprint(spec)
        planned = plan.bodies[main_body(plan)]
        return place(Pose(x, y, angle), (-planned.x, -planned.y))

    def _last_row(self, part: int) -> int:
        return self._body_rows.last_of(part, catalogue.blueprint(self.design.part_by_id[part]))

    def touching(self, part: int, other: int) -> bool:
        """Tell whether any shapes of two parts overlap or touch now."""
        run, other_run = self.parts.get(part), self.parts.get(other)
        if run is None or other_run is None:
            return False
        if run.bodies[run.main].body_type != pymunk.Body.DYNAMIC:
            run, other_run = other_run, run  # the query below finds all that a part touches, which for a floor is much
        joined = self._joined.holds(other_run)
        return any(
            other_run in self.touched_by(near)
            for near in run.solid
            if joined or any(near.bb.intersects(shape.bb) for shape in other_run.solid)
        )

    def touched_by(self, shape: pymunk.Shape) -> list[Running]:
        """Return the parts of the solid shapes that a shape overlaps or touches now, unsorted."""
        # Not `shapes_collide`, which fails on shapes that are close without a contact.
        met = [info.shape for info in self.space.shape_query(shape)]
        parts = [self._owner[each][0] for each in met if each is not None and not (each.sensor or each in self._joined)]
        return parts + self._joined.touched_by(shape)

    def link_is(self, link: int, state: str) -> bool:
        """Tell whether a link is in a state now; of one that has just left, whether it ended so."""
        run = self._built_links[link]
        if link not in self.links:
            return run.kind.ended(run) == state
        return state in run and bool(run[state])

    def link_nearness(self, link: int, state: str) -> float:
        """Return the nearness of a link to a state by its inner workings, from 0 to 1."""
        run = self._built_links[link]
        return run.kind.nearness(run, state, self)

    def contains(self, container: int, part: int) -> bool:
        """Tell whether the centre of mass of a part is in the hollow of another, which both are still there."""
        run, inner = self.parts.get(container), self.parts.get(part)
        if run is None or inner is None:
            return False
        key = container, run.main
        hollow = self._hollows[key] if key in self._hollows else self._hollows.setdefault(key, _hollow_of(run))
        if hollow is None:
            return False
        (x, y), (cx, cy) = inner.place, run.place
        if (x - cx) * (x - cx) + (y - cy) * (y - cy) > hollow.reach_squared:
            return False  # the usual case: the rest takes ten times as long
        x, y = run.bodies[run.main].world_to_local((x, y))
        planned = run.plan.bodies[run.main]
        return hollow.outline.distance(x + planned.x, y + planned.y) <= 0.0

    def beside(self, part: int, body: int, dx: float, dy: float, reach: float) -> int | None:
        """Return the other part nearest to a body's middle in a direction (of length 1), within `reach` metres."""
        run = self.parts.get(part)
        if run is None or run.bodies[body].space is None:
            return None
        x, y = run.bodies[body].position
        hits = self.space.segment_query((x, y), (x + dx * reach, y + dy * reach), 0.2 * reach, pymunk.ShapeFilter())
        others = (
            (hit.alpha, owner[0].id)
            for hit in hits
            if hit.shape is not None
            and not hit.shape.sensor
            and (owner := self._joined.owner_at(hit.shape, *hit.point)) is not None
        )
        return min(((alpha, id_) for alpha, id_ in others if id_ != part), default=(0.0, None))[1]

    def is_gone(self, part: int) -> bool:
        """Tell whether no body of a part is in the machine; the part itself may be, with all its pieces gone."""
        run = self.parts.get(part)
        return run is None or all(body.space is None for body in run.bodies)

    def grabbable(self, part: int) -> bool:
        """Tell whether a part has anything loose that a hand can hold."""
        run = self.parts.get(part)
        return run is not None and can_hold(run)

    @property
    def held(self) -> tuple[HeldPart, ...]:
        """The parts in the hands of all players, by player."""
        return self._hands.held

    def hand_of(self, player: int = 0) -> Point | None:
        """Return the position of a player's hand (m), or None if it holds nothing."""
        return self._hands.position(player)

    def grip_of(self, held: HeldPart) -> Point:
        """Return the point in m where a hand has taken hold, as its part carries it; the hand's, if it has let go."""
        return self._hands.grip(held.player) or (held.x, held.y)

    def held_by(self, player: int = 0) -> int | None:
        """Return the id of the part in a player's hand, or None."""
        return self._hands.part(player)
