"""Questions put straight to the engine have the answers of pymunk, to the last bit."""

from __future__ import annotations

import random  # noqa: TID251  (generates input; nothing random reaches a session)

import pymunk
import pytest

from sandbox.engine import shape_queries
from sandbox.engine.shape_queries import (
    bodies_ahead,
    box_of,
    distance_of,
    meeting_of,
    other_body,
    share_to_touch,
    velocity_of,
)
from sandbox.machine.machine import Machine
from tests.support import pile


def shapes_about(rng: random.Random) -> tuple[pymunk.Space, list[pymunk.Shape]]:
    space, shapes = pymunk.Space(), []
    for n in range(12):
        body = pymunk.Body(1.0, 1.0)
        body.position, body.angle = (rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0)), rng.uniform(-3.0, 3.0)
        body.velocity = rng.uniform(-9.0, 9.0), rng.uniform(-9.0, 9.0)
        box = (rng.uniform(0.05, 1.0), rng.uniform(0.05, 1.0))
        shape = pymunk.Poly.create_box(body, box, 0.01) if n % 2 else pymunk.Circle(body, box[0], box)
        space.add(body, shape)
        shapes.append(shape)
    space.step(1e-9)
    return space, shapes


@pytest.mark.parametrize("seed", range(4))
def test_of_a_shape(seed: int) -> None:
    rng = random.Random(seed)
    _, shapes = shapes_about(rng)
    met = 0
    for shape in shapes:
        body = shape.body
        assert body is not None
        assert box_of(shape) == tuple(shape.bb)
        assert velocity_of(body) == tuple(body.velocity)
        for _ in range(50):
            start, end = ((rng.uniform(-2.0, 2.0), rng.uniform(-2.0, 2.0)) for _ in "se")
            assert distance_of(shape, start) == shape.point_query(start).distance
            radius = rng.choice((0.0, 0.03, 0.3))
            hit = shape.segment_query(start, end, radius)
            assert share_to_touch(shape, start, end, radius) == (None if hit is None else hit.alpha)
            met += hit is not None
    assert 50 < met < 550, "some meet, and some do not"


def test_of_a_contact() -> None:
    machine = Machine(pile(12))
    seen, swapped = 0, 0

    def compare(arbiter: pymunk.Arbiter, body: pymunk.Body) -> None:
        nonlocal seen, swapped
        met, (a, b), points = meeting_of(arbiter), arbiter.shapes, arbiter.contact_point_set.points
        assert (met.first, met.second) == (a, b)
        assert (met.nx, met.ny) == tuple(arbiter.normal)
        assert (met.x, met.y) == tuple(points[0].point_a) and met.points == len(points)
        assert (met.jx, met.jy) == tuple(arbiter.total_impulse)
        first, second = arbiter.bodies
        assert other_body(arbiter) == (second if first is body else first)._body != body._body
        seen += 1
        swapped += a.body is not body

    for _ in range(150):
        machine.step()
    for body in machine.space.bodies:
        body.each_arbiter(compare, body)
    assert seen > 10 and not swapped, "each body comes first in what it is asked about"


def ahead(body: pymunk.Body, way: float, steep: float) -> list[pymunk.Body]:
    """Return what pymunk tells of the bodies that a body touches ahead of it."""
    met = []

    def look(arbiter: pymunk.Arbiter) -> None:
        a, b = arbiter.bodies
        neighbour, towards = (b, arbiter.normal.x) if a is body else (a, -arbiter.normal.x)
        if towards * way > steep:
            met.append(neighbour)

    body.each_arbiter(look)
    return met


@pytest.mark.parametrize("straight", [True, False])
def test_what_is_ahead_is_what_its_arbiters_tell(straight: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not straight:
        monkeypatch.setattr(shape_queries, "_NOTE_AHEAD", None)
    machine, counts = Machine(pile(12)), {True: 0, False: 0}
    for tick in range(300):
        machine.tick()
        for body in machine.space.bodies if tick % 20 == 0 else ():
            for way, steep in ((1.0, 0.0), (1.0, 0.5), (-1.0, 0.5), (-1.0, 0.9)):
                met = bodies_ahead(body, way, steep)
                assert met == ahead(body, way, steep)
                counts[bool(met)] += 1
    assert min(counts.values()) > 20
