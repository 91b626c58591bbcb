"""Rays and lamps that ask as little as they may light the same things as those that ask for everything, to the bit."""

from __future__ import annotations

import random  # noqa: TID251  (lays out the scene)

import pytest

from sandbox.design.geometry import Box
from sandbox.machine import sightlines
from sandbox.machine.machine import Machine
from sandbox.machine.sightlines import Sightlines
from sandbox.parts.light import glow, ray_sources, rays
from sandbox.parts.light.ray_sources import RaySource
from sandbox.parts.world import Ray, Running, RunningMachine
from tests.parts.rig import Rig

SEEDS = range(5)
TICKS = 360


def show(seed: int) -> Machine:
    """Torches, mirrors, lamps and candles among photocells, before which weights swing and balls fall; in some scenes
    so few that it is asked where each of them is.
    """
    dice, rig = random.Random(seed), Rig(width=10.0, height=3.0)
    rig.floor()
    for k in range(3):
        x = 0.5 + 3.0 * k
        rig.add("flashlight", x, 0.4 + dice.uniform(-0.03, 0.03), on=True)
        rig.add("mirror", x + 0.9, 0.4, 0.785)
        cell = rig.add("photocell", x + 0.9, 1.2, dice.uniform(-1.7, -1.4))
        lamp = rig.add("lamp", x + 0.5, dice.uniform(1.2, 2.0), reach=dice.uniform(0.5, 2.0), on=True)
        rig.link("wire", cell, "signal", lamp, "signal")
        rig.add("candle", x + dice.uniform(0.2, 2.0), dice.uniform(0.1, 0.6), lit=True)
        hook, weight = rig.add("anchor", x + 0.7, 1.3), rig.add("weight", x + dice.uniform(1.0, 1.2), 0.75, mass=2.0)
        rig.link("rope", hook, "hook", weight, "ring")
        for _ in range(0 if seed % 2 else 5):
            rig.add(dice.choice(("tennis_ball", "soccer_ball")), x + dice.uniform(0.2, 2.0), dice.uniform(1.0, 2.8))
    return rig.machine


def digests(machine: Machine) -> list[bytes]:
    ended = []
    for _ in range(TICKS):
        machine.tick()
        ended.append(machine.digest())
    return ended


@pytest.fixture(name="thorough")
def _thorough(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let light be worked out with no step left out; return a list of how the light on things has changed."""
    changes: list[int] = []
    stirs = Sightlines.stirs

    def stir(sight: Sightlines, box: Box) -> bool:
        return len(sight.awake()) // 8 > sightlines._MANY or stirs(sight, box)

    def send(run: Running, name: str, ray: Ray | None, machine: RunningMachine) -> bool:
        before = [*rays._track(run, name)]
        path = rays._DARK if ray is None else rays._followed(run, ray, before, machine)
        if path == before:
            return False
        met_before, met = rays._keys(before), rays._keys(path)
        same = met == met_before and path[:3] == before[:3]
        rays.change(run, name, path, () if same else (*met_before, *met), machine)
        changes.append(1 if same else 2)
        return True

    def ray(kind: RaySource, run: Running, name: str, course: ray_sources._Course) -> Ray | None:
        colours = kind.colours(run, name)
        x, y, dx, dy, reach = course.starts[name]
        return Ray(x, y, dx, dy, reach, colours, kind.heat_of(run)) if run["on"] and colours else None

    monkeypatch.setattr(Sightlines, "is_busy", lambda sight: False)
    monkeypatch.setattr(Sightlines, "stirs", stir)
    monkeypatch.setattr(ray_sources, "send", send)
    monkeypatch.setattr(RaySource, "_ray", ray)
    monkeypatch.setattr(glow, "_comes_within", lambda *about: True)
    return changes


@pytest.fixture(name="quick")
def _quick() -> list[list[bytes]]:
    """Return how each scene goes with all that is left out."""
    return [digests(show(seed)) for seed in SEEDS]


def test_what_is_left_out_changes_nothing(quick: list[list[bytes]], thorough: list[int]) -> None:
    assert [digests(show(seed)) for seed in SEEDS] == quick
    assert {1, 2} <= set(thorough), "a ray has moved along on what it falls on, and from one thing to another"


def test_lamps_that_pass_over_what_they_reach_light_other_things(
    quick: list[list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control."""
    monkeypatch.setattr(glow, "_comes_within", lambda *about: False)
    assert [digests(show(seed)) for seed in SEEDS] != quick
