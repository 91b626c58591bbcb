"""Cards over the canvas about time: the progress of a resimulation, and the plot of a quantity."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.parts.titles import title_in
from sandbox.render.marks import traces
from sandbox.render.marks.traces import QUANTITIES, QUANTITY_BY_NAME, Series
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.time.time_controls import TimeControls
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, Ui
from sandbox.workspace.past.runs import PastRun

PLOT = (330.0, 118.0)  # px
_FRESH_EVERY = 12  # ticks: a plot of a run that goes on is made anew that often


class TimeCards:
    """Draws the cards."""

    def __init__(self, ui: Ui, shell: Shell, time: TimeControls) -> None:
        self.ui = ui
        self.shell = shell
        self.time = time
        self._key: tuple[object, ...] = ()
        self._series: Series | None = None

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(panels=(Panel("scene", self.draw, 20),))

    def draw(self, canvas: Rect) -> None:
        if self.shell.workspace.document.job is not None:
            self._progress(canvas)
        if self.time.plotted is not None:
            self._plot(canvas, *self.time.plotted)

    def _progress(self, canvas: Rect) -> None:
        """Draw the progress of a resimulation, with a button to cancel it."""
        ui, workspace = self.ui, self.shell.workspace
        job = workspace.document.job
        assert job is not None
        x, y = (canvas[0] + canvas[2]) / 2, (canvas[1] + canvas[3]) / 2
        with ui.floating("job", x, y, (0.5, 0.5), width=ui.px(320)):
            ui.bold(job.title, 17.0)
            imgui.progress_bar(job.progress, (-1.0, ui.px(8)), "")
            ui.mark("job.progress")
            ui.faint("The session is run again from its start, bit for bit.")
            ui.space(2)
            if ui.button("job.cancel", "Cancel", "Stay where you were", "Esc"):
                workspace.jobs.cancel()

    def _plot(self, canvas: Rect, part: int, name: str) -> None:
        ui, time = self.ui, self.time
        run = time.run
        with ui.floating("plot", canvas[2] - ui.px(12), canvas[1] + ui.px(12), (1.0, 0.0)):
            quantity = QUANTITY_BY_NAME[name]
            ui.bold(f"{Icon.PLOT}  {title_in(self.shell.editor.design, part)}")
            imgui.same_line()
            imgui.set_next_item_width(ui.px(96))
            if imgui.begin_combo("##quantity", quantity.title):
                for choice in QUANTITIES:
                    if imgui.selectable(f"{choice.title} ({choice.unit})", choice is quantity)[0]:
                        time.plotted = part, choice.name
                imgui.end_combo()
            ui.mark("plot.quantity")
            imgui.same_line()
            if ui.button("plot.close", Icon.CLOSE, "Close the plot", "P"):
                time.plotted = None
            at = imgui.get_cursor_screen_pos()
            width, height = ui.px(PLOT[0]), ui.px(PLOT[1])
            imgui.invisible_button("##plot", (width, height))
            ui.mark("plot")
            if run is None or part not in run.design.part_by_id:
                ui.faint("This part does not run.")
                return
            if imgui.is_item_active():
                share = (imgui.get_mouse_pos().x - at.x) / width
                self.shell.workspace.travel.look_at(run.place + round(run.length * min(1.0, max(0.0, share))))
            else:
                ui.tip("The whole run; drag to go to a moment of it.")
            self._curve(run, part, quantity, (at.x, at.y, at.x + width, at.y + height))

    def _curve(self, run: PastRun, part: int, quantity: traces.Quantity, rect: Rect) -> None:
        ui, time = self.ui, self.time
        x0, y0, x1, y1 = rect
        key = (run, part, quantity.name, run.last // _FRESH_EVERY)
        if key != self._key:
            self._key, self._series = key, traces.series(run, part, quantity.name)
        assert self._series is not None
        draw, colour = imgui.get_window_draw_list(), imgui.color_convert_float4_to_u32
        draw.add_rect_filled((x0, y0), (x1, y1), colour((*Colour.TEXT[:3], 0.05)), ui.px(4))
        columns = traces.thinned(self._series, run.start, max(run.last, run.start + 1), int((x1 - x0) / 2))
        if not columns:
            return
        low, high = min(column[1] for column in columns), max(column[2] for column in columns)
        if high - low < 1e-9:
            low, high = low - 0.5, high + 0.5

        def up(value: float) -> float:
            return y1 - ui.px(6) - (y1 - y0 - ui.px(12)) * (value - low) / (high - low)

        line = colour(Colour.LINK)
        points = [(x0 + share * (x1 - x0), up(most)) for share, _, most in columns]
        draw.add_polyline([imgui.ImVec2(*point) for point in points], line, ui.px(2), 0)
        for share, least, most in columns:
            if most - least > (high - low) / 60:
                x = x0 + share * (x1 - x0)
                draw.add_line((x, up(least)), (x, up(most)), line, 1.0)
        now = min(max((time.tick - run.start) / max(1, run.length), 0.0), 1.0)
        x = x0 + now * (x1 - x0)
        draw.add_line((x, y0), (x, y1), colour(Colour.ACCENT_DEEP), ui.px(2))
        nearest = min(columns, key=lambda column: abs(column[0] - now))
        draw.add_circle_filled((x, up(nearest[2])), ui.px(4), colour(Colour.ACCENT_DEEP))
        faint = colour(Colour.FAINT)
        draw.add_text((x0 + ui.px(4), y0 + ui.px(1)), faint, f"{high:.3g} {quantity.unit}")
        draw.add_text((x0 + ui.px(4), y1 - ui.px(17)), faint, f"{low:.3g} {quantity.unit}")
        text = f"{nearest[2]:.3g} {quantity.unit}"
        size = imgui.calc_text_size(text)
        draw.add_text((min(x + ui.px(6), x1 - size.x - ui.px(4)), y0 + ui.px(1)), colour(Colour.TEXT), text)
