"""Glass: the magnifying glass focuses, the mixer adds, the prism takes apart."""

from __future__ import annotations

import math

import pytest

from sandbox.parts.light.rays import COLOURS, FOCUSED, RayPath, path_of
from tests.parts.rig import Rig


def path(rig: Rig, source: int, name: str = "ray") -> RayPath | None:
    rig.run(0.1)
    return path_of(rig.machine.parts[source], name)


# -- magnifying glass


def test_rays_that_come_side_by_side_meet_at_its_focus() -> None:
    ends = []
    for off in (-0.06, 0.0, 0.05):
        rig = Rig()
        torch, glass = rig.add("flashlight", 0.5, 1.0 + off, on=True), rig.add("magnifier", 1.5, 1.0, focus=0.5)
        there = path(rig, torch)
        assert there.heat == FOCUSED and rig.state(glass, "hot")
        ends.append(there.points[-1])
    assert ends == [pytest.approx((2.0, 1.0), abs=1e-9)] * 3


@pytest.mark.parametrize(("turn", "hot"), [(0.3, True), (0.5, False)])
def test_it_focuses_only_what_comes_in_near_its_axis(turn: float, hot: bool) -> None:
    rig = Rig()
    torch, glass = rig.add("flashlight", 0.5, 1.0, on=True), rig.add("magnifier", 1.5, 1.0, turn)
    assert (path(rig, torch).heat == FOCUSED) == hot == bool(rig.state(glass, "hot"))
    assert len(path(rig, torch).points) == 3, "it goes on behind the glass"


def test_a_laser_is_bent_but_not_focused() -> None:
    rig = Rig()
    laser, glass = rig.add("laser", 0.5, 1.05), rig.add("magnifier", 1.5, 1.0)
    _, at, end = path(rig, laser).points
    assert (end[1] - at[1]) / (end[0] - at[0]) == pytest.approx(-0.05 / 0.4, rel=0.1)
    assert not rig.state(glass, "hot")


def test_its_hot_point_burns_a_rope_and_the_torch_alone_does_not() -> None:
    def fell(focus: float) -> bool:
        rig = Rig()
        rig.floor()
        peg, crate = rig.add("wall", 2.0, 3.2, width=0.2, height=0.2), rig.add("crate", 2.0, 1.2)
        rig.link("rope", peg, "", crate, "")
        rig.add("flashlight", 0.5, 2.0, on=True)
        rig.add("magnifier", 1.6, 2.0, focus=focus)
        rig.run(1.5)
        return rig.motion(crate)[1] < 1.0

    assert fell(0.4)
    assert not fell(0.2)


@pytest.mark.parametrize(("x", "y"), [(0.0, 0.0), (0.01, 0.005), (-0.01, -0.005), (0.02, 0.0), (0.0, 0.03)])
def test_its_hot_point_lights_a_wick_though_rays_end_at_none(x: float, y: float) -> None:
    """A candle's wick is 0.088 m above its middle. The focus is at 2.0 m, 2.0 m, and 15 mm around it are hot."""
    rig = Rig()
    rig.add("flashlight", 0.5, 2.0, on=True)
    rig.add("magnifier", 1.6, 2.0, focus=0.4)
    candle = rig.add("candle", 2.0 + x, 2.0 - 0.088 + y)
    rig.run(1.0)
    is_near = math.hypot(x, y) <= 0.015
    on_wax = y > 0.01  # then the ray ends at the candle itself
    assert rig.state(candle, "lit") == (is_near or on_wax)


def test_a_torch_without_a_lens_lights_no_wick() -> None:
    rig = Rig()
    rig.add("flashlight", 0.5, 2.0, on=True)
    candle = rig.add("candle", 2.0, 2.0 - 0.088)
    rig.run(1.0)
    assert not rig.state(candle, "lit")


# -- mixer


def three(colours: tuple[str, ...], hit: str = "any") -> tuple[Rig, int, int]:
    """Lasers at a mixer's back, top and bottom, and a photocell before its nose."""
    rig = Rig()
    mixer = rig.add("mixer", 2.0, 2.0)
    places = ((1.0, 2.0, 0.0), (2.0, 3.0, -math.pi / 2), (2.0, 1.0, math.pi / 2))
    for colour, (x, y, angle) in zip(colours, places, strict=False):
        rig.add("laser", x, y, angle, colour=colour)
    return rig, mixer, rig.add("photocell", 3.0, 2.0, 0.0, True, colour=hit)


@pytest.mark.parametrize(
    ("colours", "sum_"),
    [
        (("red",), "red"),
        (("red", "green"), "yellow"),
        (("red", "blue"), "magenta"),
        (("red", "green", "blue"), "white"),
    ],
)
def test_the_mixer_adds_the_colours_that_come_in(colours: tuple[str, ...], sum_: str) -> None:
    rig, mixer, cell = three(colours, sum_)
    assert path(rig, mixer).colours == COLOURS[sum_]
    assert rig.state(cell, "on"), "a cell of just that colour sees it"
    rig.machine.remove(2)
    rig.run(0.1)
    assert not rig.state(cell, "on"), "one of them is gone"


