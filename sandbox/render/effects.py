"""Short effects, drawn only: a balloon pops, dynamite explodes, a cut rope falls, confetti when a level is solved.

Each effect is a pure function of the time since its tick, so a pause holds it, slow motion slows it, and the same run
always shows the same. With reduced motion nothing flashes and nothing flies: a ring marks the place.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox import parts as catalogue
from sandbox.design.design import Design, Link
from sandbox.design.geometry import Circle, Outline, Point, Pose, place
from sandbox.machine.machine import Event
from sandbox.render.overlay import Colour, Floats, Overlay
from sandbox.workspace.past.past_machine import Stage

if TYPE_CHECKING:
    from sandbox.machine.machine import Machine
    from sandbox.render.instances import Cords

Table = npt.NDArray[Any]

_FALL = 9.81  # m/s^2
MOST = 24  # at once; the oldest makes room
# Blue, orange, green, vermilion, purple, yellow of Okabe and Ito's palette: distinct with any colour blindness.
_CONFETTI = ((0, 114, 178), (230, 159, 0), (0, 158, 115), (213, 94, 0), (204, 121, 167), (240, 228, 66))
_PIECES, _RAIN = 150, 4.0  # of confetti; s that it falls
_ROPE_POINTS = 9
_RINGS, _MOST_RINGS = 9, 32  # of a glow
_RING = 7.0  # px: wider ones are seen as steps on dark ground
_INK = (58, 62, 72)


class Brush(NamedTuple):
    """An overlay, and the scale that turns metres into its pixels."""

    overlay: Overlay
    pixels: float  # interface pixels in a metre

    def disc(self, x: float, y: float, r: float, colour: Colour) -> None:
        self.overlay.figure("circle", x, y, max(0.5, r * self.pixels), colour, 0.0, colour)

    def glow(self, x: float, y: float, r: float, colour: tuple[int, ...], alpha: float) -> None:
        """Draw a disc that is densest in its middle and fades out to its rim: rings of it lie on one another."""
        rings = min(_MOST_RINGS, max(_RINGS, round(r * self.pixels / _RING)))
        each = 1.0 - (1.0 - min(0.97, max(0.0, alpha))) ** (1.0 / rings)
        for ring in range(rings):
            self.disc(x, y, r * math.sqrt((ring + 1) / rings), _shade(colour, each))

    def ring(self, x: float, y: float, r: float, colour: Colour, width: float = 2.0) -> None:
        self.overlay.figure("circle", x, y, max(0.5, r * self.pixels), colour, width)

    def stroke(self, a: Point, b: Point, colour: Colour, width: float) -> None:
        """Draw a line `width` metres wide, but never thinner than a pixel."""
        self.overlay.line(*a, *b, colour, max(1.0, width * self.pixels))


def _shade(colour: tuple[int, ...], alpha: float) -> Colour:
    return colour[0], colour[1], colour[2], round(255 * min(1.0, max(0.0, alpha)))


def _spread(number: int, seed: int = 0) -> float:
    """Pseudo-random number from 0 to 1, the same for the same arguments: an integer hash (triple32's constants)."""
    mixed = (number * 0x9E3779B1 + seed * 0x85EBCA77 + 0x1B56C4E9) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 17) * 0xED5AD4BB) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 11) * 0xAC4C1B51) & 0xFFFFFFFF
    return (mixed ^ mixed >> 15) / 0x100000000


class Effect:
    """An effect that is visible for `life` seconds from the tick of its event."""

    life = 0.5

    def __init__(self, tick: int) -> None:
        self.tick = tick

    @property
    def over(self) -> bool:
        """True once the effect has ended before its time."""
        return False

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        """Draw the effect as it is `age` seconds after its tick."""


