"""The free shape: an outline that its author draws, of a stuff and a mass that the author chooses."""

from __future__ import annotations

from types import SimpleNamespace
from typing import NamedTuple

from sandbox.design.geometry import Points, area, convex_pieces, total
from sandbox.parts.drawing import painted
from sandbox.parts.kind import (
    STRUCTURE_FRICTION,
    STRUCTURE_RESTITUTION,
    BadFile,
    Blueprint,
    Body,
    Circle,
    Joint,
    Kind,
    Look,
    Polygon,
    Port,
    Property,
    Rgb,
    Shape,
)
from sandbox.parts.materials import DARK
from sandbox.parts.plans import TOO_SMALL

DEPTH = 0.1  # m: how far it reaches into the picture


class Stuff(NamedTuple):
    """A material: how it is drawn, kg/m^3, and the friction and restitution of a loose piece of it."""

    look: str
    tint: Rgb
    density: float
    friction: float
    restitution: float


STUFF = {
    "wood": Stuff("wood", (196, 146, 88), 650.0, 0.5, 0.15),
    "stone": Stuff("stone", (150, 146, 140), 2400.0, 0.6, 0.1),
    "metal": Stuff("metal", (150, 158, 170), 7800.0, 0.35, 0.2),
    "rubber": Stuff("rubber", (62, 64, 72), 1100.0, 0.9, 0.6),
    "foam": Stuff("felt", (236, 238, 240), 20.0, 0.5, 0.4),
}
COLOURS: dict[str, Rgb] = {
    "red": (200, 62, 52),
    "orange": (226, 134, 46),
    "yellow": (232, 196, 70),
    "green": (74, 150, 84),
    "blue": (58, 108, 188),
    "white": (238, 238, 234),
    "dark": (72, 76, 86),
}
_BODY_HELP = "Upright: it never turns. Pinned: it turns about its pin"
_OWN, _OWN_HELP = ("surface", "own"), "If its surface is its own"
_PINNED, _PIN_HELP = ("body", "pinned"), "From its own middle, if it is pinned"
_MOVES = {
    "fixed": "stays where it is",
    "loose": "falls, slides and tips over as it is pushed",
    "upright": "is lifted, falls and slides, but never turns",
    "pinned": "turns about its pin",
}
_PIN = 0.012  # m: radius, as drawn
_COBBLE = ((-0.5, -0.5), (0.36, -0.5), (0.5, -0.06), (0.3, 0.44), (-0.16, 0.5), (-0.5, 0.14))


class FreeShape(Kind):
    """A drawn shape. `outline` is in shares of `width` and `height`: 0.5 is half of them to the right of or above the
    middle."""

    structure = True
    name = "polygon"
    title = "Free shape"
    price = 6
    synonyms = "custom shape, drawn shape, outline"
    help = (
        "Draw it point by point: a hill, a hopper, a tool that no shop has. It stays where it is, or is loose, or "
        "moves without ever turning, or turns about a pin."
    )
    source = (
        f"{DEPTH:g} m deep. Densities of birch, concrete (EN 206), steel, solid rubber and expanded polystyrene "
        "(EN 13163); friction and restitution against a hard floor as of the other parts of each stuff."
    )
    properties = (
        Property("outline", "Outline", (_COBBLE,), "", -4.0, 4.0, help="Points in shares of width and height"),
        Property("width", "Width", 0.4, "m", 0.01, 20.0, 0.05),
        Property("height", "Height", 0.3, "m", 0.01, 20.0, 0.05),
        Property("body", "Body", "fixed", choices=("fixed", "loose", "upright", "pinned"), help=_BODY_HELP),
        Property("stuff", "Stuff", "stone", choices=tuple(STUFF)),
        Property("colour", "Colour", "natural", choices=("natural", *COLOURS)),
        Property("mass", "Mass", 0.0, "kg", 0.0, 1000.0, 0.1, help="0: as heavy as its stuff and size make it"),
        Property("surface", "Surface", "natural", choices=("natural", "own"), help="Own: the two figures below"),
        Property("friction", "Friction", 0.5, "", 0.0, 5.0, 0.05, counts_with=_OWN, help=_OWN_HELP),
        Property("restitution", "Restitution", 0.2, "", 0.0, 1.0, 0.05, counts_with=_OWN, help=_OWN_HELP),
        Property("pin_x", "Pin, across", 0.0, "m", -20.0, 20.0, 0.01, counts_with=_PINNED, help=_PIN_HELP),
        Property("pin_y", "Pin, up", 0.0, "m", -20.0, 20.0, 0.01, counts_with=_PINNED, help=_PIN_HELP),
    )
    resizes = ("width", "height")
    flips = True
    drawn = "outline"

    def help_of(self, p: SimpleNamespace) -> str:
        return f"A piece of {p.stuff}. It {_MOVES[p.body]}."

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        stuff = STUFF[p.stuff]
        look = Look(stuff.look, COLOURS.get(p.colour, stuff.tint))
        friction, restitution = self._surface(p)
        shapes = []
        for points in p.outline:
            whole = tuple((x * p.width, y * p.height) for x, y in points)
            pieces = convex_pieces(whole)
            drawn = len(pieces) > 1  # the pieces of a concave outline are not seen, the outline is not felt
            shapes += [
                Shape(Polygon(piece), None if drawn else look, friction=friction, restitution=restitution)
                for piece in pieces
            ]
            if drawn:
                shapes.append(painted(Polygon(whole), look))
            if not pieces:
                raise BadFile(TOO_SMALL)
        solid = [s.outline.points for s in shapes if s.collides and isinstance(s.outline, Polygon)]
        mass = p.mass or stuff.density * DEPTH * total(area(points) for points in solid)
        if p.body == "fixed":
            return Blueprint((Body("static"),), tuple(shapes), (_port(solid),))
        body = Body("dynamic", mass, upright=p.body == "upright")
        if p.body != "pinned":
            return Blueprint((body,), tuple(shapes), (_port(solid),))
        pin = painted(Circle(_PIN, p.pin_x, p.pin_y), DARK.edged(0.8), 1)
        pivot = Joint("pivot", 0, 1, p.pin_x, p.pin_y)
        return Blueprint((body, Body("static")), (*shapes, pin), (_port(solid),), (pivot,))

    def _surface(self, p: SimpleNamespace) -> tuple[float, float]:
        if p.surface == "own":
            return p.friction, p.restitution
        if p.body == "fixed":
            return STRUCTURE_FRICTION, STRUCTURE_RESTITUTION
        return STUFF[p.stuff].friction, STUFF[p.stuff].restitution


def _port(pieces: list[Points]) -> Port:
    """Place the port in the middle of the largest piece: that of a hook or a ring as a whole is not within it."""
    _, x, y, _ = Polygon(max(pieces, key=area)).mass_properties()
    return Port("middle", x, y, "rope", title="Middle")
