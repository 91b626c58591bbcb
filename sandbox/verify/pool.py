"""Hand recordings to worker processes and collect their reports as they finish.

This side imports no engine and reads no recording: it only hands out names. If a worker dies, the file that it had is
refused, and another worker takes its place.
"""

from __future__ import annotations

import json
import selectors
from collections import deque
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

from sandbox.tasks.endings import why_ended
from sandbox.tasks.limits import USUAL, Limits
from sandbox.tasks.worker_process import WorkerProcess
from sandbox.verify.verdicts import Report, refusal

Progress = Callable[[int, int], object]  # ticks done, ticks in all, of the one file there is


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
            return refusal(self.file, why_ended("it", self.limits, *self.cause_of_death()))
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
