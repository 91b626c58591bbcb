"""Blocks: the fixed structure, and things that stand, lie and topple."""

from __future__ import annotations

from types import SimpleNamespace
from typing import ClassVar

from sandbox.design.geometry import Outline
from sandbox.parts.blocks.containers import (
    Basket,
    BottleCrate,
    CardboardBox,
    Crate,
    FlatCrate,
    FootballGoal,
    ToyChest,
)
from sandbox.parts.blocks.freeform import FreeShape
from sandbox.parts.drawing import TURN, arc, band, painted, ring, slab
from sandbox.parts.fire.heat import Flammable
from sandbox.parts.kind import Blueprint, Body, Circle, Kind, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.materials import BIRCH, DEPTH, FOAM, FOAMS, LIGHT_WOOD, OAK, SILVER, WOODS, beads

Rgb = tuple[int, int, int]


class Fixed(Kind):
    """A fixed rectangle of any size; `width` along its own x."""

    structure = True
    material = "wood"
    tint: Rgb = (176, 118, 64)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        body = slab(p.width, p.height, rounding=0.004)
        return Blueprint((Body("static"),), (Shape(body, Look(self.material, self.tint)),))


class Floor(Fixed):
    name = "floor"
    title = "Floor"
    price = 4
    synonyms = "ground, platform, plank"
    help = "A fixed board to stand, roll and land on. Make it as long and as thick as you like, or turn it."
    source = "Reference surface of the friction and restitution tables: hard, level, dry."
    properties = (
        Property("width", "Length", 1.0, "m", 0.1, 20.0, 0.05),
        Property("height", "Thickness", 0.1, "m", 0.04, 1.0, 0.01),
    )
    resizes = ("width", "height")


class Wall(Fixed):
    name = "wall"
    title = "Wall"
    price = 4
    synonyms = "barrier, post, column"
    help = "Fixed masonry that stops and turns back what runs into it."
    source = "As the floor: the reference surface."
    material = "stone"
    tint = (150, 146, 140)
    properties = (
        Property("width", "Thickness", 0.1, "m", 0.04, 2.0, 0.01),
        Property("height", "Height", 1.0, "m", 0.1, 20.0, 0.05),
    )
    resizes = ("width", "height")


class Bar(Kind):
    name = "bar"
    title = "Birch bar"
    price = 3
    synonyms = "plank, board, beam"
    help = "A loose plank: a bridge, a lever, a battering ram. Ropes can be tied to both ends."
    source = f"{WOODS}; here 650, {DEPTH:g} m deep. Friction of wood on wood 0.25 to 0.5."
    properties = (
        Property("width", "Length", 1.0, "m", 0.1, 4.0, 0.05),
        Property("height", "Thickness", 0.05, "m", 0.03, 0.5, 0.01),
    )
    resizes = ("width", "height")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        plank = Shape(slab(p.width, p.height, rounding=0.005), LIGHT_WOOD, friction=0.5, restitution=0.15)
        end = p.width / 2 - min(0.025, p.width / 4)
        ports = (Port("left", -end, 0.0, "rope", title="Left end"), Port("right", end, 0.0, "rope", title="Right end"))
        return Blueprint((Body("dynamic", BIRCH * DEPTH * p.width * p.height),), (plank,), ports)


class Domino(Kind):
    name = "domino"
    title = "Domino"
    price = 1
    synonyms = "tile, brick"
    help = "Stands until something nudges it, then topples its neighbour. Good spacing is half its height."
    source = f"{WOODS}; here oak 720, {DEPTH:g} m deep: 1.3 kg. Proportions of a toppling stone, 5 to 1."
    properties = (Property("colour", "Colour", "red", choices=("red", "blue", "green", "plain")),)
    tints = {"red": (200, 62, 52), "blue": (58, 108, 188), "green": (74, 150, 84), "plain": (206, 166, 110)}
    width, height = 0.06, 0.3  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = self.width, self.height
        stone = Shape(slab(w, h, rounding=0.003), Look("wood", self.tints[p.colour]), friction=0.5, restitution=0.1)
        ivory = Look("leather", (246, 238, 216), outline=0.0)
        marks = [painted(slab(w * 0.8, 0.005), ivory)]
        for x, y in ((0.0, 0.26), (-0.22, -0.15), (0.22, -0.37)):  # a one and a two
            marks.append(painted(Circle(0.0075, x * w, y * h), ivory))
        return Blueprint((Body("dynamic", OAK * DEPTH * w * h),), (stone, *marks))