class Pop(Effect):
    """Shreds that fly off, and a ring where the balloon's skin was."""

    life = 0.55

    def __init__(self, tick: int, x: float, y: float, size: float, tint: tuple[int, ...]) -> None:
        super().__init__(tick)
        self.x, self.y, self.size, self.tint = x, y, size, tint

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        left = 1.0 - age / self.life
        brush.ring(self.x, self.y, self.size * (1.0 if still else 0.8 + 1.6 * age), _shade(self.tint, 0.8 * left), 2.4)
        for number in () if still else range(12):
            angle = math.tau * (number + _spread(number)) / 12
            speed = 1.0 + 1.2 * _spread(number, 3)
            far = self.size * 0.5 + speed * age / (1.0 + 2.5 * age)  # the air stops shreds
            x = self.x + far * math.cos(angle)
            y = self.y + far * math.sin(angle) - 0.5 * _FALL * 0.5 * age * age
            spin = angle + (6.0 + 9.0 * _spread(number, 5)) * age
            r = self.size * (0.10 + 0.12 * _spread(number, 7)) * brush.pixels
            colour = _shade(self.tint, 1.6 * left)
            brush.overlay.figure("triangle", x, y, max(1.0, r), colour, 0.8, colour, spin)


class Blast(Effect):
    """A flash, fire, sparks, and smoke that drifts away."""

    life = 1.3

    def __init__(self, tick: int, x: float, y: float, reach: float) -> None:
        super().__init__(tick)
        self.x, self.y, self.reach = x, y, reach

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        size = 0.22 * self.reach
        for number in range(9):  # smoke, under all else
            angle, late = math.tau * _spread(number, 1), 0.05 * _spread(number, 2)
            if age > late:
                since = age - late
                far = size * (0.3 if still else 1.0 - math.exp(-4.0 * since)) * (0.5 + _spread(number, 4))
                r = size * (0.35 + 0.5 * min(1.0, 1.4 * since)) * (0.7 + 0.5 * _spread(number, 6))
                grey = 70 + round(50 * _spread(number, 8))
                rise = 0.0 if still else 0.16 * since
                fade = 0.42 * (1.0 - since / (self.life - late))
                x, y = self.x + far * math.cos(angle), self.y + far * math.sin(angle) + rise
                brush.glow(x, y, 1.2 * r, (grey, grey, grey + 6), 1.4 * fade)
        if still:
            brush.ring(self.x, self.y, size, _shade(_INK, 1.0 - age / self.life), 2.4)
            return
        if age < 0.4:
            burn = age / 0.4
            for share, colour in ((1.25, (232, 84, 24)), (0.85, (250, 164, 40)), (0.5, (255, 244, 206))):
                r = size * share * (0.5 + 0.9 * math.sqrt(burn))
                brush.glow(self.x, self.y, r, colour, 1.1 * (1.0 - burn))
        if age < 0.12:
            brush.glow(self.x, self.y, 3.2 * size, (255, 250, 226), 0.85 * (1.0 - age / 0.12))
        for number in range(14) if age < 0.6 else ():
            angle = math.tau * (number + _spread(number, 9)) / 14
            speed = self.reach * (1.2 + 1.6 * _spread(number, 11))
            near, far = (speed * at / (1.0 + 3.0 * at) for at in (max(0.0, age - 0.06), age))
            drop = 0.25 * _FALL * age * age
            a, b = (
                (self.x + d * math.cos(angle), self.y + d * math.sin(angle) - drop) for d in (near, far)
            )  # fmt: skip
            brush.stroke(a, b, _shade((255, 190, 70), 1.2 * (1.0 - age / 0.6)), 0.008)


class Fizz(Effect):
    """A burning fuse: sparks fly from its end until the part is removed."""

    life = 60.0

    def __init__(self, tick: int, stage: Stage, part: int, body: int, at: Point) -> None:
        """`at` is the burning point, in the frame of that body of the part."""
        super().__init__(tick)
        self._stage, self._part, self._at = stage, part, at
        self._row = stage.row_of[part, body]

    @property
    def over(self) -> bool:
        return self._part not in self._stage.parts  # it has gone off, or left

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        if still:
            return  # the glow of the fuse itself says it
        x, y, angle = self._stage.rows[self._row, :3].tolist()
        x, y = place(Pose(x, y, angle), self._at)
        brush.glow(x, y, 0.022, (255, 226, 140), 0.6)
        moment = int(age * 30.0)  # each spark is seen for a thirtieth of a second
        for number in range(6):
            way, far = math.tau * _spread(number, moment), 0.02 + 0.045 * _spread(number + 17, moment)
            c, s = math.cos(way), math.sin(way)
            brush.stroke((x + 0.4 * far * c, y + 0.4 * far * s), (x + far * c, y + far * s), (255, 190, 60), 0.004)


