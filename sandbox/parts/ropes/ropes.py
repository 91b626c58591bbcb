"""Ropes, the anchor to tie them to, and the pulleys that they run over.

A rope is a greatest distance between two points. The engine's own joint sees that a rope is too long only after
the bodies have moved, which for a ball at 8 m/s is 33 mm too late. So each rope looks one step ahead: a step
begins by moving everything with the velocities that the last one left, and if that would take the ends too far
apart, the excess velocity is taken out first, as an inelastic jerk along the rope. On a swing the same act bends
the path onto the circle without loss (what it adds towards the centre, the joint takes off again a step later).
Ropes that hang together by loose bodies are solved together. The joint carries the steady load, with contacts and
pivots. What is left of a stretch comes from contacts that push bodies out of one another: about a millimetre.

A rope over pulleys has one length from end to end, round all wheels, and the same pull everywhere: so a load that
hangs by four pieces of it is held by a quarter of its weight. It is looked ahead at in the same way, and its steady
load is carried by a joint for each straight piece, from rim to rim (`reeving`).
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.design.design import Link
from sandbox.design.geometry import kept_after_a_second
from sandbox.parts.drawing import TURN, arc, band, painted, ring, slab
from sandbox.parts.kind import (
    Blueprint,
    Body,
    Circle,
    Joint,
    Kind,
    LinkAct,
    LinkKind,
    Look,
    Port,
    Property,
    Shape,
    Sheave,
)
from sandbox.parts.materials import BRIGHT, DARK, STEEL
from sandbox.parts.ropes.hoisting import Bucket, Cage, ReleaseHook
from sandbox.parts.ropes.reeved_rope import reeved_act
from sandbox.parts.ropes.reeving import (
    GIVE,
    JOINT_RECOVERS,
    Reeving,
    RopeData,
    Span,
    turn_state,
    wheel_of,
)
from sandbox.parts.ropes.straight_rope import straight_act
from sandbox.parts.ropes.winch import Winch, drum_at

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine

SHORTEST = 0.02  # m: two ports may lie in one place at Start


class Anchor(Kind):
    name = "anchor"
    title = "Anchor"
    price = 1
    synonyms = "hook, fixed point, eyelet"
    help = "A hook on the wall behind, for ropes. Nothing bumps into it."
    source = "A fixed point."

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        hook = band(((0.0, 0.044), (0.0, 0.026), *arc(0.02, TURN / 4, -TURN / 2 + 0.6, 14)), 0.011)
        shapes = (
            painted(slab(0.074, 0.022, 0.0, 0.054, 0.005), STEEL),
            painted(hook, BRIGHT.edged(1.0)),
            painted(Circle(0.005, -0.025, 0.054), DARK),
            painted(Circle(0.005, 0.025, 0.054), DARK),
        )
        return Blueprint((Body("static"),), shapes, (Port("hook", 0.0, -0.017, "rope", title="Hook"),))


class _OnSheave(Kind):
    """A wheel for ropes to run over. The rope is seen all round it, so it stands out a little over the rim."""

    source = (
        "A nylon sheave of 12 cm for 12 mm rope weighs 0.1 kg. A ball bearing takes 0.001 to 0.01 N m; for an old "
        "pulley of iron, which takes up to a tenth of its load, set more."
    )
    radius = Property("radius", "Radius", 0.06, "m", 0.03, 0.5, 0.01, help="Of the wheel, to the middle of the rope")
    sunk = 0.003  # m: so much deeper than the middle of the rope is the rim

    def wheel(self, r: float, body: int) -> list[Shape]:
        metal, dark = Look("metal", (206, 166, 84)), Look("metal", (110, 84, 44), outline=0.6)
        rim = r - self.sunk
        holes = [arc(0.6 * rim, TURN * k / 5, TURN * k / 5, 2)[0] for k in range(5)]
        return [
            Shape(Circle(rim), metal, body, friction=0.5, restitution=0.2),
            painted(Circle(0.86 * rim), Look("metal", (226, 190, 112), outline=0.7), body),
            *(painted(Circle(0.17 * rim, x, y), dark, body) for x, y in holes),
        ]


class Pulley(_OnSheave):
    """A wheel that turns as easily as its mass says, but stays in its place as if it were a part of the wall.

    It can only turn, so the engine sees no difference, except that the pivot of something light gives way to a great
    pull until its solver has found out how great it is.
    """

    borne = 50.0  # kg
    name = "pulley"
    title = "Pulley"
    price = 3
    synonyms = "wheel, hoist, block and tackle"
    help = (
        "A wheel on the wall, for ropes to run over: pull down here and the load goes up there. Draw a rope across it "
        "to lay the rope over it. A rope can end at its hook, too."
    )
    properties = (
        _OnSheave.radius,
        Property("mass", "Mass", 0.1, "kg", 0.05, 20.0, 0.05, help="Of the wheel: a heavy one is slow to turn"),
        Property("friction", "Bearing friction", 0.002, "N m", 0.0, 20.0, 0.01, help="What its axle takes"),
    )

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r, hook = p.radius, -p.radius - 0.03
        bright = BRIGHT.edged(0.9)
        top = r + 0.045
        shapes = [
            painted(slab(0.1, 0.026, 0.0, top, 0.006), STEEL),
            *(painted(Circle(0.006, x, top), DARK) for x in (-0.034, 0.034)),
            *self.wheel(r, 1),
            painted(ring(0.014, 0.006, 0.0, hook), bright),
            painted(slab(0.026, top - hook - 0.004, 0.0, (top + hook + 0.012) / 2, 0.008), STEEL),
            painted(Circle(0.017), bright),
            painted(Circle(0.006), DARK),
        ]
        ports = (Port("hook", 0.0, hook - 0.01, "rope", title="Hook"),)
        wheel = Body("dynamic", self.borne, moment=p.mass * r * r / 2)
        return Blueprint(
            (Body("static"), wheel), tuple(shapes), ports, (Joint("pivot", 0, 1),), sheave=Sheave(r, body=1)
        )

    def start(self, run: Running, machine: RunningMachine) -> None:
        if run.p.friction > 0:
            bearing = pymunk.SimpleMotor(run.bodies[0], run.bodies[1], 0.0)
            bearing.max_force = run.p.friction
            machine.add_joints(run, bearing)


class PulleyBlock(_OnSheave):
    """A block whose wheel and axle are one body: what hangs from the axle does not turn it."""

    name = "pulley_block"
    title = "Pulley block"
    price = 5
    synonyms = "tackle, hoist, loose pulley"
    help = (
        "A loose wheel that hangs in a rope. What is tied to its axle is carried by both sides of the rope: half the "
        "pull lifts it, half as fast."
    )
    properties = (
        _OnSheave.radius,
        Property("mass", "Mass", 0.5, "kg", 0.1, 20.0, 0.1),
    )

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        shapes = (
            *self.wheel(p.radius, 0),
            painted(Circle(max(0.016, 0.34 * p.radius)), STEEL),
            painted(Circle(max(0.01, 0.2 * p.radius)), BRIGHT.edged(0.9)),
            painted(Circle(0.005), DARK),
        )
        ports = (Port("axle", 0.0, 0.0, "rope", title="Axle"),)
        return Blueprint((Body("dynamic", p.mass),), shapes, ports, sheave=Sheave(p.radius))


class Rope(LinkKind):
    """States: `length` (m), and `taut` (1 when it was stretched to its length in this tick).

    Over pulleys, besides, how far it turns at each, to the left (rad).
    """

    name = "rope"
    title = "Rope"
    price = 1
    synonyms = "string, cord, line"
    help = (
        "Holds two points together: they can come closer but not farther apart than they are at Start, plus the "
        "slack. It never breaks, but a flame burns it through. It passes behind everything, and runs over the pulleys "
        "across which it is drawn."
    )
    source = (
        "A climbing rope for body and load gives 2 % at most (EN 1891 allows 5): so does this one, in the worst jerk."
    )
    ends = ("rope", "rope")
    properties = (
        Property("slack", "Slack", 0.0, "m", 0.0, 10.0, 0.05, help="Longer than its ends are apart at Start"),
    )
    states = ("length", "taut")
    look = Look("cloth", (196, 160, 110))
    cues = {"caught": "twang"}
    cuttable = True
    burns = 0.8
    bends = True

    def states_of(self, link: Link) -> tuple[str, ...]:
        return (*self.states, *(turn_state(k) for k in range(len(link.via))))

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        run.data = data = RopeData()
        drums = drum_at(run, run.a, run.port_a, machine), drum_at(run, run.b, run.port_b, machine)
        if run.via or drums != (None, None):
            data.reeving = reeving = Reeving(run, tuple(wheel_of(pulley) for pulley in run.via), drums)
            run["length"] = max(SHORTEST, reeving.lay().span + run.p.slack)
            reeving.tie(machine)
            return
        ax, ay = run.a.world(run.port_a.x, run.port_a.y, run.port_a.body)
        bx, by = run.b.world(run.port_b.x, run.port_b.y, run.port_b.body)
        run["length"] = length = max(SHORTEST, math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) + run.p.slack)
        a, b = run.a.bodies[run.port_a.body], run.b.bodies[run.port_b.body]
        if a.body_type != a.DYNAMIC and b.body_type != b.DYNAMIC:
            return  # between two fixed points there is nothing to hold
        anchor_a = ax, ay = run.a.local(run.port_a.x, run.port_a.y, run.port_a.body)
        anchor_b = bx, by = run.b.local(run.port_b.x, run.port_b.y, run.port_b.body)
        off_a, off_b = math.sqrt(ax * ax + ay * ay), math.sqrt(bx * bx + by * by)
        seen_a, seen_b = run.a.numbers[run.port_a.body], run.b.numbers[run.port_b.body]
        data.span = Span(seen_a, ax, ay, off_a, seen_b, bx, by, off_b, length)
        joint = pymunk.SlideJoint(a, b, anchor_a, anchor_b, 0.0, length * (1 - GIVE))
        joint.error_bias = kept_after_a_second(1 - JOINT_RECOVERS, machine.world.tick_rate)
        machine.add_joints(run, joint)

    def acting(self, run: RunningLink, machine: RunningMachine) -> LinkAct | None:
        data: RopeData = run.data
        data.lone = data.tied = None  # what hung together with it may have left
        if data.span is not None:
            return straight_act(run, data.span)
        if data.reeving is not None and data.reeving.joints:
            return reeved_act(run, data.reeving)
        return None  # nothing that it pulls can move


class SteelCable(Rope):
    name = "steel_cable"
    title = "Steel cable"
    price = 3
    synonyms = "wire rope, chain"
    help = "Holds two points together as a rope does, but no blade cuts it and no flame burns it. It runs over pulleys."
    source = "A wire rope of 6 mm breaks at some 20 kN (EN 12385); scissors don't cut it. It gives as the rope does."
    look = Look("cloth", (140, 150, 164))
    cuttable = False
    burns = math.inf


KINDS: tuple[Kind, ...] = (Anchor(), Pulley(), PulleyBlock(), Winch(), Bucket(), Cage(), ReleaseHook())
LINKS: tuple[LinkKind, ...] = (Rope(), SteelCable())
