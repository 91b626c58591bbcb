"""The camera of a film: it shows the whole level or a region of it, or follows a part. Nothing is drawn here."""

from __future__ import annotations

import math

from sandbox.commands.session import Session
from sandbox.design.geometry import Box, Point
from sandbox.render.camera import Camera
from sandbox.render.pictures.film_plan import FIT, CameraAim, FilmView

_MARGIN = 0.02
_FOLLOWED = 0.4  # share of the level's width that a camera shows while it follows a part
_LAG = 0.12  # s: time constant of the camera that follows a part


class FilmCamera:
    """Points a camera at each moment of a film, in their order."""

    def __init__(self, width: int, height: int, aim: CameraAim = FIT, followed: int = 0) -> None:
        self._camera = Camera(width, height)
        self._aim, self._followed = aim, followed
        self._last: tuple[float, float, float] | None = None  # where it looked (m), and when (s)

    def look(self, session: Session, passed: float, view: FilmView | None = None) -> Camera:
        """Point the camera, at a view if the film has one. Otherwise it follows a part softly and does not show
        anything beyond the level's edges.
        """
        world, aim, camera = session.design.world, self._aim, self._camera
        if view is not None:
            camera.x, camera.y, camera.zoom = view.x, view.y, camera.width / view.width
            return camera
        camera.fit(Box(0.0, 0.0, world.width, world.height), _MARGIN)
        if not (aim.width or self._followed):
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


__all__ = ["FilmCamera", "within"]