class FallingRope(Effect):
    """A cut rope: its two halves swing down from its ends, frayed at the cut, and fade."""

    life = 0.9

    def __init__(
        self, tick: int, points: list[Point], cut: Point, held: tuple[_Held, _Held], tint: tuple[int, ...],
        radius: float,
    ) -> None:  # fmt: skip
        """`points` is the rope's course when it was cut; `held` are the bodies that its ends are tied to."""
        super().__init__(tick)
        self.held = held
        nearest = min(range(len(points)), key=lambda n: math.dist(points[n], cut))
        self.halves = (points[: nearest + 1], points[nearest:][::-1])
        self.tint, self.radius = tint, radius

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        alpha = 1.0 - (age / self.life) ** 2
        for half, held in zip(self.halves, self.held, strict=True):
            if len(half) < 2:
                continue
            dx, dy = held.moved
            fallen = (self._fallen(half, n, 0.0 if still else age) for n in range(len(half)))
            now = [(x + dx, y + dy) for x, y in fallen]
            for start, end in pairwise(now):
                brush.stroke(start, end, _shade(self.tint, alpha), 2.0 * self.radius)
            self._fray(brush, now[-2], now[-1], alpha)

    def _fallen(self, half: list[Point], n: int, age: float) -> Point:
        """Position of a point `age` seconds after the cut: the held end stays; the farther a point is from it, the more
        freely it falls, until it hangs straight down.
        """
        (x0, y0), (x, y) = half[0], half[n]
        reach = sum(math.dist(half[k], half[k + 1]) for k in range(n))
        share = n / (len(half) - 1)
        drop = min(0.5 * _FALL * (age * (0.4 + 0.6 * share)) ** 2, max(0.0, y - (y0 - reach)))
        hang = drop / max(1e-6, y - (y0 - reach)) if y > y0 - reach else 1.0
        return x + (x0 - x) * hang, y - drop

    def _fray(self, brush: Brush, before: Point, end: Point, alpha: float) -> None:
        way = math.atan2(end[1] - before[1], end[0] - before[0])
        for turn in (-0.55, -0.2, 0.15, 0.5):
            long_ = self.radius * (4.0 + 2.0 * _spread(round(10 * turn) + 9))
            tip = end[0] + long_ * math.cos(way + turn), end[1] + long_ * math.sin(way + turn)
            brush.stroke(end, tip, _shade(self.tint, alpha), 0.5 * self.radius)


class Confetti(Effect):
    """Confetti in every shape that falls over the level from its top and is gone."""

    life = _RAIN

    def __init__(self, tick: int, width: float, height: float) -> None:
        super().__init__(tick)
        self.height = height
        numbers = range(_PIECES)

        def chance(seed: int) -> Floats:
            return np.array([_spread(number, seed) for number in numbers])

        self._late = 1.2 * chance(2)
        self._fall = (0.45 + 0.35 * chance(4)) * height / 1.6  # m/s
        self._x, self._y = width * chance(1), height * (1.02 + 0.1 * chance(6))
        self._sway, self._tumble, self._turn = 20.0 * chance(8), 9.0 * chance(3), 6.0 * chance(5)
        self._shapes = [("square", "circle", "triangle", "diamond")[number % 4] for number in numbers]
        self._inks = np.array([(*_CONFETTI[number % len(_CONFETTI)], 255) for number in numbers], np.uint8)

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        if still:
            return
        since = age - self._late
        x, y = self._x + 0.06 * np.sin(3.0 * since + self._sway), self._y - self._fall * since
        # A piece that tumbles shows its edge now and then.
        r = 0.018 * (0.35 + 0.65 * np.abs(np.cos(5.0 * since + self._tumble))) * brush.pixels
        inks = self._inks.copy()
        inks[:, 3] = 255 * min(1.0, 2.0 * (self.life - age)) * ((since > 0.0) & (y > 0.0))
        brush.overlay.figures(self._shapes, x, y, np.maximum(1.2, r), inks, 4.0 * since + self._turn)


