"""The push button."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

from sandbox.parts.drawing import painted, slab
from sandbox.parts.electric.switches import SwitchContact
from sandbox.parts.kind import Blueprint, Body, Look, Polygon, Port, Property, Shape
from sandbox.parts.reactions import Knocked

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine

_LOCKOUT = 0.25  # s after a push: a ball that bounces on the cap switches once
_HEAVY_ENOUGH = 0.2  # kg: what lies on the cap and keeps it down


class Button(Knocked, SwitchContact):
    """States: `on`, and `timer`, the seconds until a toggle can be pushed again or a hold lets go."""

    name = "button"
    title = "Push button"
    price = 5
    synonyms = "switch, trigger, key"
    help = (
        "Switches what it is wired to when something falls on its cap, or when you press it. "
        "Toggle: each push switches over. Hold: on for a while, and as long as a weight lies on it."
    )
    source = "An arcade button asks for 0.5 to 2 N over 2 to 4 mm: a tennis ball dropped from 10 cm pushes it."
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
            self.switch(run, True, machine)
        elif run["timer"] <= 0:
            run["timer"] = _LOCKOUT
            machine.rouse(run)
            self.switch(run, not run["on"], machine)

    def act(self, run: Running, machine: RunningMachine) -> None:
        run["timer"] = max(0.0, run["timer"] - machine.dt)
        if run["timer"] == 0 and run.p.mode == "hold":
            if self._held_down(run, machine):
                run["timer"] = _LOCKOUT  # and look again then
            else:
                self.switch(run, False, machine)

    def _held_down(self, run: Running, machine: RunningMachine) -> bool:
        """Ask the engine whether something heavy lies on the cap: a sleeping load leaves no notes."""
        cap = next(s for plan, s in zip(run.plan.shapes, run.shapes, strict=True) if plan.name == "cap")
        assert cap is not None
        for shape in machine.shapes_on(cap):
            body = shape.body
            if body is not None and body.body_type == body.DYNAMIC and body.mass >= _HEAVY_ENOUGH:
                return True
        return False
