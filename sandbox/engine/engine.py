"""The engine's space as the machine uses it: an owner of all that is in it, which keeps two promises.

1. Memory is freed in one order. pymunk frees bodies, shapes, joints and the space each by itself, in whatever order
   the garbage collector finds them, and its destructors follow pointers from one to the other. Here all that is in a
   space is freed together, once nothing refers to any of it: first the space, while all that it points to is still
   there, then joints, shapes and bodies, each in the order in which they were added.
2. A joint is in the space only while both of its bodies are. The engine does not check that: it takes the absent body
   into a group that sleeps, never clears the mark, and then runs round that group for ever or frees it twice. A joint
   of an absent body waits beside the space, and is put in as soon as both of its bodies are there.

What is not finite is kept out elsewhere: by the checks of designs and commands, and by `guard.SweepGuard.astray`.
"""

from __future__ import annotations

import math
import weakref
from typing import Any

import pymunk
from pymunk._chipmunk_cffi import ffi, lib

from sandbox.design.geometry import Point
from sandbox.engine.callbacks import callback_of

_ALL = 0xFFFFFFFF  # categories
_NOWHERE = pymunk.Body()._space  # of what is in no space
_Held = pymunk.Body | pymunk.Shape | pymunk.Constraint


_met: list[pymunk.Shape] = []  # of the query that is running
_QUERY = ffi.new_handle((None, _met))  # as pymunk's callback for boxes wants it
_meet, _from_handle, _data_of = _met.append, ffi.from_handle, lib.cpShapeGetUserData  # looked up once: all are hot


def _note(shape: Any, *_: object) -> None:
    _meet(_from_handle(_data_of(shape)))


_NOTE_IN_BOX = callback_of("cpSpaceBBQueryFunc", _note) or lib.ext_cpSpaceBBQueryFunc
_NOTE_TOUCHED = callback_of("cpSpaceShapeQueryFunc", _note)  # pymunk's own notes more of each


class _Holdings:
    """Pointers to what is in one space, by address; they know nothing of the Python objects around them."""

    def __init__(self, space: Any) -> None:
        self.space = space
        self.joints: dict[int, Any] = {}
        self.shapes: dict[int, Any] = {}
        self.bodies: dict[int, Any] = {}

    def free(self) -> None:
        lib.cpSpaceFree(self.space)
        for pointer in self.joints.values():
            lib.cpConstraintFree(pointer)
        for pointer in self.shapes.values():
            lib.cpShapeFree(pointer)
        for pointer in self.bodies.values():
            lib.cpBodyFree(pointer)


class _Lifetime:
    """A token kept by a space and by all that is or was in it: when it goes, so are they gone, and memory is freed."""

    def __init__(self, holdings: _Holdings) -> None:
        # Without `atexit`: a process that ends gives back its memory by itself.
        weakref.finalize(self, holdings.free).atexit = False


