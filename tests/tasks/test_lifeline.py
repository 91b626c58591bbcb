"""A process that works for another one ends with it, also when that one is killed in the middle of its work."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandbox.tasks import child
from tests import frames

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists processes in /proc")


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A small recording of eleven hours."""
    path = tmp_path / "endless.replay"
    frames.small_session(path)
    split = frames.split(path.read_bytes())
    last = frames.last(split, "hash")
    end = ["end", 9_000_370, 0, 0, 0, 0, bytes(8), "", split[0][4], b""]
    path.write_bytes(frames.seal([*split[: last + 1], ["rest", 371, 9_000_000], end]))
    return path


def runs(pid: int) -> bool:
    """Whether a process runs; one that has ended may still wait for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends(pid: int) -> bool:
    """Whether a process ends within a generous time."""
    deadline = time.monotonic() + 60
    while runs(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def start(script: str, path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-c", script, str(path)], env=child.environment(), stdout=subprocess.PIPE, text=True
    )


VERIFIES = """
import sys, time
from pathlib import Path
from sandbox.tasks.limits import USUAL
from sandbox.verify import pool
worker = pool._Worker(USUAL, None)
worker.give(sys.argv[1], {"allow_cut": False, "seconds": 600, "progress": False})
time.sleep(1)  # (it tells nothing of its progress: writing to nobody would end it as well)
print(worker._process.pid, flush=True)
time.sleep(600)
"""


def test_a_worker_ends_when_its_starter_is_killed(endless: Path) -> None:
    with start(VERIFIES, endless) as starter:
        assert starter.stdout is not None
        pid = int(starter.stdout.readline())
        assert runs(pid)
        os.kill(starter.pid, signal.SIGKILL)
        assert ends(pid)


def test_without_a_lifeline_it_would_go_on(endless: Path) -> None:
    deaf = VERIFIES.replace("import sys, time", "import sys, time; sys.executable = sys.argv[2]")
    with start(deaf.replace("sys.argv[2]", repr(str(deaf_python(endless.parent)))), endless) as starter:
        assert starter.stdout is not None
        pid = int(starter.stdout.readline())
        os.kill(starter.pid, signal.SIGKILL)
        starter.wait()
        time.sleep(0.5)
        try:
            assert runs(pid)
        finally:
            os.kill(pid, signal.SIGKILL)


def deaf_python(folder: Path) -> Path:
    """A Python whose processes don't watch their input."""
    (folder / "sitecustomize.py").write_text(
        "import sandbox.tasks.lifeline as l; l.end_with_starter = lambda reading: None\n"
    )
    script = folder / "python"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{folder}:$PYTHONPATH" exec {sys.executable} "$@"\n')
    script.chmod(0o755)
    return script


STARTS_A_FORK = """
import os, sys, time
from sandbox.tasks import child, lifeline
line = lifeline.of_this_process()
pid = os.fork()
if pid == 0:
    line.end_with_starter()
    time.sleep(600)
print(pid, flush=True)
time.sleep(600)
"""


def test_a_fork_ends_with_its_starter_too(tmp_path: Path) -> None:
    with start(STARTS_A_FORK, tmp_path) as starter:
        assert starter.stdout is not None
        pid = int(starter.stdout.readline())
        assert runs(pid)
        os.kill(starter.pid, signal.SIGKILL)
        assert ends(pid)
