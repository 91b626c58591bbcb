"""How long it takes to show any moment of a long run: `python -m tests.tools.scrubbing`.

Ten minutes of 200 bodies, none of which ever rests, are put into a history (noted from poses that are made up, which
is the worst that can be kept), and random moments of them are drawn offscreen. What is told is the processor time of
one such frame, against the 16.7 ms that a screen of 60 Hz gives.
"""

from __future__ import annotations

import os
import statistics
import time
from typing import Any

import numpy as np

os.environ.setdefault("PYGLET_HEADLESS", "true")

BODIES = 200
SECONDS = 600
FRAME = 1 / 60  # s


def never_at_rest(machine: Any, ticks: int) -> Any:
    """A history of a machine whose bodies are somewhere else on every tick."""
    from sandbox.commands.commands import Start
    from sandbox.commands.session import Session
    from sandbox.workspace.past.history import History

    session = Session(machine.design)
    session.do(Start())
    chronicle = History(machine.design)
    chronicle.command(session, Start())
    run = chronicle.run
    assert run is not None and session.machine is not None
    made_up = session.machine
    phases = np.arange(len(made_up.rows))
    for tick in range(1, ticks + 1):
        rows = made_up.rows.copy()
        rows[:, 0] += 0.2 * np.sin(0.01 * tick + phases)
        rows[:, 2] = 0.003 * tick + phases
        made_up.read_rows = lambda rows=rows: rows  # type: ignore[method-assign, misc]
        run.note(made_up, tick, ())
        if tick % 256 == 0:
            chronicle._bound()
    return chronicle


def measure(bodies: int = BODIES, seconds: int = SECONDS, frames: int = 200) -> dict[str, float]:
    """CPU seconds of a frame that shows a random moment: the median and the longest; and what is kept, in bytes."""
    import pyglet

    from sandbox.bench.scenes import pile
    from sandbox.machine.machine import Machine
    from sandbox.render.pictures import offscreen

    offscreen.ensure_context()
    from sandbox.render.camera import Camera
    from sandbox.render.canvas import Canvas
    from sandbox.render.past_scene import PastDrawer

    machine = Machine(pile(bodies))
    chronicle = never_at_rest(machine, seconds * machine.design.world.tick_rate)
    canvas, camera, target = Canvas(), Camera(1280, 720), offscreen.Target(1280, 720)
    past_drawer = PastDrawer(canvas)
    chance = np.random.default_rng(1)
    costs, lookups = [], []
    with target:
        for place in chance.integers(0, chronicle.last, frames).tolist():
            begin = time.process_time()
            moment = chronicle.at(place)
            moment.run.rows(moment.tick)
            lookups.append(time.process_time() - begin)
            begin = time.process_time()
            past_drawer.show(chronicle.at(place))
            canvas.draw(0.0, camera)
            costs.append(time.process_time() - begin)
            pyglet.gl.glFinish()
    run = chronicle.runs[0]
    return {
        "ticks": run.length,
        "bytes": chronicle.nbytes,
        "exact": float(not chronicle.thinned),
        "lookup": statistics.median(lookups),
        "median": statistics.median(costs[1:]),
        "longest": max(costs[1:]),
    }


def main() -> None:
    found = measure()
    print(f"{found['ticks']:.0f} ticks of {BODIES} bodies in {found['bytes'] / 1e6:.0f} MB, every tick kept: "
          f"{'yes' if found['exact'] else 'no'}")  # fmt: skip
    for name in ("lookup", "median", "longest"):
        print(f"{name:8} {1000 * found[name]:7.2f} ms   {found[name] / FRAME:6.1%} of a frame")


if __name__ == "__main__":
    main()
