"""Drawing what was: a past moment in place of the present, another run through this one, and traces of motion."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sandbox.parts import blueprint
from sandbox.window import pieces
from sandbox.window.aftermath import Aftermath
from sandbox.window.canvas import Canvas
from sandbox.window.chronicle import Cast, Moment, Run
from sandbox.window.effects import Effect
from sandbox.window.overlay import Overlay
from sandbox.window.pieces import Pieces


class Echo(NamedTuple):
    """Another run on a tick that is as long after its Start.

    `before` is that tick, too; but the one before where the picture is on the way from that.
    """

    run: Run
    tick: int
    before: int


class Scene(NamedTuple):
    """What to show beside the machine, or instead of it."""

    moment: Moment | None = None  # None: the present
    echo: Echo | None = None
    paint: Callable[[Overlay], object] | None = None  # more marks


NOTHING = Scene()


class Retrospect:
    """Hands a canvas moments of the past and echoes of other runs; only what has changed."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._shown: tuple[object, ...] = ()
        self._tick: tuple[object, int] | None = None
        self._echo: tuple[object, ...] = ()
        self._echo_tick: Echo | None = None
        self._aftermath: Aftermath | None = None

    def leave(self) -> None:
        """The present is on the canvas."""
        self._shown, self._tick = (), None

    def show(self, moment: Moment) -> None:
        """A past moment."""
        run = moment.run
        if run is None:
            if self._shown != (moment.design,):
                self._shown, self._tick = (moment.design,), None
                self._canvas.show_design(moment.design)
            return
        cast = run.cast(moment.tick)
        if self._shown != (run, cast):
            self._shown, self._tick = (run, cast), None
            self._canvas.show_pieces(_pieces(run, cast), run.design.world)
        if self._tick != (run, moment.tick):
            self._tick = run, moment.tick
            _, rows, states = run.rows(moment.tick)
            self._canvas.tick(rows, states)

    def effects(self, moment: Moment, leftover: float) -> list[tuple[Effect, float]]:
        """What there was to see of what had just happened, `leftover` seconds after a moment; each with its age."""
        run = moment.run
        if run is None:
            return []
        if self._aftermath is None or not self._aftermath.of(run):
            self._aftermath = Aftermath(run)
        return self._aftermath.at(moment.tick, leftover)

    def show_echo(self, echo: Echo | None) -> None:
        """Another run as it was; None: no longer."""
        if echo is None:
            if self._echo:
                self._echo, self._echo_tick = (), None
                self._canvas.show_echo(None)
            return
        run, tick, before = echo
        cast = run.cast(tick)
        if self._echo != (run, cast):
            self._echo, self._echo_tick = (run, cast), None
            self._canvas.show_echo(_pieces(run, cast, pieces.ECHO, _fixed(run)))
        if self._echo_tick != echo:
            self._echo_tick = echo
            _, rows, states = run.rows(before)
            self._canvas.tick_echo(rows, states if before == tick else run.at(tick)[2])


def _pieces(run: Run, cast: Cast, style: float = pieces.SOLID, hidden: frozenset[int] = frozenset()) -> Pieces:
    there = pieces.Cast(run.row_of, run.slot_of, cast.parts, cast.links)
    return pieces.of_cast(run.design, there, np.zeros((len(run.row_part), 6)), style, hidden)


def _fixed(run: Run) -> frozenset[int]:
    """Parts that never move: an echo of them would only be a film over what is there already."""
    return frozenset(
        spec.id for spec in run.design.parts if all(body.kind == "static" for body in blueprint(spec).bodies)
    )


__all__ = ["NOTHING", "Echo", "Retrospect", "Scene"]
