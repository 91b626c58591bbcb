"""What is shown at rest is worked out once, and again when the design, the selection or what is in hand has changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from sandbox.design.design import Design, PartSpec
from sandbox.render.effects import planned_rays
from sandbox.render.effects.planned_effects import EffectPlanner, PlannedEffects

LASER, WALL, FAN = PartSpec(1, "laser", 0.0, 1.0), PartSpec(2, "wall", 2.0, 1.0), PartSpec(3, "fan", 0.0, 3.0)
DESIGN = Design(parts=(LASER, WALL, FAN))


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """The parts whose rays have been followed, one entry for each time."""
    calls = []
    follow = planned_rays.of_design

    def count(design: Design, ids: tuple[int, ...]) -> list[planned_rays.PlannedRay]:
        calls.append(tuple(ids))
        return follow(design, ids)

    monkeypatch.setattr(planned_rays, "of_design", count)
    return calls


def test_frames_on_which_nothing_changes_follow_no_ray(followed: list[tuple[int, ...]]) -> None:
    planner = EffectPlanner()
    frames = [planner.plan(DESIGN, [1], []) for _ in range(60)]
    assert followed == [(1,)]
    assert all(frame == frames[0] for frame in frames) and len(frames[0].rays) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda planner: planner.plan(DESIGN, [2], []),
        lambda planner: planner.plan(DESIGN, [1], [replace(WALL, x=1.5)]),
        lambda planner: planner.plan(replace(DESIGN, parts=(LASER, replace(WALL, x=1.0))), [1], []),
    ],
    ids=["selection", "in hand", "design"],
)
def test_what_changes_is_worked_out_again(
    change: Callable[[EffectPlanner], PlannedEffects], followed: list[tuple[int, ...]]
) -> None:
    planner = EffectPlanner()
    before = planner.plan(DESIGN, [1], [])
    after = change(planner)
    assert len(followed) == 2
    assert after.rays != before.rays


def test_what_is_in_hand_is_shown_where_it_is_held() -> None:
    (ray,) = EffectPlanner().plan(DESIGN, [], [replace(LASER, y=5.0)]).rays
    assert ray.start[1] == pytest.approx(5.0, abs=0.2)
    assert EffectPlanner().plan(DESIGN, [3], []).streams != []
    assert EffectPlanner().plan(DESIGN, [1], []).streams == []
