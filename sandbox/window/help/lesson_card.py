"""The first lesson in the scene: a marker at the thing that a step is about, and a sentence beside it."""

from __future__ import annotations

from typing import Protocol

from imgui_bundle import imgui

from sandbox.design.geometry import Point
from sandbox.editing import picking
from sandbox.editing.lesson import STEPS, Lesson, LessonStep, LessonTarget, Widget
from sandbox.window.shell.shell import Shell
from sandbox.window.ui import label_layout
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui

WIDTH = 300.0  # px
LEAST_WIDTH = 172.0  # px: the button and the padding beside it
SPOT = 22.0  # px: the half size of a marker at a point of the scene
BEAT_S = 1.4  # from one pulse of a marker to the next
FRAME_S = 1 / 20  # between two frames of a pulse


class LessonUnderWay(Protocol):
    """The lesson, and leaving it."""

    lesson: Lesson | None

    def leave(self) -> bool: ...


class LessonCard:
    """Draws the step to do next, while the lesson is under way."""

    def __init__(self, ui: Ui, shell: Shell, lesson: LessonUnderWay) -> None:
        self.ui, self.shell = ui, shell
        self.lesson = lesson
        self._sizes: dict[tuple[str, float], Point] = {}  # of the card beside a target, by its step and the scale
        self._pulsing = False

    def draw(self, canvas: Rect) -> None:
        under_way = self.lesson.lesson
        step = under_way.step if under_way is not None else None
        if step is None or under_way is None or self.shell.dialog is not None:
            return
        boxes = [box for target in step.targets if (box := self._box(target, canvas)) is not None]
        for number, box in enumerate(boxes, 1):
            self._marker(box, str(number) if len(boxes) > 1 else "")
        self._card(canvas, boxes, step, under_way.at)
        self._keep_pulsing()

    # -- what is pointed at

    def _box(self, target: LessonTarget, canvas: Rect) -> Rect | None:
        """Return the rectangle of a target in pixels (y down); None if it can't be seen now."""
        if isinstance(target, Widget):
            return self.ui.rects.get(target.name)
        spec = next((spec for spec in self.shell.editor.design.parts if spec.kind == target.kind), None)
        if spec is None:
            return None
        box, half = picking.box_of(spec), self.ui.px(SPOT)
        x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        across, up = self.shell.view.camera.to_screen(x, spec.y + target.up if target.up else y)
        down = self.shell.window.height - up
        is_seen = canvas[0] <= across <= canvas[2] and canvas[1] <= down <= canvas[3]
        return (across - half, down - half, across + half, down + half) if is_seen else None

    def _marker(self, box: Rect, number: str) -> None:
        """Draw a frame around a target that swells and fades; with a number, if there are several."""
        draw, colour, px = imgui.get_foreground_draw_list(), imgui.color_convert_float4_to_u32, self.ui.px
        share = 0.0 if self._still else (imgui.get_time() / BEAT_S) % 1.0
        red, green, blue = Colour.ACCENT[:3]
        for grow, strength in ((px(3), 1.0), (px(3 + 9 * share), 0.0 if self._still else 1.0 - share)):
            low, high = (box[0] - grow, box[1] - grow), (box[2] + grow, box[3] + grow)
            rounding = min((high[0] - low[0]) / 2, px(24))
            draw.add_rect(low, high, colour((red, green, blue, strength)), rounding, px(3))
        if number:
            radius = px(10)
            middle = max(box[0], radius), max(box[1], radius)  # in the window
            draw.add_circle_filled(middle, radius, colour(Colour.ACCENT))
            size = imgui.calc_text_size(number)
            draw.add_text((middle[0] - size.x / 2, middle[1] - size.y / 2), colour(Colour.ON_STRONG), number)

    @property
    def _still(self) -> bool:
        return self.shell.workspace.settings.now.reduced_motion

    def _keep_pulsing(self) -> None:
        """Ask for the next frame of the pulse, also while nothing else happens."""
        loop = self.shell.loop
        if loop is not None and not self._pulsing and not self._still:
            self._pulsing = True
            loop.clock.schedule_once(self._pulse, FRAME_S)

    def _pulse(self, _seconds: float) -> None:
        self._pulsing = False
        self.shell.host.stir()
        self.shell.stir()

    # -- the card

    def _card(self, canvas: Rect, boxes: list[Rect], step: LessonStep, at: int) -> None:
        ui = self.ui
        name = step.name, ui.theme.scale
        spot = self._beside(canvas, boxes, self._sizes.get(name, (0.0, 0.0)))
        if spot is not None:
            width, pivot = min(ui.px(WIDTH), canvas[2] - canvas[0] - ui.px(16)), (0.0, 0.0)
            place = spot
        else:  # over the panel at the right: nothing that is pointed at may be covered
            right = self.shell.window.width - ui.px(4)
            width, pivot = max(right - canvas[2] - ui.px(4), ui.px(LEAST_WIDTH)), (1.0, 0.0)
            place = right, canvas[1] + ui.px(8)
        with ui.floating("lesson", *place, pivot, width=width):
            ui.text(step.sentence)
            ui.mark(f"lesson.{step.name}")
            imgui.align_text_to_frame_padding()
            ui.faint(f"{at + 1} of {len(STEPS)}")
            self._leave()
            size = imgui.get_window_size()
            if spot is not None and self._sizes.get(name) != (size.x, size.y):
                self._sizes[name] = size.x, size.y
                self.shell.host.stir()
                self.shell.stir()  # once more, now that its size is known

    def _leave(self) -> None:
        """Draw the button that ends the lesson, beside the number of the step or, without room there, under it."""
        label = f"{Icon.CLOSE}  Leave the lesson"
        imgui.same_line()
        if imgui.get_content_region_avail().x < imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x:
            imgui.new_line()
        if self.ui.button("lesson.leave", label, "The level stays open", "Esc"):
            self.lesson.leave()

    def _beside(self, canvas: Rect, boxes: list[Rect], size: Point) -> Point | None:
        """Return the corner of a card that is beside a target, within the canvas and over none of the targets.

        None: there is no such place.
        """
        gap, (width, height) = self.ui.px(16), size
        right, low = canvas[2] - width, canvas[3] - height
        spots: list[Point] = []
        for x0, y0, x1, y1 in boxes:
            spots += [(x1 + gap, y0), (x0, y1 + gap), (x0 - width - gap, y0), (x0, y0 - height - gap)]
        grown = [(x0 - gap / 2, y0 - gap / 2, x1 + gap / 2, y1 + gap / 2) for x0, y0, x1, y1 in boxes]
        spots += [(canvas[0], canvas[1]), (right, canvas[1]), (canvas[0], low), (right, low)]
        x0, y0, x1, y1 = label_layout.settle(spots, size, canvas, gap / 2, grown)
        is_free = all(x0 >= b[2] or x1 <= b[0] or y0 >= b[3] or y1 <= b[1] for b in grown)
        return (x0, y0) if is_free or canvas[2] + gap >= self.shell.window.width - self.ui.px(120) else None
