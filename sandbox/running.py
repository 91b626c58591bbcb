"""Parts and links while a machine runs: their bodies, shapes and joints in the engine, and their running numbers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import numpy.typing as npt
import pymunk

from sandbox import parts as catalogue
from sandbox.design import End, Link, PartSpec
from sandbox.geometry import Circle, Point
from sandbox.parts.base import Blueprint, Kind, LinkKind, Port
from sandbox.parts.reeving import Reeving
from sandbox.parts.ropes import Span
from sandbox.readout import FRAME, Numbers

Rows = npt.NDArray[np.float64]


class _Stateful:
    """Named running numbers in the machine's one array: ``run["on"] = 1.0``."""

    __slots__ = ("_slots", "_values")

    def __init__(self, id_: int, names: tuple[str, ...], values: Rows, slots: dict[tuple[int, str], int]) -> None:
        self._values = cast(
            "memoryview[float]", values.data
        )  # one number of a memoryview costs a third of one of an array
        self._slots = {name: slots[id_, name] for name in names}

    def __getitem__(self, name: str) -> float:
        return self._values[self._slots[name]]

    def __setitem__(self, name: str, value: float) -> None:
        self._values[self._slots[name]] = value

    def __contains__(self, name: object) -> bool:
        return name in self._slots

    def numbers_from(self, name: str, count: int) -> memoryview[float]:
        """So many running numbers from one on, as they are laid out, to be read and written at once."""
        first = self._slots[name]
        return self._values[first : first + count]


class Running(_Stateful):
    """One part while the machine runs; `bodies`, their `numbers`, and `shapes` have the indices of its blueprint's."""

    __slots__ = (
        "bodies", "discs", "facing", "id", "joints", "kind", "lapse", "main", "numbers", "p", "plan", "shapes", "solid",
        "spec",
    )  # fmt: skip

    def __init__(self, spec: PartSpec, values: Rows, slots: dict[tuple[int, str], int]) -> None:
        self.kind: Kind = catalogue.KINDS[spec.kind]
        super().__init__(spec.id, self.kind.states, values, slots)
        self.id = spec.id
        self.spec = spec
        self.p: SimpleNamespace = self.kind.values(spec.props)
        self.plan: Blueprint = catalogue.blueprint(spec)
        self.facing = -1.0 if spec.flip else 1.0
        self.bodies: list[pymunk.Body] = []
        self.numbers: list[Numbers] = []
        self.shapes: list[pymunk.Shape | None] = []
        self.solid: list[pymunk.Shape] = []  # those that are in the machine now, and push
        self.joints: list[pymunk.Constraint] = []
        self.discs = tuple(_disc(self.plan, index) for index in range(len(self.plan.bodies)))
        self.lapse = 0.0  # s from one `act` to the next
        self.main = main_body(self.plan)

    def local(self, x: float, y: float, body: int = 0) -> Point:
        """A point of the part's frame in the frame of one of its bodies."""
        return x - self.plan.bodies[body].x, y - self.plan.bodies[body].y

    def world(self, x: float, y: float, body: int = 0) -> Point:
        """A point of the part's frame, carried by one of its bodies, where it is now."""
        own, (a, b, c, d, tx, ty) = self.plan.bodies[body], self.numbers[body][FRAME]
        x, y = x - own.x, y - own.y
        return a * x + c * y + tx, b * x + d * y + ty


class RunningLink(_Stateful):
    """One link while the machine runs; `a` and `b` are the parts at its ends, `via` those that it runs over."""

    __slots__ = (
        "a", "b", "id", "joint", "kind", "link", "more", "p", "port_a", "port_b", "reeving", "second", "settled",
        "span", "via",
    )  # fmt: skip

    def __init__(self, link: Link, parts: list[Running], values: Rows, slots: dict[tuple[int, str], int]) -> None:
        self.kind: LinkKind = catalogue.LINKS[link.kind]
        super().__init__(link.id, self.kind.states_of(link), values, slots)
        self.id = link.id
        self.link = link
        self.p: SimpleNamespace = self.kind.values(link.props)
        self.a, self.b, *self.via = parts
        self.port_a, self.port_b = _port(self.a, link.a), _port(self.b, link.b)
        self.joint: pymunk.Constraint | None = None
        self.second: pymunk.Constraint | None = None  # glue holds a place by one joint and an angle by another
        self.more: list[pymunk.Constraint] = []  # between the other bodies of its parts
        self.reeving: Reeving | None = None  # of a rope over pulleys
        self.span: Span | None = None  # of a rope without
        self.settled = -1  # the tick on which its group was last solved; of use within that tick only


def main_body(plan: Blueprint) -> int:
    """The body of a part that goals are about."""
    return next((index for index, body in enumerate(plan.bodies) if body.kind == "dynamic"), 0)


def _port(run: Running, end: End) -> Port:
    port = catalogue.port_of(run.spec, end)
    assert port is not None  # checked with the design
    return port


def _disc(plan: Blueprint, body: int) -> float:
    """The radius of a body that is one disc about its centre of mass; 0 for any other."""
    solid = [shape.outline for shape in plan.shapes if shape.body == body and shape.collides]
    if len(solid) == 1 and isinstance(solid[0], Circle):
        disc = solid[0]
        if abs(disc.x - plan.bodies[body].x) < 1e-9 and abs(disc.y - plan.bodies[body].y) < 1e-9:
            return disc.r
    return 0.0


__all__ = ["Rows", "Running", "RunningLink", "main_body"]
