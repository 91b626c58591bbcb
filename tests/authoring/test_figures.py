"""Words about parts for a window that must not wait: at once what the shapes say, and the rest once it is measured."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.authoring import table
from sandbox.authoring.figures import Figures
from sandbox.authoring.magnitudes import Magnitudes, build_figures, measure
from sandbox.parts import KINDS
from tests.tasks.working import runs


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Magnitudes]:
    """The table that is read, empty at first; to measure is to start a process that does nothing."""
    kept: dict[str, Magnitudes] = {}
    start = subprocess.Popen
    monkeypatch.setattr(table, "read", lambda: kept or None)
    monkeypatch.setattr(
        subprocess,
        "Popen",
        lambda command, **more: start([sys.executable, "-c", "import sys; sys.stdin.read(1)"], **more),
    )
    return kept


def wait_for(figures: Figures) -> None:
    while figures.measuring:
        figures.sentence(KINDS["crate"])


def test_mass_and_size_are_there_at_once(kept: dict[str, Magnitudes]) -> None:
    figures = Figures()
    assert figures.sentence(KINDS["soccer_ball"]) == "0.43 kg, 22 cm across."
    assert not figures.measuring, "the inspector starts no process"


def test_what_only_a_run_tells_follows_when_it_has_been_measured(kept: dict[str, Magnitudes]) -> None:
    figures, ball = Figures(), KINDS["soccer_ball"]
    assert figures.sentence(ball, measure=True) == "0.43 kg, 22 cm across." and figures.measuring
    kept |= {name: build_figures(kind) for name, kind in KINDS.items()} | {"soccer_ball": measure(ball)}
    wait_for(figures)
    assert "falls from 1 m and bounces back 68 cm" in figures.sentence(ball)


def test_a_window_that_closes_leaves_no_process(kept: dict[str, Magnitudes]) -> None:
    figures = Figures()
    figures.sentence(KINDS["crate"], measure=True)
    pid = figures._work.pid
    figures.end()
    assert pid is not None and not runs(pid) and not figures.measuring
