"""Rings that things pass through: one gives them speed, two of the same letter lie side by side for them."""

from __future__ import annotations

import math
from bisect import bisect_right
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.parts.drawing import band, oval, painted, sensor, slab
from sandbox.parts.electric.switched import Switched, plug
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Look, Point, Polygon, Port, Property, Rgb, Shape
from sandbox.parts.materials import DARK, STEEL
from sandbox.parts.transport.passing import Passenger, box_of, is_clear, is_free, passengers

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Accelerator(Switched):
    """Speeds up the things between its rails by a force along its arrows. States: `busy`, 1 until what entered is
    out."""

    name = "accelerator"
    title = "Accelerator"
    price = 25
    synonyms = "booster, speed ring, coil gun"
    hands_on = ("knock",)
    help = (
        "Hurries along what is between its rails, the way that its arrows point, up to its speed. Heavy things take "
        "longer. A wire switches it over while it is on."
    )
    source = "A linear motor for parcels pushes with 20 to 200 N and brings them to 1 to 5 m/s."
    hum = "hum"
    cues = {**Switched.cues, "hurried": "whoosh"}
    properties = (
        Property("bore", "Bore", 0.3, "m", 0.1, 1.0, 0.01, help="Between its rails"),
        Property("speed", "Speed", 5.0, "m/s", 0.5, 10.0, 0.1, help="Nothing is made faster than this"),
        Property("force", "Force", 30.0, "N", 1.0, 500.0, 1.0, help="At most"),
        Switched.running,
    )
    flips = True
    resizes = ("bore",)
    watts = 50.0
    wants_hits = True
    states = (*Switched.states, "busy")
    long, rail = 0.3, 0.03  # m
    clear = 0.01  # m on either side that the bore does not feel: it is for what is inside

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        half, rail = p.bore / 2, self.rail
        hull, copper = Look("metal", (74, 88, 116)), Look("metal", (214, 132, 72), outline=0.9)
        back = Look("metal", (52, 58, 74), outline=0.0)
        arrow = Look("glow", (76, 178, 198), outline=0.7, slot="on")
        shapes = [
            sensor(slab(self.long, p.bore - 2 * self.clear), name="bore"),
            painted(slab(self.long - 0.02, p.bore), back),
        ]
        wide = min(0.3 * p.bore, 0.06)
        for x in (-0.09, 0.0, 0.09):
            chevron = ((x - 0.4 * wide, wide), (x + 0.4 * wide, 0.0), (x - 0.4 * wide, -wide))
            shapes.append(painted(band(chevron, 0.35 * wide), arrow))
        for side in (-1, 1):
            y = side * (half + rail / 2)
            shapes.append(Shape(slab(self.long, rail, 0.0, y, 0.006), hull, friction=0.2, restitution=0.2))
            shapes += [painted(slab(0.05, rail + 0.014, x, y, 0.006), copper) for x in (-0.1, 0.0, 0.1)]
            shapes += [painted(Circle(0.005, x, y), DARK) for x in (-0.14, -0.05, 0.05, 0.14)]
        ports = (Port("signal", 0.0, -half - rail / 2, "signal in", title="Switch"), plug(-0.1, -half - rail / 2))
        return Blueprint((Body("static"),), tuple(shapes), ports)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run.plan.shapes[hit.shape].name == "bore" and not run["busy"]:
            run["busy"] = 1.0
            if run["on"]:
                machine.tell("hurried", run, other=hit.other)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if not run["busy"] or not run["on"]:
            return
        inside = passengers(machine, run.shapes[0], run)
        if not inside:
            run["busy"] = 0.0
            return
        ax, ay = cos_sin(run.bodies[0].angle)
        ax, ay = run.facing * ax, run.facing * ay
        for _, body in inside:
            vx, vy = body.velocity
            # Never more than what brings it to that speed within this step: what is light would shoot past it.
            force = min(run.p.force, (run.p.speed - vx * ax - vy * ay) * body.mass / machine.dt)
            if force > 0.0:
                body.apply_force_at_world_point((force * ax, force * ay), body.position)


