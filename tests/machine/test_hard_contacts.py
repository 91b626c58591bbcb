"""Which contacts are hard enough for the parts that want hits: found at once among many, as by a look at each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from sandbox import parts
from sandbox.design.design import Design, PartSpec, World
from sandbox.machine.machine import Machine
from tests.support import pile


def crowd(loose: int) -> Design:
    """Crates and balls that fall on each other, on boxes that break from some N s on, and on balloons."""
    fragile = [
        PartSpec(60 + n, "cardboard_box", 0.3 + 0.45 * n, 0.2, props={"breaks_at": breaks_at, "width": 0.3})
        for n, breaks_at in enumerate((0.5, 2.0, 8.0, 50.0))
    ]
    balloons = [PartSpec(70 + n, "balloon", 0.4 + 0.5 * n, 1.9, props={"lift": 0.2}) for n in range(3)]
    stones = [PartSpec(80 + n, "bowling_ball", 0.3 + 0.45 * n, 2.5) for n in range(4)]
    return parts.check(
        Design(parts=(*pile(loose).parts, *fragile, *balloons, *stones), world=World(sleep=False), next_id=100)
    )


def stepped(machine: Machine, ticks: int) -> Iterator[None]:
    """Stop after each step, before its notes are handed out."""
    for _ in range(ticks):
        machine.act()
        machine.step()
        yield
        machine.react()
        machine.tidy()


def rows_one_by_one(machine: Machine) -> list[int]:
    """The rows of bodies with a contact harder than their part wants to know of, contact after contact."""
    contacts, found = machine._contacts, []
    pressed = contacts._impulses.read().reshape(-1, 2).tolist()
    touching = np.frombuffer(contacts._impulses.touching(), np.uintp).reshape(-1, 2)
    for (x, y), bodies in zip(pressed, machine._body_rows.rows_of(touching).tolist(), strict=True):
        for row in bodies:
            threshold = float(contacts._thresholds[row])
            if x * x + y * y > threshold * threshold:
                found.append(row)
    return found


@pytest.mark.parametrize("loose", [6, 20, 40])
def test_the_same_contacts_are_hard_enough_as_by_a_look_at_each(loose: int) -> None:
    machine = Machine(crowd(loose))
    hard = 0
    for _ in stepped(machine, 400):
        found = machine._contacts._loud_rows(machine._body_rows.rows_of)
        assert found == rows_one_by_one(machine)
        hard += bool(found)
    assert 0 < hard < 400


def test_where_many_things_lie_about_and_none_is_hit_hard_nobody_asks_who_touches_whom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    standing = [spec for spec in crowd(40).parts if spec.kind not in ("balloon", "cardboard_box")]
    quiet = PartSpec(60, "balloon", 8.0, 1.0)  # it pops from 1.8 N s on
    machine = Machine(parts.check(Design(parts=(*standing, quiet), world=World(sleep=False), next_id=100)))
    asked: list[int] = []
    rows_of = machine._body_rows.rows_of

    def noted(numbers: npt.NDArray[np.uintp]) -> Any:
        asked.append(len(numbers))
        return rows_of(numbers)

    monkeypatch.setattr(machine._body_rows, "rows_of", noted)
    for _ in stepped(machine, 480):
        pass
    asked.clear()
    for _ in stepped(machine, 240):
        pressed = machine._contacts._impulses.read()
        assert float(pressed.dot(pressed)) > 1.8 * 1.8, "together they are harder than what would pop it"
    assert asked == []