class EngineSpace(pymunk.Space):
    """A space that owns the bodies, shapes and joints in it. One thread, and never used during a step."""

    def __init__(self) -> None:
        super().__init__(threaded=False)
        ffi.gc(self._space, None)
        self._holdings = _Holdings(self._space)
        self._lifetime = _Lifetime(self._holdings)
        self._waiting: dict[pymunk.Constraint, None] = {}
        self._here: weakref.ref[pymunk.Space] = weakref.ref(self)  # as pymunk's bodies and shapes say where they are
        self._left: dict[pymunk.Body, None] = {}  # since the last `settle`

    @property
    def unsettled(self) -> bool:
        """True if bodies have left the space that joints in it may still refer to; a step must not see that."""
        return bool(self._left)

    def step_straight(self, dt: float) -> None:
        """Make a step of `dt` seconds, without the tidying up that `step` does for callbacks that add or remove things:
        none does here.
        """
        if self._bodies_to_check or self._removed_shapes:  # something has come or gone since the last step
            self.step(dt)
        else:
            lib.cpSpaceStep(self._space, dt)

    def add(self, *objs: _Held) -> None:
        """Add bodies, their shapes, and joints; a joint of an absent body waits for it."""
        joints = [item for item in objs if isinstance(item, pymunk.Constraint)]
        super().add(*[item for item in objs if not isinstance(item, pymunk.Constraint)])
        for item in objs:
            if isinstance(item, pymunk.Body):
                self._own_body(item)
            elif isinstance(item, pymunk.Shape):
                self._own(item, self._holdings.shapes, item._shape)
        if self._waiting and len(joints) < len(objs):
            joints = [*self._waiting, *joints]
            self._waiting.clear()
        self._add_joints(joints)

    def add_body(self, body: pymunk.Body, shapes: list[pymunk.Shape]) -> None:
        """Add a body and its shapes as `add` does, without a test of each: neither is in a space, nor has been in
        another one.
        """
        here = self._here
        body.__dict__["_space"] = here  # as pymunk's own way of setting it takes as long as to add the body
        self._bodies[body] = None
        self._bodies_to_check.add(body)
        lib.cpSpaceAddBody(self._space, body._body)
        if "_lifetime" not in body.__dict__:
            self._own_body(body)
        for shape in shapes:
            shape.__dict__["_space"] = here
            self._shapes[shape] = None
            lib.cpSpaceAddShape(self._space, shape._shape)
            if "_lifetime" not in shape.__dict__:
                self._own(shape, self._holdings.shapes, shape._shape)
        if self._waiting:
            joints = [*self._waiting]
            self._waiting.clear()
            self._add_joints(joints)

    def keep(self, spare: pymunk.Body | pymunk.Shape) -> None:
        """Own a body or a shape that `add_body` will add later: to do it then takes as long as to add it."""
        if isinstance(spare, pymunk.Body):
            self._own_body(spare)
        else:
            self._own(spare, self._holdings.shapes, spare._shape)

    def _add_joints(self, joints: list[pymunk.Constraint]) -> None:
        for joint in joints:
            if joint.a.space is self and joint.b.space is self:
                super().add(joint)
                self._own(joint, self._holdings.joints, joint._constraint)
            else:
                self._waiting[joint] = None

    def remove(self, *objs: _Held) -> None:
        """Remove bodies, shapes and joints; joints of bodies that leave wait from the next `settle` on."""
        for item in objs:
            if isinstance(item, pymunk.Constraint) and item in self._waiting:
                del self._waiting[item]
                continue
            super().remove(item)
            if isinstance(item, pymunk.Body):
                self._left[item] = None  # its memory stays until the end: views of its numbers may outlive it
            elif isinstance(item, pymunk.Shape):
                item._shape = self._disown(self._holdings.shapes, item._shape, lib.cpShapeFree)
            else:
                item._constraint = self._disown(self._holdings.joints, item._constraint, lib.cpConstraintFree)

    def remove_body(self, body: pymunk.Body, shapes: list[pymunk.Shape]) -> None:
        """Remove shapes and then their body as `remove` does, without a test of each: they are in this space.

        They may come back many a time, as drops do, so their memory stays until the end.
        """
        for shape in shapes:
            self._removed_shapes[shape] = None
            shape.__dict__["_space"] = _NOWHERE
            lib.cpSpaceRemoveShape(self._space, shape._shape)
            del self._shapes[shape]
        body.__dict__["_space"] = _NOWHERE
        self._bodies_to_check.discard(body)
        lib.cpSpaceRemoveBody(self._space, body._body)
        del self._bodies[body]
        self._left[body] = None

    def settle(self) -> None:
        """Take out the joints of bodies that have left."""
        left, self._left = self._left, {}
        for body in left:
            for joint in self.joints_of(body) if body.space is None else ():
                self.remove(joint)
                self._waiting[joint] = None

    def still_fixed_bodies(self) -> None:
        """Take the velocity from each fixed or driven body whose velocity is not finite.

        An endless impulse of a joint times an inverse mass of 0 is not a number, and what touches the body gets it.
        """
        for body in self.bodies:
            if body.body_type != pymunk.Body.DYNAMIC and not math.isfinite(
                body.velocity.x + body.velocity.y + body.angular_velocity
            ):
                body.velocity, body.angular_velocity = (0.0, 0.0), 0.0

    def shapes_in(self, box: tuple[float, float, float, float], group: int, mask: int) -> list[pymunk.Shape]:
        """Return the shapes of some categories whose boxes meet a box, without a group's, in the engine's order: a
        `bb_query` that makes nothing anew each time.
        """
        lib.cpSpaceBBQuery(self._space, box, (group, _ALL, mask), _NOTE_IN_BOX, _QUERY)
        shapes = _met[:]
        _met.clear()
        return shapes

    def shapes_on(self, shape: pymunk.Shape) -> list[pymunk.Shape]:
        """Return the shapes that a shape touches or overlaps, in the engine's order: `shape_query` without where."""
        if _NOTE_TOUCHED is None:
            return [info.shape for info in self.shape_query(shape) if info.shape is not None]
        lib.cpSpaceShapeQuery(self._space, shape._shape, _NOTE_TOUCHED, _QUERY)
        shapes = _met[:]
        _met.clear()
        return shapes

    def joints_of(self, body: pymunk.Body) -> list[pymunk.Constraint]:
        """Return the joints of a body that are in this space, in the order in which they were made.

        `Body.constraints` is no answer: it also lists joints that were removed, until the garbage collector comes.
        """
        return [joint for joint in body.constraints if joint in self._constraints]

    def _setup_static_body(self, static_body: pymunk.Body) -> None:
        super()._setup_static_body(static_body)
        self._own_body(static_body)

    def _own_body(self, body: pymunk.Body) -> None:
        self._own(body, self._holdings.bodies, body._body)

    def _own(self, item: Any, held: dict[int, Any], pointer: Any) -> None:
        ffi.gc(pointer, None)
        item._lifetime = self._lifetime
        held[_address(pointer)] = pointer

    @staticmethod
    def _disown(held: dict[int, Any], pointer: Any, free: Any) -> Any:
        """Leave an item that nothing in the space refers to any longer to its holder; return its new pointer."""
        del held[_address(pointer)]
        return ffi.gc(pointer, free)


