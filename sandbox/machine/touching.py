"""The contacts of a machine, part by part, for those who only look."""

from __future__ import annotations

from typing import NamedTuple

import pymunk

from sandbox.engine.readout import contacts_of
from sandbox.machine.machine import Machine


class PartContact(NamedTuple):
    """A place where two parts touch: their ids, the lower one first, one point of it (m), and the impulse that the
    first part got there in the last tick (N s)."""

    part: int
    other: int
    x: float
    y: float
    impulse_x: float
    impulse_y: float


def part_contacts(machine: Machine) -> list[PartContact]:
    """List the contacts of all parts, in the order of their ids. Those within one part are left out."""
    listed: set[PartContact] = set()  # both bodies of a contact tell of it
    for run in machine.parts.values():
        for body in run.bodies:
            if body.space is None or body.body_type != pymunk.Body.DYNAMIC:
                continue
            for mine, other, x, y, jx, jy in contacts_of(body):
                a, b = machine.owner_at(mine, x, y), machine.owner_at(other, x, y)
                if a is None or b is None or a[0] is b[0]:
                    continue
                first, second, sign = (a[0].id, b[0].id, 1.0) if a[0].id < b[0].id else (b[0].id, a[0].id, -1.0)
                listed.add(PartContact(first, second, x, y, sign * jx, sign * jy))
    return sorted(listed)
