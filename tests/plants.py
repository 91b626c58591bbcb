"""A fault planted into a part kind, in every Python process that is started from now on: crates fail when they act."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import sandbox

TICK = 60  # of the run, on which a crate fails
SECONDS = 0.4  # that a step may take where a fault is planted, for quick tests
_SITE = f"""
import os
if fault := os.environ.get("PLANTED_FAULT"):
    import ctypes, signal
    from sandbox.parts import KINDS
    from sandbox.workspace import watchdog

    def fail(run, machine):
        if run.spec.kind != "crate":
            return
        if fault == "hang":
            while True:
                pass
        if fault == "crash":
            ctypes.string_at(0)
        if fault == "error":
            1 / 0

    def act(self, run, machine):
        if machine.ticks == {TICK}:
            fail(run, machine)

    def start(self, run, machine):
        fail(run, machine)

    setattr(type(KINDS["crate"]), os.environ["PLANTED_CALL"], locals()[os.environ["PLANTED_CALL"]])
    watchdog.LIMIT_S = {SECONDS}
    wait = signal.setitimer
    signal.setitimer = lambda which, seconds: wait(which, min(seconds, {SECONDS}))
"""


def plant(monkeypatch: pytest.MonkeyPatch, folder: Path, fault: str, call: str = "act") -> None:
    """`fault`: hang, crash or error; `call`: act or start, the behaviour in which it happens."""
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(_SITE)
    package = str(Path(sandbox.__file__).resolve().parents[1])  # a child has not looked for it when it begins
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(folder), package)))
    monkeypatch.setenv("PLANTED_FAULT", fault)
    monkeypatch.setenv("PLANTED_CALL", call)
