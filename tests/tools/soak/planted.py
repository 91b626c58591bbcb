"""Part kinds with a fault, which the search must find and reduce: ``python -m tests.tools.soak --plant Divides``;
those that go otherwise in each process are found by generated sessions, too: ``python -m tests.tools.sessions --plant
Orders``."""

from __future__ import annotations

import weakref
from types import SimpleNamespace
from typing import Any

import pymunk
from pymunk._chipmunk_cffi import lib

from sandbox import parts
from sandbox.parts.kind import Blueprint, Body, Kind, Look, Polygon, Shape
from sandbox.parts.world import Running, RunningMachine

SOON = 30  # ticks after which it shows


class _Faulty(Kind):
    help = "A crate with a fault."

    def blueprint(self, p: SimpleNamespace) -> Blueprint:
        outline = Polygon(((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)))
        return Blueprint((Body("dynamic", mass=1.0),), (Shape(outline, Look("wood", (150, 110, 70))),))


class Divides(_Faulty):
    """It divides by zero a while after Start."""

    name = title = "planted_division"

    def act(self, run: Running, machine: RunningMachine) -> None:
        1.0 / max(0, SOON - machine.ticks)


class Swallows(_Faulty):
    """It divides by zero where the engine calls back, which lets nobody know."""

    name = title = "planted_callback"

    def start(self, run: Running, machine: RunningMachine) -> None:
        def fall(body: pymunk.Body, gravity: tuple[float, float], damping: float, dt: float) -> None:
            1.0 / max(0, SOON - machine.ticks)

        run.bodies[0].velocity_func = fall


class Hangs(_Faulty):
    """It never comes back a while after Start."""

    name = title = "planted_loop"

    def act(self, run: Running, machine: RunningMachine) -> None:
        while machine.ticks >= SOON:
            pass


class Frees(_Faulty):
    """It frees its body a while after Start, and leaves it in the machine: the engine's next step uses freed memory."""

    name = title = "planted_use_after_free"

    def act(self, run: Running, machine: RunningMachine) -> None:
        if machine.ticks == SOON:
            lib.cpBodyFree(run.bodies[0]._body)


class Orders(_Faulty):
    """It notes the order of a set, which is another one in each process."""

    name = title = "planted_order"
    states = ("order",)

    def act(self, run: Running, machine: RunningMachine) -> None:
        names = {name: len(name) for name in ("a", "bc", "def", "ghij", "klmno", "pqrstu", "vwxyz01")}
        order = 0
        for name in set(names):
            order = 10 * order + names[name]
        run["order"] = float(order)


class Collects(_Faulty):
    """It notes whether the garbage of a while ago has been collected."""

    name = title = "planted_garbage"
    states = ("collected",)

    def start(self, run: Running, machine: RunningMachine) -> None:
        self.kept: list[weakref.ref[Any]] = []

    def act(self, run: Running, machine: RunningMachine) -> None:
        ring = _Ring()
        ring.itself = ring
        self.kept.append(weakref.ref(ring))
        run["collected"] = float(sum(1 for garbage in self.kept if garbage() is None))


class _Ring:
    """Garbage that only a collection frees."""

    itself: Any


def plant(name: str) -> None:
    """Put one of them into the catalogue of this process."""
    kind: Kind = {cls.__name__: cls for cls in _Faulty.__subclasses__()}[name]()
    parts.KINDS[kind.name] = kind
