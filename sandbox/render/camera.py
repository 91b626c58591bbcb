"""The camera: which part of the world the window shows. Pure numbers, no pyglet.

Screen coordinates are framebuffer pixels from the window's bottom left corner, as pyglet gives them.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.design.geometry import Box, Point

MIN_ZOOM = 20.0  # px/m
MAX_ZOOM = 6000.0


@dataclass(slots=True)
class Camera:
    """A view of the world: (`x`, `y`) (m) is in the middle of the viewport, at `zoom` pixels a metre.

    The viewport is `width` by `height` pixels, its bottom left corner at (`left`, `bottom`) of the window.
    """

    width: float
    height: float
    x: float = 0.0
    y: float = 0.0
    zoom: float = 300.0
    left: float = 0.0
    bottom: float = 0.0

    @property
    def pixel(self) -> float:
        """Metres per pixel."""
        return 1.0 / self.zoom

    @property
    def bounds(self) -> Box:
        """The box of the world that is visible (m)."""
        half_width, half_height = self.width / 2 / self.zoom, self.height / 2 / self.zoom
        return Box(self.x - half_width, self.y - half_height, self.x + half_width, self.y + half_height)

    def to_screen(self, x: float, y: float) -> Point:
        """Convert a world point (m) to window pixels."""
        return (
            self.left + self.width / 2 + (x - self.x) * self.zoom,
            self.bottom + self.height / 2 + (y - self.y) * self.zoom,
        )

    def to_world(self, px: float, py: float) -> Point:
        """Convert window pixels to a world point (m)."""
        return (
            self.x + (px - self.left - self.width / 2) / self.zoom,
            self.y + (py - self.bottom - self.height / 2) / self.zoom,
        )

    def sees(self, px: float, py: float) -> bool:
        """Tell whether a window pixel lies in the viewport."""
        return self.left <= px < self.left + self.width and self.bottom <= py < self.bottom + self.height

    def zoom_at(self, px: float, py: float, factor: float) -> None:
        """Zoom by a factor, within the limits, so that the world point under a pixel stays under it."""
        x, y = self.to_world(px, py)
        self.zoom = min(MAX_ZOOM, max(MIN_ZOOM, self.zoom * factor))
        now_x, now_y = self.to_world(px, py)
        self.x += x - now_x
        self.y += y - now_y

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by that many pixels: the world follows the pointer."""
        self.x -= dx / self.zoom
        self.y -= dy / self.zoom

    def fit(self, box: Box, margin: float = 0.05) -> None:
        """Show a whole box in the middle, with a margin of that share of the viewport on each side."""
        room = 1.0 - 2.0 * margin
        across = self.width * room / max(box.x1 - box.x0, 1e-6)
        up = self.height * room / max(box.y1 - box.y0, 1e-6)
        self.zoom = min(MAX_ZOOM, max(MIN_ZOOM, min(across, up)))
        self.x, self.y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2

    def keep_in(self, box: Box) -> None:
        """Bring the middle of the view back into a box, so that the player can't get lost in empty space."""
        self.x = min(box.x1, max(box.x0, self.x))
        self.y = min(box.y1, max(box.y0, self.y))
