"""Draws who is at home in a scene: a head over the lower edge of the view, with eyes that look at something.

Each mood has a shape of its own: brows, mouth and arms tell it without colour.
"""

from __future__ import annotations

import math
from typing import Literal

from sandbox.design.geometry import Box, Point
from sandbox.render.camera import Camera
from sandbox.render.mark_list import Colour, MarkList
from sandbox.render.marks.residents import Resident

Mood = Literal["looking", "startled", "worried", "sad", "cheering"]

HEAD = 23.0  # px: radius of a head
FROM_EDGE = 46.0  # px: from the left edge of the view to the middle of the head
_UP = 30.0  # px: from the lower edge of the view to the middle of the head
_EYE_X, _EYE_Y, _EYE, _PUPIL = 8.5, 5.0, 6.4, 3.1  # px
_GAZE = 2.9  # px that a pupil goes from the middle of its eye
_FAR = 400.0  # px: things this far away turn the eyes almost all the way
_JUMP = 9.0  # px: how high one who cheers hops
_HOPS = 2.2  # a second
_INK: Colour = (40, 36, 44)
_WHITE: Colour = (255, 255, 255)
_BEAK: Colour = (240, 168, 52)
_NOSE: Colour = (58, 44, 48)


def place(camera: Camera, scale: float, foot: float = 0.0, at_right: bool = False) -> Point:
    """Return where the middle of the head is in the world (m); the arguments are those of `ResidentMarks`."""
    pixel = scale * camera.pixel
    return _edge(camera, pixel, at_right) + FROM_EDGE * pixel, camera.bounds.y0 + _UP * pixel + foot * camera.pixel


def space(camera: Camera, scale: float, foot: float = 0.0, at_right: bool = False) -> Box:
    """Return the box in the world (m) that a resident takes up; the arguments are those of `ResidentMarks`."""
    (x, y), pixel = place(camera, scale, foot, at_right), scale * camera.pixel
    side, above = 1.3 * HEAD * pixel, 2.0 * HEAD * pixel
    return Box(x - side, camera.bounds.y0, x + side, y + above)


def _edge(camera: Camera, pixel: float, at_right: bool) -> float:
    """Return the x of the left edge (m) from which a resident is drawn."""
    return camera.bounds.x1 - 2.0 * FROM_EDGE * pixel if at_right else camera.bounds.x0


