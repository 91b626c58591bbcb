"""The widgets that all panels are made of: buttons of actions, headings, tooltips; and where each one is.

Every widget that can be used is known by name: `rects["run"]` is where it was drawn in the last frame, so that tests
find it as the eye does. `covers` tells the host which points belong to the interface.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import imgui

from sandbox.window.actions import Action, Actions
from sandbox.window.theme import Colour, Icon, Rgba, Theme

Rect = tuple[float, float, float, float]  # x0, y0, x1, y1 in pixels from the top left corner

PANEL = (
    imgui.WindowFlags_.no_title_bar
    | imgui.WindowFlags_.no_resize
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_collapse
    | imgui.WindowFlags_.no_bring_to_front_on_focus
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
)
FLOATING = (PANEL & ~imgui.WindowFlags_.no_bring_to_front_on_focus) | imgui.WindowFlags_.always_auto_resize


class Ui:
    """One frame's worth of widgets after another."""

    def __init__(self, theme: Theme, actions: Actions) -> None:
        self.theme = theme
        self.actions = actions
        self.rects: dict[str, Rect] = {}
        self._rects: dict[str, Rect] = {}  # of the frame that is being made
        self._covered: list[Rect] = []
        self._covering: list[Rect] = []

    # -- frames

    def begin(self) -> None:
        self._rects, self._covering = {}, []

    def end(self) -> None:
        self.rects, self._covered = self._rects, self._covering

    def covers(self, x: float, y: float) -> bool:
        """Whether the last frame drew interface at a point (pixels, y down)."""
        return any(x0 <= x < x1 and y0 <= y < y1 for x0, y0, x1, y1 in self._covered)

    def px(self, value: float) -> float:
        return self.theme.px(value)

    # -- windows

    @contextmanager
    def panel(self, name: str, rect: Rect, flags: int = 0) -> Iterator[None]:
        """A fixed part of the window."""
        x0, y0, x1, y1 = rect
        imgui.set_next_window_pos((x0, y0))
        imgui.set_next_window_size((x1 - x0, y1 - y0))
        imgui.begin(name, None, PANEL | flags)
        self._covering.append(rect)
        yield
        imgui.end()

    @contextmanager
    def floating(self, name: str, x: float, y: float, pivot: tuple[float, float], colour: Rgba = Colour.CARD,
                 width: float = 0.0) -> Iterator[None]:  # fmt: skip
        """A card over the canvas, as large as what is in it; `pivot` is the point of it that lies at x, y."""
        imgui.set_next_window_pos((x, y), 0, pivot)
        if width:
            imgui.set_next_window_size((width, 0.0))
        imgui.push_style_color(imgui.Col_.window_bg, colour)
        imgui.push_style_var(imgui.StyleVar_.window_rounding, self.px(10))
        imgui.push_style_var(imgui.StyleVar_.window_border_size, 1.0)
        imgui.push_style_var(imgui.StyleVar_.window_padding, (self.px(16), self.px(12)))
        imgui.begin(name, None, FLOATING)
        self.cover()
        yield
        imgui.end()
        imgui.pop_style_var(3)
        imgui.pop_style_color()

    def cover(self) -> None:
        """The present window belongs to the interface."""
        at, size = imgui.get_window_pos(), imgui.get_window_size()
        self._covering.append((at.x, at.y, at.x + size.x, at.y + size.y))

    # -- marks

    def mark(self, name: str) -> None:
        """Remember where the last widget is."""
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self._rects[name] = (low.x, low.y, high.x, high.y)

    def tip(self, text: str, shortcut: str = "", more: str = "", title: str = "") -> None:
        """A tooltip for the last widget, with the key that does the same."""
        flags = imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled
        if not imgui.is_item_hovered(flags):
            return
        imgui.push_style_var(imgui.StyleVar_.window_rounding, self.px(8))
        is_open = imgui.begin_tooltip()
        imgui.pop_style_var()
        if not is_open:
            return
        imgui.push_text_wrap_pos(self.px(320))
        if title:
            with self.theme.font(self.theme.bold):
                imgui.text_unformatted(title)
        imgui.text_unformatted(text)
        if shortcut:
            imgui.same_line()
            imgui.text_disabled(shortcut)
        if more:
            imgui.text_disabled(more)
        imgui.pop_text_wrap_pos()
        imgui.end_tooltip()

    # -- text

    def heading(self, text: str, icon: str = "") -> None:
        with self.theme.font(self.theme.bold):
            imgui.text_unformatted(f"{icon}  {text}" if icon else text)
        imgui.separator()

    def bold(self, text: str, size: float = 0.0, colour: Rgba = Colour.TEXT) -> None:
        with self.theme.font(self.theme.bold, size):
            self.text(text, colour)

    def text(self, text: str, colour: Rgba = Colour.TEXT) -> None:
        """Text that wraps at the right edge of its window."""
        imgui.push_style_color(imgui.Col_.text, colour)
        imgui.push_text_wrap_pos(0.0)
        imgui.text_unformatted(text)
        imgui.pop_text_wrap_pos()
        imgui.pop_style_color()

    def faint(self, text: str) -> None:
        self.text(text, Colour.FAINT)

    def icon(self, icon: str, colour: Rgba, size: float = 0.0) -> None:
        """An icon; what comes next stands beside it."""
        with self.theme.font(self.theme.regular, size):
            imgui.push_style_color(imgui.Col_.text, colour)
            imgui.text_unformatted(icon)
            imgui.pop_style_color()
        imgui.same_line(0.0, self.px(8))

    def line_of(self, icon: str, colour: Rgba, text: str, text_colour: Rgba = Colour.TEXT) -> None:
        """An icon, and text that wraps beside it."""
        self.icon(icon, colour)
        self.text(text, text_colour)

    def space(self, height: float) -> None:
        imgui.dummy((1.0, self.px(height)))

    # -- buttons

    def button(
        self, name: str, label: str, tip: str = "", shortcut: str = "", size: tuple[float, float] = (0.0, 0.0),
        on: bool = False, enabled: bool = True, primary: bool = False,
    ) -> bool:  # fmt: skip
        """A button; `on` shows a switch that is on, `primary` the one that most people want next."""
        colours = (Colour.ACCENT,) * 2 if on or primary else ()
        for which, colour in zip((imgui.Col_.button, imgui.Col_.button_hovered), colours, strict=False):
            imgui.push_style_color(which, colour)
        imgui.begin_disabled(not enabled)
        pressed = imgui.button(f"{label}##{name}", size)
        imgui.end_disabled()
        imgui.pop_style_color(len(colours))
        self.mark(name)
        if tip:
            self.tip(tip, shortcut)
        return bool(pressed)

    def action(
        self, name: str, width: float = 34.0, label: str | None = None, primary: bool = False, as_: str = ""
    ) -> None:
        """The button of an action: its icon (or a label), its tooltip and key; disabled when it can't be done."""
        action = self.actions[name]
        on = action.checked is not None and action.checked()
        shown = action.symbol if label is None else label
        size = (self.px(width) if width else 0.0, self.px(30))
        tip = f"{action.label}: {action.tip[:1].lower()}{action.tip[1:]}"
        if self.button(as_ or name, shown, tip, action.shortcut, size, on, action.enabled(), primary):
            action.run()

    def menu(self, title: str, names: tuple[str | None, ...]) -> None:
        """One menu of the bar."""
        is_open = imgui.begin_menu(title)
        self.mark(f"menu.{title}")
        if not is_open:
            return
        self.cover()
        imgui.push_style_color(imgui.Col_.text, Colour.TEXT)
        chosen: Action | None = None
        for name in names:
            if name is None:
                imgui.separator()
                continue
            action = self.actions[name]
            on = action.checked is not None and action.checked()
            if imgui.menu_item(action.label, action.shortcut, on, action.enabled())[0]:
                chosen = action
            self.mark(f"menu.{name}")
            self.tip(action.tip)
        imgui.pop_style_color()
        imgui.end_menu()
        if chosen is not None:  # after the menu: what it does may change what the rest of it would show
            chosen.run()


__all__ = ["Icon", "Rect", "Ui"]
