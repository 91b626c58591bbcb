"""Parts that pull from afar: an electromagnet that holds steel, a vacuum cleaner that swallows light things."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.parts.drawing import GREEN_LAMP, TURN, arc, band, lamp, painted, ring, sensor, slab
from sandbox.parts.electric.switched import Switched, plug
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Jet, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.materials import CHROME, DARK, STEEL
from sandbox.parts.sight import SeenBody, bodies_in
from sandbox.parts.transport.passing import Passenger, box_of, is_free, take_away

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_SEARCHING, _AT_WORK, _IDLE = 0.0, 1.0, 2.0
_LOOKS, _TURN = 32, 8  # ticks in which it looks but once while nothing can be pulled; in which it else looks once
_STIRS = 0.1  # of a weight: less than this moves nothing, and would keep what sleeps awake


class Puller(Switched):
    """A part that pulls the things in its field while it has power. It does nothing without a cable.

    The engine tells when something enters the field. State `busy`: 0 while it is empty; 1 while something is pulled;
    2 while what is in it is held, or not to be moved.
    """

    needs_power = True
    states: ClassVar[tuple[str, ...]] = (*Switched.states, "busy")
    wants_hits = True
    act_interval = 1 / 30  # s
    fastest: ClassVar[float]  # m/s at which what is pulled comes in

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        run["busy"] = _AT_WORK if on else _SEARCHING  # what is there already is not told

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run["on"] and hit.shape == 0:
            run["busy"] = _AT_WORK

    def act(self, run: Running, machine: RunningMachine) -> None:
        if not run["busy"] or (run["busy"] == _IDLE and machine.ticks % _LOOKS >= _TURN):
            return
        field = run.shapes[0]
        assert field is not None
        inside = bodies_in(machine, field.bb, run)
        pulled = [self.work(run, thing, machine) for thing in inside]
        run["busy"] = (_AT_WORK if any(pulled) else _IDLE) if inside else _SEARCHING

    def work(self, run: Running, thing: SeenBody, machine: RunningMachine) -> bool:
        """Do to a thing near the field what is to be done until the next look; tell whether it was pulled."""
        raise NotImplementedError(self.name)

    def pull(self, run: Running, thing: SeenBody, at: Point, to: Point, force: float, machine: RunningMachine) -> bool:
        """Pull a body by a point towards another point (both in the world) with a force (N) until the next look, if
        that stirs it at all, and no faster than it may come in.
        """
        puller, body, mass = run.bodies[0], thing.body, thing.mass
        gx, gy = machine.world.gravity_x, machine.world.gravity_y
        dx, dy = to[0] - at[0], to[1] - at[1]
        far = math.sqrt(dx * dx + dy * dy)
        if not far or force < _STIRS * mass * math.sqrt(gx * gx + gy * gy):
            return False
        nx, ny = dx / far, dy / far
        ux, uy = puller.velocity
        closing = (thing.vx - ux) * nx + (thing.vy - uy) * ny
        push = min(force * run.lapse, (self.fastest - closing) * mass)
        if push > 0.0:
            body.apply_impulse_at_world_point((push * nx, push * ny), at)
            if puller.body_type == pymunk.Body.DYNAMIC:
                puller.apply_impulse_at_world_point((-push * nx, -push * ny), to)
        return True


class Electromagnet(Puller):
    """Holds a thing that touches its poles by a pin at the point of contact, no stronger than the magnet's force. State
    `holding`: how many things it holds.
    """

    name = "electromagnet"
    title = "Electromagnet"
    price = 20
    synonyms = "magnet, crane"
    hands_on = ("knock",)
    help = (
        "With power from a cable it pulls steel from up to half a metre away, and holds it until the power goes: steel "
        "balls, weights, girders. A wire switches it over while it is on. Loose, it hangs from a rope as a crane's."
    )
    source = "A lifting magnet of 12 cm holds 100 to 1,000 N at touch; a quarter of an inch of air takes most of that."
    hum = "hum"
    cues: ClassVar[Mapping[str, str]] = {**Switched.cues, "gripped": "clack", "dropped": "clack"}
    properties = (
        Property("force", "Force", 150.0, "N", 10.0, 1000.0, 10.0, help="At touch; 8 cm away half of it"),
        Property("loose", "Loose", False, help="It falls, and can hang from a rope"),
        Switched.running,
    )
    states = (*Puller.states, "holding")
    goal_states = ("on", "holding")
    watts = 50.0
    fastest = 2.5
    mass, half, low, reach = 4.0, 0.1, -0.1, 0.5  # kg; m: half the width of its face, its height, its field
    fades, touch, slips = 0.08, 0.006, 0.03  # m: where its force is half; what counts as touch; what tears it off

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        red, tip = Look("metal", (204, 54, 46)), CHROME.edged(1.0)
        copper = Look("metal", (222, 138, 70), outline=0.7)
        low, half = self.low, self.half
        outer = arc(half, 0.0, TURN / 2, 15, 0.0, 0.02)
        inner = arc(0.042, TURN / 2, 0.0, 11, 0.0, 0.02)
        bow = Polygon(
            (*outer, (-half, low + 0.04), (-0.042, low + 0.04), *inner, (0.042, low + 0.04), (half, low + 0.04))
        )
        hull = Polygon(((-half, low), (half, low), (half, 0.02), (0.062, 0.1), (-0.062, 0.1), (-half, 0.02)))
        shapes = [
            sensor(Circle(self.reach, 0.0, low), name="field"),
            painted(ring(0.026, 0.009, 0.0, 0.138), STEEL),
            Shape(hull, None, friction=0.8, restitution=0.0),
            painted(bow, red),
        ]
        for side in (-1, 1):
            x = side * 0.071
            shapes.append(painted(slab(0.058, 0.042, x, low + 0.021, 0.002), tip))
            shapes += [painted(slab(0.074, 0.015, x, -0.046 + 0.0165 * k, 0.006), copper) for k in range(4)]
        glow = Look("glow", (84, 164, 205), outline=0.0, slot="on")
        shapes += [
            painted(Circle(0.013, 0.0, 0.09), DARK),
            painted(Circle(0.0095, 0.0, 0.09), glow),
        ]
        ports = (
            Port("ring", 0.0, 0.15, "rope", title="Ring"),
            plug(-0.06, 0.09),
            Port("signal", 0.06, 0.09, "signal in", title="Switch"),
        )
        body = Body("dynamic", self.mass) if p.loose else Body("static")
        return Blueprint((body,), tuple(shapes), ports)

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        if not on and run["holding"]:
            machine.remove_joints(run, *run.joints)
            run["holding"] = 0.0
            machine.tell("dropped", run)

    def on_neighbour_removed(self, run: Running, machine: RunningMachine) -> None:
        for joint in [joint for joint in run.joints if joint.b.space is None]:
            machine.remove_joints(run, joint)
        run["holding"] = float(len(run.joints))

    def work(self, run: Running, thing: SeenBody, machine: RunningMachine) -> bool:
        if not thing.run.kind.magnetic:
            return False
        magnet, body = run.bodies[0], thing.body
        x, _ = magnet.world_to_local(body.position)
        to = magnet.local_to_world((min(self.half, max(-self.half, x)), self.low - run.plan.bodies[0].y))
        near = _nearest(thing, to)
        held = next((joint for joint in run.joints if joint.b is body), None)
        if held is not None:
            if near.distance > self.slips:
                machine.remove_joints(run, held)
                run["holding"] -= 1.0
                machine.tell("dropped", run, other=thing.run.id)
            return False
        if near.distance < self.touch:
            self._hold(run, thing, near.point, machine)
            return False
        share = near.distance / self.fades
        return self.pull(run, thing, near.point, to, run.p.force / (1.0 + share * share), machine)

    def _hold(self, run: Running, thing: SeenBody, at: Point, machine: RunningMachine) -> None:
        magnet, body = run.bodies[0], thing.body
        pin = pymunk.PivotJoint(magnet, body, magnet.world_to_local(at), body.world_to_local(at))
        pin.max_force = run.p.force
        machine.add_joints(run, pin)
        run["holding"] += 1.0
        machine.tell("gripped", run, other=thing.run.id)


class Vacuum(Puller):
    """State `swallowed`: how many things it has swallowed."""

    name = "vacuum"
    title = "Vacuum cleaner"
    price = 25
    synonyms = "hoover, suction"
    help = (
        "With power from a cable it sucks in what is lighter than a kilogram, from up to a metre in front of it, and "
        "swallows what fits its mouth and is tied to nothing. A wire switches it over while it is on."
    )
    source = "A vacuum cleaner's 20 kPa behind a hose of 35 mm lift 2 kg; in front of a wide mouth some 12 N are left."
    hum = "wind"
    cues: ClassVar[Mapping[str, str]] = {**Switched.cues, "swallowed": "puff"}
    properties = (
        Property("force", "Suction", 12.0, "N", 1.0, 60.0, 1.0, help="At its mouth; 15 cm away half of it"),
        Property("reach", "Reach", 1.0, "m", 0.3, 2.0, 0.1),
        Switched.running,
    )
    flips = True
    states = (*Puller.states, "swallowed")
    goal_states = ("on", "swallowed")
    watts = 60.0
    fastest = 4.0
    mouth, half, spread = (
        0.2,
        0.1,
        0.25,
    )  # m from its middle; m, half its width; by which the cone widens for each metre
    fades, inside, heaviest = 0.15, 0.1, 1.0  # m; m from the middle of its mouth; kg

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        m, h = self.mouth, self.half
        far, wide = m + p.reach, h + self.spread * p.reach
        red, bright = Look("metal", (186, 54, 66)), Look("metal", (236, 130, 130), outline=0.0)
        grey, rubber = Look("metal", (72, 78, 92)), Look("rubber", (46, 50, 58))
        cone = Polygon(((m, -h), (far, -wide), (far, wide), (m, h)))
        nozzle = Polygon(((0.06, -0.045), (m, -h), (m, h), (0.06, 0.045)))
        bag = Look("cloth", (96, 104, 122), outline=0.9)
        shapes = [
            sensor(cone, name="field"),
            Shape(slab(0.09, 0.11, -0.14, 0.05, 0.03), bag, friction=0.5, restitution=0.2),
            Shape(Circle(0.125, -0.05, 0.0), red, friction=0.5, restitution=0.2),
            painted(band(arc(0.095, 1.8, 3.2, 11, -0.05, 0.0), 0.014), bright),
            Shape(nozzle, grey, friction=0.4, restitution=0.1),
            painted(slab(0.02, 2 * h + 0.016, m - 0.008, 0.0, 0.006), rubber),
            painted(slab(0.05, 0.1, 0.055, 0.0, 0.01), rubber),
            Shape(slab(0.2, 0.018, -0.05, -0.118, 0.006), grey, friction=0.5),
            *(painted(Circle(0.026, x, -0.122), rubber) for x in (-0.12, 0.02)),
            *(painted(Circle(0.01, x, -0.122), STEEL) for x in (-0.12, 0.02)),
            painted(Circle(0.03, -0.05, 0.0), DARK),
            lamp(0.021, -0.05, 0.0, GREEN_LAMP, "on", outline=0.0),
        ]
        ports = (plug(-0.18, -0.02), Port("signal", -0.05, -0.1, "signal in", title="Switch"))
        return Blueprint((Body("static"),), tuple(shapes), ports)

    def jet(self, p: SimpleNamespace, facing: float) -> Jet:
        wide = self.half + self.spread * p.reach
        return Jet((facing * (self.mouth + p.reach), 0.0), (-facing, 0.0), wide, 2.0, p.reach, -self.spread, True)

    def work(self, run: Running, thing: SeenBody, machine: RunningMachine) -> bool:
        if thing.mass >= self.heaviest:
            return False
        x, y = run.bodies[0].world_to_local((thing.x, thing.y))
        along = run.facing * x - self.mouth
        if not -self.half < along < run.p.reach or abs(y) > self.half + self.spread * max(0.0, along):
            return False
        to = run.world(run.facing * self.mouth, 0.0)
        far = math.sqrt(along * along + y * y)
        # Within half a look it may come nearer by so much, and be past the mouth before the next one.
        within = self.inside + math.sqrt(thing.vx * thing.vx + thing.vy * thing.vy) * run.lapse / 2
        near = far < within + 2 * self.half  # no part of what fits reaches farther
        if near and self._fits(thing, machine) and _nearest(thing, to).distance < within:
            take_away(Passenger(thing.run, thing.body), machine)
            run["swallowed"] += 1.0
            machine.tell("swallowed", run, other=thing.run.id)
            return True
        away = far / self.fades
        return self.pull(run, thing, (thing.x, thing.y), to, run.p.force / (1.0 + away * away), machine)

    def _fits(self, seen: SeenBody, machine: RunningMachine) -> bool:
        thing = Passenger(seen.run, seen.body)
        box = box_of(thing)
        return max(box.right - box.left, box.top - box.bottom) <= 2 * self.half and is_free(thing, machine)


def _nearest(thing: SeenBody, to: Point) -> pymunk.PointQueryInfo:
    """Return the point of a body that is nearest to a point of the world, and how far away it is."""
    return min((shape.point_query(to) for _, shape in thing.shapes), key=lambda info: info.distance)
