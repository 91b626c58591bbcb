"""What the parts that are selected or in hand would do, while nothing runs: their wind, rays, shots and ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandbox.design.design import Design, PartSpec
from sandbox.design.geometry import Circle
from sandbox.render.effects import air_streams, planned_flights, planned_rays, range_marks
from sandbox.render.effects.air_streams import AirStream
from sandbox.render.effects.planned_flights import FlightPath
from sandbox.render.effects.planned_rays import PlannedRay
from sandbox.render.effects.range_marks import FloorSpan


class PlannedEffects(NamedTuple):
    """The jets of air, the legs of rays, and the ranges and ways of shots that are shown at rest."""

    streams: list[AirStream]
    rays: list[PlannedRay]
    ranges: list[Circle | FloorSpan | FlightPath]


class EffectPlanner:
    """Works out what is shown at rest, and keeps it until the design, the selection or what is in hand changes.

    A ray is followed in some milliseconds, which no frame has to spare while nothing moves.
    """

    def __init__(self) -> None:
        self._design: Design | None = None
        self._shown: tuple[tuple[int, ...], tuple[PartSpec, ...]] = (), ()
        self._effects = PlannedEffects([], [], [])

    def plan(self, design: Design, selected: Sequence[int], in_hand: Sequence[PartSpec]) -> PlannedEffects:
        """Return what the selected parts and those in hand would do; those in hand stand where they are shown."""
        shown = tuple(selected), tuple(in_hand)
        if design is not self._design or shown != self._shown:
            self._design, self._shown = design, shown
            design, ids = _as_in_hand(design, selected, in_hand)
            streams, rays = air_streams.of_design(design, ids), planned_rays.of_design(design, ids)
            ranges = [*range_marks.of_design(design, ids), *planned_flights.of_design(design, ids)]
            self._effects = PlannedEffects(streams, rays, ranges)
        return self._effects


def _as_in_hand(design: Design, selected: Sequence[int], in_hand: Sequence[PartSpec]) -> tuple[Design, Sequence[int]]:
    """Return the design with what is in hand where it is shown, and the parts whose wind, rays and ranges are shown."""
    if not in_hand:
        return design, selected
    moved = {spec.id: spec for spec in in_hand}
    others = (spec for spec in design.parts if spec.id not in moved)
    return replace(design, parts=(*others, *moved.values())), tuple(moved)
