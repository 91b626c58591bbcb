"""Parts that act only for a while: they cost nothing in between, and act on the same ticks as if they always did."""

from __future__ import annotations

import gc
import random  # noqa: TID251 - only where the parts are put and pressed, before the machine sees it
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from sandbox import parts
from sandbox.design.design import Design, End, Link, PartSpec, World
from sandbox.machine.machine import Machine
from sandbox.parts import KINDS
from sandbox.parts.kind import Kind

RESTING = [kind for kind in KINDS.values() if kind.acts_while]
SECONDS = 5.0


def net(seed: int) -> Design:
    """Return buttons, scissors, timers and dynamite in any order, wired at random; balls fall on some of them."""
    chance = random.Random(seed)
    specs, links, id_ = [PartSpec(1, "floor", 3.0, -0.05, props={"width": 8.0})], [], 2
    for k in range(14):
        kind = chance.choice(("button", "button", "scissors", "dynamite", "timer", "fan"))
        props: dict[str, Any] = {"running": False} if kind == "fan" else {}
        if kind == "button":
            props = {"mode": chance.choice(("toggle", "hold")), "hold": chance.choice((0.1, 0.5))}
        if kind == "dynamite":
            props = {"fuse": chance.choice((0.0, 0.3, 1.0)), "strength": 5.0}
        if kind == "timer":
            props = {"mode": chance.choice(("delay", "clock")), "time": chance.choice((0.1, 0.7))}
        specs.append(PartSpec(id_, kind, 0.3 + 0.42 * k, 0.4, props=props))
        id_ += 1
        if chance.random() < 0.6:
            specs.append(PartSpec(id_, "tennis_ball", 0.3 + 0.42 * k, 1.0 + chance.random()))
            id_ += 1
    outs = [spec for spec in specs if spec.kind in ("button", "timer")]
    ins = [spec for spec in specs if spec.kind in ("scissors", "dynamite", "timer", "fan")]
    for a in outs:
        for b in chance.sample(ins, min(3, len(ins))):
            if a is not b:
                out = "out" if a.kind == "timer" else "signal"
                links.append(Link(id_, "wire", End(a.id, out), End(b.id, "signal")))
                id_ += 1
    return parts.check(Design(parts=tuple(specs), links=tuple(links), next_id=id_, world=World(width=7.0, height=4.0)))


def digests(design: Design, seed: int) -> list[bytes]:
    chance, machine = random.Random(seed), Machine(design)
    found = []
    for _ in range(round(SECONDS * 240)):
        if chance.random() < 0.02:
            machine.press(chance.choice([id_ for id_, run in machine.parts.items() if run.kind.pressable] or [1]))
        machine.tick()
        found.append(machine.digest())
    return found


def always(kind: Kind) -> Callable[..., None]:
    """Return an `act` for each tick, which does nothing while there is nothing to do."""
    act, name = type(kind).act, kind.acts_while

    def act_on_each_tick(self: Kind, run: Any, machine: Any) -> None:
        if run[name]:
            act(self, run, machine)

    return act_on_each_tick


@pytest.mark.parametrize("seed", range(6))
def test_they_go_the_same_way_as_if_they_acted_on_each_tick(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    design = net(seed)
    found = digests(design, seed)
    monkeypatch.setattr(Machine, "rouse", lambda self, run: None)
    for kind in RESTING:
        monkeypatch.setattr(type(kind), "act", always(kind))
        monkeypatch.setattr(type(kind), "acts_while", "")
    assert digests(design, seed) == found
    assert len(set(found)) == len(found)


def test_one_whose_turn_is_over_acts_on_the_next_tick() -> None:
    """A timer's pulse comes before all turns, a button that lets go comes in its own turn."""
    specs = (
        PartSpec(2, "scissors", 1.0, 1.0),
        PartSpec(3, "button", 2.0, 1.0, props={"mode": "hold", "hold": 0.1}),
        PartSpec(4, "scissors", 3.0, 1.0),
        PartSpec(5, "gate", 4.0, 1.0, props={"rule": "not"}),
    )
    links = (
        Link(6, "wire", End(3, "signal"), End(5, "a")),
        Link(7, "wire", End(5, "out"), End(2, "signal")),
        Link(8, "wire", End(5, "out"), End(4, "signal")),
    )
    machine = Machine(parts.check(Design(parts=specs, links=links, next_id=9)))
    machine.parts[2]["timer"] = machine.parts[4]["timer"] = 0.0  # the gate is on at Start
    machine._line_up()
    machine.press(3)
    for _ in range(240):
        machine.act()
        if machine.parts[3]["on"] == 0.0:
            break
        machine.step()
    before, after = machine.parts[2], machine.parts[4]
    whole = before.kind.shuts + before.kind.shut + before.kind.opens  # type: ignore[attr-defined]
    assert before["timer"] == whole, "its turn was over"
    assert 0.0 < after["timer"] < whole, "its turn was to come"
    machine.step()
    machine.act()
    assert before["timer"] < whole


def test_between_they_are_not_asked_at_all() -> None:
    specs = [PartSpec(k, "button", 0.5 * k, 1.0) for k in range(1, 9)]
    machine = Machine(parts.check(Design(parts=tuple(specs), next_id=9)))
    assert machine._acting == [[]]
    machine.press(5)
    machine.press(3)
    assert [run.id for run in machine._acting[0]] == [3, 5]
    for _ in range(120):
        machine.act()
        machine.step()
    assert machine._acting == [[]] and not machine._roused


@pytest.mark.parametrize("kind", ["bomb", "dynamite"])
def test_a_burning_fuse_is_an_alarm_and_no_part_acts_while_it_burns(kind: str) -> None:
    machine = Machine(parts.check(Design(parts=(PartSpec(1, kind, 1.0, 1.0, props={"fuse": 0.5}),), next_id=2)))
    machine.press(1)
    assert machine._acting == [[]] and machine.alarms == {(1, "due"): 120.0}
    for _ in range(120):
        assert 1 in machine.parts
        machine.tick()
    machine.tick()
    assert 1 not in machine.parts


@pytest.mark.parametrize("kind", RESTING, ids=lambda kind: kind.name)
def test_what_says_that_they_have_something_to_do_is_a_state(kind: Kind) -> None:
    assert kind.acts_while in kind.states and kind.act_interval == 0.0 and type(kind).act is not Kind.act


def test_no_link_that_acts_keeps_a_machine_that_is_given_up() -> None:
    """A search builds thousands of machines: none may wait for the garbage collector."""
    specs = [PartSpec(1, "anchor", 1.0, 2.0), PartSpec(2, "weight", 1.3, 1.5), PartSpec(3, "weight", 2.0, 1.5)]
    specs += [PartSpec(4, "pulley", 1.6, 2.0), PartSpec(5, "weight", 1.6, 1.0)]
    ends = (("rope", 1, "hook", 2, "ring", ()), ("rope", 2, "ring", 3, "ring", (4,)))
    links = [Link(6 + k, kind, End(a, at), End(b, to), via=via) for k, (kind, a, at, b, to, via) in enumerate(ends)]
    links.append(Link(8, "spring", End(3, "ring"), End(5, "ring")))
    design = parts.check(Design(parts=tuple(specs), links=tuple(links), next_id=9))
    gc.disable()
    try:
        machine = Machine(design)
        assert len(machine._acting_links) == 3
        for _ in range(200):
            machine.act()
            machine.step()
        watched = weakref.ref(machine)
        del machine
        assert watched() is None
    finally:
        gc.enable()
