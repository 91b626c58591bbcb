"""Electric things: what is pressed here switches something there."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

from sandbox.parts.base import Blueprint, Body, Kind, LinkKind, Look, Polygon, Port, Property, Shape
from sandbox.parts.outlines import slab
from sandbox.parts.paint import painted
from sandbox.parts.reactions import Knocked
from sandbox.parts.signals.display import Display
from sandbox.parts.signals.logic import LogicGate, PulseCounter
from sandbox.parts.signals.reports import Bell, Tachometer
from sandbox.parts.signals.switches import LightGate, PressurePlate, PullSwitch
from sandbox.parts.signals.timer import KitchenTimer

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_LOCKOUT = 0.25  # s after a push: a ball that bounces on the cap switches once
_HEAVY_ENOUGH = 0.2  # kg: what lies on the cap and keeps it down


class Button(Knocked):
    """States: `on`, and `timer`, the seconds until a toggle can be pushed again or a hold lets go."""

    name = "button"
    title = "Push button"
    synonyms = "switch, trigger, key"
    help = (
        "Switches what it is wired to when something falls on its cap, or when you press it. "
        "Toggle: each push switches over. Hold: on for a while, and as long as a weight lies on it."
    )
    source = "An arcade button asks for 0.5 to 2 N over 2 to 4 mm: a tennis ball dropped from 10 cm pushes it."
    cues = {"pressed": "click", "released": "click"}
    properties = (
        Property("mode", "Mode", "toggle", choices=("toggle", "hold")),
        Property("hold", "Hold time", 2.0, "s", 0.1, 60.0, 0.1, help="How long it stays on in hold mode"),
        Property("push", "Push", 0.08, "N s", 0.01, 10.0, 0.01, help="A harder impact than this pushes the cap"),
    )
    pressable = True
    set_off_by = ("blast",)
    knock_over, knocked_at = "push", "cap"
    states = ("on", "timer")
    acts_while = "timer"
    goal_states = ("on",)

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        cap = Polygon(((-0.052, 0.0), (0.052, 0.0), (0.044, 0.026), (-0.044, 0.026)), 0.004)
        shapes = (
            Shape(cap, Look("glow", (222, 58, 48), slot="on"), restitution=0.3, name="cap"),
            Shape(slab(0.18, 0.036, 0.0, -0.018, 0.006), Look("metal", (92, 98, 110))),
            painted(slab(0.118, 0.012, 0.0, -0.002, 0.004), Look("metal", (158, 166, 176), outline=0.9)),
        )
        return Blueprint((Body("static"),), shapes, (Port("signal", 0.0, -0.022, "signal out", title="Contact"),))

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run.p.mode == "hold":
            run["timer"] = run.p.hold
            machine.rouse(run)
            self._switch(run, True, machine)
        elif run["timer"] <= 0:
            run["timer"] = _LOCKOUT
            machine.rouse(run)
            self._switch(run, not run["on"], machine)

    def act(self, run: Running, machine: RunningMachine) -> None:
        run["timer"] = max(0.0, run["timer"] - machine.dt)
        if run["timer"] == 0 and run.p.mode == "hold":
            if self._held_down(run, machine):
                run["timer"] = _LOCKOUT  # and look again then
            else:
                self._switch(run, False, machine)

    def _switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        if on != bool(run["on"]):
            run["on"] = float(on)
            machine.tell("pressed" if on else "released", run)
            machine.send(run, on)

    def _held_down(self, run: Running, machine: RunningMachine) -> bool:
        """Ask the engine whether something heavy lies on the cap: a sleeping load leaves no notes."""
        cap = next(s for plan, s in zip(run.plan.shapes, run.shapes, strict=True) if plan.name == "cap")
        assert cap is not None
        for shape in machine.shapes_on(cap):
            body = shape.body
            if body is not None and body.body_type == body.DYNAMIC and body.mass >= _HEAVY_ENOUGH:
                return True
        return False


def plug(x: float, y: float, body: int = 0) -> Port:
    """Return the port of a load that takes a cable."""
    return Port("plug", x, y, "power in", body, "Plug")


class Switched(Kind):
    """A part that runs or rests, and is switched over by wires; `signals` counts those that are on.

    With a cable in its plug it runs only while that brings power.
    """

    running = Property("running", "Running at start", True, help="A wire that is on switches it over")
    states: ClassVar[tuple[str, ...]] = ("on", "signals")
    goal_states: ClassVar[tuple[str, ...]] = ("on",)
    cues: ClassVar[Mapping[str, str]] = {"started": "switch", "stopped": "switch"}

    def switched_over(self, p: SimpleNamespace) -> str:
        return self.running.name

    def start(self, run: Running, machine: RunningMachine) -> None:
        super().start(run, machine)
        self.switch(run, self.may_run(run, machine), machine)

    def switch(self, run: Running, on: bool, machine: RunningMachine) -> None:
        """Set the part going or bring it to rest; a kind adds what that means for its bodies."""
        run["on"] = float(on)

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        run["signals"] += 1.0 if on else -1.0  # two wires may end here: it is switched while either is on
        self._switch_over(run, machine)
        machine.repower(run)

    def consumes(self, run: Running) -> bool:
        return bool(run.p.running) != (run["signals"] > 0)

    def powered(self, run: Running, on: bool, machine: RunningMachine) -> None:
        self._switch_over(run, machine)

    def may_run(self, run: Running, machine: RunningMachine) -> bool:
        """Tell whether its wires and its cable let it run."""
        power = machine.power(run)
        return self.consumes(run) and (not self.needs_power if power is None else power)

    def _switch_over(self, run: Running, machine: RunningMachine) -> None:
        """Set the part going or bring it to rest, if its wires or its cable say so."""
        running = self.may_run(run, machine)
        if running != bool(run["on"]):
            self.switch(run, running, machine)
            machine.wake(run)
            machine.tell("started" if running else "stopped", run)


class Wire(LinkKind):
    name = "wire"
    title = "Wire"
    synonyms = "signal, connection, link"
    help = "Carries the signal of a button to what it switches. It is no rope: nothing hangs from it or runs into it."
    source = "A signal arrives within the tick in which it is sent."
    ends = ("signal out", "signal in")
    states = ("on",)
    radius = 0.004
    loose = True
    look = Look("glow", (214, 72, 60), slot="on")


KINDS: tuple[Kind, ...] = (
    Button(), PullSwitch(), PressurePlate(), LightGate(), Tachometer(), KitchenTimer(), PulseCounter(), LogicGate(),
    Bell(), Display(),
)  # fmt: skip
LINKS: tuple[LinkKind, ...] = (Wire(),)
