"""Pictures and films from programs, and what notebooks make of them."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import numpy.typing as npt
import PIL.Image
import pytest

import sandbox
from sandbox.render.pictures import encoders, film, offscreen
from tests.api.test_run import level

SMALL = (64, 36)


def pixels(png: bytes) -> npt.NDArray[np.int16]:
    with PIL.Image.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB"), np.int16)


def test_a_run_is_drawn_as_it_is_now_or_was() -> None:
    run = level().start()
    at_rest = run.picture(size=SMALL)
    run.step(60)
    now, then = run.picture(size=SMALL), run.picture(size=SMALL, at=0.0)
    assert isinstance(now, bytes) and pixels(now).shape == (36, 64, 3)
    assert np.abs(pixels(now) - pixels(at_rest)).max() > 50, "the ball has fallen"
    assert np.abs(pixels(then) - pixels(at_rest)).mean() < 2.0
    run.do("stop")
    assert np.abs(pixels(run.picture(size=SMALL)) - pixels(at_rest)).mean() < 2.0, "all stands as it was built"


def test_a_level_is_drawn_at_rest_and_notebooks_show_both() -> None:
    shown = level()._repr_png_()
    assert shown is not None and pixels(shown).shape == (360, 640, 3)
    run = level().start()
    run.step(60)
    other = run._repr_png_()
    assert other is not None and np.abs(pixels(other) - pixels(shown)).max() > 50
    picture = level().picture(size=SMALL)
    assert picture._repr_png_() == picture and repr(picture) == str(picture) == f"<Image: {len(picture)} bytes of PNG>"


def test_a_notebook_without_graphics_shows_a_line_and_a_program_is_told_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise offscreen.NoGraphics("there is no OpenGL here")

    monkeypatch.setattr(film, "ensure_context", none)
    assert level()._repr_png_() is None and level().start()._repr_png_() is None
    with pytest.raises(sandbox.Refused, match="no OpenGL"):
        level().picture(size=SMALL)


def test_a_film_plays_in_a_notebook_whoever_encodes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    run = level().start()
    with pytest.raises(sandbox.Refused, match="nothing runs"):
        run.film(size=SMALL)
    run.step(24)
    monkeypatch.setattr(encoders, "why_no_mp4", lambda: "nothing here writes .mp4")
    gif = run.film(size=SMALL, fps=20)
    assert gif.startswith(b"GIF89a") and gif.suffix == ".gif" and str(gif) == f"<Video: {len(gif)} bytes of GIF>"
    assert gif._repr_html_().startswith('<img src="data:image/gif;base64,R0lGODlh')
    mp4 = sandbox.Video(b"\0\0\0\x20ftypisom")
    assert mp4.suffix == ".mp4" and mp4._repr_html_().startswith('<video controls loop src="data:video/mp4;base64,')


def test_a_film_is_an_mp4_where_one_can_be_written() -> None:
    run = level().start()
    run.step(12)
    assert run.film(size=SMALL, fps=20, sound=False)[4:8] == b"ftyp"


def test_a_picture_of_anything_goes_to_a_file(tmp_path: Path) -> None:
    run = level().start()
    run.step(24)
    recording, file = run.record(tmp_path / "a.replay"), level().save(tmp_path / "a.toml")
    sources: tuple[sandbox.Run | sandbox.Level | Path | str, ...] = (run, level(), recording, str(file), "drop")
    for number, source in enumerate(sources):
        out = sandbox.render(source, tmp_path / f"{number}.png", size=SMALL, camera="fit", theme="dark")
        assert pixels(out.read_bytes()).shape == (36, 64, 3)
    follows = sandbox.render(run, tmp_path / "b.png", size=SMALL, camera="soccer_ball,0.5", trails="2")
    assert np.abs(pixels(follows.read_bytes()) - pixels((tmp_path / "0.png").read_bytes())).max() > 50
    with pytest.raises(sandbox.Refused, match="is no camera"):
        sandbox.render(run, tmp_path / "c.png", camera="nowhere,")
    with pytest.raises(sandbox.Refused, match="can't write"):
        sandbox.render(run, tmp_path / "c.bmp")
    with pytest.raises(sandbox.BadFile):
        sandbox.render("nothing-of-this-name", tmp_path / "c.png")