_COLOURS: dict[str, Rgb] = {
    "A": (84, 160, 255),
    "B": (255, 150, 50),
    "C": (90, 220, 110),
    "D": (236, 84, 190),
    "E": (250, 216, 70),
    "F": (160, 110, 250),
    "G": (70, 214, 214),
    "H": (250, 92, 80),
}
# The strokes of each letter, on a grid of 2 by 4.
_STROKES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "A": (((0, 0), (0, 3), (1, 4), (2, 3), (2, 0)), ((0, 1.6), (2, 1.6))),
    "B": (((1.4, 2), (0, 2), (0, 4), (1.4, 4), (1.9, 3), (1.4, 2), (2, 1), (1.4, 0), (0, 0), (0, 2)),),
    "C": (((2, 4), (0, 4), (0, 0), (2, 0)),),
    "D": (((0, 0), (0, 4), (1.2, 4), (2, 3), (2, 1), (1.2, 0), (0, 0)),),
    "E": (((2, 4), (0, 4), (0, 0), (2, 0)), ((0, 2), (1.6, 2))),
    "F": (((2, 4), (0, 4), (0, 0)), ((0, 2), (1.6, 2))),
    "G": (((2, 4), (0, 4), (0, 0), (2, 0), (2, 2), (1, 2)),),
    "H": (((0, 0), (0, 4)), ((2, 0), (2, 4)), ((0, 2), (2, 2))),
}


