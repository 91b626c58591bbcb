"""What lets something go, or through, hands on a knock: without it, or while it holds, the button is not hit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.parts.rig import Rig


def trap_door(rig: Rig, acts: bool) -> int:
    rig.add("trap_door", 2.0, 1.0)
    rig.add("bowling_ball" if acts else "tennis_ball", 2.0, 1.2)
    return rig.add("button", 2.0, 0.1)


def electromagnet(rig: Rig, acts: bool) -> int:
    outlet = rig.add("outlet", 0.5, 1.5, rocker=True)
    magnet = rig.add("electromagnet", 2.0, 1.5)
    rig.add("petanque_boule", 2.0, 1.35)
    button = rig.add("button", 2.0, 0.1)
    rig.link("cable", outlet, "left", magnet, "plug")
    rig.run(0.5)
    assert rig.state(magnet, "holding") and not rig.state(button, "on")
    if acts:
        rig.machine.press(outlet)
    return button


def teleporter(rig: Rig, acts: bool) -> int:
    rig.add("teleporter", 1.0, 0.8, 1.5707963)
    rig.add("teleporter", 3.0, 1.2, 1.5707963, letter="A" if acts else "B")
    rig.add("tennis_ball", 1.0, 1.6)
    return rig.add("button", 3.0, 0.1)


def brittle_wall(rig: Rig, acts: bool) -> int:
    rig.add("brittle_wall", 2.0, 1.0, 1.5707963, strength=1.0 if acts else 50.0)
    rig.add("bowling_ball", 2.0, 1.8)
    return rig.add("button", 2.0, 0.1)


def release_hook(rig: Rig, acts: bool) -> int:
    hook, weight = rig.add("release_hook", 2.0, 2.0), rig.add("weight", 2.0, 1.2)
    rig.link("rope", hook, "hook", weight, "ring", slack=0.0)
    button = rig.add("button", 2.0, 0.1)
    rig.run(0.5)
    assert not rig.state(button, "on")
    if acts:
        rig.machine.press(hook)
    return button


@pytest.mark.parametrize("build", [trap_door, electromagnet, teleporter, brittle_wall, release_hook])
def test_it_hands_on_a_knock(build: Callable[[Rig, bool], int]) -> None:
    def hit(acts: bool) -> bool:
        rig = Rig()
        rig.floor()
        button, pressed = build(rig, acts), []
        rig.run(2.0, lambda: pressed.append(rig.state(button, "on")))
        return any(pressed)

    assert hit(True)
    assert not hit(False)
