"""Switches that the machine works by itself: pulled by a rope, weighed down, or by what passes between two posts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

import pymunk

from sandbox.design.geometry import cos_sin, total
from sandbox.engine.readout import FRAME, MOVING, asleep
from sandbox.parts.drawing import GREEN_LAMP, TURN, band, lamp, painted, ring, sensor, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Kind, Look, Point, Polygon, Port, Property, Rgb, Shape
from sandbox.parts.materials import BRIGHT, DARK, RED_RUBBER, STEEL

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class SwitchContact(Kind):
    """A part with a contact that closes and opens: state `on`."""

    goal_states: ClassVar[tuple[str, ...]] = ("on",)
    cues: ClassVar[Mapping[str, str]] = {"pressed": "click", "released": "click"}

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        """Close or open the contact, and send a signal if that changes it."""
        if on != bool(run["on"]):
            run["on"] = float(on)
            machine.tell("pressed" if on else "released", run)
            machine.send(run, on)


class PullCord(Kind):
    """A part with a grip (its body 1) that slides in a groove of its body 0, and that a rope can pull out.

    The same force draws it home all the way: a steady pull of more than the property `pull` has it out, else it is
    home. State `out`: 1 while the grip is pulled out.
    """

    act_interval = 1 / 60
    mass, travel = 0.2, 0.03  # kg of the grip, m
    returns = 0.5  # m/s at most: slowly enough that no look misses it
    closes, opens = 0.85, 0.3  # of the travel: where the contact is made, and where it is ready for the next pull

    def pulled(self, run: Running, machine: RunningMachine) -> None:
        """Run when the grip has been pulled out."""

    def let_go(self, run: Running, machine: RunningMachine) -> None:
        """Run when the grip has gone home again."""

    def start(self, run: Running, machine: RunningMachine) -> None:
        super().start(run, machine)
        drawn_home(run, 1, (0.0, -self.travel), run.p.pull, self.returns, machine)

    def act(self, run: Running, machine: RunningMachine) -> None:
        grip = run.numbers[1]
        if asleep(grip):
            return
        x, y, _, _ = grip[MOVING]
        _, _, ux, uy, ox, oy = run.numbers[0][FRAME]
        y = ux * (x - ox) + uy * (y - oy)  # in the frame of its case
        share = (run.plan.bodies[1].y - y) / self.travel
        if run["out"]:
            if share < self.opens:
                run["out"] = 0.0
                self.let_go(run, machine)
        elif share > self.closes:
            run["out"] = 1.0
            self.pulled(run, machine)

    def tug(self, run: Running) -> None:
        """Pull the grip, as a hand does that lets go again."""
        x, y = run.bodies[0].local_to_world((0.0, -1.0)) - run.bodies[0].position
        push = math.sqrt(2 * run.joints[-1].max_force * self.travel / self.mass) + 0.5  # m/s: to the stop, and more
        run.bodies[1].velocity = (push * x, push * y)


class PullSwitch(PullCord, SwitchContact):
    """States: `on`, and `out`, 1 while the grip is pulled out."""

    name = "rope_switch"
    title = "Pull switch"
    price = 6
    synonyms = "pull cord, lever, switch"
    help = (
        "Switches when a rope pulls its grip straight out of its box: a falling weight, a rising balloon, a lever. "
        "Toggle: each pull switches over. Hold: on as long as the rope pulls."
    )
    source = "A bathroom's pull switch asks for 5 to 20 N over some 2 cm; a grip of 0.2 kg bears a jerk of its rope."
    properties = (
        Property("mode", "Mode", "toggle", choices=("toggle", "hold")),
        Property("pull", "Pull", 5.0, "N", 0.5, 100.0, 0.5, help="A stronger pull draws the grip out"),
    )
    pressable = True
    states = ("on", "out")

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        cream = Look("leather", (240, 230, 206))
        brass = Look("metal", (236, 190, 76), outline=0.9)
        coils = tuple((0.011 * (-1 if k % 2 else 1), -0.034 - 0.008 * k) for k in range(6))
        shapes = (
            painted(slab(0.012, 0.09, 0.0, -0.06, 0.003), BRIGHT.edged(0.9), 1),
            painted(band(coils, 0.006), STEEL),
            Shape(slab(0.12, 0.12, 0.0, 0.03, 0.018), cream, friction=0.5, restitution=0.2),
            painted(slab(0.05, 0.016, 0.0, -0.03, 0.004), DARK),
            *(painted(Circle(0.006, x, y), DARK) for x in (-0.042, 0.042) for y in (-0.012, 0.072)),
            painted(Circle(0.03, 0.0, 0.034), brass),
            lamp(0.022, 0.0, 0.034, GREEN_LAMP, "on"),
            painted(ring(0.028, 0.012, 0.0, -0.126, gap=TURN / 4), brass, 1),
            Shape(slab(0.05, 0.022, 0.0, -0.096, 0.009), RED_RUBBER, 1, friction=0.5, restitution=0.2),
        )
        ports = (
            Port("ring", 0.0, -0.146, "rope", 1, "Ring"),
            Port("signal", 0.03, 0.066, "signal out", title="Contact"),
        )
        return Blueprint((Body("static"), Body("dynamic", self.mass)), shapes, ports)

    def pulled(self, run: Running, machine: RunningMachine) -> None:
        self.switch(run, run.p.mode == "hold" or not run["on"], machine)

    def let_go(self, run: Running, machine: RunningMachine) -> None:
        if run.p.mode == "hold":
            self.switch(run, False, machine)

    def press(self, run: Running, machine: RunningMachine) -> None:
        self.tug(run)


def drawn_home(run: Running, index: int, way: Point, pull: float, returns: float, machine: RunningMachine) -> None:
    """Let a body of a part slide on its first body, from where it is at Start along `way` (m, as flipped), and draw it
    home: a pull of more than `pull` N along the way draws it out, and it comes back at `returns` m/s at most.
    """
    base, grip, plan = run.bodies[0], run.bodies[index], run.plan.bodies[index]
    home = (plan.x, plan.y)
    draw = pymunk.PivotJoint(base, grip, home, (0.0, 0.0))
    joints = (
        pymunk.GrooveJoint(base, grip, home, (home[0] + way[0], home[1] + way[1]), (0.0, 0.0)),
        pymunk.RotaryLimitJoint(base, grip, 0.0, 0.0),
        draw,
    )
    for joint in joints:
        joint.collide_bodies = False
    c, s = cos_sin(base.angle)
    far = math.sqrt(way[0] * way[0] + way[1] * way[1])
    ox, oy = way[0] / far, way[1] / far
    x, y = c * ox - s * oy, s * ox + c * oy
    weight = plan.mass * (x * machine.world.gravity_x + y * machine.world.gravity_y)
    draw.max_force, draw.max_bias = max(0.1, pull + weight), returns
    machine.add_joints(run, *joints)


class PressurePlate(SwitchContact):
    """Weighs by the forces of its contacts, so that things stacked, carried or half held count by the force with which
    they press.

    States: `on`; `load` (kg), the less of the last two readings, so that no knock counts as a weight; `reading`, the
    last one; and `timer`, the seconds until a plate that is free again lets go.
    """

    name = "pressure_plate"
    title = "Pressure plate"
    price = 8
    synonyms = "floor switch, scale, trigger"
    set_off_by = ("weight",)
    help = (
        "On while at least its mass presses on it, whatever that is made of: balls in a bucket, a stack of crates, "
        "a penguin. It lets go when the load is taken away."
    )
    source = "A bathroom scale's cell reads 0.05 to 150 kg; this one is read 30 times a second."
    properties = (
        Property("width", "Width", 0.3, "m", 0.2, 1.0, 0.05),
        Property("mass", "Mass", 1.0, "kg", 0.02, 30.0, 0.01, help="At least so much must press on it"),
        Property("delay", "Lets go after", 0.2, "s", 0.0, 10.0, 0.1, help="Without its load"),
    )
    resizes = ("width",)
    states = ("on", "load", "reading", "timer")
    act_interval = 1 / 30
    thick, edge = 0.02, 0.05  # m; so flat that what walks gets onto it
    near = 0.98  # of its mass: a contact that settles reads a little less than the weight for a while

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, edge = p.width / 2, self.thick / 2, self.edge
        plate = Polygon(((-w, -h), (w, -h), (w - edge, h), (-w + edge, h)))
        # So flat a thing would be all outline: it is seen by its colours.
        amber, tread = Look("metal", (246, 188, 44), outline=0.0), Look("rubber", (58, 64, 76), outline=0.0)
        flat = p.width - 2 * edge
        count = max(2, round(flat / 0.04))
        bars = [
            Polygon(((x - 0.016, -h), (x - 0.002, -h), (x + 0.016, h), (x + 0.002, h)))
            for x in (flat * ((k + 0.5) / count - 0.5) for k in range(count))
        ]
        shapes = (
            Shape(plate, amber, friction=0.9, restitution=0.1),
            *(painted(bar, tread) for bar in bars),
            painted(slab(0.05, 0.009, 0.0, -0.0045, 0.004), Look("glow", GREEN_LAMP, outline=0.8, slot="on")),
        )
        return Blueprint((Body("static"),), shapes, (Port("signal", 0.0, -0.0045, "signal out", title="Contact"),))

    def act(self, run: Running, machine: RunningMachine) -> None:
        reading = load_on(run.bodies[0], machine)
        if not (reading or run["reading"] or run["load"] or run["on"]):
            return
        run["load"], run["reading"] = min(reading, run["reading"]), reading
        if run["load"] >= self.near * run.p.mass:
            run["timer"] = run.p.delay
            self.switch(run, True, machine)
        elif run["on"]:
            run["timer"] = max(0.0, run["timer"] - run.lapse)
            if run["timer"] == 0.0:
                self.switch(run, False, machine)


def load_on(body: pymunk.Body, machine: RunningMachine) -> float:
    """Return the mass in kg whose weight pressed on the upper side of a body in the last step."""
    gx, gy = machine.world.gravity_x, machine.world.gravity_y
    gravity = math.sqrt(gx * gx + gy * gy)
    if not gravity:
        return 0.0
    c, s = cos_sin(body.angle)
    pushes: list[float] = []

    def note(arbiter: pymunk.Arbiter) -> None:
        nx, ny = arbiter.normal
        if arbiter.bodies[0] is not body:
            nx, ny = -nx, -ny
        if c * ny - s * nx > 0.3:  # from above
            ix, iy = arbiter.total_impulse
            pushes.append(abs(c * iy - s * ix))

    body.each_arbiter(note)  # what sleeps on it keeps its last impulse
    return total(sorted(pushes)) / (machine.dt_before * gravity) if pushes else 0.0


_LIGHTS: dict[str, Rgb] = {
    "red": (255, 70, 60),
    "amber": (255, 180, 50),
    "green": (90, 226, 96),
    "blue": (84, 160, 255),
}


class LightGate(SwitchContact):
    """A strip between the posts senses what begins to touch it; while something is in it, it is asked what is left.

    States: `on`; `broken`, 1 while something is in the beam; `count`, how often it was broken; `beam`, 1 while the
    beam is whole; and `timer`, the seconds left of a pulse.
    """

    name = "light_gate"
    title = "Light gate"
    price = 12
    synonyms = "light barrier, sensor, laser tripwire"
    help = (
        "Notices what passes between its posts, however light it is, and counts it; the posts are solid. While: on as "
        "long as something is in the beam. Pulse: on for a moment, each time that something breaks it."
    )
    source = "A light barrier of a conveyor belt: a beam of 10 mm, switched within 1/60 s; smoke and ropes it ignores."
    cues = {"pressed": "click", "released": "click", "crossed": "tick"}
    properties = (
        Property("width", "Width", 0.6, "m", 0.15, 2.0, 0.05, help="From post to post"),
        Property("mode", "Mode", "while", choices=("while", "pulse")),
        Property("colour", "Colour", "red", choices=tuple(_LIGHTS), help="Of its lamp and its beam"),
    )
    resizes = ("width",)
    wants_hits = True
    states = ("on", "broken", "count", "beam", "timer")
    goal_states = ("broken", "count")
    act_interval = 1 / 60
    post, pulse = 0.04, 0.1  # m: width of a post; s

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, light = p.width / 2, _LIGHTS[p.colour]
        inner, x = w - self.post, w - self.post / 2
        housing, dark = Look("metal", (66, 72, 86)), Look("rubber", (34, 38, 46), outline=0.0)
        yellow = Look("leather", (244, 198, 52), outline=0.0)
        r, g, b = light
        lens = Look("rubber", (r // 2, g // 2, b // 2), outline=0.0)
        # A line that does not glow: nobody shall take the clear beam for the signal, which is the lamp's light.
        beam = Look("leather", light, outline=0.0)
        shapes = [
            sensor(slab(2 * inner, 0.01), name="beam"),
            painted(slab(2 * inner, 0.005), beam),
        ]
        for side in (-1, 1):
            shapes += [
                Shape(slab(self.post, 0.13, side * x, 0.0, 0.008), housing, friction=0.5, restitution=0.2),
                painted(slab(self.post - 0.008, 0.012, side * x, -0.046, 0.002), yellow),
                painted(Circle(0.012, side * (inner + 0.012), 0.0), dark),
                painted(Circle(0.008, side * (inner + 0.01), 0.0), lens),
            ]
        lamp = Look("glow", light, outline=0.8, slot="on")
        shapes.append(painted(Circle(0.017, x, 0.048), lamp))
        return Blueprint((Body("static"),), tuple(shapes), (Port("signal", x, 0.022, "signal out", title="Contact"),))

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["beam"] = 1.0

    def struck(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        if run.plan.shapes[hit.shape].name == "beam" and not run["broken"] and self._is_broken(run, machine):
            run["broken"], run["beam"] = 1.0, 0.0
            run["count"] += 1.0
            run["timer"] = self.pulse
            machine.tell("crossed", run, other=hit.other)
            self.switch(run, True, machine)

    def act(self, run: Running, machine: RunningMachine) -> None:
        if run["timer"] > 0.0:
            run["timer"] = max(0.0, run["timer"] - run.lapse)
        if run["broken"] and not self._is_broken(run, machine):
            run["broken"], run["beam"] = 0.0, 1.0
        if run["on"] and (run["timer"] == 0.0 if run.p.mode == "pulse" else not run["broken"]):
            self.switch(run, False, machine)

    def _is_broken(self, run: Running, machine: RunningMachine) -> bool:
        """Ask the engine whether anything loose is in the beam, awake or asleep."""
        beam = run.shapes[0]
        assert beam is not None
        for shape in machine.shapes_on(beam):
            body = shape.body
            if body is not None and body.body_type == body.DYNAMIC and not shape.sensor:
                return True
        return False
