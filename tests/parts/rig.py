"""A few parts on a bench: build a design line by line, run it, watch it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sandbox import parts
from sandbox.design.design import Design, End, Link, PartSpec, World
from sandbox.design.geometry import Point
from sandbox.machine.machine import Machine
from sandbox.parts.ropes.reeving import reeving_of


class Rig:
    """Parts and links are added by methods that return their ids; the first look at `machine` starts them."""

    def __init__(self, **world: Any) -> None:
        self.design = Design(world=World(**world))
        self._machine: Machine | None = None

    def add(self, kind: str, x: float, y: float, angle: float = 0.0, flip: bool = False, **props: Any) -> int:
        return self._put("parts", PartSpec(self.design.next_id, kind, x, y, angle, flip, props))

    def link(
        self,
        kind: str,
        a: int,
        a_port: str | Point,
        b: int,
        b_port: str | Point,
        via: tuple[int, ...] = (),
        **props: Any,
    ) -> int:
        """Between two ports by name, or points of the parts."""
        return self._put("links", Link(self.design.next_id, kind, _end(a, a_port), _end(b, b_port), props, via=via))

    def floor(self, top: float = 0.0, width: float = 20.0) -> int:
        return self.add("floor", 2.0, top - 0.05, width=width)

    def _put(self, where: str, item: PartSpec | Link) -> int:
        assert self._machine is None, "the machine is already running"
        items = (*getattr(self.design, where), item)
        self.design = msgspec.structs.replace(self.design, **{where: items, "next_id": item.id + 1})
        return item.id

    @property
    def machine(self) -> Machine:
        if self._machine is None:
            self._machine = Machine(parts.check(self.design))
        return self._machine

    def run(self, seconds: float, watch: Callable[[], object] | None = None) -> None:
        """Let time pass; `watch` is called after each tick."""
        machine = self.machine
        for _ in range(round(seconds / machine.dt)):
            machine.tick()
            if watch is not None:
                watch()

    def motion(self, part: int) -> tuple[float, float, float, float, float, float]:
        """x, y, angle, vx, vy, w of a part's main body."""
        return self.machine.motion(part)

    def state(self, id_: int, name: str) -> float:
        return float(self.machine.states[self.machine.slot_of[id_, name]])

    def events(self, what: str) -> list[Any]:
        return [event for event in self.machine.events if event.what == what]

    def highest(self, part: int, seconds: float) -> float:
        """How high a part's centre of mass gets in that time, in m."""
        best = self.motion(part)[1]

        def watch() -> None:
            nonlocal best
            best = max(best, self.motion(part)[1])

        self.run(seconds, watch)
        return best

    def stretch(self, rope: int) -> float:
        """Present distance of a rope's ends, round all its pulleys, over its length."""
        run = self.machine.links[rope]
        reeving = reeving_of(run)
        if reeving is not None:
            return reeving.path(reeving.now()).span / run["length"]
        ax, ay = run.a.world(run.port_a.x, run.port_a.y, run.port_a.body)
        bx, by = run.b.world(run.port_b.x, run.port_b.y, run.port_b.body)
        return float(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / run["length"])

    def worst_stretch(self, rope: int, seconds: float) -> float:
        worst = 0.0

        def watch() -> None:
            nonlocal worst
            worst = max(worst, self.stretch(rope))

        self.run(seconds, watch)
        return worst


def _end(part: int, where: str | Point) -> End:
    return End(part, where) if isinstance(where, str) else End(part, at=where)
