"""What the tests of verdicts share. Processes are copied here, those with a hash seed and those of a changed copy of
the program as well: the first of each is started, and the others are to begin as it did."""

from __future__ import annotations

import subprocess

import pytest

from sandbox.verify import verify

START = subprocess.Popen


@pytest.fixture(autouse=True)
def started_by_forks(forked_starts: None) -> None:
    """Have processes copied, where that makes no difference but time."""


@pytest.fixture
def real_starts(started_by_forks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each process started after all: what has been loaded in it before is part of the question."""
    monkeypatch.setattr(subprocess, "Popen", START)


@pytest.fixture
def no_fresh_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a file again in this process in the place of two fresh ones, which other tests of the module start."""
    monkeypatch.setattr(verify, "fresh_runs", lambda path: (verify.rerun_here(str(path)),) * 2)
