"""What differs between two designs, thing by thing, so that one edit can be taken back while later ones stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandbox.design.design import Design

_IDS = ("parts", "links", "next_id")  # fields of a design that are compared thing by thing, or not at all


class ChangedThing(NamedTuple):
    """A thing that an edit can change: a part or link by its id, a group by its number, or a field of the design."""

    what: str  # "part", "link", "group" or "field"
    which: int | str


class Changes(NamedTuple):
    """The things that differ between two designs, each with its value before and after; None where it is not there."""

    values: Mapping[ChangedThing, tuple[Any, Any]]

    def reversed(self) -> Changes:
        """Return the changes of the way back."""
        return Changes({thing: (after, before) for thing, (before, after) in self.values.items()})

    def misfit(self, design: Design) -> ChangedThing | None:
        """Return a thing that is not as it was before these changes, in another design; None if all are."""
        now: dict[ChangedThing, Any] = {ChangedThing("part", spec.id): spec for spec in design.parts}
        now |= {ChangedThing("link", link.id): link for link in design.links}
        now |= _groups(design)
        for thing, (before, _) in self.values.items():
            if (getattr(design, str(thing.which)) if thing.what == "field" else now.get(thing)) != before:
                return thing
        return None

    def applied(self, design: Design) -> Design:
        """Return another design with these changes; its next free id stays."""
        fields = {str(thing.which): after for thing, (_, after) in self.values.items() if thing.what == "field"}
        for what, name in (("part", "parts"), ("link", "links")):
            new = {thing.which: after for thing, (_, after) in self.values.items() if thing.what == what}
            if new:
                things = {thing.id: thing for thing in getattr(design, name)} | new
                fields[name] = tuple(things[id_] for id_ in sorted(things) if things[id_] is not None)
        return replace(design, **fields)


def between(before: Design, after: Design) -> Changes:
    """Return what differs between two designs."""
    values: dict[ChangedThing, tuple[Any, Any]] = {}
    for what, name in (("part", "parts"), ("link", "links")):
        # Not by the indexes of the designs: those would then keep them.
        old, new = ({thing.id: thing for thing in getattr(design, name)} for design in (before, after))
        for id_ in dict.fromkeys((*old, *new)):
            was, now = old.get(id_), new.get(id_)
            if was is not now and was != now:
                values[ChangedThing(what, id_)] = was, now
    old_groups, new_groups = _groups(before), _groups(after)
    for group in dict.fromkeys((*old_groups, *new_groups)):
        if old_groups.get(group) != new_groups.get(group):
            values[group] = old_groups.get(group), new_groups.get(group)
    for name in before.__struct_fields__:
        if name not in _IDS and getattr(before, name) != getattr(after, name):
            values[ChangedThing("field", name)] = getattr(before, name), getattr(after, name)
    return Changes(values)


def _groups(design: Design) -> dict[ChangedThing, frozenset[int]]:
    """Return the groups of a design, each with the ids of its parts."""
    members: dict[ChangedThing, set[int]] = {}
    for spec in design.parts:
        if spec.group:
            members.setdefault(ChangedThing("group", spec.group), set()).add(spec.id)
    return {group: frozenset(ids) for group, ids in members.items()}
