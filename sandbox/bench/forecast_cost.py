"""Measures forecasts as the window uses them: how soon the first path is there, and what asking costs a frame."""

from __future__ import annotations

import time

from msgspec.structs import replace

from sandbox.bench.figures import Figure, figure_of
from sandbox.bench.scenes import pile
from sandbox.design.design import Design
from sandbox.workspace.forecast.forecaster import Forecaster

BODIES = 60
FIRST_MS = 150.0  # the target for the first path
FRAME_S = 1 / 60
ROUNDS = 5
_LOOK_S = 0.0005  # between two looks for an answer
_PATIENCE_S = 60.0


def measure() -> list[Figure]:
    """Measure by the wall clock: another process does the work, and the user waits for it."""
    design, forecaster = pile(BODIES), Forecaster()
    try:
        _first_path(forecaster, design, 0)  # the process has to start, which it does when the window opens
        firsts, shares = [], []
        for turn in range(1, ROUNDS + 1):
            seconds, call_s = _first_path(forecaster, design, turn)
            firsts.append(1000 * seconds)
            shares.append(100 * call_s / FRAME_S)
    finally:
        forecaster.close()
    return [
        figure_of(
            "forecast_first", "Forecast, first path", firsts, FIRST_MS, "ms",
            f"from a change of a design of {BODIES} bodies to the first path that is drawn, by the wall clock",
        ),
        figure_of(
            "forecast_frame", "Forecast, in a frame", shares, 1.0, "% of a frame",
            "asking for a forecast and looking for an answer, on the window's thread, of a sixtieth of a second",
        ),
    ]  # fmt: skip


def _first_path(forecaster: Forecaster, design: Design, turn: int) -> tuple[float, float]:
    """Return the seconds from a request to the first answer, and the seconds that one request and one look take."""
    ball = design.parts[-1]
    changed = replace(design, parts=(*design.parts[:-1], replace(ball, y=ball.y + 0.001 * turn)))
    asked = time.perf_counter()
    cpu = time.thread_time()
    forecaster.ask(changed, 0)
    forecaster.poll()
    call_s = time.thread_time() - cpu
    while (answer := forecaster.poll()) is None or answer.design is not changed:
        if time.perf_counter() - asked > _PATIENCE_S:
            raise RuntimeError("no forecast has come")
        time.sleep(_LOOK_S)
    first_s = time.perf_counter() - asked
    while forecaster.waiting:  # the next round shall not end this one early
        forecaster.poll()
        time.sleep(_LOOK_S)
    return first_s, call_s
