"""The best runs beside an open document: a win is proven by another process, and only then counted."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.design import Count, Design, Goal, Par, PartSpec, Unused
from sandbox.levels import levels, library, solutions
from sandbox.levels.best_runs import BestRuns
from sandbox.levels.run_facts import RunFacts
from sandbox.parts import check as fit
from sandbox.workspace.records import Records, WinReport
from sandbox.workspace.workspace import Workspace

LEVEL = fit(
    Design(
        title="Down",
        parts=(PartSpec(1, "floor", 2.0, 0.0, fixed=True), PartSpec(2, "floor", 2.0, 1.0, fixed=True)),
        goals=(Goal("It is down", Count("tennis_ball", 0.0, 0.0, 0.3, 0.3)),),
        stock={"tennis_ball": 2},
        next_id=3,
        par=Par(parts=1, seconds=0.2),
    )
)
PATIENCE = 60.0  # s of a loaded machine


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    levels.write(tmp_path / "down.toml", LEVEL)
    workspace = Workspace(tmp_path / "data")
    assert workspace.files.open(tmp_path / "down.toml")
    return workspace


def win(workspace: Workspace) -> None:
    """Play until the level is won, in a run of its own."""
    assert workspace.gate.do(c.Place("tennis_ball", 0.28, 0.6))
    assert workspace.control.run()
    while workspace.document.session.outcome == "open":
        workspace.gate.advance(24)


def answer(records: Records, workspace: Workspace) -> WinReport | None:
    end = time.monotonic() + PATIENCE
    while records.look(workspace):
        assert time.monotonic() < end
        time.sleep(0.05)
    return records.win(workspace)


def test_a_win_counts_when_it_is_proven(workspace: Workspace, tmp_path: Path) -> None:
    records = Records(workspace.data)
    assert not records.look(workspace) and records.win(workspace) is None
    win(workspace)
    assert records.look(workspace) and records.proving(workspace) and records.win(workspace) is None
    result = answer(records, workspace)
    assert result is not None and result.facts is not None and result.stars is not None, result
    assert result.facts.parts == 1 and result.new_stars == result.stars.earned == 2
    record = records.of(tmp_path / "down.toml", LEVEL, solved=True)
    assert [run.facts for run in record.runs.runs] == [result.facts]
    assert [spec.kind for spec in record.built.parts] == ["floor", "floor", "tennis_ball"]
    assert not records.look(workspace), "one win is proven once"
    assert workspace.wins.solved == {library.key_of(tmp_path / "down.toml")}
    workspace.close()


def test_a_win_of_a_level_that_has_changed_meanwhile_does_not_count(workspace: Workspace, tmp_path: Path) -> None:
    records = Records(workspace.data)
    levels.write(tmp_path / "down.toml", replace(LEVEL, stock={"tennis_ball": 1}))
    win(workspace)
    assert workspace.messages.latest is not None
    assert "does not count: the file of this level holds another one now" in workspace.messages.latest.text
    assert not workspace.wins.solved and not library.solved(workspace.data)
    result = answer(records, workspace)
    assert result is not None and result.facts is None and "the level before it was changed" in result.problem
    assert not records.of(tmp_path / "down.toml", LEVEL, solved=False).runs.runs
    workspace.close()


def test_kept_runs_are_listed_by_what_they_are_best_in_and_those_of_older_versions_after_them(tmp_path: Path) -> None:
    store, path = BestRuns(tmp_path), tmp_path / "down.toml"
    challenge = Goal("Without a floor", Unused("floor"))
    now = replace(LEVEL, stock={"tennis_ball": 3}, par=Par(parts=1, challenge=challenge))
    for number, (level, facts) in enumerate(
        [
            (LEVEL, RunFacts(200, 1, 0)),
            (now, RunFacts(300, 1, 2)),
            (now, RunFacts(240, 2, 0, challenge="of another day")),
        ]
    ):
        recording = tmp_path / f"{number}.replay"
        commands = (*((0, c.Place("tennis_ball", 0.1 + 0.1 * n, 0.6)) for n in range(number + 1)), (0, c.Start()))
        solutions.record_solution(recording, level, commands)
        store.add(level, library.key_of(path), recording, facts)
    levels.write(path, now)
    runs = Records(tmp_path).kept(path)
    assert [(run.feats, run.older) for run in runs] == [
        (("parts",), False),
        (("time", "touches"), False),  # the challenge that it met is not asked for any more
        (("parts", "time", "touches"), True),
    ]
    assert [run.seconds for run in runs] == [300 / 240, 240 / 240, 200 / 240]
    levels.write(path, LEVEL)
    assert [run.older for run in Records(tmp_path).kept(path)] == [False, True, True]
    assert Records(tmp_path).kept(tmp_path / "absent.toml") == ()


def test_an_author_wins_nothing(workspace: Workspace) -> None:
    records = Records(workspace.data)
    for command in (c.Author(), c.TryOut()):
        assert workspace.gate.do(command)
    win(workspace)
    assert not records.look(workspace) and records.win(workspace) is None
    workspace.close()
