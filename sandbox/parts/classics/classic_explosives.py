"""Classics that go off: the bottle of cola, and dynamite with its detonator."""

from __future__ import annotations

import functools
import math
from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.design.geometry import cos_sin
from sandbox.engine.engine import set_mass
from sandbox.engine.readout import FRAME, MOVING
from sandbox.parts.bang.dynamite import Detonator, Dynamite
from sandbox.parts.classics.rules import (
    FRICTION,
    GRAVITY,
    KNOCK,
    MASS,
    NUMBER,
    corners,
    drawn,
    kick,
    size,
    surface,
    usual,
)
from sandbox.parts.drawing import BRIGHT_GREEN_LAMP, TURN, lamp, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Kind, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.materials import GUNMETAL
from sandbox.parts.pace import turn

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


_LEFT, _JETS, _COLA = 3, 4, 5  # where these are among the first six states of a bottle


class ColaBottle(Kind):
    """States: `shaken`, `fired`, `empty`, each 1 from then on; `left` (s until the next jet), `jets` (how many there
    have been), `cola` (kg); and of each drop: 0 it waits, -1 it flies, else the seconds that are left to it.
    """

    name = "cola_bottle"
    cues = {"shaken": "shake", "fired": "whoosh", "stopped": "puff"}
    title = "Cola bottle"
    price = 3
    help = (
        "Cola and mint: struck hard or pressed it spouts, drop by drop, and is pushed the other way. The drops push "
        "what they hit, and are gone."
    )
    source = (
        "TBE: 0.6 N s, then 0.4 s, then a drop of 10 g each 28 ms, 114 in all, with the speed of a fountain 1.5 m to "
        "5.4 m high; each leaves the bottle 15 g lighter."
    )
    properties = (
        *size(0.166, 0.5),
        usual(MASS, 1.7, help="Of its cola; the bottle itself adds 0.2 kg once it spouts"),
        Property("thrust", "Thrust", 2.0, "", -20.0, 20.0, 0.1, help="Times the push of a drop of 15 g"),
        usual(KNOCK, 0.6, help="A harder blow sets it off"),
        *surface(0.2),
    )
    resizes = ("width", "height")
    pressable = True
    wants_hits = True
    hit_threshold = "knock"
    act_interval = 1 / 60
    looks = 1 / 15  # s from one look at its drops to the next
    together = 2  # jets: they come at once, and a drop of as much cola for both
    drops = 64  # there at the same time, at most: then the oldest comes out again
    states = ("shaken", "fired", "empty", "left", "jets", "cola", *(f"drop {k}" for k in range(drops)))
    goal_states = ("shaken", "fired", "empty")
    full, glass, portion = 0.787, 0.2, 0.015  # of its cola it weighs at first; kg; kg a jet
    delay, period, fades = 0.4, 0.028, 0.1  # s
    mouth = 0.6  # of its height: where a drop comes out
    radius, drop = 0.04, 0.01  # m; kg
    astray, turned = 1.4, -0.7  # of the level's size: beyond it, the thrust is that
    outline = (
        (-0.01, 0.25), (-0.083, 0.12), (-0.075, -0.234), (-0.06, -0.25), (0.06, -0.25), (0.075, -0.234),
        (0.083, 0.12), (0.01, 0.25),
    )  # fmt: skip

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        sx, sy = p.width / 0.166, p.height / 0.5
        brown, label = Look("rubber", (92, 44, 30)), Look("leather", (214, 48, 48), outline=0.8)
        foam = Look("rubber", (196, 150, 104), outline=0.6)
        drops = [
            Shape(Circle(self.radius), foam, 1 + k, friction=FRICTION, restitution=0.0, name="drop")
            for k in range(self.drops)
        ]
        glass = Polygon(
            tuple(
                (sx * x, sy * y)
                for x, y in (
                    (-0.083, 0.1), (-0.08, -0.234), (-0.06, -0.25), (0.06, -0.25), (0.08, -0.234), (0.083, 0.1),
                    (0.06, 0.15), (0.026, 0.19), (0.026, 0.235), (-0.026, 0.235), (-0.026, 0.19), (-0.06, 0.15),
                )
            )
        )  # fmt: skip
        shapes = (
            *drops,
            Shape(corners(self.outline, sx, sy), None, friction=p.friction, restitution=p.restitution),
            painted(glass, brown),
            painted(slab(0.06 * sx, 0.03 * sy, 0.0, 0.237 * sy, 0.004), Look("rubber", (240, 240, 236))),
            painted(slab(0.164 * sx, 0.14 * sy, 0.0, -0.06 * sy, 0.004), label),
        )
        bodies = (Body("dynamic", self.full * p.mass), *(Body("dynamic", self.drop) for _ in range(self.drops)))
        ports = (Port("signal", 0.0, -0.2 * sy, "signal in", title="Igniter"),)
        return Blueprint(bodies, shapes, ports, spare=tuple(range(1, 1 + self.drops)))

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["cola"] = run.p.mass

    def press(self, run: Running, machine: RunningMachine) -> None:
        if not run["shaken"]:
            run["shaken"], run["left"] = 1.0, self.delay
            machine.tell("shaken", run)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        body = run.plan.shapes[hit.shape].body
        if body:
            if run[f"drop {body - 1}"] < 0:
                run[f"drop {body - 1}"] = self.fades
        elif hit.push > run.p.knock:
            self.press(run, machine)

    def act(self, run: Running, machine: RunningMachine) -> None:
        states = run.numbers_from("shaken", 6)
        shaken, _, empty, before, jets, _ = states.tolist()
        if not shaken:
            return
        dt = run.lapse
        if jets:
            lapse = turn(run, machine, self.looks)
            if lapse:
                self._fade(run, lapse, machine)
        if empty:
            return
        states[_LEFT] = left = before - dt
        while left < 0.5 * dt and not run["empty"]:
            states[_LEFT] = left = left + self.together * self.period
            self._spout(run, states, machine)

    def _fade(self, run: Running, dt: float, machine: RunningMachine) -> None:
        drops = run.numbers_from("drop 0", self.drops)
        now = drops.tolist()
        if max(now) <= 0:
            return  # none has hit anything of late
        for k, before in enumerate(now):
            if before > 0:
                drops[k] = left = max(0.0, before - dt)
                if not left:
                    machine.take_back(run, 1 + k)

    def _spout(self, run: Running, states: memoryview[float], machine: RunningMachine) -> None:
        """Let the jets that come together out, in one drop."""
        together, body, plan = self.together, run.bodies[0], run.plan.bodies[0]
        _, fired, _, _, jets, cola = states.tolist()
        jet = int(jets)
        if not fired:
            run["fired"] = 1.0
            machine.tell("fired", run, run.p.thrust)
        high = 1.5 + 0.1 * jet if jet < 40 else 1.5 if jet < 114 else 0.5
        speed = math.sqrt(2 * GRAVITY * high)
        at = run.world(0.0, self.mouth * run.p.height)
        c, s, _, _, _, _ = run.numbers[0][FRAME]
        ax, ay = -s, c
        drop = 1 + jet // together % self.drops
        if jet < together * self.drops:  # the first time that this drop comes out
            set_mass(run.bodies[drop], together * self.drop, together * run.plan.bodies[drop].moment)
        self._let_drop_out(run, drop - 1, at, (speed * ax, speed * ay), machine)
        world, portion = machine.world, together * self.portion
        astray = at[0] > self.astray * world.width or at[1] > self.astray * world.height
        push = (self.turned if astray else run.p.thrust) * portion * speed
        kick(body, (-push * ax, -push * ay), at, machine)
        states[_JETS], states[_COLA] = jet + together, cola - portion
        mass = max(0.0, cola - portion) + self.glass
        # Its moment of inertia about its origin stays what it was, however much has come out; but about its centre it
        # is never less than that of the glass, which outweighs a sip of cola.
        about_centre = plan.moment + (plan.mass - mass) * (plan.x * plan.x + plan.y * plan.y)
        set_mass(body, mass, max(plan.moment * self.glass / plan.mass, about_centre))
        if cola - portion < 0:
            run["empty"] = 1.0
            machine.tell("stopped", run)

    def _let_drop_out(self, run: Running, k: int, at: Point, velocity: Point, machine: RunningMachine) -> None:
        drops = run.numbers_from("drop 0", self.drops)
        if drops[k]:  # it flies, or fades; of one that is out of the machine already there is nothing to take back
            machine.take_back(run, 1 + k)
        machine.let_out(run, 1 + k, at, velocity)
        drops[k] = -1.0


