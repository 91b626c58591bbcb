"""The curve that a selected cannon shows is the way that its ball then takes."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from sandbox.editing.picking import segment_distance
from sandbox.render.effects.planned_flights import of_design
from sandbox.render.effects.range_marks import RangeMarks
from sandbox.render.mark_list import MarkList
from tests.parts.rig import Rig

BALL = 1  # the row of its ball among a cannon's bodies
NEAR = 0.02  # m: the ball rolls on the bore before it flies


@pytest.mark.parametrize("angle", [0.0, 0.4])
@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("world", [{}, {"air": 0.3}, {"gravity_y": -1.6}, {"tick_rate": 120}])
def test_the_ball_takes_the_way_that_is_shown(world: dict[str, Any], flip: bool, angle: float) -> None:
    rig = Rig(**world)
    cannon = rig.add("cannon", 2.0, 1.0, angle, flip, aim=20.0)
    (path,) = of_design(rig.design, (cannon,))
    flown: list[tuple[float, float]] = []
    run = rig.machine.parts[cannon]
    rig.machine.press(cannon)

    def watch() -> None:
        if run["fired"] and run.bodies[BALL].position.y > 0.0:  # below, it is out of the room
            flown.append(tuple(run.bodies[BALL].position))

    rig.run(1.2, watch)
    assert len(flown) > 50
    for place in flown[:: len(flown) // 12]:
        assert min(segment_distance(place, a, b) for a, b in pairwise(path.points)) < NEAR


def test_it_ends_at_the_first_solid_thing_and_not_at_what_is_only_seen() -> None:
    rig = Rig()
    cannon = rig.add("cannon", 1.0, 1.0, aim=10.0)
    free = of_design(rig.design, (cannon,))[0]
    rig.add("backdrop", 2.0, 1.3)
    assert of_design(rig.design, (cannon,))[0] == free
    rig.add("wall", 3.0, 1.0, width=0.1, height=3.0)
    (path,) = of_design(rig.design, (cannon,))
    assert path.points[-1][0] == pytest.approx(2.95 - path.r, abs=0.05)
    assert len(path.points) < len(free.points)


def test_it_follows_its_properties_and_others_show_none() -> None:
    rig = Rig()
    flat, steep, crate = (
        rig.add("cannon", 1.0, 1.0, aim=0.0),
        rig.add("cannon", 1.0, 3.0, aim=80.0),
        rig.add("crate", 5.0, 1.0),
    )
    assert of_design(rig.design, (crate,)) == []
    (low,), (high,) = of_design(rig.design, (flat,)), of_design(rig.design, (steep,))
    assert max(y for _, y in low.points) < 1.1 and max(y for _, y in high.points) > 4.0


def test_it_is_drawn_as_dashes_with_a_ring_at_its_end() -> None:
    rig = Rig()
    cannon = rig.add("cannon", 1.0, 1.0)
    marks = RangeMarks(MarkList())
    marks.ranges = [*of_design(rig.design, (cannon,))]
    marks.show(100.0)
    assert len(marks.overlay) == math.ceil((len(marks.ranges[0].points) - 1) / 2) + 1
