"""What is typed into the form for films is understood, or refused in a sentence; it ends as `render` understands it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandbox.errors import Refused
from sandbox.render.camera import Camera
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.film import RATES, SIZES
from sandbox.window.film.film_form import FIT, FORMATS, FRAMES, PACES, PART, VIEW, FilmForm, FilmSubject, How

SUBJECT = FilmSubject(Camera(800.0, 600.0, 1.5, 0.75, 400.0), run=2, seconds=8.0, tick=4920, part=7, title="Crate 7")


def test_as_it_is_it_asks_for_what_render_does_by_itself() -> None:
    for suffix in FORMATS:
        how = FilmForm(suffix=suffix).how(SUBJECT)
        assert how.size == SIZES[suffix]
        assert how.fps == RATES.get(suffix)
        assert (how.speed, how.begin, how.end, how.camera) == (1, None, None, FIT)


def test_what_is_typed_is_understood() -> None:
    form = FilmForm(".mp4", " 800 x 600", 50, "1/4", "0,5 s", "2", PART, "60 cm")
    assert form.how(SUBJECT) == How((800, 600), 50, Fraction(1, 4), 0.5, 2.0, "7,0.6", 2)
    assert form.summary(SUBJECT) == "800 \N{MULTIPLICATION SIGN} 600 pixels, 6.0 s, 301 frames"


def test_the_view_is_a_region_that_shows_as_much() -> None:
    how = FilmForm(camera=VIEW).how(SUBJECT)
    assert film_plan.aim(how.camera) == film_plan.CameraAim(x=1.5, y=0.75, width=2.0)
    far = SUBJECT._replace(camera=Camera(8000.0, 600.0, 0.0, 0.0, 20.0))
    assert film_plan.aim(FilmForm(camera=VIEW).how(far).camera).width == film_plan.WIDEST


@pytest.mark.parametrize(
    ("form", "why"),
    [
        (FilmForm(size="wide"), "is no size"),
        (FilmForm(size="8x8"), "each side"),
        (FilmForm(begin="soon"), "is no time"),
        (FilmForm(begin="3", end="2"), "begin before it ends"),
        (FilmForm(begin="9"), "begin before it ends"),
        (FilmForm(end="9"), "the run is 8.00 s long"),
        (FilmForm(fps=60, speed="1/8"), "a GIF of"),
        (FilmForm(".mp4", speed="1/100"), "is no speed"),
        (FilmForm(camera=PART, around="a bit"), "is no width"),
        (FilmForm(camera=PART, around="500"), "is no width"),
    ],
)
def test_what_can_not_be_is_refused(form: FilmForm, why: str) -> None:
    with pytest.raises(Refused, match=why):
        form.how(SUBJECT)


def test_too_long_a_film_is_refused_and_a_part_has_to_be_selected() -> None:
    with pytest.raises(Refused, match="they go up to 600 s"):
        FilmForm(".mp4", speed="1/16").how(SUBJECT._replace(seconds=60.0))
    with pytest.raises(Refused, match="select the part"):
        FilmForm(camera=PART).how(SUBJECT._replace(part=None))


def test_the_options_are_those_that_the_file_can_have() -> None:
    how = How((320, 180), 20, Fraction(1, 2), 0.25, 0.75, "7,1.5", 1, 840, (3, 5))
    size_and_camera = ["--size", "320x180", "--camera", "7,1.5"]
    trails = ["--trails", "3,5"]
    cut = ["--fps", "20", "--speed", "1/2", "--from", "0.25", "--to", "0.75"]
    assert how.options(".gif", recorded=True) == [*size_and_camera, *trails, *cut, "--run", "1"]
    assert how.options(".mp4", recorded=False) == [*size_and_camera, *cut]
    assert how._replace(sound=False).options(".mp4", recorded=False) == [*size_and_camera, *cut, "--no-sound"]
    assert how.options(".png", recorded=True) == [*size_and_camera, *trails, "--tick", "840"]
    assert how.options(".png", recorded=False) == size_and_camera


def test_scenes_are_drawn_as_the_window_draws_them_unless_the_form_says_otherwise() -> None:
    plain = SUBJECT._replace(scenes="plain")
    assert [FilmForm().how(subject).scenes for subject in (SUBJECT, plain)] == ["full", "plain"]
    assert FilmForm(".png").how(plain).options(".png", recorded=False)[-2:] == ["--scenes", "plain"]
    assert FilmForm(scenes="full").how(plain).scenes == "full"
    assert "--scenes" not in FilmForm(scenes="full").how(plain).options(".gif", recorded=True)


def test_all_that_can_be_chosen_is_understood() -> None:
    for pace in PACES:
        assert film_plan.pace(pace) > 0
    assert all(1 <= frames <= 240 for frames in FRAMES)
