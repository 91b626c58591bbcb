"""Where a joint is tied can be written straight into the engine, and comes to the same as by its own functions."""

from __future__ import annotations

import pymunk
import pytest

from sandbox.engine import joint_ties
from sandbox.engine.joint_ties import ties_of


def joint() -> pymunk.SlideJoint:
    return pymunk.SlideJoint(pymunk.Body(1.0, 1.0), pymunk.Body(2.0, 3.0), (0.1, 0.2), (0.3, 0.4), 0.5, 0.6)


@pytest.mark.parametrize("laid_out", [True, False])
def test_each_of_the_four_is_what_has_been_written(laid_out: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert joint_ties._LAID_OUT, "this engine's joints are laid out as the module says"
    monkeypatch.setattr(joint_ties, "_LAID_OUT", laid_out)
    tied = joint()
    ties, expected = ties_of(tied), [0.1, 0.2, 0.3, 0.4]
    for index, value in ((2, -5.0), (0, 1.5), (3, 7.0), (1, -0.25)):
        ties[index] = expected[index] = value
        assert [*tied.anchor_a, *tied.anchor_b] == expected
    assert (tied.min, tied.max, tied.max_force) == (0.5, 0.6, float("inf")), "what is beside them stays"


def test_numbers_that_are_elsewhere_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    monkeypatch.setattr(joint_ties, "_TIES", slice(12, 16))
    assert not joint_ties._laid_out()
