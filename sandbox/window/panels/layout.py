"""The rectangles of the panels, and the lines between them and the canvas."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.window.panels.timeline import HEIGHT as TIMELINE
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui

NARROW = 1180.0  # px: a window below this has narrower panels
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


def layout(ui: Ui, width: float, height: float, timeline: bool = True, folded: Collection[str] = ()) -> Layout:
    """Lay the panels out for a window of this size; of `folded` panels a strip is left."""
    menu = imgui.get_frame_height()
    top, bottom = menu + ui.px(46), height - ui.px(30)
    under = bottom - ui.px(TIMELINE) if timeline else bottom
    narrow = width < ui.px(NARROW)
    strip, most = ui.px(STRIP), tuple(round(width * share) for share in MOST)
    left = strip if "palette" in folded else min(ui.px(198 if narrow else 236), most[0])
    right = width - (strip if "side" in folded else min(ui.px(244 if narrow else 284), most[1]))
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


__all__ = ["Layout", "edge", "layout"]
