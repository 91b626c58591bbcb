"""Resimulation in the background of an open document, a slice in each frame: a job that another session follows, or
the run ahead of a recording that is being watched.
"""

from __future__ import annotations

from sandbox.workspace.document import OpenDocument
from sandbox.workspace.error_reports import say_broken
from sandbox.workspace.past.resimulation import Job, Rerun
from sandbox.workspace.watchdog import Broken

_AT_ONCE_NS = 30_000_000  # of work that need not be shown


class Jobs:
    """Does the job of the open document, `OpenDocument.job`; there is one at a time."""

    def __init__(self, document: OpenDocument) -> None:
        self._document = document

    @property
    def busy(self) -> bool:
        """True if `work` has something to do."""
        return self._document.job is not None or self._ahead is not None

    @property
    def _ahead(self) -> Rerun | None:
        """The resimulation that runs ahead of a recording being watched, until it is done."""
        playback = self._document.playback
        return playback.ahead if playback is not None and not playback.ahead.done else None

    @property
    def looked_ahead(self) -> float:
        """Share of the watched recording that can be scrubbed through, 0 to 1; 1 if none is watched."""
        playback = self._document.playback
        return playback.ahead.progress if playback is not None else 1.0

    def begin(self, job: Job) -> bool:
        """Start a job, which continues in each frame; a short one is finished at once."""
        self._document.job = job
        self.work(_AT_ONCE_NS)
        return True

    def work(self, budget_ns: int) -> None:
        """Do a slice of the work, about `budget_ns` nanoseconds long."""
        now = self._document.now
        until = now() + budget_ns
        job, ahead = self._document.job, self._ahead
        if job is not None:
            if job.rerun.work(now, until, job.goal):
                self._document.job = None
                job.then() if job.rerun.broken is None else self._failed(job, job.rerun.broken)
        elif ahead is not None:
            ahead.work(now, until)

    def finish(self) -> None:
        """Finish the job, however long it takes."""
        while self._document.job is not None:
            self.work(10**9)

    def cancel(self) -> bool:
        """Cancel the job; the session stays as it is."""
        job, self._document.job = self._document.job, None
        if job is not None and job.given_up is not None:
            job.given_up()
        return job is not None

    def arrived(self, rerun: Rerun, text: str) -> None:
        """Report success, or how the resimulation differs from the recording."""
        self._document.messages.say(rerun.complaint or text, "bad" if rerun.complaint else "good")

    def _failed(self, job: Job, error: Broken) -> None:
        """Report that a resimulation has ended in an error of the program; the session stays as it is."""
        if job.given_up is not None:
            job.given_up()
        say_broken(self._document, error, f"{job.title} was given up")
