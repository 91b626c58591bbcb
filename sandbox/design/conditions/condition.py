"""The page for programmers of conditions: a condition's methods, and all that it may ask, remember and draw.

A condition is one class in one module of this package, and its name in that module's `CONDITIONS`. Everything else
reads the class: the checks of a level, the judge of a running machine, the author's panel and the marks in the scene
know no condition by name. A class has to answer `sentence` and `test`; the other answers have a default.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from msgspec.structs import replace

from sandbox.design.geometry import Point
from sandbox.design.values import MAX_NUMBER, Document, PartSpec
from sandbox.errors import BadFile
from sandbox.reading.nearest import meant

MAX_DEPTH = 16  # of conditions within conditions
_PARTS = ("part", "other", "container")  # the points of forms that are fields with the id of a part
_LINK = "link"  # the one that is a field with the id of a link
LEAST_SIZE = 0.02  # m: of a region that an author draws

Test = Callable[[], bool]


class Positions(Protocol):
    """The positions of parts in metres: as placed, as they run, or as they ran."""

    def origin(self, part: int, /) -> Point: ...
    def hollow(self, part: int, /) -> Sequence[Point]:
        """Return the corners of a part's hollow; none if it has no hollow, or is gone."""


# -- what a condition may ask


class NumberArray(Protocol):
    """An array of numbers; no numpy here, as much that needs only a design's values loads this."""

    def __getitem__(self, index: int, /) -> Any: ...
    def __setitem__(self, index: int, number: float, /) -> None: ...


