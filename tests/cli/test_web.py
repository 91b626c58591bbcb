"""`sandbox web` as people call it: what it prints, and what it says where something is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sandbox.cli.web import web
from sandbox.errors import Refused
from sandbox.web.engine import tools
from sandbox.web.engine.tools import Tool
from sandbox.web.runtime import build, node

DROP = Path(__file__).parents[2] / "replays/drop.replay"
PASS = {"verdict": "pass", "exit": 0, "reason": "equal on every tick", "explanation": []}
OTHER = {"verdict": None, "exit": 3, "reason": "there is nothing to compare with", "explanation": []}
CHANGED = {"verdict": "changed", "exit": 1, "reason": "tick 7 differs", "explanation": ["commands before it: none"]}


def ask(*arguments: object) -> Result:
    return CliRunner().invoke(web, [str(argument) for argument in arguments], standalone_mode=False)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[dict[str, Any]]:
    """The reports that node gives, in turn."""
    given: list[dict[str, Any]] = [PASS]

    def verified(runtime: Path, files: Sequence[Path]) -> Iterator[tuple[Path, dict[str, Any]]]:
        return ((file, {**plain, "file": str(file)}) for file, plain in zip(files, given, strict=True))

    monkeypatch.setattr(build, "build", lambda *_: tmp_path)
    monkeypatch.setattr(node, "verified", verified)
    return given


def test_a_verdict_is_printed_for_each_file(answers: list[dict[str, Any]]) -> None:
    answer = ask("verify", DROP)
    assert answer.output.splitlines()[-1] == f"pass              {DROP}: equal on every tick"
    assert answer.return_value == 0


@pytest.mark.parametrize(("plain", "code", "word"), [(OTHER, 3, "no verdict"), (CHANGED, 1, "changed")])
def test_what_does_not_pass_has_the_exit_code_of_verify(
    plain: dict[str, Any], code: int, word: str, answers: list[dict[str, Any]]
) -> None:
    answers[:] = [plain]
    answer = ask("verify", DROP)
    assert answer.return_value == code
    assert f"{word:<17} {DROP}: {plain['reason']}" in answer.output
    assert all(f"    {line}" in answer.output for line in plain["explanation"])


def test_json_is_one_line_for_each_file(answers: list[dict[str, Any]]) -> None:
    assert json.loads(ask("verify", "--json", DROP).stdout.splitlines()[-1]) == {**PASS, "file": str(DROP)}


def test_a_missing_program_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tools, "NODE", Tool(("no-such-node",), "nodejs"))
    answer = ask("build", "-o", tmp_path / "runtime")
    assert isinstance(answer.exception, Refused)
    assert str(answer.exception) == (
        "making the runtime for a browser needs no-such-node: run  sudo apt-get install nodejs  (Debian, Ubuntu)"
    )
    assert not (tmp_path / "runtime").exists()
