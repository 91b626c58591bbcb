from __future__ import annotations

from typing import Any

import pytest

from sandbox.parts import KINDS
from sandbox.parts.air import wind
from sandbox.parts.kind import Jet
from sandbox.parts.world import Running, RunningMachine
from tests.parts.rig import Rig


def test_a_balloon_rises_at_a_gentle_speed_whatever_its_lift() -> None:
    for lift in (1.0, 6.0, 60.0):
        rig = Rig()
        balloon = rig.add("balloon", 2.0, 0.5, lift=lift)
        rig.run(1.0)
        assert rig.motion(balloon)[4] == pytest.approx(1.0, rel=0.03)


def tugged(lift: float, mass: float) -> float:
    """How high a weight on the floor has come after two seconds below a balloon."""
    rig = Rig()
    rig.floor()
    weight = rig.add("weight", 2.0, 0.091, mass=mass)
    balloon = rig.add("balloon", 2.0, 0.6, lift=lift)
    rig.link("rope", weight, "ring", balloon, "knot")
    rig.run(2.0)
    return rig.motion(weight)[1] - 0.091


@pytest.mark.parametrize("mass", [1.0, 4.5])
def test_lifts_what_is_lighter_than_its_lift_and_nothing_heavier(mass: float) -> None:
    weight = mass * 9.81
    assert tugged(1.2 * weight, mass) > 0.3
    assert tugged(0.95 * weight, mass) < 0.01


def test_carries_a_basket() -> None:
    rig = Rig()
    basket, balloon = rig.add("basket", 2.0, 0.5), rig.add("balloon", 2.0, 1.1, lift=12.0)
    for rim in ("left", "right"):
        rig.link("rope", basket, rim, balloon, "knot")
    ball = rig.add("tennis_ball", 2.0, 0.5)
    rig.run(2.0)
    assert rig.motion(basket)[1] > 1.0 and rig.motion(ball)[1] > 0.9


def test_comes_to_rest_under_a_ceiling() -> None:
    rig = Rig()
    rig.floor(top=1.6)
    balloon = rig.add("balloon", 2.0, 0.8)
    rig.run(4.0)
    assert rig.machine.parts[balloon].bodies[0].is_sleeping


def test_turns_its_knot_down() -> None:
    rig = Rig()
    balloon = rig.add("balloon", 2.0, 0.5, 1.2)
    rig.run(3.0)
    assert abs(rig.motion(balloon)[2]) < 0.1


def test_without_gravity_nothing_lifts_it() -> None:
    rig = Rig(gravity_y=0.0)
    balloon = rig.add("balloon", 2.0, 0.5)
    start = rig.motion(balloon)[1]
    rig.run(1.0)
    assert rig.motion(balloon)[1] == pytest.approx(start, abs=1e-6)


def squeezed(kind: str, **props: float) -> tuple[Rig, int, int]:
    """A balloon below a ceiling of lift 6 N, and something that falls on it while it is tied to the floor."""
    rig = Rig()
    rig.floor()
    balloon = rig.add("balloon", 2.0, 0.25, **props)
    anchor = rig.add("anchor", 2.0, 0.03)
    rope = rig.link("rope", anchor, "hook", balloon, "knot")
    rig.add(kind, 2.0, 1.6)
    return rig, balloon, rope


def test_pops_when_something_heavy_falls_on_it_and_its_rope_goes_with_it() -> None:
    rig, balloon, rope = squeezed("bowling_ball")
    rig.run(1.5)
    assert balloon not in rig.machine.parts and rope not in rig.machine.links
    assert rig.state(balloon, "popped") == 1.0, "a goal may still ask"
    assert len(rig.events("popped")) == 1
    rig.run(1.0)


def test_does_not_pop_when_something_light_falls_on_it() -> None:
    rig, balloon, _ = squeezed("tennis_ball")
    rig.run(1.5)
    assert balloon in rig.machine.parts and rig.state(balloon, "popped") == 0.0


def test_the_threshold_is_its_property() -> None:
    rig, balloon, _ = squeezed("tennis_ball", pops_at=0.05)
    rig.run(1.5)
    assert rig.state(balloon, "popped") == 1.0


