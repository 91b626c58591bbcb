"""Parts that hang from ropes or let go of them: a bucket that weighs its contents, a cage that falls over things, and a
hook that opens."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.design.geometry import cos_sin, total
from sandbox.parts.drawing import TURN, arc, band, painted, ring, slab
from sandbox.parts.kind import (
    LOOSE,
    Blueprint,
    Body,
    Circle,
    Kind,
    Look,
    Point,
    Polygon,
    Port,
    Property,
    Shape,
)
from sandbox.parts.materials import DARK, LEAD, PEWTER, RED_RUBBER, STEEL, ZINC
from sandbox.parts.reactions import Knocked
from sandbox.parts.sight import around

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_ZINC, _BRIGHT = Look("metal", (172, 182, 194)), Look("metal", (206, 214, 222), outline=0.9)


class Bucket(Kind):
    """One stiff body with its bail: a bail of its own would be a light link that stretches under a heavy load.

    States: `load`, the kg of what lies in it, and `tipped`, 1 while it leans by more than 60 degrees.
    """

    name = "bucket"
    title = "Bucket"
    price = 5
    synonyms = "pail, container"
    set_off_by = ("weight",)
    help = (
        "Hangs upright from a rope at its bail. What falls in stays in and adds its weight: enough of it lifts "
        "the other end of a rope over a pulley. There is a little water in it, for a fish."
    )
    source = "A builder's bucket of galvanised sheet, 12 l, 26 cm wide: 0.7 kg; its sheet grows with its size squared."
    cues = {"tipped": "clack"}
    magnetic = True
    properties = (
        Property("width", "Width", 0.26, "m", 0.15, 0.8, 0.01, help="At its rim; as high as it is wide, nearly"),
        Property("loose", "Loose", True, help="Else it is fixed to the wall, and what falls in stays where it is"),
    )
    resizes = ("width",)
    hides_content = True
    holds_water = True
    states = ("load", "tipped")
    goal_states = ("tipped",)
    act_interval = 0.1
    displaces = 0.1  # of its walls there is sheet
    mass, usual = 0.7, 0.26  # kg, at this width in m
    height, bail, foot = 0.92, 0.62, 0.36  # of the width: the pail, the bail above it, half its bottom
    thickness = 0.016  # m; thicker than sheet is, so that nothing fast gets through
    leans = 0.5  # cosine of 60 degrees

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, t = p.width / 2, self.height * p.width / 2, self.thickness
        drop = -self.bail * p.width / 2  # so that the middle of pail and bail together is the middle of the part
        foot, low, high = self.foot * p.width, drop - h, drop + h
        right = Polygon(((foot - t, low), (foot, low), (w, high), (w - t, high)))
        walls = (Polygon(((-foot, low), (foot, low), (foot, low + t), (-foot, low + t))), right.mirrored(), right)
        shapes = [
            painted(self._bail(p, high), PEWTER.edged(1.0)),
            painted(self.hollow(p), ZINC.edged(0.0)),
            *(Shape(wall, _ZINC, friction=0.5, restitution=0.1) for wall in walls),
            *self._drawn(p, low, high),
        ]
        ports = (Port("bail", 0.0, high + self.bail * p.width - 0.004, "rope", title="Bail"),)
        scale = p.width / self.usual
        body = Body("dynamic", self.mass * scale * scale) if p.loose else Body("static")
        return Blueprint((body,), tuple(shapes), ports)

    def _bail(self, p: SimpleNamespace, high: float) -> Polygon:
        """Return the wire from ear to ear, a pointed arch, so that a taut rope keeps to its middle."""
        w, up = p.width / 2, self.bail * p.width
        side = [(0.94 * w, high - 0.02), (0.9 * w, high + 0.3 * up), (0.62 * w, high + 0.68 * up), (0.2 * w, high + up)]
        return band((*((-x, y) for x, y in side), *reversed(side)), 0.011)

    def hollow(self, p: SimpleNamespace) -> Polygon:
        w, h, t = p.width / 2, self.height * p.width / 2, self.thickness
        drop, foot = -self.bail * p.width / 2, self.foot * p.width
        return Polygon(((-foot + t, drop - h + t), (foot - t, drop - h + t), (w - t, drop + h), (-w + t, drop + h)))

    def _drawn(self, p: SimpleNamespace, low: float, high: float) -> list[Shape]:
        """Return the bucket's rolled rim, the hoops round it, its ears and the grip on its bail."""
        w, foot = p.width / 2, self.foot * p.width

        def half(y: float) -> float:
            return float(foot + (w - foot) * (y - low) / (high - low))

        hoops = [
            painted(slab(2 * half(y) + 0.006, 0.014, 0.0, y, 0.005), _BRIGHT)
            for y in (low + 0.3 * (high - low), low + 0.62 * (high - low))
        ]
        hoops.append(painted(slab(2 * foot + 0.016, 0.022, 0.0, low + 0.009, 0.007), _BRIGHT))
        rim = painted(slab(p.width + 0.016, 0.02, 0.0, high - 0.004, 0.009), _BRIGHT)
        ears = [painted(Circle(0.018, side * 0.93 * w, high - 0.032), STEEL) for side in (-1, 1)]
        rivets = [painted(Circle(0.006, side * 0.93 * w, high - 0.032), DARK) for side in (-1, 1)]
        wood = Look("wood", (196, 138, 78))
        grip = painted(slab(0.42 * p.width, 0.026, 0.0, high + self.bail * p.width, 0.011), wood)
        return [*hoops, rim, *ears, *rivets, grip]

    def act(self, run: Running, machine: RunningMachine) -> None:
        body = run.bodies[0]
        if body.is_sleeping:
            return
        masses = masses_inside(run, self.hollow(run.p), machine)
        load = total(masses[key] for key in sorted(masses))
        if load != run["load"]:
            run["load"] = load
        tipped = float(cos_sin(body.angle)[0] < self.leans)
        if tipped != run["tipped"]:
            run["tipped"] = tipped
            if tipped:
                machine.tell("tipped", run)


