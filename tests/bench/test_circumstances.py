"""The circumstances of a benchmark: compiled modules, the build of Python, and the neighbours on the processors."""

from __future__ import annotations

import os
import sysconfig
import time
from pathlib import Path

import pytest

from sandbox import cli
from sandbox.bench import circumstances, kind_costs
from sandbox.bench.circumstances import NO_BYTECODE, Neighbours, compile_modules, is_busy, python_build


def test_modules_are_compiled_whatever_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sandbox").mkdir()
    (tmp_path / "sandbox" / "one.py").write_text("ONE = 1\n")
    monkeypatch.setenv(NO_BYTECODE, "1")
    assert compile_modules(tmp_path)
    assert [*(tmp_path / "sandbox" / "__pycache__").glob("one.*.pyc")]
    assert NO_BYTECODE not in os.environ, "children keep what they compile, too"


def test_modules_that_nobody_can_compile_are_reported(tmp_path: Path) -> None:
    (tmp_path / "sandbox").mkdir()
    (tmp_path / "sandbox" / "one.py").write_text("ONE = 1\n")
    (tmp_path / "sandbox" / "__pycache__").touch()  # root may write anywhere, so a mode would not hold it off
    assert not compile_modules(tmp_path)


@pytest.mark.parametrize(
    ("options", "how"),
    [
        ("'--enable-optimizations' '--with-lto'", "compiled with PGO and LTO"),
        ("'--enable-optimizations'", "compiled with PGO"),
        ("'--enable-shared'", "compiled without optimizations (PGO, LTO)"),
        (None, "build not known"),
    ],
)
def test_the_build_of_python_is_named(options: str | None, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sysconfig, "get_config_var", lambda name: options)
    assert python_build().endswith(how)


def test_only_the_work_of_others_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, busy, own = [0.0], [100.0], [7.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(circumstances, "_busy_seconds", lambda: busy[0])
    monkeypatch.setattr(circumstances, "_own_seconds", lambda: own[0])
    neighbours = Neighbours()
    clock[0], busy[0], own[0] = 10.0, 112.0, 17.0
    share = neighbours.share()
    assert share == pytest.approx(0.1) and not is_busy(share)
    busy[0] = 114.0
    assert is_busy(neighbours.share())


def test_where_the_system_does_not_tell_nobody_is_called_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circumstances, "_busy_seconds", lambda: None)
    assert Neighbours().share() is None and not is_busy(None)


@pytest.mark.parametrize(("share", "notes"), [(0.05, 0), (0.4, 2), (None, 0)])
def test_a_busy_computer_is_noted_before_and_after(
    share: float | None, notes: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(circumstances, "share_now", lambda: share)
    monkeypatch.setattr(Neighbours, "share", lambda self: share)
    monkeypatch.setattr(kind_costs, "measure", lambda runs, progress: iter(()))
    with pytest.raises(SystemExit):
        cli.main(["bench", "--kinds", "--json"])
    assert capsys.readouterr().err.count("40% of the processors") == notes
