"""Measures frames and ticks against other programs: pymunk's own drawing, its examples, Box2D; and the first picture.

The driver draws nothing, so only our side of the drawing counts. Each group is measured in a child process.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandbox import parts
from sandbox.bench.calls import call_in_child
from sandbox.bench.figures import Effort, Figure, figure_of
from sandbox.bench.scenes import pile
from sandbox.bench.timing import Stopwatch, bare_steps, thread_ns
from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.design.geometry import Circle
from sandbox.loading import without_collector
from sandbox.machine.machine import Machine

FRAME_NS = 16_666_667
MANY = 1000  # bodies
LEVELS = 100  # in the chooser
FLAT = 100, 5000  # bodies, of the frames that must cost the same


def frames(effort: Effort, folder: Path) -> list[Figure]:
    """Measure frames of the canvas against pymunk's own drawing; the driver draws nothing, so only our side counts."""
    times = call_in_child(frame_times, effort.pairs, PYGLET_HEADLESS="true", GALLIUM_NOOP="1")
    if "missing" in times:
        return []
    flat = [many / few for few, many in zip(times["between_few"], times["between_most"], strict=True)]
    against = [ours / debug_ns for ours, debug_ns in zip(times["ticked"], times["debug"], strict=True)]
    window = call_in_child(interface_times, effort.pairs, str(folder), PYGLET_HEADLESS="true", GALLIUM_NOOP="1")
    drawn = {"PYGLET_HEADLESS": "true", "LIBGL_ALWAYS_SOFTWARE": "1", "SANDBOX_PICTURES": str(folder / "pictures")}
    starts = [call_in_child(chooser_times, str(folder / "chooser"), **drawn) for _ in range(1 + min(5, effort.pairs))]
    return [
        figure_of(
            "frame_flat", "Frame between ticks", flat, 1.2, "x",
            f"processor time of a frame without a tick at {FLAT[1]:,} bodies, against {FLAT[0]}",
        ),
        figure_of(
            "frame_vs_debug_draw", "Frame, debug drawing", against, 0.01, "x",
            f"processor time of a frame with a tick's new poses at {MANY:,} bodies, against pymunk's pyglet drawing of "
            "the same space",
        ),
        figure_of(
            "interface_ms", "Interface", window["milliseconds"], 1.0, "ms",
            f"processor time of all panels with all parts on offer, in a frame of a window of {MANY:,} running bodies: "
            "what such a frame takes beyond its canvas",
        ),
        figure_of(
            "chooser_seconds", "Chooser", [start["seconds"] for start in starts[1:]], 0.5, "s",
            f"processor time until the chooser shows {LEVELS} levels in a second start of the program, drawn by "
            "software: they are read, and the pictures of those in view, which the first start has left on the disk",
        ),
        figure_of(
            "chooser_frame_ms", "Chooser, a frame", [start["frame_ms"] for start in starts[1:]], 8.0, "ms",
            f"processor time of a frame of that chooser with its {LEVELS} levels, in which no pixel is filled in",
        ),
    ]  # fmt: skip


def frame_times(pairs: int) -> dict[str, Any]:
    """Run in a child: thread times of frames in ns, each a median."""
    from sandbox.errors import Refused
    from sandbox.render.pictures import offscreen

    try:
        offscreen.ensure_context()
    except Refused as why:
        return {"missing": str(why)}
    import pyglet
    import pymunk.pyglet_util

    from sandbox.render.camera import Camera
    from sandbox.render.canvas import Canvas

    target, camera = offscreen.Target(1280, 720), Camera(1280, 720)
    options = pymunk.pyglet_util.DrawOptions()
    machines = {bodies: Machine(pile(bodies)) for bodies in (*FLAT, MANY)}
    canvases = {}
    with target:
        for bodies, machine in machines.items():
            canvases[bodies] = canvas = Canvas()
            canvas.show_machine(machine)

        def ticked() -> None:
            canvases[MANY].tick(machines[MANY].read_rows(), machines[MANY].states)
            canvases[MANY].draw(0.002, camera)

        measured: dict[str, tuple[Callable[[], object], int]] = {
            "between_few": (lambda: canvases[FLAT[0]].draw(0.002, camera), 40),
            "between_most": (lambda: canvases[FLAT[1]].draw(0.002, camera), 40),
            "ticked": (ticked, 40),
            "debug": (lambda: machines[MANY].space.debug_draw(options), 3),
        }
        samples: dict[str, list[float]] = {name: [] for name in measured}
        for _ in range(pairs):
            for name, (draw, times) in measured.items():
                samples[name].append(thread_ns(draw, times))
            pyglet.gl.glFinish()
    return samples


