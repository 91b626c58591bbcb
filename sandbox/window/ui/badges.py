"""Badges over a level's picture in the chooser: the stars earned, how hard it is, that it is an open puzzle."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.levels.decisions import MOST_MARKS, Decisions
from sandbox.levels.run_facts import Stars
from sandbox.render.colours import Rgba
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui


def star_ink(earned: bool) -> Rgba:
    """Return the colour of a star: one that is earned stands out in every theme, one still to earn is pale."""
    return Colour.ACCENT_DEEP if earned else Colour.LINE


def draw_stars(ui: Ui, x: float, y: float, stars: Stars) -> None:
    """Draw the stars of a solved level in the corner of its picture, those that are missing pale."""
    draw, colour = imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
    step = ui.px(20)
    left, top = x - ui.px(10) - stars.possible * step, y + ui.px(6)
    draw.add_rect_filled((left, top), (x - ui.px(6), top + ui.px(22)), colour(Colour.CARD), ui.px(11))
    size = imgui.calc_text_size(Icon.STAR)
    for number in range(stars.possible):
        ink = star_ink(number < stars.earned)
        spot = (left + ui.px(2) + step * (number + 0.5) - size.x / 2, top + ui.px(11) - size.y / 2)
        draw.add_text(spot, colour(ink), Icon.STAR)


def draw_difficulty(ui: Ui, x: float, y: float, decisions: Decisions) -> None:
    """Draw how hard a level is in the corner of its picture: five bars, of which the filled ones count."""
    draw, colour = imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
    step, bar = ui.px(8), ui.px(6)
    left, low = x + ui.px(6), y - ui.px(6)
    first = left + ui.px(8)
    right = first + MOST_MARKS * step + ui.px(6)
    draw.add_rect_filled((left, low - ui.px(22)), (right, low), colour(Colour.CARD), ui.px(11))
    for number in range(MOST_MARKS):
        at = first + number * step
        bounds = (at, low - ui.px(8 + 2.5 * number)), (at + bar, low - ui.px(4))
        if number < decisions.marks:
            draw.add_rect_filled(*bounds, colour(Colour.TEXT))
        else:
            draw.add_rect(*bounds, colour(Colour.FAINT))


def draw_open(ui: Ui, x: float, y: float) -> None:
    """Draw the mark of an open puzzle in the corner of its picture: an icon and a word."""
    draw, colour = imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
    text = f"{Icon.INVENT}  Open puzzle"
    width = imgui.calc_text_size(text).x
    left, top = x + ui.px(6), y + ui.px(6)
    draw.add_rect_filled((left, top), (left + width + ui.px(18), top + ui.px(22)), colour(Colour.CARD), ui.px(11))
    draw.add_text((left + ui.px(9), top + ui.px(3)), colour(Colour.LINK), text)
