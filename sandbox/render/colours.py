"""The colours of each theme: of the interface, of the canvas, and of the marks on it. Only values; `theme` and `canvas`
apply them.

Light is warm paper with slate and amber. Dark keeps the parts as they are and turns everything around them down.
Colour-blind safe takes its hues from Okabe and Ito's palette (https://jfly.uni-koeln.de/color/): right and wrong stay
distinct with any kind of colour blindness. No meaning rests on colour alone in any of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Rgba = tuple[float, float, float, float]
Rgb = tuple[float, float, float]
Byte3 = tuple[int, int, int]


class Inks(NamedTuple):
    """Colours of the interface, by purpose; sRGB and alpha, 0 to 1."""

    PAPER: Rgba  # panels
    CARD: Rgba  # what lies on them, and over the canvas
    WARM: Rgba  # a card that is pointed at
    SLATE: Rgba  # the menu bar
    SLATE_TEXT: Rgba
    TEXT: Rgba
    FAINT: Rgba  # text that matters less
    LINE: Rgba  # borders and separators
    EDGE: Rgba  # where a panel meets the canvas
    ACCENT: Rgba  # under text: a switch that is on, the button that most people want next
    ACCENT_DEEP: Rgba  # as text and icons
    GOOD: Rgba
    GOOD_PALE: Rgba  # behind text
    BAD: Rgba
    BAD_PALE: Rgba
    LINK: Rgba
    GUIDE: Rgba  # behind what a guide says
    GHOST: Rgba  # an earlier run
    SHADE: Rgba  # over everything that is not the dialog
    ON_STRONG: Rgba  # text on GOOD, BAD, LINK, GUIDE and TEXT as a background
    FIELD: Rgba  # of text and numbers
    FIELD_HOT: Rgba
    FIELD_ACTIVE: Rgba
    BUTTON: Rgba
    BUTTON_HOT: Rgba
    BUTTON_ACTIVE: Rgba
    GRAB: Rgba  # of sliders; the value is written over it
    GRAB_ACTIVE: Rgba
    TICK: Rgba  # of check boxes
    BAR: Rgba  # of progress


class SceneColours(NamedTuple):
    """Colours of the canvas; sRGB, 0 to 1."""

    low: Rgb  # the paper at the bottom of the level
    high: Rgb  # and at its top
    ruling: float  # how much darker the lines of the grid are, 1 as usual; below 0: lighter
    beyond: Rgb  # what the paper is multiplied by outside the level
    border: Rgb  # of the level
    outline: Rgb  # drawn into the outlines of parts,
    outlined: float  # with this share, 0 to 1
    shadow: Rgb  # what the paper is multiplied by in shadow
    casing: Rgb  # the line that sets halos and marks off
    selected: Rgb
    hovered: Rgb
    refused: Rgb  # over parts that can't be placed there,
    hatching: Rgb  # with stripes of this colour


class ColourScheme(NamedTuple):
    """A theme. `signs` maps the marks' colours (`overlay`) to this theme's; colours that are not in it stay."""

    name: str
    title: str
    about: str
    dark: bool
    inks: Inks
    scene: SceneColours
    signs: Mapping[Byte3, Byte3] = {}


def _rgb(red: int, green: int, blue: int) -> Rgb:
    return red / 255, green / 255, blue / 255


_LIGHT_INKS = Inks(
    PAPER=(0.965, 0.955, 0.935, 1.0),
    CARD=(0.995, 0.992, 0.985, 1.0),
    WARM=(1.0, 0.97, 0.90, 1.0),
    SLATE=(0.205, 0.215, 0.260, 1.0),
    SLATE_TEXT=(0.93, 0.93, 0.95, 1.0),
    TEXT=(0.17, 0.16, 0.18, 1.0),
    FAINT=(0.43, 0.41, 0.42, 1.0),
    LINE=(0.0, 0.0, 0.0, 0.12),
    EDGE=(0.0, 0.0, 0.0, 0.22),
    ACCENT=(0.98, 0.76, 0.40, 1.0),
    ACCENT_DEEP=(0.64, 0.35, 0.04, 1.0),
    GOOD=(0.14, 0.46, 0.23, 1.0),
    GOOD_PALE=(0.87, 0.95, 0.87, 1.0),
    BAD=(0.72, 0.18, 0.14, 1.0),
    BAD_PALE=(0.99, 0.90, 0.88, 1.0),
    LINK=(0.13, 0.38, 0.66, 1.0),
    GUIDE=(0.70, 0.16, 0.42, 0.92),
    GHOST=(0.36, 0.20, 0.72, 1.0),
    SHADE=(0.10, 0.11, 0.14, 0.55),
    ON_STRONG=(1.0, 1.0, 1.0, 1.0),
    FIELD=(1.0, 1.0, 1.0, 1.0),
    FIELD_HOT=(1.0, 0.97, 0.90, 1.0),
    FIELD_ACTIVE=(1.0, 0.95, 0.84, 1.0),
    BUTTON=(1.0, 1.0, 1.0, 1.0),
    BUTTON_HOT=(1.0, 0.93, 0.80, 1.0),
    BUTTON_ACTIVE=(0.98, 0.80, 0.50, 1.0),
    GRAB=(0.99, 0.82, 0.55, 1.0),
    GRAB_ACTIVE=(0.98, 0.74, 0.38, 1.0),
    TICK=(0.80, 0.44, 0.08, 1.0),
    BAR=(0.90, 0.62, 0.22, 1.0),
)
_LIGHT_SCENE = SceneColours(
    low=(0.705, 0.780, 0.862),
    high=(0.885, 0.928, 0.958),
    ruling=1.0,
    beyond=(0.800, 0.815, 0.845),
    border=(0.32, 0.40, 0.52),
    outline=(0.0, 0.0, 0.0),
    outlined=0.0,
    shadow=(0.56, 0.585, 0.63),
    casing=(1.0, 1.0, 1.0),
    selected=(0.07, 0.42, 0.93),
    hovered=(0.30, 0.62, 0.96),
    refused=(0.93, 0.30, 0.25),
    hatching=(0.45, 0.05, 0.05),
)

LIGHT = ColourScheme("light", "Light", "Warm paper by daylight", False, _LIGHT_INKS, _LIGHT_SCENE)

DARK = ColourScheme(
    "dark",
    "Dark",
    "For the evening: the parts stay bright, everything around them is dim",
    True,
    Inks(
        PAPER=(0.130, 0.138, 0.162, 1.0),
        CARD=(0.172, 0.182, 0.212, 1.0),
        WARM=(0.235, 0.222, 0.205, 1.0),
        SLATE=(0.078, 0.082, 0.100, 1.0),
        SLATE_TEXT=(0.86, 0.86, 0.89, 1.0),
        TEXT=(0.905, 0.905, 0.895, 1.0),
        FAINT=(0.660, 0.665, 0.690, 1.0),
        LINE=(1.0, 1.0, 1.0, 0.15),
        EDGE=(0.0, 0.0, 0.0, 0.60),
        ACCENT=(0.545, 0.335, 0.065, 1.0),
        ACCENT_DEEP=(0.980, 0.745, 0.380, 1.0),
        GOOD=(0.470, 0.840, 0.545, 1.0),
        GOOD_PALE=(0.115, 0.235, 0.155, 1.0),
        BAD=(0.985, 0.560, 0.500, 1.0),
        BAD_PALE=(0.310, 0.130, 0.120, 1.0),
        LINK=(0.520, 0.745, 0.990, 1.0),
        GUIDE=(1.0, 0.56, 0.77, 0.92),
        GHOST=(0.76, 0.67, 1.0, 1.0),
        SHADE=(0.0, 0.0, 0.0, 0.60),
        ON_STRONG=(0.085, 0.090, 0.105, 1.0),
        FIELD=(0.092, 0.098, 0.118, 1.0),
        FIELD_HOT=(0.150, 0.150, 0.160, 1.0),
        FIELD_ACTIVE=(0.200, 0.180, 0.150, 1.0),
        BUTTON=(0.225, 0.236, 0.270, 1.0),
        BUTTON_HOT=(0.330, 0.285, 0.220, 1.0),
        BUTTON_ACTIVE=(0.470, 0.330, 0.140, 1.0),
        GRAB=(0.470, 0.330, 0.140, 1.0),
        GRAB_ACTIVE=(0.545, 0.360, 0.120, 1.0),
        TICK=(0.980, 0.700, 0.300, 1.0),
        BAR=(0.780, 0.520, 0.160, 1.0),
    ),
    SceneColours(
        low=(0.118, 0.136, 0.168),
        high=(0.178, 0.204, 0.246),
        ruling=-3.2,
        beyond=(0.66, 0.67, 0.69),
        border=(0.46, 0.54, 0.66),
        outline=(0.62, 0.67, 0.75),
        outlined=0.55,
        shadow=(0.42, 0.43, 0.46),
        casing=(0.06, 0.07, 0.09),
        selected=(0.36, 0.66, 1.0),
        hovered=(0.62, 0.80, 0.98),
        refused=(0.86, 0.25, 0.21),
        hatching=(1.0, 0.78, 0.74),
    ),
    {
        (18, 107, 237): (92, 168, 255),  # ACCENT
        (22, 150, 84): (84, 214, 140),  # LEGAL
        (206, 52, 44): (255, 112, 98),  # ILLEGAL
        (214, 120, 20): (248, 168, 72),  # GOAL
        (28, 146, 82): (88, 210, 138),  # MET
        (216, 72, 140): (255, 132, 190),  # GUIDE
        (46, 56, 74): (198, 208, 224),  # INK
        (255, 255, 255): (24, 28, 36),  # PAPER
        (78, 64, 120): (196, 190, 232),  # FORECAST
        (122, 62, 176): (198, 152, 255),  # of traces: MOTION
        (190, 70, 20): (255, 152, 92),  # PUSH
        (200, 80, 20): (255, 150, 84),  # TRAILS
        (30, 140, 80): (92, 214, 140),
        (150, 50, 160): (232, 142, 240),
        (120, 100, 20): (226, 202, 92),
    },
)

COLOUR_BLIND = ColourScheme(
    "colour_blind",
    "Colour-blind safe",
    "Blue for what is right, vermilion for what is wrong, orange for what is meant: apart for every eye",
    False,
    _LIGHT_INKS._replace(
        ACCENT=(0.955, 0.760, 0.310, 1.0),
        ACCENT_DEEP=(0.520, 0.340, 0.0, 1.0),
        GOOD=(0.0, 0.345, 0.575, 1.0),
        GOOD_PALE=(0.850, 0.930, 0.985, 1.0),
        BAD=(0.680, 0.265, 0.0, 1.0),
        BAD_PALE=(1.0, 0.905, 0.800, 1.0),
        LINK=(0.300, 0.270, 0.470, 1.0),
        BAR=(0.337, 0.706, 0.914, 1.0),
        TICK=(0.0, 0.345, 0.575, 1.0),
    ),
    _LIGHT_SCENE._replace(
        selected=_rgb(0, 84, 158),
        hovered=_rgb(86, 180, 233),
        refused=_rgb(213, 94, 0),
        hatching=(0.18, 0.07, 0.0),
    ),
    {
        (18, 107, 237): (0, 84, 158),
        (22, 150, 84): (0, 114, 178),
        (206, 52, 44): (200, 80, 0),
        (214, 120, 20): (176, 112, 0),
        (28, 146, 82): (0, 104, 168),
        (216, 72, 140): (226, 146, 194),
        (46, 56, 74): (30, 34, 44),
        (78, 64, 120): (62, 58, 78),
        (190, 70, 20): (200, 80, 0),
        (200, 80, 20): (213, 94, 0),
        (30, 140, 80): (0, 158, 115),
        (150, 50, 160): (204, 121, 167),
    },
)

PALETTES = {palette.name: palette for palette in (LIGHT, DARK, COLOUR_BLIND)}