class ClassicDetonator(Detonator):
    """A detonator whose handle is held up by a motor, which lets go when it is down."""

    name = "classic_detonator"
    title = "Classic detonator"
    price = 14
    synonyms = "plunger, trigger"
    for_imports = True
    help = (
        "A loose box. When its handle is pushed all the way down, it calls, after a delay and once, all classic "
        "dynamite with its number, and sends a signal to what it is wired to."
    )
    source = "TBE: 4 kg; the handle goes down 0.1 m and is held up by 120 N; two times half a second later it rings."
    properties = (
        *size(0.33, 0.35),
        usual(MASS, 4.0),
        Property("delay", "Delay", 1.0, "s", 0.0, 20.0, 0.1, help="From the push to the signal"),
        Property("push", "Push", 120.0, "N", 1.0, 1000.0, 5.0, help="What it takes to push the handle down"),
        NUMBER,
        *surface(0.0),
    )
    resizes = ("width", "height")
    states = (*Detonator.states, "done")
    goal_states = ("pushed", "done")
    travel, down = 0.1, 0.98  # m; of it
    handle, above, handle_mass, rises = (0.25, 0.2), 0.28, 0.1, 2.0  # m; m over the middle of the box; kg; m/s

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width, p.height
        wood, steel = Look("wood", (150, 66, 48)), Look("metal", (182, 190, 200))
        high = self.above + self.handle[1] / 2
        box = Shape(slab(w, h), None, friction=p.friction, restitution=p.restitution)
        handle = Shape(slab(*self.handle, 0.0, self.above), None, 1, friction=FRICTION, restitution=0.0)
        shapes = (
            painted(slab(0.022, 0.26, 0.0, high - 0.14), steel, 1),
            painted(slab(self.handle[0], 0.045, 0.0, high - 0.0225, 0.016), Look("wood", (72, 60, 56)), 1),
            handle,
            box,
            painted(slab(w, h, 0.0, 0.0, 0.006), wood),
            painted(slab(w, 0.03, 0.0, h / 2 - 0.015, 0.005), GUNMETAL),
            painted(slab(w, 0.03, 0.0, 0.015 - h / 2, 0.005), GUNMETAL),
            lamp(0.016, 0.3 * w, 0.1 * h, (236, 70, 52), "pushed"),
            lamp(0.016, 0.3 * w, -0.1 * h, BRIGHT_GREEN_LAMP, "on"),
        )
        ports = (Port("signal", -0.3 * w, 0.0, "signal out", title="Contact"),)
        return Blueprint((Body("dynamic", p.mass), Body("dynamic", self.handle_mass)), shapes, ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        super().start(run, machine)
        run.joints[-1].max_bias = self.rises

    def _send(self, run: Running, machine: RunningMachine) -> None:
        super()._send(run, machine)
        run["done"] = 1.0
        if run.p.number:
            for listener in machine.listed(_by_number).get(run.p.number, ()):
                listener.kind.press(listener, machine)


def _by_number(machine: RunningMachine) -> dict[str, list[Running]]:
    """List the classic dynamite with each number, in id order."""
    by_number: dict[str, list[Running]] = {}
    for run in machine.parts_of(lambda kind: isinstance(kind, ClassicDynamite)):
        by_number.setdefault(run.p.number, []).append(run)
    return by_number


@functools.lru_cache(maxsize=64)
def _directions(angle: float, count: int) -> tuple[Point, ...]:
    """Return the directions in which the fragments fly, of dynamite that went off at an angle (rad)."""
    return tuple(cos_sin(angle + TURN * k / count) for k in range(count))


class ClassicDynamite(Kind):
    """States: `called`, `left` (s until it goes off), `exploded`, `since` (s), `angle` (at which it went off); and of
    each fragment: `fragment`, 0 it is not there, -1 it flies, else the seconds that are left to it, and `hits`.
    """

    name = "classic_dynamite"
    hands_on = ("blast",)
    sound = "card"
    hum = "fuse"
    hums_while = "called"
    cues = {"lit": "fizz", "exploded": "bang"}
    title = "Classic dynamite"
    price = 10
    for_imports = True
    help = (
        "Goes off a moment after a call, a signal or a press, into thirteen fragments that bounce about, pop balloons "
        "and get lighter until they are gone."
    )
    source = "TBE: 13 fragments of 62 g at 20 m/s, which fade in 1.5 s; 0.4 s after its call."
    properties = (
        *size(0.43, 0.32),
        usual(MASS, 0.6515),
        Property("fuse", "Fuse", 0.4, "s", 0.0, 20.0, 0.1, help="From the call to the blast"),
        NUMBER,
        *surface(0.1),
    )
    resizes = ("width", "height")
    pressable = True
    wants_hits, hit_threshold = True, 0.0
    sharp = True
    count = 13
    states = (
        "called", "due", "exploded", "since", "angle",
        *(f"fragment {k}" for k in range(count)), *(f"hits {k}" for k in range(count)),
    )  # fmt: skip
    goal_states = ("called", "exploded")
    outline = ((-0.215, -0.16), (0.215, -0.16), (0.215, 0.02), (-0.15, 0.16), (-0.215, 0.16))
    whole = 0.8144  # of its mass there is in its fragments, that it weighs itself
    radius, out, speed = 0.04, 0.052, 20.0  # m; m from the middle; m/s
    act_interval = 2 / 15  # s from one look at its fragments to the next
    life, turned, most_hits = 1.5, 0.05, 20  # s; s after it flies the other way; contacts
    inertia, near = 0.0008, 1.0  # m^2; m: farther off it weighs less
    wounds = 2.0  # m from where the dynamite stood at Start: up to there a fragment wounds what it touches

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        sx, sy = p.width / 0.43, p.height / 0.32
        case = Shape(corners(self.outline, sx, sy), None, friction=p.friction, restitution=p.restitution, name="blunt")
        glow = Look("glow", (255, 176, 46), outline=0.5, slot="exploded")
        fragments = [
            Shape(Circle(self.radius), glow, 1 + k, friction=FRICTION, restitution=1.0, name="fragment")
            for k in range(self.count)
        ]
        bodies = (Body("dynamic", p.mass), *(Body("dynamic", p.mass / self.whole / self.count) for _ in fragments))
        ports = (Port("signal", -0.1 * sx, 0.0, "signal in", title="Igniter"),)
        look = drawn(Dynamite(), 2.0 * sx, 1.6 * sy)
        return Blueprint(bodies, (*fragments, case, *look), ports, spare=tuple(range(1, 1 + self.count)))

    def press(self, run: Running, machine: RunningMachine) -> None:
        if not run["called"]:
            run["called"] = 1.0
            machine.at(run, run.p.fuse)
            machine.tell("lit", run)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if hit.shape < self.count:  # the fragments are the first of its shapes
            run.numbers_from("hits 0", self.count)[hit.shape] += 1.0

    def pricks(self, run: Running, shape: int) -> bool:
        x, y = run.body_of(shape).position
        dx, dy = x - run.spec.x, y - run.spec.y
        return super().pricks(run, shape) and dx * dx + dy * dy < self.wounds * self.wounds

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["exploded"]:
            self._fade(run, run.lapse, machine)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        self._explode(run, machine)

    def _explode(self, run: Running, machine: RunningMachine) -> None:
        run["exploded"], run["angle"] = 1.0, run.bodies[0].angle
        machine.tell("exploded", run, run.p.mass / self.whole * self.speed)
        x, y = run.world(0.0, 0.0)
        machine.take_back(run, 0)
        for k, (c, s) in enumerate(_directions(run["angle"], self.count)):
            at, velocity = (x + self.out * c, y + self.out * s), (self.speed * c, self.speed * s)
            machine.let_out(run, 1 + k, at, velocity)
            run[f"fragment {k}"] = -1.0

    def _fade(self, run: Running, lapse: float, machine: RunningMachine) -> None:
        """Let the fragments get lighter after `lapse` more seconds, and remove the ones that are spent."""
        run["since"] += lapse
        fragments, hits = run.numbers_from("fragment 0", self.count), run.numbers_from("hits 0", self.count).tolist()
        flying = [(k, left) for k, left in enumerate(fragments) if left]
        if not flying or run["since"] >= self.life - lapse / 2:
            machine.remove(run.id)
            return
        share = run.p.mass / self.whole * (1.0 - run["since"] / self.life) / len(flying)
        directions, x0, y0, near, inertia = (
            _directions(run["angle"], self.count), run.spec.x, run.spec.y, self.near, self.inertia,
        )  # fmt: skip
        bodies, numbers, most_hits, turned = run.bodies, run.numbers, self.most_hits, self.turned
        all_there = len(run.solid) == len(flying)  # else one has left the world
        for k, left in flying:
            body = bodies[1 + k]
            x, y, vx, vy = numbers[1 + k][MOVING]
            is_spent = hits[k] > most_hits or not (all_there or body.space is not None)
            if not is_spent and left > 0:  # it has turned round: its end is counted down
                fragments[k] = left = max(0.0, left - lapse)
                is_spent = left == 0.0
            if is_spent:
                fragments[k] = 0.0
                machine.take_back(run, 1 + k)
                continue
            if left < 0:
                c, s = directions[k]
                if vx * c < 0 and vy * s < 0:
                    fragments[k] = turned
            dx, dy = x - x0, y - y0
            far = math.sqrt(dx * dx + dy * dy)
            mass = share / (far if far > near else near)
            set_mass(body, mass, inertia * mass)
