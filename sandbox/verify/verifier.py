"""Hand recordings to worker processes and collect their reports as they finish.

This side imports no engine and reads no recording: it only hands out names. If a worker dies, the file that it had is
refused, and another worker takes its place.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from pathlib import Path

from sandbox.tasks.limits import USUAL, Limits
from sandbox.tasks.messages import Answer, End, unpack
from sandbox.tasks.pool import Pool
from sandbox.tasks.progress import ShowProgress
from sandbox.tasks.task_process import Setup
from sandbox.verify.orders import Verify
from sandbox.verify.verdicts import Report, refusal


def worker(limits: Limits, engine: Path | None = None, more: Mapping[str, str] = {}) -> Setup:
    """Return what a worker process is started with; the arguments are as in `Setup`."""
    return Setup("sandbox.verify.verify_worker", limits, engine=engine, more=more)


def verify_all(
    files: Sequence[Path],
    jobs: int = 1,
    allow_cut: bool = False,
    limits: Limits = USUAL,
    progress: ShowProgress | None = None,
    engine: Path | None = None,
    more: Mapping[str, str] = {},
) -> Generator[Report]:
    """Verify recordings in up to `jobs` processes, and yield reports as they finish. Closing the iterator ends them.

    Args:
        progress: takes the progress of a recording, in ticks, if there is only one.
        engine: a folder with another release of the engine.
        more: variables for the environment of the processes.
    """
    names = [str(file) for file in files]
    single = progress if len(names) == 1 else None
    tell = (lambda news: single(news.done, news.total)) if single is not None else None
    with Pool(worker(limits, engine, more), jobs, tell) as pool:
        for number, end in pool.each(Verify(name, allow_cut, tell is not None) for name in names):
            yield report_of(names[number], end)


def report_of(file: str, end: End) -> Report:
    """Return the report on a file: a failure of its task refuses it."""
    if isinstance(end, Answer):
        report: Report = unpack(end.value, Report)
        return report._replace(file=file, seconds=end.seconds)
    return refusal(file, end.sentence())._replace(explanation=end.trace)


class Verifier:
    """A worker process that is kept for one file after the other, for a caller that asks for them singly."""

    def __init__(self, limits: Limits = USUAL, engine: Path | None = None) -> None:
        self._pool = Pool(worker(limits, engine))

    def verify(self, path: Path, allow_cut: bool = False) -> Report:
        """Verify a recording."""
        return report_of(str(path), self._pool.ask(Verify(str(path), allow_cut)))

    def close(self) -> None:
        """End the process; the next file gets another one."""
        self._pool.close()
