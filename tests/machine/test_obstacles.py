"""What stands in the way is asked of the engine seldom, and the answers are those of asking about all of it."""

from __future__ import annotations

import math
import random  # noqa: TID251  (generates input; nothing random reaches a session)
from collections.abc import Callable

import pymunk
import pytest

from sandbox.engine import plain_functions
from sandbox.machine import obstacles
from sandbox.machine.guard import SweepGuard
from sandbox.machine.obstacles import Obstacles

DT = 1 / 60


def heap(count: int, seed: int, room: float) -> tuple[pymunk.Space, list[pymunk.Body]]:
    """Loose and fixed things of all shapes, thrown into a square of `room` metres, each at up to 80 m/s; some glued."""
    rng = random.Random(seed)
    space, bodies = pymunk.Space(), []
    for n in range(count):
        body = pymunk.Body(1.0, 1.0, pymunk.Body.KINEMATIC if n % 7 == 0 else pymunk.Body.DYNAMIC)
        body.position = rng.uniform(0.0, room), rng.uniform(0.0, room)
        body.angle = rng.uniform(-3.0, 3.0)
        size = rng.uniform(0.02, 0.15)  # m
        shapes: list[pymunk.Shape] = [pymunk.Circle(body, size)]
        if n % 3:
            shapes = [pymunk.Poly.create_box(body, (size, rng.uniform(0.05, 0.6)), rng.choice((0.0, 0.005)))]
        if n % 3 == 2:
            shapes.append(pymunk.Circle(body, size, (0.1, 0.2)))
        for shape in shapes:
            shape.sensor = rng.random() < 0.1
            shape.filter = pymunk.ShapeFilter(group=rng.randrange(4) * (n % 5 == 0))
        space.add(body, *shapes)
        bodies.append(body)
    for a, b in zip(bodies[::6], bodies[1::6], strict=False):
        joint = pymunk.PivotJoint(a, b, (0.0, 0.0))
        joint.collide_bodies = rng.random() < 0.5
        space.add(joint)
    space.step(1e-9)  # from now on the engine knows all boxes
    for body in bodies:
        speed, angle = rng.choice((0.0, 5.0, 30.0, 80.0)), rng.uniform(-math.pi, math.pi)
        body.velocity = speed * math.cos(angle), speed * math.sin(angle) * rng.choice((0.0, 1.0))
    return space, bodies


def shares(space: pymunk.Space, bodies: list[pymunk.Body], laid_out: bool) -> list[float | None]:
    about = Obstacles(space, DT)
    about._looks = 10**9 if laid_out else -(10**9)
    found = []
    for n, body in enumerate(bodies):
        vx, vy = body.velocity
        found.append(about.share(body, (0.016, 0.05, 0.12)[n % 3], n % 4 == 0, vx * DT, vy * DT))
    assert (about._layout is not None) is laid_out
    return found


@pytest.mark.parametrize("room", [0.3, 1.0, 5.0])
@pytest.mark.parametrize("seed", range(6))
def test_the_boxes_give_the_same_answers_to_the_last_bit(room: float, seed: int) -> None:
    space, bodies = heap(90, seed, room)
    one_by_one = shares(space, bodies, laid_out=False)
    assert shares(space, bodies, laid_out=True) == one_by_one
    if room > 0.3:  # where nearly every centre is within something, little is in the way
        assert 5 < sum(share is not None for share in one_by_one) < 90


@pytest.mark.parametrize("seed", range(2))
def test_in_a_browser_plain_arrays_give_the_same_answers(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    space, bodies = heap(90, seed, 1.0)
    with_numpy = shares(space, bodies, laid_out=True)
    monkeypatch.setattr(obstacles, "arrays", plain_functions)
    assert shares(space, bodies, laid_out=True) == with_numpy
    monkeypatch.setattr(plain_functions, "minimum", plain_functions.maximum)  # the control
    assert shares(space, bodies, laid_out=True) != with_numpy


def test_boxes_that_are_too_small_would_give_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: what leaves out a little of what matters is noticed."""
    monkeypatch.setattr(obstacles, "_SLACK", -0.03)
    scenes = [heap(90, seed, 1.0) for seed in range(3)]
    assert any(shares(*scene, laid_out=True) != shares(*scene, laid_out=False) for scene in scenes)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each question about a shape that is put to the engine."""
    questions: list[str] = []

    def counted(name: str) -> Callable[..., object]:
        ask: Callable[..., object] = getattr(obstacles, name)

        def asking(*what: object) -> object:
            questions.append(name)
            return ask(*what)

        return asking

    for name in ("distance_of", "share_to_touch"):
        monkeypatch.setattr(obstacles, name, counted(name))
    return questions


def hold_all_back(count: int, room: float) -> int:
    """Let the guard hold back as many things as there are, all of them fast; return how many shapes there are."""
    space, bodies = heap(count, 1, room)
    guard = SweepGuard(space, DT)
    for n, body in enumerate(bodies):
        if body.body_type == pymunk.Body.DYNAMIC:
            angle = 2.4 * n
            body.velocity = 60.0 * math.cos(angle), 60.0 * math.sin(angle)
            guard.watch(body, 0.05)
    guard.hold_back()
    return len(space.shapes)


def test_in_a_dense_heap_the_questions_grow_as_the_things_do(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {}
    for count in (100, 200, 400):
        asked.clear()
        shapes = hold_all_back(count, math.sqrt(count) / 10)  # m: as dense, however many
        counts[count] = len(asked)
        assert len(asked) < 20 * shapes
    assert counts[400] < 5 * counts[100]
    monkeypatch.setattr(obstacles, "_Layout", None)  # the control: one by one
    monkeypatch.setattr(Obstacles, "share", one_by_one(Obstacles.share))
    asked.clear()
    hold_all_back(400, 2.0)
    assert len(asked) > 3 * counts[400]


def one_by_one(share: Callable[..., float | None]) -> Callable[..., float | None]:
    def unlimited(self: Obstacles, *told: object) -> float | None:
        self._looks = 0
        return share(self, *told)

    return unlimited


def test_one_that_flies_through_a_large_level_does_not_have_all_of_it_laid_out(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(obstacles, "_Layout", lambda *told: pytest.fail("laid out"))
    space, bodies = heap(300, 2, 30.0)
    guard = SweepGuard(space, DT)
    guard.watch(bodies[1], 0.05)
    bodies[1].velocity = 40.0, 10.0
    guard.hold_back()
    assert len(asked) < 20
