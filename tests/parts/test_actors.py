from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def test_a_butterfly_flies_to_the_nearest_flower() -> None:
    rig = Rig()
    butterfly = rig.add("butterfly", 1.0, 1.0)
    near, far = rig.add("flower", 2.0, 0.6), rig.add("flower", 3.5, 0.6)
    rig.run(4.0)
    x, y = rig.motion(butterfly)[:2]
    assert rig.state(butterfly, "arrived") == 1.0 and rig.state(butterfly, "dead") == 0.0
    assert abs(x - 2.0) < 0.08 and abs(y - 0.73) < 0.08
    assert [event.other for event in rig.events("arrived")] == [near] and near != far


def test_without_a_flower_it_flutters_where_it_is() -> None:
    rig = Rig()
    butterfly = rig.add("butterfly", 1.0, 1.0)
    rig.run(3.0)
    x, y = rig.motion(butterfly)[:2]
    assert abs(x - 1.0) < 0.02 and abs(y - 1.0) < 0.07 and rig.state(butterfly, "arrived") == 0.0


@pytest.mark.parametrize(("kind", "dead"), [("tennis_ball", 1.0), ("balloon", 0.0)])
def test_a_hard_knock_kills_a_butterfly(kind: str, dead: float) -> None:
    rig = Rig()
    rig.floor()
    butterfly = rig.add("butterfly", 1.0, 1.0)
    rig.add(kind, 1.0, 1.5 if dead else 0.6)
    rig.run(1.5)
    assert rig.state(butterfly, "dead") == dead
    assert (rig.motion(butterfly)[1] < 0.2) is bool(dead), "the dead fall"


def test_a_wall_in_its_way_holds_a_butterfly_up_but_does_not_kill_it() -> None:
    rig = Rig()
    butterfly = rig.add("butterfly", 1.0, 1.0)
    rig.add("wall", 1.5, 1.0)
    rig.add("flower", 2.0, 0.87)
    rig.run(4.0)
    assert rig.state(butterfly, "arrived") == rig.state(butterfly, "dead") == 0.0 and rig.motion(butterfly)[0] < 1.5


def test_a_spine_kills_a_butterfly() -> None:
    rig = Rig()
    butterfly = rig.add("butterfly", 1.0, 1.0)
    rig.floor()
    rig.add("nail_board", 1.6, 1.0, 1.5707963267948966)
    rig.add("flower", 2.2, 0.87)
    rig.run(3.0)
    assert rig.state(butterfly, "dead") == 1.0


def test_wind_carries_a_butterfly_off() -> None:
    for speed, arrives in ((1.0, 1.0), (15.0, 0.0)):
        rig = Rig()
        butterfly = rig.add("butterfly", 2.5, 1.0)
        rig.add("flower", 1.7, 0.87)
        rig.add("fan", 1.0, 1.0, speed=speed)
        rig.run(4.0)
        assert rig.state(butterfly, "arrived") == arrives


STANDS = 0.152  # m: height of a walker's middle above its floor


def walking(x: float = 1.0, flip: bool = False) -> tuple[Rig, int]:
    rig = Rig()
    rig.floor()
    return rig, rig.add("walker", x, STANDS, flip=flip)


def test_a_walker_walks_the_way_it_faces_at_its_speed() -> None:
    for flip, way in ((False, 1.0), (True, -1.0)):
        rig, walker = walking(2.0, flip)
        rig.run(2.0)
        assert way * (rig.motion(walker)[0] - 2.0) == pytest.approx(0.8, abs=0.08)
        assert rig.motion(walker)[2] == 0.0 and rig.state(walker, "way") == way


def test_it_turns_at_a_wall_and_at_a_crate_and_shoves_a_ball() -> None:
    for kind, y, turned in (("wall", 0.5, 1), ("crate", 0.151, 1), ("soccer_ball", 0.111, 0)):
        rig, walker = walking(1.0)
        rig.add(kind, 1.5, y)
        rig.run(2.0)
        assert len(rig.events("turned")) == turned, kind
        assert (rig.motion(walker)[0] > 1.5) is not bool(turned)


def test_it_walks_to_and_fro_between_two_walls() -> None:
    rig, walker = walking(2.0)
    for x in (1.5, 2.5):
        rig.add("wall", x, 0.5)
    rig.run(10.0)
    assert 3 <= len(rig.events("turned")) <= 8 and 1.5 < rig.motion(walker)[0] < 2.5


@pytest.mark.parametrize(("angle", "climbs"), [(0.3, True), (0.65, False)])
def test_it_climbs_a_gentle_slope_and_slides_down_a_steep_one(angle: float, climbs: bool) -> None:
    rig = Rig()
    rig.add("floor", 2.0, 1.0, angle, width=4.0)
    walker = rig.add("walker", 2.0, 1.0 + 0.05 / 0.8 + STANDS + 0.05)
    rig.run(1.0)
    assert (rig.motion(walker)[0] > 2.1) is climbs and (rig.motion(walker)[0] < 1.9) is not climbs
    assert rig.state(walker, "dead") == 0.0


@pytest.mark.parametrize(("height", "dead"), [(0.6, 0.0), (1.4, 1.0)])
def test_it_dies_of_a_deep_fall(height: float, dead: float) -> None:
    rig = Rig()
    rig.floor()
    walker = rig.add("walker", 2.0, STANDS + height)
    rig.run(1.5)
    assert rig.state(walker, "dead") == dead and len(rig.events("died")) == dead
    before = rig.motion(walker)[0]
    rig.run(1.0)
    assert (abs(rig.motion(walker)[0] - before) > 0.2) is not bool(dead), "the dead do not walk"


@pytest.mark.parametrize("running", [True, False])
def test_it_dies_at_a_running_saw(running: bool) -> None:
    rig, walker = walking(1.0)
    rig.add("saw", 1.6, 0.16, running=running)
    rig.run(2.0)
    assert rig.state(walker, "dead") == running
    assert rig.motion(walker)[0] < 1.5 or running, "it turns at one that stands"


def test_a_walker_that_reaches_its_door_is_counted_and_gone_but_not_a_dead_one() -> None:
    rig, walker = walking(1.0)
    door = rig.add("door", 2.0, 0.22)
    corpse = rig.add("walker", 2.0, 2.2)
    rig.run(1.2)
    assert rig.state(corpse, "dead") == 1.0 and rig.state(door, "saved") == 0.0
    rig.machine.parts[corpse].bodies[0].position = (4.0, 0.2)
    rig.run(2.0)
    assert walker not in rig.machine.parts and rig.state(walker, "saved") == rig.state(door, "saved") == 1.0
    assert corpse in rig.machine.parts


def test_its_face_goes_with_it_and_turns() -> None:
    rig, walker = walking(1.0)
    rig.add("wall", 1.5, 0.5)
    for seconds, angle in ((0.5, 0.0), (1.5, 3.141592653589793)):
        rig.run(seconds)
        body, face = rig.machine.parts[walker].bodies
        assert face.angle == pytest.approx(angle)
        assert face.position.x == pytest.approx(body.position.x, abs=0.005)
