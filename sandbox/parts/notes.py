"""Notes and decoration, which are only there to be read and looked at."""

from __future__ import annotations

from types import MappingProxyType, SimpleNamespace

from sandbox.parts.drawing import TURN, arc, band, oval, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Kind, Look, Polygon, Property, Rgb
from sandbox.parts.materials import STEEL

PAGE_BREAK = "---"
_WOOD = Look("wood", (150, 98, 56))


_PAPERS: dict[str, Rgb] = {
    "yellow": (250, 226, 110),
    "pink": (248, 170, 190),
    "green": (178, 224, 140),
    "blue": (150, 204, 240),
}


class Note(Kind):
    name = "note"
    title = "Note"
    price = 1
    synonyms = "text, comment, label, sign"
    help = "A slip of paper with something to read, as many pages as you like. Nothing bumps into it."
    source = "No body: a slip of 76 x 76 mm, the usual size, drawn larger by its property."
    properties = (
        Property("text", "Text", "", high=2000, help=f"A line with only {PAGE_BREAK} begins a new page"),
        Property("size", "Size", 2.0, "", 1.0, 6.0, 0.5, help="1: 76 mm"),
        Property("colour", "Colour", "yellow", choices=("yellow", "pink", "green", "blue")),
    )
    read = "text"

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        tint = _PAPERS[p.colour]
        pages = len(pages_of(p.text))
        paper, shade = Look("cloth", tint, outline=0.9), tuple(int(0.86 * c) for c in tint)
        edge = Look("cloth", (shade[0], shade[1], shade[2]), outline=0.9)
        ink = Look("leather", (84, 76, 66), outline=0.0)
        w = 0.076
        drawn: list[tuple[Circle | Polygon, Look]] = [
            (slab(w, w, 0.003 * k, -0.003 * k, 0.001), edge) for k in range(min(3, pages - 1), 0, -1)
        ]
        drawn.append((slab(w, w, rounding=0.001), paper))
        drawn += [
            (slab(length * w, 0.0035, -0.5 * w + 0.011 + length * w / 2, y), ink)
            for y, length in ((0.014, 0.66), (0.004, 0.72), (-0.006, 0.58), (-0.016, 0.38))
        ]
        pin = Look("metal", (206, 54, 46), outline=0.7)
        drawn.append((Circle(0.0055, 0.0, 0.029), pin))
        return Blueprint((Body("static"),), tuple(painted(_scaled(o, p.size), look) for o, look in drawn))


def pages_of(text: str) -> tuple[str, ...]:
    """The pages of a note's text; at least one, which may be empty."""
    pages: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip() == PAGE_BREAK:
            pages.append([])
        else:
            pages[-1].append(line)
    return tuple("\n".join(lines).strip() for lines in pages)


_LOOKS = (
    "plant", "arrow", "window", "lamp", "clock", "poster", "bunting", "balloons", "drum", "star",
    "teddy", "blocks", "books", "drawing", "train",
)  # fmt: skip

# The view out of a painted window, as it is drawn in a scene by day and, in its place, by night.
_SKY, _SUN, _CLOUD, _HILL = (156, 204, 236), (255, 222, 110), (250, 252, 254), (122, 178, 104)
_DARK_SKY, _MOON, _DARK_CLOUD, _DARK_HILL = (26, 34, 66), (240, 240, 222), (58, 68, 104), (30, 50, 48)


