"""The signs of players: nobody has to see colours to tell two apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.design.values import MAX_PLAYERS
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.render.mark_list import ACCENT
from sandbox.render.pictures import film
from sandbox.render.pictures.film_options import FilmOptions
from sandbox.render.players import sign_of
from tests.contraptions import Builder


def test_no_two_players_have_the_same_figure_and_mark() -> None:
    signs = [sign_of(player) for player in range(MAX_PLAYERS)]
    assert len({(sign.shape, sign.mark) for sign in signs}) == MAX_PLAYERS
    assert len({sign.colour for sign in signs[:8]}) == 8
    assert signs[0] == (ACCENT, "circle", 8.0, "")


def two_crates() -> Design:
    b = Builder()
    b.part("floor", 0.8, 0.05, width=1.4)
    b.part("crate", 0.4, 0.25)
    b.part("crate", 1.2, 0.25)
    return b.design(1.6, 0.9)


def coloured(pixels: np.ndarray, player: int) -> np.ndarray:
    """Where a picture has the colour of a player: the columns."""
    near = abs(pixels - np.array(sign_of(player).colour)).max(axis=2) < 30
    return np.flatnonzero(near.any(axis=0))


def test_a_film_of_a_recording_shows_each_hand_in_its_players_colour(tmp_path: Path) -> None:
    path = tmp_path / "both.replay"
    recorder = Recorder(path, two_crates(), 0, fingerprint.current())
    session = Session(two_crates(), 0, recorder)
    session.do(c.Start())
    session.do(c.Grab(2, 0.4, 0.3, player=1))
    session.do(c.Grab(3, 1.2, 0.3, player=2))
    session.do(c.Drag(0.4, 0.6, player=1))
    session.advance(60)
    session.do(c.Release(player=2))
    session.advance(60)
    recorder.close(session, "quit")
    pictures = []
    for tick in (30, 90):
        film.render(path, tmp_path / f"{tick}.png", FilmOptions((480, 270), tick=tick))
        pictures.append(np.asarray(Image.open(tmp_path / f"{tick}.png").convert("RGB")).astype(int))
    both, one = pictures
    assert coloured(both, 1).mean() < 200 and coloured(both, 2).mean() > 280
    assert coloured(one, 1).size and not coloured(one, 2).size, "a hand that has let go is not drawn"
