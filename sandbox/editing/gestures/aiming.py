"""The target of a link in hand at a point: a port, the part around it, or the wheel of a pulley. Metres."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from sandbox.design.design import Design
from sandbox.design.geometry import Point
from sandbox.editing import picking
from sandbox.editing.gestures.gesture import Plug
from sandbox.editing.picking import Round

MAGNET = 2.5  # times the reach: so far from a port it still pulls the end of a link
_CLOSE = 1.5  # times the reach: so near, a port that fits wins over one that does not, however near that is
_THIN = 0.7  # times the reach: so far beside a part it is meant, as plates and trap doors are 4 px high
_ASIDE = 2.0  # times its distance: what a port that is seldom wanted counts as
_TAKEN = 2.0  # times its distance: what a port at which a link ends already counts as, beside the others of its part
_ON_WHEEL = 1.5  # times the reach: so far outside its wheel a pulley is meant
_VERY_PORT = 0.6  # times the reach: so near to a port on a wheel the port is meant ...
_OF_RADIUS = 1 / 3  # ... and no farther than this part of the wheel's radius


def plug_at(
    plugs: Collection[Plug], at: Point, reach: float, design: Design, from_part: int | None = None
) -> Plug | None:
    """Return the port that is meant at a point: the nearest that fits, on the part under or beside the point or else
    anywhere near; one that does not fit only where the part has none that does, and none that fits is about as near.

    `from_part` is the part where the link begins: to be on it means nothing yet.
    """
    fits = sorted(((_far(plug, at), n, plug) for n, plug in enumerate(plugs) if not plug.why_not))
    others = sorted(((_far(plug, at), n, plug) for n, plug in enumerate(plugs) if plug.why_not))
    distance, nearest = (fits[0][0], fits[0][2]) if fits else (math.inf, None)
    wrong, refused = (others[0][0], others[0][2]) if others else (math.inf, None)
    if distance <= reach:
        return nearest
    close = distance <= reach * _CLOSE
    body = _of_part_at(fits, at, design)
    behind = body is not None and not close and wrong <= reach and refused == _of_part_at((*fits, *others), at, design)
    if body is not None and not behind:
        return body
    if close:
        return nearest
    beside = _of_part_at(fits, at, design, reach * _THIN) if wrong > reach else None
    if beside is not None:
        return beside
    if min(distance, wrong) <= reach * MAGNET:
        return nearest if distance <= wrong or refused is None else _of_same_part((*fits, *others), refused)
    away = [entry for entry in others if entry[2].socket.end.part != from_part]
    front = _of_part_at(away, at, design)
    return _of_same_part(others, front) if front is not None else None


def _of_part_at(near: Iterable[tuple[float, int, Plug]], at: Point, design: Design, reach: float = 0.0) -> Plug | None:
    """Return the nearest of these ports that the foremost part under a point, or within reach of it, has: of those that
    fit, if there are any. One at which a link ends already counts as farther away than it is, so that the second wire
    on a part goes to its other port."""
    taken = {end for link in design.links for end in (link.a, link.b)}

    def rank(entry: tuple[float, int, Plug]) -> tuple[bool, float, int]:
        far, number, plug = entry
        return bool(plug.why_not), far * (_TAKEN if plug.socket.end in taken else 1.0), number

    by_part: dict[int, Plug] = {}
    for _, _, plug in sorted(near, key=rank):
        by_part.setdefault(plug.socket.end.part, plug)
    part = picking.part_at(design, at, reach, among=by_part)
    return by_part[part] if part is not None else None


def _of_same_part(near: Iterable[tuple[float, int, Plug]], refused: Plug) -> Plug:
    """Return the first port of the wanted type on the same part as a refused port, because it is the port that the user
    means, or has the better reason; the refused one itself if there is none."""
    part = refused.socket.end.part
    return next((plug for _, _, plug in near if plug.of_type and plug.socket.end.part == part), refused)


def _far(plug: Plug, at: Point) -> float:
    """Return how far a port is from a point (m); one that is seldom wanted counts as farther away than it is."""
    return math.dist((plug.socket.x, plug.socket.y), at) * (_ASIDE if plug.socket.aside else 1.0)


def wheel_at(
    wheels: Iterable[Round], at: Point, reach: float, plug: Plug | None, design: Design, axles: bool
) -> Round | None:
    """Return the pulley whose wheel is meant at a point, though a port may be there or near; None if that port is.

    `axles`: the middle of a wheel is its axle, if that is a port. Else it is the wheel, as it is what people click.
    """
    near = [(max(0.0, math.dist(at, (wheel.x, wheel.y)) - wheel.r), wheel) for wheel in wheels]
    outside, wheel = min(near, default=(math.inf, None))
    if wheel is None or outside > _ON_WHEEL * reach:
        return None
    if plug is None or plug.why_not:
        return wheel
    to_port, part = _far(plug, at), plug.socket.end.part
    is_axle = math.dist((plug.socket.x, plug.socket.y), (wheel.x, wheel.y)) <= _OF_RADIUS * wheel.r
    on_port = to_port <= min(_VERY_PORT * reach, _OF_RADIUS * wheel.r)
    if (on_port or to_port <= outside) and (axles or not is_axle):
        return None
    beside = outside > 0 and part != wheel.part and picking.part_at(design, at, 0.0, among=(part,)) is not None
    return None if beside else wheel


def next_plug(plugs: Collection[Plug], now: Plug | None, by: int) -> Plug | None:
    """Return the port that keys come to after one: in the order given, but first all that are allowed."""
    order = sorted(plugs, key=lambda plug: bool(plug.why_not))
    if not order:
        return None
    return order[(order.index(now) + by if now in order else 0 if by > 0 else -1) % len(order)]
