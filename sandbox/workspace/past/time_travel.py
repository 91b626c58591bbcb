"""Time travel in a workspace: scrubbing, resuming from a past moment, leaving and entering branches.

The old future is never lost: its recording is closed as it is and stays, with a name. The workspace holds the open
session and replaces it by a resimulated one; this module decides when, and resimulates a slice in each frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sandbox.commands.driver import Position
from sandbox.errors import BadFile
from sandbox.recording import reader
from sandbox.workspace.journal import Tape
from sandbox.workspace.messages import Messages
from sandbox.workspace.past.branches import Branch
from sandbox.workspace.past.history import Chronicle, Moment
from sandbox.workspace.past.playhead import Past
from sandbox.workspace.past.resimulation import Rerun
from sandbox.workspace.playback import Playback
from sandbox.workspace.variable_step import Unrecorded
from sandbox.workspace.watchdog import Broken

_AT_ONCE_NS = 30_000_000  # of work that need not be shown


class OpenSession(Protocol):
    """The part of a workspace that travel uses: the past of the open session, and a way to put another in its place."""

    @property
    def past(self) -> Past: ...
    @property
    def in_past(self) -> bool: ...
    @property
    def playback(self) -> Playback | None: ...
    @property
    def unrecorded(self) -> Unrecorded | None: ...
    @property
    def messages(self) -> Messages: ...
    @property
    def now(self) -> Callable[[], int]: ...
    def say(self, text: str, kind: str = "info") -> None: ...
    def say_broken(self, error: Broken, then: str) -> None: ...
    def pause(self) -> bool: ...
    def take_over(self) -> bool: ...
    def again(self, moment: Moment) -> Rerun: ...
    def leave_for(self, rerun: Rerun, past: Past, branch: Branch | str) -> str: ...


class Job:
    """A resimulation that takes more than a frame, and the action that follows it."""

    def __init__(
        self, title: str, rerun: Rerun, then: Callable[[], object], goal: Position | None = None,
        given_up: Callable[[], object] | None = None,
    ) -> None:  # fmt: skip
        """`goal` is the place to stop at, if not the end; `given_up` is called when the user cancels the job."""
        self.title = title
        self.rerun = rerun
        self.then = then
        self.goal = goal
        self.given_up = given_up

    @property
    def progress(self) -> float:
        """Progress from 0 to 1."""
        return min(1.0, self.rerun.session.tick / max(1, self.goal.tick)) if self.goal else self.rerun.progress


class Travel:
    """Time travel of a workspace. `job` is the resimulation that is under way; None if there is none."""

    def __init__(self, workspace: OpenSession) -> None:
        self.job: Job | None = None
        self._workspace = workspace

    # -- work in the background

    @property
    def busy(self) -> bool:
        """True if `work` has something to do."""
        return self.job is not None or self._ahead is not None

    @property
    def _ahead(self) -> Rerun | None:
        """The resimulation that runs ahead of a recording being watched, until it is done."""
        playback = self._workspace.playback
        return playback.ahead if playback is not None and not playback.ahead.done else None

    @property
    def looked_ahead(self) -> float:
        """Share of the watched recording that can be scrubbed through, 0 to 1; 1 if none is watched."""
        playback = self._workspace.playback
        return playback.ahead.progress if playback is not None else 1.0

    def begin(self, job: Job) -> bool:
        """Start a job, which continues in each frame; a short one is finished at once."""
        self.job = job
        self.work(_AT_ONCE_NS)
        return True

    def work(self, budget_ns: int) -> None:
        """Do a slice of the work, about `budget_ns` nanoseconds long."""
        now = self._workspace.now
        until = now() + budget_ns
        job, ahead = self.job, self._ahead
        if job is not None:
            if job.rerun.work(now, until, job.goal):
                self.job = None
                job.then() if job.rerun.broken is None else self._failed(job, job.rerun.broken)
        elif ahead is not None:
            ahead.work(now, until)

    def finish_work(self) -> None:
        """Finish the job, however long it takes."""
        while self.job is not None:
            self.work(10**9)

    def _failed(self, job: Job, error: Broken) -> None:
        """Report that a resimulation has ended in an error of the program; the session stays as it is."""
        if job.given_up is not None:
            job.given_up()
        self._workspace.say_broken(error, f"{job.title} was given up")

    def arrived(self, rerun: Rerun, text: str) -> None:
        """Report success, or how the resimulation differs from the recording."""
        self._workspace.say(rerun.complaint or text, "bad" if rerun.complaint else "good")

    def cancel_job(self) -> bool:
        """Cancel the job; the session stays as it is."""
        job, self.job = self.job, None
        if job is not None and job.given_up is not None:
            job.given_up()
        return job is not None

    # -- looking back

    def look_at(self, place: int) -> bool:
        """Show a place of the strip; the machine is paused."""
        if self.job is not None:
            return False
        self._workspace.pause()
        self._workspace.past.scrub(place)
        return True

    def look_by(self, ticks: int) -> bool:
        """Move the playhead by `ticks`; backwards if below 0."""
        workspace = self._workspace
        if workspace.unrecorded is not None:
            workspace.say("this run is not recorded, so it can't be rewound", "refused")
            return False
        workspace.pause()
        place = workspace.past.place + ticks
        if not workspace.in_past and ticks > 0 and place > workspace.past.history.last:
            return False
        return self.look_at(place)

    def look_at_mark(self, step: int) -> bool:
        """Move the playhead to the next mark (1) or the one before (-1)."""
        workspace = self._workspace
        place = workspace.past.next_mark(step)
        if place is None:
            if step > 0 and workspace.playback is None and workspace.past.leave():
                return True
            workspace.say("there is no mark after this" if step > 0 else "there is no mark before this", "refused")
            return False
        return self.look_at(place)

    # -- going back

    def resume_here(self) -> bool:
        """Resume from the shown moment, to the same bits; the later part is kept as a branch."""
        workspace = self._workspace
        moment = workspace.past.moment
        if self.job is not None:
            return False
        if moment is None:
            if workspace.playback is not None:
                return workspace.take_over()
            workspace.say("you are in the present already; scrub back to a past moment first", "refused")
            return False
        workspace.past.pause()
        rerun = workspace.again(moment)
        at = _seconds(rerun)
        self.job = Job(f"Going back to {at}", rerun, lambda: self._resumed(rerun, moment))
        return True

    def _resumed(self, rerun: Rerun, moment: Moment) -> None:
        past, at = self._workspace.past, _seconds(rerun)
        past.history.cut(moment, rerun.session)
        branch_name = self._workspace.leave_for(rerun, past.up_to(moment), f"From {at}")
        later = f"; the later part is kept as '{branch_name}'" if branch_name else ""
        self.arrived(rerun, f"resumed from {at}{later}")

    def enter(self, branch: Branch) -> bool:
        """Continue at the end of another branch; this one is kept."""
        workspace = self._workspace
        if self.job is not None:
            return False
        try:
            target = reader.read(branch.path)
        except (BadFile, OSError) as error:
            workspace.messages.fail(error)
            return False
        workspace.past.leave()
        workspace.pause()
        head, history = target.head, Chronicle(target.head.design)
        rerun = Rerun(head.design, head.seed, target.commands, target.ticks, Tape(target.hashes), history)

        def entered() -> None:
            workspace.leave_for(rerun, Past(history), branch)
            self.arrived(rerun, f"switched to the branch '{branch.note.name}'")

        self.job = Job(f"Going to the branch '{branch.note.name}'", rerun, entered)
        return True


def _seconds(rerun: Rerun) -> str:
    """The time at which a resimulation will end, as text."""
    return f"{rerun.tick / rerun.session.tick_rate:.2f} s"


__all__ = ["Job", "Travel"]
