"""The search for shortcuts as a process of its own: its list of wins, an early end, and that nothing outlives it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox.commands.commands import Place, Start
from sandbox.design.design import Design
from sandbox.levels import levels, solutions
from sandbox.tasks.task_process import Setup, TaskProcess
from sandbox.trials import win_store
from sandbox.trials.checks.search_process import SearchLevel, carry_out
from sandbox.trials.search.search import Plan
from sandbox.verify.verify import Verdict, verify
from tests.tasks.working import ends
from tests.trials.search.puzzles import DROP, HOPELESS, level

TWO = replace(level(DROP), stock={"bowling_ball": 2})


class Caller:
    """Stands for the window: it notes the runs, and may want no more of them."""

    superseded = False

    def __init__(self, stops: bool = False) -> None:
        self.stopped = stops
        self.runs: list[float] = []

    def progress(self, done: float, total: float = 1.0, what: str = "", news: Any = None) -> None:
        self.runs.append(done)


def searched(folder: Path, design: Design, plan: Plan, solution: Path | None = None, stops: bool = False) -> Caller:
    levels.write(folder / win_store.LEVEL, design)
    caller = Caller(stops)
    carry_out(SearchLevel(str(folder), plan, str(solution) if solution else None), caller)
    return caller


def test_wins_with_fewer_parts_than_the_solution_are_shortcuts(tmp_path: Path) -> None:
    solution = tmp_path / "solution.replay"
    balls = [(0, Place("bowling_ball", 1.8, 1.5)), (0, Place("bowling_ball", 3.0, 1.5)), (0, Start())]
    solutions.record_solution(solution, TWO, balls)
    caller = searched(tmp_path, TWO, Plan(24, seconds=3.0), solution)
    assert caller.runs[-1] == 24
    found = win_store.read(tmp_path)
    assert found is not None and found.complete and (found.meant, found.runs) == (2, 24)
    (win,) = found.shortcuts
    assert win.parts == 1 and win.margin_mm is not None and win.seconds > 0.0
    assert verify(tmp_path / win.recording).verdict is Verdict.PASS
    (placed,) = win.placed
    assert placed.title.startswith("Bowling ball") and placed.box.x1 - placed.box.x0 == pytest.approx(0.216, abs=0.01)


def test_a_win_with_as_many_parts_as_meant_is_no_shortcut_nor_is_one_without_its_recording(tmp_path: Path) -> None:
    searched(tmp_path, level(DROP), Plan(24, seconds=3.0))
    found = win_store.read(tmp_path)
    assert found is not None and found.meant == 1 and len(found.wins) == 1 and found.shortcuts == ()
    (tmp_path / found.wins[0].recording).unlink()
    again = win_store.read(tmp_path)
    assert again is not None and again.wins == ()


def test_a_search_that_is_stopped_keeps_what_it_has(tmp_path: Path) -> None:
    searched(tmp_path, level(HOPELESS), Plan(5000, seconds=1.0), stops=True)
    found = win_store.read(tmp_path)
    assert found is not None and not found.complete and 0 < found.runs < 5000 and found.wins == ()


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children are listed from /proc")
def test_it_ends_with_its_workers_when_its_starter_is_gone(tmp_path: Path) -> None:
    levels.write(tmp_path / win_store.LEVEL, level(HOPELESS))
    process = TaskProcess(Setup("sandbox.trials.checks.search_process"))
    process.give(0, SearchLevel(str(tmp_path), Plan(100000, seed=1, jobs=1)))
    process.hear()  # an island is done: there is a worker
    listed = [task / "children" for task in Path(f"/proc/{process.pid}/task").iterdir()]
    children = [int(pid) for task in listed for pid in task.read_text().split()]
    assert children
    process.give_no_more()
    assert ends(process.pid) and all(map(ends, children))
    process.end()
