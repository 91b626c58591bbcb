"""Launchers: springs, bats and gloves that send on what touches them.

What moves is loose bodies on the engine's joints, driven with bounded forces: a heavy load moves slower, and what
is stuck is not crushed. At rest nothing is written, so that a launcher and what lies on it can fall asleep.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.parts.base import Blueprint, Body, Circle, Hit, Joint, Kind, Look, Polygon, Port, Property, Shape
from sandbox.parts.outlines import TURN, arc, band, slab

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_STEEL = Look("metal", (150, 158, 170))
_DARK = Look("metal", (84, 90, 100), outline=0.0)
_PIN = Look("metal", (196, 202, 210), outline=0.0)
_ASH = Look("wood", (222, 184, 122))
_ASH_DENSITY, _PINE, _DEPTH = 680.0, 500.0, 0.1  # kg/m^3 (Wood Handbook), m
_NUDGE = 0.05  # N s: a harder impact than this sets off a glove or a latch


def _leaning(run: Running) -> float:
    """Return how far body 1 has turned from where it was placed, in radians, as if the part were not flipped."""
    return run.facing * (run.bodies[1].angle - run.bodies[0].angle)


def _add(run: Running, machine: RunningMachine, *joints: pymunk.Constraint) -> None:
    for joint in joints:
        joint.collide_bodies = False
    machine.tie(run, *joints)


_RESTING, _TAKING, _GIVING = 0.0, 1.0, 2.0


class SpringBoard(Kind):
    """The spring is stiffer on the way up than on the way down: that is the push, as of a diver who jumps along.

    The engine stops what lands on the board dead; board and load then go down together with the energy that the
    load brought. What is laid on it only bends it: at rest it is damped, and the push is for landings.
    States: `phase`: 0 at rest, 1 from a landing to the lowest point, 2 on the way up from there; `timer`, the
    seconds left for that.
    """

    name = "spring_board"
    title = "Spring board"
    help = "A board on a strong spring: throws what lands on it higher than a floor would, highest at its free end."
    source = (
        "A gymnast's spring board gives back about 0.8 of the energy; the push, a toy's licence, multiplies it. "
        "The board is 0.1 m deep and 16 mm thick; pine, 500 kg/m^3."
    )
    cues = {"bounced": "boing"}
    properties = (
        Property("width", "Length", 0.6, "m", 0.4, 1.5, 0.05),
        Property("stiffness", "Stiffness", 800.0, "N m/rad", 50.0, 5000.0, 10.0, help="Of the spring at the hinge"),
        Property("push", "Push", 2.6, "", 1.0, 4.0, 0.1, help="Spring energy given back over energy taken"),
    )
    resizes = ("width",)
    flips = True
    wants_hits = True
    hit_threshold = math.inf
    states = ("phase", "timer")
    height, thick = 0.16, 0.016  # m
    quiet = 0.3  # m/s: what lands slower than this has come to rest
    spring_at = 0.26  # m from the hinge
    dip, over = 0.05, 0.03  # m: that the spring gives downwards and upwards
    longest = 0.15  # s of push: a load may be too heavy to come up
    near = 0.05  # m from the hinge: nearer than this, nothing is thrown
    springy, damped = 0.015, 1.0  # damping over its critical value: in a throw, and at rest

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width / 2, self.height / 2
        hinge_x, hinge_y, at = -w + 0.02, h - self.thick / 2, -w + 0.02 + self.spring_at
        board = slab(p.width, self.thick, 0.0, hinge_y, 0.004)
        wire = Look("metal", (196, 70, 58), outline=0.8)
        coil = [
            Shape(slab(0.064, 0.011, at, h - 0.022 - 0.0165 * turn, 0.005), wire, 1, collides=False)
            for turn in range(5)
        ]
        post = Polygon(((-w, -h), (-w + 0.06, -h), (hinge_x + 0.012, hinge_y), (hinge_x - 0.012, hinge_y)), 0.002)
        shapes = (
            *coil,
            Shape(slab(p.width, 0.02, 0.0, -h + 0.01, 0.004), _STEEL, restitution=0.5),
            Shape(slab(0.084, 0.075, at, -h + 0.0375, 0.005), Look("metal", (70, 108, 168)), collides=False),
            Shape(post, _STEEL, collides=False),
            Shape(board, _ASH, body=1, friction=0.7, restitution=0.0, name="board"),
            Shape(slab(0.1, 0.005, w - 0.07, h - 0.0005, 0.002), Look("cloth", (62, 70, 84)), 1, collides=False),
            Shape(Circle(0.008, hinge_x, hinge_y), _PIN, collides=False),
        )
        hinge = Joint("pivot", 0, 1, hinge_x, hinge_y, -self.dip / self.spring_at, self.over / self.spring_at)
        bodies = (Body("static"), Body("dynamic", _PINE * _DEPTH * p.width * self.thick))
        return Blueprint(bodies, shapes, (), (hinge,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        _add(run, machine, pymunk.DampedRotarySpring(run.bodies[0], run.bodies[1], 0.0, 0.0, 0.0))
        self._set(run, machine, _RESTING)

    def _slew(self, run: Running) -> float:
        """The board's moment of inertia about its hinge."""
        board, arm = run.bodies[1], run.p.width / 2
        return float(board.moment + board.mass * arm * arm)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        striker = machine.parts.get(hit.other)
        if not hit.first or hit.speed < self.quiet or striker is None or run["phase"] == _GIVING:
            return
        load, board, hinge = (
            striker.bodies[striker.plan.shapes[hit.other_shape].body],
            run.bodies[1],
            run.plan.joints[0],
        )
        hx, hy = run.world(hinge.x, hinge.y)
        along, up = self._axes(run)
        arm = (hit.x - hx) * along[0] + (hit.y - hy) * along[1]
        if load.body_type != load.DYNAMIC or run.plan.shapes[hit.shape].body != 1 or arm < self.near:
            return
        if hit.nx * up[0] + hit.ny * up[1] < 0.5:  # from the side or from below
            return
        share = load.mass * arm * arm
        turn = hit.speed / arm * math.sqrt(share / (share + self._slew(run)))
        if turn <= -run.facing * board.angular_velocity:
            return
        spin = -run.facing * turn
        (bx, by), (vx, vy) = board.position, load.velocity
        board.angular_velocity, board.velocity = spin, (-spin * (by - hy), spin * (bx - hx))
        if run["phase"] != _TAKING:
            self._set(run, machine, _TAKING)
        gain = turn * arm + vx * hit.nx + vy * hit.ny
        load.velocity = (vx - gain * hit.nx, vy - gain * hit.ny)

    def _axes(self, run: Running) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return two directions in the world: from the hinge along the board, and up out of it."""
        c, s = cos_sin(run.bodies[1].angle)
        return (run.facing * c, run.facing * s), (-s, c)

    def act(self, run: Running, machine: RunningMachine) -> None:
        board = run.bodies[1]
        if board.is_sleeping:
            return
        rising = run.facing * board.angular_velocity
        if run["phase"] == _TAKING and rising > 0:
            self._set(run, machine, _GIVING)
            machine.tell("bounced", run, rising)
        elif run["phase"] == _GIVING:
            run["timer"] = max(0.0, run["timer"] - machine.dt)
            if run["timer"] == 0 or _leaning(run) > 0:
                self._set(run, machine, _RESTING)

    def _set(self, run: Running, machine: RunningMachine, phase: float) -> None:
        run["phase"], run["timer"] = phase, self.longest if phase == _GIVING else 0.0
        self._stiffen(run, self._stiffness(run, machine.dt))

    def retimed(self, run: Running, lapse: float, machine: RunningMachine) -> None:
        stiffness = self._stiffness(run, machine.dt)
        if stiffness != self._stiffness(run, machine.dt_before):  # writing it wakes the board
            self._stiffen(run, stiffness)

    def _stiffness(self, run: Running, dt: float) -> float:
        """Return a stiffness that the steps can follow: beyond that, they would add energy."""
        return float(min(run.p.stiffness, self._slew(run) / (dt * dt * run.p.push)))

    def _stiffen(self, run: Running, stiffness: float) -> None:
        phase, slew = run["phase"], self._slew(run)
        for joint in run.joints:
            if isinstance(joint, pymunk.DampedRotarySpring):
                joint.stiffness = stiffness * run.p.push if phase == _GIVING else stiffness
                joint.damping = 2 * math.sqrt(stiffness * slew) * (self.damped if phase == _RESTING else self.springy)


class Bumper(Kind):
    """The kick is along the line from its middle, up to its speed, and no more than its impulse can do.

    States: `lit`, from 1 at a kick down to 0.
    """

    name = "bumper"
    title = "Pinball bumper"
    help = "Kicks away what touches it and lights up. Light things leave at its kick speed, heavy ones slower."
    source = "A pinball's coil kicks its 80 g ball to 2 to 3 m/s in some 10 ms."
    cues = {"kicked": "bell"}
    properties = (
        Property("radius", "Radius", 0.09, "m", 0.04, 0.3, 0.01),
        Property("kick", "Kick", 3.0, "m/s", 0.5, 8.0, 0.1, help="Speed at which a light part leaves"),
        Property("impulse", "Impulse", 3.0, "N s", 0.1, 20.0, 0.1, help="At most: what a heavy part gets"),
    )
    wants_hits = True
    hit_threshold = math.inf
    states = ("lit",)
    goal_states = ("lit",)
    glows = 0.3  # s

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r = p.radius
        white = Look("leather", (246, 242, 230), outline=0.0)
        studs = [point for at in range(8) for point in arc(0.8 * r, TURN * at / 8, TURN * at / 8, 2)[:1]]
        shapes = (
            Shape(Circle(r), Look("rubber", (52, 58, 70)), restitution=0.8),
            Shape(Circle(0.9 * r), Look("leather", (206, 48, 48), outline=0.0), collides=False),
            *(Shape(Circle(0.055 * r, x, y), white, collides=False) for x, y in studs),
            Shape(Circle(0.66 * r), Look("metal", (176, 184, 194), outline=0.8), collides=False),
            Shape(Circle(0.56 * r), Look("glow", (250, 190, 60), outline=0.8, slot="lit"), collides=False),
        )
        return Blueprint((Body("static"),), shapes)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        striker = machine.parts.get(hit.other)
        if not hit.first or striker is None:
            return
        body = striker.bodies[striker.plan.shapes[hit.other_shape].body]
        if body.body_type != body.DYNAMIC:
            return
        vx, vy = body.velocity
        gain = min(run.p.kick - vx * hit.nx - vy * hit.ny, run.p.impulse / body.mass)
        if gain > 0:
            body.velocity = (vx + gain * hit.nx, vy + gain * hit.ny)
            run["lit"] = 1.0
            machine.tell("kicked", run, gain, hit.other)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["lit"] > 0:
            run["lit"] = max(0.0, run["lit"] - machine.dt / self.glows)


class Flipper(Kind):
    """A coil turns the bat up against a stop, holds it for a moment, and a weak spring lays it down again.

    States: `up`, the seconds until it goes down, and `rest`, the seconds until it can flick again.
    """

    name = "flipper"
    title = "Flipper"
    help = "A bat that flicks up for a moment when something lands on it, when you press it, or at a signal."
    source = "A pinball flipper: 76 mm long, 50 degrees of travel in 20 to 30 ms; this one is three times as long."
    cues = {"flicked": "clack"}
    properties = (
        Property("width", "Length", 0.26, "m", 0.15, 0.6, 0.01),
        Property("speed", "Tip speed", 4.0, "m/s", 1.0, 10.0, 0.1, help="Of the tip when nothing heavy lies on it"),
        Property("strength", "Strength", 30.0, "N m", 1.0, 200.0, 1.0, help="Torque at most"),
        Property("lands", "When struck", True, help="Whether it flicks when something lands on it"),
    )
    resizes = ("width",)
    flips = True
    pressable = True
    wants_hits = True
    hit_threshold = math.inf
    states = ("up", "rest")
    goal_states = ("up",)
    travel = 0.85  # rad
    hold, pause = 0.15, 0.35  # s: up; from the start of a flick to the next
    down_torque, down_speed = 0.6, 6.0  # N m, rad/s
    quiet = 0.2  # m/s: what lands slower than this has not landed, but lies

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        big, small = 0.028, 0.014  # m: radii at the pivot and at the tip
        x, reach, droop = -p.width / 2 + big, p.width - big - small, -0.4
        y = 0.5 * 0.38 * p.width  # so that the middle of the bat is the middle of the part
        c, s = cos_sin(droop)

        def out(along: float, up: float) -> tuple[float, float]:
            return x + c * along - s * up, y + s * along + c * up

        side = (big - small) / reach  # the flanks touch both discs: sine of their lean
        rise = math.sqrt(1 - side * side)
        flank = [
            out(big * side, -big * rise), out(reach + small * side, -small * rise),
            out(reach + small * side, small * rise), out(big * side, big * rise),
        ]  # fmt: skip
        tip = out(reach, 0.0)
        red, face = Look("rubber", (212, 56, 50)), Look("leather", (248, 236, 206), outline=0.0)
        stripe = Polygon((out(0.02, -0.013), out(reach, -0.006), out(reach, 0.006), out(0.02, 0.013)))
        plate = slab(0.075, 0.075, x, y, 0.01)
        outline = Polygon(
            (
                *arc(big, droop + 1.571 + side, droop + TURN - 1.571 - side, 20, x, y),
                *arc(small, droop - 1.571 - side, droop + 1.571 + side, 14, *tip),
            )
        )
        shapes = (
            Shape(plate, Look("metal", (122, 130, 142)), collides=False),
            *(
                Shape(piece, None, body=1, friction=0.7, restitution=0.5)
                for piece in (Circle(big, x, y), Circle(small, *tip), Polygon(tuple(flank)))
            ),
            Shape(outline, red, body=1, collides=False),
            Shape(stripe, face, body=1, collides=False),
            Shape(Circle(0.017, x, y), _STEEL, body=1, collides=False),
            Shape(Circle(0.007, x, y), _DARK, collides=False),
        )
        pivot = Joint("pivot", 0, 1, x, y, 0.0, self.travel)
        ports = (Port("signal", x, y, "signal in", title="Coil"),)
        return Blueprint((Body("static"), Body("dynamic", 1.2 * p.width)), shapes, ports, (pivot,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        coil = pymunk.SimpleMotor(run.bodies[0], run.bodies[1], run.facing * self.down_speed)
        coil.max_force = self.down_torque
        _add(run, machine, coil)

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run["rest"] > 0:
            return
        run["up"], run["rest"] = self.hold, self.pause
        # The engine's motors turn the other way round: towards minus their rate.
        self._turn(run, -run.p.speed / run.p.width, run.p.strength)
        machine.tell("flicked", run)

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if on:
            self.press(run, machine)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run["rest"] > 0 or not run.p.lands or not hit.first or hit.speed < self.quiet:
            return
        c, s = cos_sin(run.bodies[1].angle - run.facing * 0.4)
        if hit.ny * c - hit.nx * s > 0.3:  # on its upper side
            self.press(run, machine)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["rest"] <= 0:
            return
        run["rest"] = max(0.0, run["rest"] - machine.dt)
        if run["up"] > 0:
            run["up"] = max(0.0, run["up"] - machine.dt)
            if run["up"] == 0:
                self._turn(run, self.down_speed, self.down_torque)

    def _turn(self, run: Running, rate: float, torque: float) -> None:
        for joint in run.joints:
            if isinstance(joint, pymunk.SimpleMotor):
                joint.rate, joint.max_force = run.facing * rate, torque


_READY, _OUT, _BACK = 0.0, 1.0, 2.0


class BoxingGlove(Kind):
    """The glove slides in a groove; a bounded force drives it out, and a damped spring draws it in.

    States: `phase` (0 ready, 1 going out, 2 coming back), `timer`, the seconds left for going out, and `fired`,
    1 from the first punch on. The bars of the scissor arm are drawn where the glove has got to; nothing touches them.
    """

    name = "boxing_glove"
    title = "Boxing glove"
    help = "Struck behind, or at a signal, it punches to the front and pushes away what is there; then draws back."
    source = "A boxing glove of 10 to 16 oz with a fist in it, 0.6 kg; a novice's straight punch goes at 5 m/s."
    cues = {"fired": "punch"}
    properties = (
        Property("reach", "Reach", 0.45, "m", 0.2, 0.8, 0.05, help="How far the glove goes out"),
        Property("speed", "Speed", 4.0, "m/s", 1.0, 8.0, 0.1, help="Of the glove when nothing stops it"),
        Property("force", "Force", 100.0, "N", 20.0, 2000.0, 10.0, help="At most"),
    )
    flips = True
    wants_hits = True
    hit_threshold = math.inf
    states = ("phase", "timer", "fired")
    goal_states = ("fired",)
    mass, radius = 0.6, 0.062  # kg, m
    home, root, wrist = 0.18, -0.03, 0.112  # m: of the glove's middle; of the arm's ends
    crossings = 4
    longest = 0.5  # s: then it draws back, wherever it got to
    # The spring that draws it back: stiffness in N/m, damping in N s/m, and how far behind the box it is tied and
    # stretched, in m, so that it draws along the groove with about the same force all the way.
    stiffness, damping, behind, stretched = 25.0, 25.0, 2.0, 0.4

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r, x = self.radius, self.home
        red, cuff = Look("leather", (204, 44, 44)), Look("leather", (246, 240, 228), outline=1.0)
        wood, trim = Look("wood", (176, 118, 64)), Look("wood", (206, 158, 98), outline=0.9)
        bodies = [Body("static"), Body("dynamic", self.mass)]
        shapes = []
        lean = self._lean(p, self.wrist - self.root)
        step = (self.wrist - self.root) / self.crossings
        for crossing in range(self.crossings):
            at = self.root + (crossing + 0.5) * step
            for sign in (-1.0, 1.0):
                c, s = cos_sin(sign * lean)
                half = self._bar(p) / 2
                bar = band(((at - half * c, -half * s), (at + half * c, half * s)), 0.012)
                shapes.append(Shape(bar, Look("metal", (158, 166, 178), outline=1.0), len(bodies), collides=False))
                if sign > 0:
                    shapes.append(Shape(Circle(0.005, at), _DARK, len(bodies), collides=False))
                bodies.append(Body("kinematic", x=at))
        shapes += [
            Shape(slab(0.04, 0.076, self.wrist + 0.012, 0.0, 0.006), cuff, 1, 0.5, 0.1),
            Shape(Circle(r, x, 0.0), red, 1, 0.5, 0.1),
            Shape(band(arc(0.55 * r, -0.6, 0.9, 8, x - 0.004, 0.0), 0.005), Look("leather", (150, 26, 30), outline=0.0),
                  1, collides=False),
            Shape(Circle(0.022, x - 0.018, 0.046), Look("leather", (218, 60, 56)), 1, collides=False),
            Shape(slab(0.19, 0.27, -0.005, 0.0, 0.008), wood, friction=0.7),
            Shape(slab(0.19, 0.03, -0.005, 0.12, 0.006), trim, collides=False),
            Shape(slab(0.19, 0.03, -0.005, -0.12, 0.006), trim, collides=False),
            Shape(slab(0.03, 0.21, 0.075, 0.0, 0.004), trim, collides=False),
            Shape(slab(0.026, 0.15, -0.113, 0.0, 0.006), Look("metal", (224, 176, 58)), name="back"),
        ]  # fmt: skip
        ports = (Port("signal", -0.03, 0.0, "signal in", title="Trigger"),)
        return Blueprint(tuple(bodies), tuple(shapes), ports)

    def _bar(self, p: SimpleNamespace) -> float:
        """Return the length in m of the arm's bars: at full reach they are not quite in line."""
        return float(1.06 * (self.wrist - self.root + p.reach) / self.crossings)

    def _lean(self, p: SimpleNamespace, span: float) -> float:
        """Return the angle of the bars to the arm when that spans `span` metres."""
        cosine = min(0.98, max(0.0, span / self.crossings / self._bar(p)))
        angle = 1.5708 - cosine - cosine * cosine * cosine / 6
        for _ in range(4):  # Newton's rounds for its cosine: the C library's acos may differ by processor
            c, s = cos_sin(angle)
            angle += (c - cosine) / s
        return angle

    def start(self, run: Running, machine: RunningMachine) -> None:
        box, glove = run.bodies[0], run.bodies[1]
        f, x = run.facing, run.plan.bodies[1].x
        groove = pymunk.GrooveJoint(box, glove, (x, 0.0), (x + f * run.p.reach, 0.0), (0.0, 0.0))
        upright = pymunk.GearJoint(box, glove, 0.0, 1.0)
        spring = pymunk.DampedSpring(
            box,
            glove,
            (x - f * self.behind, 0.0),
            (0.0, 0.0),
            self.behind - self.stretched,
            self.stiffness,
            self.damping,
        )
        _add(run, machine, groove, upright, spring)

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if on:
            self._fire(run, machine)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if hit.first and hit.impulse > _NUDGE and run.plan.shapes[hit.shape].name == "back":
            self._fire(run, machine)

    def _fire(self, run: Running, machine: RunningMachine) -> None:
        if run["phase"] == _READY:
            run["phase"], run["timer"], run["fired"] = _OUT, self.longest, 1.0
            self._damp(run, 0.0)
            machine.tell("fired", run)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["phase"] == _READY:
            return
        glove = run.bodies[1]
        if glove.is_sleeping:
            return  # held out by something that rests too
        ax, ay = cos_sin(run.bodies[0].angle)
        ax, ay = run.facing * ax, run.facing * ay
        (x, y), (hx, hy), (vx, vy) = glove.position, run.bodies[0].position, glove.velocity
        gone = (x - hx) * ax + (y - hy) * ay - run.facing * run.plan.bodies[1].x
        speed = vx * ax + vy * ay
        if run["phase"] == _OUT:
            run["timer"] = max(0.0, run["timer"] - machine.dt)
            if gone > run.p.reach - 0.01 or run["timer"] == 0:
                run["phase"] = _BACK
                self._damp(run, self.damping)
            else:
                # As a force, so that the engine weighs it against what is in the way before it moves the glove.
                force = min(run.p.force, (run.p.speed - speed) * self.mass / machine.dt)
                if force > 0:
                    glove.apply_force_at_local_point((run.facing * force, 0.0))
        elif gone < 0.004:
            run["phase"] = _READY
            gone = 0.0
        self._draw_arm(run, gone)

    def _damp(self, run: Running, damping: float) -> None:
        for joint in run.joints:
            if isinstance(joint, pymunk.DampedSpring):
                joint.damping = damping

    def _draw_arm(self, run: Running, gone: float) -> None:
        box, span = run.bodies[0], self.wrist - self.root
        lean = self._lean(run.p, span + gone) - self._lean(run.p, span)
        for index in range(2 * self.crossings):
            share = (index // 2 + 0.5) / self.crossings
            bar = run.bodies[2 + index]
            bar.position = box.local_to_world((run.facing * (self.root + share * (span + gone)), 0.0))
            bar.angle = box.angle + run.facing * (lean if index % 2 else -lean)


class Catapult(Kind):
    """The latch holds the arm fast against its spring; let go, the arm turns until a stop ends the throw.

    States: `fired`.
    """

    name = "catapult"
    title = "Catapult"
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
    wants_hits = True
    hit_threshold = math.inf
    states = ("fired",)
    goal_states = ("fired",)
    rise, thick, cup = 0.2, 0.026, 0.17  # m: pivot above the ground; thickness of the arm; length of the cup
    past = 0.3  # rad: how far beyond the stop the spring would turn the arm
    opens = 0.7  # rad: how far the latch swings open

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        h, t = self.rise / 2, self.thick
        end, pivot = -p.width / 2 - 0.02, p.width / 2 - 0.02
        wood, dark = Look("wood", (188, 128, 70)), Look("wood", (150, 98, 50))
        top = h - t / 2
        base = slab(p.width + 0.16, 0.03, 0.0, -h + 0.015, 0.004)
        tower = Polygon(((pivot - 0.07, -h), (pivot + 0.07, -h), (pivot + 0.018, top), (pivot - 0.018, top)), 0.004)
        catch = end - 0.022
        over = top + t / 2
        hook = (
            (catch - 0.009, -0.02), (catch + 0.009, -0.02), (catch + 0.009, over), (end + 0.022, over),
            (end + 0.022, over + 0.014), (catch - 0.009, over + 0.014),
        )  # fmt: skip
        brass = Look("metal", (224, 176, 58))
        shapes = (
            Shape(slab(0.03, 0.09, catch, -0.035, 0.003), dark, name="latch"),
            Shape(slab(pivot - end, t, (pivot + end) / 2, top, 0.006), wood, 1, 0.8, 0.1),
            Shape(slab(0.016, 0.06, end + 0.008, top + 0.03, 0.004), dark, 1, 0.8, 0.1),
            Shape(slab(0.016, 0.06, end + self.cup - 0.008, top + 0.03, 0.004), dark, 1, 0.8, 0.1),
            Shape(slab(self.cup, 0.012, end + self.cup / 2, top + t / 2 - 0.002, 0.003), dark, 1, collides=False),
            Shape(base, wood),
            Shape(slab(0.02, 0.11, catch - 0.022, -0.025, 0.005), brass, name="latch"),
            Shape(Polygon(hook), brass, 2, collides=False),
            Shape(Circle(0.006, catch, -0.012), _DARK, 2, collides=False),
            Shape(tower, dark, collides=False),
            Shape(Circle(0.03, pivot, top), Look("metal", (196, 70, 58)), collides=False),
            Shape(Circle(0.019, pivot, top), _STEEL, collides=False),
            Shape(Circle(0.008, pivot, top), _DARK, collides=False),
        )
        ports = (Port("signal", pivot, -h + 0.04, "signal in", title="Latch"),)
        axle = Joint("pivot", 0, 1, pivot, top)
        bodies = (
            Body("static"),
            Body("dynamic", _ASH_DENSITY * _DEPTH * t * (pivot - end)),
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

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if on:
            self.press(run, machine)

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if hit.first and hit.impulse > _NUDGE and run.plan.shapes[hit.shape].name == "latch":
            self.press(run, machine)

    def _sweep(self, p: SimpleNamespace) -> float:
        """Return how far the arm turns, in radians: at its end the load moves square to it, as high as the aim."""
        return float((90.0 - p.aim) * TURN / 360)


KINDS: tuple[Kind, ...] = (SpringBoard(), Bumper(), Flipper(), BoxingGlove(), Catapult())
