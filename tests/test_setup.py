"""The scripts behind `make play` and `make test`, on machines that lack one thing or another.

The machine is made of stubs: a folder of small scripts stands for everything on the PATH that the set-up asks.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
REAL_TOOLS = ("bash", "env", "dirname", "cat", "cksum", "rm", "mkdir", "chmod", "touch", "uname")
ALL_LIBRARIES = "libGL.so.1 libEGL.so.1 libfontconfig.so.1 libGLX_nvidia.so.0"


class Ran(NamedTuple):
    returncode: int
    stdout: str
    stderr: str
    calls: str  # of python3 and the environment's python, a line each


Machine = Callable[..., Ran]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A fresh clone as far as the set-up is concerned, beside a `bin` with the machine's programs."""
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / ".ci", clone / ".ci")
    shutil.copy(ROOT / "pyproject.toml", clone)
    programs = tmp_path / "bin"
    programs.mkdir()
    for tool in REAL_TOOLS:
        found = shutil.which(tool)
        assert found, tool
        (programs / tool).symlink_to(found)
    return clone


@pytest.fixture
def setup(checkout: Path) -> Machine:
    """`setup("play", ldconfig="...")`: the set-up on a machine with these programs, each some lines of shell."""
    log = checkout.parent / "log"
    venv_python = f'echo "venv python $*" >>{log}; case "$*" in --version) echo Python 3.12.0 ;; esac'
    make_venv = f"""
        echo "python3 $*" >>{log}
        case "$*" in
        --version) echo Python 3.12.0 ;;
        "-m venv .venv"|"-m venv --without-pip .venv")
            mkdir -p .venv/bin; printf '#!%s\\n%s\\n' {shutil.which("bash")} '{venv_python}' >.venv/bin/python
            chmod +x .venv/bin/python ;;
        esac
    """
    defaults = {
        "id": "echo 1000",
        "ldconfig": f"echo {ALL_LIBRARIES}",
        "python3": make_venv,
        "Xvfb": ":",
        "xdotool": ":",
        "setxkbmap": ":",
    }

    def run(what: str, env: dict[str, str] | None = None, **programs: str) -> Ran:
        log.write_text("")
        folder = checkout.parent / "bin"
        for name, script in {**defaults, **programs}.items():
            (folder / name).unlink(missing_ok=True)
            if script:
                (folder / name).write_text(f"#!{shutil.which('bash')}\n{script}\n")
                (folder / name).chmod(0o755)
        ran = subprocess.run(
            [checkout / ".ci/setup", what],
            env={"PATH": str(folder), **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        return Ran(ran.returncode, ran.stdout, ran.stderr, log.read_text())

    return run


@pytest.mark.parametrize("script", sorted(path.name for path in (ROOT / ".ci").iterdir()))
def test_the_scripts_are_executable_and_have_no_syntax_error(script: str) -> None:
    path = ROOT / ".ci" / script
    assert os.access(path, os.X_OK)
    assert path.read_text().startswith("#!/usr/bin/env bash")
    assert subprocess.run(["bash", "-n", path], check=False).returncode == 0


@pytest.mark.parametrize(("what", "installed"), [("play", "--editable ."), ("test", "--editable .[test]")])
def test_it_makes_an_environment_and_installs_once(setup: Machine, what: str, installed: str) -> None:
    first = setup(what)
    assert first.returncode == 0, first.stderr
    assert f"{installed}\n" in first.calls
    again = setup(what)
    assert again.returncode == 0
    assert "install" not in again.calls
    assert again.stdout == ""


def test_what_the_tests_need_is_enough_for_playing(setup: Machine) -> None:
    setup("test")
    assert "install" not in setup("play").calls


def test_a_changed_pyproject_installs_again(setup: Machine, checkout: Path) -> None:
    setup("play")
    with (checkout / "pyproject.toml").open("a") as file:
        file.write("# another dependency\n")
    assert "install" in setup("play").calls


def test_without_ensurepip_the_pip_that_is_there_fills_the_environment(setup: Machine, checkout: Path) -> None:
    """Debian keeps ensurepip in python3-venv, which need not be installed."""
    debian = """
        case "$*" in
        "-c import ensurepip, venv") exit 1 ;;
        --version) echo Python 3.11.2 ;;
        "-m venv --without-pip .venv") mkdir -p .venv/bin; touch .venv/made ;;
        "-m pip --python .venv/bin/python install --quiet pip") touch .venv/filled ;;
        esac
    """
    setup("play", python3=debian)
    assert (checkout / ".venv/made").exists()
    assert (checkout / ".venv/filled").exists()


PLAIN = """
    case "$*" in
    -c*CONFIG_ARGS*) exit 1 ;;
    --version) echo Python 3.12.0 ;;
    "-m venv .venv") mkdir -p .venv/bin; touch .venv/by-python3 ;;
    esac
"""


@pytest.mark.parametrize(
    ("system", "taken"),
    [
        (PLAIN.replace("by-python3", "by-system"), True),
        ("case $* in *version_info*) exit 1 ;; esac", False),  # too old
        ("case $* in *ensurepip*) exit 1 ;; esac", False),  # can't make an environment
    ],
)
def test_the_systems_python_is_taken_for_one_compiled_without_optimizations(
    system: str, taken: bool, setup: Machine, checkout: Path
) -> None:
    named = {"SYSTEM_PYTHON": str(checkout.parent / "bin" / "system-python")}
    ran = setup("play", env=named, python3=PLAIN, **{"system-python": system})
    assert (checkout / ".venv/by-system").exists() == taken
    assert (checkout / ".venv/by-python3").exists() != taken
    assert ("PYTHON=python3" in ran.stderr) == taken
    setup("play", env={**named, "PYTHON": "python3"}, python3=PLAIN, **{"system-python": system})
    assert (checkout / ".venv/by-python3").exists(), "as asked for"


def test_missing_libraries_are_named_with_the_line_to_type(setup: Machine) -> None:
    ran = setup("play", ldconfig="echo libGL.so.1 libGLX_nvidia.so.0")
    assert ran.returncode == 0
    assert "sudo apt-get install libegl1 libfontconfig1" in ran.stdout


def test_as_root_they_are_installed_after_an_update_if_the_lists_are_old(setup: Machine, checkout: Path) -> None:
    updated = checkout.parent / "updated"
    apt = f"""
        if [ "$1" = update ]; then touch {updated}; fi
        [ -e {updated} ] && echo "apt-get $*" >>{checkout.parent}/apt || exit 100
    """
    script = {"ldconfig": "echo libGL.so.1 libEGL.so.1 libGLX_nvidia.so.0", "id": "echo 0", "apt-get": apt}
    ran = setup("test", Xvfb="", **script)
    assert ran.returncode == 0, ran.stderr
    assert "sudo" not in ran.stdout
    last = (checkout.parent / "apt").read_text().splitlines()[-1]
    assert last.endswith("libfontconfig1 xvfb")


def test_in_ci_a_package_that_is_missing_for_good_is_an_error(setup: Machine) -> None:
    ran = setup("test", env={"CI": "true"}, Xvfb="")
    assert ran.returncode == 1
    assert "xvfb" in ran.stdout
    assert "would not run" in ran.stderr


def test_an_old_python_is_named_with_what_to_do(setup: Machine) -> None:
    old = 'case "$*" in --version) echo Python 3.9.2 ;; *) exit 1 ;; esac'
    ran = setup("play", python3=old)
    assert ran.returncode == 1
    assert "3.11 or newer" in ran.stderr
    assert "Python 3.9.2" in ran.stderr
    assert "PYTHON=" in ran.stderr
    assert "PYTHON=old is not" in setup("play", env={"PYTHON": "old"}, old=old).stderr


def test_without_a_display_the_recordings_are_verified_and_one_is_drawn(tmp_path: Path) -> None:
    """What `make play` ends with, by the program that these tests run. Of the recordings some are enough, in the folder
    and in one within it: each of them is verified by itself in `tests.test_replays`."""
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / ".ci", clone / ".ci")
    some = ("drop.replay", "roll.replay", "quarry/crane.replay")
    for name in some:
        (clone / "replays" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "replays" / name, clone / "replays" / name)
    programs = clone / ".venv/bin"
    programs.mkdir(parents=True)
    (programs / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (programs / "sandbox").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m sandbox "$@"\n')
    for program in programs.iterdir():
        program.chmod(0o755)
    graphics = ("DISPLAY", "WAYLAND_DISPLAY", "PYGLET_HEADLESS")
    env = {name: value for name, value in os.environ.items() if name not in graphics}
    for display in ({}, {"DISPLAY": ":9999"}):
        ran = subprocess.run(
            [clone / ".ci/play"],
            env={**env, **display, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert "display" in ran.stdout.splitlines()[0]
        verdicts = [line.split()[0] for line in ran.stdout.splitlines() if ": equal on every tick" in line]
        assert verdicts == ["pass"] * len(some)
        picture = clone / "last-frame.png"
        assert picture.read_bytes().startswith(b"\x89PNG")
        picture.unlink()


def test_with_a_display_the_window_opens_as_for_everybody_who_names_no_level(tmp_path: Path) -> None:
    """So the first start teaches, and later ones show all levels."""
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / ".ci", clone / ".ci")
    programs = clone / ".venv/bin"
    programs.mkdir(parents=True)
    (programs / "python").write_text("#!/bin/sh\nexit 0\n")  # a window can be opened
    (programs / "sandbox").write_text('#!/bin/sh\necho "sandbox $*"\n')
    for program in programs.iterdir():
        program.chmod(0o755)
    env = {**os.environ, "DISPLAY": ":9999"}
    ran = subprocess.run([clone / ".ci/play"], env=env, capture_output=True, text=True, timeout=60)
    assert ran.stdout == "sandbox play\n"


def test_the_engine_that_is_asked_for_is_built_and_another_name_is_refused(setup: Machine) -> None:
    assert " engine " not in setup("play").calls
    assert setup("play", env={"ENGINE": "portable"}).calls.endswith("-m sandbox engine build\n")
    assert "engine build" not in setup("play", env={"ENGINE": "stock"}).calls
    wrong = setup("play", env={"ENGINE": "fast"})
    assert wrong.returncode == 1 and wrong.stderr == "setup: ENGINE=fast is neither portable nor stock\n"
