"""A copy of a process that has the program in memory does what a start of the program does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.tasks import child
from tests import forked_starts
from tests.copied_process import places_of
from tests.forked_starts import ForkingPopen, special_servers
from tests.real_window import Window
from tests.support import copy_of_package

pytestmark = pytest.mark.skipif(not forked_starts.CAN_FORK, reason="processes are always started here")
ROOT = child.ROOT
START = subprocess.Popen
LINES = [
    (["-m", "sandbox", "--version"], ""),
    (["-m", "sandbox", "nosuch"], ""),
    (["-m", "sandbox", "verify", "replays/drop.replay", "replays/none.replay", "levels/drop.toml"], ""),
    (["-m", "sandbox", "verify", "--json", "--max-memory", "20", "replays/drop.replay"], ""),
    (["-m", "sandbox", "verify", "--max-seconds", "none", "replays/drop.replay"], ""),
    (["-m", "sandbox", "show", "replays/hello.replay"], ""),
    (["-P", "-m", "sandbox", "bless", "replays/drop.replay", "--reason", "none"], ""),
    (["-P", "-m", "sandbox", "run", "levels/hello.toml", "--seconds", "1", "--commands", "-"], '{"do": "start"}\n{'),
]


@pytest.mark.parametrize(("line", "given"), LINES, ids=lambda value: " ".join(value)[:40])
def test_both_print_the_same_and_end_with_the_same_code(
    forked_starts: None, line: list[str], given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    ran = []
    for way in (ForkingPopen, START):
        monkeypatch.setattr(subprocess, "Popen", way)
        done = subprocess.run([sys.executable, *line], input=given, capture_output=True, text=True, timeout=60)
        # On a busy machine either may take so long that it gives a sign of life.
        said = [line for line in done.stderr.splitlines() if not line.startswith("note: verifying ")]
        ran.append((done.returncode, done.stdout, said))
    assert ran[0] == ran[1]


ENDS = """
import atexit, pathlib, sys, threading

def late():
    threading.main_thread().join()
    pathlib.Path("thread").touch()

def test_it():
    threading.Thread(target=late).start()
    atexit.register(pathlib.Path("exit").touch)
    assert False
"""


def test_a_copy_waits_for_its_threads_and_does_what_is_left_for_its_end(
    forked_starts: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "test_ends.py").write_text(ENDS, "utf-8")
    monkeypatch.chdir(tmp_path)
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_ends.py"]
    ran = subprocess.run(command, env=child.environment(), capture_output=True, text=True)
    assert ran.returncode == 1 and "1 failed" in ran.stdout, ran.stdout + ran.stderr
    assert {file.name for file in tmp_path.iterdir()} >= {"thread", "exit"}


def cmdline(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")


def is_copy(**more: str) -> bool:
    """Tell whether a process with more in its environment is a copy; it waits for input until it has been looked at."""
    command = child.command("-m", "sandbox", "run", str(ROOT / "levels/hello.toml"), "--commands", "-")
    with subprocess.Popen(command, env={**child.environment(), **more}, stdin=subprocess.PIPE) as process:
        words = cmdline(process.pid)
        process.kill()
    return "tests.copied_process" in words


@pytest.mark.parametrize(
    ("name", "value", "copied"),
    [
        ("SANDBOX_DATA", "elsewhere", True),
        ("PYTHONHASHSEED", "1", True),
        ("PYTHONPATH", "/planted", False),
        ("PYTHONMALLOC", "debug", False),
        ("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-FMA", True),
        ("SANDBOX_ENGINE", "/another", False),
        ("OPENBLAS_NUM_THREADS", "2", False),
        ("PYGLET_HEADLESS", "false", False),
    ],
)
def test_what_is_read_before_the_program_begins_is_never_copied(
    forked_starts: None, name: str, value: str, copied: bool
) -> None:
    assert is_copy(**{name: value}) is copied


def test_a_copy_is_a_child_that_gets_signals_and_has_its_own_folder_and_streams(
    forked_starts: None, tmp_path: Path
) -> None:
    command = child.command("-m", "sandbox", "run", str(ROOT / "levels/hello.toml"), "--commands", "-")
    with (tmp_path / "said").open("w") as said:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=said, stderr=said, cwd=tmp_path)
    assert Path(f"/proc/{process.pid}/cwd").resolve() == tmp_path
    assert Path(f"/proc/{process.pid}/fd/1").resolve() == tmp_path / "said"
    assert int(Path(f"/proc/{process.pid}/stat").read_text().split()[3]) == os.getpid()
    process.send_signal(signal.SIGKILL)
    assert process.wait(timeout=10) == -signal.SIGKILL
    assert process.stdin is not None
    process.stdin.close()


def test_the_upper_half_of_a_pointer_is_not_taken_for_the_number_of_a_process() -> None:
    words = [0x48034040, 0x7FB6, 0, 0, 0x7FB6, 0]
    assert places_of(words, 0x7FB6) == [4]


def test_a_copy_has_the_name_of_what_works_in_it(forked_starts: None) -> None:
    with child.start("sandbox.levels.sharing", stdin=subprocess.PIPE) as process:
        assert Path(f"/proc/{process.pid}/comm").read_text() == "sharing\n"
        process.kill()


def test_a_window_is_opened_by_a_copy_with_a_display_of_its_own(display: str, tmp_path: Path) -> None:
    copied, states = [], []
    for more in ({}, {"PYGLET_VSYNC": "0"}):
        window = Window(display, tmp_path / "data", more=more)
        copied.append("tests.copied_process" in cmdline(window.process.pid))
        states.append(window.state.keys())
        window.key("ctrl+q")
        assert window.ends() == 0 and window.closed
    assert copied == [True, False] and states[0] == states[1]


def test_without_the_fixture_processes_are_started() -> None:
    assert subprocess.Popen is START and not is_copy()


def said(*words: str, **more: str) -> str:
    command = child.command("-m", *words)
    done = subprocess.run(command, env={**child.environment(), **more}, capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr


def test_a_hash_seed_is_that_of_the_process_that_is_copied(
    forked_starts: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = copy_of_package(tmp_path)
    with (package / "__init__.py").open("a") as file:
        file.write("__version__ += str(hash(__version__))\n")
    tree = str(package.parent)
    one, other, again = (said("sandbox", "--version", PYTHONHASHSEED=seed, PYTHONPATH=tree) for seed in "787")
    monkeypatch.setattr(subprocess, "Popen", START)
    assert said("sandbox", "--version", PYTHONHASHSEED="7", PYTHONPATH=tree) == one == again != other


def test_a_changed_copy_of_the_program_is_loaded_anew_after_each_change(forked_starts: None, tmp_path: Path) -> None:
    init = copy_of_package(tmp_path) / "__init__.py"
    answers = []
    for version in ("0.1.0", "7.8.90"):  # of another length: Python may miss a change within the same second
        init.write_text(init.read_text().replace("0.1.0", version))
        answers += [said("sandbox", "--version", PYTHONPATH=str(init.parents[1])).split(";")[0] for _ in range(2)]
    assert answers == ["sandbox 0.1.0"] * 2 + ["sandbox 7.8.90"] * 2


def test_the_process_that_was_copied_longest_ago_ends_for_a_new_one(
    forked_starts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.forked_starts.MOST_SPECIAL", 1)
    for seed in "12":
        assert said("sandbox", "--version", PYTHONHASHSEED=seed)
    assert [origin.variables for origin in special_servers] == [{("PYTHONHASHSEED", "2")}]
