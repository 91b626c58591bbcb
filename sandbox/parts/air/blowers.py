"""Blowers, the parts that turn in the wind, and the pad that takes weight away."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from sandbox.engine.engine import to_local
from sandbox.engine.readout import INERTIA, MOVING
from sandbox.parts.air.wind import AIR, NOTICED, Blower, Push, Pusher, blow, keep_pushing
from sandbox.parts.drawing import TURN, arc, band, painted, ring, slab
from sandbox.parts.electric.switched import Switched, plug
from sandbox.parts.kind import Blueprint, Body, Circle, Jet, Joint, Look, Point, Polygon, Port, Property, Shape
from sandbox.parts.sight import SeenBody, around, loose_in
from sandbox.parts.turning.gearing import BEARING, WHEEL, Turning, axle, bodies, bolt, shaft

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


class Fan(Blower, Switched):
    name = "fan"
    title = "Fan"
    price = 14
    synonyms = "ventilator, wind, blower"
    help = (
        "Blows away what is light and big; the wind widens, falls off with distance, and does not get past what "
        "stands in it. A wire switches it over while it is on."
    )
    source = (
        "Drag of a blunt face, 0.6 kg/m^3 times area times the square of the speed. A free round jet widens by 11 "
        "degrees to each side. A floor fan blows 3 to 6 m/s, a leaf blower 60: this is a strong fan."
    )
    hum = "wind"
    properties = (
        Property("speed", "Wind", 12.0, "m/s", 1.0, 25.0, 0.5, help="At its mouth"),
        Property("reach", "Reach", 2.0, "m", 0.5, 5.0, 0.1, help="Where the wind ends"),
        Switched.running,
    )
    flips = True
    watts = 40.0
    radius, mouth, half = 0.15, 0.2, 0.14  # m: of the drum; of the mouth from its middle; half the mouth's width
    spin = 17.0  # rad/s of the blades

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r, m, h = self.radius, self.mouth, self.half
        green, dark = Look("metal", (70, 150, 140)), Look("metal", (66, 74, 86))
        duct = Polygon(((0.06, -h), (m - 0.012, -h), (m - 0.012, h), (0.06, h)))
        foot = Polygon(((-0.12, -0.23), (0.12, -0.23), (0.05, -0.12), (-0.05, -0.12)), 0.004)
        drawn = [
            Shape(foot, dark),
            Shape(Circle(r), None),
            Shape(duct, None),
            painted(slab(m, 2 * h + 0.02, m / 2, 0.0, 0.006), green),
        ]
        drawn += [painted(slab(0.1, 0.008, m - 0.05, y, 0.003), dark) for y in (-0.105, -0.0525, 0.0, 0.0525, 0.105)]
        drawn += [
            painted(slab(0.016, 2 * h + 0.036, m - 0.008, 0.0, 0.005), dark),
            painted(Circle(r), green),
            painted(Circle(r - 0.014), Look("rubber", (38, 46, 54), outline=0.8)),
        ]
        for k in range(4):
            blade = arc(r - 0.022, TURN * k / 4 - 0.42, TURN * k / 4 + 0.36, 9)
            near = arc(0.03, TURN * k / 4 + 0.9, TURN * k / 4 + 0.2, 3)
            drawn.append(painted(Polygon((*blade, *near)), Look("metal", (214, 222, 226), outline=1.0), 1))
        drawn += [
            painted(Circle(0.036), Look("metal", (230, 170, 60)), 1),
            painted(Circle(0.008, 0.016), Look("metal", (110, 84, 40), outline=0.0), 1),
            painted(ring(0.092, 0.005), Look("metal", (120, 134, 144), outline=0.5)),
        ]
        ports = (Port("signal", 0.0, -0.19, "signal in", title="Switch"), plug(-0.08, -0.21))
        return Blueprint((Body("static"), Body("kinematic")), tuple(drawn), ports)

    def jet(self, p: SimpleNamespace, facing: float) -> Jet:
        return Jet((facing * self.mouth, 0.0), (facing, 0.0), self.half, p.speed, p.reach)

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        if not on:
            self.calm(run, machine)
        run.bodies[1].angular_velocity = -run.facing * self.spin * run.p.speed / 12.0 if on else 0.0


class Bellows(Blower):
    """The upper board hangs on its hinge and is held open by a spring; the air that it presses out is the wind."""

    name = "bellows"
    title = "Bellows"
    price = 8
    synonyms = "blower, puff, air pump"
    help = "A puff of air when something heavy falls on its upper board, or when you press it. Then it opens again."
    source = (
        "Air through the nozzle: what the board sweeps (L^2/2 times its turning speed) over the nozzle's 40 mm: 2 m/s "
        "for each rad/s. Smiths' bellows: board 0.45 m, beech."
    )
    hum = "wind"
    hums_while = "puffing"
    cues = {"puffed": "puff"}
    properties = (
        Property("reach", "Reach", 1.5, "m", 0.3, 4.0, 0.1, help="Where a puff ends"),
        Property("spring", "Spring", 6.0, "N m", 2.0, 40.0, 0.5, help="Torque for each radian; holds it open"),
    )
    flips = True
    pressable = True
    states = ("puffing",)
    goal_states = ("puffing",)
    open_by, preload = 0.32, 0.6  # rad: how far it closes; how far beyond open the spring would go
    hinge: Point = (0.16, 0.0)
    board, nozzle = 0.44, 0.02  # m: of the board; half width of the nozzle
    act_interval = 1 / 30  # s: a puff is over too soon to be looked at more rarely
    ratio, fastest, faint = 2.0, 25.0, 1.5  # m/s of wind for each rad/s; m/s of wind at most; and that nobody feels
    usual = 12.0  # m/s: of a puff, as it is shown

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        hx, hy = self.hinge
        rise = 0.19  # m: of the open board's far end
        wood, rim = Look("wood", (178, 112, 62)), Look("metal", (206, 168, 84), outline=1.0)
        far = hx - self.board
        board = Polygon(((far, hy + rise), (hx, hy), (hx, hy + 0.022), (far, hy + rise + 0.022)), 0.003)
        grip = Polygon(
            (
                (far - 0.07, hy + rise + 0.031),
                (far, hy + rise),
                (far, hy + rise + 0.022),
                (far - 0.07, hy + rise + 0.05),
            ),
            0.003,
        )
        base = slab(self.board + 0.04, 0.1, hx - self.board / 2, hy - 0.075, 0.008)
        pipe = Polygon(((hx - 0.04, -0.05), (hx + 0.11, -0.026), (hx + 0.11, 0.014), (hx - 0.04, 0.03)), 0.002)
        shapes = (
            *self._bag(far + 0.02, rise),
            Shape(pipe, rim),
            Shape(base, wood),
            painted(slab(self.board - 0.04, 0.012, hx - self.board / 2, hy - 0.075, 0.004), rim),
            Shape(board, wood, 1, friction=0.6, restitution=0.1),
            Shape(grip, wood, 1, friction=0.6, restitution=0.1),
            painted(Circle(0.02, hx, hy + 0.006), Look("metal", (108, 114, 126))),
        )
        joint = Joint("pivot", 0, 1, hx, hy, 0.0, self.open_by)
        return Blueprint((Body("static"), Body("dynamic", 0.8)), shapes, (), (joint,))

    def _bag(self, end: float, rise: float) -> tuple[Shape, ...]:
        """The leather between the boards, from the hinge to x = `end`: its lower half is fixed, its upper one moves."""
        hx, hy = self.hinge
        hide, fold = Look("leather", (120, 62, 50)), Look("leather", (88, 42, 36), outline=0.6)
        half = (end, hy + 0.3 * rise)
        upper = Polygon((half, (hx, hy), (end, hy + rise)))
        lower = Polygon(((end, hy - 0.03), (hx, hy - 0.03), (hx, hy), half))
        creases = [
            painted(Polygon(((end, y), (hx - 0.12, hy + (y - hy) * 0.3), (end, y + 0.008))), fold, body)
            for y, body in ((hy + 0.018, 0), (hy + 0.075, 1), (hy + 0.115, 1), (hy + 0.152, 1))
        ]
        return painted(lower, hide), painted(upper, hide, 1), *creases

    def start(self, run: Running, machine: RunningMachine) -> None:
        base, board = run.bodies
        spring = pymunk.DampedRotarySpring(base, board, run.facing * self.preload, run.p.spring, 0.08)
        machine.add_joints(run, spring)

    def jet(self, p: SimpleNamespace, facing: float) -> Jet:
        mouth = facing * (self.hinge[0] + 0.11), -0.006
        return Jet(mouth, (facing, 0.0), self.nozzle, self.usual, p.reach)

    def press(self, run: Running, machine: RunningMachine) -> None:
        board, w = run.bodies[1], run.facing * 14.0
        hx, hy = run.world(run.facing * self.hinge[0], self.hinge[1])
        x, y = board.position
        board.velocity = (-w * (y - hy), w * (x - hx))
        board.angular_velocity = w

    def act(self, run: Running, machine: RunningMachine) -> None:
        speed = min(self.fastest, self.ratio * run.facing * run.bodies[1].angular_velocity)
        puffing = speed > self.faint
        if puffing != bool(run["puffing"]):
            run["puffing"] = float(puffing)
            if puffing:
                machine.tell("puffed", run, speed)
            else:
                self.calm(run, machine)
        if puffing:
            jet = self.jet(run.p, run.facing)._replace(speed=speed)
            keep_pushing(run, blow(machine, run, jet, run.lapse, held=True), machine)


class _Field(NamedTuple):
    """The space over a pad: in its own frame from `floor` to `top`, and so far to both sides; the box around that."""

    box: pymunk.BB
    half: float  # m
    floor: float
    top: float


class AntiGravityPad(Pusher, Switched):
    name = "antigravity"
    title = "Anti-gravity pad"
    price = 50
    synonyms = "hover, lift, levitation"
    help = "Between its rows of lights things fall upwards, or weigh nothing. A wire switches it over while it is on."
    source = "A force on each centre of mass: of its weight, or of twice that, against gravity."
    hum = "hum"
    properties = (
        Property("width", "Width", 0.6, "m", 0.2, 3.0, 0.05),
        Property("height", "Height", 1.0, "m", 0.3, 3.0, 0.05, help="How far up it works, with the pad itself"),
        Property("gravity", "Gravity", "reversed", choices=("reversed", "none")),
        Switched.running,
    )
    resizes = ("width", "height")
    watts = 50.0
    act_interval = 1 / 30  # s
    thickness = 0.06  # m

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        w, h, t = p.width / 2, p.height / 2, self.thickness
        light = Look("glow", (150, 110, 236), slot="on", outline=0.7)
        foot = -h + t / 2
        shapes = [
            Shape(slab(p.width, t, 0.0, foot, 0.012), Look("metal", (78, 84, 104))),
            painted(slab(p.width - 0.05, 0.016, 0.0, -h + t - 0.014, 0.006), light),
        ]
        count = max(1, int(p.width / 0.16))
        for index in range(count):
            x = p.width * ((index + 0.5) / count - 0.5)
            tip = Polygon(((x - 0.026, foot - 0.02), (x, foot - 0.008), (x + 0.026, foot - 0.02), (x, foot + 0.008)))
            shapes.append(painted(tip, light))
        rows = max(2, round((p.height - t) / 0.12))
        for index in range(rows):
            y = -h + t + (p.height - t) * (index + 1) / rows - 0.007
            shapes += [painted(Circle(0.007, side * (w - 0.007), y), light) for side in (-1, 1)]
        ports = (Port("signal", 0.0, foot, "signal in", title="Switch"), plug(p.width / 3, foot))
        return Blueprint((Body("static"),), tuple(shapes), ports)

    def jet(self, p: SimpleNamespace, facing: float) -> Jet:
        rises = 0.9 if p.gravity == "reversed" else 0.3  # m/s: of what is seen of it
        floor = -p.height / 2 + self.thickness
        return Jet((0.0, floor), (0.0, 1.0), p.width / 2, rises, p.height - self.thickness, 0.0, True)

    def act(self, run: Running, machine: RunningMachine) -> None:
        gx, gy = machine.world.gravity_x, machine.world.gravity_y
        if not run["on"] or not (gx or gy):
            return
        field: _Field | None = machine.fixed_cache.get(run.id)
        if field is None:
            field = machine.fixed_cache[run.id] = self._field(run)
        scale = -2.0 if run.p.gravity == "reversed" else -1.0
        lifts: list[Push] = []
        for loose, index in loose_in(machine, field.box, run):
            numbers = loose.numbers[index]
            x, y, vx, vy = numbers[MOVING]
            beside, above = to_local(run.bodies[0], (x, y))
            if -field.half < beside < field.half and field.floor < above < field.top:
                mass = numbers[INERTIA][0]
                pull = scale * mass
                lifted = SeenBody(loose, loose.bodies[index], (), x, y, vx, vy, mass, loose.discs[index])
                lifts.append(Push(lifted, pull * gx, pull * gy, (0.0, 0.0)))
        keep_pushing(run, lifts, machine)

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        super().switch(run, on, machine)
        if not on:
            self.calm(run, machine)
        else:
            self.act(run, machine)  # at once: what lies on it would else have begun to fall by the next look

    def _field(self, run: Running) -> _Field:
        half, top = run.p.width / 2, run.p.height / 2
        floor = self.jet(run.p, run.facing).mouth[1]
        corners = ((-half, floor), (half, floor), (half, top), (-half, top))
        return _Field(around(tuple(run.world(x, y) for x, y in corners)), half, floor, top)


class Windmill(Turning):
    """A wheel of cups: the wind presses harder into an open cup than onto the back of another.

    So it turns the same way from whichever side the wind comes, and no faster than the cups run as fast as that
    difference takes them. States: `gust`, the wind's square times its time (m^2/s) since the last look; `turning`.
    """

    name = "windmill"
    title = "Windmill"
    price = 10
    synonyms = "turbine, propeller, wind wheel"
    help = (
        "Turns in the wind of a fan or of bellows, the same way from whichever side it comes. A belt takes its turning "
        "along; a rope can be tied to a cup."
    )
    source = (
        "A cup wheel, as on Robinson's anemometer: drag coefficient 1.42 into a hollow half sphere, 0.38 onto its back "
        "(Hoerner); unloaded its cups run at a third of the wind. Cups 0.3 m long of sheet metal, 2 kg/m^2."
    )
    hum = "wheel"
    hums_while = "turning"
    properties = (Property("radius", "Radius", 0.25, "m", 0.12, 0.6, 0.01, help="Over its cups"),)
    flips = True
    catches_wind = True
    act_interval = 1 / 15  # s
    states = ("gust", "turning")
    goal_states = ("turning",)
    cups, blade, sheet = 6, 0.3, 2.0  # number; m: how far they reach into the picture; kg/m^2
    into, onto = 1.42, 0.38  # drag coefficients
    free = 0.318  # of the wind's speed, at which the two balance: sqrt(into / onto) = (1 + free) / (1 - free)
    idle = 0.5  # rad/s: slower than this it counts as standing

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        r = p.radius
        cup, at = 0.2 * r, 0.8 * r
        tin, red = Look("metal", (196, 204, 212), outline=0.9), Look("metal", (206, 72, 58))
        tower = Polygon(((-0.3 * r - 0.04, -r - 0.1), (0.3 * r + 0.04, -r - 0.1), (0.022, 0.0), (-0.022, 0.0)), 0.004)
        shapes = [
            painted(tower, Look("wood", (186, 140, 88))),
            painted(slab(0.6 * r + 0.16, 0.024, 0.0, -r - 0.1, 0.005), Look("wood", (140, 96, 58))),
        ]
        for k in range(self.cups):
            a = TURN * k / self.cups
            x, y = arc(at, a, a, 2)[0]
            spoke = band(((0.0, 0.0), (x, y)), max(0.008, 0.05 * r))
            shapes.append(painted(spoke, tin, WHEEL))
        for k in range(self.cups):
            a = TURN * k / self.cups
            x, y = arc(at, a, a, 2)[0]
            shapes.append(Shape(Circle(cup, x, y), None, WHEEL, friction=0.4, restitution=0.2))
            # Hollow behind: it runs on with its round back ahead.
            shapes.append(painted(Polygon(arc(cup, a, a + TURN / 2, 13, x, y)), red, WHEEL))
            shapes.append(painted(band(arc(0.9 * cup, a, a + TURN / 2, 13, x, y), 0.2 * cup), tin, WHEEL))
        shapes += [painted(Circle(0.13 * r), tin, WHEEL), *bolt(min(0.011, 0.08 * r))]
        ports = (shaft(), Port("cup", at, 0.0, "rope", WHEEL, "Cup"))
        mass = self.sheet * self.cups * TURN / 2 * cup * self.blade
        return Blueprint(bodies(mass), tuple(shapes), ports, (axle(),))

    def on_wind(self, run: Running, wind: float, share: float, lapse: float, machine: RunningMachine) -> None:
        run["gust"] += wind * wind * share * lapse

    def retimed(self, run: Running, lapse: float, machine: RunningMachine) -> None:
        run["gust"] *= run.lapse / lapse

    def act(self, run: Running, machine: RunningMachine) -> None:
        wheel, arm = run.bodies[WHEEL], 0.8 * run.p.radius
        speed = run.facing * wheel.angular_velocity
        turning = float(abs(speed) > self.idle)
        if turning != run["turning"]:
            run["turning"] = turning
        if not run["gust"] and wheel.is_sleeping:
            return
        wind = math.sqrt(run["gust"] / run.lapse)
        run["gust"] = 0.0
        cups = 0.5 * AIR * 0.4 * run.p.radius * self.blade * arm  # of one cup on each side, that faces the wind
        u = speed * arm
        torque = cups * (self.into * (wind - u) * abs(wind - u) - self.onto * (wind + u) * abs(wind + u)) - BEARING
        if torque > 0.0:
            self._turn(run, self.free * wind / arm, torque)
            wheel.activate()  # to the engine what turns slowly is at rest
        else:
            self._turn(run, self.free * wind / arm, max(BEARING, -torque))

    def _turn(self, run: Running, speed: float, torque: float) -> None:
        motor = next(joint for joint in run.joints if isinstance(joint, pymunk.SimpleMotor))
        changed = abs(motor.rate + run.facing * speed) > NOTICED * speed
        if changed or abs(motor.max_force - torque) > NOTICED * torque:
            self.drive(run, run.facing * speed, torque)
