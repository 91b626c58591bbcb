"""Draws what bursts and burns: popped balloons, blasts, fireworks, what burns up, and the sparks of fuses."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from sandbox import parts as catalogue
from sandbox.design.design import Design
from sandbox.design.geometry import Circle, Outline, Point, Pose, place
from sandbox.machine.machine import Event
from sandbox.render.effects.animal_signs import signs_of
from sandbox.render.effects.burning_cord import BurningCord
from sandbox.render.effects.effect import FALL, INK, Brush, Effect, shade, sparks, spread

if TYPE_CHECKING:
    from sandbox.workspace.past.past_machine import Stage

_FLASH = 0.6  # m: the reach of a blast that looks as what comes out of a cannon


class Pop(Effect):
    """Shreds that fly off, and a ring where the balloon's skin was."""

    life = 0.55

    def __init__(self, tick: int, x: float, y: float, size: float, tint: tuple[int, ...]) -> None:
        super().__init__(tick)
        self.x, self.y, self.size, self.tint = x, y, size, tint

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        left = 1.0 - age / self.life
        brush.ring(self.x, self.y, self.size * (1.0 if still else 0.8 + 1.6 * age), shade(self.tint, 0.8 * left), 2.4)
        for number in () if still else range(12):
            angle = math.tau * (number + spread(number)) / 12
            speed = 1.0 + 1.2 * spread(number, 3)
            far = self.size * 0.5 + speed * age / (1.0 + 2.5 * age)  # the air stops shreds
            x = self.x + far * math.cos(angle)
            y = self.y + far * math.sin(angle) - 0.5 * FALL * 0.5 * age * age
            spin = angle + (6.0 + 9.0 * spread(number, 5)) * age
            r = self.size * (0.10 + 0.12 * spread(number, 7)) * brush.pixels
            colour = shade(self.tint, 1.6 * left)
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
            angle, late = math.tau * spread(number, 1), 0.05 * spread(number, 2)
            if age > late:
                since = age - late
                far = size * (0.3 if still else 1.0 - math.exp(-4.0 * since)) * (0.5 + spread(number, 4))
                r = size * (0.35 + 0.5 * min(1.0, 1.4 * since)) * (0.7 + 0.5 * spread(number, 6))
                grey = 70 + round(50 * spread(number, 8))
                rise = 0.0 if still else 0.16 * since
                fade = 0.42 * (1.0 - since / (self.life - late))
                x, y = self.x + far * math.cos(angle), self.y + far * math.sin(angle) + rise
                brush.glow(x, y, 1.2 * r, (grey, grey, grey + 6), 1.4 * fade)
        if still:
            brush.ring(self.x, self.y, size, shade(INK, 1.0 - age / self.life), 2.4)
            return
        if age < 0.4:
            burn = age / 0.4
            for share, colour in ((1.25, (232, 84, 24)), (0.85, (250, 164, 40)), (0.5, (255, 244, 206))):
                r = size * share * (0.5 + 0.9 * math.sqrt(burn))
                brush.glow(self.x, self.y, r, colour, 1.1 * (1.0 - burn))
        if age < 0.12:
            brush.glow(self.x, self.y, 3.2 * size, (255, 250, 226), 0.85 * (1.0 - age / 0.12))
        for number in range(14) if age < 0.6 else ():
            angle = math.tau * (number + spread(number, 9)) / 14
            speed = self.reach * (1.2 + 1.6 * spread(number, 11))
            near, far = (speed * at / (1.0 + 3.0 * at) for at in (max(0.0, age - 0.06), age))
            drop = 0.25 * FALL * age * age
            a, b = (
                (self.x + d * math.cos(angle), self.y + d * math.sin(angle) - drop) for d in (near, far)
            )  # fmt: skip
            brush.stroke(a, b, shade((255, 190, 70), 1.2 * (1.0 - age / 0.6)), 0.008)


class BurningUp(Effect):
    """Flames that lick up where a thing is burning away, and its smoke."""

    life = 0.9

    def __init__(self, tick: int, x: float, y: float, size: float) -> None:
        super().__init__(tick)
        self.x, self.y, self.size = x, y, size

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        left = 1.0 - age / self.life
        if still:
            brush.ring(self.x, self.y, self.size, shade((232, 104, 24), left), 2.4)
            return
        for number in range(7):
            aside, late = 2.0 * spread(number, 1) - 1.0, 0.3 * spread(number, 2)
            x, y = self.x + 0.8 * self.size * aside, self.y - 0.5 * self.size + (0.3 + 0.5 * late) * age
            r = self.size * (0.25 + 0.3 * spread(number, 4))
            brush.glow(x, y + 0.25 * age, 1.3 * r, (84, 80, 82), 0.35 * left)
            if age < 0.5 + late:
                burn = 1.0 - age / (0.5 + late)
                brush.glow(x, y, r * (0.5 + 0.5 * burn), (236, 104, 24), 0.9 * burn)
                brush.glow(x, y - 0.2 * r, 0.5 * r * burn + 0.002, (255, 216, 110), 0.9 * burn)


class Fizz(Effect):
    """A burning fuse: sparks fly from its end until the part is removed, or no longer lit."""

    life = 60.0

    def __init__(self, tick: int, stage: Stage, part: int, body: int, at: Point) -> None:
        """`at` is the burning point, in the frame of that body of the part."""
        super().__init__(tick)
        self._stage, self._part, self._at = stage, part, at
        self._row, self._lit = stage.row_of[part, body], stage.slot_of.get((part, "lit"))

    @property
    def over(self) -> bool:
        if self._part not in self._stage.parts:
            return True  # it has gone off, or left
        return self._lit is not None and not self._stage.states[self._lit]

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        if still:
            return  # the glow of the fuse itself says it
        x, y, angle = self._stage.rows[self._row, :3].tolist()
        sparks(brush, *place(Pose(x, y, angle), self._at), age, still)