def masses_inside(run: Running, space: Polygon, machine: RunningMachine) -> dict[tuple[int, int], float]:
    """Return the masses in kg of the loose bodies of others whose centres of mass are in a part's hollow, by part and
    body. A flame is loose for the wind alone: its body weighs nothing that could be counted.
    """
    body, planned = run.bodies[0], run.plan.bodies[0]
    corners = tuple(run.world(x, y) for x, y in space.points)
    masses: dict[tuple[int, int], float] = {}
    for shape in machine.shapes_in(around(corners), run, LOOSE):
        owner = machine.owner(shape)
        if owner is None or owner[0] is run or shape.body is None:
            continue
        if shape.body.body_type == pymunk.Body.DYNAMIC:
            x, y = body.world_to_local(shape.body.local_to_world(shape.body.center_of_gravity))
            if space.distance(x + planned.x, y + planned.y) <= 0.0:
                masses[owner[0].id, owner[0].plan.shapes[owner[1]].body] = shape.body.mass
    return masses


class Cage(Kind):
    """Bars that everything bumps into, open below. It never turns: one that lands on a corner would roll over.

    States: `caught`, how many loose things are in it.
    """

    name = "cage"
    title = "Cage"
    price = 8
    synonyms = "gate, portcullis, trap, prison"
    help = (
        "Hangs from a rope at its ring, open below: what it falls over is caught, and stays so until something lifts "
        "the cage. A scissors or a hook above it springs the trap."
    )
    source = "A wire cage of 5 mm bars, 0.45 m wide: 1.5 kg; its bars grow with its width."
    sound = "metal"
    cues = {"caught": "clack"}
    magnetic = True
    properties = (
        Property("width", "Width", 0.45, "m", 0.2, 1.2, 0.05),
        Property("height", "Height", 0.4, "m", 0.2, 1.2, 0.05),
    )
    resizes = ("width", "height")
    states = ("caught",)
    goal_states = ("caught",)
    act_interval = 0.2
    mass, usual, bar = 1.5, 0.45 + 2 * 0.4, 0.018  # kg, at this length of bars in m; m: thicker than nothing gets past

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, t = p.width / 2, p.height / 2, self.bar
        brass, iron = Look("metal", (226, 184, 84), outline=0.9), PEWTER.edged(0.8)
        shapes = []
        count = max(3, round(p.width / 0.07))
        for k in range(1, count):
            x = p.width * (k / count - 0.5)
            shapes.append(painted(slab(0.008, p.height - t, x, 0.0, 0.003), iron))
        shapes += [painted(slab(p.width, 0.012, 0.0, y, 0.004), iron) for y in (-0.34 * p.height, 0.1 * p.height)]
        shapes += [
            Shape(slab(t, p.height, side * (w - t / 2), 0.0, 0.004), brass, friction=0.4, restitution=0.15)
            for side in (-1, 1)
        ]
        shapes.append(
            Shape(slab(p.width + 0.02, t + 0.006, 0.0, h - t / 2, 0.006), brass, friction=0.4, restitution=0.15)
        )
        shapes.append(painted(ring(0.032, 0.01, 0.0, h + 0.028, gap=TURN / 4), brass))
        ports = (Port("ring", 0.0, h + 0.05, "rope", title="Ring"),)
        mass = self.mass * (p.width + 2 * p.height) / self.usual
        return Blueprint((Body("dynamic", mass, upright=True),), tuple(shapes), ports)

    def hollow(self, p: SimpleNamespace) -> Polygon:
        w, h, t = p.width / 2, p.height / 2, self.bar
        return Polygon(((-w + t, -h), (w - t, -h), (w - t, h - t), (-w + t, h - t)))

    def act(self, run: Running, machine: RunningMachine) -> None:
        caught = float(len(masses_inside(run, self.hollow(run.p), machine)))
        if caught != run["caught"]:
            if caught > run["caught"]:
                machine.tell("caught", run, caught)
            run["caught"] = caught


