"""The marks of a green zone: boxes that cover what wins, exactly once, and the border around it."""

import numpy as np
import pytest

from sandbox.render.marks.zone_marks import bars, borders

SHAPES = {
    "nothing": ["....", "...."],
    "all": ["##", "##"],
    "a ring": ["#####", "#...#", "#####"],
    "steps": ["#...", "##..", "###.", ".###"],
    "speckles": ["#.#.", ".#.#"],
}


@pytest.mark.parametrize("name", SHAPES)
def test_bars_cover_a_shape_exactly_once(name: str) -> None:
    mask = np.array([[cell == "#" for cell in row] for row in SHAPES[name]])
    covered = np.zeros(mask.shape, int)
    for left, low, right, high in bars(mask).astype(int).tolist():
        covered[low:high, left:right] += 1
    assert np.array_equal(covered, mask.astype(int))


def test_a_block_is_a_bar_for_each_row_with_four_sides_around_all() -> None:
    mask = np.zeros((6, 7), bool)
    mask[1:4, 2:7] = True
    assert bars(mask).tolist() == [[2, row, 7, row + 1] for row in (1, 2, 3)]
    assert {tuple(stroke) for stroke in borders(mask).tolist()} == {
        (2, 1, 7, 1), (2, 4, 7, 4), (2, 1, 2, 4), (7, 1, 7, 4),
    }  # fmt: skip
    assert len(borders(np.zeros((3, 3), bool))) == 0
