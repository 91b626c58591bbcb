"""Ctrl+C ends a command without a traceback, whenever it comes, of this process or of one that works for it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

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


EARLY = """
import os, signal, sys
import sandbox.__main__ as program

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupts())
program.main()
"""


def test_ctrl_c_while_the_program_is_read_ends_it_without_a_word() -> None:
    ran = subprocess.run(child.command("-c", EARLY), env=child.environment(), capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (-signal.SIGINT, "")
