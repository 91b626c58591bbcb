"""The chain of a run: its count, its parts in a ribbon over the scene, each a moment to jump to, and why anything
happened, cause by cause.

What set off what is read by another process, from a run of its own; the frames only ask how far it has come.
"""

from __future__ import annotations

from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.causes.cause_text import how_text
from sandbox.causes.cause_tree import CauseStep, count_text, families
from sandbox.design.design import Design
from sandbox.parts.titles import title_in
from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.setting import Setting
from sandbox.window.shell.shell import Shell
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import TIPS, Rect, labelled, shown
from sandbox.workspace.past.cause_reader import CauseReader
from sandbox.workspace.past.chain_record import ChainRecords
from sandbox.workspace.past.runs import PastRun

LOOK_EVERY_S = 0.2  # while causes are awaited
_CELL, _ARROW, _GAP, _PAD, _CLOSE = 28.0, 14.0, 5.0, 8.0, 30.0  # px: a part, the arrow before it, ..., the button
_MOST_ROWS = 4
_TIP = "What set off what: the longest chain of this run as a row of pictures; click one to see its moment"
_WHY_TIP = "Lead back, cause by cause, to what set off the selected part, or the part of the mark that is shown"


class Ribbon(NamedTuple):
    """The steps that are shown, in their order, with a title."""

    title: str
    steps: list[CauseStep]


