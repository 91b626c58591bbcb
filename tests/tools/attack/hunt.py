"""The hunt: children that are given files and watched, and the findings, reduced and kept."""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.tools.attack.doors import COMMANDS, DOORS, VALID, suffix_of
from tests.tools.attack.forms import FORMS, ROOT
from tests.tools.attack.worker import MEGABYTES, SECONDS

BATCH = 100  # files that a child is given at once
STILL = 60.0  # s without an answer and without processor time: it waits for ever
TRIES = 120  # files that are tried to make a finding smaller
RUNS = {"run", "verify", "diff", "bless", "check", "solve", "difficulty", "overview", "unpack", "share", "render"}


class Fault(NamedTuple):
    """What went wrong: a signature by which findings are counted, and a text."""

    signature: str
    text: str


class Child:
    """A worker process, started anew whenever it has ended."""

    def __init__(self, planted: Sequence[str] = (), still: float = STILL, seconds: int = SECONDS) -> None:
        self._planted, self._still, self._seconds = list(planted), still, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._unread = b""

    def give(self, door: str, seeds: Sequence[str], dropped: Sequence[int] = ()) -> Iterator[tuple[str, Fault]]:
        """Give it files by their seeds; yield those that have shown a fault."""
        left = list(seeds)
        while left:
            begun = left[0]
            for answer in self._asked({"door": door, "seeds": left, "dropped": list(dropped)}):
                begun = answer.get("begins", begun)
                if "fault" in answer:
                    yield answer["seed"], Fault(answer["fault"], answer["text"])
            if self._process is not None:  # all of them were taken
                return
            yield begun, self._death
            left = left[left.index(begun) + 1 :]

    def give_file(self, door: str, data: bytes) -> Fault | None:
        """Give it the bytes of a file."""
        with tempfile.NamedTemporaryFile(prefix="attack-", suffix=suffix_of(door)) as file:
            file.write(data)
            file.flush()
            fault = None
            for answer in self._asked({"door": door, "file": file.name}):
                if "fault" in answer:
                    fault = Fault(answer["fault"], answer["text"])
            return fault if self._process is not None else self._death

    def _asked(self, order: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Send an order and yield its answers; afterwards `_process` is None if the child has ended."""
        process = self._started()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps({**order, "seconds": self._seconds}).encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            pass
        for answer in self._answers(process):
            if "done" in answer:
                return
            yield answer
        code = process.wait()
        self._process = None
        self._death = _death(code, self._waited)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            command = [sys.executable, "-m", "tests.tools.attack.worker", *self._planted]
            environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "SANDBOX_DATA": os.devnull + "/none"}
            self._unread, self._waited = b"", False
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
        return self._process

    def _answers(self, process: subprocess.Popen[bytes]) -> Iterator[dict[str, Any]]:
        """Yield lines until the child ends; one that neither answers nor works is ended."""
        assert process.stdout is not None
        worked, since = _worked(process.pid), time.monotonic()
        while True:
            if b"\n" in self._unread:
                line, _, self._unread = self._unread.partition(b"\n")
                yield json.loads(line)
                continue
            if select.select([process.stdout], [], [], 1.0)[0]:
                more = os.read(process.stdout.fileno(), 65_536)
                if not more:
                    return
                self._unread += more
                since = time.monotonic()
            elif (now := _worked(process.pid)) != worked:
                worked, since = now, time.monotonic()
            elif time.monotonic() - since > self._still:
                self._waited = True
                process.kill()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def _worked(process: int) -> int:
    """The processor time of a process, in hundredths of a second."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])
    return -1


def _death(code: int, waited: bool) -> Fault:
    if waited:
        return Fault("it waits without end", f"nothing was done for {STILL:g} s")
    if code == -signal.SIGXCPU:
        return Fault(f"more than {SECONDS} s of processor time", "the system has ended it")
    name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return Fault(f"death: {name}", "the process that read it has ended")


# -- command lines


def command_lines(form: str) -> tuple[tuple[str, ...], ...]:
    return COMMANDS.get(form, ())


def run_command(line: Sequence[str], form: str, data: bytes, still: float = STILL) -> Fault | None:
    """Give a file to a command line in a process with limits; return what is wrong with how it went."""
    folder = Path(tempfile.mkdtemp(prefix="attack-"))
    try:
        file, out, valid = folder / f"x{FORMS[form].suffix}", folder / "out", folder / f"valid{FORMS[form].suffix}"
        file.write_bytes(data)
        out.mkdir()
        of_valid = "level" if form == "script" else form
        valid = folder / f"valid{FORMS[of_valid].suffix}"
        valid.write_bytes(FORMS[of_valid].valid()[0])
        words = [
            word.replace("{file}", str(file)).replace("{out}", str(out)).replace(VALID, str(valid)) for word in line
        ]
        return _judged(words, folder, still)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _judged(words: list[str], folder: Path, still: float) -> Fault | None:
    environment = {
        **os.environ, "HOME": str(folder), "SANDBOX_DATA": str(folder / "data"), "OPENBLAS_NUM_THREADS": "1",
        "SANDBOX_CONFIG": str(folder / "config"), "XDG_CACHE_HOME": str(folder / "cache"),
    }  # fmt: skip
    output = folder / "output"
    with output.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "sandbox", *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=sink,
            stderr=subprocess.STDOUT, start_new_session=True,
            env={**environment, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        ends = time.monotonic() + 40 * SECONDS
        while (ended := os.wait4(process.pid, os.WNOHANG))[0] == 0:
            time.sleep(0.05)
            if time.monotonic() > ends or (words[0] not in RUNS and _worked(process.pid) > 100 * SECONDS + 500):
                os.killpg(process.pid, signal.SIGKILL)
                ends = float("inf")
        _, status, usage = ended
        process.returncode = os.waitstatus_to_exitcode(status)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # whatever it has left
    return _of_command(words[0], process.returncode, usage, output.read_bytes()[:1_000_000], ends == float("inf"))


def _of_command(command: str, code: int, usage: resource.struct_rusage, output: bytes, killed: bool) -> Fault | None:
    text = output.decode("utf-8", "replace")
    if "Traceback (most recent call last)" in text:
        last = text.strip().splitlines()[-1]
        steps = re.findall(r'sandbox/([\w/]+\.py)", line \d+, in (\w+)', text)
        place = " ".join(steps[-1]) if steps else "?"
        return Fault(f"{command}: {last.partition(':')[0]} in {place}", text[-4000:])
    if killed:
        return Fault(f"{command}: it was ended after {usage.ru_utime + usage.ru_stime:.0f} s", text[-1000:])
    if code not in (0, 1, 2, 3):
        name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return Fault(f"{command}: death: {name}", text[-2000:])
    last_line = text.rstrip().rpartition("\n")[2]
    if code == 2 and not (last_line.strip() and len(last_line) < 2000 and last_line.isprintable()):
        return Fault(f"{command}: exit code 2 without a sentence", repr(last_line[:2000]))
    if command not in RUNS and usage.ru_utime + usage.ru_stime > SECONDS:
        return Fault(f"{command}: more than {SECONDS} s of processor time", f"{usage.ru_utime + usage.ru_stime:.1f} s")
    if usage.ru_maxrss > MEGABYTES * (1024 if command not in RUNS else 2048):  # runs may take what their limit says
        return Fault(f"{command}: too much memory", f"{usage.ru_maxrss // 1024} MB")
    return None


# -- findings


def reduced(child: Child, door: str, seed: str, fault: Fault) -> bytes:
    """The smallest file with the same fault that is found in some tries."""
    form = FORMS[DOORS[door].form]

    def fails(data: bytes) -> bool:
        again = child.give_file(door, data)
        return again is not None and again.signature == fault.signature

    dropped: set[int] = set()
    ends_children = "in " not in fault.signature  # and each try takes seconds
    for number in range(2 if ends_children else 8):
        found = [one.signature for _, one in child.give(door, [seed], sorted(dropped | {number}))]
        if fault.signature in found:
            dropped.add(number)
    data = form.make(seed, frozenset(dropped))
    return shortened(data, fails, 8 if ends_children else TRIES)


def shortened(data: bytes, fails: Any, tries: int) -> bytes:
    """Leave out stretches of a file, ever shorter ones, as long as it fails."""
    size = max(1, len(data) // 2)
    while size >= 1 and tries > 0:
        at = 0
        while at < len(data) and tries > 0:
            shorter = data[:at] + data[at + size :]
            tries -= 1
            if fails(shorter):
                data = shorter
            else:
                at += size
        if size == 1:
            break
        size = max(1, size // 4)
    return data
