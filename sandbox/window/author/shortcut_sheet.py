"""The sheet on which an author looks for shortcuts of a level, and sees those that were found."""

from __future__ import annotations

from typing import Protocol

from imgui_bundle import imgui

from sandbox.trials.win_store import KeptWin, KeptWins, PlacedPart
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui

BUDGETS = (300, 1000, 3000)  # runs
MOST_SHOWN = 12  # wins; there is one for each choice of parts


class ShortcutSearch(Protocol):
    """A search for shortcuts, and the wins that it has found."""

    runs: int
    done: int
    problem: str
    found: KeptWins | None

    @property
    def under_way(self) -> bool: ...
    @property
    def stopping(self) -> bool: ...
    @property
    def is_old(self) -> bool: ...
    @property
    def may_forbid(self) -> bool: ...
    def begin(self) -> None: ...
    def stop(self) -> None: ...
    def look(self) -> bool: ...
    def watch(self, win: KeptWin) -> None: ...
    def forbid(self, part: PlacedPart) -> None: ...


class ShortcutSheet(Dialog):
    """Shows the progress of a search, and then the wins with fewer parts than meant, and the others."""

    name = "shortcuts"
    width = 760.0

    def __init__(self, search: ShortcutSearch) -> None:
        super().__init__()
        self.search = search

    def draw(self, ui: Ui) -> None:
        search = self.search
        search.look()
        ui.bold("Can it be won in a way that you did not think of?", 19.0)
        ui.space(2)
        if search.problem:
            ui.line_of(Icon.WARNING, Colour.BAD, f"{search.problem[:1].upper()}{search.problem[1:]}.")
        if search.under_way:
            self._progress(ui)
        elif search.found is not None:
            self._found(ui, search.found)
        else:
            ui.text("The program plays the level itself, without its hints: it tries placements of the stock, and goes "
                    "on from those that come near the goals. You can go on building meanwhile.")  # fmt: skip
        ui.space(4)
        self._buttons(ui)

    def _progress(self, ui: Ui) -> None:
        search = self.search
        ui.faint("Stopping; what was found is being proven." if search.stopping else
                 f"{search.done:,} of {search.runs:,} runs. You can go on building meanwhile.")  # fmt: skip
        imgui.progress_bar(search.done / search.runs, (-1.0, ui.px(10)), "")
        ui.mark("shortcuts.progress")

    def _buttons(self, ui: Ui) -> None:
        search, size = self.search, (0.0, ui.px(32))
        if search.under_way:
            if ui.button("shortcuts.stop", "Stop the search", "What was found by now is kept", size=size,
                         enabled=not search.stopping):  # fmt: skip
                search.stop()
        else:
            for runs in BUDGETS:
                if imgui.radio_button(f"{runs:,} runs", search.runs == runs):
                    search.runs = runs
                ui.mark(f"shortcuts.runs.{runs}")
                imgui.same_line()
            label = "Search again" if search.found is not None else "Look for shortcuts"
            if ui.button("shortcuts.begin", f"{Icon.SEARCH}  {label}", "The same search as `sandbox solve`: the same "
                         "level gives the same wins", size=size, primary=True):  # fmt: skip
                search.begin()
        imgui.same_line()
        if ui.button("shortcuts.close", "Close", "A search goes on; come back for what it finds", "Esc", size):
            self.done = True

    def _found(self, ui: Ui, found: KeptWins) -> None:
        """Draw the list of wins."""
        if self.search.is_old:
            ui.line_of(Icon.CLOCK, Colour.ACCENT_DEEP, "This list is old: the level has changed since.")
            ui.mark("shortcuts.old")
        stopped = "" if found.complete else ", stopped early"
        ui.faint(f"{found.runs:,} runs{stopped}. You use {found.meant} part{'s' if found.meant != 1 else ''}.")
        others = tuple(win for win in found.wins if win not in found.shortcuts)
        if found.shortcuts:
            ui.line_of(Icon.WARNING, Colour.BAD, "Won with fewer parts than you use:")
            self._table(ui, "short", found.shortcuts)
        else:
            ui.line_of(Icon.DONE, Colour.GOOD, "No win with fewer parts was found. That proves little, but it helps.")
        if others:
            ui.text("Other wins:")
            self._table(ui, "others", others)
        for problem in found.problems:
            ui.faint(problem)

    def _table(self, ui: Ui, name: str, wins: tuple[KeptWin, ...]) -> None:
        if not imgui.begin_table(f"wins.{name}", 4, imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_stretch_prop):
            return
        for index, win in enumerate(wins[:MOST_SHOWN]):
            imgui.table_next_row()
            imgui.table_next_column()
            imgui.align_text_to_frame_padding()
            uses = ", ".join(f"{count} \N{MULTIPLICATION SIGN} {item}" for item, count in win.uses.items())
            imgui.text_unformatted(uses or "nothing at all")
            imgui.table_next_column()
            imgui.align_text_to_frame_padding()
            imgui.text_unformatted(f"{win.seconds:.2f} s")
            imgui.table_next_column()
            imgui.align_text_to_frame_padding()
            imgui.text_unformatted(_margin(win.margin_mm))
            ui.tip("How far each part may be off in any direction, so that it still wins")
            imgui.table_next_column()
            if ui.button(f"shortcuts.watch.{name}.{index}", f"{Icon.FILM}  Watch", "This win as a film"):
                self.done = True
                self.search.watch(win)
            self._forbid(ui, f"{name}.{index}", win)
        imgui.end_table()

    def _forbid(self, ui: Ui, name: str, win: KeptWin) -> None:
        """Draw a button for the place of each part."""
        for number, part in enumerate(win.placed):
            imgui.same_line()
            label = "Forbid this place" if len(win.placed) == 1 else f"Forbid {part.title.rsplit(' ', 1)[0].lower()}"
            tip = f"Draw a no-build area around where {part.title} is put; Undo takes it away"
            if ui.button(f"shortcuts.forbid.{name}.{number}", f"{Icon.GRID}  {label}", tip,
                         enabled=self.search.may_forbid):  # fmt: skip
                self.search.forbid(part)


def _margin(mm: float | None) -> str:
    if mm is None:
        return "margin not measured"
    return f"{mm:g} mm{' or more' if mm >= 10.0 else ''}" if mm else "less than 3 mm"
