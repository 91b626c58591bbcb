"""Plans of parts as pure data: bodies, shapes, ports, joints and looks, and the blueprint that they make up.

Everything is in the part's own frame: metres, y up, as placed at angle 0 and not flipped.
"""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

import msgspec
from msgspec import Struct

from sandbox.design.geometry import Box, Outline, Point, Polygon, Pose, total
from sandbox.errors import BadFile

# Friction and restitution of two touching shapes are the product of both. The fixed structure is therefore the
# reference surface (close to 1), and a loose part carries the measured figure of itself against a hard floor.
STRUCTURE_FRICTION = 0.9
STRUCTURE_RESTITUTION = 0.95
# Collision categories: a look for loose things leaves out what is fixed. Turning parts (wheels and what holds their
# axles) don't collide with one another.
LOOSE, DRIVEN, FIXED_ALONE, TURNING, FIXED_TURNING = 1, 1 << 27, 1 << 28, 1 << 29, 1 << 30
FIXED = DRIVEN | FIXED_ALONE | FIXED_TURNING
MOVABLE = 0xFFFFFFFF ^ FIXED_ALONE  # all but what never moves

LEAST_SOLID, LEAST_MASS = 1e-7, 1e-6  # m^2, of all its shapes together, and kg: of a body that moves
TOO_SMALL = "would be too small or too thin to be built; make it larger, or draw it with its points farther apart"

Rgb = tuple[int, int, int]


class Look(Struct, frozen=True):
    """The look of a shape. Every material is procedural: no texture files.

    `material`: wood, metal, rubber, stone, felt, leather, cloth, glow. `slot` names a running state that the
    shader gets as a number: a lamp's brightness (glow), a belt's travel in metres (rubber).
    """

    material: str
    tint: Rgb
    outline: float = 1.6  # px
    slot: str = ""

    def edged(self, outline: float) -> Look:
        """Return the same material with an outline of another width (px)."""
        return msgspec.structs.replace(self, outline=outline)


class Body(Struct, frozen=True):
    """A rigid body of a part: `x`, `y` is its centre of mass in the part's frame once the blueprint is settled."""

    kind: str  # "dynamic", "static" or "kinematic"
    mass: float = 0.0  # kg, shared out over its colliding shapes by area
    x: float = 0.0
    y: float = 0.0
    moment: float = 0.0  # kg m^2 about the centre of mass; worked out from its colliding shapes if 0
    upright: bool = False  # it moves but never turns: its moment of inertia is infinite


class Shape(Struct, frozen=True):
    """An outline on a body: what collides and what is drawn are the same thing unless it says otherwise."""

    outline: Outline
    look: Look | None
    body: int = 0
    friction: float = STRUCTURE_FRICTION
    restitution: float = STRUCTURE_RESTITUTION
    collides: bool = True
    name: str = ""  # for behaviours that address one shape
    senses: bool = False  # what does not collide: parts that listen are told when they touch it, and nothing is pushed
    # Of a piece of a line, which is an outline of two points with its rounding: the points of the line before and after
    # it, or its own where the line ends. Nothing that rolls along the line then strikes the ends of its pieces.
    beside: tuple[Point, Point] | None = None

    def mirrored(self) -> Shape:
        """Return the shape left to right. Mirrored outlines run the other way round, so the neighbours change sides."""
        beside = None
        if self.beside is not None:
            (ax, ay), (bx, by) = self.beside
            beside = (-bx, by), (-ax, ay)
        return msgspec.structs.replace(self, outline=self.outline.mirrored(), beside=beside)


class Port(Struct, frozen=True):
    """A point of a body, in the part's frame, where a link can be tied."""

    name: str
    x: float
    y: float
    type: str  # "rope", "shaft", "signal out", "signal in", "power out" or "power in"
    body: int = 0
    title: str = ""
    aside: bool = False  # seldom wanted: of two ports that are about as near, the other is meant


class Sheave(Struct, frozen=True):
    """The wheel of a pulley, for ropes to run over: `body` turns about x, y; the rope's middle runs at `r` (m).

    `winds`: it is a drum, and a rope is rather tied to it than led over it.
    """

    r: float
    x: float = 0.0
    y: float = 0.0
    body: int = 0
    winds: bool = False


class Joint(Struct, frozen=True):
    """A joint that holds two bodies of one part together.

    `kind`: "pivot" (they share the point x, y; turning bounded by low..high radians unless both are 0).
    """

    kind: str
    a: int
    b: int
    x: float = 0.0
    y: float = 0.0
    low: float = 0.0
    high: float = 0.0


