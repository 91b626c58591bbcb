"""Slopes, down which things roll and slide."""

from __future__ import annotations

import math
from types import SimpleNamespace

from sandbox.parts.drawing import TURN, arc, painted, slab
from sandbox.parts.fire.heat import Flammable
from sandbox.parts.kind import Blueprint, Body, Kind, Look, Point, Polygon, Property, Shape
from sandbox.parts.materials import BIRCH, BROWN_WOOD, DEPTH, FOAM, FOAMS, LIGHT_WOOD, RED_WOOD, WOODS, ZINC, beads
from sandbox.parts.slopes.tracks import Track

_LIP_SHARE = 0.4  # of the width: over this length the slope runs out level
_LIP_PIECES = 10


class Ramp(Kind):
    """A board that falls from its left end, straight, then bends level: a curve of convex pieces without a step."""

    structure = True
    name = "ramp"
    title = "Ramp"
    price = 3
    synonyms = "slope, slide, track"
    help = "Rolls things down to the right and off its level lip; flip it for the left."
    source = "As the floor: the reference surface. A slope that is steeper than 1 in 2 also lets crates slide."
    properties = (
        Property("width", "Width", 1.0, "m", 0.2, 5.0, 0.05),
        Property("height", "Height", 0.5, "m", 0.1, 3.0, 0.05),
    )
    resizes = ("width", "height")
    flips = True
    thickness = 0.04  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        top, bottom = self.edges(p.width, p.height)
        pieces = []
        for i in range(len(top) - 1):
            # Going down to the right, counter-clockwise means along the bottom first.
            pieces.append(Shape(Polygon((bottom[i], bottom[i + 1], top[i + 1], top[i])), None))
        board = painted(Polygon((*bottom, *top[::-1])), RED_WOOD)
        return Blueprint((Body("static"),), (*pieces, board))

    def edges(self, width: float, height: float) -> tuple[list[Point], list[Point]]:
        """The upper and the lower edge from left to right, within the box of that size about the origin."""
        t, lip = self.thickness, _LIP_SHARE * width
        slope = (height - t) / (width - lip / 2)  # the lip is a parabola: it falls half as far as the straight part
        level = -height / 2 + t
        top = [(-width / 2, height / 2)]
        bottom = [(-width / 2, height / 2 - t * math.sqrt(1 + slope * slope))]
        for piece in range(_LIP_PIECES + 1):
            left = 1.0 - piece / _LIP_PIECES  # the share of the lip that is still to come
            x, y, steep = width / 2 - left * lip, level + slope * lip * left * left / 2, slope * left
            top.append((x, y))
            scale = t / math.sqrt(1 + steep * steep)
            bottom.append((x - steep * scale, y - scale))
        return top, bottom


class InclinedPlane(Kind):
    structure = True
    name = "inclined_plane"
    title = "Inclined plane"
    price = 4
    synonyms = "slope, slide"
    help = "A fixed straight slope, solid to the ground: rolls things down to the right. Flip it for the left."
    source = "As the floor: the reference surface. Crates begin to slide at about 1 in 2."
    properties = (
        Property("width", "Width", 0.8, "m", 0.2, 5.0, 0.05),
        Property("height", "Height", 0.4, "m", 0.05, 3.0, 0.05),
    )
    resizes = ("width", "height")
    flips = True

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        solid = Shape(_wedge(p.width, p.height), BROWN_WOOD)
        return Blueprint((Body("static"),), (solid, _board(p.width, p.height)))


def _wedge(width: float, height: float, rounding: float = 0.0, ridge: float = 0.0) -> Polygon:
    """A right-angled triangle of that outer size about the origin, high on its left, there blunt by `ridge`."""
    w, h = width / 2, height / 2
    # The rounding moves each corner in along both of its edges, and the sharp one far along the slope.
    long = math.sqrt(width * width + height * height)
    toe = rounding * (width + long) / height
    foot = ((-w + rounding, -h + rounding), (w - toe, -h + rounding))
    if ridge:
        return Polygon((*foot, (-w + rounding + ridge, h - rounding), (-w + rounding, h - rounding)), rounding)
    top = rounding * (height + long) / width
    return Polygon((*foot, (-w + rounding, h - top)), rounding)


def _board(width: float, height: float) -> Shape:
    """The board on a slope, as drawn: it tells one that is built in from a loose wedge."""
    w, h, steep = width / 2, height / 2, height / width
    deep = min(0.05 * math.sqrt(1.0 + steep * steep), 0.3 * height)  # m, measured straight down
    points = ((-w, h - deep), (w - deep / steep, -h), (w, -h), (-w, h))
    return painted(Polygon(points), Look("wood", (128, 80, 44), outline=0.9))


