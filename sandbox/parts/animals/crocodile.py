"""The crocodile, which snaps at things that come near its jaws."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.parts.drawing import arc, oval, painted, sensor, slab
from sandbox.parts.kind import LOOSE, Blueprint, Body, Circle, Hit, Kind, Look, Point, Polygon, Property, Shape
from sandbox.parts.materials import WHITE

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_SKIN, _BACK = Look("leather", (112, 168, 84), outline=1.5), Look("leather", (78, 128, 62), outline=1.1)
_BELLY, _GUM = Look("leather", (222, 222, 160), outline=0.0), Look("leather", (222, 104, 104), outline=0.9)
_TOOTH, _BLACK = Look("leather", (255, 255, 248), outline=0.6), Look("rubber", (28, 30, 26), outline=0.0)
_JAW = 1  # its body
_HINGE = (0.05, -0.016)  # m
_OPEN = 0.55  # rad


class Crocodile(Kind):
    """Snaps at things that move in its mouth; things that lie still there it leaves alone, so that it does not snap for
    ever. The upper jaw is only seen.

    States: `fed`, how often it has eaten; `snaps`, how often it has snapped; and the alarm `opens`.
    """

    name = "crocodile"
    title = "Crocodile"
    price = 45
    synonyms = "alligator, jaws"
    help = (
        "Snaps at what comes between its jaws: it eats mice and fish, and throws up anything else. It never leaves "
        "its place."
    )
    source = "A young dwarf crocodile, 0.5 m long. A hand that tosses a ball gives 1 to 3 N s; a snap takes 50 ms."
    sound = "leather"
    cues = {"snapped": "snap", "fed": "munch"}
    properties = (
        Property("kick", "Throws with", 2.0, "N s", 0.1, 20.0, 0.1, help="Upwards, but never faster than 8 m/s"),
    )
    flips = True
    hands_on = ("knock",)
    wants_hits = True
    states = ("fed", "snaps", "opens")
    goal_states = ("fed", "snaps")
    eats = ("mouse", "fish")  # smells
    shut, fastest, still = 0.4, 8.0, 0.1  # s, m/s, m/s

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        trunk = Polygon(
            ((-0.15, -0.08), (0.06, -0.085), (0.08, 0.0), (0.02, 0.046), (-0.08, 0.046), (-0.15, 0.01)), 0.006
        )
        tail = Polygon(((-0.2, -0.072), (-0.14, -0.08), (-0.14, 0.0), (-0.22, -0.03)), 0.004)
        lower = Polygon(((0.05, -0.085), (0.23, -0.085), (0.262, -0.07), (0.24, -0.046), (0.05, -0.04)), 0.004)
        mouth = Polygon(((0.08, -0.036), (0.34, -0.08), (0.34, 0.06), (0.24, 0.12), (0.12, 0.06)))
        shapes = (
            sensor(mouth, name="mouth"),
            *(Shape(solid, None, friction=0.6, restitution=0.1) for solid in (trunk, tail, lower)),
            *_body(),
            *_upper_jaw(),
        )
        x, y = _HINGE
        return Blueprint((Body("static"), Body("kinematic", x=x, y=y)), shapes)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run.plan.shapes[hit.shape].name == "mouth" and not run["opens"]:
            self._snap(run, machine)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        run.bodies[_JAW].angle = run.bodies[0].angle
        self._snap(run, machine)

    def _snap(self, run: Running, machine: RunningMachine) -> None:
        """Shut the jaws on the things that stir between them, if there are any, and open them again after a while."""
        prey = self._between(run, machine)
        if not prey:
            return
        run.bodies[_JAW].angle = run.bodies[0].angle - run.facing * _OPEN
        run["snaps"] += 1.0
        machine.tell("snapped", run, run["snaps"], prey[0][0].id)
        machine.at(run, self.shut, "opens")
        for thing, body in prey:
            if self._is_food(thing):
                run["fed"] += 1.0
                machine.tell("fed", run, run["fed"], thing.id)
                thing.kind.eaten(thing, run, machine)
            else:
                speed = min(self.fastest, run.p.kick / body.mass)
                body.activate()
                body.velocity = (body.velocity.x, body.velocity.y + speed)

    def _is_food(self, thing: Running) -> bool:
        return thing.kind.smells in self.eats and thing.kind.smells_now(thing)

    def _between(self, run: Running, machine: RunningMachine) -> list[tuple[Running, pymunk.Body]]:
        """Return the loose bodies of others between its jaws that move or that it eats, in id order."""
        mouth = run.shapes[0]
        assert mouth is not None
        bodies: dict[tuple[int, int], tuple[Running, pymunk.Body]] = {}
        for shape in machine.shapes_on(mouth):
            owner, body = machine.owner(shape), shape.body
            if owner is None or body is None or shape.sensor or not shape.filter.categories & LOOSE:
                continue
            thing, index = owner[0], owner[0].plan.shapes[owner[1]].body
            vx, vy = body.velocity
            if self._is_food(thing) or vx * vx + vy * vy > self.still * self.still:
                bodies[thing.id, index] = thing, body
        return [bodies[key] for key in sorted(bodies)]


def _teeth(points: list[Point], size: float, body: int) -> list[Shape]:
    """Draw teeth whose roots are at some points, downwards if `size` is negative."""
    shapes = []
    for x, y in points:
        corners = ((x - 0.011, y), (x + 0.011, y), (x, y + size))
        tooth = Polygon(corners if size > 0 else corners[::-1])
        shapes.append(painted(tooth, _TOOTH, body))
    return shapes


def _body() -> list[Shape]:
    """Draw all but the upper jaw, from its tail to its lower teeth."""
    tail = Polygon(
        ((-0.256, 0.05), (-0.25, -0.03), (-0.2, -0.078), (-0.1, -0.088), (-0.06, -0.02), (-0.12, 0.034), (-0.17, 0.006),
         (-0.214, 0.002)), 0.004,
    )  # fmt: skip
    lower = Polygon(
        ((0.02, -0.078), (0.22, -0.086), (0.25, -0.08), (0.262, -0.066), (0.244, -0.05), (0.06, -0.042)), 0.006
    )
    gum = Polygon(((0.06, -0.046), (0.235, -0.05), (0.16, -0.03), (0.06, -0.022)), 0.003)
    scutes = [(-0.17, 0.01), (-0.13, 0.032), (-0.085, 0.047), (-0.04, 0.052), (0.004, 0.048)]
    shapes = [Shape(Polygon(((x - 0.018, y - 0.012), (x + 0.018, y - 0.008), (x - 0.004, y + 0.022)), 0.002), _BACK)
              for x, y in scutes]  # fmt: skip
    shapes += [
        Shape(tail, _SKIN),
        Shape(gum, _GUM),
        *_teeth([(0.1 + 0.04 * k, -0.048) for k in range(4)], 0.028, 0),
        Shape(lower, _SKIN),
        Shape(oval(0.13, 0.09, 0.052, 44, -0.04, -0.036), _SKIN),
        Shape(oval(0.1, 0.016, 0.026, 32, -0.03, -0.058), _BELLY),
    ]
    for x in (-0.11, 0.012):
        shapes.append(Shape(slab(0.05, 0.05, x, -0.06, 0.018), _SKIN))
        shapes.append(Shape(oval(0.038, 0.016, 0.008, 20, x + 0.012, -0.082), _BACK))
    return [painted(shape.outline, shape.look, shape.body) for shape in shapes]


def _upper_jaw() -> list[Shape]:
    """Draw the upper jaw, wide open: it is turned by `_OPEN` about its hinge."""
    hx, hy = _HINGE
    ((c, s),) = arc(1.0, _OPEN, _OPEN + 1.0, 2)[:1]

    def turned(points: tuple[Point, ...], rounding: float = 0.0) -> Polygon:
        return Polygon(tuple((hx + c * x - s * y, hy + s * x + c * y) for x, y in points), rounding)

    jaw = turned(
        ((-0.05, -0.03), (0.19, -0.022), (0.212, -0.006), (0.214, 0.024), (0.19, 0.036), (0.12, 0.03), (0.05, 0.058),
         (-0.03, 0.056)), 0.006,
    )  # fmt: skip
    gum = turned(((0.03, -0.036), (0.19, -0.028), (0.19, -0.01), (0.03, -0.01)), 0.003)
    teeth = [turned(((x - 0.011, -0.026), (x, -0.054), (x + 0.011, -0.026))) for x in (0.06, 0.1, 0.14, 0.18)]
    eye, pupil, light, nostril = turned(((0.022, 0.062), (0.03, 0.06), (0.033, 0.066), (0.19, 0.03))).points
    return [
        painted(gum, _GUM, _JAW),
        *(painted(tooth, _TOOTH, _JAW) for tooth in teeth),
        painted(jaw, _SKIN, _JAW),
        painted(Circle(0.03, *eye), _SKIN, _JAW),
        painted(Circle(0.02, *eye), Look("leather", (255, 255, 246), outline=0.9), _JAW),
        painted(Circle(0.0105, *pupil), _BLACK, _JAW),
        painted(Circle(0.0038, *light), WHITE, _JAW),
        painted(Circle(0.0055, *nostril), _BLACK, _JAW),
    ]
