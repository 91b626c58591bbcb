"""What is drawn, in plain numbers: parts that have been placed, and the constants that the columns of instances hold.

Nothing here needs numpy, so that a browser lays out what it draws with the same code; `layout` has the buffers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sandbox.design.design import PartSpec
from sandbox.parts import KINDS, blueprint
from sandbox.parts.kind import Blueprint

MAX_POINTS = 64
CIRCLE, BOX, POLYGON = 0, 1, 2
AWAY = (0.0, -1e4)  # m: far out of sight; spare bodies wait here until they are let out, hidden instances are put here
WHOLE, FIRST, LAST, BETWEEN, ARC = range(5)  # column 2 of a cord's "mark": which piece of a rope it is
SEED, OUTLINE, MARK, STYLE = 0, 1, 2, 3  # columns of "look"; of a cord's "mark", 0 is the mark
POLYGON_ROW = 1  # column of "form"
HOVERED, SELECTED = 1.0, 2.0
SOLID, GHOST, REFUSED, ECHO = 0.0, 1.0, 2.0, 3.0


class Placed(NamedTuple):
    """A part to draw: its blueprint, the row of its first body, and the state slots that its looks may show."""

    id: int
    plan: Blueprint
    row: int
    slots: Mapping[str, int] = {}
    flip: bool = False
    layer: int = 0
    hides: bool = False  # it would hide what lies in it

    @classmethod
    def of(cls, spec: PartSpec, row: int, slots: Mapping[str, int] = {}) -> Placed:
        """Return a part of a design whose first body has that row."""
        return cls(spec.id, blueprint(spec), row, slots, spec.flip, spec.layer, KINDS[spec.kind].hides_content)


def grain_seed(id_: int) -> float:
    """Number from 0 to 10, well spread over neighbouring ids, so that each part has its own grain."""
    return (id_ * 0.6180339887498949) % 1.0 * 10.0


def draw_order(part: Placed) -> tuple[int, bool, bool, int]:
    """Sort key of the draw order: by layer; on one layer, parts that never move behind those that do, and of these what
    would hide what lies in it behind the others; then by id."""
    return part.layer, any(body.kind == "dynamic" for body in part.plan.bodies), not part.hides, part.id
