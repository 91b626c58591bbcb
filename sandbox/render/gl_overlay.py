"""Draws the marks of an overlay in one call.

The list of marks itself needs no OpenGL (`overlay`), so that what puts marks on it works where nothing can draw.
"""

from __future__ import annotations

import numpy as np
from pyglet.graphics.shader import ShaderProgram

from sandbox.render.gl_mesh import InstancedMesh
from sandbox.render.overlay import MARK_INSTANCE, Overlay

_NOTHING = np.dtype([])


class DrawnOverlay(Overlay):
    """A list of marks that `draw` uploads if it has changed."""

    def __init__(self, program: ShaderProgram) -> None:
        super().__init__()
        self._program = program
        self._mesh = InstancedMesh((-1, -1, 1, -1, -1, 1, 1, 1), _NOTHING, MARK_INSTANCE)

    def draw(self) -> None:
        """Draw the marks in the order they were added."""
        if self.changed:
            self._mesh.set_static(self.rows())
            self.changed = False
        if self._mesh.count:
            self._program.use()
            self._mesh.draw()
