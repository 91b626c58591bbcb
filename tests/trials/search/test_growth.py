"""Proposals along chains: backwards from a goal, forwards from what was set off; none where nothing can be reached."""

import math

import pytest

from sandbox.design.design import Design
from sandbox.trials.candidate import Candidate
from sandbox.trials.judging import Waypoint
from sandbox.trials.search.growth import ChainGrowth, Ground
from sandbox.trials.search.numbers import Numbers
from tests.trials.search.chain_puzzles import BALL, LAMP, hanging_room, lamp_room

ROLLS = Ground(tuple(Waypoint(BALL, x, 0.3) for x in (1.2, 1.6, 2.0)), (BALL,), (0,))


def backwards(level: Design, ground: Ground, seeds: int = 12) -> list[Candidate]:
    return [ChainGrowth(level, Numbers(seed)).backwards(Candidate(), ground) for seed in range(seeds)]


def test_backwards_a_button_is_wired_to_the_lamp_that_shall_light() -> None:
    candidates = backwards(lamp_room("button = 1\nwire = 1\nramp = 3"), ROLLS)
    for candidate in candidates:
        assert candidate.used == {"button": 1, "wire": 1}
        assert (candidate.ties[0].a.part, candidate.ties[0].b.part) == (-1, LAMP)
    places = [(candidate.placements[0].x, candidate.placements[0].y) for candidate in candidates]
    near = sum(any(math.dist(place, (x, 0.3)) < 0.5 for x in (1.2, 1.6, 2.0)) for place in places)
    assert near >= 4, "buttons are mostly placed where something passes"


def test_backwards_it_goes_on_to_what_sets_off_the_piece_before() -> None:
    candidates = backwards(lamp_room("button = 1\nwire = 2\nboxing_glove = 1\nphotocell = 1"), ROLLS)
    assert any(candidate.used.keys() >= {"boxing_glove", "wire"} for candidate in candidates)


def test_what_hangs_is_cut_loose() -> None:
    placed = [candidate.placements[0] for candidate in backwards(hanging_room("scissors = 1\nramp = 1"), Ground())]
    assert {placement.item for placement in placed} == {"scissors"}
    assert all(abs(placement.x - 3.0) < 0.6 and 1.3 < placement.y < 2.6 for placement in placed)


def test_forwards_a_piece_is_placed_in_the_way_of_what_moves_and_tied_to_the_goal() -> None:
    level = lamp_room("button = 1\nwire = 1\nramp = 3")
    candidates = [ChainGrowth(level, Numbers(seed)).forwards(Candidate(), ROLLS) for seed in range(12)]
    assert all(candidate.placements[0].item == "button" for candidate in candidates)
    assert sum(bool(candidate.ties) and candidate.ties[0].b.part == LAMP for candidate in candidates) >= 6


@pytest.mark.parametrize("stock", ["button = 1", "wire = 1", "cactus = 3\nramp = 2"])
def test_backwards_nothing_is_proposed_where_nothing_in_the_stock_reaches_the_goal(stock: str) -> None:
    assert backwards(lamp_room(stock), ROLLS) == [Candidate()] * 12


def test_forwards_nothing_is_proposed_where_nothing_moves_or_nothing_can_be_set_off() -> None:
    still = Ground((), (), (0,))
    assert ChainGrowth(lamp_room("button = 1\nwire = 1"), Numbers(1)).forwards(Candidate(), still) == Candidate()
    assert ChainGrowth(lamp_room("ramp = 2\nwire = 1"), Numbers(1)).forwards(Candidate(), ROLLS) == Candidate()
