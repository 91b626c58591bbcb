"""What is drawn over a level's picture: as many stars and bars as the level has, and those that count filled."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from imgui_bundle import imgui

from sandbox.levels.decisions import MOST_MARKS, Decisions
from sandbox.render.colours import LIGHT, PALETTES, ColourScheme
from sandbox.window.ui import badges
from sandbox.window.ui.theme import Colour
from sandbox.window.ui.widgets import Ui
from tests.render.test_colours import contrast, over

UI = cast(Ui, SimpleNamespace(px=float))


class DrawList:
    """Takes note of what is drawn."""

    def __init__(self) -> None:
        self.filled: list[tuple[float, float]] = []  # the left and the right edge of each box
        self.outlined: list[tuple[float, float]] = []

    def add_rect_filled(self, low: tuple[float, float], high: tuple[float, float], *_: object) -> None:
        self.filled.append((low[0], high[0]))

    def add_rect(self, low: tuple[float, float], high: tuple[float, float], *_: object) -> None:
        self.outlined.append((low[0], high[0]))


@pytest.mark.parametrize("marks", range(1, MOST_MARKS + 1))
def test_as_many_bars_are_filled_as_the_level_has_marks(marks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = {1: 1, 2: 4, 3: 5, 4: 6, 5: 9}[marks]
    decisions = Decisions(pieces, 1, 0, 0)
    assert decisions.marks == marks
    drawn = DrawList()
    monkeypatch.setattr(imgui, "get_window_draw_list", lambda: drawn)
    monkeypatch.setattr(imgui, "color_convert_float4_to_u32", lambda colour: 0)
    badges.draw_difficulty(UI, 100.0, 100.0, decisions)
    card, *bars = drawn.filled
    assert len(bars) == marks and len(drawn.outlined) == MOST_MARKS - marks
    every = [*bars, *drawn.outlined]
    assert every == sorted(every), "the filled ones come first"
    assert card[0] < every[0][0] and every[-1][1] < card[1], "all of them lie on the card"


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_an_earned_star_stands_out_and_one_still_to_earn_is_pale(palette: ColourScheme) -> None:
    Colour.wear(palette)
    earned, due = badges.star_ink(True), badges.star_ink(False)
    Colour.wear(LIGHT)
    for ground in (palette.inks.PAPER[:3], palette.inks.CARD[:3], palette.inks.GOOD_PALE[:3]):
        strong, pale = (contrast(over(ink, ground), ground) for ink in (earned, due))
        assert strong >= 3.0 and strong > 1.5 * pale
