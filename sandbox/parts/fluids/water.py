"""A tank of water, in which things float or sink by the water that they displace."""

from __future__ import annotations

import functools
import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.design.geometry import Box, Pose, clipped
from sandbox.engine.readout import FRAME
from sandbox.parts.drawing import band, painted, slab
from sandbox.parts.kind import LOOSE, TURNING, Blueprint, Body, Circle, Kind, Look, Point, Polygon, Property, Shape
from sandbox.parts.materials import DEPTH
from sandbox.parts.sight import SeenBody, bodies_among
from sandbox.parts.surroundings import PlaceGrid

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_DENSITY = 1000.0  # kg/m^3
_FAR = 1000.0  # m: so far away a spring is tied that its force hardly changes where the body goes
_NOTICED = 0.005  # of its weight: a smaller change of the force is left alone, so that what floats can fall asleep
_SHIFTED = 0.002  # m: the same, of how far beside its middle it acts
_LOOKS, _TURN = (
    16,
    8,
)  # ticks in which it looks but once at what moves slowly; in which it looks once whether things come
_CALM = 0.4  # m/s up or down: slowly
_WAVES = 4.0  # times the drag: what bobs at the surface makes waves
_ROLL = 6.0  # 1/s: how fast rolling dies down; more than going straight, or a plank would rock up


class Float(NamedTuple):
    """The water that a body displaces: its volume (m^3) and middle along x (m), and the area in which the water's
    surface cuts the body (m^2), with the second moment of that area about its middle (m^4).
    """

    volume: float
    x: float
    cut: float
    roll: float