class ReleaseHook(Knocked):
    """States: `open`, 1 once it has let go. The jaw is a body that nothing bumps into, turned when the hook opens."""

    name = "release_hook"
    title = "Release hook"
    price = 9
    synonyms = "drop hook, latch, trigger"
    hands_on = ("knock",)
    help = (
        "Holds what is tied to it until a signal comes, something knocks against it or you press it. Then it lets go "
        "for good."
    )
    source = "A quick-release hook for loads, as on cranes and ships: a trip lever opens it under any load."
    cues = {"freed": "clack", "opened": "click"}
    properties = (Property("knock", "Knock", 0.3, "N s", 0.02, 20.0, 0.01, help="A harder impact than this opens it"),)
    flips = True
    pressable = True
    set_off_by = ("blast",)
    knock_over = "knock"
    states = ("open",)
    goal_states = ("open",)
    hinge = (0.022, -0.036)  # m: the pin of the jaw
    swings = 1.5  # rad: how far it opens

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        x, y = self.hinge
        iron = Look("metal", (70, 92, 124))
        brass = Look("metal", (240, 190, 70), outline=0.9)
        lever = band(((-0.05, 0.012), (-0.1, 0.02), (-0.14, 0.04)), 0.024)
        bottom: list[Point] = [*arc(0.03, 0.0, -TURN / 2 - 0.35, 14, x - 0.03, -0.078)]
        jaw = band(((x, y), (x + 0.002, -0.056), *bottom), 0.021)
        shapes = (
            painted(slab(0.15, 0.024, 0.0, 0.069, 0.006), STEEL),
            *(painted(Circle(0.005, side * 0.062, 0.069), DARK) for side in (-1, 1)),
            painted(lever, LEAD.edged(1.0)),
            Shape(slab(0.07, 0.018, -0.09, 0.02, 0.006), None, friction=0.5, restitution=0.2),
            Shape(Circle(0.021, -0.142, 0.041), RED_RUBBER, friction=0.5, restitution=0.2),
            painted(jaw, brass, 1),
            painted(Polygon(((-0.05, -0.024), (-0.044, -0.058), (-0.03, -0.058), (-0.024, -0.024)), 0.004), STEEL),
            Shape(slab(0.116, 0.094, 0.0, 0.012, 0.014), iron, friction=0.5, restitution=0.2),
            painted(slab(0.116, 0.018, 0.0, 0.032, 0.004), Look("leather", (238, 196, 64), outline=0.0)),
            painted(ring(0.013, 0.005, -0.03, -0.004), DARK),
            painted(Circle(0.015, x, y + 0.016), STEEL),
            painted(Circle(0.006, x, y + 0.016), DARK),
        )  # fmt: skip
        ports = (
            Port("hook", x - 0.03, -0.1, "rope", title="Hook"),
            Port("signal", 0.03, 0.01, "signal in", title="Release"),
        )
        return Blueprint((Body("static"), Body("kinematic", x=x, y=y)), shapes, ports)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run["open"]:
            return
        run["open"] = 1.0
        run.bodies[1].angle += run.facing * self.swings
        machine.tell("opened", run)
        for link in machine.links_at(run):
            ends = ((link.a, link.port_a.name), (link.b, link.port_b.name))
            if (run, "hook") in ends:
                machine.remove(link.id)
                machine.tell("freed", run, other=link.id)
