"""The widgets that all panels are made of (buttons of actions, headings, tooltips), and where each one is.

Every usable widget has a name: `rects["run"]` is where it was drawn in the last frame, so that tests find it as a user
does. `covers` tells the host which points belong to the interface.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from imgui_bundle import imgui

from sandbox.editing.document import sentence
from sandbox.render.colours import Rgba
from sandbox.window.ui.action import Action, Actions
from sandbox.window.ui.theme import Colour, Theme

Rect = tuple[float, float, float, float]  # x0, y0, x1, y1 in pixels from the top left corner

PANEL = int(  # plain numbers: to join flags of an enumeration takes longer than to draw a button
    imgui.WindowFlags_.no_title_bar
    | imgui.WindowFlags_.no_resize
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_collapse
    | imgui.WindowFlags_.no_bring_to_front_on_focus
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
)
FLOATING = (PANEL & ~int(imgui.WindowFlags_.no_bring_to_front_on_focus)) | int(
    imgui.WindowFlags_.always_auto_resize
    | imgui.WindowFlags_.no_focus_on_appearing  # else text that is typed goes on as commands
)
TIP_WIDTH = 320.0  # px
TIPS = int(imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled)  # for `is_item_hovered`


def shown(text: str) -> str:
    """Make text acceptable to ImGui: a file's name may hold bytes that are no letters (lone surrogates in Python)."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


@lru_cache(maxsize=2048)  # some sixty are asked for in each frame, nearly all of them the same as in the last one
def labelled(text: str, name: str) -> str:
    """Join a widget's label, on one line, with its name; ImGui splits the two at ##."""
    return f"{plain(text)}##{plain(name)}"


def plain(text: str) -> str:
    """Make text one line of a label in which ImGui finds no name to cut off."""
    return re.sub("#(?=#)", "# ", shown(text)).replace("\n", " ")


def _contains(rect: Rect, point: imgui.ImVec2) -> bool:
    return rect[0] <= point.x < rect[2] and rect[1] <= point.y < rect[3]


