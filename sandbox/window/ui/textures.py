"""Pictures for the interface: the parts' thumbnails, and a cache of levels drawn small for the chooser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pyglet import gl

from sandbox.design.design import Design, PartSpec, StockItem
from sandbox.render.camera import Camera
from sandbox.render.canvas import Canvas
from sandbox.render.colours import LIGHT, ColourScheme
from sandbox.render.marks import goal_marks
from sandbox.render.pictures.offscreen import Pixels, Target, upload
from sandbox.render.pictures.thumbnails import Thumbnails, part_picture
from sandbox.render.scenes.scenery import FULL

MAX_ITEMS = 128  # pictures of stock items that are kept
WIDTH, HEIGHT = 432, 270  # px at scale 1: a level's picture, drawn at twice the size it is shown at


class Picture(NamedTuple):
    """A texture (its OpenGL name) and the area of it to show, as ImGui takes them."""

    texture: int
    uv0: tuple[float, float] = (0.0, 0.0)
    uv1: tuple[float, float] = (1.0, 1.0)


class Pictures:
    """Draws thumbnails with its own canvas, so that the window's picture is not disturbed."""

    def __init__(self, scale: float, palette: ColourScheme = LIGHT) -> None:
        self._canvas = Canvas(scale)
        self._canvas.wear(palette)
        self._levels: dict[Path, tuple[Design, Picture]] = {}
        self._items: dict[str, Picture] = {}
        self._thumbnails = Thumbnails(self._canvas)
        self._dropped: list[int] = []  # textures of pictures that are no longer returned
        self._shown_last: list[int] = []  # dropped textures that the interface's last frame may still contain

    def turn(self) -> None:
        """Note that a new frame of the interface begins: textures dropped so far won't be in it."""
        self._shown_last, self._dropped = [*self._shown_last, *self._dropped], []

    def tidy(self) -> None:
        """Delete the textures that no frame can show any more; call it after the new frame is laid out.

        Not earlier: until then ImGui may draw its last frame once more, with the textures that were in it.
        """
        for texture in self._shown_last:
            gl.glDeleteTextures(1, gl.GLuint(texture))
        self._shown_last = []

    def drop(self, texture: int) -> None:
        """Delete a texture as soon as no frame can show it any more."""
        self._dropped.append(texture)

    @property
    def edition(self) -> object:
        """A value that changes with each `redraw`: pictures returned before it are no longer valid."""
        return self._thumbnails

    def kind(self, name: str) -> Picture:
        """Thumbnail of a kind, drawn when first requested."""
        uv = self._thumbnails.uv(name)
        return Picture(self._thumbnails.texture, (uv.u0, uv.v0), (uv.u1, uv.v1))

    def redraw(self, scale: float, palette: ColourScheme, scenes: str = FULL) -> None:
        """Redraw all pictures for another scale, theme or way to draw scenes: the kinds now, all others when next
        requested.
        """
        self._dropped += [self._thumbnails.texture, *(picture.texture for _, picture in self._levels.values())]
        self._dropped += [picture.texture for picture in self._items.values()]
        self._levels.clear()
        self._items.clear()
        self._canvas.scale = scale
        self._canvas.wear(palette)
        self._canvas.scenery.mode = scenes
        self._thumbnails = Thumbnails(self._canvas)

    def icon(self, kind: str) -> Pixels:
        """Pixels of a thumbnail, top row first, with straight alpha."""
        return self._thumbnails.cell(kind)

    def item(self, item: StockItem) -> Picture:
        """Picture of a stock item: a kind with its own properties. Drawn when first requested."""
        key = repr((item.kind, item.props, item.angle))
        if key not in self._items:
            while len(self._items) >= MAX_ITEMS:
                self._dropped.append(self._items.pop(next(iter(self._items))).texture)
            spec = PartSpec(1, item.kind, 0.0, 0.0, item.angle, props=item.props)
            self._items[key] = Picture(upload(part_picture(self._canvas, spec)))
        return self._items[key]

    def level(self, path: Path, design: Design, fit: Callable[[Camera, Design], None]) -> Picture:
        """Picture of a level before the start; drawn again when its design has changed."""
        cached = self._levels.get(path)
        if cached is not None and cached[0] == design:
            return cached[1]
        if cached is not None:
            self._dropped.append(cached[1].texture)
        picture = Picture(upload(self._draw(design, fit), smaller_copies=True))
        self._levels[path] = (design, picture)
        return picture

    def _draw(self, design: Design, fit: Callable[[Camera, Design], None]) -> Pixels:
        size = round(WIDTH * self._canvas.scale), round(HEIGHT * self._canvas.scale)
        camera = Camera(*size)
        fit(camera, design)
        target = Target(*size)
        with target:
            self._canvas.show_design(design)
            self._canvas.underlay.clear()
            rules = goal_marks.rules_of(design)
            goal_marks.show_under(self._canvas.underlay, design, rules)
            self._canvas.draw(0.0, camera)
            pixels = target.read().copy()
        target.delete()
        return pixels
