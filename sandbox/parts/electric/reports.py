"""Reports: a bell that rings when something happens to it, and a tachometer that tells how fast a shaft turns."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.design.geometry import bearing, cos_sin
from sandbox.engine.readout import ANGLE, asleep
from sandbox.parts.drawing import GREEN_LAMP, TURN, arc, band, lamp, painted, ring, slab
from sandbox.parts.kind import Blueprint, Body, Circle, Hit, Joint, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import DARK, IRON
from sandbox.parts.reactions import Knocked
from sandbox.parts.surroundings import Box, Roaming
from sandbox.parts.turning.gearing import WHEEL, Turning, axle, bodies, bolt, shaft

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Bell(Knocked):
    """The bell swings on its yoke, and rings at each swing that goes far enough. Also on a bracket that is askew it
    hangs plumb at Start, or at the end of its way where it can't: it does not ring by itself.

    States: `rung`, how often it has rung; and `swung`, 1 while it is out so far that it has rung.
    """

    name = "bell"
    title = "Bell"
    price = 5
    synonyms = "alarm, ring, gong"
    hands_on = ("lure",)
    help = (
        "Rings when something knocks against it, when a rope pulls its clapper aside, at a signal, or when you press "
        "it. Within 2 m it wakes hamsters and cats, and dogs come to it from 4 m."
    )
    source = "A ship's bell of bronze, 16 cm wide: 1.2 kg; its clapper strikes at some 20 degrees."
    sound = "metal"
    cues = {"rang": "bell"}
    rings = True
    properties = (Property("knock", "Knock", 0.05, "N s", 0.01, 5.0, 0.01, help="A harder impact than this rings it"),)
    pressable = True
    set_off_by = ("blast",)
    knock_over = "knock"
    states = ("rung", "swung")
    goal_states = ("rung",)
    act_interval = 1 / 60
    mass, swings = 1.2, 0.9  # kg, rad to either side at most
    rings_at, ready_at = 0.35, 0.2  # rad
    kick = 4.5  # rad/s: of a signal or a press

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        bronze, bright = Look("metal", (214, 160, 70)), Look("metal", (244, 206, 120), outline=0.0)
        right = ((0.012, -0.012), (0.034, -0.022), (0.046, -0.06), (0.054, -0.1), (0.078, -0.128), (0.08, -0.142))
        bowl = Polygon((*((-x, y) for x, y in right), *reversed(right)))
        core = Polygon(
            ((-0.078, -0.142), (0.078, -0.142), (0.046, -0.06), (0.03, -0.02), (-0.03, -0.02), (-0.046, -0.06))
        )
        shapes = (
            painted(slab(0.018, 0.04, 0.0, -0.158, 0.006), Look("metal", (92, 72, 48)), 1),
            Shape(Circle(0.016, 0.0, -0.168), Look("metal", (120, 92, 58)), 1, friction=0.3, restitution=0.2),
            Shape(core, None, 1, friction=0.3, restitution=0.4),
            painted(bowl, bronze, 1),
            painted(band(((-0.072, -0.13), (0.072, -0.13)), 0.007), bright, 1),
            painted(band(((-0.042, -0.066), (0.042, -0.066)), 0.005), bright, 1),
            Shape(slab(0.15, 0.022, 0.0, 0.034, 0.006), IRON, friction=0.5, restitution=0.2),
            *(painted(Circle(0.005, side * 0.062, 0.034), DARK) for side in (-1, 1)),
            painted(Polygon(((-0.02, 0.03), (-0.013, -0.012), (0.013, -0.012), (0.02, 0.03)), 0.004), IRON),
            painted(Circle(0.008), DARK),
        )
        ports = (
            Port("clapper", 0.0, -0.182, "rope", 1, "Clapper"),
            Port("signal", 0.05, 0.034, "signal in", title="Ring"),
        )
        joint = Joint("pivot", 0, 1, 0.0, 0.0, -self.swings, self.swings)
        return Blueprint((Body("static"), Body("dynamic", self.mass)), shapes, ports, (joint,))

    def knocked(self, run: Running, hit: Hit, machine: RunningMachine) -> None:
        self._ring(run, machine)

    def start(self, run: Running, machine: RunningMachine) -> None:
        rest = self._rest(run, machine)
        if not rest:
            return
        frame, bell = run.bodies
        (c, s), (x, y) = cos_sin(rest), bell.position - frame.position
        bell.angle = frame.angle + rest
        bell.position = frame.position.x + c * x - s * y, frame.position.y + s * x + c * y

    def _rest(self, run: Running, machine: RunningMachine) -> float:
        """Return the angle (rad) from its bracket at which the bell hangs at rest."""
        gx, gy, tilt = machine.world.gravity_x, machine.world.gravity_y, run.bodies[0].angle
        if not gx and (not gy or (gy < 0 and not tilt)):
            return 0.0
        off = bearing(-gy, gx) - tilt
        off -= TURN * round(off / TURN)
        return min(max(off, -self.swings), self.swings)

    def press(self, run: Running, machine: RunningMachine) -> None:
        bell = run.bodies[1]
        bell.activate()
        rest = self._rest(run, machine)
        bell.angular_velocity += -self.kick if rest > 0.0 else self.kick  # away from its stop
        if abs(rest) == self.swings:
            self._ring(run, machine)  # so far askew it can't swing up far enough, but its clapper strikes
        x, y = bell.position - run.bodies[0].position
        bell.velocity = (-bell.angular_velocity * y, bell.angular_velocity * x)

    def act(self, run: Running, machine: RunningMachine) -> None:
        frame, bell = run.numbers
        if asleep(bell):
            return
        out = abs(bell[ANGLE] - frame[ANGLE] - self._rest(run, machine))
        if run["swung"]:
            run["swung"] = float(out > self.ready_at)
        elif out > self.rings_at:
            run["swung"] = 1.0
            self._ring(run, machine)

    def _ring(self, run: Running, machine: RunningMachine) -> None:
        run["rung"] += 1.0
        machine.tell("rang", run)
        x, y = run.bodies[0].position
        for part in machine.listed(_hearers).near(x, y, x, y, machine):
            reach = part.kind.hears
            dx, dy = part.place[0] - x, part.place[1] - y
            if dx * dx + dy * dy <= reach * reach:
                part.kind.heard(part, run, machine)


def _hearers(machine: RunningMachine) -> Roaming[Running]:
    """List the parts that hear bells, in id order; each is met at any place from which it hears one."""
    return Roaming(machine.parts_of(lambda kind: kind.hears > 0.0), _earshot)


def _earshot(part: Running) -> Box:
    (x, y), reach = part.place, part.kind.hears
    return x - reach, y - reach, x + reach, y + reach


class Tachometer(Turning):
    """A wheel turns inside its case; the needle is drawn where the speed has got to. States: `on`."""

    name = "tacho"
    title = "Tachometer"
    price = 9
    synonyms = "speedometer, speed sensor, rev counter"
    help = (
        "Sends a signal while its shaft turns faster than its speed, either way round. A belt or a gear beside a belt "
        "disc turns it."
    )
    source = "A hand tachometer: a light wheel of 0.2 kg on a ball bearing; it switches off at 90 % of its speed."
    cues = {"reached": "click", "fell": "click"}
    properties = (Property("speed", "Speed", 30.0, "rpm", 5.0, 600.0, 5.0, help="It switches on above this"),)
    states = ("on",)
    goal_states = ("on",)
    act_interval = 1 / 30
    wheel, radius, off = 0.2, 0.075, 0.9  # kg; m of the case; share of the speed at which it switches off
    needle, sweep = 2, 2.1  # its body; rad to either side of upright: of twice the speed

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r = self.radius
        case, face = Look("metal", (66, 74, 92)), Look("leather", (246, 240, 224), outline=0.8)
        ink, red = Look("leather", (44, 48, 58), outline=0.0), Look("leather", (206, 58, 48), outline=0.0)
        foot = Polygon(((-0.06, -r - 0.03), (0.06, -r - 0.03), (0.034, -0.4 * r), (-0.034, -0.4 * r)), 0.004)
        shapes = [
            Shape(foot, case, friction=0.5, restitution=0.2),
            Shape(Circle(r), case, friction=0.5, restitution=0.2),
            Shape(Circle(0.045), None, WHEEL, collides=True, friction=0.3, restitution=0.1),
            painted(Circle(r - 0.01), face),
            painted(band(arc(r - 0.018, TURN / 4 - self.sweep, TURN / 4 - self.sweep / 2, 9), 0.006), red),
            painted(band(arc(r - 0.018, TURN / 4 + self.sweep / 2, TURN / 4 + self.sweep, 9), 0.006), red),
        ]
        for k in range(9):
            a = TURN / 4 + self.sweep * (k / 4 - 1)
            near, far = arc(r - 0.026, a, a, 2)[0], arc(r - 0.014, a, a, 2)[0]
            shapes.append(painted(band((near, far), 0.003), ink))
        shapes += [
            painted(band(((0.0, -0.012), (0.0, r - 0.024)), 0.005), red, self.needle),
            painted(ring(0.02, 0.006), case, WHEEL),
            *bolt(0.011),
            lamp(0.009, 0.0, -r - 0.012, GREEN_LAMP, "on", outline=0.8),
        ]
        ports = (shaft(), Port("signal", 0.034, -r - 0.014, "signal out", title="Contact"))
        return Blueprint((*bodies(self.wheel), Body("kinematic")), tuple(shapes), ports, (axle(),))

    def act(self, run: Running, machine: RunningMachine) -> None:
        frame, wheel, needle = run.bodies
        speed = wheel.angular_velocity / (run.p.speed * TURN / 60)
        angle = frame.angle + self.sweep * min(1.0, max(-1.0, speed / 2))
        if abs(angle - needle.angle) > 0.02:
            needle.angle = angle
        on = abs(speed) > (self.off if run["on"] else 1.0)
        if on != bool(run["on"]):
            run["on"] = float(on)
            machine.tell("reached" if on else "fell", run)
            machine.send(run, on)
