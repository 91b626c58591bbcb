"""A workspace's ways through time: looking back, going on from a past moment, leaving and entering branches.

The old future is never lost: its recording is closed as it is and stays, with a name. What is new is written first,
so that a program killed at any moment leaves at least one of the two whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox import recording
from sandbox.clock import FREE, Clock
from sandbox.commands import AnyCommand
from sandbox.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.geometry import Point
from sandbox.machine import Event
from sandbox.session import Session
from sandbox.window import picking
from sandbox.window.branches import Branch, Tree
from sandbox.window.chronicle import Chronicle, Moment
from sandbox.window.encore import Encore
from sandbox.window.level_file import LevelFile
from sandbox.window.logbook import Logbook
from sandbox.window.past import Past
from sandbox.window.rerun import Goal, Rerun
from sandbox.window.sessions import Tape
from sandbox.window.trial import Trial
from sandbox.window.unrecorded import Unrecorded

if TYPE_CHECKING:
    from sandbox.window.playback import Playback

IN_THE_PAST = "you are looking at the past; resume here, or go back to now"
WAIT = "wait until this is done, or cancel it"
_AT_ONCE_NS = 30_000_000  # of work that need not be shown


class Job:
    """Something that takes more than a frame: a re-run, and what is done when it is there."""

    def __init__(
        self, title: str, rerun: Rerun, then: Callable[[], object], goal: Goal | None = None,
        given_up: Callable[[], object] | None = None,
    ) -> None:  # fmt: skip
        """`goal`: as far as it has to get, if not to its end; `given_up`: what is done when the user cancels it."""
        self.title = title
        self.rerun = rerun
        self.then = then
        self.goal = goal
        self.given_up = given_up

    @property
    def progress(self) -> float:
        """0 to 1."""
        return min(1.0, self.rerun.session.tick / max(1, self.goal.tick)) if self.goal else self.rerun.progress


class Travel:
    """What a workspace can do with time. Attributes to read: `past`, `job` (None: none)."""

    session: Session
    playback: Playback | None
    file: LevelFile
    paused: bool
    generation: int
    clock: Clock
    now: Callable[[], int]
    past: Past
    fresh: bool  # whether what is open now has been opened, and not gone back to
    _first: Design
    _unrecorded: Unrecorded | None
    _logbook: Logbook
    tree: Tree
    _speed: Fraction | None
    trial: Trial
    _encore: Encore
    _outcome: str

    if TYPE_CHECKING:

        @property
        def recorded(self) -> Session: ...
        def say(self, text: str, kind: str = "info") -> None: ...
        def pause(self) -> bool: ...
        def take_over(self) -> bool: ...
        def _fail(self, error: BadFile | OSError | Refused) -> bool: ...
        def _record(self) -> None: ...
        def _retime(self) -> None: ...
        def _look(self) -> None: ...
        def _bring_up_to_date(self) -> None: ...
        def _drag_now(self) -> None: ...
        def _level_path(self, design: Design) -> Path | None: ...

    def _begin_past(self, design: Design) -> None:
        """A document has been opened: nothing is past yet."""
        self.past = Past(Chronicle(design))
        self.job: Job | None = None
        self.fresh = True

    # -- work on the side

    @property
    def busy(self) -> bool:
        """Whether `work` has something to do."""
        return self.job is not None or self._ahead is not None

    @property
    def _ahead(self) -> Rerun | None:
        """Of a recording that is being watched, while it is still run ahead."""
        return self.playback.ahead if self.playback is not None and not self.playback.ahead.done else None

    @property
    def looked_ahead(self) -> float:
        """How much of a recording that is being watched can be scrubbed through, 0 to 1; 1 if none is."""
        return self.playback.ahead.progress if self.playback is not None else 1.0

    def work(self, budget_ns: int) -> None:
        """A slice of what is to be done, of about so many nanoseconds."""
        until = self.now() + budget_ns
        job, ahead = self.job, self._ahead
        if job is not None:
            if job.rerun.work(self.now, until, job.goal):
                self.job = None
                job.then()
        elif ahead is not None:
            ahead.work(self.now, until)

    def finish_work(self) -> None:
        """All of it, however long it takes."""
        while self.job is not None:
            self.work(10**9)

    def cancel_job(self) -> bool:
        """Give up a re-run: everything stays as it is."""
        job, self.job = self.job, None
        if job is not None and job.given_up is not None:
            job.given_up()
        return job is not None

    def _begin(self, job: Job) -> bool:
        """Go on with it in each frame; what takes but a moment is done at once."""
        self.job = job
        self.work(_AT_ONCE_NS)
        return True

    # -- telling the history

    def _heard(self) -> list[Event]:
        """What has happened since the last call."""
        events = self.session.take_events()
        if self.playback is None and self._unrecorded is None:
            self.past.history.happened(events)
        return events

    # -- looking back

    @property
    def in_past(self) -> bool:
        """Whether something else than the present is being shown."""
        return self.past.at is not None

    def part_in_past(self, at: Point, reach: float) -> int | None:
        """The part that was at a world point, or the nearest within reach, in the moment that is shown."""
        moment = self.past.moment
        if moment is None:
            return None
        if moment.run is None:
            return picking.part_at(moment.design, at, reach, ())
        return picking.part_of_run_at(moment.run, moment.tick, at, reach)

    def look_at(self, place: int) -> bool:
        """Show a place of the strip; the machine rests meanwhile."""
        if self.job is not None:
            return False
        self.pause()
        self.past.scrub(place)
        return True

    def look_by(self, ticks: int) -> bool:
        """So many ticks forward, or (below 0) back, from what is shown."""
        if self._unrecorded is not None:
            self.say("this run is not recorded, so there is no way back in it", "refused")
            return False
        self.pause()
        place = self.past.place + ticks
        if not self.in_past and ticks > 0 and place > self.past.history.last:
            return False
        return self.look_at(place)

    def look_at_mark(self, step: int) -> bool:
        """The next mark (1) or the one before (-1)."""
        place = self.past.next_mark(step)
        if place is None:
            if step > 0 and self.in_past and self.playback is None:
                self.leave_past()
                return True
            self.say("there is no mark after this" if step > 0 else "there is no mark before this", "refused")
            return False
        return self.look_at(place)

    def leave_past(self) -> bool:
        """Back to the present."""
        had = self.in_past
        self.past.leave()
        return had

    # -- going back

    def resume_here(self) -> bool:
        """Go on from the moment that is shown, to the same bits; what came after it is kept as a branch."""
        moment = self.past.moment
        if self.job is not None:
            return False
        if moment is None:
            if self.playback is not None:
                return self.take_over()
            self.say("this is the present already; scrub back first", "refused")
            return False
        self.past.pause()
        if self.playback is not None:
            head, expected = self.playback.recording.head, self.playback.recording.hashes
            design, seed, tape = head.design, head.seed, Tape(expected)
        else:
            self._bring_up_to_date()
            self._drag_now()
            self.session.flush(state=False)
            design, seed, tape = self._first, self.session.seed, Tape(self._logbook.tape.told)
        commands = self.past.history.commands[: moment.commands]
        rerun = Rerun(design, seed, commands, moment.tick, tape)
        at = _seconds(moment.tick, self.session.tick_rate)
        self.job = Job(f"Going back to {at}", rerun, lambda: self._resumed(rerun, moment, commands))
        return True

    def _resumed(self, rerun: Rerun, moment: Moment, commands: Sequence[tuple[int, AnyCommand]]) -> None:
        past = self.past
        past.history.cut(moment, rerun.session)
        at = _seconds(moment.tick, rerun.session.tick_rate)
        kept = self._leave_for(rerun, commands, f"From {at}", moment.tick)
        self.past = past.up_to(moment)
        if not self._warn(rerun):
            self.say(f"going on from {at}" + (f"; what came after is kept as '{kept}'" if kept else ""), "good")

    def enter(self, branch: Branch) -> bool:
        """Go on at the end of another branch; this one is kept."""
        if self.job is not None:
            return False
        try:
            found = recording.read(branch.path)
        except (BadFile, OSError) as error:
            return self._fail(error)
        self.leave_past()
        self.pause()
        head, history = found.head, Chronicle(found.head.design)
        rerun = Rerun(head.design, head.seed, found.commands, found.ticks, Tape(found.hashes), history)

        def entered() -> None:
            self._leave_for(rerun, found.commands, branch, found.ticks)
            self.past = Past(history)
            if not self._warn(rerun):
                self.say(f"this is the branch '{branch.note.name}'", "good")

        self.job = Job(f"Going to the branch '{branch.note.name}'", rerun, entered)
        return True

    def _warn(self, rerun: Rerun) -> bool:
        """Say so if the re-run was not what was recorded."""
        if rerun.refused:
            self.say(f"{len(rerun.refused)} commands here no longer apply: {rerun.refused[0]}", "bad")
        elif rerun.tape.parted is not None:
            self.say(f"this machine runs it differently from tick {rerun.tape.parted} on", "bad")
        return bool(rerun.refused) or rerun.tape.parted is not None

    def _leave_for(
        self, rerun: Rerun, commands: Sequence[tuple[int, AnyCommand]], branch: Branch | str, tick: int
    ) -> str:
        """Put a session that was run again in the place of this one; returns the name under which this is kept.

        `branch`: the one that it is, or the name of a new one.
        """
        old, session, watched = self._logbook, self.recorded, self.playback
        left = old.claimed if old.tape.commands else None
        if watched is not None:
            left = watched.path
            self.file.path = self._level_path(rerun.session.design if isinstance(branch, Branch) else self._first)
        self.session, self._logbook = rerun.session, Logbook(rerun.tape)
        self.playback = self._unrecorded = None
        self._encore, self.trial = Encore(), Trial()
        for when, command in commands:
            self._encore.note(when, command)
            self.trial.note(when, command)
        self.session.take_events()  # they were seen and heard the first time
        self._outcome = self.session.outcome
        self.clock = Clock(self.session.tick_rate, FREE)
        self._record()
        self.session.flush(state=False)  # up to this very tick
        self._logbook.tape.force()
        kept = self.tree.leave(left, self._logbook.claimed, branch, tick)
        old.end(session, "left for another branch")
        self.paused = True
        self.fresh = False
        self.generation += 1
        self._retime()
        self._look()
        return kept

    @property
    def told(self) -> dict[int, bytearray] | dict[int, bytes] | None:
        """The hashes of the session that is shown, as far as they are known; None if it has none."""
        if self._unrecorded is not None:
            return None
        return self.playback.ahead.tape.told if self.playback is not None else self._logbook.tape.told

    def flush(self) -> None:
        """What the session has not told its recording yet, so that the file can be compared."""
        self.recorded.flush(state=False)


def _seconds(tick: int, rate: int) -> str:
    return f"{tick / rate:.2f} s"


__all__ = ["IN_THE_PAST", "WAIT", "Job", "Travel"]
