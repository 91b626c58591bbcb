"""Verify recordings on a cluster: the counterpart of `pool.verify_all`, with the same reports."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from pathlib import Path

from sandbox.cluster.address import ClusterAddress
from sandbox.cluster.dispatch import Dispatcher
from sandbox.cluster.jobs import Assignment, Batch, ClusterJob
from sandbox.errors import BadFile
from sandbox.recording import reader
from sandbox.tasks.limits import USUAL, Limits
from sandbox.tasks.messages import Progress as Message
from sandbox.tasks.messages import pack
from sandbox.tasks.progress import ShowProgress
from sandbox.verify.orders import Verify
from sandbox.verify.verdicts import Report, refusal
from sandbox.verify.verifier import report_of


def verify_all(
    place: ClusterAddress,
    files: Sequence[Path],
    allow_cut: bool = False,
    limits: Limits = USUAL,
    progress: ShowProgress | None = None,
    note: Callable[[str], object] = lambda sentence: None,
) -> Generator[Report]:
    """Verify recordings on the workers of a cluster, and yield reports as they finish. Closing the iterator ends them.

    Args:
        progress: called with the progress of a recording, if there is only one.
        note: called with a sentence about each worker that is not used, and the like.

    Raises:
        Refused: there is no such cluster, its scheduler is lost, or none of its workers can be used.
    """

    def show(message: Message) -> None:
        if progress is not None:
            progress(message.done, message.total)

    single = show if progress is not None and len(files) == 1 else None
    dispatcher = Dispatcher(place, Batch("verify", limits, b"", ()), False, note, single)
    queue = _Queue(files, Verify("", allow_cut, single is not None))
    try:
        for number, end in dispatcher.answers(queue.next_job):
            yield from queue.take_refused()
            yield report_of(str(files[number]), end)
        yield from queue.take_refused()
    finally:
        dispatcher.close()


class _Queue:
    """The recordings that wait to be read and given away."""

    def __init__(self, files: Sequence[Path], order: Verify) -> None:
        self._files, self._order = enumerate(files), pack(order)
        self._refused: list[Report] = []

    def next_job(self) -> Assignment | None:
        """Read the next file that can be read; None if there is none left."""
        for number, path in self._files:
            try:
                data = reader.load(path)[:]
            except BadFile as error:
                self._refused.append(refusal(str(path), str(error)))
                continue
            return Assignment(ClusterJob(number, self._order, data), reader.arithmetic_of(data))
        return None

    def take_refused(self) -> list[Report]:
        """Return the reports on the files that could not be read since the last time."""
        refused, self._refused = self._refused, []
        return refused
