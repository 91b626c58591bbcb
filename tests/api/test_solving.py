"""The search for placements that win, from a program."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandbox


def test_what_is_found_are_runs_that_win_and_can_be_proven(tmp_path: Path) -> None:
    noted: list[tuple[float, float]] = []

    def note(done: float, total: float = 1.0, what: str = "") -> None:
        noted.append((done, total))

    (win,) = sandbox.solve("roll", runs=20, seed=42, jobs=1, progress=note)
    assert win.won and win.won_tick == win.tick and win.level.title == "Roll" and noted[-1] == (20, 20)
    assert sandbox.verify(win.record(tmp_path / "roll.replay")).verdict is sandbox.Verdict.PASS


def test_what_can_not_be_searched_is_refused() -> None:
    with pytest.raises(sandbox.Refused, match="no goal"):
        sandbox.solve("workshop")
