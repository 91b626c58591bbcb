"""Sand: a sack that leaks grows lighter, and what it leaks into heavier; a hopper lets grains out."""

from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def test_a_pricked_sack_loses_its_sand_and_no_other_does() -> None:
    rig = Rig()
    rig.floor()
    shelf = rig.add("floor", 1.0, 0.5, width=0.6)
    sack, whole = rig.add("sandbag", 1.0, 0.75, mass=2.0), rig.add("sandbag", 2.0, 0.19)
    rig.add("cactus", 1.3, 0.3)
    rig.machine.press(sack)
    rig.run(1.0)
    assert rig.state(sack, "left") == pytest.approx(1.0, abs=0.15) and rig.state(sack, "leaking") == 1.0
    rig.run(1.5)
    assert rig.state(sack, "empty") == 1.0 and rig.state(sack, "leaking") == 0.0
    assert rig.machine.parts[sack].bodies[0].mass == pytest.approx(0.3)
    assert all(body.space is None for body in rig.machine.parts[sack].bodies[1:]), "the stream is gone"
    assert rig.state(whole, "left") == 8.0 and shelf in rig.machine.parts


def test_a_spine_pricks_it() -> None:
    rig = Rig()
    rig.floor()
    sack = rig.add("sandbag", 1.0, 1.0)
    rig.add("cactus", 1.0, 0.21)
    rig.run(1.0)
    assert rig.state(sack, "leaking") == 1.0


def test_a_signal_opens_it_and_the_load_at_the_other_end_of_its_rope_sinks() -> None:
    """What it is for: a counterweight that changes, on ropes and pulleys, set off by what is wired."""
    for signalled in (True, False):
        rig = Rig()
        rig.floor()
        sack, load = rig.add("sandbag", 1.0, 1.2, mass=4.0, rate=2.0), rig.add("weight", 2.0, 1.2, mass=2.0)
        left, right = rig.add("pulley", 1.0, 2.2), rig.add("pulley", 2.0, 2.2)
        rig.link("rope", sack, "ring", load, "ring", via=(left, right))
        rig.add("floor", 1.0, 0.96, width=0.1, height=0.08)
        button = rig.add("button", 3.0, 0.3)
        rig.link("wire", button, "signal", sack, "signal")
        if signalled:
            rig.machine.press(button)
        rig.run(3.0)
        assert (rig.motion(load)[1] < 1.0) is signalled


def test_a_bucket_below_gains_what_a_sack_loses() -> None:
    rig = Rig()
    rig.floor()
    sack, bucket = rig.add("sandbag", 1.0, 1.5, mass=3.0), rig.add("bucket", 1.0, 0.3)
    rig.link("rope", sack, "ring", rig.add("anchor", 1.0, 1.9), "hook")
    rig.machine.press(sack)
    rig.run(4.0)
    body = rig.machine.parts[bucket]
    assert body.bodies[0].mass == pytest.approx(body.plan.bodies[0].mass + 3.0, abs=0.01)


def test_a_hopper_lets_grains_run_onto_a_plate_until_it_is_heavy_enough() -> None:
    """What it is for: it fills slowly what weighs; the plate closes the slide again through a wire."""
    rig = Rig()
    hopper = rig.add("sand_hopper", 1.0, 1.2, open=True)
    plate = rig.add("pressure_plate", 1.0, 0.3, mass=0.2, width=0.5)
    for x in (0.7, 1.3):
        rig.add("wall", x, 0.45, height=0.4)
    rig.link("wire", plate, "signal", hopper, "signal")
    rig.run(4.0)
    assert rig.state(plate, "on") == 1.0 and rig.state(hopper, "open") == 0.0
    assert 5.0 < rig.state(hopper, "left") < 31.0


def test_a_closed_hopper_keeps_its_sand_and_grains_lie_on_one_another() -> None:
    rig = Rig()
    rig.floor()
    hopper, closed = rig.add("sand_hopper", 1.0, 0.8, number=20), rig.add("sand_hopper", 3.0, 0.8)
    for x in (0.93, 1.07):
        rig.add("wall", x, 0.2, width=0.04, height=0.4)
    rig.machine.press(hopper)
    rig.run(3.0)
    assert rig.state(hopper, "left") == 0.0 and rig.state(closed, "left") == 40.0
    heights = [body.position.y for body in rig.machine.parts[hopper].bodies[8:]]
    assert max(heights) > 0.15 and min(heights) > 0.0
