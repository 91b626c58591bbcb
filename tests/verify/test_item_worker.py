"""The items of pytest run in another process, which a level can end without ending the test run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.design.design import Design, PartSpec
from sandbox.levels import levels, library
from sandbox.tasks.child import ROOT
from sandbox.tasks.limits import Limits
from sandbox.verify.item_worker import ItemRunner

DROP = next(path for path in library.bundled_levels() if path.stem == "drop")
SOLUTION = str(ROOT / "replays" / "drop.replay")


@pytest.fixture
def runner() -> Iterator[ItemRunner]:
    runner = ItemRunner(Limits(seconds=60, megabytes=160))
    yield runner
    runner.close()


def test_a_level_and_its_solution(runner: ItemRunner) -> None:
    assert runner.run("empty", DROP, patience=1.0) == {"fault": ""}
    assert runner.run("solution", DROP, recording=SOLUTION)["seconds"] > 1.0
    other = runner.run("solution", DROP, recording=str(ROOT / "replays" / "gears.replay"))["fault"]
    assert other.startswith(f"{DROP}: ")


def test_a_file_that_can_not_be_read_gets_one_sentence(runner: ItemRunner, tmp_path: Path) -> None:
    assert "No such file" in runner.run("empty", tmp_path / "none.toml", patience=1.0)["fault"]


@pytest.mark.skipif(sys.platform != "linux", reason="its processes have no such limits")
def test_a_level_that_ends_the_process_fails_alone_with_the_signal(runner: ItemRunner, tmp_path: Path) -> None:
    heap = tuple(PartSpec(number, "crate", 1.0, 1.0) for number in range(1, 1500))
    path = tmp_path / "heap.toml"
    levels.write(path, Design(title="Heap", parts=heap, next_id=1500))
    fault = runner.run("empty", path, patience=5.0)["fault"]
    assert fault.startswith(f"{path}: it was ended by signal SIG") and "--max-memory" not in fault
    assert runner.run("empty", DROP, patience=0.1) == {"fault": ""}
