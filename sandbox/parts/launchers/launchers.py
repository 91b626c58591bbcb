"""Launchers: springs, bats and gloves that send on the things that touch them.

What moves is loose bodies on the engine's joints, driven with bounded forces: a heavy load moves slower, and what
is stuck is not crushed. At rest nothing is written, so that a launcher and what lies on it can fall asleep.
"""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.engine.engine import push_forward, set_pose, to_world
from sandbox.engine.readout import MOVING, TURNED, asleep
from sandbox.parts.bang.jack import JackInTheBox
from sandbox.parts.drawing import TURN, arc, band, painted, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Joint, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.launchers.pinball import Bumper, Flipper
from sandbox.parts.launchers.spring_board import SpringBoard
from sandbox.parts.materials import ASH, BRASS, BROWN_WOOD, DARK, DEPTH, IRON, RED_WOOD, STEEL
from sandbox.parts.pace import turn
from sandbox.parts.reactions import Knocked

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_NUDGE = 0.05  # N s: a harder impact than this sets off a glove or a latch


def _add(run: Running, machine: RunningMachine, *joints: pymunk.Constraint) -> None:
    for joint in joints:
        joint.collide_bodies = False
    machine.tie(run, *joints)


_READY, _OUT, _BACK = 0.0, 1.0, 2.0
_Way = tuple[float, float, float, float, float]


def _way(run: Running) -> _Way:
    """Return how a ram goes out of its fixed box: the direction, the place of the box, and how far from that the ram is
    at home (m).
    """
    box, f = run.numbers[0], run.facing
    (ax, ay), (x, y, _, _) = cos_sin(box[TURNED][0]), box[MOVING]
    return f * ax, f * ay, x, y, f * run.plan.bodies[1].x


class Thrust(Knocked):
    """A ram, body 1, slides in a groove; a bounded force drives it out, and a damped spring draws it in.

    Properties: `reach`, `speed`, `force`. A knock on its `struck_on` sets it off. States: `phase` (0 ready, 1 going
    out, 2 coming back), `timer`, the seconds left for going out, and `fired`, 1 from the first time on.
    """

    flips: ClassVar[bool] = True
    set_off_by: ClassVar[tuple[str, ...]] = ("blast",)
    knock_over: ClassVar[float | str] = _NUDGE
    struck_on: ClassVar[str] = "back"
    states: ClassVar[tuple[str, ...]] = ("phase", "timer", "fired")
    acts_while: ClassVar[str] = "phase"
    goal_states: ClassVar[tuple[str, ...]] = ("fired",)
    mass: ClassVar[float]  # kg
    head: ClassVar[Circle]  # what it pushes with, at home
    longest = 0.5  # s: then it draws back, wherever it got to
    # The spring that draws it back: stiffness in N/m, damping in N s/m, and how far behind the box it is tied and
    # stretched, in m, so that it draws along the groove with about the same force all the way.
    stiffness, damping, behind, stretched = 25.0, 25.0, 2.0, 0.4

    def ranges(self, p: SimpleNamespace) -> tuple[Circle, ...]:
        """Return where its head gets to, if nothing stops it."""
        return (Circle(self.head.r, self.head.x + p.reach, self.head.y),)

    def start(self, run: Running, machine: RunningMachine) -> None:
        box, ram = run.bodies[0], run.bodies[1]
        f, x = run.facing, run.plan.bodies[1].x
        groove = pymunk.GrooveJoint(box, ram, (x, 0.0), (x + f * run.p.reach, 0.0), (0.0, 0.0))
        upright = pymunk.GearJoint(box, ram, 0.0, 1.0)
        spring = pymunk.DampedSpring(
            box,
            ram,
            (x - f * self.behind, 0.0),
            (0.0, 0.0),
            self.behind - self.stretched,
            self.stiffness,
            self.damping,
        )
        _add(run, machine, groove, upright, spring)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run["phase"] == _READY:
            run["phase"], run["timer"], run["fired"] = _OUT, self.longest, 1.0
            machine.rouse(run)
            self._damp(run, 0.0)
            machine.tell("fired", run)

    def act(self, run: Running, machine: RunningMachine) -> None:
        states, numbers = run.numbers_from("phase", 2), run.numbers[1]
        if asleep(numbers):
            return  # held out by something that rests too
        groove: _Way | None = machine.fixed_cache.get(run.id)
        if groove is None:
            groove = machine.fixed_cache[run.id] = _way(run)
        ax, ay, hx, hy, home = groove
        x, y, vx, vy = numbers[MOVING]
        gone = (x - hx) * ax + (y - hy) * ay - home
        if states[0] == _OUT:
            dt, p = machine.dt, run.p
            states[1] = left = max(0.0, states[1] - dt)
            if gone > p.reach - 0.01 or left == 0:
                states[0] = _BACK
                self._damp(run, self.damping)
            else:
                # As a force, so that the engine weighs it against what is in the way before it moves the ram.
                force = min(p.force, (p.speed - (vx * ax + vy * ay)) * self.mass / dt)
                if force > 0:
                    push_forward(run.bodies[1], (run.facing * force, 0.0))
        elif gone < 0.004:
            states[0] = _READY
            gone = 0.0
        self.gone_out(run, gone, machine)

    def _damp(self, run: Running, damping: float) -> None:
        for joint in run.joints:
            if isinstance(joint, pymunk.DampedSpring):
                joint.damping = damping

    def gone_out(self, run: Running, gone: float, machine: RunningMachine) -> None:
        """Draw the shapes that follow the ram, which is out by `gone` metres."""


