"""The running machine: a fresh Space built from a design, stepped, read and hashed; and the notes that it takes.

The determinism contract (each line is a fact measured on the pinned engine):
- bodies, shapes and joints are added in id order to a fresh Space; a Space is never copied or used twice;
- collision callbacks only take notes; notes are sorted by our own ids and acted on after the step;
- who need not act on every tick acts on every second, fourth, ..., and the machine counts: by ticks, never by time;
- a body's own law of motion (a balloon's) may be a callback too: it sees and changes that body alone;
- parts are removed after the step, in id order, joints first, then shapes, then bodies, together;
- the engine is written to only by commands, behaviours and the guard: writing a value back, even the same, wakes
  sleepers;
- one thread, a constant dt; no clock, no `random`, no set or address order. A run by steps of other lengths is
  possible (see `act`), but nothing repeats it, so nothing records it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pymunk
import xxhash
from pymunk import batch
from pymunk._chipmunk_cffi import lib

from sandbox import parts as catalogue
from sandbox.contacts import Contacts
from sandbox.design import Design, End, World
from sandbox.engine import EngineSpace
from sandbox.geometry import Circle, Point, Pose, place
from sandbox.guard import SweepGuard, is_hollow, reach_of
from sandbox.parts.base import FIXED_ALONE, LOOSE, Joint, Kind, LinkKind, Port, Shape, pose_of
from sandbox.parts.reeving import kept_after_a_second
from sandbox.parts.world import Rows, Running, RunningLink, main_body
from sandbox.readout import Readout, numbers_of, own_buffer

SLEEP_AFTER = 0.5  # s at rest

WORLD_MARGIN = 10.0  # m around the level; what gets farther away has left the world and is removed
LEFT_EVERY = 60  # ticks between two looks for parts that have left
EVENTS_KEPT = 4096  # nobody need drain the events of a headless run
HAND_FORCE = 300.0  # N: about what a person's arm lifts
HAND_SPEED = 8.0  # m/s at most towards the pointer, so that a hand can throw but not shoot
MENDS = 2.0  # m/s or rad/s at most, by which the joints of a part mend what others have pushed apart
HOLDS = 2e4  # N or N m: what they bear; jammed between two things that can't give way, they would bear ever more, and
# shoot off whatever is in between once it slips
SIGNAL_DEPTH = 64  # of signals that set off signals

_MOTION = (
    batch.BodyFields.POSITION | batch.BodyFields.ANGLE | batch.BodyFields.VELOCITY | batch.BodyFields.ANGULAR_VELOCITY
)
_MOTION_BY_ID = batch.BodyFields.BODY_ID | _MOTION
_RESTLESS = 1.0  # m/s: the engine's own measure, where the world has one of its own: far above that
_LOOKS_EVERY = 12  # ticks: of which both of these are multiples
_ROUSED_EVERY = 24  # ticks: several times in the time after which bodies at rest fall asleep
_NOWHERE = (0.0, -1e4)  # m: the row of a spare body that waits, far out of sight
_BODY_TYPES = {
    "dynamic": pymunk.Body.DYNAMIC,
    "static": pymunk.Body.STATIC,
    "kinematic": pymunk.Body.KINEMATIC,
}


class Event(NamedTuple):
    """Something for eyes, ears and marks; the physics never reads it. `tick` counts from Start."""

    tick: int
    what: str
    part: int
    other: int = 0
    x: float = 0.0
    y: float = 0.0
    strength: float = 0.0


class Machine:
    """What Start builds from a design. The same design always gives the same run, bit for bit."""

    def __init__(self, design: Design, seed: int = 0) -> None:
        self.design = design
        self.world = design.world
        self.seed = seed
        self.ticks = 0
        self.version = 0
        self.tick_length = 1.0 / design.world.tick_rate  # s: how long each step is, unless `act` is told otherwise
        self.dt_before = self._dt = self.tick_length
        self._ahead = 0.0  # world ticks by which the steps so far were longer than as many ticks
        self.events: deque[Event] = deque(maxlen=EVENTS_KEPT)
        self.parts: dict[int, Running] = {}
        self.links: dict[int, RunningLink] = {}
        self._owner: dict[pymunk.Shape, tuple[Running, int]] = {}
        self._flows: dict[int, tuple[float, float]] = {}  # by slot: what a second adds, and after how much it wraps
        self._flowing: tuple[npt.NDArray[np.intp], Rows, Rows] | None = None  # the same for a step, in arrays
        self._doomed: dict[int, None] = {}
        self.fixed_cache: dict[int, Any] = {}  # by part: what it has worked out about fixed things around it
        self._signal_depth = 0
        self._hand: pymunk.Body | None = None
        self._hold: pymunk.Constraint | None = None
        self.held: int | None = None  # the part in the hand

        self.space = _space(design)
        self._contacts = Contacts(self.space, design.world, self._owner)
        self._rest_speed = self.space.idle_speed_threshold  # m/s, where the world has a measure of its own; else 0
        self._guard = SweepGuard(self.space, self._dt)
        self._motion = Readout(self.space, _MOTION)
        self._moved: bytes | None = None  # what was read last of it, until something else may have changed it
        self._engine = self.space._space
        self._lay_out_states()
        for spec in design.parts:
            self._build(self.parts[spec.id])
        self._lay_out_rows()
        for link in self.links.values():
            link.kind.start(link, self)
        for run in self.parts.values():
            run.kind.start(run, self)
        self._buffer = own_buffer()
        self.read_rows()
        self._line_up()

    # -- building

    def _lay_out_states(self) -> None:
        design = self.design
        named = [(spec.id, name) for spec in design.parts for name in catalogue.KINDS[spec.kind].states]
        named += [(link.id, name) for link in design.links for name in catalogue.LINKS[link.kind].states_of(link)]
        self.slot_of: dict[tuple[int, str], int] = {key: slot for slot, key in enumerate(named)}
        self.states: Rows = np.zeros(len(named))
        for spec in design.parts:
            kind, plan = catalogue.KINDS[spec.kind], catalogue.blueprint(spec)
            self.parts[spec.id] = Running(spec, kind, plan, self.states, self.slot_of)
        for link in design.links:
            ends = [self.parts[part] for part in link.parts]
            ports = _port(ends[0], link.a), _port(ends[1], link.b)
            self.links[link.id] = RunningLink(link, catalogue.LINKS[link.kind], ends, ports, self.states, self.slot_of)

    def _build(self, run: Running) -> None:
        pose = pose_of(run.spec)
        for number, body in enumerate(run.plan.bodies):
            own = pymunk.Body(body.mass, body.moment, _BODY_TYPES[body.kind])
            own.position = place(pose, (body.x, body.y))
            own.angle = pose.angle
            if number not in run.plan.spare:
                self.space.add(own)
            run.bodies.append(own)
            run.numbers.append(numbers_of(own))
            if body.kind == "dynamic":
                self._guard.watch(own, reach_of(run.plan, number), is_hollow(run.plan, number))
        for index, shape in enumerate(run.plan.shapes):
            made = _shape(run, shape) if shape.collides or shape.senses else None
            run.shapes.append(made)
            if made is not None:
                self._contacts.mix(made, shape.friction, shape.restitution, run.kind.wants_hits)
                fixed = run.plan.bodies[shape.body].kind != "dynamic"
                made.filter = pymunk.ShapeFilter(categories=FIXED_ALONE if fixed else LOOSE)
                self._owner[made] = (run, index)
                if shape.body not in run.plan.spare:
                    self.space.add(made)
                    if shape.collides:
                        run.solid.append(made)
        # The shapes of one part never push each other: a seesaw's plank rests on its fulcrum by the pivot alone.
        if len(run.plan.bodies) > 1:
            for made in run.shapes:
                if made is not None:
                    made.filter = pymunk.ShapeFilter(run.id, made.filter.categories)
        for joint in run.plan.joints:
            for constraint in _joints(run, joint):
                if self.design.world.recovery != World().recovery:  # joints mend their errors as contacts do
                    constraint.error_bias = self.space.collision_bias
                self.tie(run, constraint)

    def _lay_out_rows(self) -> None:
        """A row for each body, in id order, and one for the hand; they keep their places for the whole run."""
        self.row_of: dict[tuple[int, int], int] = {}
        bodies: list[pymunk.Body] = []
        owners: list[int] = []
        for run in self.parts.values():
            for index, body in enumerate(run.bodies):
                self.row_of[run.id, index] = len(bodies)
                bodies.append(body)
                owners.append(run.id)
        self.row_part = np.array([*owners, 0], np.int32)
        self._all_rows: Rows = np.zeros((len(bodies) + 2, 6))
        self.rows: Rows = self._all_rows[:-1]  # the last one is the engine's own fixed body, and nobody's
        self._row_bodies: list[pymunk.Body | None] = [*bodies, None]
        for row, body in enumerate(bodies):
            self.rows[row, :3] = (*body.position, body.angle)
            if body.space is None:
                self._row_bodies[row] = None
                self.rows[row, :2] = _NOWHERE
        self._map_bodies()

    def _map_bodies(self) -> None:
        """Engine ids are addresses: good for finding a row within this process, never for order or hash."""
        there = [(body.id, row) for row, body in enumerate(self._row_bodies) if body is not None]
        there.append((self.space.static_body.id, len(self._all_rows) - 1))
        there.sort()
        self._addresses = np.array([address for address, _ in there], np.uintp)
        self._address_rows = np.array([row for _, row in there], np.intp)
        self._last_addresses: npt.NDArray[np.uintp] | None = None

    def _rows_of(self, addresses: npt.NDArray[np.uintp]) -> npt.NDArray[np.intp]:
        return self._address_rows[np.searchsorted(self._addresses, addresses)]

    def _line_up(self) -> None:
        """Who acts before each step: parts, then links, in id order; and who listens to what."""
        self._take_turns()
        self._acting_links = [link for link in self.links.values() if type(link.kind).act is not LinkKind.act]
        self._contacts.line_up(self.parts, self.row_of, len(self._all_rows))
        self._quiet = not (self._acting_links or any(self._acting)) and self._contacts.silent

    def _take_turns(self) -> None:
        acting = [run for run in self.parts.values() if type(run.kind).act is not Kind.act]
        # How many steps of any length come before a moment, nobody can tell: then each acts before each of them.
        rate = self.design.world.tick_rate if self._dt == self.tick_length else 0
        every = {run.id: _ticks_of(run.kind.act_interval, rate) for run in acting}
        self._acting = [
            # Those that act more rarely take turns, so that no tick has to wait for all of them.
            [run for run in acting if tick % every[run.id] == run.id % every[run.id]]
            for tick in range(max(every.values(), default=1))
        ]
        for run in acting:
            run.lapse = every[run.id] * self._dt

    # -- one tick: either all at once, or in the order of these methods

    def pass_quietly(self, most: int, digests: bytearray, memory: Rows, decides: Callable[[], bool] | None) -> int:
        """Up to so many whole ticks on which nobody acts and nobody listens: what the methods below come to then.

        Returns how many there were; 0 if this is no such tick, and then nothing has been done. `digests` gets the
        digest of each, with `memory` in it. `decides` is asked after each one, and ends the row when it says so.

        The guard needs no reading of its own: nothing has changed a velocity since the digest of the tick before.
        """
        if not self._quiet or self._flows or self._doomed:
            return 0
        if self.space.unsettled:
            self.space.settle()
        if self._dt != self.tick_length:
            self._retime(self.tick_length)
        motion, hold_back = self._motion, self._guard.hold_back
        alone = not (len(self.states) or len(memory))
        moved, self._moved = self._moved, None
        passed = 0
        ended, same = False, False  # the bodies as at the last reading
        while passed < most and not ended:
            hold_back(moved, motion.order)
            if self._guard.astray:
                break  # the next tick is none of these
            # Not by pymunk's own `step`: without callbacks there is nothing that it need put off or tidy up.
            lib.cpSpaceStep(self._engine, self._dt)
            self.ticks += 1
            passed += 1
            if self.ticks % _LOOKS_EVERY == 0:
                self.tidy()
                ended, same = not self._quiet, False
            if decides is not None and decides():
                ended = True
            moved = motion.again()[:] if same else motion.read()[:]
            same = True
            digests += xxhash.xxh64_digest(moved) if alone else self._digest(moved, memory.data)
        self._moved = moved
        self.dt_before = self._dt
        return passed

    def act(self, seconds: float | None = None) -> None:
        """Behaviours, in id order: forces, motors, timers; before a step of so many seconds, or of a tick."""
        dt = self.tick_length if seconds is None else seconds
        if dt != self._dt:
            self._retime(dt)
        for run in self._acting[self.ticks % len(self._acting)]:
            run.kind.act(run, self)
        for link in self._acting_links:
            link.kind.act(link, self)
        if self._flows:
            self._flow()

    def step(self) -> None:
        """The engine's step; callbacks take notes meanwhile. What is fast does not jump through things."""
        if self.space.unsettled:
            self.space.settle()
        self._guard.hold_back()
        while self._guard.astray:
            self._send_off(self._guard.astray)
            self._guard.hold_back()
        self.space.step(self._dt)
        self.ticks += 1
        self.dt_before = self._dt
        if self._dt != self.tick_length:
            self._ahead += self._dt / self.tick_length - 1.0

    def react(self) -> None:
        """Hand the notes to the parts that were struck, sorted by our own ids."""
        if not self._contacts.wanted:
            return
        self._contacts.listen(self.parts, self.row_part, self.row_of, self._rows_of)
        for hit in self._contacts.take():
            run = self.parts.get(hit.part)
            if run is not None and hit.part not in self._doomed:
                run.kind.struck(run, hit, self)

    def tidy(self) -> None:
        """Carry out removals, in id order, and look for parts that have left the world."""
        if self.ticks % LEFT_EVERY == 0:
            self._doom_leavers()
        if self._rest_speed and (self.ticks % _ROUSED_EVERY == 0 or self._dt != self.tick_length):
            self._rouse()
        if self._doomed:
            self._carry_out_removals()

    def _carry_out_removals(self) -> None:
        for id_ in sorted(self._doomed):
            self._remove(id_)
        self._doomed.clear()
        self.version += 1
        self.fixed_cache.clear()
        self._map_bodies()
        self._line_up()
        for run in self.parts.values():
            if type(run.kind).on_neighbour_removed is not Kind.on_neighbour_removed:
                run.kind.on_neighbour_removed(run, self)

    def _retime(self, dt: float) -> None:
        """The next step has another length than the last one: tell all that depends on it."""
        self._dt, self._flowing = dt, None
        self._guard.retime(dt)
        # The engine takes for rest what is slower than a fall of one step: of a long one, that is fast.
        fall = 0.0 if dt == self.tick_length else self.space.gravity.length * self.tick_length
        self.space.idle_speed_threshold = self._rest_speed or fall
        lapses = {run.id: run.lapse for run in self.parts.values()}
        self._take_turns()
        for run in self.parts.values():
            run.kind.retimed(run, lapses[run.id], self)
        for link in self.links.values():
            link.kind.retimed(link, self)

    def digest(self, more: bytes | memoryview = b"") -> bytes:
        """Eight bytes (XXH64) of every body's motion, every running state, and `more` (the goals')."""
        moved = self._moved = self._motion.read()[:]
        return self._digest(moved, more)

    def _digest(self, moved: bytes, more: bytes | memoryview) -> bytes:
        # Not XXH3: its AVX-512 code takes 5 us too, but makes the engine's next step slower: at 200 bodies a hashed
        # step costs 1.106 times a bare one with XXH3, 1.030 times with XXH64 (medians of 7 pairs).
        state = xxhash.xxh64(moved)
        state.update(self.states.data)
        state.update(more)
        return state.digest()

    # -- reading (looks, never touches)

    @property
    def dt(self) -> float:
        """The length of the step that comes, in seconds: while behaviours act; later, of the one that has been."""
        return self._dt

    @property
    def elapsed(self) -> float:
        """The time since Start in ticks of the world: as many as there were, if each step was one."""
        return self.ticks + self._ahead

    @property
    def seconds(self) -> float:
        """The time since Start."""
        return self.elapsed / self.design.world.tick_rate

    def read_rows(self) -> Rows:
        """Fill `rows` with x, y, angle, vx, vy, w of every body (m, rad, m/s, rad/s); gone ones keep their last."""
        self._buffer.clear()
        batch.get_space_bodies(self.space, _MOTION_BY_ID, self._buffer)
        addresses = np.frombuffer(self._buffer.int_buf(), np.uintp)
        motion = np.frombuffer(self._buffer.float_buf(), np.float64).reshape(-1, 6)
        if self._last_addresses is None or not np.array_equal(addresses, self._last_addresses):
            self._last_addresses = addresses.copy()
            self._order = self._rows_of(addresses)
        self._all_rows[self._order] = motion
        return self.rows

    def motion(self, part: int) -> tuple[float, float, float, float, float, float]:
        """x, y, angle, vx, vy, w of a part's main body; the last ones known if the part is gone."""
        run = self.parts.get(part)
        if run is None:
            row = self.rows[self._last_row(part)]
            return tuple(row.tolist())
        body = run.bodies[run.main]
        position, velocity = body.position, body.velocity
        return position.x, position.y, body.angle, velocity.x, velocity.y, body.angular_velocity

    def origin(self, part: int) -> Point:
        """Where a part's own origin is; of a part that is gone, where it was at the start.

        What has left the world is not gone in this sense: its origin is where it was seen last.
        """
        run = self.parts.get(part)
        if run is not None:
            return run.world(0.0, 0.0, run.main)
        x, y, angle, *_ = self.rows[self._last_row(part)].tolist()
        spec = self.design.part_by_id[part]
        if self._in_world(x, y):
            return spec.x, spec.y
        plan = catalogue.blueprint(spec)
        own = plan.bodies[main_body(plan)]
        return place(Pose(x, y, angle), (-own.x, -own.y))

    def _in_world(self, x: float, y: float) -> bool:
        world = self.design.world
        return (
            -WORLD_MARGIN < x < world.width + WORLD_MARGIN and -WORLD_MARGIN < y < world.height + WORLD_MARGIN
        )  # False for nan as well

    def _last_row(self, part: int) -> int:
        plan = catalogue.blueprint(self.design.part_by_id[part])
        rows = [self.row_of[part, index] for index, body in enumerate(plan.bodies) if body.kind == "dynamic"]
        there = (row for row in rows if self.rows[row, 1] > _NOWHERE[1])
        return next(there, self.row_of[part, main_body(plan)])

    def touching(self, part: int, other: int) -> bool:
        """Whether any shapes of two parts overlap or touch now."""
        one, two = self.parts.get(part), self.parts.get(other)
        if one is None or two is None:
            return False
        if one.bodies[one.main].body_type != pymunk.Body.DYNAMIC:
            one, two = two, one  # the query below finds all that a part touches, which for a floor is much
        # Not `shapes_collide`, which fails on shapes that are close without a contact.
        return any(
            found.shape is not None and not found.shape.sensor and self._owner[found.shape][0] is two
            for mine in one.solid
            if any(mine.bb.intersects(shape.bb) for shape in two.solid)
            for found in self.space.shape_query(mine)
        )

    def beside(self, part: int, body: int, dx: float, dy: float, reach: float) -> int | None:
        """The other part that is nearest to a body's middle in a direction (of length 1), within `reach` metres."""
        run = self.parts.get(part)
        if run is None or run.bodies[body].space is None:
            return None
        x, y = run.bodies[body].position
        found = self.space.segment_query((x, y), (x + dx * reach, y + dy * reach), 0.2 * reach, pymunk.ShapeFilter())
        others = (
            (hit.alpha, self._owner[hit.shape][0].id)
            for hit in found
            if hit.shape is not None and not hit.shape.sensor and hit.shape in self._owner
        )
        return min(((alpha, id_) for alpha, id_ in others if id_ != part), default=(0.0, None))[1]

    # -- for behaviours

    def remove(self, id_: int) -> None:
        """Take a part (with its links) or a link out of the machine, after this step."""
        self._doomed[id_] = None

    def tell(self, what: str, run: Running, strength: float = 0.0, other: int = 0) -> None:
        """An event for eyes and ears."""
        at = run.bodies[run.main].position
        self.events.append(Event(self.ticks, what, run.id, other, at.x, at.y, strength))

    def tie(self, run: Running, *joints: pymunk.Constraint) -> None:
        """Add joints between the bodies of a part; what would bear and mend without bound is bounded."""
        for joint in joints:
            joint.max_bias = min(joint.max_bias, MENDS)
            joint.max_force = min(joint.max_force, HOLDS)
        self.add_joints(run, *joints)

    def add_joints(self, run: Running | RunningLink, *joints: pymunk.Constraint) -> None:
        """Add joints that leave together with a part or link."""
        self.space.add(*joints)
        run.joints += joints

    def remove_joints(self, run: Running | RunningLink, *joints: pymunk.Constraint) -> None:
        """Remove joints that `add_joints` has added."""
        self.space.remove(*joints)
        for joint in joints:
            run.joints.remove(joint)

    def shapes_in(self, box: pymunk.BB, seer: Running, mask: int) -> list[pymunk.Shape]:
        """Return the shapes of some categories whose boxes meet a box, without the seer's, in the engine's order."""
        return self.space.bb_query(box, pymunk.ShapeFilter(seer.id, mask=mask))

    def shapes_on(self, shape: pymunk.Shape) -> list[pymunk.Shape]:
        """Return the shapes that a shape touches or overlaps, in the engine's order."""
        return [found.shape for found in self.space.shape_query(shape) if found.shape is not None]

    def first_between(self, start: Point, end: Point, seer: Running) -> pymunk.Shape | None:
        """Return the first shape on a straight line, leaving out the seer's own."""
        met = self.space.segment_query_first(start, end, 0.0, pymunk.ShapeFilter(group=seer.id))
        return met.shape if met is not None else None

    def flow(self, run: Running, name: str, rate: float, wrap: float) -> None:
        """Let a state of a part grow by `rate` each second from now on, and begin again at 0 after `wrap`."""
        slot = self.slot_of[run.id, name]
        if rate:
            self._flows[slot] = (rate, wrap)
        else:
            self._flows.pop(slot, None)
        self._flowing = None

    def _flow(self) -> None:
        """All of them at once: one by one they would be half the cost of a hall of conveyors."""
        if self._flowing is None:
            slots = sorted(self._flows)
            rates, wraps = (np.array([self._flows[slot][k] for slot in slots]) for k in (0, 1))
            self._flowing = np.array(slots, np.intp), rates * self._dt, wraps
        at, steps, wraps = self._flowing
        self.states[at] = (self.states[at] + steps) % wraps

    def send(self, run: Running, on: bool) -> None:
        """A signal out of a part, along its wires, in id order, at once."""
        if self._signal_depth >= SIGNAL_DEPTH:
            return  # parts that switch each other in a ring would go on for ever
        self._signal_depth += 1
        for link in list(self.links.values()):
            for here, there, port in ((link.a, link.b, link.port_a), (link.b, link.a, link.port_b)):
                if here is run and port.type == "signal out":
                    if "on" in link:
                        link["on"] = float(on)
                    there.kind.signal(there, on, self)
        self._signal_depth -= 1

    def owner(self, shape: pymunk.Shape) -> tuple[Running, int] | None:
        """The part that a shape belongs to, and the shape's index in its blueprint; None for the engine's own."""
        return self._owner.get(shape)

    def wake(self, run: Running) -> None:
        """Wake whatever sleeps on a part whose surface has changed."""
        resting: dict[tuple[int, int], pymunk.Body] = {}
        for shape in run.solid:
            for found in self.space.shape_query(shape):
                if found.shape is not None and found.shape in self._owner:
                    owner, index = self._owner[found.shape]
                    body = found.shape.body
                    if owner is not run and body is not None and body.body_type == pymunk.Body.DYNAMIC:
                        resting[owner.id, index] = body
        for key in sorted(resting):
            resting[key].activate()

    def let_out(self, run: Running, index: int, at: Point, velocity: Point = (0.0, 0.0), angle: float = 0.0) -> None:
        """Put a spare body of a part into the machine, at a world point, before the next step."""
        body = run.bodies[index]
        body.position, body.angle = at, angle
        body.velocity, body.angular_velocity = velocity, 0.0
        shapes = [shape for shape in run.shapes if shape is not None and shape.body is body]
        self.space.add(body, *shapes)
        run.solid += [shape for shape in shapes if not shape.sensor]
        self._row_bodies[self.row_of[run.id, index]] = body
        self._map_bodies()

    def take_back(self, run: Running, index: int) -> None:
        """Take one body of a part, with the links that end at it, out of the machine; only between two steps.

        One that has left the world may be out already.
        """
        body, row = run.bodies[index], self.row_of[run.id, index]
        if body.space is None:
            return
        for link in list(self.links.values()):
            if (run, index) in ((link.a, link.port_a.body), (link.b, link.port_b.body)):
                self._remove(link.id)
        self._acting_links = [link for link in self._acting_links if link.id in self.links]
        if self._hold is not None and self._hold.b is body:
            self.release()
        self.read_rows()  # what others look at must not depend on when somebody last looked
        shapes = [shape for shape in run.shapes if shape is not None and shape.body is body]
        run.solid = [shape for shape in run.solid if shape.body is not body]
        self.space.remove(*shapes, body)
        self.rows[row, :2], self.rows[row, 3:] = _NOWHERE, 0.0
        self._row_bodies[row] = None
        if index == run.main:  # goals are about what is left of it
            run.main = next((other for other, left in enumerate(run.bodies) if left.space is not None), index)
        self._map_bodies()

    # -- for running commands

    def press(self, part: int) -> None:
        run, self._moved = self.parts[part], None
        run.kind.press(run, self)

    def is_gone(self, part: int) -> bool:
        """Whether nothing of a part is in the machine, though the part may not be done: all its pieces have left."""
        run = self.parts.get(part)
        return run is None or all(body.space is None for body in run.bodies)

    def grabbable(self, part: int) -> bool:
        """Whether a hand finds anything loose of a part to hold."""
        run = self.parts.get(part)
        return run is not None and any(True for _ in _loose(run))

    def grab(self, part: int, x: float, y: float) -> None:
        """Tie a soft hand at world point x, y to the part's nearest dynamic body."""
        run, self._moved = self.parts[part], None
        nearest = min(_loose(run), key=lambda shape: shape.point_query((x, y)).distance)  # `grabbable` was asked
        body = nearest.body
        assert body is not None  # it is in the machine
        hand = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        hand.position = (x, y)
        hold = pymunk.PivotJoint(hand, body, (0.0, 0.0), body.world_to_local((x, y)))
        hold.max_force = HAND_FORCE
        hold.max_bias = HAND_SPEED
        self.space.add(hand, hold)
        self._hand, self._hold, self.held = hand, hold, part
        run.kind.grabbed(run, self)
        self._row_bodies[-1] = hand
        self._map_bodies()

    def drag(self, x: float, y: float) -> None:
        assert self._hand is not None and self._hold is not None
        self._moved = None
        self._hand.position = (x, y)
        self._hold.activate_bodies()

    def release(self) -> None:
        self._moved = None
        if self._hand is not None and self._hold is not None:
            self.read_rows()  # the hand's last row must not depend on when somebody last looked
            self.space.remove(self._hold, self._hand)
        self._hand = self._hold = self.held = None
        self._row_bodies[-1] = None
        self._map_bodies()

    @property
    def hand(self) -> Point | None:
        """Where the hand is, or None if it holds nothing."""
        return (self._hand.position.x, self._hand.position.y) if self._hand is not None else None

    # -- removals

    def _rouse(self) -> None:
        """Begin the time of rest anew for what moves or turns faster than the world takes for rest.

        The engine's own measure is the energy of both together: a ball may roll at 3 cm/s and a long bar may not stir.
        """
        world, rows = self.design.world, self.read_rows()
        squares = rows[:, 3] * rows[:, 3] + rows[:, 4] * rows[:, 4]
        moving = (squares > world.rest_speed * world.rest_speed) | (abs(rows[:, 5]) > world.rest_turn)
        for row in np.flatnonzero(moving[:-1]):
            body = self._row_bodies[row]
            if body is not None and body.body_type == pymunk.Body.DYNAMIC and not body.is_sleeping:
                body.activate()

    def _doom_leavers(self) -> None:
        world = self.design.world
        places = np.frombuffer(self._motion.read(), np.float64).reshape(-1, 6)[:, :2]
        if ((places > -WORLD_MARGIN) & (places < (world.width + WORLD_MARGIN, world.height + WORLD_MARGIN))).all():
            return  # the usual case, without asking who is where
        rows = self.read_rows()
        inside = (
            (rows[:, 0] > -WORLD_MARGIN)
            & (rows[:, 0] < world.width + WORLD_MARGIN)
            & (rows[:, 1] > -WORLD_MARGIN)
            & (rows[:, 1] < world.height + WORLD_MARGIN)
        )  # False for nan as well: what has blown up leaves
        if inside[:-1].all():
            return
        for row in np.flatnonzero(~inside[:-1]):
            self._doom(int(row))

    def _send_off(self, astray: list[pymunk.Body]) -> None:
        """Take out parts of which a body is so fast that the engine can't compute with it for much longer."""
        self.read_rows()
        for row in sorted(row for row, body in enumerate(self._row_bodies) if body in astray):
            self._doom(row)
        self._carry_out_removals()
        self.space.settle()

    def _doom(self, row: int) -> None:
        """Let the part of a row leave the world; of its spare bodies only that one."""
        run = self.parts.get(int(self.row_part[row]))
        body = self._row_bodies[row]
        if run is not None and body is not None and body.body_type == pymunk.Body.DYNAMIC:
            index = row - self.row_of[run.id, 0]
            if index in run.plan.spare:
                self.take_back(run, index)
                return
            if run.id not in self._doomed:
                self.tell("left", run)
            self.remove(run.id)

    def _remove(self, id_: int) -> None:
        if id_ in self.links:
            link = self.links.pop(id_)
            self.space.remove(*link.joints)
            return
        run = self.parts.pop(id_, None)
        if run is None:
            return
        self.read_rows()
        for link in [link for link in self.links.values() if run in (link.a, link.b, *link.via)]:
            self._remove(link.id)
        if self.held == id_:
            self.release()
        for index, body in enumerate(run.bodies):
            row = self.row_of[id_, index]
            self._row_bodies[row] = None
            if not np.isfinite(self.rows[row]).all():
                self.rows[row] = (*_NOWHERE, 0.0, 0.0, 0.0, 0.0)
            self._guard.forget(body)
        for name in run.kind.states:
            if self._flows.pop(self.slot_of[id_, name], None):
                self._flowing = None
        made = [shape for shape in run.shapes if shape is not None]
        for shape in made:
            del self._owner[shape]
        bodies = [body for body in run.bodies if body.space is not None]
        self.space.remove(*run.joints, *[shape for shape in made if shape.body in bodies], *bodies)