class Scenery(Kind):
    name = "scenery"
    title = "Scenery"
    price = 2
    synonyms = "decoration, ornament"
    help = "A picture of a thing, to set a scene or to show the way. Nothing bumps into it."
    source = "No body: sizes as in a room, drawn to the scale of its property."
    properties = (
        Property("look", "Look", "plant", choices=_LOOKS),
        Property("size", "Size", 1.0, "", 0.5, 3.0, 0.1, help="1: a plant of half a metre"),
    )
    flips = True
    night_tints = MappingProxyType({_SKY: _DARK_SKY, _SUN: _MOON, _CLOUD: _DARK_CLOUD, _HILL: _DARK_HILL})

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        drawn = getattr(self, f"_{p.look}")()
        return Blueprint((Body("static"),), tuple(painted(_scaled(o, p.size), look) for o, look in drawn))

    def _plant(self) -> list[tuple[Circle | Polygon, Look]]:
        green, pale = Look("cloth", (72, 140, 84)), Look("cloth", (110, 176, 100))
        pot = Polygon(((-0.07, -0.25), (0.07, -0.25), (0.095, -0.11), (-0.095, -0.11)), 0.003)
        leaves: list[tuple[Circle | Polygon, Look]] = []
        for index, (x, y) in enumerate(((-0.19, 0.06), (0.2, 0.08), (-0.1, 0.2), (0.12, 0.2), (0.01, 0.25))):
            side = -1 if x < 0 else 1
            leaf = (
                (0.0, -0.12),
                (x * 0.5 + 0.03, y * 0.3 - 0.05),
                (x, y),
                (x * 0.4 - 0.035, y * 0.55),
                (-0.01 * side, -0.1),
            )
            points = Polygon(leaf, 0.006)
            if points.mass_properties()[0] < 0:
                points = Polygon(leaf[::-1], 0.006)
            leaves.append((points, green if index % 2 else pale))
        return [
            *leaves,
            (pot, Look("stone", (84, 120, 156))),
            (slab(0.21, 0.026, 0.0, -0.112, 0.005), Look("stone", (102, 140, 176))),
        ]

    def _arrow(self) -> list[tuple[Circle | Polygon, Look]]:
        board = Polygon(((-0.2, 0.01), (0.12, 0.01), (0.21, 0.1), (0.12, 0.19), (-0.2, 0.19)), 0.006)
        shaft = Polygon(
            ((-0.14, 0.086), (0.04, 0.086), (0.04, 0.05), (0.13, 0.1), (0.04, 0.15), (0.04, 0.114), (-0.14, 0.114))
        )
        nail = Look("metal", (96, 100, 110), outline=0.5)
        return [
            (slab(0.04, 0.46, 0.0, -0.02, 0.004), _WOOD),
            (board, Look("wood", (206, 158, 98))),
            (shaft, Look("leather", (196, 60, 48), outline=0.0)),
            (Circle(0.007, 0.0, 0.172), nail),
            (Circle(0.007, 0.0, 0.028), nail),
        ]

    def _window(self) -> list[tuple[Circle | Polygon, Look]]:
        frame = Look("wood", (222, 212, 196))
        sun = Look("felt", _SUN, outline=0.0)
        return [
            (slab(0.46, 0.5, rounding=0.006), frame),
            (slab(0.4, 0.44), Look("leather", _SKY, outline=0.8)),
            (Circle(0.035, 0.11, 0.13), sun),
            (oval(0.08, 0.05, 0.006, 24, -0.08, 0.09), Look("felt", _CLOUD, outline=0.0)),
            (oval(0.05, 0.05, 0.006, 24, -0.13, 0.088), Look("felt", _CLOUD, outline=0.0)),
            (
                Polygon(((-0.2, -0.22), (0.2, -0.22), (0.2, -0.14), (0.08, -0.09), (-0.06, -0.13), (-0.2, -0.1))),
                Look("cloth", _HILL, outline=0.0),
            ),
            (slab(0.022, 0.46), frame),
            (slab(0.42, 0.022), frame),
            (slab(0.52, 0.036, 0.0, -0.26, 0.006), frame),
        ]

    def _lamp(self) -> list[tuple[Circle | Polygon, Look]]:
        shade = Polygon(((-0.13, 0.06), (0.13, 0.06), (0.08, 0.22), (-0.08, 0.22)), 0.004)
        return [
            (slab(0.016, 0.28, 0.0, -0.06), STEEL),
            (Circle(0.036, 0.0, 0.06), Look("glow", (255, 240, 190), outline=0.6)),
            (shade, Look("cloth", (228, 176, 80))),
            (slab(0.264, 0.014, 0.0, 0.066, 0.004), Look("cloth", (180, 120, 50), outline=0.6)),
            (Polygon(((-0.1, -0.23), (0.1, -0.23), (0.03, -0.19), (-0.03, -0.19)), 0.003), STEEL),
        ]

    def _clock(self) -> list[tuple[Circle | Polygon, Look]]:
        dark = Look("leather", (50, 52, 60), outline=0.0)
        marks = [
            (band(arc(0.14, a, a, 2)[:1] + arc(0.165, a, a, 2)[:1], 0.008), dark)
            for a in (TURN * k / 12 for k in range(12))
        ]
        return [
            (Circle(0.21), _WOOD),
            (Circle(0.182), Look("leather", (250, 246, 234), outline=0.9)),
            *marks,
            (band(((-0.012, 0.02), (0.05, -0.085)), 0.014), dark),
            (band(((0.012, -0.022), (-0.075, 0.115)), 0.01), dark),
            (Circle(0.014), Look("metal", (206, 168, 84), outline=0.6)),
        ]

    def _poster(self) -> list[tuple[Circle | Polygon, Look]]:
        red, gold = Look("cloth", (186, 52, 48), outline=0.8), Look("cloth", (244, 196, 74), outline=0.6)
        ink = Look("leather", (120, 62, 40), outline=0.0)
        rays = [
            Polygon(((0.0, -0.02), arc(0.15, a, a, 2, 0.0, -0.02)[0], arc(0.15, a + 0.2, a + 0.2, 2, 0.0, -0.02)[0]))
            for a in (TURN * k / 12 for k in range(12))
        ]
        return [
            (slab(0.36, 0.5, rounding=0.004), Look("cloth", (248, 236, 204))),
            (slab(0.32, 0.46), red),
            *((ray, Look("cloth", (206, 84, 62), outline=0.0)) for ray in rays),
            (_star(0.12, 0.0, -0.02), gold),
            (slab(0.28, 0.06, 0.0, 0.17, 0.004), Look("cloth", (248, 236, 204), outline=0.6)),
            *((slab(0.035, 0.028, x, 0.17, 0.003), ink) for x in (-0.1, -0.05, 0.0, 0.05, 0.1)),
            *((slab(wide, 0.014, 0.0, y), gold) for wide, y in ((0.24, -0.165), (0.18, -0.195))),
        ]

    def _bunting(self) -> list[tuple[Circle | Polygon, Look]]:
        tints = ((206, 58, 50), (244, 196, 74), (58, 118, 192))
        line = [(0.9 * u, 0.28 * u * u + 0.03) for u in (k / 18 - 0.5 for k in range(19))]
        flags: list[tuple[Circle | Polygon, Look]] = []
        for k in range(6):
            (ax, ay), (bx, by) = line[3 * k], line[3 * k + 3]
            flag = Polygon(((ax + 0.015, ay), ((ax + bx) / 2, (ay + by) / 2 - 0.13), (bx - 0.015, by)))
            flags.append((flag, Look("cloth", tints[k % 3], outline=0.8)))
        return [*flags, (band(line, 0.01), Look("cloth", (120, 84, 56), outline=0.0))]

    def _balloons(self) -> list[tuple[Circle | Polygon, Look]]:
        bunch = ((-0.11, 0.1, (58, 118, 192)), (0.11, 0.09, (244, 196, 74)), (0.0, 0.15, (206, 58, 50)))
        cord = Look("cloth", (120, 110, 100), outline=0.0)
        strings = [(band(((x, y - 0.12), (0.3 * x, y - 0.26), (0.0, -0.25)), 0.005), cord) for x, y, _ in bunch]
        bodies: list[tuple[Circle | Polygon, Look]] = []
        for x, y, tint in bunch:
            neck = Polygon(((x - 0.014, y - 0.13), (x + 0.014, y - 0.13), (x, y - 0.1)))
            bodies += [
                (neck, Look("rubber", tint, outline=0.6)),
                (oval(0.09, 0.1, 0.12, 28, x, y), Look("rubber", tint)),
                (oval(0.018, 0.026, 0.026, 16, x - 0.035, y + 0.04), Look("leather", (252, 248, 240), outline=0.0)),
            ]
        return [*strings, *bodies]

    def _drum(self) -> list[tuple[Circle | Polygon, Look]]:
        red, white = Look("wood", (196, 54, 50)), Look("wood", (246, 236, 212), outline=0.6)
        panels = [
            Polygon(((x - 0.036, -0.11), (x + 0.036, -0.11), (0.84 * x + 0.03, 0.11), (0.84 * x - 0.03, 0.11)))
            for x in (-0.16, -0.053, 0.053, 0.16)
        ]
        gold = Look("metal", (232, 184, 72))
        return [
            (Polygon(((-0.22, -0.125), (0.22, -0.125), (0.19, 0.125), (-0.19, 0.125)), 0.003), red),
            *((panel, white) for panel in panels),
            (slab(0.47, 0.036, 0.0, -0.13, 0.006), gold),
            (slab(0.42, 0.036, 0.0, 0.13, 0.006), gold),
        ]

    def _star(self) -> list[tuple[Circle | Polygon, Look]]:
        return [
            (_star(0.2, 0.0, 0.0), Look("metal", (206, 150, 50))),
            (_star(0.15, 0.0, 0.0), Look("metal", (250, 210, 92), outline=0.0)),
        ]

    def _teddy(self) -> list[tuple[Circle | Polygon, Look]]:
        fur, pale = Look("felt", (176, 122, 74)), Look("felt", (224, 186, 138), outline=0.6)
        dark = Look("leather", (58, 42, 36), outline=0.0)
        ears: list[tuple[Circle | Polygon, Look]] = []
        for side in (-1, 1):
            ears += [(Circle(0.042, 0.085 * side, 0.215), fur), (Circle(0.022, 0.085 * side, 0.215), pale)]
        return [
            *((oval(0.05, 0.06, 0.1, 24, 0.135 * side, -0.01), fur) for side in (-1, 1)),
            (oval(0.13, 0.15, 0.14, 32, 0.0, -0.08), fur),
            (oval(0.075, 0.09, 0.09, 28, 0.0, -0.08), pale),
            *((Circle(0.062, 0.1 * side, -0.19), fur) for side in (-1, 1)),
            *((Circle(0.034, 0.1 * side, -0.19), pale) for side in (-1, 1)),
            *ears,
            (oval(0.115, 0.1, 0.1, 32, 0.0, 0.14), fur),
            (oval(0.05, 0.04, 0.036, 24, 0.0, 0.11), pale),
            (oval(0.02, 0.012, 0.016, 16, 0.0, 0.128), dark),
            *((Circle(0.013, 0.045 * side, 0.17), dark) for side in (-1, 1)),
        ]

    def _blocks(self) -> list[tuple[Circle | Polygon, Look]]:
        drawn: list[tuple[Circle | Polygon, Look]] = []
        rows = (
            (-0.13, -0.16, (206, 66, 58)), (0.09, -0.16, (66, 128, 196)), (-0.03, 0.04, (244, 196, 74)),
        )  # fmt: skip
        for x, y, tint in rows:
            drawn += [
                (slab(0.19, 0.19, x, y, 0.012), Look("wood", tint)),
                (slab(0.135, 0.135, x, y, 0.01), Look("wood", (246, 232, 204), outline=0.5)),
            ]
        red, blue, green = (
            Look("leather", tint, outline=0.0) for tint in ((206, 66, 58), (66, 128, 196), (70, 150, 92))
        )
        return [
            *drawn,
            (Polygon(((-0.17, -0.2), (-0.09, -0.2), (-0.13, -0.115))), red),
            (Circle(0.042, 0.09, -0.16), blue),
            (slab(0.075, 0.075, -0.03, 0.04), green),
            (Polygon(((-0.125, 0.136), (0.065, 0.136), (-0.03, 0.235)), 0.004), Look("wood", (70, 150, 92))),
        ]

    def _books(self) -> list[tuple[Circle | Polygon, Look]]:
        rows = (
            (-0.17, 0.07, 0.4, (88, 112, 168)), (-0.105, 0.055, 0.34, (196, 84, 76)),
            (-0.035, 0.08, 0.43, (84, 146, 120)), (0.035, 0.05, 0.36, (226, 180, 84)),
        )  # fmt: skip
        drawn: list[tuple[Circle | Polygon, Look]] = []
        for x, wide, high, tint in rows:
            drawn.append((slab(wide, high, x, -0.25 + high / 2, 0.006), Look("cloth", tint)))
            drawn += [
                (slab(0.7 * wide, 0.014, x, y), Look("leather", (246, 232, 204), outline=0.0))
                for y in (-0.25 + 0.2 * high, -0.25 + 0.82 * high)
            ]
        leaning = ((0.13, -0.25), (0.185, -0.24), (0.118, 0.1), (0.065, 0.09))
        return [*drawn, (Polygon(leaning, 0.004), Look("cloth", (148, 98, 152)))]

    def _drawing(self) -> list[tuple[Circle | Polygon, Look]]:
        red, brown = Look("leather", (206, 66, 58), outline=0.0), Look("leather", (150, 98, 56), outline=0.0)
        sun, green = Look("leather", (246, 190, 60), outline=0.0), Look("leather", (104, 168, 88), outline=0.0)
        rays = [band((arc(0.06, a, a, 2, 0.13, 0.1)[0], arc(0.085, a, a, 2, 0.13, 0.1)[0]), 0.01)
                for a in (TURN * k / 8 for k in range(8))]  # fmt: skip
        return [
            (slab(0.5, 0.38, rounding=0.003), Look("cloth", (252, 250, 242))),
            (slab(0.46, 0.05, 0.0, -0.145), green),
            (slab(0.16, 0.13, -0.09, -0.06), Look("leather", (244, 214, 150), outline=0.6)),
            (Polygon(((-0.19, 0.005), (0.01, 0.005), (-0.09, 0.09))), red),
            (slab(0.04, 0.075, -0.115, -0.087), brown),
            (slab(0.04, 0.04, -0.05, -0.05), Look("leather", (120, 180, 226), outline=0.6)),
            (band(((0.13, -0.12), (0.13, -0.055)), 0.016), brown),
            (Circle(0.045, 0.13, -0.03), green),
            (Circle(0.045, 0.13, 0.1), sun),
            *((ray, sun) for ray in rays),
            *((Circle(0.008, x, 0.172), Look("metal", (206, 54, 46), outline=0.6)) for x in (-0.23, 0.23)),
        ]

    def _train(self) -> list[tuple[Circle | Polygon, Look]]:
        red, blue, gold = (Look("wood", tint) for tint in ((206, 66, 58), (66, 128, 196), (244, 196, 74)))
        dark, pale = Look("wood", (70, 66, 72)), Look("leather", (250, 240, 210), outline=0.6)
        return [
            (slab(0.46, 0.05, 0.0, -0.13, 0.006), dark),
            (slab(0.17, 0.26, -0.13, 0.02, 0.008), red),
            (slab(0.1, 0.09, -0.13, 0.08, 0.006), pale),
            (slab(0.22, 0.036, -0.13, 0.165, 0.008), blue),
            (slab(0.26, 0.15, 0.08, -0.035, 0.03), blue),
            (Polygon(((0.11, 0.04), (0.16, 0.04), (0.18, 0.13), (0.09, 0.13)), 0.003), dark),
            (oval(0.03, 0.035, 0.0001, 20, 0.03, 0.04), gold),
            *((slab(0.018, 0.15, x, -0.035), gold) for x in (0.02, 0.14)),
            *((Circle(r, x, -0.25 + r), gold) for r, x in ((0.075, -0.13), (0.055, 0.04), (0.055, 0.16))),
            *((Circle(0.02, x, -0.25 + r), dark) for r, x in ((0.075, -0.13), (0.055, 0.04), (0.055, 0.16))),
        ]


