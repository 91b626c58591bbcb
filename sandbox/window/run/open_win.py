"""What the card of a win says of an open puzzle: the figures of this machine beside the best of one's own, the aims
that it has reached, and its price among those of all ways that are known."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.design.design import Design
from sandbox.levels.open_figures import FIGURES, AimState, FigureRow, aim_states, figure_rows
from sandbox.render.colours import Rgba
from sandbox.window.ui import badges, dot_plot
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui, shown
from sandbox.workspace.records import WinReport

_BESIDE = 500.0  # px: in a card so wide the plot stands beside the figures
_ROW = 20.0  # px
_WAYS, _STARS = 76.0, 66.0  # px: what stands above it about ways, and about the stars of a par


class OpenWin:
    """Draws that part of the card."""

    def __init__(self, ui: Ui) -> None:
        self.ui = ui

    def height(self, level: Design, width: float) -> float:
        """Return how high it is with the lines above it, at a width of the card (px), once the win is proven."""
        rows, room = len(FIGURES) + 1, width - self.ui.px(60)
        above = self.ui.px(_WAYS + (_STARS if level.par else 0.0))
        aims = sum(imgui.calc_text_size(shown(_aim_words(aim.text, True)), False, room).y + 6.0 for aim in level.aims)
        plot = 0.0 if width >= self.ui.px(_BESIDE) else dot_plot.height(self.ui) + self.ui.px(_ROW)
        return above + self.ui.px(_ROW) * rows + aims + plot

    def draw(self, level: Design, win: WinReport, width: float) -> None:
        """Draw it in a card of a width (px)."""
        if win.facts is None:
            return
        ui = self.ui
        beside = width >= ui.px(_BESIDE)
        imgui.begin_group()
        self._figures(figure_rows(win.facts, win.earlier, level.world.tick_rate))
        imgui.end_group()
        if beside:
            imgui.same_line(0.0, ui.px(20))
        imgui.begin_group()
        self._plot(win)
        imgui.end_group()
        for number, state in enumerate(aim_states(level, win.facts, win.earlier)):
            self._aim(number, state)

    def _figures(self, rows: list[FigureRow]) -> None:
        """Draw a table, as wide as its texts: what is counted, this machine, and the best of one's own."""
        ui, flags = self.ui, imgui.TableFlags_.sizing_fixed_fit | imgui.TableFlags_.no_host_extend_x
        if not imgui.begin_table("figures", 3, int(flags)):
            return
        for head in ("", "This one", "Your best"):
            self._cell(head, Colour.FAINT)
        for row in rows:
            self._cell(row.title)
            self._cell(row.now)
            self._cell(f"{Icon.STAR} {row.best}" if row.is_new else row.best, None if row.is_new else Colour.FAINT)
            ui.mark(f"figure.{row.name}")
            if row.is_new:
                ui.tip("Better than all your machines before")
        imgui.end_table()

    def _cell(self, text: str, colour: Rgba | None = None) -> None:
        """Write into the next cell of the table; a text in it does not wrap."""
        imgui.table_next_column()
        imgui.push_style_color(imgui.Col_.text, colour or Colour.TEXT)
        imgui.text_unformatted(text)
        imgui.pop_style_color()

    def _plot(self, win: WinReport) -> None:
        """Draw the prices of all known ways, with this one's marked."""
        if len(win.prices) < 2:
            return
        ui, own = self.ui, win.way - 1 if win.way else None
        ui.faint("Prices of the known ways")
        this = f" Yours, the star, costs {win.prices[own]}." if own is not None else ""
        tip = (
            f"{len(win.prices)} ways are known; their machines cost {min(win.prices)} to {max(win.prices)} coins.{this}"
        )
        dot_plot.draw(ui, "card.prices", win.prices, own, "coins", tip)

    def _aim(self, number: int, state: AimState) -> None:
        """Draw an odd star: whether this machine has reached it, or an earlier one."""
        ui = self.ui
        colour = badges.star_ink(state.now or state.before)
        ui.line_of(Icon.STAR, colour, _aim_words(state.text, state.now, state.before))
        ui.mark(f"card.aim.{number}")


def _aim_words(text: str, now: bool, before: bool = False) -> str:
    if now:
        return f"{text}: reached{'' if before else ', for the first time'}"
    return f"{text}: {'reached before' if before else 'not yet'}"
