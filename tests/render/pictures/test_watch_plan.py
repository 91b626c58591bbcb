"""A film that makes itself: a title, the camera on what leads to the goal, slow at bangs and at the goal."""

from __future__ import annotations

import itertools
from pathlib import Path
from types import SimpleNamespace

import pytest

from sandbox.errors import Refused
from sandbox.render.pictures import film_plan, watch_plan
from sandbox.render.pictures.causes import Beat
from sandbox.render.pictures.watch_plan import CARD_S, WatchPlan
from tests.contraptions import Builder

REPLAYS = Path(__file__).parents[3] / "replays"
FPS = 20


@pytest.fixture(scope="module")
def demolition() -> WatchPlan:
    return watch_plan.plan(film_plan.read(REPLAYS / "demolition.replay"), FPS)


def paces(plan: WatchPlan) -> dict[int, float]:
    """Times real time, by the tick at which a frame begins."""
    moments = plan.film.moments
    steps = itertools.pairwise(moments)
    return {a.tick: (b.tick + b.leftover - a.tick - a.leftover) * FPS / 240 for a, b in steps}


def test_it_begins_with_a_title_over_the_whole_level(demolition: WatchPlan) -> None:
    film = demolition.film
    assert film.card is not None
    assert (film.card.title, film.card.text) == ("Demolition", "solved in 9.983 s")
    assert film.card.frames == CARD_S * FPS
    assert {shot.tick for shot in film.moments[: film.card.frames]} == {demolition.run.start}
    world = demolition.run.design.world
    assert all(view.width >= world.width for view in film.views[: film.card.frames])


def test_it_is_slow_at_the_bang_and_at_the_goal_and_nowhere_else(demolition: WatchPlan) -> None:
    pace, won = paces(demolition), demolition.won
    exploded = 1703
    assert pace[min(pace, key=lambda tick: abs(tick - exploded))] == pytest.approx(0.25, abs=0.01)
    assert pace[min(pace, key=lambda tick: abs(tick - won))] == pytest.approx(0.25, abs=0.01)
    for tick in (1000, 1400, 2300):
        assert pace[min(pace, key=lambda other: abs(other - tick))] == pytest.approx(1.0, abs=0.01)


def test_the_camera_sees_each_cause_as_it_begins_and_all_of_the_level_at_last(demolition: WatchPlan) -> None:
    film, run = demolition.film, demolition.run
    ticks = [shot.tick for shot in film.moments]
    for beat in demolition.beats[1:]:
        index = min(range(len(ticks)), key=lambda at: abs(ticks[at] - beat.tick))
        view, (x, y) = film.views[index], run.pose(run.row_of[beat.part, 0], beat.tick)
        assert abs(x - view.x) <= view.width / 2, beat
        assert abs(y - view.y) <= view.width * 9 / 32, beat
        assert view.width < 0.8 * run.design.world.width, beat
    assert film.views[-1].width == pytest.approx(film.views[0].width, rel=0.02)


def test_the_camera_never_jumps_and_stays_in_the_level(demolition: WatchPlan) -> None:
    world, views = demolition.run.design.world, demolition.film.views
    for one, other in itertools.pairwise(views):
        assert abs(one.x - other.x) < 0.2 * one.width
        assert abs(one.width - other.width) < 0.2 * one.width
    for view in views:
        if view.width < world.width:
            assert view.width / 2 <= view.x + 1e-9 and view.x <= world.width - view.width / 2 + 1e-9


def test_the_camera_follows_a_cause_into_the_sky() -> None:
    """A rocket that lights something up there, of a level that is 2 m high."""
    builder = Builder()
    rocket = builder.part("soccer_ball", 1.0, 0.5)
    run = SimpleNamespace(
        design=builder.design(3.0, 2.0), dt=1 / 240, last=720, row_of={(rocket, 0): 0},
        pose=lambda _row, tick: (1.0, 0.5 + tick / 150),
    )  # fmt: skip
    operator = watch_plan._Operator(run, [Beat(0, rocket)], 480, 16 / 9)  # type: ignore[arg-type]
    ticks = range(0, 480, 12)
    for tick, view in zip(ticks, operator.follow([float(tick) for tick in ticks], 0, FPS), strict=True):
        if tick > 60:
            assert abs(0.5 + tick / 150 - view.y) <= view.width * 9 / 32, tick


def test_the_same_recording_gives_the_same_film(demolition: WatchPlan) -> None:
    again = watch_plan.plan(film_plan.read(REPLAYS / "demolition.replay"), FPS)
    assert again.film == demolition.film
    assert watch_plan.plan(film_plan.read(REPLAYS / "drop.replay"), FPS).film != demolition.film


SOLUTIONS = sorted(path for path in REPLAYS.rglob("*.replay") if path.parent.name != "samples")  # which win nothing


@pytest.mark.parametrize("path", SOLUTIONS[:: len(SOLUTIONS) // 28], ids=lambda path: path.stem)
def test_each_solution_has_a_film_with_a_view_for_each_moment(path: Path) -> None:
    film = watch_plan.plan(film_plan.read(path), 10).film
    assert len(film.views) == len(film.moments) > 40
    places = [shot.tick + shot.leftover for shot in film.moments]
    assert places == sorted(places)


def test_a_run_that_was_not_won_has_none() -> None:
    script = film_plan.read(REPLAYS / "demolition.replay")
    with pytest.raises(Refused, match="does not solve the level"):
        watch_plan.plan(script._replace(ticks=2000), FPS)
    with pytest.raises(Refused, match="no run 7"):
        watch_plan.plan(script, FPS, number=7)
