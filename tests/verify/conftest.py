"""What the tests of verdicts share."""

from __future__ import annotations

import pytest

from sandbox.verify import verify


@pytest.fixture
def no_fresh_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a file again in this process in the place of two fresh ones, which other tests of the module start."""
    monkeypatch.setattr(verify, "fresh_runs", lambda path: (verify.rerun_here(str(path)),) * 2)
