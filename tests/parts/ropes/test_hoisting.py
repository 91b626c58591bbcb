from __future__ import annotations

import pytest

from tests.parts.rig import Rig


def on_a_rope(width: float = 0.26) -> tuple[Rig, int, int]:
    """A bucket that hangs 1 m below a hook."""
    rig = Rig()
    hook, bucket = rig.add("anchor", 1.0, 2.4), rig.add("bucket", 1.0, 1.1, width=width)
    return rig, bucket, rig.link("rope", hook, "hook", bucket, "bail")


def test_a_bucket_hangs_upright_and_weighs_what_has_fallen_in() -> None:
    rig, bucket, rope = on_a_rope()
    balls = [rig.add("baseball", 1.0 + x, 1.6 + 0.2 * k) for k, x in enumerate((-0.05, 0.04, 0.02))]
    worst = rig.worst_stretch(rope, 4.0)
    assert worst < 1.01
    assert rig.state(bucket, "load") == pytest.approx(3 * 0.145)
    assert rig.state(bucket, "tipped") == 0.0
    assert abs(rig.motion(bucket)[2]) < 0.25
    assert all(rig.motion(ball)[1] > 0.8 for ball in balls)


def test_a_heavy_ball_falls_neither_through_a_bucket_nor_off_its_rope() -> None:
    rig, bucket, rope = on_a_rope(0.4)
    rig.add("cannon_ball", 1.0, 2.2)
    assert rig.worst_stretch(rope, 3.0) < 1.02
    assert rig.state(bucket, "load") == pytest.approx(10.9)


def test_a_bucket_that_is_tipped_over_says_so_once_and_one_upside_down_loses_its_load() -> None:
    rig = Rig()
    rig.floor()
    bucket, poured = rig.add("bucket", 1.0, 0.2), rig.add("bucket", 2.0, 1.0, 2.9, loose=False)
    rig.add("tennis_ball", 2.0, 1.1)
    rig.run(0.1)
    assert [rig.state(item, "tipped") for item in (bucket, poured)] == [0.0, 1.0]
    assert rig.state(poured, "load") == pytest.approx(0.058)
    rig.machine.parts[bucket].bodies[0].angular_velocity = -12.0
    rig.run(1.0)
    assert (rig.state(bucket, "tipped"), rig.state(poured, "load")) == (1.0, 0.0)
    assert [event.part for event in rig.events("tipped")] == [poured, bucket]


def test_what_lies_beside_or_below_a_bucket_is_no_load() -> None:
    rig = Rig()
    rig.floor()
    bucket = rig.add("bucket", 1.0, 0.5, loose=False)
    rig.add("tennis_ball", 1.0, 0.1)
    rig.add("tennis_ball", 1.4, 0.5)
    rig.run(1.0)
    assert rig.state(bucket, "load") == 0.0


@pytest.mark.parametrize(("kind", "state"), [("bucket", "load"), ("cage", "caught")])
def test_the_flame_of_a_candle_is_no_load(kind: str, state: str) -> None:
    rig = Rig()
    rig.floor()
    around = rig.add(kind, 1.0, 0.5, **({"loose": False} if kind == "bucket" else {}))
    candle = rig.add("candle", 1.0, 0.4, lit=True)
    rig.add("tennis_ball", 1.0, 0.52)
    rig.run(0.3)
    assert rig.state(candle, "lit") == 1.0
    assert rig.state(around, state) == pytest.approx({"bucket": 0.058, "cage": 1.0}[kind])


@pytest.mark.parametrize(("balls", "lifted"), [(2, False), (6, True)])
def test_enough_balls_in_a_bucket_lift_a_gate(balls: int, lifted: bool) -> None:
    """What it is for: a counterweight that is filled. 0.7 kg and 0.145 kg a ball against a crate of 1.3 kg."""
    rig = Rig()
    rig.floor()
    bucket = rig.add("bucket", 1.0, 1.2)
    left, right = rig.add("pulley", 1.06, 2.2), rig.add("pulley", 2.0, 2.2)
    gate = rig.add("crate", 2.06, 0.095, width=0.19, height=0.19)
    rig.link("rope", bucket, "bail", gate, "middle", via=(left, right))
    for k in range(balls):
        rig.add("baseball", 0.98 + 0.06 * (k % 2), 1.5 + 0.12 * k)
    rig.run(1.5)
    assert rig.state(bucket, "load") == pytest.approx(balls * 0.145)
    assert (rig.motion(gate)[1] > 0.5) == lifted