class WaterTank(Kind):
    """Bears a body by a spring from far away, and rights it by another; the springs are changed when the force that
    they should give has changed. So nothing need be done on every tick, and what floats or lies on the ground falls
    asleep.
    """

    name = "water_tank"
    title = "Water tank"
    price = 12
    synonyms = "basin, pool, aquarium"
    help = (
        "Wood, foam, balls full of air and most living things float in it; iron and stone sink, slowly. What falls in "
        "falls softly, what burns goes out, and nothing in it takes fire."
    )
    source = (
        "Archimedes: 1,000 kg/m^3 of what is displaced; outlines count 10 cm deep, discs as balls. Half of that water "
        "moves along with a body, as with a ball; drag takes speed at 2 to 4 a second."
    )
    sound = "glass"
    cues = {"splashed": "splash"}
    properties = (
        Property("width", "Width", 1.0, "m", 0.3, 4.0, 0.05),
        Property("height", "Height", 0.5, "m", 0.2, 2.0, 0.05),
    )
    resizes = ("width", "height")
    holds_water = True
    turns = False
    act_interval = 1 / 30
    wall, rim = 0.022, 0.04  # m; how far the water stays below the rim
    drag, loud = 2.0, 0.6  # 1/s; m/s: what falls in faster is heard

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, t = p.width / 2, p.height / 2, self.wall
        blue, deep = Look("leather", (112, 178, 222), outline=0.0), Look("leather", (96, 164, 214), outline=0.0)
        bright, glass = Look("leather", (186, 222, 244), outline=0.0), Look("leather", (212, 228, 236), outline=1.2)
        level = h - self.rim
        count = max(2, round(p.width / 0.12))
        waves = [(-w + t + (2 * w - 2 * t) * k / (2 * count), level + (0.006 if k % 2 else 0.0))
                 for k in range(2 * count + 1)]  # fmt: skip
        shapes = [
            painted(Polygon(((t - w, t - h), (w - t, t - h), (w - t, level), (t - w, level))), blue),
            painted(slab(2 * (w - t), 0.4 * p.height, 0.0, t - h + 0.2 * p.height), deep),
            *(painted(band(waves[k : k + 21], 0.011), bright) for k in range(0, len(waves) - 1, 20)),
        ]
        for k in range(count):
            x = (2 * w - 0.1) * ((k + 0.5) / count - 0.5)
            y = level - 0.05 - (level + h - t - 0.08) * ((3 * k) % 5) / 5
            shapes.append(painted(slab(0.05, 0.008, x, y, 0.003), bright))
        shapes += [
            Shape(slab(t, p.height, side * (w - t / 2), 0.0, 0.004), glass, friction=0.3, restitution=0.3)
            for side in (-1, 1)
        ]
        shapes.append(Shape(slab(p.width, t, 0.0, t / 2 - h, 0.004), glass, friction=0.4, restitution=0.2))
        return Blueprint((Body("static"),), tuple(shapes))

    def hollow(self, p: SimpleNamespace) -> Polygon:
        w, h, t = p.width / 2, p.height / 2, self.wall
        return Polygon(((t - w, t - h), (w - t, t - h), (w - t, h - self.rim), (t - w, h - self.rim)))

    def act(self, run: Running, machine: RunningMachine) -> None:
        gravity = -machine.world.gravity_y
        if gravity <= 0.0:
            return
        x, y = run.bodies[0].position
        w, h, t = run.p.width / 2, run.p.height / 2, self.wall
        level = y + h - self.rim
        held = {joint.b: joint for joint in run.joints if isinstance(joint, pymunk.DampedSpring)}
        righted = {joint.b: joint for joint in run.joints if isinstance(joint, pymunk.DampedRotarySpring)}
        box = pymunk.BB(x - w + t, y - h + t, x + w - t, level)
        shapes = machine.shapes_in(box, run, LOOSE | TURNING)
        if not (shapes or held) or (
            held.keys() == {shape.body for shape in shapes} and all(_needs_no_look(body, machine) for body in held)
        ):
            return
        for target in bodies_among(shapes, machine, run):
            body = target.body
            if not x - w < target.x < x + w:
                continue
            springs = held.pop(body, None), righted.pop(body, None)
            if springs[0] is None or not body.is_sleeping:
                of = displaced(target, level)
                self._lift(run, target, of, springs[0], gravity, machine)
                if not target.disc and body.moment < math.inf:
                    self._right(run, target, of, springs[1], gravity, machine)
        machine.remove_joints(run, *held.values(), *righted.values())

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        machine.remove_joints(run, *[joint for joint in run.joints if joint.b.space is None])

    def _lift(
        self,
        run: Running,
        target: SeenBody,
        of: Float,
        spring: pymunk.DampedSpring | None,
        gravity: float,
        machine: RunningMachine,
    ) -> None:
        """Let the spring of a body, or a new one, bear and slow it as the water does where it is now."""
        tank, body, mass, water = run.bodies[0], target.body, target.mass, _DENSITY * of.volume
        share = _own_share(mass, water)
        damping = self.drag * (mass + water) * share
        up = max((mass + (water - mass) * share) * gravity, 1e-6 * mass)
        aside = -damping * target.vx
        force = math.sqrt(up * up + aside * aside)
        if of.cut:
            damping *= _WAVES
        stiffness = max(1.5 * share * share * _DENSITY * gravity * of.cut, force / _FAR)
        far = (target.x + _FAR * aside / force, target.y + _FAR * up / force)
        rest = _FAR - force / stiffness
        if spring is None:
            machine.add_joints(
                run, pymunk.DampedSpring(tank, body, tank.world_to_local(far), (0.0, 0.0), rest, stiffness, damping)
            )
            self._meet(run, target, machine)
        elif _has_changed(spring, (aside, up), mass * gravity):
            spring.anchor_a = tank.world_to_local(far)
            spring.rest_length, spring.stiffness, spring.damping = rest, stiffness, damping

    def _right(
        self,
        run: Running,
        target: SeenBody,
        of: Float,
        spring: pymunk.DampedRotarySpring | None,
        gravity: float,
        machine: RunningMachine,
    ) -> None:
        """Set the spring that rights a body: the body rolls until the middle of the water that it displaces is below
        its own."""
        tank, body, mass = run.bodies[0], target.body, target.mass
        share = _own_share(mass, _DENSITY * of.volume)
        torque = _DENSITY * of.volume * gravity * (of.x - target.x) * share
        stiffness = max(_DENSITY * gravity * of.roll * share, body.moment)
        damping = _ROLL * body.moment
        turned = tank.angle - body.angle
        rest = turned - torque / stiffness
        if spring is None:
            machine.add_joints(run, pymunk.DampedRotarySpring(tank, body, rest, stiffness, damping))
        elif abs(spring.stiffness * (turned - spring.rest_angle) - torque) > _SHIFTED * mass * gravity:
            spring.rest_angle, spring.stiffness, spring.damping = rest, stiffness, damping

    def _meet(self, run: Running, target: SeenBody, machine: RunningMachine) -> None:
        """Wet the things that have just come in."""
        target.run.kind.quenched(target.run, machine)
        speed = math.sqrt(target.vx * target.vx + target.vy * target.vy)
        if speed > self.loud:
            machine.tell("splashed", run, target.mass * speed, target.run.id)


