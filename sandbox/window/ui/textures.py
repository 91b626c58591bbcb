"""Pictures for the interface: the parts' thumbnails, those of stock items, and levels drawn small."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from sandbox.design.design import Design, PartSpec, StockItem
from sandbox.editing import picking
from sandbox.render.camera import Camera
from sandbox.render.canvas import Canvas
from sandbox.render.colours import LIGHT, ColourScheme
from sandbox.render.gl_objects import Texture
from sandbox.render.pictures.offscreen import Pixels, upload
from sandbox.render.pictures.thumbnails import Thumbnails, part_picture
from sandbox.render.scenes.scenery import FULL
from sandbox.window.ui.level_pictures import LevelPictures

MAX_PARTS = 256  # pictures of parts and stock items that are kept: more than are seen at once


class Picture(NamedTuple):
    """A texture (its OpenGL name) and the area of it to show, as ImGui takes them."""

    texture: int
    uv0: tuple[float, float] = (0.0, 0.0)
    uv1: tuple[float, float] = (1.0, 1.0)


def _fit(camera: Camera, level: Design) -> None:
    """Show all of a level and its parts."""
    camera.fit(picking.box_of_level(level), 0.02)


class Pictures:
    """Draws thumbnails with its own canvas, so that the window's picture is not disturbed."""

    def __init__(self, scale: float, palette: ColourScheme = LIGHT) -> None:
        self._canvas = Canvas(scale)
        self._canvas.wear(palette)
        self._levels = LevelPictures(self._canvas, palette.name, self.drop)
        self._parts: dict[str, Texture] = {}
        self._thumbnails = Thumbnails(self._canvas)
        self._dropped: list[object] = []  # owners of textures of pictures that are no longer returned
        self._shown_last: list[object] = []  # owners of textures that the interface's last frame may still contain

    def turn(self) -> None:
        """Note that a new frame of the interface begins: textures dropped so far won't be in it."""
        self._shown_last, self._dropped = [*self._shown_last, *self._dropped], []
        self._levels.turn()

    def tidy(self) -> None:
        """Let go of the textures that no frame can show any more; call it after the new frame is laid out.

        Not earlier: until then ImGui may draw its last frame once more, with the textures that were in it.
        """
        self._shown_last = []

    def drop(self, texture: Texture) -> None:
        """Hold a texture only until no frame can show it any more."""
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
        self._dropped += [self._thumbnails, *self._parts.values()]
        self._levels.clear(palette.name)
        self._parts.clear()
        self._canvas.scale = scale
        self._canvas.wear(palette)
        self._canvas.scenery.mode = scenes
        self._thumbnails = Thumbnails(self._canvas)

    def icon(self, kind: str) -> Pixels:
        """Pixels of a thumbnail, top row first, with straight alpha."""
        return self._thumbnails.cell(kind)

    def item(self, item: StockItem) -> Picture:
        """Picture of a stock item: a kind with its own properties. Drawn when first requested."""
        return self.part(PartSpec(1, item.kind, 0.0, 0.0, item.angle, props=item.props))

    def part(self, spec: PartSpec) -> Picture:
        """Picture of a part with its own properties, turned as it is placed. Drawn when first requested."""
        key = repr((spec.kind, spec.props, spec.angle, spec.flip))
        if key not in self._parts:
            while len(self._parts) >= MAX_PARTS:
                self._dropped.append(self._parts.pop(next(iter(self._parts))))
            self._parts[key] = upload(part_picture(self._canvas, replace(spec, id=1)))
        return Picture(self._parts[key].name)

    def level(self, path: Path, design: Design) -> Picture | None:
        """Picture of a level before the start; None if it comes in one of the next frames, see `waiting`."""
        texture = self._levels.texture(path, design, _fit)
        return None if texture is None else Picture(texture)

    @property
    def waiting(self) -> bool:
        """True if this frame lacks pictures that the next frames will have."""
        return self._levels.waiting
