"""Pictures of episodes, drawn without a window."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sandbox.environment.episode import EpisodeRun
from sandbox.render.pictures.offscreen import ensure_context


class EpisodeCamera:
    """Draws the present moment of episodes in one size; close it to free the memory of the graphics card."""

    def __init__(self, width: int, height: int) -> None:
        """Prepare to draw.

        Raises:
            NoGraphics: this machine has no usable OpenGL.
        """
        ensure_context()
        from sandbox.render.pictures.studio import Studio  # only now: it imports pyglet's graphics

        self._studio = Studio(width, height)

    def picture(self, run: EpisodeRun) -> npt.NDArray[np.uint8]:
        """Return the picture as an array of the shape (height, width, 3), of its own for each call."""
        return np.array(run.drawn(self._studio)[:, :, :3], np.uint8)

    def close(self) -> None:
        """Free the memory of the graphics card."""
        self._studio.close()
