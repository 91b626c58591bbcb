"""A race in the window: how far everybody is at the side of the scene, and the result on a card."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.window.shell.feature import Feature, Panel
from sandbox.window.shell.shell import Shell
from sandbox.window.together.player_signs import sign_before
from sandbox.window.ui.action import Action, keys
from sandbox.window.ui.icons import Icon
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Rect, shown
from sandbox.workspace.together.race_play import Racer

_CARD = 360.0  # px


class RaceView:
    """Shows the race that the workspace takes part in."""

    def __init__(self, shell: Shell) -> None:
        self.shell, self.race = shell, shell.workspace.together.race
        self.list_box: Rect = (
            0.0,
            0.0,
            0.0,
            0.0,
        )  # of how far everybody is, and of the result, as they were drawn last
        self.card_box: Rect = (0.0, 0.0, 0.0, 0.0)

    def feature(self) -> Feature:
        """Return the row that registers the feature in the window."""

        def can_begin() -> bool:
            return self.race.host is not None and not self.race.has_begun

        begin = Action(
            "begin_race", "Begin the race", self.begin, "Give the level to all, and begin at the same time",
            keys("Ctrl+Alt+B"), Icon.FLAG, can_begin,
            why=lambda: "the race has begun" if self.race.has_begun else "host a race first, by Play together",
        )  # fmt: skip

        def taking_part() -> bool:
            return self.race.side is not None and self.shell.dialog is None

        def decided() -> bool:
            return bool(self.race.verdict) and self.shell.dialog is None

        return Feature(
            actions=(begin,), state=self.state,
            panels=(Panel("scene", self.draw, 16, taking_part), Panel("scene", self.draw_result, 17, decided)),
        )  # fmt: skip

    def state(self) -> dict[str, object]:
        """Return how far everybody is, and the result."""
        return {
            "race": [(racer.name, racer.doing, racer.pieces) for racer in self.race.racers],
            "race_begun": self.race.has_begun,
            "verdict": self.race.verdict,
        }

    def begin(self) -> None:
        """Begin the race, and close the sheet from which that was asked."""
        self.race.begin()
        if self.shell.dialog is not None:
            self.shell.dialog.done = True

    # -- drawing

    def draw(self, canvas: Rect) -> None:
        """Draw how far everybody is, in the upper left corner of the scene."""
        ui = self.shell.ui
        with ui.floating("racers", canvas[0] + ui.px(12), canvas[1] + ui.px(12), (0.0, 0.0)):
            with ui.theme.font(ui.theme.bold):
                words = f"{Icon.FLAG}  Race" if self.race.has_begun else f"{Icon.CLOCK}  The race has not begun"
                imgui.text_unformatted(words)
            for racer in self.race.racers:
                self._racer(racer)
                ui.mark(f"racer.{racer.player}")
            if self.race.host is not None and not self.race.has_begun:
                ui.space(2)
                ui.action("begin_race", 0, f"{Icon.FLAG}  Begin the race", primary=True, as_="race.begin")
            at, size = imgui.get_window_pos(), imgui.get_window_size()
            self._list_end = (at.x + size.x, at.y + size.y)

    def _racer(self, racer: Racer) -> None:
        sign_before(self.shell.ui, racer.player)
        imgui.push_style_color(imgui.Col_.text, Colour.TEXT if racer.is_here else Colour.FAINT)
        imgui.text_unformatted(shown(self._words(racer)))
        imgui.pop_style_color()

    def _words(self, racer: Racer) -> str:
        name = f"{racer.name} (you)" if racer.is_self else racer.name
        if not racer.is_here:
            return f"{name}, away"
        if racer.has_won:
            return f"{name}  {Icon.STAR} has won the race"
        if not self.race.has_begun:
            return name
        pieces = f"{racer.pieces} piece{'' if racer.pieces == 1 else 's'}"
        return f"{name} {racer.doing}, {pieces}, {racer.seconds:.0f} s"

    def draw_result(self, canvas: Rect) -> None:
        """Draw the card with the result in the upper right corner of the scene, until it is closed; where the list of
        how far everybody is leaves no room beside it, below that."""
        race, ui = self.race, self.shell.ui
        won, right, gap = race.has_won, canvas[2] - ui.px(12), ui.px(12)
        width = min(ui.px(_CARD), canvas[2] - canvas[0] - 2 * gap)
        is_beside = right - width >= self._list_end[0] + gap
        top = canvas[1] + gap if is_beside else self._list_end[1] + gap
        with ui.floating("race_result", right, top, (1.0, 0.0), Colour.GOOD_PALE if won else Colour.CARD, width):
            colour = Colour.GOOD if won else Colour.LINK
            ui.icon(Icon.STAR if won else Icon.FLAG, colour, 20.0)
            ui.bold("You have won the race!" if won else "The race is over", 18.0, colour)
            ui.mark("race.result")
            ui.text(f"{race.verdict}.")
            ui.space(2)
            if ui.button("race.close", f"{Icon.CLOSE}  Close", "Close this; what you have built stays open"):
                race.verdict = ""
