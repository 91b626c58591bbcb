"""A loop: the run of a small design, drawn over and over for as long as somebody looks."""

from __future__ import annotations

from typing import NamedTuple

from sandbox.commands.commands import Press, Start
from sandbox.commands.session import Session
from sandbox.design.design import Design, Id
from sandbox.render.camera import Camera
from sandbox.render.canvas import Canvas
from sandbox.render.pictures.offscreen import Pixels, Target
from sandbox.render.run_scene import RunScene, SceneMoment


class Loop(NamedTuple):
    """A design whose run begins anew after some seconds, and the part that is pressed in it; 0: none."""

    design: Design
    seconds: float
    pressed: Id = 0
    pressed_at: float = 0.0  # s


class LoopPlayer:
    """Draws loops, one at a time, on a canvas."""

    def __init__(self, canvas: Canvas, width: int, height: int) -> None:
        """Prepare pictures of `width` by `height` pixels."""
        self.width, self.height = width, height
        self._scene = RunScene(canvas)
        self._target = Target(width, height)
        self._loop: Loop | None = None
        self._session: Session | None = None
        self._round = 0
        self._waiting = 0  # the part that is still to be pressed

    def picture(self, loop: Loop, seconds: float, still: bool = False) -> Pixels:
        """Return the picture of a loop at a time; the next call overwrites the pixels.

        They are (height, width, 4), top row first. `still`: nothing flashes or flies but the machine.
        """
        rounds, passed = divmod(seconds, loop.seconds)
        session = self._session
        if session is None or loop is not self._loop or int(rounds) != self._round:
            session = self._begin(loop, int(rounds))
        self._advance(session, loop, passed)
        self._scene.still = still
        self._scene.watch(session, session.take_events())
        self._scene.show(session)
        world = loop.design.world
        zoom = min(self.width / world.width, self.height / world.height)
        camera = Camera(self.width, self.height, world.width / 2, world.height / 2, zoom)
        with self._target as target:
            self._scene.draw(SceneMoment(session.design, session.machine, session.tick), camera)
            return target.read()

    def close(self) -> None:
        """Free the graphics card's memory."""
        self._target.delete()

    def _begin(self, loop: Loop, rounds: int) -> Session:
        self._loop, self._round, self._waiting = loop, rounds, loop.pressed
        self._session = session = Session(loop.design)
        session.do(Start())
        self._scene.leave()
        return session

    def _advance(self, session: Session, loop: Loop, passed: float) -> None:
        """Bring a session to `passed` seconds after its start, with the press on the way."""
        tick, press = (round(moment * session.tick_rate) for moment in (passed, loop.pressed_at))
        if self._waiting and press <= tick:
            session.advance(max(0, press - session.tick))
            session.do(Press(self._waiting))
            self._waiting = 0
        if tick > session.tick:
            session.advance(tick - session.tick)
