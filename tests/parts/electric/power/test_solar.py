"""A solar panel gives power while light of its colour falls on its cells."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def in_the_light(torch_at: float = 1.0, **props: object) -> tuple[Rig, int, int, int]:
    """A torch that shines to the right, a panel in its way, and a fan on the panel."""
    rig = Rig()
    torch, panel = rig.add("flashlight", torch_at, 1.0, on=True), rig.add("solar_panel", 2.0, 0.97, **props)
    fan = rig.add("fan", 3.0, 2.0)
    rig.link("cable", panel, "socket", fan, "plug")
    return rig, torch, panel, fan


@pytest.mark.parametrize(("colour", "lit"), [("any", 1.0), ("white", 1.0), ("red", 0.0), ("yellow", 0.0)])
def test_it_gives_power_in_light_of_its_colour(colour: str, lit: float) -> None:
    rig, _, panel, fan = in_the_light(colour=colour)
    rig.run(0.2)
    assert (rig.state(panel, "lit"), rig.state(fan, "on")) == (lit, lit)


def test_it_gives_nothing_in_the_dark_and_follows_the_light() -> None:
    rig, torch, _, fan = in_the_light()
    rig.run(0.2)
    seen = [rig.state(fan, "on")]
    for _ in range(2):
        rig.machine.press(torch)
        rig.run(0.4)
        seen.append(rig.state(fan, "on"))
    assert seen == [1.0, 0.0, 1.0]


def test_a_light_that_misses_it_or_is_too_far_gives_nothing() -> None:
    rig, _, panel, fan = in_the_light(torch_at=-1.5)
    rig.add("flashlight", 1.0, 0.5, on=True)
    rig.run(0.3)
    assert (rig.state(panel, "lit"), rig.state(fan, "on")) == (0.0, 0.0)


def test_light_on_its_foot_does_not_count() -> None:
    rig = Rig()
    rig.add("flashlight", 1.0, 1.0, on=True)
    panel = rig.add("solar_panel", 2.0, 1.145)
    rig.run(0.3)
    assert rig.state(panel, "lit") == 0.0


def test_a_panel_that_is_asked_for_too_much_says_so() -> None:
    rig, _, panel, fan = in_the_light(watts=30.0)
    rig.run(0.3)
    assert (rig.state(panel, "overloaded"), rig.state(fan, "on")) == (1.0, 0.0)


def test_a_crate_that_a_belt_carries_off_lets_light_start_the_saw() -> None:
    """What it is for: what stands in the light keeps a machine at rest; once it is gone, the machine runs."""
    rig = Rig()
    belt, torch = rig.add("conveyor", 1.6, 0.8, width=0.6, speed=0.6), rig.add("flashlight", 1.0, 1.0, on=True)
    crate, panel = rig.add("crate", 1.5, 0.99), rig.add("solar_panel", 2.6, 0.97)
    saw = rig.add("saw", 3.2, 2.0)
    rig.link("cable", panel, "socket", saw, "plug")
    rig.run(0.3)
    assert (rig.state(saw, "on"), rig.state(torch, "on"), rig.state(belt, "on")) == (0.0, 1.0, 1.0)
    rig.run(2.0)
    assert rig.motion(crate)[1] < 0.6 and rig.state(saw, "on") == 1.0
