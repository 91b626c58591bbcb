"""Pictures for the interface: the parts' thumbnails, and levels drawn small for the chooser, kept while they fit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pyglet import gl

from sandbox.design import Design, PartSpec, StockItem
from sandbox.window import rule_marks
from sandbox.window.camera import Camera
from sandbox.window.canvas import Canvas
from sandbox.window.offscreen import Pixels, Target, upload
from sandbox.window.palettes import LIGHT, Palette
from sandbox.window.thumbnails import Thumbnails, part_picture

MAX_ITEMS = 128  # pictures of stock items that are kept
WIDTH, HEIGHT = 432, 270  # px at scale 1: a level's picture, drawn at twice the size it is shown at


class Picture(NamedTuple):
    """A texture (its OpenGL name) and the part of it that is meant, as ImGui takes them."""

    texture: int
    uv0: tuple[float, float] = (0.0, 0.0)
    uv1: tuple[float, float] = (1.0, 1.0)


class Pictures:
    """Draws with a canvas of its own, so that what the window shows is not disturbed."""

    def __init__(self, scale: float, palette: Palette = LIGHT) -> None:
        self._canvas = Canvas(scale)
        self._canvas.wear(palette)
        self._levels: dict[Path, tuple[Design, Picture]] = {}
        self._items: dict[str, Picture] = {}
        self._thumbnails = Thumbnails(self._canvas)
        self._dropped: list[int] = []  # textures of pictures that are not given out any more
        self._shown_last: list[int] = []  # those of them that the interface may have shown before it is laid out anew

    def turn(self) -> None:
        """The interface is about to be laid out anew: what was dropped up to now won't be in it."""
        self._shown_last, self._dropped = [*self._shown_last, *self._dropped], []

    def tidy(self) -> None:
        """It has been laid out anew: give back what can't be shown any more.

        Not earlier: until then ImGui may draw its last frame once more, with the textures that were in it.
        """
        for texture in self._shown_last:
            gl.glDeleteTextures(1, gl.GLuint(texture))
        self._shown_last = []

    @property
    def edition(self) -> object:
        """Another one after each `redraw`: pictures given out before it are gone."""
        return self._thumbnails

    def kind(self, name: str) -> Picture:
        """A kind's thumbnail. Drawn when first asked for."""
        uv = self._thumbnails.uv(name)
        return Picture(self._thumbnails.texture, (uv.u0, uv.v0), (uv.u1, uv.v1))

    def redraw(self, scale: float, palette: Palette) -> None:
        """All pictures anew, for another scale or theme; those of levels and stock items when next asked for."""
        self._dropped += [self._thumbnails.texture, *(picture.texture for _, picture in self._levels.values())]
        self._dropped += [picture.texture for picture in self._items.values()]
        self._levels.clear()
        self._items.clear()
        self._canvas.scale = scale
        self._canvas.wear(palette)
        self._thumbnails = Thumbnails(self._canvas)

    def icon(self, kind: str) -> Pixels:
        """A thumbnail's pixels, top row first, with straight alpha."""
        return self._thumbnails.cell(kind)

    def item(self, item: StockItem) -> Picture:
        """What a stock item looks like: a kind with properties of its own. Drawn when first asked for."""
        key = repr((item.kind, item.props, item.angle))
        if key not in self._items:
            while len(self._items) >= MAX_ITEMS:
                self._dropped.append(self._items.pop(next(iter(self._items))).texture)
            spec = PartSpec(1, item.kind, 0.0, 0.0, item.angle, props=item.props)
            self._items[key] = Picture(upload(part_picture(self._canvas, spec)))
        return self._items[key]

    def level(self, path: Path, design: Design, fit: Callable[[Camera, Design], None]) -> Picture:
        """A level as it looks before the start; drawn anew when the file has changed."""
        known = self._levels.get(path)
        if known is not None and known[0] == design:
            return known[1]
        if known is not None:
            self._dropped.append(known[1].texture)
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
            rules = rule_marks.rules_of(design)
            rule_marks.show_under(self._canvas.underlay, design, rules)
            self._canvas.draw(0.0, camera)
            pixels = target.read().copy()
        target.delete()
        return pixels