class Wedge(Kind):
    """A loose triangle, high on its left.

    Its ridge is blunt, as a sawn wedge's is: what lies on a mathematical edge has one point of contact, and can't
    be balanced (its centre of mass is above that point, and the last bit of a rounding tips it within a second).
    """

    flips = True
    resizes = ("width", "height")
    properties = (
        Property("width", "Width", 0.4, "m", 0.1, 2.0, 0.05),
        Property("height", "Height", 0.2, "m", 0.05, 1.0, 0.05),
    )
    ridge = 0.01  # m
    density: float  # kg/m^3
    friction: float
    restitution: float
    look: Look

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width, p.height
        solid = Shape(_wedge(w, h, 0.002, self.ridge), self.look, friction=self.friction, restitution=self.restitution)
        return Blueprint((Body("dynamic", self.density * DEPTH * w * h / 2),), (solid, *self.marks(w, h)))

    def marks(self, width: float, height: float) -> tuple[Shape, ...]:
        return ()


class BirchWedge(Wedge):
    name = "birch_wedge"
    title = "Birch wedge"
    price = 3
    synonyms = "slope, triangle"
    help = "A loose slope of solid wood: heavy enough to roll a ball off, light enough to be pushed under something."
    source = f"{WOODS}; here 650, {DEPTH:g} m deep. Friction of wood on wood 0.25 to 0.5."
    density, friction, restitution = BIRCH, 0.5, 0.15
    look = LIGHT_WOOD


class StyrofoamWedge(Flammable, Wedge):
    name = "styrofoam_wedge"
    title = "Styrofoam wedge"
    price = 2
    synonyms = "slope, triangle, foam"
    help = "A loose slope that weighs next to nothing: it slips from under a rolling ball, and a push carries it far."
    source = FOAMS
    catches = 1.5
    sound = "foam"
    density, friction, restitution = FOAM, 0.45, 0.6
    look = Look("felt", (238, 242, 246))

    def marks(self, width: float, height: float) -> tuple[Shape, ...]:
        return beads(width, height, _wedge(width, height))


class QuarterArc(Kind):
    """A quarter of a ring about its upper right corner: flat pieces, so short that a ball slides round."""

    structure = True
    flips = True
    radius: float  # m, of its hollow side
    pieces: int
    thickness = 0.04  # m
    source = (
        "As the floor: the reference surface. TBE's arcs have a thickness of a quarter and an eighth of their size."
    )

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r, t = self.radius, self.thickness
        middle = (r + t) / 2
        pieces = _bend(r, r + t, self.pieces, middle, middle)
        rim = _bow(r, r + t, middle, middle)
        edge = _bow(r, r + 0.3 * t, middle, middle)
        shapes = (
            *(Shape(piece, None) for piece in pieces),
            painted(rim, RED_WOOD),
            painted(edge, Look("wood", (224, 178, 112), outline=0.8)),
        )
        return Blueprint((Body("static"),), shapes)


class QuarterArcSmall(QuarterArc):
    name = "quarter_arc_small"
    title = "Small quarter arc"
    price = 4
    synonyms = "curve, quarter pipe, bend"
    help = "Turns what falls along it to the side, all but without loss. Turn it to lead things up instead."
    radius, pieces = 0.26, 30


class QuarterArcLarge(QuarterArc):
    name = "quarter_arc_large"
    title = "Large quarter arc"
    price = 6
    synonyms = "curve, quarter pipe, bend"
    help = "A wide bend that turns a fall into a run to the right; flip it for the left."
    radius, pieces = 0.56, 44


def _bend(inner: float, outer: float, count: int, x: float, y: float) -> list[Polygon]:
    """The lower left quarter of a ring about (x, y) in convex pieces; both of its edges are chords."""
    near = arc(inner, TURN / 2, TURN * 0.75, count + 1, x, y)
    far = arc(outer, TURN / 2, TURN * 0.75, count + 1, x, y)
    return [Polygon((near[i], far[i], far[i + 1], near[i + 1])) for i in range(count)]


def _bow(inner: float, outer: float, x: float, y: float, count: int = 31) -> Polygon:
    """The lower left quarter of a ring about (x, y), as one polygon to be drawn."""
    far = arc(outer, TURN / 2, TURN * 0.75, count, x, y)
    return Polygon((*far, *arc(inner, TURN / 2, TURN * 0.75, count, x, y)[::-1]))


_WALL = 0.025  # m: of a tube, thicker than a real one so that nothing fast gets through
_ACRYLIC = "Smooth acrylic: two thirds of the friction of the reference surface, and its restitution."
_SLICK = 0.6
_PLATE, _GLASS = Look("leather", (214, 226, 234), outline=0.0), Look("glow", (150, 196, 222), outline=1.0)
_COLLAR = Look("metal", (108, 120, 136), outline=1.0)
_SHINE = Look("leather", (238, 244, 248), outline=0.0)
_BORE = Property("bore", "Bore", 0.26, "m", 0.08, 0.6, 0.02, help="What is thicker than this does not get in")


