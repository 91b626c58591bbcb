"""A rope that hangs alone goes as the equations of all ropes say, to the bit; one from something fixed, as well."""

from __future__ import annotations

import functools
import random  # noqa: TID251  (lays out the swings)

import pytest

from sandbox.machine.machine import Machine
from sandbox.parts.ropes import lone_rope, reeved_rope, rope_group, rope_solver, swing
from sandbox.parts.ropes.lone_rope import LoneEnds
from sandbox.parts.ropes.swing import LoneJerk, Whole
from sandbox.parts.world import RunningLink, RunningMachine
from tests.parts.rig import Rig

SEEDS = range(8)
TICKS = 400


def swings(seed: int) -> Machine:
    """Weights, bars, balls and balloons on ropes of their own; two that hang together, a seesaw, a wheel; and balls
    that fall among them.
    """
    dice, rig = random.Random(seed), Rig(gravity_y=dice_gravity(seed), width=12.0, height=4.0)

    def near(x: float) -> tuple[float, float]:
        return x + dice.uniform(-0.7, 0.7), dice.uniform(0.8, 2.0)

    rig.floor()
    for k in range(6):
        x = 1.0 + 1.5 * k
        hook = rig.add("anchor", x, dice.uniform(2.2, 3.5), dice.uniform(-3.0, 3.0))
        kind, port = dice.choice((("weight", "ring"), ("bar", "left"), ("bar", "right"), ("crate", "middle")))
        load = rig.add(kind, *near(x), dice.uniform(-1.5, 1.5))
        ends = [(hook, "hook"), (load, port)]
        dice.shuffle(ends)
        rig.link("rope", *ends[0], *ends[1], slack=dice.choice((0.0, 0.0, 0.05, 0.6)))
        rig.add("bowling_ball", x + dice.uniform(-0.3, 0.3), 3.7)
    first, second = rig.add("weight", 10.0, 2.0), rig.add("weight", 10.6, 1.6)
    rig.link("rope", first, "ring", rig.add("anchor", 10.0, 3.0), "hook")
    rig.link("rope", first, "ring", second, "ring")
    pair = rig.add("balloon", 11.5, 1.5), rig.add("weight", 11.2, 1.0)
    rig.link("rope", pair[0], "knot", pair[1], "ring", slack=0.1)
    return rig.machine


def dice_gravity(seed: int) -> float:
    return (-9.81, -9.81, -1.6, -60.0)[seed % 4]


def digests(machine: Machine) -> list[bytes]:
    said = []
    for _ in range(TICKS):
        machine.tick()
        said.append(machine.digest())
    return said


def counted(monkeypatch: pytest.MonkeyPatch) -> tuple[list[RunningLink], list[bool]]:
    """The ropes of all jerks that are worked out alone from now on, and whether before anybody asked for each."""
    jerked: list[RunningLink] = []
    unasked: list[bool] = []
    alone = swing.lone_jerk

    def counting(run: RunningLink, ends: LoneEnds, whole: Whole) -> LoneJerk | None:
        jerk = alone(run, ends, whole)
        if jerk is None:
            return None

        def count(run: RunningLink, machine: RunningMachine, asked: bool = True) -> bool | None:
            answer = jerk(run, machine, asked)
            if answer is not None:
                jerked.append(run)
                unasked.append(not asked)
            return answer

        return count

    monkeypatch.setattr(rope_solver, "lone_jerk", counting)
    return jerked, unasked


