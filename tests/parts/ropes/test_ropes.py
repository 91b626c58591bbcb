from __future__ import annotations

import itertools
import math
import random  # noqa: TID251  (generates input; nothing random reaches a session)
from collections.abc import Callable

import pymunk
import pytest

from sandbox import parts
from sandbox.machine.machine import Machine
from sandbox.parts.ropes import rope_lines, rope_solver
from sandbox.parts.ropes.lone_rope import LoneEnds
from sandbox.parts.ropes.rope_solver import _solve
from sandbox.parts.ropes.ropes import Rope
from sandbox.parts.ropes.swing import LoneJerk, Whole
from sandbox.parts.world import RunningLink, RunningMachine
from tests.parts.rig import Rig

Scene = tuple[Rig, list[int]]  # and its ropes


def falls(higher: float = 0.0) -> Scene:
    """6 kg from 1 m above the rope's upper end to 1 m below it."""
    rig = Rig()
    anchor, ball = rig.add("anchor", 2.0, 2.017), rig.add("bowling_ball", 2.02, 3.0 + higher)
    return rig, [rig.link("rope", anchor, "hook", ball, "middle")]


def falls_sideways() -> Scene:
    rig = Rig()
    anchor, weight = rig.add("anchor", 2.0, 2.5), rig.add("weight", 2.9, 2.5)
    return rig, [rig.link("rope", anchor, "hook", weight, "ring", slack=0.3)]


def swings() -> Scene:
    rig = Rig()
    anchor, weight = rig.add("anchor", 2.0, 2.0), rig.add("weight", 3.0, 2.0)
    return rig, [rig.link("rope", anchor, "hook", weight, "ring")]


def balloon_tugs() -> Scene:
    rig = Rig()
    rig.floor()
    weight, balloon = rig.add("weight", 2.0, 0.091, mass=5.0), rig.add("balloon", 2.0, 0.6, lift=60.0)
    return rig, [rig.link("rope", weight, "ring", balloon, "knot", slack=0.3)]


def two_loose_bodies() -> Scene:
    rig = Rig()
    rig.floor()
    rig.add("wall", 2.0, 1.0)
    weight, ball = rig.add("weight", 1.7, 1.7), rig.add("bowling_ball", 2.4, 1.7)
    return rig, [rig.link("rope", weight, "ring", ball, "middle")]


def chain() -> Scene:
    rig = Rig()
    anchor, ball, weight = rig.add("anchor", 1.5, 2.0), rig.add("bowling_ball", 2.0, 2.0), rig.add("weight", 2.4, 2.0)
    first = rig.link("rope", anchor, "hook", ball, "middle", slack=0.3)
    return rig, [first, rig.link("rope", ball, "middle", weight, "ring", slack=0.3)]


def heavy_below_light() -> Scene:
    """The worst for an iterative solver: 30 kg fall into a rope that hangs on 30 g."""
    rig = Rig()
    anchor, knot = rig.add("anchor", 1.5, 2.2), rig.add("balloon", 1.5, 1.9, lift=1.0)
    weight = rig.add("weight", 1.5, 1.5, mass=30.0)
    first = rig.link("rope", anchor, "hook", knot, "knot", slack=0.1)
    return rig, [first, rig.link("rope", knot, "knot", weight, "ring", slack=0.5)]


def basket_catches() -> Scene:
    rig = Rig()
    basket = rig.add("basket", 2.0, 1.5)
    ropes = []
    for x, rim in ((1.8, "left"), (2.2, "right")):
        ropes.append(rig.link("rope", rig.add("anchor", x, 2.0), "hook", basket, rim, slack=0.2))
    rig.add("bowling_ball", 2.05, 2.5)
    return rig, ropes


def seesaw_catches() -> Scene:
    rig = Rig()
    seesaw, ball = rig.add("seesaw", 2.0, 1.2), rig.add("bowling_ball", 2.575, 1.6)
    anchor = rig.add("anchor", 1.425, 0.9)
    first = rig.link("rope", seesaw, "right", ball, "middle", slack=0.2)
    return rig, [first, rig.link("rope", seesaw, "left", anchor, "hook", slack=0.05)]


def bridge() -> Scene:
    rig = Rig()
    ropes, last = [], (rig.add("anchor", 0.4, 1.0), "hook")
    for index in range(5):
        bar = rig.add("bar", 0.8 + index * 0.6, 1.0, width=0.4)
        ropes.append(rig.link("rope", *last, bar, "left"))
        last = (bar, "right")
    ropes.append(rig.link("rope", *last, rig.add("anchor", 3.6, 1.0), "hook"))
    rig.add("bowling_ball", 2.0, 2.0)
    return rig, ropes


