"""How hard levels are for people: what is counted, and how well that agrees with those who have played them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import correlation, mean

import pytest
from msgspec.structs import replace

from sandbox.design.design import Beyond, Design, Goal, Hint, HintEnd, PartSpec
from sandbox.levels import decisions, difficulty, levels, library
from sandbox.levels.decisions import MOST_MARKS, Decisions

# Minutes that one who knew the genre and none of the levels took to the first win, in the real window with mouse and
# keys. Runs were 1, but for Hello (its lesson), Light or heavy, Funnel and Parade: 2.
MINUTES = {
    "hello": 2.5, "drop": 1.0, "wrong-way": 1.0, "roll": 1.0, "stopgap": 2.0, "topple": 1.0, "bounce": 1.0,
    "light-or-heavy": 1.0, "funnel": 2.0, "see-and-saw": 1.5, "from-behind": 1.5, "drawbridge": 2.7, "breakfast": 2.0,
    "nightshift": 2.0, "balloon-post": 1.5, "scales": 1.3, "parade": 4.0, "round-the-corner": 3.0, "magenta": 1.5,
    "through-the-rock": 1.0, "grand-machine": 4.0,
}  # fmt: skip


@cache
def by_name() -> dict[str, Decisions]:
    """Return what is counted in the levels that come with the program, but for open puzzles, which are all hard."""
    counted = decisions.of_bundled().items()
    return {path.stem: counts for path, counts in counted if not levels.read(path).open}


def ranked(minutes: dict[str, float], hard: dict[str, float]) -> float:
    """How well an order of levels agrees with that of the minutes that they took: 1 for the same, 0 for none."""
    return correlation(ranks([minutes[name] for name in minutes]), ranks([hard[name] for name in minutes]))


def ranks(values: list[float]) -> list[float]:
    """The place of each value in their order; equal ones share the mean of theirs."""
    order = sorted(values)
    return [order.index(value) + (order.count(value) - 1) / 2 for value in values]


def test_marks_agree_with_those_who_have_played_and_the_share_of_random_tries_does_not() -> None:
    marks = {name: float(counted.marks) for name, counted in by_name().items()}
    random = {name: -share.wins / share.tries for name, share in difficulty.read(library.bundled_dir()).items()}
    assert ranked(MINUTES, marks) > 0.65
    assert ranked(MINUTES, random) < 0.4, "the negative control: what was shown before"


def test_marks_tell_levels_apart() -> None:
    counts = Counter(counted.marks for counted in by_name().values())
    assert max(counts.values()) < 0.4 * len(by_name()) and min(counts.values()) >= 0.1 * len(by_name())


def test_what_a_new_player_meets_first_is_easy_and_the_large_machines_are_hard() -> None:
    for name in ("hello", "drop", "wrong-way", "roll", "topple"):
        assert by_name()[name].marks == 1, name
    for name in ("parade", "full-load", "grand-machine"):
        assert by_name()[name].marks == MOST_MARKS, name


def test_chapters_rise_and_all_marks_are_given() -> None:
    first, last = [], []
    for chapter in library.bundled_chapters():
        marks = [by_name()[path.stem].marks for path in chapter.levels if path.stem in by_name()]
        if not marks:
            continue
        half = len(marks) // 2
        first.append(mean(marks[:half]))
        last.append(mean(marks[half:]))
        assert last[-1] > first[-1] - 0.5, chapter.title
        assert max(marks) in marks[-3:] or max(marks) in marks[half - 2 :], chapter.title
    assert mean(last) > mean(first) + 0.8
    assert {counted.marks for counted in by_name().values()} == set(range(1, MOST_MARKS + 1))


def level() -> Design:
    """A ball is to get to the right; a ramp and a rope are there for it, and a crate that is not needed."""
    ball = PartSpec(1, "tennis_ball", 1.0, 1.0, fixed=True)
    hints = (Hint("", "ramp", 1.0, 0.5), Hint("", "rope", a=HintEnd(1), b=HintEnd(hint=1)))
    stock = {"ramp": 1, "rope": 1, "crate": 2}
    return Design(parts=(ball,), goals=(Goal("Right", Beyond(1, "x", "more", 2.0)),), stock=stock, hints=hints)


def test_what_is_counted() -> None:
    counted = decisions.decisions(level())
    assert counted == Decisions(pieces=2, kinds=3, spare=2, acting=3)
    words = "2 pieces to place or join, 3 kinds to choose from, 2 pieces too many, 3 kinds of things at work"
    assert counted.words == f"difficulty {counted.marks} of 5: {words}"
    assert decisions.decisions(level(), known={"ramp"}).is_new  # type: ignore[union-attr]
    assert not decisions.decisions(level(), known={"ramp", "rope"}).is_new  # type: ignore[union-attr]


def test_a_kind_is_new_in_the_first_level_that_asks_for_it() -> None:
    first, second = Path("first"), Path("second")
    counted = decisions.of_campaign([(first, level()), (second, level())])
    assert (counted[first].is_new, counted[second].is_new) == (True, False)
    skipped = decisions.of_campaign([(first, replace(level(), open=True)), (second, level())])
    assert skipped[second].is_new, "nobody has to play an open puzzle first"


@pytest.mark.parametrize("changes", [{"goals": ()}, {"stock": None}])
def test_nothing_is_counted_where_there_is_nothing_to_solve_with_a_stock(changes: dict[str, object]) -> None:
    assert decisions.decisions(replace(level(), **changes)) is None


def test_each_decision_more_makes_it_harder_and_never_easier() -> None:
    easy = Decisions(1, 1, 0, 4)
    for harder in (easy._replace(pieces=2), easy._replace(kinds=3), easy._replace(spare=1), easy._replace(acting=9),
                   easy._replace(is_new=True)):  # fmt: skip
        assert harder.points > easy.points
    marks = [Decisions(pieces, pieces, 0, 3 * pieces).marks for pieces in range(1, 9)]
    assert all(a <= b for a, b in pairwise(marks)) and (marks[0], marks[-1]) == (1, MOST_MARKS)
