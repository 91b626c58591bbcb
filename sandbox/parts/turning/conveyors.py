"""Conveyors, belts that carry the things on them, with a motor of their own or driven by a shaft."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.engine.engine import set_max_force, set_moment, set_rate, set_surface_velocity
from sandbox.engine.readout import INERTIA, INERTIA_TO_SPIN, SPIN, asleep, contacts_of, reader_of
from sandbox.parts.drawing import band, painted, slab
from sandbox.parts.electric.switched import Switched, plug
from sandbox.parts.kind import Blueprint, Body, Circle, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.materials import DARK
from sandbox.parts.turning.gearing import WHEEL, Turning, axle, bodies, shaft, spoked

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_DIAGONAL = 0.7071067811865476  # sqrt(1/2)
# Which way each stretch of the belt runs when the top runs to the right, in the part's frame. At the ends the belt
# turns by half a circle, and the engine knows one direction for a shape: the one that fits best where cargo touches.
_STRETCHES = {
    "top": (1.0, 0.0),
    "right": (_DIAGONAL, -_DIAGONAL),
    "bottom": (-1.0, 0.0),
    "left": (_DIAGONAL, _DIAGONAL),
}
TREAD = 1.0  # m: the travel begins again at 0 after each metre
RADIUS = 0.06  # m: of the belt around its end rollers

_NOTICED = 0.01  # m/s by which a shaft's speed must change before its belt is told
_STANDS = 0.005  # m/s: slower than this a belt stands
_SLOW = 0.06  # m/s: what is carried slower than this falls asleep on the way, and is woken
_WAKES = 4  # times a second
_TRIES = 1.0  # s after which what stalls is tried again
_SLIPS = 0.01  # m/s: what differs more than this from the belt slips on it
_FELT, _WEAK = 0.03, 0.002  # share by which a load must change to be felt; N m that nothing feels
_BEYOND = 1.0  # m/s

_FRAME = Look("metal", (214, 170, 62), outline=0.9)
_ROLLER = Look("metal", (168, 176, 188), outline=0.9)
_DISC, _OPEN = Look("metal", (86, 142, 196), outline=0.9), Look("metal", (44, 48, 58), outline=0.9)


class Conveyor(Switched):
    name = "conveyor"
    title = "Conveyor"
    price = 18
    synonyms = "conveyor belt, treadmill, assembly line"
    hands_on = ("knock",)
    help = (
        "A belt that carries what lies on it; its underside runs back. A wire to it switches it over: "
        "a running belt stops, a standing one runs, until the signal ends."
    )
    source = "Rubber belt on steel rollers; factory belts run at 0.2 to 2 m/s. Friction of rubber 0.8 to 1."
    hum = "belt"
    properties = (
        Property("width", "Length", 1.0, "m", 0.3, 5.0, 0.05),
        Property("speed", "Speed", 0.5, "m/s", -3.0, 3.0, 0.1, help="Of the top, to the right; negative: to the left"),
        Switched.running,
    )
    resizes = ("width",)
    flips = True
    carries_by = "speed"
    watts = 40.0
    states = ("on", "travel", "signals")
    goal_states = ("on",)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        drawn = []
        for x in (RADIUS - p.width / 2, p.width / 2 - RADIUS):
            drawn += _end(x)
        ports = (Port("signal", 0.0, 0.0, "signal in", title="Switch"), plug(p.width / 4, 0.0))
        return Blueprint((Body("static"),), (*_belt(p.width), *drawn), ports)

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        speed = run.p.speed if on else 0.0
        machine.flow(run, "travel", speed, TREAD)
        _move_surface(run, speed)


class DrivenConveyor(Turning):
    """States: `speed` of the belt's top in m/s (to the right if not flipped), as the engine was last told; `travel`;
    `held`: the seconds for which what it could not move is taken to hold it still.
    """

    name = "driven_conveyor"
    title = "Driven conveyor"
    price = 14
    synonyms = "conveyor belt, assembly line"
    hands_on = ("knock",)
    help = (
        "A conveyor without a motor: its belt runs as its shaft turns. Put a belt from a motor, a gear or a crank "
        "on the shaft. Clockwise carries to the right. What lies on it loads the shaft."
    )
    source = "As the conveyor. The belt runs with the surface of its 120 mm rollers; idlers and belt ask for the drag."
    hum = "belt"
    hums_while = "speed"
    properties = (
        Property("width", "Length", 1.0, "m", 0.3, 5.0, 0.05),
        Property("drag", "Drag", 0.1, "N m", 0.01, 20.0, 0.01, help="Torque that its shaft asks for"),
    )
    resizes = ("width",)
    flips = True
    states = ("speed", "travel", "held")
    settles = False
    act_interval = 1 / 30  # s
    roller = 0.6  # kg: a steel tube, with its belt

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        x = RADIUS - p.width / 2
        wheel = Shape(Circle(0.8 * RADIUS, x), None, body=WHEEL)
        turning = []
        for shape in spoked(0.8 * RADIUS, 6, _DISC, Look("metal", (38, 60, 86), outline=0.9)):
            turning.append(painted(shape.outline.moved(x, 0.0), shape.look, body=WHEEL))
        drawn = [*_braces(p.width), *_end(-x), *turning, painted(Circle(0.12 * RADIUS, x), DARK)]
        return Blueprint(bodies(self.roller), (*_belt(p.width), wheel, *drawn), (shaft(x),), (axle(x),))

    def drag(self, p: SimpleNamespace) -> float:
        return float(p.drag)

    def start(self, run: Running, machine: RunningMachine) -> None:
        super().start(run, machine)
        load = pymunk.SimpleMotor(run.bodies[0], run.bodies[WHEEL], 0.0)
        load.max_force = 0.0
        machine.add_joints(run, load)

    def act(self, run: Running, machine: RunningMachine) -> None:
        wheel = run.numbers[WHEEL]
        self._bear(run, _load(run, machine), machine)
        noted = run["speed"]
        if asleep(wheel):
            speed = 0.0
        else:
            speed = -wheel[SPIN] * RADIUS * run.facing
            if abs(speed) < _STANDS:
                speed = 0.0
        if speed != noted and (abs(speed - noted) > _NOTICED or not speed):
            run["speed"] = speed
            _move_surface(run, speed)
            machine.flow(run, "travel", speed, TREAD)
            machine.wake(run)
        elif speed and abs(speed) < _SLOW:
            quarter = machine.world.tick_rate // _WAKES
            looked = max(run.lapse, machine.dt_before) / machine.tick_length  # ticks ago
            if machine.elapsed % quarter < looked:
                machine.wake(run)

    def _bear(self, run: Running, load: _Load, machine: RunningMachine) -> None:
        """Let the shaft feel the weight of the things on the belt.

        What slips on it drags it towards its own speed, with the force of its friction: the engine then sees to it
        that it is dragged no farther. What it carries weighs on it with the force that it takes to carry it, and has
        to be sped up with it.
        """
        motor, (carried, mass, dragged, towards) = run.joints[-1], load
        assert isinstance(motor, pymunk.SimpleMotor)
        held = run["held"]
        if dragged > abs(carried):
            run["held"] = held = _TRIES
        elif held > 0:
            run["held"] = held = max(0.0, held - run.lapse) if mass and not run["speed"] else 0.0
        if held and not dragged:
            return  # stalled, so that one can't see how strongly: for a while it is taken to be as it was
        if held:
            rate, torque = towards / RADIUS, dragged * RADIUS
        else:  # towards a speed that it can't have by the next look: at that torque, whatever its speed is
            way = -1.0 if carried > 0 else 1.0
            rate, torque = (run.facing * run["speed"] + way * _BEYOND) / RADIUS, abs(carried) * RADIUS
        before = motor.max_force
        greater = max(torque, before)
        if abs(torque - before) > _FELT * greater and greater > _WEAK:
            set_max_force(motor, torque)
        if torque > _WEAK and abs(rate - motor.rate) > _NOTICED / RADIUS:
            set_rate(motor, rate)
        moment = run.plan.bodies[WHEEL].moment + mass * RADIUS * RADIUS
        _, _, moment_before, _ = run.numbers[WHEEL][INERTIA]
        if abs(moment - moment_before) > _FELT * moment:
            set_moment(run.bodies[WHEEL], moment)


class _Load(NamedTuple):
    """The load on a belt, along the way that its surface runs when its shaft turns clockwise."""

    carried: float  # N: of the weight of what lies on it
    mass: float  # kg: of what moves with it
    dragged: float  # N: all else that its friction pushes
    towards: float  # m/s: how fast what it pushes so moves


# The ways of a belt's stretches, and readers of the bodies of what has touched it, both by shape.
_Known = tuple[dict[pymunk.Shape, Point], dict[pymunk.Shape, Callable[[], list[float]] | None]]


def _load(run: Running, machine: RunningMachine) -> _Load:
    """Work out the load of a belt from the contacts of the last step."""
    known: _Known | None = machine.fixed_cache.get(run.id)
    if known is None:
        machine.fixed_cache[run.id] = known = _ways(run), {}
    ways, on_it = known
    u, dt = run.facing * run["speed"], machine.dt_before
    carried = mass = dragged = towards = 0.0
    world = machine.world
    gx, gy = world.gravity_x, world.gravity_y
    for shape, load_shape, x, y, jx, jy in contacts_of(run.bodies[0]):
        way = ways.get(shape)
        if way is None:
            continue
        if load_shape not in on_it:
            on_it[load_shape] = _reader(load_shape, machine)
        read = on_it[load_shape]
        if read is None:
            continue
        weight, light, _, _, _, _, px, py, vx, vy, _, _, _, w = read()
        if not light:
            continue  # it can't be carried
        tx, ty = way
        force = -(jx * tx + jy * ty) / dt
        speed = (vx - w * (y - py)) * tx + (vy + w * (x - px)) * ty
        needed = -weight * (gx * tx + gy * ty)
        # Gravity alone can drive the belt; what else there is, only hold it.
        low, high = (needed, 0.0) if needed < 0.0 else (0.0, needed if needed > 0.0 else 0.0)
        pushed = low if low > force else high if high < force else force
        carried += pushed
        rest = abs(force - pushed)
        dragged += rest
        towards += rest * speed
        if abs(speed - u) < _SLIPS:
            mass += weight
    return _Load(carried, mass, dragged, towards / dragged if dragged else 0.0)


def _reader(shape: pymunk.Shape, machine: RunningMachine) -> Callable[[], list[float]] | None:
    """Return a function that reads the numbers of the body that a shape of a part is of; None if it is of no part."""
    owner = machine.owner(shape)
    if owner is None:
        return None
    run, index = owner
    return reader_of(run.numbers[run.plan.shapes[index].body], INERTIA_TO_SPIN)


def _ways(run: Running) -> dict[pymunk.Shape, Point]:
    """Return the way that each stretch of a belt runs when its shaft turns clockwise, in the world's axes."""
    c, s = cos_sin(run.spec.angle)
    return {
        shape: (c * x - s * y, s * x + c * y)
        for plan, shape in zip(run.plan.shapes, run.shapes, strict=True)
        if shape is not None and plan.name
        for x, y in (_STRETCHES[plan.name],)
    }


