"""Draws what bursts and burns: a popped balloon, the blast of an explosion, the sparks of a burning fuse."""

from __future__ import annotations

import math

from sandbox import parts as catalogue
from sandbox.design.design import Design
from sandbox.design.geometry import Circle, Outline, Point, Pose, place
from sandbox.machine.machine import Event
from sandbox.render.effects.effect import FALL, INK, Brush, Effect, shade, spread
from sandbox.workspace.past.past_machine import Stage


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
            way, far = math.tau * spread(number, moment), 0.02 + 0.045 * spread(number + 17, moment)
            c, s = math.cos(way), math.sin(way)
            brush.stroke((x + 0.4 * far * c, y + 0.4 * far * s), (x + far * c, y + far * s), (255, 190, 60), 0.004)


# -- the effects that events start


def effects_of(stage: Stage, event: Event) -> list[Effect]:
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


def _reach(design: Design, part: int) -> float:
    """Reach of an explosion in metres, from the part's property `reach` if it has one."""
    spec = design.part_by_id.get(part)
    if spec is None:
        return 1.0
    kind = catalogue.KINDS[spec.kind]
    return float(kind.values(spec.props).reach) if kind.property("reach") is not None else 1.0
