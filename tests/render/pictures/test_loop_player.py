"""Loops: the run of a small design, drawn over and over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sandbox.design.design import Design, PartSpec, World
from sandbox.render.canvas import Canvas
from sandbox.render.pictures.loop_player import Loop, LoopPlayer
from sandbox.render.pictures.offscreen import Pixels

SIZE = (96, 64)
WORLD = World(width=1.5, height=1.0)
BALL = Design(world=WORLD, parts=(PartSpec(1, "soccer_ball", 0.75, 0.8),), next_id=2)
CRANK = Design(world=WORLD, parts=(PartSpec(1, "hand_crank", 0.75, 0.5),), next_id=2)


@pytest.fixture
def player(gl_window: Any) -> Iterator[LoopPlayer]:
    player = LoopPlayer(Canvas(), *SIZE)
    yield player
    player.close()


def differ(a: Pixels, b: Pixels) -> float:
    return float(np.abs(a.astype(int) - b.astype(int)).max())


def test_it_moves_and_begins_again(player: LoopPlayer) -> None:
    loop = Loop(BALL, 0.5)
    first = player.picture(loop, 0.0).copy()
    assert first.shape == (SIZE[1], SIZE[0], 4)
    later = player.picture(loop, 0.3).copy()
    again = player.picture(loop, 0.5).copy()
    assert differ(first, later) > 50 and differ(first, again) == 0


def test_what_is_to_be_pressed_is_pressed_in_each_round(player: LoopPlayer) -> None:
    loop, unpressed = Loop(CRANK, 1.0, 1, 0.2), Loop(CRANK, 1.0)
    still = player.picture(unpressed, 0.8, still=True).copy()
    for second in (0.8, 1.8):
        assert differ(player.picture(loop, second, still=True), still) > 50


def test_another_loop_takes_its_place_at_once(player: LoopPlayer) -> None:
    ball = player.picture(Loop(BALL, 0.5), 0.1).copy()
    player.picture(Loop(CRANK, 0.5), 0.1)
    assert differ(player.picture(Loop(BALL, 0.5), 0.1), ball) == 0