class Teleporter(Switched):
    """Lets a thing that enters one mouth leave another of the same letter, beyond it, with the speed that it had.

    Nothing bumps into the ring itself, so that what rolls on a floor gets in.

    States: `passed`, how many have left by this mouth or entered it; and `shut`, the alarm until which it stays shut.
    """

    name = "teleporter"
    title = "Teleporter"
    price = 60
    synonyms = "portal, warp"
    hands_on = ("knock",)
    help = (
        "What enters it comes out of the next one with the same letter, just as fast, and turned as that one is. Both "
        "rest for half a second then. It takes nothing that is tied to another. A wire switches it over while it is on."
    )
    source = "Nobody has built one. Speed, spin and mass are kept; height is not, so it is a source of energy."
    hum = "hum"
    cues = {**Switched.cues, "passed": "whoosh"}
    properties = (
        Property("letter", "Letter", "A", choices=tuple(_COLOURS), help="It leads to the next one with this letter"),
        Property("height", "Height", 0.4, "m", 0.15, 1.2, 0.05, help="Of its mouth"),
        Switched.running,
    )
    resizes = ("height",)
    wants_hits = True
    states = (*Switched.states, "passed", "shut")
    goal_states = ("passed",)
    rests, retries = 0.5, 0.1  # s: both mouths after a passage; one whose way out is blocked
    deep, rim = 0.02, 0.03  # m: half the depth that is felt, thickness of its two ends

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        half, light = p.height / 2, _COLOURS[p.letter]
        dark = Look("metal", (58, 62, 78))
        mouth = oval(half, 0.05, 0.05).points
        inner = oval(half - 0.014, 0.034, 0.034).points
        upright, within = Polygon(tuple((-y, x) for x, y in mouth)), Polygon(tuple((-y, x) for x, y in inner))
        shapes = [
            sensor(slab(2 * self.deep, p.height - 0.03), name="mouth"),
            painted(upright, Look("glow", light, outline=1.0, slot="on")),
            painted(within, Look("metal", (30, 32, 48), outline=0.0)),
            *(
                painted(band(((-0.018, y), (0.0, y + 0.02), (0.018, y)), 0.008), Look("glow", light, 0.0, "on"))
                for y in (-0.25 * p.height - 0.01, -0.01, 0.25 * p.height - 0.01)
            ),
        ]
        for side in (-1, 1):
            y = side * (half + self.rim / 2 - 0.004)
            shapes.append(painted(slab(0.11, self.rim, 0.0, y, 0.008), dark))
            shapes += [painted(Circle(0.006, x, y), STEEL) for x in (-0.042, 0.042)]
        plate = half + self.rim + 0.036
        shapes.append(painted(slab(0.08, 0.09, 0.0, plate, 0.012), dark))
        for stroke in _STROKES[p.letter]:
            line = [(0.015 * (x - 1), plate + 0.0145 * (y - 2)) for x, y in stroke]
            shapes.append(painted(band(line, 0.009), Look("leather", (250, 250, 244), outline=0.0)))
        ports = (Port("signal", 0.0, -half - self.rim / 2, "signal in", title="Switch"),)
        return Blueprint((Body("static"),), tuple(shapes), ports)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run.plan.shapes[hit.shape].name == "mouth":
            self._look(run, machine)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        self._look(run, machine)

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        if on and not run["shut"]:
            machine.at(run, machine.tick_length, "shut")  # the bodies stand only after Start

    def _look(self, run: Running, machine: RunningMachine) -> None:
        """Let through the first that is in the mouth and may pass."""
        if run["shut"] or not run["on"]:
            return
        other = self._other(run, machine)
        if other is None:
            return
        for thing in passengers(machine, run.shapes[0], run):
            box = box_of(thing)
            if not is_free(thing, machine) or max(box.right - box.left, box.top - box.bottom) > run.p.height:
                continue
            if not other["on"] or other["shut"] or not self._pass(run, other, thing, machine):
                machine.at(run, self.retries, "shut")
            return

    def _other(self, run: Running, machine: RunningMachine) -> Running | None:
        """Return the next one with its letter in id order, the first after the last."""
        same = machine.listed(_by_letter)[run.p.letter]
        after = same[bisect_right(same, run.id, key=lambda other: other.id) :]
        return next((other for other in (*after, *same) if other is not run), None)

    def _pass(self, run: Running, other: Running, thing: Passenger, machine: RunningMachine) -> bool:
        """Take a thing to the other mouth, if nothing loose is there; tell whether it has gone."""
        ring, partner, body = run.bodies[0], other.bodies[0], thing.body
        box = box_of(thing)
        c, s = cos_sin(partner.angle - ring.angle)
        width, height = box.right - box.left, box.top - box.bottom
        is_round = thing.run.discs[thing.body_index] > 0.0
        reach = 0.5 * max(width, height) if is_round else 0.5 * math.sqrt(width * width + height * height)
        _, y = ring.world_to_local(body.position)
        hx, hy = cos_sin(ring.angle)
        vx, vy = body.velocity
        forwards = vx * hx + vy * hy >= 0.0
        x = (1.0 if forwards else -1.0) * (reach + self.deep + 0.005)
        most = max(0.0, other.p.height / 2 - reach)
        at = partner.local_to_world((x, min(most, max(-most, y))))
        if not is_clear(machine, pymunk.BB(at.x - reach, at.y - reach, at.x + reach, at.y + reach), other, thing.run):
            return False
        body.position, body.angle = at, body.angle + partner.angle - ring.angle
        body.velocity = (c * vx - s * vy, s * vx + c * vy)
        assert body.space is not None
        body.space.reindex_shapes_for_body(body)
        machine.jumped()
        for mouth in (run, other):
            mouth["passed"] += 1.0
            machine.at(mouth, self.rests, "shut")
            machine.tell("passed", mouth, other=thing.run.id)
        return True


def _by_letter(machine: RunningMachine) -> dict[str, list[Running]]:
    """List the parts of each letter, in id order."""
    by_letter: dict[str, list[Running]] = {}
    for run in machine.parts_of(lambda kind: isinstance(kind, Teleporter)):
        by_letter.setdefault(run.p.letter, []).append(run)
    return by_letter
