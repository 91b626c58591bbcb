"""A rope that ties something to a fixed point goes as any rope from end to end does, to the bit."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.machine.machine import Machine
from sandbox.parts.ropes import straight_rope
from tests.parts.rig import Rig
from tests.parts.ropes.test_lone_rope import SEEDS, digests, swings


def kites() -> Machine:
    """Balloons on ropes to the ground, by their knots and by what they carry; and balls that fall on them."""
    rig = Rig(width=8.0, height=4.0)
    rig.floor()
    for x, lift in ((1.0, 1.5), (2.5, 0.6), (4.0, 2.5)):
        balloon, anchor = rig.add("balloon", x, 1.0, lift=lift), rig.add("anchor", x + 0.4, 0.2, 3.14)
        crate = rig.add("crate", x - 0.2, 0.5, width=0.1, height=0.1)
        rig.link("rope", anchor, "hook", balloon, "knot", slack=0.1)
        rig.link("rope", balloon, "knot", crate, "middle")
        rig.link("rope", crate, "middle", rig.add("anchor", x - 0.6, 0.2, 3.14), "hook", slack=0.05)
        rig.add("bowling_ball", x + 0.1, 3.5)
    return rig.machine


@pytest.mark.parametrize("scene", [*(lambda seed=seed: swings(seed) for seed in SEEDS[:4]), kites])
def test_a_rope_to_something_fixed_goes_as_any_does(scene: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tethered = digests(scene())
    monkeypatch.setattr(straight_rope, "_tethered_act", lambda *_, loose: loose)
    assert digests(scene()) == tethered


def test_a_fixed_point_elsewhere_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    before, right = digests(swings(0)), straight_rope._turned_about
    monkeypatch.setattr(straight_rope, "_turned_about", lambda *of: (right(*of)[0] + 0.02, right(*of)[1]))
    assert digests(swings(0)) != before


def test_what_is_fixed_may_have_a_velocity_in_a_machine_that_blows_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the rope goes as any does, to the bit."""

    def blown_up() -> list[bytes]:
        machine = kites()
        before = digests(machine)
        for run in machine.parts.values():
            if run.kind.name == "anchor":
                run.bodies[0].velocity = (0.0, 20.0)  # so that taut ropes would be slack a step later
        after = digests(machine)
        assert after[-1] != before[-1]
        return after

    tethered = blown_up()
    monkeypatch.setattr(straight_rope, "_tethered_act", lambda *_, loose: loose)
    assert blown_up() == tethered
