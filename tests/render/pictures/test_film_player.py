"""A film's run is played exactly, and a watcher sees all that happens on the way to each moment."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from sandbox.commands.commands import Press, Start
from sandbox.commands.session import Session
from sandbox.errors import BadFile
from sandbox.machine.machine import Event
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film_plan import Shot
from sandbox.render.pictures.film_player import LOOK_EVERY, FilmPlayer, events_of
from sandbox.workspace.past.history import History

REPLAYS = Path(__file__).parents[3] / "replays"


def test_a_watcher_sees_the_seconds_before_each_moment_and_all_events() -> None:
    script = film_plan.read(REPLAYS / "demolition.replay")
    moments = [film_plan.moment_at(script, tick) for tick in (1000, 1720)]
    looks: list[int] = []
    events: list[Event] = []

    def watch(session: Session, new: Sequence[Event]) -> None:
        looks.append(session.tick)
        events.extend(new)

    ticks = [session.tick for session, _ in FilmPlayer(script).play(moments, watch, lead=0.5)]
    assert ticks == [1000, 1720]
    before_second = [tick for tick in looks if 1000 < tick < 1720]
    assert before_second == list(range(1600 + LOOK_EVERY, 1720, LOOK_EVERY))
    assert {"lit", "exploded"} <= {event.what for event in events}


def test_a_history_keeps_every_tick_and_takes_no_event_away() -> None:
    script = film_plan.read(REPLAYS / "demolition.replay")
    end = film_plan.moment_at(script, 1720)
    seen: list[list[str]] = []
    for history in (None, History(script.design)):
        events: list[Event] = []
        for _ in FilmPlayer(script, history).play([end], lambda _, new, into=events: into.extend(new)):
            pass
        seen.append([event.what for event in events])
    assert seen[0] == seen[1]
    assert history is not None and history.runs[0].length == 1120


def test_events_are_listed_with_the_frame_that_shows_them_first() -> None:
    film = film_plan.film(film_plan.read(REPLAYS / "demolition.replay"), 15)
    (index,) = [index for index, event in events_of(film) if event.what == "exploded"]
    (event,) = [event for _, event in events_of(film) if event.what == "exploded"]
    assert film.moments[index - 1].tick < event.tick <= film.moments[index].tick


def test_a_command_that_is_refused_is_named() -> None:
    script = film_plan.read(REPLAYS / "demolition.replay")
    broken = script._replace(commands=[(0, Start()), (24, Press(999))], ticks=100, name="mine.replay")
    with pytest.raises(BadFile, match=r"mine\.replay: can't be re-run here: at 0\.100 s"):
        FilmPlayer(broken).to(Shot(100, 2).tick)