@pytest.mark.parametrize("seed", SEEDS)
def test_a_rope_alone_goes_as_all_ropes_together_do(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    jerked, unasked = counted(monkeypatch)
    machine = swings(seed)
    alone, caught = digests(machine), [event for event in machine.events if event.what == "caught"]
    assert len(jerked) > 50 and any(unasked) and not all(unasked)
    joined = [rope for rope in machine.links.values() if {rope.a.kind.name, rope.b.kind.name} == {"weight"}]
    assert len(joined) == 1 and not any(rope is joined[0] for rope in jerked), "that one hangs together with another"
    jerked.clear()
    for name in ("lone_jerk", "group_jerk"):
        monkeypatch.setattr(rope_solver, name, lambda *_: None)
        machine = swings(seed)
        assert digests(machine) == alone
        assert [event for event in machine.events if event.what == "caught"] == caught
    assert not jerked


@pytest.mark.parametrize("name", ["SOFT", "TOLERANCE"])
def test_another_number_in_a_swing_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    before = digests(swings(0))
    monkeypatch.setattr(swing, name, 1.05 * getattr(swing, name))
    assert digests(swings(0)) != before


@pytest.mark.parametrize("name", ["HARD", "SOFT", "TOLERANCE", "HELD"])
def test_another_number_in_the_look_ahead_of_two_loose_ends_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the other one."""
    monkeypatch.setattr(rope_solver, "lone_jerk", lambda *_: None)
    before = digests(swings(0))
    write_with(monkeypatch, name, 1.05 * rope_group.NAMES[name])
    assert digests(swings(0)) != before


def write_with(monkeypatch: pytest.MonkeyPatch, name: str, number: float) -> None:
    """Let what is written out from now on have another number."""
    monkeypatch.setitem(rope_group.NAMES, name, number)
    anew = functools.lru_cache(rope_group.maker.__wrapped__)
    for module in (rope_group, reeved_rope):
        monkeypatch.setattr(module, "maker", anew)


def begun_anew(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ids of the ropes whose jerks are left to the look ahead of any rope from now on, one for each."""
    anew: list[int] = []
    alone = swing.lone_jerk

    def watched(run: RunningLink, ends: LoneEnds, whole: Whole) -> LoneJerk | None:
        def count(run: RunningLink, machine: RunningMachine) -> bool | None:
            anew.append(run.id)
            return whole(run, machine)

        return alone(run, ends, count)

    monkeypatch.setattr(swing, "lone_jerk", watched)
    monkeypatch.setattr(rope_solver, "lone_jerk", watched)
    return anew


def test_most_jerks_of_a_swing_end_with_their_first_pull(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes more pulls is worked out anew as of any rope, which takes twice as long."""
    anew = begun_anew(monkeypatch)
    jerked, _ = counted(monkeypatch)
    rig = Rig()
    rig.link("rope", rig.add("anchor", 1.0, 2.0), "hook", rig.add("bar", 1.7, 1.6), "left")
    digests(rig.machine)
    assert len(jerked) > TICKS / 2 and len(anew) < len(jerked) / 4


@pytest.mark.parametrize("end", ["a", "b"])
def test_a_swing_on_what_is_not_quite_still_is_left_to_the_general_way(
    end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing fixed ever moves, but in a machine that blows up its velocity may be no number for a tick."""
    left = begun_anew(monkeypatch)
    rig = Rig()
    hook, weight = (rig.add("anchor", 1.0, 2.0), "hook"), (rig.add("weight", 1.4, 1.2), "ring")
    rope = rig.link("rope", *(hook if end == "a" else weight), *(weight if end == "a" else hook))
    rig.run(0.5)
    assert not left
    rig.machine.parts[hook[0]].bodies[0].angular_velocity = 1e-9
    rig.run(1 / 240)
    assert left == [rope]


def test_what_hangs_on_a_pivot_or_pulls_one_body_with_another_is_left_to_the_others() -> None:
    rig = Rig()
    seesaw = rig.add("seesaw", 1.0, 1.0)
    ropes = [rig.link("rope", seesaw, "left", rig.add("weight", 0.3, 0.4), "ring")]
    basket, hook = rig.add("basket", 3.0, 1.0), rig.add("anchor", 3.0, 1.6)
    ropes += [rig.link("rope", basket, port, hook, "hook") for port in ("left", "right")]
    machine = rig.machine
    for id_ in ropes:
        run = machine.links[id_]
        assert lone_rope.lone_ends(run, rope_solver._tied(run.data, machine)) is None