def test_does_not_pop_at_a_ceiling() -> None:
    for lift in (6.0, 60.0):
        rig = Rig()
        rig.floor(top=2.0)
        balloon = rig.add("balloon", 2.0, 0.5, lift=lift)
        rig.run(2.0)
        assert balloon in rig.machine.parts


def test_rights_itself_to_the_nearest_upright_angle() -> None:
    rig = Rig()
    balloon = rig.add("balloon", 2.0, 0.5, 2 * 6.283185307179586 + 0.4)
    rig.run(3.0)
    assert rig.motion(balloon)[2] == pytest.approx(2 * 6.283185307179586, abs=0.1)


@pytest.mark.parametrize("kind", ["cactus", "nail_board", "saw"])
def test_pops_on_what_is_sharp(kind: str) -> None:
    rig = Rig(gravity_y=9.81)  # upside down, a balloon sinks: gently
    balloon = rig.add("balloon", 2.0, 1.3)
    rig.add(kind, 2.0, 0.8, **({"running": False} if kind == "saw" else {}))
    rig.add("floor", 2.0, 1.6)
    rig.run(1.0)
    assert rig.state(balloon, "popped") == 1.0


def test_does_not_pop_on_what_is_blunt_of_a_sharp_thing() -> None:
    rig = Rig()
    balloon = rig.add("balloon", 2.0, 0.5)
    rig.add("nail_board", 2.0, 1.2)  # its board is below its nails
    rig.run(2.0)
    assert balloon in rig.machine.parts and rig.motion(balloon)[1] < 1.1


# -- fan


def blown(kind: str = "tennis_ball", distance: float = 0.5, wall: bool = False, **props: Any) -> float:
    """How far the wind has moved something on the floor in half a second."""
    rig = Rig()
    rig.floor()
    rig.add("fan", 1.0, 0.231, **props)
    at = {"tennis_ball": 0.034, "soccer_ball": 0.111, "bowling_ball": 0.11, "crate": 0.151}[kind]
    thing = rig.add(kind, 1.2 + distance, at)
    if wall:
        rig.add("wall", 1.2 + distance / 2, 0.5, width=0.04)
    rig.run(0.5)
    return rig.motion(thing)[0] - 1.2 - distance


def test_a_fan_blows_a_ball_away_but_not_one_behind_a_wall() -> None:
    assert blown() > 0.1
    assert abs(blown(wall=True)) < 0.001


def test_the_wind_falls_off_with_distance_and_ends_at_its_reach() -> None:
    near, middle, far = (blown("soccer_ball", distance) for distance in (0.3, 0.8, 1.3))
    assert near > 1.5 * middle > 2.5 * far > 0
    assert abs(blown("soccer_ball", 2.2)) < 0.001
    assert blown("soccer_ball", 2.2, reach=5.0) > 0.02


def test_the_wind_moves_what_is_light_and_leaves_what_is_heavy_asleep() -> None:
    assert blown("soccer_ball") > 10 * blown("bowling_ball") >= 0
    assert abs(blown("crate")) < 0.001
    rig = Rig()
    rig.floor()
    rig.add("fan", 1.0, 0.231)
    crate, ball = rig.add("crate", 1.8, 0.151), rig.add("bowling_ball", 4.5, 0.11)
    rig.run(2.0)
    assert rig.machine.parts[ball].bodies[0].is_sleeping and abs(rig.motion(crate)[0] - 1.8) < 0.002


def test_a_fan_pushes_a_balloon_sideways_the_way_it_faces() -> None:
    for flip, way in ((False, 1.0), (True, -1.0)):
        rig = Rig()
        rig.add("fan", 2.0, 1.0, flip=flip)
        balloon = rig.add("balloon", 2.0 + way * 0.6, 0.8)
        rig.run(1.0)
        assert way * (rig.motion(balloon)[0] - 2.0) > 0.8


