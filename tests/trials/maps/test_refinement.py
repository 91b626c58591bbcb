"""The refinement of a map: it asks where answers differ, follows edges, and finds speckles by its probes."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.trials.maps.refinement import LatticePoint, Refinement

SIDE, ROOT = 64, 16


def refined(answer: Callable[[LatticePoint], bool], probing: bool = True, seed: int = 1) -> dict[LatticePoint, bool]:
    refinement: Refinement[bool] = Refinement(SIDE, SIDE, ROOT, ROOT, seed, probing)
    while refinement.wanted:
        refinement.end_round({point: answer(point) for point in refinement.wanted})
    return refinement.answers


def in_disc(point: LatticePoint) -> bool:
    return (point[0] - 30) ** 2 + (point[1] - 25) ** 2 < 15**2


def in_speckle(point: LatticePoint) -> bool:
    return 34 <= point[0] < 39 and 3 <= point[1] < 8


def on_slope(point: LatticePoint) -> bool:
    """Tell whether a point lies on a thin slanting line, one end of which is a first point of the map."""
    height = 16 + (point[0] - 16) // 3
    return point[0] >= 16 and height <= point[1] <= height + 1


def edge(answer: Callable[[LatticePoint], bool]) -> set[LatticePoint]:
    """All points with a neighbour that has another answer."""
    inside = [(i, j) for i in range(SIDE) for j in range(SIDE)]
    return {(i, j) for i, j in inside if len({answer(p) for p in ((i, j), (i + 1, j), (i, j + 1))}) > 1}


def test_it_asks_for_all_of_an_edge_and_little_else() -> None:
    answers = refined(in_disc, probing=False)
    assert edge(in_disc) <= answers.keys()
    assert len(answers) < 0.25 * (SIDE + 1) ** 2


def test_it_follows_a_thin_line_from_block_to_block() -> None:
    assert edge(on_slope) <= refined(on_slope, probing=False).keys()


def test_a_speckle_is_found_by_probes_and_by_nothing_else() -> None:
    assert not any(refined(in_speckle, probing=False).values())
    maps = [refined(in_speckle, seed=seed) for seed in range(1, 11)]
    finding = [answers for answers in maps if any(answers.values())]
    assert finding and all(edge(in_speckle) <= answers.keys() for answers in finding)


def test_the_same_seed_asks_for_the_same_points_and_another_one_for_others() -> None:
    assert refined(in_disc) == refined(in_disc)
    assert refined(in_disc).keys() != refined(in_disc, seed=2).keys()


def test_where_all_answers_agree_only_the_first_points_are_asked_for() -> None:
    assert len(refined(lambda point: True, probing=False)) == 5 * 5 + 4 * 4


def test_blocks_larger_than_wanted_are_split_in_any_case() -> None:
    refinement: Refinement[bool] = Refinement(SIDE, SIDE, 32, 8, 1, False)
    rounds = 0
    while refinement.wanted:
        refinement.end_round(dict.fromkeys(refinement.wanted, True))
        rounds += 1
    assert rounds == 3 and len(refinement.answers) == 9 * 9 + 8 * 8
    assert refinement.progress == 1.0
