"""The highlighted card of the chooser, and the keys that move the highlight.

Exactly one card is: whichever of pointer and keys moved last chooses it; none is while the keys are on a button.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.window.ui.widgets import Ui

Place = tuple[int, int]  # row and column of a card
_WAYS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0), "pageup": (-3, 0), "pagedown": (3, 0)}
_HELD = tuple(
    imgui.Key[name]
    for name in ("left_arrow", "right_arrow", "up_arrow", "down_arrow", "page_up", "page_down", "home", "end")
)
_FOLLOWS = 3  # frames after a move of the pointer or the wheel in which what comes under it is meant


class OpenableCard(NamedTuple):
    """A card as it was drawn: its name, and what opens it."""

    name: str
    open: Callable[[], object]


class CardChoice:
    """The highlighted card. Call `begin` before the cards of a frame are drawn, `add` after each, `end` after all.

    `first` returns the name of the card at which the keys begin.
    """

    def __init__(self, ui: Ui, first: Callable[[], str]) -> None:
        self.ui, self._first = ui, first
        self.at: Place | None = None  # the card that the keys are on
        self.moved = False  # by a key: bring it into view
        self._hovered: Place | None = None  # the card under the pointer, if that moved last
        self._pointer = (0.0, 0.0)  # where it was in the last frame, in pixels
        self._pointing = 0  # frames in which the pointer is followed
        self._ring = ""  # the widget that has ImGui's ring, from Tab
        self._sought = ""  # the name of the card that the keys are to be on once it is drawn
        self._rows: list[list[OpenableCard]] = []
        self._drawn: list[list[OpenableCard]] = []
        self._under: Place | None = None  # the card under the pointer in this frame

    # -- keys

    def key(self, name: str) -> bool:
        """Handle a key: the arrows, Home, End and the page keys move over the cards, Enter opens the highlighted one.
        Return whether the key was used; Enter on a button is that button's."""
        if name == "enter":
            if self._on_button:
                return False
            row, column = self.shown if self.shown is not None else self._home()
            if row < len(self._rows) and column < len(self._rows[row]):
                self._rows[row][column].open()
            return True
        if not self._rows or name not in (*_WAYS, "home", "end"):
            return False
        self.at, self.moved, self._hovered = self._gone_to(name), True, None
        return True

    def seek(self, name: str) -> None:
        """Put the keys on a card by its name, once it is drawn; "" takes them off."""
        self.at, self._hovered, self._sought = None, None, name

    @property
    def _on_button(self) -> bool:
        """True while a button that is no card, or a card by Tab, has the visible ring: Enter is for it."""
        return bool(self._ring) and self._hovered is None

    def _gone_to(self, name: str) -> Place:
        """Return the card to which a key leads from the highlighted one; the first of these keys leads to the card at
        which one begins."""
        last = len(self._rows) - 1
        if name == "home":
            return 0, 0
        if name == "end":
            return last, len(self._rows[last]) - 1
        if self.shown is None:
            return self._home()
        (row, column), (down, across) = self.shown, _WAYS[name]
        row = min(max(0, row + down), last)
        return row, min(max(0, column + across), len(self._rows[row]) - 1)

    def _home(self) -> Place:
        """Return the card where the keys start."""
        return self._place_of(self._first()) or (0, 0)

    def _place_of(self, name: str) -> Place | None:
        places = (
            (row, column)
            for row, cards in enumerate(self._rows)
            for column, card in enumerate(cards)
            if card.name == name
        )
        return next(places, None)

    # -- drawing

    @property
    def shown(self) -> Place | None:
        """The highlighted card: the one under the pointer if that moved last, else the one that the keys are on."""
        return self._hovered if self._hovered is not None else self.at

    @property
    def name(self) -> str:
        """The name of the highlighted card; empty if there is none."""
        if self.shown is None:
            return ""
        row, column = self.shown
        return self._rows[row][column].name if row < len(self._rows) and column < len(self._rows[row]) else ""

    def begin(self) -> None:
        """Begin a frame: see what the pointer, the wheel and Tab have done since the last one."""
        io = imgui.get_io()
        self._drawn, self._under = [], None
        pointer = imgui.get_mouse_pos()  # and not ImGui's difference: that is 0 when the pointer comes in
        if (pointer.x, pointer.y) != self._pointer or io.mouse_wheel:
            self._pointer, self._pointing = (pointer.x, pointer.y), _FOLLOWS
        held = any(imgui.is_key_down(key) for key in _HELD)
        if self.moved or held:  # these keys are for the cards, also held down, and not for the buttons that Tab goes to
            imgui.internal.nav_move_request_cancel()
            imgui.set_nav_cursor_visible(False)
            self._pointing = 0
        ring = self.ui.focused if io.nav_visible and not (self.moved or held) else ""
        if ring != self._ring:
            self._ring = ring
            if ring:
                self.at, self._hovered = self._place_of(ring), None

    def row(self) -> None:
        """Begin a row of cards."""
        if not self._drawn or self._drawn[-1]:
            self._drawn.append([])

    def add(self, name: str, open_: Callable[[], object]) -> bool:
        """Add the card that was drawn last, as ImGui's last item; return whether it is highlighted."""
        place = (len(self._drawn) - 1, len(self._drawn[-1]))
        self._drawn[-1].append(OpenableCard(name, open_))
        if name == self._sought:
            self.at, self.moved, self._sought = place, True, ""
        if imgui.is_item_hovered():
            self._under = place
        if self.moved and self.at == place:
            imgui.set_scroll_here_y(0.5)
        return self.shown == place

    def end(self) -> None:
        """End a frame."""
        self._rows, self.moved = self._drawn, False
        if self._pointing:
            self._pointing -= 1
            self._hovered = self._under
        elif self._under != self._hovered:
            self._hovered = None  # the cards have moved away from under a pointer that rests