def test_nothing_gets_faster_than_the_wind() -> None:
    rig = Rig(gravity_y=0.0)
    rig.add("fan", 0.0, 1.0, speed=25.0, reach=5.0)
    light = rig.add("butterfly", 0.5, 1.0)
    fastest = 0.0

    def watch() -> None:
        nonlocal fastest
        fastest = max(fastest, rig.motion(light)[3])

    rig.run(1.0, watch)
    assert 1.0 < fastest < 25.0


def test_a_wire_switches_a_fan_and_its_blades() -> None:
    rig = Rig()
    rig.floor()
    button = rig.add("button", 0.3, 0.6)
    fan = rig.add("fan", 1.0, 0.231, running=False)
    rig.link("wire", button, "signal", fan, "signal")
    ball = rig.add("tennis_ball", 1.7, 0.034)
    rig.run(1.0)
    assert abs(rig.motion(ball)[0] - 1.7) < 0.001 and rig.machine.parts[fan].bodies[1].angle == 0.0
    rig.machine.press(button)
    rig.run(1.0)
    assert rig.motion(ball)[0] > 1.9 and abs(rig.machine.parts[fan].bodies[1].angle) > 5.0


# -- bellows


def puffed(flip: bool = False, act: str = "") -> float:
    """How far a tennis ball before the nozzle of a bellows has rolled after a second."""
    rig = Rig()
    rig.floor()
    bellows = rig.add("bellows", 2.0, 0.126, flip=flip)
    way = -1.0 if flip else 1.0
    rig.add("floor", 2.0 + way * 1.0, 0.04, width=1.2, height=0.08)
    ball = rig.add("tennis_ball", 2.0 + way * 0.6, 0.08 + 0.034)
    if act and act != "press":
        rig.add(act, 2.0 - way * 0.2, 0.7)
    rig.run(0.1)
    if act == "press":
        rig.machine.press(bellows)
    rig.run(0.9)
    assert bool(rig.events("puffed")) is (act in ("press", "bowling_ball"))
    return way * (rig.motion(ball)[0] - 2.0) - 0.6


@pytest.mark.parametrize("flip", [False, True])
def test_bellows_puff_when_pressed_or_struck_by_something_heavy(flip: bool) -> None:
    assert puffed(flip, "press") > 0.1
    assert puffed(flip, "bowling_ball") > 0.1
    assert abs(puffed(flip)) < 0.001 and abs(puffed(flip, "tennis_ball")) < 0.001


def test_bellows_open_again() -> None:
    rig = Rig()
    bellows = rig.add("bellows", 2.0, 1.0)
    rig.machine.press(bellows)
    rig.run(0.1)
    assert rig.motion(bellows)[2] > 0.15
    rig.run(1.5)
    assert abs(rig.motion(bellows)[2]) < 0.02
    rig.machine.press(bellows)
    rig.run(0.2)
    assert len(rig.events("puffed")) == 2


# -- anti-gravity


@pytest.mark.parametrize(("gravity", "speed"), [("reversed", 9.81), ("none", 0.0)])
def test_gravity_is_another_above_the_pad_and_only_there(gravity: str, speed: float) -> None:
    rig = Rig()
    rig.add("antigravity", 2.0, 0.5, gravity=gravity)
    inside, beside, above = (rig.add("bowling_ball", x, y) for x, y in ((2.0, 0.5), (2.6, 0.5), (2.0, 1.8)))
    rig.run(0.2)
    assert rig.motion(inside)[4] == pytest.approx(0.2 * speed, abs=0.05)
    assert rig.motion(beside)[4] == rig.motion(above)[4] == pytest.approx(-0.2 * 9.81, rel=0.02)


def test_two_pads_push_a_thing_of_several_shapes_once_each() -> None:
    """A basket has many shapes, and loses its weight once for each pad whose space its middle is in."""
    rig = Rig()
    for x in (1.8, 2.2):
        rig.add("antigravity", x, 0.5, gravity="none", width=0.8, height=2.0)
    basket, crate = rig.add("basket", 2.0, 0.7), rig.add("crate", 1.5, 0.7)
    rig.run(0.1)
    assert rig.motion(basket)[4] == pytest.approx(0.981, abs=0.02)
    assert rig.motion(crate)[4] == pytest.approx(0.0, abs=1e-6)