def _loose(run: Running) -> Iterator[pymunk.Shape]:
    """The shapes of a part that a hand can hold it by."""
    for shape, plan in zip(run.shapes, run.plan.shapes, strict=True):
        if shape is not None and run.plan.bodies[plan.body].kind == "dynamic" and shape in run.solid:
            yield shape


def _port(run: Running, end: End) -> Port:
    port = catalogue.port_of(run.spec, end)
    assert port is not None  # checked with the design
    return port


def _ticks_of(seconds: float, rate: int) -> int:
    """The greatest power of two of ticks within a time: of such, the longest is a round of all the others."""
    ticks = 1
    while 2 * ticks <= seconds * rate:
        ticks *= 2
    return ticks


def _space(design: Design) -> EngineSpace:
    world = design.world
    space = EngineSpace()
    space.gravity = (world.gravity_x, world.gravity_y)
    space.damping = 1.0 - world.air
    space.iterations = world.iterations
    space.collision_slop = world.slop
    if world.recovery != World().recovery:  # 0.1 is the engine's own, to the last bit only if left alone
        space.collision_bias = kept_after_a_second(1.0 - world.recovery, 60)
    if world.sleep:
        space.sleep_time_threshold = SLEEP_AFTER
        space.idle_speed_threshold = _RESTLESS if world.rest_speed or world.rest_turn else 0.0
    return space


def _shape(run: Running, plan: Shape) -> pymunk.Shape:
    own = run.plan.bodies[plan.body]
    outline = plan.outline.moved(-own.x, -own.y)
    body = run.bodies[plan.body]
    made: pymunk.Shape
    if isinstance(outline, Circle):
        made = pymunk.Circle(body, outline.r, (outline.x, outline.y))
    else:
        made = pymunk.Poly(body, outline.points, radius=outline.rounding)
    made.sensor = not plan.collides
    return made


def _joints(run: Running, joint: Joint) -> list[pymunk.Constraint]:
    assert joint.kind == "pivot", joint.kind
    a, b = run.bodies[joint.a], run.bodies[joint.b]
    pivot = pymunk.PivotJoint(a, b, run.local(joint.x, joint.y, joint.a), run.local(joint.x, joint.y, joint.b))
    made: list[pymunk.Constraint] = [pivot]
    if joint.low or joint.high:
        made.append(pymunk.RotaryLimitJoint(a, b, joint.low, joint.high))
    for constraint in made:
        constraint.collide_bodies = False
    return made


__all__ = ["Event", "Machine", "Rows", "Running", "RunningLink"]
