"""What blows is seen: streaks inside the jet that pushes, as strong as it, that end where something stands."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.parts import KINDS
from sandbox.render.effects.air_flow import streaks
from sandbox.render.effects.air_streams import AirStream, of_design, of_run
from sandbox.render.instances import pieces as instances
from tests.contraptions import Builder


def fan_before(*others: tuple[str, float, float]) -> Design:
    b = Builder()
    b.part("fan", 1.0, 1.0, speed=10.0, reach=2.0)
    for kind, x, y in others:
        b.part(kind, x, y)
    return b.design()


def drawn(design: Design, time: float = 1.0, stream: AirStream | None = None) -> tuple[np.ndarray, np.ndarray]:
    pieces = instances.of_design(design)
    moving = np.concatenate((pieces.rows[pieces.body_rows], np.zeros((len(pieces.body_rows), 1))), axis=1)
    return streaks(stream or of_design(design, (1,))[0], pieces, moving, time)


def test_streaks_keep_to_the_jet_and_are_as_long_as_the_wind_is_fast() -> None:
    design = fan_before()
    jet = KINDS["fan"].jet(KINDS["fan"].values(design.part_by_id[1].props), 1.0)
    assert jet is not None and (jet.speed, jet.reach) == (10.0, 2.0)
    ends, strength = drawn(design)
    along = ends[:, 2] - 1.0 - jet.mouth[0]
    assert along.min() >= 0.0 and along.max() <= jet.reach
    assert (np.abs(ends[:, 3] - 1.0) <= jet.half + jet.spread * along + 1e-9).all()
    long_ = np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1])
    grown = along > 0.45  # those whose tail has left the mouth
    near, far = long_[grown & (along < 0.9)], long_[grown & (along > 1.5)]
    assert near.mean() > 2.0 * far.mean(), "they get slower"
    assert strength[grown & (along < 0.9)].mean() > strength[along > 1.5].mean()


def test_they_run_with_time_and_only_with_time() -> None:
    design = fan_before()
    now, later = drawn(design, 1.0)[0], drawn(design, 1.01)[0]
    assert np.array_equal(now, drawn(design, 1.0)[0])
    moved = later[:, 2] - now[:, 2]
    assert np.median(moved) == pytest.approx(0.05, abs=0.05) and (moved > 0.0).mean() > 0.9


def test_what_stands_in_the_wind_shields_what_is_behind() -> None:
    ends, strength = drawn(fan_before(("wall", 1.8, 1.0)))
    assert ends[strength > 0.0, 2].max() <= 1.8
    free, strength = drawn(fan_before(("wall", 1.8, 2.2)))
    assert free[strength > 0.0, 2].max() > 2.4, "beside the wind it shields nothing"


def test_a_turned_and_a_flipped_fan_blow_the_other_way() -> None:
    b = Builder()
    b.part("fan", 1.0, 1.0, angle=np.pi / 2)
    b.part("fan", 3.0, 1.0, flip=True)
    up, left = of_design(b.design(), (1, 2))
    assert (drawn(b.design(), stream=up)[0][:, 3] > 1.0).all()
    assert (drawn(b.design(), stream=left)[0][:, 2] < 3.0).all()


def test_a_pad_lifts_evenly_as_far_as_it_works() -> None:
    b = Builder()
    b.part("antigravity", 1.0, 1.0, width=0.6, height=1.0)
    ends, _ = drawn(b.design())
    assert ends[:, 3].min() >= 0.56 - 1e-9 and ends[:, 3].max() <= 1.5 + 1e-9
    assert np.abs(ends[:, 2] - 1.0).max() <= 0.3


def test_only_what_is_on_blows_in_a_run_and_only_what_is_chosen_while_building() -> None:
    b = Builder()
    b.part("fan", 1.0, 1.0)
    b.part("fan", 1.0, 2.0, running=False)
    b.part("crate", 3.0, 1.0)
    design = b.design()
    assert [stream.part for stream in of_design(design, (2, 3))] == [2]
    machine = Machine(design)
    machine.read_rows()
    (stream,) = of_run(machine)
    assert (stream.part, stream.planned) == (1, False)
