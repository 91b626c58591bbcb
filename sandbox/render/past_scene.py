"""Draws the past: a past moment in place of the present, another run over this one, and traces of motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sandbox.parts import blueprint
from sandbox.render.canvas import Canvas
from sandbox.render.effects.effect import Effect
from sandbox.render.effects.past_effects import PastEffects
from sandbox.render.instances import pieces
from sandbox.render.instances.forms import ECHO, SOLID
from sandbox.render.instances.pieces import Pieces
from sandbox.render.overlay import Overlay
from sandbox.workspace.past.history import Moment
from sandbox.workspace.past.runs import InPlace, PastRun


class Echo(NamedTuple):
    """Another run, on the tick that is as far from its Start as the shown moment is from its own Start.

    `before` is the same tick, or the one before it if the picture is interpolated from there.
    """

    run: PastRun
    tick: int
    before: int


class PastScene(NamedTuple):
    """Extra content of a frame, drawn beside the machine or instead of it."""

    moment: Moment | None = None  # None: the present
    echo: Echo | None = None
    paint: Callable[[Overlay], object] | None = None  # more marks


NOTHING = PastScene()


class PastDrawer:
    """Hands a canvas past moments and echoes of other runs, and only what has changed since the last call."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._shown: tuple[object, ...] = ()
        self._tick: tuple[object, int] | None = None
        self._echo: tuple[object, ...] = ()
        self._echo_tick: Echo | None = None
        self._past_effects: PastEffects | None = None

    def leave(self) -> None:
        """Note that the canvas shows the present again."""
        self._shown, self._tick = (), None

    def show(self, moment: Moment) -> None:
        """Show a past moment."""
        run = moment.run
        if run is None:
            if self._shown != (moment.design,):
                self._shown, self._tick = (moment.design,), None
                self._canvas.show_design(moment.design)
            return
        cast = run.cast(moment.tick)
        if self._shown != (run, cast):
            self._shown, self._tick = (run, cast), None
            self._canvas.show_pieces(_pieces(run, cast), run.design)
        if self._tick != (run, moment.tick):
            self._tick = run, moment.tick
            _, rows, states = run.rows(moment.tick)
            self._canvas.tick(rows, states)

    def effects(self, moment: Moment, leftover: float) -> list[tuple[Effect, float]]:
        """Return the effects visible `leftover` seconds after a moment, each with its age in seconds."""
        run = moment.run
        if run is None:
            return []
        if self._past_effects is None or not self._past_effects.of(run):
            self._past_effects = PastEffects(run)
        return self._past_effects.at(moment.tick, leftover)

    def show_echo(self, echo: Echo | None) -> None:
        """Show another run over this one; None ends it."""
        if echo is None:
            if self._echo:
                self._echo, self._echo_tick = (), None
                self._canvas.show_echo(None)
            return
        run, tick, before = echo
        cast = run.cast(tick)
        if self._echo != (run, cast):
            self._echo, self._echo_tick = (run, cast), None
            self._canvas.show_echo(_pieces(run, cast, ECHO, _fixed(run)))
        if self._echo_tick != echo:
            self._echo_tick = echo
            _, rows, states = run.rows(before)
            self._canvas.tick_echo(rows, states if before == tick else run.at(tick)[2])


def _pieces(run: PastRun, cast: InPlace, style: float = SOLID, hidden: frozenset[int] = frozenset()) -> Pieces:
    drawn_cast = pieces.RunLayout(run.row_of, run.slot_of, cast.parts, cast.links)
    return pieces.of_cast(run.design, drawn_cast, np.zeros((len(run.row_part), 6)), style, hidden)


def _fixed(run: PastRun) -> frozenset[int]:
    """Ids of the parts that never move: an echo of them would only be a film over the same parts in the scene."""
    return frozenset(
        spec.id for spec in run.design.parts if all(body.kind == "static" for body in blueprint(spec).bodies)
    )
