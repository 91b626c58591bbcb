"""The engine's side of a ratio: the bodies, joints and springs of a machine that runs, stepped with nothing else.

No part acts in it. A bare side runs no Python at all: no velocity function of a balloon's own, no collision callbacks.
A called side keeps these, and so its steps are as long as those of the machine that it follows.
"""

from __future__ import annotations

from collections.abc import Callable

import pymunk

from sandbox.bench.timing import Stopwatch, bare_steps
from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.parts.world import Running, RunningLink

# The numbers by which joints of a type are made, in that order; each can be changed later.
_NUMBERS: dict[type[pymunk.Constraint], tuple[str, ...]] = {
    pymunk.SlideJoint: ("anchor_a", "anchor_b", "min", "max"),
    pymunk.PivotJoint: ("anchor_a", "anchor_b"),
    pymunk.GrooveJoint: ("groove_a", "groove_b", "anchor_b"),
    pymunk.DampedSpring: ("anchor_a", "anchor_b", "rest_length", "stiffness", "damping"),
    pymunk.DampedRotarySpring: ("rest_angle", "stiffness", "damping"),
    pymunk.RotaryLimitJoint: ("min", "max"),
    pymunk.RatchetJoint: ("phase", "ratchet"),
    pymunk.GearJoint: ("phase", "ratio"),
    pymunk.SimpleMotor: ("rate",),
}
_BOUNDS = ("max_force", "error_bias", "max_bias", "collide_bodies")
_MOTION = ("position", "angle", "velocity", "angular_velocity")

_Owner = Running | RunningLink


class CalledSide:
    """A machine of which only the engine is stepped, with all that the engine calls of ours in a step."""

    def __init__(self, design: Design) -> None:
        self.machine = Machine(design)
        self._bodies: dict[pymunk.Body, pymunk.Body] = {}  # by those of the machine that it follows
        self._joints: dict[int, dict[pymunk.Constraint, pymunk.Constraint]] = {}  # by part or link, by the other's
        self.spent = 0  # ns of processor time

    def step(self) -> None:
        """Make one step as a running machine does, and add its time to `spent`."""
        step, dt = self.machine.space.step_straight, self.machine.dt
        with Stopwatch() as stepping:
            step(dt)
        self.spent += stepping.ns

    def follow(self, leader: Machine) -> None:
        """Take over where all bodies are and how they move, which are there, and the joints with all their numbers.

        A machine that parts or links have left can't be followed.
        """
        bare = self.machine
        for run, own_run in zip(leader.parts.values(), bare.parts.values(), strict=True):
            self._follow_bodies(run, own_run)
        self._follow_joints({**leader.parts, **leader.links}, {**bare.parts, **bare.links})
        bare.states[:] = leader.states
        bare._contacts.notes.clear()  # as nobody reacts here, nobody else takes the notes of the steps before

    def _follow_bodies(self, run: Running, own_run: Running) -> None:
        for index, (body, own_body) in enumerate(zip(run.bodies, own_run.bodies, strict=True)):
            self._bodies[body] = own_body
            if (body.space is None) != (own_body.space is None):
                shapes = [shape for shape in own_run.shapes if shape is not None and shape.body is own_body]
                if body.space is None:
                    self.machine.space.remove(*shapes, own_body)
                else:
                    self.machine.space.add(own_body, *shapes)
            if body.space is not None and run.plan.bodies[index].kind != "static":
                _take_over(body, own_body, _MOTION)
        for shape, own_shape in zip(run.shapes, own_run.shapes, strict=True):
            if shape is not None and own_shape is not None:
                _take_over(shape, own_shape, ("surface_velocity",))

    def _follow_joints(self, owners: dict[int, _Owner], own_owners: dict[int, _Owner]) -> None:
        for id_, owner in owners.items():
            if id_ not in self._joints:  # at Start both have the same, in the same order
                self._joints[id_] = dict(zip(owner.joints, own_owners[id_].joints, strict=True))
            images = self._joints[id_]
            for joint in [joint for joint in images if joint not in owner.joints]:
                self.machine.space.remove(images.pop(joint))
            for joint in owner.joints:
                if joint not in images:
                    images[joint] = self._like(joint)
                    self.machine.space.add(images[joint])
                _take_over(joint, images[joint], (*_NUMBERS[type(joint)], *_BOUNDS))

    def _like(self, joint: pymunk.Constraint) -> pymunk.Constraint:
        """Make a copy of a joint of the other machine, between the same bodies here."""
        make: Callable[..., pymunk.Constraint] = type(joint)
        numbers = (getattr(joint, name) for name in _NUMBERS[type(joint)])
        return make(self._bodies[joint.a], self._bodies[joint.b], *numbers)


class BareSide(CalledSide):
    """The same without anything that the engine calls of ours."""

    def __init__(self, design: Design) -> None:
        super().__init__(design)
        for shape in self.machine.space.shapes:
            shape.collision_type = 0  # no collision callbacks
        for body in self.machine.space.bodies:
            body.velocity_func = pymunk.Body.update_velocity

    def turn(self, leader: Machine, ticks: int) -> None:
        """Take over all that a running machine has now, and add the time of as many steps to `spent`."""
        self.follow(leader)
        with Stopwatch() as stepping:
            bare_steps(self.machine, ticks)
        self.spent += stepping.ns


def _take_over(source: object, target: object, names: tuple[str, ...]) -> None:
    """Set the attributes that differ."""
    for name in names:
        value = getattr(source, name)
        if getattr(target, name) != value:
            setattr(target, name, value)