def test_a_wire_switches_the_pad_and_wakes_what_lies_on_it() -> None:
    rig = Rig()
    pad = rig.add("antigravity", 2.0, 0.5, running=False)
    button = rig.add("button", 3.0, 0.5)
    rig.link("wire", button, "signal", pad, "signal")
    crate = rig.add("crate", 2.0, 0.212)
    rig.run(2.0)
    assert rig.machine.parts[crate].bodies[0].is_sleeping
    rig.machine.press(button)
    rig.run(0.3)
    assert rig.motion(crate)[4] > 2.0


# -- windmill


def mill(fan_at: float = 0.4, wall: bool = False, flip: bool = False, **props: float) -> tuple[Rig, int]:
    rig = Rig()
    windmill = rig.add("windmill", 1.0, 1.0, flip=flip, **props)
    rig.add("fan", fan_at, 1.0, flip=fan_at > 1.0)
    if wall:
        rig.add("wall", (1.0 + fan_at) / 2, 1.0)
    return rig, windmill


def test_a_windmill_turns_the_same_way_from_whichever_side_the_wind_comes_and_flipped_the_other_way() -> None:
    spins = []
    for flip, fan_at in ((False, 0.4), (False, 1.6), (True, 0.4), (True, 1.6)):
        rig, windmill = mill(fan_at, flip=flip)
        rig.run(3.0)
        spins.append(rig.motion(windmill)[5])
        assert rig.state(windmill, "turning") == 1.0
    assert spins == pytest.approx([spins[0], spins[0], -spins[0], -spins[0]])
    # The cups, at 0.2 m, run at a third of the wind, which is 12 m/s at the mouth and less on the way.
    assert 1.2 < spins[0] * 0.2 < 12 / 3


def test_behind_a_wall_or_without_a_fan_it_stands() -> None:
    rig, windmill = mill(wall=True)
    rig.run(2.0)
    assert abs(rig.motion(windmill)[2]) < 1e-9 and rig.state(windmill, "turning") == 0.0
    still = Rig()
    alone = still.add("windmill", 1.0, 1.0)
    still.run(2.0)
    assert still.machine.parts[alone].bodies[1].is_sleeping


def test_it_coasts_to_a_stop_when_the_fan_stops() -> None:
    rig, windmill = mill()
    button = rig.add("button", 3.0, 1.0)
    rig.link("wire", button, "signal", windmill + 1, "signal")
    rig.run(2.0)
    before = rig.motion(windmill)[5]
    rig.machine.press(button)
    rig.run(2.0)
    assert 0.0 < rig.motion(windmill)[5] < 0.9 * before
    rig.run(60.0)
    assert rig.state(windmill, "turning") == 0.0


def test_it_lifts_a_weight_by_a_belt_and_a_winch() -> None:
    rig, windmill = mill()
    winch = rig.add("wheel", 2.0, 1.6, radius=0.2)
    rig.link("belt", windmill, "shaft", winch, "shaft")
    weight = rig.add("weight", 2.132, 0.9, mass=1.0)
    rig.link("rope", winch, "rim", weight, "ring")
    start = rig.motion(weight)[1]
    assert rig.highest(weight, 4.0) - start > 0.1


def test_it_drives_a_conveyor() -> None:
    rig, windmill = mill()
    belt = rig.add("driven_conveyor", 2.4, 0.3, width=1.4)
    rig.link("belt", windmill, "shaft", belt, "shaft", crossed=True)
    ball = rig.add("crate", 2.2, 0.412, width=0.1, height=0.1)
    rig.run(4.0)
    assert rig.motion(ball)[0] > 2.35


def test_falling_things_turn_it_too() -> None:
    rig = Rig()
    windmill = rig.add("windmill", 1.0, 1.0, radius=0.4)
    rig.add("petanque_boule", 0.68, 1.6)
    rig.run(1.0)
    assert rig.motion(windmill)[2] > 0.1


# -- what lies in the wind


