"""The program as a wheel installs it: without its measurements, which are for who works on it, and whole otherwise."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sandbox.cli.bench import NOT_HERE

ROOT = Path(__file__).parents[2]
WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]


def left_out(file: Path) -> bool:
    """Whether a file of the package is in no wheel."""
    place = f"/{file.relative_to(ROOT).as_posix()}/"
    return any(place.startswith(f"{folder}/") for folder in WHEEL.get("exclude", ()))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel puts into the package, and with one level."""
    folder = tmp_path_factory.mktemp("site-packages")
    for file in (ROOT / "sandbox").rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts and not left_out(file):
            new = folder / file.relative_to(ROOT)
            new.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, new)
    (folder / "sandbox" / "_levels").mkdir()
    shutil.copy(ROOT / "levels" / "drop.toml", folder / "sandbox" / "_levels")
    return folder


def run(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the installed program, and not the one in the checkout."""
    code = f"import sys; sys.path.insert(0, {str(installed)!r}); from sandbox.__main__ import main; main()"
    command = [sys.executable, "-I", "-c", code, *arguments]
    return subprocess.run(command, cwd=installed, capture_output=True, text=True, timeout=120)


def test_a_wheel_carries_no_measurements(installed: Path) -> None:
    kept, all_ = (
        {file.relative_to(root / "sandbox").parts[0] for file in (root / "sandbox").rglob("*.py")}
        for root in (installed, ROOT)
    )
    assert all_ - kept == {"bench"}


def test_nothing_that_is_installed_imports_what_is_not(installed: Path) -> None:
    importers = {
        file.relative_to(installed).as_posix()
        for file in (installed / "sandbox").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("sandbox.bench.")
    }
    assert importers == {"sandbox/cli/bench.py"}, "which says that it is not there"


@pytest.mark.parametrize("arguments", [(), ("--json", "--quick"), ("--kinds",)])
def test_an_installed_bench_says_where_it_is(installed: Path, arguments: tuple[str, ...]) -> None:
    ran = run(installed, "bench", *arguments)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"sandbox: {NOT_HERE}\n")


def test_the_main_loops_are_installed(installed: Path, tmp_path: Path) -> None:
    plot = tmp_path / "loops.png"
    ran = run(installed, "loops", "drop", "--profile", "steady-30", "--seconds", "0.1", "--plot", str(plot))
    assert ran.returncode == 0 and plot.is_file(), ran.stderr
