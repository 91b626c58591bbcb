"""Containers, which catch, hold and carry other things."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.design.geometry import total
from sandbox.parts.bang.breaking import BreaksIfAsked, breaking_point
from sandbox.parts.drawing import TURN, arc, band, painted, slab
from sandbox.parts.fire.heat import Flammable
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Kind, Look, Polygon, Port, Property, Rgb, Shape
from sandbox.parts.materials import BOARD, DEPTH, WICKER

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


_FRAGILE = Look("leather", (190, 44, 38), outline=0.0)


class Crate(Kind):
    name = "crate"
    title = "Crate"
    price = 5
    synonyms = "wooden box, case"
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
        shapes = [box, *(painted(outline, board) for outline in boards)]
        shapes += [painted(nail, Look("metal", (96, 96, 104), outline=0.0)) for nail in nails]
        port = Port("middle", 0.0, 0.0, "rope", title="Middle")
        return Blueprint((Body("dynamic", 36.0 * w * h),), tuple(shapes), (port,))


class Basket(Kind):
    name = "basket"
    title = "Basket"
    price = 5
    synonyms = "bin, container, hamper"
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
        shapes += [painted(slab(t * 1.25, t, side * (w - t / 2), h - t / 2, 0.006), rim) for side in (-1, 1)]
        ports = (
            Port("left", -w + t / 2, h - t / 2, "rope", title="Left rim"),
            Port("right", w - t / 2, h - t / 2, "rope", title="Right rim"),
        )
        return Blueprint((Body("dynamic", WICKER * DEPTH * total(areas)),), tuple(shapes), ports)

    def hollow(self, p: SimpleNamespace) -> Polygon:
        w, h, t = p.width / 2, p.height / 2, self.thickness
        foot = w - 0.06 * p.width - t
        return Polygon(((-foot, -h + t), (foot, -h + t), (w - t, h), (-w + t, h)))


class FlatCrate(Kind):
    name = "flat_crate"
    title = "Flat crate"
    price = 4
    synonyms = "tray, pallet"
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
        drawn = [painted(slab(w - 0.006, tall, 0.0, y, 0.002), slat) for y in (-0.34 * h, 0.0, 0.34 * h)]
        for x in (-w / 2 + 0.025, 0.0, w / 2 - 0.025):
            drawn.append(painted(slab(0.036, h - 0.006, x, 0.0, 0.002), post))
            nails = [Circle(0.004, x, y) for y in (-0.34 * h, 0.0, 0.34 * h)]
            drawn += [painted(nail, Look("metal", (96, 96, 104), outline=0.0)) for nail in nails]
        return Blueprint((Body("dynamic", 15.0 * w * h),), (box, *drawn))


class BottleCrate(BreaksIfAsked):
    """A broken crate falls into two sides and a bottom, and five bottles if it was full: each of
    them is the row of four in depth.

    State: `broken`, of one that can break.
    """

    name = "bottle_crate"
    title = "Bottle crate"
    price = 5
    synonyms = "beer crate, case"
    help = (
        "Twenty bottles in a plastic crate: very heavy when full, a light box to climb on when empty. If it is set to "
        "break, a hard blow bursts it, and the bottles roll out."
    )
    source = (
        "A common beer crate, 40 x 30 x 29 cm, 1.9 kg; with 20 bottles of 0.5 l at 0.86 kg: 19.1 kg. TBE: 18 kg. "
        "A full one that falls by half a metre meets the floor with 60 N s."
    )
    sound = "glass"
    properties = (
        Property("full", "Full", True, help="With bottles it weighs 19.1 kg, without 1.9 kg"),
        breaking_point(200.0, "Full, it falls by half a metre with 60"),
    )
    width, height = 0.4, 0.29  # m
    crate, bottle = 1.9, 0.86  # kg
    bottles, rows = 20, 5
    side = 0.016  # m: of the crate's plastic, thicker than it is
    gap = 0.001  # m between its pieces, so that none is jammed
    glass, neck, tall = 0.064, 0.026, 0.26  # m: a bottle's width, that of its neck, its height

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = self.width, self.height
        red, dark = Look("rubber", (186, 44, 40)), Look("rubber", (92, 22, 24), outline=0.8)
        box = Shape(slab(w, h, rounding=0.008), red, friction=0.3, restitution=0.1)
        drawn = [painted(slab(w - 0.06, 0.075, 0.0, 0.085, 0.008), dark)]
        if p.full:
            glass, cap = Look("glow", (96, 62, 30), outline=0.8), Look("metal", (214, 182, 82), outline=0.8)
            for k in range(5):
                x = (k - 2) * 0.064
                drawn.append(painted(slab(0.026, 0.05, x, 0.0745, 0.004), glass))
                drawn.append(painted(slab(0.03, 0.014, x, 0.105, 0.003), cap))
        rib, grip = Look("rubber", (160, 34, 34), outline=0.8), Look("rubber", (70, 18, 20), outline=0.9)
        drawn += [painted(slab(0.016, 0.15, x, -0.055, 0.004), rib) for x in (-0.17, -0.11, 0.11, 0.17)]
        drawn.append(painted(slab(0.12, 0.038, 0.0, 0.008, 0.016), grip))
        drawn.append(painted(slab(0.15, 0.075, 0.0, -0.08, 0.006), Look("leather", (246, 238, 220), 0.8)))
        drawn.append(painted(slab(0.11, 0.014, 0.0, -0.068, 0.004), Look("leather", (186, 44, 40), 0.0)))
        drawn.append(painted(slab(0.07, 0.01, 0.0, -0.094, 0.004), Look("leather", (70, 66, 62), 0.0)))
        mass = self.crate + self.bottle * self.bottles * p.full
        bodies, shapes = [Body("dynamic", mass)], [box, *drawn]
        if p.breaks_at:
            crack = band(((0.195, 0.05), (0.165, 0.03), (0.178, -0.004), (0.142, -0.03), (0.15, -0.05)), 0.005)
            shapes.append(painted(crack, Look("rubber", (52, 10, 12), outline=0.0)))
            self._add_pieces(p, red, bodies, shapes)
        return Blueprint(tuple(bodies), tuple(shapes), spare=tuple(range(1, len(bodies))))

    def _add_pieces(self, p: SimpleNamespace, plastic: Look, bodies: list[Body], shapes: list[Shape]) -> None:
        w, h, t = self.width, self.height, self.side
        inner = w - 2 * (t + self.gap)
        boards = (slab(inner, t, 0.0, (t - h) / 2), slab(t, h, (t - w) / 2), slab(t, h, (w - t) / 2))
        size = inner + 2 * h  # all three are as thick
        for board, length in zip(boards, (inner, h, h), strict=True):
            shapes.append(Shape(board, plastic, len(bodies), friction=0.3, restitution=0.1))
            bodies.append(Body("dynamic", self.crate * length / size))
        brown, cap = Look("glow", (96, 62, 30), outline=0.8), Look("metal", (214, 182, 82), outline=0.8)
        label = Look("leather", (246, 238, 220), outline=0.0)
        foot = -h / 2 + t + self.gap
        for k in range(self.rows * p.full):
            x, shoulder = (k - (self.rows - 1) / 2) * (self.glass + self.gap), foot + 0.65 * self.tall
            belly = slab(self.glass, shoulder - foot, x, (foot + shoulder) / 2, 0.006)
            top, d, n = foot + self.tall, self.glass / 2 - 0.006, self.neck / 2
            throat = Polygon(((x - d, shoulder), (x + d, shoulder), (x + n, top), (x - n, top)))
            shapes += [Shape(o, brown, len(bodies), friction=0.4, restitution=0.2) for o in (belly, throat)]
            shapes.append(painted(slab(self.glass - 0.008, 0.07, x, foot + 0.09), label, len(bodies)))
            shapes.append(painted(slab(self.neck, 0.014, x, top - 0.007, 0.003), cap, len(bodies)))
            bodies.append(Body("dynamic", self.bottle * self.bottles / self.rows))


class CardboardBox(Flammable, BreaksIfAsked):
    """A broken box falls into bottom, two sides and two flaps. State: `broken`, of breakable boxes only."""

    name = "cardboard_box"
    title = "Cardboard box"
    price = 2
    synonyms = "carton, package, parcel"
    help = (
        "Open it catches what falls in, between its flaps; closed it stacks. A soccer ball already pushes it along, "
        "and fire burns it up. If it is set to break, a hard blow bursts it into its sides and flaps."
    )
    source = (
        "Single-wall corrugated board, 0.55 kg/m^2; sides, bottom and flaps, 0.3 m deep: 0.5 kg. Such a box collapses "
        "under 2.4 kN (McKee's formula, 5.5 kN/m at the edge), 12 mm lower: 14 J, a bowling ball with 14 N s."
    )
    sound = "card"
    cues = {**Flammable.cues, "broken": "punch"}
    properties = (
        Property("open", "Open", True),
        Property("width", "Width", 0.4, "m", 0.2, 1.2, 0.05),
        Property("height", "Height", 0.3, "m", 0.15, 1.0, 0.05),
        breaking_point(50.0, "A common box bears about 14"),
    )
    resizes = ("width", "height")
    catches = 2.0
    thickness, deep = 0.016, 0.3  # m; thicker than the board is, so that nothing fast gets through
    gap = 0.001  # m between the pieces of a broken one, so that none is jammed

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        mass = BOARD * (2 * p.height * (p.width + self.deep) + 4 * p.width * self.deep)
        shapes = self._opened(p.width, p.height) if p.open else self._closed(p.width, p.height)
        if not p.breaks_at:
            return Blueprint((Body("dynamic", mass),), shapes)
        pieces = self._pieces(p)
        areas = [outline.mass_properties()[0] for outline, _ in pieces]
        bodies = [Body("dynamic", mass), *(Body("dynamic", mass * area / total(areas)) for area in areas)]
        loose = [
            Shape(outline, Look("leather", tint, outline=1.2), k, friction=0.5, restitution=0.1)
            for k, (outline, tint) in enumerate(pieces, 1)
        ]
        shapes = (*shapes, *(painted(sign, _FRAGILE) for sign in self._signs(p)), *loose)
        return Blueprint(tuple(bodies), shapes, spare=tuple(range(1, len(bodies))))

    def _signs(self, p: SimpleNamespace) -> list[Polygon]:
        """Return what says that it can break: a glass printed on a closed box, tape round the walls of an open one."""
        w, h = p.width, p.height
        if p.open:
            x = 0.43 * w - self.thickness / 2
            return [slab(self.thickness, 0.06 * h, side * x, y * h) for side in (-1, 1) for y in (-0.3, 0.0)]
        size = 0.3 * min(w, h)
        x, y = -w / 2 + 0.18 * w, -h / 2 + 0.12 * h
        bowl = Polygon(((x, y + 0.4 * size), (x + 0.28 * size, y + size), (x - 0.28 * size, y + size)))
        return [bowl, slab(0.07 * size, 0.45 * size, x, y + 0.22 * size), slab(0.4 * size, 0.08 * size, x, y)]

    def _pieces(self, p: SimpleNamespace) -> list[tuple[Polygon, Rgb]]:
        """Return the bottom, the sides and the flaps of the box, each with its tint."""
        w, h, t, gap = p.width, p.height, self.thickness, self.gap
        if p.open:
            side, knee = 0.43 * w, h / 2 - 0.26 * h
            flap = Polygon(((side - t, knee + gap), (side, knee + gap), (w / 2, h / 2), (w / 2 - t, h / 2)))
        else:
            side, knee = w / 2, h / 2
            x = (side - t - gap) / 2
            flap = slab(2 * x - gap, t, x, (h - t) / 2)
        bottom, wall = (
            slab(2 * (side - t - gap), t, 0.0, (t - h) / 2),
            slab(t, knee + h / 2, side - t / 2, (knee - h / 2) / 2),
        )
        inside, outside, lid = (182, 136, 86), (196, 150, 98), (214, 172, 118)
        return [(bottom, inside), (wall.mirrored(), outside), (wall, outside), (flap.mirrored(), lid), (flap, lid)]

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
            painted(slab(w, 0.003, 0.0, h / 2 - 0.012), fold),
            painted(slab(0.13 * w, 0.3 * h, 0.0, 0.35 * h), tape),
            *(painted(arrow, print_) for arrow in arrows),
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

    def hollow(self, p: SimpleNamespace) -> Polygon:
        t, side, top = self.thickness, 0.43 * p.width - self.thickness, p.height / 2
        knee, mouth = top - 0.26 * p.height, p.width / 2 - t
        right = ((side, -top + t), (side, knee), (mouth, top))
        return Polygon((*right, *((-x, y) for x, y in reversed(right))))


class ToyChest(Kind):
    """A fixed box without a top; its lid stands open on the right and turns in what flies too far."""

    name = "toy_chest"
    title = "Toy chest"
    price = 9
    synonyms = "box, trunk"
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
        shapes = [painted(back, dark)]
        shapes += [Shape(o, wood, restitution=self.lining) for o in (left, far, bottom)]
        shapes.append(Shape(lid, Look("wood", (190, 106, 62)), restitution=self.lining))
        brass = Look("metal", (214, 174, 84), outline=0.9)
        shapes += [
            painted(slab(t + 0.004, 0.05, x, y, 0.003), brass)
            for x in (-w + t / 2, right - t / 2)
            for y in (-h + 0.03, rim - 0.03)
        ]
        shapes.append(painted(Circle(0.3 * t, right - t / 2, rim), brass))
        return Blueprint((Body("static"),), tuple(shapes))

    def hollow(self, p: SimpleNamespace) -> Polygon:
        w, h, t = p.width / 2, p.height / 2, self.thickness
        right = w - 0.1 * p.width - t
        return Polygon(((-w + t, -h + t), (right, -h + t), (right, 0.0), (-w + t, 0.0)))


class FootballGoal(Kind):
    """A goal seen from the side, its mouth on the left. State `scored`: 1 once a ball has hit the net from within."""

    name = "goal"
    title = "Goal"
    price = 6
    synonyms = "net, target"
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
    wants_hits, hit_threshold = True, 0.0
    tube, net = 0.02, 0.02  # m: radius of the crossbar; thickness of the net
    roof = 0.4  # of its depth is level

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, t = p.width / 2, p.height / 2, self.net
        bend = -w + self.roof * p.width
        white, cord = Look("metal", (236, 238, 240)), Look("cloth", (236, 240, 243), outline=0.8)
        over = Polygon(((-w + self.tube, h - t), (bend, h - t), (bend, h), (-w + self.tube, h)))
        back = Polygon(((bend - t, h - t), (w - t, -h), (w, -h), (bend, h), (bend - t, h)))
        bar = Circle(self.tube, -w + self.tube, h - self.tube)
        shapes = [painted(slab(0.014, p.height - t, -w + self.tube, 0.0), white)]
        shapes += [painted(o, Look("cloth", (222, 226, 230), 0.0)) for o in self._meshes(p, bend)]
        shapes += [Shape(o, cord, restitution=0.0, name="net") for o in (over, back)]
        return Blueprint((Body("static"),), (*shapes, Shape(bar, white)))

    def hollow(self, p: SimpleNamespace) -> Polygon:
        w, h, t = p.width / 2, p.height / 2, self.net
        bend = -w + self.roof * p.width
        return Polygon(((-w, -h), (w - t, -h), (bend - t, h - t), (-w, h - t)))

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
