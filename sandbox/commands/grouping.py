"""Commands that group parts for editing, and dissolve groups. No run depends on groups."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox.commands.command import Command, Named, SingleEdit
from sandbox.design import groups
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.parts.titles import numbered


class Group(SingleEdit, frozen=True, tag="group"):
    """Parts that are selected and edited together from now on. They leave the groups that they were in."""

    parts: tuple[Named, ...]
    id_fields = ("parts",)

    def edited(self, design: Design) -> Design:
        ids = _groupable(design, self.parts)
        if len(ids) < 2:
            raise Refused("a group needs at least two parts; select more of them")
        design = _with_number(design, ids, 0)
        return _with_number(design, ids, groups.free_number(design.parts))


class Ungroup(SingleEdit, frozen=True, tag="ungroup"):
    """Takes parts out of their groups. A group of which one part would be left is dissolved."""

    parts: tuple[Named, ...]
    id_fields = ("parts",)

    def edited(self, design: Design) -> Design:
        ids = _groupable(design, self.parts)
        if not any(design.part_by_id[id_].group for id_ in ids):
            raise Refused("none of these parts is in a group")
        return _with_number(design, ids, 0)


def _groupable(design: Design, ids: tuple[int, ...]) -> set[int]:
    """Return the ids of parts that can be in a group; others are refused."""
    for id_ in ids:
        spec = design.part_by_id.get(id_)
        if spec is None:
            raise Refused(f"part {id_} does not exist")
        if not groups.may_group(design, spec):
            raise Refused(f"{numbered(spec)} belongs to the level and can't be grouped with others")
    return set(ids)


def _with_number(design: Design, ids: set[int], number: int) -> Design:
    """Return the design with a group's number at these parts."""
    renumbered = tuple(replace(spec, group=number) if spec.id in ids else spec for spec in design.parts)
    return groups.without_single(replace(design, parts=renumbered))


COMMANDS: tuple[type[Command], ...] = (Group, Ungroup)