SCENES = (
    falls, falls_sideways, swings, balloon_tugs, two_loose_bodies, chain, heavy_below_light, basket_catches,
    seesaw_catches, bridge,
)  # fmt: skip


def worst(scene: Scene, seconds: float = 4.0) -> float:
    rig, ropes = scene
    found = 0.0

    def watch() -> None:
        nonlocal found
        found = max(found, *(rig.stretch(rope) for rope in ropes))

    rig.run(seconds, watch)
    return found


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_never_stretches_more_than_two_percent(scene: Callable[[], Scene]) -> None:
    assert 0.99 < worst(scene()) < 1.02


PHASES = [0.004 * phase for phase in range(8)]  # m higher: the step on which the rope goes taut comes out otherwise


@pytest.mark.parametrize("higher", PHASES)
def test_holds_in_every_phase_of_a_fall(higher: float) -> None:
    assert worst(falls(higher), 1.0) < 1.001


def test_with_the_engines_joint_alone_it_would_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rope, "acting", lambda self, run, machine: None)
    assert max(worst(falls(higher), 1.0) for higher in PHASES) > 1.02


@pytest.mark.parametrize("tick_rate", [60, 1000])
def test_holds_at_other_tick_rates(tick_rate: int) -> None:
    rig = Rig(tick_rate=tick_rate)
    anchor, ball = rig.add("anchor", 2.0, 2.017), rig.add("bowling_ball", 2.02, 3.0)
    assert worst((rig, [rig.link("rope", anchor, "hook", ball, "middle")]), 3.0) < 1.02


@pytest.mark.parametrize("slack", [0.0, 0.25, 1.0])
def test_hangs_as_low_as_its_slack_allows(slack: float) -> None:
    rig = Rig()
    anchor, weight = rig.add("anchor", 2.0, 2.017), rig.add("weight", 2.0, 1.5)
    rope = rig.link("rope", anchor, "hook", weight, "ring", slack=slack)
    start = rig.machine.links[rope]["length"] - slack
    rig.run(3.0)
    assert 2.0 - rig.motion(weight)[1] == pytest.approx(start + slack + 0.101, abs=0.02)
    assert rig.state(rope, "taut") == 1.0


def test_a_slack_rope_lets_things_come_closer() -> None:
    rig = Rig()
    rig.floor()
    anchor, weight = rig.add("anchor", 2.0, 1.0), rig.add("weight", 2.0, 0.091)
    rope = rig.link("rope", anchor, "hook", weight, "ring", slack=1.0)
    rig.run(1.0)
    assert rig.stretch(rope) < 0.6 and rig.state(rope, "taut") == 0.0


def test_the_jerk_is_inelastic() -> None:
    """A ball that falls straight into its rope hangs there; it is not thrown back."""
    rig = Rig()
    anchor, ball = rig.add("anchor", 2.0, 2.017), rig.add("bowling_ball", 2.0, 1.9)
    rig.link("rope", anchor, "hook", ball, "middle", slack=0.9)
    rig.run(0.6)
    assert len(rig.events("caught")) == 1
    assert rig.highest(ball, 2.0) < 1.02


def test_a_pendulum_keeps_its_energy() -> None:
    rig = Rig()
    anchor, ball = rig.add("anchor", 2.0, 2.017), rig.add("bowling_ball", 3.0, 2.0)
    rig.link("rope", anchor, "hook", ball, "middle")
    rig.run(10.0)
    assert 1.95 < rig.highest(ball, 3.0) < 2.01


def test_momentum_is_kept_when_two_loose_bodies_jerk() -> None:
    rig = Rig(gravity_y=0.0)
    weight, ball = rig.add("weight", 1.0, 1.0), rig.add("bowling_ball", 1.5, 1.3)
    rig.link("rope", weight, "ring", ball, "middle", slack=0.2)
    rig.machine.parts[ball].bodies[0].velocity = (4.0, 1.0)
    rig.run(1.0)
    total = [10.0 * a + 6.0 * b for a, b in zip(rig.motion(weight)[3:5], rig.motion(ball)[3:5], strict=True)]
    assert total == [pytest.approx(24.0, rel=1e-6), pytest.approx(6.0, rel=1e-6)]
    assert rig.motion(weight)[3] > 0.5


