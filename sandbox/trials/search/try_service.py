"""Runs of a machine with parts put elsewhere, in processes that nobody waits for.

A thread hands out a job's tries to gentle worker processes and gives their outcomes back to the job; the caller only
exchanges references with it. The processes are kept from job to job, and end with the program that started them, even
if that is killed: they find the end of their orders.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from sandbox.design.design import Design
from sandbox.tasks import cores
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Failure
from sandbox.trials.judging import OPEN
from sandbox.trials.search.search_worker import Order, TryPoses
from sandbox.trials.search.workers import SearchWorkers
from sandbox.trials.variations import PartPose

Poses = tuple[PartPose, ...]
LIMITS = Limits(seconds=60, megabytes=2048)  # of processor time for one order
MOST_PROCESSES = 4
_KILL_S = 0.02  # between two attempts to end processes, one of which may be starting


class TryJob(Protocol):
    """Tries to be made with one machine. The service's thread calls the methods."""

    @property
    def design(self) -> Design:
        """The machine."""

    @property
    def ticks(self) -> int:
        """The most that a run may take."""

    def next_tries(self) -> tuple[Poses, ...]:
        """Return the next few tries, for one process; none while they depend on outcomes that are due, or at the
        end."""

    def take(self, tries: tuple[Poses, ...], outcomes: tuple[str, ...]) -> None:
        """Take the outcomes of tries, also of the last ones after the job was stopped, so that it can be gone on with;
        one that its process has died of counts as open."""


class Dealer:
    """Deals the tries of a job to workers, and their outcomes to the job."""

    def __init__(self, job: TryJob) -> None:
        self.job = job
        self.stopped = False
        self._out: dict[int, tuple[Poses, ...]] = {}
        self._given = 0

    def run(self, workers: SearchWorkers, progress: Callable[[], object] = lambda: None) -> None:
        """Go on until the job has no more tries, or is stopped; `progress` is called after each step."""
        for number, answer in workers.answers(self._next_order, tuple[str, ...]):
            tries = self._out.pop(number)
            self.job.take(tries, (OPEN,) * len(tries) if isinstance(answer, Failure) else answer)
            progress()

    def _next_order(self) -> tuple[int, Order] | None:
        tries = () if self.stopped else self.job.next_tries()
        if not tries:
            return None
        self._given += 1
        self._out[self._given] = tries
        return self._given, TryPoses(tries, self.job.ticks)


def run_job(
    job: TryJob, processes: int, limits: Limits = LIMITS, progress: Callable[[], object] = lambda: None
) -> None:
    """Make all tries of a job, and wait for them; `progress` is called after each step."""
    workers = SearchWorkers(job.design, processes, limits)
    try:
        Dealer(job).run(workers, progress)
    finally:
        workers.close()


class TryService:
    """Makes the tries of one job at a time in the background. Its thread and its processes start with the first job."""

    def __init__(self, processes: int | None = None) -> None:
        self._processes = processes or max(1, min(MOST_PROCESSES, cores.usable() - 1))
        self._changed = threading.Condition()
        self._waiting: Dealer | None = None
        self._current: Dealer | None = None
        self._workers: SearchWorkers | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def busy(self) -> bool:
        """True until the last job is done or dropped."""
        return any(dealer is not None and not dealer.stopped for dealer in (self._waiting, self._current))

    def start(self, job: TryJob) -> None:
        """Begin a job, in place of the previous one."""
        with self._changed:
            self._stop()
            self._waiting = Dealer(job)
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._work, name="tries", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def drop(self) -> None:
        """Stop the job in hand: only the tries that are being made still come back."""
        with self._changed:
            self._stop()

    def close(self) -> None:
        """End the processes and the thread."""
        with self._changed:
            self._closed = True
            self._stop()
            self._changed.notify_all()
        while self._thread is not None and self._thread.is_alive():
            workers = self._workers
            if workers is not None:
                workers.kill()
            self._thread.join(_KILL_S)

    def _stop(self) -> None:
        self._waiting = None
        if self._current is not None:
            self._current.stopped = True

    # -- the thread

    def _work(self) -> None:
        while (dealer := self._next()) is not None:
            if self._workers is None:
                self._workers = SearchWorkers(dealer.job.design, self._processes, LIMITS, gentle=True)
            else:
                self._workers.use(dealer.job.design)
            try:
                dealer.run(self._workers)
            except OSError:  # no memory for another process: no more outcomes will come
                self._workers.close()
                self._workers = None
        if self._workers is not None:
            self._workers.close()

    def _next(self) -> Dealer | None:
        """Wait for a job; None when there will be no more."""
        with self._changed:
            self._current = None
            while self._waiting is None and not self._closed:
                self._changed.wait()
            self._current, self._waiting = self._waiting, None
            return None if self._closed else self._current
