"""Which way the shafts of a design turn that others drive, by belts and by gears in mesh, known before it runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sandbox.design.design import Link, PartSpec
from sandbox.design.geometry import Point, place
from sandbox.parts import KINDS, LINKS, blueprint, pose_of
from sandbox.parts.turning.conveyors import DrivenConveyor
from sandbox.parts.turning.gearing import APART, MESH, TOOTH, WHEEL, Belt, Turning


class ShaftTurn(NamedTuple):
    """How a shaft turns: `way` is 1.0 counter-clockwise, -1.0 clockwise; `waits`: not before something sets it off;
    `carries`: it is that of a conveyor, whose top then runs."""

    way: float
    waits: bool
    carries: bool = False


def own_speed(spec: PartSpec, name: str) -> float:
    """Return the speed that a part sets out with, as its property `name` has it and as it is flipped; 0.0 without a
    name."""
    speed = getattr(KINDS[spec.kind].values(spec.props), name) if name else 0.0
    return -speed if spec.flip else speed


def waits(spec: PartSpec) -> bool:
    """Tell whether a part does nothing by itself before something sets it off."""
    kind = KINDS[spec.kind]
    return bool(kind.wakes_with) or not getattr(kind.values(spec.props), "running", True)


def own_turn(spec: PartSpec) -> ShaftTurn | None:
    """Return how a part turns by itself; None if it does not."""
    speed = own_speed(spec, KINDS[spec.kind].spins_by)
    return ShaftTurn(math.copysign(1.0, speed), waits(spec)) if speed else None


def driven(parts: Iterable[PartSpec], links: Iterable[Link]) -> dict[int, ShaftTurn]:
    """Return how each part turns that does not turn by itself, where all that drives it agrees."""
    shafts = {spec.id: spec for spec in parts if isinstance(KINDS[spec.kind], Turning)}
    beside: dict[int, list[tuple[int, float]]] = {id_: [] for id_ in shafts}
    for a, b, way in (*_belts(shafts, links), *_meshes(shafts)):
        beside[a].append((b, way))
        beside[b].append((a, way))
    own = {id_: turn for id_, spec in shafts.items() if (turn := own_turn(spec)) is not None}
    turns: dict[int, ShaftTurn] = {}
    for id_ in own:
        if id_ not in turns:
            turns |= _train(id_, own, beside)
    return {
        id_: turn._replace(carries=isinstance(KINDS[shafts[id_].kind], DrivenConveyor))
        for id_, turn in turns.items()
        if id_ not in own and turn.way
    }


def is_in_train(spec: PartSpec) -> bool:
    """Tell whether a part has a shaft, so that where it stands decides what turns."""
    return isinstance(KINDS[spec.kind], Turning)


def _train(first: int, own: dict[int, ShaftTurn], beside: dict[int, list[tuple[int, float]]]) -> dict[int, ShaftTurn]:
    """Return how all shafts turn that hang together with one that turns by itself; a way of 0 where it is locked, or
    driven both ways. What waits drives nothing yet, unless nothing else does."""
    ways, ahead = {first: own[first].way}, [first]
    agree = True
    while ahead:
        here = ahead.pop()
        for other, way in beside[here]:
            if other not in ways:
                ways[other] = way * ways[here]
                ahead.append(other)
            agree = agree and ways[other] == way * ways[here]
    drivers = [own[id_] for id_ in ways if id_ in own]
    agree = agree and all(own[id_].way == way for id_, way in ways.items() if id_ in own)
    waits = all(turn.waits for turn in drivers)
    return {id_: ShaftTurn(way if agree else 0.0, waits) for id_, way in ways.items()}


def _belts(shafts: dict[int, PartSpec], links: Iterable[Link]) -> Iterator[tuple[int, int, float]]:
    for link in links:
        if link.kind == Belt.name and link.a.part in shafts and link.b.part in shafts:
            yield link.a.part, link.b.part, -1.0 if LINKS[link.kind].values(link.props).crossed else 1.0


def _meshes(shafts: dict[int, PartSpec]) -> Iterator[tuple[int, int, float]]:
    for a, b in _in_mesh(shafts.values()):
        yield a.part, b.part, -1.0


def meshing_at(parts: Iterable[PartSpec]) -> list[Point]:
    """Return where the pitch circles of gears touch that will mesh at Start (m)."""
    touching = _in_mesh(spec for spec in parts if is_in_train(spec))
    shares = ((a.axle, b.axle, a.teeth / (a.teeth + b.teeth)) for a, b in touching)
    return [(x0 + share * (x1 - x0), y0 + share * (y1 - y0)) for (x0, y0), (x1, y1), share in shares]


def _in_mesh(shafts: Iterable[PartSpec]) -> Iterator[tuple[_Gear, _Gear]]:
    """Yield the pairs of gears that will mesh at Start; see `Turning`."""
    gears = sorted(gear for gear in map(_gear, shafts) if gear.teeth)
    for number, a in enumerate(gears):
        for b in gears[number + 1 :]:
            if b.axle[0] - a.axle[0] > APART:
                break
            if abs(math.dist(a.axle, b.axle) - TOOTH * (a.teeth + b.teeth)) <= MESH:
                yield a, b


class _Gear(NamedTuple):
    axle: Point
    part: int
    teeth: int  # 0: it is no gear


def _gear(spec: PartSpec) -> _Gear:
    kind = KINDS[spec.kind]
    assert isinstance(kind, Turning)
    wheel = blueprint(spec).bodies[WHEEL]
    return _Gear(place(pose_of(spec), (wheel.x, wheel.y)), spec.id, kind.teeth(kind.values(spec.props)))
