"""Share jobs out over the machines of a cluster, in batches of a second or two, and collect the answers.

The engine below is never asked to choose: each batch is for one worker, and at most as many are under way there as it
has threads. So it is known what ran on a machine that is lost, and whom it may have been the fault of.
"""

from __future__ import annotations

import functools
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sandbox.cluster.address import ClusterAddress
from sandbox.cluster.connection import Answered, Connection, Event, Identified, JobProgress, Roster
from sandbox.cluster.jobs import Assignment, Batch
from sandbox.cluster.machines import ClusterMachine, Machines
from sandbox.errors import Refused
from sandbox.recording import fingerprint
from sandbox.tasks.messages import End, Failure, Progress

SECONDS = 1.5  # that a batch shall take
LOSSES = 3  # machines that may be lost over a job
GRACE = 15.0  # seconds to wait for another worker when none is left
_BYTES = 16 * 1024 * 1024  # of a batch
_WAITING_BYTES = 4 * _BYTES
_WAITING = 20_000  # jobs
_TICK = 0.5  # seconds between two looks at the clock


class _Sent(NamedTuple):
    """A batch that is under way."""

    address: str
    jobs: tuple[Assignment, ...]


class Dispatcher:
    """The work of one command on a cluster; close it to end all of it.

    Args:
        pattern: a batch without jobs, of which all others are copies.
        alike: use only machines of our own class of arithmetic.
        note: takes a sentence about what does not go as it should.
        progress: takes the progress of the only job.
        worth: seconds of work that are worth a batch of their own, where the jobs are much alike. Where they are not,
            a short job would wait for the long ones in its batch.

    Raises:
        Refused: there is no such cluster, or none of its workers can be used.
    """

    def __init__(
        self,
        place: ClusterAddress,
        pattern: Batch,
        alike: bool,
        note: Callable[[str], object],
        progress: Callable[[Progress], object] | None = None,
        worth: float = 0.0,
    ) -> None:
        local = fingerprint.current()
        self._pattern, self._note, self._progress, self._worth = pattern, note, progress, worth
        self._home = local.arithmetic
        self._machines = Machines(local, alike, note)
        self._waiting: deque[Assignment] = deque()
        self._sent: dict[int, _Sent] = {}
        self._losses: Counter[int] = Counter()
        self._pace = SECONDS  # seconds that a job takes, from the last answers
        self._without: set[str] = set()  # classes of arithmetic that no machine has, and that this was said of
        self._connection = Connection(place)
        try:
            self._meet()
        except BaseException:
            self.close()
            raise
        if progress is not None:
            self._pattern = Batch(pattern.kind, pattern.limits, pattern.greeting, (), self._connection.topic)

    def close(self) -> None:
        """End all jobs, wherever they run."""
        self._connection.close()

    def _meet(self) -> None:
        """Wait until all workers that are there have said who they are."""
        is_listed = False
        while not is_listed or self._machines.unknown():
            event = self._connection.next_event(_TICK)
            is_listed = is_listed or isinstance(event, Roster)
            if event is not None:
                self._notice(event)
        self._refuse_without_machines()

    def _refuse_without_machines(self) -> None:
        if not self._machines.counts.machines:
            raise Refused(f"{self._connection.address}: no worker of this cluster can be used")

    # -- jobs

    def answers(self, next_job: Callable[[], Assignment | None]) -> Iterator[tuple[int, End]]:
        """Carry out jobs, and yield each number with its answer as it comes.

        Args:
            next_job: returns the next job; None while none can be given, or there is none.

        Raises:
            Refused: the scheduler is lost, or there are no workers any more.
        """
        alone_since: float | None = None
        while True:
            self._hand_out(next_job)
            if not self._sent and not self._waiting:
                return
            event = self._connection.next_event(_TICK)
            if event is not None:
                yield from self._notice(event)
            if self._machines.counts.machines:
                alone_since = None
            else:
                alone_since = alone_since or time.monotonic()
                if time.monotonic() - alone_since > GRACE:
                    self._refuse_without_machines()

    def _hand_out(self, next_job: Callable[[], Assignment | None]) -> None:
        """Give a batch to each machine that has time for one."""
        while True:
            idle = [machine for machine in self._machines.used if machine.busy < machine.threads]
            if not idle:
                return
            self._pull(next_job)
            # The least busy first, so that few jobs are spread over all machines.
            for machine in sorted(idle, key=lambda machine: machine.busy):
                jobs = self._batch_for(machine)
                if jobs:
                    self._send(machine, jobs)
                    break
            else:
                return

    def _pull(self, next_job: Callable[[], Assignment | None]) -> None:
        """Take as many jobs as can be needed soon."""
        enough = min(_WAITING, 2 * self._machines.counts.slots * self._jobs_in(SECONDS))
        size = sum(entry.job.size for entry in self._waiting)
        while size < _WAITING_BYTES and (len(self._waiting) < enough or not self._is_work_for_all()):
            entry = next_job()
            if entry is None:
                return
            self._waiting.append(entry)
            size += entry.job.size

    def _is_work_for_all(self) -> bool:
        """Tell whether the waiting jobs, certainly or very likely, have work for every class of arithmetic."""
        if len(self._waiting) >= _WAITING or self._machines.counts.classes == 1:
            return True
        targets = {self._target(entry) for entry in self._waiting}
        return None in targets or self._machines.classes <= targets

    def _jobs_in(self, seconds: float) -> int:
        """Return the number of jobs that take about `seconds`."""
        return max(1, round(seconds / max(self._pace, 1e-4)))

    def _share(self) -> int:
        """Return how many of the waiting jobs are for one machine, so that all machines end together.

        Jobs that are not worth a batch of their own go together, unless machines that are idle now would go without.
        """
        counts, waiting = self._machines.counts, len(self._waiting)
        busy = sum(machine.busy for machine in self._machines.used)
        together = min(self._jobs_in(self._worth), math.ceil(waiting / max(1, counts.slots - busy)))
        return max(math.ceil(waiting / (2 * counts.slots)), together)

    def _batch_for(self, machine: ClusterMachine) -> tuple[Assignment, ...]:
        """Take jobs for a machine; towards the end less and less, so that all machines end together."""
        share = min(self._share(), self._jobs_in(SECONDS))
        jobs: list[Assignment] = []
        passed: list[Assignment] = []
        size = 0
        while self._waiting and len(jobs) < share and size < _BYTES:
            entry = self._waiting.popleft()
            suspect = bool(self._losses[entry.job.number])
            if self._target(entry) not in (None, machine.arithmetic) or (suspect and jobs):
                passed.append(entry)
                continue
            jobs.append(entry)
            size += entry.job.size
            if suspect:  # it may have been its fault: nobody else shall suffer for it again
                break
        self._waiting.extendleft(reversed(passed))
        return tuple(jobs)

    def _target(self, entry: Assignment) -> str | None:
        """Return the class of the machines that a job may go to; None: to any."""
        arithmetic = entry.arithmetic
        if arithmetic is None or arithmetic in self._machines.classes:
            return arithmetic
        if arithmetic not in self._without:
            self._without.add(arithmetic)
            self._note(f"no worker has the class of arithmetic {arithmetic[:8]}; recordings made in it run in another")
        return self._home if self._home in self._machines.classes else None

    def _send(self, machine: ClusterMachine, jobs: tuple[Assignment, ...]) -> None:
        pattern = self._pattern
        packed = tuple(entry.job for entry in jobs)
        batch = Batch(pattern.kind, pattern.limits, pattern.greeting, packed, pattern.progress)
        self._sent[self._connection.submit(batch, machine.address)] = _Sent(machine.address, jobs)
        machine.busy += 1

    # -- events

    @functools.singledispatchmethod
    def _take(self, event: Event) -> list[tuple[int, End]]:
        raise TypeError(event)

    def _notice(self, event: Event) -> list[tuple[int, End]]:
        """Take notice of an event; return the ends of the jobs that follow from it."""
        ends: list[tuple[int, End]] = self._take(event)
        return ends

    @_take.register
    def _(self, event: JobProgress) -> list[tuple[int, End]]:
        if self._progress is not None:
            self._progress(event.progress)
        return []

    @_take.register
    def _(self, event: Identified) -> list[tuple[int, End]]:
        self._machines.identified(event.identities)
        return []

    @_take.register
    def _(self, event: Roster) -> list[tuple[int, End]]:
        ends: list[tuple[int, End]] = []
        for address in self._machines.seen(event.threads):
            for number in [number for number, sent in self._sent.items() if sent.address == address]:
                ends += self._lost(number)
        return ends

    @_take.register
    def _(self, event: Answered) -> list[tuple[int, End]]:
        sent = self._sent.get(event.number)
        if sent is None:  # it came too late: these jobs have been given to others
            return []
        if event.error:
            self._machines.refuse(sent.address, f"it failed ({event.error})")
        answered = {done.end.number for done in event.answers}
        if event.answers:
            mean = sum(done.seconds for done in event.answers) / len(event.answers)
            self._pace = 0.5 * self._pace + 0.5 * mean
        lost = self._lost(event.number, answered)
        return [(done.end.number, done.end) for done in event.answers] + lost

    def _lost(self, number: int, answered: Any = frozenset()) -> list[tuple[int, End]]:
        """End a batch; those of its jobs that have no answer go elsewhere, or are given up."""
        sent = self._sent.pop(number)
        self._connection.drop(number)
        for machine in self._machines.used:
            if machine.address == sent.address:
                machine.busy -= 1
        ends: list[tuple[int, End]] = []
        for entry in reversed(sent.jobs):
            if entry.job.number in answered:
                continue
            self._losses[entry.job.number] += 1
            if self._losses[entry.job.number] < LOSSES:
                self._waiting.appendleft(entry)
            else:
                ends.append(
                    (
                        entry.job.number,
                        Failure(entry.job.number, "lost", f"{LOSSES} machines were lost while they ran it"),
                    )
                )
        return ends
