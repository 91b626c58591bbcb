"""Parts that wires switch over."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

from sandbox.parts.kind import Kind, LinkKind, Look, Port, Property

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningMachine


def plug(x: float, y: float, body: int = 0) -> Port:
    """Return the port of a load that takes a cable."""
    return Port("plug", x, y, "power in", body, "Plug")


def count_wire(run: Running, on: bool) -> bool:
    """Count a wire that has changed in the state `signals`; return whether any wire that ends here is on."""
    run["signals"] += 1.0 if on else -1.0
    return run["signals"] > 0


class Switched(Kind):
    """A part that runs or rests, and is switched over by wires; `signals` counts those that are on.

    With a cable in its plug it runs only while that brings power.
    """

    running = Property("running", "Running at start", True, help="A wire switches it over while it is on")
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
        count_wire(run, on)
        self._switch_over(run, machine)
        machine.repower(run)

    def consumes(self, run: Running) -> bool:
        return bool(run.p.running) != (run["signals"] > 0)

    def powered(self, run: Running, on: bool, machine: RunningMachine) -> None:
        self._switch_over(run, machine)

    def may_run(self, run: Running, machine: RunningMachine) -> bool:
        """Tell whether the part's wires and cable let it run."""
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
    price = 1
    synonyms = "signal, connection, link"
    help = "Carries the signal of a button to what it switches. It is no rope: nothing hangs from it or runs into it."
    source = "A signal arrives within the tick in which it is sent."
    ends = ("signal out", "signal in")
    states = ("on",)
    radius = 0.004
    loose = True
    look = Look("glow", (214, 72, 60), slot="on")
