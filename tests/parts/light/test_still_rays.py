"""A ray is followed anew only where something in its way has moved, however much moves elsewhere."""

from __future__ import annotations

import pytest

from sandbox.machine.sightlines import Sightlines
from tests.parts.rig import Rig

ELSEWHERE = 24  # bodies that never rest: more than are asked one by one whether they are near


def lit_crate() -> tuple[Rig, int]:
    """A torch shines on a crate; in the next room weights swing."""
    rig = Rig(width=16.0, height=4.0)
    rig.floor()
    rig.add("flashlight", 0.5, 0.1, on=True)
    crate = rig.add("crate", 1.5, 0.1, width=0.2, height=0.2)
    for k in range(ELSEWHERE):
        hook, weight = rig.add("anchor", 4.0 + 0.4 * k, 3.5), rig.add("weight", 4.6 + 0.4 * k, 3.2)
        rig.link("rope", hook, "hook", weight, "ring")
    return rig, crate


@pytest.fixture(name="followed")
def _followed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list to which each leg of a ray is added that is looked for."""
    legs: list[int] = []
    first_met = Sightlines.first_met

    def counted(self: Sightlines, *about: object) -> object:
        legs.append(1)
        return first_met(self, *about)  # type: ignore[arg-type]

    monkeypatch.setattr(Sightlines, "first_met", counted)
    return legs


def test_what_moves_elsewhere_lets_no_ray_be_followed(followed: list[int]) -> None:
    rig, _ = lit_crate()
    rig.run(1.5)
    assert followed
    followed.clear()
    rig.run(0.5)
    assert len(rig.machine.sight.awake()) >= 8 * ELSEWHERE and not followed


def test_it_is_followed_as_soon_as_what_it_falls_on_moves(followed: list[int]) -> None:
    rig, crate = lit_crate()
    rig.run(1.5)
    followed.clear()
    rig.machine.parts[crate].bodies[0].apply_impulse_at_local_point((0.5, 0.0))
    rig.run(0.1)
    assert followed


def test_it_is_followed_as_soon_as_something_comes_into_its_way(followed: list[int]) -> None:
    rig, _ = lit_crate()
    ball = rig.add("soccer_ball", 1.0, 1.5)
    hook = rig.add("anchor", 1.0, 2.6)
    rope = rig.link("rope", hook, "hook", ball, "")
    rig.run(1.5)
    followed.clear()
    rig.run(0.1)
    assert not followed
    rig.machine.remove(rope)
    rig.run(0.7)
    assert followed
