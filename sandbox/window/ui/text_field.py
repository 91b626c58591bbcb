"""A text field of one line that takes the keys as soon as it opens, with the part of its text selected that is likely
to be replaced."""

from __future__ import annotations

from collections.abc import Callable

from imgui_bundle import imgui

from sandbox.window.ui.widgets import shown

_PATIENCE = 4  # frames until the field has the keys that it has asked for; then it asks again


class OpeningField:
    """A text field that asks for the keys in the frame after `take_keys`, once: to ask again while it has them would
    select, and so lose, what has been typed meanwhile.

    `selects` returns how many characters of the text, from its beginning, are selected then: all of them, or a file's
    name without its ending.
    """

    def __init__(self, label: str, selects: Callable[[str], int] = len) -> None:
        self._label, self._selects = label, selects
        self._waits = 0  # frames in which it is going to get the keys
        self._selecting = False
        self.asks = False  # for the keys: they are about to come

    def take_keys(self) -> None:
        """Ask for the keys with the next frame."""
        self.asks, self._selecting, self._waits = True, True, 0

    def forget(self) -> None:
        """Ask for the keys no longer."""
        self.asks = self._selecting = False

    def draw(
        self, hint: str, text: str, flags: int = 0, give_keys: Callable[[], object] | None = None
    ) -> tuple[bool, str]:
        """Draw the field; return whether its text has changed, and the text. `give_keys` moves the keys to the next
        widget, wherever they are."""
        if self.asks and not self._waits:
            (give_keys or imgui.set_keyboard_focus_here)()
            self._waits = _PATIENCE
        first = len(shown(text)[: self._selects(text)].encode())  # ImGui counts bytes

        def select(data: imgui.InputTextCallbackData) -> int:
            data.selection_start, data.selection_end, data.cursor_pos = 0, first, first
            self._selecting = False
            return 0

        if self._selecting:
            flags |= int(imgui.InputTextFlags_.callback_always)
            changed, text = imgui.input_text_with_hint(self._label, hint, text, flags, select)
        else:
            changed, text = imgui.input_text_with_hint(self._label, hint, text, flags)
        if imgui.is_item_active():
            self.asks = False
        self._waits = max(0, self._waits - 1)
        return changed, text
