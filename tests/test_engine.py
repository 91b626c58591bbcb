"""The owned space: joints of absent bodies wait, and memory is freed in one order, however it is collected."""

from __future__ import annotations

import gc
import weakref

import pymunk

from sandbox.design import Design, End, Link, PartSpec
from sandbox.engine import EngineSpace
from sandbox.machine import Machine


def ball(x: float = 0.0) -> tuple[pymunk.Body, pymunk.Shape]:
    body = pymunk.Body(1.0, 1.0)
    body.position = x, 0.0
    return body, pymunk.Circle(body, 0.1)


def pair() -> tuple[EngineSpace, pymunk.Body, pymunk.Body, pymunk.Constraint]:
    """A space with one of two bodies in it, and a joint between both."""
    space = EngineSpace()
    (here, shape), (away, _) = ball(), ball(1.0)
    space.add(here, shape)
    return space, here, away, pymunk.PinJoint(here, away)


def test_a_joint_of_an_absent_body_waits_for_it() -> None:
    space, _, away, joint = pair()
    space.add(joint)
    assert joint not in space.constraints
    space.add(away)
    assert joint in space.constraints


def test_a_joint_of_a_body_that_left_is_taken_out_before_the_next_step() -> None:
    space, here, away, joint = pair()
    space.add(away, joint)
    space.remove(*here.shapes, here)
    assert space.unsettled
    space.settle()
    assert joint not in space.constraints and not space.unsettled
    space.add(here)
    assert joint in space.constraints


def test_a_waiting_joint_can_be_removed() -> None:
    space, _, away, joint = pair()
    space.add(joint)
    space.remove(joint)
    space.add(away)
    assert joint not in space.constraints


def test_a_body_that_came_back_before_the_step_keeps_its_joints() -> None:
    space, _, away, joint = pair()
    space.add(away, joint)
    space.remove(away)
    space.add(away)
    space.settle()
    assert joint in space.constraints


def test_whoever_holds_a_body_can_read_it_after_its_space_is_gone() -> None:
    space, _, away, joint = pair()
    space.add(away, joint)
    space.step(1 / 240)
    gone = weakref.ref(space)
    del space
    gc.collect()
    assert gone() is None
    assert away.position == (1.0, 0.0) and joint.distance == 1.0


APART = Design(
    parts=(
        PartSpec(1, "floor", 2.0, 0.05, props={"width": 4.0}),
        PartSpec(2, "cola_bottle", 1.5, 0.35),
        PartSpec(3, "crate", 2.5, 0.25),
    ),
    links=(Link(4, "apart", End(2), End(3)),),
)


def test_drops_that_are_let_out_later_pass_through_what_their_bottle_passes_through() -> None:
    machine = Machine(APART)
    bottle = machine.parts[2]
    before = len(machine.space.constraints)
    machine.let_out(bottle, 1, (2.5, 0.25))
    assert len(machine.space.constraints) == before + 1
    machine.take_back(bottle, 1)
    machine.step()
    assert len(machine.space.constraints) == before


def test_a_point_of_a_part_is_never_on_a_body_that_is_absent() -> None:
    """A fragment of the dynamite lies nearest to its middle, and waits outside until it explodes."""
    design = Design(
        parts=(PartSpec(1, "floor", 2.0, 0.05), PartSpec(2, "classic_dynamite", 2.0, 0.2)),
        links=(Link(3, "pin", End(1), End(2)),),
    )
    machine = Machine(design)
    assert machine.links[3].port_b.body == 0