def test_what_hangs_falls_asleep() -> None:
    rig = Rig()
    anchor, weight = rig.add("anchor", 2.0, 2.0), rig.add("weight", 2.0, 1.5)
    rig.link("rope", anchor, "hook", weight, "ring")
    rig.run(3.0)
    assert rig.machine.parts[weight].bodies[0].is_sleeping


def test_between_two_fixed_points_it_only_hangs() -> None:
    rig = Rig()
    rope = rig.link("rope", rig.add("anchor", 1.0, 2.0), "hook", rig.add("anchor", 2.0, 2.0), "hook")
    rig.run(0.1)
    assert rig.machine.links[rope].joints == []


def test_two_ports_in_one_place_can_be_tied() -> None:
    rig = Rig()
    anchor, ball = rig.add("anchor", 2.0, 2.017), rig.add("bowling_ball", 2.0, 2.0)
    rope = rig.link("rope", anchor, "hook", ball, "middle")
    assert rig.worst_stretch(rope, 1.0) < 1.02


def test_an_anchor_is_in_nobodys_way() -> None:
    rig = Rig()
    rig.add("anchor", 2.0, 1.0)
    ball = rig.add("soccer_ball", 2.0, 1.5)
    rig.run(1.0)
    assert rig.motion(ball)[1] < -3.0


def test_elimination_agrees_with_a_known_answer() -> None:
    rows = [{0: 4.0, 1: 1.0}, {0: 1.0, 1: 3.0, 2: 1.0}, {1: 1.0, 2: 2.0}]
    assert _solve(rows, [6.0, 10.0, 8.0]) == [pytest.approx(1.0), pytest.approx(2.0), pytest.approx(3.0)]


def test_ropes_are_solved_with_those_that_hang_together_with_them_now(monkeypatch: pytest.MonkeyPatch) -> None:
    rig, ropes = bridge()
    elsewhere = rig.link("rope", rig.add("anchor", 8.0, 2.0), "hook", rig.add("weight", 8.9, 2.0), "ring", slack=0.01)
    beside = rig.link("rope", rig.add("anchor", 8.2, 2.0), "hook", rig.add("weight", 9.2, 3.0), "ring", slack=0.01)
    groups = []

    def note(first: rope_lines.RopeLine, machine: Machine) -> list[rope_lines.RopeLine]:
        lines = together(first, machine)
        groups.append((first.run.id, [line.run.id for line in lines]))
        return lines

    def note_alone(run: RunningLink, ends: LoneEnds, whole: Whole) -> LoneJerk:
        jerk = alone(run, ends, whole)
        assert jerk is not None

        def noted(run: RunningLink, machine: RunningMachine, asked: bool = True) -> bool | None:
            groups.append((run.id, [run.id]))
            return jerk(run, machine, asked)

        return noted

    together, alone = rope_solver._together, rope_solver.lone_jerk
    monkeypatch.setattr(rope_solver, "_together", note)
    monkeypatch.setattr(rope_solver, "lone_jerk", note_alone)
    monkeypatch.setattr(rope_solver, "group_jerk", lambda *_: None)  # which is another way to the same
    rig.run(0.8)
    assert (ropes[2], ropes) in groups
    assert (elsewhere, [elsewhere]) in groups and (beside, [beside]) in groups
    rig.machine.remove(ropes[2])
    rig.run(0.01)
    groups.clear()
    rig.run(2.0)
    left, right = ropes[:2], ropes[3:]
    assert {id_ for id_, _ in groups} >= {*left[:1], *right[-1:]}
    assert all(group in (left, right, [elsewhere], [beside]) for _, group in groups)


