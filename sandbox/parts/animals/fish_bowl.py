"""A fish in its bowl: safe from cats as long as the glass holds."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.bang.breaking import Breakable, break_up
from sandbox.parts.drawing import TURN, arc, band, oval, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Look, Polygon, Property, Shape
from sandbox.parts.materials import WHITE
from sandbox.parts.ropes.hoisting import masses_inside
from sandbox.parts.surroundings import EVERYWHERE, Box, Roaming

if TYPE_CHECKING:
    from sandbox.parts.world import Met, Ray, Running, RunningMachine

_FISH = 1  # its body
FLOATS = 0.024  # m above the water: as high as the fish is from its middle to its back
_SCALES, _FIN = Look("leather", (250, 138, 44), outline=1.2), Look("leather", (252, 176, 72), outline=1.0)
_BLACK = Look("rubber", (32, 28, 34), outline=0.0)
_GLASS = Look("metal", (196, 226, 238), outline=1.2)


class FishBowl(Breakable):
    """The fish and the shards are spare bodies. Once the bowl is broken, the part is where the fish is.

    States: `broken`, `dead`, `saved` (the fish lies in water), `eaten`; `hops`, how often it has hopped; and the alarms
    `hop` and `dies`.
    """

    name = "fish_bowl"
    title = "Fish bowl"
    price = 15
    synonyms = "aquarium, goldfish"
    help = (
        "A blow breaks the glass. Then the fish hops about, and every cat that sees it comes for it. It dies in the "
        "end, unless it has fallen into a water tank or a bucket."
    )
    source = (
        "A bowl of 20 cm: 0.5 kg of glass and 1.5 l of water. Thin glass: full, it breaks when it falls by 3 cm onto "
        "stone. A goldfish lives for minutes out of water, here for 6 s."
    )
    sound = "glass"
    cues = {"broken": "crash", "spilt": "splash", "hopped": "flap", "died": "puff", "eaten": "puff", "saved": "cheer"}
    properties = (
        Property("strength", "Strength", 1.5, "N s", 0.2, 20.0, 0.1, help="A harder blow than this breaks it"),
        Property("time", "Lives for", 6.0, "s", 1.0, 60.0, 0.5, help="Out of water"),
    )
    smells = "fish"
    breaks_at = hit_threshold = "strength"
    states = ("broken", "dead", "saved", "eaten", "hops", "hop", "dies")
    goal_states = ("broken", "dead", "saved", "eaten")
    mass, fish, shard = 2.0, 0.1, 0.1  # kg
    r, low, high = 0.105, -0.086, 0.078  # m: of the glass; where it is cut off below and above
    hops_every, leap, way = 0.6, 1.5, 0.35  # s, m/s up, m/s to the side

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        bowl = Polygon(_glass(self.r, self.low, self.high))
        shapes = [Shape(bowl, None, friction=0.5, restitution=0.1), *self._drawn()]
        shapes.append(Shape(oval(0.04, 0.024, 0.024, 16), None, _FISH, friction=0.5, restitution=0.2))
        shapes += _fish(0.0, 0.0, _FISH)
        bodies = [Body("dynamic", self.mass), Body("dynamic", self.fish)]
        for corners in _SHARDS:
            shapes.append(Shape(Polygon(corners, 0.002), _GLASS, len(bodies), friction=0.4, restitution=0.1))
            bodies.append(Body("dynamic", self.shard))
        return Blueprint(tuple(bodies), tuple(shapes), spare=tuple(range(1, len(bodies))))

    def _drawn(self) -> list[Shape]:
        r, low = self.r, self.low
        water, deep = Look("leather", (112, 190, 226), outline=0.0), Look("leather", (84, 160, 206), outline=0.0)
        sand, weed = Look("leather", (232, 206, 148), outline=0.0), Look("leather", (70, 160, 96), outline=0.0)
        shapes = [
            Shape(Polygon(_glass(r, low, self.high)), _GLASS),
            Shape(Polygon(_glass(r - 0.011, low + 0.01, 0.046)), water),
            Shape(Polygon(_glass(r - 0.011, low + 0.01, -0.02)), deep),
            Shape(Polygon(_glass(r - 0.011, low + 0.01, -0.056)), sand),
            Shape(band(((-0.05, -0.06), (-0.058, -0.03), (-0.046, -0.006), (-0.054, 0.016)), 0.009), weed),
            Shape(band(((-0.032, -0.06), (-0.026, -0.036), (-0.034, -0.016)), 0.008), weed),
            *_fish(0.014, -0.006, 0),
            *(Shape(Circle(size, x, y), WHITE) for size, x, y in ((0.006, 0.062, 0.014), (0.004, 0.07, 0.03))),
            Shape(band(arc(r - 0.022, TURN / 2 - 0.5, TURN / 2 + 0.35, 9), 0.007), WHITE),
            Shape(slab(0.165, 0.018, 0.0, self.high + 0.004, 0.008), Look("metal", (214, 238, 246), outline=1.2)),
        ]
        return [painted(shape.outline, shape.look, shape.body) for shape in shapes]

    def holds(self, run: Running, shape: int) -> bool:
        return not run["broken"] and run.plan.shapes[shape].body == 0

    def broken_by(self, run: Running, hit: Hit, blown: bool, machine: RunningMachine) -> None:
        run["broken"] = 1.0
        break_up(run, tuple(range(1, len(run.bodies))), machine)
        machine.tell("broken", run, hit.impulse, hit.other)
        machine.tell("spilt", run)
        machine.at(run, self.hops_every, "hop")
        machine.at(run, run.p.time, "dies")

    def on_ray(self, run: Running, ray: Ray, met: Met, machine: RunningMachine) -> Ray | None:
        if run.plan.shapes[met.shape].body == _FISH:
            return None
        return ray.onward(ray.dx, ray.dy)  # glass and water are clear

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        if run.bodies[_FISH].space is None:
            return  # it has left the world
        if self._in_water(run, machine):
            run["saved"] = 1.0
            machine.cancel(run, "hop")
            machine.cancel(run, "dies")
            machine.tell("saved", run)
        elif alarm == "dies":
            run["dead"] = 1.0
            machine.cancel(run, "hop")
            machine.tell("died", run)
        else:
            self._hop(run, machine)
            machine.at(run, self.hops_every, "hop")

    def _hop(self, run: Running, machine: RunningMachine) -> None:
        """Let the fish leap to one side and to the other by turns, unless it is in the air."""
        fish = run.bodies[_FISH]
        if abs(fish.velocity.y) > 0.2:
            return
        run["hops"] += 1.0
        side = 1.0 if run["hops"] % 2 else -1.0
        fish.activate()
        fish.velocity = (side * self.way, self.leap)
        fish.angular_velocity = -side * 6.0
        machine.tell("hopped", run)

    def _in_water(self, run: Running, machine: RunningMachine) -> bool:
        x, y = run.bodies[_FISH].position
        for part in machine.listed(_waters).near(x, y, x, y, machine):
            hollow = part.kind.hollow(part.p)
            if hollow is not None and (run.id, _FISH) in masses_inside(part, _with_surface(hollow), machine):
                return True
        return False

    def smells_now(self, run: Running) -> bool:
        return bool(run["broken"]) and not run["saved"] and not run["eaten"]

    def eaten(self, run: Running, eater: Running, machine: RunningMachine) -> None:
        run["eaten"] = 1.0
        machine.tell("eaten", run, other=eater.id)
        machine.remove(run.id)


def _with_surface(hollow: Polygon) -> Polygon:
    """Return a hollow with the layer above it in which a fish floats: waves lift its middle out of the water."""
    ys = [y for _, y in hollow.points]
    middle = (min(ys) + max(ys)) / 2
    return Polygon(tuple((x, y + FLOATS if y > middle else y) for x, y in hollow.points))


def _waters(machine: RunningMachine) -> Roaming[Running]:
    """List the parts that hold water, in id order."""
    return Roaming(machine.parts_of(lambda kind: kind.holds_water), _around_hollow)


def _around_hollow(part: Running) -> Box:
    """Return a box (m) around the hollow of a part, however it is turned."""
    hollow = part.kind.hollow(part.p)
    if hollow is None:
        return EVERYWHERE
    planned, (x, y) = part.plan.bodies[0], part.bodies[0].position
    reach = hollow.reach(planned.x, planned.y)
    return x - reach, y - reach, x + reach, y + reach


def _glass(r: float, low: float, high: float) -> tuple[tuple[float, float], ...]:
    """Return a disc about the origin that is cut off below and above."""
    points = [(x, y) for x, y in arc(r, -TURN / 4, TURN / 4, 25) if low < y < high]
    right = [(_half(r, low), low), *points, (_half(r, high), high)]
    return (*right, *((-x, y) for x, y in reversed(right)))


def _half(r: float, y: float) -> float:
    return math.sqrt(r * r - y * y)


_SHARDS = (
    ((-0.095, -0.04), (-0.05, -0.08), (-0.03, -0.075), (-0.08, 0.0)),
    ((-0.02, -0.085), (0.05, -0.085), (0.03, -0.065), (-0.01, -0.066)),
    ((0.06, -0.078), (0.1, -0.02), (0.086, 0.0), (0.056, -0.055)),
)


def _fish(x: float, y: float, body: int) -> list[Shape]:
    """Draw a goldfish that swims to the right."""
    tail = Polygon(((x - 0.028, y), (x - 0.056, y + 0.024), (x - 0.05, y), (x - 0.056, y - 0.022)))
    fins = [
        Polygon(((x - 0.014, y + 0.016), (x + 0.016, y + 0.016), (x - 0.008, y + 0.034))),
        Polygon(((x + 0.002, y - 0.002), (x - 0.022, y - 0.016), (x + 0.004, y - 0.018))),
    ]
    return [
        painted(tail, _FIN, body),
        painted(fins[0], _FIN, body),
        painted(oval(0.04, 0.024, 0.024, 28, x, y), _SCALES, body),
        painted(fins[1], _FIN, body),
        painted(Circle(0.0085, x + 0.02, y + 0.006), WHITE, body),
        painted(Circle(0.005, x + 0.022, y + 0.006), _BLACK, body),
    ]
