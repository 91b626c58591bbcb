"""A machine that stands still: its contents, and the operations that parts may do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import pymunk

from sandbox.design.design import Design
from sandbox.design.geometry import Point
from sandbox.engine import arrays
from sandbox.engine.engine import set_motion, set_pose
from sandbox.machine.alarms import Alarms
from sandbox.machine.building import Builder, cast_of, fresh_space, slots_of
from sandbox.machine.contacts import Contacts
from sandbox.machine.guard import SweepGuard
from sandbox.machine.hand import Hands
from sandbox.machine.joined_shapes import JoinedShapes
from sandbox.machine.joining import NOTHING, Joining
from sandbox.machine.link_ends import LinkEnds
from sandbox.machine.power import PowerNets
from sandbox.machine.removals import Removals
from sandbox.machine.rows import BodyRows
from sandbox.machine.sightlines import Sightlines
from sandbox.machine.signals import Signals
from sandbox.parts.kind import Kind
from sandbox.parts.world import Rows, Running, RunningLink, RunningMachine

T = TypeVar("T")
EVENTS_KEPT = 4096  # nobody need drain the events of a headless run
MENDS = 2.0  # m/s or rad/s at most, by which the joints of a part mend what others have pushed apart
HOLDS = 2e4  # N or N m: what they bear; jammed between two things that can't give way, they would bear ever more, and
# shoot off whatever is in between once it slips
_FEW_FLOWS = 12  # up to which one by one is faster than all at once


class Event(NamedTuple):
    """An event to be shown and heard; the physics never reads it. `tick` counts from Start."""

    tick: int
    what: str
    part: int
    other: int = 0
    x: float = 0.0
    y: float = 0.0
    strength: float = 0.0


class Assembly:
    """A machine that stands still, built from a design: `AskedAssembly` answers goals and views, `Machine` runs.

    It carries out `parts.world.RunningMachine`, in the same order.
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

    def reweigh(self, run: Running, index: int, more: float) -> None:
        """Make one body of a part heavier by so much, or lighter (kg), and its moment of inertia with it."""
        body = run.bodies[index]
        mass = body.mass + more
        moment = body.moment * mass / body.mass
        body.mass, body.moment = mass, moment

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
            for shape_on in self.space.shapes_on(shape):
                if shape_on in self._owner:
                    owner, index = self._owner[shape_on]
                    body = shape_on.body
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
