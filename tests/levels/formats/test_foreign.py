"""Levels that others made: all convert, stand still and can be won. They are not in this repository."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sandbox.commands.commands import Start
from sandbox.levels.formats import tbe
from tests import foreign

LEVELS = foreign.levels()
pytestmark = pytest.mark.skipif(not LEVELS, reason=f"no levels of The Butterfly Effect in {foreign.DATA}")

# s: quick ones of many sorts, whose hints win with room to spare.
WON = {
    "005": 3.0,
    "006": 8.0,
    "bouncing_balls": 6.0,
    "brother-plays-soccer": 8.0,
    "jumping_around-2": 10.0,
    "maze": 10.0,
    "triangles": 6.0,
}
QUIET = ("domino_gap", "house_of_cards", "picnic-3", "supertuxkart", "triangles")


@pytest.mark.parametrize("path", LEVELS, ids=[path.stem for path in LEVELS])
def test_every_level_is_converted_with_nothing_left_out(path: Path) -> None:
    imported = tbe.read(path)
    assert imported.unknown == {}
    assert imported.converted == imported.objects > 0
    assert imported.design.goals
    assert isinstance(imported.solution[-1], Start)


@pytest.mark.parametrize("name", QUIET)
def test_without_hints_it_is_not_won_and_nothing_explodes(name: str) -> None:
    still = foreign.empty(tbe.read(foreign.DATA / "levels" / f"{name}.xml"), 3.0)
    assert still.outcome == "open"
    assert still.fastest < foreign.WILD
    assert still.strayed < 0.005


@pytest.mark.parametrize("name", WON)
def test_its_own_hints_win_it(name: str) -> None:
    session = foreign.run(tbe.read(foreign.DATA / "levels" / f"{name}.xml"), WON[name])
    assert session.outcome == "won"


def test_the_table_has_a_line_for_each(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["foreign", str(foreign.DATA / "levels" / "005.xml"), "--runs", "2"])
    assert foreign.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[0] == "005" and "1 of 1 converted; 1 of 1 listed ones won" in lines[2]
