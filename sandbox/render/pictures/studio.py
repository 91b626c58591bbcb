"""Draws the frames of films and pictures off the screen, by the same path as the window draws a run.

Import it after `offscreen.ensure_context`: it imports pyglet's graphics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandbox.commands.session import Session
from sandbox.machine.machine import Event
from sandbox.render.camera import Camera
from sandbox.render.canvas import Canvas
from sandbox.render.colours import LIGHT, ColourScheme
from sandbox.render.effects.confetti import Confetti
from sandbox.render.marks import traces
from sandbox.render.overlay import Overlay
from sandbox.render.pictures import title_card
from sandbox.render.pictures.chain_ribbon import ChainRibbon
from sandbox.render.pictures.film_camera import FilmCamera
from sandbox.render.pictures.film_options import FIT, CameraAim
from sandbox.render.pictures.film_plan import Film, Script, Shot
from sandbox.render.pictures.film_player import FilmPlayer
from sandbox.render.pictures.offscreen import Pixels, Target
from sandbox.render.run_scene import RunScene, SceneMoment, show_hands
from sandbox.render.scenes.scenery import FULL
from sandbox.workspace.past.history import History

_LEAD = Confetti.life  # s: before a moment; no effect but a burning fuse is visible for longer
_NATURAL_WIDTH = 1280  # px of a picture in which marks have the size that they have in the window


class StudioLook(NamedTuple):
    """The looks of a film: its colours, and what it shows besides the machine."""

    palette: ColourScheme = LIGHT
    still: bool = False  # reduced motion: nothing flashes or flies but the machine
    trails: tuple[int, ...] = ()  # parts whose way is drawn
    scenes: str = FULL  # of `scenery.MODES`
    chain: bool = False  # the longest chain so far, in a ribbon


PLAIN = StudioLook()


class Studio:
    """A canvas with a target of a fixed size, and a camera."""

    def __init__(
        self, width: int, height: int, aim: CameraAim = FIT, followed: int = 0, look: StudioLook = PLAIN
    ) -> None:  # fmt: skip
        self.width, self.height = width, height
        self._canvas = Canvas(scale=max(0.6, width / _NATURAL_WIDTH))
        self._canvas.wear(look.palette)
        self._scene = RunScene(self._canvas)
        self._scene.still = look.still
        self._canvas.scenery.mode = look.scenes
        self._target = Target(width, height)
        self._aim, self._followed, self._trails = aim, followed, look.trails
        self._look = look
        self._history: History | None = None

    def picture(self, script: Script, moment: Shot) -> Pixels:
        """Draw one moment; the next drawing overwrites the pixels."""
        (pixels,) = self.film(Film(script, [moment], 1))
        return pixels

    def film(self, film: Film) -> Iterator[Pixels]:
        """Yield the frames in order; each overwrites the one before."""
        self._history = History(film.script.design) if self._trails else None
        camera = FilmCamera(self.width, self.height, self._aim, self._followed)
        ribbon = self._ribbon(film) if self._look.chain else None
        frames = FilmPlayer(film.script, self._history).play(film.moments, self._watch, _LEAD)
        for index, (session, passed) in enumerate(frames):
            view = film.views[index] if film.views else None
            pixels = self._draw(session, passed, camera.look(session, passed, view))
            if ribbon is not None:
                ribbon.draw(pixels, session.tick)
            if film.card is not None and index < film.card.frames:
                title_card.draw(pixels, film.card, index, film.fps)
            yield pixels

    def _ribbon(self, film: Film) -> ChainRibbon:
        canvas = Canvas(self._canvas.scale)
        canvas.wear(self._look.palette)
        return ChainRibbon(canvas, film.script, film.moments[-1])

    def present(self, session: Session) -> Pixels:
        """Draw a session as it is now, without effects of what happened before; the next drawing overwrites it."""
        self._scene.show(session)
        camera = FilmCamera(self.width, self.height, self._aim, self._followed)
        return self._draw(session, 0.0, camera.look(session, 0.0))

    def close(self) -> None:
        self._target.delete()

    def _watch(self, session: Session, events: Sequence[Event]) -> None:
        self._scene.watch(session, events)
        self._scene.show(session)

    def _draw(self, session: Session, passed: float, camera: Camera) -> Pixels:
        goals_met = tuple(goal.met for goal in session.goals)
        moment = SceneMoment(session.design, session.machine, session.tick, goals_met, passed)

        def hand(overlay: Overlay) -> None:
            show_hands(overlay, session.machine)

        def trails(overlay: Overlay) -> None:
            if self._history is not None and self._history.run is not None:
                traces.paint_trails(overlay, self._history.run, self._trails, session.tick)

        with self._target as target:
            self._scene.draw(moment, camera, hand, trails)
            return target.read()
