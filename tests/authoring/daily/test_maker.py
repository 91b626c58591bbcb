"""The machine of a day: the same for a date, sound, and not to be won with fewer parts."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sandbox.authoring.daily import maker
from sandbox.authoring.daily.day import Day
from sandbox.authoring.daily.ends import ENDS
from sandbox.authoring.daily.half import Spot
from sandbox.authoring.daily.starts import STARTS
from sandbox.authoring.saving import try_out
from sandbox.authoring.script_level import ScriptLevel
from sandbox.errors import Refused
from sandbox.levels import levels
from sandbox.tasks.messages import Progress
from sandbox.tasks.progress import unseen
from sandbox.tasks.task_process import Setup, TaskProcess
from sandbox.trials.checks.presentation import MOST_INSIGHT, MOST_TEXT
from sandbox.verify.verify import Verdict, verify

DAY = Day(2026, 11, 25)
# For each idea a machine that is drawn for DAY with it, and a spot of the missing part that wins its half.
WINNING: dict[str, tuple[int, Spot]] = {
    "slope": (7, (0.6, 0.6)), "bounce": (4, (0.35, 0.7)), "breeze": (1, (0.3, 1.4)), "carrier": (0, (1.0, 1.1)),
    "chute": (3, (0.6, 0.6)), "leap": (28, (0.5, 0.6)), "freight": (1, (0.7, 1.2)), "punch": (9, (0.5, 1.3)),
    "gust": (2, (0.3, 1.7)), "cut": (11, (0.78, 1.8)),
}  # fmt: skip
AWAY = (2.2, 2.1)
QUICK = Day(2026, 10, 2)  # of which the first draw is sound


def half(name: str, number: int, spot: Spot) -> ScriptLevel:
    """A half of a machine that is drawn, with its part at a spot."""
    draw = maker.Draw(DAY, number)
    assert name in (draw.start.name, draw.end.name)
    return draw.first(spot) if draw.start.name == name else draw.second(spot)


@pytest.mark.parametrize("name", [idea.name for idea in (*STARTS, *ENDS)])
def test_each_idea_is_won_with_its_part_and_not_with_the_part_out_of_the_way(name: str) -> None:
    number, spot = WINNING[name]
    assert try_out(partial(half, name, number, spot)) == "won"
    assert try_out(partial(half, name, number, AWAY), 5.0) in ("not won", "refused")


def test_a_draw_is_the_same_however_often_it_is_built_and_the_next_one_another() -> None:
    spots = WINNING["breeze"][1], WINNING["freight"][1]
    drawn = [maker.Draw(DAY, number).whole(*spots).design() for number in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    tomorrow = maker.Draw(Day(2026, 11, 26), 1).whole(*spots).design()
    assert tomorrow.parts != drawn[0].parts and (drawn[0].title, tomorrow.title) == (
        "25 November 2026", "26 November 2026",
    )  # fmt: skip


def test_texts_of_all_pairs_of_ideas_are_short_enough() -> None:
    for start in STARTS:
        for end in ENDS:
            assert len(maker.text_of(start, end)) <= MOST_TEXT
            assert len(maker.insight_of(start, end)) <= MOST_INSIGHT


def test_a_half_that_is_won_nowhere_or_anywhere_or_in_a_narrow_place_is_drawn_anew() -> None:
    draw = maker.Draw(DAY, 1)

    def sweep_of(wins: Callable[[Spot], bool]) -> Spot | None:
        def build(spot: Spot) -> ScriptLevel:
            if not wins(spot):
                raise Refused("it can't be built")
            return half("breeze", *WINNING["breeze"])

        return maker.swept(build, draw.start, unseen)

    assert sweep_of(lambda spot: False) is None and sweep_of(lambda spot: True) is None
    assert sweep_of(lambda spot: math.dist(spot, (0.4, 1.0)) < 0.05) is None
    wide = sweep_of(lambda spot: math.dist(spot, (0.6, 1.2)) < 0.15)
    assert wide is not None and math.dist(wide, (0.6, 1.2)) < 0.01


def test_a_machine_that_is_won_without_one_of_its_parts_is_not_taken() -> None:
    draw = maker.Draw(DAY, 1)
    first, second = WINNING["breeze"][1], WINNING["freight"][1]

    def taken(level: ScriptLevel) -> bool:
        return maker.checked(level, draw, 0, 20, unseen) is not None

    needless = draw.whole(first, second)
    needless.give("crate").at(2.3, 2.0)
    assert not taken(needless) and not taken(draw.whole(first, AWAY))


def make_elsewhere(out: Path, hash_seed: int) -> tuple[int, dict[str, Any]]:
    """Make the machine of a day by the command; return its exit code and its answer."""
    command = [sys.executable, "-m", "sandbox", "daily", str(QUICK), "-o", str(out), "--json"]
    command += ["--record", str(out.with_suffix(".replay"))]
    paths = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": str(hash_seed), "XDG_CACHE_HOME": str(out.parent)}
    ran = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True)
    return ran.returncode, json.loads(ran.stdout)


def test_a_date_gives_the_same_sound_machine_in_every_process(tmp_path: Path) -> None:
    outs = [tmp_path / name / "day.toml" for name in ("one", "two")]
    # What the first has found out about a machine, the second need not run again if it draws the very same one.
    codes, answers = zip(*(make_elsewhere(out, seed) for seed, out in enumerate(outs, 1)), strict=True)
    assert codes == (0, 0)
    assert outs[0].read_bytes() == outs[1].read_bytes()
    assert {*answers[0]["ideas"]} <= set(WINNING) and answers[0]["draws"] == 1
    for out, answer in zip(outs, answers, strict=True):
        assert (answer["level"], answer["date"]) == (str(out), str(QUICK))
        assert verify(Path(answer["solution"])).verdict is Verdict.PASS
    level = levels.read(outs[0])
    assert level.par is not None and level.par.parts >= 2 and level.hints and level.insight


def test_a_day_without_a_sound_machine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "swept", lambda build, idea, progress: None)
    with pytest.raises(Refused, match="none of 60 machines that were drawn for 2026-11-25 is sound"):
        maker.make(DAY)


def test_it_says_how_far_it_is_and_leaves_nothing_when_it_is_ended(tmp_path: Path) -> None:
    out = tmp_path / "day.toml"
    process = TaskProcess(Setup("sandbox.authoring.daily.maker"))
    process.give(0, maker.MakeDaily("2026-11-25", str(out)))
    first = process.hear()[0]
    process.end()
    assert isinstance(first, Progress) and 0.0 <= first.share < 1.0
    assert first.what.startswith("machine 1: its first half") and not out.exists()
