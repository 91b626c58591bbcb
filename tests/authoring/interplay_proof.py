"""The proof that a part sets off another: what that does in a scene, and in the same scene without a part of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from sandbox.authoring.interplay.chain_scene import ChainScene
from sandbox.design.design import Design
from sandbox.machine.machine import Machine

SECONDS = 4.0
_LOOK = 8  # ticks from one look at the target to the next
_LATER = 1.0  # s after the target has been set off
_FAR, _TURNED, _CHANGED = 0.02, 0.2, 0.01  # m, rad, and of a state: what is less is not told from chance


class Reading(NamedTuple):
    """The states and the poses (m, rad) of a part at a moment."""

    states: tuple[float, ...]
    places: tuple[float, ...]
    angles: tuple[float, ...]

    def differs(self, other: Reading) -> bool:
        """Tell whether two readings of the same part differ by more than chance."""
        return any(
            abs(a - b) > limit
            for values, others, limit in zip(self, other, (_CHANGED, _FAR, _TURNED), strict=True)
            for a, b in zip(values, others, strict=True)
        )


def without(design: Design, part: int) -> Design:
    """Return a design without a part, and all that is tied to it, or without a link."""
    parts = tuple(spec for spec in design.parts if spec.id != part)
    links = tuple(link for link in design.links if part not in (link.id, *link.parts))
    return replace(design, parts=parts, links=links)


def sets_off(scene: ChainScene) -> bool:
    """Tell whether the trigger sets the target off, and only by way of the part in the middle.

    With that part, the target must do something else than without the trigger; without it, it must do the same until
    well after that moment.
    """
    at = _first_difference(scene.design, scene.trigger, scene.target, SECONDS)
    if at is None:
        return False
    rest = without(scene.design, scene.middle)
    return _first_difference(rest, scene.trigger, scene.target, min(SECONDS, at + _LATER)) is None


def _first_difference(design: Design, part: int, target: int, seconds: float) -> float | None:
    """Return when (s) a target first does anything else because a part is there; None: never in so many seconds."""
    pairs = zip(_watched(design, target, seconds), _watched(without(design, part), target, seconds), strict=True)
    for number, (now, otherwise) in enumerate(pairs):
        if now is None or otherwise is None:
            return None if now is otherwise else number * _LOOK / design.world.tick_rate
        if now.differs(otherwise):
            return number * _LOOK / design.world.tick_rate
    return None


def _watched(design: Design, part: int, seconds: float) -> Iterator[Reading | None]:
    """Run a design, and yield a reading of a part every few ticks; None from when it has left."""
    machine = Machine(design)
    for tick in range(round(seconds * design.world.tick_rate)):
        machine.tick()
        if tick % _LOOK == 0:
            run = machine.parts.get(part)
            if run is None:
                yield None
                continue
            states = tuple(run[name] for name in run.kind.states_of(run.p))
            places = tuple(value for body in run.bodies for value in body.position)
            yield Reading(states, places, tuple(body.angle for body in run.bodies))
