"""The scene of a canvas: chosen with the design, worn with the theme, and written into the block that shaders share.

A scene is a function of the view, the theme, the level's title (which makes two levels in one scene differ) and the
time of the moment shown; so a film and the window show the same.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sandbox.design.design import Design, PartSpec
from sandbox.design.scenes import PAPER, SCENES, Scene
from sandbox.parts import KINDS
from sandbox.parts.kind import Rgb
from sandbox.parts.notes import Scenery
from sandbox.render.camera import Camera
from sandbox.render.colours import DARK, LIGHT, ColourScheme
from sandbox.render.instances.forms import OUTLINE
from sandbox.render.instances.pieces import Pieces
from sandbox.render.instances.shape_records import MATERIALS
from sandbox.render.scenes import lamp_light, lamps

if TYPE_CHECKING:
    from sandbox.render.scenes.backdrop import BackdropQuad

FULL, PLAIN = "full", "plain"
MODES = (FULL, PLAIN, PAPER)
_FIRST, _OUTLINE = 14, 8  # rows of frame.glsl: the first one of scenes; the colour of outlines
_LAMPS = _FIRST + 5
_COARSE = {FULL: 2, PLAIN: 4}  # pixels of the picture for one of the backdrop, in each direction
_DIM, _POWER = (0.25, 0.275, 0.35), 1.9  # a day's backdrop in dark themes: darker, with more contrast
_NIGHT, _DIM_NIGHT = (0.76, 0.76, 0.80), (0.62, 0.62, 0.67)  # a night's in light and in dark ones
_OUTLINED = 0.75  # share of a light colour in outlines at night
_PALE, _PALE_NIGHT = 0.4, 0.2  # of the haze in the tint of what is only a picture
_FINE = 0.6  # of the usual width of its outline
_STARK = 0.30  # share of the backdrop that is left in themes of high contrast
Vectors = npt.NDArray[np.float32]


class SceneryView:
    """The scene of one canvas.

    Attributes to set: `mode` (full, plain or graph paper), `moment` (s: the scene's time), `still` (nothing in it
    moves), `adapts` (it goes plain by itself when drawing it is slow).
    """

    def __init__(self, backdrop: BackdropQuad | None) -> None:
        """`backdrop` is None where another program draws it: `draw` is not called then."""
        self.backdrop = backdrop
        self.mode, self.moment, self.still, self.adapts = FULL, 0.0, False, False
        self._scene = SCENES[PAPER]
        self._seed = 0.0
        self._theme = LIGHT

    def wear(self, theme: ColourScheme) -> None:
        """Set the theme whose tones the backdrop takes."""
        self._theme = theme

    def choose(self, design: Design | None) -> None:
        """Show the scene of a design from now on; None: graph paper."""
        scene = SCENES[design.scene if design is not None else PAPER]
        if scene is not self._scene:
            self._scene = scene
            if self.backdrop is not None:
                self.backdrop.watch.reset()
        self._seed = zlib.crc32(design.title.encode()) / 2**32 if design is not None else 0.0

    @property
    def shown(self) -> Scene:
        """The scene that is drawn: the level's, or graph paper if the user wants that."""
        return self._scene if self.mode != PAPER else SCENES[PAPER]

    @property
    def style(self) -> str:
        """The mode that is in effect: full becomes plain where drawing is slow."""
        slow = self.adapts and self.backdrop is not None and self.backdrop.watch.slow
        return PLAIN if self.mode == FULL and slow else self.mode

    @property
    def now(self) -> float:
        """The time of moving things in the surroundings (s); it stands still under less motion."""
        return 0.0 if self.still else self.moment

    # -- parts

    def dress(self, pieces: Pieces, specs: Mapping[int, PartSpec]) -> None:
        """Draw floors and walls in the materials of the scene, windows as they are at its time of day, and all that is
        only a picture paler than what things run into: players took drums and books for steps."""
        scene = self.shown
        for kind, surface in (("floor", scene.floor), ("wall", scene.wall)):
            ids = [id_ for id_, spec in specs.items() if spec.kind == kind] if surface is not None else []
            if ids and surface is not None:
                chosen = np.isin(pieces.owners, ids)
                pieces.bodies["form"][chosen, 3] = MATERIALS[surface.material]
                pieces.bodies["tint"][chosen, :3] = surface.tint
        if scene.light.night:
            for kind in {spec.kind for spec in specs.values() if KINDS[spec.kind].night_tints}:
                ids = [id_ for id_, spec in specs.items() if spec.kind == kind]
                _retint(pieces, np.isin(pieces.owners, ids), KINDS[kind].night_tints)
        if not scene.plain:
            ids = [id_ for id_, spec in specs.items() if spec.kind == Scenery.name]
            _pale(pieces, np.isin(pieces.owners, ids), scene)

    # -- a frame

    def fill(self, values: Vectors, pieces: Pieces, moving: npt.NDArray[Any], leftover: float, bare: bool) -> None:
        """Write the scene into the rows of frame.glsl; `bare` leaves the scene out of a transparent picture."""
        scene, theme = self.shown, self._theme
        values[_FIRST:] = 0.0
        night = scene.light.night and not bare
        colours = DARK.scene if night else theme.scene
        values[_OUTLINE] = (*colours.outline, _OUTLINED if night else colours.outlined)
        if bare or scene.plain:
            return
        moves = self.style == FULL
        clarity = scene.clarity * (_STARK if "contrast" in theme.name else 1.0)
        values[_FIRST : _FIRST + 5] = [
            (self.now if moves else 0.0, 0.0 if self.still else 1.0, self._seed, scene.shade),
            (*self.tone, float(_COARSE[self.style])),
            (*scene.haze, clarity),
            (*scene.light.above, 0.0),
            (*scene.light.below, _POWER if theme.dark and not night else 1.0),
        ]
        if scene.light.lamps > 0.0:
            lit, tints = lamps.shining(pieces, moving, leftover)
            count = len(lit)
            values[_FIRST + 3, 3] = count
            values[_LAMPS : _LAMPS + count] = lit
            values[_LAMPS : _LAMPS + count, 3] *= scene.light.lamps
            values[_LAMPS + lamp_light.MOST : _LAMPS + lamp_light.MOST + count, :3] = tints

    @property
    def tone(self) -> tuple[float, float, float]:
        """Colour that the backdrop is multiplied by in this theme."""
        if self.shown.light.night:
            return _DIM_NIGHT if self._theme.dark else _NIGHT
        return _DIM if self._theme.dark else (1.0, 1.0, 1.0)

    def draw(self, camera: Camera, values: Vectors) -> None:
        """Draw the backdrop for the view of a camera, if there is one and it has changed."""
        if self.shown.plain or self.backdrop is None:
            return
        coarse = _COARSE[self.style]
        size = max(1, round(camera.width / coarse)), max(1, round(camera.height / coarse))
        rows = values[[0, 1, 2, _FIRST, _FIRST + 1, _FIRST + 2]].copy()
        rows[1, 1:] = values[_FIRST + 4, 3]  # the leftover, and whether there is a grid, are no matter of the backdrop
        self.backdrop.draw(self.shown.name, size, rows.tobytes())


