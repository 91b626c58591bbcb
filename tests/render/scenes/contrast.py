"""Measures how well parts, goals and marks stand out from a backdrop: contrast ratios as WCAG defines them.

Each part is measured by itself: what is just outside its outline, against the outline and against the body; the better
of both counts, as either is enough to see the shape.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox import parts
from sandbox.design.design import Design, PartSpec, World
from sandbox.design.geometry import Box
from sandbox.parts.kind import pose_of
from sandbox.render import mark_list
from sandbox.render.camera import Camera
from sandbox.render.colours import ColourScheme

COLUMNS, CELL = 12, 0.6  # of the field of all kinds; m
ROWS = -(-len(parts.KINDS) // COLUMNS)
# However many kinds there are, each is drawn at 100 px/m: the smaller, the more of it is outline.
WIDTH, HEIGHT = 960, round(100 * CELL * ROWS)
MARKS = (
    mark_list.ACCENT,
    mark_list.LEGAL,
    mark_list.ILLEGAL,
    mark_list.GOAL,
    mark_list.MET,
    mark_list.GUIDE,
    mark_list.INK,
)
Luminance = npt.NDArray[np.floating[Any]]
# Where parts are, where the inside of each is, and what lies around them: no scene and no theme moves a part.
_MASKS: list[npt.NDArray[np.bool_]] = []


class Figures(NamedTuple):
    """Contrast ratios: 1 cannot be seen, 21 is black on white."""

    worst: float  # of all kinds of parts
    low: float  # of the tenth that stand out least
    usual: float  # the median
    marks: float  # the worst of goals, ports, guides and the selection, with the line that sets them off
    busy: float  # of the backdrop itself: how much it varies within the size of a part


def luminance(rgb: npt.NDArray[Any]) -> Luminance:
    """Relative luminance of sRGB colours of 0 to 1."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    weighted: Luminance = linear @ SHARES
    return weighted


SHARES = np.array((0.2126, 0.7152, 0.0722))
OF_PIXEL = luminance(np.arange(256)[:, None] / 255.0 * np.ones(3))  # of a grey of 0 to 255


def luminance_of(pixels: npt.NDArray[np.uint8]) -> Luminance:
    """Relative luminance of the pixels of a picture."""
    weighted: Luminance = OF_PIXEL[pixels[:, :, :3]] @ SHARES
    return weighted


def ratio(a: Luminance | float, b: Luminance | float) -> Luminance:
    high, low = np.maximum(a, b), np.minimum(a, b)
    quotient: Luminance = (high + 0.05) / (low + 0.05)
    return quotient


def field(scene: str) -> Design:
    """One of each kind of part, each in the middle of a cell of its own."""
    specs = []
    kinds = list(parts.KINDS)
    for index, kind in enumerate(kinds):
        row, column = divmod(index, COLUMNS)
        spec = PartSpec(index + 1, kind, 0.0, 0.0)
        box = parts.blueprint(spec).bounds(pose_of(spec))
        x, y = (column + 0.5) * CELL, (row + 0.5) * CELL
        specs.append(PartSpec(index + 1, kind, x - (box.x0 + box.x1) / 2, y - (box.y0 + box.y1) / 2))
    return Design(
        title="Contrast", world=World(width=COLUMNS * CELL, height=ROWS * CELL), parts=tuple(specs), scene=scene
    )


def measure(canvas: Any, target: Any, scene: str, theme: ColourScheme) -> Figures:
    """Draw all kinds of parts before a scene in a theme, and compare."""
    design = field(scene)
    empty = Design(title=design.title, world=design.world, scene=scene)
    camera = Camera(WIDTH, HEIGHT)
    camera.fit(Box(0.0, 0.0, design.world.width, design.world.height), 0.0)
    canvas.wear(theme)
    canvas.grid = False

    def draw(shown: Design, bare: bool = False) -> npt.NDArray[Any]:
        with target:
            target.clear()
            canvas.show_design(shown)
            canvas.draw(0.0, camera, bare)
            return np.asarray(target.read())

    if not _MASKS:
        solid = draw(design, bare=True)[:, :, 3] > 0.6 * 255  # shadows are fainter
        _MASKS.extend((solid, _shifted(solid, -5), _shifted(solid, 5) & ~_shifted(solid, 1)))
    solid, inner, outer = _MASKS
    drawn, behind = (luminance_of(draw(shown)) for shown in (design, empty))
    found = []
    for row, column in np.ndindex(-(-len(design.parts) // COLUMNS), COLUMNS):
        x0, y1 = camera.to_screen(column * CELL, row * CELL)
        cell = np.s_[max(0, int(HEIGHT - y1 - CELL * camera.zoom)) : int(HEIGHT - y1),
                     int(x0) : int(x0 + CELL * camera.zoom)]  # fmt: skip
        if solid[cell].sum() > 20:
            found.append(_best(drawn[cell], behind[cell], solid[cell], inner[cell], outer[cell]))
    low, high = np.quantile(behind, (0.02, 0.98))
    casing = float(luminance(np.array(theme.scene.casing)))
    inks = [luminance(np.array(theme.signs.get(mark[:3], mark[:3])) / 255.0) for mark in MARKS]
    inks += [luminance(np.array(theme.scene.selected))]
    levels = np.linspace(low, high, 9)
    marks = min(float(np.maximum(ratio(ink, levels), ratio(casing, levels)).min()) for ink in inks)
    worst, tenth, usual = np.quantile(found, (0.0, 0.1, 0.5))
    return Figures(float(worst), float(tenth), float(usual), marks, _busy(behind, round(0.3 * camera.zoom)))


def _best(drawn: Luminance, behind: Luminance, solid: Any, inner: Any, outer: Any) -> float:
    """The better of two contrasts of one part: of its outline, and of its body, with what is around it."""
    around = behind[outer] if outer.any() else behind
    rim = drawn[solid & ~inner]
    edge = np.median(ratio(float(np.median(rim)), around))
    body = np.median(ratio(float(np.median(drawn[inner])), around)) if inner.sum() > 12 else 1.0
    return float(max(edge, body))


def _shifted(mask: Any, by: int) -> Any:
    """A mask grown (or, below 0, shrunk) by so many pixels to each side, also to the corners."""
    if by < 0:
        return ~_shifted(~mask, -by)
    for axis in (0, 1):
        grown = mask.copy()
        for step in range(1, by + 1):
            ahead, behind = (np.s_[step:], np.s_[:-step]) if axis == 0 else (np.s_[:, step:], np.s_[:, :-step])
            grown[ahead] |= mask[behind]
            grown[behind] |= mask[ahead]
        mask = grown
    return mask


def _busy(behind: Luminance, size: int) -> float:
    """The contrast within squares of the size of a part: its ninth decile over all squares."""
    squares = [
        float(ratio(*np.quantile(behind[y : y + size, x : x + size], (0.1, 0.9))))
        for y in range(0, behind.shape[0] - size, size)
        for x in range(0, behind.shape[1] - size, size)
    ]
    return float(np.quantile(squares, 0.9))
