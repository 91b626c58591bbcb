"""Processes that the window starts for its work are copied in these tests."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def started_by_forks(forked_starts: None) -> None:
    """Have processes copied. A window of its own on a display is a copy anyway, see `tests.real_window`."""
