"""A few random interleavings of three players who edit at once; `interleavings` plays as many as one likes."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.tools.interleavings import play


def test_no_command_hits_what_it_was_not_meant_for() -> None:
    happened = Counter[str]()
    for seed in range(1, 16):
        count = play(seed)
        assert count.faults == []
        happened += count.happened
    for what in ("move", "connect", "together", "delete", "undo", "redo", "place refused", "move refused"):
        assert happened[what], what
    assert happened["(late by 5 edits or more)"] > 50


@pytest.mark.parametrize(("ids", "seeds"), [("guessed", (1, 2, 3)), ("reused", (8, 11, 16))])
def test_without_names_or_with_ids_that_are_used_again_it_would(ids: str, seeds: tuple[int, ...]) -> None:
    assert all(play(seed, ids=ids).faults for seed in seeds)
