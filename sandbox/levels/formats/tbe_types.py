"""The object types of The Butterfly Effect: sizes, masses and outlines, and how outlines scale and lose points.

Metres and kilograms. The numbers are those of commit db6fc20 (2020), measured and tabulated, not its code.
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from sandbox.design.geometry import Point, Polygon

WELD = sqrt(0.0005)  # m: within one polygon a point that is nearer than this to one before it is dropped
FRICTION = 0.2  # of every surface whose level says nothing
TOO_SMALL = 0.03  # m: a width or height up to this is ignored

Outline = tuple[Point, ...]


class Solid(NamedTuple):
    """A type made of polygons that scale with its width and height. Without a mass it is fixed."""

    width: float
    height: float
    mass: float | None  # as declared: the body's own is this times the share of width x height that is filled
    bounce: float
    outlines: tuple[Outline, ...] = ()  # none: a rectangle of width x height
    reach: Outline = ()  # points that only widen the extent that width and height stand for
    pivot: Point | None = None
    stuff: str = "wood"
    colour: str = "natural"


class RoundType(NamedTuple):
    """A type made of one circle; mass, size and friction in a level are ignored."""

    radius: float
    mass: float  # kg; at most FIXED: it does not move
    bounce: float
    look: str = "plain"


FIXED = 0.001  # kg


def _points(text: str) -> tuple[Outline, ...]:
    """Read outlines as they are written in a table: spaces between points, slashes between polygons."""
    return tuple(
        tuple((float(x), float(y)) for x, y in (point.split(",") for point in outline.split()))
        for outline in text.split("/")
    )


def _arc(text: str) -> tuple[Outline, ...]:
    """Make the quads between neighbours in a list of points that alternates between inner and outer edge."""
    (edge,) = _points(text)
    pairs = list(zip(edge[::2], edge[1::2], strict=True))
    return tuple((a, b, d, c) for (a, b), (c, d) in pairwise(pairs))


_RAMP = _points("-.5,-.46 -.5,-.5 -.3,-.5 .4,.2 .5,.4 .5,.5")
_WEDGE = _points("-.5,-.46 -.5,-.5 .5,-.5 .5,.5")
_RIGHT_RAMP = _points("-.5,.5 -.5,.4 -.4,.2 .3,-.5 .5,-.5 .5,-.46")
_RIGHT_WEDGE = _points("-.5,.5 -.5,-.5 .5,-.5 .5,-.46")

SOLIDS: dict[str, Solid] = {
    "RectObject": Solid(1.0, 1.0, None, 0.5),
    "Floor": Solid(1.0, 0.1, None, 0.1),
    "Wall": Solid(0.2, 1.0, None, 0.05, stuff="stone"),
    "BirchBar": Solid(1.0, 0.1, 7.2, 0.15, colour="yellow"),
    "IBeam": Solid(1.4, 0.1, 27.0, 0.0, stuff="metal"),
    "Styrofoam": Solid(0.5, 0.25, 0.5, 0.6, stuff="foam"),
    "DominoRed": Solid(0.1, 0.5, 2.5, 0.1, colour="red"),
    "DominoBlue": Solid(0.1, 0.5, 2.5, 0.1, colour="blue"),
    "DominoGreen": Solid(0.1, 0.5, 2.5, 0.1, colour="green"),
    "Hammer": Solid(0.45, 0.18, 2.0, 0.0, pivot=(0.2, 0.0), stuff="metal"),
    "ColaCrate": Solid(0.85, 0.6, 18.0, 0.1, colour="red"),
    "WoodCrateFlat": Solid(0.8, 0.34, 3.0, 0.1, colour="orange"),
    "WoodCrateSquare": Solid(0.7, 0.7, 6.0, 0.1, colour="orange"),
    "PolyObject": Solid(1.0, 1.0, None, 0.3, _points("-.5,.5 -.5,-.5 .5,-.5 .5,.5")),
    "BowlingPin": Solid(
        0.12, 0.34, 1.5, 0.4,
        _points(
            ".02,.17 -.02,.17 -.045,.14 -.04,.065 0,.04 .04,.065 .045,.14 /"
            "-.04,.02 -.06,-.04 -.06,-.11 -.035,-.17 .035,-.17 .06,-.11 .06,-.04 .04,.02"
        ),
        colour="white",
    ),
    "Skyhook": Solid(
        0.20, 0.23, None, 0.4, _points("-.03,-.07 .01,-.11 .05,-.11 .1,-.05 .1,-.02 .08,0 -.02,-.03"), ((-0.10, 0.12),),
        stuff="metal",
    ),
    "Weight": Solid(0.40, 0.40, 10.0, 0.3, _points("-.2,-.2 .2,-.2 .06,.2 -.06,.2"), stuff="metal", colour="dark"),
    "LeftRamp": Solid(1.0, 1.0, None, 0.2, _RAMP),
    "RightRamp": Solid(1.0, 1.0, None, 0.2, _RIGHT_RAMP),
    "LeftWedge": Solid(1.0, 1.0, 2.0, 0.2, _WEDGE, colour="yellow"),
    "RightWedge": Solid(1.0, 1.0, 2.0, 0.2, _RIGHT_WEDGE, colour="yellow"),
    "LeftStyrofoamWedge": Solid(1.0, 1.0, 0.5, 0.6, _WEDGE, stuff="foam"),
    "RightStyrofoamWedge": Solid(1.0, 1.0, 0.5, 0.6, _RIGHT_WEDGE, stuff="foam"),
    "LeftFixedWedge": Solid(1.0, 1.0, None, 0.1, _WEDGE),
    "RightFixedWedge": Solid(1.0, 1.0, None, 0.1, _RIGHT_WEDGE),
    "QuarterArc40": Solid(
        0.4, 0.4, None, 0.1,
        _arc(
            ".1,-.2 .2,-.2 .085,-.107 .18,-.076 .043,-.024 .124,.035 -.024,.043 .035,.124 -.107,.085 -.076,.18"
            " -.2,.1 -.2,.2"
        ),
    ),
    "QuarterArc80": Solid(
        0.8, 0.8, None, 0.1,
        _arc(
            ".3,-.4 .4,-.4 .289,-.278 .388,-.261 .258,-.161 .352,-.126 .206,-.05 .293,0 .136,.05 .213,.114"
            " .05,.136 .114,.213 -.05,.206 0,.293 -.161,.258 -.126,.352 -.278,.289 -.261,.388 -.4,.3 -.4,.4"
        ),
    ),
    "ToyChest": Solid(
        1.0, 1.7, None, 0.05,
        _points(
            "-.47,-.82 -.4,-.82 -.4,-.10 -.47,-.08 / .3,-.82 .4,-.82 .4,-.08 .3,-.10 /"
            " .4,-.08 .45,0 .45,.18 .38,.45 .2,.75 .12,.80 .04,.82 / -.4,-.82 .3,-.82 .3,-.73 -.4,-.73"
        ),
        colour="orange",
    ),
    "Goal": Solid(
        0.4, 0.7, None, 0.2,
        _points("-.386,.490 -.386,.435 .209,.435 .194,.470 / .160,.410 .40,-.488 .45,-.479 .230,.430"),
        colour="white",
    ),
    "CardboardBox": Solid(
        0.9, 0.78809, 0.5, 0.06,
        _points(
            "-.40,-.4 -.35,-.4 -.35,.40 -.40,.40 / .35,-.4 .4,-.4 .4,.40 .35,.40 / -.35,-.4 -.35,-.35 .35,-.35 .35,-.4"
        ),
        colour="orange",
    ),
    "SeesawSmall": Solid(
        2.5, 0.30, 5.0, 0.4,
        _points(
            "-1.25,.15 -1.25,.01 1.25,.01 1.25,.15 / -1.25,.01 -1.25,-.15 -1.18,-.15 -.85,.01 /"
            " 1.25,.01 .85,.01 1.18,-.15 1.25,-.15"
        ),
        pivot=(0.0, 0.05), colour="yellow",
    ),
    "RotatingBar": Solid(
        1.0, 0.12, 4.0, 0.4, _points("-.5,.05 -.5,-.05 .5,-.05 .5,.05"), pivot=(0.0, 0.0), colour="yellow"
    ),
    "Daffodil": Solid(
        0.4, 0.9, None, 0.1, _points("-.5,.347 -.5,.12 -.141,.019 .388,.061 .5,.37 .022,.5 -.45,.391"), ((0.0, -0.5),),
        colour="yellow",
    ),
}  # fmt: skip

BALLS: dict[str, RoundType] = {
    "BowlingBall": RoundType(0.11, 6.0, 0.1, "bowling"),
    "VolleyBall": RoundType(0.105, 0.28, 0.65, "volley"),
    "TennisBall": RoundType(0.034, 0.058, 0.56, "tennis"),
    "SoccerBall": RoundType(0.110, 0.430, 0.56, "soccer"),
    "PetanqueBoule": RoundType(0.038, 0.700, 0.1, "petanque"),
    "PegMetal": RoundType(0.07, 0.0, 0.7, "metal"),
    "PegWood": RoundType(0.07, 0.0, 0.1, "wood"),
    "CustomBall": RoundType(0.1, 1.0, 0.2, "beach"),
}

# Types that do something, with their sizes; how they are made stands in `tbe_active`.
ACTIVE: dict[str, tuple[float, float]] = {
    "Balloon": (0.27, 0.36),
    "BedOfNails": (0.8, 0.15),
    "Butterfly": (0.15, 0.2280),
    "Cactus": (0.25, 0.4),
    "CircularSaw": (0.38, 0.38),
    "ColaMintBottle": (0.166, 0.50),
    "DetonatorBox": (0.33, 0.35),
    "Dynamite": (0.43, 0.32),
    "PingusExit": (0.406, 0.703),
    "PingusSleeping": (0.28, 0.28),
    "PingusWalkLeft": (0.28, 0.28),
    "PingusWalkRight": (0.28, 0.28),
    "Spring": (0.4, 0.2),
}
JOINTS = ("Glue", "Link", "PivotPoint", "TranslationGuide")


def title(type_: str) -> str:
    """Write the name of a type as words: "Bowling pin"."""
    words = "".join(" " + letter.lower() if letter.isupper() else letter for letter in type_).strip()
    return words[:1].upper() + words[1:]


def scaled(outlines: tuple[Outline, ...], reach: Outline, width: float, height: float) -> list[Polygon]:
    """Make the convex, counter-clockwise polygons of a type at a size, without the points that TBE drops.

    A polygon that is left with fewer than three points, or without an area, is left out.
    """
    if not outlines:
        w, h = width / 2, height / 2
        outlines, factor = (((-w, -h), (w, -h), (w, h), (-w, h)),), (1.0, 1.0)
    else:
        spread = extent((*outlines, reach))
        factor = (width / spread[0] if spread[0] else 1.0, height / spread[1] if spread[1] else 1.0)
    polygons = []
    for outline in outlines:
        if len(outline) >= 3:
            corners = hull(welded([(x * factor[0], y * factor[1]) for x, y in outline]))
            if len(corners) >= 3:
                polygons.append(Polygon(corners))
    return polygons


def extent(outlines: tuple[Outline, ...]) -> Point:
    """Return width and height of all points together with (0, 0)."""
    xs = [0.0, *(x for outline in outlines for x, _ in outline)]
    ys = [0.0, *(y for outline in outlines for _, y in outline)]
    return max(xs) - min(xs), max(ys) - min(ys)


def welded(points: list[Point]) -> list[Point]:
    """Drop the points of a polygon that are nearer than `WELD` to one before them that is kept."""
    apart: list[Point] = []
    for x, y in points:
        if all((x - u) * (x - u) + (y - v) * (y - v) >= WELD * WELD for u, v in apart):
            apart.append((x, y))
    return apart


def hull(points: list[Point]) -> Outline:
    """Return the convex hull, counter-clockwise, without points on its edges (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    chains: list[list[Point]] = []
    for side in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for p in side:
            while len(chain) > 1 and _cross(chain[-2], chain[-1], p) <= 1e-12:
                chain.pop()
            chain.append(p)
        chains.append(chain[:-1])
    return (*chains[0], *chains[1])


def _cross(o: Point, a: Point, b: Point) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