def interface_times(pairs: int, folder: str) -> dict[str, Any]:
    """Run in a child: thread times in ms of a frame of the window without its canvas, each a median."""
    import pyglet

    from sandbox.levels import levels
    from sandbox.render.pictures import offscreen
    from sandbox.window import desktop
    from sandbox.window.application import make
    from sandbox.workspace.workspace import Workspace

    now = [0]
    workspace = Workspace(Path(folder) / "interface", lambda: now[0])
    level = Path(folder) / "interface.toml"
    levels.write(level, pile(MANY))
    workspace.files.open(level)
    window = pyglet.window.Window(desktop.WIDTH, desktop.HEIGHT, config=offscreen.config())
    application = make(window, workspace, level, 1.0)
    workspace.control.run()

    def frame() -> None:
        now[0] += FRAME_NS
        application.frame(0.002)

    frame()
    samples = []
    for _ in range(pairs):
        whole = thread_ns(frame, 40)
        canvas = thread_ns(lambda: application.view.draw(application.editor, 0.002), 40)
        samples.append((whole - canvas) / 1e6)
    workspace.close()
    return {"milliseconds": samples}


def chooser_times(folder: str) -> dict[str, Any]:
    """Run in a child: processor time until the chooser is there, with its pictures, in s; and that of a frame of it,
    in ms, a median. The first start draws the pictures.
    """
    import pyglet

    from sandbox.levels import levels, library
    from sandbox.render.pictures import offscreen
    from sandbox.window import desktop
    from sandbox.window.application import make
    from sandbox.workspace.workspace import Workspace

    data, bundled = Path(folder), library.bundled_levels()
    user_dir = library.user_dir(data)
    user_dir.mkdir(parents=True, exist_ok=True)
    for number in range(LEVELS - len(bundled)):
        levels.write(user_dir / f"own-{number:02}.toml", levels.read(bundled[number % len(bundled)]))
    window = pyglet.window.Window(desktop.WIDTH, desktop.HEIGHT, config=offscreen.config())
    workspace = Workspace(data)
    application = make(window, workspace, None, 1.0)
    with Stopwatch() as opening:
        application.show_chooser()
        application.frame(0.0)
        while application.pictures.waiting:
            application.frame(0.0)
        pyglet.gl.glFinish()
    pyglet.gl.glDrawBuffer(pyglet.gl.GL_NONE)
    frame_ns = thread_ns(lambda: application.frame(0.0), 40)
    workspace.close()
    return {"seconds": opening.ns / 1e9, "frame_ms": frame_ns / 1e6}


def others(effort: Effort, folder: Path) -> list[Figure]:
    """Measure the loop of pymunk's own examples; and Box2D, if its Python binding (the package Box2D) is installed."""
    times = call_in_child(other_times, effort.pairs, PYGLET_HEADLESS="true", GALLIUM_NOOP="1")
    figures = []
    for key, title, rival, target, meaning in (
        ("play_vs_examples", "Play, pymunk's examples", "examples", 1.0,
         "processor time to play 200 bodies, every tick hashed and every frame drawn, against the loop of pymunk's "
         "examples: the same steps, and debug drawing"),
        ("tick_vs_box2d", "A tick, Box2D", "box2d", None,
         "a hashed tick of 200 bodies, against a bare step of the same pile in Box2D, with its usual 8 and 3 "
         "iterations"),
    ):  # fmt: skip
        if times[rival]:
            ours = times["play" if rival == "examples" else "tick"]
            ratios = [our_ns / their_ns for our_ns, their_ns in zip(ours, times[rival], strict=True)]
            figures.append(figure_of(key, title, ratios, target, "x", meaning))
    return figures