class Effects:
    """The effects of the running machine, and the overlay that they are drawn on."""

    def __init__(self, overlay: Overlay) -> None:
        self.overlay = overlay
        self._machine: Machine | None = None
        self._tick = 0
        self._going: list[Effect] = []
        self._cuts: dict[int, Point] = {}  # where the blades were, by link
        self._won = False

    def __len__(self) -> int:
        return len(self._going)

    def follow(self, machine: Machine | None, tick: int) -> None:
        """Set the running machine and the session's tick; effects of another machine end."""
        self._tick = tick
        if machine is not self._machine:
            self._machine = machine
            self._going.clear()
            self._cuts.clear()
            self._won = False

    def happened(self, events: Iterable[Event]) -> None:
        """Start the effects of these events."""
        if self._machine is not None:
            for event in events:
                if event.what == "cut":
                    self._cuts[event.other] = event.x, event.y
                for effect in begun(self._machine, event):
                    self._begin(effect)

    def vanished(self, cords: Cords, moving: Table) -> None:
        """Start a falling rope for each link that the last tick drew with these cords and that is no longer in the
        machine.
        """
        if self._machine is not None:
            for rope in fallen(self._machine, self._tick, cords, moving, self._cuts):
                self._begin(rope)

    def won(self, now: bool, design: Design) -> None:
        """Note whether the level is solved; start the confetti once for each run."""
        if now and not self._won and self._machine is not None:
            self._begin(Confetti(self._tick, design.world.width, design.world.height))
        self._won = now

    def _begin(self, effect: Effect) -> None:
        self._going.append(effect)
        del self._going[:-MOST]

    def draw(self, leftover: float, pixels: float, still: bool) -> None:
        """Draw the current effects on the overlay, `leftover` seconds after the machine's last tick.

        `pixels` is the number of interface pixels in a metre.
        """
        machine = self._machine
        if machine is None:
            self.overlay.clear()
            return
        ages = [(effect, (self._tick - effect.tick) * machine.dt + leftover) for effect in self._going]
        ages = [(effect, age) for effect, age in ages if age < effect.life and not effect.over]
        self._going = [effect for effect, _ in ages]
        self.show(ages, pixels, still)

    def show(self, ages: Iterable[tuple[Effect, float]], pixels: float, still: bool) -> None:
        """Replace the marks on the overlay by these effects, each at an age in seconds."""
        self.overlay.clear()
        brush = Brush(self.overlay, pixels)
        for effect, age in ages:
            if 0.0 <= age < effect.life:
                effect.draw(brush, age, still)


def begun(stage: Stage, event: Event) -> list[Effect]:
    """Return the effects that an event starts."""
    if event.what == "popped":
        size, tint = _skin(stage.design, event.part)
        return [Pop(event.tick, event.x, event.y, size, tint)]
    if event.what == "exploded":
        return [Blast(event.tick, event.x, event.y, _reach(stage.design, event.part))]
    if event.what == "lit" and event.part in stage.parts:
        return _burning(stage, event)
    return []


def _burning(stage: Stage, event: Event) -> list[Effect]:
    """Return sparks for each shape whose look shows that the part is lit."""
    plan = catalogue.blueprint(stage.design.part_by_id[event.part])
    sparks: list[Effect] = []
    for shape in plan.shapes:
        if shape.look is not None and shape.look.slot == "lit":
            body = plan.bodies[shape.body]
            x, y = _middle(shape.outline)
            sparks.append(Fizz(event.tick, stage, event.part, shape.body, (x - body.x, y - body.y)))
    return sparks


def fallen(stage: Stage, tick: int, cords: Cords, moving: Table, cuts: Mapping[int, Point]) -> list[Effect]:
    """Return falling ropes for the links that were drawn with these cords before `tick` and are no longer in the stage.

    `cuts` are the points where blades cut, by link.
    """
    gone = {link.id: link for link in stage.design.links if link.id not in stage.links}
    ropes: list[Effect] = []
    for id_ in dict.fromkeys(cords.owners.tolist()):
        kind = catalogue.LINKS[gone[id_].kind] if id_ in gone else None
        if kind is None or not kind.cuttable:
            continue
        points = _course(cords, id_, moving, stage.design)
        if len(points) > 1:
            cut = _where(stage, gone[id_], points, cuts)
            first = int(np.flatnonzero(cords.owners == id_)[0])
            last = int(np.flatnonzero(cords.owners == id_)[-1])
            held = _Held(stage, cords, first, 0), _Held(stage, cords, last, 1)
            ropes.append(FallingRope(tick, points, cut, held, kind.look.tint, kind.radius))
    return ropes


