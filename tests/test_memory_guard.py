"""A run of tests whose processes take too much memory fails, and names the tests that took it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import memory_guard

TESTS = """
import gc

def test_small():
    assert gc.isenabled(), "it is off only while tests are collected"

def test_large():
    bytearray(b"1") * 100_000_000
"""


def run(folder: Path, most_mb: int, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a few tests in processes of their own, which have a limit of their own."""
    (folder / "conftest.py").write_text(f"from tests import memory_guard\nmemory_guard.MOST_MB = {most_mb}\n")
    (folder / "test_some.py").write_text(TESTS)
    paths = os.pathsep.join(str(path) for path in (Path(memory_guard.__file__).parent.parent, *sys.path))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.memory_guard",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        folder,
    ]
    return subprocess.run(
        [*command, *words, folder],
        env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


@pytest.mark.parametrize("words", [("-n", "0"), ("-n", "2")], ids=["one process", "two workers"])
def test_a_run_that_takes_too_much_memory_fails_and_says_where(tmp_path: Path, words: tuple[str, ...]) -> None:
    child = run(tmp_path, 90, *words)
    assert child.returncode == pytest.ExitCode.TESTS_FAILED, child.stdout + child.stderr
    assert "2 passed" in child.stdout and "over 90 MB" in child.stdout
    assert "MB  test_some.py::test_large" in child.stdout


def test_a_run_within_the_limit_passes_and_tells_its_memory(tmp_path: Path) -> None:
    child = run(tmp_path, 100_000, "-n", "2")
    assert child.returncode == 0, child.stdout + child.stderr
    assert "memory of the processes that ran tests, at most:" in child.stdout
    assert "FAILED" not in child.stdout