class StraightTube(Kind):
    structure = True
    name = "straight_tube"
    title = "Straight tube"
    price = 5
    synonyms = "pipe, tunnel"
    help = "Balls run through it and can't get out on the way. Turn it, and join it to bends of the same bore."
    source = _ACRYLIC
    flips = True
    properties = (Property("width", "Length", 0.8, "m", 0.2, 5.0, 0.05), _BORE)
    resizes = ("width",)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, side = p.width, p.bore / 2 + _WALL / 2
        shapes = [painted(slab(w, p.bore + _WALL), _PLATE)]
        shapes.append(painted(slab(w, 0.08 * p.bore, 0.0, 0.27 * p.bore), _SHINE))
        shapes += [Shape(slab(w, _WALL, 0.0, y), _GLASS, friction=_SLICK) for y in (side, -side)]
        for x in (-w / 2 + 0.0125, w / 2 - 0.0125):
            shapes += [painted(slab(0.025, _WALL, x, y), _COLLAR) for y in (side, -side)]
        return Blueprint((Body("static"),), tuple(shapes))


class CurvedTube(Kind):
    """A quarter of a ring about its upper right corner: in at the top, out to the right."""

    structure = True
    name = "curved_tube"
    title = "Curved tube"
    price = 6
    synonyms = "pipe, elbow, bend"
    help = "A bend of a right angle: what falls in at the top comes out to the right. Flip and turn it as you need."
    source = _ACRYLIC
    properties = (
        Property("radius", "Radius", 0.3, "m", 0.1, 1.5, 0.05, help="Of its middle line, if the bore leaves so much"),
        _BORE,
    )
    flips = True
    pieces = 36

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        half = p.bore / 2
        mid = max(p.radius, half + _WALL + 0.01)  # the inner wall must bend around something
        near, far = mid - half, mid + half
        c = (far + _WALL) / 2
        walls = ((near - _WALL, near), (far, far + _WALL))
        shapes = [painted(_bow(near - _WALL / 2, far + _WALL / 2, c, c), _PLATE)]
        shine = mid + 0.24 * p.bore
        shapes.append(painted(_bow(shine, shine + 0.08 * p.bore, c, c), _SHINE))
        for inner, outer in walls:
            shapes += [Shape(piece, None, friction=_SLICK) for piece in _bend(inner, outer, self.pieces, c, c)]
            shapes.append(painted(_bow(inner, outer, c, c), _GLASS))
        for r in (near - _WALL / 2, far + _WALL / 2):
            shapes.append(painted(slab(_WALL, 0.025, c - r, c - 0.0125), _COLLAR))
            shapes.append(painted(slab(0.025, _WALL, c - 0.0125, c - r), _COLLAR))
        return Blueprint((Body("static"),), tuple(shapes))


class Funnel(Kind):
    """Two sheets that lean towards each other, and a short spout below them."""

    structure = True
    name = "funnel"
    title = "Funnel"
    price = 6
    synonyms = "hopper, cone, filter"
    help = "Catches what falls from anywhere above it, and lets it out at one place. What is too big stays in it."
    source = "Sheet steel, a third slipperier than the reference surface; its sides rise at 45 degrees as it comes."
    properties = (
        Property("width", "Width", 0.8, "m", 0.3, 4.0, 0.05, help="Of its mouth"),
        Property("height", "Height", 0.45, "m", 0.2, 3.0, 0.05),
        Property(
            "bore", "Spout", 0.26, "m", 0.08, 0.6, 0.02, help="How wide its spout is, if its mouth leaves so much"
        ),
    )
    resizes = ("width", "height")
    spout, wall, slick = 0.1, 0.025, 0.6  # m; m, thicker than real sheet so that nothing fast gets through; friction

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, top = p.width / 2, p.height / 2
        half = min(p.bore, 0.8 * p.width) / 2
        neck = -top + self.spout
        bright = Look("metal", (204, 212, 222), outline=0.8)
        # The sheet is as thick as the spout's wall, measured at right angles to it.
        lean = self.wall * math.sqrt(1 + (w - half) * (w - half) / ((top - neck) * (top - neck)))
        shapes = []
        for side in (1, -1):
            sheet = ((half, neck), (half + lean, neck), (w + lean, top), (w, top))
            points = tuple((side * x, y) for x, y in (sheet if side > 0 else sheet[::-1]))
            shapes.append(Shape(Polygon(points), ZINC, friction=self.slick))
            middle = side * (half + self.wall / 2)
            shapes.append(Shape(slab(self.wall, self.spout, middle, neck - self.spout / 2), ZINC, friction=self.slick))
            shapes.append(painted(slab(lean + 0.012, 0.014, side * (w + lean / 2), top - 0.007), bright))
        return Blueprint((Body("static"),), tuple(shapes))

    def hollow(self, p: SimpleNamespace) -> Polygon:
        w, top, half = p.width / 2, p.height / 2, min(p.bore, 0.8 * p.width) / 2
        right = ((half, -top), (half, -top + self.spout), (w, top))
        return Polygon((*right, *((-x, y) for x, y in reversed(right))))


KINDS: tuple[Kind, ...] = (
    Ramp(), InclinedPlane(), BirchWedge(), StyrofoamWedge(), QuarterArcSmall(), QuarterArcLarge(), StraightTube(),
    CurvedTube(), Funnel(), Track(),
)  # fmt: skip
