"""Draws a design or a machine: meshes are filled once a tick and drawn between ticks with no work for each body.

A frame is a constant number of calls: paper, shadows, marks below, halos, parts, links, the ghost, marks above. The
vertex shader moves every body on by its velocity times the leftover time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from pyglet import gl

from sandbox.design.design import Design, Link, PartSpec, World
from sandbox.render import shaders
from sandbox.render.camera import Camera
from sandbox.render.colours import LIGHT, ColourScheme
from sandbox.render.effects.air_flow import AirFlow
from sandbox.render.effects.light_rays import RayLight
from sandbox.render.effects.live_effects import Effects
from sandbox.render.effects.range_marks import RangeMarks
from sandbox.render.gl_mesh import InstancedMesh, UniformBlock, program
from sandbox.render.gl_overlay import DrawnOverlay
from sandbox.render.instances import pieces
from sandbox.render.instances.forms import GHOST, REFUSED
from sandbox.render.instances.pieces import Pieces
from sandbox.render.layers import QUAD, EchoLayer, MeshLayer, Motions
from sandbox.render.scenes.backdrop import UNIT, BackdropQuad
from sandbox.render.scenes.scenery import SceneryView, theme_rows

if TYPE_CHECKING:
    from sandbox.machine.machine import Machine

_ALIKE = 0.25  # pixels: an instance of another run that is nearer than this to the same one here is not drawn


class Canvas:
    """Draws into the framebuffer that is bound. Needs a current OpenGL 3.3 context; never changes what it draws.

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
        self._paper = InstancedMesh(QUAD, np.dtype([]), np.dtype([("unused", "f4")]))
        self._paper.set_static(np.zeros(1, [("unused", "f4")]))
        self._scene, self._ghost, self._hints, self._echo = MeshLayer(), MeshLayer(), MeshLayer(), EchoLayer()
        self._hinted: tuple[PartSpec, ...] = ()
        self._machine: Machine | None = None
        self._version = -1
        self._selected: frozenset[int] = frozenset()
        self._hovered: int | None = None
        self.scenery = SceneryView(BackdropQuad(self._paper.draw))
        for behind in (self._paper_program, self._shadow_program, self._cord_shadow_program):
            behind["backdrop"] = UNIT
        self._set_world(World())
        self._effects, self._air, self._rays, self._ranges = (DrawnOverlay(overlay_program) for _ in range(4))
        self.effects, self.air = Effects(self._effects), AirFlow(self._air)
        self.rays, self.ranges = RayLight(self._rays), RangeMarks(self._ranges)
        self.underlay = DrawnOverlay(overlay_program)  # goal regions: over the paper, behind the parts
        self.zone = DrawnOverlay(overlay_program)  # where a part in hand would win: over the regions, behind the parts
        self.paths = DrawnOverlay(overlay_program)  # the forecast: over the parts, below all other marks
        self.overlay = DrawnOverlay(overlay_program)
        self.wear(LIGHT)

    def wear(self, palette: ColourScheme) -> None:
        """Draw with a theme's colours from the next frame on."""
        self._frame.values[3:14] = theme_rows(palette)
        self.scenery.wear(palette)
        for marks in (
            self.underlay,
            self.zone,
            self.paths,
            self.air.overlay,
            self.rays.overlay,
            self.ranges.overlay,
            self.overlay,
        ):
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
        self._fill(self._ghost, tuple(specs), links, others, REFUSED if refused else GHOST)

    def hide_ghost(self) -> None:
        self.show_ghost(())

    def show_hints(self, specs: tuple[PartSpec, ...]) -> None:
        """Draw the parts of hints at their places, translucent."""
        if specs != self._hinted:
            self._hinted = specs
            self._fill(self._hints, specs, (), (), GHOST)

    def _fill(
        self,
        layer: MeshLayer,
        specs: tuple[PartSpec, ...],
        links: Iterable[Link],
        others: Iterable[PartSpec],
        style: float,
    ) -> None:
        """Show parts and links at rest in a layer."""
        instances = pieces.of_parts(specs, links, others, style)
        self.scenery.dress(instances, {spec.id: spec for spec in specs})
        layer.show(instances)
        layer.tick(instances.rows, np.zeros(0))

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
        self.zone.draw()
        self._draw_layer(self._scene, halos=True)
        self._draw_layer(self._echo, halos=False)
        self._draw_layer(self._hints, halos=False)
        self._draw_layer(self._ghost, halos=False)
        for marks in (
            self.paths,
            self._air,
            self._rays,
            self._ranges,
            self._effects,
            self.overlay,
        ):
            marks.draw()
        gl.glUseProgram(0)

    def _begin(self, leftover: float, camera: Camera, transparent: bool) -> None:
        frame = self._frame.values
        frame[0] = (camera.x, camera.y, 2.0 * camera.zoom / camera.width, 2.0 * camera.zoom / camera.height)
        paper = 1.0 if transparent else 0.0 if self.grid else -1.0
        frame[1] = (camera.pixel, leftover, self.scale, paper)
        self.air.show(self._scene.pieces, self._scene.moving, self.scenery.now, camera.zoom / self.scale)
        self.rays.show(camera.zoom / self.scale)
        self.ranges.show(camera.zoom / self.scale)
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

    def _draw_layer(self, layer: MeshLayer, halos: bool) -> None:
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
