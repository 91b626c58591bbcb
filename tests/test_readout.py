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
    machine = Machine(pile(10))
    readout = Readout(machine.space, FIELDS)
    sizes = [len(readout.read())]
    for _ in range(100):  # far more than the engine's array had room for
        machine.space.add(pymunk.Body(1.0, 1.0))
        assert bytes(readout.read()) == as_the_engine_says(machine.space)
    sizes.append(len(readout.read()))
    machine.remove(5)
    machine.tidy()
    sizes.append(len(readout.read()))
    assert bytes(readout.read()) == as_the_engine_says(machine.space)
    assert sizes == [sizes[0], sizes[0] + 100 * 32, sizes[0] + 99 * 32]  # four doubles a body