class Weight(Kind):
    name = "weight"
    title = "Weight"
    price = 8
    synonyms = "mass, kettlebell, load"
    help = "A lump of cast iron: tips seesaws, pulls ropes tight, stays where it falls. Tie a rope to its ring."
    source = "OIML R 111 knob and ring weights of cast iron (7,100 kg/m^3), drawn larger than life. TBE: 10 kg."
    sound = "iron"
    magnetic = True
    properties = (Property("mass", "Mass", 10.0, "kg", 1.0, 30.0, 0.5),)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        iron = Look("metal", (74, 78, 88))
        block = Polygon(((-0.106, -0.086), (0.106, -0.086), (0.062, 0.064), (-0.062, 0.064)), 0.004)
        # The ring pushes as the solid bow that it looks like from afar, and is drawn as a ring.
        bow = Polygon(((-0.03, 0.064), (0.03, 0.064), (0.03, 0.094), (0.018, 0.108), (-0.018, 0.108), (-0.03, 0.094)))
        shapes = (
            painted(ring(0.033, 0.011, 0.0, 0.076), iron),
            Shape(bow, None, friction=0.5, restitution=0.1),
            Shape(block, iron, friction=0.5, restitution=0.1),
            painted(slab(0.09, 0.05, 0.0, -0.022, 0.008), Look("metal", (104, 108, 120), outline=0.8)),
        )
        return Blueprint((Body("dynamic", p.mass),), shapes, (Port("ring", 0.0, 0.101, "rope", title="Ring"),))


# Height above the base and diameter in inches: USBC's drawing of the pin.
_PIN = (
    (0.0, 2.031), (0.75, 2.828), (2.25, 3.906), (3.375, 4.510), (4.5, 4.766), (5.875, 4.563), (7.25, 3.703),
    (8.625, 2.472), (9.375, 1.965), (10.0, 1.797), (10.875, 1.870), (11.75, 2.094), (12.625, 2.406), (13.5, 2.547),
    (14.1, 2.38), (14.6, 1.86), (14.9, 1.1), (15.0, 0.4),
)  # fmt: skip
_INCH = 0.0254  # m


# Rows of the drawing whose outlines are convex: the foot and belly; the hollow neck, bridged by up to 2 mm; the head.
_PIN_PIECES = ((0, 1, 2, 3, 4, 5, 6), (6, 7), (7, 9), (9, 12), (12, 13, 14, 15, 16, 17))


def _pin_drawn(count: int = 31) -> Polygon:
    """The whole pin, smooth: a Catmull-Rom curve through the rows."""
    curve = []
    for index in range(count):
        at = (len(_PIN) - 1) * index / (count - 1)
        row = min(int(at), len(_PIN) - 2)
        t = at - row
        before, start, end, after = (_PIN[min(max(row + k, 0), len(_PIN) - 1)] for k in (-1, 0, 1, 2))
        h, d = (
            (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t) / 2
            for p, q, r, s in zip(before, start, end, after, strict=True)
        )
        curve.append((d / 2, h))
    return _turned(curve)


def _turned(right: list[Point]) -> Polygon:
    """Make an outline in m from radius and height of a turned thing's right side, in inches from its foot."""
    side = [(r * _INCH, (h - _PIN[-1][0] / 2) * _INCH) for r, h in right]
    return Polygon((*side, *((-x, y) for x, y in reversed(side))))


