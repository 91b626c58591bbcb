"""A flame and a laser ask only the ropes near them for their way, and find what a look at all links finds."""

from __future__ import annotations

import math
import random  # noqa: TID251  (lays out the scenes and the places that are looked at)
from itertools import pairwise

import pytest

from sandbox.machine.machine import Machine
from sandbox.parts.fire.heat import burnable, crossing
from sandbox.parts.joints.blades import _courses, _cuttable, cords_near, crossed_at, passes_near, reach_for
from sandbox.parts.light.burning import _links
from sandbox.parts.light.rays import BURNING, RED, RayPath
from sandbox.parts.world import RunningLink
from tests.parts.rig import Rig

SEEDS = range(6)


def tangle(seed: int) -> Machine:
    """Ropes of every sort in a room of 16 m by 3: taut and slack, over pulleys, between fixed points; and fuses."""
    dice, rig = random.Random(seed), Rig(width=16.0, height=3.0)
    x, y = 0.0, 0.0

    def at(beside: bool = False) -> tuple[float, float]:
        """Return a new place, or one beside the last new one."""
        nonlocal x, y
        if beside:
            return x + dice.uniform(-0.8, 0.8), y + dice.uniform(-0.8, 0.8)
        x, y = dice.uniform(0.3, 15.7), dice.uniform(0.9, 2.7)
        return x, y

    rig.floor()
    for _ in range(12):
        hook, load = rig.add("anchor", *at()), rig.add("weight", *at(True), mass=2.0)
        rig.link("rope", hook, "hook", load, "ring", slack=dice.choice((0.0, 0.0, 0.1, 1.0)))
    for _ in range(4):
        wheels = rig.add("pulley", *at()), *(rig.add("pulley", *at(True)) for _ in range(dice.choice((0, 1))))
        loads = [rig.add("weight", *at(True), mass=dice.uniform(1.0, 4.0)) for _ in "ab"]
        rig.link("rope", loads[0], "ring", loads[1], "ring", via=wheels, slack=dice.choice((0.0, 0.5)))
    for kind, port in (("rope", "hook"), ("fuse", "fuse")):
        for _ in range(3):
            ends = [rig.add("anchor" if kind == "rope" else "candle", *at(beside)) for beside in (False, True)]
            rig.link(kind, ends[0], port, ends[1], port)
    for _ in range(4):
        seat, bar = rig.add("balloon", *at()), rig.add("bar", *at(True), dice.uniform(-3.0, 3.0), width=1.0)
        rig.link("rope", seat, "knot", bar, dice.choice(("left", "right")), slack=dice.choice((0.0, 0.4)))
    return rig.machine


def places(seed: int) -> list[tuple[float, float]]:
    dice = random.Random(1000 + seed)
    return [(dice.uniform(-0.5, 16.5), dice.uniform(-0.5, 3.5)) for _ in range(60)]


def burning(machine: Machine) -> list[RunningLink]:
    return [link for link in machine.links.values() if link.kind.burns < math.inf]


def run_on(machine: Machine) -> None:
    for _ in range(40):
        machine.tick()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_flame_finds_what_a_look_at_all_links_finds(seed: int) -> None:
    machine = tangle(seed)
    met = asked = whole = 0
    for _ in range(4):
        run_on(machine)
        for x, y in places(seed):
            slow = [link for link in burning(machine) if passes_near(link, x, y, 0.1, machine)]
            assert crossing(x, y, 0.1, machine) == slow
            met += len(slow)
            cords = machine.listed(burnable).around(x, y, reach_for(0.1), machine)
            asked += len(cords_near(cords, x, y, reach_for(0.1)))
            whole += len(burning(machine))
    assert met > 4, "some were there to be found"
    assert asked < whole / 2, "and most of the others were not asked"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_laser_finds_what_a_look_at_all_links_finds(seed: int) -> None:
    machine = tangle(seed)
    met = 0
    for _ in range(2):
        run_on(machine)
        for corners in zip(places(seed), places(seed)[1:], places(seed)[2:], strict=False):
            slow = []
            for link in burning(machine):
                where = [crossed_at(link, start, end, machine) for start, end in pairwise(corners)]
                slow += [(link, next(at for at in where if at is not None))] if any(where) else []
            assert _links(RayPath(corners, RED, BURNING, 0), machine) == slow
            met += len(slow)
    assert met > 10


@pytest.mark.parametrize("seed", SEEDS)
def test_blades_look_at_each_rope_that_comes_near(seed: int) -> None:
    machine, far = tangle(seed), 0.2
    near = asked = whole = 0
    for _ in range(4):
        run_on(machine)
        for x, y in places(seed):
            slow = [link for link in machine.links.values() if any(_courses(link, machine, x, y, far))]
            cords = [cord.link for cord in machine.listed(_cuttable).around(x, y, far, machine)]
            assert [link for link in cords if link in slow] == slow
            near, asked, whole = near + len(slow), asked + len(cords), whole + len(machine.links)
    assert near > 4, "some were there to be found"
    assert asked < whole / 2, "and most of the others were not asked"


def test_with_a_bound_that_leaves_out_how_ropes_hang_some_would_be_missed() -> None:
    """The negative control of both."""
    missed = 0
    for seed in SEEDS:
        machine = tangle(seed)
        run_on(machine)
        cords = [cord._replace(margin=0.0) for cord in machine.listed(burnable).all]
        for x, y in places(seed):
            near = cords_near(cords, x, y, reach_for(0.1))
            missed += sum(passes_near(link, x, y, 0.1, machine) for link in burning(machine) if link not in near)
    assert missed
