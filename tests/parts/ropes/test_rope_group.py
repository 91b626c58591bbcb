"""Ropes that hang together go as the equations of all ropes say, to the bit, by a function that is written for them."""

from __future__ import annotations

import itertools
import random  # noqa: TID251  (lays out what hangs)
from collections.abc import Callable
from typing import Any

import pytest

from sandbox.machine.machine import Machine
from sandbox.parts.ropes import group_text, reeved_rope, rope_group, rope_solver
from sandbox.parts.ropes.group_shape import FIXED, FREE, GroupShape, PointShape, RopeShape
from sandbox.parts.ropes.swing import LoneJerk
from sandbox.parts.world import RunningLink, RunningMachine
from tests.parts.rig import Rig
from tests.parts.ropes.test_lone_rope import dice_gravity, digests, write_with

SEEDS = range(6)
_LOADS = (("bar", "left", "right"), ("crate", "middle", "middle"), ("weight", "ring", "ring"), ("cage", "ring", "ring"))


class Hanging:
    """Lays out ropes that hang together about a place, by dice."""

    def __init__(self, dice: random.Random, rig: Rig) -> None:
        self.dice, self.rig = dice, rig

    def tie(self, a: int, port_a: str, b: int, port_b: str, over: tuple[int, ...] = ()) -> int:
        """Tie two parts together, from the first to the second or back, tight or slack."""
        ends = [(a, port_a), (b, port_b)]
        if not over:
            self.dice.shuffle(ends)
        return self.rig.link("rope", *ends[0], *ends[1], over, slack=self.dice.choice((0.0, 0.0, 0.05, 0.3)))

    def load(self, x: float, y: float) -> tuple[int, tuple[str, ...]]:
        kind, *ports = self.dice.choice(_LOADS)
        return self.rig.add(kind, x, y, self.dice.uniform(-1.0, 1.0) if kind != "cage" else 0.0), tuple(ports)

    def hang(self, part: int, port: str, x: float, y: float) -> None:
        """Tie a part to a hook, a balloon or a weight."""
        at, other = (x + self.dice.uniform(-0.5, 0.5), self.dice.uniform(1.9, 3.2)), self.dice.randrange(4)
        if other < 2:
            self.tie(part, port, self.rig.add("anchor", *at, self.dice.uniform(-3.0, 3.0)), "hook")
        elif other == 2:
            self.tie(part, port, self.rig.add("balloon", *at, lift=self.dice.uniform(0.5, 3.0)), "knot")
        else:
            self.tie(part, port, self.rig.add("weight", at[0], y - 0.5, mass=self.dice.uniform(1.0, 4.0)), "ring")

    def star(self, x: float) -> None:
        part, ports = self.load(x, 1.5)
        for _ in range(self.dice.randint(2, 5)):
            self.hang(part, self.dice.choice(ports), x, 1.5)

    def chain(self, x: float) -> None:
        """Loads one below another, the first of them on a hook, the last one held by something."""
        above: tuple[int, str] = (self.rig.add("anchor", x, 3.2), "hook")
        for k in range(self.dice.randint(2, 4)):
            part, ports = self.load(x + self.dice.uniform(-0.3, 0.3), 2.6 - 0.5 * k)
            self.tie(*above, part, ports[0])
            above = part, ports[1]
        self.hang(*above, x, 0.9)

    def net(self, x: float) -> None:
        """A square of four loads with both its ways across, on hooks: more equations than loads."""
        corners = [self.load(x + dx, y) for dx, y in ((-0.4, 1.2), (0.4, 1.2), (0.4, 1.9), (-0.4, 1.9))]
        pairs = list(itertools.combinations(corners, 2))
        self.dice.shuffle(pairs)
        for (a, ports_a), (b, ports_b) in pairs:
            self.tie(a, ports_a[0], b, ports_b[1])
        for part, ports in corners[2:]:
            self.hang(part, ports[0], x, 1.9)

    def seesaw(self, x: float) -> None:
        """A seesaw with a load on either side, one of them with more below it."""
        seesaw = self.rig.add("seesaw", x, 1.2)
        for port, at in (("left", x - 0.5), ("right", x + 0.5)):
            part, ports = self.load(at, 0.9)
            self.tie(seesaw, port, part, ports[0])
        self.hang(part, ports[1], x, 0.7)

    def block(self, x: float) -> None:
        """A load that hangs by a loose wheel in a rope over a fixed one, and something at the rope's end."""
        wheel, block = self.rig.add("pulley", x + 0.3, 2.8), self.rig.add("pulley_block", x, 1.7, radius=0.09)
        part, ports = self.load(x + 0.7, 1.5)
        self.tie(self.rig.add("anchor", x - 0.3, 3.0), "hook", part, ports[0], (block, wheel))
        self.hang(block, "axle", x, 1.3)

    def tackle(self, x: float) -> None:
        """A load that hangs by three pieces of a rope, which begins at the loose block."""
        high = [self.rig.add("pulley", x + at, 2.8) for at in (-0.1, 0.2)]
        block = self.rig.add("pulley_block", x, 1.8, radius=0.08)
        part, ports = self.load(x + 0.5, 1.3)
        self.tie(block, "axle", part, ports[0], (high[0], block, high[1]))
        self.hang(block, "axle", x, 1.3)

    def fixed_wheel(self, x: float) -> None:
        """A load on a rope over a fixed wheel, and another one on a rope below it."""
        part, ports = self.load(x - 0.4, 1.4)
        other = self.rig.add("weight", x + 0.4, 1.2)
        self.tie(part, ports[0], other, "ring", (self.rig.add("pulley", x, 2.6),))
        self.hang(part, ports[1], x, 0.9)

    def drum(self, x: float) -> None:
        """A load on the rope of a winch that a motor turns, and another one below it."""
        winch = self.rig.add("winch", x, 2.8)
        part, ports = self.load(x, 1.5)
        self.rig.link("belt", self.rig.add("motor", x + 0.5, 2.8), "shaft", winch, "shaft")
        self.tie(winch, "rope", part, ports[0])
        self.hang(part, ports[1], x, 1.0)


