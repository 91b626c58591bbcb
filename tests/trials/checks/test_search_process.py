"""The search for shortcuts as a process of its own: its list of wins, an early end, and that nothing outlives it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands.commands import Place, Start
from sandbox.design.design import Design
from sandbox.levels import levels, solutions
from sandbox.trials import wins
from sandbox.trials.checks.search_process import StoppableSearch
from sandbox.trials.search.search import Plan
from sandbox.verify.verify import Verdict, verify
from tests.trials.search.puzzles import DROP, HOPELESS, level

PATIENCE_S = 60.0
TWO = replace(level(DROP), stock={"bowling_ball": 2})


def searched(folder: Path, design: Design, plan: Plan, solution: Path | None = None) -> list[dict[str, int]]:
    levels.write(folder / wins.LEVEL, design)
    said: list[dict[str, int]] = []
    StoppableSearch(folder, plan, solution).run(said.append)
    return said


def test_wins_with_fewer_parts_than_the_solution_are_shortcuts(tmp_path: Path) -> None:
    solution = tmp_path / "solution.replay"
    balls = [(0, Place("bowling_ball", 1.8, 1.5)), (0, Place("bowling_ball", 3.0, 1.5)), (0, Start())]
    solutions.record_solution(solution, TWO, balls)
    said = searched(tmp_path, TWO, Plan(24, seconds=3.0), solution)
    assert said[-1]["runs"] == 24
    found = wins.read(tmp_path)
    assert found is not None and found.complete and (found.meant, found.runs) == (2, 24)
    (win,) = found.shortcuts
    assert win.parts == 1 and win.margin_mm is not None and win.seconds > 0.0
    assert verify(tmp_path / win.recording).verdict is Verdict.PASS
    (placed,) = win.placed
    assert placed.title.startswith("Bowling ball") and placed.box.x1 - placed.box.x0 == pytest.approx(0.216, abs=0.01)


def test_a_win_with_as_many_parts_as_meant_is_no_shortcut_nor_is_one_without_its_recording(tmp_path: Path) -> None:
    searched(tmp_path, level(DROP), Plan(24, seconds=3.0))
    found = wins.read(tmp_path)
    assert found is not None and found.meant == 1 and len(found.wins) == 1 and found.shortcuts == ()
    (tmp_path / found.wins[0].recording).unlink()
    again = wins.read(tmp_path)
    assert again is not None and again.wins == ()


def test_a_search_that_is_stopped_keeps_what_it_has(tmp_path: Path) -> None:
    levels.write(tmp_path / wins.LEVEL, level(HOPELESS))
    search = StoppableSearch(tmp_path, Plan(5000, seconds=1.0))
    search.run(lambda said: search.stop())
    found = wins.read(tmp_path)
    assert found is not None and not found.complete and 0 < found.runs < 5000 and found.wins == ()


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children are listed from /proc")
def test_it_ends_with_its_workers_when_its_starter_is_gone(tmp_path: Path) -> None:
    levels.write(tmp_path / wins.LEVEL, level(HOPELESS))
    command = [sys.executable, "-m", "sandbox.trials.checks.search_process", str(tmp_path), "100000", "1", "1"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    process.stdout.readline()  # an island is done: there is a worker
    children = [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    assert children
    process.stdin.close()
    process.wait(PATIENCE_S)
    process.stdout.close()
    end = time.monotonic() + PATIENCE_S
    while any(is_alive(pid) for pid in children):
        assert time.monotonic() < end, "a worker goes on"
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