def test_what_the_wind_holds_against_a_wall_can_fall_asleep_and_is_let_go_when_it_stops() -> None:
    rig = Rig()
    rig.floor()
    fan, button = rig.add("fan", 1.0, 0.231), rig.add("button", 0.0, 1.0)
    rig.add("wall", 2.05, 0.5)
    rig.link("wire", button, "signal", fan, "signal")
    ball = rig.add("volleyball", 1.6, 0.105)
    rig.run(8.0)
    body = rig.machine.parts[ball].bodies[0]
    assert rig.motion(ball)[0] == pytest.approx(1.895, abs=0.005) and body.is_sleeping
    assert len(rig.machine.space.constraints) == 1
    rig.machine.press(button)
    rig.run(0.1)
    assert len(rig.machine.space.constraints) == 0


def test_what_is_blown_at_and_bursts_leaves_nothing_behind() -> None:
    rig = Rig()
    rig.add("fan", 1.0, 1.0)
    balloon = rig.add("balloon", 1.7, 1.0)
    rig.run(0.1)
    joints = len(rig.machine.space.constraints)
    rig.machine.remove(balloon)
    rig.run(0.02)
    assert joints == 2 and len(rig.machine.space.constraints) == 0, "its upright, and the wind's push"


def test_a_nearer_ball_shelters_the_one_behind_it() -> None:
    def blown(sheltered: bool) -> float:
        rig = Rig(gravity_y=0.0)
        rig.add("fan", 1.0, 1.0)
        ball = rig.add("tennis_ball", 2.0, 1.0)
        if sheltered:
            rig.add("bowling_ball", 1.5, 1.0)
        rig.run(0.3)
        return rig.motion(ball)[0] - 2.0

    assert blown(sheltered=True) < 1e-6 < 0.01 < blown(sheltered=False)


def test_how_often_a_fan_looks_does_not_change_where_a_balloon_flies(monkeypatch: pytest.MonkeyPatch) -> None:
    def flown(every: float) -> float:
        monkeypatch.setattr(KINDS["fan"].__class__, "act_interval", every)
        rig = Rig()
        rig.add("fan", 1.0, 1.3)
        balloon = rig.add("balloon", 1.5, 0.5, lift=1.5)
        rig.run(2.0)
        return rig.motion(balloon)[0] - 1.5

    always = flown(1 / 240)
    assert always > 0.3
    assert flown(1 / 30) == pytest.approx(always, rel=0.05)


@pytest.mark.parametrize("kind", ["volleyball", "soccer_ball", "tennis_ball"])
def test_wind_that_looks_half_a_look_ahead_is_nearer_to_the_truth_than_twice_as_many_looks(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flown(every: float, ahead: float) -> float:
        def faces(machine: RunningMachine, run: Running, jet: Jet, beam: wind._Beam, half: float) -> list[wind._Face]:
            return as_it_is(machine, run, jet, beam, ahead * half)

        rig, as_it_is = Rig(width=8.0), wind._faces
        rig.floor()
        with monkeypatch.context() as changed:
            changed.setattr(KINDS["fan"].__class__, "act_interval", every)
            changed.setattr(wind, "_faces", faces)
            rig.add("fan", 1.0, 0.4)
            ball = rig.add(kind, 2.0, 0.3)
            rig.run(3.0)
        return rig.motion(ball)[0]

    truth = flown(1 / 240, 0.0)
    oftener, now = flown(1 / 30, 0.0), flown(KINDS["fan"].act_interval, 1.0)
    assert truth > 3.0
    assert abs(now - truth) < abs(oftener - truth) < 0.1
    assert abs(now - truth) < 0.03


def test_wind_gets_past_a_corner_that_is_none() -> None:
    """Of this floor two corners are so near each other that, where it stands, they fall into one."""
    rig = Rig(gravity_y=0.0)
    close = (((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5 - 1e-16), (0.5 - 1e-16, 0.5), (-0.5, 0.5)),)
    rig.add("polygon", 3.0, 1.0, outline=close, width=0.1, height=0.02)
    rig.add("fan", 2.0, 1.0)
    balloon = rig.add("balloon", 3.4, 1.2)
    rig.run(0.5)
    assert rig.motion(balloon)[3] > 0.1
