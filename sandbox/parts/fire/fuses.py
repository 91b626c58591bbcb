"""The fuse cord, which burns along its length, and then lights the part that it is tied to. A timer that one can see.

A part with a port of the type "fuse" says what the fuse does to it by `Kind.caught`. When it takes fire in another way
it calls `light_fuses`, so that its own cords burn, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sandbox.parts.drawing import lamp
from sandbox.parts.fluids.water import under_water
from sandbox.parts.kind import Kind, LinkKind, Look, Point, Port, Property, Shape, limit_of

if TYPE_CHECKING:
    from sandbox.parts.world import Running, RunningLink, RunningMachine

_AT_AN_END = 1e-3  # m: so near to an end it needs no alarm to get there


class Fuse(LinkKind):
    """The cord has the length that it has at Start, however its ends move.

    States: `length` (m); `burning`; `start`, how far from its first end it was lit (m); and the alarms `to a` and
    `to b`, on which the fire reaches its two ends.
    """

    name = "fuse"
    title = "Fuse"
    price = 2
    synonyms = "cord, match cord, detonating cord"
    help = (
        "A cord that burns. Lit anywhere, by a flame or by what it is tied to, it burns both ways along its length and "
        "lights what is at its ends. Blades cut it; under water its fire goes out."
    )
    source = "Safety fuse burns at about 1 cm/s, quick match at 10 m/s and more: this one is between, to be watched."
    ends = ("fuse", "fuse")
    properties = (Property("speed", "Speed", 0.15, "m/s", 0.02, 2.0, 0.01, help="At which it burns along its length"),)
    states = ("length", "burning", "start", "to a", "to b")
    goal_states = ("burning", "burnt out")
    cues = {"sparked": "fizz"}
    radius = 0.005
    look = Look("cloth", (206, 190, 148))
    loose = True
    cuttable = True
    burns = 0.3

    def start(self, run: RunningLink, machine: RunningMachine) -> None:
        far = run.ends()[2]
        sag = 0.02 + 0.07 * far  # as a loose cord is drawn; the length of a parabola
        run["length"] = far + 8 * sag * sag / (3 * max(far, sag))

    def caught(self, run: RunningLink, at: Point, machine: RunningMachine) -> None:
        (ax, ay), (bx, by), far = run.ends()
        along = (at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)
        self.kindle(run, min(1.0, max(0.0, along / (far * far))) if far else 0.0, machine)

    def kindle(self, run: RunningLink, share: float, machine: RunningMachine) -> None:
        """Kindle the fuse at a share of its length, if it does not burn yet."""
        if run["burning"]:
            return
        length = run["length"]
        run["burning"], run["start"] = 1.0, share * length
        for alarm, way in (("to a", run["start"]), ("to b", length - run["start"])):
            if way > _AT_AN_END:
                machine.at(run, way / run.p.speed, alarm)
        machine.tell("sparked", run.a, run["start"], run.id)

    def due(self, run: RunningLink, alarm: str, machine: RunningMachine) -> None:
        if run.id not in machine.links:
            return
        a, b, _ = run.ends()
        end, at = (run.a, a) if alarm == "to a" else (run.b, b)
        if not (run["to a"] or run["to b"]):
            machine.remove(run.id)
        if not under_water(at, machine):
            end.kind.caught(end, machine)

    def ended(self, run: RunningLink) -> str:
        """Return "burnt out" if the fire has come to both ends of the fuse; a fuse that is cut or torn off before has
        not burnt out."""
        return "burnt out" if run["burning"] and not (run["to a"] or run["to b"]) else ""

    def nearness(self, run: RunningLink, state: str, machine: RunningMachine) -> float:
        if state != "burnt out" or not run["burning"]:
            return 0.0
        way = max(run["start"], run["length"] - run["start"])
        left = (max(run["to a"], run["to b"]) - machine.elapsed) * machine.tick_length * run.p.speed  # m
        return 0.5 + 0.49 * min(1.0, max(0.0, 1.0 - left / way)) if way else 0.5  # it is only there when it has left


class FuseLit(Kind):
    """A part that a fuse, a flame, a signal or a press lights: its state `lit`. It is `due` when its own fuse has burnt
    down.
    """

    pressable: ClassVar[bool] = True
    catches: ClassVar[float] = 0.3
    fuse_time: ClassVar[float | str]  # s, or the name of the property that holds it

    def press(self, run: Running, machine: RunningMachine) -> None:
        self.light(run, limit_of(self.fuse_time, run.p), machine)

    def caught(self, run: Running, machine: RunningMachine) -> None:
        self.press(run, machine)

    def light(self, run: Running, seconds: float, machine: RunningMachine) -> None:
        """Light a fuse that burns for `seconds`, if none burns yet."""
        if not run["lit"]:
            run["lit"] = 1.0
            machine.at(run, seconds)
            machine.tell("lit", run)
            light_fuses(run, machine)


def fuse_port(x: float, y: float, body: int = 0, title: str = "Wick") -> Port:
    """Return the port for a fuse at a wick."""
    return Port("fuse", x, y, "fuse", body, title)


def spark(r: float, x: float, y: float) -> Shape:
    """Return the spark at the end of a fuse, which glows while the part is `lit`."""
    return lamp(r, x, y, (255, 176, 46), "lit", outline=0.7)


def light_fuses(run: Running, machine: RunningMachine) -> None:
    """Light the fuses that are tied to a part, because it burns."""
    for link in machine.links_at(run):
        if isinstance(link.kind, Fuse):
            link.kind.kindle(link, 0.0 if link.a is run else 1.0, machine)
