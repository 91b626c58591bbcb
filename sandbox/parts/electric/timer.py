"""The kitchen timer, which rings some time after it was set off."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pymunk

from sandbox.design.geometry import cos_sin
from sandbox.parts.drawing import TURN, arc, band, oval, painted, slab
from sandbox.parts.electric.switched import count_wire
from sandbox.parts.kind import Blueprint, Body, Circle, Look, Port, Property, Shape
from sandbox.parts.materials import BRASS, DARK, STEEL
from sandbox.parts.reactions import Knocked

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_PULSE = 0.3  # s
_UNDER_WAY = 4  # pulses that a delay can hold
_CASE, _ARM, _HAND = range(3)  # its bodies


class KitchenTimer(Knocked):
    """A hammer beside the case is kicked out at each ring, and a spring draws it in again; the hand is only drawn.

    States: `running`; `rung`, 1 from the first ring on; `on`, the signal that it sends; `signals`, how many wires into
    it are on. Alarms: `due`, the next ring; `off`, the end of a pulse; `rise` and `fall`, the two ends of each pulse
    that a delay holds: one more that fall, as the last may still be on.
    """

    name = "timer"
    title = "Kitchen timer"
    price = 10
    synonyms = "clock, delay, alarm"
    hands_on = ("knock",)
    help = (
        "Ring: set going by a knock, a signal or a press, it rings when its time is up: a short signal, and its hammer "
        "kicks what stands beside it. Delay: passes each signal on, that much later. Clock: rings again and again; a "
        "knock, a signal or a press stops it, and sets it going again."
    )
    source = (
        "A ring of 0.3 s. The hammer weighs 0.25 kg and leaves at 2 m/s, 0.5 N s: enough for a button, or to roll a "
        "ball. A delay holds four signals; what comes while four are on their way is lost."
    )
    sound = "metal"
    hum = "ticking"
    hums_while = "running"
    cues = {"wound": "tick", "rang": "bell", "passed": "click", "halted": "click"}
    properties = (
        Property("mode", "Mode", "ring", choices=("ring", "delay", "clock")),
        Property("time", "Time", 5.0, "s", 0.1, 60.0, 0.1, help="Until it rings or passes a signal on"),
        Property("push", "Push", 0.1, "N s", 0.01, 10.0, 0.01, help="A harder impact than this sets it going"),
    )
    flips = True
    pressable = True
    set_off_by = ("blast",)
    knock_over, knocked_at = "push", "case"
    rises = tuple(f"rise {k}" for k in range(_UNDER_WAY))
    falls = tuple(f"fall {k}" for k in range(_UNDER_WAY + 1))
    states = ("running", "rung", "on", "signals", "due", "off", *rises, *falls)
    goal_states = ("running", "rung")
    mass, kick, reach = 0.25, 2.0, 0.06  # kg, m/s, m: of the hammer
    # The spring that draws it in: N/m, N s/m, and how far behind its place it is tied and stretched (m). It holds
    # more than the hammer's weight, for a timer that stands on its side.
    stiffness, damping, behind, stretched = 25.0, 1.5, 0.6, 0.2

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        red, rim = Look("metal", (206, 58, 48)), Look("metal", (236, 224, 200), outline=1.0)
        black = Look("rubber", (46, 46, 52), outline=0.0)
        face = Look("leather", (250, 247, 236), outline=0.6)
        marks = []
        for hour in range(12):
            c, s = cos_sin(TURN * hour / 12)
            begin = 0.044 if hour % 3 else 0.039
            marks.append(painted(band(((begin * c, begin * s), (0.053 * c, 0.053 * s)), 0.005), black))
        shapes = (
            painted(slab(0.09, 0.014, 0.07, -0.03), STEEL, _ARM),
            Shape(slab(0.03, 0.056, 0.108, -0.03, 0.009), Look("rubber", (58, 62, 72)), _ARM, 0.6, 0.3, name="hammer"),
            painted(slab(0.03, 0.03, -0.055, -0.088, 0.006), DARK),
            painted(slab(0.03, 0.03, 0.055, -0.088, 0.006), DARK),
            Shape(oval(0.05, 0.044, 0.01, 24, 0.0, 0.072), Look("glow", (240, 190, 70), slot="on"), name="case"),
            painted(Circle(0.01, 0.0, 0.118), BRASS),
            Shape(slab(0.18, 0.176, 0.0, -0.006, 0.05), red, name="case"),
            Shape(slab(0.18, 0.012, 0.0, -0.097, 0.004), None, name="case"),
            painted(Circle(0.07), rim),
            painted(Circle(0.061), face),
            *marks,
            painted(band(arc(0.078, 2.3, 3.3, 8), 0.006), Look("leather", (240, 132, 118), outline=0.0)),
            painted(band(((0.0, -0.014), (0.0, 0.04)), 0.009), Look("metal", (196, 44, 40), outline=0.6), _HAND),
            painted(Circle(0.013), BRASS, _HAND),
        )
        ports = (
            Port("signal", -0.07, -0.075, "signal in", title="Start"),
            Port("out", 0.07, -0.075, "signal out", title="Bell"),
        )
        return Blueprint((Body("static"), Body("dynamic", self.mass), Body("kinematic")), shapes, ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        case, arm, f, x, y = run.bodies[_CASE], run.bodies[_ARM], run.facing, run.plan.bodies[_ARM].x, -0.03
        joints = (
            pymunk.GrooveJoint(case, arm, (x, y), (x + f * self.reach, y), (0.0, 0.0)),
            pymunk.GearJoint(case, arm, 0.0, 1.0),
            pymunk.DampedSpring(
                case, arm, (x - f * self.behind, y), (0.0, 0.0), self.behind - self.stretched, self.stiffness,
                self.damping,
            ),
        )  # fmt: skip
        for joint in joints:
            joint.collide_bodies = False
        machine.tie(run, *joints)
        if run.p.mode == "clock":
            self._wind(run, machine)

    # -- what sets it going

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run.p.mode == "delay":
            self._hold(run, True, run.p.time, machine)
            self._hold(run, False, run.p.time + _PULSE, machine)
        elif not run["running"]:
            self._wind(run, machine)
            machine.tell("wound", run)
        elif run.p.mode == "clock":
            self._rest(run)
            machine.cancel(run)
            machine.tell("halted", run)

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        before = run["signals"] > 0
        level = count_wire(run, on)
        if level == before:
            return
        if run.p.mode == "delay":
            self._hold(run, level, run.p.time, machine)
        elif level:
            self.press(run, machine)

    # -- what it does then

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        if alarm == "due":
            self._ring(run, machine)
        elif alarm == "off":
            self._switch(run, False, machine)
        else:
            if not any(run[name] for name in (*self.rises, *self.falls)):
                self._rest(run)
            self._switch(run, alarm in self.rises, machine)

    def _ring(self, run: Running, machine: RunningMachine) -> None:
        run["rung"] = 1.0
        self._rest(run)
        if run.p.mode == "clock":
            self._wind(run, machine)
        machine.at(run, min(_PULSE, run.p.time / 2), "off")
        c, s = cos_sin(run.bodies[_CASE].angle)
        arm, dx, dy = run.bodies[_ARM], run.facing * c, run.facing * s
        lacking = self.kick - arm.velocity.x * dx - arm.velocity.y * dy
        if lacking > 0:
            arm.apply_impulse_at_world_point((self.mass * lacking * dx, self.mass * lacking * dy), arm.position)
        machine.tell("rang", run)
        self._switch(run, True, machine)

    def _hold(self, run: Running, on: bool, seconds: float, machine: RunningMachine) -> None:
        """Let one end of a pulse go out later, if there is a place for it."""
        name = next((name for name in (self.rises if on else self.falls) if not run[name]), "")
        if name:
            machine.at(run, seconds, name)
            if not run["running"]:
                self._turn(run, seconds)

    def _wind(self, run: Running, machine: RunningMachine) -> None:
        machine.at(run, run.p.time)
        self._turn(run, run.p.time)

    def _turn(self, run: Running, seconds: float) -> None:
        """Let the hand go round once in that time: the engine turns it, so that it needs no `act`."""
        run["running"] = 1.0
        run.bodies[_HAND].angular_velocity = -run.facing * TURN / seconds

    def _rest(self, run: Running) -> None:
        run["running"] = 0.0
        hand = run.bodies[_HAND]
        hand.angular_velocity, hand.angle = 0.0, run.bodies[_CASE].angle

    def _switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if on == bool(run["on"]):
            return
        run["on"] = float(on)
        if on and run.p.mode == "delay":
            run["rung"] = 1.0
            machine.tell("passed", run)
        machine.send(run, on)