class Ui:
    """Draws widgets and remembers, frame by frame, where each one is."""

    def __init__(self, theme: Theme, actions: Actions) -> None:
        self.theme = theme
        self.px = theme.px
        self.actions = actions
        self.rects: dict[str, Rect] = {}
        self._rects: dict[str, Rect] = {}  # of the frame that is being made
        self.windows: list[str] = []  # the panels and cards of the last frame, in the order in which they were drawn
        self._windows: list[str] = []
        self.focused = self._focused = ""  # the widget that the keys have come to
        self.keys_in = ""  # the panel whose widgets are gone through by keys
        self._used = ""  # the button that was pressed, while the pointer stays on it
        self._pressed: Rect | None = None  # where the thing was that the mouse pressed, while the pointer is there
        self._covered: list[Rect] = []
        self._covering: list[Rect] = []

    # -- frames

    def begin(self) -> None:
        self._rects, self._covering, self._focused = {}, [], ""
        if self._pressed is not None and not _contains(self._pressed, imgui.get_mouse_pos()):
            self._pressed = None
        self.windows, self._windows = self._windows, []

    def end(self) -> None:
        self.rects, self._covered, self.focused = self._rects, self._covering, self._focused

    def covers(self, x: float, y: float) -> bool:
        """Tell whether the last frame drew interface at a point (pixels, y down)."""
        return any(x0 <= x < x1 and y0 <= y < y1 for x0, y0, x1, y1 in self._covered)

    # -- windows

    def use_keys(self, panel: str) -> None:
        """Switch keyboard navigation to the widgets of one panel, or off with ""."""
        if panel == self.keys_in:
            return
        self.keys_in = panel
        io = imgui.get_io()
        on = imgui.ConfigFlags_.nav_enable_keyboard
        io.config_flags = io.config_flags | on if panel else io.config_flags & ~on

    def flags(self, name: str, flags: int) -> int:
        """Return the flags of a window; keyboard navigation is allowed in the one that has the keys."""
        return flags & ~imgui.WindowFlags_.no_nav if name == self.keys_in else flags

    @contextmanager
    def panel(self, name: str, rect: Rect, flags: int = 0) -> Iterator[None]:
        """Draw a fixed part of the window."""
        x0, y0, x1, y1 = rect
        imgui.set_next_window_pos((x0, y0))
        imgui.set_next_window_size((x1 - x0, y1 - y0))
        imgui.begin(name, None, self.flags(name, PANEL | int(flags)))
        self._windows.append(name)
        self._covering.append(rect)
        yield
        imgui.end()

    @contextmanager
    def floating(self, name: str, x: float, y: float, pivot: tuple[float, float], colour: Rgba | None = None,
                 width: float = 0.0, most_high: float = 0.0) -> Iterator[None]:  # fmt: skip
        """Draw a card over the canvas, as large as its content; `pivot` is the point of the card that lies at x, y.
        What is higher than `most_high` pixels scrolls, if that is given."""
        imgui.set_next_window_pos((x, y), 0, pivot)
        if width:
            imgui.set_next_window_size((width, 0.0))
        if most_high:
            imgui.set_next_window_size_constraints((width, 0.0), (width, most_high))
        imgui.push_style_color(imgui.Col_.window_bg, colour or Colour.CARD)
        imgui.push_style_var(imgui.StyleVar_.window_rounding, self.px(10))
        imgui.push_style_var(imgui.StyleVar_.window_border_size, 1.0)
        imgui.push_style_var(imgui.StyleVar_.window_padding, (self.px(16), self.px(12)))
        imgui.begin(name, None, self.flags(name, FLOATING))
        if imgui.is_window_appearing():
            imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())
        self._windows.append(name)
        self.cover()
        yield
        imgui.end()
        imgui.pop_style_var(3)
        imgui.pop_style_color()

    def cover(self) -> None:
        """Count the current window as covered by the interface."""
        at, size = imgui.get_window_pos(), imgui.get_window_size()
        self._covering.append((at.x, at.y, at.x + size.x, at.y + size.y))

    def give_keys_here(self) -> None:
        """Move the keyboard focus to the next widget, wherever it was."""
        imgui.set_window_focus(None)  # the widget that had the keys before must not keep them
        imgui.set_keyboard_focus_here()

    # -- marks

    def mark(self, name: str) -> None:
        """Remember the last widget's rectangle."""
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self._rects[name] = (low.x, low.y, high.x, high.y)
        if imgui.is_item_active() and imgui.is_mouse_down(0):
            self._pressed = self._rects[name]
        if self.keys_in and imgui.is_item_focused():
            self._focused = name

    def note(self, rects: dict[str, Rect]) -> None:
        """Remember rectangles that the caller has worked out."""
        self._rects.update(rects)

    def tip(
        self, text: str, shortcut: str = "", more: str = "", title: str = "", above: Callable[[], None] | None = None,
        right_of: float | None = None, over: float | None = None,
    ) -> None:  # fmt: skip
        """Show a tooltip for the last widget, with the key that does the same.

        `above` draws a picture over it; `right_of` is where its left edge is (px), and not at the pointer, `over` where
        its lower edge is.
        """
        if not self.wants_tip():
            return
        at, pivot, pointer = None, (0.0, 0.0), imgui.get_mouse_pos()
        if right_of is not None:
            at = (right_of, pointer.y)
            pivot = (0.0, min(1.0, max(0.0, pointer.y / imgui.get_io().display_size.y)))  # all of it is in the window
        elif over is not None:
            at, pivot = (pointer.x, over), (min(1.0, max(0.0, pointer.x / imgui.get_io().display_size.x)), 1.0)
        with self.tooltip(at=at, pivot=pivot) as is_open:
            if not is_open:
                return
            if above is not None:
                above()
            if title:
                with self.theme.font(self.theme.bold):
                    imgui.text_unformatted(shown(title))
            imgui.text_unformatted(shown(text))
            if shortcut:
                room = self.px(TIP_WIDTH) - imgui.calc_text_size(shortcut).x - imgui.get_style().item_spacing.x
                if imgui.calc_text_size(shown(text)).x <= room:
                    imgui.same_line()
                imgui.push_text_wrap_pos(-1.0)  # the name of a key is not parted
                imgui.text_disabled(shortcut)
                imgui.pop_text_wrap_pos()
            if more:
                imgui.text_disabled(more)

    def wants_tip(self) -> bool:
        """Tell whether the last widget is to show a tooltip: it is pointed at or has the keys, it can be seen, and the
        mouse has not pressed it, or what was here before it, since the pointer came."""
        # The widget that has the keys may have been scrolled away; its tooltip would hang at the edge of the window.
        return self._pressed is None and imgui.is_item_hovered(TIPS) and imgui.is_item_visible()

    @contextmanager
    def tooltip(
        self, width: float = TIP_WIDTH, at: tuple[float, float] | None = None, pivot: tuple[float, float] = (0.0, 0.0)
    ) -> Iterator[bool]:
        """Draw a tooltip; the value tells whether it is drawn. Text in it wraps at the width (px).

        `pivot` is the point of it, in shares of its size, that lies at `at`; without that it is beside the pointer.
        """
        if at is not None:
            imgui.set_next_window_pos(at, imgui.Cond_.always, pivot)
        imgui.push_style_var(imgui.StyleVar_.window_rounding, self.px(8))
        is_open = imgui.begin_tooltip()
        imgui.pop_style_var()
        if not is_open:
            yield False
            return
        imgui.push_text_wrap_pos(self.px(width))
        yield True
        imgui.pop_text_wrap_pos()
        imgui.end_tooltip()

    # -- text

    def heading(self, text: str, icon: str = "") -> None:
        with self.theme.font(self.theme.bold):
            imgui.text_unformatted(f"{icon}  {text}" if icon else text)
        imgui.separator()

    def bold(self, text: str, size: float = 0.0, colour: Rgba | None = None) -> None:
        with self.theme.font(self.theme.bold, size):
            self.text(text, colour)

    def text(self, text: str, colour: Rgba | None = None) -> None:
        """Draw text that wraps at the right edge of its window."""
        imgui.push_style_color(imgui.Col_.text, colour or Colour.TEXT)
        imgui.push_text_wrap_pos(0.0)
        imgui.text_unformatted(shown(text))
        imgui.pop_text_wrap_pos()
        imgui.pop_style_color()

    def faint(self, text: str) -> None:
        self.text(text, Colour.FAINT)

    def icon(self, icon: str, colour: Rgba, size: float = 0.0) -> None:
        """Draw an icon; the next widget stands beside it."""
        with self.theme.font(self.theme.regular, size):
            imgui.push_style_color(imgui.Col_.text, colour)
            imgui.text_unformatted(icon)
            imgui.pop_style_color()
        imgui.same_line(0.0, self.px(8))

    def line_of(self, icon: str, colour: Rgba, text: str, text_colour: Rgba | None = None) -> None:
        """Draw an icon, and text that wraps beside it."""
        self.icon(icon, colour)
        self.text(text, text_colour)

    def beside(self, what: float | str) -> None:
        """Let the next widget, so many pixels wide or a button with this label, stand beside the last one if there is
        room, else below it."""
        right = imgui.get_window_pos().x + imgui.get_window_size().x - self.px(16)
        style = imgui.get_style()
        width = imgui.calc_text_size(what).x + 2 * style.frame_padding.x if isinstance(what, str) else self.px(what)
        if imgui.get_item_rect_max().x + style.item_spacing.x + width <= right:
            imgui.same_line()

    def space(self, height: float) -> None:
        imgui.dummy((1.0, self.px(height)))

    # -- buttons

    def button(
        self, name: str, label: str, tip: str = "", shortcut: str = "", size: tuple[float, float] = (0.0, 0.0),
        on: bool = False, enabled: bool = True, primary: bool = False,
    ) -> bool:  # fmt: skip
        """Draw a button; `on` marks a switch that is on, `primary` the button that most users want next."""
        if on or primary:
            imgui.push_style_color(imgui.Col_.button, Colour.ACCENT)
            imgui.push_style_color(imgui.Col_.button_hovered, Colour.ACCENT)
        if not enabled:
            imgui.begin_disabled()
        pressed = imgui.button(labelled(label, name), size)
        if not enabled:
            imgui.end_disabled()
        if on or primary:
            imgui.pop_style_color(2)
        self.mark(name)
        self.note_use(name, bool(pressed))
        if tip:
            self.button_tip(name, tip, shortcut)
        return bool(pressed)

    def note_use(self, name: str, pressed: bool) -> None:
        """Remember the button or number that was pressed last, until the pointer leaves it."""
        if pressed:
            self._used = name
        elif self._used == name and not imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled):
            self._used = ""

    def button_tip(self, name: str, text: str, shortcut: str = "", more: str = "") -> None:
        """Show the tooltip of the last widget; not once it was pressed: its effect may appear right there."""
        if self._used != name:
            self.tip(text, shortcut, more)

    def action(
        self, name: str, width: float = 34.0, label: str | None = None, primary: bool = False, as_: str = ""
    ) -> None:
        """Draw the button of an action: icon (or label), tooltip and key; disabled when it can't be done."""
        action = self.actions[name]
        on = action.checked is not None and action.checked()
        face = action.symbol if label is None else label
        size = (self.px(width) if width else 0.0, self.px(30))
        pressed = self.button(as_ or name, face, "", "", size, on, action.enabled(), primary)
        if imgui.is_item_hovered(TIPS):
            tip = f"{action.label}: {action.tip[:1].lower()}{action.tip[1:]}"
            self.button_tip(as_ or name, tip, action.shortcut, sentence(action.why_not))
        if pressed:
            action.run()

    def corner_action(self, name: str) -> None:
        """Draw an action's button, without a frame, in the upper right corner of a panel; draw it first."""
        at, side = imgui.get_cursor_pos(), self.px(22)
        imgui.set_cursor_pos((imgui.get_window_width() - side - self.px(8), at.y - self.px(3)))
        action = self.actions[name]
        imgui.push_style_color(imgui.Col_.button, (0, 0, 0, 0))
        imgui.push_style_var(imgui.StyleVar_.frame_border_size, 0.0)
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (0.0, 0.0))
        if self.button(name, action.symbol, f"{action.label}: {action.tip}", action.shortcut, (side, side)):
            action.run()
        imgui.pop_style_var(2)
        imgui.pop_style_color()
        imgui.set_cursor_pos(at)

    def menu(self, title: str, names: tuple[str | None, ...]) -> None:
        """Draw one menu of the menu bar."""
        is_open = imgui.begin_menu(title)
        self.mark(f"menu.{title}")
        if not is_open:
            return
        self.cover()
        chosen = self.items(names, "menu")
        imgui.end_menu()
        if chosen is not None:  # after the menu, because the action may change the rest of the menu
            chosen.run()

    def items(self, names: tuple[str | None, ...], of: str) -> Action | None:
        """Draw the items of an open menu, each marked as `of` and its name; return the action that was chosen."""
        imgui.push_style_color(imgui.Col_.text, Colour.TEXT)
        chosen: Action | None = None
        for name in names:
            if name is None:
                imgui.separator()
                continue
            action = self.actions[name]
            on = action.checked is not None and action.checked()
            if imgui.menu_item(labelled(action.label, action.name), action.shortcut, on, action.enabled())[0]:
                chosen = action
            self.mark(f"{of}.{name}")
            if imgui.is_item_hovered(TIPS):
                self.tip(action.tip, more=sentence(action.why_not))
        imgui.pop_style_color()
        return chosen
