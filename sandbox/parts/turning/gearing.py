"""Shafts, the common base of all turning parts. A wheel on a fixed axle, gears in mesh, belts from shaft to shaft.

Gears whose pitch circles touch at Start, within `MESH`, turn together in the exact ratio of their teeth; the teeth
are looks, and the engine's gear joint is the law. Turning parts pass each other by: they overlap where they mesh.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.engine.engine import set_max_force, set_rate
from sandbox.parts.drawing import TURN, oval, painted, slab
from sandbox.parts.kind import (
    FIXED_TURNING,
    TURNING,
    Body,
    Circle,
    Joint,
    Kind,
    LinkKind,
    Look,
    Polygon,
    Port,
    Property,
    Shape,
)
from sandbox.parts.materials import BLACKENED, CHROME

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine

TOOTH = 0.0075  # m of pitch radius for each tooth: gears of any sizes mesh
ADDENDUM, DEDENDUM = 0.011, 0.014  # m: of a tooth beyond the pitch circle, and of the gap below it
MESH = 0.006  # m that two pitch circles may be apart, or overlap, and still mesh: about half of what a tooth reaches
HUB = 0.04  # m: the disc for belts on every shaft that has no better one
BEARING = 0.005  # N m of friction in a small ball bearing with its seals: what turns freely comes to rest
WHEEL = 1  # the body that turns; 0 is what holds its axle

_RPM = TURN / 60  # rad/s
APART = 0.5  # m: gears whose axles are farther apart along x or y can't mesh


def rpm(speed: float) -> float:
    """Convert turns a minute to rad/s."""
    return speed * _RPM


class Turning(Kind):
    """Something with a shaft: body 1 turns about a fixed axle through its middle, held by body 0."""

    settles: ClassVar[bool] = True  # at Start it may turn by part of a tooth, so that its teeth fit into others'

    def teeth(self, p: SimpleNamespace) -> int:
        """Return the number of teeth on its rim; 0: it is no gear."""
        return 0

    def disc(self, p: SimpleNamespace) -> float:
        """Return the radius of its belt disc in m."""
        return HUB

    def drag(self, p: SimpleNamespace) -> float:
        """Return the torque in N m that slows its shaft while nothing drives it."""
        return BEARING

    def start(self, run: Running, machine: RunningMachine) -> None:
        others = pymunk.ShapeFilter.ALL_MASKS() ^ (TURNING | FIXED_TURNING)
        for plan, shape in zip(run.plan.shapes, run.shapes, strict=True):
            if shape is not None:
                loose = run.plan.bodies[plan.body].kind == "dynamic"
                shape.filter = pymunk.ShapeFilter(run.id, TURNING if loose else FIXED_TURNING, others)
        motor = pymunk.SimpleMotor(run.bodies[0], run.bodies[WHEEL], 0.0)
        motor.max_force = self.drag(run.p)
        machine.add_joints(run, motor)
        if self.teeth(run.p):
            self._mesh(run, machine)

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        for joint in [joint for joint in run.joints if joint.a.space is None]:  # its gear has been taken away
            machine.remove_joints(run, joint)

    def drive(self, run: Running, speed: float, torque: float) -> None:
        """Let the part's motor turn the shaft at `speed` (rad/s, counter-clockwise), with no more than `torque` (N
        m)."""
        motor = next(joint for joint in run.joints if isinstance(joint, pymunk.SimpleMotor))
        set_rate(motor, -speed)
        set_max_force(motor, torque)

    def stay_awake(self, run: Running) -> None:
        """Keep the wheel awake: the engine takes slow turning for rest, and would put it to sleep with its motor on."""
        if run.bodies[WHEEL].is_sleeping:
            run.bodies[WHEEL].activate()

    def _mesh(self, run: Running, machine: RunningMachine) -> None:
        """Mesh this gear with the touching gears of lower id; later gears mesh themselves."""
        teeth, free = self.teeth(run.p), self.settles
        body = run.bodies[WHEEL]
        x, y = body.position
        for neighbour in machine.parts.values():
            if neighbour.id >= run.id:
                return
            if (
                abs(neighbour.spec.x - x) > APART
                or abs(neighbour.spec.y - y) > APART
                or not isinstance(neighbour.kind, Turning)
            ):
                continue
            other_teeth = neighbour.kind.teeth(neighbour.p)
            wheel = neighbour.bodies[WHEEL]
            dx, dy = x - wheel.position.x, y - wheel.position.y
            if not other_teeth or abs(math.sqrt(dx * dx + dy * dy) - TOOTH * (teeth + other_teeth)) > MESH:
                continue
            if free:
                way = _heading(dx, dy)
                off = (
                    (wheel.angle - way) * other_teeth + (body.angle - way - TURN / 2) * teeth
                ) / TURN - 0.5  # of a tooth
                body.angle -= (off - round(off)) * TURN / teeth
                _keep_belts(run, machine)
                free = False
            ratio = -teeth / other_teeth
            joint = pymunk.GearJoint(wheel, body, ratio * body.angle - wheel.angle, ratio)
            machine.add_joints(run, joint)


class Belt(LinkKind):
    name = "belt"
    title = "Belt"
    price = 3
    synonyms = "strap, drive belt, rubber band, chain"
    help = (
        "Couples the shafts of two turning parts: the smaller belt disc turns faster. Open, both turn the same "
        "way; crossed, opposite ways. Nothing runs into it."
    )
    source = "A toothed belt: it does not slip. The ratio is that of the belt discs' radii."
    ends = ("shaft", "shaft")
    properties = (Property("crossed", "Crossed", False, help="The two shafts then turn opposite ways"),)
    ways = ("crossed",)
    radius = 0.008
    look = Look("rubber", (52, 54, 60))
    loops = True

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        a, b = run.a.bodies[WHEEL], run.b.bodies[WHEEL]
        assert isinstance(run.a.kind, Turning) and isinstance(run.b.kind, Turning)
        ratio = run.b.kind.disc(run.b.p) / run.a.kind.disc(run.a.p) * (-1.0 if run.p.crossed else 1.0)
        run.data = pymunk.GearJoint(a, b, ratio * b.angle - a.angle, ratio)
        machine.add_joints(run, run.data)


def _keep_belts(run: Running, machine: RunningMachine) -> None:
    """Put a shaft's belts on again, after the shaft has been turned."""
    for link in machine.links_at(run):
        if isinstance(link.kind, Belt):
            joint: pymunk.GearJoint = link.data
            joint.phase = joint.ratio * joint.b.angle - joint.a.angle


