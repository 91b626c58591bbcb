"""The card of the latest message: at the bottom of the scene, or at its top where it hides less."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.editing.document import Notice
from sandbox.window.frame.weighed_scene import weighed_scene
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action
from sandbox.window.ui.card_place import hides_less_at_top
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect

_TONES = {  # the icon of a message, and its colour by name: the theme may change
    "info": (Icon.INFO, "LINK"), "refused": (Icon.WARNING, "ACCENT_DEEP"), "good": (Icon.DONE, "GOOD"),
    "bad": (Icon.FAILED, "BAD"),
}  # fmt: skip
_HIGH = 54.0  # px: the height of the card, of one row
_ROW = 38.0  # px: of another row, for buttons that have no room beside the text
_BESIDE_TEXT = 64.0  # px: its icon and its edges
_BUTTON = 54.0  # px: what a button has beside its label, and before it
_CLOSE = 44.0  # px: the button that closes it


class ToastCard:
    """Draws the last message: for some seconds, or with buttons for the actions it offers until it is answered."""

    def __init__(self, shell: Shell) -> None:
        self.ui, self.shell = shell.ui, shell
        self._placed: tuple[Notice, bool] | None = None  # the last message, and whether it is at the top

    def draw(self, canvas: Rect, top: float, bottom: float) -> None:
        """Draw the message, if there is one, in the middle of the canvas; `top` and `bottom` are where that is free."""
        ui, shell = self.ui, self.shell
        note = shell.toasts.shown
        if note is None or (shell.dialog is not None and shell.dialog.shows_messages):
            self._placed = None
            return
        icon, colour = _TONES[note.tone]
        offers = [name for name in (note.offer, note.also) if name and ui.actions[name].enabled()]
        text = imgui.calc_text_size(note.text).x + ui.px(_BESIDE_TEXT)
        buttons = sum(imgui.calc_text_size(_label(ui.actions[name])).x + ui.px(_BUTTON) for name in offers)
        row = text + buttons + ui.px(_CLOSE if note.offer else 0.0)
        is_low = bool(offers) and row > canvas[2] - canvas[0]
        size = (text, ui.px(_HIGH + _ROW)) if is_low else (row, ui.px(_HIGH))
        y, pivot = (top, 0.0) if self._is_at_top(note, size, canvas, top, bottom) else (bottom, 1.0)
        with ui.floating("toast", (canvas[0] + canvas[2]) / 2, y, (0.5, pivot)):
            # Text in the middle of the row, whether or not a button (30 high) is in it.
            imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(12), ui.px(7)))
            imgui.align_text_to_frame_padding()
            ui.icon(icon, getattr(Colour, colour))
            imgui.align_text_to_frame_padding()
            imgui.text_unformatted(note.text)
            for number, name in enumerate(offers):
                if number or not is_low:
                    imgui.same_line(0.0, ui.px(14))
                ui.action(name, 0, f"{ui.actions[name].symbol}  {_label(ui.actions[name])}", as_=f"toast.{name}")
            if note.offer:
                imgui.same_line(0.0, ui.px(6))
                if ui.button("toast.close", Icon.CLOSE, "No, thanks: close this", "Esc", (0.0, ui.px(30))):
                    shell.toasts.dismiss()
            imgui.pop_style_var()

    def _is_at_top(self, note: Notice, size: tuple[float, float], canvas: Rect, top: float, bottom: float) -> bool:
        """Tell where a message of a size hides less; it stays where it has appeared."""
        if self._placed is None or self._placed[0] != note:
            self._placed = note, hides_less_at_top(size, canvas, top, bottom, weighed_scene(self.shell))
        return self._placed[1]


def _label(action: Action) -> str:
    """Return the words on a button of a message: the tooltip tells what a menu adds in brackets."""
    return action.label.partition(" (")[0]
