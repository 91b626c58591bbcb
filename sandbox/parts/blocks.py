"""Blocks: the fixed structure, and what stands, lies, topples and holds."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.design.geometry import total
from sandbox.parts.base import Blueprint, Body, Circle, Hit, Kind, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.freeform import FreeShape
from sandbox.parts.outlines import TURN, arc, band, ring, slab

DEPTH = 0.1  # m: how far a part reaches into the picture, where its mass follows from a density
BIRCH, OAK, WICKER = 650.0, 720.0, 400.0  # kg/m^3, air-dry; wicker: woven willow with its gaps
FOAM = 20.0  # kg/m^3, expanded polystyrene
BOARD = 0.55  # kg/m^2, single-wall corrugated board
WOODS = "Wood Handbook (USDA Forest Products Laboratory): birch 620-690, oak 680-770 kg/m^3, air-dry"
FOAMS = f"Expanded polystyrene of 15-30 kg/m^3 (EN 13163), here 20, {DEPTH:g} m deep. Restitution: TBE's 0.6."

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

Rgb = tuple[int, int, int]


class Fixed(Kind):
    """A fixed rectangle of any size; `width` along its own x."""

    material = "wood"
    tint: Rgb = (176, 118, 64)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        body = slab(p.width, p.height, rounding=0.004)
        return Blueprint((Body("static"),), (Shape(body, Look(self.material, self.tint)),))


class Floor(Fixed):
    name = "floor"
    title = "Floor"
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
    help = "A loose plank: a bridge, a lever, a battering ram. Ropes can be tied to both ends."
    source = f"{WOODS}; here 650, {DEPTH:g} m deep. Friction of wood on wood 0.25 to 0.5."
    properties = (
        Property("width", "Length", 1.0, "m", 0.1, 4.0, 0.05),
        Property("height", "Thickness", 0.05, "m", 0.03, 0.5, 0.01),
    )
    resizes = ("width", "height")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        plank = Shape(
            slab(p.width, p.height, rounding=0.005), Look("wood", (210, 166, 104)), friction=0.5, restitution=0.15
        )
        end = p.width / 2 - min(0.025, p.width / 4)
        ports = (Port("left", -end, 0.0, "rope", title="Left end"), Port("right", end, 0.0, "rope", title="Right end"))
        return Blueprint((Body("dynamic", BIRCH * DEPTH * p.width * p.height),), (plank,), ports)


class Domino(Kind):
    name = "domino"
    title = "Domino"
    help = "Stands until something nudges it, then topples its neighbour. Good spacing is half its height."
    source = f"{WOODS}; here oak 720, {DEPTH:g} m deep: 1.3 kg. Proportions of a toppling stone, 5 to 1."
    properties = (Property("colour", "Colour", "red", choices=("red", "blue", "green", "plain")),)
    tints = {"red": (200, 62, 52), "blue": (58, 108, 188), "green": (74, 150, 84), "plain": (206, 166, 110)}
    width, height = 0.06, 0.3  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = self.width, self.height
        stone = Shape(slab(w, h, rounding=0.003), Look("wood", self.tints[p.colour]), friction=0.5, restitution=0.1)
        ivory = Look("leather", (246, 238, 216), outline=0.0)
        marks = [Shape(slab(w * 0.8, 0.005), ivory, collides=False)]
        for x, y in ((0.0, 0.26), (-0.22, -0.15), (0.22, -0.37)):  # a one and a two
            marks.append(Shape(Circle(0.0075, x * w, y * h), ivory, collides=False))
        return Blueprint((Body("dynamic", OAK * DEPTH * w * h),), (stone, *marks))


class Crate(Kind):
    name = "crate"
    title = "Crate"
    help = "Stacks well, slides a little, and is light enough to be pushed about."
    source = "A closed box of 12 mm pine boards (500 kg/m^3), as deep as wide: 36 kg for each m^2 of its front."
    properties = (
        Property("width", "Width", 0.3, "m", 0.1, 1.0, 0.05),
        Property("height", "Height", 0.3, "m", 0.1, 1.0, 0.05),
    )
    resizes = ("width", "height")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width, p.height
        box = Shape(slab(w, h, rounding=0.004), Look("wood", (168, 118, 66)), friction=0.55, restitution=0.1)
        board = Look("wood", (206, 158, 98), outline=0.9)
        t = 0.14 * min(w, h)
        edge = 0.003
        x, y = w / 2 - edge - t / 2, h / 2 - edge - t / 2
        brace = band(((-x + t * 0.4, -y + t * 0.4), (x - t * 0.4, y - t * 0.4)), t * 0.9)
        boards = (
            brace,
            slab(t, h - 2 * edge, -x, 0.0, 0.002),
            slab(t, h - 2 * edge, x, 0.0, 0.002),
            slab(w - 2 * edge, t, 0.0, -y, 0.002),
            slab(w - 2 * edge, t, 0.0, y, 0.002),
        )
        nails = [Circle(t * 0.11, sx * x, sy * y) for sx in (-1, 1) for sy in (-1, 1)]
        shapes = [box, *(Shape(outline, board, collides=False) for outline in boards)]
        shapes += [Shape(nail, Look("metal", (96, 96, 104), outline=0.0), collides=False) for nail in nails]
        port = Port("middle", 0.0, 0.0, "rope", title="Middle")
        return Blueprint((Body("dynamic", 36.0 * w * h),), tuple(shapes), (port,))


class Weight(Kind):
    name = "weight"
    title = "Weight"
    help = "A lump of cast iron: tips seesaws, pulls ropes tight, stays where it falls. Tie a rope to its ring."
    source = "OIML R 111 knob and ring weights of cast iron (7,100 kg/m^3), drawn larger than life. TBE: 10 kg."
    sound = "iron"
    properties = (Property("mass", "Mass", 10.0, "kg", 1.0, 30.0, 0.5),)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        iron = Look("metal", (74, 78, 88))
        block = Polygon(((-0.106, -0.086), (0.106, -0.086), (0.062, 0.064), (-0.062, 0.064)), 0.004)
        # The ring pushes as the solid bow that it looks like from afar, and is drawn as a ring.
        bow = Polygon(((-0.03, 0.064), (0.03, 0.064), (0.03, 0.094), (0.018, 0.108), (-0.018, 0.108), (-0.03, 0.094)))
        shapes = (
            Shape(ring(0.033, 0.011, 0.0, 0.076), iron, collides=False),
            Shape(bow, None, friction=0.5, restitution=0.1),
            Shape(block, iron, friction=0.5, restitution=0.1),
            Shape(slab(0.09, 0.05, 0.0, -0.022, 0.008), Look("metal", (104, 108, 120), outline=0.8), collides=False),
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
    help = "Stands on a small foot: easily knocked over, and it knocks over others."
    source = "USBC: 381 mm high, 121 mm thick, on a foot of 52 mm; 1.53 kg of maple. Its outline is USBC's drawing."

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        pieces = tuple(
            Shape(_turned([(_PIN[row][1] / 2, _PIN[row][0]) for row in rows]), None, friction=0.4, restitution=0.5)
            for rows in _PIN_PIECES
        )
        red = Look("leather", (206, 48, 48), outline=0.0)
        drawn = (
            Shape(_pin_drawn(), Look("leather", (248, 244, 234)), collides=False),
            Shape(slab(0.0452, 0.009, 0.0, (10.1 - 7.5) * _INCH), red, collides=False),
            Shape(slab(0.0472, 0.009, 0.0, (10.9 - 7.5) * _INCH), red, collides=False),
        )
        return Blueprint((Body("dynamic", 1.53),), (*pieces, *drawn))


class Basket(Kind):
    name = "basket"
    title = "Basket"
    help = "Catches and carries what falls into it. Hang it from two ropes, or from a balloon."
    source = "Willow wicker, about 400 kg/m^3 with its gaps, 25 mm thick, 0.1 m deep."
    sound = "wicker"
    properties = (
        Property("width", "Width", 0.4, "m", 0.2, 1.5, 0.05),
        Property("height", "Height", 0.3, "m", 0.1, 1.0, 0.05),
    )
    resizes = ("width", "height")
    thickness = 0.025  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, t = p.width / 2, p.height / 2, self.thickness
        foot = w - 0.06 * p.width - t  # half the inner width at the bottom: the walls lean outwards
        right = Polygon(((foot, -h), (foot + t, -h), (w, h), (w - t, h)))
        bottom = Polygon(((-foot - t, -h), (foot + t, -h), (foot + t, -h + t), (-foot - t, -h + t)))
        wicker = Look("wood", (190, 140, 78))
        walls = (bottom, right.mirrored(), right)
        areas = [wall.mass_properties()[0] for wall in walls]
        shapes = [Shape(wall, wicker, friction=0.6, restitution=0.1) for wall in walls]
        rim = Look("wood", (150, 98, 50), outline=1.0)
        shapes += [
            Shape(slab(t * 1.25, t, side * (w - t / 2), h - t / 2, 0.006), rim, collides=False) for side in (-1, 1)
        ]
        ports = (
            Port("left", -w + t / 2, h - t / 2, "rope", title="Left rim"),
            Port("right", w - t / 2, h - t / 2, "rope", title="Right rim"),
        )
        return Blueprint((Body("dynamic", WICKER * DEPTH * total(areas)),), tuple(shapes), ports)


class FixedBlock(Fixed):
    name = "fixed_block"
    title = "Fixed block"
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
        hewn = Shape(face, Look(self.material, (164, 164, 166), outline=0.9), collides=False)
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
        return Blueprint((Body("static"),), (disc, Shape(Circle(0.4 * r), self.head, collides=False)))


class PegMetal(Peg):
    name = "peg_metal"
    title = "Metal peg"
    help = "A fixed pin that balls spring off. A field of them scatters what falls through."
    source = "Hard steel gives a ball all of the ball's own restitution back; friction of dry steel 0.3 to 0.4."
    friction, restitution = 0.35, 1.0
    look, head = Look("metal", (158, 168, 182)), Look("metal", (196, 204, 214), outline=0.8)


class PegWood(Peg):
    name = "peg_wood"
    title = "Wooden peg"
    help = "A fixed pin that takes the bounce out of balls: they roll off it on one side or the other."
    source = "A soft wooden dowel; TBE's wooden peg returns a seventh of what its metal one does."
    friction, restitution = 0.8, 0.15
    look, head = Look("wood", (196, 146, 88)), Look("wood", (150, 100, 54), outline=0.8)


def beads(width: float, height: float, within: Polygon) -> tuple[Shape, ...]:
    """The pressed beads that foam is made of, some of them: spots in a staggered grid, inside an outline."""
    grey = Look("felt", (214, 222, 230), outline=0.0)
    gap = max(0.03, 0.15 * max(width, height))
    spots = []
    for row in range(int(height / gap) + 1):
        for column in range(int(width / gap) + 1):
            x = (column + 0.25 + 0.5 * (row % 2)) * gap - width / 2
            y = (row + 0.4 + 0.2 * (column % 3)) * gap - height / 2
            r = 0.006 + 0.0015 * ((3 * row + 2 * column) % 3)
            if within.distance(x, y) < -1.4 * r:
                spots.append(Shape(Circle(r, x, y), grey, collides=False))
    return tuple(spots)


class StyrofoamBlock(Kind):
    name = "styrofoam_block"
    title = "Styrofoam block"
    help = "Big, light and springy: a balloon lifts it, and almost anything knocks it away."
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
    help = "A steel girder: carries anything, and hardly anything moves it. Ropes can be tied to both ends."
    source = "IPE 100 (EN 10365): 100 mm high, 8.1 kg/m. Friction of steel 0.3 to 0.5. TBE's beam: 19 kg/m."
    properties = (Property("width", "Length", 1.0, "m", 0.3, 4.0, 0.05),)
    resizes = ("width",)
    height, linear = 0.1, 8.1  # m, kg/m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width, self.height
        web, flange = Look("metal", (142, 66, 52)), Look("metal", (190, 94, 72), outline=1.0)
        beam = Shape(slab(w, h, rounding=0.002), web, friction=0.45, restitution=0.2)
        drawn = [Shape(slab(w, 0.017, 0.0, y), flange, collides=False) for y in (h / 2 - 0.0085, 0.0085 - h / 2)]
        for x in (-w / 2 + 0.07, w / 2 - 0.07):
            drawn.append(Shape(Circle(0.012, x), Look("metal", (70, 36, 32), outline=0.8), collides=False))
        end = w / 2 - 0.025
        ports = (Port("left", -end, 0.0, "rope", title="Left end"), Port("right", end, 0.0, "rope", title="Right end"))
        return Blueprint((Body("dynamic", self.linear * w),), (beam, *drawn), ports)


class FlatCrate(Kind):
    name = "flat_crate"
    title = "Flat crate"
    help = "A low crate of slats for fruit: light, wide, and good to stack."
    source = "Fruit crate of 6 mm poplar slats (400 kg/m^3), 50 x 30 x 20 cm: 1.5 kg; 15 kg for each m^2 of its front."
    properties = (
        Property("width", "Width", 0.5, "m", 0.2, 1.5, 0.05),
        Property("height", "Height", 0.2, "m", 0.1, 0.6, 0.05),
    )
    resizes = ("width", "height")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width, p.height
        inside = Look("wood", (118, 78, 44))
        box = Shape(slab(w, h, rounding=0.003), inside, friction=0.55, restitution=0.1)
        slat, post = Look("wood", (220, 180, 120), outline=0.9), Look("wood", (190, 142, 86), outline=0.9)
        tall = 0.26 * h
        drawn = [Shape(slab(w - 0.006, tall, 0.0, y, 0.002), slat, collides=False) for y in (-0.34 * h, 0.0, 0.34 * h)]
        for x in (-w / 2 + 0.025, 0.0, w / 2 - 0.025):
            drawn.append(Shape(slab(0.036, h - 0.006, x, 0.0, 0.002), post, collides=False))
            nails = [Circle(0.004, x, y) for y in (-0.34 * h, 0.0, 0.34 * h)]
            drawn += [Shape(nail, Look("metal", (96, 96, 104), outline=0.0), collides=False) for nail in nails]
        return Blueprint((Body("dynamic", 15.0 * w * h),), (box, *drawn))


class BottleCrate(Kind):
    name = "bottle_crate"
    title = "Bottle crate"
    help = "Twenty bottles in a plastic crate: very heavy when full, a light box to climb on when empty."
    source = "A common beer crate, 40 x 30 x 29 cm, 1.9 kg; with 20 bottles of 0.5 l at 0.86 kg: 19.1 kg. TBE: 18 kg."
    sound = "glass"
    properties = (Property("full", "Full", True, help="With bottles it weighs 19.1 kg, without 1.9 kg"),)
    width, height = 0.4, 0.29  # m
    crate, bottle = 1.9, 0.86  # kg
    bottles = 20

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = self.width, self.height
        red, dark = Look("rubber", (186, 44, 40)), Look("rubber", (92, 22, 24), outline=0.8)
        box = Shape(slab(w, h, rounding=0.008), red, friction=0.3, restitution=0.1)
        drawn = [Shape(slab(w - 0.06, 0.075, 0.0, 0.085, 0.008), dark, collides=False)]
        if p.full:
            glass, cap = Look("glow", (96, 62, 30), outline=0.8), Look("metal", (214, 182, 82), outline=0.8)
            for k in range(5):
                x = (k - 2) * 0.064
                drawn.append(Shape(slab(0.026, 0.05, x, 0.0745, 0.004), glass, collides=False))
                drawn.append(Shape(slab(0.03, 0.014, x, 0.105, 0.003), cap, collides=False))
        rib, grip = Look("rubber", (160, 34, 34), outline=0.8), Look("rubber", (70, 18, 20), outline=0.9)
        drawn += [Shape(slab(0.016, 0.15, x, -0.055, 0.004), rib, collides=False) for x in (-0.17, -0.11, 0.11, 0.17)]
        drawn.append(Shape(slab(0.12, 0.038, 0.0, 0.008, 0.016), grip, collides=False))
        drawn.append(Shape(slab(0.15, 0.075, 0.0, -0.08, 0.006), Look("leather", (246, 238, 220), 0.8), collides=False))
        drawn.append(Shape(slab(0.11, 0.014, 0.0, -0.068, 0.004), Look("leather", (186, 44, 40), 0.0), collides=False))
        drawn.append(Shape(slab(0.07, 0.01, 0.0, -0.094, 0.004), Look("leather", (70, 66, 62), 0.0), collides=False))
        mass = self.crate + self.bottle * self.bottles * p.full
        return Blueprint((Body("dynamic", mass),), (box, *drawn))


class CardboardBox(Kind):
    name = "cardboard_box"
    title = "Cardboard box"
    help = "Open it catches what falls in, between its flaps; closed it stacks. A soccer ball already pushes it along."
    source = "Single-wall corrugated board, 0.55 kg/m^2; sides, bottom and flaps, 0.3 m deep: 0.5 kg."
    sound = "card"
    properties = (
        Property("open", "Open", True),
        Property("width", "Width", 0.4, "m", 0.2, 1.2, 0.05),
        Property("height", "Height", 0.3, "m", 0.15, 1.0, 0.05),
    )
    resizes = ("width", "height")
    thickness, deep = 0.016, 0.3  # m; thicker than the board is, so that nothing fast gets through

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        mass = BOARD * (2 * p.height * (p.width + self.deep) + 4 * p.width * self.deep)
        shapes = self._opened(p.width, p.height) if p.open else self._closed(p.width, p.height)
        return Blueprint((Body("dynamic", mass),), shapes)

    def _closed(self, w: float, h: float) -> tuple[Shape, ...]:
        box = Shape(slab(w, h, rounding=0.003), Look("leather", (196, 150, 98)), friction=0.5, restitution=0.15)
        tape, fold = Look("leather", (224, 198, 148), outline=0.5), Look("leather", (150, 110, 68), outline=0.0)
        print_ = Look("leather", (120, 84, 52), outline=0.0)
        x, y = w / 2 - 0.14 * w, -h / 2 + 0.12 * h
        arrows = [
            Polygon(((x + d, y), (x + d + 0.06 * w, y), (x + d + 0.03 * w, y + 0.16 * h)))
            for d in (-0.08 * w, 0.01 * w)
        ]
        return (
            box,
            Shape(slab(w, 0.003, 0.0, h / 2 - 0.012), fold, collides=False),
            Shape(slab(0.13 * w, 0.3 * h, 0.0, 0.35 * h), tape, collides=False),
            *(Shape(arrow, print_, collides=False) for arrow in arrows),
        )

    def _opened(self, w: float, h: float) -> tuple[Shape, ...]:
        t, fold = self.thickness, 0.26 * h  # fold: how far down from the top the flaps begin to lean out
        side, knee = 0.43 * w, h / 2 - fold
        wall = Polygon(((side - t, -h / 2), (side, -h / 2), (side, knee), (side - t, knee)))
        flap = Polygon(((side - t, knee), (side, knee), (w / 2, h / 2), (w / 2 - t, h / 2)))
        bottom = Polygon(((-side, -h / 2), (side, -h / 2), (side, -h / 2 + t), (-side, -h / 2 + t)))
        looks = ((bottom, (182, 136, 86)), (wall, (196, 150, 98)), (flap, (214, 172, 118)))
        halves = [(outline, Look("leather", tint, outline=1.2)) for outline, tint in looks]
        halves += [(outline.mirrored(), look) for outline, look in halves[1:]]
        return tuple(Shape(outline, look, friction=0.5, restitution=0.1) for outline, look in halves)


class ToyChest(Kind):
    """A fixed box without a top; its lid stands open on the right and turns in what flies too far."""

    name = "toy_chest"
    title = "Toy chest"
    help = (
        "A fixed chest whose lid stands open: what falls in, or hits the lid, stays in. Flip it to turn the lid round."
    )
    source = "Wood lined with felt: a ball bounces back from it with a third of its speed on a hard floor."
    properties = (
        Property("width", "Width", 0.7, "m", 0.3, 2.0, 0.05),
        Property("height", "Height", 0.7, "m", 0.3, 1.4, 0.05),
    )
    resizes = ("width", "height")
    flips = True
    thickness, lining = 0.035, 0.3  # m; restitution

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, t = p.width / 2, p.height / 2, self.thickness
        bulge = 0.1 * p.width
        right, rim = w - bulge, 0.0  # the chest's outer right side; the height of its rim: the lid is the upper half
        wood, dark = Look("wood", (170, 92, 54)), Look("wood", (92, 54, 36), outline=0.0)
        back = slab(w + right - t, h - t, (right - w) / 2, (rim - h) / 2)
        left = slab(t, h, -w + t / 2, -h / 2)
        far = slab(t, h, right - t / 2, -h / 2)
        bottom = slab(w + right, t, (right - w) / 2, -h + t / 2)
        lid = Polygon(
            tuple((right - t + (bulge + t) * x / h, h / 2 + y / 2) for x, y in arc(h, -TURN / 4, TURN / 4, 17))
        )
        shapes = [Shape(back, dark, collides=False)]
        shapes += [Shape(o, wood, restitution=self.lining) for o in (left, far, bottom)]
        shapes.append(Shape(lid, Look("wood", (190, 106, 62)), restitution=self.lining))
        brass = Look("metal", (214, 174, 84), outline=0.9)
        shapes += [
            Shape(slab(t + 0.004, 0.05, x, y, 0.003), brass, collides=False)
            for x in (-w + t / 2, right - t / 2)
            for y in (-h + 0.03, rim - 0.03)
        ]
        shapes.append(Shape(Circle(0.3 * t, right - t / 2, rim), brass, collides=False))
        return Blueprint((Body("static"),), tuple(shapes))


class FootballGoal(Kind):
    """A goal seen from the side, its mouth on the left. State `scored`: 1 once a ball has hit the net from within."""

    name = "goal"
    title = "Goal"
    help = "Open on its left: what flies in is stopped softly by the net and stays. Flip it for the right."
    source = "A slack net takes all of a ball's speed; the crossbar is a steel tube, the reference surface."
    cues = {"scored": "cheer"}
    properties = (
        Property("width", "Depth", 0.5, "m", 0.3, 1.5, 0.05),
        Property("height", "Height", 0.6, "m", 0.3, 1.4, 0.05),
    )
    resizes = ("width", "height")
    flips = True
    states = ("scored",)
    goal_states = ("scored",)
    wants_hits = True
    tube, net = 0.02, 0.02  # m: radius of the crossbar; thickness of the net
    roof = 0.4  # of its depth is level

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, t = p.width / 2, p.height / 2, self.net
        bend = -w + self.roof * p.width
        white, cord = Look("metal", (236, 238, 240)), Look("cloth", (236, 240, 243), outline=0.8)
        over = Polygon(((-w + self.tube, h - t), (bend, h - t), (bend, h), (-w + self.tube, h)))
        back = Polygon(((bend - t, h - t), (w - t, -h), (w, -h), (bend, h), (bend - t, h)))
        bar = Circle(self.tube, -w + self.tube, h - self.tube)
        shapes = [Shape(slab(0.014, p.height - t, -w + self.tube, 0.0), white, collides=False)]
        shapes += [Shape(o, Look("cloth", (222, 226, 230), 0.0), collides=False) for o in self._meshes(p, bend)]
        shapes += [Shape(o, cord, restitution=0.0, name="net") for o in (over, back)]
        return Blueprint((Body("static"),), (*shapes, Shape(bar, white)))

    def _meshes(self, p: SimpleNamespace, bend: float) -> list[Polygon]:
        """The net on its far side: cords up and across."""
        w, h = p.width / 2, p.height / 2
        gap = max(0.05, max(p.width, p.height) / 10)
        lean = (w - bend) / p.height
        cords = []
        for k in range(1, int(p.width / gap) + 1):
            x = -w + k * gap
            top = h if x < bend else h - (x - bend) / lean
            if top - self.net > -h + 0.02 and x < w - 2 * self.net:
                cords.append(band(((x, -h), (x, top - self.net)), 0.005))
        for k in range(int(p.height / gap)):
            y = -h + (k + 0.5) * gap
            cords.append(band(((-w + self.tube, y), (w - self.net - lean * (y + h), y)), 0.005))
        return cords

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run["scored"] or run.plan.shapes[hit.shape].name != "net":
            return
        # From the net towards what hit it: inside is down from the roof, and towards the mouth from the back.
        x, y = run.bodies[0].world_to_local((hit.x + 0.02 * hit.nx, hit.y + 0.02 * hit.ny))
        w, h = run.p.width / 2, run.p.height / 2
        bend = -w + self.roof * run.p.width
        if y < h - self.net and run.facing * x < w - self.net - (w - bend) / run.p.height * (y + h):
            run["scored"] = 1.0
            machine.tell("scored", run, hit.impulse, hit.other)


KINDS: tuple[Kind, ...] = (
    Floor(), Wall(), FixedBlock(), PegMetal(), PegWood(), Bar(), StyrofoamBlock(), IBeam(), Domino(), FlatCrate(),
    Crate(), BottleCrate(), CardboardBox(), Weight(), BowlingPin(), ToyChest(), FootballGoal(), Basket(),
    FreeShape(),
)  # fmt: skip
