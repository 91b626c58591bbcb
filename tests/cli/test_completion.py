"""The shell completes commands, options, levels, recordings, kinds and topics: asked as shells ask."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox import cli
from sandbox.manual import manual
from sandbox.tasks import child

Complete = Callable[[str], list[str]]


@pytest.fixture
def complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Complete:
    """`complete("play dr")`: what bash is offered for a line, in a folder with a file of each kind."""
    (tmp_path / "replays").mkdir()
    for name in ("mine.toml", "mine.replay", "replays/mill.replay", "mine.share", "mine.xml", "mine.py", "mine.txt"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)

    def asked(line: str) -> list[str]:
        words = ["sandbox", *line.split(" ")]
        monkeypatch.setenv("_SANDBOX_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", "\n".join(words))
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        with pytest.raises(SystemExit):
            cli.main([])
        return capsys.readouterr().out.splitlines()

    return asked


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("ve", ["plain,verify"]),
        ("engine b", ["plain,build"]),
        ("verify --fail", ["plain,--fail-fast"]),
        ("verify --verb", ["plain,--verbose"]),
        ("run drop --expect w", ["plain,won"]),
        ("render drop --theme d", ["plain,dark"]),
        ("play gea", ["file,gea", "plain,gears"]),
        ("run mine", ["file,mine", "plain,mine.toml"]),
        ("play mine", ["file,mine", "plain,mine.replay", "plain,mine.toml"]),
        ("show replays/m", ["file,replays/m", "plain,replays/mill.replay"]),
        ("check gears gea", ["file,gea", "plain,gears"]),
        ("overview gea", ["file,gea", "plain,gears"]),
        ("verify mine.replay mi", ["file,mi", "plain,mine.replay"]),
        ("diff mi", ["file,mi", "plain,mine.replay"]),
        ("check drop --solution mi", ["file,mi", "plain,mine.replay"]),
        ("unpack mi", ["file,mi", "plain,mine.share"]),
        ("import mi", ["file,mi", "plain,mine.xml"]),
        ("author mi", ["file,mi", "plain,mine.py"]),
        ("render drop --camera volleyb", ["plain,volleyball"]),
        ("render drop --trails 3,volleyb", ["plain,3,volleyball"]),
        ("check drop --map tramp", ["file,tramp", "plain,trampoline"]),
        ("parts --interplay --of hea", ["plain,heat"]),
        ("loops --profile steady-3", ["plain,steady-30", "plain,steady-300"]),
        ("help test", ["plain,testing"]),
        ("help verif", ["plain,verify"]),
    ],
)
def test_a_word_is_completed(complete: Complete, line: str, offered: list[str]) -> None:
    assert complete(line) == offered


def test_without_a_letter_all_are_offered(complete: Complete) -> None:
    assert len(complete("play ")) > 30 and "plain,gears" in complete("play ")
    assert {f"plain,{topic}" for topic in manual.TOPICS} <= set(complete("help "))
    assert len(complete("render drop --camera ")) > 100


def test_a_value_is_not_checked_and_nothing_is_run_for_that(complete: Complete, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    assert complete("render nosuch -o x.png --camera nothing --fo") == ["plain,--follow"]
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_the_line_of_the_manual_switches_it_on_in_bash(tmp_path: Path) -> None:
    (line,) = re.findall(r'^eval "\$\(_SANDBOX_COMPLETE=bash_source sandbox\)"$', manual.text("install"), re.MULTILINE)
    program = tmp_path / "sandbox"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m sandbox "$@"\n')
    program.chmod(0o755)
    asks = 'COMP_WORDS=(sandbox play gea); COMP_CWORD=2; _sandbox_completion sandbox 2>/dev/null; echo "$COMPREPLY"'
    ran = subprocess.run(
        ["bash", "-c", f"PATH={tmp_path}:$PATH; {line}; complete -p sandbox; {asks}"],
        env=child.environment(), capture_output=True, text=True, cwd=tmp_path, timeout=100,
    )  # fmt: skip
    assert ran.stdout.splitlines() == ["complete -o nosort -F _sandbox_completion sandbox", "gears"], ran.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_manual_tells_it_for_other_shells(
    shell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"_SANDBOX_COMPLETE={shell}_source sandbox" in manual.text("install")
    monkeypatch.setenv("_SANDBOX_COMPLETE", f"{shell}_source")
    with pytest.raises(SystemExit):
        cli.main([])
    assert "_SANDBOX_COMPLETE" in capsys.readouterr().out
