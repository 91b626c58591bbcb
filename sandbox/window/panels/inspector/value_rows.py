"""Rows of a table to look at values and change them: a title, a widget that fits the value, a button to reset it.

A value that is being dragged or typed is only a preview; it becomes one command when its widget is released.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from imgui_bundle import imgui

from sandbox.commands.commands import Configure, SingleEdit
from sandbox.design.design import Value
from sandbox.editing import snapping
from sandbox.editing.document import Notice
from sandbox.parts.base import Property
from sandbox.window.ui import units
from sandbox.window.ui.theme import Icon
from sandbox.window.ui.widgets import Ui

if TYPE_CHECKING:
    from sandbox.window.shell import Shell

_V = TypeVar("_V", bound=Value)
_CLAMP = int(imgui.SliderFlags_.always_clamp | imgui.SliderFlags_.no_round_to_format)
_TABLE = int(imgui.TableFlags_.sizing_stretch_prop | imgui.TableFlags_.no_pad_outer_x)
_NO_INPUT = int(imgui.SliderFlags_.no_input)  # ImGui's own field would drop the letters of a unit
_LINES = 6  # of a field for text
_MIXED = "differ"
_LOGARITHMIC_FROM = 60.0  # a range whose end is so many times its start gets a logarithmic slider
Edits = tuple[SingleEdit, ...]


class Typed(NamedTuple):
    """A number being typed: its row, the text shown before, and the text so far."""

    name: str
    before: str
    text: str
    waits: int = 4  # frames at most until it has the keys


class ValueRows:
    """Draws the rows, and remembers the widget in hand from one frame to the next."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui = ui
        self.shell = shell
        self._draft: tuple[str, Value] | None = None  # the widget in hand, and what it shows meanwhile
        self._typed: Typed | None = None  # the number that is being typed
        self._in_hand = self._focused = self._hovered = ""  # the number's widget that was so in the last frame

    def tidy(self) -> None:
        """Forget, before a frame's first row, widgets that are no longer in hand."""
        if not imgui.is_any_item_active():
            self._draft = None
            if self._typed is not None and not self._typed.waits:
                self._typed = None  # its field is gone, with what it belonged to

    def table(self, name: str) -> bool:
        if not imgui.begin_table(name, 3, _TABLE):
            return False
        imgui.table_setup_column("title", imgui.TableColumnFlags_.width_stretch, 0.40)
        imgui.table_setup_column("value", imgui.TableColumnFlags_.width_stretch, 0.60)
        imgui.table_setup_column("reset", imgui.TableColumnFlags_.width_fixed, self.ui.px(22))
        return True

    def row(self, title: str, tip: str = "") -> None:
        imgui.table_next_row()
        imgui.table_next_column()
        imgui.align_text_to_frame_padding()
        self.ui.text(title)
        if tip:
            self.ui.tip(tip)
        imgui.table_next_column()
        imgui.set_next_item_width(-1.0)

    def reset(self, name: str, reset: Callable[[], Edits] | None) -> None:
        imgui.table_next_column()
        if reset is not None:
            imgui.push_style_color(imgui.Col_.button, (0, 0, 0, 0))
            imgui.push_style_var(imgui.StyleVar_.frame_border_size, 0.0)
            imgui.push_style_var(imgui.StyleVar_.frame_padding, (self.ui.px(3), self.ui.px(5)))
            if self.ui.button(f"reset.{name}", Icon.RESET, "Back to its usual value"):
                self.shell.editor.set(*reset())
            imgui.pop_style_var(2)
            imgui.pop_style_color()

    def number(
        self, name: str, title: str, now: float, speed: float, number_format: str, edit: Callable[[float], Edits],
        reset: Callable[[], Edits] | None = None,
    ) -> None:  # fmt: skip
        """Draw a number to drag or type."""
        self.row(title)
        unit = "\N{DEGREE SIGN}" if "\N{DEGREE SIGN}" in number_format else number_format.partition(" ")[2]
        clicked = self._in_hand == name and imgui.is_mouse_released(0) and self._draft is None
        if not self._typing(name, f"value.{name}", number_format % now, unit, (-1e6, 1e6), edit, clicked):
            value = self._value(name, now)
            changed, value = imgui.drag_float(f"##{name}", value, speed, -1e6, 1e6, number_format, _CLAMP | _NO_INPUT)
            self.ui.mark(f"value.{name}")
            self.ui.tip("Drag sideways, or click (or press Enter) to type a number, also with a unit: 12 cm")
            self._remember(name)
            self._follow(name, changed, value, edit)
        self.reset(name, reset)

    def property(self, ids: tuple[int, ...], prop: Property, values: tuple[Value, ...]) -> None:
        """Draw the widget that fits a property of some parts, or of a link; it shows the first one's value."""
        mixed = any(value != values[0] for value in values)
        self.row(f"{prop.title} ({_MIXED})" if mixed else prop.title, f"{prop.help}\n{prop.told}".strip())
        name, now, id_ = f"prop.{prop.name}", values[0], ids[0]

        def edit(value: Value) -> Edits:
            return tuple(Configure(part, prop.name, value) for part in ids)

        if isinstance(now, bool):
            changed, on = imgui.checkbox(f"##{name}", now)
            self.ui.mark(name)
            if changed:
                self.shell.editor.set(*edit(on))
        elif isinstance(now, tuple):
            points = " + ".join(f"{len(points)}" for points in now)
            if self.ui.button(name, f"{Icon.EDIT}  {points} points", "Draw it anew, point by point", size=(-1.0, 0.0)):
                self.shell.toolbox.draw_outline(id_)
        elif isinstance(now, str):
            self._text(name, prop, now, edit)
        elif isinstance(now, int):
            draft = self._value(name, now)
            changed, whole = imgui.slider_int(f"##{name}", draft, int(prop.low), int(prop.high), "%d", _CLAMP)
            self.ui.mark(name)
            self._follow(name, changed, whole, edit)
        else:
            self.slider(name, prop, now, edit)
        usual = all(value == prop.default for value in values)
        self.reset(prop.name, (lambda: edit(prop.default)) if not usual else None)

    def slider(self, name: str, prop: Property, now: float, edit: Callable[[Value], Edits]) -> None:
        by_click = imgui.get_io().key_ctrl and self._in_hand == name
        twice = self._hovered == name and imgui.is_mouse_double_clicked(0)
        within, offered = (prop.low, prop.high), _shown(prop, now)
        if self._typing(name, name, offered, prop.unit, within, edit, by_click or twice):
            return
        flags = _CLAMP | _NO_INPUT
        if prop.low > 0 and prop.high / prop.low >= _LOGARITHMIC_FROM:
            flags |= int(imgui.SliderFlags_.logarithmic)
        text = f"%.{_decimals(prop)}f {prop.unit}".rstrip().replace("%%", "%")
        changed, number = imgui.slider_float(f"##{name}", self._value(name, now), prop.low, prop.high, text, flags)
        self.ui.mark(name)
        self._remember(name)
        if imgui.is_item_hovered():
            self._hovered = name
        elif self._hovered == name:
            self._hovered = ""
        self._follow(name, changed and not imgui.get_io().key_ctrl, in_steps(prop, number), edit)

    # -- one widget, from frame to frame

    def _text(self, name: str, prop: Property, now: str, edit: Callable[[Value], Edits]) -> None:
        """Draw a list of the choices, or a field to write in."""
        if prop.choices:
            index = prop.choices.index(now)
            changed, index = imgui.combo(f"##{name}", index, [c.capitalize() for c in prop.choices])
            self.ui.mark(name)
            if changed:
                self.shell.editor.set(*edit(prop.choices[index]))
            return
        size = (-1.0, self.ui.px(_LINES * 18))
        changed, text = imgui.input_text_multiline(f"##{name}", self._value(name, now), size)
        self.ui.mark(name)
        self._follow(name, changed, text[: int(prop.high)], edit)

    def _value(self, name: str, now: _V) -> _V:
        """Return what a widget shows: its draft while it is being changed (of the same type), else the value."""
        return cast(_V, self._draft[1]) if self._draft is not None and self._draft[0] == name else now

    def _follow(self, name: str, changed: bool, value: _V, edit: Callable[[_V], Edits]) -> None:
        """After a widget: preview what it says, or carry it out when it is let go."""
        editor = self.shell.editor
        if changed:
            self._draft = (name, value)
            editor.adjust(*edit(value))
        if imgui.is_item_deactivated():
            self._draft = None
            editor.settle()

    def _remember(self, name: str) -> None:
        """Remember after a number's widget whether it is active, and whether it has the keyboard focus."""
        if imgui.is_item_active():
            self._in_hand = name
        elif self._in_hand == name:
            self._in_hand = ""
        if imgui.is_item_focused():
            self._focused = name
        elif self._focused == name:
            self._focused = ""

    def _typing(
        self, name: str, mark: str, shown_text: str, unit: str, within: tuple[float, float],
        edit: Callable[[float], Edits], start: bool,
    ) -> bool:  # fmt: skip
        """Draw a text field in place of a number's widget while it is being typed, or if `start` is true, or on Enter.

        The text counts when the field is left. Return False if the number is not being typed.
        """
        keyed = bool(self.ui.keys_in) and self._focused == name and imgui.is_key_pressed(imgui.Key.enter, False)
        starts = (start or keyed) and self._typed is None
        if starts:
            self._typed = Typed(name, shown_text, shown_text)
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
            value = units.parse(text, unit)
            if value is None:
                why = f"'{text}' is no number that fits here; type for example {units.examples(unit)}."
                self.shell.toasts.tell(Notice(why, "refused"))
            else:
                self.shell.editor.set(*edit(min(within[1], max(within[0], value))))
        return True


def _shown(prop: Property, now: float) -> str:
    """Format a number as it is offered for typing."""
    return f"{now:.{_decimals(prop)}f} {prop.unit}".rstrip()


def in_steps(prop: Property, value: float) -> float:
    """Round a slider's value to its property's step, within its range."""
    step = prop.step or 10.0 ** -_decimals(prop)
    return min(prop.high, max(prop.low, snapping.to_grid(value, step)))


def _decimals(prop: Property) -> int:
    """Return the number of decimals that tell two neighbouring values of a property apart."""
    step = prop.step or (prop.high - prop.low) / 100 or 1.0
    return min(4, max(0, math.ceil(-math.log10(step) - 1e-9)))


__all__ = ["Edits", "ValueRows", "in_steps"]
