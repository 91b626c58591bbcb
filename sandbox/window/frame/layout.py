"""The rectangles of the panels, and the lines between them and the canvas."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.design.design import World
from sandbox.window.shell.view import MARGIN
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui

NARROW = 1180.0  # px: a window below this has narrower panels
_USUAL, _NARROW = (236.0, 284.0), (198.0, 244.0)  # px: of the left and the right panel
GIVING_WAY = ((190.0, 236.0), (158.0, 180.0))  # px: to a wide room; no narrower, so that their texts can be read
FILLED = 0.61  # of the canvas's smaller side: what a room fills between the panels, else they give way
BELOW = 84.0  # px: the height of what is below the scene
STRIP = 34.0  # px: what is left of a folded panel, with the button that unfolds it
MOST = (0.22, 0.28)  # of the window's width, for the left and the right panel: half of it is the scene's


class Layout(NamedTuple):
    """The rectangles of all panels, in pixels from the top left corner."""

    toolbar: Rect
    palette: Rect
    side: Rect
    status: Rect
    canvas: Rect
    timeline: Rect


def layout(
    ui: Ui, width: float, height: float, below: bool = True, folded: Collection[str] = (), room: World | None = None
) -> Layout:
    """Lay the panels out for a window of this size; of `folded` panels a strip is left.

    A `room` that is too wide to be seen well between panels of the usual width has them narrower.
    """
    sizes = _NARROW if width < ui.px(NARROW) else _USUAL
    laid_out = _laid_out(ui, width, height, below, folded, sizes)
    if room is None:
        return laid_out
    for narrower in GIVING_WAY:
        if _filled(ui, laid_out.canvas, room) >= FILLED:
            break
        laid_out = _laid_out(ui, width, height, below, folded, narrower)
    return laid_out


def _filled(ui: Ui, canvas: Rect, room: World) -> float:
    """Return how much of the canvas's smaller side a room fills that is shown as large as it can be."""
    across, down = canvas[2] - canvas[0], canvas[3] - canvas[1]
    air = 2 * ui.px(MARGIN) / min(across, down)
    zoom = min(across / room.width, down / room.height) * (1.0 - air)
    return zoom * (room.width / across if across < down else room.height / down)


def _laid_out(
    ui: Ui, width: float, height: float, below: bool, folded: Collection[str], sizes: tuple[float, float]
) -> Layout:
    menu = imgui.get_frame_height()
    top, bottom = menu + ui.px(46), height - ui.px(30)
    under = bottom - ui.px(BELOW) if below else bottom
    strip, most = ui.px(STRIP), tuple(round(width * share) for share in MOST)
    left = strip if "palette" in folded else min(ui.px(sizes[0]), most[0])
    right = width - (strip if "side" in folded else min(ui.px(sizes[1]), most[1]))
    return Layout(
        (0.0, menu, width, top),
        (0.0, top, left, bottom),
        (right, top, width, bottom),
        (0.0, bottom, width, height),
        (left, top, right, under),
        (left, under, right, bottom),
    )


def edge(rect: Rect, below: bool = False) -> None:
    """Draw the hairline where a panel meets the canvas, below the panel or to its right."""
    x0, y0, x1, y1 = rect
    a, b = ((x0, y1), (x1, y1)) if below else ((x1, y0), (x1, y1))
    line = imgui.color_convert_float4_to_u32(Colour.EDGE)
    imgui.get_background_draw_list().add_line(a, b, line, 1.0)
