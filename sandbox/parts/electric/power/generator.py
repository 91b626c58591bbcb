"""A generator, which gives power while its shaft is turned, and is the harder to turn the more power is taken."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

from sandbox.parts.drawing import DIM_GREEN_LAMP, TURN, arc, band, lamp, painted, slab
from sandbox.parts.electric.power.sources import PowerSource, fuse_lamp, socket
from sandbox.parts.kind import Blueprint, Circle, Look, Port, Property, Shape
from sandbox.parts.materials import BLACKENED, STEEL
from sandbox.parts.turning.gearing import WHEEL, Turning, axle, bodies, bolt, flat, shaft, spoked, toothed
from sandbox.parts.turning.turning import SIZES

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Generator(PowerSource, Turning):
    """States: `on`, 1 while it turns fast enough; and `overloaded`."""

    name = "generator"
    title = "Generator"
    price = 18
    synonyms = "dynamo, alternator"
    help = (
        "Gives power while its shaft turns fast enough, either way round: by a belt or by gears from a crank, a "
        "hamster or a windmill. The more is taken of it, the harder it is to turn."
    )
    source = "A bicycle's hub dynamo, made twenty times as strong: 60 W at 115 rpm ask for some 5 N m, here for 1 N m."
    hum = "motor"
    cues: ClassVar[Mapping[str, str]] = {**PowerSource.cues, "started": "switch", "stopped": "switch"}
    properties = (
        Property("watts", "Power", 60.0, "W", 5.0, 1000.0, 5.0, help="It gives no more than this"),
        Property("speed", "Speed", 25.0, "rpm", 5.0, 300.0, 5.0, help="It gives nothing if it turns more slowly"),
    )
    flips = True
    states = ("on", "overloaded")
    goal_states = ("on", "overloaded")
    act_interval = 1 / 30  # s
    size = SIZES["small"]
    keeps = 0.8  # of its speed: when it turns more slowly than that again, it stops giving
    idle, load = 0.02, 1 / 60  # N m: of its bearings and magnets; and for each watt that is taken

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        blue, copper = Look("metal", (62, 96, 150)), Look("metal", (220, 132, 66), outline=0.8)
        shapes = [
            Shape(slab(0.26, 0.024, 0.0, -0.128, 0.005), BLACKENED),
            Shape(slab(0.16, 0.08, 0.0, -0.09, 0.008), blue, friction=0.5, restitution=0.2),
            Shape(Circle(0.118), None, friction=0.5, restitution=0.3),
            painted(flat(0.118), blue),
            painted(flat(0.1), Look("metal", (44, 52, 68), outline=0.8)),
        ]
        for k in range(8):
            a = TURN * (k + 0.5) / 8
            shapes.append(painted(band(arc(0.088, a - 0.28, a + 0.28, 7), 0.022), copper))
        size = self.size
        inside = size.pitch - 0.026
        shapes += [
            *socket(0.052, -0.1, 0.02),
            *toothed(size.teeth, Look("metal", size.tint)),
            *spoked(inside, 4, STEEL, Look("metal", (124, 94, 33), outline=0.9)),
            *bolt(),
            *fuse_lamp(-0.06, -0.116),
            painted(Circle(0.0095, -0.06, -0.09), BLACKENED),
            lamp(0.007, -0.06, -0.09, DIM_GREEN_LAMP, "on", outline=0.0),
        ]
        ports = (shaft(), Port("socket", 0.052, -0.1, "power out", title="Socket"))
        return Blueprint(bodies(size.mass), tuple(shapes), ports, (axle(),))

    def teeth(self, p: SimpleNamespace) -> int:
        return self.size.teeth

    def drag(self, p: SimpleNamespace) -> float:
        return self.idle

    def act(self, run: Running, machine: RunningMachine) -> None:
        wheel = run.bodies[WHEEL]
        speed = 0.0 if wheel.is_sleeping else abs(wheel.angular_velocity)
        on = speed > run.p.speed * TURN / 60 * (self.keeps if run["on"] else 1.0)
        if on != bool(run["on"]):
            run["on"] = float(on)
            machine.tell("started" if on else "stopped", run)
            machine.repower(run)

    def gives(self, run: Running, machine: RunningMachine) -> float:
        return float(run.p.watts) * run["on"]

    def taken(self, run: Running, watts: float, overloaded: bool, machine: RunningMachine) -> None:
        super().taken(run, watts, overloaded, machine)
        self.drive(run, 0.0, self.idle + self.load * watts)
