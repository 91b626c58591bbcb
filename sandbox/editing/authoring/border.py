"""Floors and walls along the border of a level, which follow it when the level becomes wider or higher.

A part belongs to the border if it is fixed, straight, and as long as the level: only such a part can be a floor, a
ceiling or a side wall.
"""

from __future__ import annotations

from sandbox.commands.commands import Resize, SingleEdit
from sandbox.design.design import Design, PartSpec, Values
from sandbox.editing import picking
from sandbox.parts import KINDS

_NEAR = 0.11  # m: a wall of the usual thickness stands outside the border, or inside


def following(design: Design, width: float, height: float) -> tuple[SingleEdit, ...]:
    """Return the edits that keep the border's parts at the border of a level that gets another width or height."""
    changes = (_followed(design, spec, width, height) for spec in design.parts if not spec.locked)
    return tuple(change for change in changes if change is not None)


def _followed(design: Design, spec: PartSpec, width: float, height: float) -> Resize | None:
    """Return the edit for one part; None if it is no part of the border, or stays as it is."""
    world, box = design.world, picking.box_of(spec)
    if spec.angle or picking.loose(spec) or not {"width", "height"} <= set(KINDS[spec.kind].resizes):
        return None
    grown = (width - world.width, height - world.height)
    spans = (box.x0 <= _NEAR and box.x1 >= world.width - _NEAR, box.y0 <= _NEAR and box.y1 >= world.height - _NEAR)
    if spans[0] == spans[1]:
        return None
    along = 0 if spans[0] else 1  # a floor lies along x, a wall stands along y
    edge = (world.width, world.height)[1 - along]
    at_far_border = box[1 - along] - _NEAR <= edge <= box[3 - along] + _NEAR
    shift = [0.0, 0.0]
    shift[along] = grown[along] / 2
    shift[1 - along] = grown[1 - along] if at_far_border else 0.0
    name = ("width", "height")[along]
    size: Values = {name: round(_size(spec, name) + grown[along], 9)}
    prop = KINDS[spec.kind].property(name)
    if prop is None or prop.refuse(size[name]) or (shift == [0.0, 0.0] and not grown[along]):
        return None
    return Resize(spec.id, round(spec.x + shift[0], 9), round(spec.y + shift[1], 9), size)


def _size(spec: PartSpec, name: str) -> float:
    return float(getattr(KINDS[spec.kind].values(spec.props), name))