class BowlingPin(Kind):
    name = "bowling_pin"
    title = "Bowling pin"
    price = 3
    synonyms = "skittle, ninepin"
    help = "Stands on a small foot: easily knocked over, and it knocks over others."
    source = "USBC: 381 mm high, 121 mm thick, on a foot of 52 mm; 1.53 kg of maple. Its outline is USBC's drawing."

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        pieces = tuple(
            Shape(_turned([(_PIN[row][1] / 2, _PIN[row][0]) for row in rows]), None, friction=0.4, restitution=0.5)
            for rows in _PIN_PIECES
        )
        red = Look("leather", (206, 48, 48), outline=0.0)
        drawn = (
            painted(_pin_drawn(), Look("leather", (248, 244, 234))),
            painted(slab(0.0452, 0.009, 0.0, (10.1 - 7.5) * _INCH), red),
            painted(slab(0.0472, 0.009, 0.0, (10.9 - 7.5) * _INCH), red),
        )
        return Blueprint((Body("dynamic", 1.53),), (*pieces, *drawn))


class FixedBlock(Fixed):
    name = "fixed_block"
    title = "Fixed block"
    price = 4
    synonyms = "brick, platform, obstacle"
    help = "A hewn stone that stays wherever you put it: a step, a pillar, a stop."
    source = "As the floor: the reference surface."
    material = "stone"
    tint = (132, 134, 140)
    properties = (
        Property("width", "Width", 0.3, "m", 0.05, 3.0, 0.05),
        Property("height", "Height", 0.3, "m", 0.05, 3.0, 0.05),
    )
    resizes = ("width", "height")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        solid = super().blueprint(p)
        margin = 0.1 * min(p.width, p.height)
        face = slab(p.width - 2 * margin, p.height - 2 * margin, rounding=0.3 * margin)
        hewn = painted(face, Look(self.material, (164, 164, 166), outline=0.9))
        return Blueprint(solid.bodies, (*solid.shapes, hewn))


class Peg(Kind):
    """A fixed disc, small enough to aim balls at."""

    radius = 0.035  # m
    friction: float
    restitution: float
    look: Look
    head: Look

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r = self.radius
        disc = Shape(Circle(r), self.look, friction=self.friction, restitution=self.restitution)
        return Blueprint((Body("static"),), (disc, painted(self._head(), self.head)))

    def _head(self) -> Outline:
        return Circle(0.4 * self.radius)


class PegMetal(Peg):
    name = "peg_metal"
    title = "Metal peg"
    price = 2
    synonyms = "pin, nail, bolt"
    help = "A fixed pin that balls spring off. A field of them scatters what falls through."
    source = "Hard steel gives a ball all of the ball's own restitution back; friction of dry steel 0.3 to 0.4."
    friction, restitution = 0.35, 1.0
    look, head = SILVER, Look("metal", (66, 72, 84), outline=0.8)

    def _head(self) -> Outline:
        """Draw a hexagonal socket: it tells the peg from a steel ball."""
        return Polygon(arc(0.56 * self.radius, 0.0, TURN * 5 / 6, 6))


class PegWood(Peg):
    name = "peg_wood"
    title = "Wooden peg"
    price = 1
    synonyms = "pin, dowel, stick"
    help = "A fixed pin that takes the bounce out of balls: they roll off it on one side or the other."
    source = "A soft wooden dowel; TBE's wooden peg returns a seventh of what its metal one does."
    friction, restitution = 0.8, 0.15
    look, head = Look("wood", (196, 146, 88)), Look("wood", (150, 100, 54), outline=0.8)


class StyrofoamBlock(Flammable):
    name = "styrofoam_block"
    title = "Styrofoam block"
    price = 2
    synonyms = "foam, polystyrene, light block"
    help = "Big, light and springy: a balloon lifts it, and almost anything knocks it away. Fire burns it up."
    catches = 1.5
    source = FOAMS
    sound = "foam"
    properties = (
        Property("width", "Width", 0.3, "m", 0.1, 2.0, 0.05),
        Property("height", "Height", 0.15, "m", 0.05, 1.0, 0.05),
    )
    resizes = ("width", "height")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width, p.height
        foam = slab(w, h, rounding=0.006)
        block = Shape(foam, Look("felt", (238, 242, 246)), friction=0.45, restitution=0.6)
        return Blueprint((Body("dynamic", FOAM * DEPTH * w * h),), (block, *beads(w, h, foam)))


