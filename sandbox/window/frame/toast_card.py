"""The card of the latest message: at the bottom of the scene, or at its top where it hides less."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.editing.document import Notice
from sandbox.window.frame.weighed_scene import weighed_scene
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.card_place import hides_less_at_top
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect

_TONES = {  # the icon of a message, and its colour by name: the theme may change
    "info": (Icon.INFO, "LINK"), "refused": (Icon.WARNING, "ACCENT_DEEP"), "good": (Icon.DONE, "GOOD"),
    "bad": (Icon.FAILED, "BAD"),
}  # fmt: skip
_HIGH = 54.0  # px: the height of the card
_BESIDE_TEXT = 80.0  # px: its icon and its edges
_BUTTON = 140.0  # px: a button of an action that is offered, about


class ToastCard:
    """Draws the last message: for some seconds, or with buttons for the actions it offers until it is answered."""

    def __init__(self, shell: Shell) -> None:
        self.ui, self.shell = shell.ui, shell
        self._placed: tuple[Notice, bool] | None = (
            None  # the last message, and whether it is at the top: it stays there
        )

    def draw(self, canvas: Rect, top: float, bottom: float) -> None:
        """Draw the message, if there is one, in the middle of the canvas; `top` and `bottom` are where that is free."""
        ui, shell = self.ui, self.shell
        note = shell.toasts.shown
        if note is None or (shell.dialog is not None and shell.dialog.shows_messages):
            self._placed = None
            return
        icon, colour = _TONES[note.tone]
        y, pivot = (top, 0.0) if self._is_at_top(note, canvas, top, bottom) else (bottom, 1.0)
        with ui.floating("toast", (canvas[0] + canvas[2]) / 2, y, (0.5, pivot)):
            # Text in the middle of the row, whether or not a button (30 high) is in it.
            imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(12), ui.px(7)))
            imgui.align_text_to_frame_padding()
            ui.icon(icon, getattr(Colour, colour))
            imgui.align_text_to_frame_padding()
            imgui.text_unformatted(note.text)
            for offer in filter(None, (note.offer, note.also)):
                action = ui.actions[offer]
                if action.enabled():
                    imgui.same_line(0.0, ui.px(14))
                    ui.action(offer, 0, f"{action.symbol}  {action.label}", as_=f"toast.{offer}")
            if note.offer:
                imgui.same_line(0.0, ui.px(6))
                if ui.button("toast.close", Icon.CLOSE, "No, thanks: close this", "Esc", (0.0, ui.px(30))):
                    shell.toasts.dismiss()
            imgui.pop_style_var()

    def _is_at_top(self, note: Notice, canvas: Rect, top: float, bottom: float) -> bool:
        """Tell where the message hides less; it stays where it has appeared."""
        if self._placed is None or self._placed[0] != note:
            buttons = sum(bool(offer) for offer in (note.offer, note.also))
            width = imgui.calc_text_size(note.text).x + self.ui.px(_BESIDE_TEXT + _BUTTON * buttons)
            size = min(width, canvas[2] - canvas[0]), self.ui.px(_HIGH)
            at_top = hides_less_at_top(size, canvas, top, bottom, weighed_scene(self.shell))
            self._placed = note, at_top
        return self._placed[1]