def _heading(x: float, y: float) -> float:
    """The direction of a vector in radians: atan2, but the same bits everywhere (Newton on the exact `cos_sin`)."""
    length = math.sqrt(x * x + y * y)
    angle = 0.0 if x >= 0 else TURN / 2
    for _ in range(6):
        c, s = cos_sin(angle)
        angle += (c * y - s * x) / length
    return angle


# -- what they are made of


def axle(x: float = 0.0, y: float = 0.0) -> Joint:
    return Joint("pivot", 0, WHEEL, x, y)


def shaft(x: float = 0.0, y: float = 0.0) -> Port:
    return Port("shaft", x, y, "shaft", title="Shaft")


def bodies(mass: float) -> tuple[Body, Body]:
    """Return the body that holds the axle, and that of the wheel, with its mass in kg."""
    return Body("static"), Body("dynamic", mass)


def toothed(teeth: int, look: Look) -> list[Shape]:
    """A gear's disc with its teeth, of which one points along x. 24 teeth are drawn as two discs of twelve."""
    r = TOOTH * teeth
    layers = 1 if teeth <= 16 else 2
    shapes = [Shape(Circle(r + ADDENDUM), None, body=WHEEL, friction=0.6, restitution=0.2)]
    for layer in range(layers):
        points = []
        for tooth in range(layer, teeth, layers):
            for reach, at in ((-DEDENDUM, -0.3), (ADDENDUM, -0.16), (ADDENDUM, 0.16), (-DEDENDUM, 0.3)):
                c, s = cos_sin(TURN * (tooth + at) / teeth)
                points.append(((r + reach) * c, (r + reach) * s))
        shapes.append(painted(Polygon(tuple(points)), look, body=WHEEL))
    plain = Look(look.material, look.tint, outline=0.0)
    shapes.append(painted(flat(r - DEDENDUM + 0.0015), plain, body=WHEEL))
    return shapes


def flat(r: float) -> Polygon:
    """A disc to be drawn flat: a drawn metal circle would be shaded as a ball."""
    return oval(r, r, r, 48)


def spoked(r: float, spokes: int, look: Look, back: Look) -> list[Shape]:
    """A wheel's inside of radius `r`: openings, through which one sees `back`, and as many spokes."""
    width = min(0.022, 0.28 * r)
    shapes = [painted(flat(r), back, body=WHEEL)]
    plain = Look(look.material, look.tint, outline=0.7)
    for index in range(spokes):
        c, s = cos_sin(TURN * index / spokes)
        half = width / 2
        ends = ((0.0, -half), (r, -half), (r, half), (0.0, half))
        points = tuple((c * x - s * y, s * x + c * y) for x, y in ends)
        shapes.append(painted(Polygon(points), plain, body=WHEEL))
    shapes.append(painted(Circle(max(0.3 * r, 0.014)), look, body=WHEEL))
    return shapes


def bolt(r: float = 0.011, x: float = 0.0, y: float = 0.0) -> list[Shape]:
    """The end of an axle, with a slot that shows how the wheel turns."""
    bright = CHROME.edged(0.0)
    return [
        painted(Circle(r, x, y), BLACKENED),
        painted(slab(1.3 * r, 0.32 * r, x, y), bright, body=WHEEL),
    ]
