"""Groups of parts: parts with the same group number are selected together.

A group is for editing alone: no run depends on it. Each function takes a design as it is and returns plain values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from msgspec.structs import replace

from sandbox.design.design import Design, PartSpec


def members(design: Design, id_: int) -> tuple[int, ...]:
    """Return the ids of the parts that are edited together with a part, itself among them, in id order.

    A player has no groups with parts that belong to the level: they could not be changed together.
    """
    spec = design.part_by_id.get(id_)
    if spec is None or not spec.group or not may_group(design, spec):
        return (id_,)
    return tuple(part.id for part in design.parts if part.group == spec.group and may_group(design, part))


def with_groups(design: Design, ids: Collection[int]) -> tuple[int, ...]:
    """Return ids together with all members of their groups, each id once, the given ones first."""
    every = dict.fromkeys(ids)
    for id_ in ids:
        every.update(dict.fromkeys(members(design, id_)))
    return tuple(every)


def may_group(design: Design, spec: PartSpec) -> bool:
    """Return whether a part can be in a group for whoever edits the design now; a lock does not keep it out."""
    return design.free or not spec.fixed


def free_number(parts: Collection[PartSpec]) -> int:
    """Return the lowest number that no group of some parts has."""
    used = {spec.group for spec in parts}
    return next(number for number in range(1, len(used) + 2) if number not in used)


def without_single(design: Design) -> Design:
    """Return the design without groups of which only one part is left."""
    sizes = Counter(spec.group for spec in design.parts if spec.group)
    if 1 not in sizes.values():
        return design
    return replace(
        design,
        parts=tuple(replace(spec, group=0) if sizes[spec.group] == 1 else spec for spec in design.parts),
    )
