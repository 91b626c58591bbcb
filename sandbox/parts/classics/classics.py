"""Classics: The Butterfly Effect's balloons, bottles, penguins and the like, with its shapes, figures and rules.

Levels made for it depend on them to the centimetre, so what is imported is built of these. Their shapes are its
polygons (metres, before scaling to `width` and `height`), their origins its origins. Where it speaks of a step, of
0.004 s, these speak of seconds and newtons.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import msgspec
import pymunk

from sandbox.design.geometry import kept_after_a_second
from sandbox.engine.readout import MOVING, asleep
from sandbox.parts.air.balloon import Balloon
from sandbox.parts.classics.classic_actors import ClassicButterfly, ClassicExit, ClassicWalker
from sandbox.parts.classics.classic_explosives import ClassicDetonator, ClassicDynamite, ColaBottle
from sandbox.parts.classics.classic_sharp import ClassicCactus, ClassicNails, SawBlade
from sandbox.parts.classics.rules import FRICTION, MASS, corners, damp, drawn, size, surface, usual
from sandbox.parts.drawing import painted, slab
from sandbox.parts.kind import Blueprint, Body, Hit, Kind, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.materials import STEEL
from sandbox.parts.sharp import pricked

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


_TURNS_FROM = 1e-5  # N m: less of a lever than this lets a thing come to rest
# In shares of the width and height that its points span.
_BALLOON: tuple[Point, ...] = tuple((x / 0.26, y / 0.35) for x, y in (
    (-0.018, 0.18), (-0.07, 0.16), (-0.12, 0.1), (-0.13, 0.017), (-0.1, -0.08), (-0.03, -0.16), (0.006, -0.17),
    (0.039, -0.16), (0.1, -0.08), (0.13, 0.015), (0.11, 0.11), (0.07, 0.16), (0.01, 0.18),
))  # fmt: skip


def _stripe(sx: float, sy: float) -> Polygon:
    """Return a stripe round the widest part of the balloon: it tells a classic balloon from ours."""
    right = ((0.1208, -0.066), (0.1282, -0.03), (0.13, 0.0), (0.13, 0.006))
    points = (*right, *((-x, y) for x, y in reversed(right)))
    return Polygon(tuple((sx * x, sy * (y + 0.025)) for x, y in points))


class ClassicBalloon(Kind):
    """States: `popped`, and `left` (s until the rag that is left of it is gone, too)."""

    name = "classic_balloon"
    set_off_by = ("prick",)
    sound = "rubber"
    cues = {"popped": "pop"}
    hit_threshold = "pops_at"
    title = "Classic balloon"
    price = 2
    for_imports = True
    help = "Rises slowly and steadily, and pops when it is hit hard or pricked. Its lift is all of it, weight included."
    source = "TBE: 0.8 N at 0.1 m above its middle, 0.0735 kg, damping 2.1 and 0.4 a second, pops above 1.8 N s."
    properties = (
        *size(0.27, 0.36),
        usual(MASS, 0.0735, step=0.005),
        Property(
            "lift", "Lift", 0.8, "N", 0.0, 100.0, 0.05, help="All of it: what its own weight leaves can be carried"
        ),
        Property("drag", "Drag", 2.1, "1/s", 0.0, 20.0, 0.1, help="Share of its speed that the air takes"),
        Property("pops_at", "Pops at", 1.8, "N s", 0.01, 50.0, 0.05, help="An impact harder than this pops it"),
        Property("outline", "Outline", (_BALLOON,), "", -4.0, 4.0, help="Convex, in shares of width and height"),
        *surface(0.7),
    )
    resizes = ("width", "height")
    states = ("popped", "due")
    goal_states = ("popped",)
    wants_hits = True
    rag, rag_mass, stays = 0.1, 0.001, 2.3  # m, kg, s: light, but it tips what is in balance
    spin_drag, lever = 0.4, 0.1  # 1/s; m: where its lift takes hold

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        sx, sy = p.width / 0.26, p.height / 0.35
        solid = [
            Shape(corners(points, p.width, p.height), None, friction=p.friction, restitution=p.restitution)
            for points in p.outline
        ]
        ours = [msgspec.structs.replace(s, outline=s.outline.moved(0.0, 0.025 * sy)) for s in drawn(Balloon(), sx, sy)]
        knot = Port("knot", 0.0, -0.17 * sy, "rope", title="Knot")
        if p.outline != (_BALLOON,):
            skin = Look("rubber", (206, 66, 60))
            ours = [painted(shape.outline, skin) for shape in solid]
        else:
            ours.append(painted(_stripe(sx, sy), Look("cloth", (250, 238, 208), outline=0.8)))
        rag = Shape(slab(self.rag, self.rag), None, 1, friction=p.friction, restitution=p.restitution)
        cloth = Polygon(((-0.05, -0.05), (0.03, -0.05), (0.05, -0.01), (0.01, 0.0), (0.04, 0.05), (-0.03, 0.03)))
        scrap = painted(cloth, Look("cloth", (206, 66, 60)), 1)
        bodies = (Body("dynamic", p.mass), Body("dynamic", self.rag_mass))
        return Blueprint(bodies, (scrap, *solid, rag, *ours), (knot,), spare=(1,))

    def start(self, run: Running, machine: RunningMachine) -> None:
        damp(run.bodies[0], run.p.lift, run.p.drag, self.spin_drag)
        damp(run.bodies[1], 0.0, run.p.drag, self.spin_drag)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["popped"]:
            return
        numbers = run.numbers[0]
        if asleep(numbers):
            return
        x, *_ = numbers[MOVING]
        torque = (run.world(0.0, self.lever)[0] - x) * run.p.lift
        if abs(torque) > _TURNS_FROM:
            run.bodies[0].torque += torque

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if (hit.push > run.p.pops_at or pricked(hit, machine)) and not run["popped"]:
            run["popped"] = 1.0
            machine.at(run, self.stays)
            machine.tell("popped", run, hit.push, hit.other)
            body = run.bodies[0]
            machine.let_out(run, 1, body.position, body.velocity, body.angle)
            machine.take_back(run, 0)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        machine.remove(run.id)


class ClassicSpring(Kind):
    """Two blocks side by side: the right one slides along the spring, the left one carries what its origin is."""

    name = "classic_spring"
    title = "Classic spring"
    price = 8
    synonyms = "coil, bouncer"
    for_imports = True
    help = "Two blocks with a coil between them: push them together, or drop something on them, and they jump apart."
    source = "TBE: 0.4 m, 0.2 kg and 0.1 kg, 320 N/m without loss; from half its length to three times it."
    properties = (
        *size(0.4, 0.2),
        usual(MASS, 0.8, low=0.2, help="Four times that of its left block"),
        Property("stiffness", "Stiffness", 320.0, "N/m", 0.0, 2000.0, 10.0),
        *surface(0.0),
    )
    resizes = ("width", "height")
    light = 0.1  # kg: the right block
    shortest, longest = -0.5, 2.0  # of its width: how far the right block slides
    grip = 4.0  # of its width: how far off the coil is held, so that its pull never turns round
    # m/s: how fast the end of its way pushes back what has been driven past it, by today's rules. What lands on it
    # fast goes some cm too far within a tick, and would be struck by the mending as much as by the end itself.
    mends, mends_since = 0.2, 3

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h = p.width / 2, p.height
        left = slab(w, h, -w / 2)
        right = slab(w, h, w / 2)
        red = Look("metal", (196, 58, 50))
        coils = [
            painted(slab(0.05 * w, 0.78 * h, x * w, 0.0, 0.02 * w), STEEL, body)
            for body, sign in ((0, -1), (1, 1))
            for x in (sign * 0.12, sign * 0.32, sign * 0.52)
        ]
        shapes = (
            Shape(left, None, 0, friction=p.friction, restitution=p.restitution),
            Shape(right, None, 1, friction=FRICTION, restitution=p.restitution),
            painted(slab(0.28 * w, h, -0.86 * w, 0.0, 0.004), red, 0),
            painted(slab(0.28 * w, h, 0.86 * w, 0.0, 0.004), red, 1),
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
        error_bias = kept_after_a_second(0.5, machine.world.tick_rate)
        for joint in (groove, straight, coil):
            joint.collide_bodies = False
            if joint is not coil:
                joint.error_bias = error_bias
            if joint is groove and machine.rules >= self.mends_since:
                joint.max_bias = self.mends
            machine.add_joints(run, joint)

    def retimed(self, run: Running, lapse: float, machine: RunningMachine) -> None:
        stiffness = self._stiffness(run, machine)
        for joint in run.joints:
            if isinstance(joint, pymunk.DampedSpring) and joint.stiffness != stiffness:  # writing it wakes both
                joint.stiffness = stiffness

    def _stiffness(self, run: Running, machine: RunningMachine) -> float:
        """Return a stiffness (N/m) that the steps can follow: with more it would swing ever wider."""
        left, right = run.bodies
        reduced = left.mass * right.mass / (left.mass + right.mass)
        return float(min(run.p.stiffness, reduced / (machine.dt * machine.dt)))


KINDS: tuple[Kind, ...] = (
    ClassicBalloon(), ClassicCactus(), ClassicNails(), SawBlade(), ClassicButterfly(), ColaBottle(), ClassicWalker(),
    ClassicExit(), ClassicDetonator(), ClassicDynamite(), ClassicSpring(),
)  # fmt: skip
