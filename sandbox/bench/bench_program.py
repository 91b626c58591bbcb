"""Measures the cost of the program around the engine: long sessions, memory, a slow disk, frames, the start.

These figures stand beside the ratios of `bench`, in one table with them. A whole process is measured in a child, by its
processor time: on a quiet machine the wall clock shows no more.
"""

from __future__ import annotations

import functools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox import parts
from sandbox.bench.bench import RERUN, Effort, Figure, _bare_steps, _figure, _record_run, _Stopwatch, pile, rerun_ratio
from sandbox.commands.commands import Configure, Move, Place, Start, Stop
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.design.geometry import Circle
from sandbox.machine.machine import Machine
from sandbox.recording.recorder import Recorder
from sandbox.verify.verify import Verdict, verify

if TYPE_CHECKING:
    from sandbox.workspace.workspace import Workspace

HOURS, COMMANDS = 10, 500  # of the editing session
LONG_S, SHORT_S = 3600, 60  # of the runs whose memory is compared
QUICK_LONG_S = 300
FSYNC_S = 0.2  # what the slow disk takes
FRAME_NS = 16_666_667
FEW, MANY = 50, 1000  # bodies
FLAT = 100, 5000  # bodies, of the frames that must cost the same


def measure(effort: Effort, told: Callable[[str], object] = lambda what: None) -> list[Figure]:
    """Measure all figures: some minutes at full effort, mostly for one hour of a machine.

    `told` is called with the name of each group of figures.
    """
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="sandbox-bench-") as folder:
        for measured in (reruns, idle_session, memory, slow_disk, frames, others, starts):
            told(measured.__name__)
            figures += measured(effort, Path(folder))
    return figures


# -- re-runs


def reruns(effort: Effort, folder: Path) -> list[Figure]:
    """Measure `replay_ratio` for few and for many bodies."""
    figures = []
    for bodies, seconds, target in ((FEW, RERUN * effort.seconds, 1.15), (MANY, effort.seconds, 1.05)):
        design, path = pile(bodies), folder / f"{bodies}.replay"
        _record_run(design, path, seconds)
        ratios = [rerun_ratio(design, path, seconds)[0] for _ in range(effort.pairs)]
        meaning = f"as Re-run, with {bodies:,} bodies and {seconds} s"
        figures.append(_figure(f"replay_ratio_{bodies}", f"Re-run, {bodies:,} bodies", ratios, target, "x", meaning))
    return figures


def _pass(path: Path) -> None:
    report = verify(path)
    if report.verdict is not Verdict.PASS:
        raise RuntimeError(f"the scene of the benchmark does not replay: {report.verdict}, {report.reason}")


# -- long sessions


def idle_session(effort: Effort, folder: Path) -> list[Figure]:
    """Measure hours of editing with long pauses in between, and a short run at the end."""
    seconds: dict[float, list[float]] = {HOURS: [], HOURS / 600: []}
    for hours in seconds:
        _record_editing(folder / f"{hours}.replay", hours)
    for _ in range(effort.pairs):
        for hours, times in seconds.items():
            with _Stopwatch() as watch:
                _pass(folder / f"{hours}.replay")
            times.append(watch.ns / 1e9)
    ratios = [long / short for long, short in zip(*seconds.values(), strict=True)]
    return [
        _figure(
            "idle_session_seconds", "Ten hours of editing", seconds[HOURS], 2.0, "s",
            f"processor time to run a session of {HOURS} hours with {COMMANDS} commands again",
        ),
        _figure(
            "idle_session_ratio", "Ten hours, one minute", ratios, 1.1, "x",
            "the same commands in ten hours, against in one minute: idle time costs nothing",
        ),
    ]  # fmt: skip


