"""Actors, small machines with a will of their own, and the things that they are after."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.engine.engine import push_at
from sandbox.engine.readout import INERTIA, MOTION, SPEED_X, SPEED_Y, asleep
from sandbox.engine.shape_queries import bodies_ahead
from sandbox.parts.drawing import TURN, arc, band, lamp, oval, painted, slab
from sandbox.parts.fire.heat import heaters_of
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Kind, Look, Polygon, Property, Shape
from sandbox.parts.sharp import pricked
from sandbox.parts.sight import around, bodies_in, keep_up
from sandbox.parts.surroundings import PlaceGrid

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_GRAVITY = 9.81  # m/s^2
_LOOKS_EVERY = 60  # ticks between two looks for a flower, while there is none
_DOOR_EVERY = 12  # ticks between two looks of a door
_PLATE = Look("leather", (250, 250, 246), outline=0.9)


class Butterfly(Kind):
    """A butterfly that flies by a force of its own, bounded, so that wind carries it off.

    State `flower`: the id of the flower that it heads for.
    """

    name = "butterfly"
    title = "Butterfly"
    price = 12
    synonyms = "insect, moth"
    help = "Flies straight to the nearest flower. It is frail: a knock or a spine kills it. Keep its way clear."
    source = "TBE: dies at 0.008 N s. Mass 10 g is a toy's (a real one weighs 0.5 g); cruising at 0.5 m/s."
    sound = "cloth"
    cues = {"died": "flap", "arrived": "chime"}
    properties = (
        Property("speed", "Speed", 0.5, "m/s", 0.1, 2.0, 0.05),
        Property("knock", "Knock", 0.015, "N s", 0.002, 1.0, 0.001, help="A harder impact than this kills it"),
    )
    wants_hits = True
    hit_threshold = "knock"
    catches = 0.0
    states = ("arrived", "dead", "flower", "beat")
    goal_states = ("arrived", "dead")
    mass, near = 0.01, 0.07  # kg; m from the heart of the flower: it has arrived
    agility, strongest = 6.0, 8.0  # 1/s: how fast it takes up the speed it wants; m/s^2 at most, beyond its weight
    act_interval = 1 / 120  # s: much less often, and its weight would shake it
    beats = 26.0  # rad/s: of its bobbing

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        orange, dark = Look("cloth", (242, 140, 44)), Look("leather", (54, 42, 44), outline=0.0)
        pale = Look("leather", (252, 236, 190), outline=0.0)
        upper = Polygon(
            ((0.0, 0.0), (0.026, -0.004), (0.066, 0.026), (0.074, 0.062), (0.05, 0.074), (0.02, 0.048)), 0.004
        )
        lower = Polygon(
            ((0.0, 0.0), (0.008, -0.026), (0.032, -0.054), (0.052, -0.044), (0.054, -0.018), (0.028, -0.002)), 0.004
        )
        wings = [painted(wing, orange) for wing in (upper.mirrored(), lower.mirrored(), upper, lower)]
        for side in (-1, 1):
            wings += [
                painted(Circle(0.0075, side * 0.057, 0.053), dark),
                painted(Circle(0.0045, side * 0.04, 0.044), pale),
                painted(Circle(0.006, side * 0.038, -0.034), dark),
                painted(band(((0.0, 0.034), (side * 0.01, 0.05), (side * 0.02, 0.06)), 0.0034), dark),
            ]
        shapes = (
            Shape(oval(0.045, 0.05, 0.042, 12), None, friction=0.5, restitution=0.1),
            *wings,
            painted(oval(0.0075, 0.036, 0.04, 20), Look("felt", (70, 52, 48), outline=0.8)),
            painted(Circle(0.0085, 0.0, 0.036), Look("felt", (70, 52, 48), outline=0.8)),
        )
        return Blueprint((Body("dynamic", self.mass),), shapes)

    def start(self, run: Running, machine: RunningMachine) -> None:
        self._choose(run, machine)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run["dead"]:
            return
        if hit.impulse > run.p.knock or pricked(hit, machine):
            run["dead"] = 1.0
            machine.tell("died", run, hit.impulse, hit.other)

    def caught(self, run: Running, machine: RunningMachine) -> None:
        if not run["dead"]:
            run["dead"] = 1.0
            machine.tell("died", run)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["dead"]:
            return
        body, numbers, lapse = run.bodies[0], run.numbers[0], run.lapse
        steps = lapse / machine.dt  # for so many it pushes in one of them
        x, y, vx, vy, _, _, angle, spin, _, _, _ = numbers[MOTION]
        mass, _, moment, _ = numbers[INERTIA]
        wanted_x = wanted_y = 0.0
        flower = machine.parts.get(int(run["flower"]))
        if flower is None:
            if machine.ticks % _LOOKS_EVERY < steps:
                self._choose(run, machine)
        else:
            heart_x, heart_y = flower.world(*Flower.heart)
            dx, dy = heart_x - x, heart_y - y
            far = math.sqrt(dx * dx + dy * dy)
            if far < self.near and not run["arrived"]:
                run["arrived"] = 1.0
                machine.tell("arrived", run, 0.0, flower.id)
            pace = min(1.0, 4.0 * far) * run.p.speed / max(far, 1e-9)  # slows down over the last quarter of a metre
            wanted_x, wanted_y = pace * dx, pace * dy
        run["beat"] = beat = (run["beat"] + self.beats * lapse) % TURN
        bob, rock = cos_sin(beat)
        if not run["arrived"]:
            wanted_y += 0.12 * bob
        ax, ay = self.agility * (wanted_x - vx), self.agility * (wanted_y - vy)
        most = max(1.0, math.sqrt(ax * ax + ay * ay) / self.strongest)
        push_at(body, (steps * (mass * ax / most), steps * (mass * (ay / most + _GRAVITY))), (x, y))
        turn = 400.0 * (0.22 * rock - angle) - 30.0 * spin
        body.torque = steps * (moment * max(-400.0, min(400.0, turn)))

    def _choose(self, run: Running, machine: RunningMachine) -> None:
        x, y = run.bodies[0].position
        best, flowers = math.inf, machine.listed(_flowers)
        for reach in (1.0, 4.0, math.inf):  # m
            for flower in flowers.near(x - reach, y - reach, x + reach, y + reach):
                fx, fy = flower.world(*Flower.heart)
                square = (fx - x) * (fx - x) + (fy - y) * (fy - y)
                if square < best:
                    best = square
                    run["flower"] = float(flower.id)
            if best < 0.99 * reach * reach:  # all others are farther off
                return


def _flowers(machine: RunningMachine) -> PlaceGrid[Running]:
    """List the flowers by their places: they are fixed."""
    flowers: PlaceGrid[Running] = PlaceGrid()
    for flower in machine.parts_of(lambda kind: isinstance(kind, Flower)):
        x, y = flower.world(*Flower.heart)
        flowers.put(flower, x, y, x, y)
    return flowers


class Flower(Kind):
    name = "flower"
    title = "Flower"
    price = 4
    synonyms = "plant, blossom"
    help = "Butterflies fly to it. Its pot is solid; nothing bumps into the flower."
    source = "A daffodil in a clay pot, 0.4 m high."
    heart = (0.0, 0.13)  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        green, clay = Look("cloth", (86, 156, 82)), Look("stone", (192, 110, 74))
        x0, y0 = self.heart
        pot = Polygon(((-0.05, -0.2), (0.05, -0.2), (0.07, -0.1), (-0.07, -0.1)), 0.003)
        leaf = Polygon(
            ((0.0, -0.09), (0.05, -0.02), (0.09, 0.03), (0.06, 0.025), (0.02, -0.02), (-0.006, -0.08)), 0.002
        )
        small = Polygon(
            ((0.0, -0.09), (0.006, -0.08), (-0.02, -0.03), (-0.06, 0.0), (-0.075, -0.002), (-0.04, -0.04)), 0.002
        )
        petals = []
        for k in range(6):
            c, s = cos_sin(TURN * (k + 0.5) / 6)
            petal = oval(0.028, 0.05, 0.05, 20).points
            petals.append(
                Polygon(tuple((x0 + 0.045 * c + c * y - s * x, y0 + 0.045 * s + s * y + c * x) for x, y in petal[::-1]))
            )
        petals = [petal if petal.mass_properties()[0] > 0 else Polygon(petal.points[::-1]) for petal in petals]
        shapes = (
            painted(band(((0.0, -0.1), (0.008, -0.02), (0.004, 0.06), (x0, y0)), 0.012), green),
            painted(leaf, green),
            painted(small, green),
            *(painted(petal, Look("cloth", (252, 222, 84))) for petal in petals),
            painted(Circle(0.032, x0, y0), Look("felt", (236, 138, 36))),
            painted(Circle(0.016, x0, y0), Look("felt", (184, 92, 28), outline=0.5)),
            Shape(pot, clay),
            Shape(slab(0.16, 0.028, 0.0, -0.098, 0.005), clay),
        )
        return Blueprint((Body("static"),), shapes)


class Walker(Kind):
    """A walker whose foot runs like a belt: friction does the walking, so it slips on steep slopes and in the air.

    States: `way` (+1 right, -1 left), `rest` (s until it may turn again), `stuck` (s without getting anywhere).
    """

    home: ClassVar[str] = "door"  # the kind that takes it in
    name = "walker"
    title = "Penguin"
    price = 20
    synonyms = "bird, walking animal"
    help = (
        "Walks, turns at walls, heavy things and flames, shoves light ones, slides down steep slopes, and dies of a "
        "hard fall, a running saw or a second in a flame. Lead it to its door."
    )
    source = "TBE: dies at 7 N s. A little penguin: 0.33 m, 1.2 kg, walks 0.5 m/s. Friction 0.6: it climbs 28 degrees."
    cues: ClassVar[Mapping[str, str]] = {"turned": "peep", "died": "thud", "arrived": "cheer"}
    properties: ClassVar[tuple[Property, ...]] = (
        Property("speed", "Speed", 0.4, "m/s", 0.1, 1.5, 0.05),
        Property(
            "knock", "Knock", 5.0, "N s", 0.5, 30.0, 0.5, help="A harder impact kills it: 5 N s is a fall of 0.9 m"
        ),
    )
    flips = True
    walks_by = "speed"
    wants_hits = True
    hit_threshold = "knock"
    catches = 1.0
    states: ClassVar[tuple[str, ...]] = ("way", "rest", "stuck", "dead", "saved")
    goal_states: ClassVar[tuple[str, ...]] = ("dead", "saved")
    mass, head = 1.2, (0.0, 0.095)  # kg; m: where the face is
    act_interval = 1 / 30  # s
    steep = 0.5  # of the direction to what it bumps into that is level: from 30 degrees a slope is a wall
    rests, patience = 0.2, 0.7  # s

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        black, feet = Look("felt", (48, 54, 70)), Look("leather", (240, 156, 48))
        hx, hy = self.head
        beak = Polygon(((hx + 0.04, hy - 0.016), (hx + 0.082, hy), (hx + 0.04, hy + 0.016)), 0.003)
        trunk = Polygon((*arc(0.062, 0.0, TURN / 2, 9, 0.0, 0.1), (-0.05, -0.14), (0.05, -0.14)), 0.01)
        flipper = Polygon(((0.058, -0.03), (0.084, -0.074), (0.098, -0.06), (0.062, 0.03)), 0.004)
        shapes = (
            painted(oval(0.03, 0.016, 0.01, 16, -0.034, -0.142), feet),
            painted(oval(0.03, 0.016, 0.01, 16, 0.034, -0.142), feet),
            painted(flipper, black),
            painted(flipper.mirrored(), black),
            Shape(trunk, None, friction=0.6, restitution=0.0, name="foot"),
            painted(oval(0.08, 0.19, 0.1, 40, 0.0, -0.04), black),
            painted(Circle(0.07, hx, hy), black),
            painted(oval(0.058, 0.1, 0.085, 32, 0.0, -0.045), _PLATE),
            painted(beak, Look("leather", (246, 150, 40), outline=0.9), 1),
            painted(Circle(0.02, hx + 0.026, hy), _PLATE, 1),
            painted(Circle(0.0095, hx + 0.033, hy), Look("rubber", (24, 26, 34), outline=0.0), 1),
        )
        return Blueprint((Body("dynamic", self.mass), Body("kinematic", 0.0, hx, hy)), shapes)

    def start(self, run: Running, machine: RunningMachine) -> None:
        run.bodies[0].moment = math.inf  # it keeps upright as long as it lives
        self._face(run, run.facing)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run["dead"]:
            return
        striker = machine.parts.get(hit.other)
        if hit.impulse > run.p.knock or (striker is not None and striker.kind.deadly and striker["on"]):
            self._die(run, hit.impulse, hit.other, machine)
        elif striker is not None and hit.nx * run["way"] > self.steep and run["rest"] <= 0.0:
            body = striker.body_of(hit.other_shape)
            if self._stops(body):
                self._turn(run, machine)

    def _stops(self, body: pymunk.Body) -> bool:
        """Tell whether the actor turns round at a body, rather than shoving it."""
        return body.body_type != body.DYNAMIC or body.mass > self.mass

    def act(self, run: Running, machine: RunningMachine) -> None:
        body, face = run.bodies
        if asleep(run.numbers[0]):
            return
        # Between two looks the face goes on as fast as the body does now.
        angle = 0.0 if run["way"] * run.facing > 0 else TURN / 2
        keep_up(body, face, run.local(run.facing * self.head[0], self.head[1]), angle)
        if not run["dead"]:
            self._get_along(run, machine)

    def _get_along(self, run: Running, machine: RunningMachine) -> None:
        """Turn the actor round if it has got nowhere for a while, or stands against something."""
        rest = run["rest"]
        if rest > 0.0:
            run["rest"] = rest = max(0.0, rest - run.lapse)
        numbers = run.numbers[0]
        vx, vy = numbers[SPEED_X], numbers[SPEED_Y]
        if abs(vx) < 0.2 * run.p.speed and abs(vy) < 0.2 * run.p.speed:
            run["stuck"] += run.lapse
            if run["stuck"] > self.patience or (rest <= 0.0 and self._blocked(run)):
                self._turn(run, machine)
        elif run["stuck"]:
            run["stuck"] = 0.0

    def _blocked(self, run: Running) -> bool:
        """Tell whether something stops the actor, which may have got there while it could not turn yet."""
        return any(self._stops(met) for met in bodies_ahead(run.bodies[0], run["way"], self.steep))

    def _turn(self, run: Running, machine: RunningMachine) -> None:
        run["rest"], run["stuck"] = self.rests, 0.0
        self._face(run, -run["way"])
        machine.tell("turned", run)

    def _face(self, run: Running, way: float) -> None:
        run["way"] = way
        self._walk(run, way * run.p.speed)

    def _walk(self, run: Running, speed: float) -> None:
        """The belt on its foot runs backwards under it."""
        for shape in run.shapes:
            if shape is not None:
                shape.surface_velocity = (-speed, 0.0)

    def heated(self, run: Running, on: bool, machine: RunningMachine) -> None:
        """Walk away from the thing that burns."""
        hot = next(iter(heaters_of(run, machine)), None)
        if not on or hot is None or run["dead"] or run["rest"] > 0.0:
            return
        if (hot.place[0] - run.place[0]) * run["way"] > 0.0:
            self._turn(run, machine)

    def caught(self, run: Running, machine: RunningMachine) -> None:
        if not run["dead"]:
            self._die(run, 0.0, 0, machine)

    def _die(self, run: Running, impulse: float, killer: int, machine: RunningMachine) -> None:
        run["dead"] = 1.0
        self._walk(run, 0.0)
        body = run.bodies[0]
        body.moment = run.plan.bodies[0].moment
        body.angular_velocity = -1.5 * run["way"]  # it falls on its face
        machine.tell("died", run, impulse, killer)


class Door(Kind):
    """State `saved`: how many have come home."""

    counts: ClassVar[str] = "saved"  # its state, and the one of those that come home
    name = "door"
    title = "Penguin door"
    price = 10
    synonyms = "exit, entrance, gate"
    help = "The way home: a penguin that gets there alive goes in, and is counted. Nothing bumps into it."
    source = "TBE's exit: 0.4 m x 0.7 m, entered at its middle."
    cues = {"arrived": "cheer"}
    states = ("saved",)
    goal_states = ("saved",)
    width, height = 0.3, 0.44  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = self.width / 2, self.height / 2
        frame, dark = Look("wood", (134, 88, 52)), Look("rubber", (34, 38, 50), outline=0.9)
        ice = Look("stone", (196, 220, 234))
        top = h - w
        arch = Polygon((*arc(w, 0.0, TURN / 2, 20, 0.0, top), (-w, -h), (w, -h)))
        inner = Polygon((*arc(w - 0.05, 0.0, TURN / 2, 20, 0.0, top), (-w + 0.05, -h), (w - 0.05, -h)))
        hole = Polygon((*arc(w - 0.068, 0.0, TURN / 2, 20, 0.0, top), (-w + 0.068, -h), (w - 0.068, -h)))
        joints = [band(((x0, y0), (x1, y1)), 0.004) for (x0, y0), (x1, y1) in (
            ((-w, -0.1), (-w + 0.05, -0.1)), ((w - 0.05, -0.1), (w, -0.1)), ((-w, 0.03), (-w + 0.05, 0.03)),
            ((w - 0.05, 0.03), (w, 0.03)), ((0.0, h - 0.05), (0.0, h)), ((-0.105, top + 0.105), (-0.07, top + 0.07)),
            ((0.07, top + 0.07), (0.105, top + 0.105)),
        )]  # fmt: skip
        shapes = (
            painted(arch, ice),
            *(painted(joint, Look("stone", (128, 156, 176), outline=0.0)) for joint in joints),
            painted(inner, frame),
            painted(hole, dark),
            lamp(0.018, 0.0, top + 0.03, (110, 220, 120), "saved"),
        )
        return Blueprint((Body("static"),), shapes)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if machine.ticks % _DOOR_EVERY:
            return
        x, y = run.bodies[0].position
        w, h = self.width / 6, self.height / 2
        for target in bodies_in(machine, around(((x - w, y - h), (x + w, y + h))), run):
            walker = target.run
            if not isinstance(walker.kind, Walker) or walker.kind.home != self.name:
                continue
            if walker["dead"] or walker[self.counts]:
                continue
            if abs(target.x - x) < w and abs(target.y - y) < h:
                walker[self.counts] = 1.0
                run[self.counts] += 1.0
                machine.tell("arrived", walker, run[self.counts], run.id)
                machine.remove(walker.id)


KINDS: tuple[Kind, ...] = (Butterfly(), Flower(), Walker(), Door())
