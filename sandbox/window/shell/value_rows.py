"""Rows of a table to look at values and change them: a title, a widget that fits the value, a button to reset it.

A value that is being dragged or typed is only a preview; it becomes one command when its widget is released.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar, cast

from imgui_bundle import imgui

from sandbox.commands.commands import Configure
from sandbox.design.design import Value
from sandbox.editing import snapping
from sandbox.editing.gestures.track_gestures import with_point, without_point
from sandbox.editing.toolbox import Toolbox
from sandbox.parts.kind import Property
from sandbox.window.shell.number_entry import Edits, Number, NumberEntry
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.text_field import OpeningField
from sandbox.window.ui.widgets import Ui

_V = TypeVar("_V", bound=Value)
_TABLE = int(imgui.TableFlags_.sizing_stretch_prop | imgui.TableFlags_.no_pad_outer_x)
_LINES = 6  # of a field for a long text
_ONE_LINE = 40  # characters of a text that has a field of one line
_MIXED = "differ"


class ValueRows:
    """Draws the rows, and remembers the widget in hand from one frame to the next."""

    def __init__(self, ui: Ui, shell: Shell) -> None:
        self.ui = ui
        self.shell = shell
        self._draft: tuple[str, Value] | None = None  # the widget in hand, and its value meanwhile
        self.numbers = NumberEntry(ui, shell)

    def tidy(self) -> None:
        """Forget, before a frame's first row, widgets that are no longer in hand."""
        if not imgui.is_any_item_active():
            self._draft = None
        self.numbers.tidy()

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

    def facts(self, values: tuple[tuple[Property, Value], ...]) -> None:
        """Draw values that can't be changed here, as text; none for an outline."""
        worded = [(prop, _answer(value) or prop.worded(value)) for prop, value in values]
        worded = [(prop, words) for prop, words in worded if words]
        if not worded or not imgui.begin_table("facts", 2, _TABLE):
            return
        imgui.table_setup_column("title", imgui.TableColumnFlags_.width_stretch, 0.45)
        imgui.table_setup_column("value", imgui.TableColumnFlags_.width_stretch, 0.55)
        for prop, words in worded:
            imgui.table_next_row()
            imgui.table_next_column()
            self.ui.faint(prop.title)
            if prop.help:
                self.ui.tip(prop.help)
            imgui.table_next_column()
            self.ui.text(words)
            self.ui.mark(f"fact.{prop.name}")
        imgui.end_table()

    def number(
        self, name: str, title: str, number: Number, edit: Callable[[float], Edits],
        reset: Callable[[], Edits] | None = None,
    ) -> None:  # fmt: skip
        """Draw a row with a number."""
        self.row(title)
        self.numbers.draw(name, f"value.{name}", number, edit, edit)
        self.reset(name, reset)

    def line(
        self, name: str, field: OpeningField, now: str, hint: str, most: int, edit: Callable[[str], Edits]
    ) -> None:
        """Draw a text of one line and up to `most` characters; `hint` stands there while it is empty."""
        changed, text = field.draw(hint, self._value(name, now))
        self.ui.mark(name)
        self._follow(name, changed, text[:most], edit)

    def property(self, ids: tuple[int, ...], prop: Property, values: tuple[Value, ...]) -> None:
        """Draw the widget that fits a property of some parts, or of a link; it shows the first one's value."""
        mixed = any(value != values[0] for value in values)
        self.row(f"{prop.title} ({_MIXED})" if mixed else prop.title, f"{prop.help}\n{prop.allowed}".strip())
        name, now, id_ = f"prop.{prop.name}", values[0], ids[0]

        def edit(value: Value) -> Edits:
            return tuple(Configure(part, prop.name, value) for part in ids)

        if isinstance(now, bool):
            changed, on = imgui.checkbox(f"##{name}", now)
            self.ui.mark(name)
            if changed:
                self.shell.editor.set(*edit(on))
        elif prop.open:
            self._line(name, now, id_)
        elif isinstance(now, tuple):
            points = " + ".join(f"{len(points)}" for points in now)
            if self.ui.button(name, f"{Icon.EDIT}  {points} points", "Draw it anew, point by point", size=(-1.0, 0.0)):
                Toolbox(self.shell.editor).draw_outline(id_)
        elif isinstance(now, str):
            self._text(name, prop, now, edit)
        else:
            self.slider(name, prop, now, edit)
        usual = all(value == prop.default for value in values)
        self.reset(prop.name, (lambda: edit(prop.default)) if not usual else None)

    def _line(self, name: str, now: Value, id_: int) -> None:
        """Draw the buttons of a line: draw it anew, one point more, one point fewer."""
        assert isinstance(now, tuple)
        ui, editor, width = self.ui, self.shell.editor, imgui.get_content_region_avail().x
        side, gap = imgui.get_frame_height(), imgui.get_style().item_inner_spacing.x
        spec = editor.design.part_by_id[id_]
        if ui.button(
            name,
            f"{Icon.EDIT}  {len(now[0])} points",
            "Draw it anew, with the mouse",
            size=(width - 2 * (side + gap), 0.0),
        ):
            Toolbox(editor).draw_outline(id_)
        for sign, tip, edit in (
            ("+", "One point more, where two are farthest apart", with_point(spec)),
            ("\N{MINUS SIGN}", "One point fewer: the one that bends it least", without_point(spec)),
        ):
            imgui.same_line(0.0, gap)
            imgui.begin_disabled(edit is None)
            if ui.button(f"{name}.{sign}", sign, tip, size=(side, 0.0)) and edit is not None:
                editor.set(edit)
            imgui.end_disabled()

    def slider(self, name: str, prop: Property, now: float, edit: Callable[[Value], Edits]) -> None:
        """Draw the number of a property, whose range is dragged through over the width of its field."""
        number = Number(now, prop.unit, _decimals(prop), prop.low, prop.high, title=prop.title)

        def edit_in_steps(value: float) -> Edits:
            stepped = in_steps(prop, value)
            return edit(round(stepped) if isinstance(prop.default, int) else stepped)

        def edit_typed(value: float) -> Edits:
            return edit(round(value) if isinstance(prop.default, int) else value)

        self.numbers.draw(name, name, number, edit_in_steps, edit_typed)

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
        if prop.high <= _ONE_LINE:
            changed, text = imgui.input_text(f"##{name}", self._value(name, now))
        else:
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


def _answer(value: Value) -> str:
    """Return whether a switch is on as the answer to its title: "Loose: yes"; empty for any other value."""
    return ("yes" if value else "no") if isinstance(value, bool) else ""


def in_steps(prop: Property, value: float) -> float:
    """Round a dragged value to its property's step, within its range."""
    step = prop.step or 10.0 ** -_decimals(prop)
    return min(prop.high, max(prop.low, snapping.to_grid(value, step)))


def _decimals(prop: Property) -> int:
    """Return the number of decimals that tell two neighbouring values of a property apart."""
    if isinstance(prop.default, int):
        return 0
    step = prop.step or (prop.high - prop.low) / 100 or 1.0
    return min(4, max(0, math.ceil(-math.log10(step) - 1e-9)))