class PlacedLink(Protocol):
    """A link of a level."""

    @property
    def id(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def parts(self) -> Sequence[int]: ...  # the ids of those at its ends, then of its pulleys


class PlacedParts(Protocol):
    """The parts and links of a level as they were placed."""

    @property
    def parts(self) -> Sequence[PartSpec]: ...
    @property
    def part_by_id(self) -> Mapping[int, PartSpec]: ...
    @property
    def links(self) -> Sequence[PlacedLink]: ...
    @property
    def link_by_id(self) -> Mapping[int, PlacedLink]: ...


class Facts(Protocol):
    """A level together with the catalogue's facts about its parts."""

    @property
    def design(self) -> PlacedParts: ...
    @property
    def size(self) -> tuple[float, float]: ...  # m: width and height of the world
    @property
    def kinds(self) -> Sequence[str]: ...  # the names of all kinds of parts
    def kind_title(self, kind: str) -> str: ...  # "Bowling ball"
    def label(self, part: int) -> str: ...  # "Bowling ball 3"
    def title(self, part: int) -> str: ...  # within a sentence: "the bowling ball", or "bowling ball 3"
    def states(self, kind: str) -> Sequence[str]: ...  # the states that a goal may ask for
    def can_become(self, part: int, state: str) -> bool: ...  # with its properties as they are
    def never_moves(self, part: int) -> bool: ...
    def hollow(self, part: int) -> Sequence[Point]: ...  # m: corners, as placed; empty for a part without a hollow
    def available(self, kind: str) -> int | None: ...  # placed or in stock; None: any number
    def link_kind_title(self, kind: str) -> str: ...  # "Fuse"
    def link_label(self, link: int) -> str: ...  # "Fuse 7"
    def link_title(self, link: int) -> str: ...  # within a sentence: "the fuse", or "fuse 7"
    def link_states(self, kind: str) -> Sequence[str]: ...  # the states that a goal may ask for


class Present(Protocol):
    """A part that is still in the machine."""

    @property
    def place(self) -> Sequence[float]: ...  # x, y of its centre of mass (m), as they are whenever one looks


class Observed(Protocol):
    """A running machine between two ticks. A test reads it and changes nothing."""

    @property
    def design(self) -> PlacedParts: ...
    @property
    def parts(self) -> Mapping[int, Present]: ...  # those that are still there
    @property
    def movers(self) -> Sequence[PartSpec]: ...  # all parts that may leave their places, also those that are gone
    @property
    def links(self) -> Container[int]: ...  # the ids of the links that are still there
    @property
    def states(self) -> NumberArray: ...
    @property
    def slot_of(self) -> Mapping[tuple[int, str], int]: ...  # where in `states` a part's state is
    @property
    def dt(self) -> float: ...  # s: the last step
    @property
    def tick_length(self) -> float: ...  # s: a step of the usual length
    def motion(self, part: int) -> tuple[float, float, float, float, float, float]:
        """Return the centre of mass, the angle and their speeds (m, rad, s); of a part that is gone, the last ones."""

    def origin(self, part: int) -> Point:
        """Return where the point is that a part was placed by; of one that is popped or blown up, where it stood."""

    def touching(self, part: int, other: int) -> bool:
        """Return whether two parts touch; a part that is gone touches nothing."""

    def link_is(self, link: int, state: str) -> bool:
        """Return whether a link is in a state now; of one that has just left the machine, whether it ended so."""

    def link_nearness(self, link: int, state: str) -> float:
        """Return the nearness of a link to a state by its inner workings, from 0 to 1."""

    def contains(self, container: int, part: int) -> bool:
        """Return whether the centre of mass of a part is in the hollow of another; both have to be there."""


# -- what a condition draws


class Region(NamedTuple):
    """A rectangle to get into, in metres."""

    x0: float
    y0: float
    x1: float
    y1: float


class Boundary(NamedTuple):
    """A line across the world to get past: x (or y) becomes more (or less) than a value in metres."""

    axis: str
    side: str
    value: float


class Radius(NamedTuple):
    """A distance from a point in metres: a circle, or two lines if only one axis counts and nothing is tied to it."""

    x: float
    y: float
    size: float
    axis: str = "any"
    side: str = "more"
    of: Point | None = None  # the measured point, tied to the centre by a stroke; None: it began at the centre


class Hollow(NamedTuple):
    """The hollow of a container, by its corners in metres: it goes where the container goes, and can't be dragged."""

    points: tuple[Point, ...]


Area = Region | Boundary | Radius | Hollow


class Badge(NamedTuple):
    """A sign at a part; `figure` is one of those that `overlay.figure` draws, or "disc"."""

    part: int
    figure: str
    stays: bool = False  # also when the part is gone


class LinkBadge(NamedTuple):
    """A sign at the middle of a link, also when the link is gone; `figure` as for `Badge`."""

    link: int
    figure: str


class DashedLine(NamedTuple):
    """A dashed stroke from part to part."""

    part: int
    other: int


# -- how an author makes and edits a condition


class Form(NamedTuple):
    """The row of a condition in the list that an author chooses from."""

    name: str  # as in level files
    title: str
    about: str
    icon: str  # a name in window.ui.icons.Icon
    points: tuple[str, ...]  # subjects to point at, in order: part, other, container, link, kind, region, line, reach
    stateful: bool = False  # only parts with states that a goal may ask for can be pointed at
    held: float = 0.0  # s: a new one has to hold for so long


class Pointed(NamedTuple):
    """The things that an author has pointed at; those that the form did not ask for are empty."""

    part: int = 0
    other: int = 0
    container: int = 0
    kind: str = ""  # of the part, too
    x0: float = 0.0  # region
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    axis: str = ""  # line
    side: str = ""  # line, reach
    value: float = 0.0  # line, reach: metres
    link: int = 0


class NumberField(NamedTuple):
    """A number in the author's panel; `make` gives the condition with another one."""

    name: str
    value: float
    make: Callable[[float], Condition]
    unit: str = "m"
    title: str = ""
    decimals: int = 3
    step: float = 0.01  # for each pixel that it is dragged
    low: float = -MAX_NUMBER
    high: float = MAX_NUMBER
    half: bool = False  # the next number stands in the same row


class ChoiceField(NamedTuple):
    """A list to choose from in the author's panel; `make` gives the condition with another choice, by its index."""

    name: str
    titles: Sequence[str]
    chosen: int
    make: Callable[[int], Condition]


class Variant(NamedTuple):
    """A condition that can take the place of another one, and the words of the button that does it."""

    title: str
    tip: str
    condition: Condition


Field = NumberField | ChoiceField
Doubt = tuple[str, str]  # "bad" or "note", and a sentence about the goal without its full stop


class Range(NamedTuple):
    """The numbers that a field may hold, with their unit."""

    low: float
    high: float
    unit: str = ""


COUNT = Range(1, 20_000)  # of parts; a level holds no more
DISTANCE = Range(0.0, 2000.0, "m")  # the largest world is 1000 m wide and high


class Condition(Document, frozen=True, tag_field="is"):
    """Something that is true or not after each tick.

    `ranges` are those of its fields with numbers, by their names: for whatever is negative, or beyond what any machine
    does, the condition would always be true, or never. (A coordinate may be any number.)
    """

    form: ClassVar[Form | None] = None  # None: an author makes it around other conditions
    ranges: ClassVar[Mapping[str, Range]] = {}

    # -- what it is about

    @property
    def inner(self) -> tuple[Condition, ...]:
        """The conditions that it is made of."""
        return ()

    @property
    def lasts(self) -> float:
        """The time (s) for which it asks that the conditions within stay true; 0 if a moment is enough."""
        return 0.0

    @property
    def traveller(self) -> int:
        """The id of the part that has to get into its `area`; 0 if it asks for none."""
        return 0

    def around(self, inner: Sequence[Condition]) -> Self:
        """Return the wrapper around other conditions than its own."""
        raise NotImplementedError

    @property
    def parts(self) -> tuple[int, ...]:
        """The ids of the parts that it names, in fields that are called as in its form's points.

        They can't be deleted as long as it does.
        """
        return tuple(getattr(self, name) for name in self.form.points if name in _PARTS) if self.form else ()

    @property
    def links(self) -> tuple[int, ...]:
        """The ids of the links that it names, as for parts."""
        return (getattr(self, _LINK),) if self.form and _LINK in self.form.points else ()

    def subjects(self, design: PlacedParts) -> tuple[int, ...]:
        """Return the ids of the parts that the condition names, directly or as ends of a link."""
        ends = (part for link in self.links for part in design.link_by_id[link].parts)
        return tuple(dict.fromkeys((*self.parts, *ends)))

    @property
    def counted_kind(self) -> str:
        """The name of the kind whose parts the condition counts; empty if it counts none."""
        return ""

    def refusal(self) -> str:
        """Return the fault in the condition's own fields, which no level could allow; empty if there is none."""
        for name, (low, high, unit) in self.ranges.items():
            number = getattr(self, name)
            if not low <= number <= high:
                tag = self.__struct_config__.tag
                return f"{tag} has {name} = {number:g}; it goes from {low:g} to {high:g} {unit}".rstrip()
        return ""

    def misfit(self, facts: Facts) -> str:
        """Say why the condition does not fit the parts and links that it names; empty if it fits."""
        return ""

    def doubts(self, facts: Facts) -> Iterator[Doubt]:
        """Yield doubts about a condition that can be asked, but makes no sense in the level."""
        return iter(())

    def sentence(self, facts: Facts) -> str:
        """Return the condition as a sentence, without a capital and a full stop."""
        raise NotImplementedError

    # -- in a running machine

    def test(self, machine: Observed, memory: NumberArray, inner: Sequence[Test]) -> Test:
        """Return the test that is made after every tick.

        Args:
            memory: the one number that it may keep from tick to tick; 0 at the start, and a part of the tick's hash.
            inner: the tests of its inner conditions. Each has to be called on every tick, as it may have a memory.
        """
        raise NotImplementedError

    def share(self, memory: float, tick_length: float) -> float:
        """Return how far the condition has got (0 to 1) while its goal is not met."""
        return 0.0

    def nearness(self, machine: Observed, memory: NumberArray, inner: Sequence[float]) -> float:
        """Return how near a run is to making it true, from 0 to 1. Unlike its test, this changes no memory.

        `inner` are the answers of the conditions that it is made of. A search for solutions compares runs by it.
        """
        return 0.0

    # -- in the scene

    def area(self, design: PlacedParts, where: Positions) -> Area | None:
        """Return the area that the condition draws below the parts; an author drags it."""
        return None

    def reshaped(self, area: Area) -> Self:
        """Return the condition with another area."""
        return replace(self, **area._asdict())

    def marks(self, design: PlacedParts) -> Iterator[Badge | LinkBadge | DashedLine]:
        """Yield the marks that the condition draws over the parts."""
        return iter(())

    # -- in the author's panel

    @classmethod
    def pointed_out(cls, at: Pointed, facts: Facts) -> Self:
        """Make the condition from what its form asked for: each field without a default from what has its name."""
        asked = cls.__struct_fields__[: len(cls.__struct_fields__) - len(cls.__struct_defaults__)]
        return cls(**{name: getattr(at, name) for name in asked})

    def fields(self, facts: Facts) -> Iterator[Field]:
        """Yield the fields that can be edited, from top to bottom."""
        return part_fields(self, facts)

    def variants(self, facts: Facts) -> Iterator[Variant]:
        """Yield other conditions that the author of this one may have meant."""
        return iter(())


def conditions(of: Condition, depth: int = 0) -> Iterator[Condition]:
    """Yield a condition and all within it, each before its inner ones: the order in which goals keep their memory."""
    if depth > MAX_DEPTH:
        raise BadFile(f"conditions are nested more than {MAX_DEPTH} deep; write the goal with fewer levels")
    yield of
    for condition in of.inner:
        yield from conditions(condition, depth + 1)


# -- for several of them


def part_field(
    condition: Condition, name: str, facts: Facts, make: Callable[[Any], Condition] | None = None
) -> ChoiceField:
    """Return the list of all parts that fit for the field of a name.

    Args:
        make: what gives the condition about another part, where more than this field changes.
    """
    needs_states = condition.form is not None and condition.form.stateful
    specs = [spec for spec in facts.design.parts if not needs_states or facts.states(spec.kind)]
    ids = [spec.id for spec in specs if name != "container" or facts.hollow(spec.id)]
    about = make or (lambda id_: replace(condition, **{name: id_}))
    return ChoiceField(name, [*map(facts.label, ids)], ids.index(getattr(condition, name)), lambda n: about(ids[n]))


def kind_field(condition: Condition, now: str, facts: Facts) -> ChoiceField:
    """Return the list of all kinds of parts for the field `kind`, which is `now`."""
    kinds = facts.kinds
    titles = [*map(facts.kind_title, kinds)]
    return ChoiceField("kind", titles, kinds.index(now), lambda n: replace(condition, kind=kinds[n]))


def part_fields(condition: Condition, facts: Facts) -> Iterator[Field]:
    """Yield the lists of all parts for the parts that a condition names."""
    points = condition.form.points if condition.form else ()
    return (part_field(condition, name, facts) for name in points if name in _PARTS)


def number_field(
    condition: Condition, name: str, unit: str = "m", decimals: int = 3, step: float = 0.01
) -> NumberField:
    """Return the field of a number that is a field of the condition as it is."""
    now = getattr(condition, name)
    low, high, _ = condition.ranges.get(name, Range(-MAX_NUMBER, MAX_NUMBER))

    def make(value: float) -> Condition:
        return replace(condition, **{name: min(max(value, low), high)})

    return NumberField(name, now, make, unit, "", decimals, step, low, high)


def number_of_parts(condition: Condition, name: str, now: int) -> NumberField:
    """Return the field of the least number of parts that are asked for."""

    def make(value: float) -> Condition:
        return replace(condition, **{name: round(min(max(value, COUNT.low), COUNT.high))})

    return NumberField(name, float(now), make, "", "at least", 0, 0.05, COUNT.low, COUNT.high)


def unknown_kind(kind: str, facts: Facts) -> str:
    """Say that there is no such kind of part, as an object of a sentence, with the kind that may be meant."""
    return f"the unknown kind '{kind:.40}'{meant(kind, facts.kinds)}"


def count_of(facts: Facts, count: int, kind: str) -> str:
    """Say a number of parts of a kind, with its verb: "a crate is", "2 of the kind crate are"."""
    title = facts.kind_title(kind).lower()
    return f"{'an' if title[0] in 'aeiou' else 'a'} {title} is" if count == 1 else f"{count} of the kind {title} are"


def doubts_about_count(facts: Facts, kind: str, at_least: int) -> Iterator[Doubt]:
    """Yield a doubt if the level can't have `at_least` parts of a kind."""
    available, title = facts.available(kind), facts.kind_title(kind).lower()
    if available is not None and at_least > available:
        yield "bad", f"it wants {at_least} of the kind {title}, and there are {available} with the stock"


def doubts_about_fixed(facts: Facts, part: int) -> Iterator[Doubt]:
    """Find whether a part that is to get somewhere never moves."""
    if facts.never_moves(part):
        yield "bad", f"{facts.label(part)} never moves"


def badge_among_alike(design: PlacedParts, part: int) -> Iterator[Badge]:
    """Yield a badge at a part that is not the only one of its kind: a sentence about "the ball" does not say which."""
    kind = next((spec.kind for spec in design.parts if spec.id == part), "")
    if any(spec.kind == kind and spec.id != part for spec in design.parts):
        yield Badge(part, "disc")


def doubts_about_pair(facts: Facts, part: int, other: int) -> Iterator[Doubt]:
    """Find whether a part is compared with itself."""
    if part == other:
        yield "bad", f"it compares {facts.label(part)} with itself"
