"""A process that works for another one ends with it, also when that one is killed in the middle of its work."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandbox.tasks import child
from tests.tasks.working import ends, runs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists processes in /proc")


def start(script: str, path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-c", script, str(path)], env=child.environment(), stdout=subprocess.PIPE, text=True
    )


WORKS = """
import sys, time
from sandbox.tasks.limits import USUAL
from sandbox.tasks.task_process import Setup, TaskProcess
process = TaskProcess(Setup("tests.tasks.working", USUAL, ("stays",)))  # (it does not heed the end of its input)
process.give(0, ("spin", None))
time.sleep(1)
print(process.pid, flush=True)
time.sleep(600)
"""


def test_a_worker_ends_when_its_starter_is_killed(tmp_path: Path) -> None:
    with start(WORKS, tmp_path) as starter:
        assert starter.stdout is not None
        pid = int(starter.stdout.readline())
        assert runs(pid)
        os.kill(starter.pid, signal.SIGKILL)
        assert ends(pid)


def test_without_a_lifeline_it_would_go_on(tmp_path: Path) -> None:
    deaf = WORKS.replace("import sys, time", f"import sys, time; sys.executable = {str(deaf_python(tmp_path))!r}")
    with start(deaf, tmp_path) as starter:
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
