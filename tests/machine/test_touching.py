"""The contacts of a machine, part by part."""

from __future__ import annotations

import pytest

from sandbox import parts
from sandbox.design.design import Design, PartSpec, World
from sandbox.machine.machine import Machine
from sandbox.machine.touching import part_contacts

FLOOR = PartSpec(1, "floor", 1.0, 0.05, props={"width": 2.0, "height": 0.1})
BALL = PartSpec(7, "bowling_ball", 1.0, 0.209)  # a little into the floor


def settled(*specs: PartSpec, seconds: float = 1.0) -> Machine:
    machine = Machine(parts.check(Design(parts=specs, next_id=99, world=World(sleep=False))))
    for _ in range(round(seconds * 240)):
        machine.tick()
    return machine


def test_a_ball_at_rest_presses_on_the_floor_by_its_weight() -> None:
    machine = settled(FLOOR, BALL)
    (contact,) = part_contacts(machine)
    assert (contact.part, contact.other) == (1, 7)
    assert (contact.x, contact.y) == pytest.approx((1.0, 0.1), abs=0.002)
    weight = machine.parts[7].bodies[0].mass * 9.81  # N
    assert contact.impulse_x == pytest.approx(0.0, abs=1e-6)
    assert contact.impulse_y == pytest.approx(-weight / 240, rel=0.01), "on the part with the lower id, downwards"


def test_two_parts_that_both_move_are_one_contact_whichever_comes_first() -> None:
    below, above = PartSpec(2, "crate", 1.0, 0.19), PartSpec(5, "crate", 1.0, 0.37)
    pairs = {(contact.part, contact.other) for contact in part_contacts(settled(FLOOR, below, above))}
    assert pairs == {(1, 2), (2, 5)}
    swapped = settled(FLOOR, PartSpec(5, "crate", 1.0, 0.19), PartSpec(2, "crate", 1.0, 0.37))
    on_two = [contact.impulse_y for contact in part_contacts(swapped) if contact.part == 2]
    assert on_two and all(impulse > 0.0 for impulse in on_two), "here it lies on the other one, which holds it up"


def test_boards_that_are_joined_to_one_floor_are_touched_one_by_one() -> None:
    boards = [PartSpec(n, "floor", x, 0.05, props={"width": 1.0, "height": 0.1}) for n, x in ((1, 0.5), (2, 1.5))]
    (contact,) = part_contacts(settled(*boards, PartSpec(7, "bowling_ball", 1.5, 0.209)))
    assert (contact.part, contact.other) == (2, 7)


def test_what_flies_touches_nothing() -> None:
    assert part_contacts(settled(FLOOR, PartSpec(7, "bowling_ball", 1.0, 2.0), seconds=0.1)) == []


def test_looking_changes_nothing() -> None:
    seen, unseen = settled(FLOOR, BALL, seconds=0.0), settled(FLOOR, BALL, seconds=0.0)
    for _ in range(240):
        part_contacts(seen)
        seen.tick()
        unseen.tick()
    assert seen.digest() == unseen.digest()