def under_water(point: Point, machine: RunningMachine) -> bool:
    """Tell whether a point in the world (m) lies in the water of a tank: nothing takes fire there."""
    x, y = point
    return any(water.contains(x, y) for water in machine.listed(_waters).near(x, y, x, y))


def _waters(machine: RunningMachine) -> PlaceGrid[Box]:
    """List the boxes (m) of the water in all tanks, which are fixed."""
    waters: PlaceGrid[Box] = PlaceGrid()
    for run in machine.parts_of(lambda kind: isinstance(kind, WaterTank)):
        hollow = run.kind.hollow(run.p)
        assert hollow is not None
        box = hollow.bounds(Pose(*run.bodies[0].position, 0.0))
        waters.put(box, box.x0, box.y0, box.x1, box.y1)
    return waters


def _needs_no_look(body: pymunk.Body, machine: RunningMachine) -> bool:
    """Tell whether the springs of a body do what they should until the next look: it sleeps, or moves slowly."""
    return body.is_sleeping or (machine.ticks % _LOOKS >= _TURN and abs(body.velocity.y) < _CALM)


def _own_share(mass: float, water: float) -> float:
    """Return the share of a force that is left to a body itself: half of the water that it displaces moves with it."""
    return mass / (mass + 0.5 * water)


def _has_changed(spring: pymunk.DampedSpring, force: Point, weight: float) -> bool:
    """Tell whether a spring pulls noticeably otherwise than with a force (N)."""
    (fx, fy), (x, y) = spring.a.local_to_world(spring.anchor_a), spring.b.position
    dx, dy = fx - x, fy - y
    far = math.sqrt(dx * dx + dy * dy)
    pull = spring.stiffness * (far - spring.rest_length) / far
    return abs(pull * dx - force[0]) > _NOTICED * weight or abs(pull * dy - force[1]) > _NOTICED * weight


def displaced(target: SeenBody, level: float) -> Float:
    """Return the water that a body displaces where water reaches up to a level (m)."""
    run, centre = target.run, target.run.bodies.index(target.body)
    plan = run.plan.bodies[centre]
    a, b, c, d, tx, ty = run.numbers[centre][FRAME]
    volume = mx = cut = roll = 0.0
    for index, _ in target.shapes:
        solid = _solid(run.plan.shapes[index].outline, plan.x, plan.y)
        if isinstance(solid, Circle):
            part = _ball(solid.r, a * solid.x + c * solid.y + tx, b * solid.x + d * solid.y + ty, level)
        else:
            part = _prism([(a * x + c * y + tx, b * x + d * y + ty) for x, y in solid.points], level)
        volume, mx = volume + part.volume, mx + part.volume * part.x
        cut, roll = cut + part.cut, roll + part.roll
    share = run.kind.displaces
    return (
        Float(share * volume, mx / volume, share * cut, share * roll)
        if volume > 0.0
        else Float(0.0, target.x, 0.0, 0.0)
    )


def _ball(r: float, x: float, y: float, level: float) -> Float:
    """Return the water that a ball displaces: by its height in the water, as a sphere does."""
    deep = max(-1.0, min(1.0, (level - y) / r))
    volume = 3.141592653589793 * r * r * r * (2.0 + 3.0 * deep - deep * deep * deep) / 3.0
    return Float(volume, x, 3.141592653589793 * r * r * (1.0 - deep * deep), 0.0)


def _prism(points: list[Point], level: float) -> Float:
    """Return the water that an outline displaces, which is as deep as all parts are."""
    below = clipped(points, 1, -1, -level)
    if len(below) < 3:
        return Float(0.0, 0.0, 0.0, 0.0)
    area, x, _, _ = Polygon(tuple(below)).mass_properties()
    at_surface = [px for px, py in below if py > level - 1e-9]
    cut = max(at_surface) - min(at_surface) if len(at_surface) > 1 else 0.0
    return Float(abs(area) * DEPTH, x, cut * DEPTH, cut * cut * cut * DEPTH / 12.0)


@functools.lru_cache(maxsize=1024)
def _solid(outline: Circle | Polygon, x: float, y: float) -> Circle | Polygon:
    """Return an outline about a body's centre of mass, with its rounding as sharp corners farther out."""
    outline = outline.moved(-x, -y)
    if isinstance(outline, Circle) or not outline.rounding:
        return outline
    _, cx, cy, _ = outline.mass_properties()
    r = outline.rounding
    grown = tuple((px + (r if px > cx else -r), py + (r if py > cy else -r)) for px, py in outline.points)
    return Polygon(grown)
