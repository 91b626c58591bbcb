"""Machines that hoist: what tests of ropes over pulleys have in common."""

from __future__ import annotations

from tests.parts.rig import Rig


def hoist(under: bool) -> tuple[Rig, int]:
    """A bucket with two ropes to one weight, over a wheel each on their way to the last; `under`: one of them goes
    below the other's wheel."""
    rig = Rig()
    left, right = rig.add("pulley", 1.0, 2.5), rig.add("pulley", 1.6, 2.5 if not under else 2.3)
    last = rig.add("pulley", 2.6, 2.5)
    basket = rig.add("basket", 1.3, 1.0, width=0.6, height=0.3)
    weight = rig.add("weight", 2.7, 1.6, mass=8.0)
    rig.link("rope", basket, "left", weight, "ring", via=(left, right, last) if under else (left, last))
    rig.link("rope", basket, "right", weight, "ring", via=(right, last))
    return rig, basket