class Backdrop(Kind):
    """The place of a picture in a level of another program, of which only position and size are kept."""

    name = "backdrop"
    title = "Backdrop"
    price = 3
    synonyms = "background, wallpaper, panel"
    help = "An empty frame of any size, to mark a place or to stand for a picture. Nothing bumps into it."
    source = "No body: a strip of wood, 15 mm wide at most."
    properties = (
        Property("width", "Width", 0.4, "m", 0.03, 20.0, 0.05),
        Property("height", "Height", 0.4, "m", 0.03, 20.0, 0.05),
    )
    resizes = ("width", "height")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        strip = min(0.015, p.width / 4, p.height / 4)
        x, y = (p.width - strip) / 2, (p.height - strip) / 2
        rails = (
            slab(p.width, strip, 0.0, y), slab(p.width, strip, 0.0, -y),
            slab(strip, p.height - 2 * strip, -x, 0.0), slab(strip, p.height - 2 * strip, x, 0.0),
        )  # fmt: skip
        frame = Look("leather", (214, 206, 190), outline=0.0)
        return Blueprint((Body("static"),), tuple(painted(rail, frame) for rail in rails))


def _star(r: float, x: float, y: float) -> Polygon:
    """Return a star of five points about (x, y), one of them up. Only to be drawn: it is not convex."""
    corners = [
        arc(r if k % 2 == 0 else 0.42 * r, TURN / 4 + TURN * k / 10, TURN / 4 + TURN * k / 10, 2, x, y)[0]
        for k in range(10)
    ]
    return Polygon(tuple(corners))


def _scaled(outline: Circle | Polygon, by: float) -> Circle | Polygon:
    if isinstance(outline, Circle):
        return Circle(outline.r * by, outline.x * by, outline.y * by)
    return Polygon(tuple((x * by, y * by) for x, y in outline.points), outline.rounding * by)


KINDS: tuple[Kind, ...] = (Note(), Scenery(), Backdrop())
