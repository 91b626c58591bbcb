"""Measures what our functions that the engine calls in a step cost: laws of motion, and notes of collisions."""

from __future__ import annotations

from sandbox.bench.bare_side import BareSide, CalledSide
from sandbox.bench.timing import no_collector
from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design

TURN = 30  # ticks that both sides step before they are set to the poses of the run again


def callback_ratio(design: Design, ticks: int) -> float:
    """Return how many times as long an engine's step takes with callbacks of ours as without, in a running design.

    Between other work, which takes the processor's caches, any step takes longer than in a loop of its own: up to 1.5
    times as long for 400 active parts. So the steps of a run must not be compared with those of a bare loop. Here the
    same work surrounds both: each tick of the run is followed by a step of two machines that are set to its poses,
    one with our callbacks and one without. Each of the two is first on every other tick.

    The machine that is built first lies better in memory, which is worth a few per cent, so each is first once.
    """
    orders: tuple[tuple[type[CalledSide], ...], ...] = ((CalledSide, BareSide), (BareSide, CalledSide))
    spent = {CalledSide: 0, BareSide: 0}
    for order in orders:
        sides = [make(design) for make in order]
        step_after_ticks(design, sides, ticks)
        for side in sides:
            spent[type(side)] += side.spent
    return spent[CalledSide] / spent[BareSide]


def step_after_ticks(design: Design, sides: list[CalledSide], ticks: int) -> None:
    """Run a design for so many ticks from Start on; after each of them let all sides that follow it make a step."""
    session = Session(design)
    session.do(Start())
    assert session.machine is not None
    with no_collector():
        for tick in range(ticks):
            if tick % TURN == 0:
                for side in sides:
                    side.follow(session.machine)
            session.advance()
            for side in sides if tick % 2 else reversed(sides):
                side.step()