class ShortCircuit(Effect):
    """Sparks that fly from a source of which too much is asked, and a puff of smoke."""

    life = 0.6

    def __init__(self, tick: int, x: float, y: float) -> None:
        super().__init__(tick)
        self.x, self.y = x, y

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        left = 1.0 - age / self.life
        brush.glow(self.x, self.y + 0.12 * age, 0.03 + 0.1 * age, (96, 94, 98), 0.4 * left)
        if age < 0.35:
            sparks(brush, self.x, self.y, age, still)
        if still:
            brush.ring(self.x, self.y, 0.05, shade((205, 52, 44), left), 2.4)


# -- the effects that events start


class _Show(NamedTuple):
    """A pattern of stars: how many, how much their speeds differ, how fast they sink, how long their tails are."""

    stars: int
    uneven: float  # share of its speed by which the slowest is slower
    sinks: float  # share of a free fall
    tail: float  # s
    tints: tuple[tuple[int, int, int], ...]


_SHOWS = {
    "star": _Show(26, 0.6, 0.08, 0.12, ((255, 96, 84), (255, 214, 96), (120, 190, 255))),
    "willow": _Show(22, 0.35, 0.22, 0.4, ((255, 206, 110), (244, 176, 72))),
    "ring": _Show(24, 0.0, 0.04, 0.08, ((150, 230, 140), (236, 120, 220))),
}


class FireworkShow(Effect):
    """The stars of one show, thrown out in all directions, slowed down by the air, and fading."""

    life = 1.8

    def __init__(self, tick: int, x: float, y: float, reach: float, show: str) -> None:
        super().__init__(tick)
        self.x, self.y, self.reach, self.show = x, y, reach, _SHOWS[show]

    def draw(self, brush: Brush, age: float, still: bool) -> None:
        left = 1.0 - age / self.life
        if still:
            brush.ring(self.x, self.y, self.reach, shade(self.show.tints[0], left), 2.4)
            return
        if age < 0.15:
            brush.glow(self.x, self.y, 0.5 * self.reach, (255, 246, 220), 0.9 * (1.0 - age / 0.15))
        for number in range(self.show.stars):
            tint = self.show.tints[number % len(self.show.tints)]
            brush.stroke(
                self._star(number, max(0.0, age - self.show.tail)), self._star(number, age), shade(tint, left), 0.008
            )
            x, y = self._star(number, age)
            brush.glow(x, y, 0.016, tint, 0.8 * left)

    def _star(self, number: int, age: float) -> tuple[float, float]:
        """Return where one star is."""
        angle = math.tau * (number + 0.4 * spread(number, 3)) / self.show.stars
        far = 1.5 * self.reach * (1.0 - self.show.uneven * spread(number, 5)) * (1.0 - math.exp(-3.0 * age))
        drop = 0.5 * FALL * self.show.sinks * age * age
        return self.x + far * math.cos(angle), self.y + far * math.sin(angle) - drop


def effects_of(stage: Stage, event: Event) -> list[Effect]:
    """Return the effects that an event starts."""
    if event.what == "popped":
        size, tint = _skin(stage.design, event.part)
        return [Pop(event.tick, event.x, event.y, size, tint)]
    if event.what == "exploded":
        reach, show = _reach(stage.design, event.part), _show(stage.design, event.part)
        if show:
            return [FireworkShow(event.tick, event.x, event.y, reach, show)]
        return [Blast(event.tick, event.x, event.y, reach)]
    if event.what == "shot":
        return [Blast(event.tick, event.x, event.y, _FLASH)]
    if event.what == "overloaded":
        return [ShortCircuit(event.tick, event.x, event.y)]
    if event.what == "burnt":
        return [BurningUp(event.tick, event.x, event.y, 0.03 if event.other else _skin(stage.design, event.part)[0])]
    if event.what == "sparked":
        return [BurningCord(event.tick, stage, stage.design.link_by_id[event.other], event.strength)]
    if event.what == "lit" and event.part in stage.parts:
        return _burning(stage, event)
    return signs_of(stage, event)


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


def _skin(design: Design, part: int) -> tuple[float, tuple[int, ...]]:
    """Half the size of a part, in metres, and the colour of its largest shape."""
    spec = design.part_by_id.get(part)
    if spec is None:
        return 0.1, INK
    plan = catalogue.blueprint(spec)
    drawn = [(_extent(shape.outline), shape.look.tint) for shape in plan.shapes if shape.look is not None]
    return max(drawn, default=(0.1, INK))


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


def _show(design: Design, part: int) -> str:
    """Return the name of a firework's show, which is empty for anything else."""
    spec = design.part_by_id.get(part)
    if spec is None:
        return ""
    kind = catalogue.KINDS[spec.kind]
    return str(kind.values(spec.props).show) if kind.property("show") is not None else ""


def _reach(design: Design, part: int) -> float:
    """Reach of an explosion in metres, from the part's property `reach` if it has one."""
    spec = design.part_by_id.get(part)
    if spec is None:
        return 1.0
    kind = catalogue.KINDS[spec.kind]
    return float(kind.values(spec.props).reach) if kind.property("reach") is not None else 1.0
