"""Draws a page of the manual that has been laid out: only what is visible, with links for mouse and keyboard."""

from __future__ import annotations

from functools import cached_property

from imgui_bundle import imgui

from sandbox.manual import manual
from sandbox.manual.markdown import Style
from sandbox.render.colours import Rgba
from sandbox.window.help import page_layout
from sandbox.window.help.page_layout import DrawnBox, PageLayout, TextPiece
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui

_MARGIN = 14.0  # px: between text and scroll bar
_FIXED = 1.07  # the size of letters of fixed width, of the size of others beside which they look as large
_ABOVE_BASELINE = 0.8  # the share of a letter's height
_LEAST = 120.0  # px: the narrowest column of text


class PageView:
    """A page for the window that it is drawn in. It is laid out once for each width and size of letters."""

    def __init__(self, topic: str) -> None:
        self.topic = topic
        self.width = 0.0  # px: of the column in the last frame
        self.chosen = -1  # number of the link that the keys have come to
        self._laid: PageLayout | None = None
        self._laid_for = (0.0, 0.0)  # width and scale
        self._widths: dict[tuple[Style, float, str], float] = {}
        self._ui: Ui | None = None

    @cached_property
    def anchors(self) -> tuple[str, ...]:
        return tuple(section.anchor for section in manual.sections(self.topic))

    def layout(self, ui: Ui, width: float) -> PageLayout:
        """Return the page laid out for a width."""
        if self._laid is None or self._laid_for != (width, ui.theme.scale):
            self._laid_for, self._ui = (width, ui.theme.scale), ui
            self._widths.clear()
            blocks = manual.blocks(self.topic)
            self._laid = page_layout.lay_out(blocks, width, ui.theme.scale, self._measure)
        return self._laid

    def _measure(self, style: Style, size: float, text: str) -> float:
        known = self._widths.get((style, size, text))
        if known is None:
            assert self._ui is not None
            with self._ui.theme.font(_font(self._ui, style), _size(style, size) / self._ui.theme.scale):
                known = self._widths[style, size, text] = float(imgui.calc_text_size(text).x)
        return known

    def top_of(self, anchor: str, laid: PageLayout) -> float:
        """Return the height of a section; 0 if the page has none of that name."""
        return laid.headings[self.anchors.index(anchor)] if anchor in self.anchors else 0.0

    def draw(self, ui: Ui) -> str:
        """Draw the page in the current window; return the target of a link that was clicked, or nothing."""
        self.width = max(ui.px(_LEAST), imgui.get_content_region_avail().x - ui.px(_MARGIN))
        laid = self.layout(ui, self.width)
        at, top, high = imgui.get_cursor_screen_pos(), imgui.get_scroll_y(), imgui.get_window_height()
        ink = imgui.get_window_draw_list()
        clicked = ""
        for row in laid.visible(top, top + high):
            for box in row.boxes:
                _draw_box(ui, ink, box, at)
            for piece in row.pieces:
                if not top - piece.size * 2 < piece.y < top + high:
                    continue
                target = laid.links[piece.link].target if piece.link >= 0 else ""
                if target and self.followable(target):
                    clicked = target if self._link(ui, ink, piece, target, at) else clicked
                else:
                    self._write(ui, ink, piece, at, Colour.FAINT if piece.faint else _colour(piece))
        imgui.set_cursor_screen_pos(at)
        imgui.dummy((1.0, laid.height))
        return clicked

    def followable(self, target: str) -> bool:
        """Tell whether a link leads to a place that can be shown here, or to an address."""
        return "://" in target or manual.leads_to(self.topic, target) is not None

    def _link(self, ui: Ui, ink: imgui.ImDrawList, piece: TextPiece, target: str, at: imgui.ImVec2) -> bool:
        """Draw a piece of a link; return whether it was clicked."""
        x, y, bottom = at.x + piece.x, at.y + piece.y, at.y + piece.y + piece.size * 1.3
        imgui.set_cursor_screen_pos((x, y))
        clicked = imgui.invisible_button(f"link.{piece.x:.0f}.{piece.y:.0f}", (piece.width, bottom - y))
        ui.mark(f"manual.link.{piece.link}")
        hovered = imgui.is_item_hovered()
        if hovered:
            imgui.set_mouse_cursor(imgui.MouseCursor_.hand)
            if "://" in target:
                ui.tip(f"{target}: a click copies the address")
        if piece.link == self.chosen:
            edge = ui.px(2)
            low, high = (x - edge, y - edge / 2), (x + piece.width + edge, bottom)
            ink.add_rect_filled(low, high, _packed((*Colour.ACCENT[:3], 0.35)), ui.px(4))
            ink.add_rect(low, high, _packed(Colour.ACCENT_DEEP), ui.px(4))
        colour = Colour.LINK
        under = y + piece.size * 1.08
        ink.add_line((x, under), (x + piece.width, under), _packed((*colour[:3], 1.0 if hovered else 0.45)), ui.px(1))
        self._write(ui, ink, piece, at, colour)
        return bool(clicked)

    def _write(self, ui: Ui, ink: imgui.ImDrawList, piece: TextPiece, at: imgui.ImVec2, colour: Rgba) -> None:
        size = _size(piece.style, piece.size)
        y = round(at.y + piece.y - (size - piece.size) * _ABOVE_BASELINE)
        ink.add_text(_font(ui, piece.style), size, (at.x + piece.x, y), _packed(colour), piece.text)

    # -- links by keys

    def choose(self, step: int, top: float, bottom: float) -> tuple[float, float] | None:
        """Choose the next link (1) or the one before (-1), from those that are visible between two heights; return its
        heights, or None if the page has no link."""
        if self._laid is None:
            return None
        links = [(n, link) for n, link in enumerate(self._laid.links) if self.followable(link.target)]
        if not links:
            return None
        now = next((place for place, (number, _) in enumerate(links) if number == self.chosen), None)
        if now is not None and links[now][1].bottom > top and links[now][1].top < bottom:
            place = now + step
        elif step > 0:
            place = next((place for place, (_, link) in enumerate(links) if link.top >= top), 0)
        else:
            place = max((place for place, (_, link) in enumerate(links) if link.bottom <= bottom), default=-1)
        self.chosen, link = links[place % len(links)]
        return link.top, link.bottom

    @property
    def chosen_target(self) -> str:
        """The target of the link that the keys have come to, or nothing."""
        if self._laid is None or not 0 <= self.chosen < len(self._laid.links):
            return ""
        return self._laid.links[self.chosen].target


def _font(ui: Ui, style: Style) -> imgui.ImFont:
    theme = ui.theme
    return {"bold": theme.bold, "italic": theme.italic, "code": theme.fixed}.get(style, theme.regular)


def _size(style: Style, size: float) -> float:
    return size * _FIXED if style == "code" else size


def _packed(colour: Rgba) -> int:
    return int(imgui.get_color_u32(colour))


def _colour(piece: TextPiece) -> Rgba:
    return Colour.ACCENT_DEEP if piece.style == "key" else Colour.TEXT


def _draw_box(ui: Ui, ink: imgui.ImDrawList, box: DrawnBox, at: imgui.ImVec2) -> None:
    low, high = (at.x + box.x0, at.y + box.y0), (at.x + box.x1, at.y + box.y1)
    if box.kind == "rule":
        ink.add_rect_filled(low, high, _packed(Colour.LINE))
        return
    wide = box.kind in ("code", "picture")
    ink.add_rect_filled(low, high, _packed(Colour.PAPER if wide else Colour.FIELD), ui.px(6 if wide else 4))
    ink.add_rect(low, high, _packed(Colour.LINE), ui.px(6 if wide else 4))
