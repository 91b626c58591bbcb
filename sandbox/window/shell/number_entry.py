"""The one widget for numbers: it is dragged sideways, or opened by a click and typed, also with a unit.

A number that is being dragged is only a preview; it becomes one command when it is let go. A typed one counts when its
field is left. Text that is no number, or one out of range, is refused, and the value stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.commands.commands import SingleEdit
from sandbox.editing.document import Notice
from sandbox.reading import quantities
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui

Edits = tuple[SingleEdit, ...]
_FLAGS = int(
    imgui.SliderFlags_.always_clamp
    | imgui.SliderFlags_.no_round_to_format
    | imgui.SliderFlags_.no_input  # ImGui's own field would drop the letters of a unit
)
_A_DRAG = 3.0  # px: a press that moves farther is no click
_LOGARITHMIC_FROM = 60.0  # a range whose end is this many times its start is dragged logarithmically
_TIP = "Drag sideways, or click (or press Enter) to type a number, also with a unit"


class Number(NamedTuple):
    """A number as it is drawn and typed: with `decimals` and a unit, perhaps behind some words."""

    value: float
    unit: str
    decimals: int
    low: float
    high: float
    speed: float | None = None  # for each pixel of a drag; None: the field's width is the whole range
    words: str = ""
    title: str = "this number"  # in the sentence that refuses another one

    @property
    def range(self) -> str:
        """The range that may be typed, in words."""
        return f"from {self.low:.10g} to {self.high:.10g} {self.unit}".rstrip()

    def in_range(self, value: float) -> float | None:
        """Return a typed value, or None if it is out of range. The ends of the range count as they are drawn."""
        nearest = min(self.high, max(self.low, value))
        return nearest if abs(value - nearest) <= 0.5 * 10.0**-self.decimals else None

    @property
    def drawn(self) -> str:
        """The format with which ImGui draws it."""
        space = "" if self.unit == "\N{DEGREE SIGN}" else " "
        return f"{self.words} %.{self.decimals}f{space}{self.unit.replace('%', '%%')}".strip()

    @property
    def offered(self) -> str:
        """The text that its field begins with."""
        return f"{self.value:.{self.decimals}f} {self.unit}".rstrip()


class _Typed(NamedTuple):
    """A number being typed: its name, the text shown before, and the text so far."""

    name: str
    before: str
    text: str
    waits: int = 4  # frames at most until it has the keys


class NumberEntry:
    """Draws numbers, and remembers the one in hand from one frame to the next."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui, self.shell = ui, shell
        self._draft: tuple[str, float] | None = None  # the number being dragged, and its text meanwhile
        self._typed: _Typed | None = None
        self._in_hand = self._focused = ""  # the number that was so in the last frame

    def tidy(self) -> None:
        """Forget, before a frame's first number, one that is no longer in hand."""
        if not imgui.is_any_item_active():
            self._draft = None
            if self._typed is not None and not self._typed.waits:
                self._typed = None  # the field is gone, with the thing that it belonged to

    def draw(
        self, name: str, mark: str, number: Number, edit: Callable[[float], Edits], typed: Callable[[float], Edits]
    ) -> None:
        """Draw a number under its mark; `edit` returns the commands that set it to a dragged value, `typed` to a typed
        one."""
        released = self._in_hand == name and imgui.is_mouse_released(0) and self._draft is None
        clicked = released and imgui.get_mouse_drag_delta(0, _A_DRAG) == imgui.ImVec2(0.0, 0.0)
        if not self._typing(name, mark, number, typed, clicked):
            self._drag(name, mark, number, edit)

    def _drag(self, name: str, mark: str, number: Number, edit: Callable[[float], Edits]) -> None:
        width, editor = imgui.calc_item_width(), self.shell.editor
        value = self._draft[1] if self._draft is not None and self._draft[0] == name else number.value
        speed, flags = number.speed, _FLAGS
        if speed is None:
            speed = (number.high - number.low) / max(width, 1.0)
            if number.low > 0 and number.high / number.low >= _LOGARITHMIC_FROM:
                flags |= int(imgui.SliderFlags_.logarithmic)
        changed, value = imgui.drag_float(f"##{name}", value, speed, number.low, number.high, number.drawn, flags)
        self.ui.mark(mark)
        self.ui.note_use(mark, imgui.is_item_active())
        if imgui.is_item_hovered():  # the tip says how to change the number: none where that can't be done
            self.ui.button_tip(mark, _TIP)  # none once the number was typed: the tip would lie over those below
        if number.speed is None:
            self._draw_share((value - number.low) / (number.high - number.low))
        self._in_hand = _now_if(imgui.is_item_active(), name, self._in_hand)
        self._focused = _now_if(imgui.is_item_focused(), name, self._focused)
        if changed:
            self._draft = (name, value)
            editor.adjust(*edit(value))
        if imgui.is_item_deactivated():
            self._draft = None
            editor.settle()

    def _draw_share(self, share: float) -> None:
        """Draw along the lower edge of the last widget where in its range the number lies."""
        low, high, inset = imgui.get_item_rect_min(), imgui.get_item_rect_max(), self.ui.px(4)
        right = low.x + inset + (high.x - low.x - 2 * inset) * min(1.0, max(0.0, share))
        colour = imgui.color_convert_float4_to_u32(Colour.GRAB)
        top, bottom = high.y - self.ui.px(4), high.y - self.ui.px(2)
        imgui.get_window_draw_list().add_rect_filled((low.x + inset, top), (right, bottom), colour)

    def _typing(self, name: str, mark: str, number: Number, edit: Callable[[float], Edits], start: bool) -> bool:
        """Draw a text field in place of a number while it is being typed, or if `start` is true, or on Enter.

        Return False if the number is not being typed.
        """
        keyed = bool(self.ui.keys_in) and self._focused == name and imgui.is_key_pressed(imgui.Key.enter, False)
        starts = (start or keyed) and self._typed is None
        if starts:
            self._typed = _Typed(name, number.offered, number.offered)
            self._in_hand = self._focused = ""
            self.ui.give_keys_here()
        if self._typed is None or self._typed.name != name:
            return False
        _, text = imgui.input_text(f"##typed.{name}", self._typed.text, imgui.InputTextFlags_.auto_select_all)
        self.ui.mark(mark)
        self._typed = self._typed._replace(text=text)
        if starts or imgui.is_item_active() or (self._typed.waits and not imgui.is_item_deactivated()):
            self._typed = self._typed._replace(waits=0 if imgui.is_item_active() else self._typed.waits - 1)
            if self._typed.waits:
                self.shell.stir()  # the keys come with the next frames: a slow machine must draw them too
            return True
        before, self._typed = self._typed.before, None
        if text != before:
            self._take(text, number, edit)
        return True

    def _take(self, text: str, number: Number, edit: Callable[[float], Edits]) -> None:
        """Carry out a typed number; refuse what is none, or out of its range."""
        value = quantities.parse(text, number.unit)
        if value is None:
            self._refuse(f"'{text}' is no number that fits here; type for example {quantities.examples(number.unit)}.")
        elif (within := number.in_range(value)) is None:
            self._refuse(f"'{text}' is out of range: {number.title} goes {number.range}.")
        else:
            self.shell.editor.set(*edit(within))

    def _refuse(self, why: str) -> None:
        self.shell.toasts.tell(Notice(why, "refused"))


def _now_if(so: bool, name: str, before: str) -> str:
    """Return the active entry of this frame: `name` while `so`, none once that stops, otherwise the one `before`."""
    if so:
        return name
    return "" if before == name else before
