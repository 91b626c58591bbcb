"""What deals with a file of somebody else works in a copy of its process, and what that dies of is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandbox.errors import Refused
from sandbox.tasks import child, forking
from sandbox.tasks.limits import Limits

pytestmark = pytest.mark.skipif(not forking.CAN_FORK, reason="no process can be copied here")

COMMAND = """
import os, signal, sys, time
from sandbox.errors import Refused
from sandbox.tasks import forking
from sandbox.tasks.limits import Limits
starter = os.getpid()
try:
    code = forking.fork(Limits({seconds}, {megabytes}))
except Refused as refused:
    print(refused)
    sys.exit(2)
if code is not None:
    sys.exit(code)
{work}
"""


def start(work: str, seconds: int = 60, megabytes: int = 512) -> subprocess.Popen[str]:
    """Start a process that carries out a text in a copy of itself."""
    script = COMMAND.format(work=work, seconds=seconds, megabytes=megabytes)
    return subprocess.Popen(child.command("-c", script), env=child.environment(), stdout=subprocess.PIPE, text=True)


def outcome(work: str, seconds: int = 60, megabytes: int = 512) -> tuple[int, str]:
    process = start(work, seconds, megabytes)
    output, _ = process.communicate(timeout=60)
    return process.returncode, output.strip()


def test_the_answer_is_that_of_the_copy() -> None:
    assert outcome("assert os.getpid() != starter\nprint('done')\nsys.exit(3)") == (3, "done")


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGABRT", "SIGKILL", "SIGFPE", "SIGBUS"])
def test_a_signal_is_told_by_its_name(name: str) -> None:
    code, output = outcome(f"os.kill(os.getpid(), signal.{name})")
    assert code == 2 and output == (
        f"this command was ended by signal {name}: it probably needed more than 512 MB of memory; allow more by "
        "--max-memory, and if that does not help, please report this as a bug"
    )


def test_too_much_time_is_told() -> None:
    code, output = outcome("while True: pass", seconds=1)
    assert (code, output) == (
        2,
        "this command took more than 1 s of processor time and was stopped; --max-seconds allows more",
    )


def test_too_much_memory_is_told() -> None:
    work = "with forking.memory_is_reported(Limits(1, 128)):\n    bytearray(2**29)"
    assert "Refused: this command needed more than 128 MB of memory" in _errors(work, megabytes=128)


def _errors(work: str, megabytes: int) -> str:
    script = COMMAND.format(work=work, seconds=9, megabytes=megabytes)
    return subprocess.run(child.command("-c", script), env=child.environment(), capture_output=True, text=True).stderr


WAITS = """
signal.signal(signal.SIGINT, lambda *_: (print("interrupted", flush=True), time.sleep(0.3), sys.exit(130)))
print(os.getpid(), flush=True)
time.sleep(60)
"""


def test_an_interrupt_of_the_starter_reaches_the_copy_once() -> None:
    with start(WAITS) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.stdout.read().split() == ["interrupted"]
    assert process.returncode == 130


def test_ctrl_c_reaches_the_copy_once(tmp_path: Path) -> None:
    import pty

    script = COMMAND.format(work=WAITS, seconds=9, megabytes=512)
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(sys.executable, child.command("-c", script), child.environment())
    os.read(terminal, 100)
    os.write(terminal, b"\x03")
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 130
    assert os.read(terminal, 1000).count(b"interrupted") == 1
    os.close(terminal)


def test_who_is_asked_to_end_ends_as_if_there_were_no_copy() -> None:
    with start("print(os.getpid(), flush=True)\ntime.sleep(60)") as process:
        assert process.stdout is not None
        copy = int(process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == -signal.SIGTERM
    assert _is_gone(copy)


def test_the_copy_ends_with_a_starter_that_is_killed() -> None:
    with start("print(os.getpid(), flush=True)\nwhile True: pass") as process:
        assert process.stdout is not None
        copy = int(process.stdout.readline())
        process.kill()
        process.wait()
        assert _is_gone(copy)


def _is_gone(pid: int) -> bool:
    for _ in range(400):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False


def test_a_process_that_is_not_copied_keeps_to_the_limits_too() -> None:
    with pytest.raises(Refused, match="needed more than 1024 MB"), forking.within(Limits(60, 1024)):
        bytearray(2**31)


@pytest.mark.parametrize(
    ("code", "ending"),
    [(-11, "was ended by signal SIGSEGV"), (-40, "was ended by signal 40"), (3, "left with exit code 3")],
)
def test_every_ending_has_words(code: int, ending: str) -> None:
    assert child.ending(code) == ending