def theme_rows(palette: ColourScheme) -> list[tuple[float, ...]]:
    """Return what a theme writes into the rows of frame.glsl from the fourth one on."""
    scene = palette.scene
    return [
        (*scene.low, scene.ruling), (*scene.high, 0.0), (*scene.beyond, 0.0), (*scene.border, 0.0),
        (*scene.shadow, 0.0), (*scene.outline, scene.outlined), (*scene.casing, 0.0), (*scene.selected, 0.0),
        (*scene.hovered, 0.0), (*scene.refused, 0.0), (*scene.hatching, 0.0),
    ]  # fmt: skip


def _retint(pieces: Pieces, chosen: npt.NDArray[np.bool_], tints: Mapping[Rgb, Rgb]) -> None:
    """Give instances another tint in place of the one that they have."""
    usual = pieces.bodies["tint"][:, :3].copy()
    for tint, other in tints.items():
        pieces.bodies["tint"][chosen & (usual == tint).all(axis=1), :3] = other


def _pale(pieces: Pieces, chosen: npt.NDArray[np.bool_], scene: Scene) -> None:
    """Draw instances as farther off: towards the haze of the scene, finely outlined; what glows keeps its light."""
    pieces.bodies["look"][chosen, OUTLINE] *= _FINE
    chosen &= pieces.bodies["form"][:, 3] != MATERIALS["glow"]
    tints, share = pieces.bodies["tint"][chosen, :3], _PALE_NIGHT if scene.light.night else _PALE
    pieces.bodies["tint"][chosen, :3] = np.rint(tints + share * (255.0 * np.array(scene.haze) - tints))