def _record_editing(path: Path, hours: float) -> None:
    from sandbox.recording import fingerprint

    design = Design(title="Editing")
    recorder = Recorder(path, design, 0, fingerprint.current())
    session = Session(design, log=recorder)
    gap = int(hours * 3600 * session.tick_rate) // COMMANDS
    for number in range(COMMANDS - 2):
        x, y = 0.3 + 0.05 * (number % 60), 0.3 + 0.04 * (number // 60)
        part = number // 3 + 1
        step = (Place("crate", x, y), Move(part, x + 0.01, y, 0.1, False), Configure(part, "width", 0.21))
        session.do(step[number % 3])
        session.advance(gap)
    session.do(Start())
    session.advance(2 * session.tick_rate)
    session.do(Stop())
    recorder.close(session, "end of the benchmark")


# -- memory


def memory(effort: Effort, folder: Path) -> list[Figure]:
    """Measure the peak memory of a process that records, and of one that verifies: a long run against a short one."""
    long_s = LONG_S if effort.seconds > 1 else QUICK_LONG_S
    most = {}
    for seconds in (SHORT_S, long_s):
        path = folder / f"run-{seconds}.replay"
        for task in ("record", "verify"):
            most[task, seconds] = _child(f"{task}_memory", str(path), str(seconds))["kilobytes"]
    return [
        _figure(
            f"{task}_memory_ratio", title, [most[task, long_s] / most[task, SHORT_S]], target, "x",
            f"the most memory of a process that {does} {long_s // 60} minutes of a run, against one minute "
            f"({most[task, long_s] / 1024:.0f} MB)",
        )
        for task, title, does, target in (
            ("record", "Memory, recording", "records", 1.05), ("verify", "Memory, verifying", "verifies", 1.05),
        )
    ]  # fmt: skip


def record_memory(path: str, seconds: str) -> dict[str, Any]:
    """Run in a child: record a run of `seconds`, and return the peak memory."""
    _record_run(pile(10, sleep=False), Path(path), int(seconds))
    return {"kilobytes": _peak_kilobytes()}


def verify_memory(path: str, seconds: str) -> dict[str, Any]:
    """Run in a child: verify that recording, and return the peak memory."""
    _pass(Path(path))
    return {"kilobytes": _peak_kilobytes()}


def _peak_kilobytes() -> float:
    """Peak memory of this process. (On Linux `getrusage` reports at least the size of the parent when it forked.)"""
    try:
        lines = Path("/proc/self/status").read_text("utf-8").splitlines()
        return float(next(line for line in lines if line.startswith("VmHWM:")).split()[1])
    except (OSError, StopIteration):
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / 1024 if sys.platform == "darwin" else float(peak)


# -- a slow disk


def slow_disk(effort: Effort, folder: Path) -> list[Figure]:
    """Measure the wait of frames while 100 bodies are recorded to a disk that takes 0.2 s for each sync, and to one
    that takes none.

    The result is the difference: both contain the time that other processes of a shared machine take.
    """
    from sandbox.levels import levels
    from sandbox.workspace.workspace import Workspace

    level = folder / "pile.toml"
    levels.write(level, pile(100))
    now = [0]
    workspace = Workspace(folder / "data", lambda: now[0])
    fsync = os.fsync
    waits = []
    try:
        workspace.files.open(level)
        workspace.control.run()
        for _ in range(2 * effort.pairs):
            longest = []
            for takes in (FSYNC_S, 0.0):
                os.fsync = functools.partial(_sync, takes)
                longest.append(max(_waited_ms(workspace, now) for _ in range(60)))
            waits.append(longest[0] - longest[1])
    finally:
        os.fsync = fsync
        workspace.close()
    return [
        _figure(
            "write_block_ms", "Waiting for the disk", waits, 1.0, "ms",
            f"in each second the longest that a frame waits with a disk that takes {FSYNC_S:g} s to sync, beyond what "
            "it waits with one that takes none",
        )
    ]  # fmt: skip


def _sync(takes: float, _file: int) -> None:
    time.sleep(takes)


def _waited_ms(workspace: Workspace, now: list[int]) -> float:
    """Milliseconds in which this thread did not run, during one frame's share of ticks and housekeeping."""
    now[0] += FRAME_NS
    wall, running = time.perf_counter_ns(), time.thread_time_ns()
    workspace.gate.catch_up()
    if workspace.recording.sync_due_ns(now[0]) == 0:
        workspace.recording.sync(now[0])
    return ((time.perf_counter_ns() - wall) - (time.thread_time_ns() - running)) / 1e6


# -- frames


def frames(effort: Effort, folder: Path) -> list[Figure]:
    """Measure frames of the canvas against pymunk's own drawing; the driver draws nothing, so only our side counts."""
    times = _child("frame_times", str(effort.pairs), PYGLET_HEADLESS="true", GALLIUM_NOOP="1")
    if "missing" in times:
        return []
    flat = [many / few for few, many in zip(times["between_few"], times["between_most"], strict=True)]
    against = [ours / debug_ns for ours, debug_ns in zip(times["ticked"], times["debug"], strict=True)]
    window = _child("interface_times", str(effort.pairs), str(folder), PYGLET_HEADLESS="true", GALLIUM_NOOP="1")
    return [
        _figure(
            "frame_flat", "Frame between ticks", flat, 1.2, "x",
            f"processor time of a frame without a tick at {FLAT[1]:,} bodies, against {FLAT[0]}",
        ),
        _figure(
            "frame_vs_debug_draw", "Frame, debug drawing", against, 0.01, "x",
            f"processor time of a frame with a tick's new poses at {MANY:,} bodies, against pymunk's pyglet drawing of "
            "the same space",
        ),
        _figure(
            "interface_ms", "Interface", window["milliseconds"], 1.0, "ms",
            f"processor time of all panels with all parts on offer, in a frame of a window of {MANY:,} running bodies: "
            "what such a frame takes beyond its canvas",
        ),
    ]  # fmt: skip


def frame_times(pairs: str) -> dict[str, Any]:
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
    samples: dict[str, list[float]] = {"between_few": [], "between_most": [], "ticked": [], "debug": []}
    machines = {bodies: Machine(pile(bodies)) for bodies in (*FLAT, MANY)}
    canvases = {}
    with target:
        for bodies, machine in machines.items():
            canvases[bodies] = canvas = Canvas()
            canvas.show_machine(machine)

        def between(bodies: int) -> None:
            canvases[bodies].draw(0.002, camera)

        def ticked() -> None:
            canvases[MANY].tick(machines[MANY].read_rows(), machines[MANY].states)
            canvases[MANY].draw(0.002, camera)

        def debug() -> None:
            machines[MANY].space.debug_draw(options)

        for _ in range(int(pairs)):
            samples["between_few"].append(_thread_ns(lambda: between(FLAT[0]), 40))
            samples["between_most"].append(_thread_ns(lambda: between(FLAT[1]), 40))
            samples["ticked"].append(_thread_ns(ticked, 40))
            samples["debug"].append(_thread_ns(debug, 3))
            pyglet.gl.glFinish()
    return samples


def interface_times(pairs: str, folder: str) -> dict[str, Any]:
    """Run in a child: thread times in ms of a frame of the window without its canvas, each a median."""
    import pyglet

    from sandbox.levels import levels
    from sandbox.render.pictures import offscreen
    from sandbox.window import app
    from sandbox.window.application import make
    from sandbox.workspace.workspace import Workspace

    now = [0]
    workspace = Workspace(Path(folder) / "interface", lambda: now[0])
    level = Path(folder) / "interface.toml"
    levels.write(level, pile(MANY))
    workspace.files.open(level)
    window = pyglet.window.Window(app.WIDTH, app.HEIGHT, config=offscreen.config())
    application = make(window, workspace, level, 1.0)
    workspace.control.run()

    def frame() -> None:
        now[0] += FRAME_NS
        application.frame(0.002)

    frame()
    samples = []
    for _ in range(int(pairs)):
        whole = _thread_ns(frame, 40)
        canvas = _thread_ns(lambda: application.view.draw(application.editor, 0.002), 40)
        samples.append((whole - canvas) / 1e6)
    workspace.close()
    return {"milliseconds": samples}


# -- alternatives


def others(effort: Effort, folder: Path) -> list[Figure]:
    """Measure the loop of pymunk's own examples; and Box2D, if its Python binding (the package Box2D) is installed."""
    times = _child("other_times", str(effort.pairs), PYGLET_HEADLESS="true", GALLIUM_NOOP="1")
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
            figures.append(_figure(key, title, ratios, target, "x", meaning))
    return figures


def other_times(pairs: str) -> dict[str, Any]:
    """Run in a child: thread times in ns of a tenth of a second of play, theirs and ours; and of its ticks alone."""
    samples: dict[str, list[float]] = {"play": [], "examples": [], "tick": [], "box2d": []}
    design = pile(200)
    play = _playing(design)
    step_box2d = _box2d(design)
    session = Session(design)
    session.do(Start())
    for _ in range(4 * int(pairs)):
        if play is not None:
            for name, frame in zip(("play", "examples"), play, strict=True):
                samples[name].append(sum(_thread_ns(frame, 1) for _ in range(6)))
        if step_box2d is not None:
            samples["tick"].append(sum(_thread_ns(session.advance, 1) for _ in range(24)))
            samples["box2d"].append(sum(_thread_ns(step_box2d, 1) for _ in range(24)))
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
        _bare_steps(plain_machine, 4)
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


def _thread_ns(done: Callable[[], object], times: int) -> float:
    spent = []
    for _ in range(times):
        start_ns = time.thread_time_ns()
        done()
        spent.append(time.thread_time_ns() - start_ns)
    return statistics.median(spent)


# -- starting


def starts(effort: Effort, folder: Path) -> list[Figure]:
    """Measure the start of the command line and of the window."""
    figures = []
    data = {"SANDBOX_DATA": str(folder / "start"), "PYGLET_HEADLESS": "true", "LIBGL_ALWAYS_SOFTWARE": "1"}
    picture_code = "import sandbox.bench.bench_program as b; b.first_picture()"
    small = str(folder / "small.replay")
    _record_run(pile(1), Path(small), 3)
    for key, title, command, target, meaning in (
        ("help_seconds", "sandbox --help", ["-m", "sandbox", "--help"], 0.15, "processor time of `sandbox --help`"),
        ("verify_seconds", "Verify one small file", ["-m", "sandbox", "verify", small], 0.5,
         "processor time of `sandbox verify` on a recording of three seconds, both processes of it"),
        ("start_seconds", "First picture", ["-c", picture_code], 1.5,
         "processor time from the start of the program to the first picture of its window, drawn by software"),
    ):  # fmt: skip
        spent = []
        for _ in range(effort.pairs):
            before = _children_seconds()
            ran = subprocess.run([sys.executable, *command], env=os.environ | data, capture_output=True)
            if ran.returncode:
                break
            spent.append(_children_seconds() - before)
        if spent:
            figures.append(_figure(key, title, spent, target, "s", meaning))
    return figures


def first_picture() -> None:
    """Run in a child: start the program as usual, up to the first picture of a level, without a display."""
    import pyglet

    from sandbox.levels import library
    from sandbox.render.pictures import offscreen
    from sandbox.window import app
    from sandbox.window.application import make
    from sandbox.workspace.workspace import Workspace

    window = pyglet.window.Window(app.WIDTH, app.HEIGHT, config=offscreen.config())
    workspace = Workspace(library.data_dir())
    level = library.bundled_levels()[0]
    workspace.files.open(level)
    application = make(window, workspace, level, 1.0)
    application.frame(0.0)
    window.flip()
    pyglet.gl.glFinish()
    os._exit(0)  # the time to shut down is no part of the start


def _children_seconds() -> float:
    """Processor time (s) of all children that have ended; the wall clock where the system does not provide it."""
    try:
        import resource
    except ImportError:
        return time.perf_counter()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _child(what: str, *arguments: str, **environment: str) -> dict[str, Any]:
    """Call the function `what` of this module in a process of its own and return its answer."""
    code = f"import json, sys; from sandbox.bench import bench_program as b; print(json.dumps(b.{what}(*sys.argv[1:])))"
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=os.environ | environment, capture_output=True, text=True
    )
    if ran.returncode:
        raise RuntimeError(f"measuring {what} failed: {ran.stderr.strip().splitlines()[-1:]}")
    answer: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return answer
