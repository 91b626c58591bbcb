"""A machine that stands still: its contents, the operations that parts may do, and the values that others read."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import pymunk

from sandbox import parts as catalogue
from sandbox.design.design import Design
from sandbox.design.geometry import Point, Polygon, Pose, place
from sandbox.engine import arrays
from sandbox.engine.engine import set_motion, set_pose
from sandbox.engine.readout import MOTION
from sandbox.machine.alarms import Alarms
from sandbox.machine.building import Builder, cast_of, fresh_space, slots_of
from sandbox.machine.contacts import Contacts
from sandbox.machine.guard import SweepGuard
from sandbox.machine.hand import Hands, HeldPart, can_hold
from sandbox.machine.joined_shapes import JoinedShapes
from sandbox.machine.joining import NOTHING, Joining
from sandbox.machine.link_ends import LinkEnds
from sandbox.machine.power import PowerNets
from sandbox.machine.removals import Removals, in_world
from sandbox.machine.rows import BodyRows
from sandbox.machine.sightlines import Sightlines
from sandbox.machine.signals import Signals
from sandbox.parts.kind import Kind
from sandbox.parts.world import Rows, Running, RunningLink, RunningMachine, main_body

T = TypeVar("T")
EVENTS_KEPT = 4096  # nobody need drain the events of a headless run
MENDS = 2.0  # m/s or rad/s at most, by which the joints of a part mend what others have pushed apart
HOLDS = 2e4  # N or N m: what they bear; jammed between two things that can't give way, they would bear ever more, and
# shoot off whatever is in between once it slips
_FEW_FLOWS = 12  # up to which one by one is faster than all at once
_ROUNDING = 1e-6  # m: more than what is lost in computing where something is in a container


class Event(NamedTuple):
    """An event to be shown and heard; the physics never reads it. `tick` counts from Start."""

    tick: int
    what: str
    part: int
    other: int = 0
    x: float = 0.0
    y: float = 0.0
    strength: float = 0.0


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


class Assembly:
    """A machine that stands still, built from a design. `Machine` lets it run.

    It carries out `parts.world.RunningMachine`, in the same order, and answers goals and views.
    """

    def __init__(self, design: Design, joining: Joining = NOTHING) -> None:
        self.design = design
        self.world = design.world
        self.rules = design.rules
        self.ticks = 0
        self.jumps = 0
        self.tick_length = 1.0 / design.world.tick_rate  # s: how long each step is, unless `Machine.act` is told a time
        self.dt_before = self._dt = self.tick_length
        self._ahead = 0.0  # world ticks by which the steps so far were longer than as many ticks
        self.events: deque[Event] = deque(maxlen=EVENTS_KEPT)
        self.fixed_cache: dict[int, Any] = {}
        self._listed: dict[Callable[[RunningMachine], Any], Any] = {}  # by the function that makes the list
        self._counted = 0  # how many parts and links there were then
        self._hollows: dict[tuple[int, int], _Hollow | None] = {}  # by container and the body that carries it
        self._owner: dict[pymunk.Shape, tuple[Running, int]] = {}
        self._flows: dict[int, tuple[float, float]] = {}  # by slot: the gain of a second, and where the number wraps
        self._flowing: tuple[arrays.Places, Rows, Rows] | None = None  # the same for a step, in arrays
        self._flowing_few: list[tuple[int, float, float]] | None = None  # or in plain numbers
        self._alarms = Alarms(design.world.tick_rate)
        self.space = fresh_space(design.world)
        self._joined = JoinedShapes(self._owner)
        self._contacts = Contacts(self.space, design.world, self._owner, self._joined)
        self._guard = SweepGuard(self.space, self._dt)
        self.slot_of = slots_of(design)
        self.states, self.parts, self.links = cast_of(design, self.slot_of)
        self._state_values = cast("memoryview[float]", self.states.data)
        runs = self.parts.values()
        self.movers = tuple(run.spec for run in runs if any(body.kind != "static" for body in run.plan.bodies))
        self._built_links = dict(self.links)  # also the links that have left since
        self._by_kind: dict[str, tuple[Kind, dict[int, Running]]] = {}  # also those that have left, until looked at
        for run in runs:
            self._by_kind.setdefault(run.kind.name, (run.kind, {}))[1][run.id] = run
        self._link_ends = LinkEnds(self.links.values())
        self._signals = Signals(self._link_ends)
        self._power = PowerNets(self.parts, self.links)
        builder = Builder(
            self.space, design.world, self._guard, self._contacts, self._owner, self.parts, joining, self._joined
        )
        for run in self.parts.values():
            self.tie(run, *builder.build(run))
        self._body_rows = rows = BodyRows(self.space, self.parts)
        self.rows, self.row_of, self.row_part = rows.rows, rows.row_of, rows.row_part
        self.sight = Sightlines(self.space, self._joined, self.parts)
        self._hands = Hands(self.space, rows)
        self._removals = Removals(
            design.world, self.space, self.parts, self.links, self._link_ends, self._owner, rows, self._hands,
            self._guard,
        )  # fmt: skip
        self._doomed = self._removals.doomed

    def start(self) -> None:
        """Let links, then parts, add the things that they need of each other: joints between wheels in mesh, ..."""
        for link in self.links.values():
            link.kind.start(link, self)
        for run in self.parts.values():
            run.kind.start(run, self)
        self._power.regroup(self)

    # -- time

    @property
    def dt(self) -> float:
        """The length of the coming step in s while parts act; of the last step otherwise."""
        return self._dt

    @property
    def elapsed(self) -> float:
        """The time since Start in ticks of the world: as `ticks`, unless steps have had other lengths."""
        return self.ticks + self._ahead

    @property
    def seconds(self) -> float:
        """The time since Start in s."""
        return self.elapsed / self.design.world.tick_rate

    def at(self, run: Running | RunningLink, seconds: float, alarm: str = "due") -> None:
        """Call `kind.due` of a part after `seconds`, a tick at least; an alarm of that name is set anew."""
        self._alarms.set(run, alarm, self.elapsed, seconds)

    def cancel(self, run: Running | RunningLink, alarm: str = "due") -> None:
        """Take back an alarm, if it is set."""
        self._alarms.cancel(run, alarm)

    @property
    def alarms(self) -> dict[tuple[int, str], float]:
        """The moments of the alarms that are set, in ticks since Start, by the id of their owner and their name."""
        return self._alarms.moments

    # -- what there is

    def listed(self, make: Callable[[RunningMachine], T]) -> T:
        """Return the list that `make` makes of the parts and links that are there, made anew once one has left."""
        counted = len(self.parts) + len(self.links)
        if counted != self._counted:  # none ever comes, so as many are the same
            self._counted = counted
            self._listed.clear()
        listed: T | None = self._listed.get(make)
        return listed if listed is not None else self._listed.setdefault(make, make(self))

    def owner(self, shape: pymunk.Shape) -> tuple[Running, int] | None:
        """Return the part that a shape belongs to and the shape's index in its blueprint; None for no part's."""
        return self._owner.get(shape)

    def owner_at(self, shape: pymunk.Shape, x: float, y: float) -> tuple[Running, int] | None:
        """Return the same for a world point on a shape, which may be made of several parts."""
        return self._joined.owner_at(shape, x, y)

    def parts_of(self, wanted: Callable[[Kind], bool]) -> list[Running]:
        """Return the parts of the kinds that are wanted, in id order, without going through others."""
        parts: list[Running] = []
        for kind, group in self._by_kind.values():
            if wanted(kind):
                for id_ in [id_ for id_ in group if id_ not in self.parts]:
                    del group[id_]  # it has left since the last time
                parts += group.values()
        return sorted(parts, key=lambda run: run.id)

    def links_at(self, run: Running) -> list[RunningLink]:
        """Return the links that end at a part or run over it, in id order."""
        return self._link_ends.at(run)

    def shapes_in(self, box: pymunk.BB, seer: Running, mask: int) -> list[pymunk.Shape]:
        """Return the shapes of some categories whose boxes meet a box, without the seer's, in the engine's order."""
        return self.space.shapes_in(box, seer.id, mask)

    def shapes_on(self, shape: pymunk.Shape) -> list[pymunk.Shape]:
        """Return the shapes that a shape touches or overlaps, in the engine's order."""
        return self.space.shapes_on(shape)

    # -- changing it

    def jumped(self) -> None:
        """Note that something has been put elsewhere in an instant, not moved by a step."""
        self.jumps += 1

    def add_joints(self, run: Running | RunningLink, *joints: pymunk.Constraint) -> None:
        """Add joints that leave together with a part or link."""
        self.space.add(*joints)
        run.joints += joints

    def remove_joints(self, run: Running | RunningLink, *joints: pymunk.Constraint) -> None:
        """Remove joints that `add_joints` has added."""
        self.space.remove(*joints)
        for joint in joints:
            run.joints.remove(joint)

    def tie(self, run: Running, *joints: pymunk.Constraint) -> None:
        """Add joints between the bodies of one part, with a bound on their force and on how fast they mend errors."""
        for joint in joints:
            joint.max_bias = min(joint.max_bias, MENDS)
            joint.max_force = min(joint.max_force, HOLDS)
        self.add_joints(run, *joints)

    def let_out(self, run: Running, index: int, at: Point, velocity: Point = (0.0, 0.0), angle: float = 0.0) -> None:
        """Put a spare body of a part into the machine, at a world point, before the next step."""
        body = run.bodies[index]
        set_pose(body, at, angle)
        set_motion(body, *velocity, 0.0)
        shapes = run.shapes_of(index)
        self.space.add_body(body, shapes)
        run.solid += [shape for shape in shapes if not shape.sensor]
        self._body_rows.bodies[self.row_of[run.id, index]] = body

    def take_back(self, run: Running, index: int) -> None:
        """Take one body of a part out of the machine, with the links that end at it; only between two steps."""
        if index == run.main:  # the part is looked for where another of its bodies is
            self.jumped()
        self._removals.take_back(run, index)

    def remove(self, id_: int) -> None:
        """Take a part (with its links) or a link out of the machine, after this step."""
        self._doomed[id_] = None

    def wake(self, run: Running) -> None:
        """Wake the sleeping bodies that touch a part, because its surface has changed."""
        resting: dict[tuple[int, int], pymunk.Body] = {}
        for shape in run.solid:
            for shape_on in self.space.shape_query(shape):
                if shape_on.shape is not None and shape_on.shape in self._owner:
                    owner, index = self._owner[shape_on.shape]
                    body = shape_on.shape.body
                    if owner is not run and body is not None and body.body_type == pymunk.Body.DYNAMIC:
                        resting[owner.id, index] = body
        for key in sorted(resting):
            resting[key].activate()

    def rouse(self, run: Running) -> None:
        """Let a part act whose `acts_while` is no longer 0; until the machine lists who acts there is nothing to do."""

    # -- power

    def power(self, run: Running) -> bool | None:
        """Tell whether the cable into a part carries power; None if it was built without one, and so needs none."""
        return self._power.reaches(run)

    def repower(self, run: Running) -> None:
        """Work out the power of a part's cables anew, because its supply or its demand has changed."""
        self._power.renew(run, self)

    # -- telling others

    def tell(self, what: str, run: Running, strength: float = 0.0, other: int = 0, at: Point | None = None) -> None:
        """Report an event at a part, or at a point of the world, to be shown and heard."""
        x, y = run.bodies[run.main].position if at is None else at
        self.events.append(Event(self.ticks, what, run.id, other, x, y, strength))

    def send(self, run: Running, on: bool) -> None:
        """Send a signal along the wires out of a part, at once, in id order."""
        self._signals.send(run, on, self)

    def flow(self, run: Running, name: str, rate: float, wrap: float) -> None:
        """Let a state of a part grow by `rate` a second from now on, starting again at 0 at `wrap`; rate 0 stops it."""
        slot = self.slot_of[run.id, name]
        if rate:
            self._flows[slot] = (rate, wrap)
        else:
            self._flows.pop(slot, None)
        self._flowing = self._flowing_few = None

    def _advance_flows(self) -> None:
        """Let all flowing states grow: a few one by one, many at once, which gives the same bits."""
        if len(self._flows) <= _FEW_FLOWS:
            if self._flowing_few is None:
                self._flowing_few = [(slot, rate * self._dt, wrap) for slot, (rate, wrap) in self._flows.items()]
            values = self._state_values
            for slot, step, wrap in self._flowing_few:
                values[slot] = (values[slot] + step) % wrap
            return
        if self._flowing is None:
            slots = sorted(self._flows)
            rates, wraps = (arrays.array([self._flows[slot][k] for slot in slots]) for k in (0, 1))
            self._flowing = arrays.array(slots, arrays.intp), rates * self._dt, wraps
        at, steps, wraps = self._flowing
        self.states[at] = (self.states[at] + steps) % wraps

    # -- reading: it looks, and never touches

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