@functools.lru_cache(maxsize=256)
def _angle_of(cosine: float) -> float:
    angle = 1.5708 - cosine - cosine * cosine * cosine / 6
    for _ in range(4):  # Newton's rounds for its cosine: the C library's acos may differ by processor
        c, s = cos_sin(angle)
        angle += (c - cosine) / s
    return angle


class BoxingGlove(Thrust):
    """The bars of the scissor arm are drawn where the glove has got to; nothing touches them."""

    name = "boxing_glove"
    title = "Boxing glove"
    price = 15
    synonyms = "punch, fist, puncher"
    hands_on = ("knock",)
    help = "Struck behind, or at a signal, it punches to the front and pushes away what is there; then draws back."
    source = "A boxing glove of 10 to 16 oz with a fist in it, 0.6 kg; a novice's straight punch goes at 5 m/s."
    cues = {"fired": "punch"}
    properties = (
        Property("reach", "Reach", 0.45, "m", 0.2, 0.8, 0.05, help="How far the glove goes out"),
        Property("speed", "Speed", 4.0, "m/s", 1.0, 8.0, 0.1, help="Of the glove when nothing stops it"),
        Property("force", "Force", 100.0, "N", 20.0, 2000.0, 10.0, help="At most"),
    )
    mass, radius = 0.6, 0.062  # kg, m
    home, root, wrist = 0.18, -0.03, 0.112  # m: of the glove's middle; of the arm's ends
    head = Circle(radius, home)
    crossings = 4
    redrawn = 1 / 30  # s: so often its bars follow the glove

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r, x = self.radius, self.home
        red, cuff = Look("leather", (204, 44, 44)), Look("leather", (246, 240, 228), outline=1.0)
        trim = Look("wood", (206, 158, 98), outline=0.9)
        bodies = [Body("static"), Body("dynamic", self.mass)]
        shapes = []
        lean = self._lean(self._bar(p), self.wrist - self.root)
        step = (self.wrist - self.root) / self.crossings
        for crossing in range(self.crossings):
            at = self.root + (crossing + 0.5) * step
            for sign in (-1.0, 1.0):
                c, s = cos_sin(sign * lean)
                half = self._bar(p) / 2
                bar = band(((at - half * c, -half * s), (at + half * c, half * s)), 0.012)
                shapes.append(painted(bar, Look("metal", (158, 166, 178), outline=1.0), len(bodies)))
                if sign > 0:
                    shapes.append(painted(Circle(0.005, at), DARK, len(bodies)))
                bodies.append(Body("kinematic", x=at))
        fold = band(arc(0.55 * r, -0.6, 0.9, 8, x - 0.004, 0.0), 0.005)
        shapes += [
            Shape(slab(0.04, 0.076, self.wrist + 0.012, 0.0, 0.006), cuff, 1, 0.5, 0.1),
            Shape(Circle(r, x, 0.0), red, 1, 0.5, 0.1),
            painted(fold, Look("leather", (150, 26, 30), outline=0.0), 1),
            painted(Circle(0.022, x - 0.018, 0.046), Look("leather", (218, 60, 56)), 1),
            Shape(slab(0.19, 0.27, -0.005, 0.0, 0.008), BROWN_WOOD, friction=0.7),
            painted(slab(0.19, 0.03, -0.005, 0.12, 0.006), trim),
            painted(slab(0.19, 0.03, -0.005, -0.12, 0.006), trim),
            painted(slab(0.03, 0.21, 0.075, 0.0, 0.004), trim),
            Shape(slab(0.026, 0.15, -0.113, 0.0, 0.006), BRASS, name="back"),
        ]
        ports = (Port("signal", -0.03, 0.0, "signal in", title="Trigger"),)
        return Blueprint(tuple(bodies), tuple(shapes), ports)

    def _bar(self, p: SimpleNamespace) -> float:
        """Return the length in m of the arm's bars: at full reach they are not quite in line."""
        return float(1.06 * (self.wrist - self.root + p.reach) / self.crossings)

    def _lean(self, bar: float, span: float) -> float:
        """Return the angle of bars of this length to the arm when that spans `span` metres."""
        return _angle_of(min(0.98, max(0.0, span / self.crossings / bar)))

    def gone_out(self, run: Running, gone: float, machine: RunningMachine) -> None:
        if gone and not turn(run, machine, self.redrawn):
            return
        box, span, at_home = run.bodies[0], self.wrist - self.root, run.numbers[0][TURNED][0]
        bar = self._bar(run.p)
        lean = run.facing * (self._lean(bar, span + gone) - self._lean(bar, span))
        for crossing in range(self.crossings):
            share = (crossing + 0.5) / self.crossings
            place = to_world(box, (run.facing * (self.root + share * (span + gone)), 0.0))
            first = 2 + 2 * crossing  # of the two bars that cross there
            set_pose(run.bodies[first], place, at_home - lean)
            set_pose(run.bodies[first + 1], place, at_home + lean)


