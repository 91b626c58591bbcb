"""What is typed into the form for films is understood, or refused in a sentence; it ends as `render` understands it."""

from __future__ import annotations

import pytest

from sandbox.errors import Refused
from sandbox.render.camera import Camera
from sandbox.render.pictures.film_options import FIT, RATES, SIZES, WIDEST, CameraAim, FilmOptions, pace_of
from sandbox.window.film.film_form import FORMATS, FRAMES, PACES, PART, VIEW, FilmForm, FilmSubject
from sandbox.workspace.settings import USUAL_MUSIC

SUBJECT = FilmSubject(Camera(800.0, 600.0, 1.5, 0.75, 400.0), run=2, seconds=8.0, tick=4920, part=7, title="Crate 7")


def test_as_it_is_it_asks_for_what_render_does_by_itself() -> None:
    for suffix in FORMATS:
        options = FilmForm(suffix=suffix).options(SUBJECT)
        assert options.size == SIZES[suffix]
        assert options.fps == RATES.get(suffix)
        assert (options.speed, options.begin, options.end, options.camera) == ("1", None, None, FIT)


def test_what_is_typed_is_understood() -> None:
    form = FilmForm(".mp4", " 800 x 600", 50, "1/4", "0,5 s", "2", PART, "60 cm")
    assert form.options(SUBJECT) == FilmOptions((800, 600), None, 50, "1/4", CameraAim(7, width=0.6), 0.5, 2.0, 2)
    assert form.summary(SUBJECT) == "800 \N{MULTIPLICATION SIGN} 600 pixels, 6.0 s, 301 frames"


def test_the_view_is_a_region_that_shows_as_much() -> None:
    assert FilmForm(camera=VIEW).options(SUBJECT).camera == CameraAim(x=1.5, y=0.75, width=2.0)
    far = SUBJECT._replace(camera=Camera(8000.0, 600.0, 0.0, 0.0, 20.0))
    assert FilmForm(camera=VIEW).options(far).camera.width == WIDEST


@pytest.mark.parametrize(
    ("form", "why"),
    [
        (FilmForm(size="wide"), "is no size"),
        (FilmForm(size="8x8"), "each side"),
        (FilmForm(begin="soon"), "is no time"),
        (FilmForm(end="2e6"), "does not fit"),
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
        form.options(SUBJECT)


def test_too_long_a_film_is_refused_and_a_part_has_to_be_selected() -> None:
    with pytest.raises(Refused, match="they go up to 600 s"):
        FilmForm(".mp4", speed="1/16").options(SUBJECT._replace(seconds=60.0))
    with pytest.raises(Refused, match="select the part"):
        FilmForm(camera=PART).options(SUBJECT._replace(part=None))


def test_a_picture_is_of_a_moment_and_a_film_of_a_run() -> None:
    subject = SUBJECT._replace(trails=(3, 5))
    ways = (CameraAim(3), CameraAim(5))
    assert FilmForm(".png", "320x180").options(subject) == FilmOptions((320, 180), tick=4920, trails=ways)
    assert FilmForm(".mp4", music=True).options(subject).music == USUAL_MUSIC
    film = FilmForm(".mp4", "320x180", 20, "1/2", sound=False).options(subject)
    assert film == FilmOptions((320, 180), None, 20, "1/2", run=2, trails=ways, sound=False)


def test_scenes_are_drawn_as_the_window_draws_them_unless_the_form_says_otherwise() -> None:
    plain = SUBJECT._replace(scenes="plain")
    assert [FilmForm().options(subject).scenes for subject in (SUBJECT, plain)] == ["full", "plain"]
    assert FilmForm(scenes="full").options(plain).scenes == "full"


def test_all_that_can_be_chosen_is_understood() -> None:
    for pace in PACES:
        assert pace_of(pace) > 0
    assert all(1 <= frames <= 240 for frames in FRAMES)
