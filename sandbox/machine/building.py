"""The building of a machine from a design: a fresh space, running states, and parts' bodies, shapes and joints."""

from __future__ import annotations

import pymunk

from sandbox import parts as catalogue
from sandbox.design.design import Design, End, World
from sandbox.design.geometry import Circle, kept_after_a_second, localise, place
from sandbox.engine import arrays
from sandbox.engine.engine import EngineSpace
from sandbox.engine.readout import numbers_of
from sandbox.machine.contacts import Contacts
from sandbox.machine.guard import SweepGuard, is_hollow, reach_of
from sandbox.machine.joined_shapes import JoinedShapes
from sandbox.machine.joining import Joining, Piece
from sandbox.parts.kind import DRIVEN, FIXED_ALONE, LOOSE, Joint, Port, Shape, pose_of
from sandbox.parts.world import Rows, Running, RunningLink

SLEEP_AFTER = 0.5  # s at rest

_RESTLESS = 1.0  # m/s: the engine's own measure, where the world has one of its own: far above that
_CATEGORIES = {"dynamic": LOOSE, "static": FIXED_ALONE, "kinematic": DRIVEN}
_BODY_TYPES = {
    "dynamic": pymunk.Body.DYNAMIC,
    "static": pymunk.Body.STATIC,
    "kinematic": pymunk.Body.KINEMATIC,
}


def fresh_space(world: World) -> EngineSpace:
    """Make an empty space with a world's settings."""
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


def slots_of(design: Design) -> dict[tuple[int, str], int]:
    """Give each running state of each part and link its place in the one array of them all."""
    named = [(spec.id, name) for spec in design.parts for name in catalogue.states_of(spec)]
    named += [(link.id, name) for link in design.links for name in catalogue.LINKS[link.kind].states_of(link)]
    return {key: slot for slot, key in enumerate(named)}


def cast_of(
    design: Design, slots: dict[tuple[int, str], int]
) -> tuple[Rows, dict[int, Running], dict[int, RunningLink]]:
    """Make the array of running states, and the running parts and links, which have no bodies yet."""
    states: Rows = arrays.zeros(len(slots))
    parts: dict[int, Running] = {}
    for spec in design.parts:
        parts[spec.id] = Running(spec, catalogue.KINDS[spec.kind], catalogue.blueprint(spec), states, slots)
    links: dict[int, RunningLink] = {}
    for link in design.links:
        joined = [parts[part] for part in link.parts]
        ports = _port(joined[0], link.a), _port(joined[1], link.b)
        links[link.id] = RunningLink(link, catalogue.LINKS[link.kind], joined, ports, states, slots)
    return states, parts, links


class Builder:
    """Builds parts into a space, and makes them known to the guard, to the contacts and to the owners of shapes."""

    def __init__(
        self,
        space: EngineSpace,
        world: World,
        guard: SweepGuard,
        contacts: Contacts,
        owners: dict[pymunk.Shape, tuple[Running, int]],
        parts: dict[int, Running],
        joining: Joining,
        joined: JoinedShapes,
    ) -> None:
        self._space, self._world, self._guard, self._contacts, self._owners = space, world, guard, contacts, owners
        self._parts, self._joining, self._joined = parts, joining, joined

    def build(self, run: Running) -> list[pymunk.Constraint]:
        """Add a part's bodies and shapes; return the joints of its plan, which are still to be tied."""
        self._add_bodies(run)
        self._add_shapes(run)
        joints = [constraint for joint in run.plan.joints for constraint in _joints(run, joint)]
        if self._world.recovery != World().recovery:  # joints mend their errors as contacts do
            for constraint in joints:
                constraint.error_bias = self._space.collision_bias
        return joints

    def _add_bodies(self, run: Running) -> None:
        pose = pose_of(run.spec)
        for number, plan in enumerate(run.plan.bodies):
            body = pymunk.Body(plan.mass, plan.moment, _BODY_TYPES[plan.kind])
            body.position = place(pose, (plan.x, plan.y))
            body.angle = pose.angle
            if number in run.plan.spare:
                self._space.keep(body)
            else:
                self._space.add(body)
            run.bodies.append(body)
            run.numbers.append(numbers_of(body))
            if plan.kind == "dynamic":
                self._guard.watch(body, reach_of(run.plan, number), is_hollow(run.plan, number))
        run.follow(run.main)

    def _add_shapes(self, run: Running) -> None:
        # The shapes of one part never push each other: a seesaw's plank rests on its fulcrum by the pivot alone.
        group = run.id if len(run.plan.bodies) > 1 else 0
        for index, plan in enumerate(run.plan.shapes):
            shape = self._own_shape(run, index, plan)
            run.shapes.append(shape)
            shapes = [] if shape is None else [shape]
            for piece in self._joining.shared.get((run.id, index), ()):
                shapes.append(_shape_of(run, plan.body, piece))
                self._joined.note(shapes[-1], [(self._parts[id_], number) for id_, number in piece.members])
            for each in shapes:
                self._contacts.mix(each, plan.friction, plan.restitution, run.wants_hits)
                each.filter = pymunk.ShapeFilter(group, _CATEGORIES[run.plan.bodies[plan.body].kind])
                self._owners[each] = (run, index)
                if plan.body in run.plan.spare:
                    self._space.keep(each)
                else:
                    self._space.add(each)
                    if plan.collides:
                        run.solid.append(each)

    def _own_shape(self, run: Running, index: int, plan: Shape) -> pymunk.Shape | None:
        """Make the shape of a plan, or the rest of it beside its joined neighbours; None if it pushes nobody."""
        if (run.id, index) in self._joining.cores:
            core = self._joining.cores[run.id, index]
            return None if core is None else _shape_of(run, plan.body, core)
        return _shape(run, plan) if plan.collides or plan.senses else None


def _port(run: Running, end: End) -> Port:
    port = catalogue.port_of(run.spec, end)
    assert port is not None  # checked with the design
    return port


def _shape(run: Running, plan: Shape) -> pymunk.Shape:
    centre = run.plan.bodies[plan.body]
    outline = plan.outline.moved(-centre.x, -centre.y)
    body = run.bodies[plan.body]
    shape: pymunk.Shape
    if isinstance(outline, Circle):
        shape = pymunk.Circle(body, outline.r, (outline.x, outline.y))
    elif plan.beside is not None:
        before, after = ((x - centre.x, y - centre.y) for x, y in plan.beside)
        shape = pymunk.Segment(body, outline.points[0], outline.points[1], outline.rounding)
        shape.set_neighbors(before, after)
    else:
        shape = pymunk.Poly(body, outline.points, radius=outline.rounding)
    shape.sensor = not plan.collides
    return shape


def _shape_of(run: Running, body: int, piece: Piece) -> pymunk.Shape:
    """Make the shape of a piece in the world, on a body of a part that stands where it was placed."""
    pose = pose_of(run.spec)
    corners = [run.local(*localise(pose, point), body) for point in piece.points]
    return pymunk.Poly(run.bodies[body], corners, radius=piece.rounding)


def _joints(run: Running, joint: Joint) -> list[pymunk.Constraint]:
    assert joint.kind == "pivot", joint.kind
    a, b = run.bodies[joint.a], run.bodies[joint.b]
    pivot = pymunk.PivotJoint(a, b, run.local(joint.x, joint.y, joint.a), run.local(joint.x, joint.y, joint.b))
    joints: list[pymunk.Constraint] = [pivot]
    if joint.low or joint.high:
        joints.append(pymunk.RotaryLimitJoint(a, b, joint.low, joint.high))
    for constraint in joints:
        constraint.collide_bodies = False
    return joints
