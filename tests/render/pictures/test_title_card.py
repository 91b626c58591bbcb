"""The title of a film is written over its first frames and fades."""

from __future__ import annotations

import numpy as np

from sandbox.render.pictures import title_card
from sandbox.render.pictures.film_plan import TitleCard


def frame() -> np.ndarray:
    return np.full((180, 320, 4), 200, np.uint8)


def test_it_fades_in_and_out() -> None:
    shares = [title_card.opacity(index, 40, 20) for index in range(40)]
    assert shares == shares[::-1]
    assert shares[0] < 0.2 and max(shares) == 1.0 and shares[20] == 1.0


def test_a_band_in_the_middle_bears_letters() -> None:
    pixels = frame()
    title_card.draw(pixels, TitleCard("Demolition", "solved in 9.942 s", 40), 20, 20)
    changed = np.flatnonzero((pixels[:, :, :3] != 200).any(axis=(1, 2)))
    assert 90 - 30 < changed[0] < 90 < changed[-1] < 90 + 30
    assert pixels[:, :, :3].max() > 240 and pixels[:, :, :3].min() < 110
    faint = frame()
    title_card.draw(faint, TitleCard("Demolition", "solved in 9.942 s", 40), 0, 20)
    assert faint[:, :, :3].min() > pixels[:, :, :3].min()


def test_a_long_title_is_made_to_fit() -> None:
    pixels = frame()
    title_card.draw(pixels, TitleCard("W" * 200, "", 40), 20, 20)
    middle = pixels[80:90, :, :3]
    assert (np.ptp(middle[:, :8], axis=(0, 1)) < 30).all(), "no letter touches the edge"
