"""What a page is told of how a design looks: its scene, the colours of each theme, the programs of the shaders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from sandbox.design.design import Design
from sandbox.design.scenes import PAPER, SCENES
from sandbox.render import shaders
from sandbox.render.colours import PALETTES, ColourScheme
from sandbox.render.effects import air_flow
from sandbox.render.instances.pieces import Pieces
from sandbox.render.scenes.scenery import FULL, SceneryView, theme_rows
from sandbox.web.page import themes
from sandbox.web.page.pack import Pack


def programs(looks: Iterable[dict[str, Any]]) -> dict[str, tuple[str, str]]:
    """Return the sources of all shaders that pictures with these looks need, for WebGL 2."""
    sources = {
        "paper": shaders.paper(), "bodies": shaders.bodies(), "shadows": shaders.body_shadows(),
        "halos": shaders.halos(), "cords": shaders.cords(), "cordShadows": shaders.cord_shadows(),
        "marks": shaders.overlay(),
        **{f"scene {name}": shaders.scene(name) for name in sorted({look["scene"] for look in looks} - {PAPER})},
    }  # fmt: skip
    return {name: shaders.for_web(source) for name, source in sources.items()}


def air(pack: Pack) -> dict[str, Any]:
    """Return what the streaks of all jets have in common."""
    start, across = air_flow.spreads()
    return {
        "starts": pack.array(start.astype(np.float32)),
        "across": pack.array(across.astype(np.float32)),
        "lasts": air_flow.LASTS, "shutter": air_flow.SHUTTER, "ink": air_flow.INK, "bright": air_flow.BRIGHT,
    }  # fmt: skip


def look_of(design: Design, scenes: str, pack: Pack) -> dict[str, Any]:
    """Return what the shaders are told about a design, in each theme."""
    world = design.world
    pull = (world.gravity_x**2 + world.gravity_y**2) ** 0.5
    down = (world.gravity_x / pull, world.gravity_y / pull) if pull > 0 else (0.0, -1.0)
    scenery, nothing = SceneryView(None), Pieces((), (), np.zeros((0, 6)))
    scenery.mode = scenes
    scenery.choose(design)
    blocks = np.zeros((len(PALETTES), shaders.FRAME_VECTORS, 4), np.float32)
    for values, palette in zip(blocks, PALETTES.values(), strict=True):
        scenery.wear(palette)
        values[2] = (world.width, world.height, *down)
        values[3:14] = theme_rows(palette)
        scenery.fill(values, nothing, np.zeros((0, 7), np.float32), 0.0, False)
    shown = scenery.shown
    return {
        "width": world.width, "height": world.height, "scene": PAPER if shown.plain else shown.name,
        "title": SCENES[design.scene].title if hasattr(SCENES[design.scene], "title") else design.scene,
        "moves": scenery.style == FULL, "lamps": 0.0 if shown.plain else shown.light.lamps,
        "blocks": pack.array(blocks),
    }  # fmt: skip


def theme_of(palette: ColourScheme) -> dict[str, Any]:
    """Return the colours of a theme: of the page's own controls, and what it makes of the marks' colours."""
    signs = [(*of, *to) for of, to in palette.signs.items()]
    return {
        "name": palette.name,
        "title": palette.title,
        "dark": palette.dark,
        "inks": themes.inks(palette),
        "signs": signs,
    }
