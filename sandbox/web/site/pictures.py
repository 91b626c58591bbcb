"""The pictures of a site: each level at rest, as the window draws it."""

from __future__ import annotations

import io
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from sandbox.render.pictures import film_plan
from sandbox.render.pictures.offscreen import ensure_context

if TYPE_CHECKING:
    from sandbox.render.pictures.studio import Studio

SIZE = (640, 400)  # px: twice what a card of the overview is wide
SUFFIX = ".webp"
_QUALITY = 82


class SitePictures:
    """Draws levels for as long as it is open. The canvas is made for the first of them only."""

    def __init__(self) -> None:
        self._studio: Studio | None = None

    def __enter__(self) -> SitePictures:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._studio is not None:
            self._studio.close()

    def draw(self, level: Path) -> bytes:
        """Return the picture of a level, as WebP.

        Raises:
            Refused: there is no OpenGL to draw with.
        """
        if self._studio is None:
            ensure_context()
            from sandbox.render.pictures.studio import Studio  # only now: it imports pyglet's graphics

            self._studio = Studio(*SIZE)
        script = film_plan.read(level)
        pixels = self._studio.picture(script, film_plan.still(script))
        packed = io.BytesIO()
        Image.fromarray(np.ascontiguousarray(pixels[:, :, :3])).save(packed, "WEBP", quality=_QUALITY, method=4)
        return packed.getvalue()
