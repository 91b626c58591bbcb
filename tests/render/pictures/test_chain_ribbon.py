"""The ribbon of a film: the chain so far, at the lower edge, from the moment on at which there is one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sandbox.render.pictures import film_plan
from sandbox.render.pictures.offscreen import ensure_context

REPLAY = Path(__file__).parents[3] / "replays" / "hello.replay"
WIDTH, HEIGHT = 400, 250


@pytest.fixture(scope="module", autouse=True)
def context() -> None:
    ensure_context()


def test_it_grows_with_the_run_and_leaves_the_rest_of_the_picture_alone() -> None:
    from sandbox.render.canvas import Canvas
    from sandbox.render.pictures.chain_ribbon import ChainRibbon

    script = film_plan.read(REPLAY)
    start = film_plan.runs(script)[-1].begin.tick
    ribbon = ChainRibbon(Canvas(1.0), script, film_plan.still(script))
    widths = []
    for seconds in (0.2, 1.0, 6.0):  # before the ball hits the button; conveyor and ball after it; the basket
        pixels = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
        ribbon.draw(pixels, start + round(240 * seconds))
        rows, columns = np.nonzero(pixels[:, :, :3].any(axis=2))
        widths.append(int(columns.max(initial=-1)) + 1)
        assert rows.min(initial=HEIGHT) > 0.85 * HEIGHT
    assert widths[0] == 0 < widths[1] < widths[2] <= WIDTH


def test_of_a_chain_that_is_too_long_the_end_is_drawn() -> None:
    from sandbox.render.canvas import Canvas
    from sandbox.render.pictures.chain_ribbon import ChainRibbon

    script = film_plan.read(REPLAY.with_name("topple.replay"))
    ribbon = ChainRibbon(Canvas(1.0), script, film_plan.still(script))
    pixels = np.zeros((HEIGHT, 200, 4), np.uint8)
    ribbon.draw(pixels, script.ticks)
    assert pixels[-10].any()
