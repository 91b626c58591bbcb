"""Materials of several families: densities, and looks that say what a thing is made of.

Where a mass follows from a density, it is the area of the outline times `DEPTH` times the density.
"""

from __future__ import annotations

from sandbox.parts.drawing import painted
from sandbox.parts.kind import Circle, Look, Polygon, Shape

DEPTH = 0.1  # m: how far a part reaches into the picture, where its mass follows from a density

# -- densities in kg/m^3; of woods, air-dry

ASH = 680.0
BIRCH = 650.0
OAK = 720.0
PINE = 500.0
WICKER = 400.0  # woven willow with its gaps
FOAM = 20.0  # expanded polystyrene
BOARD = 0.55  # kg/m^2, single-wall corrugated board

# -- where they come from, for the `source` of a kind

WOODS = "Wood Handbook (USDA Forest Products Laboratory): birch 620-690, oak 680-770 kg/m^3, air-dry"
FOAMS = f"Expanded polystyrene of 15-30 kg/m^3 (EN 13163), here 20, {DEPTH:g} m deep. Restitution: TBE's 0.6."

# -- looks

STEEL = Look("metal", (150, 158, 170))
DARK = Look("metal", (84, 90, 100), outline=0.0)  # steel of pins, rivets and slots
BLACKENED = Look("metal", (72, 78, 90), outline=0.9)
BRASS = Look("metal", (224, 176, 58))
BRIGHT = Look("metal", (196, 202, 210))
CHROME = Look("metal", (206, 212, 220))
GUNMETAL = Look("metal", (96, 102, 114))
IRON = Look("metal", (84, 92, 106))
LEAD = Look("metal", (122, 130, 142))
NICKEL = Look("metal", (190, 198, 208))
PEWTER = Look("metal", (120, 128, 140))
SILVER = Look("metal", (186, 194, 204))
TIN = Look("metal", (176, 184, 194))
ZINC = Look("metal", (150, 162, 178))

ASH_WOOD = Look("wood", (222, 184, 122))
BROWN_WOOD = Look("wood", (176, 118, 64))
LIGHT_WOOD = Look("wood", (210, 166, 104))
RED_WOOD = Look("wood", (188, 128, 70))

RED_RUBBER = Look("rubber", (206, 58, 48))
WHITE = Look("leather", (255, 255, 255), outline=0.0)  # of eyes and teeth


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
                spots.append(painted(Circle(r, x, y), grey))
    return tuple(spots)
