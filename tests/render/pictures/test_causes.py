"""What led to a goal is followed backwards from the win, in the tree of causes of its run."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.causes.cause_tree import CauseTree
from sandbox.render.pictures import film_plan
from sandbox.render.pictures.causes import RunRecord, chain, record

REPLAYS = Path(__file__).parents[3] / "replays"


def recorded(name: str) -> tuple[RunRecord, int]:
    script = film_plan.read(REPLAYS / f"{name}.replay")
    kept = record(script, film_plan.still(script))
    assert kept.run.won is not None
    return kept, kept.run.won


def kinds(kept: RunRecord, won: int) -> list[str]:
    return [kept.run.design.part_by_id[beat.part].kind for beat in chain(kept, won)]


@pytest.mark.parametrize(
    ("name", "links"),
    [
        ("demolition", ["soccer_ball", *["domino"] * 6, "bowling_ball", "detonator", "boxing_glove", "cannon_ball"]),
        (
            "snip",
            [
                *["conveyor", "petanque_boule", "button", "scissors"],
                *["bowling_ball", "soccer_ball", "bucket", "polygon"],
            ],
        ),
        (
            "press",
            [
                *["bowling_ball", "button", "conveyor", "soccer_ball"],
                *["basket", "pressure_plate", "trap_door", "baseball", "bell"],
            ],
        ),
        ("drop", ["bowling_ball"]),
    ],
)
def test_a_goal_is_traced_back_to_its_first_cause(name: str, links: list[str]) -> None:
    assert kinds(*recorded(name)) == links


def test_causes_come_before_what_they_cause_and_only_once() -> None:
    kept, won = recorded("topple")
    beats = chain(kept, won)
    ticks = [beat.tick for beat in beats]
    assert ticks == sorted(ticks) and kept.run.start <= ticks[0] and ticks[-1] <= won
    assert len({beat.part for beat in beats}) == len(beats)


def test_without_causes_the_goal_has_none() -> None:
    kept, won = recorded("press")
    assert kinds(kept._replace(tree=CauseTree()), won) == []
