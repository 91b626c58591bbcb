"""Levels of the campaign solved in the real window by mouse, and what does not count as solved."""

from __future__ import annotations

import pytest

from tests.tools import by_mouse


@pytest.mark.parametrize(("level", "least"), [("bounce", 4), ("lift", 5)])
def test_a_level_is_solved_by_mouse(display: str, level: str, least: int) -> None:
    """A typed angle; balloons and ropes, drawn out of the palette and by clicks."""
    with by_mouse.opened(display, level, drawn=False) as window:
        (score,) = by_mouse.campaign(window, [level], lambda level: None)
        assert by_mouse.proven(score) and least <= score.actions < 20, score


def test_levels_are_solved_by_mouse_one_after_the_other(display: str) -> None:
    """The campaign from its beginning."""
    levels = list(by_mouse.solutions_by_name())[:2]
    with by_mouse.opened(display, levels[0], drawn=False) as window:
        scores = list(by_mouse.campaign(window, levels, lambda level: None))
        assert [score.level for score in scores] == levels
        assert all(by_mouse.proven(score) for score in scores), scores


def test_a_run_without_what_solves_it_is_no_win(display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_mouse, "build", lambda person, wanted, ways: by_mouse.Building({}, 0.0))
    with by_mouse.opened(display, "drop", drawn=False) as window:
        (score,) = by_mouse.campaign(window, ["drop", "roll"], lambda level: None)
        assert (score.won, score.tries, score.actions) == (False, by_mouse.TRIES, 3)
        assert not by_mouse.proven(score._replace(won=True)), "the recording knows better"


def test_levels_are_told_by_their_names() -> None:
    first, _, _, fourth, fifth = list(by_mouse.solutions_by_name())[:5]
    assert by_mouse.rows_of_levels([fourth, first, fifth]) == [[first], [fourth, fifth]]
    everything = by_mouse.rows_of_levels([])
    assert len(everything) == 1 and len(everything[0]) >= 16
    with pytest.raises(SystemExit, match="no level with a solution is called nothing"):
        by_mouse.rows_of_levels(["nothing"])
