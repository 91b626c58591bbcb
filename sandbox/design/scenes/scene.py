"""The values that describe a scene: the surroundings of a level, which nothing in the simulation depends on.

A scene is drawn by the fragment shader of its name in `render/glsl/scenes/`; everything else about it is one value in
`indoors` or `outdoors`. Colours are sRGB, 0 to 1, unless they are tints of parts, which have three bytes.
"""

from __future__ import annotations

from typing import NamedTuple

Rgb = tuple[float, float, float]
Byte3 = tuple[int, int, int]
PAPER = "paper"  # name of the default scene: plain graph paper, without surroundings


class Surface(NamedTuple):
    """Material that floors or walls of a level are drawn with, in place of their own."""

    material: str  # one of `render.instances.MATERIALS`
    tint: Byte3


class Light(NamedTuple):
    """Light that falls on the parts, as factors of their colours. (1, 1, 1) is the light of graph paper."""

    above: Rgb  # on surfaces that face up
    below: Rgb  # on surfaces that face down
    lamps: float = 0.0  # strength of the light that lit lamps add, 1 in the dark
    night: bool = False  # the backdrop is dark, so the outlines of parts are drawn light


class SoundLayer(NamedTuple):
    """One band of noise in the ambient sound of a scene; it swells and ebbs, or is a row of short calls."""

    low: float  # Hz
    high: float  # Hz
    gain: float  # of the loudest layer, which has 1
    swell: float = 0.0  # swells a second; 0: an even sound
    calls: int = 0  # short tones from `low` to `high` in each loop, in place of noise


class Scene(NamedTuple):
    """Surroundings of a level."""

    name: str  # in files, and of the shader
    title: str
    help: str
    floor: Surface | None
    wall: Surface | None
    light: Light
    haze: Rgb  # colour that the backdrop fades towards, so that parts stand out from it
    clarity: float  # share of the backdrop that is left by the haze, 0 to 1
    motion: str  # the moving things in the scene, for the tooltip
    sound: tuple[SoundLayer, ...]
    shade: float = 0.5  # strength of the shadows that parts throw on it

    @property
    def plain(self) -> bool:
        """True for graph paper, which has no backdrop."""
        return self.name == PAPER
