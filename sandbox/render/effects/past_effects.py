"""The effects of a past run, rebuilt from its history for whatever tick is shown.

An effect is a pure function of the time since its tick, so its kind and its tick are enough.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence

import numpy as np

from sandbox.design.geometry import Point
from sandbox.render.effects.confetti import Confetti
from sandbox.render.effects.effect import PARTS_ROPES, Effect
from sandbox.render.effects.explosions import effects_of
from sandbox.render.effects.falling_rope import FallingRope, falling_ropes
from sandbox.render.effects.live_effects import MOST
from sandbox.render.instances import pieces
from sandbox.render.instances.layout import CORD_DYNAMIC
from sandbox.workspace.past.past_machine import PastMachine
from sandbox.workspace.past.runs import PastRun

LONGEST = 60.0  # s that an effect lives
_COLUMNS = CORD_DYNAMIC.itemsize // 4


class PastEffects:
    """Effects that follow from a run's events, casts and end. Each effect is made when it is first shown."""

    def __init__(self, run: PastRun) -> None:
        self._run = run
        self._cuts = run.cuts
        self._then = PastMachine(run)
        self._made: dict[tuple[str, int], list[Effect]] = {}

    def of(self, run: PastRun) -> bool:
        """Tell whether these are the effects of that run in its present state."""
        return run is self._run and run.cuts == self._cuts

    def at(self, tick: int, leftover: float = 0.0) -> list[tuple[Effect, float]]:
        """Return the effects visible `leftover` seconds after a tick, each with its age in seconds; oldest first."""
        run = self._run
        first = tick - int(LONGEST / run.dt)
        active: list[Effect] = []
        for nth in range(_since(run.seen, first), len(run.seen)):
            if run.seen[nth][0] > tick:
                break
            active += self._once(self._begun, nth)
        first = tick - int(FallingRope.life / run.dt) - 1
        for nth in range(max(1, _since(run.casts, first)), len(run.casts)):
            if run.casts[nth][0] > tick:
                break
            active += self._once(self._fallen, nth)
        if run.won is not None and run.won <= tick:
            active += self._once(self._solved, run.won)
        self._then.to(tick)
        ages = [(effect, (tick - effect.tick) * run.dt + leftover) for effect in active]
        ages = [(effect, age) for effect, age in ages if age < effect.life and not effect.over]
        return sorted(ages, key=lambda of: -of[1])[-MOST:]

    def _once(self, make: Callable[[int], list[Effect]], nth: int) -> list[Effect]:
        key = make.__name__, nth
        cached = self._made.get(key)
        if cached is None:
            cached = self._made[key] = make(nth)
        return cached

    def _solved(self, tick: int) -> list[Effect]:
        world = self._run.design.world
        return [Confetti(tick, world.width, world.height)]

    def _begun(self, nth: int) -> list[Effect]:
        _, event = self._run.seen[nth]
        return effects_of(self._then.to(event.tick), event)

    def _fallen(self, nth: int) -> list[Effect]:
        """Return the ropes that a change of the cast removed, falling from their last positions."""
        run = self._run
        (_, before), (tick, _) = run.casts[nth - 1 : nth + 1]
        cuts: dict[int, Point] = {
            event.other: (event.x, event.y) for when, event in run.seen if event.what in PARTS_ROPES and when <= tick
        }
        _, rows, states = run.rows(tick - 1)
        cast_before = pieces.RunLayout(run.row_of, run.slot_of, before.parts, before.links)
        cords = pieces.of_cast(run.design, cast_before, rows).behind
        moving = np.zeros((len(cords.static), _COLUMNS), np.float32)
        cords.fill(moving, rows, states)
        return falling_ropes(self._then.to(tick), tick, cords.drawn(moving), cuts)


def _since(changes: Sequence[tuple[int, object]], tick: int) -> int:
    """Index of the first change on or after a tick."""
    return bisect.bisect_left(changes, tick, key=lambda change: change[0])