@pytest.mark.parametrize("scene", [falls, swings, two_loose_bodies, balloon_tugs], ids=lambda scene: scene.__name__)
def test_a_rope_alone_is_settled_to_the_bit_as_among_many(
    scene: Callable[[], Scene], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("lone_ends", "group_jerk"):
        monkeypatch.setattr(rope_solver, name, lambda *_: None)  # so that these are left to what is tested here
    alone = rope_solver._settle_alone
    runs = []
    for settle in (alone, lambda line, dt: rope_solver._settle([line], dt), lambda line, dt: None):
        jerks = []
        monkeypatch.setattr(
            rope_solver, "_settle_alone", lambda *of, settle=settle, jerks=jerks: jerks.append(settle(*of))
        )
        rig, _ = scene()
        rig.run(1.5)
        assert jerks
        runs.append(rig.machine.digest())
    assert runs[0] == runs[1] != runs[2]


def test_the_joint_is_taken_out_with_its_part() -> None:
    rig = Rig()
    anchor, balloon = rig.add("anchor", 2.0, 1.0), rig.add("balloon", 2.0, 1.4)
    rope = rig.link("rope", anchor, "hook", balloon, "knot")
    rig.run(0.1)
    (joint,) = rig.machine.links[rope].joints
    assert isinstance(joint, pymunk.SlideJoint)
    rig.machine.remove(balloon)
    rig.run(0.1)
    assert joint not in rig.machine.space.constraints


def in_line_with_its_lever() -> Scene:
    """The rope can't turn the plank that it lies along, however hard it pulls: a weight on the far end tries to."""
    rig = Rig()
    anchor, seesaw = rig.add("anchor", 1.0, 1.017), rig.add("seesaw", 2.0, 1.0)
    rig.add("weight", 2.5, 1.6)
    return rig, [rig.link("rope", anchor, "hook", seesaw, "left")]


def two_levers_in_line() -> Scene:
    rig = Rig()
    one, two = rig.add("seesaw", 1.0, 1.0), rig.add("seesaw", 2.5, 1.0)
    rig.add("weight", 3.0, 1.6)
    return rig, [rig.link("rope", one, "right", two, "left", slack=0.001)]


@pytest.mark.parametrize("scene", [in_line_with_its_lever, two_levers_in_line], ids=lambda scene: scene.__name__)
def test_a_rope_in_line_with_its_lever_holds(scene: Callable[[], Scene]) -> None:
    rig, ropes = scene()
    assert 0.99 < worst((rig, ropes), 3.0) < 1.01
    assert set(rig.machine.parts) == set(rig.design.part_by_id)


def net(seed: int) -> tuple[Rig, list[int]]:
    """Ropes between everything, many of them taut from the start: mostly there is no way to obey them all."""
    chance = random.Random(seed)
    rig = Rig(tick_rate=60)
    ends = []
    for _ in range(12):
        kind = chance.choice(("seesaw", "bar", "basket", "weight"))
        part = rig.add(kind, chance.uniform(0.0, 3.0), chance.uniform(0.0, 2.0), chance.uniform(-3.0, 3.0))
        ends += [(part, port.name) for port in parts.blueprint(rig.design.part_by_id[part]).ports]
    pairs = [pair for pair in itertools.combinations(ends, 2) if pair[0][0] != pair[1][0]]
    for one, other in chance.sample(pairs, 30):
        rig.link("rope", *one, *other, slack=chance.choice((0.0, 0.0, 0.05)))
    return rig, list(rig.design.part_by_id)


@pytest.mark.parametrize("seed", [1, 6, 7, 8])
def test_ropes_that_leave_no_way_out_do_not_explode(seed: int) -> None:
    rig, bodies = net(seed)
    fastest = 0.0

    def watch() -> None:
        nonlocal fastest
        fastest = max(fastest, *(abs(speed) for part in bodies for speed in rig.motion(part)[3:5]))

    rig.run(2.0, watch)
    assert fastest < 45.0
    assert all(math.isfinite(value) for part in bodies for value in rig.motion(part))


def test_a_rope_that_rounding_has_left_with_no_answer_is_not_pulled() -> None:
    """Two ropes that the solver can't tell apart: the one takes all, and the other nothing."""
    assert _solve([{0: 2.0, 1: 2.0}, {0: 2.0, 1: 2.0}], [3.0, 3.0]) == [1.5, 0.0]
    assert _solve([{0: 0.0, 1: 0.0}, {0: 0.0, 1: 2.0}], [3.0, 3.0]) == [0.0, 1.5]
    assert _solve([{0: 2.0, 1: 1.0}, {0: 1.0, 1: 2.0}], [3.0, 3.0]) == [1.0, 1.0]


@pytest.mark.parametrize(("kind", "falls"), [("rope", True), ("steel_cable", False)])
def test_no_blade_cuts_a_steel_cable(kind: str, falls: bool) -> None:
    rig = Rig()
    hook, ball, blades = rig.add("anchor", 2.14, 2.2), rig.add("bowling_ball", 2.14, 1.0), rig.add("scissors", 2.0, 1.5)
    rig.link(kind, hook, "hook", ball, "middle")
    rig.machine.press(blades)
    rig.run(1.0)
    assert (rig.motion(ball)[1] < 0.5) is falls
