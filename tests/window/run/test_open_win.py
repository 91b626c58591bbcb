"""The card of a win in an open level: figures beside one's best, aims, where its price stands, and ways to keep."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from imgui_bundle import imgui
from msgspec.structs import replace
from pyglet.window import key

from sandbox.commands.commands import Place, Start
from sandbox.levels import levels, solutions
from sandbox.levels.open_figures import FigureRow
from sandbox.levels.run_facts import RunFacts
from sandbox.levels.ways import KnownWays, Way
from sandbox.window.run.solved_level import SolvedLevel, figures_of
from sandbox.window.ui.widgets import Ui
from sandbox.workspace.records import WinReport
from tests.window.driver import Driver, data, drive
from tests.window.open_level import LEFT, open_level

__all__ = ["data", "drive"]  # fixtures

Open = Callable[..., Driver]


def path_of(driver: Driver) -> Path:
    path = driver.workspace.document.file.path
    assert path is not None
    return path


def win(driver: Driver) -> WinReport:
    """Run the machine, and wait for the proof and for the card."""
    driver.key(key.SPACE)
    driver.seconds(1.0)
    assert driver.app.outcome.word == "won"
    driver.until(lambda: driver.app.features.records.win(driver.workspace) is not None)
    driver.seconds(1.2)
    report = driver.app.features.records.win(driver.workspace)
    assert report is not None and not report.problem, report
    return report


@pytest.fixture
def other_way(tmp_path: Path) -> Callable[[Driver], None]:
    """Keeps another way to solve the level, as if it had been found before."""

    def keep(driver: Driver) -> None:
        design = levels.read(path_of(driver))
        store = KnownWays(driver.workspace.data)
        commands = ((0, Place("crate", *LEFT)), (0, Start()))
        solutions.record_solution(tmp_path / "other.replay", design, commands)
        store.add(design, tmp_path / "other.replay", RunFacts(9, 2, 0, price=40), Way(("balloon", "rope"), ()))

    return keep


def test_the_card_compares_five_figures_and_says_which_aims_are_reached(
    drive: Open, other_way: Callable[[Driver], None]
) -> None:
    driver = drive(open_level())
    driver.resize(1280, 690)
    other_way(driver)
    driver.click("part.crate", LEFT)
    driver.click("part.trampoline", (2.0, 0.2))
    assert not driver.app.actions["see_ways"].enabled(), "nothing has won yet"
    first = win(driver)
    assert first.facts is not None and first.facts.parts == 2 and first.facts.price > 0 and first.earlier == ()
    for name in ("price", "parts", "ticks", "chain", "families"):
        assert driver.shows(f"figure.{name}")
    assert driver.shows("card.aim.0") and driver.shows("card.aim.1") and first.facts.aims == ()
    assert (first.ways, first.way, first.is_new_way) == (2, 2, True) and first.prices[0] == 40
    assert driver.shows("card.prices") and driver.shows("card.way")
    driver.key(key.V, key.MOD_ALT)
    dialog = driver.app.dialog
    assert isinstance(dialog, SolvedLevel) and len(dialog.runs) == 2
    assert figures_of(dialog.runs[1]).endswith(", 40 coins, balloon, rope")
    driver.key(key.ESCAPE)
    driver.key(key.R)
    driver.key(key.Z, key.MOD_CTRL)
    second = win(driver)
    assert second.facts is not None and second.facts.parts == 1 and second.facts.price < first.facts.price
    assert len(second.facts.aims) == 1 and second.earlier == (first.facts,)
    assert not second.is_new_way and driver.shows("odd.0")
    x0, _, x1, low = driver.app.ui.rects["card.prices"]
    canvas = driver.app.view.camera
    assert x0 > canvas.left + canvas.width and x1 <= 1280 and low <= 690, "it covers nothing of the scene"


def test_a_card_too_long_for_the_panel_scrolls_there_and_leaves_the_scene_to_be_seen(drive: Open) -> None:
    long = "A crate falls to where nothing is below it, and it does so without being asked. " * 11
    driver = drive(replace(open_level(), insight=long))
    driver.resize(1280, 720)
    driver.click("part.crate", LEFT)
    win(driver)
    card = imgui.internal.find_window_by_name("won")
    assert card is not None and card.active and card.scroll_max.y > 0.0, "it does not fit"
    camera = driver.app.view.camera
    assert card.pos.x >= camera.left + camera.width and card.pos.y + card.size.y <= 720
    assert driver.shows("card.build") and driver.app.ui.rects["card.build"][3] <= card.pos.y + card.size.y
    driver.key(key.F4)  # without the panel it lies over the scene, whole
    driver.seconds(0.1)
    card = imgui.internal.find_window_by_name("won")
    assert card is not None and card.pos.x < camera.left + camera.width


def test_long_figures_are_whole_beside_the_plot(
    drive: Open, other_way: Callable[[Driver], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [FigureRow("ticks", "Seconds of the machine", "126.412", "126.412", True)]
    monkeypatch.setattr("sandbox.window.run.open_win.figure_rows", lambda *_: rows)
    driver = drive(open_level())
    driver.resize(1280, 720)
    other_way(driver)
    driver.click("part.crate", LEFT)
    driver.key(key.F4)  # the card lies over the scene, and is wide
    win(driver)
    rects = driver.app.ui.rects
    assert rects["figure.ticks"][2] < rects["card.prices"][0], "they stand side by side"


def test_a_win_by_hand_is_not_called_a_way(
    drive: Open, other_way: Callable[[Driver], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = drive(open_level())
    other_way(driver)
    driver.click("part.crate", LEFT)
    report = win(driver)
    said: list[str] = []
    faint = Ui.faint
    monkeypatch.setattr(Ui, "faint", lambda ui, text: (said.append(text), faint(ui, text))[1])
    monkeypatch.setattr(driver.app.features.records, "win", lambda _: report._replace(way=0, is_new_way=False))
    driver.seconds(0.2)
    assert "At least 2 ways are known; a win by hand is none of them." in said
    said.clear()
    monkeypatch.setattr(driver.app.features.records, "win", lambda _: report._replace(way=2, is_new_way=False))
    driver.seconds(0.2)
    assert "Your way is one of at least 2." in said


def test_any_other_level_is_told_neither_prices_nor_aims(drive: Open) -> None:
    driver = drive(replace(open_level(), open=False, clues=None, aims=()))
    driver.click("part.crate", LEFT)
    report = win(driver)
    assert report.facts is not None and (report.facts.price, report.facts.chain, report.facts.aims) == (0, 0, ())
    assert driver.shows("card.stars")
    assert not [name for name in driver.app.ui.rects if name.startswith(("figure.", "card.aim", "card.prices", "odd."))]