def set_motion(body: pymunk.Body, vx: float, vy: float, w: float) -> None:
    """Give a body a velocity (m/s) and a spin (rad/s), past pymunk's layers, which take three times as long."""
    lib.cpBodySetVelocity(body._body, (vx, vy))
    lib.cpBodySetAngularVelocity(body._body, w)


# The same for what behaviours do to bodies on many a tick: each does what pymunk's own does, to the last bit.


def set_pose(body: pymunk.Body, place: Point, angle: float) -> None:
    """Put a body at a world point (m), turned by an angle (rad)."""
    lib.cpBodySetPosition(body._body, place)
    lib.cpBodySetAngle(body._body, angle)


def set_mass(body: pymunk.Body, mass: float, moment: float) -> None:
    """Change the mass (kg) and the moment of inertia (kg m^2) of a body: more than 0 while it is in a space."""
    lib.cpBodySetMass(body._body, mass)
    lib.cpBodySetMoment(body._body, moment)


def push_at(body: pymunk.Body, force: Point, place: Point) -> None:
    """Let a force (N) push a body at a world point (m) in the next step."""
    lib.cpBodyApplyForceAtWorldPoint(body._body, force, place)


# To set a property of pymunk's goes through a method of its objects that is written in Python, and takes five times as
# long as these.


def set_moment(body: pymunk.Body, moment: float) -> None:
    """Change the moment of inertia (kg m^2) of a body: more than 0 while it is in a space."""
    lib.cpBodySetMoment(body._body, moment)


def set_surface_velocity(shape: pymunk.Shape, velocity: Point) -> None:
    """Let the surface of a shape run at a velocity (m/s), in the world's axes."""
    lib.cpShapeSetSurfaceVelocity(shape._shape, velocity)


def set_rate(motor: pymunk.SimpleMotor, rate: float) -> None:
    """Let a motor turn its second body at a rate to its first one (rad/s, clockwise)."""
    lib.cpSimpleMotorSetRate(motor._constraint, rate)


def set_max_force(joint: pymunk.Constraint, most: float) -> None:
    """Bound the force (N) or the torque (N m) of a joint."""
    lib.cpConstraintSetMaxForce(joint._constraint, most)


def set_stiffness(spring: pymunk.DampedSpring, stiffness: float) -> None:
    """Change the stiffness of a spring (N/m)."""
    lib.cpDampedSpringSetStiffness(spring._constraint, stiffness)


def tie_second(spring: pymunk.DampedSpring, at: Point) -> None:
    """Tie a spring to its second body at a point of that body's frame (m)."""
    lib.cpDampedSpringSetAnchorB(spring._constraint, at)


_tied_at, _stiffness_of = lib.cpDampedSpringGetAnchorB, lib.cpDampedSpringGetStiffness


def pull_of(spring: pymunk.DampedSpring) -> tuple[float, Point]:
    """Return the stiffness of a spring (N/m), and where it is tied to its second body, in that body's frame (m)."""
    pointer = spring._constraint
    tied = _tied_at(pointer)
    return _stiffness_of(pointer), (tied.x, tied.y)


def push_forward(body: pymunk.Body, force: Point) -> None:
    """Let a force (N), along the axes of a body, push its middle in the next step."""
    lib.cpBodyApplyForceAtLocalPoint(body._body, force, (0.0, 0.0))


def to_local(body: pymunk.Body, place: Point) -> Point:
    """Return where a world point is in a body's frame (m)."""
    local = lib.cpBodyWorldToLocal(body._body, place)
    return local.x, local.y


def to_world(body: pymunk.Body, place: Point) -> Point:
    """Return where a point of a body's frame is in the world (m)."""
    world = lib.cpBodyLocalToWorld(body._body, place)
    return world.x, world.y


def _address(pointer: Any) -> int:
    return int(ffi.cast("uintptr_t", pointer))
