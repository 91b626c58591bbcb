"""Heat by touch: a thing that a flame or another hot point touches catches fire after a time that its kind names.

For authors of parts. A kind that can catch fire says after how many seconds (`Kind.catches`) and what it does then
(`Kind.caught`); one that something hot only warms is told the begin and the end of it (`Kind.heated`). A link says when
it burns through (`LinkKind.burns`). What is heated remembers nothing: all is in the states of what heats it, which
lists `STATES` among its own. While it is hot, and only then, it looks again every `LOOK` seconds, by an alarm:

    def due(self, run, alarm, machine):
        targets, links = touching(run, shape, machine), crossing(x, y, r, machine)
        warm(run, targets, links, LOOK, machine, (x, y))
        machine.at(run, LOOK, "look")

When it goes out it calls `let_go`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.parts.fluids.water import under_water
from sandbox.parts.joints.blades import CordPlaces, cord_of, cords_near, passes_near, reach_for
from sandbox.parts.kind import Kind, LinkKind, Point

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine

LOOK = 0.1  # s from one look at what is heated to the next
_SLOTS = 4  # things that one hot thing can heat at once; what comes as the fifth stays cold
_FIRST = "target 0"
STATES = tuple(name for k in range(_SLOTS) for name in (f"target {k}", f"heat {k}"))  # ids, s of heat so far
CUES: Mapping[str, str] = {"burnt": "fizz"}  # of each kind that calls `warm`
_ROUNDING = 1e-9  # s: more than is lost in adding up looks


class Flammable(Kind):
    """A part that burns up as soon as it has caught fire."""

    cues: ClassVar[Mapping[str, str]] = CUES

    def caught(self, run: Running, machine: RunningMachine) -> None:
        machine.tell("burnt", run)
        machine.remove(run.id)


class Wicked(Kind):
    """A part with a wick, or a head, that is too thin to collide with: what is hot just there lights it."""

    wick: ClassVar[tuple[Point, int]]  # where its flame is, and the body that carries it there

    def place_of_wick(self, run: Running) -> Point:
        """Return where the wick is in the world (m)."""
        (x, y), body = self.wick
        return run.world(run.facing * x, y, body)


def touching(run: Running, hot: pymunk.Shape, machine: RunningMachine) -> list[Running]:
    """Return the other parts that a hot shape touches, in id order."""
    touched: dict[int, Running] = {}
    for shape in machine.shapes_on(hot):
        owner = machine.owner(shape)
        if owner is not None and owner[0] is not run and not shape.sensor:
            touched[owner[0].id] = owner[0]
    return [touched[id_] for id_ in sorted(touched)]


def crossing(x: float, y: float, r: float, machine: RunningMachine) -> list[RunningLink]:
    """Return the links that can burn and pass within `r` of a point in the world (m), in id order."""
    reach = reach_for(r)
    near = cords_near(machine.listed(burnable).around(x, y, reach, machine), x, y, reach)
    return [link for link in near if passes_near(link, x, y, r, machine)]


def burnable(machine: RunningMachine) -> CordPlaces:
    """List the links that can burn."""
    return CordPlaces([cord_of(link) for link in machine.links.values() if link.kind.burns < math.inf])


def warm(
    run: Running,
    targets: Iterable[Running],
    links: Iterable[RunningLink],
    lapse: float,
    machine: RunningMachine,
    at: Point | None = None,
) -> None:
    """Heat the parts and links that a hot thing touches now, for `lapse` seconds more, and let go of all others.

    `at` is where it is hot (m); None: in the middle of its main body. Under water it heats nothing.
    """
    spot = at or run.bodies[run.main].position
    dry = not under_water(spot, machine)
    parts = {target.id: target for target in targets if dry and _heeds(target.kind)}
    cords = {link.id: link for link in links if dry}
    slots = run.numbers_from(_FIRST, 2 * _SLOTS)
    for held in range(0, 2 * _SLOTS, 2):
        if slots[held] and int(slots[held]) not in parts and int(slots[held]) not in cords:
            _cool(run, held, machine)
    for id_ in sorted((*parts, *cords)):
        k = _slot(slots, id_)
        if k is None:
            continue
        before, now = (slots[k + 1], slots[k + 1] + lapse) if slots[k] else (-1.0, 0.0)
        slots[k], slots[k + 1] = id_, now
        if before < 0.0:
            machine.listed(_heaters).begin(run, id_)
        if id_ in parts:
            _warm_part(parts[id_], before, now, machine)
        elif _comes(cords[id_].kind.burns, before, now):
            if type(cords[id_].kind).caught is LinkKind.caught:
                machine.tell("burnt", run, other=id_, at=spot)
            cords[id_].kind.caught(cords[id_], spot, machine)


def _warm_part(part: Running, before: float, now: float, machine: RunningMachine) -> None:
    """Call `heated` at the first contact with heat, and `caught` once the contact has lasted long enough.

    `before` and `now` are the seconds of contact; -1 stands for none yet.
    """
    if before < 0.0 and len(heaters_of(part, machine)) == 1:
        part.kind.heated(part, True, machine)
    if _comes(part.kind.catches, before, now):
        part.kind.caught(part, machine)


def _comes(moment: float, before: float, now: float) -> bool:
    return before < moment - _ROUNDING <= now


def heats(states: Collection[str]) -> bool:
    """Tell whether a part with these running states may heat others."""
    return _FIRST in states


def let_go(run: Running, machine: RunningMachine) -> None:
    """Let go of all that a hot thing heats, because it has gone out."""
    slots = run.numbers_from(_FIRST, 2 * _SLOTS)
    for k in range(0, 2 * _SLOTS, 2):
        if slots[k]:
            _cool(run, k, machine)


def heaters_of(target: Running, machine: RunningMachine) -> list[Running]:
    """Return the parts that heat a part now, in id order; a hot thing may leave without a word."""
    return machine.listed(_heaters).of(target)


class _Heaters:
    """The parts that may heat others, by what they heat now, as their states say."""

    def __init__(self, heaters: list[Running]) -> None:
        self._heaters = {run.id: run for run in heaters}
        self._by_target: dict[int, set[int]] = {}
        for run in heaters:
            for target in run.numbers_from(_FIRST, 2 * _SLOTS).tolist()[::2]:
                self.begin(run, int(target))

    def of(self, target: Running) -> list[Running]:
        """Return the parts that heat a part, in id order."""
        return [self._heaters[id_] for id_ in sorted(self._by_target.get(target.id, ()))]

    def begin(self, run: Running, target: int) -> None:
        """Note that a part heats another from now on, unless it is leaving the machine."""
        if run.id in self._heaters:
            self._by_target.setdefault(target, set()).add(run.id)

    def end(self, run: Running, target: int) -> None:
        """Note that a part heats another no more."""
        self._by_target.get(target, set()).discard(run.id)


def _heaters(machine: RunningMachine) -> _Heaters:
    """List the parts that may heat others."""
    return _Heaters([run for run in machine.parts.values() if _FIRST in run])


def _heeds(kind: Kind) -> bool:
    """Tell whether heat does anything to a kind of part."""
    return kind.catches < math.inf or type(kind).heated is not Kind.heated


def _slot(slots: memoryview[float], id_: int) -> int | None:
    """Return the place among the slots of what is heated already, else the first free one, else None."""
    places = range(0, 2 * _SLOTS, 2)
    held = next((k for k in places if slots[k] == id_), None)
    return held if held is not None else next((k for k in places if not slots[k]), None)


def _cool(run: Running, k: int, machine: RunningMachine) -> None:
    """Let go of the thing in one slot of what heats it."""
    slots = run.numbers_from(_FIRST, 2 * _SLOTS)
    id_ = int(slots[k])
    target = machine.parts.get(id_)
    slots[k] = slots[k + 1] = 0.0
    machine.listed(_heaters).end(run, id_)
    if target is not None and not heaters_of(target, machine):
        target.kind.heated(target, False, machine)
