"""A new part in ten lines: a copy of the program gets the one of the manual, and lists, places and runs it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sandbox
from sandbox.manual import manual
from tests.manual import fences

PACKAGE = Path(str(sandbox.__file__)).resolve().parent
(BLOCK,) = (block.text for block in fences.blocks(manual.text("code")) if block.file == "frightened_ball.py")
LEVEL = """
format = 1
rules = 3
title = "Leaps"
parts = [{ kind = "floor", x = 1.0, y = 0.05, props = { width = 2.0 }, fixed = true }]
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    shutil.copytree(PACKAGE, tmp_path / "sandbox", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "leaps.toml").write_text(LEVEL)
    return tmp_path


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "SANDBOX_DATA": str(root / "data")}
    return subprocess.run(
        [sys.executable, "-P", "-m", "sandbox", *arguments], cwd=root, env=env,
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip


def commands_for(kind: str, root: Path) -> str:
    """The lines that let a part fall by two centimetres, and ask whether it comes up again by five."""
    file = root / f"{kind}.jsonl"
    goal = {"text": "It leaps", "when": {"is": "beyond", "part": 2, "axis": "y", "side": "more", "value": 0.2}}
    lines = [
        {"tick": 0, "do": "place", "kind": kind, "x": 1.0, "y": 0.17},
        {"tick": 0, "do": "set_goals", "goals": [goal], "fails": []},
        {"tick": 0, "do": "start"},
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file.name


def test_the_lines_of_the_manual_make_a_part(copied: Path) -> None:
    assert len(BLOCK.splitlines()) == 10
    family = copied / "sandbox" / "parts" / "balls.py"
    source = family.read_text("utf-8")
    head, kinds, rest = source.partition("KINDS: tuple[Kind, ...] = (\n")
    assert kinds
    family.write_text(f"{head}{BLOCK}\n\n{kinds}    FrightenedBall(),\n{rest}", "utf-8")

    listed = {line["kind"]: line for line in map(json.loads, run(copied, "parts", "--json").stdout.splitlines())}
    assert (listed["frightened_ball"]["family"], listed["frightened_ball"]["title"]) == ("Balls", "Frightened ball")
    ran = run(copied, "run", "leaps.toml", "--commands", commands_for("frightened_ball", copied), "--seconds", "1")
    assert ran.stdout.startswith("won after"), ran.stderr
    ran = run(copied, "run", "leaps.toml", "--commands", commands_for("pool_ball", copied), "--seconds", "1")
    assert ran.stdout.startswith("open;"), "a ball that is not frightened stays down"


def test_without_them_nothing_knows_it(copied: Path) -> None:
    ran = run(copied, "run", "leaps.toml", "--commands", commands_for("frightened_ball", copied))
    assert ran.returncode == 2 and "frightened_ball" in ran.stderr
