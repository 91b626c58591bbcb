"""The chain in the window: counted while a machine runs, a ribbon of moments to jump to, and why anything happened."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pyglet.window import key

from sandbox.design.design import Design
from sandbox.workspace.past.chain_record import ChainRecord, ChainRecords
from sandbox.workspace.settings import Store
from tests.contraptions import Builder
from tests.window.driver import Driver, data, drive
from tests.window.waiting_loop import Loop

__all__ = ["data", "drive"]  # fixtures
PATIENCE_S = 120.0
BALL, BUTTON, CONVEYOR, CARRIED, CRATE = 2, 3, 4, 5, 6


def starter() -> Design:
    """A ball that falls on a button, which starts a conveyor, which carries a ball; nothing touches the crate."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("bowling_ball", 0.6, 1.0)
    b.part("button", 0.6, 0.14)
    b.part("conveyor", 2.4, 0.8, width=1.4, running=False)
    b.part("soccer_ball", 2.4, 0.97)
    b.part("crate", 3.7, 0.25)
    b.link("wire", BUTTON, "signal", CONVEYOR, "signal")
    return b.design()


@pytest.fixture
def opened(drive: Callable[..., Driver]) -> Iterator[Driver]:
    driver = drive(starter())
    driver.app.loop = Loop()  # type: ignore[assignment]
    driver.frames()
    yield driver
    driver.app.features.chain.reader.close()
    driver.app.features.forecasting.close()


def wait_for_chain(driver: Driver) -> list[int]:
    """Wait until all that has been run is read, and return the parts in the ribbon."""
    chain, end = driver.app.features.chain, time.monotonic() + PATIENCE_S
    while chain.reader.waiting or chain.run is None or chain.reader.ticks < chain.run.length:
        assert time.monotonic() < end, "the causes have not been read"
        time.sleep(0.01)
        driver.frames(1, each_ns=0)
    driver.frames(1, each_ns=0)
    return [step.part for step in chain.ribbon.steps]


def run_for(driver: Driver, seconds: float) -> list[int]:
    driver.click("run")
    driver.seconds(seconds)
    driver.key(key.SPACE)  # pause
    return wait_for_chain(driver)


def test_it_is_counted_drawn_and_each_part_is_a_moment_to_jump_to(opened: Driver) -> None:
    assert run_for(opened, 1.0) == [BALL, BUTTON, CONVEYOR, CARRIED]
    chain = opened.app.features.chain
    assert chain.count == "chain of 4, 3 families" and chain.ribbon.title == "Chain of 4, 3 families"
    assert opened.shows("chain.0") and opened.shows("chain.3") and not opened.shows("chain.4")
    step = chain.ribbon.steps[1]
    opened.click("chain.1")
    document = opened.workspace.document
    assert document.in_past and document.past.moment is not None
    run = document.past.moment.run
    assert run is not None and document.past.moment.tick - run.start == step.tick


def test_why_leads_back_from_a_part_and_esc_leaves_it(opened: Driver) -> None:
    run_for(opened, 1.0)
    chain = opened.app.features.chain
    opened.app.editor.selection.choose(CONVEYOR, False)
    opened.key(key.Y)
    assert [step.part for step in chain.ribbon.steps] == [BALL, BUTTON, CONVEYOR]
    assert chain.ribbon.title == f"Why? Conveyor {CONVEYOR}"
    opened.key(key.ESCAPE)
    assert len(chain.ribbon.steps) == 4
    opened.app.editor.selection.choose(CRATE, False)
    opened.key(key.Y)
    assert opened.said == f"Crate {CRATE} has neither moved nor acted by now"


def test_why_leads_back_from_the_mark_that_is_shown(opened: Driver) -> None:
    run_for(opened, 1.0)
    document = opened.workspace.document
    mark = next(mark for mark in document.past.history.marks if mark.part == BUTTON)
    opened.workspace.travel.look_at(mark.place)
    opened.frames()
    assert opened.app.features.chain.part_in_question == BUTTON
    opened.key(key.Y)
    assert [step.part for step in opened.app.features.chain.ribbon.steps] == [BALL, BUTTON]


def test_a_key_hides_it_and_the_choice_is_kept(opened: Driver, data: Path) -> None:
    run_for(opened, 1.0)
    opened.key(key.C, key.MOD_SHIFT)
    assert not opened.shows("chain.0") and not Store(data).now.chain
    opened.key(key.C, key.MOD_SHIFT)
    wait_for_chain(opened)
    assert opened.shows("chain.0")


def test_the_longest_chain_of_free_building_is_kept_with_the_best_runs(opened: Driver, data: Path) -> None:
    run_for(opened, 1.0)
    opened.click("stop")
    wait_for_chain(opened)
    records = ChainRecords(opened.workspace.data)
    assert records.best == ChainRecord(4, 3) and "your longest chain so far: chain of 4" in opened.said.lower()
    assert records.beaten_by(4, 3) is None and records.beaten_by(3, 9) is None, "no record"
    assert records.beaten_by(4, 4) == ChainRecord(4, 3)


def test_a_record_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    (tmp_path / "best").mkdir()
    for text in ("", "[", '{"length": "much"}', "\x00"):
        (tmp_path / "best" / "chain.json").write_text(text)
        assert ChainRecords(tmp_path).best == ChainRecord()


def test_without_a_loop_nothing_is_read(drive: Callable[..., Driver]) -> None:
    driver = drive(starter())
    driver.click("run")
    driver.seconds(0.5)
    assert driver.app.features.chain.reader.run is None
