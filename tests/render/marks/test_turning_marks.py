"""Arrows at what turns or runs by itself, while the machine is at rest. Metres and radians."""

from __future__ import annotations

import math
from typing import Any, cast

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design, PartSpec
from sandbox.editing import trains
from sandbox.parts import KINDS
from sandbox.render.marks.turning_marks import TurningMarks, arrow_of, stopped_at
from tests.parts.rig import Rig


def spec(kind: str, flip: bool = False, angle: float = 0.0, **props: Any) -> PartSpec:
    return PartSpec(1, kind, 1.0, 2.0, angle, flip, props=props)


@pytest.mark.parametrize(
    ("part", "counter_clockwise"),
    [
        (spec("motor"), True),
        (spec("motor", speed=-60.0), False),
        (spec("motor", flip=True), False),
        (spec("hamster_wheel"), True),
        (spec("hand_crank", flip=True), False),
        (spec("winch"), True),
        (spec("winch", flip=True), False),
    ],
)
def test_the_arrow_goes_over_the_wheel_the_way_that_it_will_turn(part: PartSpec, counter_clockwise: bool) -> None:
    arrow = arrow_of(part)
    assert arrow is not None
    (x0, y0), (x1, y1) = arrow.points[0], arrow.points[-1]
    assert (x1 < x0) is counter_clockwise and min(y0, y1) > 2.0
    assert math.cos(arrow.angle) * (x1 - x0) > 0, "its head points on"


def test_a_winch_waits_for_what_turns_it_the_way_that_winds_up_its_rope() -> None:
    for flip in (False, True):
        rig = Rig()
        winch, way = rig.add("winch", 1.0, 2.0, flip=flip), -1.0 if flip else 1.0
        load, motor = rig.add("weight", 1.0 + 0.04 * way, 1.2, mass=3.0), rig.add("motor", 0.4, 2.0, flip=flip)
        rig.link("rope", winch, "rope", load, "ring")
        rig.link("belt", motor, "shaft", winch, "shaft")
        rig.run(1.0)
        drum, motor_arrow = arrow_of(spec("winch", flip)), arrow_of(spec("motor", flip))
        assert rig.motion(load)[1] > 1.25, "the motor lifts it"
        assert drum is not None and drum.waits and motor_arrow is not None and not motor_arrow.waits
        assert math.copysign(1.0, drum.points[-1][0] - 1.0) == math.copysign(1.0, motor_arrow.points[-1][0] - 1.0)


def test_on_a_belt_it_goes_straight_as_the_part_is_turned() -> None:
    right, left, up = (
        arrow_of(part) for part in (spec("conveyor"), spec("conveyor", flip=True), spec("conveyor", angle=math.pi / 2))
    )
    assert right is not None and left is not None and up is not None
    assert right.points[-1][0] > right.points[0][0] and left.points[-1][0] < left.points[0][0]
    assert right.points[0][1] == 2.0, "on the belt, not on what lies on it"
    assert up.points[-1][1] > up.points[0][1]


def test_before_a_walker_it_points_where_that_sets_out_to() -> None:
    walkers = spec("walker"), spec("walker", flip=True), spec("walker", angle=2.0)
    right, left, lying = map(arrow_of, walkers)
    assert right is not None and left is not None and lying is not None
    assert right.points[-1][0] > right.points[0][0] and left.points[-1][0] < left.points[0][0]
    assert right.points[0][0] > 1.1 and left.points[0][0] < 0.9, "before it"
    assert lying.points == right.points, "it gets up"


@pytest.mark.parametrize("crossed", [False, True])
@pytest.mark.parametrize("flip", [False, True])
def test_on_a_driven_belt_it_points_where_that_carries_things(flip: bool, crossed: bool) -> None:
    rig = Rig()
    belt, crate = rig.add("driven_conveyor", 2.0, 1.0, flip=flip, width=2.0), rig.add("crate", 2.0, 1.2, width=0.2)
    rig.link("belt", rig.add("motor", 0.4, 1.0, torque=20.0), "shaft", belt, "shaft", crossed=crossed)
    before = rig.motion(crate)[0]
    arrow = arrow_of(rig.design.part_by_id[belt], trains.driven(rig.design.parts, rig.design.links)[belt])
    rig.run(1.0)
    assert arrow is not None and (arrow.points[-1][0] > arrow.points[0][0]) == (rig.motion(crate)[0] > before)
    assert abs(rig.motion(crate)[0] - before) > 0.05


