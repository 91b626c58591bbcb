"""The files for servers and hooks that the manual gives: they are read as YAML, and their lines run in a checkout.

Nothing is installed here: `pip` only notes what it is asked for.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from sandbox.manual import manual
from sandbox.tasks import child
from tests.manual import fences

FILES = {
    name: yaml.safe_load(block.text)
    for block in fences.blocks(manual.text("testing"))
    if block.language == "yaml"
    for name in (block.text.partition("\n")[0].removeprefix("# "),)
}
GITHUB, GITLAB, HOOKS = ".github/workflows/replays.yml", ".gitlab-ci.yml", ".pre-commit-config.yaml"
Run = Callable[[str], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`run("sandbox verify replays")`: a line of a shell as a server runs it, in a checkout with two recordings."""
    for name in ("replays/drop.replay", "replays/gears.replay"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(child.ROOT / name, tmp_path / name)
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "contraption_sandbox-0.1.0-py3-none-any.whl").touch()
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, line in (("sandbox", f'exec "{sys.executable}" -P -m sandbox "$@"'), ("pip", 'echo "$@" >>pip.log')):
        (programs / name).write_text(f"#!/bin/sh\n{line}\n")
        (programs / name).chmod(0o755)
    env = {**child.environment(), "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    return lambda line: subprocess.run(
        ["bash", "-e", "-c", line], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=200
    )


def test_there_are_three_of_them() -> None:
    assert set(FILES) == {GITHUB, GITLAB, HOOKS}


def lines_for(server: str) -> list[str]:
    """The lines of a shell in the file for a server."""
    if server == GITLAB:
        return list(FILES[GITLAB]["replays"]["script"])
    steps: list[dict[str, Any]] = FILES[GITHUB]["jobs"]["verify"]["steps"]
    assert all(("run" in step) != ("uses" in step) for step in steps)
    return [step["run"] for step in steps if "run" in step]


def kept_by(server: str) -> set[str]:
    """The files that a server keeps, by the same file."""
    if server == GITLAB:
        artifacts = FILES[GITLAB]["replays"]["artifacts"]
        assert artifacts["when"] == "always", "also of what is red"
        return {*artifacts["paths"], *artifacts["reports"].values()}
    steps = FILES[GITHUB]["jobs"]["verify"]["steps"]
    (step,) = (step for step in steps if step.get("uses", "").startswith("actions/upload-artifact"))
    assert step["if"] == "failure()"
    return {step["with"]["path"]}


@pytest.mark.parametrize("server", [GITHUB, GITLAB])
def test_a_server_passes_what_is_right_and_keeps_the_report_of_what_is_not(
    server: str, run: Run, tmp_path: Path
) -> None:
    install, verify = lines_for(server)
    assert run(install).returncode == 0
    assert (tmp_path / "pip.log").read_text() == "install vendor/contraption_sandbox-0.1.0-py3-none-any.whl\n"
    assert run(verify).returncode == 0
    (tmp_path / "replays" / "gears.replay").write_bytes(b"no recording")
    for name in kept_by(server):
        (tmp_path / name).unlink()
    assert run(verify).returncode == 2
    assert all((tmp_path / name).is_file() for name in kept_by(server))


def test_the_names_that_a_server_gives_a_meaning_to_are_there() -> None:
    workflow = FILES[GITHUB]
    triggers = workflow.get("on", workflow.get(True))  # YAML 1.1 reads `on` as true, and GitHub does not
    assert {"push", "pull_request"} <= set(triggers)
    job = workflow["jobs"]["verify"]
    assert re.fullmatch(r"ubuntu-\d\d\.\d\d", job["runs-on"]), "a system and not its latest release"
    assert isinstance(job["steps"][1]["with"]["python-version"], str), "3.10 as a number would be 3.1"
    assert re.fullmatch(r"python:3\.\d+-\w+", FILES[GITLAB]["replays"]["image"])


def test_the_hook_verifies_the_recordings_of_a_commit(run: Run, tmp_path: Path) -> None:
    (hook,) = FILES[HOOKS]["repos"][0]["hooks"]
    assert FILES[HOOKS]["repos"][0]["repo"] == "local" and hook["language"] == "system"
    staged = ["levels/drop.toml", "replays/drop.replay", "replays.py"]
    chosen = [name for name in staged if re.search(hook["files"], name)]
    assert chosen == ["replays/drop.replay"]
    line = f"{hook['entry']} {shlex.join(chosen)}"
    assert run(line).returncode == 0
    (tmp_path / "replays" / "drop.replay").write_bytes(b"no recording")
    assert run(line).returncode == 2