class PoolCue(Thrust):
    """The cue slides through the rings of its rest; its butt end takes the knock."""

    name = "pool_cue"
    title = "Cue"
    price = 13
    synonyms = "billiard stick, pusher, striker"
    hands_on = ("knock",)
    help = "Knocked on its butt end, or at a signal, it thrusts: a clean, straight push on a small spot."
    source = "A pool cue weighs 0.54 kg, with a tip of 13 mm; an easy break goes at 4 to 7 m/s. Here it is shorter."
    cues = {"fired": "clack"}
    properties = (
        Property("reach", "Reach", 0.25, "m", 0.1, 0.4, 0.05, help="How far the cue goes out"),
        Property("speed", "Speed", 4.0, "m/s", 1.0, 8.0, 0.1, help="Of the cue when nothing stops it"),
        Property("force", "Force", 150.0, "N", 20.0, 1000.0, 10.0, help="At most"),
    )
    mass, thick = 0.54, 0.036  # kg, m
    butt, tip = -0.34, 0.24  # m: its ends
    head = Circle(thick / 2, tip - thick / 2)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        t, butt, tip = self.thick, self.butt, self.tip
        maple, dark = Look("wood", (226, 186, 120)), Look("wood", (70, 40, 34), outline=1.0)
        white, chalk = Look("leather", (246, 242, 230), outline=0.8), Look("felt", (66, 132, 196), outline=0.8)
        brass = Look("metal", (224, 178, 76), outline=0.9)
        grip = butt + 0.2
        stick = Polygon(((grip, -t / 2), (tip, -0.3 * t), (tip, 0.3 * t), (grip, t / 2)))
        foot = Polygon(((-0.1, -0.15), (0.1, -0.15), (0.045, -0.03), (-0.045, -0.03)), 0.004)
        shapes = (
            Shape(stick, maple, 1, 0.4, 0.2),
            Shape(slab(0.2, t + 0.006, butt + 0.1, 0.0, 0.005), dark, 1, 0.4, 0.2),
            Shape(slab(0.02, 0.05, butt - 0.008, 0.0, 0.008), Look("rubber", (52, 54, 60)), 1, 0.6, 0.3, name="back"),
            *(painted(slab(0.008, t + 0.01, grip - 0.02 - 0.02 * k), brass, 1) for k in range(2)),
            painted(slab(0.03, 0.7 * t, tip - 0.016, 0.0, 0.002), white, 1),
            Shape(slab(0.014, 0.68 * t, tip + 0.004, 0.0, 0.005), chalk, 1, 0.7, 0.1),
            Shape(foot, Look("wood", (38, 104, 78)), friction=0.7),
            Shape(slab(0.22, 0.02, 0.0, -0.152, 0.005), IRON, friction=0.7),
            *(painted(slab(0.026, 0.062, x, 0.0, 0.01), brass) for x in (-0.045, 0.045)),
            painted(slab(0.13, 0.02, 0.0, -0.034, 0.006), IRON),
        )
        ports = (Port("signal", 0.0, -0.1, "signal in", title="Trigger"),)
        return Blueprint((Body("static"), Body("dynamic", self.mass)), shapes, ports)


