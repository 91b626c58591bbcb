"""What the engine calls straight does what it does by way of pymunk, where the system does not allow the other."""

from __future__ import annotations

import random  # noqa: TID251  (generates input; nothing random reaches a session)
from collections.abc import Callable

import pymunk
import pytest
from pymunk._chipmunk_cffi import ffi, lib

from sandbox import parts
from sandbox.design.design import Design, End, Link, PartSpec, World
from sandbox.engine import callbacks, engine, readout
from sandbox.engine.readout import INERTIA_TO_SPIN, numbers_of
from sandbox.machine.machine import Machine
from sandbox.parts.classics.rules import damp

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


# -- laws that are the engine's own with other numbers: as if pymunk had been told them

Give = Callable[[pymunk.Body], None]


def floats(damping: float | None) -> Give:
    def law(body: pymunk.Body, gravity: tuple[float, float], worlds: float, dt: float) -> None:
        pymunk.Body.update_velocity(body, (0.0, 0.0), worlds if damping is None else damping, dt)

    return lambda body: setattr(body, "velocity_func", law)


def is_damped(lift: float, drag: float, spin_drag: float) -> Give:
    """What falls and rises, moves and turns, each with a damping of its own, by pymunk's functions alone."""

    def law(body: pymunk.Body, gravity: tuple[float, float], worlds: float, dt: float) -> None:
        slow, spin = worlds / (1.0 + dt * drag), worlds / (1.0 + dt * spin_drag)
        (vx, vy), back = body.velocity, (slow - spin) / dt
        pull = gravity[0] * slow + vx * back, (gravity[1] + lift / body.mass) * slow + vy * back
        pymunk.Body.update_velocity(body, pull, spin, dt)

    return lambda body: setattr(body, "velocity_func", law)


LAWS: dict[str, tuple[Give, Give]] = {
    "floats": (callbacks.let_float, floats(None)),
    "flies straight on": (lambda body: callbacks.let_float(body, damping=1.0), floats(1.0)),
    "is damped": (lambda body: damp(body, 3.0, 0.7, 0.4), is_damped(3.0, 0.7, 0.4)),
}


def flights(give: Give, seed: int) -> list[list[float]]:
    """What is known of bodies that fly about, are pushed, hang on springs and meet, after each of many steps."""
    chance, space = random.Random(seed), pymunk.Space()
    space.gravity, space.damping = (chance.uniform(-2.0, 2.0), -9.81), chance.choice((1.0, 0.7))
    bodies = [pymunk.Body(chance.uniform(0.01, 20.0), chance.uniform(0.01, 5.0)) for _ in range(12)]
    for body in bodies:
        body.position = chance.uniform(0.0, 2.0), chance.uniform(0.0, 2.0)
        body.velocity = chance.gauss(0.0, 3.0), chance.gauss(0.0, 3.0)
        body.angular_velocity = chance.gauss(0.0, 3.0)
        space.add(body, pymunk.Circle(body, 0.1))
    for a, b in zip(bodies[:6], bodies[6:], strict=True):
        if chance.random() < 0.5:
            space.add(pymunk.DampedSpring(a, b, (0.05, 0.0), (0.0, 0.05), 0.5, chance.uniform(1.0, 80.0), 0.3))
    for body in bodies[::2]:
        give(body)
    seen = []
    for _ in range(120):
        pushed = chance.choice(bodies)
        pushed.apply_force_at_local_point((chance.gauss(0.0, 30.0), chance.gauss(0.0, 30.0)), (0.02, 0.01))
        space.step(1 / 240)
        seen.append([number for body in bodies for number in numbers_of(body)[INERTIA_TO_SPIN]])
    return seen


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("law", LAWS)
def test_a_law_of_ours_moves_bodies_to_the_bit_as_by_way_of_pymunk(law: str, seed: int) -> None:
    ours, pymunks = LAWS[law]
    assert flights(ours, seed) == flights(pymunks, seed) != flights(lambda body: None, seed)
