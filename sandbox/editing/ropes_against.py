"""Pulleys that two ropes turn against each other: a rope does not slip on its wheel, so neither of them runs."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from sandbox.design.design import Design, Link
from sandbox.design.geometry import Point
from sandbox.editing.picking import Round, loose, socket_of, wheel_of
from sandbox.parts import LINKS
from sandbox.parts.ropes import rope_path

AGAINST = "two ropes turn this wheel against each other, so neither runs: lead one round its other side"


class _Lay(NamedTuple):
    """A rope on a wheel: which way round it goes, seen from its end `a` to its end `b`."""

    way: float  # 1.0 to the left, -1.0 to the right
    a: int
    b: int


def wheels_held(design: Design) -> dict[int, Point]:
    """Return the middle of each pulley that two ropes turn against each other when a part moves on which both hang."""
    on_wheel: dict[int, list[_Lay]] = {}
    wheels: dict[int, Round] = {}
    for link in design.links:
        for wheel, lay in _lays(design, link):
            wheels[wheel.part] = wheel
            on_wheel.setdefault(wheel.part, []).append(lay)
    return {
        part: (wheels[part].x, wheels[part].y)
        for part, lays in on_wheel.items()
        if any(_against(design, *pair) for pair in combinations(lays, 2))
    }


def _lays(design: Design, link: Link) -> list[tuple[Round, _Lay]]:
    """Return the wheels that a rope goes round, and how."""
    rounds = [wheel_of(design.part_by_id[part]) for part in link.via]
    wheels = [wheel for wheel in rounds if wheel is not None]
    ends = socket_of(design, link.a), socket_of(design, link.b)
    if not LINKS[link.kind].bends or not wheels or ends[0] is None or ends[1] is None:
        return []
    points = [(ends[0].x, ends[0].y), *((wheel.x, wheel.y) for wheel in wheels), (ends[1].x, ends[1].y)]
    turns = rope_path.lay(points, [wheel.r for wheel in wheels]).turns
    return [
        (wheel, _Lay(1.0 if turn > 0 else -1.0, link.a.part, link.b.part))
        for wheel, turn in zip(wheels, turns, strict=True)
        if abs(turn) > rope_path.SLIPS and not wheel.winds
    ]


def _against(design: Design, one: _Lay, other: _Lay) -> bool:
    """Tell whether two ropes turn a wheel opposite ways when a loose part moves at which both end."""

    def moves(part: int) -> bool:
        return loose(design.part_by_id[part])

    same = (one.a == other.a and moves(one.a)) or (one.b == other.b and moves(one.b))
    crossed = (one.a == other.b and moves(one.a)) or (one.b == other.a and moves(one.b))
    return (same and one.way != other.way) or (crossed and not same and one.way == other.way)
