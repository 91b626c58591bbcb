"""Frames become files: with the colours that they have, in their time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from sandbox.errors import Refused
from sandbox.render.pictures import encoders, film_plan
from sandbox.render.pictures import film as picture
from sandbox.render.pictures.film_options import MOST_GIF_FRAMES, FilmOptions
from sandbox.render.pictures.film_player import events_of

DEMOLITION = Path(__file__).parents[3] / "replays" / "demolition.replay"
SIZE = (320, 180)


def test_a_flash_keeps_its_colours_in_a_gif(gl_window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = FilmOptions(
        SIZE, fps=12, begin=4.0, end=5.2, scenes="paper"
    )  # a paper has none of the colours of a flash
    film = film_plan.film(film_plan.read(DEMOLITION), 12, begin=4.0, end=5.2)
    (flash,) = [index for index, event in events_of(film) if event.what == "exploded"]
    picture.render(DEMOLITION, tmp_path / "flash.png", FilmOptions(SIZE, tick=film.moments[flash].tick, scenes="paper"))
    original = np.asarray(Image.open(tmp_path / "flash.png").convert("RGB")).astype(int)

    def error() -> float:
        picture.render(DEMOLITION, tmp_path / "flash.gif", options)
        with Image.open(tmp_path / "flash.gif") as gif:
            gif.seek(flash)
            errors = np.abs(np.asarray(gif.convert("RGB")).astype(int) - original)
        return float(np.percentile(errors, 99))

    good = error()
    assert good < 15.0
    monkeypatch.setattr(encoders, "_palette", lambda studio, film: _palette_of_first(studio, film))
    assert error() > 15.0, "with the colours of the first frame alone it is worse"


def _palette_of_first(studio: Any, film: Any) -> Image.Image:
    (pixels,) = (pixels.copy() for pixels in studio.film(film._replace(moments=film.moments[:1])))
    return Image.fromarray(np.ascontiguousarray(pixels[:, :, :3])).quantize(256, method=Image.Quantize.FASTOCTREE)


def test_a_gif_has_only_so_many_frames(tmp_path: Path) -> None:
    film = film_plan.film(film_plan.read(DEMOLITION), 240)
    assert len(film.moments) > MOST_GIF_FRAMES
    with pytest.raises(Refused, match="a GIF of 2638 frames is too long"):
        encoders.write_gif(tmp_path / "x.gif", None, film, lambda done, total: None)  # type: ignore[arg-type]


def test_what_stays_as_it_was_costs_a_gif_next_to_nothing(tmp_path: Path) -> None:
    options = FilmOptions(SIZE, fps=12, begin=4.4, end=6.4)  # a flash, which takes all colours, and then not much
    picture.render(DEMOLITION, tmp_path / "film.gif", options)
    with Image.open(tmp_path / "film.gif") as gif:
        frames = []
        for index in range(gif.n_frames):
            gif.seek(index)
            frames.append(gif.convert("RGB"))
    palette = Image.fromarray(np.concatenate([np.asarray(frame) for frame in frames])).quantize(256)
    first, *others = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    first.save(tmp_path / "whole.gif", save_all=True, append_images=others, optimize=False)
    assert (tmp_path / "film.gif").stat().st_size < 0.85 * (tmp_path / "whole.gif").stat().st_size
