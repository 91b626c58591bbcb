"""The rows of the overview, and the chapters that they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.commands.driver import Timed
from sandbox.design.design import Count, Goal, PartSpec
from sandbox.design.objectives import Par
from sandbox.levels import library
from sandbox.levels.decisions import decisions
from sandbox.levels.difficulty import RandomShare
from sandbox.levels.levels import digest
from sandbox.levels.solutions import record_solution
from sandbox.parts import KINDS
from sandbox.trials.checks.check import CheckAnswer
from sandbox.trials.checks.hunt import HuntPlan
from sandbox.trials.checks.measured import HuntFigures, Measured, joined
from sandbox.trials.checks.overview import LevelRow, chapters_of, row
from tests.trials.checks.small_level import DROP, LEVEL, answer_of

pytestmark = pytest.mark.usefixtures("forked_starts")
PLANT = PartSpec(9, "scenery", 3.0, 0.2, fixed=True)
WIDE = replace(LEVEL, goals=(Goal("The ball is down", Count("tennis_ball", 0.0, 0.0, 4.0, 0.3)),))
LAVISH: tuple[Timed, ...] = ((0, c.Place("crate", 3.0, 1.2)), *DROP)


def row_of(*answers: CheckAnswer, share: RandomShare | None = None, hunts: Sequence[HuntPlan] = ()) -> LevelRow:
    level = replace(LEVEL, insight="What is let go falls.", par=Par(1, 2.0))
    measured = joined(Measured(digest(level)), answers, hunts)
    return row(Path("down.toml"), "First", level, answers, share, measured, decisions(level))


def test_a_row_has_the_figures_of_a_level() -> None:
    answer = answer_of(replace(LEVEL, parts=(*LEVEL.parts, PLANT), next_id=10))
    shown = row_of(answer, share=RandomShare("", 100, 7))
    assert (shown.chapter, shown.title, shown.insight) == ("First", "Down", "What is let go falls.")
    assert (shown.placed, shown.parts, shown.kinds) == (1, 3, 2), "two floors and a ball; a plant only decorates"
    assert shown.sound and shown.seconds == answer.seconds and shown.margin_mm == answer.tolerances[0].mm > 0
    assert (shown.tries, shown.wins, shown.marks) == (100, 7, 1)
    assert (shown.par_parts, shown.par_seconds, shown.hunted, shown.shortcuts) == (1, 2.0, None, None)


def test_an_open_puzzle_has_figures_of_its_own(tmp_path: Path) -> None:
    level = replace(LEVEL, open=True)
    recordings = tuple(tmp_path / f"down{end}.replay" for end in ("", ".way2"))
    for recording, x in zip(recordings, (0.25, 0.2), strict=True):
        record_solution(recording, level, ((0, c.Place("tennis_ball", x, 0.6)), (0, c.Start())))
    answer = answer_of(level, ways=recordings, way_margins=True)
    hunts = {1: HuntFigures(12, smallest=5), 2: HuntFigures(12, smallest=4), 3: HuntFigures(12)}
    measured = replace(joined(Measured(digest(level)), (answer,), ()), hunts=hunts)
    shown = row(Path("down.toml"), "", level, (answer,), None, measured, None)
    assert shown.open is not None and shown.open[:2] == (2, 1), "a ball and a crate; one way twice"
    other = next(finding for finding in answer.findings if finding.text.startswith("down.way2.replay: "))
    assert shown.open.margin_mm == min(answer.tolerances[0].mm, other.figures["mm"]) > 0
    assert shown.open[3:] == (4, 1, 1, KINDS["tennis_ball"].price, 1, 1)
    assert shown.as_json()["open"]["price"] == KINDS["tennis_ball"].price
    assert row_of(answer_of(margins=False)).as_json()["open"] is None


def test_what_is_not_known_is_none() -> None:
    shown = row_of(answer_of(commands=None))
    assert not shown.sound and shown.parts == 2
    assert (shown.placed, shown.seconds, shown.margin_mm, shown.tries) == (None, None, None, None)


def test_shortcuts_of_all_seeds_are_counted() -> None:
    def hunted(commands: tuple[Timed, ...]) -> LevelRow:
        plans = [HuntPlan(Path("wide.toml"), 24, seed, jobs=1) for seed in (1, 2)]
        return row_of(*(answer_of(WIDE, commands, margins=False, hunt=plan) for plan in plans), hunts=plans)

    assert (hunted(DROP).hunted, hunted(DROP).shortcuts) == (48, 0)
    fastest = hunted(DROP).fastest_s
    assert fastest is not None and 0.0 < fastest < 1.0, "the ball falls 0.6 m at most"
    shorter = hunted(LAVISH)
    assert shorter.shortcuts == 2 and not shorter.sound


def test_chapters_are_those_of_the_campaign_and_others_come_last(tmp_path: Path) -> None:
    first, second = library.bundled_chapters()[:2]
    mine = tmp_path / "mine.toml"
    chapters = chapters_of([mine, second.levels[1], first.levels[2], first.levels[0]])
    assert [(chapter.title, chapter.levels) for chapter in chapters] == [
        (first.title, (first.levels[0], first.levels[2])), (second.title, (second.levels[1],)), ("", (mine,)),
    ]  # fmt: skip
    assert [chapter.levels for chapter in chapters_of([first.levels[1]])] == [(first.levels[1],)]


def test_a_margin_is_known_of_the_machine_that_it_was_measured_of() -> None:
    answer = answer_of()
    kept = joined(Measured(digest(LEVEL)), [answer], [])
    assert kept.margin_of(answer.machine) == answer.tolerances[0].mm
    other = answer_of(commands=((0, c.Place("tennis_ball", 1.0, 1.3)), *DROP[1:]))
    assert other.machine != answer.machine and kept.margin_of(other.machine) is None
    assert joined(kept, [answer_of(margins=False)], []) == kept, "what was not measured again stays"
