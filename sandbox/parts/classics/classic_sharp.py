"""Classics that prick or cut."""

from __future__ import annotations

from types import SimpleNamespace

from sandbox.parts.classics.rules import MASS, corners, drawn, size, surface, usual
from sandbox.parts.drawing import TURN, arc, painted, sensor, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Kind, Look, Point, Polygon, Property, Shape
from sandbox.parts.materials import NICKEL, TIN
from sandbox.parts.sharp import Cactus


class ClassicCactus(Kind):
    """A cactus that pricks with a hull of spines around it, which is not scaled."""

    name = "classic_cactus"
    title = "Classic cactus"
    price = 4
    synonyms = "spikes"
    for_imports = True
    help = "Pricks what comes within a finger's breadth of it; its pot does not. It can be pushed over."
    source = "TBE: 0.25 m x 0.4 m, 0.549 kg; its spines reach 25 mm."
    properties = (*size(0.25, 0.4), usual(MASS, 0.549), *surface(0.3))
    resizes = ("width", "height")
    sharp = True
    pot = ((-0.105, -0.038), (-0.05, -0.2), (0.05, -0.2), (0.105, -0.038))
    trunk = (
        (0.045, -0.036), (0.085, 0.012), (0.092, 0.089), (0.046, 0.156), (0.0, 0.171), (-0.046, 0.156),
        (-0.092, 0.089), (-0.085, 0.012), (-0.045, -0.036),
    )  # fmt: skip
    spines = (
        (0.078, -0.036), (0.116, 0.012), (0.125, 0.085), (0.099, 0.147), (0.038, 0.2), (-0.038, 0.2),
        (-0.099, 0.147), (-0.125, 0.085), (-0.116, 0.012), (-0.078, -0.036),
    )  # fmt: skip

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        sx, sy = p.width / 0.25, p.height / 0.4
        solid = [
            Shape(corners(points, sx, sy), None, friction=p.friction, restitution=p.restitution, name="blunt")
            for points in (self.pot, self.trunk)
        ]
        sense = sensor(Polygon(self.spines), name="spines")
        return Blueprint((Body("dynamic", p.mass),), (*solid, sense, *drawn(Cactus(), sx, sy), *_glaze(sx, sy)))


def _glaze(sx: float, sy: float) -> list[Shape]:
    """Draw the glazed pot, blue with a white band, that tells a classic cactus from ours."""
    blue, white = Look("rubber", (58, 96, 168)), Look("rubber", (244, 244, 238), outline=0.7)
    pot = ((-0.064, -0.2), (0.064, -0.2), (0.09, -0.085), (-0.09, -0.085))
    band = ((-0.0705, -0.17), (0.0705, -0.17), (0.0795, -0.13), (-0.0795, -0.13))
    scaled = [Polygon(tuple((sx * x, sy * y) for x, y in points)) for points in (pot, band)]
    rim = slab(0.2 * sx, 0.034 * sy, 0.0, -0.08 * sy, 0.006)
    return [painted(o, look) for o, look in ((scaled[0], blue), (scaled[1], white), (rim, blue))]


class ClassicNails(Kind):
    """A board that pricks with a strip about the nails, which is not scaled."""

    name = "classic_nails"
    title = "Classic bed of nails"
    price = 3
    synonyms = "spikes, needles"
    for_imports = True
    help = "A fixed board with its nails upwards, which prick what touches them."
    source = "TBE: 0.8 m x 0.15 m; the nails reach 10 mm beyond what one sees."
    properties = (*size(0.8, 0.15), *surface(0.2))
    resizes = ("width", "height")
    sharp = True

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        sx, sy = p.width / 0.8, p.height / 0.135
        wood, steel = Look("wood", (188, 132, 78)), TIN.edged(0.8)

        def box(x: float, low: float, high: float) -> tuple[Point, ...]:
            return (-x, low), (x, low), (x, high), (-x, high)

        solid = [
            Shape(corners(box(*sizes), sx, sy), None, friction=p.friction, restitution=p.restitution, name="blunt")
            for sizes in ((0.4, -0.075, 0.006), (0.34, -0.05, 0.06))
        ]
        shapes = [sensor(Polygon(box(0.335, -0.04, 0.07)), name="nails")]
        for k in range(13):
            x = sx * (k - 6) * 0.0545
            nail = Polygon(((x - 0.0065, 0.0), (x + 0.0065, 0.0), (x, 0.068 * sy)))
            shapes.append(painted(nail, steel))
        shapes.append(painted(slab(0.8 * sx, 0.081 * sy, 0.0, -0.0345 * sy, 0.006), wood))
        return Blueprint((Body("static"),), (*solid, *shapes))


class SawBlade(Kind):
    name = "saw_blade"
    title = "Saw blade"
    price = 5
    synonyms = "buzz saw, cutter"
    help = "A loose blade that rolls and cuts: balloons, butterflies and classic penguins had better not meet it."
    source = "TBE's circular saw: 38 cm, 0.4 kg; it cuts what is within 10 mm."
    properties = (
        Property("radius", "Radius", 0.19, "m", 0.02, 1.0, 0.01),
        usual(MASS, 0.4),
        *surface(0.1),
    )
    sharp = True
    reach, teeth = 0.01, 16  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r = p.radius
        points: list[Point] = []
        for k in range(self.teeth):
            for far, turned in ((1.0, 0.0), (0.87, 0.12), (0.9, 0.5)):
                angle = TURN * (k + turned) / self.teeth
                points += arc(far * r, angle, angle, 2)[:1]
        dark = Look("metal", (88, 94, 106))
        hole, holes = Look("felt", (40, 44, 52), outline=0.5), [TURN * k / 4 for k in range(4)]
        shapes = (
            Shape(Circle(r), None, friction=p.friction, restitution=p.restitution, name="blunt"),
            sensor(Circle(r + self.reach), name="teeth"),
            painted(Polygon(tuple(points)), NICKEL),
            *(painted(Circle(0.17 * r, *arc(0.55 * r, a, a, 2)[0]), hole) for a in holes),
            painted(Circle(0.24 * r), dark),
            painted(slab(0.2 * r, 0.2 * r), hole),
        )
        return Blueprint((Body("dynamic", p.mass),), shapes)
