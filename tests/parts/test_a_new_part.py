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
(BLOCK,) = (block.text for block in fences.blocks(manual.text("code")) if block.language == "python")
LEVEL = """
format = 1
rules = 3
title = "Floor"
parts = [{ kind = "floor", x = 1.0, y = 0.05, props = { width = 2.0 }, fixed = true }]
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    shutil.copytree(PACKAGE, tmp_path / "sandbox", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "floor.toml").write_text(LEVEL)
    return tmp_path


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "SANDBOX_DATA": str(root / "data")}
    return subprocess.run(
        [sys.executable, "-P", "-m", "sandbox", *arguments], cwd=root, env=env,
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip


def commands(root: Path) -> str:
    """The lines that let a marble fall from half a metre, and ask whether it comes to lie on the floor."""
    above = {"is": "beyond", "part": 2, "axis": "y", "side": "less", "value": 0.13}
    lines = [
        {"tick": 0, "do": "place", "kind": "marble", "x": 1.0, "y": 0.6},
        {"tick": 0, "do": "set_goals", "goals": [{"text": "It lies", "when": above}], "fails": []},
        {"tick": 0, "do": "start"},
    ]
    (root / "moves.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return "moves.jsonl"


def test_the_lines_of_the_manual_make_a_part_that_is_listed_placed_and_run(copied: Path) -> None:
    family = copied / "sandbox" / "parts" / "balls.py"
    head, kinds, rest = family.read_text("utf-8").partition("KINDS: tuple[Kind, ...] = (\n")
    assert kinds and "Add `Marble()` to the tuple `KINDS`" in manual.text("code")
    family.write_text(f"{head}{BLOCK}\n\n{kinds}    Marble(),\n{rest}", "utf-8")
    listed = {line["kind"]: line for line in map(json.loads, run(copied, "parts", "--json").stdout.splitlines())}
    assert (listed["marble"]["family"], listed["marble"]["title"]) == ("Balls", "Marble")
    assert "rolls far" in run(copied, "parts", "marble").stdout
    ran = run(copied, "run", "floor.toml", "--commands", commands(copied), "--seconds", "1")
    assert ran.stdout.startswith("won after"), ran.stderr


def test_without_them_nothing_knows_it(copied: Path) -> None:
    ran = run(copied, "run", "floor.toml", "--commands", commands(copied))
    assert ran.returncode == 2 and "marble" in ran.stderr
