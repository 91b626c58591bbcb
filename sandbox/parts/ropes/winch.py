"""A winch: a drum on a shaft that winds up a rope, and that a pulled rope turns."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.drawing import TURN, arc, band, painted, ring, slab
from sandbox.parts.kind import Blueprint, Circle, Look, Polygon, Port, Property, Shape, Sheave
from sandbox.parts.ropes.reeving import Drum, wheel_of
from sandbox.parts.turning.gearing import WHEEL, Turning, axle, bodies, bolt, shaft

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine


class Winch(Turning):
    """Winds up the rope at its port, whose first wheel is the winch's drum: see `reeving`. The drum holds as much rope
    as it takes.

    States: `turn`, how far that rope turns on the drum where it comes off (rad, to the left).
    """

    name = "winch"
    title = "Winch"
    price = 18
    synonyms = "drum, hoist, windlass"
    help = (
        "Turned by a belt, it winds up the rope that is tied to it; a rope that is pulled off turns it, and its belt "
        "with it. Flipped, it winds the other way."
    )
    source = (
        "A drum of 8 cm in wood takes 25 cm of rope a turn; 0.5 kg. A motor of 6 N m on its shaft lifts 15 kg, slowly."
    )
    hum = "wheel"
    hums_while = "turning"
    properties = (
        Property("radius", "Radius", 0.04, "m", 0.02, 0.2, 0.01, help="Of the drum, to the middle of the rope"),
    )
    flips = True
    states = ("turn", "turning")
    goal_states = ("turning",)
    act_interval = 1 / 15
    mass, usual, sunk = 0.5, 0.04, 0.003  # kg, at this radius in m; m: so much deeper than the rope's middle is the rim
    idle = 0.3  # rad/s: slower than this it counts as standing

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r = p.radius
        iron, red = Look("metal", (92, 102, 118)), Look("metal", (198, 76, 60))
        wood, hemp = Look("wood", (196, 146, 88)), Look("cloth", (206, 170, 118), outline=0.8)
        brass = Look("metal", (226, 180, 76), outline=0.9)
        base = -r - 0.055
        stand = Polygon(((-r - 0.03, base), (r + 0.03, base), (0.02, 0.012), (-0.02, 0.012)), 0.006)
        shapes = [
            Shape(slab(2 * r + 0.12, 0.022, 0.0, base - 0.005, 0.005), iron, friction=0.6, restitution=0.2),
            painted(Circle(r + 0.016), red, WHEEL),
            Shape(Circle(r - self.sunk), wood, WHEEL, friction=0.5, restitution=0.2),
            *(painted(ring(r - 0.006 * k, 0.005, gap=0.6 * k), hemp, WHEEL) for k in range(2)),
            *(
                painted(Circle(0.006, *arc(r + 0.006, TURN * k / 6, TURN * k / 6, 2)[0]), brass, WHEEL)
                for k in range(6)
            ),
            painted(stand, iron),
            painted(Circle(0.022), brass, WHEEL),
            painted(band(((0.0, 0.0), (r + 0.04, 0.0)), 0.014), brass, WHEEL),
            painted(Circle(0.014, r + 0.042), Look("rubber", (58, 60, 68)), WHEEL),
            *bolt(0.01),
        ]
        scale = r / self.usual
        ports = (shaft(), Port("rope", 0.0, 0.0, "rope", title="Rope"))
        return Blueprint(
            bodies(self.mass * scale * scale), tuple(shapes), ports, (axle(),), sheave=Sheave(r, body=WHEEL, winds=True)
        )

    def act(self, run: Running, machine: RunningMachine) -> None:
        turning = float(abs(run.bodies[WHEEL].angular_velocity) > self.idle)
        if turning != run["turning"]:
            run["turning"] = turning


def drum_at(link: RunningLink, end: Running, port: Port, machine: RunningMachine) -> Drum | None:
    """Return the drum of the winch that a rope is tied to at one end; None if there is none, or it has a rope already.

    A drum winds the first of its ropes; others are tied to its stand.
    """
    if not isinstance(end.kind, Winch) or port.name != "rope":
        return None
    tied = (
        other.id
        for other in machine.links_at(end)
        if (other.a is end and other.port_a.name == "rope") or (other.b is end and other.port_b.name == "rope")
    )
    if min(tied) != link.id:
        return None
    wheel = wheel_of(end)
    return Drum(wheel, end.numbers_from("turn", 1), wheel.body.angle, end.facing * wheel.r)