def test_what_others_drive_has_one_without_two_bars_that_goes_on_as_the_driver_is_moved() -> None:
    rig = Rig()
    motor, _ = rig.add("motor", 1.0, 2.0), rig.add("gear", 3.0, 2.0)
    rig.link("belt", rig.add("hamster_wheel", 4.0, 1.0), "shaft", rig.add("winch", 5.0, 2.0), "shaft")
    marks, strokes = TurningMarks(), _Strokes()
    marks.show(cast(Any, strokes), rig.design)
    assert len(strokes.at) == 3 and strokes.figures.count("pause") == 1, "motor, hamster wheel and winch"
    in_mesh = replace(rig.design.part_by_id[motor], x=3.0 - 0.18)  # its small gear beside the other's rim
    strokes = _Strokes()
    marks.show(cast(Any, strokes), rig.design, (in_mesh,))
    assert len(strokes.at) == 4, "now it drives the gear as well"


def test_what_does_not_turn_by_itself_has_none() -> None:
    for part in (spec("gear"), spec("driven_conveyor"), spec("crate"), spec("motor", speed=0.0), spec("cat")):
        assert arrow_of(part) is None, part


def test_each_kind_names_a_property_of_its_own() -> None:
    names = [(kind, kind.spins_by or kind.carries_by or kind.walks_by) for kind in KINDS.values()]
    names = [(kind, name) for kind, name in names if name]
    assert len(names) >= 4
    for kind, name in names:
        assert kind.property(name) is not None, kind.name


class _Strokes:
    """Counts what is drawn."""

    def __init__(self) -> None:
        self.at: list[tuple[float, float]] = []
        self.figures: list[str] = []
        self.lines = 0

    def polyline(self, points: Any, colour: Any, width: float) -> None:
        self.at.append(points[0])

    def line(self, *args: Any) -> None:
        self.lines += 1

    def figure(self, name: str, *args: Any, **more: Any) -> None:
        self.figures.append(name)


@pytest.mark.parametrize(
    ("part", "is_stopped"),
    [
        (spec("fan"), False),
        (spec("fan", running=False), True),
        (spec("laser", running=False), True),
        (spec("burner", running=False), False),  # as usual
        (spec("crate"), False),
    ],
)
def test_what_usually_runs_and_here_waits_for_a_wire_has_two_bars(part: PartSpec, is_stopped: bool) -> None:
    strokes: Any = _Strokes()
    TurningMarks().show(strokes, Design(parts=(part,)))
    assert (strokes.figures == ["circle", "pause"]) == is_stopped and strokes.lines == 0
    assert (stopped_at(part) is not None) == is_stopped


def test_the_two_bars_are_on_the_device_and_not_in_the_air_that_it_acts_on() -> None:
    at = stopped_at(spec("antigravity", running=False))
    assert at is not None and at[1] < 2.0 - 0.4, "the pad at the foot of a column of 1 m"


def test_a_part_that_is_being_moved_has_it_where_it_is_shown() -> None:
    marks, design, moved = TurningMarks(), Design(parts=(spec("motor"),)), PartSpec(1, "motor", 3.0, 2.0)
    for parts, side in (((), 2.0), ((moved,), 4.0), ((), 2.0)):
        strokes: Any = _Strokes()
        marks.show(strokes, design, parts)
        assert strokes.at and all(side - 2.0 < x < side for x, _ in strokes.at)


def test_what_waits_to_be_set_off_has_an_arrow_with_gaps_and_the_bars_of_what_is_stopped() -> None:
    counts, stopped = [], []
    for part in (spec("conveyor"), spec("conveyor", running=False), spec("motor"), spec("hamster_wheel")):
        strokes: Any = _Strokes()
        TurningMarks().show(strokes, Design(parts=(part,)))
        counts.append(strokes.lines)
        stopped.append("pause" in strokes.figures)
    assert counts == [8, 4, 11, 6] and stopped == [False, True, False, True]
