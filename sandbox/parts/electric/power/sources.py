"""Sources of power, and the cable that takes it to a load: see `machine.power` for how power is shared out."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar

from sandbox.parts.drawing import DIM_GREEN_LAMP, lamp, oval, painted, slab
from sandbox.parts.electric.switched import count_wire
from sandbox.parts.kind import Blueprint, Body, Circle, Kind, LinkKind, Look, Polygon, Port, Property, Shape
from sandbox.parts.materials import RED_RUBBER
from sandbox.parts.reactions import Knocked

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine

_CREAM, _DARK = Look("leather", (240, 232, 212)), Look("metal", (52, 56, 66), outline=0.0)
_BRASS = Look("metal", (222, 180, 88), outline=0.7)


class Cable(LinkKind):
    """States: `on`, it carries power; `spared`, the tick until which no blade cuts it, after it has blown a fuse."""

    name = "cable"
    title = "Power cable"
    price = 2
    synonyms = "power cord, electricity, plug"
    help = (
        "Brings power from a source to a plug. What is plugged in runs only with power, and what shares a source "
        "shares its watts: if they are too few, nothing runs. Nothing hangs from it; a blade cuts it, but with power "
        "on the fuse goes first."
    )
    source = "A flex of 2 x 0.75 mm^2 is sold in lengths of 2 to 3 m; it carries 6 A."
    ends = ("power out", "power in")
    states = ("on", "spared")
    radius = 0.0065
    loose = True
    cuttable = True
    reach = 3.0
    look = Look("glow", (66, 92, 168), slot="on")
    spares = 0.5  # s: a blade that still touches it is the same cut

    def cut(self, run: RunningLink, machine: RunningMachine) -> bool:
        if machine.elapsed < run["spared"]:
            return False
        source = run.a if run.port_a.type == self.ends[0] else run.b
        assert isinstance(source.kind, PowerSource)
        if not run["on"] or not source.kind.blow(source, machine):
            return True
        run["spared"] = machine.elapsed + self.spares / machine.tick_length
        return False


class PowerSource(Kind):
    """A part that gives power. State `overloaded`: its loads ask for more than it has, so that none of them runs."""

    states: ClassVar[tuple[str, ...]] = ("overloaded",)
    goal_states: ClassVar[tuple[str, ...]] = ("overloaded",)
    cues: ClassVar[Mapping[str, str]] = {"overloaded": "fizz"}

    def most(self, p: SimpleNamespace) -> float:
        """Return how many watts it can give at most."""
        return float(p.watts)

    def taken(self, run: Running, watts: float, overloaded: bool, machine: RunningMachine) -> None:
        if overloaded != bool(run["overloaded"]):
            run["overloaded"] = float(overloaded)
            if overloaded:
                machine.tell("overloaded", run)

    def blow(self, run: Running, machine: RunningMachine) -> bool:
        """Blow the fuse because a blade cut a live cable; return False if this source has no fuse."""
        return False


def socket(x: float, y: float, r: float = 0.036) -> list[Shape]:
    """Return the drawing of a socket: a round well with two holes."""
    return [
        painted(oval(r, r, r, 32, x, y), Look("leather", (212, 202, 180), outline=0.8)),
        *(painted(Circle(0.21 * r, x + side * 0.39 * r, y), _DARK) for side in (-1, 1)),
        *(painted(slab(0.34 * r, 0.14 * r, x, y + side * 0.86 * r, 0.002), _BRASS) for side in (-1, 1)),
    ]


def fuse_lamp(x: float, y: float) -> list[Shape]:
    """The red lamp of a source, lit while the source is asked for more watts than it has."""
    return [
        painted(Circle(0.0095, x, y), _DARK),
        lamp(0.007, x, y, (205, 52, 44), "overloaded", outline=0.0),
    ]


class Outlet(Knocked, PowerSource):
    """States: `on`; `flipped`, 1 while its rocker is not as at Start; `signals`, how many wires into it are on;
    `shut`, the alarm until which the rocker can't be flipped again.
    """

    name = "outlet"
    title = "Outlet"
    price = 10
    synonyms = "socket, plug, mains"
    help = (
        "Two sockets with power, for cables to fans, motors and all that has a plug. A knock on its rocker switches "
        "it, so do you when you press it; a wire switches it over while it is on."
    )
    source = "A wall outlet behind a small fuse: so many watts, not one more. A rocker switches at some 3 N."
    cues: ClassVar[Mapping[str, str]] = {**PowerSource.cues, "switched_on": "switch", "switched_off": "switch"}
    properties = (
        Property("on", "On at start", True),
        Property("watts", "Power", 120.0, "W", 5.0, 2000.0, 5.0, help="All that is plugged in may ask for so much"),
        Property("rocker", "Rocker", True, help="Without one, only a wire switches it"),
        Property("knock", "Knock", 0.08, "N s", 0.01, 10.0, 0.01, help="A harder impact than this flips the rocker"),
    )
    pressable = True
    knock_over, knocked_at = "knock", "rocker"
    states = ("on", "overloaded", "flipped", "signals", "shut")
    goal_states = ("on", "overloaded")
    lockout, tilt = 0.25, 0.42  # s: a ball that bounces on the rocker flips it once; rad from end to end

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        inner = Look("leather", (226, 216, 194), outline=0.7)
        lit = Look("glow", DIM_GREEN_LAMP, outline=0.0, slot="on")
        shapes = [
            Shape(slab(0.22, 0.12, 0.0, 0.0, 0.016), _CREAM, friction=0.5, restitution=0.2),
            painted(slab(0.196, 0.096, 0.0, 0.0, 0.01), inner),
            *socket(-0.052, -0.002),
            *socket(0.052, -0.002),
            painted(Circle(0.0095, 0.0, 0.024), _DARK),
            painted(Circle(0.007, 0.0, 0.024), lit),
            *fuse_lamp(0.0, -0.026),
        ]
        bodies = [Body("static")]
        if p.rocker:
            bodies.append(Body("kinematic", 0.0, 0.0, 0.062))
            a = self.tilt / 2 if p.on else -self.tilt / 2
            half, rise = 0.036, 0.036 * a
            cap = Polygon(((-half, 0.05), (half, 0.05), (half, 0.072 + rise), (0.0, 0.07), (-half, 0.072 - rise)))
            shapes += [
                Shape(slab(0.072, 0.03, 0.0, 0.066, 0.006), None, friction=0.5, restitution=0.3, name="rocker"),
                painted(cap, RED_RUBBER, 1),
                painted(slab(0.1, 0.012, 0.0, 0.056, 0.004), _DARK),
            ]
        ports = (
            Port("left", -0.052, -0.002, "power out", title="Left socket"),
            Port("right", 0.052, -0.002, "power out", title="Right socket"),
            Port("signal", 0.0, -0.058, "signal in", title="Switch"),
        )
        return Blueprint(tuple(bodies), tuple(shapes), ports)

    def switched_over(self, p: SimpleNamespace) -> str:
        return "on"

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["on"] = float(run.p.on)

    def gives(self, run: Running, machine: RunningMachine) -> float:
        return float(run.p.watts) * run["on"]

    def press(self, run: Running, machine: RunningMachine) -> None:
        if run.p.rocker and not run["shut"]:
            machine.at(run, self.lockout, "shut")
            self._flip(run, machine)

    def blow(self, run: Running, machine: RunningMachine) -> bool:
        machine.tell("overloaded", run)
        self._flip(run, machine)
        return True

    def _flip(self, run: Running, machine: RunningMachine) -> None:
        run["flipped"] = 1.0 - run["flipped"]
        if run.p.rocker:
            tilt = self.tilt if run.p.on else -self.tilt
            run.bodies[1].angle = run.bodies[0].angle - run.facing * tilt * run["flipped"]
        self._look(run, machine)

    def signal(self, run: Running, on: bool, machine: RunningMachine) -> None:
        count_wire(run, on)
        self._look(run, machine)

    def _look(self, run: Running, machine: RunningMachine) -> None:
        on = (bool(run.p.on) != bool(run["flipped"])) != (run["signals"] > 0)
        if on != bool(run["on"]):
            run["on"] = float(on)
            machine.tell("switched_on" if on else "switched_off", run)
            machine.repower(run)


class Battery(PowerSource):
    """States: `left`, the share of its charge that was left when it was last reckoned, at the tick `since`; `watts`,
    what has been taken of it since then; `empty`; and `due`, the alarm for the next reckoning.
    """

    name = "battery"
    title = "Battery"
    price = 6
    synonyms = "cell, power source, accumulator"
    help = (
        "Gives up to 60 W wherever you put it, until it is empty. At full load it lasts for its time, at half of that "
        "twice as long; what does not run takes nothing."
    )
    source = "A pack of 60 W; its charge is made to fit a level: 600 J, where a torch's battery has 10 kJ."
    cues: ClassVar[Mapping[str, str]] = {**PowerSource.cues, "flat": "peep"}
    properties = (Property("time", "Time", 10.0, "s", 0.5, 600.0, 0.5, help="For which it lasts at 60 W"),)
    states = ("left", "empty", "overloaded", "watts", "since", "due")
    goal_states = ("empty", "overloaded")
    full = 60.0  # W
    reckons = 0.1  # s
    spent = 1e-9  # of its charge: less than this is a rounding error

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        black, copper = Look("metal", (58, 62, 72)), Look("metal", (212, 128, 66))
        white = Look("leather", (246, 244, 236), outline=0.0)
        well, charge = Look("rubber", (30, 33, 40), outline=0.0), Look("glow", (96, 200, 80), 0.6, "left")
        shapes = (
            Shape(slab(0.05, 0.024, 0.0, 0.122, 0.005), Look("metal", (198, 206, 214))),
            Shape(slab(0.13, 0.23, 0.0, 0.0, 0.014), black, friction=0.5, restitution=0.2),
            painted(slab(0.13, 0.074, 0.0, 0.078, 0.014), copper),
            painted(slab(0.13, 0.012, 0.0, 0.036), Look("metal", (236, 200, 150), outline=0.0)),
            painted(slab(0.034, 0.009, 0.0, 0.08, 0.001), white),
            painted(slab(0.009, 0.034, 0.0, 0.08, 0.001), white),
            painted(slab(0.034, 0.009, -0.036, -0.092, 0.001), white),
            painted(slab(0.07, 0.084, 0.0, -0.03, 0.006), well),
            *(painted(slab(0.056, 0.02, 0.0, y, 0.003), charge) for y in (-0.056, -0.03, -0.004)),
            *fuse_lamp(0.036, -0.094),
        )
        ports = (Port("socket", 0.0, 0.128, "power out", title="Pole"),)
        return Blueprint((Body("static"),), shapes, ports)

    def start(self, run: Running, machine: RunningMachine) -> None:
        run["left"] = 1.0

    def most(self, p: SimpleNamespace) -> float:
        return self.full

    def gives(self, run: Running, machine: RunningMachine) -> float:
        return 0.0 if run["empty"] else self.full

    def taken(self, run: Running, watts: float, overloaded: bool, machine: RunningMachine) -> None:
        super().taken(run, watts, overloaded, machine)
        self._reckon(run, machine)
        run["watts"] = watts
        if watts:
            self._wait(run, machine)
        else:
            machine.cancel(run)

    def due(self, run: Running, alarm: str, machine: RunningMachine) -> None:
        self._reckon(run, machine)
        if run["left"] > self.spent:
            self._wait(run, machine)
            return
        self._end(run, machine)

    def blow(self, run: Running, machine: RunningMachine) -> bool:
        machine.tell("overloaded", run)
        self._end(run, machine)
        return True

    def _end(self, run: Running, machine: RunningMachine) -> None:
        run["left"], run["empty"] = 0.0, 1.0
        machine.tell("flat", run)
        machine.repower(run)

    def _reckon(self, run: Running, machine: RunningMachine) -> None:
        seconds = (machine.elapsed - run["since"]) * machine.tick_length
        run["left"] = max(0.0, run["left"] - seconds * run["watts"] / (self.full * run.p.time))
        run["since"] = machine.elapsed

    def _wait(self, run: Running, machine: RunningMachine) -> None:
        machine.at(run, min(self.reckons, run["left"] * run.p.time * self.full / run["watts"]))
