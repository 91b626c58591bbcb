"""The sign of a player in the interface, as it is seen in the scene."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.render.players import PlayerSign, sign_of
from sandbox.window.ui.widgets import Ui


def sign_before(ui: Ui, player: int) -> None:
    """Draw the sign of a player; the next widget stands beside it."""
    size = imgui.get_text_line_height()
    at = imgui.get_cursor_screen_pos()
    sign = sign_of(player)
    _draw_sign(sign, at.x + size / 2, at.y + size / 2, ui.px(0.75 * sign.size), ui.px(1.8))
    imgui.dummy((size, size))
    imgui.same_line(0.0, ui.px(8))


def _draw_sign(sign: PlayerSign, x: float, y: float, radius: float, width: float) -> None:
    """Draw a sign around a point; all in px."""
    lines = imgui.get_window_draw_list()
    red, green, blue = (part / 255 for part in sign.colour)
    ink = imgui.get_color_u32((red, green, blue, 1.0))
    pale = imgui.get_color_u32((red, green, blue, 0.28))
    r = radius
    if sign.shape == "circle":
        lines.add_circle_filled((x, y), r, pale)
        lines.add_circle((x, y), r, ink, 0, width)
    elif sign.shape == "triangle":
        triangle = (x, y - r), (x + 0.87 * r, y + r / 2), (x - 0.87 * r, y + r / 2)
        lines.add_triangle_filled(*triangle, pale)
        lines.add_triangle(*triangle, ink, width)
    else:
        diamond = (x, y - r), (x + r, y), (x, y + r), (x - r, y)
        square = (x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)
        corners = diamond if sign.shape == "diamond" else square
        lines.add_quad_filled(*corners, pale)
        lines.add_quad(*corners, ink, width)
    third = r / 3
    if sign.mark == "circle":
        lines.add_circle_filled((x, y), third, ink)
    elif sign.mark == "cross":
        lines.add_line((x - third, y - third), (x + third, y + third), ink, width)
        lines.add_line((x - third, y + third), (x + third, y - third), ink, width)
    elif sign.mark:
        lines.add_line((x - third, y), (x - third / 3, y + third), ink, width)
        lines.add_line((x - third / 3, y + third), (x + third, y - third), ink, width)
