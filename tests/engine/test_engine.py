"""The owned space: joints of absent bodies wait, and memory is freed in one order, however it is collected."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref

import pymunk
import pytest

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design, End, Link, PartSpec
from sandbox.engine.engine import EngineSpace
from sandbox.engine.readout import address_of
from sandbox.machine.machine import Machine
from tests.parts.rig import Rig


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


def test_it_finds_the_same_in_a_box_as_pymunk_does() -> None:
    space = EngineSpace()
    for x in range(9):
        body, shape = ball(0.3 * x)
        shape.filter = pymunk.ShapeFilter(group=x % 3, categories=1 << (x % 2))
        space.add(body, shape)
    for right, group, mask in ((3.0, 0, 3), (3.0, 1, 3), (1.0, 2, 2), (-1.0, 0, 3), (2.0, 0, 0)):
        box = pymunk.BB(-2.0, -0.05, right, 0.05)
        assert space.shapes_in(box, group, mask) == space.bb_query(box, pymunk.ShapeFilter(group, mask=mask))
    assert len(space.shapes_in(pymunk.BB(-2.0, -0.05, 3.0, 0.05), 1, 3)) == 6


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


def test_a_body_that_comes_and_goes_with_its_shapes_is_added_and_removed_as_by_the_general_way() -> None:
    def history(direct: bool) -> list[tuple[int, ...]]:
        space, _, away, joint = pair()
        shape = pymunk.Circle(away, 0.1)
        space.add(joint)
        counts = []
        for _ in range(2):
            space.add_body(away, [shape]) if direct else space.add(away, shape)
            counts.append((len(space.bodies), len(space.shapes), len(space.constraints)))
            space.step(0.01)
            space.remove_body(away, [shape]) if direct else space.remove(shape, away)
            space.settle()
            counts.append((len(space.bodies), len(space.shapes), len(space.constraints)))
        return counts

    assert history(True) == history(False) == [(2, 2, 1), (1, 1, 0), (2, 2, 1), (1, 1, 0)]


APART = Design(
    parts=(
        PartSpec(1, "floor", 2.0, 0.05, props={"width": 4.0}),
        PartSpec(2, "cola_bottle", 1.5, 0.35),
        PartSpec(3, "crate", 2.5, 0.25),
    ),
    links=(Link(4, "apart", End(2), End(3)),),
)


BALLOON = Design(
    parts=(
        PartSpec(1, "floor", 2.0, 0.1),
        PartSpec(2, "classic_balloon", 1.5, 0.3),
        PartSpec(3, "crate", 1.6, 0.8),
        PartSpec(5, "crate", 1.5, 1.3),
    ),
    links=(Link(10, "apart", End(2), End(3)),),
)


def test_a_part_with_a_body_that_waits_sleeps_beside_what_it_passes_through() -> None:
    session = Session(BALLOON)
    session.do(Start())
    session.advance(2400)
    machine = session.machine
    assert machine is not None and any(run.bodies[0].is_sleeping for run in machine.parts.values())


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


# Faults of this kind end a process or do nothing at all, so a process of its own ends the machines. Each is dropped at
# another moment of its life, while the collector runs at every allocation, and sometimes something of it is kept.
ENDS = """
import gc, random
from sandbox.engine.readout import address_of
from sandbox.machine.machine import Machine
from tests.parts.rig import Rig
from tests.tools.soak import wild

gc.collect()
gc.freeze()  # a collection need not look through the modules
ended = 0
for seed in range(100):
    chance = random.Random(seed)
    design = wild.some_design(chance, chance.randint(2, 5))
    for _ in range(20):
        machine = Machine(design)
        for _ in range(chance.randint(0, 4)):
            for run in list(machine.parts.values()):
                if run.kind.pressable and chance.random() < 0.5:
                    machine.press(run.id)
            machine.tick()
        kept = chance.choice([*machine.space.bodies, *machine.space.constraints, None, None])
        gc.set_threshold(1)
        del machine
        for _ in range(30):
            object.__new__(Machine)  # each of these is a moment at which the collector may run
        gc.set_threshold(700)
        if chance.random() < 0.5:
            gc.collect()
        if kept is not None:
            (kept.a if hasattr(kept, "a") else kept).position
        ended += 1
print("ended", ended)
"""


def test_two_thousand_machines_end_under_a_busy_collector_and_a_debug_allocator() -> None:
    """What is freed is overwritten (MALLOC_PERTURB_), and Python checks the ends of its own blocks."""
    env = {**os.environ, "MALLOC_PERTURB_": "165", "PYTHONMALLOC": "debug", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-X", "faulthandler", "-c", ENDS], capture_output=True, text=True, env=env)
    assert (done.returncode, done.stdout) == (0, "ended 2000\n"), done.stderr[-2000:]


# What the space did before it owned what is in it: a joint of an absent body is stepped on, and the engine goes round a
# group of sleeping bodies until the process has used up its 2 s: a machine that comes to rest takes half of one.
USED_AFTER_FREE = """
import resource
import pymunk
from sandbox.engine.engine import EngineSpace
from tests.engine.test_engine import BALLOON
from sandbox.commands.commands import Start
from sandbox.commands.session import Session

resource.setrlimit(resource.RLIMIT_CPU, (2, 2))
EngineSpace.add, EngineSpace.remove = pymunk.Space.add, pymunk.Space.remove
EngineSpace.add_body = lambda space, body, shapes: space.add(body, *shapes)
EngineSpace.remove_body = lambda space, body, shapes: space.remove(*shapes, body)
EngineSpace.unsettled = False
session = Session(BALLOON)
session.do(Start())
session.advance(2400)
print("rested")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits no processor time and has no signals")
def test_without_the_wait_the_engine_fails() -> None:
    """A signal ends it: of the time limit, or of memory that is gone. Any other end would not be the engine's."""
    env = {**os.environ, "MALLOC_PERTURB_": "165", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", USED_AFTER_FREE], capture_output=True, text=True, env=env)
    assert done.returncode < 0, done.stdout + done.stderr


def test_what_waits_to_be_let_out_belongs_to_the_space_from_the_start_on() -> None:
    """To own it takes as long as to add it, and a hopper adds twenty grains a second."""
    rig = Rig()
    id_ = rig.add("sand_hopper", 1.0, 1.0)
    hopper = rig.machine.parts[id_]
    held = rig.machine.space._holdings
    waiting = [index for index in hopper.plan.spare if hopper.bodies[index].space is None]
    assert waiting and all(address_of(hopper.bodies[index]) in held.bodies for index in waiting)
    count = len(held.bodies), len(held.shapes)
    rig.machine.let_out(hopper, waiting[0], (1.0, 0.5))
    assert hopper.bodies[waiting[0]].space is rig.machine.space
    assert (len(held.bodies), len(held.shapes)) == count
