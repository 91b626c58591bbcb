"""Who is at home: each scene has somebody of its own, whose eyes follow, and whose moods differ in shape."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from sandbox.design.scenes import SCENES
from sandbox.render.camera import Camera
from sandbox.render.marks.resident_marks import Mood, ResidentMarks, place
from sandbox.render.marks.residents import RESIDENTS
from sandbox.render.overlay import Overlay

CAMERA = Camera(800.0, 600.0, 4.0, 3.0, 100.0)
MOODS: tuple[Mood, ...] = ("looking", "startled", "worried", "sad", "cheering")


def drawn(scene: str, mood: Mood, gaze: tuple[float, float] | None = None, seconds: float = 0.0) -> np.ndarray:
    overlay = Overlay()
    ResidentMarks(overlay, CAMERA, 1.0).draw(RESIDENTS[scene], mood, gaze, seconds)
    return overlay.rows()


def test_each_scene_has_somebody_of_its_own() -> None:
    assert set(RESIDENTS) == set(SCENES)
    assert len({resident.name for resident in RESIDENTS.values()}) == len(RESIDENTS)
    assert len({resident._replace(name="", who="", aim="") for resident in RESIDENTS.values()}) == len(RESIDENTS)


@pytest.mark.parametrize("scene", RESIDENTS)
def test_moods_differ_in_their_shapes_and_not_only_in_colour(scene: str) -> None:
    shapes = {mood: drawn(scene, mood)[["ends", "sizes", "extra"]].tobytes() for mood in MOODS}
    assert all(shapes[one] != shapes[other] for one, other in combinations(MOODS, 2))


def test_the_pupils_go_towards_what_is_looked_at_and_nothing_else_moves() -> None:
    x, y = place(CAMERA, 1.0)
    ahead, aside, near = (drawn("rink", "looking", gaze) for gaze in (None, (x + 5.0, y), (x + 0.4, y)))
    moved = np.flatnonzero((ahead["ends"] != aside["ends"]).any(axis=1))
    assert len(moved) == 2, "the two pupils"
    far, close = (rows["ends"][moved, 0] - ahead["ends"][moved, 0] for rows in (aside, near))
    assert (far > 0.0).all() and (far >= close).all()


def test_one_who_cheers_hops_and_stands_still_without_motion() -> None:
    still, up = drawn("mill", "cheering"), drawn("mill", "cheering", seconds=0.2)
    assert (up["ends"][:, 1] > still["ends"][:, 1]).all()
