"""Measures how the cost of a tick, and of a frame, grows with the number of active parts: fifty to sixteen hundred."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any, NamedTuple

from sandbox.bench.bare_side import BareSide
from sandbox.bench.calls import call_in_child
from sandbox.bench.scenes import ACTIVE_PARTS, halls
from sandbox.bench.timing import Stopwatch, no_collector, thread_ns
from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.tasks.progress import ShowProgress, unseen

HALLS = (1, 2, 4, 8, 16, 32)  # in one, fifty active parts in each
QUICK_HALLS = (1, 2, 4)
ROUNDS, QUICK_ROUNDS = 3, 1
TURN = 30  # ticks that the bare side steps before it is set to the machine's poses again
_FRAMES = 20


class Ticks(NamedTuple):
    """Processor time of some ticks of a run in ns: of all, of the engine's steps in them, and of as many bare steps."""

    whole: int
    steps: int
    bare: int


class SizeCost(NamedTuple):
    """What a run of so many active parts costs: us of processor time for a tick, and ms for a frame."""

    parts: int
    tick: float
    low: float
    high: float
    step: float  # us: the engine's step, of that tick
    bare: float  # us: a step in the bare loop of the same bodies, joints and springs
    frame: float | None  # ms: a frame with new poses; None if nothing can be drawn here
    rate: int  # ticks a second

    @property
    def load(self) -> float:
        """The share of a core that the run takes in real time."""
        return self.tick * self.rate / 1e6

    def power_over(self, smaller: SizeCost) -> float:
        """Return the power of the number of parts with which the load grows from a smaller run to this one."""
        return math.log(self.tick / smaller.tick) / math.log(self.parts / smaller.parts)


def measure(quick: bool = False, progress: ShowProgress = unseen) -> list[SizeCost]:
    """Measure runs from Start on, the smallest first: a minute or two. All sizes take turns."""
    sizes, rounds, seconds = (QUICK_HALLS, QUICK_ROUNDS, 0.25) if quick else (HALLS, ROUNDS, 1.0)
    designs = [halls(count) for count in sizes]
    runs: list[list[Ticks]] = [[] for _ in sizes]
    work, done = rounds * sum(sizes), 0
    for _ in range(rounds):
        for count, design, run in zip(sizes, designs, runs, strict=True):
            progress(done, work, f"{ACTIVE_PARTS * count} parts")
            run.append(ticks_of(design, round(seconds * design.world.tick_rate)))
            done += count
    drawn = call_in_child(frame_times, list(sizes), PYGLET_HEADLESS="true", GALLIUM_NOOP="1")
    progress(1.0)
    return [
        _growth(ACTIVE_PARTS * count, run, frame, design.world.tick_rate, round(seconds * design.world.tick_rate))
        for count, design, run, frame in zip(sizes, designs, runs, drawn["milliseconds"], strict=True)
    ]


def _growth(parts: int, runs: Sequence[Ticks], frame: float | None, rate: int, ticks: int) -> SizeCost:
    """Summarize the runs of one size, each of so many ticks."""
    whole, steps, bare = ([time / ticks / 1000.0 for time in times] for times in zip(*runs, strict=True))
    middles = statistics.median(whole), min(whole), max(whole), statistics.median(steps), statistics.median(bare)
    return SizeCost(parts, *middles, frame, rate)


def ticks_of(design: Design, ticks: int) -> Ticks:
    """Run a design for so many ticks from Start on, in whole turns, and measure them and the engine's steps in them."""
    session, bare = Session(design), BareSide(design)
    session.do(Start())
    assert session.machine is not None
    clock = _StepClock(session.machine)
    whole = 0
    with no_collector():
        for _ in range(ticks // TURN):
            bare.turn(session.machine, TURN)
            with Stopwatch() as running:
                session.advance(TURN)
            whole += running.ns
    return Ticks(whole, clock.ns, bare.spent)


class _StepClock:
    """Measures the engine's steps of a machine in their places, between what acts before them and after."""

    def __init__(self, machine: Machine) -> None:
        self.ns = 0
        self._step = machine.space.step_straight
        machine.space.step_straight = self._measured  # type: ignore[method-assign]

    def _measured(self, dt: float) -> None:
        with Stopwatch() as stepping:
            self._step(dt)
        self.ns += stepping.ns


def frame_times(copies: Sequence[int]) -> dict[str, Any]:
    """Run in a child: ms of a frame with a tick's new poses for each number of halls, None where none can be drawn."""
    from sandbox.errors import Refused
    from sandbox.render.pictures import offscreen

    try:
        offscreen.ensure_context()
    except Refused:
        return {"milliseconds": [None for _ in copies]}
    from sandbox.render.camera import Camera
    from sandbox.render.canvas import Canvas

    times = []
    with offscreen.Target(1280, 720):
        for count in copies:
            machine, canvas, camera = Machine(halls(count)), Canvas(), Camera(1280, 720)
            canvas.show_machine(machine)

            def frame(machine: Machine = machine, canvas: Canvas = canvas, camera: Camera = camera) -> None:
                canvas.tick(machine.read_rows(), machine.states)
                canvas.draw(0.002, camera)

            frame()
            times.append(thread_ns(frame, _FRAMES) / 1e6)
    return {"milliseconds": times}
