"""Nothing that lies in the current folder is run, by whatever name: neither a module of Python nor another program."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.levels import library
from sandbox.tasks import child, programs
from sandbox.tasks.child import ROOT

PROGRAMS = (
    "git",
    "ffmpeg",
    "cc",
    "gcc",
    "clang",
    "ld",
    "ldconfig",
    "objdump",
    "uname",
    "file",
    "xclip",
    "xsel",
    "nproc",
)
MARKER = "planted-was-run"
DROP = str(library.bundled_levels()[0])
REPLAY = str(ROOT / "replays" / "drop.replay")


def names() -> set[str]:
    """All names that any module of this program, of Python or of an installed package could be imported by."""
    sources = (path.read_text("utf-8") for path in (ROOT / "sandbox").rglob("*.py"))
    imported = {name for source in sources for name in re.findall(r"^\s*(?:from|import) (\w+)", source, re.MULTILINE)}
    loaded = {name.partition(".")[0] for name in sys.modules}
    installed = {name for name in importlib.metadata.packages_distributions() if name.isidentifier()}
    more = {"pip", "sandbox", "sitecustomize", "usercustomize", "antigravity"}
    return {name for name in imported | loaded | installed | more | sys.stdlib_module_names if name != "__main__"}


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a module of each name, and with programs; each leaves a mark when it is run."""
    folder = tmp_path_factory.mktemp("planted")
    marker = folder / MARKER
    for name in names():
        (folder / f"{name}.py").write_text(f"open({str(marker)!r}, 'a').write({name!r} + '\\n')\n")
    for name in PROGRAMS:
        (folder / name).write_text(f'#!/bin/sh\necho "program {name}" >>"{marker}"\n')
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture
def run_there(planted: Path, tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs the command line, as the installed script does, in that folder."""
    script = tmp_path / "bin" / "sandbox"
    script.parent.mkdir()
    script.write_text("from sandbox.cli import main\n\nmain()\n")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        env = {
            **os.environ,
            "PATH": os.pathsep.join((".", "", os.environ["PATH"])),
            "PYTHONPATH": str(ROOT),
            "PIP_NO_INDEX": "1",
            **{f"SANDBOX_{name}": str(tmp_path / name) for name in ("DATA", "CONFIG", "CHECKS")},
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
        }
        return subprocess.run(
            [sys.executable, str(script), *arguments], cwd=planted, env=env, capture_output=True, text=True, timeout=300
        )

    return run


def of_planted(folder: Path) -> list[str]:
    """What was run of the folder since the last look."""
    marker = folder / MARKER
    found = sorted(set(marker.read_text().split("\n"))) if marker.exists() else []
    marker.unlink(missing_ok=True)
    return found


SCRIPT = """
from sandbox.authoring import Level

level = Level("Small", width=2.0, height=2.0)
"""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("verify", REPLAY), 0),
        (("verify", REPLAY, "--engine", "pymunk==6.99.0"), 2),  # pip finds no such release
        (("engine", "build"), 2),  # nor the sources, without an index
        (("run", DROP, "--seconds", "0.1"), 0),
        (("solve", DROP, "--runs", "2", "--jobs", "2"), 1),
        (("difficulty", DROP, "--tries", "2", "--jobs", "2"), None),
        (("diff", REPLAY, REPLAY), 0),
        (("bless", REPLAY, "--reason", "none"), 0),
        (("render", DROP, "-o", "OUT.png", "--at", "0"), 0),
        (("author", "SCRIPT.py", "--no-picture"), 2),  # it saves no level,
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_no_command_runs_what_lies_in_the_current_folder(
    run_there: Callable[..., subprocess.CompletedProcess[str]],
    planted: Path,
    tmp_path: Path,
    arguments: tuple[str, ...],
    code: int | None,
) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    places = {"OUT.png": str(tmp_path / "out.png"), "SCRIPT.py": str(tmp_path / "script.py")}
    ran = run_there(*(places.get(argument, argument) for argument in arguments))
    assert "Traceback" not in ran.stderr and (code is None or ran.returncode == code), ran.stderr + ran.stdout
    assert of_planted(planted) == []


def started_modules() -> set[str]:
    """The modules that processes are started with, by the sources."""
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "sandbox").rglob("*.py"))
    starts = r"(?:\b(?:child|task)\.start|Setup)\(\s*\"(sandbox[\w.]+)\""
    return set(re.findall(starts, sources))


def test_all_starts_are_seen() -> None:
    assert {
        "sandbox.verify.verify_worker", "sandbox.trials.search.search_worker", "sandbox.authoring.script",
        "sandbox.workspace.forecast.forecast", "sandbox.trials.checks.search_process", "sandbox.authoring.table",
    } <= started_modules()  # fmt: skip


@pytest.mark.parametrize("module", sorted(started_modules()))
def test_no_child_imports_what_lies_in_the_current_folder(
    module: str, planted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(planted)
    monkeypatch.setenv("PYTHONPATH", os.pathsep)  # two entries that are empty: each means the current folder
    quiet = subprocess.DEVNULL
    process = child.start(module, seconds=60, stdin=quiet, stdout=quiet, stderr=subprocess.PIPE)
    _, complaint = process.communicate()
    # (It would end before it could leave a mark if Python itself took a module of its own beginning from there.)
    assert b"No module named" not in complaint and b"Fatal Python error" not in complaint, complaint
    assert of_planted(planted) == []


def test_what_is_planted_is_run_where_nothing_guards(planted: Path) -> None:
    subprocess.run([sys.executable, "-c", "import pip"], cwd=planted, stderr=subprocess.DEVNULL)
    assert of_planted(planted)


# -- other programs


def test_programs_are_not_looked_for_in_the_current_folder(planted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(planted)
    for search in (".", "", os.pathsep, os.pathsep.join((".", "/nowhere")), "bin"):
        monkeypatch.setenv("PATH", search)
        assert programs.find("git") is None and programs.find("./git") is None
    monkeypatch.setenv("PATH", os.pathsep.join((".", str(planted))))
    assert programs.find("git") == str(planted / "git")  # this one was named
    assert programs.find(str(planted / "git")) == str(planted / "git")


def test_children_and_libraries_look_for_none_there_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join(("", ".", "bin", "/usr/bin", "")))
    assert child.environment()["PATH"] == "/usr/bin"
    programs.leave_out_current_folder()
    assert os.environ["PATH"] == "/usr/bin"
