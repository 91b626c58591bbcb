"""Options of films are read as they are written on a command line, or refused with what would be right."""

from __future__ import annotations

import pytest

from sandbox.errors import Refused
from sandbox.render.pictures.film_options import CameraAim, FilmOptions, aim_of, pace_of, parts_of, size_of
from sandbox.tasks.messages import pack, unpack


@pytest.mark.parametrize("text", ["1280x720", " 1280 X 720 ", "1280\N{MULTIPLICATION SIGN}720"])
def test_a_size_is_two_numbers(text: str) -> None:
    assert size_of(text) == (1280, 720)


@pytest.mark.parametrize("text", ["", "big", "1280", "1280x", "-1x2", "1280x720x3", "9" * 20 + "x1"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is no size"):
        size_of(text)


@pytest.mark.parametrize(
    ("text", "aim"),
    [
        ("fit", CameraAim()),
        ("7", CameraAim(part=7)),
        ("7,1.5", CameraAim(part=7, width=1.5)),
        ("volleyball", CameraAim(kind="volleyball")),
        ("volleyball, 2", CameraAim(kind="volleyball", width=2.0)),
        ("1.2,0.8,1.5", CameraAim(x=1.2, y=0.8, width=1.5)),
        ("-1,-0.5,3", CameraAim(x=-1.0, y=-0.5, width=3.0)),
    ],
)
def test_a_camera_is_said_in_a_word_or_in_numbers(text: str, aim: CameraAim) -> None:
    assert aim_of(text) == aim


@pytest.mark.parametrize(
    "text", ["", "there", "0", "-3", "1.5", "7,0", "7,1e9", "1,2,3,4", "nan,1,2", "1,inf,2", "1,2,0"]
)
def test_what_is_no_camera_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(Refused, match=r"is no camera: say fit, .* x,y,width"):
        aim_of(text)


@pytest.mark.parametrize("text", ["0", "-1", "fast", "1/0", "1000", "nan", "1/100"])
def test_what_is_no_speed_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="is no speed"):
        pace_of(text)


def test_parts_are_numbers_and_kinds() -> None:
    assert parts_of("3, volleyball") == (CameraAim(3), CameraAim(kind="volleyball"))
    assert parts_of("") == ()
    with pytest.raises(Refused, match="'sheep' is no part"):
        parts_of("3,sheep")


def test_another_process_gets_them_as_they_are() -> None:
    options = FilmOptions((320, 180), 0.1, 20, "1/3", aim_of("7,1.5"), trails=parts_of("3,crate"), still=True)
    assert unpack(pack(options), FilmOptions) == options