class ChainView:
    """Asks for the causes of the run that is shown, and draws them."""

    def __init__(self, shell: Shell) -> None:
        self.shell, self.ui = shell, shell.ui
        self.reader = CauseReader()
        self.records = ChainRecords(shell.workspace.data)
        self._why: tuple[int, int] | None = None  # the part in question, and up to which tick since Start
        self._open = False  # all rows are shown
        self._high = 0.0  # px, in the last frame
        self._counted: PastRun | None = None  # the last run that was compared with the record
        self._cached: tuple[object, ...] = ()
        self._ribbon = Ribbon("", [])

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""
        return Feature(
            actions=(
                Action("chain", "Chain", self.toggle, _TIP, keys("Shift+C"), Icon.LINK, self.shell.building,
                       lambda: self.on),
                Action("why", "Why did this happen?", self.ask_why, _WHY_TIP, keys("Y"), Icon.HELP,
                       lambda: self.shell.building() and self.part_in_question != 0,
                       why=lambda: "nothing has run, or neither a part nor a mark is chosen: click a part"),
            ),
            settings=(
                Setting.switch("chain", "Chain", "Show what set off what", _TIP, lambda: self.on, self.toggle),
            ),
            panels=(Panel("scene", self._draw, 20, lambda: self.is_shown),),
            foot=lambda: self._high if self.is_shown else 0.0,
            before_frame=self.update,
            forget=self.forget,
            status=lambda: self.count if self.on else "",
            outcome=lambda: self.count if self.on else "",
            escape=self._leave_why,
            close=self.reader.close,
            state=lambda: {"chain": [step.part for step in self.ribbon.steps], "chain_title": self.ribbon.title},
        )  # fmt: skip

    @property
    def on(self) -> bool:
        return self.shell.workspace.settings.now.chain

    @property
    def is_shown(self) -> bool:
        """True if there is a chain to be drawn."""
        return self.on and len(self.ribbon.steps) > 1

    def toggle(self) -> None:
        """Show the chain, or hide it."""
        self.shell.workspace.settings.remember(chain=not self.on)
        self._why = None
        self.shell.workspace.messages.say(f"chain: what set off what is {'shown' if self.on else 'not shown'}")

    # -- reading

    @property
    def run(self) -> PastRun | None:
        """The run at the playhead; while building, the last one."""
        past = self.shell.workspace.document.past
        moment = past.moment
        if moment is not None:
            return moment.run
        return past.history.runs[-1] if past.history.runs else None

    def update(self) -> None:
        """Ask for the causes of what has been run since the last time."""
        shell, run = self.shell, self.run
        if shell.loop is None or run is None or not (self.on or self._why):
            self.reader.drop()
            return
        if run is not self.reader.run:
            self._why = None
        document = shell.workspace.document
        if not self.reader.waiting and self.reader.ask(document.past.history, run, document.session.seed):
            shell.watch(self._goes_on, LOOK_EVERY_S, draws=False)
        self.reader.poll()
        self._compare(run)

    def _goes_on(self) -> bool:
        due = self.reader.waiting  # before what has come is taken: nothing is missed then
        if self.reader.poll():
            self.shell.draw_once()
        return due

    def forget(self) -> None:
        """Forget the run of another document."""
        self._why = self._counted = None
        self._cached = ()
        self.reader.drop()

    # -- what is shown

    @property
    def count(self) -> str:
        """The count of the longest chain in words; empty if there is none."""
        run = self.reader.run
        return count_text(run.design, self.reader.tree.chain()) if run is not None else ""

    @property
    def ribbon(self) -> Ribbon:
        """The longest chain, or the way to the part in question; worked out anew only when there are more causes."""
        run, tree = self.reader.run, self.reader.tree
        key = (tree, len(tree), self._why, run)
        if key != self._cached:
            self._cached = key
            self._ribbon = self._now(run.design) if run is not None else Ribbon("", [])
        return self._ribbon

    def _now(self, design: Design) -> Ribbon:
        tree = self.reader.tree
        if self._why is not None:
            return Ribbon(f"Why? {title_in(design, self._why[0])}", tree.why(*self._why))
        chain = tree.chain()
        words = count_text(design, chain)
        return Ribbon(f"{words[:1].upper()}{words[1:]}", chain)

    # -- why

    @property
    def part_in_question(self) -> int:
        """The selected part, or that of the mark at the playhead; 0 if there is none, or nothing has run."""
        run, document = self.run, self.shell.workspace.document
        if run is None:
            return 0
        selected = [spec.id for spec in self.shell.editor.selection.parts if spec.id in run.design.part_by_id]
        marked = [mark.part for mark in document.past.history.marks if mark.place == document.past.place and mark.part]
        return next(iter((*selected, *marked)), 0)

    def ask_why(self) -> None:
        """Show what led to the part in question, or the longest chain again."""
        part, run = self.part_in_question, self.run
        if run is None or not part or (self._why is not None and self._why[0] == part):
            self._why = None
            return
        moment = self.shell.workspace.document.past.moment
        until = moment.tick - run.start if moment is not None else run.length
        name = title_in(run.design, part)
        if self.reader.ticks < until:
            self.shell.workspace.messages.say("what set off what is still being read: ask again in a moment")
            return
        way = self.reader.tree.why(part, until)
        if len(way) < 2:
            how = "has neither moved nor acted by now" if not way else f"began {way[0].how}: nothing set it off"
            self.shell.workspace.messages.say(f"{name} {how}")
            return
        self._why = part, until
        if not self.on:
            self.toggle()
            self._why = part, until

    def _leave_why(self) -> bool:
        """Show the longest chain again for the key Esc."""
        was, self._why = self._why, None
        return was is not None

    # -- the record of free building

    def _compare(self, run: PastRun) -> None:
        """Compare the chain of a run that is over and read whole with the builder's record, once."""
        document = self.shell.workspace.document
        over = not document.session.running and not document.watching and run is document.past.history.runs[-1]
        if not over or run is self._counted or self.reader.ticks < run.length or not run.design.free:
            return
        self._counted = run
        chain = self.reader.tree.chain()
        if len(chain) < 2:
            return
        try:
            before = self.records.beaten_by(len(chain), len(families(run.design, chain)))
        except OSError as error:
            self.shell.workspace.messages.say(f"the record of chains can't be kept: {error.strerror or error}", "bad")
            return
        if before is not None:
            was = f" (before: {before.length})" if before.length else ""
            self.shell.workspace.messages.say(
                f"your longest chain so far: {count_text(run.design, chain)}{was}", "good"
            )

    # -- drawing

    def _draw(self, canvas: Rect) -> None:
        """Draw the ribbon at the lower edge of the scene: one row, or all rows once its title was clicked."""
        ui, ribbon = self.ui, self.ribbon
        step, pad = ui.px(_CELL + _ARROW), ui.px(_PAD)
        head = imgui.calc_text_size(shown(ribbon.title)).x + ui.px(40)
        room = canvas[2] - canvas[0] - 4 * pad - head - ui.px(_CLOSE)
        columns = max(1, int((room + ui.px(_ARROW)) // step))
        rows = min(_MOST_ROWS, -(-len(ribbon.steps) // columns)) if self._open else 1
        steps = ribbon.steps[-columns * rows :]  # of a chain that is too long for it the end is shown
        wide = head + min(len(steps), columns) * step + ui.px(_CLOSE) + 2 * pad
        left, bottom = canvas[0] + pad, canvas[3] - pad
        self._high = rows * ui.px(_CELL + _GAP) + pad
        rect = (left, bottom - self._high, min(left + wide, canvas[2] - pad), bottom)
        with ui.panel("chain", rect, imgui.WindowFlags_.no_scrollbar | imgui.WindowFlags_.no_scroll_with_mouse):
            self._frame(rect, more=len(ribbon.steps) > columns)
            for nth, shown_step in enumerate(steps):
                row, column = divmod(nth, columns)
                x, y = rect[0] + pad + head + column * step, rect[1] + pad / 2 + row * ui.px(_CELL + _GAP)
                self._step(nth, shown_step, (x, y), follows=shown_step is not ribbon.steps[0])

    def _frame(self, rect: Rect, *, more: bool) -> None:
        """Draw the ground of the ribbon, its title, which folds it open, and the button that ends it."""
        ui, back, pad = self.ui, imgui.get_window_draw_list(), self.ui.px(_PAD)
        back.add_rect_filled(rect[:2], rect[2:], _colour(Colour.CARD), ui.px(8))
        back.add_rect(rect[:2], rect[2:], _colour(Colour.LINE), ui.px(8))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (ui.px(4), ui.px(3)))
        imgui.set_cursor_screen_pos((rect[0] + pad / 2, rect[1] + ui.px(5)))
        icon = Icon.MARK_ON if more and not self._open else Icon.LINK
        tip = "Fold it" if self._open else "Show all of it" if more else "All of it is shown"
        if ui.button("chain.title", f"{icon}  {self.ribbon.title}", tip):
            self._open = not self._open
        imgui.set_cursor_screen_pos((rect[2] - ui.px(_CLOSE), rect[1] + ui.px(5)))
        if ui.button("chain.close", Icon.CLOSE, "Show the longest chain" if self._why else "Hide the chain"):
            self._close()
        imgui.pop_style_var()

    def _close(self) -> None:
        if not self._leave_why():
            self.toggle()

    def _step(self, nth: int, step: CauseStep, corner: tuple[float, float], *, follows: bool) -> None:
        """Draw one part: its picture, framed if it is the last one that has happened by the moment that is shown."""
        ui, run, draw = self.ui, self.reader.run, imgui.get_window_draw_list()
        assert run is not None
        (x, y), cell, inset = corner, ui.px(_CELL), ui.px(2)
        if follows:
            draw.add_text((x - ui.px(_ARROW - 3), y + cell / 2 - ui.px(8)), _colour(Colour.TEXT), Icon.MARK_ON)
        imgui.set_cursor_screen_pos(corner)
        imgui.push_style_var(imgui.StyleVar_.frame_padding, (0.0, 0.0))
        pressed = imgui.button(labelled("", f"chain.{nth}"), (cell, cell))
        imgui.pop_style_var()
        ui.mark(f"chain.{nth}")
        picture = self.shell.pictures.part(run.design.part_by_id[step.part])
        low, high = (x + inset, y + inset), (x + cell - inset, y + cell - inset)
        draw.add_image(imgui.ImTextureRef(picture.texture), low, high, picture.uv0, picture.uv1)
        if self._is_current(step, run):
            draw.add_rect((x, y), (x + cell, y + cell), _colour(Colour.ACCENT_DEEP), ui.px(5), ui.px(2))
            tip, foot = x + cell / 2, y + cell
            draw.add_triangle_filled(
                (tip - ui.px(5), foot + ui.px(4)), (tip + ui.px(5), foot + ui.px(4)), (tip, foot - ui.px(2)),
                _colour(Colour.ACCENT_DEEP),
            )  # fmt: skip
        if imgui.is_item_hovered(TIPS):
            words = f"{step.tick * run.dt:.3f} s: {how_text(run.design, step, self.reader.tree)}."
            ui.tip(f"{words} Click to see this moment.", title=title_in(run.design, step.part), over=y - ui.px(6))
        if pressed:
            self.shell.workspace.travel.look_at(run.place + step.tick)

    def _is_current(self, step: CauseStep, run: PastRun) -> bool:
        """Tell whether a step is the last of the ribbon that has happened by the moment that is shown."""
        moment = self.shell.workspace.document.past.moment
        now = moment.tick - run.start if moment is not None and moment.run is run else run.length
        done = [each for each in self.ribbon.steps if each.tick <= now]
        return bool(done) and done[-1] is step


def _colour(colour: tuple[float, ...]) -> int:
    return imgui.color_convert_float4_to_u32(colour)  # type: ignore[arg-type]
