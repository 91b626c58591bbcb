"""What the engine calls straight does what it does by way of pymunk, where the system does not allow the other."""

from __future__ import annotations

from collections.abc import Callable

import pymunk
import pytest
from pymunk._chipmunk_cffi import ffi, lib

from sandbox import parts
from sandbox.design.design import Design, End, Link, PartSpec, World
from sandbox.engine import callbacks, engine, readout
from sandbox.machine.machine import Machine

TICKS = 300


def scene() -> Design:
    """Two balloons with loads, a fan that blows balls about, crates on a driven belt, and a kettle on a fire."""
    specs = [
        PartSpec(1, "floor", 2.0, 0.05, props={"width": 6.0}),
        PartSpec(2, "balloon", 0.5, 1.0), PartSpec(3, "crate", 0.4, 0.5, props={"width": 0.1, "height": 0.1}),
        PartSpec(5, "hot_air_balloon", 3.6, 1.0),
        PartSpec(6, "fan", 1.0, 0.4), PartSpec(7, "volleyball", 1.6, 0.5), PartSpec(8, "tennis_ball", 1.9, 0.5),
        PartSpec(9, "motor", 2.2, 1.6, props={"speed": -60.0}), PartSpec(10, "driven_conveyor", 2.5, 0.8),
        PartSpec(12, "crate", 2.4, 1.2, props={"width": 0.2, "height": 0.2}), PartSpec(13, "crate", 2.7, 1.2),
        PartSpec(14, "burner", 3.2, 0.2, props={"running": True}),
        PartSpec(15, "kettle", 3.2, 0.45, props={"time": 0.5}),
    ]  # fmt: skip
    links = [Link(4, "rope", End(2, "knot"), End(3, "middle")), Link(11, "belt", End(9, "shaft"), End(10, "shaft"))]
    design = Design(parts=tuple(specs), links=tuple(links), next_id=16, world=World(width=4.0, height=3.0))
    return parts.check(design)


def digests() -> list[bytes]:
    machine, ended = Machine(scene()), []
    for _ in range(TICKS):
        machine.tick()
        ended.append(machine.digest())
    return ended


def by_way_of_pymunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a system that runs no code that is made at run time."""

    def refuse(type_: str, function: Callable[..., None]) -> None:
        raise MemoryError

    monkeypatch.setattr(callbacks, "ffi", type("Refusing", (), {"callback": staticmethod(refuse)}))
    assert callbacks.callback_of("cpBodyVelocityFunc", lambda *_: None) is None
    monkeypatch.setattr(readout, "_TAKE_DOWN", None)
    monkeypatch.setattr(engine, "_NOTE_IN_BOX", lib.ext_cpSpaceBBQueryFunc)
    monkeypatch.setattr(engine, "_NOTE_TOUCHED", None)


def test_a_machine_goes_on_alike_where_the_system_allows_none(monkeypatch: pytest.MonkeyPatch) -> None:
    straight = digests()
    by_way_of_pymunk(monkeypatch)
    assert digests() == straight


def test_each_of_the_four_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    straight = digests()
    idle = [
        ffi.callback(kind, lambda *_: None)
        for kind in (
            "cpBodyArbiterIteratorFunc",
            "cpSpaceBBQueryFunc",
            "cpSpaceShapeQueryFunc",
            "cpBodyVelocityFunc",
        )
    ]
    for module, name, value in (
        (readout, "_TAKE_DOWN", idle[0]),
        (engine, "_NOTE_IN_BOX", idle[1]),
        (engine, "_NOTE_TOUCHED", idle[2]),
        (callbacks, "callback_of", lambda *_: idle[3]),
    ):
        with monkeypatch.context() as other:
            other.setattr(module, name, value)
            assert digests() != straight, name


def test_a_law_holds_until_another_is_set() -> None:
    space, body, calls = pymunk.Space(), pymunk.Body(1.0, 1.0), []
    space.add(body)
    callbacks.set_law(body, lambda _body, _gravity, damping, dt: calls.append((damping, dt)))
    space.step(0.5)
    assert calls == [(1.0, 0.5)]
    body.velocity_func(body, (0.0, 0.0), 0.25, 0.5)  # who measures what it costs calls it so
    assert calls.pop() == (0.25, 0.5)
    body.velocity_func = pymunk.Body.update_velocity
    space.step(0.5)
    assert calls == [(1.0, 0.5)]
