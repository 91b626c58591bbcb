"""How many cores there are to work with, on a machine that gives all of them, some, or does not say."""

from __future__ import annotations

import os

import pytest

from sandbox.tasks import cores


def test_a_container_that_gives_two_of_many_cores_has_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 7}, raising=False)
    assert cores.usable() == 2


def test_where_no_system_says_which_it_may_use_all_count_and_at_least_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert cores.usable() == 8
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores.usable() == 1
