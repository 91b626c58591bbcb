"""The kept runs of a solved level as they are named: by what they are best in, with their figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.levels.run_facts import RunFacts
from sandbox.window.run.solved_level import MOST, SolvedLevel, figures_of, title_of
from sandbox.workspace.records import KeptRun

RUN = KeptRun(Path("run.replay"), RunFacts(300, 2, 0), 1.25, ("parts", "time"))


class Nothing:
    """Ways to open a level of which none is taken."""

    def empty(self) -> None:
        raise AssertionError

    mine = race = watch = lambda self, run: self.empty()


@pytest.mark.parametrize(
    ("run", "title", "figures"),
    [
        (RUN, "Fewest pieces, fastest", "2 pieces, 1.250 s"),
        (RUN._replace(feats=("challenge",)), "Meets the challenge", "2 pieces, 1.250 s"),
        (RUN._replace(facts=RunFacts(300, 1, 3)), "Fewest pieces, fastest", "1 piece, 1.250 s, touched 3 times"),
        (RUN._replace(facts=RunFacts(300, 0, 1, by_hand=True)), "Fewest pieces, fastest",
         "0 pieces, 1.250 s, touched 1 time, by hand"),
        (RUN._replace(facts=RunFacts(300, 3, 0, price=31), feats=("price", "aim a", "aim b"),
                      pieces=("bar-2", "ramp", "ramp_2", "wheelbarrow")),
         "Cheapest, reaches an aim", "3 pieces, 1.250 s, 31 coins, birch bar, ramp, wheelbarrow"),
        (RUN._replace(feats=("touches",), older=True), "As of the old level: least help by hand", "2 pieces, 1.250 s"),
    ],
)  # fmt: skip
def test_a_run_is_named_by_what_it_is_best_in(run: KeptRun, title: str, figures: str) -> None:
    assert (title_of(run), figures_of(run)) == (title, figures)


def test_there_are_as_many_to_choose_from_as_keys_for_them() -> None:
    dialog = SolvedLevel("Drop", [RUN] * (MOST + 3), Nothing())
    assert len(dialog.runs) == MOST and dialog.run is RUN
