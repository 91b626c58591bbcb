"""Reactions that kinds declare: a knock or a wire sets them off, and what is too soft or goes on does not."""

from __future__ import annotations

import pytest

from sandbox.parts import KINDS
from sandbox.parts.kind import Hit, Kind, limit_of
from sandbox.parts.reactions import Knocked
from tests.parts.rig import Rig

KNOCKED = [kind for kind in KINDS.values() if isinstance(kind, Knocked)]
PRESSED_BY_WIRES = [
    kind
    for kind in KINDS.values()
    if type(kind).signal is Kind.signal
    and any(
        port.type == "signal in" and type(kind).signal_at is Kind.signal_at
        for port in kind.blueprint(kind.values({})).ports
    )
]


def named(kinds: list[Kind] | list[Knocked]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("kind", kinds, ids=lambda kind: kind.name)


@named(KNOCKED)
def test_a_new_impact_in_the_right_place_is_a_knock(kind: Knocked, monkeypatch: pytest.MonkeyPatch) -> None:
    knocks: list[Hit] = []
    monkeypatch.setattr(type(kind), "knocked", lambda self, run, hit, machine: knocks.append(hit))
    rig = Rig()
    part = rig.add(kind.name, 0.0, 1.0)
    machine = rig.machine
    run = machine.parts[part]
    limit, where = limit_of(kind.knock_over, run.p), kind.struck_on or kind.knocked_at
    names = [shape.name for shape in run.plan.shapes]
    right = names.index(where) if where else 0

    def strike(impulse: float, shape: int = right, first: bool = True) -> bool:
        before = len(knocks)
        kind.struck(run, Hit(run.id, shape, 99, 0, first, impulse, 1.0, 0.0, 1.0, 0.0, 1.1), machine)
        return len(knocks) > before

    assert strike(1.01 * limit)
    assert not strike(0.99 * limit)
    assert not strike(100 * limit, first=False)  # it lies there already
    if where:
        assert not any(strike(100 * limit, shape) for shape, name in enumerate(names) if name != where)


@named(PRESSED_BY_WIRES)
def test_a_wire_that_comes_on_presses_it(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    presses: list[int] = []
    monkeypatch.setattr(type(kind), "press", lambda self, run, machine: presses.append(run.id))
    rig = Rig()
    part = rig.add(kind.name, 0.0, 1.0)
    run = rig.machine.parts[part]
    kind.signal_at(run, "signal", True, rig.machine)
    assert presses == [part]
    kind.signal_at(run, "signal", False, rig.machine)
    assert presses == [part]
