"""The camera of a film: where it looks, moment after moment."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.render.camera import Camera
from sandbox.render.pictures import film_camera
from sandbox.render.pictures.film_camera import FilmCamera
from tests.contraptions import Builder

SIZE = (640, 360)
FPS = 24


def room() -> Design:
    """A ball in a room of 1.6 m by 0.9 m, without a ceiling."""
    b = Builder()
    b.part("floor", 0.8, 0.05, width=1.4)
    b.part("soccer_ball", 0.8, 0.5)
    return b.design(1.6, 0.9)


def film(session: Session, seconds: float, speed: tuple[float, float]) -> Iterator[tuple[float, float, Camera]]:
    """Yield the ball's place and the camera at each picture of a film of a ball that is tossed at the start."""
    camera = FilmCamera(*SIZE)
    session.do(Start())
    assert session.machine is not None
    ball = session.machine.parts[2].bodies[0]
    ball.velocity = speed
    for _ in range(round(seconds * FPS)):
        session.advance(session.tick_rate // FPS)
        yield *ball.position, camera.look(session, 0.0)


@pytest.mark.parametrize("speed", [(0.0, 7.0), (1.5, 7.0), (-1.5, 9.0)])
def test_what_leaves_through_the_sky_stays_in_the_picture(speed: tuple[float, float]) -> None:
    session = Session(room())
    highest, seen = 0.0, []
    for x, y, camera in film(session, 2.0, speed):
        highest = max(highest, y)
        if y > 0.9:
            box = camera.bounds
            seen.append(box.x0 < x < box.x1 and y < box.y1)
            assert box.y0 <= 0.0, "the floor stays in the picture"
    assert highest > 2.0 and len(seen) > 10 and all(seen)


def test_without_a_look_at_the_sky_it_would_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film_camera, "_beyond", lambda _machine, _level: None)
    assert any(y > camera.bounds.y1 for _, y, camera in film(Session(room()), 1.0, (0.0, 7.0)))


def test_the_camera_comes_back_to_the_level_when_all_has_come_down() -> None:
    *_, last = film(Session(room()), 8.0, (0.0, 5.0))
    whole = FilmCamera(*SIZE).look(Session(room()), 0.0)
    assert last[2].zoom == pytest.approx(whole.zoom, rel=0.01) and last[2].y == pytest.approx(whole.y, abs=0.01)


def test_nothing_changes_while_all_stays_below_the_sky() -> None:
    views = {(camera.x, camera.y, camera.zoom) for _, _, camera in film(Session(room()), 1.0, (0.3, 0.0))}
    assert len(views) == 1


def test_what_is_on_its_way_to_the_sky_but_below_it_moves_no_camera() -> None:
    """It may meet a ceiling, and an explosion throws much that does."""
    frames = list(itertools.takewhile(lambda frame: frame[1] < 0.85, film(Session(room()), 1.0, (0.0, 3.0))))
    assert len(frames) > 2 and {frame[2].zoom for frame in frames} == {
        FilmCamera(*SIZE).look(Session(room()), 0.0).zoom
    }