WAYS: tuple[Callable[[Hanging, float], None], ...] = (
    Hanging.star, Hanging.chain, Hanging.net, Hanging.seesaw, Hanging.block, Hanging.tackle, Hanging.fixed_wheel,
    Hanging.drum,
)  # fmt: skip


def groups(seed: int) -> Machine:
    """Each way of hanging together once, and balls that fall among them."""
    dice, rig = random.Random(seed), Rig(gravity_y=dice_gravity(seed), width=18.0, height=4.0)
    rig.floor()
    for k, way in enumerate(WAYS):
        x = 1.2 + 2.1 * k
        way(Hanging(dice, rig), x)
        rig.add("bowling_ball", x + dice.uniform(-0.3, 0.3), 3.7)
    return rig.machine


def answered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ids of the ropes whose jerks are worked out as those of a group from now on, one for each."""
    jerked: list[int] = []
    group = rope_group.group_jerk

    def counting(*of: Any) -> LoneJerk | None:
        jerk = group(*of)
        if jerk is None:
            return None

        def count(run: RunningLink, machine: RunningMachine, asked: bool = True, *dt: float) -> bool | None:
            answer = jerk(run, machine, asked, *dt)  # type: ignore[call-arg]
            if answer is not None:
                jerked.append(run.id)
            return answer

        return count

    monkeypatch.setattr(rope_solver, "group_jerk", counting)
    return jerked


def in_general(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave each rope, and each of its jerks, to the general way from now on."""
    monkeypatch.setattr(rope_solver, "group_jerk", lambda *_: None)
    monkeypatch.setattr(reeved_rope, "hanging_of", lambda _: None)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_hangs_together_goes_as_all_ropes_together_do(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as watched:
        jerked = answered(watched)
        machine = groups(seed)
        fast, caught = digests(machine), [event for event in machine.events if event.what == "caught"]
    assert len(jerked) > 100 and len(set(jerked)) > 6
    in_general(monkeypatch)
    machine = groups(seed)
    assert digests(machine) == fast
    assert [event for event in machine.events if event.what == "caught"] == caught


@pytest.mark.parametrize("name", ["HARD", "SOFT", "TOLERANCE", "HELD", "RECOVERS"])
def test_another_number_in_it_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    before = digests(groups(2))
    write_with(monkeypatch, name, 1.05 * rope_group.NAMES[name])
    assert digests(groups(2)) != before


def test_rounds_that_make_it_worse_are_taken_back_as_in_general(monkeypatch: pytest.MonkeyPatch) -> None:
    """With numbers by which each second round takes back what the first has pulled."""
    for name, number in (("HARD", -3.0), ("TOLERANCE", 1e-9)):
        monkeypatch.setattr(rope_solver, name, number)
        write_with(monkeypatch, name, number)
    monkeypatch.setattr(reeved_rope, "TOLERANCE", 1e-9)
    with monkeypatch.context() as watched:
        jerked = answered(watched)
        fast = digests(groups(1))
    assert len(jerked) > 100
    in_general(monkeypatch)
    assert digests(groups(1)) == fast


def test_when_one_of_three_ropes_leaves_the_others_are_a_pair_and_then_one_is_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def thinned() -> list[bytes]:
        rig = Rig(width=4.0, height=4.0)
        bar = rig.add("bar", 2.0, 1.6)
        ropes = [
            rig.link("rope", rig.add("anchor", x, 2.8), "hook", bar, port)
            for x, port in ((1.4, "left"), (2.0, "right"), (2.6, "right"))
        ]
        digests_of_all = []
        for rope in ropes:
            rig.machine.parts[bar].bodies[0].velocity = (2.0, 1.0)
            digests_of_all += digests(rig.machine)
            rig.machine.remove(rope)
        return digests_of_all

    with monkeypatch.context() as watched:
        jerked = answered(watched)
        fast = thinned()
    assert len(set(jerked)) == 3
    in_general(monkeypatch)
    monkeypatch.setattr(rope_solver, "lone_ends", lambda *_: None)
    assert thinned() == fast


def test_what_is_fixed_may_have_a_velocity_in_a_machine_that_blows_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def blown_up() -> list[bytes]:
        machine = groups(0)
        before = digests(machine)
        for run in machine.parts.values():
            if run.kind.name == "anchor":
                run.bodies[0].velocity = (0.0, 20.0)
        after = digests(machine)
        assert after != before
        return after

    fast = blown_up()
    in_general(monkeypatch)
    assert blown_up() == fast


def test_what_spins_too_fast_to_be_anywhere_in_particular_goes_as_in_general(monkeypatch: pytest.MonkeyPatch) -> None:
    def spun() -> list[bytes]:
        machine = groups(3)
        for run in machine.parts.values():
            if run.kind.name in ("bar", "crate", "weight"):
                run.bodies[0].angular_velocity = 900.0
        return digests(machine)

    fast = spun()
    in_general(monkeypatch)
    assert spun() == fast


def test_a_body_that_can_no_longer_be_turned_parts_the_ropes_that_pull_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def stiffened() -> list[bytes]:
        rig = Rig(width=4.0, height=4.0)
        bar, hook = rig.add("bar", 2.0, 1.6), rig.add("anchor", 2.0, 2.8)
        ropes = [rig.link("rope", hook, "hook", bar, port) for port in ("left", "right")]
        body = rig.machine.parts[bar].bodies[0]
        body.velocity = (2.0, 1.0)
        rig.run(0.3)
        assert all(rig.machine.links[rope].data.settled > 0 for rope in ropes)
        body.moment = float("inf")
        return digests(rig.machine)

    fast = stiffened()
    in_general(monkeypatch)
    assert stiffened() == fast


def shape_of(*ropes: tuple[int, int], fixed: int = 1) -> GroupShape:
    """A way of hanging: of each rope the two bodies that it ties together; the first of them are `fixed`."""
    count = 1 + max(map(max, ropes))
    points = tuple(PointShape(body, off=True) for rope in ropes for body in rope)
    ropes_by_points = tuple(RopeShape((2 * r, 2 * r + 1)) for r in range(len(ropes)))
    kinds = (*(FIXED,) * fixed, *(FREE,) * (count - fixed))
    return GroupShape(kinds, tuple(kind == FREE for kind in kinds), points, ropes_by_points)


def test_a_star_and_a_chain_are_written_out() -> None:
    for star_or_chain in ([(0, 1)] * rope_group.MOST_ROPES, [(0, 1), (1, 2), (2, 3), (3, 4)], [(1, 3), (0, 2), (1, 2)]):
        assert rope_group._is_written(shape_of(*star_or_chain))


@pytest.mark.parametrize(
    ("shape", "why"),
    [
        (shape_of(*[(0, 1)] * (rope_group.MOST_ROPES + 1)), "there are too many"),
        (shape_of((0, 1), (1, 1)), "one comes back to its body"),
        (shape_of((0, 2), (0, 1), fixed=2), "the second ties two that are fixed, and pulls nothing"),
        (shape_of((1, 2), (3, 5), (2, 3), (4, 5), (1, 5)), "without the second, others would be added up first"),
    ],
)
def test_what_is_not_written_out_is_left_to_the_general_way(shape: GroupShape, why: str) -> None:
    assert not rope_group._is_written(shape), why


def test_a_text_is_written_once_for_each_way_of_hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times the same lamp on two ropes: one text for all that hang together, one for each rope."""
    written = []
    monkeypatch.setattr(rope_group, "compile", lambda text, *of: (written.append(text), compile(text, *of))[1], False)
    rope_group.maker.cache_clear()
    rig = Rig(width=14.0)
    for k in range(10):
        lamp = rig.add("bar", 1.0 + k, 1.0)
        for port, x in (("left", 0.7 + k), ("right", 1.3 + k)):
            rig.link("rope", rig.add("anchor", x, 2.0), "hook", lamp, port)
    rig.run(0.5)
    assert len(written) <= 3


def test_the_text_says_what_the_equations_say() -> None:
    """A rope from a hook to a loose load: how fast one N s draws its ends together."""
    text = group_text.settle_text(shape_of((0, 1)))
    assert (
        "full0, pull0 = (((nx0 * nx0 + ny0 * ny0) * light1 + arm1 * arm1 * slew1) + softness * reach0) or 1.0" in text
    )
    assert "vx1 -= pull0 * nx0 * light1" in text
