"""The camera of a film: it shows the whole level or a region of it, or follows a part. Nothing is drawn here."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from sandbox.commands.session import Session
from sandbox.design.geometry import Box, Point
from sandbox.machine.machine import Machine
from sandbox.render.camera import Camera
from sandbox.render.pictures.film_options import FIT, CameraAim
from sandbox.render.pictures.film_plan import FilmView

_MARGIN = 0.02
_FOLLOWED = 0.4  # share of the level's width that a camera shows while it follows a part
_LAG = 0.12  # s: time constant of the camera that follows a part
_AHEAD = 0.25  # s of a body's flight that the camera looks ahead
_AROUND = 0.3  # m beside a body that flies above the level
_LINGER = 1.5  # s for which the sky stays in the picture: what burst there is seen until it has faded
_RETURN = 0.6  # s: time constant of the camera that comes back to the level


class FilmCamera:
    """Points a camera at each moment of a film, in their order."""

    def __init__(self, width: int, height: int, aim: CameraAim = FIT, followed: int = 0) -> None:
        self._camera = Camera(width, height)
        self._aim, self._followed = aim, followed
        self._last: tuple[float, float, float] | None = None  # where it looked (m), and when (s)
        self._sky = _Sky()

    def look(self, session: Session, passed: float, view: FilmView | None = None) -> Camera:
        """Point the camera, at a view if the film has one. Otherwise it follows a part softly and does not show
        anything beyond the level's edges.
        """
        world, aim, camera = session.design.world, self._aim, self._camera
        if view is not None:
            camera.x, camera.y, camera.zoom = view.x, view.y, camera.width / view.width
            return camera
        level = Box(0.0, 0.0, world.width, world.height)
        camera.fit(level, _MARGIN)
        if not (aim.width or self._followed):
            self._show_sky(session, passed, level)
            return camera
        camera.zoom = camera.width / (aim.width or _FOLLOWED * world.width)
        if not self._followed:
            camera.x, camera.y = aim.x, aim.y
            return camera
        to = _position(session, self._followed) or (camera.x, camera.y)
        now = session.tick / session.tick_rate + passed
        x, y, then = self._last if self._last is not None else (*to, now)
        share = 1.0 - math.exp(-max(0.0, now - then) / _LAG)
        x, y = x + (to[0] - x) * share, y + (to[1] - y) * share
        self._last = (x, y, now)
        camera.x = within(x, to[0], camera.width / 2 / camera.zoom, world.width)
        camera.y = within(y, to[1], camera.height / 2 / camera.zoom, world.height)
        return camera

    def _show_sky(self, session: Session, passed: float, level: Box) -> None:
        """Widen the view of the whole level to things that fly above it, no farther up than needed."""
        camera = self._camera
        wide = self._sky.look(session, passed, level)
        if wide == level:
            return
        camera.fit(wide, _MARGIN)
        room = camera.height * (0.5 - _MARGIN) / camera.zoom
        camera.y = max((level.y0 + level.y1) / 2, wide.y1 - room)


class _Sky:
    """Finds things that have left a level through its open top, and how far a view of the level has to reach for
    them."""

    def __init__(self) -> None:
        self._reach = np.zeros(3)  # m beyond the level's left edge, right edge and top, as the view is
        self._wanted = np.zeros(3)  # m, as it will be
        self._seen = -math.inf  # s, when something was last above the level
        self._then = -math.inf  # s, of the last look

    def look(self, session: Session, passed: float, level: Box) -> Box:
        """Return the box to show at a moment, the moments in their order: it follows softly, and returns late."""
        now = session.tick / session.tick_rate + passed
        beyond = _beyond(session.machine, level) if session.machine is not None else None
        if beyond is not None:
            self._seen, self._wanted = now, np.maximum(self._wanted, beyond)
        elif now - self._seen > _LINGER:
            self._wanted = np.zeros(3)
        slowness = np.where(self._wanted > self._reach, _LAG, _RETURN)
        self._reach += (self._wanted - self._reach) * (1.0 - np.exp(-max(0.0, now - self._then) / slowness))
        self._then = now
        left, right, up = self._reach.tolist()
        return Box(level.x0 - left, level.y0, level.x1 + right, level.y1 + up)


def _beyond(machine: Machine, level: Box) -> npt.NDArray[np.float64] | None:
    """Measure how far (m) beyond a level's left edge, right edge and top its flying bodies are or will soon be.

    None if nothing flies above the level.
    """
    rows = machine.read_rows()
    places, velocities = rows[:, :2], rows[:, 3:5]
    ahead = places + _AHEAD * velocities
    above = places[:, 1] > level.y1  # not what is only on its way there: it may meet a ceiling
    moving = np.any(velocities != 0.0, axis=1)
    flying = [row for row in np.flatnonzero(above & moving) if not machine.is_gone(int(machine.row_part[row]))]
    if not flying:
        return None
    around = np.concatenate([places[flying], ahead[flying]])
    (x0, _), (x1, y1) = around.min(axis=0) - _AROUND, around.max(axis=0) + _AROUND
    return np.maximum(0.0, [level.x0 - x0, x1 - level.x1, y1 - level.y1])


def _position(session: Session, part: int) -> Point | None:
    """Current position of a part; None before it is placed."""
    if session.machine is not None and part in session.machine.design.part_by_id:
        x, y, *_ = session.machine.motion(part)
        return x, y
    spec = session.design.part_by_id.get(part)
    return (spec.x, spec.y) if spec is not None else None


def within(middle: float, target: float, half: float, length: float) -> float:
    """Middle of a view that shows nothing beyond a level's edges, unless the followed point is there."""
    low, high = min(half, target), max(length - half, target)
    return min(high, max(low, middle)) if low <= high else length / 2
