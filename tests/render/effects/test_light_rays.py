"""Rays are seen along the path that the machine follows, in the present and in the past."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from contraptions import Builder
from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.parts.light.rays import RayPath
from sandbox.render.effects.light_rays import bulbs_of_run, of_design, of_run, trimmed
from sandbox.workspace.past.history import Chronicle
from sandbox.workspace.past.past_machine import Bygone


def torch_at_wall(on: bool = True) -> Design:
    b = Builder()
    b.part("flashlight", 1.0, 1.0, on=on)
    b.part("wall", 2.5, 1.0, width=0.2, height=1.0)
    return b.design()


def run(design: Design, ticks: int = 8) -> Machine:
    machine = Machine(design)
    for _ in range(ticks):
        machine.act()
        machine.step()
    return machine


def test_the_paths_are_those_of_the_machine() -> None:
    (path,) = of_run(run(torch_at_wall()))
    assert path.met and np.allclose(path.points, [(1.168, 1.0), (2.4, 1.0)])
    assert not of_run(run(torch_at_wall(on=False)))


def test_a_lamp_shines_from_its_bulb_as_far_as_it_reaches_while_it_is_on() -> None:
    b = Builder()
    b.part("lamp", 1.0, 1.0, 1.5707963, on=True, reach=0.7)
    b.part("lamp", 2.0, 1.0)
    (bulb,) = bulbs_of_run(run(b.design()))
    assert bulb.at == pytest.approx((1.055, 1.0), abs=1e-6) and bulb.reach == 0.7


def test_what_is_selected_shows_its_ray_up_to_what_it_meets_before_anything_runs() -> None:
    design = torch_at_wall()
    ((start, end, ink),) = of_design(design, (1, 2))
    assert ink[:2] == (255, 214), "a lamp's"
    assert start == pytest.approx((1.168, 1.0)) and end == pytest.approx((2.4, 1.0), abs=0.001)
    ((_, end, _),) = of_design(replace(design, parts=design.parts[:1]), (1,))
    assert end == pytest.approx((3.668, 1.0)), "its full reach"
    turned = replace(design.parts[0], angle=0.6)
    ((_, end, _),) = of_design(replace(design, parts=(turned, design.parts[1])), (1,))
    assert math.dist(end, (1.0, 1.0)) == pytest.approx(2.668), "over the wall"
    b = Builder()
    b.part("laser", 1.0, 1.0)
    b.part("mirror", 2.0, 1.0, 0.7)
    b.part("scenery", 1.5, 1.0)
    (_, end, _), _ = of_design(b.design(), (1,))
    assert end[0] == pytest.approx(2.0, abs=0.05), "a picture stops nothing, a mirror does"


@pytest.mark.parametrize(("angle", "legs"), [(math.radians(135), 3), (math.radians(140), 3), (math.radians(-45), 1)])
def test_it_goes_on_from_mirror_to_mirror_as_it_will_in_the_run(angle: float, legs: int) -> None:
    b = Builder()
    laser, mirror = b.part("laser", 0.5, 1.8), b.part("mirror", 2.0, 1.8, angle)
    low = b.part("mirror", 2.0, 0.6, math.radians(45), width=1.0)
    b.part("wall", 3.5, 1.0, width=0.2, height=2.0)
    design = b.design()
    planned = of_design(design, (laser,))
    (path,) = of_run(run(design))
    assert len(planned) == legs
    assert np.allclose([leg.start for leg in planned] + [planned[-1].end], path.points, atol=0.002)
    assert all(before.end == after.start for before, after in pairwise(planned))
    assert of_design(design, (low,)) == of_design(design, (mirror,)) == planned, "of what light does something to"
    assert of_design(design, (4,)) == [], "a wall"


def test_each_ray_is_planned_in_its_own_colour() -> None:
    b = Builder()
    b.part("laser", 0.5, 1.8, colour="green")
    prism = b.part("prism", 2.0, 0.8)
    inks = [ink for _, _, ink in of_design(b.design(), (prism,))]
    green, red, *others = inks
    assert inks[2] == green and len(set(inks)) == 3, "the laser's, and the three that may leave the prism"
    assert red[0] > 200 and others[1][2] > 200


def test_only_a_ray_that_ends_in_the_air_fades() -> None:
    path = RayPath(((0.0, 0.0), (2.0, 0.0)), 7, 0, 65536)
    assert trimmed(path, 0.5) == [(0.0, 0.0), (2.0, 0.0)]
    assert trimmed(path._replace(met=0), 0.5) == [(0.0, 0.0), (1.5, 0.0)]
    assert trimmed(path._replace(met=0), 5.0)[-1] == (0.0, 0.0)


def test_the_past_shows_the_rays_as_they_were() -> None:
    b = Builder()
    b.part("flashlight", 1.0, 1.0, on=True)
    b.part("soccer_ball", 2.0, 1.4)
    session, chronicle = Session(b.design(), 0), Chronicle(b.design())
    session.do(Start())
    chronicle.command(session, Start())
    seen = []
    for _ in range(120):
        session.advance()
        chronicle.happened(session.take_events())
        chronicle.note(session)
        assert session.machine is not None
        seen.append((session.tick, of_run(session.machine)))
    assert {bool(path.met) for _, paths in seen for path in paths} == {True, False}, "the ball falls through the ray"
    assert chronicle.run is not None
    then = Bygone(chronicle.run)
    for tick, paths in seen:
        for path, past in zip(paths, of_run(then.to(tick)), strict=True):
            assert bool(past.met) == bool(path.met) and np.allclose(past.points, path.points, atol=1e-5)


def drawn(design: Design, ticks: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    from sandbox.render.camera import Camera
    from sandbox.render.canvas import Canvas
    from sandbox.render.pictures.offscreen import Target
    from sandbox.render.run_scene import RunScene, SceneMoment

    machine = run(design, ticks)
    scene, target = RunScene(Canvas()), Target(300, 100)
    camera = Camera(300, 100)
    camera.x, camera.y, camera.zoom = 1.8, 1.0, 150.0
    scene.show_machine(machine)
    with target:
        scene.draw(SceneMoment(design, machine, machine.ticks), camera)
        pixels = target.read()[:, :, :3].copy()
    target.delete()
    return pixels


def test_a_ray_glows_on_the_canvas() -> None:
    dark, lit = drawn(torch_at_wall(on=False), 8), drawn(torch_at_wall(), 8)
    changed = np.abs(lit.astype(int) - dark).sum(axis=2) > 60
    ray = changed[45:55, 70:220]
    assert ray.any(axis=0).all(), "from the torch to the wall"
    assert not changed[:, 260:].any() and not changed[:20].any(), "and nowhere else"