class Catapult(Knocked):
    """The latch holds the arm fast against its spring; let go, the arm turns until a stop ends the throw.

    States: `fired`.
    """

    name = "catapult"
    title = "Catapult"
    price = 16
    synonyms = "launcher, thrower, trebuchet"
    set_off_by = ("blast",)
    hands_on = ("knock",)
    help = "Throws what lies in its cup when its latch is struck, at a signal, or when you press it. It throws once."
    source = "Spring energy turns arm and load alike: what weighs much flies less far. A toy's arm, 0.1 m deep, of ash."
    cues = {"fired": "twang"}
    properties = (
        Property("width", "Arm", 0.5, "m", 0.3, 1.2, 0.05, help="From the pivot to the end of the cup"),
        Property("energy", "Energy", 8.0, "J", 1.0, 40.0, 0.5, help="In the tense spring"),
        Property("aim", "Aim", 45.0, "°", 10.0, 80.0, 1.0, help="Above the level, at the end of the throw"),
    )
    flips = True
    pressable = True
    knock_over, struck_on = _NUDGE, "latch"
    states = ("fired",)
    goal_states = ("fired",)
    rise, thick, cup = 0.2, 0.026, 0.17  # m: pivot above the ground; thickness of the arm; length of the cup
    past = 0.3  # rad: how far beyond the stop the spring would turn the arm
    opens = 0.7  # rad: how far the latch swings open

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        h, t = self.rise / 2, self.thick
        end, pivot = -p.width / 2 - 0.02, p.width / 2 - 0.02
        dark = Look("wood", (150, 98, 50))
        top = h - t / 2
        base = slab(p.width + 0.16, 0.03, 0.0, -h + 0.015, 0.004)
        tower = Polygon(((pivot - 0.07, -h), (pivot + 0.07, -h), (pivot + 0.018, top), (pivot - 0.018, top)), 0.004)
        catch = end - 0.022
        over = top + t / 2
        hook = (
            (catch - 0.009, -0.02), (catch + 0.009, -0.02), (catch + 0.009, over), (end + 0.022, over),
            (end + 0.022, over + 0.014), (catch - 0.009, over + 0.014),
        )  # fmt: skip
        shapes = (
            Shape(slab(0.03, 0.09, catch, -0.035, 0.003), dark, name="latch"),
            Shape(slab(pivot - end, t, (pivot + end) / 2, top, 0.006), RED_WOOD, 1, 0.8, 0.1),
            Shape(slab(0.016, 0.06, end + 0.008, top + 0.03, 0.004), dark, 1, 0.8, 0.1),
            Shape(slab(0.016, 0.06, end + self.cup - 0.008, top + 0.03, 0.004), dark, 1, 0.8, 0.1),
            painted(slab(self.cup, 0.012, end + self.cup / 2, top + t / 2 - 0.002, 0.003), dark, 1),
            Shape(base, RED_WOOD),
            Shape(slab(0.02, 0.11, catch - 0.022, -0.025, 0.005), BRASS, name="latch"),
            painted(Polygon(hook), BRASS, 2),
            painted(Circle(0.006, catch, -0.012), DARK, 2),
            painted(tower, dark),
            painted(Circle(0.03, pivot, top), Look("metal", (196, 70, 58))),
            painted(Circle(0.019, pivot, top), STEEL),
            painted(Circle(0.008, pivot, top), DARK),
        )
        ports = (Port("signal", pivot, -h + 0.04, "signal in", title="Latch"),)
        axle = Joint("pivot", 0, 1, pivot, top)
        bodies = (
            Body("static"),
            Body("dynamic", ASH * DEPTH * t * (pivot - end)),
            Body("kinematic", x=catch, y=-0.012),
        )
        return Blueprint(bodies, shapes, ports, (axle,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        sweep = self._sweep(run.p)
        base, arm = run.bodies[0], run.bodies[1]
        # Half of stiffness times angle squared, at the latch less what is left at the stop, is the energy.
        stiffness = 2 * run.p.energy / (sweep * (sweep + 2 * self.past))
        spring = pymunk.DampedRotarySpring(base, arm, run.facing * (sweep + self.past), stiffness, 0.01)
        _add(run, machine, spring, pymunk.RotaryLimitJoint(base, arm, 0.0, 0.0))

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run["fired"]:
            return
        run["fired"] = 1.0
        ends = sorted((0.0, -run.facing * self._sweep(run.p)))
        for joint in run.joints:
            if isinstance(joint, pymunk.RotaryLimitJoint):
                joint.min, joint.max = ends
        run.bodies[2].angle += run.facing * self.opens
        machine.tell("fired", run)

    def _sweep(self, p: SimpleNamespace) -> float:
        """Return how far the arm turns, in radians: at its end the load moves square to it, as high as the aim."""
        return float((90.0 - p.aim) * TURN / 360)


KINDS: tuple[Kind, ...] = (SpringBoard(), Bumper(), Flipper(), BoxingGlove(), PoolCue(), JackInTheBox(), Catapult())
