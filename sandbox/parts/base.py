"""Part kinds and link kinds: their blueprints (bodies, shapes, ports, joints, looks) and their behaviour.

A kind is one class in one family module. Its `blueprint` is pure data in the part's own frame (metres, y up, as
placed at angle 0 and not flipped), used alike by the machine (bodies), the canvas (looks) and the editor (hit
tests, handles). Its behaviour is in optional methods, which get the running part and the machine (`world` says what
they may do with them); all running state lives in named numbers (`states`) that the machine hashes each tick, never
in attributes.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import msgspec
from msgspec import Struct

from sandbox.design.design import Design, Link, PartSpec, Value, Values
from sandbox.design.geometry import Box, Circle, Outline, Point, Polygon, Pose, place, total
from sandbox.errors import BadFile
from sandbox.parts.properties import Property

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine

# Friction and restitution of two touching shapes are the product of both. The fixed structure is therefore the
# reference surface (close to 1), and a loose part carries the measured figure of itself against a hard floor.
STRUCTURE_FRICTION = 0.9
STRUCTURE_RESTITUTION = 0.95
# Collision categories: a look for loose things leaves out what is fixed. Turning parts (wheels and what holds their
# axles) don't collide with one another.
LOOSE, FIXED_ALONE, TURNING, FIXED_TURNING = 1, 1 << 28, 1 << 29, 1 << 30
FIXED = FIXED_ALONE | FIXED_TURNING

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


class Port(Struct, frozen=True):
    """A point of a body, in the part's frame, where a link can be tied."""

    name: str
    x: float
    y: float
    type: str  # "rope", "signal out" or "signal in"
    body: int = 0
    title: str = ""


