"""Conditions about where parts are: within a region, past a line, near each other, away from their places."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Self

from msgspec.structs import replace

from sandbox.design.conditions.condition import (
    COUNT,
    DISTANCE,
    LEAST_SIZE,
    Area,
    Badge,
    Boundary,
    ChoiceField,
    Condition,
    DashedLine,
    Doubt,
    Facts,
    Field,
    Form,
    NumberArray,
    NumberField,
    Observed,
    PlacedParts,
    Pointed,
    Positions,
    Radius,
    Region,
    Test,
    Variant,
    badge_among_alike,
    count_of,
    doubts_about_count,
    doubts_about_fixed,
    doubts_about_pair,
    kind_field,
    number_field,
    number_of_parts,
    part_fields,
    unknown_kind,
)
from sandbox.design.conditions.containers import Contained, CountContained, instead_of_region
from sandbox.design.conditions.nearness import apart, best_of, near, outside
from sandbox.design.values import Id

_SIDES = {
    ("x", "more"): "to the right of",
    ("x", "less"): "to the left of",
    ("y", "more"): "above",
    ("y", "less"): "below",
}
_AXES = {"any": "any way", "x": "to the side", "y": "up or down"}
_NEARNESS = {"less": "nearer than", "more": "farther than"}


class Inside(Condition, frozen=True, tag="inside"):
    """The centre of mass of a part is within a rectangle."""

    canonical_name = "Inside"
    form = Form("inside", "Is in a region", "A part gets into a rectangle that you draw", "REGION", ("part", "region"),
                held=0.5)  # fmt: skip

    part: Id
    x0: float
    y0: float
    x1: float
    y1: float

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        yield from _doubts_about_region(self, facts)
        yield from doubts_about_fixed(facts, self.part)

    def sentence(self, facts: Facts) -> str:
        return f"{facts.title(self.part)} is in the region"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        return _test_within(machine, (self.part,), self)

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        return near(outside(machine, self.part, self)) if self.part in machine.parts else 0.0

    @property
    def traveller(self) -> int:
        return self.part

    def area(self, design: PlacedParts, where: Positions) -> Region:
        return Region(self.x0, self.y0, self.x1, self.y1)

    def marks(self, design: PlacedParts) -> Iterator[Badge | DashedLine]:
        return badge_among_alike(design, self.part)

    def fields(self, facts: Facts) -> Iterator[Field]:
        yield from part_fields(self, facts)
        yield from _fields_of_region(self)

    def variants(self, facts: Facts) -> Iterator[Variant]:
        region = Region(self.x0, self.y0, self.x1, self.y1)
        return instead_of_region(facts, region, lambda id_: Contained(self.part, id_), self.part)


class Count(Condition, frozen=True, tag="count"):
    """At least this many parts of a kind have their centre of mass within a rectangle."""

    canonical_name = "Count"
    form = Form("count", "So many are in a region", "A number of parts of one kind, whichever they are", "PARTS",
                ("kind", "region"), held=0.5)  # fmt: skip
    ranges = {"at_least": COUNT}

    kind: str
    x0: float
    y0: float
    x1: float
    y1: float
    at_least: int = 1

    @property
    def counted_kind(self) -> str:
        return self.kind

    def misfit(self, facts: Facts) -> str:
        return "" if self.kind in facts.kinds else f"it counts {unknown_kind(self.kind, facts)}"

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        yield from _doubts_about_region(self, facts)
        yield from doubts_about_count(facts, self.kind, self.at_least)

    def sentence(self, facts: Facts) -> str:
        return f"{count_of(facts, self.at_least, self.kind)} in the region"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        ids = [spec.id for spec in machine.design.parts if spec.kind == self.kind]
        return _test_within(machine, ids, self, self.at_least)

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        ids = [spec.id for spec in machine.design.parts if spec.kind == self.kind and spec.id in machine.parts]
        return best_of([near(outside(machine, part, self)) for part in ids], self.at_least)

    def area(self, design: PlacedParts, where: Positions) -> Region:
        return Region(self.x0, self.y0, self.x1, self.y1)

    def fields(self, facts: Facts) -> Iterator[Field]:
        yield kind_field(self, self.kind, facts)
        yield number_of_parts(self, "at_least", self.at_least)
        yield from _fields_of_region(self)

    def variants(self, facts: Facts) -> Iterator[Variant]:
        region = Region(self.x0, self.y0, self.x1, self.y1)
        return instead_of_region(facts, region, lambda id_: CountContained(self.kind, id_, self.at_least))


class Beyond(Condition, frozen=True, tag="beyond"):
    """The centre of mass of a part is past a line: x (or y) more (or less) than a value.

    With `origin` it is the part's own origin instead (the x, y that it was placed by); a part that is gone, popped
    or blown up counts as where it stood at the start, one that has left the world as where it was seen last.
    """

    canonical_name = "Beyond"
    later = ("origin",)
    form = Form("beyond", "Is past a line", "A part gets to the other side of a line", "NEXT", ("part", "line"))

    part: Id
    axis: str  # "x" or "y"
    side: str  # "more" or "less"
    value: float
    origin: bool = False

    def refusal(self) -> str:
        is_side = (self.axis, self.side) in _SIDES
        return super().refusal() if is_side else "beyond needs axis = x or y and side = more or less"

    def sentence(self, facts: Facts) -> str:
        return f"{facts.title(self.part)} is {_SIDES[self.axis, self.side]} {self.value:.2f} m"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        axis, sign = 0 if self.axis == "x" else 1, 1.0 if self.side == "more" else -1.0
        if self.origin:
            return lambda: sign * machine.origin(self.part)[axis] > sign * self.value
        return lambda: sign * machine.motion(self.part)[axis] > sign * self.value

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        at = machine.origin(self.part) if self.origin else machine.motion(self.part)
        coordinate = at[0 if self.axis == "x" else 1]
        return near(self.value - coordinate if self.side == "more" else coordinate - self.value)

    @property
    def traveller(self) -> int:
        return self.part

    def area(self, design: PlacedParts, where: Positions) -> Boundary:
        return Boundary(self.axis, self.side, self.value)

    def marks(self, design: PlacedParts) -> Iterator[Badge | DashedLine]:
        return badge_among_alike(design, self.part)

    def fields(self, facts: Facts) -> Iterator[Field]:
        yield from part_fields(self, facts)
        sides = [*_SIDES]
        yield ChoiceField("side", [*_SIDES.values()], sides.index((self.axis, self.side)),
                          lambda n: replace(self, axis=sides[n][0], side=sides[n][1]))  # fmt: skip
        yield number_field(self, "value")


class Touches(Condition, frozen=True, tag="touches"):
    """Two parts touch."""

    canonical_name = "Touches"
    form = Form("touches", "Touches", "Two parts touch each other", "LINK", ("part", "other"))

    part: Id
    other: Id

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        return doubts_about_pair(facts, self.part, self.other)

    def sentence(self, facts: Facts) -> str:
        return f"{facts.title(self.part)} touches {facts.title(self.other)}"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        return lambda: machine.touching(self.part, self.other)

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        return near(apart(machine, self.part, self.other))

    def marks(self, design: PlacedParts) -> Iterator[Badge | DashedLine]:
        yield Badge(self.part, "disc")
        yield Badge(self.other, "disc")
        yield DashedLine(self.part, self.other)


class Distance(Condition, frozen=True, tag="distance"):
    """The origins of two parts are nearer to (or farther from) each other than a value in metres.

    Origins are as in `Beyond`.
    """

    canonical_name = "Distance"
    form = Form("distance", "Is near to another, or far", "The distance of two parts", "RULER",
                ("part", "other", "reach"))  # fmt: skip
    ranges = {"value": DISTANCE}

    part: Id
    other: Id
    side: str  # "more" or "less"
    value: float

    def refusal(self) -> str:
        return super().refusal() if self.side in _NEARNESS else "distance needs side = more or less"

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        return doubts_about_pair(facts, self.part, self.other)

    def sentence(self, facts: Facts) -> str:
        near = f"{_NEARNESS[self.side]} {self.value:.2f} m"
        return f"{facts.title(self.part)} is {near} from {facts.title(self.other)}"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        sign = 1.0 if self.side == "more" else -1.0

        def is_so() -> bool:
            (ax, ay), (bx, by) = machine.origin(self.part), machine.origin(self.other)
            square = (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
            return sign * square > sign * self.value * self.value

        return is_so

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        distance = apart(machine, self.part, self.other)
        return near(self.value - distance if self.side == "more" else distance - self.value)

    @property
    def traveller(self) -> int:
        return self.part

    def area(self, design: PlacedParts, where: Positions) -> Radius:
        return Radius(*where.origin(self.other), self.value, side=self.side, of=where.origin(self.part))

    def reshaped(self, area: Area) -> Self:
        assert isinstance(area, Radius)
        return replace(self, value=area.size)

    def fields(self, facts: Facts) -> Iterator[Field]:
        yield from part_fields(self, facts)
        sides = [*_NEARNESS]
        yield ChoiceField("near", [*_NEARNESS.values()], sides.index(self.side), lambda n: replace(self, side=sides[n]))
        yield number_field(self, "value")


class Moved(Condition, frozen=True, tag="moved"):
    """The origin of a part (as in `Beyond`) is farther than this from where it was at the start, in metres."""

    canonical_name = "Moved"
    form = Form("moved", "Has moved", "A part is farther from its place than so much", "MOVED", ("part", "reach"))
    ranges = {"by": DISTANCE}

    part: Id
    by: float
    axis: str = "any"  # "x" or "y": along that axis only

    def refusal(self) -> str:
        return super().refusal() if self.axis in _AXES else "moved needs axis = x, y or any"

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        return doubts_about_fixed(facts, self.part)

    def sentence(self, facts: Facts) -> str:
        along = "" if self.axis == "any" else f" {_AXES[self.axis]}"
        return f"{facts.title(self.part)} has moved by {self.by:.2f} m{along}"

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        start = machine.design.part_by_id[self.part]

        def has_moved() -> bool:
            x, y = machine.origin(self.part)
            dx = x - start.x if self.axis != "y" else 0.0
            dy = y - start.y if self.axis != "x" else 0.0
            return dx * dx + dy * dy > self.by * self.by

        return has_moved

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        start, (x, y) = machine.design.part_by_id[self.part], machine.origin(self.part)
        dx, dy = (x - start.x if self.axis != "y" else 0.0), (y - start.y if self.axis != "x" else 0.0)
        return near(self.by - math.sqrt(dx * dx + dy * dy))

    @property
    def traveller(self) -> int:
        return self.part

    def area(self, design: PlacedParts, where: Positions) -> Radius:
        start = design.part_by_id[self.part]
        return Radius(start.x, start.y, self.by, self.axis)

    def reshaped(self, area: Area) -> Self:
        assert isinstance(area, Radius)
        return replace(self, by=area.size)

    @classmethod
    def pointed_out(cls, at: Pointed, facts: Facts) -> Self:
        return cls(at.part, at.value)

    def fields(self, facts: Facts) -> Iterator[Field]:
        yield from part_fields(self, facts)
        axes = [*_AXES]
        yield ChoiceField("axis", [*_AXES.values()], axes.index(self.axis), lambda n: replace(self, axis=axes[n]))
        yield number_field(self, "by")


def _test_within(machine: Observed, parts: Sequence[int], region: Inside | Count, at_least: int = 1) -> Test:
    """Make the test whether at least `at_least` of some parts are there still and in a region; it is run on every
    tick."""
    present = machine.parts.get
    x0, y0, x1, y1 = region.x0, region.y0, region.x1, region.y1

    def are_within() -> bool:
        missing = at_least
        for part in parts:
            run = present(part)
            if run is not None:
                at = run.place
                if x0 <= at[0] <= x1 and y0 <= at[1] <= y1:
                    missing -= 1
        return missing <= 0

    return are_within


def _doubts_about_region(c: Inside | Count, facts: Facts) -> Iterator[Doubt]:
    width, height = facts.size
    if c.x1 <= c.x0 or c.y1 <= c.y0:
        yield "bad", "its region is empty; draw it anew"
    elif c.x1 < 0 or c.y1 < 0 or c.x0 > width or c.y0 > height:
        yield "note", "its region lies wholly outside the marked ground"


def _fields_of_region(c: Inside | Count) -> Iterator[NumberField]:
    """Yield a region's lower left corner and size: numbers that mean something to people."""

    def number(name: str, title: str, value: float, make: Callable[[float], Condition]) -> NumberField:
        sized = name in ("width", "height")
        field = NumberField(name, value, make, "m", title, 2, half=name in ("left", "width"))
        return field._replace(low=LEAST_SIZE) if sized else field

    yield number("left", "left", c.x0, lambda v: replace(c, x0=v, x1=round(v + c.x1 - c.x0, 4)))
    yield number("bottom", "bottom", c.y0, lambda v: replace(c, y0=v, y1=round(v + c.y1 - c.y0, 4)))
    yield number("width", "wide", c.x1 - c.x0, lambda v: replace(c, x1=round(c.x0 + max(LEAST_SIZE, v), 4)))
    yield number("height", "high", c.y1 - c.y0, lambda v: replace(c, y1=round(c.y0 + max(LEAST_SIZE, v), 4)))


CONDITIONS = (Inside, Count, Beyond, Touches, Distance, Moved)
