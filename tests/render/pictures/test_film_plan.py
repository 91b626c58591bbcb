"""What a film shows: which run, from when to when, how fast; and what a camera looks at. Nothing is drawn here."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.levels import levels
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.render.pictures import film_plan as scripts
from sandbox.render.pictures.film_options import CameraAim, pace_of
from sandbox.render.pictures.film_plan import Script
from sandbox.render.pictures.film_player import FilmPlayer
from tests.contraptions import Builder


def drop() -> Design:
    b = Builder()
    b.part("floor", 0.8, 0.05, width=1.4)
    b.part("soccer_ball", 0.8, 0.75)
    return b.design(1.6, 0.9)


@pytest.fixture
def two_runs(tmp_path: Path) -> Script:
    """A run of one second from 0.5 s on, then a crate is placed, then a run of half a second from 2 s on."""
    path = tmp_path / "two.replay"
    recorder = Recorder(path, drop(), 0, fingerprint.current())
    session = Session(drop(), 0, recorder)
    for ticks, command in (
        (120, c.Start()), (240, c.Stop()), (0, c.Place("crate", 0.3, 0.4)), (120, c.Start()), (120, None),
    ):  # fmt: skip
        session.advance(ticks)
        if command is not None:
            session.do(command)
    recorder.close(session, "quit")
    return scripts.read(path)


@pytest.fixture
def level(tmp_path: Path) -> Script:
    path = tmp_path / "drop.toml"
    levels.write(path, drop())
    return scripts.read(path)


def unwatched(session: Session, events: object) -> None:
    pass


def test_runs_are_found_with_where_they_begin_and_end(two_runs: Script) -> None:
    assert [(run.begin.tick, run.end.tick) for run in scripts.runs(two_runs)] == [(120, 360), (480, 600)]


@pytest.mark.parametrize(("number", "first", "last"), [(None, 480, 600), (1, 120, 360), (2, 480, 600)])
def test_a_film_is_of_the_run_that_was_asked_for_or_the_last(
    two_runs: Script, number: int | None, first: int, last: int
) -> None:
    film = scripts.film(two_runs, 30, number=number)
    assert (film.moments[0].tick, film.moments[-1].tick) == (first, last)
    running = [session.running for session, _ in FilmPlayer(two_runs).play(film.moments, unwatched)]
    assert all(running)


def test_seconds_of_a_film_are_seconds_of_its_run(two_runs: Script) -> None:
    film = scripts.film(two_runs, 20, number=1, begin=0.25, end=0.75)
    assert (film.moments[0].tick, film.moments[-1].tick) == (180, 300)
    assert len(film.moments) == 11


@pytest.mark.parametrize(("speed", "frames"), [("1", 31), ("2", 16), ("1/4", 121), ("0.5", 61)])
def test_a_faster_film_is_shorter(two_runs: Script, speed: str, frames: int) -> None:
    film = scripts.film(two_runs, 30, number=1, speed=pace_of(speed))
    assert len(film.moments) == frames
    assert film.moments[-1].tick == 360
    steps = {b.tick - a.tick for a, b in zip(film.moments, film.moments[1:], strict=False)}
    assert steps == {int(8 * Fraction(speed))}


def test_slow_motion_moves_between_ticks(two_runs: Script) -> None:
    film = scripts.film(two_runs, 60, number=1, speed=Fraction(1, 16))
    played = FilmPlayer(two_runs).play(film.moments[:6], unwatched)
    assert [(session.tick, round(passed * 240, 6)) for session, passed in played] == [
        (120, 0.0),
        (120, 0.25),
        (120, 0.5),
        (120, 0.75),
        (121, 0.0),
        (121, 0.25),
    ]


def test_a_picture_is_of_the_end_of_a_run_or_of_a_moment(two_runs: Script, level: Script) -> None:
    assert scripts.still(two_runs, None).tick == 600
    assert scripts.still(two_runs, None, 1).tick == 360
    assert scripts.still(two_runs, 0.2) == (528, 4, 0.0)
    assert scripts.still(two_runs, 0.2, 1) == (168, 1, 0.0)
    assert scripts.still(two_runs, tick=48) == (48, 0, 0.0)
    assert scripts.still(level, None) == (0, 0, 0.0), "at rest"


def test_a_film_of_a_level_may_go_on_beyond_what_it_shows_by_itself(level: Script) -> None:
    assert scripts.film(level, 10).moments[-1].tick == 2400
    assert scripts.film(level, 10, end=12.0).moments[-1].tick == 2880


def test_what_is_followed_may_be_placed_later_and_must_be_there_some_time(two_runs: Script) -> None:
    assert scripts.followed(two_runs, CameraAim(kind="crate")) == 3
    assert scripts.followed(two_runs, CameraAim(part=3)) == 3
    assert scripts.followed(two_runs, CameraAim()) == 0
    with pytest.raises(Refused, match=r"no part 9 .* 1 floor, 2 soccer_ball, 3 crate"):
        scripts.followed(two_runs, CameraAim(part=9))
    with pytest.raises(Refused, match="no domino"):
        scripts.followed(two_runs, CameraAim(kind="domino"))


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"number": 3}, "has 2 runs; there is no run 3"),
        ({"number": 0}, "no run 0"),
        ({"begin": 0.4, "end": 0.2}, "--from comes before --to"),
        ({"begin": -1.0}, "--from comes before --to"),
        ({"begin": float("nan")}, "--from comes before --to"),
        ({"end": 5.0}, "is 0.500 s long; there is nothing at 5 s"),
    ],
)
def test_a_film_that_can_not_be_is_refused(two_runs: Script, wish: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        scripts.film(two_runs, **{"fps": 30, **wish})


def test_a_film_is_never_longer_than_ten_minutes(level: Script) -> None:
    with pytest.raises(Refused, match="a film of 640 s is too long"):
        scripts.film(level, 10, end=10.0, speed=Fraction(1, 64))
    with pytest.raises(Refused, match="has one run"):
        scripts.film(level, 10, number=2)
