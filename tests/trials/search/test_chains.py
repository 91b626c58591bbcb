"""The table of what could set off what: read backwards from the goals, by what the kinds declare."""

import pytest

from sandbox.trials.search.chains import Chains, ChainStep, parted_by
from tests.trials.search.chain_puzzles import BALL, LAMP, hanging_room, lamp_room


def test_it_leads_from_the_goal_back_to_what_moves() -> None:
    chains = Chains(lamp_room("button = 1\nwire = 1\nramp = 2\nboxing_glove = 1"))
    (depths,) = chains.depths
    assert depths[LAMP] == 0 and depths["button"] == 1 and depths[BALL] == depths["boxing_glove"] == 2
    assert "ramp" not in depths and 4 not in depths, "what hands nothing on leads nowhere"
    assert chains.steps_to("lamp") == (ChainStep("button", "signal", "wire"),)
    assert ChainStep("button", "knock") in chains.steps_from("soccer_ball")


def test_each_goal_has_a_table_of_its_own() -> None:
    from msgspec.structs import replace

    level = lamp_room("button = 1\nwire = 1\nfan = 1")
    (lit,) = level.goals
    moved = replace(lit, when=type(hanging_room("fan = 1").goals[0].when)(BALL, 0.0, 0.0, 1.0, 1.0))
    of_lamp, of_ball = Chains(replace(level, goals=(lit, moved))).depths
    assert of_lamp[LAMP] == 0 and of_ball[BALL] == 0 and LAMP not in of_ball
    assert of_ball["fan"] == 1


@pytest.mark.parametrize("stock", ["button = 1", "wire = 1", "cactus = 3\nramp = 2"])
def test_a_stock_that_cannot_reach_the_goal_has_no_steps(stock: str) -> None:
    chains = Chains(lamp_room(stock))
    assert not chains.steps and chains.depths == ({LAMP: 0},)


def test_links_give_way_to_what_they_say() -> None:
    assert parted_by("rope") == ("prick", "heat") and parted_by("steel_cable") == ()
    assert [step.item for step in Chains(hanging_room("scissors = 1\nramp = 1")).givers("prick")] == ["scissors"]