def _belt(width: float) -> list[Shape]:
    """The four stretches that collide, and the belt and frame as drawn."""
    r, reach = RADIUS, width / 2 - RADIUS  # reach: of the rollers' axles from the middle
    shapes = [
        Shape(outline, None, friction=1.0, restitution=0.2, name=name)
        for name, outline in (
            ("top", Polygon(((-reach, 0.0), (reach, 0.0), (reach, r), (-reach, r)))),
            ("bottom", Polygon(((-reach, -r), (reach, -r), (reach, 0.0), (-reach, 0.0)))),
            ("left", Circle(r, -reach)),
            ("right", Circle(r, reach)),
        )
    ]
    rubber = Look("rubber", (62, 66, 74), slot="travel")
    shapes.append(painted(slab(width, 2 * r, rounding=0.98 * r), rubber))
    shapes.append(painted(slab(2 * reach + 0.03, 1.1 * r, rounding=0.5 * r), _FRAME))
    return shapes


def _end(x: float) -> list[Shape]:
    """A roller as drawn."""
    return [
        painted(Circle(0.4 * RADIUS, x), _ROLLER),
        painted(Circle(0.12 * RADIUS, x), DARK),
    ]


def _braces(width: float) -> list[Shape]:
    """The open frame of a driven conveyor, which has no motor in it: crossed braces on a dark ground."""
    r, reach = RADIUS, width / 2 - RADIUS
    shapes = [painted(slab(2 * reach + 0.03, 1.1 * r, rounding=0.5 * r), _OPEN)]
    count = max(1, round(2 * reach / (3.6 * r)))
    for index in range(count):
        x, half = reach * ((2 * index + 1) / count - 1), 0.8 * reach / count
        for end in (half, -half):
            brace = band(((x - end, -0.5 * r), (x + end, 0.5 * r)), 0.16 * r)
            shapes.append(painted(brace, _FRAME))
    return shapes


def _move_surface(run: Running, speed: float) -> None:
    """Let the belt's surface run at `speed` (m/s), or stand. Surface velocities are in the world's axes."""
    c, s = cos_sin(run.spec.angle)
    for plan, shape in zip(run.plan.shapes, run.shapes, strict=True):
        if shape is not None and plan.name:
            x, y = _STRETCHES[plan.name]
            x, y = run.facing * x * speed, y * speed
            set_surface_velocity(shape, (c * x - s * y, s * x + c * y))
