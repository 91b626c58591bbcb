"""The meshes of one set of pieces: bodies and cords, filled once a tick and uploaded.

A layer is drawn over another one: the scene, a translucent run beside it, ghosts of parts that are not placed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from sandbox.render import shaders
from sandbox.render.gl_mesh import FloatTable, InstancedMesh
from sandbox.render.instances import instance_diff
from sandbox.render.instances.cords import Cords, fill_slots
from sandbox.render.instances.forms import AWAY
from sandbox.render.instances.layout import BODY_DYNAMIC, BODY_STATIC, CORD_DYNAMIC, CORD_STATIC, Indices
from sandbox.render.instances.pieces import Pieces
from sandbox.render.instances.ties import DrawnPiece

Motions = npt.NDArray[np.floating[Any]]

QUAD = (-1, -1, 1, -1, -1, 1, 1, 1)
RIBBON = [n for i in range(shaders.CORD_SEGMENTS + 1) for side in (-1, 1) for n in (i / shaders.CORD_SEGMENTS, side)]


class CordMesh:
    """Mesh of ropes or wires: each instance carries the motion of the bodies at both ends."""

    def __init__(self) -> None:
        self._mesh = InstancedMesh(RIBBON, CORD_DYNAMIC, CORD_STATIC)
        self.draw = self._mesh.draw

    def show(self, cords: Cords) -> None:
        self.cords = cords
        self.moving = np.zeros((len(cords.static), 14), np.float32)
        self.mark()

    def mark(self) -> None:
        self._mesh.set_static(self.cords.static)

    def tell(self, vanished: Callable[[list[DrawnPiece]], object]) -> None:
        """Call `vanished` with what the last tick drew."""
        if len(self.moving):
            vanished(self.cords.drawn(self.moving))

    def fill(self, rows: Motions, states: Motions) -> None:
        if len(self.moving):
            self.cords.fill(self.moving, rows, states)

    def upload(self, without: Indices | None = None) -> None:
        """Upload the filled rows; the instances in `without` are moved out of sight."""
        rows = self.moving
        if without is not None and len(without):
            rows = rows.copy()
            rows[without, 1] = rows[without, 7] = AWAY[1]
        self._mesh.set_dynamic(rows)


class MeshLayer:
    """The meshes of one set of pieces."""

    def __init__(self) -> None:
        self.bodies = InstancedMesh(QUAD, BODY_DYNAMIC, BODY_STATIC)
        self.behind, self.front = CordMesh(), CordMesh()
        self.polygons = FloatTable()
        self.fills = 0  # number of changes so far
        self.show(Pieces((), (), np.zeros((0, 6))))

    def show(self, shown: Pieces) -> None:
        self.pieces = shown
        self.polygons.set(shown.polygons)
        self.bodies.set_static(shown.bodies)
        self.behind.show(shown.behind)
        self.front.show(shown.front)
        # A flat view of BODY_DYNAMIC, and where a tick's rows land on the way from float64 to float32.
        self.moving = np.zeros((len(shown.bodies), 7), np.float32)
        self._gathered = np.zeros((len(shown.bodies), 6))
        self.fills += 1

    def mark(self) -> None:
        self.bodies.set_static(self.pieces.bodies)
        self.behind.mark()
        self.front.mark()

    def tick(self, rows: Motions, states: Motions) -> None:
        self.fill(rows, states)
        self.bodies.set_dynamic(self.moving)
        self.behind.upload()
        self.front.upload()

    def fill(self, rows: Motions, states: Motions) -> None:
        current = self.pieces
        if rows.dtype != np.float64:
            rows = rows.astype(np.float64)
        # mode "clip" writes straight into `out`; "raise", the default, would go through another buffer
        np.take(rows, current.body_rows, axis=0, out=self._gathered, mode="clip")
        self.moving[:, :6] = self._gathered
        fill_slots(self.moving, current.slotted, states)
        self.behind.fill(rows, states)
        self.front.fill(rows, states)
        self.fills += 1


class EchoLayer(MeshLayer):
    """The meshes of another run, drawn translucent over the scene: only the instances that differ from the scene's."""

    def show(self, shown: Pieces) -> None:
        super().show(shown)
        self._any = bool(len(shown.owners) + len(shown.behind.owners) + len(shown.front.owners))
        self._laid: tuple[Pieces, Pieces] | None = None
        self._compared: tuple[int, int, float] | None = None

    def tick(self, rows: Motions, states: Motions) -> None:
        self.fill(rows, states)

    def leave_out(self, scene: MeshLayer, near: float) -> None:
        """Upload all instances but those that coincide with the scene's, to `near` metres; do nothing while neither has
        changed.
        """
        compared = self.fills, scene.fills, near
        if not self._any or compared == self._compared:
            return
        self._compared = compared
        if self._laid != (self.pieces, scene.pieces):
            self._laid = self.pieces, scene.pieces
            self._bodies = instance_diff.PairedBodies(*self._laid)
            self._behind, self._front = (
                instance_diff.PairedCords(own_mesh.cords, scene_mesh.cords)
                for own_mesh, scene_mesh in ((self.behind, scene.behind), (self.front, scene.front))
            )
        rows = self.moving.copy()
        rows[self._bodies.alike(rows, scene.moving, near), 1] = AWAY[1]
        self.bodies.set_dynamic(rows)
        self.behind.upload(without=self._behind.alike(self.behind.moving, scene.behind.moving))
        self.front.upload(without=self._front.alike(self.front.moving, scene.front.moving))
