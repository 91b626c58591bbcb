"""A part in a script, whose place is given by the thing that it lies on, hangs under, leans against or meshes with."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple, Self

import msgspec
from msgspec.structs import replace

from sandbox import parts as catalogue
from sandbox.authoring import contact
from sandbox.design.design import PartSpec, StockItem, Values
from sandbox.design.geometry import Box, cos_sin
from sandbox.design.values import MAX_NAME, PartName
from sandbox.errors import BadFile, Refused
from sandbox.parts.turning.gearing import TOOTH, Turning
from sandbox.reading.nearest import meant

GAP = 0.0005  # m between what touches: the engine lets contacts overlap by as much
_PLACES = 4  # decimals of a metre: what a hand in the window can do, too
_BEYOND = 1000.0  # m: from where something comes down on another


class LinkEnd(NamedTuple):
    """A port of a part, or a point of it (m, in the part's frame), for a link to end at."""

    part: Part
    name: str = ""
    at: tuple[float, float] | None = None


class Joined(NamedTuple):
    """A link of a script: its id, or 0 if the player draws it, and its kind."""

    number: int
    kind: str


class Part:
    """A part of a level, or one of the stock that the player is to place here."""

    def __init__(self, number: int, kind: str, props: Values, line: int, given: Given | None) -> None:
        self.number = number  # its id; for a given part its place among the hints, from 1
        self.line = line
        self.given = given
        self.placed = False
        self._spec = catalogue.fit_part(PartSpec(1, kind, 0.0, 0.0, props=props))
        self._steps: list[Callable[[], None]] = []

    @property
    def kind(self) -> str:
        """The name of the part's kind."""
        return self._spec.kind

    @property
    def spec(self) -> PartSpec:
        """The part as placed; its id is not yet that of the level."""
        return self._spec

    @property
    def title(self) -> str:
        """The part's kind in words, with the line of the script that made it."""
        return f"{catalogue.KINDS[self.kind].title.lower()} of line {self.line}"

    @property
    def x(self) -> float:
        """The x of the part's middle, in m."""
        return self._spec.x

    @property
    def y(self) -> float:
        """The height of the part's middle, in m."""
        return self._spec.y

    @property
    def box(self) -> Box:
        """The box in the world around the solid shapes of the part: x0, y0, x1, y1 in m."""
        return contact.box_around(self._spec)

    # -- where

    def at(self, x: float, y: float) -> Self:
        """Place the part's middle at a point of the world (m)."""
        return self._step(lambda: self._move(x, y))

    def on(self, other: Part, x: float | None = None) -> Self:
        """Lay the part on another one from above, its middle at x (m; else where it is, or over the other)."""
        return self._step(lambda: self._bring(other, contact.DOWN, self._along(other, x), _BEYOND, "above"))

    def under(self, other: Part, x: float | None = None) -> Self:
        """Bring the part up against another one from below, its middle at x (m)."""
        return self._step(lambda: self._bring(other, contact.UP, self._along(other, x), -_BEYOND, "below"))

    def inside(self, other: Part, x: float | None = None) -> Self:
        """Lay the part on the ground within another one: in a basket, a box, a tube."""
        return self._step(
            lambda: self._bring(other, contact.DOWN, self._along(other, x), _middle(other.box)[1], "within", fits=True)
        )

    def left_of(self, other: Part, y: float | None = None, gap: float = GAP) -> Self:
        """Push the part against another one from its left, or leave a gap (m); its middle at y, else where it is."""
        return self._step(lambda: self._bring(other, contact.RIGHT, -_BEYOND, self._up(other, y), "left of", gap))

    def right_of(self, other: Part, y: float | None = None, gap: float = GAP) -> Self:
        """Push the part against another one from its right, or leave a gap (m); its middle at y, else where it is."""
        return self._step(lambda: self._bring(other, contact.LEFT, _BEYOND, self._up(other, y), "right of", gap))

    def in_mesh(self, with_: Part, towards: float = 0.0) -> Self:
        """Place a gear in mesh with another, in a direction from it: degrees counter-clockwise, 0 is to the right."""
        return self._step(lambda: self._mesh(with_, towards))

    def turned(self, degrees: float) -> Self:
        """Turn the part by an angle, counter-clockwise; what is said about its place still holds."""
        if degrees and not catalogue.KINDS[self.kind].turns:
            raise Refused(f"a {catalogue.KINDS[self.kind].title.lower()} can't be turned")
        self._spec = replace(self._spec, angle=math.pi * degrees / 180.0)
        return self._again()

    def flipped(self) -> Self:
        """Mirror the part; what is said about its place still holds."""
        if not catalogue.KINDS[self.kind].flips:
            raise Refused(f"a {catalogue.KINDS[self.kind].title.lower()} can't be flipped")
        self._spec = replace(self._spec, flip=not self._spec.flip)
        return self._again()

    def layered(self, layer: int) -> Self:
        """Draw the part before or behind others; lower layers lie behind."""
        self._spec = replace(self._spec, layer=layer)
        return self

    def named(self, name: str) -> Self:
        """Let sentences call the part by a name, written as it is within a sentence: "the keg"."""
        if self.given is not None:
            raise Refused("a part that the player places is called by its title; give it one with level.give")
        try:
            self._spec = replace(self._spec, name=msgspec.convert(name, PartName))
        except msgspec.ValidationError:
            raise Refused(f"a part's name is one line of up to {MAX_NAME} characters, not {name!r:.60}") from None
        return self

    def _step(self, step: Callable[[], None]) -> Self:
        step()
        self._steps.append(step)
        self.placed = True
        return self

    def _again(self) -> Self:
        for step in self._steps:
            step()
        return self

    def _move(self, x: float, y: float) -> None:
        if not (math.isfinite(x) and math.isfinite(y)):
            raise Refused(f"the {self.title} can't be placed at {x}, {y}")
        self._spec = replace(self._spec, x=round(x, _PLACES) + 0.0, y=round(y, _PLACES) + 0.0)

    def _along(self, other: Part, x: float | None) -> float:
        return x if x is not None else self.x if self.placed else _middle(other.box)[0]

    def _up(self, other: Part, y: float | None) -> float:
        return y if y is not None else self.y if self.placed else _middle(other.box)[1]

    def _bring(
        self, other: Part, way: contact.Points, x: float, y: float, where: str, gap: float = GAP, fits: bool = False
    ) -> None:
        """Move the part from x, y along a way until it touches another one."""
        if other is self:
            raise Refused(f"the {self.title} can't be {where} itself")
        if not other.placed:
            raise Refused(f"the {other.title} has no place yet; say where it is before something is {where} it")
        start = replace(self._spec, x=x, y=y)
        far = contact.travel(contact.outlines(start), contact.outlines(other.spec), way)
        if far is None:
            box = other.box
            raise Refused(
                f"the {self.title} is not {where} the {other.title}, which reaches from ({box.x0:.2f}, {box.y0:.2f}) "
                f"to ({box.x1:.2f}, {box.y1:.2f}) m"
            )
        step = way.T @ [0.0, -(far - gap)]
        if fits and far > 10.0 * (other.box.y1 - other.box.y0):
            raise Refused(f"the {self.title} does not lie within the {other.title}")
        self._move(x + float(step[0]), y + float(step[1]))

    def _mesh(self, other: Part, towards: float) -> None:
        radii = [_pitch(part) for part in (self, other)]
        c, s = cos_sin(math.pi * towards / 180.0)
        self._move(other.x + (radii[0] + radii[1]) * c, other.y + (radii[0] + radii[1]) * s)

    # -- ports

    def port(self, name: str) -> LinkEnd:
        """Return a port by its name, as `part.name` does."""
        ports = [port.name for port in catalogue.blueprint(self._spec).ports]
        if name not in ports:
            has = f"it has {', '.join(ports)}" if ports else "it has none"
            raise Refused(f"the {self.title} has no port '{name}' ({has}), and a part in a script has no such method")
        return LinkEnd(self, name)

    def point(self, x: float, y: float) -> LinkEnd:
        """Return a point of the part, in m from its middle when neither turned nor flipped; a rope can end there."""
        return LinkEnd(self, at=(x, y))

    def __getattr__(self, name: str) -> LinkEnd:
        if name.startswith("_"):
            raise AttributeError(name)
        return self.port(name)


class Given:
    """The item of the stock that a given part is taken from."""

    def __init__(self, item: str, hint: str, stock: int | StockItem) -> None:
        self.item = item
        self.hint = hint
        self.stock = stock


def known_kind(kind: str, among: dict[str, object], noun: str) -> None:
    """Refuse a kind that nobody knows, with the name that may be meant.

    Raises:
        Refused: there is no such kind.
    """
    if kind not in among:
        near = meant(str(kind), among) or "; `sandbox parts` lists all"
        raise Refused(f"there is no kind of {noun} '{kind:.40}'{near}")


def fitted(number: int, kind: str, props: Values, line: int, given: Given | None = None) -> Part:
    """Return a new part, with its kind and its properties checked.

    Raises:
        Refused: there is no such kind, or it has no such property.
    """
    known_kind(kind, dict(catalogue.KINDS), "part")
    try:
        return Part(number, kind, props, line, given)
    except BadFile as error:
        raise Refused(str(error).removeprefix("part 1 ")) from None


def _middle(box: Box) -> tuple[float, float]:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def _pitch(part: Part) -> float:
    """Return the radius (m) of the pitch circle of a gear."""
    kind = catalogue.KINDS[part.kind]
    teeth = kind.teeth(kind.values(part.spec.props)) if isinstance(kind, Turning) else 0
    if not teeth:
        raise Refused(f"the {part.title} has no teeth, so nothing meshes with it")
    return TOOTH * teeth
