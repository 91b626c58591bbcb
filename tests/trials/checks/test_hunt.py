"""The hunt for shortcuts: wins with fewer parts than the solution are faults, and their recordings are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.commands.driver import Timed
from sandbox.design.design import Count, Design, Goal
from sandbox.levels.level_rules import Finding
from sandbox.tasks.progress import unseen
from sandbox.trials.checks import hunt
from sandbox.trials.checks.hunt import HuntPlan
from sandbox.trials.checks.kept_results import Results
from sandbox.trials.search.search import SearchResult
from sandbox.trials.win_store import Margin
from sandbox.verify.verify import Verdict, verify
from tests.trials.checks.small_level import DROP, LEVEL, answer_of

# Any ball on the floor wins, and the solution places a crate as well.
WIDE = replace(LEVEL, goals=(Goal("The ball is down", Count("tennis_ball", 0.0, 0.0, 4.0, 0.3)),))
LAVISH: tuple[Timed, ...] = ((0, c.Place("crate", 3.0, 1.2)), *DROP)


def shortcuts(level: Design, commands: tuple[Timed, ...], plan: HuntPlan, folder: Path) -> list[Finding]:
    answer = answer_of(level, commands, Results(folder), margins=False, hunt=plan)
    return [finding for finding in answer.findings if finding.bar == "shortcut"]


def test_a_shortcut_is_a_fault_and_its_recording_is_kept(tmp_path: Path) -> None:
    plan = HuntPlan(tmp_path / "wide.toml", 12, jobs=1, out=tmp_path / "wins")
    (found,) = shortcuts(WIDE, LAVISH, plan, tmp_path / "results")
    recording = tmp_path / "wins" / "wide.solve1.replay"
    assert found.grade == "bad" and found.text.startswith(
        "won with 1 of 2 parts (1 \N{MULTIPLICATION SIGN} tennis_ball)"
    )
    assert found.text.endswith(f"mm: {recording}") and found.figures["recording"] == str(recording)
    assert verify(recording).verdict is Verdict.PASS
    assert found.figures["margin_mm"] >= 3.0 and found.figures["commands"][-1]["do"] == "start"


def test_a_win_with_as_many_parts_is_no_shortcut(tmp_path: Path) -> None:
    (found,) = shortcuts(WIDE, DROP, HuntPlan(tmp_path / "wide.toml", 12, jobs=1), tmp_path / "results")
    assert (found.grade, found.text) == ("good", "12 runs of seed 1 found no win with fewer than 1 parts and links")
    won_runs, fastest = found.figures["won_runs"], found.figures["fastest_s"]
    assert found.figures == {"runs": 12, "seed": 1, "won_runs": won_runs, "used": 1, "smallest": 1,
                             "fastest_s": fastest}  # fmt: skip
    assert won_runs and 0.0 < fastest < 1.0
    assert found.figures["won_runs"] > 0


def test_of_an_open_puzzle_a_smaller_win_is_a_fault_only_if_it_is_cheap(tmp_path: Path) -> None:
    plan, level = HuntPlan(tmp_path / "wide.toml", 12, jobs=1), replace(WIDE, open=True)
    hunted = hunt.measure(WIDE, plan, unseen)
    larger = replace(hunted.wins[0].candidate, placements=hunted.wins[0].candidate.placements[:1] * 4)
    four = replace(hunted, wins=(replace(hunted.wins[0], candidate=larger),))
    assert [finding.grade for finding in hunt.findings(level, plan, four, 8)] == ["note", "good"]
    assert [finding.grade for finding in hunt.findings(level, plan, four, 9)] == ["bad"]
    assert [finding.grade for finding in hunt.findings(WIDE, plan, four, 8)] == ["bad"]
    (good,) = hunt.findings(level, plan, replace(four, wins=()), 9)
    assert good.text == "12 runs of seed 1 found no win with fewer than 5 parts and links"


def test_the_same_hunt_is_not_made_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, searches, real = HuntPlan(tmp_path / "wide.toml", 12, jobs=1), [], hunt.measure

    def counted(*arguments: Any) -> SearchResult:
        searches.append(1)
        return real(*arguments)

    monkeypatch.setattr(hunt, "measure", counted)
    first = shortcuts(WIDE, LAVISH, plan, tmp_path / "results")
    assert "--out keeps the recording" in first[0].text and first[0].figures["recording"] is None
    assert shortcuts(WIDE, LAVISH, plan._replace(jobs=2), tmp_path / "results") == first and len(searches) == 1
    shortcuts(WIDE, LAVISH, plan._replace(seed=2), tmp_path / "results")
    assert len(searches) == 2, "another seed is another hunt"


def test_what_is_won_by_a_hair_is_worth_knowing(tmp_path: Path) -> None:
    plan = HuntPlan(tmp_path / "wide.toml", 12, jobs=1)
    hunted = hunt.measure(WIDE, plan, unseen)
    by_hair = replace(hunted, wins=tuple(replace(win, margin=Margin(0.0, None)) for win in hunted.wins))
    note, good = hunt.findings(WIDE, plan, by_hair, 2)
    assert note.grade == "note" and "with less than 3 mm of margin" in note.text
    assert good.grade == "good" and good.text.endswith("with fewer than 2 parts and links at a margin of 3 mm")
    disproved = replace(hunted, wins=tuple(replace(win, problem="it fails") for win in hunted.wins))
    assert [finding.grade for finding in hunt.findings(WIDE, plan, disproved, 2)] == ["good"]
    nothing = replace(hunted, runs=0, won=0, wins=(), lost=("runs 1 to 12 count for nothing",))
    lost = hunt.findings(WIDE, plan, nothing, 2)
    assert [finding.grade for finding in lost] == ["note", "doubt"] and hunted.is_whole and not nothing.is_whole


def test_a_level_without_a_stock_can_not_be_hunted(tmp_path: Path) -> None:
    free = replace(WIDE, stock=None)
    (found,) = shortcuts(free, DROP, HuntPlan(tmp_path / "wide.toml", 12, jobs=1), tmp_path / "results")
    assert found.grade == "note" and "the level has no stock" in found.text
