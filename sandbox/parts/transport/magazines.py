"""Magazines: one hands out balls at a signal, one swallows them and sends one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk
from msgspec.structs import replace

from sandbox.design.geometry import cos_sin
from sandbox.parts.balls import Ball, Baseball, PetanqueBoule, PoolBall, SoccerBall, TennisBall
from sandbox.parts.drawing import GREEN_LAMP, band, lamp, painted, sensor, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import DARK, STEEL
from sandbox.parts.transport.passing import Passenger, is_clear, is_free, take_away

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

MOST = 8  # balls of a magazine
_BALLS: dict[str, Ball] = {
    ball.title.lower(): ball for ball in (TennisBall(), Baseball(), PoolBall(), PetanqueBoule(), SoccerBall())
}


class Dispenser(Kind):
    """Hands out balls, which wait outside the machine. States: `left`; `owed`, how many pulses still wait for a free
    way out; `due`, the alarm on which it looks again; and `light1` to `light8`, 1 for each ball that is left.
    """

    name = "dispenser"
    title = "Dispenser"
    price = 15
    synonyms = "magazine, vending machine, feeder"
    hands_on = ("knock",)
    hands_out = True
    help = "Holds up to eight balls of a kind. Each pulse of its wire lets one drop; so do you when you press it."
    source = "A chewing gum machine's wheel lets one ball out at a time. The balls are those of the same names."
    cues = {"dispensed": "clack"}
    properties = (
        Property("ball", "Ball", "tennis ball", choices=tuple(_BALLS)),
        Property("number", "Number", 5, "", 1, MOST, 1, help="Of balls in it at the start"),
    )
    pressable = True
    states = ("left", "owed", "due", *(f"light{k}" for k in range(1, MOST + 1)))
    goal_states = ("left",)
    wall, looks_again = 0.018, 0.1  # m, s

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        ball = _BALLS[p.ball]
        r = ball.radius
        inside, tall = 2 * r + 0.012, max(0.26, 3.2 * r)
        w, h, t = inside / 2 + self.wall, tall / 2, self.wall
        red, cream = Look("metal", (196, 62, 54)), Look("leather", (244, 232, 206), outline=0.8)
        dark = Look("metal", (48, 50, 60), outline=0.0)
        shapes = [
            painted(slab(inside, 0.06, 0.0, -h + 0.03), dark),
            Shape(slab(2 * w, tall - 0.05, 0.0, 0.025, 0.014), red, friction=0.5, restitution=0.2),
            *(
                Shape(slab(t, 0.06, side * (w - t / 2), -h + 0.03, 0.004), red, friction=0.3, restitution=0.2)
                for side in (-1, 1)
            ),
            painted(slab(2 * w + 0.03, 0.024, 0.0, h - 0.012, 0.008), STEEL),
            painted(slab(0.07, tall - 0.11, 0.0, 0.028, 0.016), cream),
        ]
        for k in range(MOST):
            x, y = (
                0.017 * (-1 if k % 2 else 1),
                -0.5 * (tall - 0.16) + 0.03 + (tall - 0.16) * (k // 2) / (MOST // 2 - 1),
            )
            shapes.append(lamp(0.0115, x, y, (250, 190, 60), f"light{k + 1}", outline=0.6))
        bodies = [Body("static")]
        for k in range(p.number):
            bodies.append(Body("dynamic", ball.mass))
            shapes += [replace(shape, body=1 + k) for shape in ball.blueprint(ball.values({})).shapes]
        ports = (Port("signal", 0.0, h - 0.012, "signal in", title="Release"),)
        return Blueprint(tuple(bodies), tuple(shapes), ports, spare=tuple(range(1, 1 + p.number)))

    def start(self, run: Running, machine: RunningMachine) -> None:
        self._show(run, run.p.number)

    def _show(self, run: Running, left: int) -> None:
        run["left"] = float(left)
        for k in range(1, MOST + 1):
            run[f"light{k}"] = float(k <= left)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run["left"] > run["owed"]:
            run["owed"] += 1.0
            self._hand_out(run, machine)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        self._hand_out(run, machine)

    def _hand_out(self, run: Running, machine: RunningMachine) -> None:
        """Let the next ball drop, unless something is in its way; then look again."""
        if run["due"]:
            return
        r, left = _BALLS[run.p.ball].radius, int(run["left"])
        tall = max(0.26, 3.2 * r)
        x, y = run.world(0.0, -tall / 2 + 0.02 - r + 0.03)
        out = [body.position for body in run.bodies[1:] if body.space is not None]
        blocked = any((bx - x) * (bx - x) + (by - y) * (by - y) < 4 * r * r for bx, by in out)
        if not blocked and is_clear(machine, pymunk.BB(x - r, y - r, x + r, y + r), run):
            c, s = cos_sin(run.bodies[0].angle)
            machine.let_out(run, 1 + run.p.number - left, (x, y), (0.3 * s, -0.3 * c))
            run["owed"] -= 1.0
            self._show(run, left - 1)
            machine.tell("dispensed", run)
        if run["owed"]:
            machine.at(run, self.looks_again)


class Pocket(Kind):
    """States: `count`; `on`, 1 while its pulse lasts; and `off`, the alarm on which the pulse ends."""

    name = "pocket"
    title = "Pocket"
    price = 6
    synonyms = "collector, counter, hole"
    help = "Swallows each ball that falls in, counts it, and sends a pulse. What is tied to another thing is too big."
    source = "A pool table's pocket is 1.8 to 2 balls wide; this one takes what is round and fits its mouth."
    cues = {"swallowed": "thud"}
    properties = (Property("width", "Width", 0.26, "m", 0.08, 0.8, 0.01, help="Of its mouth"),)
    resizes = ("width",)
    wants_hits = True
    states = ("count", "on", "off")
    goal_states = ("count",)
    wall, pulse = 0.02, 0.1  # m, s

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, t = p.width / 2, self.wall
        deep = max(0.14, 0.6 * p.width)
        low, high = -deep / 2, deep / 2
        leather, net = Look("leather", (150, 92, 56), outline=1.0), Look("leather", (84, 48, 30), outline=0.0)
        brass, cord = Look("metal", (232, 186, 78), outline=0.9), Look("cloth", (226, 204, 160), outline=0.0)
        pouch = ((-w, high), (-0.72 * w, low + 0.02), (0.72 * w, low + 0.02), (w, high))
        shapes = [
            sensor(slab(1.3 * w, 0.02, 0.0, low + t + 0.012), name="bottom"),
            painted(Polygon(pouch), net),
        ]
        for k in range(1, 5):
            share = k / 5
            y = low + (high - low) * share
            half = w * (0.72 + 0.28 * share)
            shapes.append(painted(band(((-half, y), (0.0, y - 0.012), (half, y)), 0.004), cord))
        for k in range(-2, 3):
            shapes.append(painted(band(((0.36 * k * w, low + t), (0.48 * k * w, high)), 0.004), cord))
        right = Polygon(((0.72 * w, low), (0.72 * w + t, low), (w + t, high), (w, high)))
        bottom = Polygon(((-0.72 * w - t, low), (0.72 * w + t, low), (0.72 * w + t, low + t), (-0.72 * w - t, low + t)))
        shapes += [Shape(wall, leather, friction=0.8, restitution=0.1) for wall in (bottom, right.mirrored(), right)]
        for side in (-1, 1):
            shapes.append(Shape(slab(0.05, 0.024, side * (w + t / 2), high, 0.008), brass, friction=0.3))
            shapes.append(painted(Circle(0.005, side * (w + t / 2), high), DARK))
        shapes.append(painted(slab(0.05, 0.009, 0.0, low + 0.01, 0.004), Look("glow", GREEN_LAMP, 0.8, "on")))
        return Blueprint((Body("static"),), tuple(shapes), (Port("signal", 0.0, low, "signal out", title="Contact"),))

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        other = machine.parts.get(hit.other)
        if other is None or run.plan.shapes[hit.shape].name != "bottom":
            return
        thing = Passenger(other, other.body_of(hit.other_shape))
        if not self._fits(run, thing, machine):
            return
        take_away(thing, machine)
        run["count"] += 1.0
        machine.tell("swallowed", run, other=other.id)
        run["on"] = 1.0
        machine.send(run, True)
        machine.at(run, self.pulse, "off")

    def _fits(self, run: Running, thing: Passenger, machine: RunningMachine) -> bool:
        r = thing.run.discs[thing.body_index]
        return 0.0 < 2 * r <= run.p.width and is_free(thing, machine)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        run["on"] = 0.0
        machine.send(run, False)