class Sheave(Struct, frozen=True):
    """The wheel of a pulley, for ropes to run over: `body` turns about x, y; the rope's middle runs at `r` (m)."""

    r: float
    x: float = 0.0
    y: float = 0.0
    body: int = 0


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

    def mirrored(self) -> Blueprint:
        return Blueprint(
            tuple(msgspec.structs.replace(b, x=-b.x) for b in self.bodies),
            tuple(msgspec.structs.replace(s, outline=s.outline.mirrored()) for s in self.shapes),
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
        if any(isinstance(s.outline, Polygon) and len(s.outline.points) < 3 for s in self.shapes if s.collides):
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


class Hit(Struct, frozen=True):
    """A note of something that struck a part in the last step, from the struck part's side.

    `impulse` in N s over this tick; `speed` at which the two closed in along `nx, ny` (the direction from the
    part to the other), in m/s, measured before the solver; at world point x, y. `first`: they did not touch
    on the tick before. `push`: the part of the impulse that is along the normal, at one point: on average over the
    one or two at which they touch.
    """

    part: int
    shape: int  # index into the part's blueprint
    other: int
    other_shape: int
    first: bool
    impulse: float
    speed: float
    nx: float
    ny: float
    x: float
    y: float
    push: float = 0.0


class Jet(NamedTuple):
    """A stream of air out of a mouth of half width `half`, in the part's frame, as flipped.

    The wind keeps to a cone along the unit vector `axis`, and falls off in a straight line to nothing at its reach; an
    `even` one does not fall off.
    """

    mouth: Point
    axis: Point
    half: float  # m
    speed: float  # m/s at the mouth
    reach: float  # m
    spread: float = 0.2  # it widens by so much to each side, for each metre (11 degrees: a free round jet)
    even: bool = False


class Described:
    """The common part of part kinds and link kinds: a name, a help sentence, properties, running states."""

    name: ClassVar[str]
    title: ClassVar[str]
    help: ClassVar[str]
    source: ClassVar[str] = ""  # where the physical numbers come from
    properties: ClassVar[tuple[Property, ...]] = ()
    states: ClassVar[tuple[str, ...]] = ()  # names of its running numbers, each 0.0 at Start
    sound: ClassVar[str] = ""  # of a knock on it: one of `sounds.KNOCKS`; "": as its look's material sounds
    hum: ClassVar[str] = ""  # one of `sounds.HUMS`, while its state `on` (or `hums_while`) is not 0
    hums_while: ClassVar[str] = "on"
    cues: ClassVar[Mapping[str, str]] = {}  # each event that it tells, with its sound: one of `sounds.CUES`

    def property(self, name: str) -> Property | None:
        return next((p for p in self.properties if p.name == name), None)

    def values(self, props: Values) -> SimpleNamespace:
        """Return every property by name: its default, or its value in `props`."""
        return SimpleNamespace(**{p.name: props.get(p.name, p.default) for p in self.properties})


class Kind(Described):
    """A part kind. Subclass it in a family module and list an instance in that module's `KINDS`."""

    resizes: ClassVar[tuple[str, ...]] = ()  # properties that the handles change: "width", "height"
    flips: ClassVar[bool] = False
    turns: ClassVar[bool] = True
    pressable: ClassVar[bool] = False
    wants_hits: ClassVar[bool] = False  # calls `struck` for each new contact, however faint, and for each lasting one
    # that presses harder than this in a tick: N s, or the name of the property that holds it; infinity: for none
    hit_threshold: ClassVar[float | str] = 0.0
    act_interval: ClassVar[float] = 0.0  # s from one `act` to the next, rounded down to 1, 2, 4, ... ticks
    catches_wind: ClassVar[bool] = False  # calls `on_wind` instead of pushing it
    read: ClassVar[str] = ""  # the text that pointing at it shows
    drawn: ClassVar[str] = ""  # the outline that placing it asks for, point by point
    for_imports: ClassVar[bool] = False  # a second kind of its sort, for levels that were made for another program
    sharp: ClassVar[bool] = False  # pops what it touches, but for its shapes that are named "blunt"
    deadly: ClassVar[bool] = False  # a touch kills what walks, while its state `on` is 1
    goal_states: ClassVar[tuple[str, ...]] = ()  # those of `states` that a goal may ask for
    night_tints: ClassVar[Mapping[Rgb, Rgb]] = MappingProxyType({})  # in a scene at night, by the usual tint

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        """Build the part with property values `p`, in its own frame, not flipped."""
        raise NotImplementedError(self.name)

    def hollow(self, p: SimpleNamespace) -> Polygon | None:
        """Return the outline of the space that others can lie in, in the frame of `blueprint`; None: it has none.

        Its main body carries it. Whether a kind has a hollow does not depend on its properties.
        """
        return None

    def jet(self, p: SimpleNamespace, facing: float) -> Jet | None:
        """Return what the part does to the air while its state `hums_while` is on; None: nothing."""
        return None

    def start(self, run: Running, machine: RunningMachine) -> None:
        """Run once at Start, after all links: set states that do not begin at 0, add joints, ..."""

    def act(self, run: Running, machine: RunningMachine) -> None:
        """Run before each step (or less often, see `act_interval`), in id order. Not overriding it costs nothing."""

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        """Run before a step, before any part acts, when an alarm is due that `machine.at` has set; it is no longer set.

        An alarm is one of the kind's `states`, and holds the tick on which it is due, or 0. Between, it costs nothing:
        a fuse, a lockout or a pulse needs no `act` that counts down.
        """

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        """Run after other parts or links have been taken out of the machine."""

    def retimed(self, run: Running, lapse: float, machine: RunningMachine) -> None:
        """Run before a step of another length than the last, to change what follows from `machine.dt`. `lapse` is
        what `run.lapse` was until now (s). Never called in a run that is recorded.
        """

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        """Run after the step, once for each note, in sorted order."""

    def grabbed(self, run: Running, machine: RunningMachine) -> None:
        """Run when a hand has taken hold of it."""

    def on_wind(self, run: Running, wind: float, share: float, lapse: float, machine: RunningMachine) -> None:
        """Run when wind of so many m/s meets a share of its face, for the next `lapse` seconds."""

    def spring_gain(self, run: Running, machine: RunningMachine) -> float:
        """Return by how much more a spring must pull than a force, to do the same: more than 1 for a law of motion
        that takes a share of every speed, also of what the spring has just given.
        """
        return 1.0

    def press(self, run: Running, machine: RunningMachine) -> None:
        """Carry out a Press command."""

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        """Run when a wire into this part has changed to `on`."""

    def signal_at(self, run: Running, port: str, on: bool, machine: RunningMachine) -> None:
        """Run when a wire into a port of this part has changed to `on`: for kinds with more than one such port."""
        self.signal(run, on, machine)


class LinkKind(Described):
    """A kind of link. `ends` are the port types that it joins, in either order."""

    ends: ClassVar[tuple[str, str]]
    radius: ClassVar[float] = 0.006  # m, as drawn
    loose: ClassVar[bool] = False  # has no length of its own, and is drawn hanging a little (a wire)
    look: ClassVar[Look]  # drawn by material: cloth a rope, glow a wire, metal a rod, coil a spring, rubber glue
    cuttable: ClassVar[bool] = False  # by blades
    seen: ClassVar[bool] = True  # while the machine runs; what is not, is drawn for who builds
    loops: ClassVar[bool] = False  # runs round the discs of two shafts, and is drawn so
    bends: ClassVar[bool] = False  # runs over pulleys

    def states_of(self, link: Link) -> tuple[str, ...]:
        """Return the names of a link's running numbers: there may be more, the more pulleys it runs over."""
        return self.states

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        """Run once at Start, after all bodies stand and before any part's `start`."""

    def act(self, run: RunningLink, machine: RunningMachine) -> None:
        """Run before each step, after all parts, in id order. Not overriding it costs nothing."""

    def retimed(self, run: RunningLink, machine: RunningMachine) -> None:
        """Run before a step of another length than the last, as for parts."""


def pose_of(spec: PartSpec) -> Pose:
    return Pose(spec.x, spec.y, spec.angle)


__all__ = [
    "BadFile", "Blueprint", "Body", "Circle", "Design", "FIXED",
    "FIXED_ALONE", "FIXED_TURNING", "Hit", "Joint", "Kind", "Link", "LOOSE", "LinkKind", "Look",
    "PartSpec", "Point", "Polygon", "Port", "Pose", "Property", "Shape", "Sheave", "STRUCTURE_FRICTION",
    "STRUCTURE_RESTITUTION", "TURNING", "Value", "Values", "place", "pose_of",
]  # fmt: skip