class Aim(NamedTuple):
    """A place of a part where a ray starts, and its direction (of length 1), in the part's frame and not flipped."""

    x: float
    y: float
    dx: float = 1.0
    dy: float = 0.0


class Flight(NamedTuple):
    """How a part shoots out something round: from where and how fast, in its frame and not flipped, and its radius."""

    x: float
    y: float
    vx: float  # m/s
    vy: float
    r: float  # m


class Blueprint(Struct, frozen=True):
    """A part at rest, as data. Call `settled()` once: bodies then sit at their centres of mass.

    `spare` bodies, by index, wait outside the machine until the part lets them out: fragments, drops, shots.
    """

    bodies: tuple[Body, ...]
    shapes: tuple[Shape, ...]
    ports: tuple[Port, ...] = ()
    joints: tuple[Joint, ...] = ()
    spare: tuple[int, ...] = ()
    sheave: Sheave | None = None

    @property
    def mass(self) -> float:
        """The mass of all that can move of it at Start, in kg: without what it lets out later."""
        return total(
            body.mass for index, body in enumerate(self.bodies) if body.kind == "dynamic" and index not in self.spare
        )

    @property
    def stays(self) -> bool:
        """Whether nothing of it can move at Start."""
        return all(body.kind == "static" for index, body in enumerate(self.bodies) if index not in self.spare)

    def mirrored(self) -> Blueprint:
        return Blueprint(
            tuple(msgspec.structs.replace(b, x=-b.x) for b in self.bodies),
            tuple(shape.mirrored() for shape in self.shapes),
            tuple(msgspec.structs.replace(p, x=-p.x) for p in self.ports),
            tuple(msgspec.structs.replace(j, x=-j.x, low=-j.high, high=-j.low) for j in self.joints),
            self.spare,
            msgspec.structs.replace(self.sheave, x=-self.sheave.x) if self.sheave else None,
        )

    def settled(self) -> Blueprint:
        """Work out masses, centres of mass and moments of inertia from the shapes.

        Shapes stay in the *part's* frame; `Body.x, y` tells where the body is in it.

        Raises:
            BadFile: there is so little of it that the engine could not move it.
        """
        solid = [s for s in self.shapes if s.collides and s.beside is None]
        if any(isinstance(s.outline, Polygon) and len(s.outline.points) < 3 for s in solid):
            raise BadFile(TOO_SMALL)
        bodies = []
        for index, body in enumerate(self.bodies):
            if body.kind == "dynamic":
                areas = [s.outline.mass_properties() for s in self.shapes if s.body == index and s.collides]
                whole = total(a for a, _, _, _ in areas)
                if not (whole >= LEAST_SOLID and body.mass >= LEAST_MASS):
                    raise BadFile(TOO_SMALL)
                x = total(a * cx for a, cx, _, _ in areas) / whole
                y = total(a * cy for a, _, cy, _ in areas) / whole
                second = total(m + a * ((cx - x) * (cx - x) + (cy - y) * (cy - y)) for a, cx, cy, m in areas)
                moment = math.inf if body.upright else body.moment or body.mass * second / whole
                if not moment > 0.0:
                    raise BadFile(TOO_SMALL)
                body = Body("dynamic", body.mass, x, y, moment, body.upright)
            bodies.append(body)
        return Blueprint(tuple(bodies), self.shapes, self.ports, self.joints, self.spare, self.sheave)

    def port(self, name: str) -> Port | None:
        return next((p for p in self.ports if p.name == name), None)

    def body_at(self, x: float, y: float) -> int:
        """Return the index of the body that carries a point of the part's frame: the one with a shape nearest to it.

        Shapes that collide count before those that are only drawn, and spare bodies do not count: they are absent.
        """
        present = [s for s in self.shapes if s.body not in self.spare]
        solid = [s for s in present if s.collides] or present
        return min(solid, key=lambda shape: shape.outline.distance(x, y)).body

    def reaches_into(self, pose: Pose, box: Box) -> bool:
        """Tell whether anything of the part at rest that collides or is seen reaches into a box."""
        shapes = (shape for shape in self.shapes if shape.body not in self.spare)
        return any(shape.outline.meets(pose, box) for shape in shapes if shape.collides or shape.look is not None)

    def bounds(self, pose: Pose) -> Box:
        """Return the box in the world around all shapes of a part placed at `pose` that are drawn or collide."""
        boxes = [s.outline.bounds(pose) for s in self.shapes if s.collides or s.look is not None]
        return functools.reduce(Box.union, boxes)

    def distance(self, x: float, y: float) -> float:
        """Return the signed distance in m from a point in the part's frame to the nearest shape: negative inside."""
        return min(s.outline.distance(x, y) for s in self.shapes if s.collides or s.look is not None)
