"""Jumps through the steps of a document, on a real workspace without a window."""

from __future__ import annotations

import pytest

from sandbox.commands.commands import Move
from sandbox.editing.jumps import MOST_STEPS, Jumps
from tests.hands import Hands, hands, workshop

__all__ = ["hands"]  # a fixture


@pytest.fixture
def many(hands: Hands) -> Hands:
    """A crate that was moved more often than can be taken back in one tick."""
    hands.open(workshop().design())
    for number in range(MOST_STEPS + 50):
        if number % MOST_STEPS == 0:
            hands.workspace.gate.advance(1)
        assert hands.workspace.gate.do(Move(2, 1.0 + 1e-3 * (number + 1), 0.25, 0.0, False))
    hands.workspace.gate.advance(1)
    return hands


def test_a_jump_takes_as_many_ticks_as_it_needs(many: Hands) -> None:
    jumps = Jumps(many.workspace)
    jumps.begin(-MOST_STEPS - 50)
    assert jumps.go_on()
    assert jumps.under_way
    assert len(many.workspace.document.session.past) == 50
    assert not jumps.go_on(), "not twice on one tick"
    many.workspace.gate.advance(1)
    assert jumps.go_on()
    assert not jumps.under_way
    assert many.part(2).x == 1.0
    jumps.begin(50)
    assert jumps.go_on()
    assert not jumps.under_way
    assert len(many.workspace.document.session.past) == 50


def test_what_else_is_done_meanwhile_ends_it(many: Hands) -> None:
    jumps = Jumps(many.workspace)
    jumps.begin(-MOST_STEPS - 50)
    jumps.go_on()
    many.workspace.gate.advance(1)
    assert many.workspace.gate.do(Move(2, 0.5, 0.25, 0.0, False))
    assert not jumps.go_on()
    assert not jumps.under_way
    assert many.part(2).x == 0.5


def test_a_jump_that_is_given_up_stays_where_it_has_come_to(many: Hands) -> None:
    jumps = Jumps(many.workspace)
    jumps.begin(-MOST_STEPS - 50)
    jumps.go_on()
    jumps.cancel()
    many.workspace.gate.advance(1)
    assert not jumps.go_on()
    assert len(many.workspace.document.session.past) == 50
