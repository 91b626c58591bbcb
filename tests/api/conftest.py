"""Processes that these tests start, or the program for them, are copied: none of the tests is about a start."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def started_by_forks(forked_starts: None) -> None:
    """Have processes copied, where that makes no difference but time."""
