"""Finds the things in an opening, and whether they may pass: shared by rings and magazines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.parts.kind import LOOSE

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Passenger(NamedTuple):
    """A loose body of another part, or one that another part has handed out."""

    run: Running
    body: pymunk.Body

    @property
    def body_index(self) -> int:
        """The number of the body in its part."""
        return self.run.bodies.index(self.body)

    @property
    def is_handed_out(self) -> bool:
        """Tell whether a body is a thing of its own, such as a dispenser's ball, and not the part."""
        return self.run.kind.hands_out and self.body_index in self.run.plan.spare


def passengers(machine: RunningMachine, opening: pymunk.Shape | None, seer: Running) -> list[Passenger]:
    """Return the loose bodies that touch an opening, awake or asleep, in id order."""
    assert opening is not None
    inside: dict[tuple[int, int], Passenger] = {}
    for shape in machine.shapes_on(opening):
        owner = machine.owner(shape)
        if owner is None or shape.sensor or shape.body is None or owner[0] is seer:
            continue
        run, index = owner[0], owner[0].plan.shapes[owner[1]].body
        if shape.body.body_type == pymunk.Body.DYNAMIC:
            inside[run.id, index] = Passenger(run, shape.body)
    return [inside[key] for key in sorted(inside)]


def is_free(thing: Passenger, machine: RunningMachine) -> bool:
    """Tell whether a thing is one body that nothing holds: its part has no other body, and no link ends there."""
    run = thing.run
    if thing.is_handed_out:
        return not thing.body.constraints  # a magnet may hold it; what is linked to its part does not
    if len(run.bodies) - len(run.plan.spare) != 1:
        return False
    return not any(run is link.a or run is link.b for link in machine.links_at(run))


def box_of(thing: Passenger) -> pymunk.BB:
    """Return the box around the colliding shapes of a thing now (m)."""
    boxes = [shape.bb for shape in thing.run.solid if shape.body is thing.body]
    return pymunk.BB(
        min(box.left for box in boxes),
        min(box.bottom for box in boxes),
        max(box.right for box in boxes),
        max(box.top for box in boxes),
    )


def take_away(thing: Passenger, machine: RunningMachine) -> None:
    """Take a thing out of the machine: what a part has handed out, else the part."""
    if thing.is_handed_out:
        machine.take_back(thing.run, thing.body_index)
    else:
        machine.remove(thing.run.id)


def is_clear(machine: RunningMachine, box: pymunk.BB, seer: Running, mover: Running | None = None) -> bool:
    """Tell whether nothing loose but the mover reaches into a box (m). What is fixed there is the builder's choice."""
    for shape in machine.shapes_in(box, seer, LOOSE):
        owner = machine.owner(shape)
        if owner is not None and owner[0] is not mover and not shape.sensor:
            return False
    return True
