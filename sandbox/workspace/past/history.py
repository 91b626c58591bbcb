"""The history of a session: its runs, its commands and its steps of editing, with marks, in the order of time.

Beyond `MOST_BYTES` runs before the last are forgotten, the oldest first; then the last run is thinned, oldest and
finest chunks first, so that of its distant past every second, fourth, ... tick is left. A share of that memory is for
contacts, with rules of its own (`contact_history`).

Editing has no ticks worth showing, only steps. So every moment has its place on a *strip*: a run takes as many places
as it has ticks, each step of editing a few, and waiting takes none.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.commands.commands import AnyCommand, Start, Stop
from sandbox.commands.driver import Driver, OnRefusal, Timed, count_before, raise_refusal
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.machine.machine import Event, Machine, Rows
from sandbox.workspace.past.runs import CHUNK, PastRun

MOST_BYTES = 400 * 1024 * 1024
PRESSED_SHARE = 0.125  # of MOST_BYTES, for contacts and their forces
STEPS_A_SECOND = 4  # steps of editing that take as much of the strip as a second of a run
STRUCK = 2.5  # m/s: change of a body's velocity within one tick that counts as a hard hit; a fall from 32 cm
_STRUCK_AGAIN = 0.15  # s until the next hit of the same body is marked
_RUNG_AGAIN = 3.0  # s until the next ring of the same bell is marked: an alarm clock rings on every second
_MOST_MARKS = 20_000
# Events that `effects` shows.
SEEN = frozenset({
    "popped", "lit", "exploded", "cut", "freed", "burnt", "sparked", "shot", "noticed", "fed", "spilt", "overloaded",
})  # fmt: skip
_MOST_SEEN = 10_000  # of a run

# The name of the mark for each event that has one; the other events only have a sound.
EVENT_MARKS = {
    "popped": "popped", "cut": "cut", "snipped": "cut", "fired": "fired", "flicked": "fired", "kicked": "fired",
    "exploded": "exploded", "lit": "lit", "died": "died", "devoured": "died", "arrived": "scored", "scored": "scored",
    "freed": "freed", "pressed": "switched", "released": "switched", "left": "left",
    "switched_on": "switched", "switched_off": "switched", "overloaded": "overloaded", "flat": "overloaded",
    "shot": "fired", "kindled": "lit", "sparked": "lit", "burnt": "burnt", "started": "switched", "reached": "switched",
    "rang": "rang", "opened": "opened", "broken": "broken", "crossed": "switched", "eaten": "eaten", "jumped": "fired",
}  # fmt: skip


class StripMark(NamedTuple):
    """A mark on the strip: `what` is the kind of a command or event, `part` the part it belongs to (0: none)."""

    place: int
    tick: int
    what: str
    text: str
    part: int = 0


class Step(NamedTuple):
    """A design as it stood after a number of commands."""

    tick: int
    commands: int
    design: Design


class Moment(NamedTuple):
    """A moment of the session: its tick, the number of commands carried out by then, and the design or run to show."""

    place: int
    tick: int
    commands: int
    design: Design
    run: PastRun | None  # None: nothing ran


class _Span:
    """A section of the strip: a run, or steps of editing."""

    def __init__(self, place: int, run: PastRun | None, steps: list[Step], width: int) -> None:
        self.place = place
        self.run = run
        self.steps = steps
        self._width = width  # of a step

    @property
    def last(self) -> int:
        """The last place of this section."""
        return self.place + (self.run.length if self.run is not None else self._width * len(self.steps) - 1)


class History:
    """The history of a session, for looking back.

    The driver of the session reports each tick (`note`), the events on it (`happened`), and each command that was
    carried out (`command`).
    """

    def __init__(self, design: Design, most_bytes: int = MOST_BYTES) -> None:
        self.rate = design.world.tick_rate
        self.commands: list[Timed] = []
        self.marks: list[StripMark] = []
        self.thinned = False
        self._most_bytes = most_bytes
        self._step = max(1, self.rate // STEPS_A_SECOND)
        self._spans = [_Span(0, None, [Step(0, 0, design)], self._step)]
        self._outcome = "open"
        self._speeds: Rows | None = None  # vx and vy of each body on the last tick
        self._quiet: npt.NDArray[np.int64] = np.zeros(0, np.int64)  # by body: tick until which no further hit is marked
        self._closed_at = 0

    # -- writing

    def command(self, session: Session, command: AnyCommand) -> None:
        """Record a command that the session has just carried out."""
        self.commands.append((session.tick, command))
        count = len(self.commands)
        if isinstance(command, Start):
            machine = session.machine
            assert machine is not None
            self._end_run()
            run = PastRun(machine, session.tick, count, self.last + 1)
            self._spans.append(_Span(run.place, run, [], self._step))
            self._outcome = "open"
            self._speeds, self._quiet = None, np.zeros(len(machine.rows), np.int64)
            run.note(machine, session.tick, _met(session))
        elif command.changes_design and session.machine is None:  # a player may come in during a run
            self._spans[-1].steps.append(Step(session.tick, count, session.design))
        if command.mark:
            words = command.phrase + session.whose(command)
            self._mark(session.tick, command.mark, words, command.part_id if command.live else 0)
        if isinstance(command, Stop):
            self._stopped(session)

    def happened(self, events: Sequence[Event]) -> None:
        """Record events of parts, with session ticks."""
        run = self.run
        if run is not None:
            for event in events:
                if event.what in SEEN and len(run.seen) < _MOST_SEEN:
                    run.seen.append((run.last + 1, event))
                kind = EVENT_MARKS.get(event.what)
                if kind is not None and not (kind == "rang" and self._has_just_rung(event)):
                    self._mark(event.tick, kind, event.what, event.part)

    def _has_just_rung(self, event: Event) -> bool:
        """Tell whether a ring of the same part has a mark that is so near that this one would say nothing new."""
        since = event.tick - round(_RUNG_AGAIN * self.rate)
        for mark in reversed(self.marks):
            if mark.tick <= since or mark.what == "start":
                return False
            if mark.what == "rang" and mark.part == event.part:
                return True
        return False

    def note(self, session: Session) -> None:
        """Record a tick of the running machine, or that the machine has stopped by itself."""
        run, machine = self.run, session.machine
        if run is None:
            return
        if machine is None:
            self._stopped(session)
            return
        run.note(machine, session.tick, _met(session))
        self._strikes(machine, session.tick)
        if session.outcome != self._outcome:
            self._outcome = session.outcome
            if session.outcome == "won":
                run.won = session.tick
            self._mark(session.tick, session.outcome, session.outcome)
        if session.tick - self._closed_at >= CHUNK:
            self._closed_at = session.tick
            self._bound()

    def _strikes(self, machine: Machine, tick: int) -> None:
        """Mark the parts whose velocity has jumped on this tick."""
        speeds, before = machine.rows[:, 3:5].copy(), self._speeds
        self._speeds = speeds
        if before is None or len(before) != len(speeds):
            return
        leap = speeds - before
        squares = leap[:, 0] * leap[:, 0] + leap[:, 1] * leap[:, 1]
        if squares.max(initial=0.0) <= STRUCK * STRUCK:
            return
        for row in np.flatnonzero(squares > STRUCK * STRUCK).tolist():
            part = int(machine.row_part[row])
            if self._quiet[row] <= tick and part in machine.parts:
                self._mark(tick, "struck", f"{float(squares[row]) ** 0.5:.1f} m/s", part)
            self._quiet[row] = tick + round(_STRUCK_AGAIN * self.rate)

    def _mark(self, tick: int, what: str, text: str, part: int = 0) -> None:
        if len(self.marks) < _MOST_MARKS:
            self.marks.append(StripMark(self._here(tick), tick, what, text, part))

    def _here(self, tick: int) -> int:
        span = self._spans[-1]
        return span.place + tick - span.run.start if span.run is not None else span.last + 1 - self._step

    def _stopped(self, session: Session) -> None:
        self._end_run()
        step = Step(session.tick, len(self.commands), session.design)
        self._spans.append(_Span(self.last + 1, None, [step], self._step))

    def _end_run(self) -> None:
        if self.run is not None:
            self.run.end()

    def _bound(self) -> None:
        """Thin and forget runs until the memory limits hold."""
        runs, most = self.runs, (1.0 - PRESSED_SHARE) * self._most_bytes
        used = sum(run.nbytes for run in runs)
        for run in runs[:-1]:
            if used > most and not run.forgotten:
                used -= run.nbytes
                run.forget()
        while used > most and runs and runs[-1].thin():
            self.thinned = True
            used = sum(run.nbytes for run in runs)
        pressed = sum(run.pressure.nbytes for run in runs)
        for run in runs:
            while pressed > PRESSED_SHARE * self._most_bytes:
                before = run.pressure.nbytes
                if not run.pressure.thin():
                    break
                pressed -= before - run.pressure.nbytes

    def cut(self, moment: Moment, session: Session) -> None:
        """Forget all that came after a moment; `session` has been brought to it and is what goes on."""
        del self.commands[moment.commands :]
        nth = bisect.bisect_right(self._spans, moment.place, key=lambda span: span.place)
        del self._spans[nth:]
        span = self._spans[-1]
        if span.run is not None:
            span.run.cut(moment.tick, session.machine)
        else:
            span.steps = [step for step in span.steps if step.commands <= moment.commands]
        self.marks = [mark for mark in self.marks if mark.place <= moment.place and mark.tick <= moment.tick]
        self._outcome, self._speeds = session.outcome, None
        self._closed_at = session.tick

    # -- reading

    @property
    def run(self) -> PastRun | None:
        """The current run; None while editing."""
        return self._spans[-1].run

    @property
    def runs(self) -> list[PastRun]:
        return [span.run for span in self._spans if span.run is not None]

    @property
    def last(self) -> int:
        """The last place of the strip: the present."""
        return self._spans[-1].last

    @property
    def nbytes(self) -> int:
        return sum(run.nbytes + run.pressure.nbytes for run in self.runs)

    def at(self, place: int) -> Moment:
        """The moment at a place of the strip."""
        place = max(0, min(place, self.last))
        nth = max(0, bisect.bisect_right(self._spans, place, key=lambda span: span.place) - 1)
        span = self._spans[nth]
        if span.run is not None:
            tick = span.run.start + place - span.place
            commands = max(span.run.commands, count_before(self.commands, tick))
            return Moment(place, tick, commands, span.run.design, span.run)
        step = span.steps[min((place - span.place) // self._step, len(span.steps) - 1)]
        return Moment(place, step.tick, step.commands, step.design, None)

    def said(self, moment: Moment) -> str:
        """Say when a moment was: seconds of its run, or steps of building."""
        if moment.run is None:
            return f"step {moment.commands}"
        return f"{(moment.tick - moment.run.start) / self.rate:.3f} s"

    def design_after(self, count: int) -> Design:
        """Return the design after `count` commands."""
        for span in reversed(self._spans):
            if span.run is not None and span.run.commands <= count:
                return span.run.design
            if span.run is None and span.steps[0].commands <= count:
                nth = bisect.bisect_right(span.steps, count, key=lambda step: step.commands) - 1
                return span.steps[nth].design
        return self._spans[0].steps[0].design

    def place_of(self, tick: int) -> int:
        """The place of a session tick on the strip."""
        nth = len(self._spans) - 1
        while nth > 0 and self._first_tick(self._spans[nth]) > tick:
            nth -= 1
        span = self._spans[nth]
        if span.run is not None:
            return span.place + max(0, min(tick - span.run.start, span.run.length))
        step = bisect.bisect_right(span.steps, tick, key=lambda step: step.tick) - 1
        return span.place + self._step * max(0, step)

    def _first_tick(self, span: _Span) -> int:
        return span.run.start if span.run is not None else span.steps[0].tick

    def stretches(self) -> list[tuple[int, int, PastRun | None]]:
        """Sections of the strip: first place, last place, and the run (None: editing)."""
        return [(span.place, span.last, span.run) for span in self._spans]


def _met(session: Session) -> tuple[bool, ...]:
    return tuple(goal.met for goal in session.goals) if session.design.goals else ()


class HistoryDriver(Driver):
    """A driver that keeps every tick of its session's runs in a history, if it has one."""

    def __init__(
        self, session: Session, commands: Sequence[Timed], on_refusal: OnRefusal = raise_refusal,
        history: History | None = None,
    ) -> None:  # fmt: skip
        super().__init__(session, commands, on_refusal)
        self.history = history

    def carry_out(self, command: AnyCommand) -> bool:
        changed = super().carry_out(command)
        if changed and self.history is not None:
            self.history.command(self.session, command)
        return changed

    def advance(self, ticks: int) -> None:
        if self.history is None or not self.session.running:
            super().advance(ticks)
            return
        for _ in range(ticks):
            self.session.advance()
            events = self.session.take_events()
            self.history.happened(events)
            self.happened(events)
            self.history.note(self.session)

    def happened(self, events: list[Event]) -> None:
        """Take over the events of a tick that the history has noted; a driver that hands them on replaces this."""
