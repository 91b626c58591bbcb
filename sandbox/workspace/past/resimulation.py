"""Going back to a past moment: a fresh session is given the same commands on the same ticks, a slice at a time.

A machine can't be restored from a copy (the engine keeps hidden state), but it can be run again to the same bits,
faster than it ran before. The window goes on drawing meanwhile: `work` does as much as a frame has time for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sandbox.commands.commands import AnyCommand
from sandbox.commands.driver import Position, Timed, runs
from sandbox.design.design import Design
from sandbox.errors import Refused
from sandbox.workspace.files.journal import SessionLog
from sandbox.workspace.past.history import History, HistoryDriver
from sandbox.workspace.watchdog import Broken, WatchedSession

_TICKS = 8  # between two looks at the clock


class Rerun(HistoryDriver):
    """A session on its way to `tick` and the last of `commands`; with a history, every tick of it is kept there."""

    def __init__(
        self, design: Design, seed: int, commands: Sequence[Timed], tick: int, session_log: SessionLog,
        history: History | None = None,
    ) -> None:  # fmt: skip
        self.session: WatchedSession
        super().__init__(WatchedSession(design, seed, session_log), commands, self._note_refusal, history)
        self.session_log = session_log
        self.refused: list[str] = []  # the refusals of commands that today's program would not carry out
        self.broken: Broken | None = None  # an error that has ended it
        self.tick = tick
        spans = runs(commands, tick)
        self.starts = len(spans)
        self._running = sum(span.ticks for span in spans)  # these take time; waiting takes none

    @property
    def done(self) -> bool:
        return self.reached(Position(self.tick, len(self.commands)))

    @property
    def progress(self) -> float:
        """0 to 1."""
        return min(1.0, self.session.running_ticks / self._running) if self._running else float(self.done)

    @property
    def complaint(self) -> str:
        """A sentence about the difference from the recording; empty without one."""
        if self.refused:
            return f"{len(self.refused)} commands here no longer apply: {self.refused[0]}"
        if self.session_log.parted is not None:
            return f"this machine runs it differently from tick {self.session_log.parted} on"
        return ""

    def reached(self, goal: Position) -> bool:
        """Tell whether a position on its way has been reached, or an error has ended it."""
        return self.broken is not None or (self.session.tick >= goal.tick and self.given >= goal.commands)

    def work(self, now: Callable[[], int], until_ns: int, goal: Position | None = None) -> bool:
        """Go on to a position (the end), or until a time, by one slice at least; True when the position is reached."""
        goal = goal or Position(self.tick, len(self.commands))
        for _ in self.steps(*goal, most=_TICKS):
            if now() >= until_ns:
                break
        if self.done and self.broken is None:
            self.session.flush(state=False)  # the hashes of the last ticks are compared, too
        return self.reached(goal)

    def steps(self, tick: int, count: int | None = None, most: int | None = None) -> Iterator[int]:
        try:
            yield from super().steps(tick, count, most)
        except Broken as error:
            self.broken = error

    def _note_refusal(self, tick: int, command: AnyCommand, refusal: Refused | None) -> None:
        if refusal is not None:
            self.refused.append(str(refusal))


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
