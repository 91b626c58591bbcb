"""Is a level sound: what is found with one, what is found wrong with others, and how exactly one must build."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandbox.commands import commands as c
from sandbox.design.design import (
    AnyCondition,
    Beyond,
    Count,
    Design,
    Distance,
    Goal,
    Hint,
    HintEnd,
    Inside,
    Not,
    Par,
    PartSpec,
    State,
    StockItem,
    Tally,
    Touches,
    Unused,
)
from sandbox.errors import Refused
from sandbox.levels import level_rules, levels, library, solution_files, solution_places, solutions
from sandbox.parts import check as fit
from sandbox.recording import reader
from sandbox.tasks.messages import Answer, Progress, unpack
from sandbox.tasks.pool import Pool
from sandbox.tasks.task_process import Setup
from sandbox.trials.checks import check
from sandbox.trials.checks.checker import CheckLevel, News
from sandbox.trials.checks.margins import tolerance_line
from sandbox.verify.verify import Verdict, verify

# A ball is to be dropped into a region 0.2 m wide, 1 m below; a plank lies to the right of it.
LEVEL = fit(
    Design(
        title="Down",
        parts=(PartSpec(1, "floor", 2.0, 0.0, fixed=True), PartSpec(2, "floor", 2.0, 1.0, fixed=True)),
        goals=(Goal("It is down", Count("tennis_ball", 0.0, 0.0, 0.3, 0.3)),),
        stock={"tennis_ball": 1, "crate": 1},
        allow=("press",),
        next_id=3,
    )
)
DROP = ((0, c.Place("tennis_ball", 0.28, 0.6)), (5, c.Start()))


def bad(level: Design) -> list[str]:
    return [finding.text for finding in level_rules.sense(fit(level)) if finding.grade == "bad"]


@pytest.fixture
def solved(tmp_path: Path) -> Path:
    """The level in a file, with its solution beside it."""
    path = tmp_path / "levels" / "down.toml"
    path.parent.mkdir()
    levels.write(path, LEVEL)
    solutions.record_solution(solution_places.places_of_solution(path)[0], LEVEL, DROP)
    return path


def test_a_solution_is_recorded_and_proves_itself(solved: Path) -> None:
    found = solution_places.solution_beside(solved)
    assert found is not None and found.parent.name == "replays"
    assert verify(found).verdict is Verdict.PASS
    assert reader.read(found).head.design == LEVEL
    assert [mark.what for mark in reader.read(found).marks] == ["won"]
    assert [path.name for path in found.parent.iterdir()] == ["down.replay"], "nothing is left beside it"


def test_solutions_of_levels_in_folders_are_in_folders_of_the_same_names(solved: Path, tmp_path: Path) -> None:
    flat, inner = solution_places.places_of_solution(solved), solved.parent / "harbour" / "down.toml"
    assert flat[0] == tmp_path / "replays" / "down.replay"
    first, *others = solution_places.places_of_solution(inner)
    assert first == tmp_path / "replays" / "harbour" / "down.replay"
    assert others[-1] == inner.with_suffix(".replay") and flat[-1] == solved.with_suffix(".replay")
    assert solution_places.solution_beside(inner) is None, "the level of that name in another folder has its own"
    first.parent.mkdir()
    flat[0].rename(first)
    assert solution_places.solution_beside(inner) == first and solution_places.solution_beside(solved) is None


def test_a_sound_level(solved: Path) -> None:
    solving, name = solution_files.read_solution(solved, None)
    shares: list[float] = []
    answer = check.check(LEVEL, solving, name, progress=lambda done, total=1.0, what="": shares.append(done / total))
    assert answer.sound and answer.placed == 1
    assert shares == sorted(shares) and shares[-1] == 1.0
    (row,) = answer.tolerances
    assert (row.mm, row.fails) == (12.0, (20.0, "right", "open")), "2 cm to the right it falls beside the region"
    assert tolerance_line(row) == "Tennis ball 3: 12 mm (at 20 mm right: not won)"
    assert check.CheckAnswer.from_json(json.loads(json.dumps(answer.as_json()))) == answer._replace(machine=None)


def test_what_must_be_placed_too_exactly_is_not_sound(solved: Path) -> None:
    solving, name = solution_files.read_solution(solved, None)
    answer = check.check(LEVEL, solving, name, check.CheckPlan(least=20.0))
    assert not answer.sound
    assert "Tennis ball 3 must be placed to 12 mm; players need 20 mm" in [finding.text for finding in answer.findings]


def test_a_solution_of_an_earlier_state_is_tried_on_the_level_as_it_is(solved: Path) -> None:
    solving, name = solution_files.read_solution(solved, None)
    wider = replace(LEVEL, goals=(Goal("It is down", Count("tennis_ball", 0.0, 0.0, 0.5, 0.3)),))
    assert check.check(wider, solving, name).sound
    gone = replace(LEVEL, stock={"crate": 1})
    *_, why = (finding.text for finding in check.check(gone, solving, "it").findings if finding.grade == "bad")
    assert "no tennis ball is left in the stock" in why and "another state of the level" in why


def test_a_level_without_a_solution_or_that_wins_itself_is_not_sound() -> None:
    texts = [finding.text for finding in check.check(LEVEL, None).findings if finding.grade == "bad"]
    (text,) = texts
    assert text.startswith("nothing proves that it can be solved: there is no recording of a solution; solve it in the")
    assert text.endswith("sandbox run LEVEL.toml --commands MOVES.jsonl --record replays/LEVEL.replay")
    itself = fit(replace(LEVEL, parts=(PartSpec(1, "tennis_ball", 0.1, 0.5, fixed=True),)))
    texts = [finding.text for finding in check.check(itself, None).findings if finding.grade == "bad"]
    assert texts[0].startswith("it wins itself after 0.2") and len(texts) == 2


def test_free_building_has_nothing_to_solve() -> None:
    answer = check.check(Design(), None)
    assert answer.sound and answer.findings[0].text.startswith("it has no goals")


def test_an_authors_commands_are_no_solution() -> None:
    with pytest.raises(Refused, match=r"changes the level itself \(author at tick 0\)"):
        solutions.solve(LEVEL, ((0, c.Author()), (0, c.SetGoals(())), (0, c.Start())), 100)


BALL, OTHER = PartSpec(5, "tennis_ball", 1.0, 0.5, fixed=True), PartSpec(6, "crate", 1.5, 0.5, fixed=True)


@pytest.mark.parametrize(
    ("condition", "says"),
    [
        (Inside(5, 1.0, 0.0, 1.0, 1.0), "its region is empty"),
        (Inside(1, 0.0, 0.0, 1.0, 1.0), "Floor 1 never moves"),
        (Touches(5, 5), "compares Tennis ball 5 with itself"),
        (Distance(6, 6, "less", 1.0), "with itself"),
        (Count("crate", 0.0, 0.0, 1.0, 1.0, 3), "wants 3 of the kind crate, and there are 2 with the stock"),
        (Tally("balloon", "popped", True, 1), "wants 1 of the kind balloon, and there are 0 with the stock"),
    ],
)
def test_goals_that_make_no_sense(condition: AnyCondition, says: str) -> None:
    level = replace(LEVEL, parts=(*LEVEL.parts, BALL, OTHER), next_id=7)
    (text,) = bad(replace(level, goals=(Goal("A goal", condition),)))
    assert text.startswith("goal 1 ('A goal'): ") and says in text
    assert bad(replace(level, goals=(Goal("A goal", Beyond(5, "x", "more", 2.0)),))) == []


def test_stocks_and_hints_that_make_no_sense() -> None:
    assert bad(LEVEL) == []
    assert "it has a stock but no goals" in bad(replace(LEVEL, goals=()))[0]
    assert "the player can do nothing" in bad(replace(LEVEL, goals=(Goal("x", Inside(5, 0, 0, 1, 1)),),
                                                      parts=(BALL,), stock={}, allow=()))[0]  # fmt: skip
    hint = Hint("Here", "crate", 1.0, 1.0)
    assert bad(replace(LEVEL, hints=(hint,))) == []
    assert "hints place 2 of 'crate' (crate), and the stock holds 1" in bad(replace(LEVEL, hints=(hint, hint)))[0]
    rolls = Hint("", "bowling_ball", 1.0, 1.5)
    tied = Hint("", "rope", a=HintEnd(1, port="middle"), b=HintEnd(hint=1, port="middle"))
    weight = replace(BALL, id=1, kind="bowling_ball")
    told = replace(LEVEL, parts=(weight, *LEVEL.parts[1:]), goals=(Goal("x", Inside(1, 0, 0, 1, 1)),))
    roped = replace(told, stock={"bowling_ball": 1, "rope": 1}, hints=(rolls, tied))
    assert bad(roped) == []
    assert "hints place 1 of 'rope' (rope), and the stock holds 0" in bad(replace(roped, stock={"bowling_ball": 1}))[0]
    still = replace(roped, stock={"bowling_ball": StockItem("bowling_ball", 1, turns=False), "rope": 1})
    (text,) = bad(replace(still, hints=(replace(rolls, angle=1.0), tied)))
    assert text.startswith("hint 1 can't be followed: ") and "can't be turned" in text
    assert "no text for the player" in bad(replace(LEVEL, goals=(Goal("", LEVEL.goals[0].when),)))[0]
    assert "is a fail condition as well" in bad(replace(LEVEL, fails=LEVEL.goals))[0]


def test_a_process_checks_it_for_whoever_must_not_wait(solved: Path) -> None:
    news: list[Progress] = []
    with Pool(Setup("sandbox.trials.checks.checker"), progress=news.append) as pool:
        end = pool.ask(CheckLevel(str(solved), (0.1, 40.0)))
    assert isinstance(end, Answer)
    answer = check.CheckAnswer.from_json(unpack(end.value, dict[str, Any]))
    assert answer.sound
    assert [finding.grade for finding in answer.findings if finding.bar == "time"] == ["good"], "the span is handed on"
    early = [unpack(one.news, News).finding for one in news if one.news]
    assert tuple(early) == answer.findings, "each finding came as soon as there was one"
    assert len(news) - len(early) > 5


# -- by hand, and par

ALONE = check.CheckPlan(margins=False)

# The ball is there already; the player may pull it, and has a crate to build with.
LOOSE = replace(
    LEVEL,
    parts=(*LEVEL.parts, PartSpec(3, "tennis_ball", 2.0, 1.2, fixed=True)),
    stock={"crate": 1},
    allow=("grab",),
    next_id=4,
)
PULL = (
    (0, c.Start()),
    (240, c.Grab(3, 2.0, 1.08)),
    *((240 + n, c.Drag(2.0 - 0.005 * n, 1.2)) for n in range(1, 370)),
    *((620 + n, c.Drag(0.15, 1.2 - 0.005 * n)) for n in range(1, 220)),
)


def test_a_win_by_hand_in_a_level_about_building_is_not_sound(solved: Path) -> None:
    answer = check.check(LOOSE, solution_files.Attempt(PULL, 2000), "your own run", ALONE)
    assert answer.by_hand and not answer.sound
    told = [finding.text for finding in answer.findings if finding.grade == "bad"]
    assert any(text.startswith("solved by hand") and "of the stock it uses nothing" in text for text in told), told
    assert check.CheckAnswer.from_json(json.loads(json.dumps(answer.as_json()))) == answer._replace(machine=None)
    with_crate = ((0, c.Place("crate", 3.5, 1.2)), *PULL)
    answer = check.check(LOOSE, solution_files.Attempt(with_crate, 2000), "your own run", ALONE)
    assert any("of the stock it uses 1 \N{MULTIPLICATION SIGN} crate" in finding.text for finding in answer.findings)


def test_a_win_by_hand_is_sound_where_there_is_nothing_to_build() -> None:
    answer = check.check(replace(LOOSE, stock={}), solution_files.Attempt(PULL, 2000), "your own run", ALONE)
    assert not answer.by_hand and answer.seconds is not None


@pytest.mark.parametrize(
    ("condition", "what"),
    [
        (Inside(3, 0.0, 0.0, 0.3, 0.3), "the tennis ball"),
        (Not(Inside(3, 1.0, 0.0, 3.0, 2.0)), "the tennis ball"),
        (Touches(1, 3), "the tennis ball"),
        (Count("tennis_ball", 0.0, 0.0, 0.3, 0.3), "a tennis ball"),
        (Count("crate", 0.0, 0.0, 0.3, 0.3), "a crate"),  # it comes out of the stock
    ],
)
def test_a_goal_that_a_hand_may_carry_something_to_is_not_sound(condition: AnyCondition, what: str) -> None:
    pulled = replace(LOOSE, goals=(Goal("It is down", condition),))
    (text,) = bad(pulled)
    assert text.startswith(f"goal 1 ('It is down') can be reached by hand, by pulling {what}: don't allow 'pull things")
    for other in (replace(pulled, allow=("press",)), replace(pulled, stock={"lamp": 0}), replace(pulled, stock=None)):
        assert not [finding for finding in level_rules.sense(fit(other)) if finding.bar == "hand"]


def test_loose_things_that_no_goal_names_are_a_doubt_where_they_may_be_pulled() -> None:
    cell = PartSpec(4, "photocell", 3.0, 2.0, fixed=True)  # a lamp has a chain, which a hand can pull
    lit = replace(LOOSE, parts=(*LOOSE.parts, cell), goals=(Goal("Light", State(4, "on")),), next_id=5)
    doubts = [finding.text for finding in level_rules.sense(fit(lit)) if finding.bar == "hand"]
    assert len(doubts) == 1 and doubts[0].startswith("things may be pulled by hand, so nothing need be built")
    still = replace(lit, parts=tuple(spec for spec in lit.parts if spec.id != 3))
    assert not [finding for finding in level_rules.sense(fit(still)) if finding.bar == "hand"]


def test_a_part_of_the_level_that_is_the_player_s_is_noted() -> None:
    """`fixed = true` is easily forgotten in a level that is written by hand."""
    noted = [text for text in notes(LEVEL) if "counts as placed by the player" in text]
    assert not noted
    parts = (*LEVEL.parts, PartSpec(8, "crate", 1.0, 0.2), PartSpec(9, "soccer_ball", 2.0, 0.2))
    (text,) = (text for text in notes(replace(LEVEL, parts=parts)) if "counts as placed by the player" in text)
    assert text.startswith("the player may move and delete Crate 8 and 1 more") and "fixed = true" in text
    assert not [text for text in notes(replace(LEVEL, parts=parts, stock=None)) if "counts as placed" in text]


def notes(level: Design) -> list[str]:
    return [finding.text for finding in level_rules.sense(fit(level)) if finding.grade == "note"]


def test_no_level_that_comes_with_the_program_is_won_by_hand() -> None:
    told = {path.stem: level_rules.sense(levels.read(path)) for path in library.bundled_levels()}
    assert {name: found for name, found in told.items() if any(finding.bar == "hand" for finding in found)} == {}


def test_a_hand_that_is_not_needed_does_no_harm() -> None:
    idle = ((0, c.Place("tennis_ball", 0.28, 0.6)), (5, c.Start()), (6, c.Grab(3, 2.0, 1.2)), (7, c.Release()))
    level = replace(LOOSE, stock={"tennis_ball": 1})
    answer = check.check(level, solution_files.Attempt(idle, 2000), "your own run", ALONE)
    assert answer.seconds is not None and not answer.by_hand


def test_a_par_that_the_solution_does_not_reach_is_noticed(solved: Path) -> None:
    solving, name = solution_files.read_solution(solved, None)

    def notes(par: Par) -> list[str]:
        answer = check.check(replace(LEVEL, par=par), solving, name, ALONE)
        return [finding.text for finding in answer.findings if finding.grade == "note"]

    assert notes(Par(parts=1, seconds=5.0)) == []
    assert notes(Par(seconds=0.1))[0].startswith("par is 0.1 s; the solution takes")
    assert "and the player has none of it" in notes(Par(challenge=Goal("No gear", Unused("gear"))))[0]


def test_a_run_alone_is_the_run_in_its_session() -> None:
    session = (
        (0, c.Place("tennis_ball", 1.5, 0.6)), (1, c.Start()), (90, c.Stop()),
        (100, c.Undo()), (120, c.Place("tennis_ball", 0.28, 0.6)), (300, c.Start()),
    )  # fmt: skip
    alone = solutions.condensed(session, 5)
    assert [tick for tick, _ in alone] == [0, 0, 0, 1]
    assert solutions.solve(LEVEL, alone, 2000) == solutions.solve(LEVEL, session, 2000)
