"""What is fixed beside a fan's beam is left out from the start, and nothing is blown otherwise for it, to the bit."""

from __future__ import annotations

import random  # noqa: TID251  (lays out the scene)
from typing import Any

import pytest

from sandbox.machine.machine import Machine
from sandbox.parts.air import wind
from tests.parts.rig import Rig

SEEDS = range(4)
TICKS = 400


def drafts(seed: int) -> Machine:
    """Fans turned this way and that between slopes, posts and shelves, and balls that roll and fall before them."""
    dice, rig = random.Random(seed), Rig(width=9.0, height=3.0)
    rig.floor()
    for k in range(3):
        x = 0.6 + 3.0 * k
        rig.add("fan", x, dice.uniform(0.4, 1.0), dice.uniform(-0.4, 0.4))
        for _ in range(4):
            kind = dice.choice(("wall", "inclined_plane", "floor"))
            props = {"height": 0.4} if kind == "wall" else {"width": 0.5}
            rig.add(kind, x + dice.uniform(0.3, 2.2), dice.uniform(0.2, 1.4), dice.uniform(-0.6, 0.6), **props)
        for _ in range(3):
            ball = dice.choice(("tennis_ball", "volleyball", "balloon"))
            rig.add(ball, x + dice.uniform(0.4, 1.6), dice.uniform(1.6, 2.4))
    return rig.machine


def digests(machine: Machine) -> list[bytes]:
    ended = []
    for _ in range(TICKS):
        machine.tick()
        ended.append(machine.digest())
    return ended


def test_what_is_beside_a_beam_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[tuple[int, int]] = []
    choose = wind._obstacles

    def count(*about: Any) -> list[Any]:
        in_beam = choose(*about)
        kept.append((len(in_beam), len(wind.obstacles_in(about[0], about[2].box, about[1]))))
        return in_beam

    monkeypatch.setattr(wind, "_obstacles", count)
    chosen = [digests(drafts(seed)) for seed in SEEDS]
    assert any(0 < few < all_ for few, all_ in kept), "some are in a beam, some only in the box around it"
    monkeypatch.setattr(wind, "_obstacles", lambda machine, run, beam: wind.obstacles_in(machine, beam.box, run))
    assert [digests(drafts(seed)) for seed in SEEDS] == chosen


def test_without_what_is_in_it_other_things_are_blown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    before = digests(drafts(0))
    monkeypatch.setattr(wind, "_obstacles", lambda machine, run, beam: [])
    assert digests(drafts(0)) != before
