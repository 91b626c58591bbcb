"""A canvas that keeps what it is given instead of drawing it, so that a page can be made where nothing can draw."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sandbox.design.design import Design
from sandbox.machine.machine import Machine
from sandbox.render.camera import Camera
from sandbox.render.effects.air_flow import AirFlow
from sandbox.render.effects.light_rays import RayLight
from sandbox.render.effects.live_effects import Effects
from sandbox.render.effects.range_marks import RangeMarks
from sandbox.render.instances import pieces
from sandbox.render.instances.cords import Cords, fill_slots
from sandbox.render.instances.layout import Motions
from sandbox.render.instances.pieces import Pieces
from sandbox.render.overlay import Overlay
from sandbox.render.scenes.scenery import SceneryView


class PageCanvas:
    """The content of each picture of a page (it is a `run_scene.SceneCanvas`).

    Attributes to read: `pieces` and `first`, what is drawn now and was when the run began; `rows` and `states`, the
    motion of every body and the running states.
    """

    def __init__(self, mode: str) -> None:
        self.scale = 1.0
        self.scenery = SceneryView(None)
        self.scenery.mode = mode
        self.lively = Overlay()
        self.effects, self.air = Effects(self.lively), AirFlow(Overlay())
        self.ray_marks = Overlay()
        self.rays, self.ranges = RayLight(self.ray_marks), RangeMarks(Overlay())
        self.underlay, self.overlay, self.calm = Overlay(), Overlay(), Overlay()
        self.leftover = 0.0
        self.rows: npt.NDArray[np.float64] = np.zeros((0, 6))
        self.states: Motions = np.zeros(0)
        self.first = self.pieces = Pieces((), (), self.rows)
        self._machine: Machine | None = None
        self._version = -1

    def show_design(self, design: Design) -> None:
        """Take a design at rest."""
        self._machine = None
        self.scenery.choose(design)
        self.first = self.pieces = pieces.of_design(design)
        self.scenery.dress(self.pieces, design.part_by_id)
        self.rows, self.states = self.pieces.rows, np.zeros(0)

    def show_machine(self, machine: Machine) -> None:
        """Take a running machine, from now on."""
        self._machine, self._version = machine, machine.version
        self.scenery.choose(machine.design)
        self._take_pieces(machine)
        self.first = self.pieces
        self.tick(machine.rows, machine.states)

    def hide_ghost(self) -> None:
        """Do nothing: there is no ghost."""

    def tick(self, rows: Motions, states: Motions) -> None:
        """Take the motion of every body; ropes that are gone since the last call begin to fall."""
        machine = self._machine
        if machine is not None and machine.version != self._version:
            self._version = machine.version
            behind = self.pieces.behind
            if len(behind.static):
                self.effects.vanished(behind.drawn(cord_rows(behind, self.rows, self.states)))
            self._take_pieces(machine)
        self.rows, self.states = np.array(rows, np.float64), np.array(states)

    def draw(self, leftover: float, camera: Camera) -> None:
        """Take the marks of this moment, as a picture by this camera would show them."""
        pixels = camera.zoom / self.scale
        self.rays.show(pixels)
        self.ranges.show(pixels)
        self.effects.overlay = self.calm
        self.effects.draw(leftover, pixels, True)
        self.effects.overlay = self.lively

    def body_rows(self) -> npt.NDArray[np.float32]:
        """Return the motion of every instance, and the state that it shows, as a canvas uploads them."""
        moving = np.zeros((len(self.pieces.bodies), 7), np.float32)
        moving[:, :6] = self.rows[self.pieces.body_rows]
        fill_slots(moving, self.pieces.slotted, self.states)
        return moving

    def _take_pieces(self, machine: Machine) -> None:
        self.pieces = pieces.of_machine(machine)
        self.scenery.dress(self.pieces, machine.design.part_by_id)


def cord_rows(cords: Cords, rows: Motions, states: Motions) -> npt.NDArray[Any]:
    """Return the motion of every instance of cords, as a canvas uploads them."""
    moving = np.zeros((len(cords.static), 14), np.float32)
    if len(moving):
        cords.fill(moving, rows, states)
    return moving
