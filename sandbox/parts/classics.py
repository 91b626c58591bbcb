"""Classics: The Butterfly Effect's balloons, bottles, penguins and the like, with its shapes, figures and rules.

Levels made for it depend on them to the centimetre, so what is imported is built of these. Their shapes are its
polygons (metres, before scaling to `width` and `height`), their origins its origins. Where it speaks of a step, of
0.004 s, these speak of seconds and newtons.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pymunk

from sandbox.geometry import cos_sin
from sandbox.parts.actors import Butterfly, Walker
from sandbox.parts.air import Balloon
from sandbox.parts.bang import Detonator, Dynamite
from sandbox.parts.base import Blueprint, Body, Circle, Hit, Kind, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.outlines import TURN, arc, slab
from sandbox.parts.reeving import kept_after_a_second
from sandbox.parts.sharp import Cactus, Saw
from sandbox.parts.sight import keep_up

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_GRAVITY = 9.81  # m/s^2: of the heights that its jets are made of
_WELD = 0.0223606797749979  # m: Box2D 2.3.1 drops a corner that is nearer than this to one before it
_FRICTION = 0.2  # Box2D's own, for what says nothing
_TURNS_FROM = 1e-5  # N m: less of a lever than this lets a thing come to rest

_WIDTH = Property("width", "Width", 0.2, "m", 0.02, 10.0, 0.01)
_HEIGHT = Property("height", "Height", 0.2, "m", 0.02, 10.0, 0.01)
_MASS = Property("mass", "Mass", 1.0, "kg", 0.001, 200.0, 0.05)
_NUMBER = Property("number", "Number", "", high=40, help="A detonator's call goes to all dynamite with its number")
_KNOCK = Property("knock", "Knock", 1.0, "N s", 0.001, 50.0, 0.1)


def _surface(restitution: float) -> tuple[Property, ...]:
    return (
        Property("friction", "Friction", _FRICTION, "", 0.0, 5.0, 0.05, help="Its own, to be mixed with the other's"),
        Property(
            "restitution", "Bounce", restitution, "", 0.0, 1.0, 0.05, help="Its own, to be mixed with the other's"
        ),
    )


def _usual(prop: Property, default: float, **more: Any) -> Property:
    return msgspec.structs.replace(prop, default=default, **more)


def _size(width: float, height: float) -> tuple[Property, ...]:
    # Not much smaller than usual: near corners are dropped, and three at least must be left.
    return _usual(_WIDTH, width, low=round(0.4 * width, 2)), _usual(_HEIGHT, height, low=round(0.4 * height, 2))


def _corners(points: tuple[Point, ...], sx: float, sy: float) -> Polygon:
    """A polygon of its, scaled, with the corners that its engine keeps."""
    kept: list[Point] = []
    for px, py in points:
        x, y = px * sx, py * sy
        if all((x - ox) * (x - ox) + (y - oy) * (y - oy) >= _WELD * _WELD for ox, oy in kept):
            kept.append((x, y))
    return Polygon(tuple(kept))


def _drawn(of: Kind, sx: float, sy: float, body: int = 0) -> list[Shape]:
    """How a kind of ours looks, scaled, to be seen and not felt."""
    shapes = []
    for shape in of.blueprint(of.values({})).shapes:
        outline = shape.outline
        if shape.look is None:
            continue
        if isinstance(outline, Circle):
            scaled: Circle | Polygon = Circle(min(sx, sy) * outline.r, sx * outline.x, sy * outline.y)
        else:
            scaled = Polygon(tuple((sx * x, sy * y) for x, y in outline.points), min(sx, sy) * outline.rounding)
        look = msgspec.structs.replace(shape.look, slot="")
        shapes.append(Shape(scaled, look, body, collides=False))
    return shapes


def _pricked(hit: Hit, machine: RunningMachine) -> bool:
    other = machine.parts.get(hit.other)
    return other is not None and other.kind.sharp and other.plan.shapes[hit.other_shape].name != "blunt"


def _damp(body: pymunk.Body, lift: float, drag: float, spin_drag: float) -> None:
    """Lift (N, upwards) and damping (1/s, of moving and of turning), as Box2D works them out, as a law of motion."""
    push = lift / body.mass

    def update_velocity(body: pymunk.Body, gravity: Point, damping: float, dt: float) -> None:
        # Through the arguments alone: setting a velocity in here would keep the body from ever coming to rest.
        slow, spin = damping / (1.0 + dt * drag), damping / (1.0 + dt * spin_drag)
        vx, vy = body.velocity
        back = (slow - spin) / dt
        pull = gravity[0] * slow + vx * back, (gravity[1] + push) * slow + vy * back
        pymunk.Body.update_velocity(body, pull, spin, dt)

    body.velocity_func = update_velocity


# In shares of the width and height that its points span.
_BALLOON: tuple[Point, ...] = tuple((x / 0.26, y / 0.35) for x, y in (
    (-0.018, 0.18), (-0.07, 0.16), (-0.12, 0.1), (-0.13, 0.017), (-0.1, -0.08), (-0.03, -0.16), (0.006, -0.17),
    (0.039, -0.16), (0.1, -0.08), (0.13, 0.015), (0.11, 0.11), (0.07, 0.16), (0.01, 0.18),
))  # fmt: skip


class ClassicBalloon(Kind):
    """States: `popped`, and `left` (s until the rag that is left of it is gone, too)."""

    name = "classic_balloon"
    sound = "rubber"
    cues = {"popped": "pop"}
    hit_threshold = "pops_at"
    title = "Classic balloon"
    help = "Rises slowly and steadily, and pops when it is hit hard or pricked. Its lift is all of it, weight included."
    source = "TBE: 0.8 N at 0.1 m above its middle, 0.0735 kg, damping 2.1 and 0.4 a second, pops above 1.8 N s."
    properties = (
        *_size(0.27, 0.36),
        _usual(_MASS, 0.0735, step=0.005),
        Property(
            "lift", "Lift", 0.8, "N", 0.0, 100.0, 0.05, help="All of it: what its own weight leaves can be carried"
        ),
        Property("drag", "Drag", 2.1, "1/s", 0.0, 20.0, 0.1, help="Share of its speed that the air takes"),
        Property("pops_at", "Pops at", 1.8, "N s", 0.01, 50.0, 0.05, help="An impact harder than this pops it"),
        Property("outline", "Outline", (_BALLOON,), "", -4.0, 4.0, help="Convex, in shares of width and height"),
        *_surface(0.7),
    )
    resizes = ("width", "height")
    states = ("popped", "left")
    goal_states = ("popped",)
    wants_hits = True
    rag, rag_mass, stays = 0.1, 0.001, 2.3  # m, kg, s: light, but it tips what is in balance
    spin_drag, lever = 0.4, 0.1  # 1/s; m: where its lift takes hold

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        sx, sy = p.width / 0.26, p.height / 0.35
        solid = [
            Shape(_corners(points, p.width, p.height), None, friction=p.friction, restitution=p.restitution)
            for points in p.outline
        ]
        ours = [msgspec.structs.replace(s, outline=s.outline.moved(0.0, 0.025 * sy)) for s in _drawn(Balloon(), sx, sy)]
        knot = Port("knot", 0.0, -0.17 * sy, "rope", title="Knot")
        if p.outline != (_BALLOON,):
            skin = Look("rubber", (206, 66, 60))
            ours = [Shape(shape.outline, skin, collides=False) for shape in solid]
        rag = Shape(slab(self.rag, self.rag), None, 1, friction=p.friction, restitution=p.restitution)
        cloth = Polygon(((-0.05, -0.05), (0.03, -0.05), (0.05, -0.01), (0.01, 0.0), (0.04, 0.05), (-0.03, 0.03)))
        scrap = Shape(cloth, Look("cloth", (206, 66, 60)), 1, collides=False)
        bodies = (Body("dynamic", p.mass), Body("dynamic", self.rag_mass))
        return Blueprint(bodies, (scrap, *solid, rag, *ours), (knot,), spare=(1,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        _damp(run.bodies[0], run.p.lift, run.p.drag, self.spin_drag)
        _damp(run.bodies[1], 0.0, run.p.drag, self.spin_drag)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["popped"]:
            run["left"] -= machine.dt
            if run["left"] <= 0:
                machine.remove(run.id)
            return
        body = run.bodies[0]
        if body.is_sleeping:
            return
        torque = (run.world(0.0, self.lever)[0] - body.position.x) * run.p.lift
        if abs(torque) > _TURNS_FROM:
            body.torque += torque

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if (hit.push > run.p.pops_at or _pricked(hit, machine)) and not run["popped"]:
            run["popped"], run["left"] = 1.0, self.stays
            machine.tell("popped", run, hit.push, hit.other)
            body = run.bodies[0]
            machine.let_out(run, 1, body.position, body.velocity, body.angle)
            machine.take_back(run, 0)


class ClassicSpring(Kind):
    """Two blocks side by side: the right one slides along the spring, the left one carries what its origin is."""

    name = "classic_spring"
    title = "Classic spring"
    help = "Two blocks with a coil between them: push them together, or drop something on them, and they jump apart."
    source = "TBE: 0.4 m, 0.2 kg and 0.1 kg, 320 N/m without loss; from half its length to three times it."
    properties = (
        *_size(0.4, 0.2),
        _usual(_MASS, 0.8, low=0.2, help="Four times that of its left block"),
        Property("stiffness", "Stiffness", 320.0, "N/m", 0.0, 2000.0, 10.0),
        *_surface(0.0),
    )
    resizes = ("width", "height")
    light = 0.1  # kg: the right block
    shortest, longest = -0.5, 2.0  # of its width: how far the right block slides
    grip = 4.0  # of its width: how far off the coil is held, so that its pull never turns round

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width / 2, p.height
        left = slab(w, h, -w / 2)
        right = slab(w, h, w / 2)
        steel, red = Look("metal", (150, 158, 170)), Look("metal", (196, 58, 50))
        coils = [
            Shape(slab(0.05 * w, 0.78 * h, x * w, 0.0, 0.02 * w), steel, body, collides=False)
            for body, sign in ((0, -1), (1, 1))
            for x in (sign * 0.12, sign * 0.32, sign * 0.52)
        ]
        shapes = (
            Shape(left, None, 0, friction=p.friction, restitution=p.restitution),
            Shape(right, None, 1, friction=_FRICTION, restitution=p.restitution),
            Shape(slab(0.28 * w, h, -0.86 * w, 0.0, 0.004), red, 0, collides=False),
            Shape(slab(0.28 * w, h, 0.86 * w, 0.0, 0.004), red, 1, collides=False),
            *coils,
        )
        ports = (
            Port("left", -w, 0.0, "rope", 0, "Left end"),
            Port("right", w, 0.0, "rope", 1, "Right end"),
        )
        return Blueprint((Body("dynamic", p.mass / 4), Body("dynamic", self.light)), shapes, ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        left, right = run.bodies
        w = run.p.width
        x = run.plan.bodies[1].x
        ends = [run.local(x + far * w, 0.0, 0) for far in (self.shortest, self.longest)]
        groove = pymunk.GrooveJoint(left, right, ends[0], ends[1], (0.0, 0.0))
        straight = pymunk.GearJoint(left, right, 0.0, 1.0)
        hold = run.local(x - self.grip * w, 0.0, 0)
        coil = pymunk.DampedSpring(left, right, hold, (0.0, 0.0), self.grip * w, self._stiffness(run, machine), 0.0)
        kept = kept_after_a_second(0.5, machine.world.tick_rate)
        for joint in (groove, straight, coil):
            joint.collide_bodies = False
            if joint is not coil:
                joint.error_bias = kept
            machine.add_joints(run, joint)

    def retimed(self, run: Running, lapse: float, machine: RunningMachine) -> None:
        stiffness = self._stiffness(run, machine)
        for joint in run.joints:
            if isinstance(joint, pymunk.DampedSpring) and joint.stiffness != stiffness:  # writing it wakes both
                joint.stiffness = stiffness

    def _stiffness(self, run: Running, machine: RunningMachine) -> float:
        """No more than the steps can follow: else it would swing ever wider."""
        left, right = run.bodies
        reduced = left.mass * right.mass / (left.mass + right.mass)
        return float(min(run.p.stiffness, reduced / (machine.dt * machine.dt)))


class ClassicCactus(Kind):
    """What pricks is a hull of spines around it, which is not scaled."""

    name = "classic_cactus"
    title = "Classic cactus"
    help = "Pricks what comes within a finger's breadth of it; its pot does not. It can be pushed over."
    source = "TBE: 0.25 m x 0.4 m, 0.549 kg; its spines reach 25 mm."
    properties = (*_size(0.25, 0.4), _usual(_MASS, 0.549), *_surface(0.3))
    resizes = ("width", "height")
    sharp = True
    pot = ((-0.105, -0.038), (-0.05, -0.2), (0.05, -0.2), (0.105, -0.038))
    trunk = (
        (0.045, -0.036), (0.085, 0.012), (0.092, 0.089), (0.046, 0.156), (0.0, 0.171), (-0.046, 0.156),
        (-0.092, 0.089), (-0.085, 0.012), (-0.045, -0.036),
    )  # fmt: skip
    spines = (
        (0.078, -0.036), (0.116, 0.012), (0.125, 0.085), (0.099, 0.147), (0.038, 0.2), (-0.038, 0.2),
        (-0.099, 0.147), (-0.125, 0.085), (-0.116, 0.012), (-0.078, -0.036),
    )  # fmt: skip

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        sx, sy = p.width / 0.25, p.height / 0.4
        solid = [
            Shape(_corners(points, sx, sy), None, friction=p.friction, restitution=p.restitution, name="blunt")
            for points in (self.pot, self.trunk)
        ]
        sense = Shape(Polygon(self.spines), None, collides=False, name="spines", senses=True)
        return Blueprint((Body("dynamic", p.mass),), (*solid, sense, *_drawn(Cactus(), sx, sy)))


class ClassicNails(Kind):
    """What pricks is a strip about the nails, which is not scaled."""

    name = "classic_nails"
    title = "Classic bed of nails"
    help = "A fixed board with its nails upwards, which prick what touches them."
    source = "TBE: 0.8 m x 0.15 m; the nails reach 10 mm beyond what one sees."
    properties = (*_size(0.8, 0.15), *_surface(0.2))
    resizes = ("width", "height")
    sharp = True

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        sx, sy = p.width / 0.8, p.height / 0.135
        wood, steel = Look("wood", (188, 132, 78)), Look("metal", (176, 184, 194), outline=0.8)

        def box(x: float, low: float, high: float) -> tuple[Point, ...]:
            return (-x, low), (x, low), (x, high), (-x, high)

        solid = [
            Shape(_corners(box(*sizes), sx, sy), None, friction=p.friction, restitution=p.restitution, name="blunt")
            for sizes in ((0.4, -0.075, 0.006), (0.34, -0.05, 0.06))
        ]
        shapes = [Shape(Polygon(box(0.335, -0.04, 0.07)), None, collides=False, name="nails", senses=True)]
        for k in range(13):
            x = sx * (k - 6) * 0.0545
            nail = Polygon(((x - 0.0065, 0.0), (x + 0.0065, 0.0), (x, 0.068 * sy)))
            shapes.append(Shape(nail, steel, collides=False))
        shapes.append(Shape(slab(0.8 * sx, 0.081 * sy, 0.0, -0.0345 * sy, 0.006), wood, collides=False))
        return Blueprint((Body("static"),), (*solid, *shapes))


class SawBlade(Kind):
    name = "saw_blade"
    title = "Saw blade"
    help = "A loose blade that rolls and cuts: balloons, butterflies and classic penguins had better not meet it."
    source = "TBE's circular saw: 38 cm, 0.4 kg; it cuts what is within 10 mm."
    properties = (
        Property("radius", "Radius", 0.19, "m", 0.02, 1.0, 0.01),
        _usual(_MASS, 0.4),
        *_surface(0.1),
    )
    sharp = True
    reach, teeth = 0.01, 16  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r = p.radius
        points: list[Point] = []
        for k in range(self.teeth):
            for far, turned in ((1.0, 0.0), (0.87, 0.12), (0.9, 0.5)):
                angle = TURN * (k + turned) / self.teeth
                points += arc(far * r, angle, angle, 2)[:1]
        steel, dark = Look("metal", (190, 198, 208)), Look("metal", (88, 94, 106))
        shapes = (
            Shape(Circle(r), None, friction=p.friction, restitution=p.restitution, name="blunt"),
            Shape(Circle(r + self.reach), None, collides=False, name="teeth", senses=True),
            Shape(Polygon(tuple(points)), steel, collides=False),
            Shape(Circle(0.3 * r), Look("metal", (212, 92, 58)), collides=False),
            Shape(slab(0.34 * r, 0.09 * r, 0.0, 0.0, 0.02 * r), dark, collides=False),
        )
        return Blueprint((Body("dynamic", p.mass),), shapes)


class ClassicButterfly(Kind):
    """It beats its wings ten times a second: each beat is an impulse."""

    name = "classic_butterfly"
    sound = "cloth"
    cues = {"died": "flap"}
    title = "Classic butterfly"
    help = (
        "Flutters to the right, at about a height of its own or of its flower, and bobs as it goes. It is frail: a "
        "knock or a prick kills it."
    )
    source = (
        "TBE: 10 g; beats of 0.004 N s for each m/s of 4 times what it lacks in height less 4.8 times its climb; dies "
        "at 0.008 N s."
    )
    properties = (
        *_size(0.15, 0.228),
        _usual(_MASS, 0.01, step=0.001),
        Property("aim", "Aim", 0.0, "m", -20.0, 20.0, 0.05, help="How far above its place at Start it wants to be"),
        _usual(_KNOCK, 0.008, step=0.001, help="This hard an impact kills it"),
        *_surface(0.0),
    )
    wants_hits = True
    hit_threshold = "knock"
    states = ("dead",)
    goal_states = ("dead",)
    beat, strength = 0.1, 0.004  # s; kg: N s of a beat for each m/s that it wants
    gain, brake, drift, drifts_below = 4.0, 4.8, 0.025, 0.1  # 1/s; 1; m/s; m/s
    lever, spin_drag = 0.01, 0.8  # m above its middle; 1/s

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        body = Shape(slab(p.width, p.height), None, friction=p.friction, restitution=p.restitution)
        return Blueprint((Body("dynamic", p.mass),), (body, *_drawn(Butterfly(), p.width / 0.15, p.height / 0.16)))

    def start(self, run: Running, machine: RunningMachine) -> None:
        _damp(run.bodies[0], 0.0, 0.0, self.spin_drag)

    def act(self, run: Running, machine: RunningMachine) -> None:
        every = max(1, round(self.beat / machine.tick_length))  # ticks
        elapsed = machine.elapsed
        # A long step may hold several beats, each of which feels what the one before has done.
        due = (elapsed + machine.dt / machine.tick_length) // every - elapsed // every
        for _ in range(0 if run["dead"] else int(due)):
            self._beat(run)

    def _beat(self, run: Running) -> None:
        body = run.bodies[0]
        vx, vy = body.velocity
        lacks = run.spec.y + run.p.aim - body.position.y
        up = self.strength * max(0.0, self.gain * lacks - self.brake * vy)
        right = self.strength * self.drift if vx < self.drifts_below else 0.0
        if up or right:
            body.apply_impulse_at_world_point((right, up), run.world(0.0, self.lever))

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if not run["dead"] and (hit.push >= run.p.knock or _pricked(hit, machine)):
            run["dead"] = 1.0
            machine.tell("died", run, hit.push, hit.other)


class ColaBottle(Kind):
    """States: `shaken`, `fired`, `empty`, each 1 from then on; `left` (s until the next jet), `jets` (how many there
    have been), `cola` (kg); and of each drop: 0 it waits, -1 it flies, else the seconds that are left to it.
    """

    name = "cola_bottle"
    cues = {"shaken": "shake", "fired": "whoosh", "stopped": "puff"}
    title = "Cola bottle"
    help = (
        "Cola and mint: struck hard or pressed it spouts, drop by drop, and is pushed the other way. The drops push "
        "what they hit, and are gone."
    )
    source = (
        "TBE: 0.6 N s, then 0.4 s, then a drop of 10 g each 28 ms, 114 in all, with the speed of a fountain 1.5 m to "
        "5.4 m high; each leaves the bottle 15 g lighter."
    )
    properties = (
        *_size(0.166, 0.5),
        _usual(_MASS, 1.7, help="Of its cola; the bottle itself adds 0.2 kg once it spouts"),
        Property("thrust", "Thrust", 2.0, "", -20.0, 20.0, 0.1, help="Times the push of a drop of 15 g"),
        _usual(_KNOCK, 0.6, help="A harder blow sets it off"),
        *_surface(0.2),
    )
    resizes = ("width", "height")
    pressable = True
    wants_hits = True
    hit_threshold = "knock"
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
            Shape(Circle(self.radius), foam, 1 + k, friction=_FRICTION, restitution=0.0, name="drop")
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
            Shape(_corners(self.outline, sx, sy), None, friction=p.friction, restitution=p.restitution),
            Shape(glass, brown, collides=False),
            Shape(slab(0.06 * sx, 0.03 * sy, 0.0, 0.237 * sy, 0.004), Look("rubber", (240, 240, 236)), collides=False),
            Shape(slab(0.164 * sx, 0.14 * sy, 0.0, -0.06 * sy, 0.004), label, collides=False),
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

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if on:
            self.press(run, machine)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        own = run.plan.shapes[hit.shape].body
        if own:
            if run[f"drop {own - 1}"] < 0:
                run[f"drop {own - 1}"] = self.fades
        elif hit.push > run.p.knock:
            self.press(run, machine)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if not run["shaken"]:
            return
        self._fade(run, machine)
        if run["empty"]:
            return
        run["left"] -= machine.dt
        while run["left"] < 0.5 * machine.dt and not run["empty"]:
            run["left"] += self.period
            self._spout(run, machine)

    def _fade(self, run: Running, machine: RunningMachine) -> None:
        for k in range(min(self.drops, int(run["jets"]))):
            left = run[f"drop {k}"]
            if left > 0:
                run[f"drop {k}"] = left = max(0.0, left - machine.dt)
                if not left:
                    machine.take_back(run, 1 + k)

    def _spout(self, run: Running, machine: RunningMachine) -> None:
        jet, body, plan = int(run["jets"]), run.bodies[0], run.plan.bodies[0]
        if not run["fired"]:
            run["fired"] = 1.0
            machine.tell("fired", run, run.p.thrust)
        high = 1.5 + 0.1 * jet if jet < 40 else 1.5 if jet < 114 else 0.5
        speed = math.sqrt(2 * _GRAVITY * high)
        at = run.world(0.0, self.mouth * run.p.height)
        ax, ay = body.rotation_vector.perpendicular()
        self._let_drop_out(run, jet % self.drops, at, (speed * ax, speed * ay), machine)
        world = machine.world
        astray = at[0] > self.astray * world.width or at[1] > self.astray * world.height
        push = (self.turned if astray else run.p.thrust) * self.portion * speed
        body.apply_impulse_at_world_point((-push * ax, -push * ay), at)
        run["jets"], run["cola"] = jet + 1.0, run["cola"] - self.portion
        body.mass = max(0.0, run["cola"]) + self.glass
        body.moment = plan.moment * body.mass / plan.mass
        if run["cola"] < 0:
            run["empty"] = 1.0
            machine.tell("stopped", run)

    def _let_drop_out(self, run: Running, k: int, at: Point, velocity: Point, machine: RunningMachine) -> None:
        if run.bodies[1 + k].space is not None:
            machine.take_back(run, 1 + k)
        machine.let_out(run, 1 + k, at, velocity)
        run[f"drop {k}"] = -1.0


class ClassicWalker(Kind):
    """A rolling ball that pushes itself along, drawn as a penguin that keeps upright.

    States: `footing` (N s: what it stands on has pushed it up with, fading), `wait` (s), `leaving` (s until it is gone
    through its exit), `exit` (the exit's id), `dying` (s).
    """

    name = "classic_walker"
    cues = {"died": "thud", "arrived": "cheer"}
    title = "Classic penguin"
    help = (
        "Walks, or rolls down what is steep. Where it is stopped it hesitates, and goes on either way. A hard fall or "
        "a saw kills it; lead it to its exit."
    )
    source = "TBE: 1.5 kg, radius 0.14 m; pushes with up to 5 N to walk 0.5 m/s, brakes with 0.8 N, dies above 7 N s."
    properties = (
        Property("gait", "Gait", "right", choices=("right", "left", "waiting", "sleeping"), help="At Start"),
        Property("rolls", "Rolls", True, help="Else it slides, and never turns"),
        _usual(_KNOCK, 7.0, help="A harder impact kills it"),
        *_surface(0.0),
    )
    wants_hits = True
    states = ("footing", "since", "leaving", "exit", "dying", "dead", "saved")
    goal_states = ("dead", "saved")
    radius, mass = 0.14, 1.5  # m, kg
    still, pace = 0.002, 0.5  # m/s: slower stands, faster slides
    push, brake, nudge = 5.0, 0.8, 5.0  # N
    grounded, setting_out = 0.02, 0.5  # N s; s in which it goes its own way
    frame = 0.06  # s: of six, in which one that stands still looks about
    dies, leaves = 0.32, 0.18  # s until it is gone

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        ball = Shape(Circle(self.radius), None, friction=p.friction, restitution=p.restitution)
        picture = _drawn(Walker(), 0.88, 0.88, body=1)
        moved = [msgspec.structs.replace(shape, outline=shape.outline.moved(0.0, -0.004)) for shape in picture]
        return Blueprint((Body("dynamic", self.mass), Body("kinematic")), (ball, *moved))

    def start(self, run: Running, machine: RunningMachine) -> None:
        if not run.p.rolls:
            run.bodies[0].moment = math.inf

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run["dead"] or run["leaving"]:
            return
        other = machine.parts.get(hit.other)
        if other is not None and isinstance(other.kind, ClassicExit):
            run["leaving"], run["exit"] = self.leaves, float(other.id)
            return
        run["footing"] = max(run["footing"], hit.push)
        sawn = other is not None and isinstance(other.kind, SawBlade | Saw) and _pricked(hit, machine)
        if hit.push > run.p.knock or sawn:
            run["dead"], run["dying"] = 1.0, self.dies
            machine.tell("died", run, hit.push, hit.other)

    def act(self, run: Running, machine: RunningMachine) -> None:
        body, picture = run.bodies
        if run["leaving"] > 0 or run["dying"] > 0:
            self._go(run, machine)
        if body.is_sleeping:
            return
        keep_up(body, picture, (0.0, 0.0), -body.angle)
        picture.angular_velocity = 0.0
        run["since"] += machine.dt
        if run["footing"] >= self.grounded and not run["dead"]:
            force = self._force(run, body.velocity.x, machine)
            if force:
                body.apply_force_at_world_point((force, 0.0), body.position)
        run["footing"] *= 0.5

    def _force(self, run: Running, vx: float, machine: RunningMachine) -> float:
        """N, to the right."""
        speed, way = abs(vx), math.copysign(1.0, vx)
        if run.p.gait in ("right", "left") and run["since"] <= self.setting_out:
            way = 1.0 if run.p.gait == "right" else -1.0
            return way * self.push * max(0.0, 1.0 - speed / self.pace)
        if speed > self.pace:
            return -way * self.brake
        if speed > self.still:
            return way * self.push * (1.0 - speed / self.pace)
        if run.p.gait == "sleeping":
            return 0.0
        x, y = run.bodies[0].position
        look = math.floor(run["since"] / self.frame + 91 * x + 91 * y) % 6
        return {3: self.nudge, 0: -self.nudge}.get(look, 0.0)

    def _go(self, run: Running, machine: RunningMachine) -> None:
        for timer in ("leaving", "dying"):
            if run[timer] > 0:
                run[timer] -= machine.dt
                if run[timer] <= 0:
                    machine.remove(run.id)
                    if timer == "leaving":
                        self._escape(run, machine)

    def _escape(self, run: Running, machine: RunningMachine) -> None:
        run["saved"] = 1.0
        out = machine.parts.get(int(run["exit"]))
        if out is not None:
            out["saved"] += 1.0
            machine.tell("arrived", run, out["saved"], out.id)


class ClassicExit(Kind):
    """State `saved`: how many have got out."""

    name = "classic_exit"
    cues = {"arrived": "cheer"}
    title = "Classic exit"
    help = "Where classic penguins want to be: one that comes to its middle gets out, and is counted."
    source = "TBE: it is entered in the 0.1 m about its middle; 0.18 s later the penguin is gone."
    properties = _size(0.406, 0.703)
    resizes = ("width", "height")
    states = ("saved",)
    goal_states = ("saved",)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width, p.height
        snow, dark = Look("stone", (214, 230, 240)), Look("rubber", (34, 38, 50), outline=0.9)
        shapes = (
            Shape(slab(w, h, 0.0, 0.0, 0.3 * min(w, h)), snow, collides=False),
            Shape(slab(0.68 * w, 0.78 * h, 0.0, -0.06 * h, 0.2 * min(w, h)), dark, collides=False),
            Shape(Circle(0.05 * min(w, h), 0.0, 0.41 * h), Look("glow", (110, 220, 120), slot="saved"), collides=False),
            Shape(slab(0.1, 0.1), None, collides=False, name="middle", senses=True),
        )
        return Blueprint((Body("static"),), shapes)


class ClassicDetonator(Detonator):
    """Its handle is held up by a motor, which lets go when it is down."""

    name = "classic_detonator"
    title = "Classic detonator"
    help = (
        "A loose box. When its handle is pushed all the way down, it calls, after a delay and once, all classic "
        "dynamite with its number, and sends a signal to what it is wired to."
    )
    source = "TBE: 4 kg; the handle goes down 0.1 m and is held up by 120 N; two times half a second later it rings."
    properties = (
        *_size(0.33, 0.35),
        _usual(_MASS, 4.0),
        Property("delay", "Delay", 1.0, "s", 0.0, 20.0, 0.1, help="From the push to the signal"),
        Property("push", "Push", 120.0, "N", 1.0, 1000.0, 5.0, help="What it takes to push the handle down"),
        _NUMBER,
        *_surface(0.0),
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
        handle = Shape(slab(*self.handle, 0.0, self.above), None, 1, friction=_FRICTION, restitution=0.0)
        shapes = (
            Shape(slab(0.022, 0.26, 0.0, high - 0.14), steel, 1, collides=False),
            Shape(
                slab(self.handle[0], 0.045, 0.0, high - 0.0225, 0.016), Look("wood", (72, 60, 56)), 1, collides=False
            ),
            handle,
            box,
            Shape(slab(w, h, 0.0, 0.0, 0.006), wood, collides=False),
            Shape(slab(w, 0.03, 0.0, h / 2 - 0.015, 0.005), Look("metal", (96, 102, 114)), collides=False),
            Shape(slab(w, 0.03, 0.0, 0.015 - h / 2, 0.005), Look("metal", (96, 102, 114)), collides=False),
            Shape(Circle(0.016, 0.3 * w, 0.1 * h), Look("glow", (236, 70, 52), slot="pushed"), collides=False),
            Shape(Circle(0.016, 0.3 * w, -0.1 * h), Look("glow", (96, 214, 96), slot="on"), collides=False),
        )
        ports = (Port("signal", -0.3 * w, 0.0, "signal out", title="Contact"),)
        return Blueprint((Body("dynamic", p.mass), Body("dynamic", self.handle_mass)), shapes, ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        super().start(run, machine)
        run.joints[-1].max_bias = self.rises

    def _send(self, run: Running, machine: RunningMachine) -> None:
        super()._send(run, machine)
        run["done"] = 1.0
        for other in list(machine.parts.values()):
            if isinstance(other.kind, ClassicDynamite) and other.p.number == run.p.number != "":
                other.kind.press(other, machine)


class ClassicDynamite(Kind):
    """States: `called`, `left` (s until it goes off), `exploded`, `since` (s), `angle` (at which it went off); and of
    each fragment: `fragment`, 0 it is not there, -1 it flies, else the seconds that are left to it, and `hits`.
    """

    name = "classic_dynamite"
    sound = "card"
    hum = "fuse"
    hums_while = "called"
    cues = {"lit": "fizz", "exploded": "bang"}
    title = "Classic dynamite"
    help = (
        "Goes off a moment after a call, a signal or a press, into thirteen fragments that bounce about, pop balloons "
        "and get lighter until they are gone."
    )
    source = "TBE: 13 fragments of 62 g at 20 m/s, which fade in 1.5 s; 0.4 s after its call."
    properties = (
        *_size(0.43, 0.32),
        _usual(_MASS, 0.6515),
        Property("fuse", "Fuse", 0.4, "s", 0.0, 20.0, 0.1, help="From the call to the blast"),
        _NUMBER,
        *_surface(0.1),
    )
    resizes = ("width", "height")
    pressable = True
    wants_hits = True
    sharp = True
    count = 13
    states = (
        "called", "left", "exploded", "since", "angle",
        *(f"fragment {k}" for k in range(count)), *(f"hits {k}" for k in range(count)),
    )  # fmt: skip
    goal_states = ("called", "exploded")
    outline = ((-0.215, -0.16), (0.215, -0.16), (0.215, 0.02), (-0.15, 0.16), (-0.215, 0.16))
    whole = 0.8144  # of its mass there is in its fragments, that it weighs itself
    radius, out, speed = 0.04, 0.052, 20.0  # m; m from the middle; m/s
    life, turned, most_hits = 1.5, 0.05, 20  # s; s after it flies the other way; contacts
    inertia, near = 0.0008, 1.0  # m^2; m: farther off it weighs less

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        sx, sy = p.width / 0.43, p.height / 0.32
        case = Shape(_corners(self.outline, sx, sy), None, friction=p.friction, restitution=p.restitution, name="blunt")
        glow = Look("glow", (255, 176, 46), outline=0.5, slot="exploded")
        fragments = [
            Shape(Circle(self.radius), glow, 1 + k, friction=_FRICTION, restitution=1.0, name="fragment")
            for k in range(self.count)
        ]
        bodies = (Body("dynamic", p.mass), *(Body("dynamic", p.mass / self.whole / self.count) for _ in fragments))
        ports = (Port("signal", -0.1 * sx, 0.0, "signal in", title="Igniter"),)
        look = _drawn(Dynamite(), 2.0 * sx, 1.6 * sy)
        return Blueprint(bodies, (*fragments, case, *look), ports, spare=tuple(range(1, 1 + self.count)))

    def press(self, run: Running, machine: RunningMachine) -> None:
        if not run["called"]:
            run["called"], run["left"] = 1.0, run.p.fuse
            machine.tell("lit", run)

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if on:
            self.press(run, machine)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        own = run.plan.shapes[hit.shape].body
        if own:
            run[f"hits {own - 1}"] += 1.0

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["exploded"]:
            self._fade(run, machine)
        elif run["called"]:
            run["left"] -= machine.dt
            if run["left"] <= 0:
                self._explode(run, machine)

    def _explode(self, run: Running, machine: RunningMachine) -> None:
        run["exploded"], run["angle"] = 1.0, run.bodies[0].angle
        machine.tell("exploded", run, run.p.mass / self.whole * self.speed)
        x, y = run.world(0.0, 0.0)
        machine.take_back(run, 0)
        for k in range(self.count):
            c, s = self._direction(run, k)
            at, velocity = (x + self.out * c, y + self.out * s), (self.speed * c, self.speed * s)
            machine.let_out(run, 1 + k, at, velocity)
            run[f"fragment {k}"] = -1.0

    def _direction(self, run: Running, k: int) -> Point:
        return cos_sin(run["angle"] + TURN * k / self.count)

    def _fade(self, run: Running, machine: RunningMachine) -> None:
        run["since"] += machine.dt
        there = [k for k in range(self.count) if run[f"fragment {k}"]]
        if not there or run["since"] >= self.life:
            machine.remove(run.id)
            return
        share = run.p.mass / self.whole * (1.0 - run["since"] / self.life) / len(there)
        for k in there:
            if self._ends(run, k, machine.dt):
                run[f"fragment {k}"] = 0.0
                machine.take_back(run, 1 + k)
                continue
            body = run.bodies[1 + k]
            dx, dy = body.position.x - run.spec.x, body.position.y - run.spec.y
            far = math.sqrt(dx * dx + dy * dy)
            body.mass = mass = share / max(self.near, far)
            body.moment = self.inertia * mass

    def _ends(self, run: Running, k: int, dt: float) -> bool:
        """Count down the end of a fragment that has turned round; whether it has come, or the fragment is out."""
        body, left = run.bodies[1 + k], run[f"fragment {k}"]
        if body.space is None or run[f"hits {k}"] > self.most_hits:
            return True
        if left < 0:
            c, s = self._direction(run, k)
            vx, vy = body.velocity
            if vx * c < 0 and vy * s < 0:
                run[f"fragment {k}"] = self.turned
            return False
        run[f"fragment {k}"] = left = max(0.0, left - dt)
        return left == 0.0


KINDS: tuple[Kind, ...] = (
    ClassicBalloon(), ClassicCactus(), ClassicNails(), SawBlade(), ClassicButterfly(), ColaBottle(), ClassicWalker(),
    ClassicExit(), ClassicDetonator(), ClassicDynamite(), ClassicSpring(),
)  # fmt: skip