def hooked(load: str = "crate", port: str = "middle", link: str = "rope") -> tuple[Rig, int, int, int]:
    """Something that hangs from a release hook, 0.9 m below it."""
    rig = Rig()
    rig.floor()
    hook, thing = rig.add("release_hook", 1.0, 2.0), rig.add(load, 1.0, 1.0)
    return rig, hook, thing, rig.link(link, hook, "hook", thing, port)


def test_a_hook_holds_until_it_is_pressed_and_then_for_good_no_more() -> None:
    rig, hook, crate, rope = hooked()
    rig.run(2.0)
    assert rig.motion(crate)[1] == pytest.approx(1.0, abs=0.02)
    rig.machine.press(hook)
    rig.machine.press(hook)
    rig.run(1.0)
    assert rig.motion(crate)[1] < 0.2 and rope not in rig.machine.links
    assert rig.state(hook, "open") == 1.0
    assert [(event.what, event.other) for event in rig.machine.events if event.part == hook] == [
        ("opened", 0), ("freed", rope),
    ]  # fmt: skip


@pytest.mark.parametrize(("ball", "opens"), [("baseball", True), ("tennis_ball", False)])
def test_a_hard_knock_opens_a_hook_and_a_soft_one_does_not(ball: str, opens: bool) -> None:
    rig, hook, _, rope = hooked()
    rig.add(ball, 0.858, 2.5)
    rig.run(0.6)
    assert bool(rig.state(hook, "open")) == opens == (rope not in rig.machine.links)


def test_a_hook_lets_go_of_a_rod_too_but_of_nothing_that_is_tied_elsewhere() -> None:
    rig, hook, _, rod = hooked(link="rod")
    aside = rig.add("tennis_ball", 1.3, 1.2)
    other = rig.link("rope", hook, (0.0, 0.05), aside, "")
    rig.machine.press(hook)
    rig.run(0.1)
    assert rod not in rig.machine.links and other in rig.machine.links


@pytest.mark.parametrize("falls", [True, False])
def test_a_ball_on_a_button_drops_a_bowling_ball_on_a_seesaw(falls: bool) -> None:
    """What it is for: a signal lets fall what hangs, and the fall does the work."""
    rig = Rig()
    rig.floor()
    button = rig.add("button", 3.5, 0.036)
    hook, heavy = rig.add("release_hook", 1.5, 2.2), rig.add("bowling_ball", 1.5, 1.4)
    rig.link("rope", hook, "hook", heavy, "")
    rig.link("wire", button, "signal", hook, "signal")
    rig.add("seesaw", 2.0, 0.2)
    light = rig.add("tennis_ball", 2.5, 0.4)
    if falls:
        rig.add("soccer_ball", 3.5, 0.6)
    rig.run(0.5)
    assert (rig.highest(light, 0.9) > 0.45) == falls == bool(rig.state(hook, "open"))


# -- cage


def test_a_cage_that_is_cut_loose_catches_a_ball_and_says_so() -> None:
    """What it is for: a trap. A button opens the hook; the ball under the cage is caught, the one beside it is not."""
    rig = Rig()
    rig.floor()
    hook, cage, button = rig.add("release_hook", 1.0, 2.2), rig.add("cage", 1.0, 1.4), rig.add("button", 3.0, 1.0)
    rig.link("rope", hook, "hook", cage, "ring")
    rig.link("wire", button, "signal", hook, "signal")
    caught, free = rig.add("tennis_ball", 1.0, 0.0335), rig.add("tennis_ball", 1.6, 0.0335)
    rig.run(1.0)
    assert rig.state(cage, "caught") == 0.0
    rig.machine.press(button)
    rig.run(1.5)
    assert rig.state(cage, "caught") == 1.0 and len(rig.events("caught")) >= 1
    for ball in (caught, free):
        rig.machine.parts[ball].bodies[0].velocity = (1.5, 0.0)
    rig.run(2.0)
    assert abs(rig.motion(caught)[0] - rig.motion(cage)[0]) < 0.25, "its bars hold it"
    assert rig.motion(free)[0] > 2.0


def test_an_empty_cage_has_caught_nothing() -> None:
    rig = Rig()
    rig.floor()
    cage = rig.add("cage", 1.0, 0.5)
    rig.run(1.5)
    assert rig.state(cage, "caught") == 0.0
