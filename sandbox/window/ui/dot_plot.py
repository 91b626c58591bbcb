"""A dot plot: each of some values is a dot above its place on a line, one of them is marked as one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui

_STEP = 11.0  # px from dot to dot
_HIGH = 44.0  # px for the dots
_FOOT = 18.0  # px for the least and the greatest value
_EDGE = 8.0  # px beside the outermost dots


class Dot(NamedTuple):
    """A dot: the number of its value, from 0, its column from the left, and its row from the line upwards."""

    number: int
    column: int
    row: int


def dots(values: Sequence[int], columns: int) -> list[Dot]:
    """Spread values over columns, the least in the first and the greatest in the last; what meets is stacked in the
    order of the values. If all are equal, they stand in the middle."""
    low, high = min(values, default=0), max(values, default=0)
    heights: Counter[int] = Counter()
    result = []
    for index, value in enumerate(values):
        share = (value - low) / (high - low) if high > low else 0.5
        column = round(share * (columns - 1))
        result.append(Dot(index, column, heights[column]))
        heights[column] += 1
    return result


def height(ui: Ui) -> float:
    """Return how high a plot is, in pixels."""
    return ui.px(_HIGH) + ui.px(_FOOT)


def draw(ui: Ui, name: str, values: Sequence[int], own: int | None, unit: str, tip: str) -> None:
    """Draw the plot as wide as there is room. `own` is the index of the value that is marked, with a star of its own
    shape; `unit` stands behind the numbers at the ends."""
    width, high = imgui.get_content_region_avail().x, ui.px(_HIGH)
    at = imgui.get_cursor_screen_pos()
    imgui.invisible_button(f"##{name}", (width, height(ui)))
    ui.mark(name)
    ui.tip(tip)
    paint, colour = imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
    edge, step = ui.px(_EDGE), ui.px(_STEP)
    columns = max(2, int((width - 2 * edge) // step) + 1)
    placed = dots(values, columns)
    rise = min(step, high / max((dot.row + 1 for dot in placed), default=1))
    ground = at.y + high
    paint.add_line((at.x, ground), (at.x + width, ground), colour(Colour.FAINT), ui.px(1))
    for dot in placed:
        x = at.x + edge + dot.column * (width - 2 * edge) / (columns - 1)
        y = ground - rise * (dot.row + 0.5)
        if dot.number == own:
            size = imgui.calc_text_size(Icon.STAR)
            paint.add_text((x - size.x / 2, y - size.y / 2), colour(Colour.ACCENT_DEEP), Icon.STAR)
        else:
            paint.add_circle_filled((x, y), min(rise, step) * 0.4, colour(Colour.TEXT))
    low, most = min(values), max(values)
    least, greatest = (f"{value} {unit}" for value in (low, most))
    foot = ground + ui.px(2)
    if low == most:
        paint.add_text((at.x + (width - imgui.calc_text_size(least).x) / 2, foot), colour(Colour.FAINT), least)
        return
    paint.add_text((at.x, foot), colour(Colour.FAINT), least)
    paint.add_text((at.x + width - imgui.calc_text_size(greatest).x, foot), colour(Colour.FAINT), greatest)
