"""Hand recordings to worker processes and collect their reports as they finish.

This side imports no engine and reads no recording: it only hands out names. If a worker dies, the file that it had is
refused, and another worker takes its place.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.verify.verdicts import ENGINE, Report, refusal

Progress = Callable[[int, int], object]  # ticks done, ticks in all, of the one file there is
_MOST_READ = 1024 * 1024  # bytes at once


class Limits(NamedTuple):
    """The time and memory that the verification of one recording may take."""

    seconds: int = 600  # of processor time
    megabytes: int = 2048  # of memory


USUAL = Limits()


def verify_all(
    files: Sequence[Path],
    jobs: int = 1,
    allow_cut: bool = False,
    limits: Limits = USUAL,
    progress: Progress | None = None,
    engine: Path | None = None,
) -> Generator[Report]:
    """Verify recordings in up to `jobs` processes, and yield reports as they finish. Closing the iterator ends them.

    Args:
        progress: called with the progress of a recording, if there is only one.
        engine: a folder with another release of the engine.
    """
    waiting = deque(map(str, files))
    single = progress if len(files) == 1 else None
    order = {"allow_cut": allow_cut, "seconds": limits.seconds, "progress": single is not None}
    with selectors.DefaultSelector() as ready:
        try:
            for _ in range(min(jobs, len(waiting))):
                _hire(ready, limits, engine).give(waiting.popleft(), order)
            while ready.get_map():
                for key, _ in ready.select():
                    worker: _Worker = key.data
                    report = worker.hear(single)
                    if report is None:
                        continue
                    if worker.died:
                        ready.unregister(key.fileobj)
                        worker.end()
                        worker = _hire(ready, limits, engine) if waiting else worker
                    if waiting:
                        worker.give(waiting.popleft(), order)
                    elif not worker.died:
                        ready.unregister(key.fileobj)
                        worker.end()
                    yield report
        finally:
            for key in list(ready.get_map().values()):
                key.data.end()


def _hire(ready: selectors.BaseSelector, limits: Limits, engine: Path | None) -> _Worker:
    worker = _Worker(limits, engine)
    ready.register(worker.answers, selectors.EVENT_READ, worker)
    return worker


def environment(engine: Path | None) -> dict[str, str]:
    """Return the environment for a process that shall import this very package, and perhaps another engine."""
    package = str(Path(__file__).resolve().parents[2])
    search = [str(engine) if engine is not None else None, package, os.environ.get("PYTHONPATH")]
    more = {ENGINE: str(engine)} if engine is not None else {}
    # (A thread of numpy's for each core, see `cli.main`, would count as memory.)
    least = {"OPENBLAS_NUM_THREADS": "1"}
    # Dask makes its workers give each freed page back at once, which costs a simulation half as much time again.
    inherited = {name: value for name, value in os.environ.items() if name != "MALLOC_TRIM_THRESHOLD_"}
    return {**least, **inherited, "PYTHONPATH": os.pathsep.join(filter(None, search)), **more}


class WorkerProcess:
    """A process of this package that carries out orders, a line each, and answers in lines."""

    def __init__(self, module: str, limits: Limits, engine: Path | None = None) -> None:
        self.limits = limits
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", module, str(limits.megabytes)],
            env=environment(engine),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        self.answers = self._process.stdout.fileno()
        self._unfinished = b""  # the beginning of a line

    def write(self, line: bytes) -> None:
        """Write an order; one that comes too late for a dead process is lost, which `read_lines` will find out."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass

    def read_lines(self) -> list[bytes] | None:
        """Wait for output, and return the lines that are whole by now; None means that the process has died."""
        data = os.read(self.answers, _MOST_READ)
        if not data:
            return None
        *lines, self._unfinished = (self._unfinished + data).split(b"\n")
        return lines

    def cause_of_death(self) -> tuple[bool, str]:
        """Tell whether the process has ended at its limit of time, and else by what: a signal or an exit code."""
        code = self._process.wait()
        cause = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return code == -getattr(signal, "SIGXCPU", 0), cause

    def kill(self) -> None:
        """Make the process end, whatever it is doing, without waiting for that."""
        self._process.kill()

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.kill()
        self._process.wait()
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdout.close()
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass


def why_died(limits: Limits, late: bool, cause: str) -> str:
    """Say why there is no report on a file whose process has died; the arguments are as in `cause_of_death`."""
    if late:
        return f"took more than {limits.seconds} s of processor time (--max-seconds), and was stopped"
    return f"the process that ran it was ended {cause}: out of memory (--max-memory), or a bug; please report it"


class _Worker(WorkerProcess):
    """A worker process and the file that it has."""

    def __init__(self, limits: Limits, engine: Path | None) -> None:
        super().__init__("sandbox.verify.worker", limits, engine)
        self.file = ""
        self.died = False

    def give(self, file: str, order: dict[str, Any]) -> None:
        """Let it verify a file."""
        self.file = file
        self.write(json.dumps({**order, "file": file}).encode())

    def hear(self, progress: Progress | None) -> Report | None:
        """Read its messages; return the report on its file when that has come."""
        lines = self.read_lines()
        if lines is None:
            self.died = True
            return refusal(self.file, why_died(self.limits, *self.cause_of_death()))
        for line in lines:
            message = json.loads(line)
            if "report" in message:
                return Report.from_json(message["report"], message["seconds"])
            if progress is not None:
                progress(message["done"], message["total"])
        return None


class Verifier:
    """A worker process that is kept for one file after the other, for a caller that asks for them singly."""

    def __init__(self, limits: Limits = USUAL, engine: Path | None = None) -> None:
        self._limits = limits
        self._engine = engine
        self._worker: _Worker | None = None

    def verify(self, path: Path, allow_cut: bool = False) -> Report:
        """Verify a recording."""
        if self._worker is None:
            self._worker = _Worker(self._limits, self._engine)
        worker = self._worker
        worker.give(str(path), {"allow_cut": allow_cut, "seconds": self._limits.seconds, "progress": False})
        while (report := worker.hear(None)) is None:
            pass
        if worker.died:
            self.close()
        return report

    def close(self) -> None:
        """End the process; the next file gets another one."""
        if self._worker is not None:
            self._worker.end()
            self._worker = None
