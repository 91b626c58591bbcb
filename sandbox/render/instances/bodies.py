"""Keeps the instances of each blueprint as arrays, ready to be copied for each part that has it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.design.geometry import Point
from sandbox.parts.kind import Blueprint
from sandbox.render.instances.forms import Placed
from sandbox.render.instances.layout import BODY_STATIC, Indices
from sandbox.render.instances.shape_records import records_of


class Stamp(NamedTuple):
    """The instances of one blueprint, ready to be copied for each part that has it."""

    plan: Blueprint
    records: npt.NDArray[np.void]  # of BODY_STATIC; polygons are counted from 0
    bodies: Indices
    slots: tuple[tuple[int, str], ...]  # which record shows which running state
    polygons: tuple[tuple[Point, ...], ...]


_stamps: dict[tuple[int, bool], Stamp] = {}  # by the blueprint's address: the stamp keeps it alive
_MOST_STAMPS = 4096


def stamp_of(part: Placed) -> Stamp:
    key = id(part.plan), part.flip
    stamp = _stamps.get(key)
    if stamp is None:
        if len(_stamps) >= _MOST_STAMPS:
            _stamps.clear()
        stamp = _stamps[key] = _make_stamp(part.plan, part.flip)
    return stamp


def _make_stamp(plan: Blueprint, flip: bool) -> Stamp:
    drawn = records_of(plan, flip)
    return Stamp(
        plan, np.array(drawn.records, BODY_STATIC), np.array(drawn.bodies, np.intp), drawn.slots, drawn.polygons
    )  # fmt: skip


def slotted(shown: list[Placed], stamps: list[Stamp], counts: list[int]) -> list[tuple[int, int]]:
    """Pairs of instance index and state slot, for the instances that show a state."""
    pairs, first = [], 0
    for part, stamp, count in zip(shown, stamps, counts, strict=True):
        pairs += [(first + record, part.slots[name]) for record, name in stamp.slots if name in part.slots]
        first += count
    return pairs
