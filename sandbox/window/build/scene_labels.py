"""Texts over the canvas: at guides, at goals and hints, at a refused gesture, and the note under the pointer."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from imgui_bundle import imgui

from sandbox.design.geometry import Box
from sandbox.design.no_build import NOT_THERE, area_at
from sandbox.editing import picking
from sandbox.editing.document import sentence
from sandbox.editing.editor import Editor
from sandbox.editing.gestures.gesture import Preview
from sandbox.editing.ropes_against import AGAINST
from sandbox.parts import KINDS
from sandbox.parts.notes import pages_of
from sandbox.render.colours import Rgba
from sandbox.window.build.keyboard import Keyboard
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.ui import label_layout
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui, shown

Placed = tuple[str, float, float, Rgba]  # a text, x and y (m), the colour of its ground
_SIGN = 2.5  # times the reach: so near to its middle the sign of an area is pointed at


class SceneLabels:
    """Draws the texts that belong to places of the scene."""

    def __init__(self, ui: Ui, shell: Shell, keyboard: Keyboard, others: Callable[[], Sequence[Placed]]) -> None:
        """`others` returns texts of the author, each with a place in the world and its ground."""
        self.ui = ui
        self.shell, self.keyboard, self._others = shell, keyboard, others

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(panels=(Panel("scene", self.draw, 40),))

    def draw(self, canvas: Rect) -> None:
        editor = self.shell.editor
        self._at_pointer(canvas, editor)
        self._guides(canvas, editor.preview)
        for text, wx, wy, ground in self._others():
            x, y = self._pixel(wx, wy)
            self._label(canvas, text, [(x, y - self.ui.px(28))], ground)
        for wx, wy in self.shell.view.stuck.values() if editor.running else ():
            self._over(canvas, "Stuck", wx, wy)
        self._reading(editor)

    def _over(self, canvas: Rect, text: str, wx: float, wy: float) -> None:
        """Explain a warning sign, right over it."""
        (x, y), pad = self._pixel(wx, wy), self.ui.px(8)
        size = imgui.calc_text_size(text)
        self._label(canvas, text, [(x - size.x / 2 - pad, y - size.y - 3 * pad)], Colour.BAD)

    def _at_pointer(self, canvas: Rect, editor: Editor) -> None:
        """Say beside the pointer why the dragged thing can't be there, what a click would do, or what is asked for."""
        preview = editor.preview
        says = preview.says or (editor.gesture.asks if editor.gesture is not None else self._at_sign(editor))
        x, y = self.keyboard.pointed_at
        x0, y0, x1, y1 = canvas
        if not (preview.why_not or says) or not (x0 <= x < x1 and y0 <= y < y1):
            return
        text = sentence(preview.why_not) or says[:1].upper() + says[1:]
        right = x > (x0 + x1) / 2
        pad, width = self.ui.px(8), imgui.calc_text_size(text).x
        left = x - width - 3 * pad if right else x + 2 * pad
        self._label(canvas, text, [(left, y + 2 * pad)], Colour.BAD if preview.why_not else Colour.GUIDE)

    def _at_sign(self, editor: Editor) -> str:
        """Return what a sign means that is pointed at: of a goal, or of an area in which no part may be put."""
        if editor.pointer is None:
            return ""
        rule = self.shell.view.rule_at(editor.pointer)
        if rule is not None and rule.goal.text:
            return f"{'Lost if' if rule.forbids else 'Goal'}: {shown(rule.goal.text)}"
        if not editor.running and self.shell.view.held_at(editor.pointer):
            return AGAINST
        if editor.hover or editor.running:
            return ""
        x, y = editor.pointer
        area = area_at(editor.design.no_build, x, y)
        far = math.dist((x, y), ((area.x0 + area.x1) / 2, (area.y0 + area.y1) / 2)) if area is not None else math.inf
        return NOT_THERE if far <= _SIGN * self.shell.view.reach else ""

    def _guides(self, canvas: Rect, preview: Preview) -> None:
        """Label each guide at its end."""
        scale, taken = self.ui.theme.scale, [self._on_screen(picking.box_of(spec)) for spec in preview.parts]
        for line in preview.guides:
            if not line.text:
                continue
            start, end = (self._pixel(*point) for point in ((line.x0, line.y0), (line.x1, line.y1)))
            spots = label_layout.beside(start, end, imgui.calc_text_size(line.text).x + 2 * self.ui.px(8), scale)
            taken.append(self._label(canvas, line.text, spots, Colour.GUIDE, taken))

    def _reading(self, editor: Editor) -> None:
        """Show all pages of the note under the pointer."""
        spec = editor.design.part_by_id.get(editor.hover.id) if editor.gesture is None else None
        name = KINDS[spec.kind].read if spec is not None else ""
        if spec is None or not name or not spec.props.get(name):
            return
        with self.ui.tooltip(300.0) as is_open:
            for number, page in enumerate(pages_of(str(spec.props[name])) if is_open else ()):
                if number:
                    imgui.separator()
                imgui.text_unformatted(page)

    def _on_screen(self, box: Box) -> Rect:
        """Convert a box of the world to pixels, y down."""
        (x0, y1), (x1, y0) = self._pixel(*box[:2]), self._pixel(*box[2:])
        return x0, y0, x1, y1

    def _pixel(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the world to pixels, y down."""
        across, up = self.shell.view.camera.to_screen(x, y)
        return across, self.shell.window.height - up

    def _label(
        self, canvas: Rect, text: str, spots: list[tuple[float, float]], ground: Rgba, clear_of: Sequence[Rect] = ()
    ) -> Rect:
        """Draw text on a coloured ground over the canvas, at the first spot where all of it is visible and covers
        nothing."""
        draw, pad = imgui.get_foreground_draw_list(), self.ui.px(8)
        room = max(canvas[2] - canvas[0] - 4 * pad, self.ui.px(60))
        size = imgui.calc_text_size(text, False, room)
        box = label_layout.settle(spots, (size.x + 2 * pad, size.y + pad), canvas, pad, clear_of)
        colour = imgui.color_convert_float4_to_u32
        draw.add_rect_filled(box[:2], box[2:], colour(ground), self.ui.px(6))
        at = (box[0] + pad, box[1] + pad / 2)
        draw.add_text(imgui.get_font(), imgui.get_font_size(), at, colour(Colour.ON_STRONG), text, room)
        return box
