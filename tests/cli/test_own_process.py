"""What a command reads or runs of somebody else can't end the command without a word: a process with limits deals with
it, and how that has ended is told."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from sandbox import cli
from sandbox.tasks import child, forking
from tests import hostile_files

pytestmark = pytest.mark.skipif(not forking.CAN_FORK, reason="no process can be copied here")

GOOD = str(child.ROOT / "replays" / "drop.replay")
# Each command that takes a file, and whether the process that deals with it has a limit of time.
COMMANDS = {
    ("show", "hostile.toml"): True,
    ("show", "hostile.replay"): True,
    ("run", "hostile.toml"): True,
    ("run", "drop", "--commands", "hostile.jsonl"): True,
    ("diff", "hostile.replay", GOOD): True,
    ("diff", GOOD, "hostile.replay"): True,
    ("bless", "hostile.replay", "--reason", "meant", "--yes"): True,
    ("bless", "hostile.replay", "--add-class", "--yes"): True,
    ("bless", "hostile.replay", "--renew", "--yes"): True,
    ("render", "hostile.toml", "-o", "x.png"): True,
    ("render", "hostile.replay", "-o", "x.gif"): True,
    ("page", "hostile.toml", "-o", "x.html"): True,
    ("page", "hostile.replay", "-o", "x.html"): True,
    ("site", ".", "-o", "public", "--no-verify"): True,
    ("share", "hostile.toml"): True,
    ("share", "hostile.replay", "--text"): True,
    ("unpack", "hostile.share"): True,
    ("unpack", "hostile.png"): True,
    ("import", "hostile.xml", "-o", "x.toml"): True,
    ("import", "hostile.svg", "-o", "x.toml"): True,
    ("import", "hostile.nph", "-o", "x.toml"): True,
    ("verify", "hostile.replay"): True,
    ("verify", "hostile.replay", "--report", "x.html"): True,
    ("check", "hostile.toml"): False,
    ("check", "drop", "--solution", "hostile.replay"): False,
    ("solve", "hostile.toml", "--runs", "1"): False,
    ("difficulty", "hostile.toml", "--tries", "1"): False,
    ("agents", "hostile.toml", "--tries", "1"): False,
    ("overview", "hostile.toml", "--quick"): False,
    ("ways", "hostile.toml"): True,
    ("ways", "drop", "hostile.replay"): True,
    ("bisect", "hostile.replay"): False,
    ("coverage", "hostile.replay"): True,
    ("shrink", "hostile.replay", "-o", "x.replay"): False,
    ("export", "hostile.replay", "-o", "x.csv"): False,
    ("host", "hostile.toml"): False,
    ("host", "drop", "--commands", "hostile.jsonl"): False,
    ("join", "sandbox://127.0.0.1:9/#GAvSYQO2kP039r0e6OVKRQ", "--commands", "hostile.jsonl"): False,
    ("loops", "hostile.toml"): True,
    ("loops", "hostile.replay"): True,
}  # fmt: skip
LONG = {"host", "join"}  # sessions of hours
# The window is its own program; a script is one; `web` lets node read files; the others take no file of anybody.
WITHOUT_FILES = {"play", "author", "daily", "engine", "web", "cluster", "bench", "parts", "reel", "schema", "help"}


def test_each_command_that_takes_a_file_is_tried() -> None:
    assert {line[0] for line in COMMANDS} | WITHOUT_FILES == set(cli.PLACES)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in surroundings in which hostile files end it."""
    return hostile_files.planted_program(tmp_path_factory.mktemp("program"))


@pytest.mark.usefixtures("forked_starts")
@pytest.mark.parametrize(
    ("line", "has_time"),
    COMMANDS.items(),
    ids=lambda value: " ".join(map(str, value))[:40] if isinstance(value, tuple) else "",
)
def test_what_ends_the_process_that_deals_with_a_file_is_told(
    line: tuple[str, ...], has_time: bool, program: Path, tmp_path: Path
) -> None:
    environment = hostile_files.planted(tmp_path, program)
    for name in line:
        if name.startswith(hostile_files.STEM):
            (tmp_path / name).touch()
        if name == ".":  # a folder of levels
            (tmp_path / f"{hostile_files.STEM}.toml").touch()
    ran = subprocess.run(
        child.command("-m", "sandbox", *line), cwd=tmp_path, env={**environment, "SANDBOX_DATA": str(tmp_path)},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    said = ran.stdout + ran.stderr
    assert ran.returncode == 2 and "by signal SIGSEGV" in said and "Traceback" not in said, ran
    memory, seconds = hostile_files.limits(tmp_path)
    assert 0 < memory <= (4096 if has_time else 2048 if line[0] in LONG else 1024) * 2**20
    assert 0 < seconds <= 3700 or not has_time
