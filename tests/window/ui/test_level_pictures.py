"""Pictures of levels for the chooser: kept on the disk, drawn again when anything that they show has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pyglet import gl

from sandbox.design.design import Design, PartSpec
from sandbox.parts import check as fit
from sandbox.recording import user_folders
from sandbox.recording.user_seal import user_seal
from sandbox.render.colours import PALETTES
from sandbox.window.levels.level_cards import PICTURE
from sandbox.window.ui import level_pictures
from sandbox.window.ui.level_pictures import DRAWN_A_FRAME, HEIGHT, MOST_HELD, WIDTH
from sandbox.window.ui.textures import Picture, Pictures

LEVEL = fit(Design(title="Crates", parts=(PartSpec(1, "crate", 1.0, 1.0), PartSpec(2, "floor", 1.0, 0.2)), next_id=3))


@pytest.fixture
def drawn(gl_window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the levels that have been drawn so far; the folder of pictures is empty in the beginning."""
    monkeypatch.setenv("SANDBOX_PICTURES", str(tmp_path / "pictures"))
    titles: list[str] = []
    draw = level_pictures.LevelPictures._draw

    def noted(self: Any, design: Design, fit: Any, size: tuple[int, int]) -> Any:
        titles.append(design.title)
        return draw(self, design, fit, size)

    monkeypatch.setattr(level_pictures.LevelPictures, "_draw", noted)
    return titles


def look(pictures: Pictures, level: Design = LEVEL, name: str = "crates.toml") -> Picture | None:
    return pictures.level(Path(name), level)


def named(number: int) -> Design:
    return replace(LEVEL, title=f"Crates {number}")


def test_a_second_start_draws_nothing(drawn: list[str], tmp_path: Path) -> None:
    assert look(Pictures(1.0)) is not None
    assert drawn == ["Crates"]
    assert look(Pictures(1.0)) is not None
    assert drawn == ["Crates"]
    assert len(list((tmp_path / "pictures").iterdir())) == 1


def test_what_is_read_is_what_was_drawn(drawn: list[str]) -> None:
    def pixels(picture: Picture | None) -> bytes:
        assert picture is not None
        data = (gl.GLubyte * (WIDTH * HEIGHT * 4))()
        gl.glBindTexture(gl.GL_TEXTURE_2D, picture.texture)
        gl.glGetTexImage(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, data)
        return bytes(data)

    first = pixels(look(Pictures(1.0)))
    assert pixels(look(Pictures(1.0))) == first != bytes(len(first))
    assert drawn == ["Crates"]


@pytest.mark.parametrize(
    "change",
    [
        lambda pictures: look(pictures, replace(LEVEL, parts=LEVEL.parts[:1])),
        lambda pictures: look(pictures, replace(LEVEL, scene="harbour")),
        lambda pictures: (pictures.redraw(1.0, PALETTES["dark"]), look(pictures)),
        lambda pictures: (pictures.redraw(1.5, PALETTES["light"]), look(pictures)),
        lambda pictures: (pictures.redraw(1.0, PALETTES["light"], "paper"), look(pictures)),
    ],
    ids=["a part", "the scene", "the theme", "the scale", "the way to draw scenes"],
)
def test_another_look_is_drawn_anew(drawn: list[str], change: Callable[[Pictures], object]) -> None:
    pictures = Pictures(1.0)
    look(pictures)
    pictures.turn()
    change(pictures)
    assert len(drawn) == 2