class ResidentMarks:
    """Draws one resident at a time."""

    def __init__(
        self, overlay: MarkList, camera: Camera, scale: float, foot: float = 0.0, at_right: bool = False
    ) -> None:
        """`scale` is that of the interface; `foot` is how much of the lower edge is covered (px of the picture);
        `at_right`: in the right corner instead of the left one."""
        self._overlay, self._pixel = overlay, scale * camera.pixel
        self._x, self._y = _edge(camera, self._pixel, at_right), camera.bounds.y0 + foot * camera.pixel
        self._at = (FROM_EDGE, _UP)

    def draw(self, resident: Resident, mood: Mood, gaze: Point | None, seconds: float) -> None:
        """Draw a resident.

        Args:
            gaze: the point of the world (m) that it looks at; None: straight ahead.
            seconds: the time for its movements; 0 for none.
        """
        hop = abs(math.sin(math.pi * _HOPS * seconds)) * _JUMP if mood == "cheering" else 0.0
        sink = 5.0 if mood == "sad" else 0.0
        self._at = (FROM_EDGE, _UP + hop - sink)
        self._body(resident, mood)
        self._ears(resident, mood)
        if resident.hair is not None:
            self._hair(resident.hair)
        self._disc(0.0, 0.0, HEAD, resident.fur, outline=True)
        self._face(resident, mood)
        self._eyes(mood, gaze)
        self._hat(resident)

    # -- what it is made of

    def _body(self, resident: Resident, mood: Mood) -> None:
        self._stroke((-9.0, -32.0), (9.0, -32.0), 32.0, _INK)
        self._stroke((-9.0, -32.0), (9.0, -32.0), 29.0, resident.coat)
        for side in (-1.0, 1.0) if mood in ("cheering", "startled") else ():
            reach = (side * 33.0, 14.0) if mood == "cheering" else (side * 15.0, -13.0)
            self._stroke((side * 20.0, -26.0), reach, 10.0, _INK)
            self._stroke((side * 20.0, -26.0), reach, 7.5, resident.coat)
            self._disc(*reach, 5.5, resident.fur, outline=True)

    def _ears(self, resident: Resident, mood: Mood) -> None:
        up = 3.0 if mood == "startled" else 0.0
        for side in (-1.0, 1.0):
            if resident.ears == "round":
                self._disc(side * 17.0, 17.0 + up, 9.5, resident.fur, outline=True)
                self._disc(side * 17.0, 17.0 + up, 5.0, resident.inner)
            elif resident.ears in ("pointed", "tufts"):
                tip, size = (side * 15.0, 19.0 + up), 12.0 if resident.ears == "pointed" else 8.0
                self._triangle(*tip, size, math.pi / 2 - side * 0.35, resident.fur)
                self._triangle(tip[0], tip[1] - 1.0, 0.5 * size, math.pi / 2 - side * 0.35, resident.inner)
            elif resident.ears == "long":
                end = (side * (10.0 if mood != "sad" else 24.0), 46.0 + up if mood != "sad" else 22.0)
                self._stroke((side * 9.0, 16.0), end, 13.0, _INK)
                self._stroke((side * 9.0, 16.0), end, 10.5, resident.fur)
                self._stroke((side * 9.0, 20.0), end, 4.0, resident.inner)

    def _hair(self, colour: Colour) -> None:
        """Draw curls around the head, and a bun."""
        curls = [(0.0, 33.0, 8.0), *((22.0 * math.cos(turn), 22.0 * math.sin(turn), 9.0)
                                     for turn in (0.1, 0.6, 1.1, 1.57, 2.04, 2.54, 3.04))]  # fmt: skip
        for x, y, radius in curls:
            self._disc(x, y, radius, colour, outline=True)

    def _face(self, resident: Resident, mood: Mood) -> None:
        if resident.mouth == "beak":
            self._disc(0.0, -4.0, 15.0, resident.inner)
            self._triangle(0.0, -6.0, 8.0, -math.pi / 2, _BEAK)
            if mood in ("startled", "cheering"):
                self._disc(0.0, -9.0, 3.4, _INK)
            return
        if resident.mouth == "beard":
            for x in (-12.0, -4.0, 4.0, 12.0):
                self._disc(x, -13.0 - 3.0 * (abs(x) < 8.0), 8.5, resident.inner)
        elif resident.mouth == "muzzle":
            for side in (-1.0, 1.0):
                self._disc(side * 5.0, -8.0, 8.0, resident.inner)
        if resident.mouth != "bare":
            self._disc(0.0, -3.5, 3.6, _NOSE)
        self._mouth(mood)

    def _mouth(self, mood: Mood) -> None:
        if mood in ("startled", "cheering"):
            self._disc(0.0, -12.5, 4.6 if mood == "startled" else 6.2, _INK)
            if mood == "cheering":
                self._disc(0.0, -14.5, 3.4, (226, 96, 96))
            return
        bend = {"looking": -2.2, "worried": 0.6, "sad": 2.8}[mood]
        ends, middle = -11.0 - bend * 0.4, -11.0 + bend
        for side in (-1.0, 1.0):
            self._stroke((0.0, middle), (side * 6.0, ends), 1.9, _INK)

    def _eyes(self, mood: Mood, gaze: Point | None) -> None:
        wide = 1.25 if mood == "startled" else 1.0
        for side in (-1.0, 1.0):
            x, y = side * _EYE_X, _EYE_Y
            self._disc(x, y, _EYE * wide, _WHITE, outline=True)
            dx, dy = self._direction(x, y, gaze)
            self._disc(x + _GAZE * dx, y + _GAZE * dy, _PUPIL / wide, _INK)
            slope = {"looking": 0.0, "startled": 0.0, "worried": 2.6, "sad": 3.4, "cheering": -1.2}[mood]
            lift = 12.5 if mood in ("startled", "cheering") else 9.5
            self._stroke((x - 5.0, y + lift + side * slope), (x + 5.0, y + lift - side * slope), 2.2, _INK)

    def _hat(self, resident: Resident) -> None:
        colour = resident.hat_colour
        if resident.hat == "goggles":
            for side in (-1.0, 1.0):
                self._ring(side * _EYE_X, _EYE_Y, _EYE + 3.0, 2.2)
        elif resident.hat == "top hat":
            self._stroke((0.0, 26.0), (0.0, 42.0), 24.0, colour)
            self._stroke((-18.0, 21.0), (18.0, 21.0), 5.0, colour)
        elif resident.hat != "none":
            self._stroke((-9.0, 21.0), (9.0, 21.0), 21.0, _INK)
            self._stroke((-9.0, 21.0), (9.0, 21.0), 18.0, colour)
            if resident.hat == "bobble":
                self._disc(0.0, 35.0, 6.5, _WHITE, outline=True)
            elif resident.hat == "helmet":
                self._disc(0.0, 21.0, 6.0, (255, 250, 214), outline=True)
            else:
                self._stroke((-16.0, 13.0), (22.0, 13.0), 5.0, _INK)

    # -- shapes, in px from the middle of the head

    def _direction(self, x: float, y: float, gaze: Point | None) -> Point:
        """Return where an eye looks: a vector of at most length 1."""
        if gaze is None:
            return 0.0, 0.0
        from_x, from_y = self._world(x, y)
        dx, dy = (gaze[0] - from_x) / self._pixel, (gaze[1] - from_y) / self._pixel
        far = math.hypot(dx, dy)
        reach = min(1.0, 0.35 + far / _FAR) if far > 0.0 else 0.0
        return (dx / far * reach, dy / far * reach) if far > 0.0 else (0.0, 0.0)

    def _world(self, x: float, y: float) -> Point:
        return self._x + (self._at[0] + x) * self._pixel, self._y + (self._at[1] + y) * self._pixel

    def _disc(self, x: float, y: float, radius: float, colour: Colour, outline: bool = False) -> None:
        if outline:
            self._overlay.ring(*self._world(x, y), radius, _INK, 1.6, colour)
        else:
            self._overlay.disc(*self._world(x, y), radius, colour)

    def _ring(self, x: float, y: float, radius: float, width: float) -> None:
        self._overlay.ring(*self._world(x, y), radius, _INK, width)

    def _triangle(self, x: float, y: float, radius: float, angle: float, colour: Colour) -> None:
        self._overlay.figure("triangle", *self._world(x, y), radius, _INK, 1.6, colour, angle)

    def _stroke(self, begin: Point, end: Point, width: float, colour: Colour) -> None:
        self._overlay.line(*self._world(*begin), *self._world(*end), colour, width)
