"""The wheel and the program that is installed from it: all that it needs is there, and nothing else."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from sandbox.cli.bench import NOT_HERE
from sandbox.cluster import keys
from sandbox.levels import library
from sandbox.manual import manual
from sandbox.web.runtime import build, parcel

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that pip would build from this checkout."""
    folder = tmp_path_factory.mktemp("wheels")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel is unpacked, as pip does."""
    folder = tmp_path_factory.mktemp("site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the installed program, and not the one in the checkout."""
    code = f"import sys; sys.path.insert(0, {str(installed)!r}); from sandbox.__main__ import main; main()"
    command = [sys.executable, "-I", "-c", code, *arguments]
    env = {**os.environ, **environment}
    return subprocess.run(command, cwd=installed, capture_output=True, text=True, timeout=120, env=env)


def of_checkout(git_paths: str, renamed: str) -> set[str]:
    """The files below some paths that git knows or does not ignore, by the names that they have in the wheel."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *git_paths.split()]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    old, new = renamed.split(" -> ")
    names = [name for name in listed.stdout.decode().split("\0") if (ROOT / name).is_file()]
    return {new + name.removeprefix(old) for name in names}


def test_the_wheel_holds_exactly_what_the_program_needs(wheel: Path) -> None:
    """Its modules, pages, pictures, fonts, sounds and shaders, the levels, and the recordings that solve them."""
    package = of_checkout("sandbox :!sandbox/bench :!sandbox/plugin", "sandbox -> sandbox")
    plugin = of_checkout("sandbox/plugin", "sandbox/plugin/ -> ")
    levels = of_checkout("levels/*.toml levels/*.json", "levels -> sandbox/_bundled/levels")
    recordings = of_checkout("replays", "replays -> sandbox/_bundled/replays")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    names = {name for name in names if not name.startswith("sandbox/_bundled/runtime/")}  # which a checkout may have
    assert len(levels) > 100 and len(recordings) >= 100
    assert plugin == {"pytest_contraption/__init__.py", "pytest_contraption/py.typed"}
    assert "sandbox/py.typed" in names, "without this file, type checkers ignore a package that is installed"
    assert names == package | plugin | levels | recordings


def test_a_wheel_that_carries_the_runtime_makes_a_verifying_page_where_no_compiler_is(
    installed: Path, tmp_path: Path
) -> None:
    if not build.is_built(build.FOR_WHEEL, build.key(parcel.core_sources())):
        pytest.skip("run  sandbox web build  first (clang-22 lld-22 nodejs npm)")
    nothing = {"PATH": str(tmp_path), "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    made = run(
        installed, "page", "--verify", str(ROOT / "replays/drop.replay"), "-o", str(tmp_path / "x.html"), **nothing
    )
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "x.html").read_text("utf-8").count("data-runtime=") == 7
    shutil.rmtree(installed / "sandbox/_bundled/runtime")  # the control: without it something has to be installed
    refused = run(
        installed, "page", "--verify", str(ROOT / "replays/drop.replay"), "-o", str(tmp_path / "y.html"), **nothing
    )
    assert refused.returncode == 2 and "making the runtime for a browser needs" in refused.stderr


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
    ran = run(installed, "loops", "drop", "--profile", "steady-30", "--seconds", "0.1", "--picture", str(plot))
    assert ran.returncode == 0 and plot.is_file(), ran.stderr


def test_a_check_of_a_level_says_what_it_says_in_a_checkout(installed: Path, tmp_path: Path) -> None:
    command = ["check", "drop", "--json", "--no-cache"]
    here = subprocess.run([sys.executable, "-m", "sandbox", *command], cwd=ROOT, capture_output=True, timeout=300)
    there = run(installed, *command)
    assert there.returncode == here.returncode == 0, there.stderr
    said = there.stdout.replace(str(installed / "sandbox" / "_bundled"), str(ROOT))
    assert json.loads(said) == json.loads(here.stdout)


def test_every_level_with_goals_is_installed_with_its_solution(installed: Path) -> None:
    code = (
        "from sandbox.levels import levels, library, solution_places as places\n"
        "print([path.stem for path in library.bundled_levels() if levels.read(path).goals "
        "and not places.solution_beside(path)], len(library.bundled_levels()))"
    )
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(installed)!r})\n{code}"]
    ran = subprocess.run(command, cwd=installed, capture_output=True, text=True, timeout=120)
    assert ran.stdout == f"[] {len(library.bundled_levels())}\n", ran.stderr


def test_the_line_of_the_manual_that_copies_levels_and_recordings_does(installed: Path, tmp_path: Path) -> None:
    (line,) = [line for line in manual.text("install").splitlines() if "_bundled" in line]
    code = shlex.split(line)[2]
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(installed)!r}); {code}"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    shown = run(installed, "show", str(tmp_path / "examples" / "replays" / "gears.replay"))
    assert shown.returncode == 0 and "a recording of 'Gear up'" in shown.stdout
    assert (tmp_path / "examples" / "levels" / "gears.toml").is_file()


ASKS_AN_INDEX = re.compile(
    r"(?:\b(?:pip|pipx|uv|conda)\b.*\b(?:install|run|download|add)\b|\buvx\b)[^`\n]*contraption[-_]sandbox", re.I
)


def test_nothing_asks_an_index_for_a_release_that_is_not_there(installed: Path) -> None:
    """Anybody could take the name there. Each message, help and page names the packages themselves, or a wheel."""
    texts = {path: path.read_text("utf-8") for path in [*installed.rglob("*.py"), *installed.rglob("*.md")]}
    texts[ROOT / "README.md"] = (ROOT / "README.md").read_text("utf-8")
    assert len(texts) > 500
    assert {path: asked[0] for path, text in texts.items() if (asked := ASKS_AN_INDEX.search(text))} == {}


def test_a_line_that_asks_an_index_is_caught() -> None:
    assert ASKS_AN_INDEX.search("install it with: pip install 'contraption-sandbox[cluster]'")
    assert ASKS_AN_INDEX.search("$ uvx contraption-sandbox play")
    assert not ASKS_AN_INDEX.search("pip install vendor/*.whl\n~/.local/share/contraption-sandbox")


def test_the_packages_of_a_cluster_are_those_of_the_extra() -> None:
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["cluster"]
    assert sorted(shlex.split(keys.PACKAGES)) == sorted(extra)
    assert f"pip install {keys.PACKAGES}\n" in manual.text("cluster")
