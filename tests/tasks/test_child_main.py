"""What a child process does before the module that it is started for."""

from __future__ import annotations

import runpy
import signal
import sys

import pytest

from sandbox.tasks import child_main, forking


def test_ctrl_c_is_left_to_whoever_has_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows nothing but this keeps it away: there it can't be held back while a process starts."""
    before, seen = signal.getsignal(signal.SIGINT), []
    monkeypatch.setattr(runpy, "run_module", lambda *_, **__: seen.append(signal.getsignal(signal.SIGINT)))
    monkeypatch.setattr(forking, "set_watched", lambda: None)
    monkeypatch.setattr(sys, "argv", [*sys.argv])
    try:
        child_main.main(["-1", "0", "0", "0", "some.module", "argument"])
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIG_IGN] and sys.argv == ["some.module", "argument"]