def test_other_code_that_draws_draws_anew(drawn: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    look(Pictures(1.0))
    monkeypatch.setattr(level_pictures, "_drawing", lambda: "other code")
    look(Pictures(1.0))
    assert len(drawn) == 2


@pytest.mark.parametrize("damage", ["cut", "flipped", "no picture", "another size"])
def test_a_damaged_picture_is_drawn_anew(drawn: list[str], tmp_path: Path, damage: str) -> None:
    look(Pictures(1.0))
    (file,) = (tmp_path / "pictures").iterdir()
    data = bytearray(file.read_bytes())
    data[-9] ^= 1
    seal = user_seal(user_folders.data_dir())
    small = level_pictures._packed(level_pictures.np.zeros((2, 2, 4), level_pictures.np.uint8))
    file.write_bytes(
        {
            "cut": file.read_bytes()[:-1],
            "flipped": bytes(data),
            "no picture": seal.sealed(file.name, b"words"),
            "another size": seal.sealed(file.name, small),
        }[damage]
    )
    assert look(Pictures(1.0)) is not None
    assert len(drawn) == 2
    assert look(Pictures(1.0)) is not None
    assert len(drawn) == 2, "it is whole again"


def test_a_folder_that_can_not_be_used_does_no_harm(
    drawn: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("SANDBOX_PICTURES", str(tmp_path / "file" / "pictures"))
    assert look(Pictures(1.0)) is not None


def test_a_frame_draws_few_and_the_next_goes_on(drawn: list[str]) -> None:
    pictures = Pictures(1.0)
    wanted = 2 * DRAWN_A_FRAME + 1
    frames = 0
    while True:
        pictures.turn()
        frames += 1
        there = [look(pictures, named(number), f"{number}.toml") for number in range(wanted)]
        if not pictures.waiting:
            break
        assert len(drawn) == frames * DRAWN_A_FRAME and None in there
    assert frames == 3 and len(drawn) == wanted and None not in there


def test_an_old_picture_stays_until_the_new_one_is_there(drawn: list[str]) -> None:
    pictures = Pictures(1.0)
    old = look(pictures)
    pictures.turn()
    for number in range(DRAWN_A_FRAME):
        look(pictures, named(number), f"{number}.toml")
    changed = replace(LEVEL, parts=LEVEL.parts[:1])
    assert look(pictures, changed) == old and pictures.waiting
    pictures.turn()
    assert look(pictures, changed) not in (None, old)


def test_all_that_a_frame_shows_is_read_at_once(drawn: list[str]) -> None:
    first = Pictures(1.0)
    for number in range(12):
        first.turn()
        look(first, named(number), f"{number}.toml")
    again = Pictures(1.0)
    again.turn()
    assert all(look(again, named(number), f"{number}.toml") for number in range(12)) and not again.waiting
    assert len(drawn) == 12


def test_a_texture_has_as_many_pixels_as_are_shown(drawn: list[str]) -> None:
    picture = look(Pictures(2.0))
    assert picture is not None
    gl.glBindTexture(gl.GL_TEXTURE_2D, picture.texture)
    size = [gl.GLint(), gl.GLint()]
    for level in (0, 1):  # of its smaller copies, which would take a third more
        for parameter, number in zip((gl.GL_TEXTURE_WIDTH, gl.GL_TEXTURE_HEIGHT), size):
            gl.glGetTexLevelParameteriv(gl.GL_TEXTURE_2D, level, parameter, number)
        wide, high = (number.value for number in size)
        assert (wide, high) == ((2 * PICTURE[0], 2 * PICTURE[1]) if level == 0 else (0, 0))


def test_only_what_was_shown_lately_is_held(drawn: list[str]) -> None:
    """Whoever scrolls through hundreds of levels is to have the pictures of a few screens in memory."""
    pictures = Pictures(1.0)
    shown: list[int] = []

    def frame(numbers: range) -> None:
        pictures.turn()
        for number in numbers:
            picture = look(pictures, LEVEL, f"{number}.toml")
            assert picture is not None
            shown.append(picture.texture)
        pictures.tidy()

    frame(range(MOST_HELD + 20))
    first = shown[:]
    frame(range(MOST_HELD + 20))
    assert shown == 2 * first, "what is shown is held, however much it is"
    for _ in range(3):  # the second lets go of what the first has not shown, the third gives it back
        frame(range(10, 12))
    there = [number for number, texture in enumerate(first) if gl.glIsTexture(texture)]
    assert there == [10, 11, *range(20, MOST_HELD + 20)], "what was requested last, and what is shown"
