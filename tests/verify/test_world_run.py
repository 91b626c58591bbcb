"""A recording in the world of another program is filmed: from its shapes, from a second before the first bad tick."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pymunk
import pytest

import sandbox
from sandbox.verify.page import html_page
from sandbox.worlds import factories
from tests import frames

ROOT = Path(__file__).parents[2]
AGAIN = f"{__name__}:make"


class Range:
    """A box on a floor, which leaves it when it is hit; "shoot" brings a ball."""

    def __init__(self) -> None:
        self.space = pymunk.Space()
        self.space.gravity = (0, -10)
        box = pymunk.Body(1, 1)
        box.position = (2, 0.6)
        floor = pymunk.Segment(self.space.static_body, (-5, 0), (5, 0), 0.1)
        self.space.add(floor, box, pymunk.Poly.create_box(box, (1, 1)))

    def do(self, name: str, speed: float) -> None:
        ball = pymunk.Body(1, 0.1)
        ball.position, ball.velocity = (-1, 1), (speed, 0)
        self.space.add(ball, pymunk.Circle(ball, 0.2))


def make() -> Range:
    return Range()


@pytest.fixture
def differing(tmp_path: Path) -> Path:
    """A recording in whose file the second ball is faster than the one that was shot."""
    path = tmp_path / "x.replay"
    with sandbox.record(path, make) as tape:
        tape.step(steps=10)
        tape.do("shoot", 1.0)
        tape.step(steps=90)
        tape.do("shoot", 5.0)
        tape.step(steps=60)
    contents = frames.split(path.read_bytes())
    shot = [frame for frame in contents if frame[0] == "do"][-1]
    shot[2][0][2] = [7.0]
    path.write_bytes(frames.seal(contents))
    return path


def page_of(path: Path, *worlds: str) -> Any:
    with factories.naming(worlds, [ROOT]):
        page = html_page([sandbox.verify(path, worlds=[make])], pytest.fail)
    return page, [json.loads(data) for data in re.findall('<script type="text/plain" id="film-0">(.*?)</script>', page)]


def poses(film: Any, which: str) -> Any:
    return np.frombuffer(base64.b64decode(film[which]), "<f4").reshape(len(film["ticks"]), len(film["parts"]), 3)


def test_both_runs_are_filmed_from_a_second_before_the_first_bad_tick(differing: Path) -> None:
    page, (film,) = page_of(differing, AGAIN)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy.count("sha256-") == 4 and 'data-player="world"' in page
    assert (film["ticks"][0], film["fps"], film["parts"]) == (101 - 60, 60.0, [0, 1, 2, 3])
    assert film["outlines"][0] == [[pytest.approx(0.1), [-5.0, 0.0, 5.0, 0.0]]]
    assert len(film["outlines"][1][0][1]) == 8 and film["outlines"][2] == [[0.0, 0.0, pytest.approx(0.2)]]
    then, now = poses(film, "then"), poses(film, "now")
    bad = film["ticks"].index(101)
    assert np.array_equal(then[:bad], now[:bad], equal_nan=True), "up to there both are known to be equal"
    assert np.isnan(now[0, 3]).all() and np.isfinite(now[bad:, 3]).all(), "the ball is not there before it is shot"
    last = now[-1, 3, 0] - then[-1, 3, 0]
    assert last > 0.5, "the file holds the last state, and the faster ball is farther"


def test_nobody_has_named_the_function_so_there_is_no_film(differing: Path) -> None:
    page, shown = page_of(differing)
    assert shown == [] and "<script" not in page
