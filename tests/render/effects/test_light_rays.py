"""Rays are seen along the path that the machine follows, in the present and in the past."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.parts.light.rays import RayPath
from sandbox.render.effects.light_rays import bulbs_of_run, of_run, trimmed
from sandbox.workspace.past.history import History
from sandbox.workspace.past.past_machine import PastMachine
from tests.contraptions import Builder


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


def test_only_a_ray_that_ends_in_the_air_fades() -> None:
    path = RayPath(((0.0, 0.0), (2.0, 0.0)), 7, 0, 65536)
    assert trimmed(path, 0.5) == [(0.0, 0.0), (2.0, 0.0)]
    assert trimmed(path._replace(met=0), 0.5) == [(0.0, 0.0), (1.5, 0.0)]
    assert trimmed(path._replace(met=0), 5.0)[-1] == (0.0, 0.0)


def test_the_past_shows_the_rays_as_they_were() -> None:
    b = Builder()
    b.part("flashlight", 1.0, 1.0, on=True)
    b.part("soccer_ball", 2.0, 1.4)
    session, chronicle = Session(b.design(), 0), History(b.design())
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
    then = PastMachine(chronicle.run)
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
