"""Stacks stand for a minute, with sleeping and without."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandbox.design.design import Design
from tests.tools import stacks

FIVE_SECONDS = 5.0


@pytest.mark.parametrize("sleep", [True, False], ids=["sleep", "no sleep"])
@pytest.mark.parametrize("build", stacks.STACKS.values(), ids=lambda build: build.__name__)
def test_it_stands_still_for_a_minute(build: Callable[[bool], Design], sleep: bool) -> None:
    stood = stacks.left_alone(build(sleep))
    assert stood.shift < 0.0005
    assert stood.turn < 0.002
    assert stood.asleep == (stood.loose if sleep else 0)


@pytest.mark.parametrize("kind", [kind for kind in stacks.catalogue() if kind not in stacks.RESTLESS])
def test_crates_stand_on_each_kind_that_is_flat_on_top(kind: str) -> None:
    stood = stacks.left_alone(stacks.catalogue()[kind](False), FIVE_SECONDS)
    assert stood.loose >= 2
    assert stood.shift < 0.0005
    assert stood.turn < 0.002


@pytest.mark.parametrize("kind", stacks.RESTLESS)
def test_they_do_not_stand_on_what_moves_by_itself(kind: str) -> None:
    """The control of those above: none is left out that would stand."""
    stood = stacks.left_alone(stacks.catalogue()[kind](False), FIVE_SECONDS)
    assert stood.shift > 0.001 or stood.turn > 0.005


@pytest.mark.parametrize("sleep", [True, False], ids=["sleep", "no sleep"])
def test_what_can_not_stand_is_seen_to_fall(sleep: bool) -> None:
    """The control: a bar whose middle is beside the wedge's ridge tips over."""
    stood = stacks.left_alone(stacks.balance(sleep, off=0.02), 3.0)
    assert stood.turn > 0.05 or stood.shift > 0.05


def test_the_stacks_are_what_they_are_called() -> None:
    kinds = [[part.kind for part in build(True).parts[1:]] for build in stacks.STACKS.values()]
    assert kinds == [["crate"] * 55, ["domino"] * 24, ["birch_wedge", "bar"]]