def other_times(pairs: int) -> dict[str, Any]:
    """Run in a child: thread times in ns of a tenth of a second of play, theirs and ours; and of its ticks alone."""
    samples: dict[str, list[float]] = {"play": [], "examples": [], "tick": [], "box2d": []}
    design = pile(200)
    play = _playing(design)
    step_box2d = _box2d(design)
    session = Session(design)
    session.do(Start())
    for _ in range(4 * pairs):
        if play is not None:
            for name, frame in zip(("play", "examples"), play, strict=True):
                samples[name].append(sum(thread_ns(frame, 1) for _ in range(6)))
        if step_box2d is not None:
            samples["tick"].append(sum(thread_ns(session.advance, 1) for _ in range(24)))
            samples["box2d"].append(sum(thread_ns(step_box2d, 1) for _ in range(24)))
    return samples


def _playing(design: Design) -> tuple[Callable[[], object], Callable[[], object]] | None:
    """Two functions that play a frame of four ticks: ours, and that of pymunk's examples."""
    from sandbox.errors import Refused
    from sandbox.render.pictures import offscreen

    try:
        offscreen.ensure_context()
    except Refused:
        return None
    import pymunk.pyglet_util

    from sandbox.render.camera import Camera
    from sandbox.render.canvas import Canvas

    offscreen.Target(1280, 720).__enter__()  # drawn into to the end of this process
    canvas, camera, options = Canvas(), Camera(1280, 720), pymunk.pyglet_util.DrawOptions()
    session, plain_machine = Session(design), Machine(design)
    session.do(Start())
    machine = session.machine
    assert machine is not None
    canvas.show_machine(machine)

    def ours() -> None:
        session.advance(4)
        canvas.tick(machine.read_rows(), machine.states)
        canvas.draw(0.001, camera)

    def examples() -> None:
        bare_steps(plain_machine, 4)
        plain_machine.space.debug_draw(options)

    return ours, examples


def _box2d(design: Design) -> Callable[[], object] | None:
    """A function that steps the same bodies in Box2D; None if it is not installed."""
    try:
        import Box2D
    except ImportError:
        return None
    world = Box2D.b2World(gravity=(design.world.gravity_x, design.world.gravity_y), doSleep=False)
    for spec in design.parts:
        plan = parts.blueprint(spec)
        make = world.CreateDynamicBody if plan.bodies[0].kind == "dynamic" else world.CreateStaticBody
        body = make(position=(spec.x, spec.y), angle=spec.angle)
        for shape in (shape for shape in plan.shapes if shape.collides):
            outline = shape.outline
            material = {"density": 100.0, "friction": shape.friction, "restitution": shape.restitution}
            if isinstance(outline, Circle):
                body.CreateCircleFixture(radius=outline.r, pos=(outline.x, outline.y), **material)
            else:
                body.CreatePolygonFixture(vertices=list(outline.points), **material)
    dt = 1.0 / design.world.tick_rate
    return lambda: world.Step(dt, 8, 3)


def first_picture() -> None:
    """Run in a child: start the program as usual, up to the first picture of a level, without a display."""
    with without_collector():  # as the program does
        import pyglet

        from sandbox.levels import library
        from sandbox.recording import user_folders
        from sandbox.render.pictures import offscreen
        from sandbox.window import desktop
        from sandbox.window.application import make
        from sandbox.workspace.workspace import Workspace

        window = pyglet.window.Window(desktop.WIDTH, desktop.HEIGHT, config=offscreen.config())
        workspace = Workspace(user_folders.data_dir())
        level = library.bundled_levels()[0]
        workspace.files.open(level)
        application = make(window, workspace, level, 1.0)
        application.frame(0.0)
        window.flip()
        pyglet.gl.glFinish()
    os._exit(0)  # the time to shut down is no part of the start