class IBeam(Kind):
    name = "i_beam"
    title = "I-beam"
    price = 9
    synonyms = "girder, steel beam"
    help = "A steel girder: carries anything, and hardly anything moves it. Ropes can be tied to both ends."
    source = "IPE 100 (EN 10365): 100 mm high, 8.1 kg/m. Friction of steel 0.3 to 0.5. TBE's beam: 19 kg/m."
    properties = (Property("width", "Length", 1.0, "m", 0.3, 4.0, 0.05),)
    resizes = ("width",)
    magnetic = True
    height, linear = 0.1, 8.1  # m, kg/m
    displaces = 0.1  # of its outline there is steel

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width, self.height
        web, flange = Look("metal", (142, 66, 52)), Look("metal", (190, 94, 72), outline=1.0)
        beam = Shape(slab(w, h, rounding=0.002), web, friction=0.45, restitution=0.2)
        drawn = [painted(slab(w, 0.017, 0.0, y), flange) for y in (h / 2 - 0.0085, 0.0085 - h / 2)]
        for x in (-w / 2 + 0.07, w / 2 - 0.07):
            drawn.append(painted(Circle(0.012, x), Look("metal", (70, 36, 32), outline=0.8)))
        end = w / 2 - 0.025
        ports = (Port("left", -end, 0.0, "rope", title="Left end"), Port("right", end, 0.0, "rope", title="Right end"))
        return Blueprint((Body("dynamic", self.linear * w),), (beam, *drawn), ports)


class Pillow(Kind):
    """A pillow, which halves the impact of a thing that lands on it: see `cushions`."""

    name = "pillow"
    title = "Pillow"
    price = 4
    synonyms = "cushion, soft"
    help = (
        "A soft landing: hardly anything bounces off it, and what is alive or fragile feels only half of the "
        "knock when it falls on it."
    )
    source = "A pillow of 60 by 16 cm, filled with feathers: 0.6 kg. It stretches a knock in time, here to twice."
    sound = "cloth"
    properties = (
        Property("width", "Width", 0.6, "m", 0.3, 1.5, 0.05),
        Property("colour", "Colour", "white", choices=("white", "pink", "blue")),
    )
    resizes = ("width",)
    tints: ClassVar[dict[str, Rgb]] = {"white": (246, 242, 232), "pink": (244, 190, 200), "blue": (176, 206, 238)}
    cushions = 0.5
    mass, usual, height = 0.6, 0.6, 0.16  # kg, at this width in m; m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width / 2, self.height / 2
        cloth = Look("cloth", self.tints[p.colour])
        seam = Look("leather", (164, 150, 140), outline=0.0)
        corner = 0.05
        up = ((w, 0.8 * h), (w - corner, 0.84 * h), (0.4 * w, h), (-0.4 * w, h), (corner - w, 0.84 * h), (-w, 0.8 * h))
        sides = ((0.012 - w, 0.3 * h), (0.012 - w, -0.3 * h))
        case = Polygon((*up, *sides, *((-x, -y) for x, y in up), *((-x, -y) for x, y in sides)), 0.012)
        shapes = [
            Shape(slab(p.width - 0.012, self.height - 0.004, 0.0, 0.0, 0.06), None, friction=0.8, restitution=0.0),
            painted(case, cloth),
        ]
        for side in (-1, 1):
            for y in (-1, 1):
                crease = ((side * (w - 0.02), y * (h - 0.016)), (side * (w - 0.085), y * (h - 0.046)))
                shapes.append(painted(band(crease, 0.006), seam))
        stripe = Look("cloth", (206, 120, 112) if p.colour != "blue" else (104, 140, 190), outline=0.0)
        shapes += [painted(slab(0.012, 1.86 * h, x), stripe) for x in (-0.5 * w, 0.5 * w)]
        return Blueprint((Body("dynamic", self.mass * p.width / self.usual),), tuple(shapes))


KINDS: tuple[Kind, ...] = (
    Floor(), Wall(), FixedBlock(), PegMetal(), PegWood(), Bar(), StyrofoamBlock(), IBeam(), Domino(), FlatCrate(),
    Crate(), BottleCrate(), CardboardBox(), Weight(), BowlingPin(), Pillow(), ToyChest(), FootballGoal(), Basket(),
    FreeShape(),
)  # fmt: skip
