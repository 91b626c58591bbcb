"""Green zones: where a part in hand would win, computed in the background and kept, so that the next hold shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.design.design import Design, End, Hint, HintEnd, Id, Link, PartSpec, items_of
from sandbox.editing.authoring import hints
from sandbox.errors import BadFile
from sandbox.levels import levels
from sandbox.trials.judging import patience
from sandbox.trials.maps.tolerance_map import ToleranceMap, over_world
from sandbox.trials.search.try_service import TryService

FINEST = 0.0125  # m
_ROOT, _WHOLE = 32, 16  # steps: first blocks of 0.4 m, each of which is split once
_MOST_STEPS = 640  # along a side: larger worlds get coarser maps
_KEPT = 8  # maps


class _Zone(NamedTuple):
    """A map, and the machine that it is of, with its part at the origin."""

    machine: Design
    part: Id
    mapped: ToleranceMap


class Zones:
    """The maps of a window, of which the last one that was asked for is computed."""

    def __init__(self, service: TryService | None = None) -> None:
        self.service = service or TryService()
        self._kept: list[_Zone] = []  # the newest last
        self._last: ToleranceMap | None = None

    def ask(self, machine: Design, part: Id) -> ToleranceMap | None:
        """Return the map of a part in a machine, and go on with it in the background; None if it can't be run."""
        anywhere = _moved_to_origin(machine, part)
        zone = next((zone for zone in self._kept if zone.part == part and zone.machine == anywhere), None)
        if zone is None:
            try:
                machine = catalogue.check(machine)
            except BadFile:
                self.drop()
                return None
            finest = FINEST
            while max(machine.world.width, machine.world.height) > _MOST_STEPS * finest:
                finest *= 2.0
            mapped = ToleranceMap(over_world(machine, part, patience(machine), finest, _ROOT, _WHOLE))
            zone = _Zone(anywhere, part, mapped)
        self._kept = [*(other for other in self._kept if other is not zone), zone][-_KEPT:]
        if zone.mapped.done:
            self.drop()
        elif zone.mapped is not self._last or not self.service.busy:
            self.service.start(zone.mapped)
        self._last = zone.mapped
        return zone.mapped

    def drop(self) -> None:
        """Compute nothing more, until the next map is asked for."""
        self.service.drop()

    def close(self) -> None:
        """End the processes."""
        self.service.close()


def _moved_to_origin(machine: Design, part: Id) -> Design:
    """Return what a run of a machine depends on, but for the place of a part."""
    parts = tuple(replace(spec, x=0.0, y=0.0) if spec.id == part else spec for spec in machine.parts)
    return replace(levels.as_run(replace(machine, parts=parts)), author=machine.author, par=machine.par)


# -- the machine around the part


def held_in(design: Design, held: PartSpec) -> tuple[Design, PartSpec]:
    """Return a design with the part in hand in its present pose, and that part; a part that is new to the design gets a
    new id."""
    if held.id in design.part_by_id:
        parts = tuple(held if spec.id == held.id else spec for spec in design.parts)
        return replace(design, parts=parts), held
    new = replace(held, id=design.next_id, fixed=design.author)
    return replace(design, parts=(*design.parts, new), next_id=design.next_id + 1), new


def solved_by_hints(design: Design, held: PartSpec) -> Design:
    """Return a design, which has the part in hand, with all that its hints are about and that is not there yet.

    What the player has placed elsewhere stays there, and takes the place of a hint about such a part.
    """
    placed = dict(_parts_of_hints(design, held))
    parts, next_id = list(design.parts), design.next_id
    for number, hint in enumerate(design.hints, 1):
        if not hint.ends and number not in placed:
            placed[number], next_id = next_id, next_id + 1
            parts.append(_hinted_part(design, hint, placed[number]))
    links = list(design.links)
    for hint in design.hints:
        link = _hinted_link(hint, placed, next_id)
        if link is not None and not _has_link(design, link):
            links.append(link)
            next_id += 1
    return replace(design, parts=tuple(parts), links=tuple(links), next_id=next_id)


def _parts_of_hints(design: Design, held: PartSpec) -> Iterator[tuple[int, Id]]:
    """Yield the number of each hint that has its part in the design, and the id of that part."""
    free = {spec.id: spec for spec in design.parts if not spec.fixed}
    rest = {number: hint for number, hint in enumerate(design.hints, 1) if not hint.ends}
    for number, hint in list(rest.items()):
        spec = next((spec for spec in free.values() if spec.id != held.id and hints.is_in_place(spec, hint)), None)
        if spec is not None:
            yield number, spec.id
            del free[spec.id], rest[number]
    for number, hint in rest.items():
        alike = [spec for spec in free.values() if (spec.item or spec.kind) == (hint.item or hint.kind)]
        if alike:
            chosen = next((spec for spec in alike if spec.id == held.id), alike[0])
            yield number, chosen.id
            del free[chosen.id]


def _hinted_part(design: Design, hint: Hint, id_: Id) -> PartSpec:
    item = items_of(design.stock or {}).get(hint.item or hint.kind)
    props = {**(item.props if item is not None else {}), **hint.props}
    return catalogue.fit_part(PartSpec(id_, hint.kind, hint.x, hint.y, hint.angle, hint.flip, props, item=hint.item))


def _hinted_link(hint: Hint, placed: dict[int, Id], id_: Id) -> Link | None:
    """Return the link that a hint is about; None if it is about a part, or if a part that it joins is missing."""
    if hint.a is None or hint.b is None or any(end.hint and end.hint not in placed for end in hint.ends):
        return None

    def end(of: HintEnd) -> End:
        return End(of.part or placed[of.hint], of.port, of.at)

    via = tuple(end(pulley).part for pulley in hint.via)
    return catalogue.fit_ends(Link(id_, hint.kind, end(hint.a), end(hint.b), hint.props, via=via))


def _has_link(design: Design, link: Link) -> bool:
    """Tell whether a design has such a link, or none is left of its kind."""
    is_linked = (link.kind, frozenset((link.a, link.b))) in design.link_ids_by_ends
    left = design.left_in_stock(link.kind)
    return is_linked or (left is not None and left < 1)