def _where(stage: Stage, link: Link, points: list[Point], cuts: Mapping[int, Point]) -> Point:
    """Return the point where a rope was cut, or the end that it has lost."""
    if link.a.part not in stage.parts:
        return points[0]
    if link.b.part not in stage.parts:
        return points[-1]
    return cuts.get(link.id, points[len(points) // 2])


def _skin(design: Design, part: int) -> tuple[float, tuple[int, ...]]:
    """Half the size of a part, in metres, and the colour of its largest shape."""
    spec = design.part_by_id.get(part)
    if spec is None:
        return 0.1, _INK
    plan = catalogue.blueprint(spec)
    drawn = [(_extent(shape.outline), shape.look.tint) for shape in plan.shapes if shape.look is not None]
    return max(drawn, default=(0.1, _INK))


def _middle(outline: Outline) -> Point:
    if isinstance(outline, Circle):
        return outline.x, outline.y
    xs, ys = zip(*outline.points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _extent(outline: Outline) -> float:
    if isinstance(outline, Circle):
        return outline.r
    xs, ys = zip(*outline.points, strict=True)
    return float(max(max(xs) - min(xs), max(ys) - min(ys)) / 2)


def _reach(design: Design, part: int) -> float:
    """Reach of an explosion in metres, from the part's property `reach` if it has one."""
    spec = design.part_by_id.get(part)
    if spec is None:
        return 1.0
    kind = catalogue.KINDS[spec.kind]
    return float(kind.values(spec.props).reach) if kind.property("reach") is not None else 1.0


class _Held:
    """The body that an end of a rope is tied to, and how far it has moved since the cut, in metres."""

    def __init__(self, stage: Stage, cords: Cords, index: int, end: int) -> None:
        self._stage, self._row = stage, int(cords.rows[end][index])
        self._x, self._y = self._now()

    def _now(self) -> Point:
        x, y = self._stage.rows[self._row, :2].tolist()
        return x, y

    @property
    def moved(self) -> Point:
        x, y = self._now()
        return x - self._x, y - self._y


def _course(cords: Cords, id_: int, moving: Table, design: Design) -> list[Point]:
    """Course of a link in the world, as the last tick drew it."""
    gx, gy = design.world.gravity_x, design.world.gravity_y
    pull = math.hypot(gx, gy)
    down = (gx / pull, gy / pull) if pull else (0.0, -1.0)
    points: list[Point] = []
    for index in np.flatnonzero(cords.owners == id_).tolist():
        if cords.static[index]["mark"][2] < 3.5:  # not an arc round a wheel
            points += _hang(moving[index], cords.static[index]["anchors"], down)
    return points


def _hang(row: Table, anchors: Table, down: Point) -> list[Point]:
    """Points of one piece from end to end: straight, or sagging about as far as its length allows."""
    ends = []
    for pose, anchor in ((row[0:3], anchors[0:2]), (row[6:9], anchors[2:4])):
        c, s = math.cos(pose[2]), math.sin(pose[2])
        ends.append((float(pose[0] + c * anchor[0] - s * anchor[1]), float(pose[1] + s * anchor[0] + c * anchor[1])))
    (ax, ay), (bx, by) = ends
    spare = float(row[12]) ** 2 - (bx - ax) ** 2 - (by - ay) ** 2 if row[12] > 0 else 0.0
    sag = math.sqrt(0.1875 * spare) if spare > 0 else 0.0
    points = []
    for n in range(_ROPE_POINTS):
        t = n / (_ROPE_POINTS - 1)
        low = 4.0 * sag * t * (1.0 - t)
        points.append((ax + (bx - ax) * t + down[0] * low, ay + (by - ay) * t + down[1] * low))
    return points


__all__ = ["MOST", "Confetti", "Effect", "Effects", "FallingRope", "begun", "fallen"]
