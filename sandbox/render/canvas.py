"""Draws a design or a machine: meshes are filled once a tick and drawn between ticks with no work for each body.

A frame is a constant number of calls: paper, shadows, marks below, halos, parts, links, the ghost, marks above. The
vertex shader moves every body on by its velocity times the leftover time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from pyglet import gl

from sandbox.design.design import Design, Link, PartSpec, World
from sandbox.render import shaders
from sandbox.render.camera import Camera
from sandbox.render.colours import LIGHT, ColourScheme
from sandbox.render.effects.air_flow import AirFlow
from sandbox.render.effects.live_effects import Effects
from sandbox.render.gl_mesh import FloatTable, InstancedMesh, UniformBlock, program
from sandbox.render.instances import instance_diff, pieces
from sandbox.render.instances.cords import Cords
from sandbox.render.instances.layout import (
    AWAY,
    BODY_DYNAMIC,
    BODY_STATIC,
    CORD_DYNAMIC,
    CORD_STATIC,
    GHOST,
    REFUSED,
    Indices,
)  # fmt: skip
from sandbox.render.instances.pieces import Pieces
from sandbox.render.overlay import Overlay
from sandbox.render.scenes.backdrop import UNIT, BackdropQuad
from sandbox.render.scenes.scenery import SceneryView

if TYPE_CHECKING:
    from sandbox.machine.machine import Machine

Motions = npt.NDArray[np.floating[Any]]

_ALIKE = 0.25  # pixels: an instance of another run that is nearer than this to the same one here is not drawn
BELT_MARKS = 0.06  # m from one mark on a belt to the next, as in cord.frag
_QUAD = (-1, -1, 1, -1, -1, 1, 1, 1)
_RIBBON = [n for i in range(shaders.CORD_SEGMENTS + 1) for side in (-1, 1) for n in (i / shaders.CORD_SEGMENTS, side)]


class _CordMesh:
    """Mesh of ropes or wires: each instance carries the motion of the bodies at both ends."""

    def __init__(self) -> None:
        self._mesh = InstancedMesh(_RIBBON, CORD_DYNAMIC, CORD_STATIC)
        self.draw = self._mesh.draw

    def show(self, cords: Cords) -> None:
        self.cords = cords
        self.moving = np.zeros((len(cords.static), 14), np.float32)
        self.mark()

    def mark(self) -> None:
        self._mesh.set_static(self.cords.static)

    def tell(self, vanished: Callable[[Cords, Motions], object]) -> None:
        """Call `vanished` with the cords and the motions that the last tick drew."""
        if len(self.moving):
            vanished(self.cords, self.moving)

    def fill(self, rows: Motions, states: Motions) -> None:
        cords, moving = self.cords, self.moving
        if len(moving):
            cords.fill(moving, rows, states)
            _fill_slots(moving, cords.slotted, states)
            if len(cords.running):  # belts show how far they have run
                turned = rows[cords.running[:, 1], 2]
                moving[cords.running[:, 0], -1] = cords.travels[:, 1] + (cords.travels[:, 0] * turned) % BELT_MARKS

    def upload(self, without: Indices | None = None) -> None:
        """Upload the filled rows; the instances in `without` are moved out of sight."""
        rows = self.moving
        if without is not None and len(without):
            rows = rows.copy()
            rows[without, 1] = rows[without, 7] = AWAY[1]
        self._mesh.set_dynamic(rows)


class _Layer:
    """The meshes of one set of pieces."""

    def __init__(self) -> None:
        self.bodies = InstancedMesh(_QUAD, BODY_DYNAMIC, BODY_STATIC)
        self.behind, self.front = _CordMesh(), _CordMesh()
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
        _fill_slots(self.moving, current.slotted, states)
        self.behind.fill(rows, states)
        self.front.fill(rows, states)
        self.fills += 1


class _Echo(_Layer):
    """The meshes of another run, drawn translucent over the scene: only the instances that differ from the scene's."""

    def show(self, shown: Pieces) -> None:
        super().show(shown)
        self._any = bool(len(shown.owners) + len(shown.behind.owners) + len(shown.front.owners))
        self._laid: tuple[Pieces, Pieces] | None = None
        self._compared: tuple[int, int, float] | None = None

    def tick(self, rows: Motions, states: Motions) -> None:
        self.fill(rows, states)

    def leave_out(self, scene: _Layer, near: float) -> None:
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


def from_before(before: Motions, now: Motions, seconds: float) -> Motions:
    """Return rows for a picture that runs a tick late: the poses of the tick before, with the velocities that lead to
    the poses of now in `seconds`.

    The shader moves these rows on by their velocity as it does all others, so ropes and belts follow. Angles go the
    shorter way round.
    """
    turn = now[:, 2] - before[:, 2]
    rows = np.array(before, np.float64)
    rows[:, 3:] = (now[:, :3] - before[:, :3]) / seconds
    rows[:, 5] = (turn - 2.0 * np.pi * np.round(turn / (2.0 * np.pi))) / seconds
    return rows


