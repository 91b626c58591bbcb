"""Ctrl+C ends a command without a traceback, whenever it comes, of this process or of one that works for it."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.tasks import child
from tests.clusters import family, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists processes in /proc")

COMMANDS = {
    "difficulty": (("difficulty", "drop", "--jobs", "2"), 3),
    "verify": (("verify", str(child.ROOT / "replays")), 2),
    "run": (("run", "drop", "--seconds", "9000"), 2),
}


@pytest.mark.parametrize(("arguments", "processes"), COMMANDS.values(), ids=COMMANDS)
def test_ctrl_c_just_as_children_start_leaves_no_traceback(arguments: tuple[str, ...], processes: int) -> None:
    running = subprocess.Popen(
        child.command("-m", "sandbox", *arguments), env=child.environment(), start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        # Tests that were started in the background of a shell ignore Ctrl+C, and so would what they start.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    until(lambda: len(family(running.pid)) >= processes)
    os.killpg(running.pid, signal.SIGINT)
    _, complaint = running.communicate(timeout=60)
    told = [line for line in complaint.splitlines() if not line.startswith("note: ")]  # which is a sign of life
    assert (running.returncode, "".join(told)) == (130, "")


# Each command that may take long, and the files that an interrupted one may leave: whole ones only.
LONG = {
    "run": ("run drop --seconds 9000 --record x.replay", {"x.replay"}),
    "verify": (f"verify {child.ROOT}/replays --report x.html --junit x.xml", set()),
    "solve": ("solve drop --runs 100000 --out wins", set()),
    "check": ("check gears --no-cache --hunt 100000 --out wins", set()),
    "check a map": ("check gears --no-cache --map hint1 x.png", set()),
    "difficulty": ("difficulty gears --tries 100000", set()),
    "agents": ("agents gears -o x.html", set()),
    "overview": ("overview --picture x.png", set()),
    "render": ("render drop -o x.mp4 --to 60", set()),
    "daily": ("daily -o x.toml --record x.replay", set()),
    "author": (f"author {child.ROOT}/levels/mill --no-picture --out .", set()),
    "bless": (f"bless {child.ROOT}/replays --add-class", set()),
    "loops": ("loops bounce --seconds 60", set()),
    "parts": ("parts --magnitudes", set()),
    "parts drawn": ("parts --picture x.png", set()),
    "bench": ("bench --quick --kinds", set()),
}


@pytest.mark.parametrize(("line", "leaves"), LONG.values(), ids=LONG)
def test_ctrl_c_in_the_middle_ends_all_of_it_and_leaves_nothing_half_written(
    line: str, leaves: set[str], tmp_path: Path
) -> None:
    """With -v a command says when its work begins."""
    folders = {f"SANDBOX_{name}": str(tmp_path.parent / "folders") for name in ("DATA", "CONFIG", "CHECKS")}
    running = subprocess.Popen(
        child.command("-m", "sandbox", *line.split(), "-v"), env={**child.environment(), **folders}, cwd=tmp_path,
        start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert running.stderr is not None
    next(said for said in running.stderr if said.endswith(" ...\n"))
    processes = family(running.pid)
    os.killpg(running.pid, signal.SIGINT)
    _, complaint = running.communicate(timeout=60)
    told = [line for line in complaint.splitlines() if not line.startswith("note: ")]
    assert (running.returncode, "".join(told)) == (130, "")
    until(lambda: not any(map(is_alive, processes)))
    assert {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()} <= leaves


def is_alive(pid: int) -> bool:
    """Whether there is still a process of this number that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("click", "run drop"),
        ("sandbox.cli.run", "run drop"),
        ("msgspec", "run drop"),
        ("numpy", "run drop"),
        ("pymunk", "run drop"),
        ("sandbox.commands.session", "run drop"),
        ("sandbox.verify.verifier", "verify x.replay"),
        ("the classes of filelock", "render drop -o x.png"),
        ("a text that is run before sandbox.commands.session", "run drop"),
        ("an object that ends before sandbox.commands.session", "run drop"),
        ("rich", "parts --interplay"),
        ("pyglet", "render drop -o x.png"),
        ("sandbox.window.desktop", "play drop"),
    ],
)
def test_ctrl_c_while_modules_are_read_ends_it_without_a_word(module: str, line: str, tmp_path: Path) -> None:
    assert importlib.util.find_spec(module.split()[-1]) is not None
    ran = subprocess.run(
        child.command("-m", "tests.cli.interrupted", module, *line.split()), env=child.environment(), cwd=tmp_path,
        capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    codes = {-signal.SIGINT, 130} if module == "click" else {130}  # only while the command line itself is being read
    assert (ran.returncode in codes, ran.stdout + ran.stderr.strip()) == (True, "")
    assert list(tmp_path.iterdir()) == []
