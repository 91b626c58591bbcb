"""The pace of the open document: time into ticks that are due, at a speed, in a pause, or on to the next event.

Time comes from the document's counter. `gate.Gate` carries the ticks out.
"""

from __future__ import annotations

from fractions import Fraction

from sandbox.commands.session import Session
from sandbox.machine.machine import Machine, Rows
from sandbox.workspace.clock import FLAT_OUT, FREE, NS, OURS, SCHEME_BY_NAME, Clock, Scheme, Smoothing
from sandbox.workspace.document import OpenDocument
from sandbox.workspace.past.history import EVENT_MARKS, History
from sandbox.workspace.settings import Store

SPEEDS = tuple(Fraction(2) ** power for power in range(-4, 5))  # 1/16 to 16
NOTHING_HAPPENS = 60  # s of the machine's time: the longest search for an event
_NOTABLE = frozenset(EVENT_MARKS.values()) | {"won", "lost", "struck"}


class EventSearch:
    """A search for the next event in the current run, from now on."""

    def __init__(self, history: History, session: Session) -> None:
        self._history = history
        self._session = session
        self._known = len(history.marks)  # marks before the search, or looked at already
        self._until = session.tick + NOTHING_HAPPENS * session.tick_rate

    def look(self) -> str | None:
        """Look at each tick, once the history has noted it; return a sentence if the run is to stop here."""
        new, self._known = self._history.marks[self._known :], len(self._history.marks)
        if any(mark.what in _NOTABLE for mark in new):
            return "stopped at the next event"
        if self._session.tick >= self._until or not self._session.running:
            return f"nothing has happened for {NOTHING_HAPPENS} s"
        return None


class Pacing:
    """The clock of the open document, and what decides how it goes.

    Attributes to read: `clock`; `paused`; `scheme`, the main loop that the user has chosen; `search` (None unless the
    machine runs on to its next event).
    """

    def __init__(self, document: OpenDocument, settings: Store) -> None:
        self._document = document
        self._settings = settings
        self.paused = False
        self.search: EventSearch | None = None
        self._speed: Fraction | None = Fraction(1)
        chosen = settings.now
        self.scheme = SCHEME_BY_NAME.get(chosen.loop, OURS)
        self._smoothing = self.scheme.smoothing
        if chosen.smoothing in list(Smoothing):
            self._smoothing = Smoothing(chosen.smoothing)
        self._before: tuple[Machine, int, Rows] | None = None  # a machine, its tick then, and its rows then
        self._looked_ns = 0  # the time at which the clock was last read
        self.clock = Clock(1, FREE)
        self.turn_ns = 0  # the machine's time in a turn, while ticks come in turns from a host
        self._turned_at = 0

    # -- time

    def turned(self) -> None:
        """Note that a turn has just been carried out."""
        self._turned_at = self._document.now()

    def reset(self, paused: bool = False) -> None:
        """Begin to count for another session."""
        self.clock = Clock(self._document.session.tick_rate, FREE)
        self.search = self._before = None
        self.paused = paused
        self.retime()

    def retime(self) -> None:
        """Set the clock's policy and speed for what runs now."""
        timed = self._document.timed
        if not timed:
            self.paused = False
        self.clock.policy = self.current.policy if timed or self.turn_ns else FREE
        self.clock.speed = self._speed if timed else Fraction(1)
        if self.search is not None:
            self.clock.speed = FLAT_OUT
        if self.paused:
            self.clock.pause()
        else:
            self.clock.start(self._document.now())

    def stop(self) -> None:
        """The machine is gone: end what belongs to its run."""
        self.search = self._before = None
        self.retime()

    def due(self) -> int:
        """Return how many ticks are due now; a playhead that plays is moved on."""
        document = self._document
        self._looked_ns = now = document.now()
        document.past.advance(now, self._speed)
        run = document.unrecorded
        return self.clock.advance(now) if run is None else run.due(self.clock, now, self.paused)

    def tick_due_ns(self, now_ns: int) -> int:
        """Return nanoseconds until the next tick of what moves."""
        wait = self.clock.ns_to_next()
        return max(0, wait - max(0, now_ns - self._looked_ns)) if wait is not None else 0

    @property
    def moving(self) -> bool:
        """True while the picture changes by itself."""
        return (self._document.timed and not self.paused) or self._document.past.playing

    @property
    def lost_seconds(self) -> float:
        """Seconds of this document that passed while something ran and don't count, after a stop or on a slow
        machine."""
        return self.clock.lost_ns / NS

    # -- between two ticks

    @property
    def leftover(self) -> float:
        """Seconds since the last tick, for drawing bodies at their present place; 0: draw the tick as it is."""
        document = self._document
        if document.in_past:
            return document.past.leftover if self._smoothing is not Smoothing.NONE else 0.0
        if not (self.moving and document.session.running and self.current.fixed) or self._smoothing is Smoothing.NONE:
            return 0.0
        if self._smoothing is Smoothing.INTERPOLATE and self.rows_before is None:
            return 0.0
        if self.turn_ns:
            since = (document.now() - self._turned_at) * float(self.clock.speed or 1)
            return max(0, min(since, self.turn_ns)) / NS
        return self.clock.leftover

    @property
    def rows_before(self) -> Rows | None:
        """The machine's rows one tick ago, if the picture is interpolated between those and the last; else None."""
        machine = self._document.session.machine
        if self._smoothing is not Smoothing.INTERPOLATE or self._before is None or machine is None or self.turn_ns:
            return None
        if not self.moving or self._document.in_past or self.clock.speed is FLAT_OUT or not self.current.fixed:
            return None
        of, ticks, rows = self._before
        return rows if of is machine and ticks == machine.ticks - 1 else None

    @property
    def keeps_rows(self) -> bool:
        """True if `keep_rows` is to be called before the last tick of each frame."""
        return self._smoothing is Smoothing.INTERPOLATE and self._document.timed

    def keep_rows(self) -> None:
        """Keep the machine's rows as they are now, one tick before those that will be shown."""
        machine = self._document.session.machine
        self._before = (machine, machine.ticks, machine.read_rows().copy()) if machine is not None else None

    # -- what the user chooses

    @property
    def current(self) -> Scheme:
        """The scheme that paces ticks and frames now; our fixed one where the chosen one can't be used."""
        document = self._document
        ours = not document.timed or document.in_past or self.search is not None or self.turn_ns > 0
        return self.scheme if not ours and (self.scheme.fixed or document.playback is None) else OURS

    def use_scheme(self, scheme: Scheme) -> bool:
        """Choose another main loop, with its own smoothing; a run can't change between fixed and variable steps."""
        document = self._document
        if document.session.running and document.playback is None and scheme.fixed != self.scheme.fixed:
            why = "stop the machine first: a run has either fixed steps or variable ones"
            document.messages.say(why, "refused")
            return False
        self.scheme = scheme
        self._settings.remember(loop=scheme.name)
        self.smoothing = scheme.smoothing
        self.retime()
        return True

    @property
    def smoothing(self) -> Smoothing:
        """The smoothing of the picture between two ticks."""
        return self._smoothing

    @smoothing.setter
    def smoothing(self, smoothing: Smoothing) -> None:
        self._smoothing = smoothing
        self._settings.remember(smoothing=smoothing.value)

    @property
    def speed(self) -> Fraction | None:
        """The speed of machines and recordings: one of `SPEEDS`, any ratio that `Clock.speed` takes, or `FLAT_OUT`."""
        return self._speed

    @speed.setter
    def speed(self, speed: Fraction | None) -> None:
        Clock(1).speed = speed  # its ValueError, before anything changes
        self._speed = speed
        self.retime()
