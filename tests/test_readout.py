"""A readout says what the engine's own batch interface says, whatever has come and gone since."""

from __future__ import annotations

import pymunk
from pymunk import batch

from sandbox.machine import Machine
from sandbox.readout import Readout
from support import pile

FIELDS = batch.BodyFields.POSITION | batch.BodyFields.VELOCITY


def as_the_engine_says(space: pymunk.Space) -> bytes:
    buffer = batch.Buffer()
    batch.get_space_bodies(space, FIELDS, buffer)
    return bytes(buffer.float_buf())


def test_it_reads_what_the_batch_interface_reads() -> None:
    machine = Machine(pile(10))
    readout = Readout(machine.space, FIELDS)
    for _ in range(50):
        machine.step()
        assert bytes(readout.read()) == as_the_engine_says(machine.space)


def test_it_follows_when_bodies_are_added_and_removed() -> None:
    space = pymunk.Space()
    readout = Readout(space, FIELDS)
    empty = len(readout.read())
    bodies = [pymunk.Body(1.0, 1.0) for _ in range(300)]
    for n, body in enumerate(bodies, 1):  # many more than the engine's array has room for at first
        body.position = (n, 0.5)
        space.add(body)
        assert bytes(readout.read()) == as_the_engine_says(space)
        assert len(readout.read()) == empty + n * 4 * 8
    for body in bodies[::2]:
        space.remove(body)
        assert bytes(readout.read()) == as_the_engine_says(space)
