"""Pictures of levels for the chooser: read from the user's cache folder if they were drawn before, else drawn.

A picture takes some 30 ms to draw without a graphics card, and one to read. So each frame reads what it shows and draws
few of the others, and the next frames go on: a hundred levels don't keep the first frame waiting.
"""

from __future__ import annotations

import functools
import hashlib
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image
from pyglet import gl

from sandbox.design.design import Design, canonical_text
from sandbox.recording import fingerprint, user_folders
from sandbox.recording.cache_folder import CacheFolder
from sandbox.recording.user_seal import user_seal
from sandbox.render.camera import Camera
from sandbox.render.canvas import Canvas
from sandbox.render.gl_objects import Texture
from sandbox.render.marks import goal_marks, goal_signs
from sandbox.render.pictures.offscreen import Pixels, Target, upload

WIDTH, HEIGHT = 216, 135  # px at scale 1: a level's picture, as large as it is shown
FINER = 2  # times as many pixels each way are drawn: their averages have smooth edges
DRAWN_A_FRAME = 2
MOST_HELD = 48  # textures of levels that are not shown: a screen of cards above and one below
MOST_BYTES, MOST_FILES = 64 * 1024 * 1024, 1000  # of the folder: some 40 kB a level, theme and size

Fit = Callable[[Camera, Design], None]


class LevelPicture(NamedTuple):
    """A picture as a texture (its OpenGL name), of a design."""

    design: Design
    texture: Texture


def folder() -> Path:
    """Return the user's folder for pictures of levels; SANDBOX_PICTURES names another one."""
    return Path(os.environ.get("SANDBOX_PICTURES") or user_folders.cache_dir() / "pictures")


class LevelPictures:
    """Textures of levels, each made when it is first requested; `drop` is called for those that are out of date, and
    for those that have not been shown for longest."""

    def __init__(self, canvas: Canvas, theme: str, drop: Callable[[Texture], None]) -> None:
        self._canvas, self._theme, self._drop = canvas, theme, drop
        self._held: dict[Path, LevelPicture] = {}  # in the order of the last requests
        self._requested: set[Path] = set()  # in this frame
        self._kept = CacheFolder(folder(), ".png", MOST_BYTES, MOST_FILES, user_seal(user_folders.data_dir()))
        self._drawn = 0  # in this frame
        self.waiting = False  # whether this frame lacks pictures that the next one can have

    def turn(self) -> None:
        """Note that a new frame begins, and let go of what is far from what the last one showed."""
        while len(self._held) - len(self._requested) > MOST_HELD:
            oldest = next(iter(self._held))
            self._drop(self._held.pop(oldest).texture)
        self._requested.clear()
        self._drawn, self.waiting = 0, False

    def clear(self, theme: str) -> None:
        """Forget all pictures: the theme (by its name), the scale or the way to draw scenes is another one."""
        self._theme = theme
        for picture in self._held.values():
            self._drop(picture.texture)
        self._held.clear()
        self._requested.clear()

    def texture(self, path: Path, design: Design, fit: Fit) -> int | None:
        """Return the texture of a level before the start, as its design is now.

        While a frame has no time left for it, that is the texture of an older design; None if there is none.
        """
        held = self._held.pop(path, None)
        if held is None or held.design != design:
            pixels = self._pixels(design, fit)
            if pixels is None:
                self.waiting = True
            else:
                if held is not None:
                    self._drop(held.texture)
                held = LevelPicture(design, upload(pixels))
        if held is None:
            return None
        self._held[path] = held
        self._requested.add(path)
        return held.texture.name

    def _pixels(self, design: Design, fit: Fit) -> Pixels | None:
        """Read or draw a picture; None if this frame has drawn enough."""
        name = f"{self._key(design)}.png"
        size = round(WIDTH * self._canvas.scale), round(HEIGHT * self._canvas.scale)
        data = self._kept.read(name)
        pixels = None if data is None else _unpacked(data, size)
        if pixels is None and self._drawn < DRAWN_A_FRAME:
            self._drawn += 1
            pixels = self._draw(design, fit, size)
            self._kept.write(name, _packed(pixels))
        return pixels

    def _key(self, design: Design) -> str:
        """Return the digest of all that a picture depends on."""
        canvas = self._canvas
        look = (self._theme, canvas.scenery.mode, f"{canvas.scale:.4f}", _drawing())
        text = "\0".join((*look, canonical_text(design)))
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    def _draw(self, design: Design, fit: Fit, size: tuple[int, int]) -> Pixels:
        finer = FINER * size[0], FINER * size[1]
        camera = Camera(*finer)
        fit(camera, design)
        target = Target(*finer)
        with target:
            self._canvas.show_design(design)
            self._canvas.underlay.clear()
            rules = goal_marks.rules_of(design)
            goal_marks.show_under(self._canvas.underlay, design, rules)
            goal_signs.show_flags(self._canvas.underlay, design, rules)
            self._canvas.draw(0.0, camera)
            picture = Image.fromarray(target.read()).reduce(FINER)
        target.delete()
        return np.asarray(picture)


def _packed(pixels: Pixels) -> bytes:
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG", compress_level=1)
    return file.getvalue()


def _unpacked(data: bytes, size: tuple[int, int]) -> Pixels | None:
    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
            if picture.size != size or picture.mode != "RGBA":
                return None
            return np.asarray(picture)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return None


@functools.lru_cache(maxsize=1)
def _drawing() -> str:
    """Return the digest of the code that draws, and the name of what draws for it: graphics cards differ by a shade."""
    package = Path(__file__).parent.parent.parent
    files = [file for suffix in ("py", "glsl") for file in (package / "render").rglob(f"*.{suffix}")]
    files += [*(package / "parts").rglob("*.py"), *(package / "design").rglob("*.py"), Path(__file__)]
    code = fingerprint.digest((file.relative_to(package).as_posix(), file.read_bytes()) for file in files)
    return f"{code} {gl.gl_info.get_renderer()} {gl.gl_info.get_version_string()}"
