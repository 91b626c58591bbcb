"""The open document: its session with the recording and the level file, its past, and the messages about it.

The duties beside it (`gate`, `pacing`, `control`, `files`, ...) change it, and everything may read it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design
from sandbox.design.geometry import Point
from sandbox.errors import BadFile
from sandbox.levels import levels
from sandbox.machine.machine import Event
from sandbox.recording.plain_text import printable
from sandbox.workspace import tryout
from sandbox.workspace.events import Events
from sandbox.workspace.files.journal import Journal, SessionLog
from sandbox.workspace.files.level_file import LevelFile
from sandbox.workspace.messages import MOST_TITLE, Messages
from sandbox.workspace.past.branches import Tree
from sandbox.workspace.past.history import History
from sandbox.workspace.past.past_machine import part_of_moment
from sandbox.workspace.past.playhead import Past
from sandbox.workspace.past.resimulation import Job, Rerun
from sandbox.workspace.playback import Playback
from sandbox.workspace.solved_levels import SolvedLevels
from sandbox.workspace.variable_step import Unrecorded
from sandbox.workspace.watchdog import WatchedSession


class OpenDocument:
    """The open document. There is always one; `opening.Opening` puts another in its place.

    Attributes:
        session: what is shown: the session that is recorded, or a copy of it that runs.
        first: the design at the start of the session.
        file: the level file.
        journal: the recording of the session.
        past: its history, and the playhead if it is there.
        tree: its branches.
        playback: None unless a recording is being watched.
        unrecorded: None unless a run goes on that can't be recorded.
        job: None unless a resimulation is under way, after which another session may be open.
        last_unrecorded: the last run, if no history knows it.
        solved_try: the last try of the level's author that won.
        generation: grows when another document replaces this one.
        fresh: that document has been opened, and not returned to.
    """

    session: WatchedSession
    first: Design
    file: LevelFile
    past: Past
    tree: Tree

    def __init__(
        self, data: Path, now: Callable[[], int], messages: Messages, events: Events, wins: SolvedLevels
    ) -> None:
        """`data` is the user's folder; `now` any steady nanosecond counter."""
        self.data = data
        self.now = now
        self.messages = messages
        self.events = events
        self.wins = wins
        self.journal = Journal(SessionLog())
        self.playback: Playback | None = None
        self.unrecorded: Unrecorded | None = None
        self.last_unrecorded: Unrecorded | None = None
        self.job: Job | None = None
        self.solved_try: tryout.Solved | None = None
        self.generation = 0
        self.fresh = True
        self._outcome = "open"
        self._told_broken: str | None = None

    # -- what is open

    @property
    def design(self) -> Design:
        return self.session.design

    @property
    def contents(self) -> Design:
        """The design that a level file would hold: without what its author has placed to try it out."""
        return self.recorded.document

    @property
    def recorded(self) -> Session:
        """The session that is recorded: the shown one, unless a copy of it runs."""
        return self.unrecorded.recorded if self.unrecorded is not None else self.session

    @property
    def level(self) -> Design:
        """The open level as a player begins it."""
        return levels.as_player(self.contents) if self.session.by_author or self.first.free else self.first

    @property
    def dirty(self) -> bool:
        """True if there are changes that no level file holds."""
        return self.playback is None and self.file.differs(self.contents)

    @property
    def title(self) -> str:
        """The title of the document."""
        name = self.design.title
        if name == Design().title and self.file.path is not None:
            name = self.file.path.stem
        name = printable(name, MOST_TITLE)  # it goes to the desktop, too, as the window's title
        return f"{name} (recording)" if self.watching else name

    @property
    def recording_path(self) -> Path | None:
        """The file that this session is being written to; None while watching, or if the disk failed."""
        return self.journal.path

    @property
    def hashes(self) -> dict[int, bytearray] | None:
        """The hashes of the shown session, as far as they are known; None if it has none."""
        if self.unrecorded is not None:
            return None
        return (
            self.playback.ahead.session_log.digests if self.playback is not None else self.journal.session_log.digests
        )

    # -- what goes on

    @property
    def watching(self) -> bool:
        """True while a recording is played; the user's commands are refused until `TimeTravel.take_over`."""
        return self.playback is not None

    @property
    def working(self) -> bool:
        """True while a resimulation is under way, after which another session may be open."""
        return self.job is not None

    @property
    def in_past(self) -> bool:
        """True while the playhead is in the past; the user's commands are refused meanwhile."""
        return self.past.at is not None

    @property
    def timed(self) -> bool:
        """True while ticks are more than a count: a machine runs, or a recording is played."""
        return self.session.running or self.playback is not None

    @property
    def run_seconds(self) -> float:
        """Seconds that the machine has run."""
        if self.unrecorded is not None:
            return self.unrecorded.seconds
        return (self.session.tick - self.session.start_tick) / self.session.tick_rate

    def part_in_past(self, at: Point, reach: float) -> int | None:
        """Return the part at a world point, or the nearest within reach, at the shown moment of the past."""
        moment = self.past.moment
        return part_of_moment(moment, at, reach) if moment is not None else None

    # -- changes

    def flush(self) -> None:
        """Write what the recording is still missing, so that the file can be compared."""
        self.recorded.flush(state=False)

    def begin_unrecorded(self) -> None:
        """Show a copy of the session, which runs without being recorded."""
        self.unrecorded = Unrecorded(self.session)
        self.session = self.unrecorded.session

    def end_unrecorded(self) -> None:
        """Return from the copy that ran to the session that is recorded."""
        if self.unrecorded is not None:
            self.session, self.unrecorded = self.unrecorded.end(), None
            self.expect_outcome()

    def expect_outcome(self) -> None:
        """Take the present outcome as known: only a later change of it is news."""
        self._outcome = self.session.outcome

    def begin(self, design: Design, seed: int, session_log: SessionLog, file: LevelFile, tree: Tree) -> None:
        """Begin a new session in the place of this one. It is recorded from `LiveRecording.begin` on."""
        self.begin_with(WatchedSession(design, seed, session_log), design, Journal(session_log), file, tree)

    def begin_with(
        self, session: WatchedSession, first: Design, journal: Journal, file: LevelFile, tree: Tree
    ) -> None:  # fmt: skip
        """Put a session in the place of this one, which has begun with the design `first`, perhaps elsewhere."""
        self._forget_runs()
        self.job = self._told_broken = None
        self.journal = journal
        self.first = first
        self.file = file
        self.tree = tree
        history = History(session.design)
        if session.running:  # what it has done before is not known here
            history.command(session, Start())
        self.past = Past(history)
        self.fresh = True
        self.events.forget_events()
        self.session = session
        self.expect_outcome()

    def go_on_as(self, rerun: Rerun, past: Past) -> None:
        """Put a session that was run again in the place of this one; the document is the same."""
        self._forget_runs()
        self.session, self.past, self.journal = rerun.session, past, Journal(rerun.session_log)
        self.session.take_events()  # they were seen and heard the first time
        self.expect_outcome()
        self.fresh = False

    def _forget_runs(self) -> None:
        self.playback = self.unrecorded = self.last_unrecorded = self.solved_try = None

    def take_events(self) -> list[Event]:
        """Take the events of the session since the last call, and note them in the history."""
        events = self.session.take_events()
        if self.playback is None and self.unrecorded is None:
            self.past.history.happened(events)
        return events

    def look(self) -> None:
        """React to what the session has done: events, an outcome, a disk that failed."""
        self.events.add(self.take_events())
        broken = self.journal.session_log.broken
        if broken is not None and broken != self._told_broken:
            self.messages.say(broken, "bad")
        self._told_broken = broken
        if self.session.outcome != self._outcome:
            self.expect_outcome()
            if self._outcome == "won":
                self._won()
            elif self._outcome == "lost":
                self.messages.say("level failed; stop and try again", "bad")

    def _won(self) -> None:
        if self.playback is None:
            self.solved_try = tryout.solved(self.session, self.past.history) or self.solved_try
        if self.unrecorded is not None:
            self.messages.say("solved, but not recorded: choose a loop with fixed steps to record a run", "good")
            return
        path = self.file.path
        counts = self.playback is None and path is not None and not self.session.by_author
        if counts and not self._plays_its_level():
            self.messages.say("solved, but it does not count: the file of this level holds another one now", "good")
            return
        self.messages.say("solved!", "good")
        if not counts:
            return
        assert path is not None
        try:
            self.wins.won(path)
        except OSError as error:
            self.messages.fail(error)

    def _plays_its_level(self) -> bool:
        """Tell whether the session began with the level that is in its file now.

        A session that was gone on with began with what its recording says, and a file may be changed meanwhile.
        """
        assert self.file.path is not None
        try:
            level = levels.read(self.file.path)
        except BadFile:
            return False
        return level.free or levels.digest(level) == levels.digest(self.first)
