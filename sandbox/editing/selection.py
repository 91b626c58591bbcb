"""The selection in a document: parts, or one link. Parts in one group are selected together."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.design import groups
from sandbox.design.design import Design, Link, PartSpec
from sandbox.design.geometry import Box
from sandbox.editing.picking import box_around


class Selection:
    """Ids in the order in which they were selected. Those missing in the design are ignored."""

    def __init__(self, design: Callable[[], Design], id_of: Callable[[int], int] = lambda id_: id_) -> None:
        """Start with nothing selected; `design` returns the current document, and `id_of` the id of what was selected
        by a stand-in for it."""
        self._design, self._id_of = design, id_of
        self.chosen: tuple[int, ...] = ()  # the ids and stand-ins as they were when selected

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids that are selected."""
        return tuple(map(self._id_of, self.chosen))

    @ids.setter
    def ids(self, ids: tuple[int, ...]) -> None:
        self.chosen = ids

    @property
    def parts(self) -> tuple[PartSpec, ...]:
        """The selected parts."""
        part_by_id = self._design().part_by_id
        return tuple(part_by_id[id_] for id_ in self.ids if id_ in part_by_id)

    @property
    def link(self) -> Link | None:
        """The selected link."""
        return self._design().link_by_id.get(self.ids[0]) if len(self.ids) == 1 else None

    @property
    def box(self) -> Box | None:
        """The box around the selected parts, to bring it into view."""
        parts = self.parts
        return box_around(parts) if parts else None

    @property
    def any_locked(self) -> bool:
        """True if one of the selected parts is locked."""
        return any(spec.locked for spec in self.parts)

    @property
    def grouped(self) -> tuple[int, ...]:
        """The ids of the selected parts that are in groups, and of all that is grouped with them."""
        in_groups = [spec.id for spec in self.parts if spec.group and groups.may_group(self._design(), spec)]
        return groups.with_groups(self._design(), in_groups)

    @property
    def is_group(self) -> bool:
        """True if the selection is one whole group, and nothing else."""
        ids = [spec.id for spec in self.parts]
        return len(ids) > 1 and sorted(ids) == sorted(groups.members(self._design(), ids[0]))

    @property
    def can_group(self) -> bool:
        """True if the selected parts can become a group that they are not yet."""
        parts = self.parts
        return len(parts) > 1 and not self.is_group and all(groups.may_group(self._design(), spec) for spec in parts)

    def choose(self, id_: int, adds: bool) -> None:
        """Select a part with its group, or a link. `adds`: add it to the others, or remove it; only parts are selected
        together."""
        members = groups.members(self._design(), id_)
        if adds and id_ in self.ids:
            self.ids = tuple(selected for selected in self.ids if selected not in members)
        elif adds and self.parts and id_ in self._design().part_by_id:
            self.ids = tuple(dict.fromkeys((*(spec.id for spec in self.parts), *members)))
        elif id_ not in self.ids:
            self.ids = members

    def choose_within(self, id_: int, alone: bool) -> None:
        """Select, of several selected parts, the clicked one with its group, or it alone."""
        self.ids = (id_,) if alone or len(self.ids) == 1 else groups.members(self._design(), id_)

    def step(self, by: int) -> None:
        """Select the next part in id order, or the one before; after the parts come the links."""
        design = self._design()
        ids = [*(spec.id for spec in design.parts), *(link.id for link in design.links)]
        if ids:
            index = ids.index(self.ids[0]) if self.ids and self.ids[0] in ids else -1
            self.ids = (ids[(index + by) % len(ids) if index >= 0 else (0 if by > 0 else -1)],)

    def choose_all(self) -> None:
        """Select every part but locked ones; those too, if there are no others."""
        parts = self._design().parts
        self.ids = tuple(spec.id for spec in parts if not spec.locked) or tuple(spec.id for spec in parts)

    def prune(self) -> None:
        """Drop ids that are no longer in the design."""
        design = self._design()
        self.ids = tuple(id_ for id_ in self.ids if id_ in design.part_by_id or id_ in design.link_by_id)
