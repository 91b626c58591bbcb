"""A grid finds what a look at all things finds, and a machine runs to the same bits with grids and without."""

from __future__ import annotations

import math
import random  # noqa: TID251  (lays out boxes)
from collections.abc import Callable

import pytest

from sandbox.authoring.demonstrations.demonstration import of_kind
from sandbox.machine.machine import Machine
from sandbox.parts import KINDS, LINKS, surroundings
from sandbox.parts.animals import wants
from sandbox.parts.surroundings import EVERYWHERE, Box, PlaceGrid, Roaming
from tests.tools.growth import site

SEARCHERS = (
    "cat",
    "mouse_hole",
    "fish_bowl",
    "dog",
    "bell",
    "butterfly",
    "candle",
    "lamp",
    "scissors",
    "shears",
    "fuse",
)


def meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def box(dice: random.Random, size: float) -> Box:
    x, y = dice.uniform(-20.0, 20.0), dice.uniform(-5.0, 5.0)
    return x, y, x + dice.uniform(0.0, size), y + dice.uniform(0.0, size)


@pytest.mark.parametrize("seed", range(5))
def test_a_grid_finds_each_thing_whose_box_meets_a_box_in_the_order_of_their_coming(seed: int) -> None:
    dice = random.Random(seed)
    boxes = [box(dice, dice.choice((0.0, 0.5, 3.0, 30.0))) for _ in range(300)]
    grid: PlaceGrid[int] = PlaceGrid()
    for number, bounds in enumerate(boxes):
        grid.put(number, *bounds)
    looked_at = 0
    for _ in range(200):
        wanted = box(dice, dice.choice((0.0, 0.5, 3.0)))
        near = grid.near(*wanted)
        assert near == sorted(set(near))
        assert {number for number, bounds in enumerate(boxes) if meet(bounds, wanted)} <= set(near)
        looked_at += len(near)
    assert looked_at < 200 * 300 / 2


def test_what_has_no_bounds_or_no_numbers_is_near_each_place() -> None:
    grid: PlaceGrid[str] = PlaceGrid()
    for thing, bounds in (("all", EVERYWHERE), ("astray", (math.nan,) * 4), ("here", (0.0, 0.0, 1.0, 1.0))):
        grid.put(thing, *bounds)
    assert grid.near(50.0, 50.0, 51.0, 51.0)[:2] == ["all", "astray"]
    assert grid.near(*EVERYWHERE) == grid.near(math.nan, math.nan, math.nan, math.nan) == ["all", "astray", "here"]


def digests(machine: Machine) -> list[bytes]:
    seen = []
    for _ in range(200):
        machine.tick()
        seen.append(machine.digest())
    return seen


@pytest.fixture(name="hall")
def _hall() -> Callable[[], Machine]:
    design = site([of_kind((KINDS | LINKS)[name]) for name in SEARCHERS], 4).design
    return lambda: Machine(design)


def test_a_run_has_the_same_bits_with_grids_and_without(
    hall: Callable[[], Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = digests(hall())
    with monkeypatch.context() as patch:
        patch.setattr(surroundings, "FEW", 0)
        patch.setattr(wants, "FEW", 0)
        patch.setattr(surroundings, "_FEW_TIMES", 0)
        assert digests(hall()) == usual
    with monkeypatch.context() as patch:
        patch.setattr(PlaceGrid, "near", lambda self, *_: self._things)
        patch.setattr(Roaming, "near", lambda self, *_: self.all)
        assert digests(hall()) == usual


def test_a_grid_that_left_out_things_would_change_them(
    hall: Callable[[], Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = digests(hall())
    monkeypatch.setattr(PlaceGrid, "near", lambda self, *_: self._things[1:])
    assert digests(hall()) != usual
