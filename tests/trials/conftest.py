"""Copies of a process that has the program in memory work for the tests here: none is about how a process starts."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def started_by_forks(forked_starts: None) -> None:
    """Have processes copied. One with a hash seed of its own is still started."""