def _fill_slots(table: npt.NDArray[np.float32], slotted: Indices, states: Motions) -> None:
    if len(slotted) and len(states):
        table[slotted[:, 0], -1] = states[slotted[:, 1]]


class Canvas:
    """Draws into whatever framebuffer is bound. Needs a current OpenGL 3.3 context; never changes what it draws.

    `scale` is how many framebuffer pixels an interface pixel takes (2.0 on a high-density display).
    """

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self.grid = True  # whether the paper is ruled
        self._paper_program = program(*shaders.paper())
        self._shadow_program = program(*shaders.body_shadows())
        self._halo_program = program(*shaders.halos())
        self._body_program = program(*shaders.bodies())
        self._cord_program = program(*shaders.cords())
        self._cord_shadow_program = program(*shaders.cord_shadows())
        overlay_program = program(*shaders.overlay())
        self._frame = UniformBlock(
            "Frame",
            [
                self._paper_program, self._shadow_program, self._halo_program, self._body_program,
                self._cord_program, self._cord_shadow_program, overlay_program,
            ],
            shaders.FRAME_VECTORS,
        )  # fmt: skip
        self._paper = InstancedMesh(_QUAD, np.dtype([]), np.dtype([("unused", "f4")]))
        self._paper.set_static(np.zeros(1, [("unused", "f4")]))
        self._scene, self._ghost, self._echo = _Layer(), _Layer(), _Echo()
        self._machine: Machine | None = None
        self._version = -1
        self._selected: frozenset[int] = frozenset()
        self._hovered: int | None = None
        self.scenery = SceneryView(BackdropQuad(self._paper.draw))
        for behind in (self._paper_program, self._shadow_program, self._cord_shadow_program):
            behind["backdrop"] = UNIT
        self._set_world(World())
        self.effects, self.air = Effects(Overlay(overlay_program)), AirFlow(Overlay(overlay_program))
        self.underlay = Overlay(overlay_program)  # goal regions: over the paper, behind the parts
        self.paths = Overlay(overlay_program)  # the forecast: over the parts, below all other marks
        self.overlay = Overlay(overlay_program)
        self.wear(LIGHT)

    def wear(self, palette: ColourScheme) -> None:
        """Draw with a theme's colours from the next frame on."""
        scene = palette.scene
        self._frame.values[3:14] = [
            (*scene.low, scene.ruling), (*scene.high, 0.0), (*scene.beyond, 0.0), (*scene.border, 0.0),
            (*scene.shadow, 0.0), (*scene.outline, scene.outlined), (*scene.casing, 0.0), (*scene.selected, 0.0),
            (*scene.hovered, 0.0), (*scene.refused, 0.0), (*scene.hatching, 0.0),
        ]  # fmt: skip
        self.scenery.wear(palette)
        for marks in (self.underlay, self.paths, self.air.overlay, self.overlay):
            marks.wear(palette.signs)

    # -- what to draw

    def show_design(
        self,
        design: Design,
        hidden: Collection[int] = (),
        selected: Collection[int] = (),
        hovered: int | None = None,
    ) -> None:
        """Draw a design at rest. `hidden` parts (and their links) are left out: they are being dragged, as a ghost."""
        self._machine = None
        self._set_world(design.world)
        self.scenery.choose(design)
        self._selected, self._hovered = frozenset(selected), hovered
        self._show(pieces.of_design(design, hidden), design.part_by_id)
        self._scene.tick(self._scene.pieces.rows, np.zeros(0))

    def show_machine(self, machine: Machine) -> None:
        """Draw a running machine from now on; parts that it removes disappear with the next `tick`."""
        self._machine = machine
        self._version = machine.version
        self._set_world(machine.design.world)
        self.scenery.choose(machine.design)
        self._show(pieces.of_machine(machine), machine.design.part_by_id)
        self.tick(machine.rows, machine.states)

    def show_pieces(self, shown: Pieces, design: Design) -> None:
        """Draw the pieces of a past run of a design; `tick` then sets the motion of every body."""
        self._machine = None
        self._set_world(design.world)
        self.scenery.choose(design)
        self._show(shown, design.part_by_id)

    def show_echo(self, shown: Pieces | None) -> None:
        """Draw another run translucent over this one, where the two differ visibly; None ends it."""
        self._echo.show(shown if shown is not None else Pieces((), (), np.zeros((0, 6))))

    def tick_echo(self, rows: Motions, states: Motions) -> None:
        """Set the motion of every body of the other run, and its running states."""
        self._echo.tick(rows, states)

    def show_parts(
        self, specs: Iterable[PartSpec], links: Iterable[Link] = (), others: Iterable[PartSpec] = ()
    ) -> None:
        """Draw loose parts and links, without a level. `others` are parts at which links end; they are not drawn."""
        self._machine = None
        self._set_world(World())
        self.scenery.choose(None)
        self._selected, self._hovered = frozenset(), None
        self._show(pieces.of_parts(specs, links, others), {})
        self._scene.tick(self._scene.pieces.rows, np.zeros(0))

    def _show(self, shown: Pieces, specs: Mapping[int, PartSpec]) -> None:
        self.scenery.dress(shown, specs)
        shown.mark(self._selected, self._hovered)
        self._scene.show(shown)

    def mark(self, selected: Collection[int] = (), hovered: int | None = None) -> None:
        """Set which parts and links have a halo."""
        chosen = frozenset(selected)
        if (self._selected, self._hovered) != (chosen, hovered):
            self._selected, self._hovered = chosen, hovered
            self._scene.pieces.mark(chosen, hovered)
            self._scene.mark()

    def show_ghost(
        self,
        specs: Iterable[PartSpec],
        links: Iterable[Link] = (),
        others: Iterable[PartSpec] = (),
        refused: bool = False,
    ) -> None:
        """Draw parts and links that are not in the design (yet): translucent, or hatched in red if they are refused.

        `others` are parts of the design at which the ghost's links end; they are not drawn.
        """
        style = REFUSED if refused else GHOST
        drawn = tuple(specs)
        shown = pieces.of_parts(drawn, links, others, style)
        self.scenery.dress(shown, {spec.id: spec for spec in drawn})
        self._ghost.show(shown)
        self._ghost.tick(self._ghost.pieces.rows, np.zeros(0))

    def hide_ghost(self) -> None:
        self.show_ghost(())

    def _set_world(self, world: World) -> None:
        pull = (world.gravity_x**2 + world.gravity_y**2) ** 0.5
        down = (world.gravity_x / pull, world.gravity_y / pull) if pull > 0 else (0.0, -1.0)
        self._frame.values[2] = (world.width, world.height, *down)

    # -- time

    def tick(self, rows: Motions, states: Motions) -> None:
        """Upload the motion of every body (as `Machine.rows`) and the running states, once for each tick drawn."""
        if self._machine is not None and self._machine.version != self._version:
            self._version = self._machine.version
            self._scene.behind.tell(self.effects.vanished)
            self._show(pieces.of_machine(self._machine), self._machine.design.part_by_id)
        self._scene.tick(rows, states)

    def draw(self, leftover: float, camera: Camera, transparent: bool = False) -> None:
        """Draw a frame, `leftover` seconds after the last tick, into the camera's viewport.

        With `transparent` no paper is drawn: the target has been cleared to transparent black and keeps its alpha.
        """
        self._begin(leftover, camera, transparent)
        self._echo.leave_out(self._scene, _ALIKE * camera.pixel)
        if not transparent:
            self.scenery.draw(camera, self._frame.values)
            gl.glDisable(gl.GL_BLEND)
            self._paper_program.use()
            self._paper.draw()
            gl.glEnable(gl.GL_BLEND)
        self._draw_shadows(transparent)
        self.underlay.draw()
        self._draw_layer(self._scene, halos=True)
        self._draw_layer(self._echo, halos=False)
        self._draw_layer(self._ghost, halos=False)
        for marks in (self.paths, self.air.overlay, self.effects.overlay, self.overlay):
            marks.draw()
        gl.glUseProgram(0)

    def _begin(self, leftover: float, camera: Camera, transparent: bool) -> None:
        frame = self._frame.values
        frame[0] = (camera.x, camera.y, 2.0 * camera.zoom / camera.width, 2.0 * camera.zoom / camera.height)
        paper = 1.0 if transparent else 0.0 if self.grid else -1.0
        frame[1] = (camera.pixel, leftover, self.scale, paper)
        self.air.show(self._scene.pieces, self._scene.moving, self.scenery.now, camera.zoom / self.scale)
        self.scenery.fill(frame, self._scene.pieces, self._scene.moving, leftover, transparent)
        self._frame.upload()
        gl.glViewport(int(camera.left), int(camera.bottom), int(camera.width), int(camera.height))
        for test in (gl.GL_SCISSOR_TEST, gl.GL_DEPTH_TEST, gl.GL_CULL_FACE):
            gl.glDisable(test)
        gl.glEnable(gl.GL_BLEND)
        gl.glBlendEquation(gl.GL_FUNC_ADD)
        gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)

    def _draw_shadows(self, transparent: bool) -> None:
        gl.glBlendEquation(gl.GL_MAX if transparent else gl.GL_MIN)
        scene = self._scene
        scene.polygons.bind()
        self._shadow_program.use()
        scene.bodies.draw()
        self._cord_shadow_program.use()
        scene.behind.draw()
        scene.front.draw()
        gl.glBlendEquation(gl.GL_FUNC_ADD)

    def _draw_layer(self, layer: _Layer, halos: bool) -> None:
        self._cord_program.use()
        layer.behind.draw()
        layer.polygons.bind()
        if halos:
            self._halo_program.use()
            layer.bodies.draw()
        self._body_program.use()
        layer.bodies.draw()
        self._cord_program.use()
        layer.front.draw()
