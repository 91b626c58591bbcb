"""The end of a chapter, or of all: the user's own machines side by side, what they have reached, and what comes now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from imgui_bundle import imgui

from sandbox.design.design import Design
from sandbox.errors import BadFile
from sandbox.levels import levels
from sandbox.levels.campaign import CampaignEnding
from sandbox.recording.plain_text import printable
from sandbox.window.shell.shell import Shell
from sandbox.window.ui import badges
from sandbox.window.ui.dialog import Dialog
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui
from sandbox.workspace.messages import MOST_TITLE
from sandbox.workspace.records import LevelRecord

PICTURE = (132.0, 82.5)  # px: the shape of a level's usual 4 m by 2.5 m
GAP = 10.0  # px
PER_ROW = 5
_MOST_OF_WINDOW = 0.5  # of its height, for the pictures
RecordOf = Callable[[Path, Design], LevelRecord]  # returns what the user has reached in a level


class SolvedMachine(NamedTuple):
    """A solved level with the best that the user has built in it."""

    path: Path
    level: Design
    record: LevelRecord


def _machine(path: Path, record_of: RecordOf) -> SolvedMachine | None:
    try:
        level = levels.read(path)
    except BadFile:
        return None
    return SolvedMachine(path, level, record_of(path, level))


class EndingSheet(Dialog):
    """The sheet; its first button goes on to what comes after this chapter, or begins something new."""

    name = "ending"
    width = PER_ROW * (PICTURE[0] + GAP) - GAP + 44.0

    def __init__(
        self, shell: Shell, ending: CampaignEnding, record_of: RecordOf, go_on: Callable[[], object] | None,
        build: Callable[[], object], watch_all: Callable[[], object] | None, open_level: Callable[[Path], object],
        film_all: Callable[[], object] | None = None,
    ) -> None:  # fmt: skip
        """`go_on` opens the next level, `build` something new, `open_level` any level; `watch_all` shows the runs one
        after the other, and `film_all` draws them as one film."""
        super().__init__()
        self.shell, self.ending = shell, ending
        self._go_on, self._build, self._watch_all, self._open_level = go_on, build, watch_all, open_level
        self._film_all = film_all
        machines = (_machine(path, record_of) for path in ending.puzzles)
        self.machines = [machine for machine in machines if machine is not None]
        to_invent = (_machine(path, record_of) for path in ending.open_puzzles)
        self.to_invent = [one for one in to_invent if one is not None and one.record.runs.result is None]

    # -- what they have reached

    @property
    def totals(self) -> str:
        """The sums over all machines, as a sentence."""
        earned = len([1 for machine in self.machines for _ in range(machine.record.stars.earned)])
        possible = len([1 for machine in self.machines for _ in range(machine.record.stars.possible)])
        parts, seconds = 0, 0.0
        for machine in self.machines:
            best = machine.record.runs.result
            parts += best.parts if best is not None else 0
            seconds += best.ticks / machine.level.world.tick_rate if best is not None else 0.0
        machines = _counted(len(self.machines), "machine")
        together = " together" if len(self.machines) > 1 else ""
        took = f"at {'their' if together else 'its'} fastest {'they take' if together else 'it takes'} {seconds:.2f} s"
        stars = f"{earned} of {_counted(possible, 'star')}"
        return f"{machines} with {_counted(parts, 'part')} of your own; {took}{together}. {stars}."

    # -- drawing

    def draw(self, ui: Ui) -> None:
        whole = self.ending.is_whole
        ui.icon(Icon.STAR if whole else Icon.FLAG, Colour.ACCENT, 34.0)
        imgui.begin_group()
        ui.bold("Every level is solved!" if whole else f"{self.ending.title}: solved!", 24.0)
        ui.text(self.totals)
        ui.mark("ending.totals")
        imgui.end_group()
        ui.space(4)
        step = ui.px(PICTURE[0] + GAP)
        columns = max(1, int((imgui.get_content_region_avail().x + ui.px(GAP)) // step))
        rows = -(-len(self.machines) // columns)
        room = max(ui.px(PICTURE[1]), _MOST_OF_WINDOW * imgui.get_io().display_size.y)
        scrolls = rows * self._row_height(ui) > room  # after a hundred levels, say: what comes now must stay in view
        if scrolls:
            imgui.begin_child("machines", (0.0, room))
        for index, machine in enumerate(self.machines):
            if index % columns:
                imgui.same_line(0.0, ui.px(GAP))
            self._picture(ui, machine)
        if scrolls:
            imgui.end_child()
        ui.space(4)
        if self._what_now:
            ui.text(self._what_now)
            ui.space(4)
        self._buttons(ui)
        if self.to_invent:
            self._invent(ui)
        if self.ending.is_whole:
            self._ways_on(ui)

    @staticmethod
    def _row_height(ui: Ui) -> float:
        """Return the height of a row of machines, each with its title and its stars."""
        return ui.px(PICTURE[1]) + 2 * imgui.get_text_line_height_with_spacing() + imgui.get_style().item_spacing.y

    @property
    def _what_now(self) -> str:
        if self.ending.is_whole:
            solved_too = "There is nothing left to solve, and everything left to build"
            return (
                f"{self._left_to_invent or solved_too}: a level of your own takes an evening, "
                "the workshop has every part, and there is a new machine each day."
            )
        following = f"The chapter '{self.ending.following}' is next." if self.ending.following else ""
        stars = [machine.record.stars for machine in self.machines]
        is_short = any(each.earned < each.possible for each in stars)
        invent = f"{self._left_to_invent}." if self.to_invent else ""
        short = "Stars that are missing can be earned at any time." if is_short else ""
        return " ".join(words for words in (following, invent, short) if words)

    @property
    def _left_to_invent(self) -> str:
        """Say how many open puzzles are left, without a full stop; nothing if there are none."""
        if not self.to_invent:
            return ""
        number = len(self.to_invent)
        wait = f"{_counted(number, 'open puzzle')} {'wait' if number > 1 else 'waits'} for a machine of your invention"
        return f"{wait}, and everything is left to build" if self.ending.is_whole else wait

    def _picture(self, ui: Ui, machine: SolvedMachine) -> None:
        """Draw the user's solution of a level, with its name and its stars below."""
        size = ui.px(PICTURE[0]), ui.px(PICTURE[1])
        imgui.begin_group()
        at = imgui.get_cursor_screen_pos()
        imgui.dummy(size)
        seen = imgui.is_item_visible()
        picture = self.shell.pictures.level(machine.path, machine.record.built) if seen else None
        colour, draw = imgui.color_convert_float4_to_u32, imgui.get_window_draw_list()
        box = (at.x, at.y), (at.x + size[0], at.y + size[1])
        if picture is not None:
            texture = imgui.ImTextureRef(picture.texture)
            draw.add_image_rounded(texture, *box, picture.uv0, picture.uv1, colour((1, 1, 1, 1)), ui.px(6))
        draw.add_rect(*box, colour(Colour.LINE), ui.px(6))
        title = printable(machine.level.title, MOST_TITLE)
        while len(title) > 1 and imgui.calc_text_size(title).x > size[0]:
            title = title[:-2].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
        imgui.text_unformatted(title)
        stars = machine.record.stars
        for number in range(stars.possible):
            ui.icon(Icon.STAR, badges.star_ink(number < stars.earned))
        imgui.dummy((1.0, imgui.get_text_line_height()))
        imgui.end_group()
        ui.mark(f"ending.{machine.path.stem}")
        ui.tip(f"{title}: {stars}")

    def _buttons(self, ui: Ui) -> None:
        height = (0.0, ui.px(34))
        if self._go_on is not None and ui.button("ending.next", f"{Icon.NEXT}  Go on", "To the next level", "Enter",
                                                 height, primary=True):  # fmt: skip
            self.accept()
        if self._go_on is not None:
            imgui.same_line()
        if self._watch_all is not None:
            if ui.button("ending.watch", f"{Icon.FILM}  Watch them all", "Your fastest runs, one after the other",
                         size=height):  # fmt: skip
                self._leave_by(self._watch_all)
            imgui.same_line()
        if self._film_all is not None:
            tip = "All of these runs as one film (.mp4), with a title for each"
            if ui.button("ending.film", f"{Icon.SAVE}  Film them all", tip, size=height):
                self._leave_by(self._film_all)
            imgui.same_line()
        first = self._go_on is None
        if ui.button("ending.build", f"{Icon.EDIT}  Build one of your own", "A floor, and every part to build with",
                     "Enter" if first else "", height, primary=first):  # fmt: skip
            self._leave_by(self._build)
        imgui.same_line()
        if ui.button("ending.close", "Stay here", "Back to the machine that has just won", "Esc", height):
            self.cancel()

    @property
    def _short_of_stars(self) -> SolvedMachine | None:
        """The first machine in which there are stars still to earn."""
        stars = ((machine, machine.record.stars) for machine in self.machines)
        return next((machine for machine, each in stars if each.earned < each.possible), None)

    def _ways_on(self, ui: Ui) -> None:
        """Draw the buttons that lead on from the end of all: where there is always something to do."""
        height, actions = (0.0, ui.px(34)), self.shell.actions
        for name in ("workshop", "daily"):
            action = actions[name]
            label = f"{action.symbol}  {action.label}"
            if ui.button(f"ending.{name}", label, action.tip, action.shortcut, height, enabled=action.enabled()):
                self._leave_by(action.run)
            imgui.same_line()
        short = self._short_of_stars
        if short is not None:
            missing, path = short.record.stars.possible - short.record.stars.earned, short.path
            title = printable(short.level.title, MOST_TITLE)
            tip = f"{_counted(missing, 'star')} still to earn in {title}"
            if ui.button("ending.stars", f"{Icon.STAR}  More stars: {title}", tip, size=height):
                self._leave_by(lambda: self._open_level(path))
        else:
            imgui.new_line()

    def _invent(self, ui: Ui) -> None:
        """Draw the button that opens the first open puzzle that is not solved."""
        path, title = self.to_invent[0].path, printable(self.to_invent[0].level.title, MOST_TITLE)
        tip = "An open puzzle: many parts, several goals, and no way that is the only one"
        if ui.button("ending.invent", f"{Icon.INVENT}  Open puzzle: {title}", tip, size=(0.0, ui.px(34))):
            self._leave_by(lambda: self._open_level(path))

    def _leave_by(self, way: Callable[[], object]) -> None:
        self.done = True
        way()

    def accept(self) -> None:
        self._leave_by(self._go_on or self._build)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"
