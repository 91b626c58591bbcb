"""Conditions about what lies in a container: in the hollow of another part, wherever that is, and turned as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sandbox.design.conditions.condition import (
    COUNT,
    Badge,
    Condition,
    DashedLine,
    Doubt,
    Facts,
    Field,
    Form,
    Hollow,
    NumberArray,
    Observed,
    PlacedParts,
    Positions,
    Region,
    Test,
    Variant,
    badge_among_alike,
    count_of,
    doubts_about_count,
    doubts_about_fixed,
    kind_field,
    number_of_parts,
    part_field,
    unknown_kind,
)
from sandbox.design.conditions.nearness import apart, best_of, near
from sandbox.design.values import Id

_MOST_TIMES_AS_LARGE = 4.0  # an area around a container is about that container, unless it is far larger


class Contained(Condition, frozen=True, tag="contained"):
    """The centre of mass of a part is in the hollow of another part."""

    canonical_name = "Contained"
    form = Form("contained", "Is in a container", "In a basket, a box, a funnel ...: wherever that is moved to",
                "CONTAINER", ("part", "container"), held=0.5)  # fmt: skip

    part: Id
    container: Id

    def misfit(self, facts: Facts) -> str:
        return _misfit(facts, self.container)

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        if self.part == self.container:
            yield "bad", f"{facts.label(self.part)} can't be in itself"
        elif facts.never_moves(self.part) and facts.never_moves(self.container):
            yield from doubts_about_fixed(facts, self.part)

    def sentence(self, facts: Facts) -> str:
        return f"{facts.title(self.part)} is in {facts.title(self.container)}"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        return lambda: machine.contains(self.container, self.part)

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        if machine.contains(self.container, self.part):
            return 1.0
        return 0.95 * near(apart(machine, self.part, self.container)) if self.part in machine.parts else 0.0

    @property
    def traveller(self) -> int:
        return self.part

    def area(self, design: PlacedParts, where: Positions) -> Hollow | None:
        return _area(where, self.container)

    def marks(self, design: PlacedParts) -> Iterator[Badge | DashedLine]:
        return badge_among_alike(design, self.part)


class CountContained(Condition, frozen=True, tag="count_contained"):
    """At least this many parts of a kind have their centre of mass in the hollow of another part."""

    canonical_name = "CountContained"
    form = Form("count_contained", "So many are in a container", "A number of parts of one kind, whichever they are",
                "CONTAINERS", ("kind", "container"), held=0.5)  # fmt: skip
    ranges = {"at_least": COUNT}

    kind: str
    container: Id
    at_least: int = 1

    @property
    def counted_kind(self) -> str:
        return self.kind

    def misfit(self, facts: Facts) -> str:
        if self.kind not in facts.kinds:
            return f"it counts {unknown_kind(self.kind, facts)}"
        return _misfit(facts, self.container)

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        yield from doubts_about_count(facts, self.kind, self.at_least)

    def sentence(self, facts: Facts) -> str:
        return f"{count_of(facts, self.at_least, self.kind)} in {facts.title(self.container)}"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        ids = [spec.id for spec in machine.design.parts if spec.kind == self.kind and spec.id != self.container]
        return lambda: len([id_ for id_ in ids if machine.contains(self.container, id_)]) >= self.at_least

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        kind = [spec.id for spec in machine.design.parts if spec.kind == self.kind and spec.id != self.container]
        alike = [Contained(id_, self.container) for id_ in kind]
        return best_of([condition.nearness(machine, memory, ()) for condition in alike], self.at_least)

    def area(self, design: PlacedParts, where: Positions) -> Hollow | None:
        return _area(where, self.container)

    def fields(self, facts: Facts) -> Iterator[Field]:
        yield kind_field(self, self.kind, facts)
        yield number_of_parts(self, "at_least", self.at_least)
        yield part_field(self, "container", facts)


def instead_of_region(
    facts: Facts, region: Region, make: Callable[[int], Condition], but: int = 0
) -> Iterator[Variant]:
    """Yield the result of `make` for each container that a region was drawn around, except the part `but`."""
    for spec in facts.design.parts:
        hollow = facts.hollow(spec.id)
        if hollow and spec.id != but and _is_around(region, hollow):
            tip = f"Asks for the inside of {facts.title(spec.id)}, wherever that is moved, pushed or carried to"
            yield Variant(f"Follow {facts.title(spec.id)}", tip, make(spec.id))


def _is_around(region: Region, hollow: Sequence[tuple[float, float]]) -> bool:
    """Tell whether the middle of a hollow is in a region that is not far larger than the hollow."""
    xs, ys = [x for x, _ in hollow], [y for _, y in hollow]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    most = _MOST_TIMES_AS_LARGE * (max(xs) - min(xs)) * (max(ys) - min(ys))
    x0, y0, x1, y1 = region
    return x0 <= x <= x1 and y0 <= y <= y1 and (x1 - x0) * (y1 - y0) <= most


def _misfit(facts: Facts, container: int) -> str:
    return "" if facts.hollow(container) else f"{facts.label(container)} is no container: nothing can be inside it"


def _area(where: Positions, container: int) -> Hollow | None:
    corners = where.hollow(container)
    return Hollow(tuple(corners)) if corners else None


CONDITIONS = (Contained, CountContained)