def test_what_lasers_make_burns_and_what_a_torch_makes_does_not() -> None:
    for kind, popped in (("laser", True), ("flashlight", False)):
        rig = Rig()
        rig.add("mixer", 2.0, 2.0)
        rig.add(kind, 1.0, 2.0, **({"on": True} if kind == "flashlight" else {}))
        balloon = rig.add("balloon", 3.0, 1.95)
        rig.run(0.3)
        assert (balloon not in rig.machine.parts) == popped


def test_two_lasers_with_power_make_one_ray_that_a_cell_of_its_colour_takes_for_a_signal() -> None:
    """What it is for: two branches have to come together before a third begins."""
    rig = Rig()
    rig.add("mixer", 2.0, 2.0)
    cell, fan = rig.add("photocell", 3.0, 2.0, 0.0, True, colour="yellow"), rig.add("fan", 4.0, 1.0, running=False)
    rig.link("wire", cell, "signal", fan, "signal")
    outlets = []
    for colour, (x, y, angle) in (("red", (1.0, 2.0, 0.0)), ("green", (2.0, 3.0, -math.pi / 2))):
        laser, outlet = rig.add("laser", x, y, angle, colour=colour), rig.add("outlet", x - 1.0, y, on=False)
        rig.link("cable", outlet, "left", laser, "plug")
        outlets.append(outlet)
    on = []
    for outlet in outlets:
        rig.machine.press(outlet)
        rig.run(0.2)
        on.append((rig.state(cell, "lit"), rig.state(fan, "on")))
    assert on == [(0.0, 0.0), (1.0, 1.0)]


# -- prism


def test_the_prism_takes_white_light_apart() -> None:
    rig = Rig()
    prism = rig.add("prism", 2.0, 2.0)
    rig.add("flashlight", 1.0, 2.0, on=True)
    slopes = []
    for name in ("red", "green", "blue"):
        there = path(rig, prism, name)
        (x0, y0), (x1, y1) = there.points
        assert there.colours == COLOURS[name]
        slopes.append(math.degrees(math.atan2(y1 - y0, x1 - x0)))
    assert slopes == pytest.approx([12.0, 0.0, -12.0], abs=0.01)


@pytest.mark.parametrize("without", [None, "red", "blue"])
def test_mirrors_and_a_mixer_add_its_colours_again_to_a_signal(without: str | None) -> None:
    """What it is for: white light goes three ways, each of which can be cut off, and a cell sees whether all come."""
    rig = Rig()
    torch, button = rig.add("flashlight", 1.0, 2.0, reach=8.0), rig.add("button", 0.5, 0.5)
    rig.link("wire", button, "signal", torch, "signal")
    rig.add("prism", 2.0, 2.0)
    rig.add("mixer", 4.0, 2.0)
    tilt = math.radians(12.0)
    for colour, sign in (("red", 1.0), ("blue", -1.0)):
        if colour != without:  # it throws its colour straight onto the mixer, from above and from below
            nx, ny = -math.cos(tilt), -sign * (1.0 + math.sin(tilt))
            rig.add("mirror", 4.0, 2.0 + sign * 2.0 * math.tan(tilt), math.atan2(ny, nx) - math.pi / 2)
    cell, motor = rig.add("photocell", 5.0, 2.0, 0.0, True, colour="white"), rig.add("motor", 6.0, 1.0, running=False)
    rig.link("wire", cell, "signal", motor, "signal")
    rig.run(0.2)
    assert rig.state(motor, "on") == 0.0
    rig.machine.press(button)
    rig.run(0.2)
    assert rig.state(motor, "on") == float(without is None)


@pytest.mark.parametrize(("colour", "seen"), [("red", [True, False, False]), ("blue", [False, False, True])])
def test_one_colour_goes_on_alone_and_burns_no_more(colour: str, seen: list[bool]) -> None:
    rig = Rig()
    prism = rig.add("prism", 2.0, 2.0)
    rig.add("laser", 1.0, 2.0, colour=colour)
    balloons = [rig.add("balloon", 3.0, 2.0 + dy) for dy in (0.25, -0.25)]
    paths = [path(rig, prism, name) for name in ("red", "green", "blue")]
    assert [there is not None for there in paths] == seen
    rig.run(0.2)
    assert all(balloon in rig.machine.parts for balloon in balloons)


def test_each_colour_behind_a_prism_switches_its_own_cell() -> None:
    rig = Rig()
    rig.add("prism", 1.5, 2.0)
    rig.add("flashlight", 0.8, 2.0, on=True)
    cells = {}
    for name, dy in (("red", 0.44), ("green", 0.01), ("blue", -0.42)):
        cells[name] = rig.add("photocell", 3.5, 2.0 + dy, 0.0, True, colour=name)
    rig.run(0.1)
    assert {name: rig.state(cell, "on") for name, cell in cells.items()} == dict.fromkeys(cells, 1.0)
